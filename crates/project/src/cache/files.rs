//! What we know of the files on disk, each asked once per load: stamps, content hashes, folder listings.
//!
//! The rule that makes stamps trustworthy: the kernel sets the change time on every write, nobody can set it back, and
//! it never lies before the clock's coarse reading at the time of the write. So a file whose change time is before a
//! moment was not written after that moment, and equal stamps mean equal content if the first one was old when taken.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

/// A file's size and times, in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    #[serde(rename = "s")]
    pub size: u64,
    #[serde(rename = "m")]
    pub modified: i64,
    #[serde(rename = "c")]
    pub changed: i64,
}

/// A moment on the kernel's coarse clock, the one file times come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(i64);

impl Moment {
    /// Now.
    pub fn now() -> Moment {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: a valid timespec to fill in.
        unsafe { libc::clock_gettime(libc::CLOCK_REALTIME_COARSE, &mut time) };
        Moment(nanoseconds(time.tv_sec, time.tv_nsec))
    }
}

impl Stamp {
    /// Whether nothing can have been written since this moment.
    pub fn is_before(&self, moment: Moment) -> bool {
        self.changed < moment.0
    }

    fn of(metadata: &fs::Metadata) -> Stamp {
        Stamp {
            size: metadata.len(),
            modified: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
            changed: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
        }
    }
}

fn nanoseconds(seconds: i64, rest: i64) -> i64 {
    seconds.saturating_mul(1_000_000_000).saturating_add(rest)
}

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    Nothing,
    File(Stamp),
    Folder(Stamp),
    /// A device, fifo or socket.
    Other,
}

/// Looks at the disk, now.
pub fn look(path: &Path) -> Found {
    match fs::metadata(path) {
        Err(_) => Found::Nothing,
        Ok(metadata) if metadata.is_file() => Found::File(Stamp::of(&metadata)),
        Ok(metadata) if metadata.is_dir() => Found::Folder(Stamp::of(&metadata)),
        Ok(_) => Found::Other,
    }
}

/// The names in one folder.
pub type Listing = Arc<HashSet<OsString>>;

/// Answers about the disk that are remembered for the length of a load, shared by all threads.
#[derive(Debug, Default)]
pub struct Files {
    found: Mutex<HashMap<PathBuf, Found>>,
    hashes: Mutex<HashMap<PathBuf, (Stamp, blake3::Hash)>>,
    listings: Mutex<HashMap<PathBuf, Listing>>,
}

impl Files {
    /// What stood at a path when it was first asked for.
    pub fn found(&self, path: &Path) -> Found {
        remember(&self.found, path, || look(path))
    }

    /// The hash of a file that has this stamp.
    pub fn hash(&self, path: &Path, stamp: Stamp) -> io::Result<blake3::Hash> {
        let known = lock(&self.hashes).get(path).filter(|(of, _)| *of == stamp).map(|(_, hash)| *hash);
        if let Some(hash) = known {
            return Ok(hash);
        }
        let mut hasher = blake3::Hasher::new();
        // No more than the size says: files in /proc say 0 and may have no end.
        if stamp.size > 0 {
            hasher.update_reader(fs::File::open(path)?.take(stamp.size))?;
        }
        let hash = hasher.finalize();
        lock(&self.hashes).insert(path.to_owned(), (stamp, hash));
        Ok(hash)
    }

    /// The names in a folder when it was first asked for; none if it cannot be read.
    pub fn listing(&self, folder: &Path) -> Listing {
        remember(&self.listings, folder, || {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            Arc::new(entries.map(|entry| entry.file_name()).collect())
        })
    }
}

/// The lock is not held while asking: two threads may ask twice, none waits for the disk of another.
fn remember<T: Clone>(map: &Mutex<HashMap<PathBuf, T>>, path: &Path, ask: impl FnOnce() -> T) -> T {
    if let Some(known) = lock(map).get(path) {
        return known.clone();
    }
    let answer = ask();
    lock(map).entry(path.to_owned()).or_insert(answer).clone()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
