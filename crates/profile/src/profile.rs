//! What was seen, as data: `profile.json`.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

pub const VERSION: u32 = 1;

/// A function by name; static ones also by their file, since names repeat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FunctionName {
    pub name: String,
    /// The source file, as the debug information has it; empty if unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub file: String,
}

/// One run of the program: one process.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// What was run, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Functions that ran, by number.
    pub functions: BTreeSet<u32>,
    /// Caller and callee, by number.
    pub edges: BTreeSet<(u32, u32)>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// Of this layout.
    pub version: u32,
    pub functions: Vec<FunctionName>,
    pub runs: Vec<Run>,
}

#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    #[error("cannot read {0}: {1}")]
    Read(String, std::io::Error),
    #[error("{0} is no profile: {1}")]
    Format(String, serde_json::Error),
    #[error("{0} has layout {1}; this program knows up to {VERSION}")]
    Version(String, u32),
    #[error("{0} names function {1}, of which there are only {2}")]
    Number(String, u32, usize),
}

impl Profile {
    pub fn new() -> Profile {
        Profile { version: VERSION, ..Profile::default() }
    }

    pub fn read(path: &Path) -> Result<Profile, ProfileError> {
        let shown = path.display().to_string();
        let text = std::fs::read(path).map_err(|e| ProfileError::Read(shown.clone(), e))?;
        let p: Profile = serde_json::from_slice(&text).map_err(|e| ProfileError::Format(shown.clone(), e))?;
        if p.version > VERSION {
            return Err(ProfileError::Version(shown, p.version));
        }
        let numbers =
            p.runs.iter().flat_map(|r| r.functions.iter().copied().chain(r.edges.iter().flat_map(|e| [e.0, e.1])));
        match numbers.into_iter().find(|n| *n as usize >= p.functions.len()) {
            Some(n) => Err(ProfileError::Number(shown, n, p.functions.len())),
            None => Ok(p),
        }
    }

    /// The number of a function, which gets one if it has none.
    pub fn number(&mut self, f: &FunctionName) -> u32 {
        let at = self.functions.iter().position(|g| g == f).unwrap_or_else(|| {
            self.functions.push(f.clone());
            self.functions.len() - 1
        });
        at as u32
    }

    pub fn find(&self, name: &str) -> Option<u32> {
        self.functions.iter().position(|f| f.name == name).map(|i| i as u32)
    }

    /// A run given by names, for tests and for profiles of other tools.
    pub fn add_run(&mut self, name: &str, edges: &[(&str, &str)]) {
        let mut run = Run { name: name.into(), ..Run::default() };
        for (a, b) in edges {
            let number = |p: &mut Profile, n: &str| p.number(&FunctionName { name: n.into(), file: String::new() });
            let (a, b) = (number(self, a), number(self, b));
            run.functions.extend([a, b]);
            run.edges.insert((a, b));
        }
        self.runs.push(run);
    }

    /// Adds the runs of another profile.
    pub fn merge(&mut self, other: &Profile) {
        let known: BTreeMap<FunctionName, u32> = self.functions.iter().cloned().zip(0..).collect();
        let mut next = self.functions.len() as u32;
        let mut to = Vec::with_capacity(other.functions.len());
        for f in &other.functions {
            to.push(known.get(f).copied().unwrap_or_else(|| {
                self.functions.push(f.clone());
                next += 1;
                next - 1
            }));
        }
        for r in &other.runs {
            self.runs.push(Run {
                name: r.name.clone(),
                functions: r.functions.iter().map(|f| to[*f as usize]).collect(),
                edges: r.edges.iter().map(|(a, b)| (to[*a as usize], to[*b as usize])).collect(),
            });
        }
    }
}
