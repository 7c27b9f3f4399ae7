//! Headers that are not there. A file that appears where clang looks first would be included instead of the one that
//! was; clang does not say where it looked in vain, but it follows from the search list and the headers it found.
//!
//! If a header was found as `place/rest`, clang may have looked for `rest` in any folder of the search list and, for
//! `#include "..."`, next to any file that was read. Of these candidates we record the few that existed when clang ran
//! (they lost, for good reasons). A new one makes the result stale. To be quick, the stamps of all folders involved are
//! recorded too: while they stay the same, no name was added to them, and nothing else needs a look.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use super::files::{Files, Found, Listing, Moment, Stamp};

/// Where clang looked, and what stood there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lookups {
    /// The search list, absolute.
    pub folders: Vec<PathBuf>,
    /// Folders of the search list that did not exist.
    pub missing: Vec<PathBuf>,
    /// Candidates that existed.
    pub present: BTreeSet<PathBuf>,
    /// The folders candidates would be in. Empty when one of them changed while clang ran.
    pub stamps: Vec<(PathBuf, Stamp)>,
}

/// Whether a recorded result is still what clang would make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Holds {
    /// Yes, as recorded.
    Yes,
    /// Yes, but folders changed: here is a newer record that answers faster.
    YesWith(Lookups),
    /// No.
    No,
}

impl Lookups {
    /// Records a clang that started at `started` and read `read`, the source first. `None` if a candidate appeared
    /// meanwhile: we cannot tell whether clang saw it.
    pub fn record(folders: &[PathBuf], missing: &[PathBuf], read: &[PathBuf], started: Moment) -> Option<Lookups> {
        // Answers from before the compilation are no good here.
        let files = Files::default();
        let candidates = Candidates::of(folders, read);
        let present = candidates.present(&files);
        let is_old = |path: &PathBuf| matches!(files.found(path), Found::File(stamp) if stamp.is_before(started));
        if !present.iter().all(is_old) || missing.iter().any(|folder| is_folder(&files, folder)) {
            return None;
        }
        Some(Lookups {
            folders: folders.to_vec(),
            missing: missing.to_vec(),
            present,
            stamps: candidates.stamps(&files, started),
        })
    }

    /// Checks a record; `loaded` is when `files` began to answer.
    pub fn still_hold(&self, read: &[PathBuf], files: &Files, loaded: Moment) -> Holds {
        if self.missing.iter().any(|folder| is_folder(files, folder)) {
            return Holds::No;
        }
        let is_same = |(folder, stamp): &(PathBuf, Stamp)| files.found(folder) == Found::Folder(*stamp);
        if !self.stamps.is_empty() && self.stamps.iter().all(is_same) {
            return Holds::Yes;
        }
        let candidates = Candidates::of(&self.folders, read);
        if !candidates.present(files).is_subset(&self.present) {
            return Holds::No;
        }
        match candidates.stamps(files, loaded) {
            stamps if stamps.is_empty() => Holds::Yes,
            stamps => Holds::YesWith(Lookups { stamps, ..self.clone() }),
        }
    }
}

fn is_folder(files: &Files, path: &Path) -> bool {
    matches!(files.found(path), Found::Folder(_))
}

/// Where else the headers could have been.
struct Candidates<'a> {
    places: BTreeSet<&'a Path>,
    rests: BTreeSet<&'a Path>,
    read: BTreeSet<&'a Path>,
}

impl<'a> Candidates<'a> {
    fn of(folders: &'a [PathBuf], read: &'a [PathBuf]) -> Candidates<'a> {
        let parents = read.iter().filter_map(|file| file.parent());
        let places: BTreeSet<&Path> = folders.iter().map(PathBuf::as_path).chain(parents).collect();
        let mut rests = BTreeSet::new();
        for header in read.iter().skip(1) {
            let prefixes = header.ancestors().skip(1).filter(|ancestor| places.contains(ancestor));
            rests.extend(prefixes.filter_map(|place| header.strip_prefix(place).ok()));
        }
        Candidates { places, rests, read: read.iter().map(PathBuf::as_path).collect() }
    }

    /// The candidates that are files, but for those that were read.
    fn present(&self, files: &Files) -> BTreeSet<PathBuf> {
        let mut out = BTreeSet::new();
        for place in &self.places {
            let listing = files.listing(place);
            for rest in &self.rests {
                if may_hold(&listing, rest) {
                    let path = place.join(rest);
                    if !self.read.contains(path.as_path()) && matches!(files.found(&path), Found::File(_)) {
                        out.insert(path);
                    }
                }
            }
        }
        out
    }

    /// The folders where a candidate could appear, if none of them changed since `moment`.
    fn stamps(&self, files: &Files, moment: Moment) -> Vec<(PathBuf, Stamp)> {
        let mut inner: BTreeSet<&Path> = self.rests.iter().flat_map(|rest| rest.ancestors().skip(1)).collect();
        inner.insert(Path::new(""));
        let mut out = BTreeMap::new();
        for place in &self.places {
            let listing = files.listing(place);
            for rest in &inner {
                if !may_hold(&listing, rest) {
                    continue;
                }
                // Joining an empty path would add a slash.
                let folder = if rest.as_os_str().is_empty() { place.to_path_buf() } else { place.join(rest) };
                match files.found(&folder) {
                    Found::Folder(stamp) if stamp.is_before(moment) => {
                        out.insert(folder, stamp);
                    }
                    Found::Folder(_) => return Vec::new(),
                    _ => {}
                }
            }
        }
        out.into_iter().collect()
    }
}

/// Whether a folder with these names can hold `rest`; saves asking for most of them.
fn may_hold(listing: &Listing, rest: &Path) -> bool {
    match rest.components().next() {
        Some(Component::Normal(first)) => listing.contains(first),
        _ => true,
    }
}
