//! Names of files in archives: which ones are taken.

use std::path::PathBuf;

/// Bytes of a whole name, bytes of one of its parts, and folders in each other, at most.
const LONGEST: usize = 400;
const LONGEST_PART: usize = 150;
const DEEPEST: usize = 32;

/// What is wrong with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameFault {
    #[error("it is not UTF-8")]
    NotUtf8,
    #[error("it is empty")]
    Empty,
    #[error("it is absolute; names must be relative to the archive")]
    Absolute,
    #[error("it leads out of the archive by `..`")]
    Outside,
    #[error("it holds a control character")]
    Control,
    #[error("it holds a backslash; folders are separated by `/`")]
    Backslash,
    #[error("it is longer than {LONGEST} bytes, or a part of it than {LONGEST_PART}")]
    TooLong,
    #[error("it is more than {DEEPEST} folders deep")]
    TooDeep,
}

/// The name as a path below the folder that is unpacked into; an empty path is that folder itself.
pub fn checked(name: &[u8]) -> Result<PathBuf, NameFault> {
    let name = std::str::from_utf8(name).map_err(|_| NameFault::NotUtf8)?;
    if name.is_empty() {
        return Err(NameFault::Empty);
    }
    if name.chars().any(|c| c.is_control() || is_invisible(c)) {
        return Err(NameFault::Control);
    }
    if name.contains('\\') {
        return Err(NameFault::Backslash);
    }
    let drive = name.as_bytes().get(1) == Some(&b':') && name.as_bytes()[0].is_ascii_alphabetic();
    if name.starts_with('/') || drive {
        return Err(NameFault::Absolute);
    }
    let parts: Vec<&str> = name.split('/').filter(|p| !p.is_empty() && *p != ".").collect();
    if parts.contains(&"..") {
        return Err(NameFault::Outside);
    }
    if name.len() > LONGEST || parts.iter().any(|p| p.len() > LONGEST_PART) {
        return Err(NameFault::TooLong);
    }
    if parts.len() > DEEPEST {
        return Err(NameFault::TooDeep);
    }
    Ok(parts.into_iter().collect())
}

/// Characters that turn the direction of text or cannot be seen: a name with them is not what it looks like.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// A name for people, whatever it is made of.
pub fn shown(name: &[u8]) -> String {
    let text: String = String::from_utf8_lossy(name).chars().take(120).collect();
    text.escape_debug().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_names() {
        for (name, path) in
            [("a.c", "a.c"), ("./src//a b.c", "src/a b.c"), ("ä/.hidden", "ä/.hidden"), ("..a/b..", "..a/b..")]
        {
            assert_eq!(checked(name.as_bytes()), Ok(PathBuf::from(path)));
        }
        assert_eq!(checked(b"./"), Ok(PathBuf::new()));
    }

    #[test]
    fn bad_names() {
        let long = "x".repeat(151);
        let deep = "d/".repeat(33);
        let cases: [(&[u8], NameFault); 12] = [
            (b"", NameFault::Empty),
            (b"/etc/passwd", NameFault::Absolute),
            (b"C:/x.c", NameFault::Absolute),
            (b"../x.c", NameFault::Outside),
            (b"a/../../x.c", NameFault::Outside),
            (b"a/..", NameFault::Outside),
            (b"..\\x.c", NameFault::Backslash),
            (b"a\nb.c", NameFault::Control),
            (b"a\0b.c", NameFault::Control),
            ("a\u{202e}c.b".as_bytes(), NameFault::Control),
            (b"\xff\xfe.c", NameFault::NotUtf8),
            (long.as_bytes(), NameFault::TooLong),
        ];
        for (name, fault) in cases {
            assert_eq!(checked(name), Err(fault), "{}", shown(name));
        }
        assert_eq!(checked(deep.as_bytes()), Err(NameFault::TooDeep));
    }
}
