//! `crescendo gen`: explores functions and writes what was found.

mod count;
mod function;
mod progress;
mod suite;
mod summary;
mod table;
mod values;

use crate::load::{Loaded, SourceArgs, load_with_declarations};
use crate::style;
use anyhow::{Context, Result, bail};
use clap::Args;
use crescendo_explore::criteria;
use crescendo_explore::strategy::STRATEGIES;
use crescendo_program::{FunctionId, Program};
use crescendo_project::Flavour;
use crescendo_unit::Facts;
use crescendo_vm::HOST_STACK;
use function::{Explored, Job, explore_function};
use progress::Board;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use summary::Summary;

/// Explore functions: inputs that cover them, what no input covers, and where they fail
///
/// Example: crescendo gen parser.c --function parse --budget 5s -- -Iinclude
#[derive(Args)]
pub struct GenArgs {
    #[command(flatten)]
    sources: SourceArgs,
    /// Only this function; repeat for more
    #[arg(long = "function", short = 'f', value_name = "NAME")]
    functions: Vec<String>,
    /// How to choose what to try next: see --strategies
    #[arg(long, value_name = "NAME", default_value = "adaptive")]
    strategy: String,
    /// What to aim at: statement, branch, mcdc, boundary, or all
    #[arg(long, value_name = "NAME", default_value = "all")]
    criterion: String,
    /// Time for one function, such as 500ms, 10s, 2m
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    budget: Duration,
    /// Runs of one function, at most; the same on every machine, unlike time
    #[arg(long, value_name = "N")]
    max_runs: Option<u64>,
    /// Instructions of one run, at most
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    max_steps: u64,
    /// Seed of everything that is left to chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Output folder
    #[arg(short, long, value_name = "DIR", default_value = "crescendo-out")]
    output: PathBuf,
    /// Do not run the tests natively: nothing then tells whether they hold
    #[arg(long)]
    no_replay: bool,
    /// Keep tests that add nothing to the coverage of the others
    #[arg(long)]
    keep_all: bool,
    /// Find every path, not only those that lead to something new
    #[arg(long)]
    exhaust: bool,
    /// Let malloc and its like fail: error paths of running out of memory are covered too
    #[arg(long)]
    allocation_fails: bool,
    /// Evaluate every term along the way and compare it with the concrete value (slow)
    #[arg(long, hide = true)]
    paranoid: bool,
    /// Layers of solving to leave out, for comparisons
    #[arg(long, value_name = "LAYER", hide = true)]
    without: Vec<String>,
    /// List the strategies
    #[arg(long)]
    strategies: bool,
}

/// `10s`, `500ms`, `2m`, `1.5h`, or plain seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..split].parse().map_err(|_| format!("{text} is no time: 500ms, 10s and 2m are"))?;
    let unit = match text[split..].trim() {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        other => return Err(format!("{other} is no unit of time: ms, s, m and h are")),
    };
    Duration::try_from_secs_f64(number * unit).map_err(|e| e.to_string())
}

pub fn generate(args: &GenArgs) -> Result<ExitCode> {
    if args.strategies {
        for s in STRATEGIES {
            println!("{:<16} {}", s.name, s.help);
        }
        return Ok(ExitCode::SUCCESS);
    }
    if !STRATEGIES.iter().any(|s| s.name == args.strategy) {
        let names: Vec<&str> = STRATEGIES.iter().map(|s| s.name).collect();
        bail!("there is no strategy {}; there are {}", args.strategy, names.join(", "));
    }
    if args.criterion != "all" && criteria::find(&args.criterion).is_none() {
        bail!("there is no criterion {}; there are statement, branch, mcdc, boundary, all", args.criterion);
    }
    let mut loaded = load_with_declarations(&args.sources, Flavour::Named)?;
    loaded.program.add_stubs();
    let functions = choose(&loaded.program, &args.functions)?;
    std::fs::create_dir_all(&args.output)
        .with_context(|| format!("cannot make the output folder {}", args.output.display()))?;
    let start = Instant::now();
    let mut explored = explore_all(args, &loaded, &functions)?;
    let part = |e: &mut Explored| (e.id, e.own(), std::mem::take(&mut e.suite));
    let parts = explored.iter_mut().map(part).collect();
    let summaries = count::summaries(&loaded.program, explored);
    let mut summary = Summary::new(summaries, loaded.failures, start.elapsed());
    let replay = suite::write(args, &loaded, parts)?;
    summary.replay = replay.as_ref().map(summary::ReplaySummary::of);
    let path = args.output.join("summary.json");
    let text = serde_json::to_string_pretty(&summary)?;
    // Written aside and moved into place: a reader never sees half of it.
    let aside = args.output.join("summary.json.new");
    std::fs::write(&aside, text + "\n").with_context(|| format!("cannot write {}", aside.display()))?;
    std::fs::rename(&aside, &path).with_context(|| format!("cannot write {}", path.display()))?;
    print!("{}", table::render(&summary));
    if let Some(replay) = &replay {
        crate::suite_files::tell(replay);
    }
    let page = crate::report_files::write(&args.output)?;
    println!("{}", path.display());
    println!("{}", page.display());
    if summary.tool_bugs > 0 {
        eprintln!("{} {} tool bugs are listed in {}", style::error("error:"), summary.tool_bugs, path.display());
        return Ok(ExitCode::from(crate::exit::TOOL_BUG));
    }
    if loaded.failures > 0 {
        return Ok(ExitCode::from(crate::exit::PARTIAL));
    }
    Ok(ExitCode::SUCCESS)
}

/// The functions to explore, in the order of the sources.
fn choose(program: &Program, names: &[String]) -> Result<Vec<FunctionId>> {
    let defined = || {
        let all = program.functions.iter().enumerate();
        all.filter(|(_, f)| f.body.is_some()).map(|(i, f)| (FunctionId(i as u32), f))
    };
    for name in names {
        if !defined().any(|(_, f)| f.name == *name) {
            let declared = program.functions.iter().any(|f| f.name == *name);
            let why = if declared { "it is declared, but has no body in these files" } else { "there is none" };
            bail!("function {name}: {why}");
        }
    }
    let chosen: Vec<FunctionId> =
        defined().filter(|(_, f)| names.is_empty() || names.contains(&f.name)).map(|(id, _)| id).collect();
    if chosen.is_empty() {
        bail!("these files define no function");
    }
    Ok(chosen)
}

fn explore_all(args: &GenArgs, loaded: &Loaded, functions: &[FunctionId]) -> Result<Vec<Explored>> {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let workers = (if args.sources.jobs == 0 { cores } else { args.sources.jobs }).min(functions.len()).max(1);
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<Explored>>> = Mutex::new(functions.iter().map(|_| None).collect());
    let board = Board::new(functions.len());
    let interrupt = Arc::new(AtomicBool::new(false));
    catch_interrupt(&interrupt);
    let facts = Facts::new(&loaded.program);
    let job = Job {
        program: &loaded.program,
        facts: &facts,
        chosen: functions,
        strategy: &args.strategy,
        criterion: &args.criterion,
        budget: args.budget,
        runs: args.max_runs,
        steps: args.max_steps,
        seed: args.seed,
        exhaust: args.exhaust,
        keep_all: args.keep_all,
        allocation_fails: args.allocation_fails,
        paranoid: args.paranoid,
        without: &args.without,
        interrupt: &interrupt,
        board: &board,
    };
    std::thread::scope(|scope| -> Result<()> {
        for _ in 0..workers {
            let work = || {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&f) = functions.get(i) else { return };
                    let summary = explore_function(&job, f);
                    results.lock().expect("no worker panics with it").as_mut_slice()[i] = Some(summary);
                }
            };
            std::thread::Builder::new().stack_size(HOST_STACK).spawn_scoped(scope, work)?;
        }
        Ok(())
    })?;
    board.clear();
    let results = results.into_inner().expect("no worker panics with it");
    Ok(results.into_iter().flatten().collect())
}

/// Ctrl-C ends the exploration; what was found is still written. A second one ends the tool.
fn catch_interrupt(flag: &Arc<AtomicBool>) {
    use std::sync::OnceLock;
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let _ = FLAG.set(flag.clone());
    extern "C" fn handler(_: libc::c_int) {
        if let Some(flag) = FLAG.get()
            && !flag.swap(true, Ordering::Relaxed)
        {
            return;
        }
        unsafe { libc::_exit(130) };
    }
    unsafe { libc::signal(libc::SIGINT, handler as *const () as libc::sighandler_t) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
        assert!(duration("soon").is_err() && duration("3 weeks").is_err() && duration("-1s").is_err());
    }
}
