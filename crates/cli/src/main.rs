//! The `crescendo` command: reads the command line and starts the work. Everything else is in the library crates.

mod alarm_files;
mod check;
mod coverage;
mod excerpt;
mod exit;
mod explain;
mod fault_report;
mod r#gen;
mod inspect;
mod load;
mod profile;
mod report_files;
mod run;
mod shell;
mod style;
mod suite_files;
mod summary_file;
mod trace;

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
    Gen(Box<r#gen::GenArgs>),
    Check(Box<check::CheckArgs>),
    /// List the functions: what would be driven, stubbed and modelled
    ///
    /// Takes the options of `gen` and explores nothing. Example: crescendo list -p build/ --json
    List(Box<r#gen::GenArgs>),
    Replay(suite_files::ReplayArgs),
    Export(suite_files::ExportArgs),
    Report(report_files::ReportArgs),
    Explain(explain::ExplainArgs),
    Run(run::RunArgs),
    Profile(profile::ProfileArgs),
    Cc(profile::cc::CcArgs),
    Completions(shell::CompletionsArgs),
    Man(shell::ManArgs),
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
        Command::Gen(args) => r#gen::generate(&args),
        Command::Check(args) => check::check(*args),
        Command::List(args) => r#gen::list(*args),
        Command::Replay(args) => suite_files::replay_command(&args),
        Command::Export(args) => suite_files::export_command(&args),
        Command::Explain(args) => explain::explain(&args),
        Command::Report(args) => report_files::report_command(&args),
        Command::Run(args) => run::run(&args),
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
            eprintln!("{} {e:#}", style::error("error:"));
            ExitCode::from(exit::CANNOT_START)
        }
    }
}
