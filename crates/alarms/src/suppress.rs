//! Suppressions: alarms that somebody has looked at and wants to be ignored, each with a reason.
//!
//! In the source, in the line of the alarm or the one above:
//!
//! ```c
//! buffer[n] = 0; // crescendo: ignore(out-of-bounds) the caller keeps a byte free
//! ```
//!
//! In a file, a line each: the kind, the place, the reason. `*` stands for every kind, a place may be a file, a file and a line,
//! a file and a function, or a fingerprint:
//!
//! ```text
//! # what            where            why
//! null-dereference  parse.c:skip     callers check the pointer
//! *                 3f2a9c0d11e8b765 looked at in review 12
//! ```

use crate::kinds::KINDS;
use crate::listed::Listed;
use serde::{Deserialize, Serialize};

/// Why an alarm is ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suppressed {
    pub reason: String,
    /// Where it is said: `parse.c:12`.
    pub by: String,
    /// It is said in the source, not in a file of its own.
    pub in_source: bool,
}

/// One suppression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// `None`: every kind.
    pub kinds: Option<Vec<String>>,
    pub place: Place,
    pub reason: String,
    /// Where it is said: file and line.
    pub said: (String, u32),
    pub in_source: bool,
    pub used: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    File(String),
    Line(String, u32),
    Function(String, String),
    Fingerprint(String),
}

const MARK: &str = "crescendo: ignore";

/// The suppressions in the comments of a source file; complaints about those that cannot be understood.
pub fn in_source(file: &str, text: &str, complaints: &mut Vec<String>) -> Vec<Rule> {
    let mut rules = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let Some((before, rest)) = line.split_once(MARK) else { continue };
        if !before.contains("//") && !before.contains("/*") {
            continue;
        }
        let number = i as u32 + 1;
        let at = format!("{file}:{number}");
        let Some((kinds, reason)) = rest.trim_start().strip_prefix('(').and_then(|r| r.split_once(')')) else {
            complaints.push(format!("{at}: a suppression names its kinds: crescendo: ignore(out-of-bounds) reason"));
            continue;
        };
        let reason = reason.trim().trim_end_matches("*/").trim().to_string();
        // A comment that has its line for itself is about the next line of code.
        let own_line = ["//", "/*"].iter().any(|c| before.trim_start().starts_with(c));
        let code = |l: &&str| !l.trim().is_empty() && !l.trim_start().starts_with("//");
        let next = text.lines().skip(i + 1).position(|l| code(&l)).map_or(number, |n| number + 1 + n as u32);
        let line = if own_line { next } else { number };
        let place = Place::Line(file.to_string(), line);
        let said = (file.to_string(), number);
        rules.extend(rule(kinds.split(','), place, reason, said, true, complaints));
    }
    rules
}

/// The suppressions in a file of its own.
pub fn in_file(file: &str, text: &str, complaints: &mut Vec<String>) -> Vec<Rule> {
    let mut rules = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut words = line.split_whitespace();
        let (Some(kinds), Some(place)) = (words.next(), words.next()) else {
            complaints.push(format!("{file}:{}: a suppression is a kind, a place and a reason", i + 1));
            continue;
        };
        let reason = words.collect::<Vec<_>>().join(" ");
        let said = (file.to_string(), i as u32 + 1);
        rules.extend(rule(kinds.split(','), place_of(place), reason, said, false, complaints));
    }
    rules
}

fn place_of(text: &str) -> Place {
    if text.len() == 16 && text.chars().all(|c| c.is_ascii_hexdigit()) {
        return Place::Fingerprint(text.to_string());
    }
    match text.rsplit_once(':') {
        Some((file, what)) => match what.parse() {
            Ok(line) => Place::Line(file.to_string(), line),
            Err(_) => Place::Function(file.to_string(), what.to_string()),
        },
        None => Place::File(text.to_string()),
    }
}

fn rule<'a>(
    kinds: impl Iterator<Item = &'a str>,
    place: Place,
    reason: String,
    said: (String, u32),
    in_source: bool,
    complaints: &mut Vec<String>,
) -> Option<Rule> {
    let at = format!("{}:{}", said.0, said.1);
    let kinds: Vec<String> = kinds.map(|k| k.trim().to_string()).collect();
    if let Some(k) = kinds.iter().find(|k| *k != "*" && !KINDS.iter().any(|known| known.name == k.as_str())) {
        complaints.push(format!("{at}: there is no kind of fault `{k}`"));
        return None;
    }
    if reason.is_empty() {
        complaints.push(format!("{at}: the suppression has no reason: it does not count"));
        return None;
    }
    let all = kinds.iter().any(|k| k == "*");
    Some(Rule { kinds: (!all).then_some(kinds), place, reason, said, in_source, used: false })
}

/// Whether a path that somebody wrote means a file: its last parts are the same.
fn is_file(file: &str, written: &str) -> bool {
    file == written || file.strip_suffix(written.trim_start_matches("./")).is_some_and(|r| r.ends_with('/'))
}

impl Rule {
    fn is_for(&self, a: &Listed) -> bool {
        let kind = self.kinds.as_ref().is_none_or(|k| k.contains(&a.alarm.kind));
        kind && match &self.place {
            Place::File(f) => is_file(&a.alarm.file, f),
            Place::Line(f, line) => is_file(&a.alarm.file, f) && a.alarm.line == *line,
            Place::Function(f, name) => is_file(&a.alarm.file, f) && a.alarm.function == *name,
            Place::Fingerprint(p) => a.fingerprint == *p,
        }
    }
}

/// Marks what is to be ignored, and complains about rules that nothing needs.
pub fn apply(alarms: &mut [Listed], mut rules: Vec<Rule>, complaints: &mut Vec<String>) {
    for a in alarms {
        let mut said = None;
        for r in rules.iter_mut().filter(|r| r.is_for(a)) {
            r.used = true;
            let by = format!("{}:{}", r.said.0, r.said.1);
            said.get_or_insert(Suppressed { reason: r.reason.clone(), by, in_source: r.in_source });
        }
        a.suppressed = said;
    }
    for r in rules.iter().filter(|r| !r.used) {
        complaints.push(format!("{}:{}: no alarm needs this suppression", r.said.0, r.said.1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listed::list;
    use crate::listed::tests::{alarm, text};
    use crate::model::Verdict;

    #[test]
    fn comments() {
        let source = "t[i] = 1; // crescendo: ignore(out-of-bounds) i is small\n\
                      /* crescendo: ignore(null-dereference, double-free) checked */\n\n\
                      *p = 1;\n\
                      x = 2; // crescendo: ignore(out-of-bounds)\n\
                      y = 2; // crescendo: ignore everything\n\
                      z = 2; // crescendo: ignore(typo) because\n\
                      s = \"crescendo: ignore(x)\";\n";
        let mut complaints = Vec::new();
        let rules = in_source("a.c", source, &mut complaints);
        assert_eq!(rules.len(), 2);
        assert_eq!(rules[0].place, Place::Line("a.c".into(), 1));
        assert_eq!(rules[0].reason, "i is small");
        assert_eq!((&rules[1].place, rules[1].reason.as_str()), (&Place::Line("a.c".into(), 4), "checked"));
        assert_eq!(complaints.len(), 3, "{complaints:?}");
        assert!(complaints[0].contains("a.c:5") && complaints[0].contains("no reason"));
    }

    #[test]
    fn files() {
        let mut complaints = Vec::new();
        let mut all = list(vec![alarm("f", 5, Verdict::Open), alarm("f", 6, Verdict::Open)], &text);
        let print = all[1].fingerprint.clone();
        let rules = format!("# a comment\nout-of-bounds b.c:5 looked at\n* {print} also\n* other.c:g never\n* b.c\n");
        let rules = in_file("ignore.txt", &rules, &mut complaints);
        assert!(complaints[0].starts_with("ignore.txt:5:"));
        apply(&mut all, rules, &mut complaints);
        let reasons: Vec<&str> = all.iter().filter_map(|a| Some(a.suppressed.as_ref()?.reason.as_str())).collect();
        assert_eq!(reasons, ["looked at", "also"]);
        assert_eq!(complaints[1], "ignore.txt:4: no alarm needs this suppression");
    }

    #[test]
    fn paths() {
        assert!(is_file("/x/src/a.c", "src/a.c") && is_file("/x/src/a.c", "./a.c") && is_file("a.c", "a.c"));
        assert!(!is_file("/x/src/ba.c", "a.c"));
    }
}
