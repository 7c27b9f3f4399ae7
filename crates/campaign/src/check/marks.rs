//! Suppressions of a project: comments in its sources, and a file.

use crate::error::{CampaignError, Result};
use crescendo_alarms::listed::Alarms;
use crescendo_alarms::suppress::{self, Rule};
use crescendo_program::Program;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

/// Everything that is said about alarms to ignore: in the sources, and in a file, which is told by its name as it was given.
pub fn rules(program: &Program, file: Option<(&Path, PathBuf)>, complaints: &mut Vec<String>) -> Result<Vec<Rule>> {
    let positions = program.functions.iter().filter(|f| f.body.is_some()).map(|f| f.position);
    let sources: BTreeSet<&str> = positions.map(|p| program.sources.path(program.sources.get(p).file)).collect();
    let mut rules = Vec::new();
    for source in sources {
        if let Ok(bytes) = std::fs::read(source) {
            rules.extend(suppress::in_source(source, &String::from_utf8_lossy(&bytes), complaints));
        }
    }
    if let Some((name, file)) = file {
        let text = std::fs::read_to_string(&file).map_err(CampaignError::reading(&file))?;
        rules.extend(suppress::in_file(&name.display().to_string(), &text, complaints));
    }
    Ok(rules)
}

/// Marks what is to be ignored. `whole`: everything was explored, so that rules without an alarm are of no use.
pub fn apply(alarms: &mut Alarms, rules: Vec<Rule>, whole: bool, complaints: &mut Vec<String>) {
    let mut unused = Vec::new();
    suppress::apply(&mut alarms.alarms, rules, &mut unused);
    if whole {
        complaints.append(&mut unused);
    }
}

/// Lines of sources, each file read once.
#[derive(Default)]
pub struct Sources {
    files: RefCell<HashMap<String, Vec<String>>>,
}

impl Sources {
    pub fn line(&self, file: &str, line: u32) -> Option<String> {
        let mut files = self.files.borrow_mut();
        let lines = files.entry(file.to_string()).or_insert_with(|| {
            let text = std::fs::read(file).unwrap_or_default();
            String::from_utf8_lossy(&text).lines().map(String::from).collect()
        });
        lines.get(line.checked_sub(1)? as usize).cloned()
    }
}
