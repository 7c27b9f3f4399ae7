//! Time per query of the layers, together and with one left out, against the bare SMT solver: all in one run.
//!
//! Every path of every set is walked, and each of its conditions flipped. The same queries go to every configuration.

mod paths;
#[path = "../../tests/queries/mod.rs"]
mod queries;

use crescendo_solver::solve::{Answer, Layers, Limits, Query, Solve, Stack};
use paths::Set;
use std::time::Instant;

struct Result {
    /// Microseconds of each query.
    times: Vec<f64>,
    unknown: usize,
    stack: Stack,
    verdicts: Vec<Option<bool>>,
}

fn run(layers: Layers, set: &mut Set) -> Result {
    let mut r = Result { times: Vec::new(), unknown: 0, stack: Stack::new(layers), verdicts: Vec::new() };
    let limits = Limits { steps: 5_000, millis: 2_000, memory_mb: 0 };
    let mut constraints = Vec::new();
    for path in &set.paths {
        for i in 0..path.conditions.len() {
            constraints.clear();
            constraints.extend_from_slice(&path.conditions[..=i]);
            constraints[i] = set.pool.not(constraints[i]);
            let start = Instant::now();
            let query = Query { constraints: &constraints, hint: &path.input, limits };
            let answer = r.stack.solve(&set.pool, &query);
            r.times.push(start.elapsed().as_secs_f64() * 1e6);
            r.verdicts.push(match answer {
                Answer::Sat(_) => Some(true),
                Answer::Unsat(_) => Some(false),
                Answer::Unknown(_) => {
                    r.unknown += 1;
                    None
                }
            });
        }
    }
    r
}

fn share(r: &Result, layer: &str) -> f64 {
    let answered = r.stack.figures().layer(layer).map_or(0, |l| l.answered());
    100.0 * answered as f64 / r.times.len() as f64
}

fn main() {
    let all = Layers::ALL;
    let configurations = [
        ("all layers", all),
        ("no slice", Layers { slice: false, ..all }),
        ("no cores", Layers { cores: false, ..all }),
        ("no cheap", Layers { cheap: false, ..all }),
        ("no models", Layers { models: false, ..all }),
        ("no tidy", Layers { tidy: false, ..all }),
        ("bare bitwuzla", Layers { smt: true, ..Layers::NONE }),
    ];
    let scale: usize = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(1);
    let sets = [
        paths::parser(3 * scale),
        paths::arithmetic(12 * scale),
        paths::loops(6 * scale),
        paths::mixing(20 * scale),
        paths::floats(6 * scale),
    ];
    println!("us per query: mean and median; answered by, in percent; ratio: mean time of bare Bitwuzla over this\n");
    for mut set in sets {
        let mut results: Vec<_> = configurations.map(|(name, layers)| (name, run(layers, &mut set))).into();
        let mean = |r: &Result| r.times.iter().sum::<f64>() / r.times.len() as f64;
        let bare = mean(&results[configurations.len() - 1].1);
        let queries = results[0].1.times.len();
        println!(
            "{:<14} {:>5} queries    mean   median   cores   cheap  models     smt unknown    ratio",
            set.name, queries
        );
        let reference = results[configurations.len() - 1].1.verdicts.clone();
        for (name, r) in &mut results {
            r.times.sort_by(f64::total_cmp);
            println!(
                "  {name:<24} {:>8.1} {:>8.1} {:>7.1} {:>7.1} {:>7.1} {:>7.1} {:>7} {:>7.1}x",
                mean(r),
                r.times[r.times.len() / 2],
                share(r, "cores"),
                share(r, "cheap"),
                share(r, "models"),
                share(r, "bitwuzla"),
                r.unknown,
                bare / mean(r),
            );
            let differ = r.verdicts.iter().zip(&reference).filter(|(a, b)| a.is_some() && b.is_some() && a != b);
            assert_eq!(differ.count(), 0, "{name} disagrees with the bare solver");
            assert_eq!(r.stack.figures().wrong(), 0, "{name} gave a wrong model");
        }
        println!();
    }
    // The bare solver would need minutes here.
    let mut set = paths::long(4_000);
    let mut r = run(all, &mut set);
    r.times.sort_by(f64::total_cmp);
    println!(
        "{} of {} conditions, all layers: mean {:.1} us, median {:.1} us, cheap {:.1} %, smt {:.1} %",
        set.name,
        r.times.len(),
        r.times.iter().sum::<f64>() / r.times.len() as f64,
        r.times[r.times.len() / 2],
        share(&r, "cheap"),
        share(&r, "bitwuzla")
    );
}
