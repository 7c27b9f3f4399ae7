//! Inputs that somebody has.

use crescendo_process::{Entry, Input, store};
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    #[error("cannot read the seeds in {0}: {1}")]
    Folder(PathBuf, io::Error),
    #[error("cannot read the seed {0}: {1}")]
    Seed(PathBuf, io::Error),
    #[error("{0} has no seeds")]
    None(PathBuf),
}

/// All seeds of some folders, by name: a file is a stream of bytes, a folder an input as we write it.
pub fn read(folders: &[PathBuf], entry: Entry) -> Result<Vec<Input>, SeedError> {
    let mut all = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(folder).map_err(|e| SeedError::Folder(folder.clone(), e))?;
        let hidden = |p: &Path| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
        let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).filter(|p| !hidden(p)).collect();
        paths.sort();
        if paths.is_empty() {
            return Err(SeedError::None(folder.clone()));
        }
        for path in paths {
            all.push(store::read(&path, entry == Entry::Harness).map_err(|e| SeedError::Seed(path, e))?);
        }
    }
    Ok(all)
}
