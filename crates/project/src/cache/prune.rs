//! Keeps the cache small: the longest unused files go first.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use walkdir::WalkDir;

/// What pruning did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pruned {
    /// Files removed.
    pub removed: usize,
    /// Bytes they had.
    pub removed_bytes: u64,
    /// Bytes that are left.
    pub kept_bytes: u64,
}

/// A file in the making that is older was left by a process that died.
const ABANDONED_AFTER: Duration = Duration::from_secs(3600);

pub fn prune(root: &Path, max_bytes: u64, protected: &HashSet<&Path>) -> io::Result<Pruned> {
    let mut pruned = Pruned::default();
    let is_abandoned = |file: &CachedFile| file.used.elapsed().is_ok_and(|age| age > ABANDONED_AFTER);
    for file in files(&root.join("tmp")).iter().filter(|file| is_abandoned(file)) {
        remove(file, &mut pruned)?;
    }
    let mut files: Vec<CachedFile> = ["objects", "manifests"].iter().flat_map(|kind| files(&root.join(kind))).collect();
    // The path as well: the same files go whatever order the disk lists them in.
    files.sort_by(|a, b| (a.used, &a.path).cmp(&(b.used, &b.path)));
    let mut kept: u64 = files.iter().map(|file| file.size).sum();
    for file in &files {
        if kept <= max_bytes {
            break;
        }
        if !protected.contains(file.path.as_path()) {
            remove(file, &mut pruned)?;
            kept -= file.size;
        }
    }
    pruned.kept_bytes = kept;
    Ok(pruned)
}

struct CachedFile {
    path: PathBuf,
    size: u64,
    used: SystemTime,
}

/// The files of a folder; those that vanish meanwhile are another process's work.
fn files(folder: &Path) -> Vec<CachedFile> {
    let entries = WalkDir::new(folder).into_iter().flatten().filter(|entry| entry.file_type().is_file());
    let file = |entry: walkdir::DirEntry| {
        let metadata = entry.metadata().ok()?;
        let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        Some(CachedFile { path: entry.into_path(), size: metadata.len(), used })
    };
    entries.filter_map(file).collect()
}

fn remove(file: &CachedFile, pruned: &mut Pruned) -> io::Result<()> {
    match fs::remove_file(&file.path) {
        Ok(()) => {
            pruned.removed += 1;
            pruned.removed_bytes += file.size;
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}
