//! What is known about an alarm while its callers are gone through, and the verdict that follows.
//!
//! The rules: confirmed beats everything. Else open, if some context lets it through or was not explored far enough. Else
//! false: proved only if every caller is proved safe and no other callers can exist.

use super::explored::Seen;
use crate::model::{Call, Judgement, Strength, Verdict};
use crescendo_program::FunctionId;
use std::collections::BTreeSet;

#[derive(Clone, Debug, Default)]
pub struct Standing {
    confirmed: Option<Judgement>,
    /// The context that lets it through furthest.
    through: Vec<Call>,
    /// Why nothing can be said.
    open: Vec<String>,
    /// Callers that are safe as far as explored, each with the contradiction and why that is no proof.
    refuted: Vec<String>,
    /// Callers that are proved safe.
    proofs: Vec<String>,
    /// Why there may be other callers.
    pub others: BTreeSet<String>,
    /// Callers that were explored for it.
    pub visited: BTreeSet<FunctionId>,
    alone: Option<String>,
}

impl Standing {
    pub fn is_confirmed(&self) -> bool {
        self.confirmed.is_some()
    }

    pub fn no_callers(&mut self, unit: &str) {
        let why = "its misuse may be the caller's fault";
        self.alone = Some(format!("nobody in the program calls `{unit}`: {why}"));
    }

    pub fn open(&mut self, why: String) {
        if !self.open.contains(&why) {
            self.open.push(why);
        }
    }

    pub fn lets_through(&mut self, calls: Vec<Call>) {
        if calls.len() > self.through.len() {
            self.through = calls;
        }
    }

    pub fn proved(&mut self, caller: &str, core: Option<String>) {
        let why = core.unwrap_or_else(|| "no way leads to it".into());
        self.proofs.push(format!("in `{caller}`: {why}"));
    }

    pub fn refuted(&mut self, caller: &str, core: &str, reasons: Vec<String>) {
        let not_all = reasons.first().map_or_else(String::new, |r| format!(" ({r})"));
        self.refuted.push(format!("in `{caller}`: {core}{not_all}"));
    }

    /// The formula of a caller says nothing. If the search proved the caller safe, that holds without it.
    pub fn undecided(&mut self, caller: &str, seen: Seen, why: &str) {
        match seen {
            Seen::Proved => self.proved(caller, None),
            Seen::Unseen(reasons) => {
                let first = reasons.first().map_or_else(String::new, |r| format!(" ({r})"));
                self.open(format!("in `{caller}`: {why}{first}"));
            }
            Seen::Fault(_) => {}
        }
    }

    pub fn confirm(&mut self, calls: Vec<Call>, main: bool) {
        let outermost = calls.first().map_or_else(String::new, |c| c.function.clone());
        let why = match (main, calls.len()) {
            (true, 0 | 1) => "`main` faults".to_string(),
            (true, 2) => "`main` calls it so".to_string(),
            (true, n) => format!("`main` gets there through {} calls", n - 1),
            (false, _) => format!("`{outermost}`, which nobody in the program calls, lets it through"),
        };
        let (verdict, strength) = (Verdict::Confirmed, Strength::Machine);
        self.confirmed = Some(Judgement { verdict, strength, why, chain: calls, reproduce: None });
    }

    pub fn judgement(self) -> Judgement {
        let make = |verdict, strength, why: String, chain| Judgement { verdict, strength, why, chain, reproduce: None };
        if let Some(j) = self.confirmed {
            return j;
        }
        if let Some(why) = self.alone {
            return make(Verdict::Open, Strength::Unit, why, Vec::new());
        }
        if let Some(why) = self.open.first() {
            let strength = if self.through.is_empty() { Strength::Unit } else { Strength::Context };
            return make(Verdict::Open, strength, why.clone(), self.through);
        }
        let mut why: Vec<String> = self.refuted.clone();
        why.extend(self.proofs);
        match (self.refuted.is_empty(), self.others.first()) {
            (true, None) => make(Verdict::False, Strength::Proved, why.join("; "), Vec::new()),
            (_, other) => {
                why.extend(other.cloned());
                make(Verdict::False, Strength::Explored, why.join("; "), Vec::new())
            }
        }
    }
}
