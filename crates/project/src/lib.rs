//! Reads C projects as their build sees them and compiles each translation unit to LLVM 19 bitcode with clang 19 and the
//! user's own flags. The only room that runs clang.
//!
//! [`load`] takes a [`Request`] and gives a [`Project`]. On the way:
//!
//! 1. `clang` finds the compiler. Another version is an error; nothing here links LLVM.
//! 2. `plan` lists what to compile, from a compile database (`database`), a folder (`folder`) or files. A command line
//!    loses its launcher (`driver`), its response files (`response`) and the flags that are about output, optimisation
//!    or instrumentation (`flags`); a cross compiler's name becomes `--target` (`cross`). The result is a `recipe`.
//! 3. `compile` finds each recipe's bitcode in the cache (`cache`) or runs clang for it (`invocation`, `process`), on
//!    several threads (`pool`). What clang says is read by `messages`, and judged by `verdict`.
//!
//! Invariants:
//! - Trouble with one file is a [`CompileFailure`], never an error: the others go on.
//! - Same files, same flags, same clang: same bytes of bitcode and the same lists in the same order, with any number of
//!   jobs, with or without the cache. `__DATE__` is 1 January 1970 unless `SOURCE_DATE_EPOCH` says otherwise.
//! - No clang outlives its limits or us.
//! - What the user's flags say about the program's meaning stays; what they say about warnings cannot stop us.
//!
//! Deliberately absent: running the build, running the user's own compiler (even to ask for its header folders),
//! Microsoft's command lines, C++.

mod anchor;
mod cache;
mod clang;
mod compile;
mod cross;
mod database;
mod depfile;
mod driver;
mod error;
mod event;
mod files_of;
mod flags;
mod folder;
mod idle;
mod invocation;
mod language;
mod messages;
mod note;
mod path;
mod plan;
mod pool;
mod process;
mod recipe;
mod request;
mod response;
mod unit;
mod verdict;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::Sender;

pub use cache::{CacheDir, DEFAULT_MAX_BYTES, Pruned};
pub use clang::Clang;
pub use error::{HOW_TO_MAKE_A_DATABASE, ProjectError};
pub use event::{Event, Outcome};
pub use files_of::files_of;
pub use invocation::AS_WRITTEN;
pub use note::Note;
pub use process::{End, Run as ProcessRun, Stream, run as run_process};
pub use request::{Flavour, Limits, Request};
pub use response::ResponseError;
pub use unit::{CompileFailure, FailureKind, Project, TranslationUnit};

use compile::{Compiled, Compiler};
use recipe::Recipe;

/// Reads a project and compiles it, calling `progress` on this thread while it goes.
pub fn load(request: &Request, progress: &mut dyn FnMut(Event)) -> Result<Project, ProjectError> {
    let working_directory = match &request.working_directory {
        Some(directory) => directory.clone(),
        None => std::env::current_dir().map_err(|reason| ProjectError::NoWorkingDirectory { reason })?,
    };
    let clang = match &request.clang {
        Some(clang) => clang.clone(),
        None => Clang::locate()?,
    };
    let plan = plan::plan(request, &working_directory, &clang.target)?;
    let cache = request.cache.anchored(&working_directory);
    cache.prepare().map_err(|reason| ProjectError::CacheUnusable { path: cache.root().to_owned(), reason })?;
    let units = plan.items.iter().filter(|item| item.is_ok()).count();
    progress(Event::Planned { units });
    let compiler = Compiler::new(&clang, request.flavour, &request.limits, &cache);
    let compile = |index: usize, item: &Result<Recipe, CompileFailure>, events: &Sender<Event>| {
        let recipe = item.as_ref().map_err(Clone::clone)?;
        let source = recipe.source.clone();
        // The listener ends only after us, so sending cannot fail.
        let _ = events.send(Event::Started { index, source: source.clone() });
        let result = compiler.unit(recipe);
        let outcome = match &result {
            Ok(compiled) if compiled.unit.from_cache => Outcome::Cached,
            Ok(_) => Outcome::Compiled,
            Err(_) => Outcome::Failed,
        };
        let _ = events.send(Event::Finished { index, source, outcome });
        result
    };
    let results = pool::run(&plan.items, request.jobs, compile, progress);
    let mut project = gather(results, plan.notes, clang.clone());
    project.notes.extend(mcdc_notes(request.flavour, &project.units));
    // Nothing was added by a load that found everything.
    if project.units.iter().any(|unit| !unit.from_cache) {
        let ours = project.units.iter().map(|unit| unit.bitcode.as_path()).collect();
        if let Err(error) = cache.prune_but(cache.max_bytes, &ours) {
            project.notes.push(Note::CacheNotPruned { reason: error.to_string() });
        }
    }
    Ok(project)
}

/// One note per target whose units lack what the flavour promises.
fn mcdc_notes(flavour: Flavour, units: &[TranslationUnit]) -> Vec<Note> {
    let mut targets: BTreeMap<String, usize> = BTreeMap::new();
    for target in units.iter().filter_map(|unit| unit.target.as_deref()) {
        if flavour.flags_for(Some(target)) != flavour.flags() {
            *targets.entry(target.to_owned()).or_default() += 1;
        }
    }
    let note = |(target, units)| Note::McdcLeftOut { target, units };
    targets.into_iter().map(note).collect()
}

fn gather(results: Vec<Result<Compiled, CompileFailure>>, notes: Vec<Note>, clang: Clang) -> Project {
    let mut project = Project { units: Vec::new(), failures: Vec::new(), notes, clang };
    let mut rejected: BTreeMap<Vec<String>, Vec<PathBuf>> = BTreeMap::new();
    for result in results {
        match result {
            Ok(compiled) => {
                let flags = compiled.rejected.iter().flatten().map(|flag| flag.to_string_lossy().into_owned());
                let flags: Vec<String> = flags.collect();
                if !flags.is_empty() {
                    rejected.entry(flags).or_default().push(compiled.unit.source.clone());
                }
                project.units.push(compiled.unit);
            }
            Err(failure) => project.failures.push(failure),
        }
    }
    let note = |(flags, sources)| Note::FlagsRejected { flags, sources };
    project.notes.extend(rejected.into_iter().map(note));
    project
}
