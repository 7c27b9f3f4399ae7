//! Source lines for the addresses in sanitizers' reports: all of a program at once, which is much faster than letting every
//! report ask for itself.

use crate::Options;
use crate::report::is_report;
use crate::run::beside;
use crescendo_project::{Limits, Stream, run_process};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Frames of one report that are looked at.
const FRAMES: usize = 12;
/// Addresses of one question.
const AT_ONCE: usize = 400;

/// Rewrites the frames in the logs of a folder: `#1 0x55 (program+0x12)` becomes `#1 0x55 in f file.c:3:4`.
pub fn name_frames(logs: &Path, exe: &Path, options: &Options) {
    let Ok(entries) = std::fs::read_dir(logs) else { return };
    let mut reports: Vec<_> = entries.filter_map(Result::ok).map(|e| e.path()).collect();
    reports.sort();
    let mut texts = Vec::new();
    let mut known: BTreeMap<u64, String> = BTreeMap::new();
    for path in reports {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap_or_default()).into_owned();
        if text.lines().any(is_report) {
            known.extend(text.lines().filter_map(|l| offset(l, exe)).take(FRAMES).map(|o| (o, String::new())));
            texts.push((path, text));
        }
    }
    let wanted: Vec<u64> = known.keys().copied().collect();
    for some in wanted.chunks(AT_ONCE) {
        for (address, place) in some.iter().zip(places(some, exe, options)) {
            known.insert(*address, place);
        }
    }
    for (path, text) in texts {
        let named = |l: &str| match offset(l, exe).and_then(|o| known.get(&o)).filter(|p| !p.is_empty()) {
            Some(place) => format!("{} in {place}\n", l.split(" (").next().unwrap_or(l)),
            None => format!("{l}\n"),
        };
        let _ = std::fs::write(path, text.lines().map(named).collect::<String>());
    }
}

/// The offset of a frame in the program. The address of a call is that of the operation behind it.
fn offset(line: &str, exe: &Path) -> Option<u64> {
    let line = line.trim_start();
    let is_first = line.starts_with("#0 ");
    let rest = line.strip_prefix('#')?;
    let name = exe.file_name()?.to_string_lossy();
    let at = rest.find(&format!("{name}+0x"))? + name.len() + 3;
    let digits: String = rest[at..].chars().take_while(char::is_ascii_hexdigit).collect();
    let address = u64::from_str_radix(&digits, 16).ok()?;
    Some(if is_first { address } else { address - 1 })
}

/// `function file:line:column` of each address; empty where nothing is known.
fn places(addresses: &[u64], exe: &Path, options: &Options) -> Vec<String> {
    let mut command = Command::new(beside(&options.clang.path, "llvm-symbolizer"));
    command.arg("--no-inlines").arg("--obj").arg(exe).args(addresses.iter().map(|a| format!("{a:#x}")));
    let limits = Limits { wall: Duration::from_secs(120), ..Limits::default() };
    let said = run_process(command, Stream::Out, 4 << 20, &limits).map(|r| r.said).unwrap_or_default();
    let said = String::from_utf8_lossy(&said).into_owned();
    let place = |block: &str| {
        let mut lines = block.lines();
        match (lines.next(), lines.next()) {
            (Some(f), Some(at)) if !at.starts_with("??") => format!("{f} {at}"),
            _ => String::new(),
        }
    };
    let mut all: Vec<String> = said.split("\n\n").map(place).collect();
    all.resize(addresses.len(), String::new());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_of_frames() {
        let exe = Path::new("/t/bin/fault_x");
        assert_eq!(offset("    #0 0x5583  (/t/bin/fault_x+0x12a) (BuildId: 0)", exe), Some(0x12a));
        assert_eq!(offset("    #1 0x5583  (/t/bin/fault_x+0x200)", exe), Some(0x1ff));
        assert_eq!(offset("    #1 0x5583  (/lib/libc.so+0x200)", exe), None);
    }
}
