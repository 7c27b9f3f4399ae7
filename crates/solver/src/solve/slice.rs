//! Independence slicing: only constraints that share variables, directly or through others, with one that the hint
//! violates are solved; all other variables keep the hint's values, under which all other constraints hold.
//!
//! Queries of one run share their prefix, so the work is kept from one query to the next: the path so far, compiled and
//! evaluated under the hint, and a partition of the variables that can take back its unions. A query costs what it does
//! not share with the one before, plus the size of its slice.

use super::{Answer, Query, Solve, Stats};
use crate::expr::{Assignment, ExprId, Kind, Pool, Program, Scratch};

const NONE: u32 = u32::MAX;

pub struct Sliced<S> {
    inner: S,
    era: u64,
    hint: Assignment,
    path: Vec<ExprId>,
    program: Program,
    scratch: Scratch,
    /// For each step of the program: one of its variables.
    variable_of: Vec<u32>,
    /// Places of constraints that the hint violates, ascending.
    violated: Vec<u32>,
    partition: Partition,
    /// By term: the number of the query that saw it last.
    seen: Vec<u32>,
    query_number: u32,
    slice: Vec<ExprId>,
    places: Vec<u32>,
}

impl<S: Solve> Sliced<S> {
    pub fn new(inner: S) -> Self {
        Sliced {
            inner,
            era: 0,
            hint: Assignment::new(),
            path: Vec::new(),
            program: Program::default(),
            scratch: Scratch::default(),
            variable_of: Vec::new(),
            violated: Vec::new(),
            partition: Partition::default(),
            seen: Vec::new(),
            query_number: 0,
            slice: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Brings the kept path in line with the query.
    fn follow(&mut self, pool: &Pool, query: &Query) {
        if self.era != pool.era() || self.hint != *query.hint {
            if self.era != pool.era() {
                self.seen.clear();
                self.program = Program::default();
            }
            self.era = pool.era();
            self.hint.clone_from(query.hint);
            self.shrink(0);
        }
        let shared = self.path.iter().zip(query.constraints).take_while(|(a, b)| a == b).count();
        self.shrink(shared);
        self.partition.make_room(pool.variables().len());
        for &c in &query.constraints[shared..] {
            self.push(pool, c);
        }
    }

    fn shrink(&mut self, length: usize) {
        self.path.truncate(length);
        self.program.truncate(length);
        self.variable_of.truncate(self.program.len());
        self.partition.shrink(length);
        while self.violated.last().is_some_and(|p| *p as usize >= length) {
            self.violated.pop();
        }
    }

    fn push(&mut self, pool: &Pool, c: ExprId) {
        let place = self.path.len();
        self.path.push(c);
        self.program.push(pool, c);
        self.partition.open();
        for s in &self.program.steps()[self.variable_of.len()..] {
            let mut own = NONE;
            if s.node.kind == Kind::Var {
                own = s.node.a;
            } else {
                let count = s.node.operands().count();
                for o in [s.a, s.b, s.c].into_iter().take(count) {
                    let v = self.variable_of[o as usize];
                    if own == NONE {
                        own = v;
                    } else if v != NONE && v != own {
                        self.partition.unite(own, v);
                    }
                }
            }
            self.variable_of.push(own);
        }
        self.partition.place(self.variable_of[self.program.roots()[place] as usize]);
        if !self.program.evaluate_root(place, &self.hint, &mut self.scratch) {
            self.violated.push(place as u32);
        }
    }

    /// Collects the slice in path order, each constraint once.
    fn cut(&mut self, pool: &Pool) {
        self.places.clear();
        for &v in &self.violated {
            let variable = self.variable_of[self.program.roots()[v as usize] as usize];
            self.partition.members(variable, &mut self.places);
        }
        self.places.sort_unstable();
        self.places.dedup();
        self.seen.resize(self.seen.len().max(pool.len()), 0);
        self.query_number = self.query_number.wrapping_add(1);
        self.slice.clear();
        // The flipped condition stays last, also if it came up before.
        for &p in self.places.iter().rev() {
            let c = self.path[p as usize];
            if std::mem::replace(&mut self.seen[c.0 as usize], self.query_number) != self.query_number {
                self.slice.push(c);
            }
        }
        self.slice.reverse();
    }
}

impl<S: Solve> Solve for Sliced<S> {
    fn name(&self) -> &'static str {
        "slice"
    }

    fn solve(&mut self, pool: &Pool, query: &Query) -> Answer {
        self.follow(pool, query);
        if self.violated.is_empty() {
            return Answer::Sat(query.hint.clone());
        }
        // A violated constraint without variables is plainly false.
        let plain = |v: &&u32| self.variable_of[self.program.roots()[**v as usize] as usize] == NONE;
        if let Some(v) = self.violated.iter().find(plain) {
            return Answer::Unsat(vec![self.path[*v as usize]]);
        }
        self.cut(pool);
        self.inner.solve(pool, &Query { constraints: &self.slice, ..*query })
    }

    fn stats(&self, out: &mut Stats) {
        self.inner.stats(out);
    }
}

/// Variables in groups, each with a ring of the constraints about it. Groups only join; joins are taken back in order.
#[derive(Default)]
struct Partition {
    parent: Vec<u32>,
    size: Vec<u32>,
    /// By group leader: one of its constraints.
    member: Vec<u32>,
    /// By constraint: the next of the same group, in a ring. Rings join and part by exchanging two successors.
    next: Vec<u32>,
    log: Vec<Join>,
    /// By constraint: the length of the log before it.
    marks: Vec<u32>,
}

struct Join {
    /// The group that joined, or none: a constraint was placed.
    child: u32,
    leader: u32,
    /// The leader's constraint before, and the one whose ring joined.
    before: u32,
    joined: u32,
}

impl Partition {
    fn make_room(&mut self, variables: usize) {
        for v in self.parent.len()..variables {
            self.parent.push(v as u32);
            self.size.push(1);
            self.member.push(NONE);
        }
    }

    /// No compression of paths: they could not be taken back. Joining the smaller to the larger keeps them short.
    fn leader(&self, mut v: u32) -> u32 {
        while self.parent[v as usize] != v {
            v = self.parent[v as usize];
        }
        v
    }

    /// Starts a constraint.
    fn open(&mut self) {
        self.marks.push(self.log.len() as u32);
        self.next.push(self.next.len() as u32);
    }

    fn join_rings(&mut self, child: u32, leader: u32, joined: u32) {
        let before = self.member[leader as usize];
        self.log.push(Join { child, leader, before, joined });
        if before == NONE {
            self.member[leader as usize] = joined;
        } else if joined != NONE {
            self.next.swap(before as usize, joined as usize);
        }
    }

    fn unite(&mut self, a: u32, b: u32) {
        let (mut a, mut b) = (self.leader(a), self.leader(b));
        if a == b {
            return;
        }
        if self.size[a as usize] < self.size[b as usize] {
            std::mem::swap(&mut a, &mut b);
        }
        self.parent[b as usize] = a;
        self.size[a as usize] += self.size[b as usize];
        self.join_rings(b, a, self.member[b as usize]);
    }

    /// Puts the constraint that was opened last into the group of a variable.
    fn place(&mut self, variable: u32) {
        if variable != NONE {
            let leader = self.leader(variable);
            self.join_rings(NONE, leader, self.next.len() as u32 - 1);
        }
    }

    /// Takes back everything from that constraint on.
    fn shrink(&mut self, constraints: usize) {
        let Some(&mark) = self.marks.get(constraints) else { return };
        while self.log.len() > mark as usize {
            let Some(j) = self.log.pop() else { return };
            if j.before == NONE {
                self.member[j.leader as usize] = NONE;
            } else if j.joined != NONE {
                self.next.swap(j.before as usize, j.joined as usize);
            }
            if j.child != NONE {
                self.parent[j.child as usize] = j.child;
                self.size[j.leader as usize] -= self.size[j.child as usize];
            }
        }
        self.marks.truncate(constraints);
        self.next.truncate(constraints);
    }

    /// Adds the places of all constraints in the group of a variable.
    fn members(&self, variable: u32, out: &mut Vec<u32>) {
        let first = self.member[self.leader(variable) as usize];
        if first == NONE || out.contains(&first) {
            return;
        }
        let mut at = first;
        loop {
            out.push(at);
            at = self.next[at as usize];
            if at == first {
                return;
            }
        }
    }
}
