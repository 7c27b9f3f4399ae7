//! `crescendo cc`: the user's compiler, with what profiles need.

use anyhow::{Context, Result, bail};
use clap::Args;
use crescendo_project::CacheDir;
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::ExitCode;

/// Be the compiler of a build whose program is to be profiled: make CC="crescendo cc gcc"
///
/// Runs the compiler named first with the same arguments, and flags that make the program note its calls.
///
/// Example: make CC="crescendo cc gcc" && crescendo profile -- ./program input.txt
#[derive(Args)]
pub struct CcArgs {
    /// The compiler and its arguments
    #[arg(value_name = "COMPILER", trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    command: Vec<OsString>,
}

pub fn cc(args: &CcArgs) -> Result<ExitCode> {
    let (compiler, rest) = args.command.split_first().context("no compiler")?;
    if compiler.to_string_lossy().starts_with('-') {
        bail!("name the compiler first: crescendo cc gcc {}", compiler.to_string_lossy());
    }
    let cache = CacheDir::from_env()?.root().with_file_name("profile");
    let error = crescendo_profile::wrapped(compiler, rest, &cache)?.exec();
    Err(error).with_context(|| format!("cannot run {}", compiler.to_string_lossy()))
}
