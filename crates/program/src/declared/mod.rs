//! Declarations that debug info leaves out: functions and globals a source only declares, read with libclang.
//!
//! At `-O0` clang describes what it defines, not what it calls. `read_declarations` asks libclang for the rest, with the
//! unit's own flags; `complete` puts the answers into a program, where they share the types debug info gave. `describe`
//! does both for all that a program lacks. Nothing here runs unless it is called, and libclang is loaded only then.
//!
//! Invariants:
//! - A declaration read here and the same one read from debug info have equal types.
//! - A source with errors gives what can be understood of it, and the errors.
//! - No call outlives its limit; a parse that does not end is left behind on its own thread.
//!
//! This is the one part of the crate that reads files and the environment (`LIBCLANG_PATH`).
#![expect(non_upper_case_globals, reason = "patterns with libclang's own names")]

mod arrays;
mod ast;
mod complete;
mod find;
mod library;
mod types;

pub use complete::{complete, describe, missing};

use crate::ctype::{TypeId, Types};
use crate::source::{PosId, SourceMap};
use crate::target::Target;
use ast::{NoTree, Tree};
use library::LibClang;
use std::collections::BTreeSet;
use std::ffi::{CString, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How a source is compiled.
#[derive(Debug, Clone, Copy)]
pub struct SourceUnit<'a> {
    /// The clang that compiles it: headers are found from where it is.
    pub compiler: &'a Path,
    /// As the build spells it, so that positions are those of debug info; relative to `directory`.
    pub source: &'a Path,
    pub directory: &'a Path,
    /// The user's flags, with `-x`, without those about output.
    pub args: &'a [OsString],
}

#[derive(Debug, Clone, Copy)]
pub struct ReadOptions {
    /// Also look into function bodies, for declarations there and for what is used without one. Slower.
    pub bodies: bool,
    /// Time on the clock for one source.
    pub limit: Duration,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions { bodies: false, limit: Duration::from_secs(120) }
    }
}

/// What one source declares, in tables of its own.
#[derive(Debug)]
pub struct Declarations {
    pub types: Types,
    pub sources: SourceMap,
    /// In the order of their names.
    pub functions: Vec<DeclaredFunction>,
    pub globals: Vec<DeclaredGlobal>,
    /// Clang's errors, if it had any: what they concern may be missing.
    pub errors: Vec<String>,
}

#[derive(Debug)]
pub struct DeclaredFunction {
    /// The name the linker sees.
    pub name: String,
    pub c_type: TypeId,
    /// One per parameter, empty where the declaration has none.
    pub param_names: Vec<String>,
    /// Elements of parameters that are declared as arrays.
    pub param_lengths: Vec<Option<u64>>,
    pub position: PosId,
}

#[derive(Debug)]
pub struct DeclaredGlobal {
    pub name: String,
    pub c_type: TypeId,
    pub position: PosId,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeclarationError {
    #[error("libclang 19 cannot be loaded; run ./run setup (package libclang-19-dev), or set LIBCLANG_PATH: {tried}")]
    Library { tried: String },
    #[error("{}: the flags or the name contain a zero byte", .0.display())]
    ZeroByte(PathBuf),
    #[error("{}: declarations cannot be read: libclang makes nothing of the file or its flags", .0.display())]
    Failed(PathBuf),
    #[error("{}: declarations cannot be read: libclang crashed", .0.display())]
    Crashed(PathBuf),
    #[error("{}: declarations cannot be read: libclang took longer than {} s", source_file.display(), limit.as_secs())]
    TimedOut { source_file: PathBuf, limit: Duration },
    #[error("{}: some declarations may be missing: {}", source_file.display(), messages.join("; "))]
    Source { source_file: PathBuf, messages: Vec<String> },
}

/// What we add: no warnings, and what gcc accepts is no error, as when the bitcode is made.
const OUR_FLAGS: &[&str] = &[
    "-w",
    "-Qunused-arguments",
    "-Wno-unknown-warning-option",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=return-mismatch",
    "-Wno-error=return-type",
    "-Wno-error=deprecated-non-prototype",
    "-ferror-limit=100",
];

/// Errors of one source that are kept.
const MAX_ERRORS: usize = 10;

/// Stack of the reading thread; libclang itself parses on one of 8 MB.
const STACK: usize = 16 << 20;

/// Reads what a source declares of the wanted names (as the linker sees them).
pub fn read_declarations(
    unit: &SourceUnit,
    wanted: &BTreeSet<String>,
    target: &Target,
    options: &ReadOptions,
) -> Result<Declarations, DeclarationError> {
    let library = LibClang::get().map_err(|tried| DeclarationError::Library { tried })?;
    let args = arguments(unit).ok_or_else(|| DeclarationError::ZeroByte(unit.source.to_owned()))?;
    let (wanted, target, directory) = (wanted.clone(), target.clone(), unit.directory.to_owned());
    let bodies = options.bodies;
    let (answer, question) = channel();
    let read = move || {
        let declarations = Tree::parse(library, &args, bodies).map(|tree| {
            let found = find::find(&tree, &wanted, &target, &directory, bodies);
            Declarations { errors: tree.errors(MAX_ERRORS), ..found }
        });
        // Nobody listens any more after the limit.
        let _ = answer.send(declarations);
    };
    let source_file = unit.source.to_owned();
    let thread = std::thread::Builder::new().name("libclang".into()).stack_size(STACK).spawn(read);
    if thread.is_err() {
        return Err(DeclarationError::Failed(source_file));
    }
    match question.recv_timeout(options.limit) {
        Ok(Ok(declarations)) => Ok(declarations),
        Ok(Err(NoTree::Crashed)) | Err(RecvTimeoutError::Disconnected) => Err(DeclarationError::Crashed(source_file)),
        Ok(Err(NoTree::Failed)) => Err(DeclarationError::Failed(source_file)),
        Err(RecvTimeoutError::Timeout) => Err(DeclarationError::TimedOut { source_file, limit: options.limit }),
    }
}

fn arguments(unit: &SourceUnit) -> Option<Vec<CString>> {
    // Clang itself goes by the real path of its program, not by a link to it.
    let compiler = std::fs::canonicalize(unit.compiler).unwrap_or_else(|_| unit.compiler.to_owned());
    let mut args: Vec<OsString> = vec![compiler.into()];
    args.extend(unit.args.iter().cloned());
    args.extend(OUR_FLAGS.iter().map(OsString::from));
    args.push("-working-directory".into());
    args.push(unit.directory.into());
    // A name like `-x.c` is no flag.
    let is_flag = unit.source.as_os_str().as_bytes().starts_with(b"-");
    args.push(if is_flag { Path::new(".").join(unit.source).into() } else { unit.source.into() });
    args.iter().map(|a| CString::new(a.as_bytes()).ok()).collect()
}
