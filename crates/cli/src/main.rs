//! The `crescendo` command: reads the command line and starts the work. Everything else is in the library crates.

mod exit;
mod fault_report;
mod load;
mod run;
mod style;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Tests C programs by itself.
#[derive(Parser)]
#[command(name = "crescendo", version, about, after_help = "Exit codes: see docs/exit-codes.md")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::RunArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Command::Run(args) => run::run(&args),
    };
    match result {
        Ok(code) => code,
        Err(e) => {
            eprintln!("{} {e:#}", style::error("error:"));
            ExitCode::from(exit::CANNOT_START)
        }
    }
}
