//! Source lines as people see them in messages.

/// Longer lines are cut.
const WIDTH: usize = 160;

/// A line with its number, and a mark under the column if that is known.
pub fn line(text: &str, number: u32, column: u32) -> String {
    let number = number.to_string();
    let pad = " ".repeat(number.len());
    let shown: String = text.chars().take(WIDTH).map(|c| if c == '\t' { ' ' } else { c }).collect();
    let mut out = format!("{pad} |\n{number} | {shown}\n");
    if column > 0 && column as usize <= shown.chars().count() + 1 {
        out.push_str(&format!("{pad} | {}^\n", " ".repeat(column as usize - 1)));
    }
    out
}

/// A mistake in a file: where and what, the line with a mark, and what would help, which is what `text` has from its second line on.
pub fn mistake(file: &str, source: &str, line: u32, column: u32, text: &str) -> String {
    let (what, help) = text.split_once('\n').unwrap_or((text, ""));
    let shown = source.lines().nth(line as usize - 1).map_or_else(String::new, |l| self::line(l, line, column));
    format!("{file}:{line}:{column}: {what}\n{shown}{help}").trim_end().to_string()
}

/// Advice, to stand behind a message.
pub fn help(text: &str) -> String {
    format!("\n  = help: {text}")
}

pub fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
