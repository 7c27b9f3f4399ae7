//! Remarks on how the project was read: nothing failed, but the user may want to know. One variant per remark.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::path::shown;

/// One remark. `Display` gives the sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// A folder was given, and it (or its build folder) had a database.
    DatabaseFound { database: PathBuf },
    /// A folder without a database: these include folders were guessed.
    IncludesGuessed { folder: PathBuf, includes: Vec<PathBuf> },
    /// A folder without a database: these folders below it look like build output and were not searched.
    FoldersSkipped { folders: Vec<PathBuf> },
    /// Entries of the database that are not C.
    NotC { language: &'static str, sources: Vec<PathBuf> },
    /// These sources appear several times with the same flags; one entry each was kept.
    DuplicatesDropped { dropped: usize, sources: Vec<PathBuf> },
    /// These sources appear with several sets of flags; each is a unit of its own.
    SeveralVariants { units: usize, sources: Vec<PathBuf> },
    /// The source is not in the database; the flags of another file are used.
    FlagsBorrowed { source: PathBuf, from: PathBuf },
    /// The compiler's name says another target.
    CrossCompiler { compiler: String, flags: Vec<String>, units: usize },
    /// Clang does not know these flags; they were left out.
    FlagsRejected { flags: Vec<String>, sources: Vec<PathBuf> },
    /// Clang's MC/DC counters do not work for this target.
    McdcLeftOut { target: String, units: usize },
    /// The cache could not be tidied up.
    CacheNotPruned { reason: String },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::DatabaseFound { database } => {
                write!(f, "using the compile database {}", database.display())
            }
            Note::IncludesGuessed { folder, includes } => {
                write!(f, "{} has no compile database: guessed", folder.display())?;
                includes.iter().try_for_each(|include| write!(f, " -I{}", include.display()))
            }
            Note::FoldersSkipped { folders } => {
                write!(f, "not searched for C files: {}", list(folders))
            }
            Note::NotC { language, sources } => {
                write!(f, "skipped {} {language} {}: {}", sources.len(), entries(sources.len()), list(sources))
            }
            Note::DuplicatesDropped { dropped, sources } => {
                let entries = entries(*dropped);
                write!(f, "dropped {dropped} {entries} that repeat another one's flags: {}", list(sources))
            }
            Note::SeveralVariants { units, sources } => {
                write!(f, "compiled in several ways, {units} units in all: {}", list(sources))
            }
            Note::FlagsBorrowed { source, from } => {
                write!(f, "{} is not in the compile database; using the flags of {}", source.display(), from.display())
            }
            Note::CrossCompiler { compiler, flags, units } => {
                let plural = if *units == 1 { "unit" } else { "units" };
                write!(f, "{units} {plural} built by {compiler}: compiled with {}", flags.join(" "))
            }
            Note::FlagsRejected { flags, sources } => {
                write!(f, "clang does not know {}; left out for {}", flags.join(" "), list(sources))
            }
            Note::McdcLeftOut { target, units } => {
                let plural = if *units == 1 { "unit" } else { "units" };
                write!(f, "{units} {plural} for {target} without clang's MC/DC counters, which do not work there")
            }
            Note::CacheNotPruned { reason } => {
                write!(f, "the bitcode cache was not tidied up: {reason}")
            }
        }
    }
}

fn entries(count: usize) -> &'static str {
    if count == 1 { "entry" } else { "entries" }
}

/// The first few paths and how many more there are.
fn list(paths: &[PathBuf]) -> String {
    const SHOWN: usize = 3;
    let mut text: Vec<String> = paths.iter().take(SHOWN).map(|path| shown(Path::new(path))).collect();
    if paths.len() > SHOWN {
        text.push(format!("and {} more", paths.len() - SHOWN));
    }
    text.join(", ")
}
