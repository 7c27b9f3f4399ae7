//! From sources to a program.

use crate::error::{CampaignError, Result};
use crate::event::{Compiled as Came, Level, Teller, What};
use crate::request::Sources;
use crescendo_program::declared::SourceUnit;
use crescendo_program::{Driven, LinkNote, LowerOptions, Making, Program};
use crescendo_project::{CacheDir, Clang, Flavour, Project, TranslationUnit};
use crescendo_suite::record::Compiled;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// A program, and whether all of its files compiled.
pub struct Loaded {
    pub program: Program,
    pub failures: usize,
    /// How each unit of the program is compiled.
    pub compiled: Vec<Compiled>,
    pub clang: Clang,
    pub origin: Origin,
}

/// The compiled code that a program is made of, for those who make the same program elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The cache's folder.
    pub cache: PathBuf,
    /// The units' bitcode in it.
    pub bitcode: Vec<PathBuf>,
}

/// What to load, and for what.
pub struct Loading<'a> {
    pub sources: &'a Sources,
    /// What relative paths are relative to.
    pub directory: PathBuf,
    pub cache: CacheDir,
    /// Compilers that run at once; 0: one per core.
    pub jobs: usize,
    pub flavour: Flavour,
    /// C files that are linked in though they are not part of the project.
    pub more: &'a [PathBuf],
    /// Also read what the sources only declare: debug info does not have it. Costs a parse of the sources that do.
    pub declarations: bool,
    /// Functions are driven by themselves.
    pub driven: Option<Driven<'a>>,
}

impl Loading<'_> {
    pub fn load(self, teller: &mut Teller) -> Result<Loaded> {
        let projects = self.compile(teller)?;
        let mut units = Vec::new();
        let options = LowerOptions { cover: self.flavour == Flavour::Named };
        for unit in projects.iter().flat_map(|p| &p.units) {
            let bitcode = std::fs::read(&unit.bitcode).map_err(CampaignError::reading(&unit.bitcode))?;
            units.push(crescendo_program::load_unit(&bitcode, &unit.source.to_string_lossy(), options)?);
        }
        let sources = projects.iter().flat_map(|p| p.units.iter().map(|u| source_unit(&p.clang, u)));
        let declared: Vec<SourceUnit> = if self.declarations { sources.collect() } else { Vec::new() };
        let is_library = |name: &str| crescendo_vm::models::find(name).is_some();
        let making = Making { is_library: &is_library, declared: &declared, driven: self.driven };
        let made = crescendo_program::make(units, &making)?;
        for note in &made.program.notes {
            let duplicate = matches!(note, LinkNote::Duplicate { .. });
            teller.note(if duplicate { Level::Note } else { Level::Remark }, note);
        }
        made.undeclared.iter().for_each(|error| teller.note(Level::Warning, error));
        Ok(Loaded {
            program: made.program,
            failures: projects[0].failures.len(),
            compiled: projects.iter().flat_map(|p| &p.units).map(compiled).collect(),
            clang: projects[0].clang.clone(),
            origin: Origin {
                cache: self.cache.root().to_path_buf(),
                bitcode: projects.iter().flat_map(|p| p.units.iter().map(|u| u.bitcode.clone())).collect(),
            },
        })
    }

    /// The project, and the C files that come with it.
    fn compile(&self, teller: &mut Teller) -> Result<Vec<Project>> {
        let mut request = crescendo_project::Request::new(self.cache.clone());
        request.inputs = self.sources.files.clone();
        request.database = self.sources.database.clone();
        request.cflags = self.sources.cflags.iter().map(OsString::from).collect();
        request.jobs = self.jobs;
        request.flavour = self.flavour;
        request.working_directory = Some(self.directory.clone());
        let project = crescendo_project::load(&request, &mut |e| pass_on(e, teller))?;
        tell(&project, teller);
        if project.units.is_empty() {
            return Err(CampaignError::NothingCompiled { files: project.failures.len() });
        }
        let mut projects = vec![project];
        if !self.more.is_empty() {
            (request.inputs, request.database) = (self.more.to_vec(), None);
            let own = crescendo_project::load(&request, &mut |e| pass_on(e, teller))?;
            tell(&own, teller);
            if !own.failures.is_empty() {
                return Err(CampaignError::ConfiguredFiles);
            }
            projects.push(own);
        }
        Ok(projects)
    }
}

fn pass_on(event: crescendo_project::Event, teller: &mut Teller) {
    use crescendo_project::{Event, Outcome};
    match event {
        Event::Planned { units } => teller.tell(What::Reading { files: units }),
        Event::Started { .. } => {}
        Event::Finished { source, outcome, .. } => {
            let outcome = match outcome {
                Outcome::Cached => Came::Cached,
                Outcome::Compiled => Came::Compiled,
                Outcome::Failed => Came::Failed,
            };
            teller.tell(What::Compiled { file: source, outcome });
        }
    }
}

fn tell(project: &Project, teller: &mut Teller) {
    for unit in project.units.iter().filter(|u| !u.warnings.is_empty()) {
        teller.note(Level::Compiler, unit.warnings.trim_end());
    }
    project.notes.iter().for_each(|note| teller.note(Level::Remark, note));
    project.failures.iter().for_each(|failure| teller.note(Level::Error, failure));
}

fn compiled(unit: &TranslationUnit) -> Compiled {
    let text = |s: &OsStr| s.to_string_lossy().into_owned();
    Compiled {
        file: text(unit.source.canonicalize().unwrap_or_else(|_| unit.source.clone()).as_os_str()),
        directory: text(unit.directory.as_os_str()),
        arguments: unit.anchored_args().iter().map(|a| text(a)).collect(),
    }
}

fn source_unit<'a>(clang: &'a Clang, unit: &'a TranslationUnit) -> SourceUnit<'a> {
    SourceUnit { compiler: &clang.path, source: &unit.spelled, directory: &unit.directory, args: &unit.args }
}
