//! `suite.json` and what is made of it: replay, export.

use crate::style;
use anyhow::{Context, Result, bail};
use clap::Args;
use crescendo_project::Clang;
use crescendo_suite::export::{self, Folder};
use crescendo_suite::{Suite, model};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Run a suite's tests natively, and compare with what the machine said
///
/// Builds the tests of DIR/suite.json with clang and its sanitizers. Tests that end otherwise than expected are moved to
/// the list of disagreements, and the tests are written anew.
///
/// Example: crescendo replay crescendo-out --json
#[derive(Args)]
pub struct ReplayArgs {
    /// The output folder of `crescendo gen`
    #[arg(value_name = "DIR", default_value = "crescendo-out")]
    folder: PathBuf,
    /// Programs to build and run at once [default: one per core]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    jobs: usize,
    /// Print what came of it as JSON: the figures as suite.json has them, and the tests that disagree
    #[arg(long)]
    json: bool,
}

/// Write a suite in the format of a test framework
///
/// Example: crescendo export crescendo-out --format c -o tests
#[derive(Args)]
pub struct ExportArgs {
    /// The output folder of `crescendo gen`
    #[arg(value_name = "DIR", default_value = "crescendo-out")]
    folder: PathBuf,
    /// The format: see --formats
    #[arg(long, value_name = "NAME", default_value = "c")]
    format: String,
    /// Where the files go
    #[arg(short, long, value_name = "OUT", required_unless_present = "formats")]
    output: Option<PathBuf>,
    /// List the formats
    #[arg(long)]
    formats: bool,
    /// Print what was written, or the formats, as JSON
    #[arg(long)]
    json: bool,
}

pub fn read(folder: &Path) -> Result<Suite> {
    let path = folder.join("suite.json");
    let file = std::fs::File::open(&path);
    let file = file.with_context(|| format!("cannot read {}; `crescendo gen` writes it", path.display()))?;
    // Not by way of a text: the suite of a large program is large.
    let suite: Suite = serde_json::from_reader(std::io::BufReader::with_capacity(1 << 16, file))
        .with_context(|| format!("{} is no suite of this tool", path.display()))?;
    if suite.version != model::VERSION {
        bail!("{} has version {}, this tool reads version {}", path.display(), suite.version, model::VERSION);
    }
    Ok(suite)
}

/// Written aside and moved into place: a reader never sees half of it.
pub fn write(suite: &Suite, folder: &Path) -> Result<()> {
    let (path, aside) = (folder.join("suite.json"), folder.join("suite.json.new"));
    let written = || -> Result<()> {
        let mut out = std::io::BufWriter::new(std::fs::File::create(&aside)?);
        serde_json::to_writer_pretty(&mut out, suite)?;
        out.write_all(b"\n")?;
        Ok(out.flush()?)
    };
    written().with_context(|| format!("cannot write {}", aside.display()))?;
    std::fs::rename(&aside, &path).with_context(|| format!("cannot write {}", path.display()))
}

/// Runs the tests in a folder that is gone afterwards.
pub fn replay(suite: &mut Suite, clang: &Clang, output: &Path, jobs: usize) -> Result<()> {
    let folder = tempfile::Builder::new().prefix("replay-").tempdir_in(output);
    let folder = folder.with_context(|| format!("cannot make a folder in {}", output.display()))?;
    let path = folder.path().canonicalize()?;
    let mut options = crescendo_replay::Options::new(clang.clone(), &path);
    options.jobs = jobs;
    if let Some(kept) = std::env::var_os("CRESCENDO_KEEP_REPLAY") {
        options.folder = PathBuf::from(kept);
        std::fs::create_dir_all(&options.folder)?;
        options.folder = options.folder.canonicalize()?;
    }
    crescendo_replay::replay(suite, &options)?;
    Ok(())
}

/// Writes a suite; files of an earlier export that no longer belong to it go. Gives the names of the written ones.
pub fn export(suite: &Suite, format: &str, to: &Path) -> Result<Vec<String>> {
    let Some(exporter) = export::find(format) else {
        let names: Vec<&str> = export::ALL.iter().map(|e| e.format()).collect();
        bail!("{}", crate::r#gen::unknown("format", format, &names));
    };
    let mut folder = Folder::new(to)?;
    exporter.export(suite, &mut folder)?;
    let ours = |name: &str| {
        ["test_", "fault_", "with_", "main_"].iter().any(|p| name.starts_with(p))
            && [".c", ".cc"].iter().any(|e| name.ends_with(e))
    };
    // The folder may have files of the user's own.
    let is_made = |path: &Path| std::fs::read_to_string(path).is_ok_and(|t| t.contains("#include \"crescendo.h\"\n"));
    for entry in std::fs::read_dir(to)?.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if ours(&name) && !folder.written.contains(&name) && is_made(&entry.path()) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
    Ok(folder.written)
}

/// What the replay came to, in a line or two.
pub fn tell(replay: &model::Replay) {
    for note in &replay.notes {
        eprintln!("{} {note}", style::warning("warning:"));
    }
    if replay.run > 0 {
        let confirms = |c: &model::CoverageCheck| {
            format!("{} of {} goals ({} unmeasured)", c.confirmed, c.claimed - c.unmeasured, c.unmeasured)
        };
        let gcov = Some(&replay.gcov).filter(|g| !g.is_empty());
        println!(
            "replayed natively: {} of {} tests agree ({:.1}%), {} flaky, {} not built; llvm-cov confirms {}{}",
            replay.agreed,
            replay.run,
            replay.agreement(),
            replay.flaky,
            replay.not_built,
            confirms(&replay.coverage),
            gcov.map_or_else(String::new, |g| format!(", gcov {}", confirms(g))),
        );
    }
    if replay.otherwise_by_gcc > 0 {
        let (n, ends) = match replay.otherwise_by_gcc {
            1 => (1, "ends otherwise as gcc builds it, and is"),
            n => (n, "end otherwise as gcc builds them, and are"),
        };
        println!("{n} of them {ends} not shipped");
    }
}

pub fn replay_command(args: &ReplayArgs) -> Result<ExitCode> {
    let mut suite = read(&args.folder)?;
    replay(&mut suite, &Clang::locate()?, &args.folder, args.jobs)?;
    write(&suite, &args.folder)?;
    export(&suite, "c", &args.folder.join("tests"))?;
    if args.json {
        let told = |d: &model::Disagreement| json!({"test": d.test.name, "why": d.why, "difference": d.difference});
        let disagreements: Vec<_> = suite.units.iter().flat_map(|u| &u.disagreements).map(told).collect();
        let all = json!({"replay": suite.replay, "disagreements": disagreements});
        println!("{}", serde_json::to_string_pretty(&all)?);
        return Ok(ExitCode::SUCCESS);
    }
    let disagreed = |u: &model::UnitTests| -> Vec<String> {
        u.disagreements.iter().map(|d| format!("{}: {}", d.test.name, d.difference)).collect()
    };
    for line in suite.units.iter().flat_map(disagreed) {
        println!("{line}");
    }
    if let Some(replay) = &suite.replay {
        tell(replay);
    }
    Ok(ExitCode::SUCCESS)
}

pub fn export_command(args: &ExportArgs) -> Result<ExitCode> {
    if args.formats && args.json {
        let all: Vec<_> = export::ALL.iter().map(|e| json!({"format": e.format(), "about": e.help()})).collect();
        println!("{}", serde_json::to_string_pretty(&all)?);
        return Ok(ExitCode::SUCCESS);
    }
    if args.formats {
        for e in export::ALL {
            println!("{:<16} {}", e.format(), e.help());
        }
        return Ok(ExitCode::SUCCESS);
    }
    let to = args.output.as_ref().context("say where the files go: -o OUT")?;
    let files = export(&read(&args.folder)?, &args.format, to)?;
    if args.json {
        let all = json!({"format": args.format, "folder": to, "files": files});
        println!("{}", serde_json::to_string_pretty(&all)?);
    } else {
        println!("{}", to.display());
    }
    Ok(ExitCode::SUCCESS)
}
