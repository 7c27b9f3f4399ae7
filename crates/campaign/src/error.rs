//! What stops a campaign. What concerns one function or one file never does: it is part of the results.

use crate::config::Complaint;
use crate::excerpt;
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    #[error("cannot {action} {path}: {source}", path = path.display())]
    File { action: Action, path: PathBuf, source: io::Error },
    #[error("cannot read {path}; `crescendo gen` writes it: {source}", path = path.display())]
    NoSummary { path: PathBuf, source: io::Error },
    #[error("{path} says nothing of {file}; it knows {known}", path = summary.display())]
    NoSuchFile { summary: PathBuf, file: String, known: String },
    #[error("{path} is not {what}: {source}", path = path.display())]
    Format { path: PathBuf, what: &'static str, source: serde_json::Error },
    #[error(transparent)]
    Project(#[from] crescendo_project::ProjectError),
    #[error(transparent)]
    Load(#[from] crescendo_program::LoadError),
    #[error(transparent)]
    Make(#[from] crescendo_program::MakeError),
    #[error("nothing compiled ({} failed)", excerpt::count(*files, "file"))]
    NothingCompiled { files: usize },
    #[error("the C files of the configuration must compile")]
    ConfiguredFiles,
    #[error(transparent)]
    Config(#[from] Complaint),
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    #[error(transparent)]
    Profile(#[from] crescendo_profile::ProfileError),
    #[error("git cannot compare {file} with {revision}: {said}", file = file.display())]
    Git { file: PathBuf, revision: String, said: String },
    #[error("cannot start git, which --changed-since needs: {0}")]
    NoGit(io::Error),
    #[error(transparent)]
    Suite(#[from] crescendo_suite::files::SuiteFileError),
    #[error(transparent)]
    Export(#[from] crescendo_suite::export::ExportError),
    #[error(transparent)]
    Replay(#[from] crescendo_replay::ReplayError),
    #[error("the callers could not be asked: {0}")]
    Filter(#[from] crescendo_alarms::filter::FilterError),
    #[error("{path} is no baseline: {source}", path = path.display())]
    Baseline { path: PathBuf, source: crescendo_alarms::baseline::BaselineError },
    #[error("the store was changed while it was in use: the result of {function} is gone")]
    StoreChanged { function: String },
    #[error(transparent)]
    Store(#[from] crate::store::StoreError),
    #[error(transparent)]
    Backend(#[from] crate::backend::BackendError),
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

/// What the request asks for and there is not.
#[derive(Debug, thiserror::Error)]
pub enum ChoiceError {
    #[error("there is no {what} {name}{hint}{}", excerpt::help(&format!("there are {}", known.join(", "))))]
    Unknown { what: &'static str, name: String, hint: String, known: Vec<String> },
    #[error("function {name}: {}{hint}", if *declared { "it is declared, but has no body in these files" } else { "there is none" })]
    Function { name: String, declared: bool, hint: String },
    #[error("these files define no function")]
    NoFunctions,
    #[error("there is no function `{name}`{hint}")]
    Stub { name: String, hint: String },
    #[error("callees by profile: there is no profile.json in the output folder; `crescendo profile` makes one")]
    NoProfile,
    #[error("--relevance {0}: a dependency lies between 0 and 1")]
    Relevance(f64),
    #[error("{0}")]
    Bound(String),
    #[error("a layer or pass {name} does not exist{}", excerpt::help(&format!("there are {}", known.join(", "))))]
    Without { name: String, known: Vec<String> },
}

/// What was to be done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Read,
    Write,
    Make,
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            Action::Read => "read",
            Action::Write => "write",
            Action::Make => "make the folder",
        })
    }
}

impl CampaignError {
    pub(crate) fn reading(path: &Path) -> impl FnOnce(io::Error) -> CampaignError {
        CampaignError::file(Action::Read, path)
    }

    pub(crate) fn writing(path: &Path) -> impl FnOnce(io::Error) -> CampaignError {
        CampaignError::file(Action::Write, path)
    }

    pub(crate) fn making(path: &Path) -> impl FnOnce(io::Error) -> CampaignError {
        CampaignError::file(Action::Make, path)
    }

    fn file(action: Action, path: &Path) -> impl FnOnce(io::Error) -> CampaignError {
        let path = path.to_path_buf();
        move |source| CampaignError::File { action, path, source }
    }
}

pub type Result<T, E = CampaignError> = std::result::Result<T, E>;
