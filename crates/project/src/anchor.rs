//! Flags typed in one folder and used in another: relative paths in them are made absolute.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use crate::flags::{Group, groups};

/// Flags whose argument is a path, apart or joined.
#[rustfmt::skip] // a table of words
const WITH_PATH: &[&str] =
    &["-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-isysroot", "-iframework", "-F", "-B"];

/// Makes relative paths that exist below `base` absolute; the others are for clang to search or to complain about.
pub fn anchor(flags: &[OsString], base: &Path) -> Vec<OsString> {
    let mut out = Vec::with_capacity(flags.len());
    for group in groups(flags) {
        match group {
            Group::Flag([name, value]) if WITH_PATH.iter().any(|flag| name == flag) || name == "--sysroot" => {
                out.extend([name.clone(), at(base, value.as_bytes())]);
            }
            Group::Flag([joined]) => out.push(anchor_joined(joined, base)),
            Group::Flag(other) => out.extend_from_slice(other),
            Group::Input(input) => out.push(input.clone()),
        }
    }
    out
}

fn anchor_joined(flag: &OsStr, base: &Path) -> OsString {
    let bytes = flag.as_bytes();
    let prefixes = WITH_PATH.iter().chain(["--sysroot="].iter());
    let longest = prefixes.filter(|prefix| bytes.starts_with(prefix.as_bytes())).max_by_key(|prefix| prefix.len());
    match longest {
        Some(prefix) => {
            let path = at(base, &bytes[prefix.len()..]);
            OsString::from_vec([prefix.as_bytes(), path.as_bytes()].concat())
        }
        None => flag.to_owned(),
    }
}

fn at(base: &Path, path: &[u8]) -> OsString {
    let path = OsStr::from_bytes(path);
    let joined = base.join(path);
    if !path.is_empty() && joined.exists() { joined.into_os_string() } else { path.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_that_exist() {
        let words = |text: &str| -> Vec<OsString> { text.split_whitespace().map(OsString::from).collect() };
        for (given, expect) in [
            ("-Ibin -I bin -isystem bin", "-I/usr/bin -I /usr/bin -isystem /usr/bin"),
            ("-isystembin --sysroot=bin", "-isystem/usr/bin --sysroot=/usr/bin"),
            ("-Inowhere -include stdio.h", "-Inowhere -include stdio.h"),
            ("-I/abs -DI=bin -D bin", "-I/abs -DI=bin -D bin"),
        ] {
            assert_eq!(anchor(&words(given), Path::new("/usr")), words(expect), "{given}");
        }
    }
}
