//! The `crescendo` command: reads the command line and starts the work. Everything else is in the library crates.

mod alarm_list;
mod check;
mod console;
mod coverage;
mod excerpt;
mod exit;
mod explain;
mod explore;
mod fail_under;
mod fault_report;
mod function_list;
mod generate;
mod inspect;
mod interrupt;
mod load;
mod options;
mod profile;
mod remote;
mod run;
mod serve;
mod shell;
mod style;
mod suite_commands;
mod table;
mod trace;
mod worker;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// The workers free most of what they take for a function, in pieces of all sizes: the system's allocator kept half of it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Tests C programs by itself.
#[derive(Parser)]
#[command(name = "crescendo", version, about, after_help = "Exit codes: see docs/exit-codes.md")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Gen(Box<generate::GenArgs>),
    Check(Box<check::CheckArgs>),
    /// List the functions: what would be driven, stubbed and modelled
    ///
    /// Takes the options of `gen` and explores nothing. Example: crescendo list -p build/ --json
    List(Box<generate::GenArgs>),
    Replay(suite_commands::ReplayArgs),
    Export(suite_commands::ExportArgs),
    Report(suite_commands::ReportArgs),
    Explain(explain::ExplainArgs),
    Explore(Box<explore::ExploreArgs>),
    Run(run::RunArgs),
    Profile(profile::ProfileArgs),
    Serve(serve::ServeArgs),
    Worker(worker::WorkerArgs),
    Submit(remote::SubmitArgs),
    Status(remote::StatusArgs),
    Download(remote::DownloadArgs),
    Cc(profile::cc::CcArgs),
    Completions(shell::CompletionsArgs),
    Man(shell::ManArgs),
    #[command(hide = true)]
    RunCampaign(serve::ChildArgs),
    #[command(hide = true)]
    RunJobs(worker::JobsArgs),
    #[command(hide = true)]
    Inspect(inspect::InspectArgs),
    #[command(hide = true)]
    Trace(trace::TraceArgs),
}

/// Who reads our output may have seen enough of it (`crescendo gen ... | head`): that is no failure of ours.
fn end_quietly_without_reader() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let said = panic.payload().downcast_ref::<String>();
        if said.is_some_and(|s| s.starts_with("failed printing to stdout") && s.contains("Broken pipe")) {
            std::process::exit(0);
        }
        usual(panic);
    }));
}

fn main() -> ExitCode {
    end_quietly_without_reader();
    let cli = Cli::parse();
    let result = match cli.command {
        Command::Gen(args) => generate::generate(&args),
        Command::Check(args) => check::check(&args),
        Command::List(args) => generate::list(*args),
        Command::Replay(args) => suite_commands::replay_command(&args),
        Command::Export(args) => suite_commands::export_command(&args),
        Command::Explain(args) => explain::explain(&args),
        Command::Explore(args) => explore::explore_command(&args),
        Command::Report(args) => suite_commands::report_command(&args),
        Command::Run(args) => run::run(&args),
        Command::Serve(args) => serve::serve_command(&args),
        Command::Submit(args) => remote::submit(&args),
        Command::Status(args) => remote::status(&args),
        Command::Download(args) => remote::download(&args),
        Command::Worker(args) => worker::worker_command(&args),
        Command::RunJobs(_) => worker::jobs_command(),
        Command::RunCampaign(_) => serve::child_command(),
        Command::Profile(args) => profile::profile(&args),
        Command::Cc(args) => profile::cc::cc(&args),
        Command::Completions(args) => shell::completions(&args),
        Command::Man(args) => shell::manual(&args),
        Command::Inspect(args) => inspect::inspect(&args),
        Command::Trace(args) => trace::trace(&args),
    };
    match result {
        Ok(code) => code,
        Err(e) => {
            eprintln!("{} {}", style::error("error:"), style::message(&format!("{e:#}")));
            ExitCode::from(exit::CANNOT_START)
        }
    }
}
