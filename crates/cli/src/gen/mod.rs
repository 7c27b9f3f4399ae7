//! `crescendo gen`: explores functions and writes what was found.

mod again;
mod alarms;
mod alone;
mod assumes;
mod causes;
mod changed;
mod config;
mod count;
mod driver;
mod explore_all;
mod fail_under;
mod failing;
mod function;
mod help;
mod key;
mod list;
mod needs;
mod options;
mod progress;
mod record;
mod report;
mod store;
mod suite;
mod summary;
mod table;
mod values;
mod watch;

pub use alarms::explore_command;
pub use options::{ExploreArgs, Switch};
pub use report::{Alarmed, Report};
pub use summary::CheckTally;

use crate::excerpt;
use crate::load::{Loaded, load_with_declarations};
use crate::style;
use anyhow::{Context, Result, bail};
use clap::Args;
use config::{Choice, Config, Settings};
use crescendo_explore::criteria;
use crescendo_explore::flow::Calls;
use crescendo_explore::strategy::STRATEGIES;
use crescendo_profile::Profile;
use crescendo_program::{FunctionId, Program};
use crescendo_project::Flavour;
use crescendo_unit::Facts;
use explore_all::explore_all;
pub use explore_all::whole_key;
use record::Places;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Explore functions: inputs that cover them, what no input covers, and where they fail
///
/// Example: crescendo gen parser.c --function parse --budget 5s -- -Iinclude
#[derive(Args)]
pub struct GenArgs {
    #[command(flatten)]
    explore: ExploreArgs,
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
    /// List the strategies
    #[arg(long)]
    strategies: bool,
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
    let explore = &args.explore;
    let prepared = prepare(explore)?;
    let ground = prepared.ground()?;
    let functions = prepared.functions(explore)?;
    if functions.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    if args.list {
        list::show(&prepared.loaded.program, &ground.settings, &functions, args.json)?;
        return Ok(ExitCode::SUCCESS);
    }
    let report = explore_and_write(explore, &ground, &functions, Alarmed::No)?;
    let page = crate::report_files::write(&explore.output, &report.suite)?;
    if args.json {
        std::io::copy(&mut std::fs::File::open(&report.path)?, &mut std::io::stdout())?;
    } else if !args.quiet {
        print!("{}", table::render(&report));
        if let Some(replay) = &report.suite.replay {
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
    if prepared.loaded.failures > 0 {
        return Ok(ExitCode::from(crate::exit::PARTIAL));
    }
    let below = fail_under::below(&report.totals, &args.fail_under);
    for b in &below {
        eprintln!("{} {b}", style::error("error:"));
    }
    Ok(if below.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(crate::exit::BELOW) })
}

/// The program and what the user says about it.
pub struct Prepared {
    pub loaded: Loaded,
    config: Config,
    choice: Choice,
    ranges: bool,
    ranges_by_default: bool,
}

/// Reads the sources and the configuration; nothing is explored yet.
pub fn prepare(args: &ExploreArgs) -> Result<Prepared> {
    if !STRATEGIES.iter().any(|s| s.name == args.strategy) {
        let names: Vec<&str> = STRATEGIES.iter().map(|s| s.name).collect();
        bail!("{}", unknown("strategy", &args.strategy, &names));
    }
    if args.criterion != "all" && criteria::find(&args.criterion).is_none() {
        bail!("{}", unknown("criterion", &args.criterion, &["statement", "branch", "mcdc", "boundary", "all"]));
    }
    let config = Config::load(args.config.as_deref(), args.sources.database.as_deref())?;
    let mut loaded = load_with_declarations(&args.sources, Flavour::Named, &config.files)?;
    loaded.program.add_stubs();
    let bounds = args.driver.setup().bounds;
    loaded.program.open_declared(bounds.elements, bounds.bytes);
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
        profile: read_profile(args)?,
        relevance: args.relevance,
    };
    let ranges = args.ranges == Some(Switch::On);
    Ok(Prepared { loaded, config, choice, ranges, ranges_by_default: args.ranges_by_default })
}

/// A name of something that does not exist, and those that do.
pub fn unknown(what: &str, name: &str, all: &[&str]) -> String {
    let hint = config::hint(name, all.iter().copied());
    format!("there is no {what} {name}{hint}{}", excerpt::help(&format!("there are {}", all.join(", "))))
}

/// The profile in the output folder, where `crescendo profile` leaves it.
fn read_profile(args: &ExploreArgs) -> Result<Option<Profile>> {
    if !(0.0..=1.0).contains(&args.relevance) {
        bail!("--relevance {}: a dependency lies between 0 and 1", args.relevance);
    }
    let path = args.output.join("profile.json");
    Ok(if path.is_file() { Some(Profile::read(&path)?) } else { None })
}

/// What is known of the whole program before any function is explored.
pub struct Ground<'a> {
    pub loaded: &'a Loaded,
    pub settings: Settings<'a>,
    pub facts: Facts,
    pub calls: Calls<'a>,
    pub profile: Option<&'a Profile>,
}

impl Prepared {
    pub fn ground(&self) -> Result<Ground<'_>> {
        let program = &self.loaded.program;
        let mut settings = Settings::new(program, &self.config, &self.choice)?;
        let (facts, calls) = (Facts::new(program), Calls::new(program));
        if self.ranges {
            match crescendo_alarms::ranges::of_program(program, &facts, self.loaded.failures == 0) {
                Ok(ranges) => settings.set_ranges(ranges),
                Err(_) if self.ranges_by_default => {}
                Err(why) => eprintln!("{} --ranges: nothing is known, because {why}", style::warning("warning:")),
            }
        }
        Ok(Ground { loaded: &self.loaded, settings, facts, calls, profile: self.choice.profile.as_ref() })
    }

    /// The functions to explore; none if none has changed, which is said.
    pub fn functions(&self, args: &ExploreArgs) -> Result<Vec<FunctionId>> {
        let functions = choose(&self.loaded.program, &args.functions)?;
        let Some(revision) = &args.changed_since else { return Ok(functions) };
        let functions = changed::changed(&self.loaded.program, functions, revision)?;
        if functions.is_empty() {
            println!("no function has changed since {revision}");
        }
        Ok(functions)
    }
}

/// Explores the functions, and writes the summary, the suite and its tests into the output folder.
pub fn explore_and_write(
    args: &ExploreArgs,
    ground: &Ground,
    functions: &[FunctionId],
    alarmed: Alarmed,
) -> Result<Report> {
    std::fs::create_dir_all(&args.output)
        .with_context(|| format!("cannot make the output folder {}", args.output.display()))?;
    let start = Instant::now();
    let places = Places::new(&ground.loaded.program);
    let explored = explore_all(args, ground, &places, functions)?;
    report::write(args, ground.loaded, &places, explored, start, alarmed)
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
pub fn catch_interrupt() -> &'static AtomicBool {
    static FLAG: AtomicBool = AtomicBool::new(false);
    extern "C" fn handler(_: libc::c_int) {
        if !FLAG.swap(true, Ordering::Relaxed) {
            return;
        }
        unsafe { libc::_exit(130) };
    }
    unsafe { libc::signal(libc::SIGINT, handler as *const () as libc::sighandler_t) };
    &FLAG
}
