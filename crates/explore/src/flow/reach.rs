//! What can follow a place: the set of goals, and how far the nearest wanted one is.
//!
//! Both walk the same graph: control goes on within a function, down into callees, and up to whoever may have called when a
//! nested function returns. What follows a call is visited from the caller, so a callee entered from there need not return.

use super::{Flow, Origin, Place};
use crescendo_program::cover::GoalId;
use crescendo_program::symbol::FunctionId;
use std::collections::{BTreeMap, VecDeque};

/// A set of goals. Those of a unit lie together: words before the first one are not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goals {
    first: usize,
    words: Vec<u64>,
}

impl Goals {
    pub fn insert(&mut self, goal: GoalId) {
        let word = goal.0 as usize / 64;
        if self.words.is_empty() {
            self.first = word;
        }
        if word < self.first {
            self.words.splice(0..0, std::iter::repeat_n(0, self.first - word));
            self.first = word;
        }
        if self.words.len() <= word - self.first {
            self.words.resize(word - self.first + 1, 0);
        }
        self.words[word - self.first] |= 1 << (goal.0 % 64);
    }

    pub fn contains(&self, goal: GoalId) -> bool {
        let word = (goal.0 as usize / 64).checked_sub(self.first).and_then(|w| self.words.get(w));
        word.is_some_and(|w| w >> (goal.0 % 64) & 1 != 0)
    }
}

/// A place with or without callers to return to: `place * 2 + nested`.
type State = u32;

fn state(place: Place, nested: bool) -> State {
    place.0 * 2 + nested as u32
}

impl Flow {
    fn successors(&self, s: State, visit: &mut dyn FnMut(State)) {
        let stretch = &self.places[(s / 2) as usize];
        let nested = s % 2 == 1;
        for &n in &stretch.next {
            visit(state(n, nested));
        }
        for callee in &stretch.calls {
            if let Some(&entry) = self.entries.get(callee) {
                visit(state(entry, false));
            }
        }
        if !nested && stretch.returns && self.again == Some(stretch.function) {
            self.entries.get(&stretch.function).into_iter().for_each(|&entry| visit(state(entry, false)));
        }
        if nested && stretch.returns {
            for &caller in self.callers().get(&stretch.function).into_iter().flatten() {
                for &n in &self.places[caller.0 as usize].next {
                    visit(state(n, true));
                }
            }
        }
    }

    fn callers(&self) -> &BTreeMap<FunctionId, Vec<Place>> {
        self.callers.get_or_init(|| {
            let mut callers: BTreeMap<FunctionId, Vec<Place>> = BTreeMap::new();
            for (i, stretch) in self.places.iter().enumerate() {
                for &callee in &stretch.calls {
                    callers.entry(callee).or_default().push(Place(i as u32));
                }
            }
            callers
        })
    }

    /// Every goal that may be covered from here on. `None`: the graph does not know.
    pub fn reach(&self, origin: Origin) -> Option<Goals> {
        self.reach_from(&[origin])
    }

    /// The same from several points.
    pub fn reach_from(&self, origins: &[Origin]) -> Option<Goals> {
        let mut goals = Goals::default();
        for place in self.places_from(origins)? {
            for &g in &self.places[place.0 as usize].goals {
                goals.insert(g);
            }
        }
        Some(goals)
    }

    /// Every place where control may come from here on; some twice. `None`: the graph does not know.
    pub fn places_from(&self, origins: &[Origin]) -> Option<Vec<Place>> {
        if !self.complete {
            return None;
        }
        let mut stack = Vec::new();
        for o in origins {
            stack.extend(self.starts(o.from)?.into_iter().map(|p| state(p, o.nested)));
        }
        let mut seen = vec![false; self.places.len() * 2];
        let mut places = Vec::new();
        while let Some(s) = stack.pop() {
            if std::mem::replace(&mut seen[s as usize], true) {
                continue;
            }
            places.push(Place(s / 2));
            self.successors(s, &mut |n| stack.push(n));
        }
        Some(places)
    }
}

/// Steps to the nearest wanted goal from every place; recomputed when what is wanted changes.
pub struct Distances {
    /// Predecessors of each state.
    before: Vec<Vec<State>>,
    steps: Vec<u32>,
    /// Steps to a return, from every place.
    exit: Vec<u32>,
}

const FAR: u32 = u32::MAX;

impl Distances {
    pub fn new(flow: &Flow) -> Distances {
        let mut before = vec![Vec::new(); flow.places.len() * 2];
        for s in 0..before.len() as u32 {
            flow.successors(s, &mut |n| before[n as usize].push(s));
        }
        let returning = (0..before.len() as u32).filter(|s| s % 2 == 0 && flow.places[(s / 2) as usize].returns);
        let exit = spread(&before, returning.map(|s| (s, 0)).collect());
        let steps = vec![FAR; before.len()];
        Distances { before, steps, exit }
    }

    /// Aims at new goals: each with the distance it starts from, smallest first.
    pub fn aim(&mut self, flow: &Flow, wanted: &dyn Fn(GoalId) -> Option<u32>) {
        let mut sources = Vec::new();
        for (i, stretch) in flow.places.iter().enumerate() {
            if let Some(d) = stretch.goals.iter().filter_map(|&g| wanted(g)).min() {
                sources.push((i as u32 * 2, d));
                sources.push((i as u32 * 2 + 1, d));
            }
        }
        sources.sort_by_key(|s| s.1);
        self.steps = spread(&self.before, sources);
    }

    /// `None`: no wanted goal can follow.
    pub fn steps(&self, place: Place, nested: bool) -> Option<u32> {
        Some(self.steps[state(place, nested) as usize]).filter(|&d| d != FAR)
    }

    pub fn to_exit(&self, place: Place) -> u32 {
        self.exit[state(place, false) as usize]
    }
}

/// Breadth first against the edges, from sources sorted by their own distance.
fn spread(before: &[Vec<State>], sources: Vec<(State, u32)>) -> Vec<u32> {
    let mut steps = vec![FAR; before.len()];
    let mut queue = VecDeque::new();
    let mut sources = sources.into_iter().peekable();
    loop {
        // Sources join when the wave has come as far as they start.
        let level = match (queue.front(), sources.peek()) {
            (Some(&(_, d)), Some(&(_, s))) => u32::min(d, s),
            (Some(&(_, d)), None) => d,
            (None, Some(&(_, s))) => s,
            (None, None) => return steps,
        };
        if let Some(source) = sources.next_if(|s| s.1 <= level) {
            queue.push_front(source);
        }
        let (s, d) = queue.pop_front().expect("a level has a state");
        if steps[s as usize] != FAR {
            continue;
        }
        steps[s as usize] = d;
        for &p in &before[s as usize] {
            if steps[p as usize] == FAR {
                queue.push_back((p, d + 1));
            }
        }
    }
}
