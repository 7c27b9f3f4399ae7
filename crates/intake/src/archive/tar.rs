//! `.tar.gz`. Long names come as entries of their own, in two traditions; they are read here, because they are to be bounded.

use super::ArchiveError;
use super::write::Writer;
use crate::name::shown;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, BufReader, Read};
use tar::{Archive, Entry, EntryType};

/// Bytes of an entry that only says something about the next one.
const LONGEST_HEADER: u64 = 64 << 10;

pub fn unpack(file: File, writer: &mut Writer) -> Result<(), ArchiveError> {
    let limit = writer.stream_limit();
    let mut stream = Bounded { inner: MultiGzDecoder::new(BufReader::new(file)), left: limit };
    let done = read(&mut stream, writer);
    match stream.left {
        // Reading stopped where the bound is: whatever was made of that is not the reason.
        0 => Err(writer.too_large()),
        _ => done,
    }
}

fn read(stream: &mut dyn Read, writer: &mut Writer) -> Result<(), ArchiveError> {
    let broken = |e: io::Error| ArchiveError::Broken(e.to_string());
    let mut archive = Archive::new(stream);
    let mut long_name: Option<Vec<u8>> = None;
    for entry in archive.entries().map_err(broken)?.raw(true) {
        let mut entry = entry.map_err(broken)?;
        writer.count()?;
        let kind = entry.header().entry_type();
        match kind {
            EntryType::XGlobalHeader => continue,
            EntryType::GNULongName => {
                let mut name = header(&mut entry)?;
                while name.last() == Some(&0) {
                    name.pop();
                }
                long_name = Some(name);
                continue;
            }
            EntryType::XHeader => {
                long_name = path_record(&header(&mut entry)?).or(long_name);
                continue;
            }
            _ => {}
        }
        let name = long_name.take().unwrap_or_else(|| entry.path_bytes().into_owned());
        let what = match kind {
            EntryType::Directory => {
                writer.folder(&name)?;
                continue;
            }
            EntryType::Regular | EntryType::Continuous if name.ends_with(b"/") => {
                writer.folder(&name)?;
                continue;
            }
            EntryType::Regular | EntryType::Continuous => {
                writer.file(&name, &mut entry)?;
                continue;
            }
            EntryType::Symlink => "symbolic link",
            EntryType::Link => "hard link",
            EntryType::Char | EntryType::Block => "device",
            EntryType::Fifo => "pipe",
            EntryType::GNUSparse => "sparse file",
            _ => "special file",
        };
        return Err(ArchiveError::Kind { name: shown(&name), what });
    }
    Ok(())
}

fn header(entry: &mut Entry<impl Read>) -> Result<Vec<u8>, ArchiveError> {
    let mut text = Vec::new();
    let read = entry.take(LONGEST_HEADER + 1).read_to_end(&mut text);
    read.map_err(|e| ArchiveError::Broken(e.to_string()))?;
    match text.len() as u64 > LONGEST_HEADER {
        true => Err(ArchiveError::Broken("a name in it has no end".into())),
        false => Ok(text),
    }
}

/// `LENGTH path=NAME\n` of a POSIX header.
fn path_record(mut text: &[u8]) -> Option<Vec<u8>> {
    while let Some(space) = text.iter().position(|b| *b == b' ') {
        let length: usize = std::str::from_utf8(&text[..space]).ok()?.parse().ok()?;
        let record = text.get(space + 1..length)?;
        if let Some(path) = record.strip_prefix(b"path=") {
            return Some(path.strip_suffix(b"\n").unwrap_or(path).to_vec());
        }
        text = text.get(length..)?;
    }
    None
}

/// Ends where the bound is: what follows is never unpacked.
struct Bounded<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let got = self.inner.read(&mut buffer[..most])?;
        self.left -= got as u64;
        Ok(got)
    }
}
