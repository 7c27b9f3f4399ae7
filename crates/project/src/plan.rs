//! Turns a request into the list of what to compile. Reads the database and folders; runs nothing.
//!
//! Order: the database's order, or the order of the inputs; files of a folder by name. Inputs that are named twice
//! and entries that are the same in everything that matters to us appear once.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::anchor::anchor;
use crate::database;
use crate::error::ProjectError;
use crate::flags::Flags;
use crate::folder;
use crate::language::Language;
use crate::note::Note;
use crate::path::{absolute, identity};
use crate::recipe::{self, Reading, Recipe};
use crate::request::Request;
use crate::unit::CompileFailure;

/// What to do, in order: sources to compile, and failures known before clang runs.
#[derive(Debug)]
pub struct Plan {
    pub items: Vec<Result<Recipe, CompileFailure>>,
    pub notes: Vec<Note>,
}

/// Reads the project. `host` is clang's own target.
pub fn plan(request: &Request, working_directory: &Path, host: &str) -> Result<Plan, ProjectError> {
    let cflags =
        recipe::cflags(&request.cflags, working_directory).map_err(|reason| ProjectError::BadCflags { reason })?;
    let mut planner = Planner {
        working_directory,
        host,
        anchored: Flags { kept: anchor(&cflags.kept, working_directory), ..cflags.clone() },
        cflags,
        readings: Vec::new(),
        notes: Vec::new(),
    };
    let inputs: Vec<PathBuf> = request.inputs.iter().map(|path| planner.check_input(path)).collect::<Result<_, _>>()?;
    match &request.database {
        Some(path) => {
            let database = database::find(&working_directory.join(path))?;
            planner.add_selected(&database, &inputs)?;
        }
        None if inputs.is_empty() => match database::look_in(working_directory) {
            Some(database) => planner.add_found(database)?,
            None => {
                return Err(ProjectError::NothingToTest { looked_in: working_directory.to_owned() });
            }
        },
        None => planner.add_inputs(&inputs)?,
    }
    Ok(planner.finish())
}

struct Planner<'a> {
    working_directory: &'a Path,
    host: &'a str,
    /// The flags after `--`, for files compiled in the working directory.
    cflags: Flags,
    /// The same for entries of a database, which are compiled elsewhere.
    anchored: Flags,
    readings: Vec<Reading>,
    notes: Vec<Note>,
}

impl Planner<'_> {
    /// What the user typed must exist and be a folder or C; returned as typed.
    fn check_input(&self, path: &Path) -> Result<PathBuf, ProjectError> {
        let full = absolute(self.working_directory, path);
        let metadata = fs::metadata(&full).map_err(|reason| match reason.kind() {
            std::io::ErrorKind::NotFound => ProjectError::InputMissing { path: path.to_owned() },
            _ => ProjectError::InputUnreadable { path: path.to_owned(), reason },
        })?;
        let explicit = self.cflags.language.as_deref();
        match Language::of(&full, explicit, crate::driver::Dialect::Gcc) {
            _ if metadata.is_dir() => Ok(path.to_owned()),
            Language::Other("header") => Err(ProjectError::InputIsHeader { path: path.to_owned() }),
            Language::Other("foreign") => {
                Err(ProjectError::InputNotC { path: path.to_owned(), language: "no known source file" })
            }
            Language::Other(language) => Err(ProjectError::InputNotC { path: path.to_owned(), language }),
            Language::C | Language::PreprocessedC => Ok(path.to_owned()),
        }
    }

    /// Files and folders without `-p`.
    fn add_inputs(&mut self, inputs: &[PathBuf]) -> Result<(), ProjectError> {
        for input in inputs {
            let full = absolute(self.working_directory, input);
            if !full.is_dir() {
                self.readings.push(recipe::of_file(input, self.working_directory, &[], &self.cflags));
            } else if let Some(database) = database::look_in(&full) {
                self.add_found(database)?;
            } else {
                self.add_folder(&full)?;
            }
        }
        Ok(())
    }

    fn add_folder(&mut self, full: &Path) -> Result<(), ProjectError> {
        let found = folder::search(full);
        if found.files.is_empty() {
            return Err(ProjectError::NoSourceBelow { folder: full.to_owned() });
        }
        let includes = folder::include_folders(full);
        for file in &found.files {
            let file = file.strip_prefix(self.working_directory).unwrap_or(file);
            self.readings.push(recipe::of_file(file, self.working_directory, &includes, &self.cflags));
        }
        self.notes.push(Note::IncludesGuessed { folder: full.to_owned(), includes });
        if !found.skipped.is_empty() {
            self.notes.push(Note::FoldersSkipped { folders: found.skipped });
        }
        Ok(())
    }

    fn add_found(&mut self, database: PathBuf) -> Result<(), ProjectError> {
        let readings = self.read_database(&database)?;
        self.readings.extend(readings);
        self.notes.push(Note::DatabaseFound { database });
        Ok(())
    }

    fn read_database(&self, database: &Path) -> Result<Vec<Reading>, ProjectError> {
        let read = |entry| match entry {
            Ok(entry) => recipe::of_entry(&entry, &self.anchored, self.host),
            Err(failure) => Reading::Failure(failure),
        };
        let readings: Vec<Reading> = database::read(database)?.into_iter().map(read).collect();
        if readings.iter().all(|reading| matches!(reading, Reading::NotC { .. })) {
            return Err(ProjectError::DatabaseHasNoC { path: database.to_owned(), skipped: readings.len() });
        }
        Ok(readings)
    }

    /// The entries of a database that the inputs ask for; all without inputs.
    fn add_selected(&mut self, database: &Path, inputs: &[PathBuf]) -> Result<(), ProjectError> {
        let readings = self.read_database(database)?;
        if inputs.is_empty() {
            self.readings.extend(readings);
            return Ok(());
        }
        let sources: Vec<Option<PathBuf>> = readings.iter().map(|reading| source_of(reading).map(identity)).collect();
        let mut chosen: Vec<usize> = Vec::new();
        let mut borrowed: Vec<Reading> = Vec::new();
        for input in inputs {
            let full = identity(&absolute(self.working_directory, input));
            let is_folder = full.is_dir();
            let before = chosen.len();
            chosen.extend(sources.iter().enumerate().filter_map(|(index, source)| {
                let source = source.as_deref()?;
                (source == full || is_folder && source.starts_with(&full)).then_some(index)
            }));
            if chosen.len() > before {
                continue;
            }
            if is_folder {
                return Err(ProjectError::NoEntryBelow { database: database.to_owned(), folder: full });
            }
            borrowed.push(self.borrow(input, &readings));
        }
        // In the database's order, each entry once.
        let chosen: HashSet<usize> = chosen.into_iter().collect();
        let kept = readings.into_iter().enumerate().filter(|(index, _)| chosen.contains(index));
        self.readings.extend(kept.map(|(_, reading)| reading));
        self.readings.extend(borrowed);
        Ok(())
    }

    /// A file that is not in the database, with the flags of the nearest one that is.
    fn borrow(&mut self, input: &Path, readings: &[Reading]) -> Reading {
        let source = absolute(self.working_directory, input);
        let nearness = |recipe: &Recipe| {
            let shared = recipe.source.components().zip(source.components()).take_while(|(a, b)| a == b).count();
            let apart = recipe.source.components().count() - shared;
            (shared, std::cmp::Reverse(apart))
        };
        let mut nearest: Option<&Recipe> = None;
        for reading in readings {
            if let Reading::Recipe(recipe) = reading {
                if nearest.is_none_or(|best| nearness(recipe) > nearness(best)) {
                    nearest = Some(recipe);
                }
            }
        }
        match nearest {
            Some(model) => {
                self.notes.push(Note::FlagsBorrowed { source: source.clone(), from: model.source.clone() });
                Reading::Recipe(Recipe { spelled: source.clone(), source, output: None, ..model.clone() })
            }
            None => recipe::of_file(input, self.working_directory, &[], &self.cflags),
        }
    }

    fn finish(self) -> Plan {
        let mut items: Vec<Result<Recipe, CompileFailure>> = Vec::new();
        let mut not_c: BTreeMap<&'static str, Vec<PathBuf>> = BTreeMap::new();
        // For each source where its variants are among the items, and how many more were the same as one of them.
        let mut seen: HashMap<PathBuf, (Vec<usize>, usize)> = HashMap::new();
        for reading in self.readings {
            match reading {
                Reading::NotC { source, language } => not_c.entry(language).or_default().push(source),
                Reading::Failure(failure) => items.push(Err(failure)),
                Reading::Recipe(recipe) => {
                    let (variants, dropped) = seen.entry(recipe.source.clone()).or_default();
                    if variants.iter().any(|at| is_same(&items[*at], &recipe)) {
                        *dropped += 1;
                    } else {
                        variants.push(items.len());
                        items.push(Ok(recipe));
                    }
                }
            }
        }
        let mut notes = self.notes;
        let skipped = |(language, sources)| Note::NotC { language, sources };
        notes.extend(not_c.into_iter().map(skipped));
        notes.extend(repetition_notes(&items, &seen));
        notes.extend(recipe::cross_notes(items.iter().flatten()));
        Plan { items, notes }
    }
}

/// Whether two recipes of one source make the same bitcode.
fn is_same(item: &Result<Recipe, CompileFailure>, recipe: &Recipe) -> bool {
    item.as_ref().is_ok_and(|other| other.args == recipe.args && other.directory == recipe.directory)
}

/// What to say of sources that appear several times, in the order of the items.
fn repetition_notes(
    items: &[Result<Recipe, CompileFailure>],
    seen: &HashMap<PathBuf, (Vec<usize>, usize)>,
) -> Vec<Note> {
    let (mut dropped, mut repeated) = (0, Vec::new());
    let (mut units, mut varied) = (0, Vec::new());
    for (index, recipe) in items.iter().enumerate() {
        let Ok(Recipe { source, .. }) = recipe else {
            continue;
        };
        match seen.get(source) {
            Some((variants, more)) if variants.first() == Some(&index) => {
                if *more > 0 {
                    dropped += more;
                    repeated.push(source.clone());
                }
                if variants.len() > 1 {
                    units += variants.len();
                    varied.push(source.clone());
                }
            }
            _ => {}
        }
    }
    let repeated = (dropped > 0).then_some(Note::DuplicatesDropped { dropped, sources: repeated });
    let varied = (units > 0).then_some(Note::SeveralVariants { units, sources: varied });
    repeated.into_iter().chain(varied).collect()
}

fn source_of(reading: &Reading) -> Option<&Path> {
    match reading {
        Reading::Recipe(recipe) => Some(&recipe.source),
        Reading::Failure(failure) => Some(&failure.source),
        Reading::NotC { .. } => None,
    }
}
