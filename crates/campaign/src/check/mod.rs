//! Faults as alarms: what callers say about them, who does not want to see them, and the list that people read.

mod judge;
mod known;
mod marks;
pub mod unit_alarms;

pub use marks::Sources;

use crate::campaign::Explored;
use crate::error::{CampaignError, Result};
use crate::event::{Artifact, Teller, What};
use crate::files::write_whole;
use crate::outcome::CheckFigures;
use crate::request::{CheckOptions, Request};
use crate::results::write::Written;
use crescendo_alarms::baseline;
use crescendo_alarms::listed::{Alarms, Totals, list};
use crescendo_alarms::sarif;
use crescendo_alarms::suppress::Rule;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;

/// Of the layout of `alarms.json`.
const VERSION: u32 = 1;

/// What `check` looks for beside what always counts.
pub const CHECKS: [&str; 3] = ["function-type-mismatch", "invalid-shift", "uninitialised-use"];

/// What is needed to make a list of alarms, read before anything is explored: mistakes in it are said at once.
pub struct Check<'a> {
    request: &'a Request,
    options: &'a CheckOptions,
    baseline: Option<BTreeSet<String>>,
    rules: Vec<Rule>,
    complaints: Vec<String>,
}

impl<'a> Check<'a> {
    pub fn new(
        request: &'a Request,
        options: &'a CheckOptions,
        program: &crescendo_program::Program,
    ) -> Result<Check<'a>> {
        let baseline = options.baseline.as_ref().map(|path| read_baseline(request.at(path))).transpose()?;
        let mut complaints = Vec::new();
        let file = options.suppressions.as_deref().map(|path| (path, request.at(path)));
        let rules = marks::rules(program, file, &mut complaints)?;
        Ok(Check { request, options, baseline, rules, complaints })
    }

    /// Judges what was found, and writes `alarms.json`.
    pub fn finish(
        self,
        explored: &Explored,
        written: &mut Written,
        start: Instant,
        teller: &mut Teller,
    ) -> Result<(Alarms, PathBuf)> {
        let Check { request, options, baseline, rules, mut complaints } = self;
        let exploring = written.seconds / request.workers() as f64;
        let mut figures = CheckFigures { exploring, ..CheckFigures::default() };
        if options.filter {
            figures = known::judge(explored, written, figures, teller)?;
        }
        let sources = Sources::default();
        let mut alarms = Alarms {
            version: VERSION,
            tool: crate::TOOL.to_string(),
            summary: written.hash.clone(),
            alarms: list(std::mem::take(&mut written.alarms), &|file, line| sources.line(file, line)),
            ..Alarms::default()
        };
        // A run on some functions says nothing about suppressions of others.
        let whole = request.functions.is_empty() && request.changed_since.is_none();
        marks::apply(&mut alarms, rules, whole, &mut complaints);
        alarms.complaints = complaints;
        if let Some(known) = &baseline {
            baseline::compare(&mut alarms, known);
        }
        alarms.totals = Totals::of(alarms.alarms.iter());
        alarms.seconds = start.elapsed().as_secs_f64();
        alarms.exploring_seconds = exploring;
        alarms.filter_seconds = if figures.known { 0.0 } else { figures.asking };
        alarms.filter_explorations = if figures.known { 0 } else { figures.explorations };
        let path = request.output_folder().join("alarms.json");
        write_whole(&path, &text(&alarms))?;
        teller.tell(What::Written { what: Artifact::Alarms, path: path.clone() });
        if let Some(file) = &options.sarif {
            let file = request.at(file);
            let sarif = sarif::write(&alarms, env!("CARGO_PKG_VERSION"), &request.directory);
            write_whole(&file, &text(&sarif))?;
            teller.tell(What::Written { what: Artifact::Sarif, path: file });
        }
        written.closing.check = options.filter.then_some(figures);
        Ok((alarms, path))
    }
}

fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(value).expect("alarms have no maps with odd keys")
}

fn read_baseline(path: PathBuf) -> Result<BTreeSet<String>> {
    let text = std::fs::read_to_string(&path).map_err(CampaignError::reading(&path))?;
    baseline::read(&text).map_err(|source| CampaignError::Baseline { path, source })
}
