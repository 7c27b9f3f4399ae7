//! `crescendo gen`: explores functions and writes what was found. `crescendo list` says what would be explored.

use crate::console::Console;
use crate::fail_under::{self, Least};
use crate::options::ExploreArgs;
use crate::{exit, function_list, interrupt, style, suite_commands, table};
use anyhow::Result;
use clap::Args;
use crescendo_campaign::{Campaign, Outcome, Request};
use crescendo_explore::strategy::STRATEGIES;
use std::process::ExitCode;

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
    fail_under: Vec<Least>,
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
    let (request, verbose) = (args.explore.request()?, args.explore.sources.verbose);
    if args.list {
        return list_functions(request, verbose, args.json);
    }
    let Some(outcome) = run(request, verbose)? else { return Ok(ExitCode::SUCCESS) };
    if args.json {
        std::io::copy(&mut std::fs::File::open(&outcome.summary)?, &mut std::io::stdout())?;
    } else if !args.quiet {
        show(&outcome);
    }
    Ok(ExitCode::from(status(&outcome, &args.fail_under)))
}

fn list_functions(request: Request, verbose: bool, json: bool) -> Result<ExitCode> {
    let revision = request.changed_since.clone();
    let mut console = Console::new(verbose);
    let functions = Campaign::open(request)?.list(&mut |e| console.take(e))?;
    console.tell_rest();
    match (functions.is_empty(), revision) {
        (true, Some(revision)) => nothing_changed(&revision),
        _ => function_list::show(&functions, json)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn nothing_changed(revision: &str) {
    println!("no function has changed since {revision}");
}

/// Runs a campaign on the terminal; `None`: there was nothing to do, which is said.
pub fn run(request: Request, verbose: bool) -> Result<Option<Outcome>> {
    let revision = request.changed_since.clone();
    let mut console = Console::new(verbose);
    let outcome = Campaign::open(request)?.run(&mut |e| console.take(e), &interrupt::cancel_token())?;
    if let (None, Some(revision)) = (&outcome, revision) {
        nothing_changed(&revision);
    }
    Ok(outcome)
}

fn show(outcome: &Outcome) {
    let closing = &outcome.closing;
    print!("{}", table::render(&outcome.rows, closing));
    if let Some(replay) = &closing.replay {
        suite_commands::tell(replay);
    }
    let f = &closing.figures;
    if f.tests > 0 {
        let (each, lines) = (f.tests_per_function, f.lines_per_test);
        println!(
            "suite: {} tests of {} functions: {each:.1} a function, {lines:.1} lines a test",
            f.tests, f.functions
        );
    }
    if let Some(left) = &closing.left_out {
        println!(
            "{} of the tests found are not among them, most because: {} (suite.json has all)",
            left.tests, left.most
        );
    }
    println!("{}", outcome.summary.display());
    println!("{}", outcome.report.display());
}

fn status(outcome: &Outcome, fail_under: &[Least]) -> u8 {
    let closing = &outcome.closing;
    if closing.tool_bugs > 0 {
        let (bugs, path) = (closing.tool_bugs, outcome.summary.display());
        eprintln!("{} {bugs} tool bugs are listed in {path}", style::error("error:"));
        return exit::TOOL_BUG;
    }
    if closing.files_failed > 0 {
        return exit::PARTIAL;
    }
    let below = fail_under::below(&closing.totals, fail_under);
    for b in &below {
        eprintln!("{} {b}", style::error("error:"));
    }
    match closing.replay.as_ref().map_or(0, |r| r.not_built) {
        _ if !below.is_empty() => exit::BELOW,
        0 => 0,
        n => {
            let tests = if n == 1 { "test that was found does" } else { "tests that were found do" };
            let folder = outcome.summary.with_file_name("suite.json");
            let told = format!("{n} {tests} not build: {} says which and why", folder.display());
            eprintln!("{} {told}", style::error("error:"));
            exit::NOT_BUILT
        }
    }
}
