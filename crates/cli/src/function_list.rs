//! `crescendo list`: the functions, and what would be driven, stubbed and modelled, one line each.

use anyhow::Result;
use crescendo_campaign::Listed;
use crescendo_campaign::excerpt::count;
use std::io::Write;

pub fn show(functions: &[Listed], json: bool) -> Result<()> {
    if json {
        println!("{}", serde_json::to_string_pretty(functions)?);
        return Ok(());
    }
    let text: String = functions.iter().map(line).collect();
    // A reader that stops early, such as head, is no error.
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(())
}

fn line(f: &Listed) -> String {
    let mut text = format!("{}:{}: {}: ", f.file, f.line, f.name);
    let driven = if f.driven.is_empty() { "no inputs".into() } else { format!("drives {}", some(&f.driven)) };
    text.push_str(&driven);
    if f.executed > 0 {
        text.push_str(&format!("; executes {}", count(f.executed, "callee")));
    }
    for (what, names) in
        [("stubs", &f.stubbed), ("havocs", &f.havoc), ("models", &f.modelled), ("cannot do", &f.unsupported)]
    {
        if !names.is_empty() {
            text.push_str(&format!("; {what} {}", some(names)));
        }
    }
    text.push('\n');
    text
}

/// The first of the names, and how many more there are.
fn some(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let more = names.len().saturating_sub(SHOWN);
    let shown = names[..names.len() - more].join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}
