//! Colours on a terminal, none elsewhere or when NO_COLOR is set.

use std::io::IsTerminal;
use std::sync::OnceLock;

fn colours() -> bool {
    static ON: OnceLock<bool> = OnceLock::new();
    *ON.get_or_init(|| std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()))
}

fn wrap(code: &str, text: &str) -> String {
    if colours() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
}

pub fn error(text: &str) -> String {
    wrap("1;31", text)
}

pub fn warning(text: &str) -> String {
    wrap("1;33", text)
}

pub fn bold(text: &str) -> String {
    wrap("1", text)
}

pub fn dim(text: &str) -> String {
    wrap("34", text)
}

/// A message of a library, which knows no colours: marks under source lines and advice stand out.
pub fn message(text: &str) -> String {
    let line = |line: &str| match line.split_once("  = help: ") {
        Some(("", advice)) => format!("  = {} {advice}", bold("help:")),
        _ if line.trim_start().starts_with("| ") && line.trim_end().ends_with('^') => error(line),
        _ => line.to_string(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
