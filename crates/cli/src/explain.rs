//! `crescendo explain FILE:LINE`: what is known of a line, and what would help.

use crate::style;
use anyhow::{Result, bail};
use clap::Args;
use crescendo_campaign::explain::{Item, of_line};
use crescendo_campaign::results::summary::{CONDITIONAL, INFEASIBLE};
use std::path::PathBuf;
use std::process::ExitCode;

/// Say why a line is covered, impossible or open, and what would help
///
/// Example: crescendo explain parser.c:120
#[derive(Args)]
pub struct ExplainArgs {
    /// The line
    #[arg(value_name = "FILE:LINE")]
    place: String,
    /// The output folder of `crescendo gen`
    #[arg(value_name = "DIR", default_value = "crescendo-out")]
    folder: PathBuf,
    /// As JSON
    #[arg(long)]
    json: bool,
}

pub fn explain(args: &ExplainArgs) -> Result<ExitCode> {
    let place = args.place.rsplit_once(':').and_then(|(f, l)| Some((f, l.parse::<u32>().ok()?)));
    let Some((file, line)) = place else { bail!("expected FILE:LINE, for example parser.c:120; got `{}`", args.place) };
    let items = of_line(&args.folder, file, line)?;
    if args.json {
        println!("{}", serde_json::to_string_pretty(&items)?);
        return Ok(ExitCode::SUCCESS);
    }
    if items.is_empty() {
        println!("{file}:{line} has nothing to cover");
    }
    items.iter().for_each(show);
    Ok(ExitCode::SUCCESS)
}

fn show(i: &Item) {
    println!("{}, {}, column {}: {}", style::bold(&i.function), i.criterion, i.column, i.goal);
    match i.verdict.as_str() {
        "covered" => {
            const SHOWN: usize = 3;
            let more = i.tests.len().saturating_sub(SHOWN);
            let names: Vec<&str> = i.tests.iter().take(SHOWN).map(String::as_str).collect();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            println!("    covered by {}{more}", names.join(", "));
        }
        INFEASIBLE => println!("    impossible: {}", i.reason),
        CONDITIONAL => {
            println!("    impossible: {}", i.reason);
            for h in &i.hypotheses {
                let accepted = h.accepted.as_ref().map_or(String::new(), |why| format!(", accepted: {why}"));
                println!("    if {} ({}{accepted})", h.text, h.kind);
            }
        }
        _ => println!("    open: {}", i.reason),
    }
    if !i.help.is_empty() {
        println!("    try: {}", i.help);
    }
}
