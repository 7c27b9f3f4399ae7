//! "Did you mean": the name closest to a misspelt one.

use crate::error::ChoiceError;
use crate::excerpt;

/// The closest of the names, if one is close enough.
pub fn nearest<'a>(name: &str, all: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let most = name.chars().count().div_ceil(3);
    all.map(|n| (distance(name, n), n)).filter(|(d, _)| *d <= most).min().map(|(_, n)| n)
}

/// Advice that asks `did you mean ...?`, to stand behind a message; or nothing.
pub fn hint<'a>(name: &str, all: impl Iterator<Item = &'a str>) -> String {
    nearest(name, all).map_or(String::new(), |n| excerpt::help(&format!("did you mean `{n}`?")))
}

/// A name of something that does not exist, and those that do.
pub fn unknown(what: &'static str, name: &str, all: &[&str]) -> ChoiceError {
    let known = all.iter().map(|n| n.to_string()).collect();
    ChoiceError::Unknown { what, name: name.to_string(), hint: hint(name, all.iter().copied()), known }
}

/// Insertions, deletions and replacements that make one of the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut left_above = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = (left_above + (x != *y) as usize).min(above + 1).min(row[j] + 1);
            left_above = above;
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_names_are_found() {
        let all = ["budget", "callees", "stub", "keep", "havoc"];
        assert_eq!(nearest("budge", all.into_iter()), Some("budget"));
        assert_eq!(nearest("calees", all.into_iter()), Some("callees"));
        assert_eq!(nearest("threads", all.into_iter()), None);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
