//! What a compilation was made from, and whether that is still so. On disk: JSON with a version; paths are text that
//! keeps any bytes ([`crate::path::to_text`]).

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::files::{Files, Found, Moment, Stamp, look};
use super::shadow::{Holds, Lookups};
use crate::path::{from_text, to_text};

/// Changes with the format; older manifests are then misses.
const VERSION: u32 = 1;

/// How many results one manifest remembers: enough to switch branches back and forth.
const MAX_RESULTS: usize = 4;

/// The results recorded under one key, the newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Manifest {
    pub results: Vec<Recorded>,
}

/// One compilation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// The bitcode's hash.
    pub object: blake3::Hash,
    /// What clang warned of.
    pub warnings: String,
    /// Flags clang did not know.
    pub rejected: Vec<Vec<OsString>>,
    /// Every file clang read, the source first.
    pub files: Vec<ReadFile>,
    /// Where it looked for more.
    pub lookups: Lookups,
}

/// A file clang read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadFile {
    pub path: PathBuf,
    pub stamp: Stamp,
    pub hash: blake3::Hash,
}

impl ReadFile {
    /// Records a file that clang, started at `started`, has read; `None` if it may have changed since.
    pub fn record(path: &Path, files: &Files, started: Moment) -> Option<ReadFile> {
        match look(path) {
            Found::File(stamp) if stamp.is_before(started) => {
                Some(ReadFile { path: path.to_owned(), stamp, hash: files.hash(path, stamp).ok()? })
            }
            _ => None,
        }
    }
}

impl Recorded {
    /// Whether clang would make the same again. `Some(None)`: yes; `Some(newer)`: yes, and this record says it with
    /// newer stamps. `loaded` is when `files` began to answer.
    pub fn check(&self, files: &Files, loaded: Moment) -> Option<Option<Recorded>> {
        let mut newer: Option<Recorded> = None;
        for (index, file) in self.files.iter().enumerate() {
            match files.found(&file.path) {
                Found::File(stamp) if stamp == file.stamp => {}
                Found::File(stamp) if stamp.size == file.stamp.size => {
                    if files.hash(&file.path, stamp).ok()? != file.hash {
                        return None;
                    }
                    if stamp.is_before(loaded) {
                        newer.get_or_insert_with(|| self.clone()).files[index].stamp = stamp;
                    }
                }
                _ => return None,
            }
        }
        let read: Vec<PathBuf> = self.files.iter().map(|file| file.path.clone()).collect();
        match self.lookups.still_hold(&read, files, loaded) {
            Holds::No => return None,
            Holds::Yes => {}
            Holds::YesWith(lookups) => newer.get_or_insert_with(|| self.clone()).lookups = lookups,
        }
        Some(newer)
    }
}

impl Manifest {
    /// Puts a result first, in place of one made from the same contents.
    pub fn add(&mut self, result: Recorded) {
        let contents = |result: &Recorded| -> BTreeSet<(PathBuf, [u8; 32])> {
            result.files.iter().map(|file| (file.path.clone(), *file.hash.as_bytes())).collect()
        };
        let new = contents(&result);
        self.results.retain(|old| contents(old) != new);
        self.results.insert(0, result);
        self.results.truncate(MAX_RESULTS);
    }

    /// Reads a manifest; `None` if it is damaged or of another version.
    pub fn parse(bytes: &[u8]) -> Option<Manifest> {
        let stored: Stored = serde_json::from_slice(bytes).ok()?;
        if stored.version != VERSION {
            return None;
        }
        let results = stored.results.into_iter().map(StoredResult::unpack).collect::<Option<_>>()?;
        Some(Manifest { results })
    }

    /// What [`Manifest::parse`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let stored = Stored { version: VERSION, results: self.results.iter().map(StoredResult::pack).collect() };
        // Plain structures of strings and numbers always serialise; an empty manifest would only be a miss.
        serde_json::to_vec(&stored).unwrap_or_default()
    }
}

#[derive(Serialize, Deserialize)]
struct Stored {
    version: u32,
    results: Vec<StoredResult>,
}

#[derive(Serialize, Deserialize)]
struct StoredResult {
    object: String,
    warnings: String,
    rejected: Vec<Vec<String>>,
    files: Vec<(String, Stamp, String)>,
    folders: Vec<String>,
    missing: Vec<String>,
    present: Vec<String>,
    stamps: Vec<(String, Stamp)>,
}

impl StoredResult {
    fn pack(result: &Recorded) -> StoredResult {
        let text = |path: &PathBuf| to_text(path.as_os_str());
        let hex = |hash: &blake3::Hash| hash.to_hex().to_string();
        let rejected = |flag: &Vec<OsString>| flag.iter().map(|word| to_text(word)).collect();
        StoredResult {
            object: hex(&result.object),
            warnings: result.warnings.clone(),
            rejected: result.rejected.iter().map(rejected).collect(),
            files: result.files.iter().map(|file| (text(&file.path), file.stamp, hex(&file.hash))).collect(),
            folders: result.lookups.folders.iter().map(text).collect(),
            missing: result.lookups.missing.iter().map(text).collect(),
            present: result.lookups.present.iter().map(text).collect(),
            stamps: result.lookups.stamps.iter().map(|(folder, stamp)| (text(folder), *stamp)).collect(),
        }
    }

    fn unpack(self) -> Option<Recorded> {
        let path = |text: &String| from_text(text).map(PathBuf::from);
        let paths = |list: &[String]| list.iter().map(path).collect::<Option<Vec<PathBuf>>>();
        let hash = |text: &str| blake3::Hash::from_hex(text).ok();
        let file = |(text, stamp, hex): &(String, Stamp, String)| {
            Some(ReadFile { path: path(text)?, stamp: *stamp, hash: hash(hex)? })
        };
        Some(Recorded {
            object: hash(&self.object)?,
            warnings: self.warnings,
            rejected: self
                .rejected
                .iter()
                .map(|flag| flag.iter().map(|word| from_text(word)).collect())
                .collect::<Option<_>>()?,
            files: self.files.iter().map(file).collect::<Option<_>>()?,
            lookups: Lookups {
                folders: paths(&self.folders)?,
                missing: paths(&self.missing)?,
                present: paths(&self.present)?.into_iter().collect(),
                stamps: self.stamps.iter().map(|(text, stamp)| Some((path(text)?, *stamp))).collect::<Option<_>>()?,
            },
        })
    }
}
