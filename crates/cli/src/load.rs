//! From the command line's files to a linked program.

use crate::style;
use anyhow::{Context, Result, bail};
use clap::Args;
use crescendo_program::declared::{ReadOptions, SourceUnit, describe};
use crescendo_program::{LinkNote, LinkOptions, LowerOptions, Program};
use crescendo_project::{CacheDir, Clang, Flavour, Project, Request, TranslationUnit};
use crescendo_suite::record::Compiled;
use std::ffi::OsString;
use std::path::PathBuf;

/// Which sources to read, and how; the same for every command.
#[derive(Args)]
pub struct SourceArgs {
    /// C files, or a folder
    #[arg(value_name = "FILE.c")]
    pub files: Vec<PathBuf>,
    /// A compile_commands.json, or the folder that holds it
    #[arg(short = 'p', long = "database", value_name = "DB")]
    pub database: Option<PathBuf>,
    /// Compilers to run at once [default: one per core]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub jobs: usize,
    /// Show clang's warnings and remarks on how the project was read
    #[arg(short, long)]
    pub verbose: bool,
    /// Compiler flags for every file
    #[arg(last = true, value_name = "CFLAGS")]
    pub cflags: Vec<OsString>,
}

/// A program, and whether all of its files compiled.
pub struct Loaded {
    pub program: Program,
    pub failures: usize,
    /// How each unit of the program is compiled.
    pub compiled: Vec<Compiled>,
    pub clang: Clang,
}

pub fn load(args: &SourceArgs, flavour: Flavour) -> Result<Loaded> {
    Ok(load_project(args, flavour, &[])?.1)
}

/// Also reads what the sources only declare: debug info does not have it. Costs a parse of the sources that do.
/// `more`: C files that are linked in though they are not part of the project.
pub fn load_with_declarations(args: &SourceArgs, flavour: Flavour, more: &[PathBuf]) -> Result<Loaded> {
    let (projects, mut loaded) = load_project(args, flavour, more)?;
    let units = projects.iter().flat_map(|p| p.units.iter().map(|u| source_unit(&p.clang, u)));
    let units: Vec<SourceUnit> = units.collect();
    for error in describe(&mut loaded.program, &units, &ReadOptions::default()) {
        eprintln!("{} {error}", style::warning("warning:"));
    }
    Ok(loaded)
}

fn compiled(unit: &TranslationUnit) -> Compiled {
    let text = |s: &std::ffi::OsStr| s.to_string_lossy().into_owned();
    Compiled {
        file: text(unit.source.canonicalize().unwrap_or_else(|_| unit.source.clone()).as_os_str()),
        directory: text(unit.directory.as_os_str()),
        arguments: unit.anchored_args().iter().map(|a| text(a)).collect(),
    }
}

fn source_unit<'a>(clang: &'a Clang, unit: &'a TranslationUnit) -> SourceUnit<'a> {
    SourceUnit { compiler: &clang.path, source: &unit.spelled, directory: &unit.directory, args: &unit.args }
}

fn load_project(args: &SourceArgs, flavour: Flavour, more: &[PathBuf]) -> Result<(Vec<Project>, Loaded)> {
    let mut request = Request::new(CacheDir::from_env()?);
    request.inputs = args.files.clone();
    request.database = args.database.clone();
    request.cflags = args.cflags.clone();
    request.jobs = args.jobs;
    request.flavour = flavour;
    let project = crescendo_project::load(&request, &mut |_| {})?;
    tell(&project, args.verbose);
    if project.units.is_empty() {
        bail!("nothing compiled ({} failed)", count(project.failures.len(), "file"));
    }
    let mut projects = vec![project];
    if !more.is_empty() {
        (request.inputs, request.database) = (more.to_vec(), None);
        let own = crescendo_project::load(&request, &mut |_| {})?;
        tell(&own, args.verbose);
        if !own.failures.is_empty() {
            bail!("the C files of the configuration must compile");
        }
        projects.push(own);
    }
    let mut units = Vec::new();
    for unit in projects.iter().flat_map(|p| &p.units) {
        let bitcode =
            std::fs::read(&unit.bitcode).with_context(|| format!("cannot read {}", unit.bitcode.display()))?;
        let options = LowerOptions { cover: flavour == Flavour::Named };
        units.push(crescendo_program::load_unit(&bitcode, &unit.source.to_string_lossy(), options)?);
    }
    let is_library = |name: &str| crescendo_vm::models::find(name).is_some();
    let program = crescendo_program::link(units, &LinkOptions { is_library: &is_library })?;
    tell_notes(&program.notes, args.verbose);
    let failures = projects[0].failures.len();
    let compiled = projects.iter().flat_map(|p| &p.units).map(compiled).collect();
    let clang = projects[0].clang.clone();
    Ok((projects, Loaded { program, failures, compiled, clang }))
}

/// What linking remarked. That a definition is left out is said always: what is looked at is not what the user may think.
fn tell_notes(notes: &[LinkNote], verbose: bool) {
    const MOST: usize = 3;
    let (twice, others): (Vec<_>, Vec<_>) = notes.iter().partition(|n| matches!(n, LinkNote::Duplicate { .. }));
    let shown = if verbose { twice.len() } else { MOST };
    for note in twice.iter().take(shown).chain(others.iter().filter(|_| verbose)) {
        eprintln!("{} {note}", style::bold("note:"));
    }
    if twice.len() > shown {
        eprintln!("{} {} more of this kind (-v shows all)", style::bold("note:"), twice.len() - shown);
    }
}

fn tell(project: &Project, verbose: bool) {
    if verbose {
        for unit in project.units.iter().filter(|u| !u.warnings.is_empty()) {
            eprint!("{}", unit.warnings);
        }
        for note in &project.notes {
            eprintln!("{} {note}", style::bold("note:"));
        }
    }
    for failure in &project.failures {
        eprintln!("{} {failure}", style::error("error:"));
    }
}

pub fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
