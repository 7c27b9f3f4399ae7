//! What is known of the whole program before any function is explored.

use crate::changed;
use crate::config::{self, Config, Settings};
use crate::error::{ChoiceError, Result};
use crate::event::{Level, Teller};
use crate::load::{Loaded, Loading};
use crate::request::Request;
use crescendo_explore::flow::Calls;
use crescendo_profile::Profile;
use crescendo_program::{Driven, FunctionId, Program};
use crescendo_project::{CacheDir, Flavour};
use crescendo_unit::Facts;

/// The program and what the user says about it.
pub struct Prepared {
    pub loaded: Loaded,
    pub config: Config,
    pub profile: Option<Profile>,
}

impl Prepared {
    /// Reads the configuration and the sources; nothing is explored yet.
    pub fn new(request: &Request, config: Config, teller: &mut Teller) -> Result<Prepared> {
        let profile = read_profile(request)?;
        let bounds = request.driver.setup()?.bounds;
        let loading = Loading {
            sources: &request.sources,
            directory: request.directory.clone(),
            cache: match &request.cache {
                Some(folder) => CacheDir::at(folder.clone()),
                None => CacheDir::from_env()?,
            },
            jobs: request.jobs,
            flavour: Flavour::Named,
            more: &config.files,
            declarations: true,
            driven: Some(Driven { elements: bounds.elements, bytes: bounds.bytes, replaced: &config::user_stubs }),
        };
        let loaded = loading.load(teller)?;
        Ok(Prepared { loaded, config, profile })
    }

    pub fn ground<'a>(&'a self, request: &'a Request, teller: &mut Teller) -> Result<Ground<'a>> {
        let program = &self.loaded.program;
        let mut settings = Settings::new(program, &self.config, request, self.profile.as_ref())?;
        let (facts, calls) = (Facts::new(program), Calls::new(program));
        let (wanted, asked) = request.ranges();
        if wanted {
            match crescendo_alarms::ranges::of_program(program, &facts, self.loaded.failures == 0) {
                Ok(ranges) => settings.set_ranges(ranges),
                Err(_) if !asked => {}
                Err(why) => teller.note(Level::Warning, format!("--ranges: nothing is known, because {why}")),
            }
        }
        Ok(Ground { loaded: &self.loaded, settings, facts, calls, profile: self.profile.as_ref() })
    }

    /// The functions to explore, in the order of the sources; none if none has changed.
    pub fn functions(&self, request: &Request) -> Result<Vec<FunctionId>> {
        let functions = choose(&self.loaded.program, &request.functions)?;
        match &request.changed_since {
            Some(revision) => changed::changed(&self.loaded.program, functions, revision),
            None => Ok(functions),
        }
    }
}

pub struct Ground<'a> {
    pub loaded: &'a Loaded,
    pub settings: Settings<'a>,
    pub facts: Facts,
    pub calls: Calls<'a>,
    pub profile: Option<&'a Profile>,
}

/// The profile in the output folder, where `crescendo profile` leaves it.
fn read_profile(request: &Request) -> Result<Option<Profile>> {
    if !(0.0..=1.0).contains(&request.driver.relevance) {
        return Err(ChoiceError::Relevance(request.driver.relevance).into());
    }
    let path = request.output_folder().join("profile.json");
    Ok(if path.is_file() { Some(Profile::read(&path)?) } else { None })
}

fn choose(program: &Program, names: &[String]) -> Result<Vec<FunctionId>, ChoiceError> {
    let defined = || {
        let all = program.functions.iter().enumerate();
        all.filter(|(_, f)| f.body.is_some()).map(|(i, f)| (FunctionId(i as u32), f))
    };
    for name in names {
        if !defined().any(|(_, f)| f.name == *name) {
            let declared = program.functions.iter().any(|f| f.name == *name);
            let hint = config::hint(name, defined().map(|(_, f)| f.name.as_str()));
            return Err(ChoiceError::Function { name: name.clone(), declared, hint });
        }
    }
    let wanted = |name: &String| if names.is_empty() { !config::is_users(name) } else { names.contains(name) };
    let chosen: Vec<FunctionId> = defined().filter(|(_, f)| wanted(&f.name)).map(|(id, _)| id).collect();
    if chosen.is_empty() {
        return Err(ChoiceError::NoFunctions);
    }
    Ok(chosen)
}
