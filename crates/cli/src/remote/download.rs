//! `crescendo download`: files of a campaign on a service.

use super::ServerArgs;
use anyhow::{Context, Result};
use clap::Args;
use crescendo_remote::encoded;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

/// Download what a campaign on a service has made
///
/// Without a name, lists what there is. Example: crescendo download --project station suite-gtest.zip -o tests.zip
#[derive(Args)]
pub struct DownloadArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// The campaign's number [default: the newest]
    #[arg(long, value_name = "N")]
    campaign: Option<i64>,
    /// What to download
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Where it goes [default: a file of the same name here]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub fn download(args: &DownloadArgs) -> Result<ExitCode> {
    let client = args.server.client();
    let project = client.project(&args.server.project, false)?;
    let campaign = client.campaign(project, args.campaign)?;
    let path = format!("/projects/{project}/campaigns/{}/files", campaign["number"]);
    let Some(name) = &args.name else {
        for file in client.get(&path)?.as_array().into_iter().flatten() {
            println!(
                "{:<24} {}",
                file["name"].as_str().unwrap_or_default(),
                file["about"].as_str().unwrap_or_default()
            );
        }
        return Ok(ExitCode::SUCCESS);
    };
    let mut from = client.file(&format!("{path}/{}", encoded(name)))?;
    // Names of files are the service's: only the last part of one is used.
    let usual = PathBuf::from(name.rsplit('/').next().unwrap_or("download"));
    let to = args.output.clone().unwrap_or(usual);
    let mut file = File::create(&to).with_context(|| format!("cannot write {}", to.display()))?;
    io::copy(&mut from, &mut file).with_context(|| format!("cannot write {}", to.display()))?;
    println!("{}", to.display());
    Ok(ExitCode::SUCCESS)
}
