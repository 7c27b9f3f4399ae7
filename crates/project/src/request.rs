//! What the caller asks for: which sources, with which flags, compiled how, within which limits.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use crate::cache::CacheDir;
use crate::clang::Clang;

/// One question to this room. Build it with [`Request::new`] and set the fields that matter.
#[derive(Debug, Clone)]
pub struct Request {
    /// A `compile_commands.json`, or a folder that holds one (itself, or in its build folder).
    pub database: Option<PathBuf>,
    /// C files and folders. With a database they select entries of it; empty means everything in the database.
    pub inputs: Vec<PathBuf>,
    /// The flags after `--`. They come after the flags of a database entry, so they win.
    pub cflags: Vec<OsString>,
    /// What the bitcode is for.
    pub flavour: Flavour,
    /// How many clangs run at once; 0 means one per core.
    pub jobs: usize,
    /// Where bitcode is kept.
    pub cache: CacheDir,
    /// What one clang may use.
    pub limits: Limits,
    /// The clang to run; `None` means [`Clang::locate`]. Who loads often asks for it once.
    pub clang: Option<Clang>,
    /// What relative inputs and cflags are relative to; `None` is the process's working directory.
    pub working_directory: Option<PathBuf>,
}

impl Request {
    /// An empty request: add `database` or `inputs`.
    pub fn new(cache: CacheDir) -> Request {
        Request {
            database: None,
            inputs: Vec::new(),
            cflags: Vec::new(),
            flavour: Flavour::Plain,
            jobs: 0,
            cache,
            limits: Limits::default(),
            clang: None,
            working_directory: None,
        }
    }
}

/// What the bitcode is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flavour {
    /// Code and debug info.
    Plain,
    /// Also the names of blocks, which tell decisions from other branches.
    Named,
    /// Also clang's coverage counters, regions and MC/DC decisions. Slow on huge files.
    Coverage,
}

impl Flavour {
    /// The clang flags this flavour adds.
    pub fn flags(self) -> &'static [&'static str] {
        match self {
            Flavour::Plain => &[],
            Flavour::Named => &["-fno-discard-value-names"],
            Flavour::Coverage => &COVERAGE,
        }
    }

    /// The flags for a target, `None` being the host. Clang 19 writes bitcode that nobody can read when it counts
    /// MC/DC for a target whose `int` has 16 bits.
    pub fn flags_for(self, target: Option<&str>) -> &'static [&'static str] {
        let is_narrow = target.is_some_and(|target| ["avr", "msp430"].iter().any(|narrow| target.starts_with(narrow)));
        match self {
            Flavour::Coverage if is_narrow => &COVERAGE[..2],
            _ => self.flags(),
        }
    }
}

const COVERAGE: [&str; 3] = ["-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc"];

/// What one clang process may use before it is stopped and its file becomes a failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Time on the clock.
    pub wall: Duration,
    /// Time asleep without using any processor: an `#include` of a fifo waits for ever.
    pub idle: Duration,
    /// Processor time.
    pub cpu: Duration,
    /// Address space in bytes.
    pub memory: u64,
    /// Size in bytes of any file clang writes.
    pub file_size: u64,
    /// How many bytes of clang's messages are kept.
    pub messages: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            wall: Duration::from_secs(300),
            idle: Duration::from_secs(30),
            cpu: Duration::from_secs(300),
            memory: 8 << 30,
            file_size: 4 << 30,
            messages: 64 << 10,
        }
    }
}
