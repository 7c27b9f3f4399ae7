//! `crescendo status`: how a campaign on a service stands.

use super::ServerArgs;
use anyhow::Result;
use clap::Args;
use serde_json::Value;
use std::process::ExitCode;

/// Show how a campaign on a service stands
///
/// Example: crescendo status --server https://crescendo.example --project station
#[derive(Args)]
pub struct StatusArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// The campaign's number [default: the newest]
    #[arg(long, value_name = "N")]
    campaign: Option<i64>,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

pub fn status(args: &StatusArgs) -> Result<ExitCode> {
    let client = args.server.client();
    let campaign = client.campaign(client.project(&args.server.project, false)?, args.campaign)?;
    match args.json {
        true => println!("{campaign}"),
        false => println!("{}", line(&campaign)),
    }
    Ok(ExitCode::SUCCESS)
}

/// A campaign in a line or two.
pub fn line(campaign: &Value) -> String {
    let text = |v: &Value| v.as_str().unwrap_or_default().to_string();
    let mut line = format!("campaign #{}: {}", campaign["number"], text(&campaign["state"]));
    if let Some(why) = campaign["why"].as_str() {
        line.push_str(&format!(": {why}"));
    }
    let figures = &campaign["figures"];
    if figures.is_object() {
        let names = ["statements", "branches", "MC/DC", "boundaries"];
        for (name, t) in names.iter().zip(figures["tallies"].as_array().into_iter().flatten()) {
            let dead = t["infeasible"].as_i64().filter(|n| *n > 0).map_or(String::new(), |n| format!("+{n}"));
            line.push_str(&format!(", {name} {}{dead}/{}", t["covered"], t["total"]));
        }
        line.push_str(&format!("; {} tests, {} faults", figures["tests"], figures["faults"]));
        if let Some([confirmed, open, wrong]) = figures["alarms"].as_array().map(Vec::as_slice) {
            line.push_str(&format!("; alarms: {confirmed} confirmed, {open} open, {wrong} false"));
        }
    }
    line + "\n" + &text(&campaign["url"])
}
