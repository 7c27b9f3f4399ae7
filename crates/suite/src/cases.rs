//! The cases of a switch in the words of the source: `kind is DEPOSIT`, not `case 0`.
//!
//! The program knows the values only. Labels are found in the text of the switch and told apart by what they are worth: numbers,
//! characters, enumerators, macros for one of these. A label that is none of them belongs to the one value that is left, if
//! only one is. Where the text depends on `#if`, or cannot be read, values stand for themselves.

use crate::words::{Texts, without_comments};
use crescendo_program::Program;
use crescendo_program::cover::{SiteId, SiteKind};
use crescendo_program::ctype::CType;
use std::collections::HashMap;

/// Longer operands and labels are not repeated.
const LONGEST: usize = 32;

/// A switch as the source has it.
#[derive(Debug, Default)]
pub struct Switch {
    /// What it is over, if that is short.
    operand: Option<String>,
    /// Its labels by value.
    labels: HashMap<u64, String>,
}

/// `case DEPOSIT` or `default`; `None` if the site is no switch.
pub fn case(program: &Program, texts: &Texts, site: SiteId, outcome: u32) -> Option<String> {
    let label = label(program, texts, site, outcome)?;
    Some(label.map_or_else(|| "default".into(), |l| format!("case {l}")))
}

/// `kind is DEPOSIT`, as a step on the way of a run; `None` if the site is no switch.
pub fn step(program: &Program, texts: &Texts, site: SiteId, outcome: u32) -> Option<String> {
    let label = label(program, texts, site, outcome)?;
    match &texts.switch(program, site).operand {
        Some(operand) => Some(format!("{operand} is {}", label.unwrap_or_else(|| "none of the cases".into()))),
        None => case(program, texts, site, outcome),
    }
}

/// The label of an outcome; that of the default is none.
fn label(program: &Program, texts: &Texts, site: SiteId, outcome: u32) -> Option<Option<String>> {
    let SiteKind::Switch { cases, width } = &program.cover.site(site).kind else { return None };
    let Some(&value) = cases.get(outcome as usize) else { return Some(None) };
    let switch = texts.switch(program, site);
    let number = || (((value << (64 - width)) as i64) >> (64 - width)).to_string();
    Some(Some(switch.labels.get(&value).cloned().unwrap_or_else(number)))
}

impl Switch {
    /// `text` begins with the switch; `macros` says what a name is defined as.
    pub fn read<'t>(program: &Program, site: SiteId, text: &str, macros: &dyn Fn(&str) -> Option<&'t str>) -> Switch {
        let SiteKind::Switch { cases, width } = &program.cover.site(site).kind else { return Switch::default() };
        let Some(found) = parse(text) else { return Switch::default() };
        let short = |t: &String| t.len() <= LONGEST && !t.is_empty();
        let operand = Some(found.operand).filter(short);
        let mask = u64::MAX >> (64 - width);
        let worth = |label: &str| {
            number(label)
                .or_else(|| enumerator(program, label))
                .or_else(|| macros(label).and_then(|m| number(m).or_else(|| enumerator(program, m))))
                .map(|v| v as u64 & mask)
        };
        let (mut labels, mut open) = (HashMap::new(), Vec::new());
        for label in found.labels {
            match worth(&label) {
                Some(v) if cases.contains(&v) && number(&label).is_none_or(|_| label.starts_with('\'')) => {
                    labels.insert(v, label);
                }
                // A number reads best in our own spelling.
                Some(v) => drop(labels.insert(v, number(&label).unwrap_or(v as i64).to_string())),
                None => open.push(label),
            }
        }
        let mut left = cases.iter().filter(|v| !labels.contains_key(v));
        if let ([label], Some(&value), None) = (&open[..], left.next(), left.next())
            && short(label)
        {
            labels.insert(value, label.clone());
        }
        Switch { operand, labels }
    }
}

fn enumerator(program: &Program, name: &str) -> Option<i64> {
    let enums = program.types.iter().filter_map(|(_, t)| match t {
        CType::Enum(e) => Some(e),
        _ => None,
    });
    enums.flat_map(|e| &e.values).find(|(n, _)| n == name).map(|(_, v)| *v)
}

/// What a literal is worth.
fn number(text: &str) -> Option<i64> {
    let text = text.trim();
    let text = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(text).trim();
    if let Some(rest) = text.strip_prefix('-') {
        return number(rest).map(i64::wrapping_neg);
    }
    if let Some(c) = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')) {
        return character(c);
    }
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let (digits, radix) = match digits.get(..2) {
        Some("0x" | "0X") => (&digits[2..], 16),
        Some(_) if digits.starts_with('0') => (&digits[1..], 8),
        _ => (digits, 10),
    };
    u64::from_str_radix(digits, radix).ok().map(|v| v as i64)
}

fn character(text: &str) -> Option<i64> {
    let Some(escaped) = text.strip_prefix('\\') else {
        let mut all = text.chars();
        return all.next().filter(|c| c.is_ascii() && all.next().is_none()).map(|c| c as i64);
    };
    Some(match escaped {
        "n" => 10,
        "t" => 9,
        "r" => 13,
        "a" => 7,
        "b" => 8,
        "f" => 12,
        "v" => 11,
        "\\" => 92,
        "'" => 39,
        "\"" => 34,
        "?" => 63,
        _ => match escaped.strip_prefix('x') {
            Some(hex) => u8::from_str_radix(hex, 16).ok()? as i8 as i64,
            None => u8::from_str_radix(escaped, 8).ok()? as i8 as i64,
        },
    })
}

struct Found {
    operand: String,
    labels: Vec<String>,
}

/// The operand and the labels of a switch that a text begins with; none of switches inside of it.
fn parse(text: &str) -> Option<Found> {
    let mut rest = Tokens { text };
    if rest.next()? != "switch" || rest.next()? != "(" {
        return None;
    }
    let operand = without_comments(&rest.until(")")?);
    if rest.next()? != "{" {
        return None;
    }
    let (mut labels, mut depth, mut inner) = (Vec::new(), 1, Vec::new());
    while depth > 0 {
        match rest.next()? {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                inner.retain(|d| *d <= depth);
            }
            // Its labels stand in the braces that follow.
            "switch" => inner.push(depth + 1),
            "#" => return None,
            "case" if inner.is_empty() => labels.push(rest.until(":")?),
            _ => {}
        }
    }
    Some(Found { operand, labels })
}

/// Words, quoted texts and single other characters, without comments.
struct Tokens<'t> {
    text: &'t str,
}

impl<'t> Iterator for Tokens<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        loop {
            self.text = self.text.trim_start();
            if let Some(comment) = self.text.strip_prefix("/*") {
                self.text = &comment[comment.find("*/")? + 2..];
            } else if self.text.starts_with("//") {
                self.text = &self.text[self.text.find('\n')?..];
            } else {
                break;
            }
        }
        let first = self.text.chars().next()?;
        let length = match first {
            '\'' | '"' => {
                let mut escaped = false;
                let end = self.text.char_indices().skip(1).find(|(_, c)| {
                    let ends = *c == first && !escaped;
                    escaped = *c == '\\' && !escaped;
                    ends
                });
                end?.0 + 1
            }
            c if c.is_ascii_alphanumeric() || c == '_' => {
                let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
                self.text.find(|c| !part(c)).unwrap_or(self.text.len())
            }
            c => c.len_utf8(),
        };
        let (token, rest) = self.text.split_at(length);
        self.text = rest;
        Some(token)
    }
}

impl Tokens<'_> {
    /// The text up to an end that is in no brackets of its own.
    fn until(&mut self, end: &str) -> Option<String> {
        let before = self.text;
        let mut depth = 0;
        loop {
            let at = before.len() - self.text.len();
            let token = self.next()?;
            match token {
                _ if depth == 0 && token == end => {
                    let words: Vec<&str> = before[..at].split_whitespace().collect();
                    return Some(words.join(" "));
                }
                "(" => depth += 1,
                ")" => depth -= 1,
                "{" | "}" | "#" | "?" => return None,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_a_switch() {
        let text = "switch (a->kind /* sort */) {\ncase 'x': case A: { switch (b) { case 7: break; } }\n case -1: // no\n default:; }";
        let found = parse(text).expect("a switch");
        assert_eq!((found.operand.as_str(), found.labels.join(",")), ("a->kind", "'x',A,-1".into()));
        assert!(parse("switch (a) {\n#if X\ncase 1: ;\n#endif\n}").is_none());
        assert!(parse("SWITCH (a) { case 1: ; }").is_none());
    }

    #[test]
    fn what_labels_are_worth() {
        let all = ["-12", "0x1Fu", "017", "'a'", "'\\n'", "'\\\\'", "'\\0'", "( 3 )", "A"];
        let worth: Vec<Option<i64>> = all.iter().map(|t| number(t)).collect();
        let some = [-12, 31, 15, 97, 10, 92, 0, 3].map(Some);
        assert_eq!(worth, some.into_iter().chain([None]).collect::<Vec<_>>());
    }
}
