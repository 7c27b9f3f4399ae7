//! Paths of the sender's machine, as paths of the project that was sent.
//!
//! A database says `/home/ann/work/station/src/main.c`; the archive has `src/main.c`. What stands before is found by trying:
//! the beginning that most entries agree on.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// Entries that are looked at to find where the project was.
const ENOUGH: usize = 500;

pub struct Moved {
    /// Where the project was on the sender's machine.
    was: Option<PathBuf>,
    /// Where the database is, relative to the project.
    folder: PathBuf,
}

impl Moved {
    /// `entries`: their directories and files.
    pub fn new<'a>(root: &Path, folder: &Path, entries: impl Iterator<Item = (&'a str, &'a str)>) -> Moved {
        let mut votes: BTreeMap<PathBuf, usize> = BTreeMap::new();
        for (directory, file) in entries.take(ENOUGH) {
            let Some(path) = normal(&Path::new(directory).join(file)).filter(|p| p.is_absolute()) else { continue };
            let parts: Vec<Component> = path.components().collect();
            // The longest end that is a file of the project.
            let found = (1..parts.len()).find(|&at| root.join(parts[at..].iter().collect::<PathBuf>()).is_file());
            if let Some(at) = found {
                *votes.entry(parts[..at].iter().collect()).or_default() += 1;
            }
        }
        let was = votes.into_iter().max_by_key(|(path, n)| (*n, path.as_os_str().len())).map(|(path, _)| path);
        Moved { was, folder: folder.to_path_buf() }
    }

    /// A directory of an entry, relative to the project; `None`: it was somewhere else.
    pub fn directory(&self, written: &str) -> Option<PathBuf> {
        self.path(&Some(self.folder.clone()), written)
    }

    /// A path that an entry names, relative to the project.
    pub fn path(&self, directory: &Option<PathBuf>, written: &str) -> Option<PathBuf> {
        if written.chars().any(char::is_control) {
            return None;
        }
        let path = Path::new(written);
        if path.is_absolute() {
            let path = normal(path)?;
            return path.strip_prefix(self.was.as_deref()?).ok().map(Path::to_path_buf);
        }
        normal(&directory.as_ref()?.join(path))
    }
}

/// Without `.` and `..`; `None`: it leads out of where it begins.
fn normal(path: &Path) -> Option<PathBuf> {
    let mut parts: Vec<Component> = Vec::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => match parts.last() {
                Some(Component::Normal(_)) => drop(parts.pop()),
                _ => return None,
            },
            part => parts.push(part),
        }
    }
    Some(parts.into_iter().collect())
}
