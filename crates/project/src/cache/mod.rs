//! Bitcode by content. Two kinds of files, both written under another name and renamed, so that several processes
//! can share one cache and a reader never sees half a file:
//!
//! - `objects/ab/cdef...bc`: bitcode, named by the hash of its bytes. A damaged one no longer fits its name.
//! - `manifests/ab/cdef...json`: named by the hash of everything that is known before compiling: the clang, our flags,
//!   the user's flags, the directory, the source's name, the environment. It lists results; each says which files with
//!   which contents it was made from, and where clang looked for headers ([`manifest`]).
//!
//! A result is found again only if every file has the same content as when clang read it, and no new file stands where
//! clang would find it instead ([`shadow`]). What cannot be known: a header that a source only asks about with
//! `__has_include` and that appears later. Files that changed while clang ran are not recorded at all.
//!
//! Pruning takes the longest unused files first and never what its own load returns. Another process may lose a file
//! it has found but not yet read only if everything younger than that fills the whole cache.

pub mod files;
pub mod manifest;
mod prune;
pub mod shadow;

use std::collections::HashSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use crate::error::ProjectError;
use manifest::Manifest;
pub use prune::Pruned;

/// How much a cache keeps unless told otherwise.
pub const DEFAULT_MAX_BYTES: u64 = 2 << 30;

/// A folder of bitcode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CacheDir {
    root: PathBuf,
    /// What is kept when a load ends.
    pub max_bytes: u64,
}

impl CacheDir {
    /// The cache in this folder, which need not exist.
    pub fn at(root: impl Into<PathBuf>) -> CacheDir {
        CacheDir { root: root.into(), max_bytes: DEFAULT_MAX_BYTES }
    }

    /// `${CRESCENDO_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/crescendo}/bitcode`.
    pub fn from_env() -> Result<CacheDir, ProjectError> {
        from_variables(|name| env::var_os(name)).map(CacheDir::at).ok_or(ProjectError::CacheHomeless)
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Removes files, the longest unused first, until at most `max_bytes` are left; also what crashes left behind.
    pub fn prune(&self, max_bytes: u64) -> io::Result<Pruned> {
        prune::prune(&self.root, max_bytes, &HashSet::new())
    }

    /// The same, but these files stay: their load has just handed them out.
    pub(crate) fn prune_but(&self, max_bytes: u64, kept: &HashSet<&Path>) -> io::Result<Pruned> {
        prune::prune(&self.root, max_bytes, kept)
    }

    /// The same cache, seen from this folder if it was relative.
    pub(crate) fn anchored(&self, base: &Path) -> CacheDir {
        CacheDir { root: base.join(&self.root), max_bytes: self.max_bytes }
    }

    /// Makes the folders.
    pub(crate) fn prepare(&self) -> io::Result<()> {
        ["objects", "manifests", "tmp"].iter().try_for_each(|name| fs::create_dir_all(self.root.join(name)))?;
        let probe = self.temporary("probe");
        fs::write(&probe.0, b"")
    }

    /// A new name for a file in the making. Processes in two containers may have the same id, hence the time.
    pub(crate) fn temporary(&self, ending: &str) -> Temporary {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos();
        Temporary(self.root.join("tmp").join(format!("{}-{time:x}-{number}.{ending}", std::process::id())))
    }

    /// The results recorded under a key; none if there is no manifest or it is damaged.
    pub(crate) fn manifest(&self, key: &blake3::Hash) -> Manifest {
        fs::read(self.path("manifests", key, "json")).ok().and_then(|bytes| Manifest::parse(&bytes)).unwrap_or_default()
    }

    /// Replaces the results recorded under a key.
    pub(crate) fn write_manifest(&self, key: &blake3::Hash, manifest: &Manifest) -> io::Result<()> {
        let temporary = self.temporary("json");
        fs::write(&temporary.0, manifest.to_bytes())?;
        self.rename(&temporary.0, &self.path("manifests", key, "json"))
    }

    /// Takes a finished file in; gives its hash and where it is now.
    pub(crate) fn take_object(&self, temporary: &Temporary) -> io::Result<(blake3::Hash, PathBuf)> {
        let hash = blake3::hash(&fs::read(&temporary.0)?);
        let path = self.path("objects", &hash, "bc");
        self.rename(&temporary.0, &path)?;
        Ok((hash, path))
    }

    /// The object with this hash, if it is there and undamaged; marks it and its manifest as used.
    pub(crate) fn object(&self, hash: &blake3::Hash, key: &blake3::Hash) -> Option<PathBuf> {
        let path = self.path("objects", hash, "bc");
        if blake3::hash(&fs::read(&path).ok()?) != *hash {
            return None;
        }
        mark_used(&path);
        mark_used(&self.path("manifests", key, "json"));
        Some(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::rename(from, to)
    }

    fn path(&self, kind: &str, hash: &blake3::Hash, ending: &str) -> PathBuf {
        let hex = hash.to_hex();
        self.root.join(kind).join(&hex[..2]).join(format!("{}.{ending}", &hex[2..]))
    }
}

/// A file in the making: gone with this value, unless it was renamed before.
#[derive(Debug)]
pub(crate) struct Temporary(pub PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The age of a file's last use is its modification time, good to a minute.
fn mark_used(path: &Path) {
    let Ok(metadata) = fs::metadata(path) else {
        return;
    };
    let now = SystemTime::now();
    let is_recent = metadata.modified().is_ok_and(|then| now.duration_since(then).is_ok_and(|age| age < MARK_EVERY));
    if !is_recent {
        // Of no consequence if it fails: the file only looks older than it is.
        let _ = fs::File::open(path).and_then(|file| file.set_modified(now));
    }
}

const MARK_EVERY: Duration = Duration::from_secs(60);

fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = set("CRESCENDO_CACHE")
        .or_else(|| set("XDG_CACHE_HOME").map(|cache| cache.join("crescendo")))
        .or_else(|| set("HOME").map(|home| home.join(".cache").join("crescendo")))?;
    Some(base.join("bitcode"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_the_cache_is() {
        for (variables, expect) in [
            (&[("CRESCENDO_CACHE", "/c"), ("XDG_CACHE_HOME", "/x"), ("HOME", "/h")][..], Some("/c/bitcode")),
            (&[("CRESCENDO_CACHE", ""), ("XDG_CACHE_HOME", "/x"), ("HOME", "/h")], Some("/x/crescendo/bitcode")),
            (&[("HOME", "/h")], Some("/h/.cache/crescendo/bitcode")),
            (&[], None),
        ] {
            let lookup = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into());
            assert_eq!(from_variables(lookup), expect.map(PathBuf::from));
        }
    }
}
