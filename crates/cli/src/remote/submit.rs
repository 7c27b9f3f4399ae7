//! `crescendo submit`: sends sources to a service and starts a campaign there.

use super::ServerArgs;
use super::status;
use crate::exit;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use crescendo_project::{CacheDir, Request};
use crescendo_remote::{bundle, encoded};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Send sources to a service and start a campaign there
///
/// Packs exactly the sources and headers that the build uses. Example:
/// crescendo submit -p build/ --server https://crescendo.example --project station --kind check --wait
#[derive(Args)]
pub struct SubmitArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// C files, or a folder
    #[arg(value_name = "FILE.c")]
    files: Vec<PathBuf>,
    /// A compile_commands.json, or the folder that holds it
    #[arg(short = 'p', long = "database", value_name = "DB")]
    database: Option<PathBuf>,
    /// gen: tests and coverage; check: alarms too
    #[arg(long, value_name = "KIND", default_value = "gen")]
    kind: Kind,
    /// Only this function; repeat for more
    #[arg(long = "function", short = 'f', value_name = "NAME")]
    functions: Vec<String>,
    /// Time for one function, such as 500ms, 10s, 2m [default: 10s]
    #[arg(long, value_name = "TIME")]
    budget: Option<String>,
    /// Runs of one function, at most
    #[arg(long, value_name = "N")]
    max_runs: Option<u64>,
    /// What people shall call these sources, such as a version
    #[arg(long, value_name = "TEXT", default_value = "")]
    label: String,
    /// Wait for the end of the campaign, and tell what happens
    #[arg(long)]
    wait: bool,
    /// With --wait: end with status 117 if there is such an alarm (open: or a confirmed one)
    #[arg(long, value_name = "VERDICT", default_value = "none")]
    fail_on: FailOn,
    /// Print the campaign as JSON
    #[arg(long)]
    json: bool,
    /// Compiler flags for every file
    #[arg(last = true, value_name = "CFLAGS")]
    cflags: Vec<OsString>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    Gen,
    Check,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Confirmed,
    Open,
    None,
}

pub fn submit(args: &SubmitArgs) -> Result<ExitCode> {
    let client = args.server.client();
    let config = Path::new("crescendo.toml");
    let mut request = Request::new(CacheDir::from_env()?);
    request.inputs = args.files.clone();
    request.database = args.database.clone();
    request.cflags = args.cflags.clone();
    let packed = bundle(&request, Some(config).filter(|c| c.is_file()))?;
    let project = client.project(&args.server.project, true)?;
    eprintln!(
        "{} files of {} translation units, {} KB",
        packed.files,
        packed.units,
        packed.archive.len().div_ceil(1024)
    );
    let upload =
        client.upload(&format!("/projects/{project}/uploads?name={}", encoded(&args.label)), &packed.archive)?;
    for note in upload["notes"].as_array().into_iter().flatten() {
        eprintln!("note: {}", note.as_str().unwrap_or_default());
    }
    let options = json!({
        "kind": if args.kind == Kind::Check { "check" } else { "gen" },
        "functions": args.functions,
        "budget": args.budget,
        "max_runs": args.max_runs,
    });
    let order = json!({"upload": upload["number"], "options": options});
    let campaign = client.post(&format!("/projects/{project}/campaigns"), &order)?;
    let number = campaign["number"].as_i64().context("the service made a campaign without a number")?;
    eprintln!("campaign #{number}: {}", campaign["url"].as_str().unwrap_or_default());
    if !args.wait {
        if args.json {
            println!("{campaign}");
        }
        return Ok(ExitCode::SUCCESS);
    }
    client.follow(project, number, tell)?;
    let campaign = client.campaign(project, Some(number))?;
    match args.json {
        true => println!("{campaign}"),
        false => println!("{}", status::line(&campaign)),
    }
    let alarms = |at: usize| campaign["figures"]["alarms"][at].as_i64().unwrap_or(0);
    let wanted = match args.fail_on {
        FailOn::None => 0,
        FailOn::Confirmed => alarms(0),
        FailOn::Open => alarms(0) + alarms(1),
    };
    Ok(match (campaign["state"].as_str(), wanted) {
        (Some("done"), 0) => ExitCode::SUCCESS,
        (Some("done"), _) => ExitCode::from(exit::ALARMS),
        _ => ExitCode::from(exit::CANNOT_START),
    })
}

fn tell(event: &Value) {
    let text = |key: &str| event[key].as_str().unwrap_or_default().to_string();
    match event["event"].as_str() {
        Some("function-finished") => {
            let faults = event["faults"].as_array().map_or(0, Vec::len);
            let (covered, goals) = (&event["covered"], &event["goals"]);
            eprintln!("{}: {covered} of {goals} goals, {faults} faults ({})", text("function"), text("stop"));
        }
        Some("note") if ["error", "warning"].contains(&text("level").as_str()) => eprintln!("{}", text("text")),
        _ => {}
    }
}
