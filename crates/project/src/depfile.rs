//! Reads the dependency file clang writes with `-MD`: a make rule whose prerequisites are all files it opened.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

/// The prerequisites, as clang spells them. Clang escapes spaces and `#` by a backslash and doubles `$`.
pub fn prerequisites(text: &[u8]) -> Vec<PathBuf> {
    let mut names: Vec<Vec<u8>> = Vec::new();
    let mut name = Vec::new();
    let mut rest = text;
    while let Some((byte, tail)) = rest.split_first() {
        let (taken, used) = match (byte, tail.first(), tail.get(1)) {
            // The end of a line that goes on.
            (b'\\', Some(b'\n'), _) => (None, 2),
            (b'\\', Some(b'\r'), Some(b'\n')) => (None, 3),
            (b'\\', Some(next @ (b' ' | b'#' | b'\t')), _) => (Some(*next), 2),
            (b'$', Some(b'$'), _) => (Some(b'$'), 2),
            (b' ' | b'\t' | b'\n' | b'\r', _, _) => (None, 1),
            _ => (Some(*byte), 1),
        };
        match taken {
            Some(byte) => name.push(byte),
            None if !name.is_empty() => names.push(std::mem::take(&mut name)),
            None => {}
        }
        rest = &rest[used..];
    }
    names.extend(Some(name).filter(|name| !name.is_empty()));
    // The rule's own target ends in a colon.
    names.into_iter().skip(1).map(|name| PathBuf::from(OsString::from_vec(name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        let rule = b"/c/tmp\\ 1.bc: a.c \\\n  /usr/include/x.h we\\ ird\\#\\ $$name.h \\\n caf\xe9.h\n";
        let expect: Vec<Vec<u8>> = [&b"a.c"[..], b"/usr/include/x.h", b"we ird# $name.h", b"caf\xe9.h"]
            .iter()
            .map(|name| name.to_vec())
            .collect();
        let found: Vec<Vec<u8>> =
            prerequisites(rule).into_iter().map(|path| path.into_os_string().into_vec()).collect();
        assert_eq!(found, expect);
        assert!(prerequisites(b"").is_empty());
    }
}
