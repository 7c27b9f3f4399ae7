//! Who the command line was written for: takes launchers such as ccache off its front and names the compiler.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Programs that run the compiler named after them.
#[rustfmt::skip] // a table of words
const LAUNCHERS: &[&str] = &[
    "buildcache", "ccache", "clcache", "colorgcc", "distcc", "env", "fastbuild", "gomacc", "icecc", "ionice", "nice",
    "pump", "recc", "sccache", "sndbs", "time",
];

/// The compiler at the front of a command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Driver<'a> {
    /// The compiler as written; `None` when the line begins with a flag.
    pub compiler: Option<&'a OsStr>,
    /// What follows it.
    pub args: &'a [OsString],
}

/// What command line the compiler speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// gcc's, and everyone's who follows it.
    Gcc,
    /// The same, but every `.c` file is C++.
    GccPlusPlus,
    /// Another language altogether.
    Other(&'static str),
    /// Microsoft's, which we do not read.
    Microsoft,
}

impl<'a> Driver<'a> {
    /// Splits a command line.
    pub fn of(command: &'a [OsString]) -> Driver<'a> {
        let mut rest = command;
        while let Some((first, tail)) = rest.split_first() {
            if !LAUNCHERS.contains(&stem(first).as_str()) {
                break;
            }
            // A launcher's own options and variables; `nice -n 5` and `env -u X` have an argument apart.
            rest = tail;
            while let Some((option, tail)) = rest.split_first() {
                let bytes = option.as_bytes();
                let takes_next = matches!(bytes, b"-n" | b"-u" | b"-C" | b"-c");
                match bytes.starts_with(b"-") || is_assignment(bytes) {
                    true => rest = if takes_next { tail.get(1..).unwrap_or_default() } else { tail },
                    false => break,
                }
            }
            if rest.is_empty() {
                // `ccache` alone, through a link named like this, is the compiler.
                return Driver { compiler: Some(first), args: rest };
            }
        }
        match rest.split_first() {
            Some((first, tail)) if !first.as_bytes().starts_with(b"-") => Driver { compiler: Some(first), args: tail },
            _ => Driver { compiler: None, args: rest },
        }
    }

    /// What command line this compiler speaks, by its name.
    pub fn dialect(&self) -> Dialect {
        let name = self.compiler.map(base_name).unwrap_or_default();
        match name.rsplit('-').next().unwrap_or_default() {
            _ if name == "clang-cl" => Dialect::Microsoft,
            "cl" | "icl" => Dialect::Microsoft,
            last if last.ends_with("++") || last == "cpp" => Dialect::GccPlusPlus,
            "nvcc" => Dialect::Other("CUDA"),
            "gfortran" | "flang" | "ifort" => Dialect::Other("Fortran"),
            "rustc" => Dialect::Other("Rust"),
            "as" | "nasm" | "yasm" => Dialect::Other("assembly"),
            "swiftc" => Dialect::Other("Swift"),
            _ => Dialect::Gcc,
        }
    }
}

fn is_assignment(bytes: &[u8]) -> bool {
    let name = bytes.split(|byte| *byte == b'=').next().unwrap_or_default();
    name.len() < bytes.len()
        && !name.is_empty()
        && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// The file name without folders and `.exe`.
fn stem(program: &OsStr) -> String {
    let name = Path::new(program).file_name().unwrap_or(program).to_string_lossy();
    name.strip_suffix(".exe").unwrap_or(&name).to_owned()
}

/// The compiler's name without folders, `.exe` and version: `powerpc-linux-gnu-gcc` of
/// `/opt/bin/powerpc-linux-gnu-gcc-12.2`.
pub fn base_name(program: &OsStr) -> String {
    let name = stem(program);
    match name.rsplit_once('-') {
        Some((front, version))
            if !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') =>
        {
            front.to_owned()
        }
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn launchers_come_off() {
        for (command, compiler, dialect, args) in [
            ("cc -c a.c", "cc", Dialect::Gcc, "-c a.c"),
            ("ccache gcc -c a.c", "gcc", Dialect::Gcc, "-c a.c"),
            ("/usr/bin/ccache CCACHE_DIR=/x distcc /opt/gcc-12 a.c", "/opt/gcc-12", Dialect::Gcc, "a.c"),
            ("env -u LANG A=1 B= nice -n 5 clang-19 a.c", "clang-19", Dialect::Gcc, "a.c"),
            ("sccache g++-12 a.c", "g++-12", Dialect::GccPlusPlus, "a.c"),
            ("arm-none-eabi-g++ a.c", "arm-none-eabi-g++", Dialect::GccPlusPlus, "a.c"),
            ("cl.exe /c a.c", "cl.exe", Dialect::Microsoft, "/c a.c"),
            ("clang-cl /c a.c", "clang-cl", Dialect::Microsoft, "/c a.c"),
            ("nvcc a.cu", "nvcc", Dialect::Other("CUDA"), "a.cu"),
            ("ccache", "ccache", Dialect::Gcc, ""),
        ] {
            let (command, args) = (words(command), words(args));
            let driver = Driver::of(&command);
            assert_eq!(driver, Driver { compiler: Some(OsStr::new(compiler)), args: &args });
            assert_eq!(driver.dialect(), dialect, "{compiler}");
        }
        assert_eq!(Driver::of(&words("-DX a.c")).compiler, None);
        assert_eq!(base_name(OsStr::new("/x/powerpc-linux-gnu-gcc-12.2")), "powerpc-linux-gnu-gcc");
    }
}
