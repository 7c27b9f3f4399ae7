//! Response files: `@file` stands for the arguments in it. Quoting is GNU's (as gcc and clang read it), not the
//! shell's: a backslash takes the next character as it is, everywhere but in single quotes; there are no comments.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// Deeper nesting is a cycle in practice.
const MAX_DEPTH: usize = 32;
/// More arguments than any build has: stops files that include themselves twice.
const MAX_ARGUMENTS: usize = 1 << 20;
/// Larger than any list of flags.
const MAX_BYTES: u64 = 64 << 20;

/// Why a response file cannot be used.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ResponseError {
    #[error("the response file {} cannot be read: {reason}; run the build first if it makes that file", .path.display())]
    Unreadable { path: PathBuf, reason: String },
    #[error("the response file {} is not a regular file of at most 64 MB", .path.display())]
    NotAFile { path: PathBuf },
    #[error("the response file {} includes itself", .path.display())]
    Endless { path: PathBuf },
}

/// Replaces every `@file`, also nested ones, relative to `directory`.
pub fn expand(args: &[OsString], directory: &Path) -> Result<Vec<OsString>, ResponseError> {
    let mut out = Vec::with_capacity(args.len());
    expand_into(args, directory, 0, &mut out)?;
    Ok(out)
}

fn expand_into(
    args: &[OsString],
    directory: &Path,
    depth: usize,
    out: &mut Vec<OsString>,
) -> Result<(), ResponseError> {
    for arg in args {
        let Some(name) = arg.as_bytes().strip_prefix(b"@").filter(|name| !name.is_empty()) else {
            out.push(arg.clone());
            continue;
        };
        let path = directory.join(OsStr::from_bytes(name));
        if depth >= MAX_DEPTH || out.len() > MAX_ARGUMENTS {
            return Err(ResponseError::Endless { path });
        }
        let unreadable =
            |error: std::io::Error| ResponseError::Unreadable { path: path.clone(), reason: error.to_string() };
        let metadata = fs::metadata(&path).map_err(unreadable)?;
        if !metadata.is_file() || metadata.len() > MAX_BYTES {
            return Err(ResponseError::NotAFile { path });
        }
        let inner = tokens(&fs::read(&path).map_err(unreadable)?);
        expand_into(&inner, directory, depth + 1, out)?;
    }
    Ok(())
}

/// The arguments in the text of a response file.
fn tokens(text: &[u8]) -> Vec<OsString> {
    let mut out = Vec::new();
    let mut token: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (byte, quote) {
            (b'\\', None | Some(b'"')) => token.get_or_insert_default().extend(bytes.next()),
            (_, Some(open)) if byte == open => quote = None,
            (_, Some(_)) => token.get_or_insert_default().push(byte),
            (b'"' | b'\'', None) => {
                quote = Some(byte);
                token.get_or_insert_default();
            }
            (_, None) if byte.is_ascii_whitespace() => out.extend(token.take().map(OsString::from_vec)),
            (_, None) => token.get_or_insert_default().push(byte),
        }
    }
    out.extend(token.map(OsString::from_vec));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gnu_quoting() {
        for (text, expect) in [
            ("-a  -b\n\t-c\r\n", &["-a", "-b", "-c"][..]),
            (r#"-DX="a b" '-I c' "" "#, &["-DX=a b", "-I c", ""]),
            (r#"-DS=\"x\" "-DT=\"y z\"" 'a\b'"#, &["-DS=\"x\"", "-DT=\"y z\"", "a\\b"]),
            (r"a\ b # c", &["a b", "#", "c"]),
            ("'never closed", &["never closed"]),
            ("", &[]),
        ] {
            assert_eq!(tokens(text.as_bytes()), expect.iter().map(OsString::from).collect::<Vec<_>>(), "{text}");
        }
    }
}
