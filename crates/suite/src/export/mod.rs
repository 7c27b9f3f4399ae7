//! Exporters: a suite in the format of a test framework. One file (or folder) each, and its line in `ALL`.
//!
//! `c` has what the frameworks share, `spell` what all exporters of C share: values, strings, sizes, paths; `told` tests in
//! plain text, `covered` the coverage that the tests claim.

pub mod c;
mod check;
mod cmocka;
mod cobertura;
mod covered;
mod cpputest;
mod gtest;
mod junit;
mod lcov;
mod ldra;
mod llvm_cov;
pub mod sha256;
pub mod spell;
mod tessy;
pub mod testcomp;
pub mod told;
mod unity;
mod vectorcast;
mod xml;

use crate::model::Suite;
use std::io::BufRead;
use std::path::{Path, PathBuf};

/// Every exporter; the first is the default.
pub const ALL: &[&dyn Exporter] = &[
    &c::PlainC,
    &unity::Unity,
    &gtest::GoogleTest,
    &cmocka::Cmocka,
    &cpputest::CppUTest,
    &check::Check,
    &testcomp::TestComp,
    &vectorcast::VectorCast,
    &tessy::Tessy,
    &ldra::Ldra,
    &junit::JUnit,
    &lcov::Lcov,
    &cobertura::Cobertura,
    &llvm_cov::LlvmCov,
];

/// Said in files for tools that we do not have.
const UNVERIFIED: &str = "format from public descriptions, unverified against the vendor's tool";

/// The exporter of that name.
pub fn find(format: &str) -> Option<&'static dyn Exporter> {
    ALL.iter().copied().find(|e| e.format() == format)
}

pub trait Exporter: Sync {
    /// As the user writes it.
    fn format(&self) -> &'static str;

    /// One line about it.
    fn help(&self) -> &'static str;

    fn export(&self, suite: &Suite, out: &mut dyn ArtifactSink) -> Result<(), ExportError>;
}

#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("cannot write {path}: {reason}")]
    Write { path: PathBuf, reason: std::io::Error },
    #[error("cannot read {path}: {reason}")]
    Read { path: PathBuf, reason: std::io::Error },
}

/// Where an exporter's files go.
pub trait ArtifactSink {
    /// The folder they will be in, absolute: what relative paths start from.
    fn folder(&self) -> &Path;

    /// A file by its name in the folder, which may say a folder below it.
    fn write(&mut self, name: &str, text: &str) -> Result<(), ExportError>;
}

/// Writes into a folder; files that have that text already stay as they are.
pub struct Folder {
    path: PathBuf,
    /// Names written, in order.
    pub written: Vec<String>,
}

impl Folder {
    pub fn new(path: &Path) -> Result<Folder, ExportError> {
        let failed = |reason| ExportError::Write { path: path.to_owned(), reason };
        std::fs::create_dir_all(path).map_err(failed)?;
        let path = path.canonicalize().map_err(failed)?;
        Ok(Folder { path, written: Vec::new() })
    }
}

/// Whether a file has this content, without reading it as a whole.
fn holds(path: &Path, text: &[u8]) -> std::io::Result<bool> {
    let file = std::fs::File::open(path)?;
    if file.metadata()?.len() != text.len() as u64 {
        return Ok(false);
    }
    let (mut reader, mut rest) = (std::io::BufReader::with_capacity(1 << 16, file), text);
    loop {
        let read = reader.fill_buf()?;
        if read.is_empty() {
            return Ok(rest.is_empty());
        }
        let Some(more) = rest.strip_prefix(read) else { return Ok(false) };
        let count = read.len();
        rest = more;
        reader.consume(count);
    }
}

impl ArtifactSink for Folder {
    fn folder(&self) -> &Path {
        &self.path
    }

    fn write(&mut self, name: &str, text: &str) -> Result<(), ExportError> {
        let path = self.path.join(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|reason| ExportError::Write { path: folder.to_owned(), reason })?;
        }
        self.written.push(name.to_string());
        if holds(&path, text.as_bytes()).unwrap_or(false) {
            return Ok(());
        }
        std::fs::write(&path, text).map_err(|reason| ExportError::Write { path, reason })
    }
}
