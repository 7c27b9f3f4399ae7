//! Source lines as people see them in messages.

use crate::style;

/// Longer lines are cut.
const WIDTH: usize = 160;

/// A line with its number, and a mark under the column if that is known.
pub fn line(text: &str, number: u32, column: u32) -> String {
    let number = number.to_string();
    let pad = " ".repeat(number.len());
    let bar = style::dim("|");
    let shown: String = text.chars().take(WIDTH).map(|c| if c == '\t' { ' ' } else { c }).collect();
    let mut out = format!("{pad} {bar}\n{} {bar} {shown}\n", style::dim(&number));
    if column > 0 && column as usize <= shown.chars().count() + 1 {
        out.push_str(&format!("{pad} {bar} {}{}\n", " ".repeat(column as usize - 1), style::error("^")));
    }
    out
}

/// A path or place; what is below the current folder is told relative to it.
pub fn near(place: &str) -> String {
    let here = std::env::current_dir().map(|d| format!("{}/", d.display())).unwrap_or_default();
    place.strip_prefix(&here).filter(|_| !here.is_empty()).unwrap_or(place).to_string()
}
