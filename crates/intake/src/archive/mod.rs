//! Archives: `.zip` and `.tar.gz`, told apart by how they begin.

mod tar;
mod write;
mod zip;

use crate::name::NameFault;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};

/// How much may come out of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Files and folders.
    pub entries: usize,
    /// Of all files together.
    pub bytes: u64,
    /// Times that an archive may grow.
    pub ratio: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { entries: 50_000, bytes: 1 << 30, ratio: 100 }
    }
}

/// Archives may always grow to this much, however small they are.
const ALWAYS: u64 = 4 << 20;

#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error("this is neither a .zip nor a .tar.gz archive")]
    NotAnArchive,
    #[error("the archive cannot be read: {0}")]
    Broken(String),
    #[error("the archive holds no file")]
    Empty,
    #[error("the archive has the name \"{name}\", which is not allowed: {fault}")]
    Name { name: String, fault: NameFault },
    #[error("\"{name}\" is a {what}; only files and folders are taken: put in what it points to, or leave it out")]
    Kind { name: String, what: &'static str },
    #[error("the archive has \"{name}\" twice")]
    Twice { name: String },
    #[error("\"{name}\" is a file, and a folder for others")]
    FileAndFolder { name: String },
    #[error("\"{name}\" is encrypted")]
    Encrypted { name: String },
    #[error("\"{name}\" is compressed in a way that is not known here; use deflate, as zip does by itself")]
    Method { name: String },
    #[error("the archive has more than {limit} files and folders")]
    TooMany { limit: usize },
    #[error("the archive unpacks to more than {} MB", limit >> 20)]
    TooLarge { limit: u64 },
    #[error("the archive unpacks to more than {limit} times its size, which no source code does")]
    Ratio { limit: u64 },
    #[error("cannot write what was unpacked: {0}")]
    Write(io::Error),
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpacked {
    /// Where the project begins: the folder itself, or the only one in it.
    pub root: PathBuf,
    pub files: usize,
    pub bytes: u64,
}

/// Unpacks an archive into a folder that exists and is empty. On an error, what is there is incomplete and must go.
pub fn unpack(archive: &Path, into: &Path, limits: &Limits) -> Result<Unpacked, ArchiveError> {
    let broken = |e: io::Error| ArchiveError::Broken(e.to_string());
    let mut file = File::open(archive).map_err(broken)?;
    let size = file.metadata().map_err(broken)?.len();
    let mut start = [0; 4];
    let got = read_some(&mut file, &mut start).map_err(broken)?;
    file.rewind().map_err(broken)?;
    let mut writer = write::Writer::new(into, size, limits);
    match &start[..got] {
        [b'P', b'K', 3, 4] | [b'P', b'K', 5, 6] => zip::unpack(file, &mut writer)?,
        [0x1f, 0x8b, ..] => tar::unpack(file, &mut writer)?,
        _ => return Err(ArchiveError::NotAnArchive),
    }
    writer.finish()
}

fn read_some(file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
    let mut got = 0;
    while got < buffer.len() {
        match file.read(&mut buffer[got..])? {
            0 => break,
            n => got += n,
        }
    }
    Ok(got)
}
