//! What the caller gets: translation units with bitcode, the files that failed, and remarks on both.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use crate::clang::Clang;
use crate::note::Note;

/// The project as its build sees it. All lists are in the order of the database or the inputs, whatever
/// the number of jobs was.
#[derive(Debug, Clone)]
pub struct Project {
    /// What compiled.
    pub units: Vec<TranslationUnit>,
    /// What did not.
    pub failures: Vec<CompileFailure>,
    /// What the user should know about how the project was read.
    pub notes: Vec<Note>,
    /// The compiler that was used.
    pub clang: Clang,
}

/// One source file compiled in one way. The same source may appear several times, with other `args`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslationUnit {
    /// The source file, absolute.
    pub source: PathBuf,
    /// The source as the build names it on the command line, relative to `directory`: what `__FILE__` says.
    pub spelled: PathBuf,
    /// Where the compiler runs; relative paths in `args` and `spelled` start here.
    pub directory: PathBuf,
    /// The user's flags without those that are about output, optimisation or instrumentation, with `-x` and, for a
    /// cross compiler, `--target`. Enough to parse the file again with libclang (add `-working-directory=`).
    pub args: Vec<OsString>,
    /// The target triple, when the flags or the compiler's name say one; `None` is the host.
    pub target: Option<String>,
    /// The object file the build makes of it, when known: tells several units of one source apart.
    pub output: Option<PathBuf>,
    /// The bitcode, in the cache. Never change it in place.
    pub bitcode: PathBuf,
    /// Clang's warnings, without colours.
    pub warnings: String,
    /// Whether the bitcode was there already.
    pub from_cache: bool,
}

impl TranslationUnit {
    /// The flags with absolute paths: they mean the same in any folder.
    pub fn anchored_args(&self) -> Vec<OsString> {
        crate::anchor::anchor(&self.args, &self.directory)
    }
}

/// One source file that did not compile; the others go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompileFailure {
    /// The source file, absolute; the database for an entry that names none.
    pub source: PathBuf,
    /// Why, in one word.
    pub kind: FailureKind,
    /// Why, in clang's own words or ours; no colours, bounded.
    pub diagnostics: String,
}

impl fmt::Display for CompileFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}\n{}", self.source.display(), self.kind, self.diagnostics.trim_end())
    }
}

/// Why a source file has no bitcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FailureKind {
    /// The database entry cannot be understood.
    BadEntry,
    /// The entry's command belongs to a compiler with another command line, such as `cl.exe`.
    UnknownCompiler,
    /// A response file (`@file`) is missing or endless.
    ResponseFile,
    /// The source, or the folder it is compiled in, does not exist.
    Missing,
    /// The source is a folder, a fifo or a device.
    NotAFile,
    /// The source may not be read.
    Unreadable,
    /// Clang reported errors.
    Rejected,
    /// Clang does not know the target.
    UnknownTarget,
    /// Clang used up its time.
    TimedOut,
    /// Clang waited for something that never came.
    Stuck,
    /// Clang used up its memory.
    OutOfMemory,
    /// Clang died.
    Crashed,
    /// Clang could not be started, or its output could not be stored.
    Machine,
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FailureKind::BadEntry => "bad entry in the compile database",
            FailureKind::UnknownCompiler => "unknown kind of compiler",
            FailureKind::ResponseFile => "bad response file",
            FailureKind::Missing => "missing",
            FailureKind::NotAFile => "not a regular file",
            FailureKind::Unreadable => "unreadable",
            FailureKind::Rejected => "does not compile",
            FailureKind::UnknownTarget => "target unknown to clang",
            FailureKind::TimedOut => "clang took too long",
            FailureKind::Stuck => "clang waited for ever",
            FailureKind::OutOfMemory => "clang ran out of memory",
            FailureKind::Crashed => "clang crashed",
            FailureKind::Machine => "clang could not be run",
        })
    }
}
