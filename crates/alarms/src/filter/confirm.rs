//! What a caller that makes a fault happen leads to: its own callers, or, if nobody calls it, a test for the native run.

use super::chain::chain;
use super::climb::{Climber, Found, Start};
use super::explored::{Explored, Seen};
use super::verdict::Says;
use crate::made_up::{is_chance, rests_on};
use crescendo_program::FunctionId;
use crescendo_solver::expr::Assignment;
use crescendo_suite::record::collect;
use crescendo_unit::{Gap, InputKind, Run, Unit};
use crescendo_vm::symbolic::Outside;
use std::collections::{BTreeMap, BTreeSet};

impl<'p> Climber<'_, 'p> {
    /// A caller makes faults happen: its own callers are next, or it is the outermost. `below`: the contexts, by target.
    pub fn let_through(
        &mut self,
        caller: FunctionId,
        below: &BTreeMap<usize, Vec<FunctionId>>,
        found: Vec<Found>,
        mut e: Explored<'p>,
    ) {
        let name = self.name(caller);
        let mut outermost = Vec::new();
        for (t, test, calls) in found {
            self.all[t].lets_through(caller, &name, calls.clone());
            let next: Vec<FunctionId> = std::iter::once(caller).chain(below[&t].iter().copied()).collect();
            if self.is_main(caller) {
                self.confirm(&mut e, caller, (t, test, calls));
            } else if next.len() >= self.options.length {
                let why = format!("`{name}` lets it through; callers further off were not explored");
                self.all[t].say(caller, Says::Open(why));
            } else if !self.push_callers(caller, &next, [t].into(), false) {
                outermost.push((t, test, calls));
            }
        }
        if !outermost.is_empty() {
            self.outermost(caller, below, outermost, &mut e);
        }
        self.put_back(caller, e);
    }

    /// Nobody calls it: it counts if it can be called from outside, and faults from the program's initial state.
    fn outermost(
        &mut self,
        caller: FunctionId,
        below: &BTreeMap<usize, Vec<FunctionId>>,
        found: Vec<Found>,
        e: &mut Explored<'p>,
    ) {
        let name = self.name(caller);
        let chosen: BTreeSet<usize> = found.iter().map(|f| f.0).collect();
        if !self.contexts.is_exported(caller) {
            let why = format!("`{name}` lets it through, but nobody calls it");
            chosen.iter().for_each(|t| self.all[*t].say(caller, Says::Open(why.clone())));
            return;
        }
        if !e.unit.driver().uses_globals() {
            found.into_iter().for_each(|f| self.confirm(e, caller, f));
            return;
        }
        // With globals as they are when the program starts.
        let functions: BTreeSet<FunctionId> = chosen.iter().flat_map(|t| below[t].iter().copied()).collect();
        let functions: Vec<FunctionId> = functions.into_iter().collect();
        let mut again = match self.explore(
            caller,
            &functions,
            &chosen,
            Start { initial: true, widely: false },
            self.options.caller,
        ) {
            Ok(again) => again,
            Err(why) => {
                chosen.iter().for_each(|t| self.all[*t].say(caller, Says::Open(why.clone())));
                return;
            }
        };
        for ((t, ..), seen) in found.into_iter().zip(std::mem::take(&mut again.seen)) {
            match seen {
                Seen::Fault(test) => {
                    let calls = chain(self.context.program, &mut again.unit, &test, &self.targets[t]);
                    self.confirm(&mut again, caller, (t, *test, calls));
                }
                _ => {
                    let why = format!("`{name}` lets it through only with globals that nothing was seen to set");
                    self.all[t].say(caller, Says::Open(why));
                }
            }
        }
        self.put_back(caller, again);
    }

    pub fn confirm(&mut self, e: &mut Explored<'p>, caller: FunctionId, (t, test, calls): Found) {
        let (target, name) = (&self.targets[t], self.name(caller));
        // Once more, from its inputs alone.
        let run = e.unit.run(&test.input);
        if !target.is_met_by(self.context.program, &run) {
            self.all[t].say(caller, Says::Open("the run that failed does not fail again".into()));
            return;
        }
        let unknown = |name: &&str| rests_on(name, &target.kind);
        let stubs = run.gaps.iter().filter_map(|(gap, _)| match gap {
            Gap::Stub(name) => Some(name.as_str()),
            _ => None,
        });
        if let Some(made_up) = stubs.into_iter().find(unknown) {
            let why = format!("`{name}` lets it through, if `{made_up}` does what it is made up to do");
            self.all[t].say(caller, Says::Open(why));
            return;
        }
        if let Some(name) = replaced_chance(&e.unit, &run) {
            let why = format!("`{name}` would have to give these numbers: nothing in the program's inputs makes it");
            self.all[t].say(caller, Says::Open(why));
            return;
        }
        if self.context.native.is_some() {
            let collected = collect(&mut e.unit, &[test], &[], &[caller], true, None);
            self.tests.entry(caller).or_default().push((t, collected));
        }
        let main = self.is_main(caller);
        self.all[t].show(calls, main);
    }
}

/// A generator of numbers that the run needs to give certain ones: it follows from its seed what it gives, and a test would
/// only replace it.
fn replaced_chance(unit: &Unit, run: &Run) -> Option<String> {
    let (driver, none) = (unit.driver(), Assignment::new());
    let mut numbers = driver.inputs.values(&run.used, &none).filter_map(|(input, _)| match input.kind {
        InputKind::Outside(Outside::Number) => input.path.split_once('#').map(|(name, _)| name.to_string()),
        _ => None,
    });
    numbers.find(|name| is_chance(name))
}
