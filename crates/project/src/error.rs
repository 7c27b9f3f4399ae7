//! What stops a whole load. Trouble with one file is a [`CompileFailure`](crate::CompileFailure) instead.

use std::io;
use std::path::PathBuf;

use crate::response::ResponseError;

/// Why nothing could be loaded; each message names the file and what to do.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    #[error("nothing to test: no input was given, and there is no compile_commands.json in {} or its build folder\n{HOW_TO_MAKE_A_DATABASE}", .looked_in.display())]
    NothingToTest { looked_in: PathBuf },

    #[error("no compile_commands.json in {} or its build folder\n{HOW_TO_MAKE_A_DATABASE}", .folder.display())]
    NoDatabase { folder: PathBuf },

    #[error("{} is not a regular file; -p takes a compile_commands.json or a folder that holds one", .path.display())]
    DatabaseNotAFile { path: PathBuf },

    #[error("cannot read the compile database {}: {reason}", .path.display())]
    DatabaseUnreadable { path: PathBuf, reason: io::Error },

    #[error("{}:{line}:{column}: {entry}not a compile database: {reason}\n{HOW_TO_MAKE_A_DATABASE}", .path.display(), entry = in_entry(.entry))]
    DatabaseSyntax {
        path: PathBuf,
        line: usize,
        column: usize,
        /// The entry (from 0) the parser was in, if it was in one.
        entry: Option<usize>,
        reason: String,
    },

    #[error("{} has no entry for a C file ({skipped} entries in other languages)\n{HOW_TO_MAKE_A_DATABASE}", .path.display())]
    DatabaseHasNoC { path: PathBuf, skipped: usize },

    #[error("{} has no entry for a C file below {}; give the folder without -p to compile every .c file in it", .database.display(), .folder.display())]
    NoEntryBelow { database: PathBuf, folder: PathBuf },

    #[error("no .c file below {}", .folder.display())]
    NoSourceBelow { folder: PathBuf },

    #[error("{} does not exist; check the spelling, or run the build first if it is a generated file", .path.display())]
    InputMissing { path: PathBuf },

    #[error("cannot read {}: {reason}", .path.display())]
    InputUnreadable { path: PathBuf, reason: io::Error },

    #[error("{} is a header: it is tested as part of a .c file that includes it; give that file", .path.display())]
    InputIsHeader { path: PathBuf },

    #[error("{} is {language}, not C; give .c files, or say `-- -x c` if it is C after all", .path.display())]
    InputNotC { path: PathBuf, language: &'static str },

    #[error("bad flags after --: {reason}")]
    BadCflags { reason: ResponseError },

    #[error("no clang 19 found: looked for {}; run `./run setup`, or set CRESCENDO_CLANG", .looked_for.join(", "))]
    ClangMissing { looked_for: Vec<String> },

    #[error("{} is not clang 19 but {found}; run `./run setup`, or set CRESCENDO_CLANG to a clang 19", .path.display())]
    ClangVersion { path: PathBuf, found: String },

    #[error("{} does not run: {reason}; run `./run setup`, or set CRESCENDO_CLANG to a clang 19", .path.display())]
    ClangBroken { path: PathBuf, reason: String },

    #[error("no place for the cache: set CRESCENDO_CACHE, XDG_CACHE_HOME or HOME")]
    CacheHomeless,

    #[error("cannot use the cache {}: {reason}; set CRESCENDO_CACHE to a folder that can be written", .path.display())]
    CacheUnusable { path: PathBuf, reason: io::Error },

    #[error("the working directory is gone: {reason}; change to one that exists")]
    NoWorkingDirectory { reason: io::Error },
}

/// The help that ends every "no database" message.
pub const HOW_TO_MAKE_A_DATABASE: &str = "\
make one by:  cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON   (CMake)
              meson setup build                                  (Meson writes build/compile_commands.json)
              bear -- make                                       (make and everything else)
or do without: FILE.c ... -- CFLAGS";

fn in_entry(index: &Option<usize>) -> String {
    index.map_or_else(String::new, |index| format!("entry {index}: "))
}
