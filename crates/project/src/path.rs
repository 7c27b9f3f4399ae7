//! Paths as text and as bytes: absolute without touching the disk, printable, and lossless inside JSON.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf};

/// `path` seen from `base`, without `.` parts. `..` stays unless it can be resolved on disk: across a symlink,
/// `a/..` is not the parent of `a`.
pub fn absolute(base: &Path, path: &Path) -> PathBuf {
    let joined: PathBuf = base.join(path).components().filter(|part| *part != Component::CurDir).collect();
    if !joined.components().any(|part| part == Component::ParentDir) {
        return joined;
    }
    let Some(name) = joined.file_name() else {
        return joined.canonicalize().unwrap_or(joined);
    };
    match joined.parent().map(Path::canonicalize) {
        Some(Ok(parent)) => parent.join(name),
        _ => joined,
    }
}

/// The path for a message: what cannot be printed is replaced.
pub fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// What files are compared by: symlinks resolved where possible.
pub fn identity(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Any bytes as text that [`from_text`] reads back: `%` and invalid UTF-8 become `%XX`.
pub fn to_text(text: &OsStr) -> String {
    let mut out = String::with_capacity(text.len());
    for chunk in text.as_bytes().utf8_chunks() {
        for part in chunk.valid().split_inclusive('%') {
            match part.strip_suffix('%') {
                Some(before) => out.extend([before, "%25"]),
                None => out.push_str(part),
            }
        }
        for byte in chunk.invalid() {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// The bytes behind [`to_text`]; `None` for text it never makes.
pub fn from_text(text: &str) -> Option<OsString> {
    if !text.contains('%') {
        return Some(OsString::from(text));
    }
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    Some(OsString::from_vec(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_lossless() {
        for bytes in [&b"plain/path.c"[..], b"100%.c", b"%25", b"caf\xe9/\xff\xfe.c", "gr\u{fc}n.c".as_bytes(), b""] {
            let path = OsStr::from_bytes(bytes);
            assert_eq!(from_text(&to_text(path)).as_deref(), Some(path));
        }
        assert_eq!(from_text("%"), None);
        assert_eq!(from_text("%zz"), None);
    }

    #[test]
    fn absolute_drops_dots() {
        for (base, path, expect) in [
            ("/a", "b.c", "/a/b.c"),
            ("/a/.", "./b/./c.c", "/a/b/c.c"),
            ("/a", "/b.c", "/b.c"),
            ("/no-such-folder", "../b.c", "/no-such-folder/../b.c"),
            ("/usr/bin", "../b.c", "/usr/b.c"),
        ] {
            assert_eq!(absolute(Path::new(base), Path::new(path)), Path::new(expect));
        }
    }
}
