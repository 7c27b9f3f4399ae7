//! `crescendo.toml`: what the user says about functions. See docs/configuration.md.
//!
//! `read` turns the text into a `Config` that knows where everything stands, `resolve` checks it against the program and
//! gives each function its `Plan`.

mod complain;
mod names;
mod paths;
mod range;
mod read;
mod resolve;

pub use complain::Complaint;
pub use names::{hint, unknown};
pub use resolve::{FunctionPlan, Settings, is_users, user_stubs};

use crate::error::{CampaignError, Result};
use crate::request::Callees;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name it is found by.
pub const NAME: &str = "crescendo.toml";

/// Something with its place in the file.
#[derive(Clone, Debug)]
pub struct At<T> {
    pub value: T,
    pub span: Range<usize>,
}

#[derive(Clone, Debug, Default)]
pub struct Config {
    pub source: Source,
    /// For all functions.
    pub common: Section,
    /// By function, with the place of the name.
    pub functions: BTreeMap<String, At<Section>>,
    /// C files with stubs and drivers, as absolute paths.
    pub files: Vec<PathBuf>,
}

/// The file, for messages.
#[derive(Clone, Debug, Default)]
pub struct Source {
    pub path: PathBuf,
    pub text: String,
}

/// What can be said of one function, or of all.
#[derive(Clone, Debug, Default)]
pub struct Section {
    pub budget: Option<Duration>,
    pub max_runs: Option<u64>,
    pub max_steps: Option<u64>,
    pub callees: Option<Callees>,
    pub stub: Vec<At<String>>,
    pub keep: Vec<At<String>>,
    pub havoc: Vec<At<String>>,
    pub bounds: BTreeMap<&'static str, u64>,
    pub inputs: Vec<(At<String>, At<Input>)>,
    /// Hypotheses that proofs may rest on, by kind, each with the user's reason.
    pub accept: BTreeMap<&'static str, String>,
}

/// What is said of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// Both ends belong to it.
    pub range: Option<(i128, i128)>,
    pub nonnull: bool,
    /// The input that counts the elements behind this pointer.
    pub length: Option<String>,
}

impl Config {
    /// Why the user takes a hypothesis of that kind for granted in a function, if so.
    pub fn accepted(&self, function: &str, kind: &str) -> Option<&str> {
        let own = self.functions.get(function).and_then(|s| s.value.accept.get(kind));
        own.or_else(|| self.common.accept.get(kind)).map(String::as_str)
    }

    /// Reads the file that is given, or the one beside the compile database or in the folder, if there is one.
    pub fn load(folder: &Path, given: Option<&Path>, database: Option<&Path>) -> Result<Config> {
        let path = match given {
            Some(path) => folder.join(path),
            None => {
                let beside = database.map(|d| folder.join(d));
                let beside = beside.map(|d| if d.is_dir() { d } else { d.parent().map(PathBuf::from).unwrap_or(d) });
                match beside.into_iter().chain([folder.to_path_buf()]).map(|d| d.join(NAME)).find(|p| p.is_file()) {
                    Some(path) => path,
                    None => return Ok(Config::default()),
                }
            }
        };
        let text = std::fs::read_to_string(&path).map_err(CampaignError::reading(&path))?;
        Ok(read::read(Source { path, text })?)
    }
}
