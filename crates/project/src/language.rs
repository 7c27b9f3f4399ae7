//! Which entries are C: by `-x`, else by the file's ending, as compilers decide it.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::driver::Dialect;

/// What a source is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// C.
    C,
    /// C after the preprocessor (`.i`).
    PreprocessedC,
    /// Something to skip, with its name.
    Other(&'static str),
}

impl Language {
    /// What `-x` must say for clang to read it so.
    pub fn flag(self) -> &'static str {
        match self {
            Language::PreprocessedC => "cpp-output",
            Language::C | Language::Other(_) => "c",
        }
    }

    /// Decides; `explicit` is the value of `-x`.
    pub fn of(source: &Path, explicit: Option<&OsStr>, dialect: Dialect) -> Language {
        if let Some(language) = explicit.and_then(|value| by_flag(value.as_bytes())) {
            return language;
        }
        let by_ending = by_ending(source);
        match (dialect, by_ending) {
            (Dialect::Other(name), _) => Language::Other(name),
            (Dialect::GccPlusPlus, Language::C | Language::PreprocessedC) => Language::Other("C++"),
            _ => by_ending,
        }
    }
}

fn by_flag(value: &[u8]) -> Option<Language> {
    Some(match value {
        b"none" | b"" => return None,
        b"c" => Language::C,
        b"cpp-output" => Language::PreprocessedC,
        b"c++" | b"c++-cpp-output" => Language::Other("C++"),
        b"c-header" | b"c++-header" => Language::Other("header"),
        b"assembler" | b"assembler-with-cpp" => Language::Other("assembly"),
        b"objective-c" | b"objective-c++" => Language::Other("Objective-C"),
        b"cuda" | b"cu" => Language::Other("CUDA"),
        b"cl" => Language::Other("OpenCL"),
        b"f77" | b"f95" | b"f77-cpp-input" | b"f95-cpp-input" => Language::Other("Fortran"),
        _ => Language::Other("foreign"),
    })
}

fn by_ending(source: &Path) -> Language {
    match source.extension().map(OsStr::as_bytes).unwrap_or_default() {
        b"c" => Language::C,
        b"i" => Language::PreprocessedC,
        b"C" | b"cc" | b"cp" | b"cpp" | b"cxx" | b"c++" | b"CPP" | b"CC" | b"ii" | b"cppm" | b"ixx" => {
            Language::Other("C++")
        }
        b"h" | b"H" | b"hh" | b"hp" | b"hpp" | b"hxx" | b"h++" | b"tcc" | b"inl" => Language::Other("header"),
        b"s" | b"S" | b"sx" | b"asm" => Language::Other("assembly"),
        b"m" | b"mm" | b"M" | b"mi" | b"mii" => Language::Other("Objective-C"),
        b"cu" | b"cuh" => Language::Other("CUDA"),
        b"cl" => Language::Other("OpenCL"),
        b"f" | b"for" | b"f90" | b"f95" | b"f03" | b"F" | b"F90" => Language::Other("Fortran"),
        b"rs" => Language::Other("Rust"),
        b"go" => Language::Other("Go"),
        b"swift" => Language::Other("Swift"),
        b"d" => Language::Other("D"),
        b"hip" => Language::Other("HIP"),
        _ => Language::Other("foreign"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flag_before_compiler_before_ending() {
        for (file, flag, dialect, expect) in [
            ("a.c", None, Dialect::Gcc, Language::C),
            ("a.i", None, Dialect::Gcc, Language::PreprocessedC),
            ("a.C", None, Dialect::Gcc, Language::Other("C++")),
            ("a.c", None, Dialect::GccPlusPlus, Language::Other("C++")),
            ("a.c", Some("c++"), Dialect::Gcc, Language::Other("C++")),
            ("a.inc", Some("c"), Dialect::GccPlusPlus, Language::C),
            ("a.c", Some("none"), Dialect::Gcc, Language::C),
            ("a.S", None, Dialect::Gcc, Language::Other("assembly")),
            ("a.h", None, Dialect::Gcc, Language::Other("header")),
            ("a.cu", None, Dialect::Other("CUDA"), Language::Other("CUDA")),
            ("Makefile", None, Dialect::Gcc, Language::Other("foreign")),
        ] {
            assert_eq!(Language::of(Path::new(file), flag.map(OsStr::new), dialect), expect, "{file} {flag:?}");
        }
    }
}
