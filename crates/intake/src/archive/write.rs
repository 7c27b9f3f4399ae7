//! Where files of an archive go: checks names, counts, and never follows or replaces anything.

use super::{ALWAYS, ArchiveError, Limits, Unpacked};
use crate::name::{checked, shown};
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    File,
    Folder,
}

pub struct Writer<'a> {
    folder: &'a Path,
    limits: &'a Limits,
    /// Bytes that may still come, and whether the ratio is why.
    left: u64,
    by_ratio: bool,
    entries: usize,
    files: usize,
    bytes: u64,
    made: BTreeMap<PathBuf, Made>,
}

impl<'a> Writer<'a> {
    pub fn new(folder: &'a Path, archive_size: u64, limits: &'a Limits) -> Writer<'a> {
        let grown = archive_size.saturating_mul(limits.ratio).max(ALWAYS);
        let by_ratio = grown < limits.bytes;
        let left = grown.min(limits.bytes);
        Writer { folder, limits, left, by_ratio, entries: 0, files: 0, bytes: 0, made: BTreeMap::new() }
    }

    /// An entry of whatever kind is looked at.
    pub fn count(&mut self) -> Result<(), ArchiveError> {
        self.entries += 1;
        match self.entries > self.limits.entries {
            true => Err(ArchiveError::TooMany { limit: self.limits.entries }),
            false => Ok(()),
        }
    }

    /// Bytes that may come out of an archive at all, with what its format needs beside the files.
    pub fn stream_limit(&self) -> u64 {
        self.left.saturating_add(self.limits.entries as u64 * 2048)
    }

    pub fn too_large(&self) -> ArchiveError {
        match self.by_ratio {
            true => ArchiveError::Ratio { limit: self.limits.ratio },
            false => ArchiveError::TooLarge { limit: self.limits.bytes },
        }
    }

    fn path(&self, name: &[u8]) -> Result<PathBuf, ArchiveError> {
        checked(name).map_err(|fault| ArchiveError::Name { name: shown(name), fault })
    }

    pub fn folder(&mut self, name: &[u8]) -> Result<(), ArchiveError> {
        let path = self.path(name)?;
        self.folders_to(&path, name)
    }

    /// Makes a folder and all above it.
    fn folders_to(&mut self, path: &Path, name: &[u8]) -> Result<(), ArchiveError> {
        let mut so_far = PathBuf::new();
        for part in path {
            so_far.push(part);
            match self.made.get(&so_far) {
                Some(Made::Folder) => continue,
                Some(Made::File) => return Err(ArchiveError::FileAndFolder { name: shown(name) }),
                None => {}
            }
            if self.made.len() >= self.limits.entries {
                return Err(ArchiveError::TooMany { limit: self.limits.entries });
            }
            fs::create_dir(self.folder.join(&so_far)).map_err(ArchiveError::Write)?;
            self.made.insert(so_far.clone(), Made::Folder);
        }
        Ok(())
    }

    pub fn file(&mut self, name: &[u8], content: &mut dyn Read) -> Result<(), ArchiveError> {
        let path = self.path(name)?;
        let Some(folder) = path.parent() else {
            return Err(ArchiveError::Name { name: shown(name), fault: crate::NameFault::Empty });
        };
        self.folders_to(folder, name)?;
        match self.made.insert(path.clone(), Made::File) {
            None => {}
            Some(Made::File) => return Err(ArchiveError::Twice { name: shown(name) }),
            Some(Made::Folder) => return Err(ArchiveError::FileAndFolder { name: shown(name) }),
        }
        let target = self.folder.join(&path);
        let mut file = OpenOptions::new().write(true).create_new(true).open(target).map_err(ArchiveError::Write)?;
        let mut buffer = [0; 16 << 10];
        loop {
            let got = match content.read(&mut buffer) {
                Ok(0) => break,
                Ok(got) => got,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(ArchiveError::Broken(format!("{}: {e}", shown(name)))),
            };
            self.left = self.left.checked_sub(got as u64).ok_or_else(|| self.too_large())?;
            self.bytes += got as u64;
            file.write_all(&buffer[..got]).map_err(ArchiveError::Write)?;
        }
        self.files += 1;
        Ok(())
    }

    pub fn finish(self) -> Result<Unpacked, ArchiveError> {
        if self.files == 0 {
            return Err(ArchiveError::Empty);
        }
        // Most archives hold one folder with everything in it.
        let mut top = self.made.iter().filter(|(path, _)| path.components().count() == 1);
        let root = match (top.next(), top.next()) {
            (Some((path, Made::Folder)), None) => self.folder.join(path),
            _ => self.folder.to_path_buf(),
        };
        Ok(Unpacked { root, files: self.files, bytes: self.bytes })
    }
}
