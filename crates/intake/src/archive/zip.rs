//! `.zip`.

use super::ArchiveError;
use super::write::Writer;
use crate::name::shown;
use std::fs::File;
use std::io::BufReader;
use zip::CompressionMethod;
use zip::result::ZipError;

/// Of the mode that Unix puts beside a name.
const KIND: u32 = 0o170000;

pub fn unpack(file: File, writer: &mut Writer) -> Result<(), ArchiveError> {
    let broken = |e: ZipError| ArchiveError::Broken(e.to_string());
    let mut archive = zip::ZipArchive::new(BufReader::new(file)).map_err(broken)?;
    for at in 0..archive.len() {
        writer.count()?;
        let (name, encrypted, method, mode, is_folder) = {
            let entry = archive.by_index_raw(at).map_err(broken)?;
            let name = entry.name_raw().to_vec();
            let is_folder = name.ends_with(b"/");
            (name, entry.encrypted(), entry.compression(), entry.unix_mode(), is_folder)
        };
        if encrypted {
            return Err(ArchiveError::Encrypted { name: shown(&name) });
        }
        match mode.map_or(0, |m| m & KIND) {
            // Nothing said, a file, a folder.
            0 | 0o100000 | 0o040000 => {}
            0o120000 => return Err(ArchiveError::Kind { name: shown(&name), what: "symbolic link" }),
            _ => return Err(ArchiveError::Kind { name: shown(&name), what: "special file" }),
        }
        if is_folder {
            writer.folder(&name)?;
            continue;
        }
        if !matches!(method, CompressionMethod::Stored | CompressionMethod::Deflated) {
            return Err(ArchiveError::Method { name: shown(&name) });
        }
        let mut entry = archive.by_index(at).map_err(broken)?;
        writer.file(&name, &mut entry)?;
    }
    Ok(())
}
