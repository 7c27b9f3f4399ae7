//! All layers together, and each alone, against the bare SMT solver: the same verdict, models that hold, cores that
//! are unsatisfiable.
//!
//! `SOLVER_QUERIES=100000 cargo test -p crescendo-solver --release --test agree` for a long run; with `--features z3`
//! Z3 is asked too.

mod queries;
use crescendo_solver::expr::{ExprId, Pool, Program, Scratch};
use crescendo_solver::solve::bitwuzla::Bitwuzla;
use crescendo_solver::solve::{Answer, Layers, Limits, Query, Solve, Stack};
use queries::Generator;

fn wanted(default: u64) -> u64 {
    std::env::var("SOLVER_QUERIES").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

const LIMITS: Limits = Limits { steps: 300, millis: 1_000, memory_mb: 0 };
/// Z3 takes longer to give up, and need not answer everything.
const SECOND_LIMITS: Limits = Limits { steps: 100, millis: 200, memory_mb: 0 };

/// A verdict, after checking what comes with it. None: unknown.
fn verdict(pool: &Pool, q: &Query, answer: &Answer, judge: Option<&mut Bitwuzla>) -> Option<bool> {
    let show = || q.constraints.iter().map(|c| pool.show(*c)).collect::<Vec<_>>().join("\n");
    match answer {
        Answer::Sat(model) => {
            let p = Program::new(pool, q.constraints);
            assert!(p.all_true(model, &mut Scratch::default()), "{model:?} is no model of\n{}", show());
            Some(true)
        }
        Answer::Unsat(core) => {
            assert!(!core.is_empty() && core.iter().all(|c| q.constraints.contains(c)), "{core:?} in\n{}", show());
            if let Some(judge) = judge {
                let alone = judge.solve(pool, &Query { constraints: core, ..*q });
                let text = pool.smt_lib(core);
                assert!(!matches!(alone, Answer::Sat(_)), "{core:?} is satisfiable: {alone:?}\n{}\n{text}", show());
            }
            Some(false)
        }
        Answer::Unknown(_) => None,
    }
}

/// Another SMT solver to compare with, if one is built in.
fn second_opinion() -> Option<Box<dyn Solve>> {
    #[cfg(feature = "z3")]
    return Some(Box::new(crescendo_solver::solve::z3::Z3::new()));
    #[cfg(not(feature = "z3"))]
    None
}

#[derive(Default)]
struct Tally {
    queries: u64,
    sat: u64,
    unsat: u64,
    unknown: u64,
    /// Answered by the second SMT solver, and by one of the others.
    compared: u64,
}

fn compare(layers: Layers, queries: u64, seed: u64, floats: bool) -> (Stack, Tally) {
    let mut stack = Stack::new(layers);
    let mut bare = Bitwuzla::new();
    let mut judge = Bitwuzla::new();
    let mut second = second_opinion();
    let mut tally = Tally::default();
    let mut round = 0;
    while tally.queries < queries {
        round += 1;
        let mut g = Generator::new(seed * 1_000_003 + round, true);
        let hard = g.random.below(4) == 0;
        for _ in 0..g.random.below(14) {
            g.step(hard && !floats);
        }
        let n = 1 + g.random.below(8);
        let conditions: Vec<ExprId> =
            (0..n).map(|i| if floats && i % 2 == 0 { g.float_condition() } else { g.condition() }).collect();
        let path = g.path(conditions);
        for i in 0..path.conditions.len() {
            let mut constraints = path.conditions[..=i].to_vec();
            constraints[i] = g.pool.not(constraints[i]);
            let q = Query { constraints: &constraints, hint: &path.input, limits: LIMITS };
            tally.queries += 1;
            let ours = stack.solve(&g.pool, &q);
            let ours = verdict(&g.pool, &q, &ours, Some(&mut judge));
            let theirs = bare.solve(&g.pool, &q);
            let theirs = verdict(&g.pool, &q, &theirs, None);
            match (ours, theirs) {
                (Some(a), Some(b)) => {
                    assert_eq!(a, b, "seed {seed} round {round} flip {i}\n{}", g.pool.smt_lib(&constraints));
                }
                (None, _) => tally.unknown += 1,
                _ => {}
            }
            if let Some(second) = &mut second {
                let answer = second.solve(&g.pool, &Query { limits: SECOND_LIMITS, ..q });
                let answer = verdict(&g.pool, &q, &answer, Some(&mut judge));
                if let (Some(a), Some(b)) = (ours.or(theirs), answer) {
                    tally.compared += 1;
                    assert_eq!(a, b, "Z3, seed {seed} round {round} flip {i}\n{}", g.pool.smt_lib(&constraints));
                }
            }
            tally.sat += (ours == Some(true)) as u64;
            tally.unsat += (ours == Some(false)) as u64;
        }
    }
    (stack, tally)
}

fn report(what: &str, stack: &Stack, t: &Tally) {
    println!("{what}: {} queries, {} sat, {} unsat, {} unknown", t.queries, t.sat, t.unsat, t.unknown);
    if t.compared > 0 {
        println!("  the same from Z3 for {} of them", t.compared);
    }
    for l in stack.figures().layers {
        println!(
            "  {:<10} asked {:>7} sat {:>7} unsat {:>7} {:>9.1} us each, wrong {}",
            l.name,
            l.asked,
            l.sat,
            l.unsat,
            l.time.as_secs_f64() * 1e6 / l.asked.max(1) as f64,
            l.wrong
        );
    }
}

#[test]
fn all_layers_agree_with_the_bare_solver() {
    let (stack, t) = compare(Layers::ALL, wanted(2_500), 1, false);
    report("all", &stack, &t);
    assert_eq!(stack.figures().wrong(), 0);
    assert!(t.sat > t.queries / 4 && t.unsat > t.queries / 50, "{} sat, {} unsat", t.sat, t.unsat);
    assert!(t.unknown * 50 <= t.queries, "{} unknown", t.unknown);
}

#[test]
fn floats_agree_with_the_bare_solver() {
    let (stack, t) = compare(Layers::ALL, wanted(300).min(10_000), 2, true);
    report("floats", &stack, &t);
    assert_eq!(stack.figures().wrong(), 0);
    assert!(t.unknown * 20 <= t.queries, "{} unknown", t.unknown);
}

#[test]
fn each_layer_alone_agrees() {
    let alone = [
        Layers { cheap: true, ..Layers::NONE },
        Layers { slice: true, smt: true, ..Layers::NONE },
        Layers { cores: true, smt: true, ..Layers::NONE },
        Layers { models: true, smt: true, ..Layers::NONE },
        Layers { tidy: true, smt: true, ..Layers::NONE },
    ];
    for (i, layers) in alone.into_iter().enumerate() {
        let (stack, t) = compare(layers, wanted(1_500) / 5, 3 + i as u64, false);
        report(&format!("{layers:?}"), &stack, &t);
        assert_eq!(stack.figures().wrong(), 0);
    }
}
