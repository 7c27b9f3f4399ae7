//! A store in a folder: one file a result.
//!
//! A result is written aside and moved into place, so that a process killed at any moment leaves whole results only.

use super::{Kind, Store, StoreError};
use crate::error::{CampaignError, Result};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

pub struct FolderStore {
    folder: PathBuf,
    /// Threads of this process write at the same time.
    next: AtomicU64,
}

impl FolderStore {
    /// The folder is made if need be.
    pub fn open(folder: &Path) -> Result<FolderStore> {
        std::fs::create_dir_all(folder).map_err(CampaignError::making(folder))?;
        Ok(FolderStore { folder: folder.to_path_buf(), next: AtomicU64::new(0) })
    }

    fn path(&self, kind: Kind, key: &str) -> PathBuf {
        self.folder.join(kind.name()).join(&key[..2]).join(format!("{}.json", &key[2..]))
    }
}

impl Store for FolderStore {
    fn get(&self, kind: Kind, key: &str) -> Option<Vec<u8>> {
        std::fs::read(self.path(kind, key)).ok()
    }

    fn put(&self, kind: Kind, key: &str, value: &[u8]) -> Result<(), StoreError> {
        let path = self.path(kind, key);
        // Several processes may work in the same folder, too.
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let aside = path.with_extension(format!("new{}-{number}", std::process::id()));
        let write = || {
            std::fs::create_dir_all(path.parent().expect("a file in a folder"))?;
            std::fs::write(&aside, value)?;
            std::fs::rename(&aside, &path)
        };
        let cannot = |source| StoreError { key: key.to_string(), place: self.folder.display().to_string(), source };
        write().map_err(cannot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_contract() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/store");
        super::super::check_contract(&|| FolderStore::open(&path).unwrap(), true);
    }
}
