//! `crescendo cc`: the user's compiler, with what profiles need.

use anyhow::{Context, Result, bail};
use clap::Args;
use crescendo_profile::{RUNTIME, compile_flags};
use crescendo_project::CacheDir;
use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

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
    let mut command = Command::new(compiler);
    command.args(rest);
    if works(rest) {
        command.args(compile_flags());
        if links(rest) {
            command.arg(runtime(compiler)?).arg("-lpthread");
        }
    }
    let error = command.exec();
    Err(error).with_context(|| format!("cannot run {}", compiler.to_string_lossy()))
}

/// Whether there is anything to compile or link: questions such as `--version` are passed on as they are.
fn works(args: &[OsString]) -> bool {
    args.iter().any(|a| is_input(a))
}

fn is_input(a: &OsStr) -> bool {
    let path = Path::new(a);
    let known = ["c", "i", "s", "S", "o", "a", "so", "cc", "cpp", "cxx", "C"];
    !a.to_string_lossy().starts_with('-') && path.extension().is_some_and(|e| known.iter().any(|k| e == *k))
}

fn links(args: &[OsString]) -> bool {
    let stops = ["-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-r"];
    !args.iter().any(|a| stops.iter().any(|s| a == s))
}

/// The object that notes the calls, built once for this compiler.
fn runtime(compiler: &OsStr) -> Result<PathBuf> {
    let folder = CacheDir::from_env()?.root().with_file_name("profile");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let name = Path::new(compiler).file_name().unwrap_or(compiler).to_string_lossy().into_owned();
    let key = RUNTIME.bytes().fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ b as u64).wrapping_mul(0x100_0000_01b3));
    let object = folder.join(format!("{name}-{key:016x}.o"));
    if object.exists() {
        return Ok(object);
    }
    let own = std::process::id();
    let (source, aside) = (folder.join(format!("{own}.c")), folder.join(format!("{own}.o")));
    std::fs::write(&source, RUNTIME).with_context(|| format!("cannot write {}", source.display()))?;
    let status = Command::new(compiler).args(["-c", "-O2", "-fPIC", "-w"]).arg(&source).arg("-o").arg(&aside).status();
    let _ = std::fs::remove_file(&source);
    let status = status.with_context(|| format!("cannot run {}", compiler.to_string_lossy()))?;
    if !status.success() {
        bail!("{} cannot compile the profile's runtime", compiler.to_string_lossy());
    }
    std::fs::rename(&aside, &object).with_context(|| format!("cannot write {}", object.display()))?;
    Ok(object)
}
