//! Completions for shells, and manual pages: both are made from the command line's own description.

use crate::Cli;
use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use std::path::PathBuf;
use std::process::ExitCode;

/// Print completions for a shell
///
/// Example: crescendo completions bash > /etc/bash_completion.d/crescendo
#[derive(Args)]
pub struct CompletionsArgs {
    /// bash, zsh, fish, elvish or powershell
    shell: clap_complete::Shell,
}

/// Write the manual pages
///
/// Example: crescendo man -o man1, then man -l man1/crescendo.1
#[derive(Args)]
pub struct ManArgs {
    /// Where the pages go
    #[arg(short, long, value_name = "DIR", default_value = "man1")]
    output: PathBuf,
}

pub fn completions(args: &CompletionsArgs) -> Result<ExitCode> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "crescendo", &mut text);
    print!("{}", String::from_utf8_lossy(&text));
    Ok(ExitCode::SUCCESS)
}

pub fn manual(args: &ManArgs) -> Result<ExitCode> {
    std::fs::create_dir_all(&args.output).with_context(|| format!("cannot make {}", args.output.display()))?;
    clap_mangen::generate_to(Cli::command(), &args.output)
        .with_context(|| format!("cannot write to {}", args.output.display()))?;
    println!("{}", args.output.join("crescendo.1").display());
    Ok(ExitCode::SUCCESS)
}
