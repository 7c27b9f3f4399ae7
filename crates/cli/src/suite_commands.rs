//! What can be made of an output folder again: `replay`, `export`, `report`.

use crate::style;
use anyhow::{Context, Result};
use clap::Args;
use crescendo_campaign::config;
use crescendo_project::Clang;
use crescendo_suite::{export, files, model};
use serde_json::json;
use std::path::PathBuf;
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

/// Write the report of an output folder anew
///
/// Example: crescendo report crescendo-out, then open crescendo-out/report/index.html
#[derive(Args)]
pub struct ReportArgs {
    /// The output folder of `crescendo gen`
    #[arg(value_name = "DIR", default_value = "crescendo-out")]
    folder: PathBuf,
    /// Print where its first page is as JSON
    #[arg(long)]
    json: bool,
}

pub fn report_command(args: &ReportArgs) -> Result<ExitCode> {
    let here = std::env::current_dir().context("the current folder is gone")?;
    let command = std::env::args().collect::<Vec<_>>().join(" ");
    let page = crescendo_campaign::files::report::write(&args.folder, &here, &command)?;
    match args.json {
        true => println!("{}", json!({ "report": page })),
        false => println!("{}", page.display()),
    }
    Ok(ExitCode::SUCCESS)
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
    let mut suite = files::read(&args.folder)?;
    let keep = std::env::var_os("CRESCENDO_KEEP_REPLAY").map(PathBuf::from);
    crescendo_replay::replay_below(&mut suite, &Clang::locate()?, &args.folder, keep.as_deref(), args.jobs, None)?;
    files::write(&suite, &args.folder)?;
    files::export_plain(&suite, &args.folder.join("tests"))?;
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
    let names: Vec<&str> = export::ALL.iter().map(|e| e.format()).collect();
    let exporter = export::find(&args.format).ok_or_else(|| config::unknown("format", &args.format, &names))?;
    let files = files::export(&files::read(&args.folder)?, exporter, to)?;
    if args.json {
        let all = json!({"format": args.format, "folder": to, "files": files});
        println!("{}", serde_json::to_string_pretty(&all)?);
    } else {
        println!("{}", to.display());
    }
    Ok(ExitCode::SUCCESS)
}
