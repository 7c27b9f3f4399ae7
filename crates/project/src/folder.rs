//! A folder without a compile database: every `.c` file below it, and a guess at the include folders.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// Folders that hold what builds and tools leave behind.
#[rustfmt::skip] // a table of words
const OUTPUT_FOLDERS: &[&str] = &[
    "CMakeFiles", "_build", "autom4te.cache", "build", "builddir", "crescendo-out", "dist", "node_modules", "out",
    "target",
];

/// And how others begin.
#[rustfmt::skip] // a table of words
const OUTPUT_PREFIXES: &[&str] = &["bazel-", "build-", "cmake-build-"];

/// What a folder holds.
#[derive(Debug, Default)]
pub struct Sources {
    /// The `.c` files, sorted.
    pub files: Vec<PathBuf>,
    /// Folders that look like build output; hidden ones are not worth a word.
    pub skipped: Vec<PathBuf>,
}

/// Searches a folder. Links to folders are not followed: they lead out, or in circles.
pub fn search(folder: &Path) -> Sources {
    let mut sources = Sources::default();
    let mut walk = WalkDir::new(folder).sort_by_file_name().into_iter();
    while let Some(entry) = walk.next() {
        // A folder that may not be read has no files for us.
        let Ok(entry) = entry else { continue };
        let is_root = entry.depth() == 0;
        let name = entry.file_name();
        if entry.file_type().is_dir() {
            let is_hidden = name.as_bytes().starts_with(b".");
            if !is_root && (is_hidden || is_output(name)) {
                walk.skip_current_dir();
                if !is_hidden {
                    sources.skipped.push(entry.into_path());
                }
            } else if !is_root && is_source(name) {
                // `x.c/`: reported as a failure, and searched like any other folder.
                sources.files.push(entry.into_path());
            }
        } else if is_source(name) && !name.as_bytes().starts_with(b".") {
            sources.files.push(entry.into_path());
        }
    }
    sources
}

/// Where headers usually are.
pub fn include_folders(folder: &Path) -> Vec<PathBuf> {
    let below = ["include", "src"].map(|name| folder.join(name));
    std::iter::once(folder.to_owned()).chain(below.into_iter().filter(|path| path.is_dir())).collect()
}

fn is_source(name: &OsStr) -> bool {
    Path::new(name).extension() == Some(OsStr::new("c"))
}

fn is_output(name: &OsStr) -> bool {
    let bytes = name.as_bytes();
    OUTPUT_FOLDERS.iter().any(|folder| folder.as_bytes() == bytes)
        || OUTPUT_PREFIXES.iter().any(|prefix| bytes.starts_with(prefix.as_bytes()))
}
