//! One recipe to one unit: out of the cache, or by clang.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::cache::CacheDir;
use crate::cache::files::{Files, Moment};
use crate::cache::manifest::{ReadFile, Recorded};
use crate::cache::shadow::Lookups;
use crate::clang::Clang;
use crate::depfile;
use crate::invocation::{self, Product};
use crate::messages::without;
use crate::path::absolute;
use crate::recipe::Recipe;
use crate::request::{Flavour, Limits};
use crate::unit::{CompileFailure, FailureKind, TranslationUnit};

/// Everything the compilations of one load share.
pub struct Compiler<'a> {
    pub clang: &'a Clang,
    pub flavour: Flavour,
    pub limits: &'a Limits,
    pub cache: &'a CacheDir,
    files: Files,
    /// When `files` began to answer.
    loaded: Moment,
}

/// A unit, and the flags that had to go for it.
pub struct Compiled {
    pub unit: TranslationUnit,
    pub rejected: Vec<Vec<OsString>>,
}

impl<'a> Compiler<'a> {
    pub fn new(clang: &'a Clang, flavour: Flavour, limits: &'a Limits, cache: &'a CacheDir) -> Compiler<'a> {
        Compiler { clang, flavour, limits, cache, files: Files::default(), loaded: Moment::now() }
    }

    /// Finds or makes the bitcode of a recipe.
    pub fn unit(&self, recipe: &Recipe) -> Result<Compiled, CompileFailure> {
        check_source(recipe)?;
        let key = invocation::key(self.clang, self.flavour, recipe);
        if let Some((recorded, bitcode)) = self.recall(&key) {
            return Ok(compiled(recipe, bitcode, recorded.warnings, recorded.rejected, true));
        }
        let product = invocation::run(self, recipe)?;
        let machine = |error: io::Error| {
            let text = format!("cannot store the bitcode in {}: {error}", self.cache.root().display());
            failure(recipe, FailureKind::Machine, text)
        };
        let (object, bitcode) = self.cache.take_object(&product.bitcode).map_err(machine)?;
        if let Some(recorded) = self.record(recipe, &product, object) {
            let mut manifest = self.cache.manifest(&key);
            manifest.add(recorded);
            // Of no consequence if it fails: the bitcode is good, it is only not found again.
            let _ = self.cache.write_manifest(&key, &manifest);
        }
        Ok(compiled(recipe, bitcode, product.messages.diagnostics, product.rejected, false))
    }

    /// A recorded result that still holds, with its bitcode.
    fn recall(&self, key: &blake3::Hash) -> Option<(Recorded, PathBuf)> {
        let mut manifest = self.cache.manifest(key);
        let results = manifest.results.clone();
        for recorded in results {
            let Some(newer) = recorded.check(&self.files, self.loaded) else {
                continue;
            };
            let Some(bitcode) = self.cache.object(&recorded.object, key) else {
                continue;
            };
            if let Some(newer) = newer {
                manifest.add(newer);
                // Of no consequence if it fails: the next check is a little slower.
                let _ = self.cache.write_manifest(key, &manifest);
            }
            return Some((recorded, bitcode));
        }
        None
    }

    /// What the result was made from; `None` if that cannot be known for sure.
    fn record(&self, recipe: &Recipe, product: &Product, object: blake3::Hash) -> Option<Recorded> {
        let search = &product.messages.search;
        if !search.is_complete || invocation::reads_unlisted_files(&recipe.args) {
            return None;
        }
        let seen_from = |path: &PathBuf| plain(&recipe.directory.join(path));
        let rule = fs::read(&product.dependencies.0).ok()?;
        let mut read: Vec<PathBuf> = Vec::new();
        let mut seen: HashSet<PathBuf> = HashSet::new();
        for path in depfile::prerequisites(&rule).iter().map(seen_from) {
            if path != Path::new("/dev/null") && seen.insert(path.clone()) {
                read.push(path);
            }
        }
        let folders: Vec<PathBuf> = search.folders.iter().map(seen_from).collect();
        let missing: Vec<PathBuf> = search.missing.iter().map(seen_from).collect();
        let files = read.iter().map(|path| ReadFile::record(path, &self.files, product.started));
        let files: Vec<ReadFile> = files.collect::<Option<_>>()?;
        let is_main = files.first().is_some_and(|file| absolute(&recipe.directory, &file.path) == recipe.source);
        if !is_main {
            return None;
        }
        Some(Recorded {
            object,
            warnings: product.messages.diagnostics.clone(),
            rejected: product.rejected.clone(),
            lookups: Lookups::record(&folders, &missing, &read, product.started)?,
            files,
        })
    }
}

/// Without `.` parts; `..` stays, for the disk to resolve.
fn plain(path: &Path) -> PathBuf {
    path.components().collect()
}

fn compiled(
    recipe: &Recipe,
    bitcode: PathBuf,
    warnings: String,
    rejected: Vec<Vec<OsString>>,
    from_cache: bool,
) -> Compiled {
    let unit = TranslationUnit {
        source: recipe.source.clone(),
        spelled: recipe.spelled.clone(),
        directory: recipe.directory.clone(),
        args: without(&recipe.args, &rejected),
        target: recipe.target.clone(),
        output: recipe.output.clone(),
        bitcode,
        warnings,
        from_cache,
    };
    Compiled { unit, rejected }
}

/// A failure of this recipe.
pub fn failure(recipe: &Recipe, kind: FailureKind, diagnostics: String) -> CompileFailure {
    CompileFailure { source: recipe.source.clone(), kind, diagnostics }
}

/// What clang would stumble over or wait for.
fn check_source(recipe: &Recipe) -> Result<(), CompileFailure> {
    let shown = recipe.source.display();
    let fail = |kind, text| Err(failure(recipe, kind, text));
    if !recipe.directory.is_dir() {
        let text =
            format!("the folder {} it is compiled in does not exist; run the build first", recipe.directory.display());
        return fail(FailureKind::Missing, text);
    }
    match fs::metadata(&recipe.source) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fail(FailureKind::Missing, format!("{shown} does not exist; run the build first if it is a generated file"))
        }
        Err(error) => fail(FailureKind::Unreadable, format!("{shown} cannot be read: {error}")),
        Ok(metadata) if metadata.is_dir() => fail(FailureKind::NotAFile, format!("{shown} is a folder")),
        Ok(metadata) if !metadata.is_file() => {
            fail(FailureKind::NotAFile, format!("{shown} is a fifo, a socket or a device"))
        }
        Ok(_) => match fs::File::open(&recipe.source) {
            Ok(_) => Ok(()),
            Err(error) => fail(FailureKind::Unreadable, format!("{shown} cannot be read: {error}")),
        },
    }
}
