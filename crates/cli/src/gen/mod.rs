//! `crescendo gen`: explores functions and writes what was found.

mod again;
mod assumes;
mod causes;
mod changed;
mod config;
mod count;
mod driver;
mod explore_all;
mod fail_under;
mod function;
mod help;
mod key;
mod list;
mod progress;
mod record;
mod report;
mod store;
mod suite;
mod summary;
mod table;
mod values;
mod watch;

use crate::load::{SourceArgs, load_with_declarations};
use crate::style;
use anyhow::{Context, Result, bail};
use clap::Args;
use config::{Callees, Choice, Config, Settings};
use crescendo_explore::criteria;
use crescendo_explore::strategy::STRATEGIES;
use crescendo_program::{FunctionId, Program};
use crescendo_project::Flavour;
use driver::DriverArgs;
use explore_all::explore_all;
use record::Places;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

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
    /// Time for one function, such as 500ms, 10s, 2m [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    budget: Option<Duration>,
    /// Runs of one function, at most; the same on every machine, unlike time
    #[arg(long, value_name = "N")]
    max_runs: Option<u64>,
    /// Instructions of one run, at most [default: 5000000]
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,
    /// Callees to execute: none, all, or those at most so many calls away; the others are stubs [default: all]
    #[arg(long, value_name = "none|N|all")]
    callees: Option<Callees>,
    /// Do not execute this function: each call gives a fresh result; repeat for more
    #[arg(long, value_name = "NAME")]
    stub: Vec<String>,
    /// Execute this function, whatever else is said; repeat for more
    #[arg(long, value_name = "NAME")]
    keep: Vec<String>,
    /// Like --stub, and it writes fresh values to all it can reach; repeat for more
    #[arg(long, value_name = "NAME")]
    havoc: Vec<String>,
    /// The configuration [default: crescendo.toml beside the compile database or in the current folder]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Show the functions, what would be driven, stubbed and modelled, and explore nothing
    #[arg(long)]
    list: bool,
    /// Print what was found (or, with --list, the functions) as JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Print nothing but errors
    #[arg(long, short, conflicts_with_all = ["json", "list"])]
    quiet: bool,
    /// End with status 118 if less than that is covered or proved impossible, such as branch=90; repeat for more
    #[arg(long, value_name = "CRITERION=PERCENT", value_parser = fail_under::parse, value_delimiter = ',')]
    fail_under: Vec<fail_under::Least>,
    /// Only functions with lines that differ from this git revision
    #[arg(long, value_name = "REV")]
    changed_since: Option<String>,
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
    #[command(flatten)]
    driver: DriverArgs,
    /// Find every path, not only those that lead to something new
    #[arg(long)]
    exhaust: bool,
    /// Further kinds of faults to look for: invalid-shift
    #[arg(long = "check", value_name = "KIND", value_delimiter = ',', value_parser = ["invalid-shift"])]
    checks: Vec<String>,
    /// Frames by which alarms at one place are told apart: the place itself and the calls that lead there
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=16))]
    frames: u32,
    /// Let malloc and its like fail: error paths of running out of memory are covered too
    #[arg(long)]
    allocation_fails: bool,
    /// Evaluate every term along the way and compare it with the concrete value (slow)
    #[arg(long, hide = true)]
    paranoid: bool,
    /// Explore everything again, also what is known from an earlier run and has not changed
    #[arg(long)]
    fresh: bool,
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

/// `crescendo list`
pub fn list(args: GenArgs) -> Result<ExitCode> {
    generate(&GenArgs { list: true, ..args })
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
    let config = Config::load(args.config.as_deref(), args.sources.database.as_deref())?;
    let mut loaded = load_with_declarations(&args.sources, Flavour::Named, &config.files)?;
    loaded.program.add_stubs();
    loaded.program.add_registers();
    for (from, to) in Settings::user_stubs(&loaded.program)? {
        loaded.program.redirect_calls(from, to);
    }
    let choice = Choice {
        budget: args.budget,
        max_runs: args.max_runs,
        max_steps: args.max_steps,
        callees: args.callees,
        stub: args.stub.clone(),
        keep: args.keep.clone(),
        havoc: args.havoc.clone(),
        setup: args.driver.setup(),
    };
    let settings = Settings::new(&loaded.program, &config, &choice)?;
    let mut functions = choose(&loaded.program, &args.functions)?;
    if let Some(revision) = &args.changed_since {
        functions = changed::changed(&loaded.program, functions, revision)?;
        if functions.is_empty() {
            println!("no function has changed since {revision}");
            return Ok(ExitCode::SUCCESS);
        }
    }
    if args.list {
        list::show(&loaded.program, &settings, &functions, args.json)?;
        return Ok(ExitCode::SUCCESS);
    }
    std::fs::create_dir_all(&args.output)
        .with_context(|| format!("cannot make the output folder {}", args.output.display()))?;
    let start = Instant::now();
    let places = Places::new(&loaded.program);
    let explored = explore_all(args, &loaded, &places, &settings, &functions)?;
    let report = report::write(args, &loaded, &places, explored, start)?;
    let page = crate::report_files::write(&args.output)?;
    if args.json {
        print!("{}", std::fs::read_to_string(&report.path)?);
    } else if !args.quiet {
        print!("{}", table::render(&report));
        if let Some(replay) = &report.replay {
            crate::suite_files::tell(replay);
        }
        let f = &report.figures;
        if f.tests > 0 {
            let (each, lines) = (f.tests_per_function, f.lines_per_test);
            println!(
                "suite: {} tests of {} functions: {each:.1} a function, {lines:.1} lines a test",
                f.tests, f.functions
            );
        }
        if let Some((n, why)) = &report.left_out {
            println!("{n} of the tests found are not among them, most because: {why} (suite.json has all)");
        }
        println!("{}", report.path.display());
        println!("{}", page.display());
    }
    if report.tool_bugs > 0 {
        eprintln!("{} {} tool bugs are listed in {}", style::error("error:"), report.tool_bugs, report.path.display());
        return Ok(ExitCode::from(crate::exit::TOOL_BUG));
    }
    if loaded.failures > 0 {
        return Ok(ExitCode::from(crate::exit::PARTIAL));
    }
    let below = fail_under::below(&report.totals, &args.fail_under);
    for b in &below {
        eprintln!("{} {b}", style::error("error:"));
    }
    Ok(if below.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(crate::exit::BELOW) })
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
            let hint = config::hint(name, defined().map(|(_, f)| f.name.as_str()));
            let why = if declared { "it is declared, but has no body in these files" } else { "there is none" };
            bail!("function {name}: {why}{hint}");
        }
    }
    let wanted = |name: &String| if names.is_empty() { !config::is_users(name) } else { names.contains(name) };
    let chosen: Vec<FunctionId> = defined().filter(|(_, f)| wanted(&f.name)).map(|(id, _)| id).collect();
    if chosen.is_empty() {
        bail!("these files define no function");
    }
    Ok(chosen)
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
