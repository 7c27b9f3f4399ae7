//! What the tests of this crate share: C to bitcode with clang 19, the way `crescendo-project` does it.
#![allow(dead_code, reason = "each test binary uses its own part")]

use crescendo_program::declared::SourceUnit;
use crescendo_program::{LinkOptions, LowerOptions, Program, link, load_unit};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

const CLANG: &str = "/usr/lib/llvm-19/bin/clang";

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository exists")
}

/// A source and its flags.
#[derive(Clone)]
pub struct Source {
    pub file: PathBuf,
    pub directory: PathBuf,
    pub args: Vec<OsString>,
}

impl Source {
    pub fn new(file: &Path, flags: &[&str]) -> Source {
        let directory = file.parent().expect("a file is in a folder").to_owned();
        let args = flags.iter().copied().chain(["-x", "c"]).map(OsString::from).collect();
        Source { file: file.file_name().expect("a file has a name").into(), directory, args }
    }

    pub fn unit(&self) -> SourceUnit<'_> {
        SourceUnit { compiler: Path::new(CLANG), source: &self.file, directory: &self.directory, args: &self.args }
    }

    /// Bitcode, or clang's messages.
    pub fn compile(&self) -> Result<Vec<u8>, String> {
        let mut clang = Command::new(CLANG);
        clang.current_dir(&self.directory).env("PWD", &self.directory).args(&self.args);
        clang.args(["-O0", "-g", "-Xclang", "-disable-O0-optnone", "-Xclang", "-disable-llvm-passes", "-w"]);
        clang.args([
            "-Wno-error=implicit-int",
            "-Wno-error=implicit-function-declaration",
            "-Wno-error=int-conversion",
        ]);
        clang.args(["-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-mismatch"]);
        clang.args(["-emit-llvm", "-c", "-o", "-"]).arg(&self.file);
        let done = clang.output().map_err(|e| format!("clang-19: {e}"))?;
        if done.status.success() { Ok(done.stdout) } else { Err(String::from_utf8_lossy(&done.stderr).into_owned()) }
    }
}

/// One program of several sources.
pub fn program(sources: &[Source]) -> Result<Program, String> {
    let mut units = Vec::new();
    for s in sources {
        units.push(
            load_unit(&s.compile()?, &s.file.to_string_lossy(), LowerOptions::default()).map_err(|e| e.to_string())?,
        );
    }
    link(units, &LinkOptions { is_library: &|_| false }).map_err(|e| e.to_string())
}

/// Writes C files into a folder.
pub fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let file = folder.join(name);
    std::fs::write(&file, text).expect("the folder is ours");
    file
}
