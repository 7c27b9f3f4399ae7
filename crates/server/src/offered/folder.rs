//! A folder as it is now.

use super::{Packed, header, too_large};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// What version control keeps is nobody's source.
const NOT_TAKEN: [&str; 3] = [".git", ".hg", ".svn"];
/// What compilers leave behind, by its ending: large, and never read.
const MADE: [&str; 7] = ["o", "a", "so", "obj", "gcda", "gcno", "profraw"];

/// Links are not followed: they may lead anywhere.
pub fn pack(root: &Path, to: impl Write, most: u64) -> io::Result<Packed> {
    let mut archive = tar::Builder::new(GzEncoder::new(to, Compression::fast()));
    let (mut open, mut taken) = (vec![PathBuf::new()], 0);
    while let Some(folder) = open.pop() {
        let mut entries: Vec<_> = fs::read_dir(root.join(&folder))?.collect::<io::Result<_>>()?;
        entries.sort_by_key(|e| e.file_name());
        for entry in entries {
            let (kind, path) = (entry.file_type()?, folder.join(entry.file_name()));
            if kind.is_dir() && !NOT_TAKEN.iter().any(|n| entry.file_name() == *n) {
                open.push(path);
            } else if kind.is_file() && !path.extension().is_some_and(|e| MADE.iter().any(|m| e == *m)) {
                let file = File::open(entry.path())?;
                let bytes = file.metadata()?.len();
                taken += bytes;
                if taken > most {
                    return Ok(too_large(most));
                }
                // It may be written to just now: as many bytes as were promised.
                archive.append_data(&mut header(bytes), &path, file.chain(io::repeat(0)).take(bytes))?;
            }
        }
    }
    archive.into_inner()?.finish()?.flush()?;
    Ok(Packed::Done { called: String::new() })
}
