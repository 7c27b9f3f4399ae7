//! The way of a run through the code, in words.

use crate::cases::step;
use crate::words::Texts;
use crescendo_program::Program;
use crescendo_program::source::PosId;
use crescendo_unit::Run;
use crescendo_vm::trace::EventKind;
use std::collections::HashSet;

/// Longer ways are cut in the middle of the loops they are made of.
const LONGEST: usize = 240;

/// `len > 0 is true`, `buf[0] == '[' is true`: every decision that depended on inputs, with its place, in order; repeated
/// ones once.
pub fn way(program: &Program, run: &Run, texts: &Texts) -> Vec<(PosId, String)> {
    let mut parts: Vec<(PosId, String)> = Vec::new();
    let mut said = HashSet::new();
    for e in &run.events {
        // The site knows which condition of a decision it is; debug info may only know the decision.
        let position = match e.kind {
            EventKind::Branch { site, .. } | EventKind::Value { site, .. } => program.cover.site(site).position,
            _ => e.position,
        };
        let at = program.sources.get(position);
        let file = program.sources.path(at.file);
        let part = match e.kind {
            EventKind::Branch { outcome, .. } | EventKind::Value { outcome, .. } => {
                let Some(text) = texts.condition(file, at.line, at.column) else { continue };
                format!("{text} is {outcome}")
            }
            EventKind::Switch { site, outcome, .. } => match step(program, texts, site, outcome) {
                Some(part) => part,
                None => continue,
            },
            _ => continue,
        };
        if said.insert(part.clone()) {
            parts.push((position, part));
        }
    }
    parts
}

/// The way in one line.
pub fn in_words(program: &Program, run: &Run, texts: &Texts) -> String {
    let parts = way(program, run, texts);
    let mut all = String::new();
    for (i, (_, part)) in parts.iter().enumerate() {
        if all.len() + part.len() > LONGEST && i + 1 < parts.len() {
            all.push_str(&format!("; and {} more", parts.len() - i));
            return all;
        }
        if i > 0 {
            all.push_str("; ");
        }
        all.push_str(part);
    }
    all
}
