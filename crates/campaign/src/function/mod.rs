//! One function: explored by passes, one after the other, within its time.

pub mod assumes;
mod before;
pub mod key;
pub mod passes;
pub mod record;
mod values;
mod work;

use before::Before;
pub use work::Work;

use crate::config::{self, FunctionPlan, Settings};
use crate::error::ChoiceError;
use crate::function::key::Keys;
use crate::load::Origin;
use crate::request::Request;
use crate::results::summary::{FunctionSummary, Stop};
use crescendo_explore::criteria::{self, Criterion};
use crescendo_explore::flow::Calls;
use crescendo_explore::strategy::{Entry, STRATEGIES};
use crescendo_explore::{CancelToken, Deadline, Watchdog, Workplace};
use crescendo_program::body::Callee;
use crescendo_program::{FunctionId, Program};
use crescendo_solver::solve::Layers;
use crescendo_unit::{Driving, Facts, Machines, NotDriven, Plan};
use crescendo_vm::symbolic;
use passes::Pass;
use record::{Explored, Places};
use std::collections::{BTreeSet, HashSet};
use std::panic::AssertUnwindSafe;
use std::rc::Rc;
use std::time::Duration;

/// Explores functions of one program: what is the same for all of them.
pub struct Explorer<'a> {
    pub program: &'a Program,
    pub facts: &'a Facts,
    pub calls: &'a Calls<'a>,
    pub places: &'a Places<'a>,
    pub settings: &'a Settings<'a>,
    /// All functions that are explored.
    pub chosen: &'a HashSet<FunctionId>,
    pub search: SearchSettings,
    pub keys: &'a Keys<'a>,
    pub origin: &'a Origin,
    pub watchdog: &'a Watchdog,
    pub cancel: &'a CancelToken,
}

/// How functions are searched, as the request says.
pub struct SearchSettings {
    pub strategy: &'static Entry,
    pub criteria: Vec<&'static dyn Criterion>,
    pub seed: u64,
    pub exhaust: bool,
    /// `main` is explored for as long as there is time: nobody else can show what takes a sequence of inputs.
    pub main_to_the_end: bool,
    pub keep_all: bool,
    /// Bytes of the stack, if not the usual ones.
    pub stack: Option<u64>,
    pub symbolic: symbolic::Options,
    pub layers: Layers,
    pub passes: Vec<&'static dyn Pass>,
}

impl SearchSettings {
    pub fn new(request: &Request) -> Result<SearchSettings, ChoiceError> {
        let search = &request.search;
        let names: Vec<&str> = STRATEGIES.iter().map(|s| s.name).collect();
        let strategy = STRATEGIES.iter().find(|s| s.name == search.strategy);
        let strategy = strategy.ok_or_else(|| config::unknown("strategy", &search.strategy, &names))?;
        let criteria = match (search.criterion.as_str(), criteria::find(&search.criterion)) {
            ("all", _) => criteria::ALL.to_vec(),
            (_, Some(c)) => vec![c],
            (name, None) => {
                let names: Vec<&str> = criteria::ALL.iter().map(|c| c.name()).chain(["all"]).collect();
                return Err(config::unknown("criterion", name, &names));
            }
        };
        let layer_names = ["slice", "cores", "cheap", "models", "tidy", "smt"];
        let known: Vec<&str> = layer_names.into_iter().chain(passes::PASSES.iter().map(|p| p.name())).collect();
        if let Some(name) = search.without.iter().find(|w| !known.contains(&w.as_str())) {
            let known = known.into_iter().map(String::from).collect();
            return Err(ChoiceError::Without { name: name.clone(), known });
        }
        let has = |name: &str| !search.without.iter().any(|w| w == name);
        Ok(SearchSettings {
            strategy,
            criteria,
            seed: search.seed,
            exhaust: search.exhaust,
            main_to_the_end: request.check.is_some(),
            keep_all: request.keep_all,
            stack: search.stack_bytes(),
            symbolic: search.symbolic(),
            layers: Layers {
                slice: has("slice"),
                cores: has("cores"),
                cheap: has("cheap"),
                models: has("models"),
                tidy: has("tidy"),
                smt: has("smt"),
            },
            passes: passes::PASSES.iter().copied().filter(|p| has(p.name())).collect(),
        })
    }
}

/// What one exploration of a function starts from.
#[derive(Clone, Debug, Default)]
pub struct Start {
    pub time: Duration,
    /// What an earlier exploration found, to be added to.
    pub before: Option<Box<Explored>>,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub runs: u64,
    pub covered: u32,
    pub goals: u32,
}

impl<'a> Explorer<'a> {
    /// How a function is explored, and those it calls whose goals count as its own.
    pub fn plan(&self, id: FunctionId) -> (FunctionPlan, Vec<FunctionId>) {
        let plan = self.settings.of(id, self.facts, self.calls);
        let others = self.callees(&plan.plan, id);
        (plan, others)
    }

    /// Tells programs apart: equal where the same jobs give the same results, so the same code, read the same way, with the same
    /// options, by the same build.
    pub fn fingerprint(&self) -> String {
        self.keys.fingerprint()
    }

    /// What is said of a function that was not explored at all.
    pub fn nothing(&self, id: FunctionId, stop: Stop) -> Explored {
        Explored::nothing(self.places.name(id), FunctionSummary::blank(self.program, id, stop))
    }

    /// Explores a function. Whatever happens, something is said of it.
    pub fn explore(
        &self,
        machines: &mut Machines<'a>,
        id: FunctionId,
        start: Start,
        progress: &mut dyn FnMut(Progress),
    ) -> Explored {
        let deadline = Deadline::after(start.time);
        let nothing = |stop| self.nothing(id, stop);
        // A bug in one function's exploration must not take the others' results along.
        let result = std::panic::catch_unwind(AssertUnwindSafe(|| {
            let (plan, others) = self.plan(id);
            let mut work = Work::new(self, machines, id, plan, others, deadline, progress);
            let before = start.before.clone().and_then(|b| Before::new(*b, self.places));
            work.begin_from(before);
            work.pass_through(&self.search.passes)?;
            Ok::<Explored, NotDriven>(work.finish())
        }));
        let mut explored = match result {
            Ok(Ok(explored)) => explored,
            Ok(Err(why)) => {
                let mut nothing = nothing(Stop::NotDriven);
                nothing.record.summary.notes.push(why.to_string());
                nothing
            }
            Err(panic) => {
                let what = panic.downcast_ref::<String>().cloned();
                let what = what.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string())).unwrap_or_default();
                // What the machines are in the middle of is not known.
                *machines = Machines::new(self.program, self.facts);
                let mut nothing = nothing(Stop::ToolBug);
                nothing.record.summary.tool_bugs.push(format!("panic: {what}"));
                nothing
            }
        };
        let summary = &mut explored.record.summary;
        summary.seconds += deadline.spent().as_secs_f64();
        summary.cpu_seconds += deadline.cpu_spent().as_secs_f64();
        summary.budget_seconds += start.time.as_secs_f64();
        explored
    }

    /// The functions of the program that a function calls, directly or not, and that nobody explores.
    fn callees(&self, plan: &Plan, id: FunctionId) -> Vec<FunctionId> {
        let mut seen = BTreeSet::from([id]);
        let mut queue = vec![id];
        while let Some(f) = queue.pop() {
            let Some(body) = &self.program.function(f).body else { continue };
            for call in &body.calls {
                if let Callee::Direct(g) = call.callee
                    && self.program.function(g).body.is_some()
                    && !plan.stubbed.contains(&g)
                    && seen.insert(g)
                {
                    queue.push(g);
                }
            }
        }
        let users = |f: &FunctionId| config::is_users(&self.program.function(*f).name);
        seen.into_iter().filter(|f| !self.chosen.contains(f) && !users(f)).collect()
    }

    pub(crate) fn workplace(&self) -> Workplace<'_, 'a> {
        Workplace {
            calls: self.calls,
            strategy: self.search.strategy,
            seed: self.search.seed,
            layers: self.search.layers,
            watchdog: self.watchdog,
            cancel: self.cancel,
        }
    }

    /// How a function is driven by a plan.
    pub(crate) fn driving(&self, own: &FunctionPlan, plan: &Rc<Plan>) -> Driving {
        Driving {
            entry: own.entry,
            setup: own.setup.clone(),
            plan: plan.clone(),
            steps: own.steps,
            depth: None,
            stack: self.search.stack,
            symbolic: self.search.symbolic.clone(),
        }
    }
}
