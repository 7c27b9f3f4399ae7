//! A suite on disk: `suite.json`, and the files of an export.

use crate::export::{self, ExportError, Exporter, Folder};
use crate::model::{Suite, VERSION};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The name of a suite in its folder.
pub const NAME: &str = "suite.json";

#[derive(Debug, thiserror::Error)]
pub enum SuiteFileError {
    #[error("cannot read {}; `crescendo gen` writes it: {reason}", path.display())]
    Read { path: PathBuf, reason: std::io::Error },
    #[error("{} is no suite of this tool: {reason}", path.display())]
    Format { path: PathBuf, reason: serde_json::Error },
    #[error("{} has version {found}, this tool reads version {VERSION}", path.display())]
    Version { path: PathBuf, found: u32 },
    #[error("cannot write {}: {reason}", path.display())]
    Write { path: PathBuf, reason: std::io::Error },
}

pub fn read(folder: &Path) -> Result<Suite, SuiteFileError> {
    let path = folder.join(NAME);
    let file = std::fs::File::open(&path).map_err(|reason| SuiteFileError::Read { path: path.clone(), reason })?;
    // Not by way of a text: the suite of a large program is large.
    let suite: Suite = serde_json::from_reader(BufReader::with_capacity(1 << 16, file))
        .map_err(|reason| SuiteFileError::Format { path: path.clone(), reason })?;
    match suite.version {
        VERSION => Ok(suite),
        found => Err(SuiteFileError::Version { path, found }),
    }
}

/// Written aside and moved into place: a reader never sees half of it.
pub fn write(suite: &Suite, folder: &Path) -> Result<PathBuf, SuiteFileError> {
    let (path, aside) = (folder.join(NAME), folder.join("suite.json.new"));
    let written = || -> std::io::Result<()> {
        let mut out = BufWriter::new(std::fs::File::create(&aside)?);
        serde_json::to_writer_pretty(&mut out, suite)?;
        out.write_all(b"\n")?;
        out.flush()?;
        std::fs::rename(&aside, &path)
    };
    match written() {
        Ok(()) => Ok(path),
        Err(reason) => Err(SuiteFileError::Write { path, reason }),
    }
}

/// Writes a suite; files of an earlier export that no longer belong to it go. Gives the names of the written ones.
pub fn export(suite: &Suite, exporter: &dyn Exporter, to: &Path) -> Result<Vec<String>, ExportError> {
    let mut folder = Folder::new(to)?;
    exporter.export(suite, &mut folder)?;
    let ours = |name: &str| {
        ["test_", "fault_", "with_", "main_"].iter().any(|p| name.starts_with(p))
            && [".c", ".cc"].iter().any(|e| name.ends_with(e))
    };
    // The folder may have files of the user's own.
    let is_made = |path: &Path| std::fs::read_to_string(path).is_ok_and(|t| t.contains("#include \"crescendo.h\"\n"));
    let entries = std::fs::read_dir(to).map_err(|reason| ExportError::Read { path: to.to_path_buf(), reason })?;
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if ours(&name) && !folder.written.contains(&name) && is_made(&entry.path()) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
    Ok(folder.written)
}

/// The same as plain C, which is what everybody gets.
pub fn export_plain(suite: &Suite, to: &Path) -> Result<Vec<String>, ExportError> {
    export(suite, &export::c::PlainC, to)
}
