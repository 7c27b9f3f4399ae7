//! The configuration against the program: names are found, ranges fit their types, and each function gets its settings.

use super::names::hint;
use super::paths::{PathError, type_of};
use super::{At, Complaint, Config, Input, Section};
use crate::error::{ChoiceError, Result};
use crate::excerpt;
use crate::request::{Callees, Request};
use crescendo_alarms::contexts::number;
use crescendo_explore::flow::Calls;
use crescendo_profile::{Dependencies, Profile};
use crescendo_program::ctype::CType;
use crescendo_program::{FunctionId, Program, ReplaceError};
use crescendo_ranges::{Ranges, Span};
use crescendo_suite::users::{DRIVER, STUB};
use crescendo_unit::{Facts, Plan, Rule, Setup};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

/// How one function is explored.
#[derive(Clone, Debug)]
pub struct FunctionPlan {
    /// Time that was asked for.
    pub budget: Option<Duration>,
    pub runs: Option<u64>,
    pub steps: u64,
    pub setup: Setup,
    pub plan: Plan,
    /// The same without callees, to be tried where the plan leaves something uncovered.
    pub alone: Option<Plan>,
    /// What is called: the function itself, or the user's driver for it.
    pub entry: FunctionId,
}

pub struct Settings<'a> {
    program: &'a Program,
    config: &'a Config,
    /// What the request says wins over the file.
    request: &'a Request,
    setup: Setup,
    /// The calls of real runs, if there are any.
    profile: Option<&'a Profile>,
    by_name: HashMap<&'a str, Vec<FunctionId>>,
    /// What inputs can be in the program, if that is to be assumed.
    ranges: Option<Ranges>,
}

const STEPS: u64 = 5_000_000;

/// Whether the function is part of the test bed, not of the program.
pub fn is_users(name: &str) -> bool {
    name.starts_with(STUB) || name.starts_with(DRIVER)
}

impl<'a> Settings<'a> {
    /// Checks everything that is said.
    pub fn new(
        program: &'a Program,
        config: &'a Config,
        request: &'a Request,
        profile: Option<&'a Profile>,
    ) -> Result<Settings<'a>> {
        let mut by_name: HashMap<&str, Vec<FunctionId>> = HashMap::new();
        for (i, f) in program.functions.iter().enumerate() {
            by_name.entry(&f.name).or_default().push(FunctionId(i as u32));
        }
        let (driver, setup) = (&request.driver, request.driver.setup()?);
        let settings = Settings { program, config, request, setup, profile, by_name, ranges: None };
        for name in driver.stub.iter().chain(&driver.keep).chain(&driver.havoc) {
            if !settings.by_name.contains_key(name.as_str()) {
                let hint = settings.hint(name);
                return Err(ChoiceError::Stub { name: name.clone(), hint }.into());
            }
        }
        let by_profile = |s: &Section| s.callees == Some(Callees::Profile);
        let asked = driver.callees == Some(Callees::Profile) || by_profile(&config.common);
        if profile.is_none() && (asked || config.functions.values().any(|f| by_profile(&f.value))) {
            return Err(ChoiceError::NoProfile.into());
        }
        settings.check_section(&config.common)?;
        if let Some((path, _)) = config.common.inputs.first() {
            let message = "inputs belong to a function: write them under [function.NAME.inputs]";
            return Err(settings.complain(path, message).into());
        }
        for (name, section) in &config.functions {
            let ids = settings.find(&At { value: name.clone(), span: section.span.clone() })?;
            let Some(&id) = ids.iter().find(|f| program.function(**f).body.is_some()) else {
                let message = format!(
                    "`{name}` has no body in these files, so it is not explored; its stub is said under `stub`"
                );
                return Err(settings.complain(section, message).into());
            };
            settings.check_section(&section.value)?;
            for (path, input) in &section.value.inputs {
                settings.check_input(id, path, input)?;
            }
        }
        Ok(settings)
    }

    /// Inputs are kept to these ranges from now on.
    pub fn set_ranges(&mut self, ranges: Ranges) {
        self.ranges = Some(ranges);
    }

    fn complain<T>(&self, at: &At<T>, message: impl Into<String>) -> Complaint {
        Complaint::new(&self.config.source, at.span.clone(), message)
    }

    fn hint(&self, name: &str) -> String {
        hint(name, self.program.functions.iter().map(|f| f.name.as_str()))
    }

    fn find(&self, name: &At<String>) -> Result<&[FunctionId], Complaint> {
        match self.by_name.get(name.value.as_str()) {
            Some(ids) => Ok(ids),
            None => {
                Err(self.complain(name, format!("there is no function `{}`{}", name.value, self.hint(&name.value))))
            }
        }
    }

    fn check_section(&self, s: &Section) -> Result<(), Complaint> {
        s.stub.iter().chain(&s.keep).chain(&s.havoc).try_for_each(|n| self.find(n).map(|_| ()))
    }

    fn check_input(&self, id: FunctionId, path: &At<String>, input: &At<Input>) -> Result<(), Complaint> {
        let types = &self.program.types;
        let find = |p: &str| match type_of(self.program, id, p) {
            Ok(ty) => Ok(ty),
            Err(PathError::Unknown) => Ok(None),
            Err(PathError::Wrong(message)) => Err(self.complain(path, message)),
        };
        let Some(ty) = find(&path.value)? else { return Ok(()) };
        let shown = types.show(ty, "");
        if let Some((low, high)) = input.value.range {
            let (bits, signed) = match types.resolved(ty) {
                CType::Bool { .. } => (1, false),
                CType::Char { bits, signed, .. } | CType::Int { bits, signed, .. } => (*bits, *signed),
                CType::Enum(e) => (e.bits, e.signed),
                _ => {
                    return Err(self
                        .complain(input, format!("`{}` is of type `{shown}`: only integers have ranges", path.value)));
                }
            };
            let (least, most) = match signed {
                true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
                false => (0, (1i128 << bits.min(126)) - 1),
            };
            if low < least || high > most {
                let message = format!("{low}..{high} does not fit `{shown}`, which goes from {least} to {most}");
                return Err(self.complain(input, message));
            }
        }
        let pointer = matches!(types.resolved(ty), CType::Pointer { .. } | CType::Array { .. });
        if (input.value.nonnull || input.value.length.is_some()) && !pointer {
            return Err(self.complain(input, format!("`{}` is of type `{shown}`, which is no pointer", path.value)));
        }
        if let Some(length) = &input.value.length
            && let Some(ty) = find(length)?
            && !matches!(types.resolved(ty), CType::Int { .. } | CType::Char { .. } | CType::Enum(_))
        {
            return Err(
                self.complain(input, format!("`{length}` is of type `{}`: it cannot count", types.show(ty, "")))
            );
        }
        Ok(())
    }

    /// Time that was asked for a function.
    pub fn budget_of(&self, id: FunctionId) -> Option<Duration> {
        let section = self.config.functions.get(&self.program.function(id).name).map(|s| &s.value);
        self.request.budget.function.or(section.and_then(|s| s.budget)).or(self.config.common.budget)
    }

    /// How a function is explored.
    pub fn of(&self, id: FunctionId, facts: &Facts, calls: &Calls) -> FunctionPlan {
        self.with_callees(id, facts, calls, None)
    }

    /// The same with everything executed that is not a stub by name.
    pub fn whole(&self, id: FunctionId, facts: &Facts, calls: &Calls) -> FunctionPlan {
        self.with_callees(id, facts, calls, Some(Callees::All))
    }

    fn with_callees(&self, id: FunctionId, facts: &Facts, calls: &Calls, callees: Option<Callees>) -> FunctionPlan {
        let name = &self.program.function(id).name;
        let none = Section::default();
        let search = &self.request.search;
        let section = self.config.functions.get(name).map_or(&none, |s| &s.value);
        let (common, driver) = (&self.config.common, &self.request.driver);
        let mut setup = self.setup.clone();
        let bounds = &mut setup.bounds;
        for (bound, n) in common.bounds.iter().chain(&section.bounds) {
            match *bound {
                "elements" => bounds.elements = *n,
                "bytes" => bounds.bytes = *n,
                "array" => bounds.array = *n,
                _ => bounds.depth = *n as u32,
            }
        }
        let entry = self.by_name.get(format!("{DRIVER}{name}").as_str()).map_or(id, |ids| ids[0]);
        let default = if self.profile.is_some() { Callees::Profile } else { Callees::Auto };
        let callees = callees.or(driver.callees).or(section.callees).or(common.callees).unwrap_or(default);
        let mut plan = Plan { rules: rules(section), ..Plan::default() };
        // A driver of the user's passes what it wants.
        if let Some(ranges) = self.ranges.as_ref().filter(|_| entry == id) {
            add_ranges(&mut plan, ranges, id, facts, setup.calls);
        }
        let near = match callees {
            Callees::All | Callees::Auto => None,
            Callees::Within(distance) => Some(self.within(id, entry, distance, facts, calls)),
            Callees::Profile => self.relevant(id, entry, facts, calls),
        };
        let mut alone = plan.clone();
        alone.stubbed = self.beyond(&BTreeSet::from([id, entry]));
        if let Some(near) = near {
            plan.stubbed = self.beyond(&near);
        }
        let ids = |names: &[&String]| -> Vec<FunctionId> {
            names.iter().filter_map(|n| self.by_name.get(n.as_str())).flatten().copied().collect()
        };
        let said = |f: fn(&Section) -> &Vec<At<String>>| -> Vec<&String> {
            f(common).iter().chain(f(section)).map(|n| &n.value).collect()
        };
        // What is said of a function by name wins over its distance, the command line over the file.
        for (stub, keep, havoc) in [
            (said(|s| &s.stub), said(|s| &s.keep), said(|s| &s.havoc)),
            (driver.stub.iter().collect(), driver.keep.iter().collect(), driver.havoc.iter().collect()),
        ] {
            for plan in [&mut plan, &mut alone] {
                for f in ids(&keep) {
                    plan.stubbed.remove(&f);
                    plan.havoc.remove(&f);
                }
                plan.havoc.extend(ids(&havoc));
                plan.stubbed.extend(ids(&stub).into_iter().chain(ids(&havoc)));
            }
        }
        plan.stubbed.remove(&id);
        alone.stubbed.remove(&id);
        // A driver of the user's says what it wants called; and there must be somebody to leave out.
        let (direct, anybody) = calls.of(id);
        let calls_any = anybody || direct.iter().any(|f| *f != id && alone.stubbed.contains(f));
        let alone = (callees == Callees::Auto && entry == id && calls_any).then_some(alone);
        FunctionPlan {
            budget: self.budget_of(id),
            runs: search.max_runs.or(section.max_runs).or(common.max_runs),
            steps: search.max_steps.or(section.max_steps).or(common.max_steps).unwrap_or(STEPS),
            setup,
            plan,
            alone,
            entry,
        }
    }

    /// The extended unit by the profile: what is called over functions that this one depends on. `None` if it never ran.
    fn relevant(
        &self,
        id: FunctionId,
        entry: FunctionId,
        facts: &Facts,
        calls: &Calls,
    ) -> Option<BTreeSet<FunctionId>> {
        let profile = self.profile?;
        let dependencies = Dependencies::new(profile, number(profile, self.program, id)?);
        if dependencies.runs == 0 {
            return None;
        }
        let on = |g: FunctionId| number(profile, self.program, g).map_or(0.0, |n| dependencies.on(n));
        let mut unit = BTreeSet::from([id, entry]);
        let mut queue = vec![id];
        while let Some(f) = queue.pop() {
            let (direct, anybody) = calls.of(f);
            let taken = if anybody { &facts.taken[..] } else { &[] };
            let relevant = direct.iter().chain(taken).copied().filter(|g| on(*g) >= self.request.driver.relevance);
            queue.extend(relevant.filter(|g| unit.insert(*g)));
        }
        Some(unit)
    }

    /// The other functions of the program, but for those the user wrote for us.
    fn beyond(&self, near: &BTreeSet<FunctionId>) -> BTreeSet<FunctionId> {
        let all = (0..self.program.functions.len() as u32).map(FunctionId);
        let far = all.filter(|f| self.program.function(*f).body.is_some() && !near.contains(f));
        far.filter(|f| !is_users(&self.program.function(*f).name)).collect()
    }

    /// Functions at most so many calls away. A call through a pointer may go to every function whose address is taken.
    fn within(
        &self,
        id: FunctionId,
        entry: FunctionId,
        most: u32,
        facts: &Facts,
        calls: &Calls,
    ) -> BTreeSet<FunctionId> {
        let mut near = BTreeSet::from([id, entry]);
        let mut wave = vec![id];
        for _ in 0..most {
            let mut next = Vec::new();
            for f in wave {
                let (direct, anybody) = calls.of(f);
                let taken = if anybody { &facts.taken[..] } else { &[] };
                next.extend(direct.iter().chain(taken).copied().filter(|g| near.insert(*g)));
            }
            wave = next;
        }
        near
    }
}

/// A function of the user's that does not fit what it stands for: where, what, and what to do.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Misfit(String);

/// The user's own functions in C: each stub must have the type of what it stands for. Calls go to the stubs from here on.
pub fn user_stubs(program: &Program) -> Result<Vec<(FunctionId, FunctionId)>, ReplaceError> {
    let mut all = Vec::new();
    for (i, f) in program.functions.iter().enumerate().filter(|(_, f)| f.body.is_some() && is_users(&f.name)) {
        let at = program.sources.get(f.position);
        let file = program.sources.path(at.file);
        let source = std::fs::read_to_string(file).unwrap_or_default();
        let mistake = |text: String| excerpt::mistake(file, &source, at.line, at.column.max(1), &text);
        let stub = f.name.strip_prefix(STUB);
        let Some(name) = stub.or_else(|| f.name.strip_prefix(DRIVER)) else { continue };
        let named = |(_, g): &(usize, &crescendo_program::Function)| g.name == name;
        let Some((of, meant)) = program.functions.iter().enumerate().find(named) else {
            let names = program.functions.iter().map(|f| f.name.as_str()).filter(|n| !is_users(n));
            let hint = hint(name, names);
            let what = format!("`{}` is for `{name}`, and there is no such function{hint}", f.name);
            return Err(Misfit(mistake(what)).into());
        };
        if stub.is_none() {
            continue;
        }
        let show = |f: &crescendo_program::Function| f.c_type.map(|t| program.types.show(t, ""));
        if show(f) != show(meant) && meant.c_type.is_some() {
            let (given, wanted) = (show(f).unwrap_or_default(), show(meant).unwrap_or_default());
            let what = format!("`{}` has the type `{given}`, but `{name}` has `{wanted}`", f.name);
            return Err(Misfit(mistake(what + &excerpt::help("a stub has the type of what it stands for"))).into());
        }
        all.push((FunctionId(of as u32), FunctionId(i as u32)));
    }
    Ok(all)
}

/// Adds what the program itself says about the inputs of a function. What the user says of an input wins.
fn add_ranges(plan: &mut Plan, ranges: &Ranges, id: FunctionId, facts: &Facts, calls: u32) {
    let mut add = |path: String, s: &Span| {
        let rules = plan.rules.entry(path).or_default();
        if !rules.iter().any(|r| matches!(r, Rule::Range { .. } | Rule::Known { .. })) {
            rules.push(Rule::Known { low: s.low, high: s.high });
        }
    };
    for s in ranges.of_function(id) {
        add(s.path.clone(), s);
        (2..=calls).for_each(|call| add(format!("call{call}:{}", s.path), s));
    }
    for g in facts.reached(id).into_iter().flat_map(|f| facts.inputs.of(f)) {
        ranges.of_global(*g).iter().for_each(|s| add(s.path.clone(), s));
    }
}

fn rules(section: &Section) -> BTreeMap<String, Vec<Rule>> {
    let mut rules: BTreeMap<String, Vec<Rule>> = BTreeMap::new();
    for (path, input) in &section.inputs {
        let Input { range, nonnull, length } = &input.value;
        let mut add = |path: &str, rule| rules.entry(path.to_string()).or_default().push(rule);
        if let Some((low, high)) = *range {
            add(&path.value, Rule::Range { low, high });
        }
        if *nonnull {
            add(&path.value, Rule::NonNull);
        }
        if let Some(length) = length {
            add(length, Rule::Counts { pointer: path.value.clone() });
        }
    }
    rules
}
