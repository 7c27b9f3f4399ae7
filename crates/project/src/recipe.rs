//! How one source is compiled: a database entry (or a plain file with flags) turned into the flags clang gets.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::cross;
use crate::database::Entry;
use crate::driver::{Dialect, Driver, base_name};
use crate::flags::{self, Flags};
use crate::language::Language;
use crate::note::Note;
use crate::path::absolute;
use crate::response::{self, ResponseError};
use crate::unit::{CompileFailure, FailureKind};

/// One source to compile in one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipe {
    /// The source, absolute.
    pub source: PathBuf,
    /// The source as clang is told it.
    pub spelled: PathBuf,
    /// Where clang runs, absolute.
    pub directory: PathBuf,
    /// What stays of the user's flags, `-x` included.
    pub args: Vec<OsString>,
    /// The target triple, if one is said.
    pub target: Option<String>,
    /// What the build makes of it.
    pub output: Option<PathBuf>,
    /// The cross compiler whose name said the target, and what it said.
    pub cross: Option<(String, Vec<String>)>,
}

/// What an entry turned out to be.
#[derive(Debug)]
pub enum Reading {
    Recipe(Recipe),
    NotC { source: PathBuf, language: &'static str },
    Failure(CompileFailure),
}

/// Reads an entry; `cflags` are clean flags that come last.
pub fn of_entry(entry: &Entry, cflags: &Flags, host: &str) -> Reading {
    let source = absolute(&entry.directory, &entry.file);
    let failure = |kind, diagnostics| Reading::Failure(CompileFailure { source: source.clone(), kind, diagnostics });
    let driver = Driver::of(&entry.command);
    let dialect = driver.dialect();
    if dialect == Dialect::Microsoft {
        let name = driver.compiler.map(base_name).unwrap_or_default();
        let text = format!("{name} has Microsoft's command line, which is not supported; build with gcc or clang");
        return failure(FailureKind::UnknownCompiler, text);
    }
    let expanded = match response::expand(driver.args, &entry.directory) {
        Ok(expanded) => expanded,
        Err(error) => return failure(FailureKind::ResponseFile, error.to_string()),
    };
    let mut flags = flags::clean(&expanded);
    let explicit = cflags.language.as_deref().or(flags.language.as_deref());
    let language = Language::of(&entry.file, explicit, dialect);
    if let Language::Other(language) = language {
        return Reading::NotC { source, language };
    }
    // The command line may spell the source in another way than `file`; `__FILE__` follows the command line.
    let spelled = std::mem::take(&mut flags.inputs)
        .into_iter()
        .map(PathBuf::from)
        .find(|input| absolute(&entry.directory, input) == source)
        .unwrap_or_else(|| entry.file.clone());
    let mut args = Vec::new();
    let mut target = cflags.target.clone().or(flags.target);
    let mut told = None;
    if target.is_none() {
        if let Some((compiler, cross)) =
            driver.compiler.and_then(|name| Some((name, cross::of(name, &entry.directory, host)?)))
        {
            let shown = cross.flags.iter().map(|flag| flag.to_string_lossy().into_owned()).collect();
            told = Some((base_name(compiler), shown));
            target = Some(cross.target);
            args.extend(cross.flags);
        }
    }
    args.extend(flags.kept);
    args.extend(cflags.kept.iter().cloned());
    args.extend(["-x".into(), language.flag().into()]);
    let output = entry.output.clone().or(flags.output.map(PathBuf::from));
    let output = output.map(|output| absolute(&entry.directory, &output));
    Reading::Recipe(Recipe { source, spelled, directory: entry.directory.clone(), args, target, output, cross: told })
}

/// A file with the flags after `--` and nothing else.
pub fn of_file(spelled: &Path, directory: &Path, includes: &[PathBuf], cflags: &Flags) -> Reading {
    let source = absolute(directory, spelled);
    let language = Language::of(&source, cflags.language.as_deref(), Dialect::Gcc);
    if let Language::Other(language) = language {
        return Reading::NotC { source, language };
    }
    let mut args = cflags.kept.clone();
    for include in includes {
        args.extend(["-I".into(), include.clone().into_os_string()]);
    }
    args.extend(["-x".into(), language.flag().into()]);
    Reading::Recipe(Recipe {
        source,
        spelled: spelled.to_owned(),
        directory: directory.to_owned(),
        args,
        target: cflags.target.clone(),
        output: None,
        cross: None,
    })
}

/// The flags after `--`, clean.
pub fn cflags(args: &[OsString], directory: &Path) -> Result<Flags, ResponseError> {
    Ok(flags::clean(&response::expand(args, directory)?))
}

/// One note per cross compiler.
pub fn cross_notes<'a>(recipes: impl Iterator<Item = &'a Recipe>) -> Vec<Note> {
    let mut units: BTreeMap<&(String, Vec<String>), usize> = BTreeMap::new();
    for told in recipes.filter_map(|recipe| recipe.cross.as_ref()) {
        *units.entry(told).or_default() += 1;
    }
    let note = |((compiler, flags), units): (&(String, Vec<String>), usize)| Note::CrossCompiler {
        compiler: compiler.clone(),
        flags: flags.clone(),
        units,
    };
    units.into_iter().map(note).collect()
}
