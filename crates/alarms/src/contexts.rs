//! Who calls a function: the callers through which an alarm may be reached, those that matter most first.
//!
//! Invariant: a set of callers has no `others` only if no call of the function can come from anywhere else. Calls through
//! pointers of which not all is known (`pointed`), and calls from code that is not given, make it incomplete: nothing is
//! proved then.

use crate::pointed::{self, Pointed};
use crescendo_profile::{Dependencies, FunctionName, Profile};
use crescendo_program::body::Callee;
use crescendo_program::{Entity, FunctionId, Global, LinkNote, Linkage, Program};
use crescendo_unit::{Facts, is_library_global};
use std::collections::{BTreeMap, BTreeSet};

/// The callers of a function, or of a cycle of functions that call each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Callers {
    /// Those that depend on it most first, if there is a profile; else in the order of the program.
    pub functions: Vec<FunctionId>,
    /// Why there may be others; empty if these are all.
    pub others: Vec<String>,
}

pub struct Contexts<'a> {
    program: &'a Program,
    facts: &'a Facts,
    profile: Option<&'a Profile>,
    callers: Vec<BTreeSet<FunctionId>>,
    /// Who uses the address of a function as a value.
    takers: BTreeMap<FunctionId, Vec<FunctionId>>,
    pub main: Option<FunctionId>,
    /// What says that there is code that was not given.
    missing: Option<String>,
    /// What says that code runs which nobody calls.
    meanwhile: Option<String>,
    /// What says that such code may run at any time.
    any_time: Option<String>,
    /// Functions that others can name.
    aliased: BTreeSet<FunctionId>,
    /// Functions whose address is a value somewhere.
    taken: BTreeSet<FunctionId>,
    /// Who calls functions through pointers, where that is known.
    pointed: Pointed,
}

/// Library functions after which code runs at any time.
const ANY_TIME: &[&str] = &["signal", "sigaction", "sigset", "pthread_create", "thrd_create", "timer_create", "clone"];
/// Those after which it runs when something ends.
const AT_END: &[&str] =
    &["on_exit", "__cxa_atexit", "__cxa_at_quick_exit", "pthread_atfork", "pthread_key_create", "tss_create"];

impl<'a> Contexts<'a> {
    pub fn new(program: &'a Program, facts: &'a Facts, profile: Option<&'a Profile>) -> Contexts<'a> {
        let mut callers = vec![BTreeSet::new(); program.functions.len()];
        let all = || (0..program.functions.len() as u32).map(FunctionId);
        let mut takers: BTreeMap<FunctionId, Vec<FunctionId>> = BTreeMap::new();
        let taken = pointed::taken(program);
        let addresses: BTreeMap<u64, FunctionId> =
            taken.iter().map(|f| (program.geometry.slot_of(program.function(*f).address), *f)).collect();
        let mut missing = None;
        let (mut meanwhile, mut any_time) = (None, None);
        for f in all() {
            let Some(body) = &program.function(f).body else { continue };
            for call in &body.calls {
                let Callee::Direct(g) = call.callee else { continue };
                callers[g.0 as usize].insert(f);
                let callee = program.function(g);
                if ANY_TIME.contains(&callee.name.as_str()) {
                    any_time = Some(format!("`{}` lets code run in between", callee.name));
                }
                if AT_END.contains(&callee.name.as_str()) {
                    meanwhile = Some(format!("`{}` lets code run that nobody calls", callee.name));
                }
                if callee.body.is_none() && crescendo_vm::models::find(&callee.name).is_none() {
                    missing = missing.or(Some(format!("`{}` is called and not among the files", callee.name)));
                }
            }
            for taken in body.constants.iter().filter_map(|word| addresses.get(&program.geometry.slot_of(*word))) {
                takers.entry(*taken).or_default().push(f);
            }
        }
        let nowhere = |g: &&Global| g.image.is_none() && !g.anonymous && !is_library_global(&g.name);
        if let Some(g) = program.globals.iter().find(nowhere) {
            missing = missing.or(Some(format!("`{}` is not among the files", g.name)));
        }
        let main = all().find(|f| program.function(*f).name == "main" && program.function(*f).body.is_some());
        // A program that starts runs its constructors, `main`, and its destructors: whoever explores `main` sees them all.
        for f in program.constructors.iter().chain(&program.destructors) {
            match main {
                Some(main) => drop(callers[f.0 as usize].insert(main)),
                None => meanwhile = Some(format!("`{}` runs before or after `main`", program.function(*f).name)),
            }
        }
        // A function whose address is given to somebody may be called by them.
        let absent = |f: &&FunctionId| {
            let f = program.function(**f);
            f.body.is_none() && crescendo_vm::models::find(&f.name).is_none()
        };
        if let Some(f) = taken.iter().find(absent) {
            missing = missing.or(Some(format!("`{}` is not among the files", program.function(*f).name)));
        }
        let twice = program.notes.iter().find_map(|n| match n {
            LinkNote::Duplicate { name, .. } => Some(format!("`{name}` is defined more than once")),
            _ => None,
        });
        let missing = missing.or(twice);
        let missing = if main.is_none() { Some("there is no `main` among the files".to_string()) } else { missing };
        let named = program.exported().filter_map(|e| match e {
            Entity::Function(f) => Some(f),
            _ => None,
        });
        let aliased = named.collect();
        let pointed = Pointed::new(program, &taken, missing.is_some());
        let meanwhile = any_time.clone().or(meanwhile);
        Contexts {
            program,
            facts,
            profile,
            callers,
            takers,
            main,
            missing,
            meanwhile,
            any_time,
            aliased,
            taken,
            pointed,
        }
    }

    /// Why something may run that `main` does not lead to; `None`: what `main` does is all that happens.
    pub fn beyond_main(&self) -> Option<&str> {
        self.missing.as_deref().or(self.meanwhile.as_deref())
    }

    /// What lets code run at any time, so that what is seen of a caller alone says little.
    pub fn any_time(&self) -> Option<&str> {
        self.any_time.as_deref()
    }

    /// For each function a number that is larger than those of the functions it calls by name, cycles apart.
    pub fn heights(&self) -> Vec<u32> {
        const NEW: u32 = u32::MAX;
        let mut heights = vec![NEW; self.program.functions.len()];
        let mut next = 0;
        for root in (0..heights.len() as u32).map(FunctionId) {
            let mut stack = vec![(root, 0)];
            let mut open = BTreeSet::from([root]);
            while let Some((f, i)) = stack.last_mut() {
                let (f, callee) = (*f, self.facts.calls_of(*f).get(*i).copied());
                *i += 1;
                match callee {
                    _ if heights[f.0 as usize] != NEW => drop(stack.pop()),
                    Some(g) if heights[g.0 as usize] == NEW && open.insert(g) => stack.push((g, 0)),
                    Some(_) => {}
                    None => {
                        heights[f.0 as usize] = next;
                        next += 1;
                        stack.pop();
                    }
                }
            }
        }
        heights
    }

    /// Whether a function calls another, directly or not; itself only if it does.
    pub fn is_below(&self, below: FunctionId, f: FunctionId) -> bool {
        self.closure(f, |g| self.facts.calls_of(g).to_vec()).contains(&below)
    }

    /// Whether callers outside of the given files can name the function.
    pub fn is_exported(&self, f: FunctionId) -> bool {
        // A static function may have another name that is not.
        self.program.function(f).linkage != Linkage::Internal || self.aliased.contains(&f)
    }

    /// What says that there is code that was not given.
    pub fn missing(&self) -> Option<&str> {
        self.missing.as_deref()
    }

    /// Whether its address is a value somewhere.
    pub fn is_taken(&self, f: FunctionId) -> bool {
        self.taken.contains(&f)
    }

    /// Whether a function of the program calls it by name.
    pub fn is_called(&self, f: FunctionId) -> bool {
        !self.callers[f.0 as usize].is_empty()
    }

    /// A function and those that it calls and that call it, directly or not.
    pub fn cycle(&self, f: FunctionId) -> BTreeSet<FunctionId> {
        let above = self.closure(f, |g| self.callers[g.0 as usize].iter().copied().collect());
        let below = self.closure(f, |g| self.facts.calls_of(g).to_vec());
        let mut cycle: BTreeSet<FunctionId> = above.intersection(&below).copied().collect();
        cycle.insert(f);
        cycle
    }

    fn closure(&self, f: FunctionId, next: impl Fn(FunctionId) -> Vec<FunctionId>) -> BTreeSet<FunctionId> {
        let mut seen = BTreeSet::new();
        let mut queue = vec![f];
        while let Some(g) = queue.pop() {
            queue.extend(next(g).into_iter().filter(|h| seen.insert(*h)));
        }
        seen
    }

    /// Who calls a function, or one of its cycle, from outside of the cycle.
    pub fn callers(&self, f: FunctionId) -> Callers {
        let cycle = self.cycle(f);
        let mut found: Vec<FunctionId> = Vec::new();
        let mut others: Vec<String> = self.meanwhile.iter().cloned().collect();
        for g in &cycle {
            let name = &self.program.function(*g).name;
            found.extend(self.callers[g.0 as usize].iter().filter(|c| !cycle.contains(c)));
            let pointed = self.pointed.callers(*g);
            found.extend(pointed.into_iter().flatten().filter(|c| !cycle.contains(c)));
            if pointed.is_none() && self.is_taken(*g) {
                others.push(format!("`{name}` is called through pointers"));
                // Whoever has the address may call it, or give it to somebody who does.
                found.extend(self.takers.get(g).into_iter().flatten().filter(|c| !cycle.contains(c)));
                found.extend(self.main.filter(|m| !cycle.contains(m)));
            }
            if let Some(missing) = self.missing.as_ref().filter(|_| self.is_exported(*g) && Some(*g) != self.main) {
                others.push(format!("`{name}` may be called from outside: {missing}"));
            }
        }
        let mut functions: Vec<FunctionId> = Vec::new();
        found.into_iter().for_each(|c| {
            if !functions.contains(&c) {
                functions.push(c)
            }
        });
        self.order(f, &mut functions);
        Callers { functions, others }
    }

    /// How much a function depends on each of others, where the profile has seen it.
    pub fn dependencies(&self, f: FunctionId) -> Option<(Dependencies, &'a Profile)> {
        let profile = self.profile?;
        let d = Dependencies::new(profile, number(profile, self.program, f)?);
        (d.runs > 0).then_some((d, profile))
    }

    fn order(&self, f: FunctionId, callers: &mut [FunctionId]) {
        let Some((dependencies, profile)) = self.dependencies(f) else { return };
        let on = |g: &FunctionId| number(profile, self.program, *g).map_or(0.0, |n| dependencies.on(n));
        callers.sort_by(|a, b| on(b).total_cmp(&on(a)).then(a.cmp(b)));
    }
}

/// The number of a function in a profile: by its name, and where several have that, by its file.
pub fn number(profile: &Profile, program: &Program, f: FunctionId) -> Option<u32> {
    let function = program.function(f);
    let file = program.sources.path(program.sources.get(function.position).file);
    let named = |n: &FunctionName| n.name == function.name;
    let all: Vec<usize> = (0..profile.functions.len()).filter(|i| named(&profile.functions[*i])).collect();
    let same = |i: &usize| {
        let theirs = &profile.functions[*i].file;
        theirs == file || theirs.ends_with(&format!("/{file}")) || file.ends_with(&format!("/{theirs}"))
    };
    let found = all.iter().copied().find(same).or(match all[..] {
        [only] if profile.functions[only].file.is_empty() || function.linkage != Linkage::Internal => Some(only),
        _ => None,
    });
    found.map(|i| i as u32)
}
