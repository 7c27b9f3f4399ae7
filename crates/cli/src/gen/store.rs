//! Results that stay: one file per function, named by what the result depends on (`key`).
//!
//! A record is written aside and moved into place, so that a process killed at any moment leaves whole records only. A record
//! that cannot be read (another version, a broken disk) counts as not there.

use super::record::Record;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Of the layout of records.
const VERSION: u32 = 1;

pub struct Store {
    folder: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct Stored<R> {
    version: u32,
    /// The budget it was found with.
    budget: String,
    record: R,
}

impl Store {
    pub fn open(output: &Path) -> Result<Store> {
        let folder = output.join("store");
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        Ok(Store { folder })
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(&key[..2]).join(format!("{}.json", &key[2..]))
    }

    /// The record of that key. One found with another budget only counts if it left nothing open: more time would not have
    /// changed it.
    pub fn get(&self, key: &str, budget: &str) -> Option<Record> {
        let text = std::fs::read(self.path(key)).ok()?;
        let stored: Stored<Record> = serde_json::from_slice(&text).ok()?;
        let settled = stored.record.summary.stop == "complete";
        (stored.version == VERSION && (settled || stored.budget == budget)).then_some(stored.record)
    }

    pub fn put(&self, key: &str, budget: &str, record: &Record) -> Result<()> {
        let path = self.path(key);
        let write = || -> std::io::Result<()> {
            let folder = path.parent().expect("a file in a folder");
            std::fs::create_dir_all(folder)?;
            // Named by process: several may work in the same output folder.
            let aside = path.with_extension(format!("new{}", std::process::id()));
            let text = serde_json::to_vec(&Stored { version: VERSION, budget: budget.to_string(), record })?;
            std::fs::write(&aside, text)?;
            std::fs::rename(&aside, &path)
        };
        write().with_context(|| format!("cannot write {}", path.display()))
    }
}
