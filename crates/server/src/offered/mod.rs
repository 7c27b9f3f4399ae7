//! Sources that lie on the server and that an admin lets projects take: a folder, or a git repository at any of its revisions.
//!
//! What is taken is packed as if somebody had sent it, and goes the way of every upload: the same limits, the same checks.

mod folder;
mod git;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What `--sources NAME=PATH` offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    pub name: String,
    pub path: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferedKind {
    Folder,
    Git,
}

#[derive(Debug, thiserror::Error)]
pub enum OfferedError {
    #[error("--sources {0}: expected NAME=PATH, for example parser=/srv/git/parser.git")]
    Form(String),
    #[error("--sources {name}={path}: {source}", path = path.display())]
    Path { name: String, path: PathBuf, source: io::Error },
    #[error("--sources: the name {0} is given twice")]
    Twice(String),
}

/// What came of packing.
pub enum Packed {
    /// By what the upload is called behind the name: `at 1f2e3d4c5b6a`.
    Done { called: String },
    /// In words for whoever asked.
    Refused(String),
}

impl Offered {
    /// Of `NAME=PATH`; the path must be a folder.
    pub fn read(text: &str) -> Result<Offered, OfferedError> {
        let (name, path) = text.split_once('=').ok_or_else(|| OfferedError::Form(text.into()))?;
        let is_name = |c: char| c.is_alphanumeric() || "._-".contains(c);
        if name.is_empty() || name.len() > 80 || !name.chars().all(is_name) || path.is_empty() {
            return Err(OfferedError::Form(text.into()));
        }
        let fault = |source| OfferedError::Path { name: name.into(), path: path.into(), source };
        let found = Path::new(path).canonicalize().map_err(fault)?;
        match found.is_dir() {
            true => Ok(Offered { name: name.into(), path: found }),
            false => Err(fault(io::ErrorKind::NotADirectory.into())),
        }
    }

    /// All that the command line offers.
    pub fn read_all(texts: &[String]) -> Result<Vec<Offered>, OfferedError> {
        let mut all: Vec<Offered> = Vec::new();
        for text in texts {
            let one = Offered::read(text)?;
            if all.iter().any(|o| o.name == one.name) {
                return Err(OfferedError::Twice(one.name));
            }
            all.push(one);
        }
        Ok(all)
    }

    pub fn kind(&self) -> OfferedKind {
        let is_bare = self.path.join("HEAD").is_file() && self.path.join("objects").is_dir();
        match is_bare || self.path.join(".git").exists() {
            true => OfferedKind::Git,
            false => OfferedKind::Folder,
        }
    }

    /// Writes the sources as `.tar.gz`. `revision`: of a repository, its current one if there is none. No more than `most` bytes of
    /// files are looked at.
    pub fn pack(&self, revision: Option<&str>, to: impl Write, most: u64) -> io::Result<Packed> {
        match (self.kind(), revision) {
            (OfferedKind::Git, revision) => git::pack(&self.path, revision.unwrap_or("HEAD"), to, most),
            (OfferedKind::Folder, None) => folder::pack(&self.path, to, most),
            (OfferedKind::Folder, Some(_)) => {
                Ok(Packed::Refused(format!("{} is no git repository: it has no revisions", self.name)))
            }
        }
    }
}

fn too_large(most: u64) -> Packed {
    Packed::Refused(format!("these sources have more than {} MB", most >> 20))
}

/// The entry of a regular file.
fn header(bytes: u64) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::Regular);
    header.set_size(bytes);
    header.set_mode(0o644);
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_command_line_offers() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().canonicalize().expect("it exists");
        let given = format!("lib-1.0={}", path.display());
        assert_eq!(Offered::read(&given).expect("good"), Offered { name: "lib-1.0".into(), path });
        for bad in ["lib", "=/tmp", "a/b=/tmp", "lib="] {
            assert!(matches!(Offered::read(bad), Err(OfferedError::Form(_))), "{bad}");
        }
        assert!(matches!(Offered::read("lib=/nowhere/at/all"), Err(OfferedError::Path { .. })));
        assert!(matches!(Offered::read_all(&[given.clone(), given]), Err(OfferedError::Twice(_))));
    }
}
