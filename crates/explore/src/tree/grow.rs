//! Adding a run to the tree.

use super::Tree;
use super::checks::Check;
use super::frames::Frames;
use super::node::{Edge, NONE, Node, ONWARD, State, What};
use super::spots::{Class, Scope, Spot};
use crate::flow::{From, Origin};
use crate::result::Reason;
use crate::subject::{Ending, Execution};
use crescendo_number::wide::Words;
use crescendo_program::cover::{CoverMap, GoalId, SiteKind};
use crescendo_program::symbol::FunctionId;
use crescendo_solver::expr::{Assignment, ExprId, Pool, Program, Scratch};
use crescendo_vm::Outcome;
use crescendo_vm::trace::{Concretised, Event, EventKind};
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::sync::Arc;

/// What came of adding a run.
#[derive(Clone, Debug)]
pub struct Grown {
    /// The run took the edge it was made for.
    pub met: bool,
    /// Where it ended, for judging what could have followed.
    pub end: Origin,
    /// The first of its events that no run came to before; their number if there is none.
    pub new_from: usize,
    /// Things that cannot be: two equal ways that go on differently, a way that was refuted.
    pub bugs: Vec<String>,
}

/// What adding a run needs to know.
pub struct Soil<'a> {
    pub cover: &'a CoverMap,
    pub pool: &'a mut Pool,
    /// Goals that need no more edges.
    pub covered: &'a dyn Fn(GoalId) -> bool,
}

impl Tree {
    /// Adds a run. `aimed` is the edge it was made for, `start` the function under test.
    pub fn grow(
        &mut self,
        run: &Execution,
        input: &Arc<Assignment>,
        aimed: Option<Edge>,
        start: FunctionId,
        soil: &mut Soil,
    ) -> Grown {
        let nowhere = Origin { from: From::Entry(start), nested: false };
        let mut grown = Grown { met: false, end: nowhere, new_from: run.events.len(), bugs: Vec::new() };
        let mut frames = Frames::default();
        let (mut at, mut slot) = (NONE, 0);
        let mut fresh = Vec::new();
        let mut replaced_open = false;
        let mut cut = false;
        // Value outcomes seen for the first time at known nodes.
        let mut seen_values = Vec::new();
        self.last_path.clear();
        let mut passed = std::mem::take(&mut self.passed);
        let mut counted = Vec::new();
        let mut values = concrete_values(soil.pool, &run.events, input);
        passed.resize(passed.len().max(soil.cover.sites.len()), 0);

        for (i, event) in run.events.iter().enumerate() {
            if i >= self.bounds.depth {
                self.weaken(Scope::After(frames.origin(start)), event.position, Reason::Depth);
                replaced_open |= self.take(at, slot);
                if !matches!(self.way(at, slot), State::Done | State::Child(_)) {
                    self.set_way(at, slot, State::Ended);
                }
                cut = true;
                break;
            }
            frames.enter(event);
            let what = What::of(event);
            let refused = run.ending == Ending::FailedAssume && i + 1 == run.events.len();
            let state = self.way(at, slot);
            let node = match state {
                State::Child(node) => {
                    let n = &self.nodes[node as usize];
                    if n.what != what || n.position != event.position || n.function != event.function {
                        let (before, now) = ((n.what, n.position), (what, event.position));
                        grown.bugs.push(format!("equal paths go on differently at event {i}: {before:?} and {now:?}"));
                        self.weaken(Scope::After(frames.origin(start)), event.position, Reason::Diverged);
                        cut = true;
                        break;
                    }
                    node
                }
                State::Done => {
                    cut = true;
                    break;
                }
                State::Ended => {
                    grown.bugs.push(format!("a path that ended goes on with {what:?}"));
                    self.weaken(Scope::After(frames.origin(start)), event.position, Reason::Diverged);
                    cut = true;
                    break;
                }
                State::Open { .. } | State::Infeasible | State::Weak(_) | State::Closed => {
                    if state == State::Infeasible {
                        grown.bugs.push("a run went a way that was refuted".to_string());
                    }
                    replaced_open |= self.take(at, slot);
                    let iteration = what.site().map_or(0, |s| passed[s.0 as usize]);
                    let node = self.plant(event, what, (at, slot), i as u32, iteration, input);
                    self.set_way(at, slot, State::Child(node));
                    if fresh.is_empty() {
                        grown.new_from = i;
                    }
                    fresh.push(node);
                    node
                }
            };
            if let Some(site) = what.site() {
                passed[site.0 as usize] += 1;
                counted.push(site);
            }
            let new = fresh.last() == Some(&node);
            let taken = if new {
                self.furnish(node, event, refused, &mut values, frames.origin(start), soil)
            } else {
                self.known_slot(node, event, refused, &mut values)
            };
            let stamp = self.nodes[node as usize].stamp;
            self.last_path.push(Edge { node, slot: taken, stamp });
            if let Some(aim) = aimed
                && aim.node == node
                && aim.stamp == stamp
            {
                let other_value = aim.slot == 0 && matches!(what, What::Concrete(_));
                grown.met = aim.slot == taken || other_value && self.way(node, taken) == State::Closed;
            }
            (at, slot) = (node, taken);
            if let EventKind::Branch { site, .. } | EventKind::Switch { site, .. } = event.kind {
                frames.took(soil.cover.sites[site.0 as usize].goal(taken));
            }
            if matches!(what, What::Value(_)) {
                if matches!(self.way(node, taken), State::Open { .. }) {
                    self.unlist(node, taken);
                    seen_values.push(node);
                }
                if !matches!(self.way(node, taken), State::Ended) {
                    self.drop_weak(node, taken);
                    self.set_way(node, taken, State::Ended);
                }
                slot = ONWARD;
            }
        }
        counted.into_iter().for_each(|s| passed[s.0 as usize] = 0);
        self.passed = passed;
        if !cut {
            replaced_open |= self.end(at, slot, run, &frames, start, &mut grown);
        }
        grown.end = frames.origin(start);
        self.settle(at, &fresh, replaced_open, &seen_values);
        self.sweep_log();
        grown
    }

    /// The path ends behind this way.
    fn end(
        &mut self,
        at: u32,
        slot: u32,
        run: &Execution,
        frames: &Frames,
        start: FunctionId,
        grown: &mut Grown,
    ) -> bool {
        let position = run.events.last().map_or(crescendo_program::source::PosId::NONE, |e| e.position);
        let scope = Scope::After(frames.origin(start));
        let limited = matches!(run.outcome, Outcome::Limit(_));
        let before = self.way(at, slot);
        let first = !matches!(before, State::Ended | State::Done);
        if first || limited {
            let reason = match &run.outcome {
                Outcome::Limit(limit) => Some(Reason::cut(*limit)),
                Outcome::ProgramFault(f) if f.ends_with_the_stack() => Some(Reason::Stack),
                Outcome::Unsupported(what) => Some(Reason::Unsupported(what.clone())),
                Outcome::ToolBug(what) => Some(Reason::ToolBug(what.clone())),
                _ => None,
            };
            if let Some(reason) = reason {
                self.weaken(scope, position, reason);
            }
        }
        match before {
            State::Ended | State::Done => false,
            State::Child(_) => {
                // A run may be cut anywhere; a run that ends by itself ends where its path does.
                if !limited {
                    grown.bugs.push("a path that went on ends".to_string());
                    self.weaken(scope, position, Reason::Diverged);
                }
                false
            }
            state => {
                if state == State::Infeasible {
                    grown.bugs.push("a run went a way that was refuted".to_string());
                }
                let was_open = self.take(at, slot);
                let whole = !run.ending.is_refused() && !matches!(run.outcome, Outcome::ProgramFault(_));
                self.paths += whole as u64;
                self.set_way(at, slot, State::Ended);
                was_open
            }
        }
    }

    /// A run takes this way: it is open or given up no longer. Whether it was open.
    fn take(&mut self, at: u32, slot: u32) -> bool {
        if at == NONE {
            return false;
        }
        self.drop_weak(at, slot);
        self.unlist(at, slot)
    }

    fn drop_weak(&mut self, at: u32, slot: u32) {
        if let State::Weak(weak) = self.way(at, slot) {
            self.weak[weak as usize].count -= 1;
        }
    }

    fn plant(
        &mut self,
        event: &Event,
        what: What,
        parent: (u32, u32),
        depth: u32,
        iteration: u32,
        input: &Arc<Assignment>,
    ) -> u32 {
        let mut node = Node {
            what,
            term: ExprId::NONE,
            function: event.function,
            position: event.position,
            calls: event.depth,
            depth,
            iteration,
            input: input.clone(),
            parent: parent.0,
            parent_slot: parent.1,
            stamp: 0,
            open: 0,
            ways: SmallVec::new(),
            values: Vec::new(),
        };
        match self.free.pop() {
            Some(at) => {
                node.stamp = self.nodes[at as usize].stamp;
                self.nodes[at as usize] = node;
                at
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        }
    }

    /// Gives a new node its ways, and says which one the run takes. That one is left `Closed` for the walk to replace.
    fn furnish(
        &mut self,
        node: u32,
        event: &Event,
        refused: bool,
        values: &mut VecDeque<Words>,
        origin: Origin,
        soil: &mut Soil,
    ) -> u32 {
        let n = node as usize;
        let (taken, ways) = match event.kind {
            EventKind::Branch { outcome, .. } | EventKind::Fork { outcome } => (outcome as u32, 2),
            EventKind::Value { outcome, .. } => (outcome as u32, 3),
            EventKind::Switch { site, outcome, .. } => (outcome, soil.cover.sites[site.0 as usize].outcomes()),
            EventKind::Check { passed, .. } => (passed as u32, 2),
            EventKind::Assume => (!refused as u32, 2),
            EventKind::Concrete { .. } => (1, 2),
        };
        self.nodes[n].ways = SmallVec::from_elem(State::Closed, ways as usize);
        self.nodes[n].term = match event.kind {
            EventKind::Switch { on, .. } => on,
            EventKind::Concrete { term, .. } => {
                let value = values.pop_front().expect("one per concrete event");
                self.nodes[n].values.push((value, event.holds));
                term
            }
            _ if taken == 1 => event.holds,
            _ => soil.pool.not(event.holds),
        };
        for slot in (0..ways).filter(|&s| s != taken) {
            let plain = |class, scope, goal| Some((class, scope, goal));
            let new = match event.kind {
                EventKind::Branch { site, .. } | EventKind::Switch { site, .. } => {
                    let s = &soil.cover.sites[site.0 as usize];
                    if matches!(event.kind, EventKind::Switch { .. }) && !matches!(s.kind, SiteKind::Switch { .. }) {
                        let scope = Scope::After(Origin { from: From::Outcome(s.goal(slot)), nested: event.depth > 0 });
                        let weak = self.weaken(scope, event.position, Reason::ComputedGoto);
                        self.set_way(node, slot, State::Weak(weak));
                        continue;
                    }
                    let goal = s.goal(slot);
                    let to = Origin { from: From::Outcome(goal), nested: event.depth > 0 };
                    plain(Class::Path, Scope::After(to), Some(goal))
                }
                EventKind::Value { site, .. } => {
                    let goal = soil.cover.sites[site.0 as usize].first_goal;
                    let goal = GoalId(goal.0 + slot);
                    (slot != ONWARD && !(soil.covered)(goal)).then_some((Class::Value, Scope::Goal(goal), Some(goal)))
                }
                EventKind::Fork { .. } => plain(Class::Path, Scope::After(origin), None),
                EventKind::Check { .. } if slot == 1 => plain(Class::Path, Scope::After(origin), None),
                EventKind::Check { .. } => {
                    let check = Check::of(event).map(|c| self.checks.intern(c));
                    let open = check.filter(|&c| !self.checks.has_failed(c));
                    open.map(|c| (Class::Alarm, Scope::Check(c), None))
                }
                EventKind::Concrete { .. } => plain(Class::Path, Scope::After(origin), None),
                // What an assumption excludes is not asked for.
                EventKind::Assume => (slot == 1).then_some((Class::Path, Scope::After(origin), None)),
            };
            if let Some((class, scope, goal)) = new {
                let what = self.nodes[n].what;
                let (function, position) = (event.function, event.position);
                self.open_way(node, slot, Spot { class, what, scope, goal, function, position, edges: Vec::new() });
            }
        }
        taken
    }

    /// The way a run takes at a node that is there already.
    fn known_slot(&mut self, node: u32, event: &Event, refused: bool, values: &mut VecDeque<Words>) -> u32 {
        match event.kind {
            EventKind::Branch { outcome, .. } | EventKind::Fork { outcome } | EventKind::Value { outcome, .. } => {
                outcome as u32
            }
            EventKind::Switch { outcome, .. } => outcome,
            EventKind::Check { passed, .. } => passed as u32,
            EventKind::Assume => !refused as u32,
            EventKind::Concrete { .. } => {
                let value = values.pop_front().expect("one per concrete event");
                let n = &mut self.nodes[node as usize];
                let bound = match n.what {
                    // Targets of pointers are few: all are tried.
                    What::Concrete(Concretised::Choice | Concretised::Callee) => self.bounds.targets,
                    What::Concrete(Concretised::Size | Concretised::Length) => self.bounds.sizes,
                    What::Concrete(Concretised::Entry) => self.bounds.entries,
                    _ => self.bounds.values,
                };
                if let Some(i) = n.values.iter().position(|v| v.0 == value) {
                    return i as u32 + 1;
                }
                n.values.push((value, event.holds));
                n.ways.push(State::Closed);
                let taken = n.values.len() as u32;
                if n.values.len() >= bound
                    && let State::Open { spot, .. } = n.ways[0]
                {
                    let What::Concrete(why) = n.what else { return taken };
                    let (scope, position) = (self.spot(spot).scope, event.position);
                    let weak = self.weaken(scope, position, Reason::Concretised(why));
                    self.unlist(node, 0);
                    self.set_way(node, 0, State::Weak(weak));
                    // The new way makes up for the count of the one given up, until the run goes on from it.
                    self.nodes[node as usize].open -= 1;
                    self.uncounted(node);
                }
                taken
            }
        }
    }
}

/// The values that were made concrete in a run, in order: all at once, because each look at the pool costs its size.
fn concrete_values(pool: &Pool, events: &[Event], input: &Assignment) -> VecDeque<Words> {
    let term = |e: &Event| match e.kind {
        EventKind::Concrete { term, .. } => Some(term),
        _ => None,
    };
    let terms: Vec<ExprId> = events.iter().filter_map(term).collect();
    if terms.is_empty() {
        return VecDeque::new();
    }
    Program::new(pool, &terms).values(input, &mut Scratch::default()).into()
}
