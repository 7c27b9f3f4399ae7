//! `crescendo profile`: which functions call which when the project's own tests run.

pub mod cc;
mod show;

use anyhow::{Context, Result, bail};
use clap::Args;
use crescendo_profile::{Profile, Variations, collect, run_variations};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

/// Record which functions call which while a command runs, and show what follows from it
///
/// The program must be built with `crescendo cc` as its compiler:
///   make CC="crescendo cc gcc"
///   crescendo profile -- make check
/// Every process counts as one run. Runs add up in the profile; --fresh starts a new one.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub struct ProfileArgs {
    /// Where the profile is kept
    #[arg(short, long, value_name = "FILE", default_value = "crescendo-out/profile.json")]
    output: PathBuf,
    /// Forget earlier runs
    #[arg(long)]
    fresh: bool,
    /// Also run the command on N variations of the seeds; `@@` in the command is the file, else it is standard input
    #[arg(long, value_name = "N", requires = "seeds")]
    fuzz: Option<u32>,
    /// Inputs to vary: files, or folders of them
    #[arg(long, value_name = "FILE")]
    seeds: Vec<PathBuf>,
    /// Seed of the variations
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Seconds one varied run may take
    #[arg(long, value_name = "S", default_value_t = 2)]
    timeout: u64,
    /// Show how much this function depends on others, its extended unit and its calling contexts
    #[arg(long, value_name = "FUNCTION")]
    show: Option<String>,
    /// Dependency from which on a function belongs to the extended unit
    #[arg(long, value_name = "P", default_value_t = 0.7)]
    threshold: f64,
    /// Print the profile's figures as JSON
    #[arg(long)]
    json: bool,
    /// The command to run
    #[arg(last = true, value_name = "CMD")]
    command: Vec<OsString>,
}

pub fn profile(args: &ProfileArgs) -> Result<ExitCode> {
    if !(0.0..=1.0).contains(&args.threshold) {
        bail!("--threshold {}: a dependency lies between 0 and 1", args.threshold);
    }
    let old = args.output.exists() && !args.fresh;
    let mut profile = if old { Profile::read(&args.output)? } else { Profile::new() };
    let mut status = ExitCode::SUCCESS;
    if !args.command.is_empty() {
        let folder = std::env::temp_dir().join(format!("crescendo-profile-{}", std::process::id()));
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let recorded = record(args, &folder);
        let _ = std::fs::remove_dir_all(&folder);
        let (new, code) = recorded?;
        status = code;
        profile.merge(&new);
        save(&profile, &args.output)?;
    } else if !old {
        bail!("there is no profile {} yet; make one with: crescendo profile -- COMMAND", args.output.display());
    }
    match &args.show {
        Some(f) => show::function(&profile, f, args.threshold, args.json)?,
        None => show::overview(&profile, &args.output, args.json),
    }
    Ok(status)
}

/// Runs the command, then its variations; gives the runs and the command's own status.
fn record(args: &ProfileArgs, folder: &Path) -> Result<(Profile, ExitCode)> {
    let shown: Vec<String> = args.command.iter().map(|a| a.to_string_lossy().into_owned()).collect();
    let mut profile = Profile::new();
    let mut code = ExitCode::SUCCESS;
    match args.fuzz {
        None => {
            let (program, rest) = args.command.split_first().context("no command")?;
            let mut command = Command::new(program);
            let status = command.args(rest).env("CRESCENDO_PROFILE_DIR", folder).status();
            let status = status.with_context(|| format!("cannot run {}", program.to_string_lossy()))?;
            if !status.success() {
                eprintln!(
                    "{} the command ended with {status}; its calls count all the same",
                    crate::style::warning("warning:")
                );
                code = ExitCode::from(status.code().unwrap_or(1) as u8);
            }
            profile.merge(&collect(folder, &shown.join(" "))?);
        }
        Some(count) => {
            let timeout = Duration::from_secs(args.timeout.max(1));
            let variations = Variations { command: &args.command, seeds: &args.seeds, count, seed: args.seed, timeout };
            run_variations(&variations, folder, &mut profile)?
        }
    }
    if profile.runs.is_empty() {
        bail!(
            "no process left a profile. Was the program built with `crescendo cc`? For example:\n  \
             make clean && make CC=\"crescendo cc gcc\"\n  crescendo profile -- make check"
        );
    }
    Ok((profile, code))
}

fn save(profile: &Profile, path: &Path) -> Result<()> {
    if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    // Written aside and moved into place: a reader never sees half of it.
    let aside = path.with_extension("json.new");
    std::fs::write(&aside, serde_json::to_string(profile)? + "\n")
        .and_then(|()| std::fs::rename(&aside, path))
        .with_context(|| format!("cannot write {}", path.display()))
}
