//! Terms compiled to a flat list of steps, to be evaluated again and again under changing assignments.
//!
//! Steps are in dependency order and each term appears once, so one pass computes everything. Terms of at most 64 bits
//! run on plain words; the rest on word lists.

use super::eval::{small_operation, wide_operation};
use super::node::{Arity, ExprId, Kind, Node, TableId, VarId};
use super::pool::Pool;
use crescendo_number::wide::{self, Words};
use std::collections::HashMap;
use std::sync::Arc;

/// Values for variables. Those not set are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assignment {
    small: Vec<u64>,
    wide: HashMap<VarId, Words>,
}

impl Assignment {
    pub fn new() -> Assignment {
        Assignment::default()
    }

    /// The low 64 bits of a variable.
    #[inline]
    pub fn get(&self, v: VarId) -> u64 {
        self.small.get(v.0 as usize).copied().unwrap_or(0)
    }

    pub fn set(&mut self, v: VarId, value: u64) {
        let at = v.0 as usize;
        if self.small.len() <= at {
            self.small.resize(at + 1, 0);
        }
        self.small[at] = value;
        if !self.wide.is_empty() {
            self.wide.remove(&v);
        }
    }

    pub fn get_words(&self, v: VarId, width: u32) -> Words {
        match self.wide.get(&v) {
            Some(w) => wide::resize(w, w.len() as u32 * 64, width, false),
            None => wide::resize(&[self.get(v)], 64, width, false),
        }
    }

    pub fn set_words(&mut self, v: VarId, words: &[u64]) {
        self.set(v, words[0]);
        if words.len() > 1 {
            self.wide.insert(v, Words::from_slice(words));
        }
    }
}

struct Step {
    node: Node,
    /// Steps that compute the operands.
    a: u32,
    b: u32,
    c: u32,
    wa: u16,
    wb: u16,
    small: bool,
}

/// Compiled terms.
pub struct Program {
    steps: Vec<Step>,
    roots: Vec<u32>,
    /// For each root: how many steps it and those before it need.
    ends: Vec<u32>,
    all_small: bool,
    tables: Vec<Arc<[u8]>>,
    constants: Vec<Words>,
    variables: Vec<VarId>,
}

/// Room for values, reused between evaluations.
#[derive(Default)]
pub struct Scratch {
    small: Vec<u64>,
    wide: Vec<Words>,
}

impl Program {
    pub fn new(pool: &Pool, roots: &[ExprId]) -> Program {
        let mut p = Program {
            steps: Vec::new(),
            roots: Vec::new(),
            ends: Vec::new(),
            all_small: true,
            tables: Vec::new(),
            constants: Vec::new(),
            variables: Vec::new(),
        };
        let mut place: HashMap<ExprId, u32> = HashMap::new();
        for &root in roots {
            p.add(pool, root, &mut place);
            p.roots.push(place[&root]);
            p.ends.push(p.steps.len() as u32);
        }
        p.variables.sort();
        p
    }

    fn add(&mut self, pool: &Pool, root: ExprId, place: &mut HashMap<ExprId, u32>) {
        let mut stack = vec![(root, false)];
        while let Some((e, ready)) = stack.pop() {
            if place.contains_key(&e) {
                continue;
            }
            let n = pool.node(e);
            if !ready {
                stack.push((e, true));
                stack.extend(n.operands().filter(|o| !place.contains_key(o)).map(|o| (o, false)));
                continue;
            }
            let step = self.step(pool, n, place);
            place.insert(e, self.steps.len() as u32);
            self.steps.push(step);
        }
    }

    fn step(&mut self, pool: &Pool, mut n: Node, place: &HashMap<ExprId, u32>) -> Step {
        let operands: Vec<ExprId> = n.operands().collect();
        let at = |i: usize| operands.get(i).map_or(0, |o| place[o]);
        let width = |i: usize| operands.get(i).map_or(0, |o| pool.width(*o) as u16);
        let floats = |k: Kind| (k as u8) >= Kind::FromBits as u8;
        let mut small = n.width <= 64 && operands.iter().all(|o| pool.width(*o) <= 64) && !floats(n.kind);
        match n.kind {
            Kind::Var => {
                let v = VarId(n.a);
                if !self.variables.contains(&v) {
                    self.variables.push(v);
                }
            }
            Kind::Table => {
                self.tables.push(pool.table(TableId(n.a)).clone());
                n.a = self.tables.len() as u32 - 1;
            }
            Kind::WideConst => {
                self.constants.push(Words::from_slice(pool.wide_words(&n)));
                n.a = self.constants.len() as u32 - 1;
                small = false;
            }
            Kind::Select | Kind::Store => small = true,
            _ => {}
        }
        self.all_small &= small;
        Step { node: n, a: at(0), b: at(1), c: at(2), wa: width(0), wb: width(1), small }
    }

    /// The variables that appear, sorted.
    pub fn variables(&self) -> &[VarId] {
        &self.variables
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Whether all roots (truth values) hold. Stops at the first that does not.
    pub fn all_true(&self, values: &Assignment, scratch: &mut Scratch) -> bool {
        self.first_false(values, scratch).is_none()
    }

    /// The first root that does not hold.
    pub fn first_false(&self, values: &Assignment, scratch: &mut Scratch) -> Option<usize> {
        self.prepare(scratch);
        let mut done = 0;
        for (i, &root) in self.roots.iter().enumerate() {
            self.run(done, self.ends[i] as usize, values, scratch);
            done = self.ends[i] as usize;
            if self.word(root, scratch) == 0 {
                return Some(i);
            }
        }
        None
    }

    /// How many roots do not hold.
    pub fn count_false(&self, values: &Assignment, scratch: &mut Scratch) -> usize {
        self.prepare(scratch);
        self.run(0, self.steps.len(), values, scratch);
        self.roots.iter().filter(|&&r| self.word(r, scratch) == 0).count()
    }

    /// The values of all roots.
    pub fn values(&self, values: &Assignment, scratch: &mut Scratch) -> Vec<Words> {
        self.prepare(scratch);
        self.run(0, self.steps.len(), values, scratch);
        self.roots.iter().map(|&r| self.words(r, scratch)).collect()
    }

    fn prepare(&self, scratch: &mut Scratch) {
        scratch.small.resize(self.steps.len(), 0);
        if !self.all_small {
            scratch.wide.resize(self.steps.len(), Words::new());
        }
    }

    fn word(&self, at: u32, scratch: &Scratch) -> u64 {
        let s = &self.steps[at as usize];
        if s.small { scratch.small[at as usize] } else { scratch.wide[at as usize].first().copied().unwrap_or(0) }
    }

    fn words(&self, at: u32, scratch: &Scratch) -> Words {
        let s = &self.steps[at as usize];
        if s.small { Words::from_slice(&[scratch.small[at as usize]]) } else { scratch.wide[at as usize].clone() }
    }

    fn run(&self, from: usize, to: usize, values: &Assignment, scratch: &mut Scratch) {
        for i in from..to {
            let s = &self.steps[i];
            if !s.small {
                let v = self.wide_step(s, values, scratch);
                // Small users of a narrow result look here.
                scratch.small[i] = v.first().copied().unwrap_or(0);
                scratch.wide[i] = v;
                continue;
            }
            let v = match s.node.kind {
                Kind::Const => s.node.value(),
                Kind::Var => {
                    let v = values.get(VarId(s.node.a));
                    if s.node.width < 64 { v & ((1 << s.node.width) - 1) } else { v }
                }
                Kind::Table | Kind::Store => 0,
                Kind::Select => self.select(s, scratch),
                _ => {
                    let small = &scratch.small;
                    let (a, b, c) = (small[s.a as usize], small[s.b as usize], small[s.c as usize]);
                    // Operands that are not small make the step not small.
                    small_operation(&s.node, s.wa as u32, s.wb as u32, a, b, c).expect("a small operation")
                }
            };
            scratch.small[i] = v;
        }
    }

    /// Walks the stores from the last to the first.
    fn select(&self, s: &Step, scratch: &Scratch) -> u64 {
        let index = self.word(s.b, scratch);
        let mut array = s.a;
        loop {
            let step = &self.steps[array as usize];
            match step.node.kind {
                Kind::Store if self.word(step.b, scratch) == index => return self.word(step.c, scratch),
                Kind::Store => array = step.a,
                _ => return self.tables[step.node.a as usize].get(index as usize).copied().unwrap_or(0) as u64,
            }
        }
    }

    fn wide_step(&self, s: &Step, values: &Assignment, scratch: &Scratch) -> Words {
        match s.node.kind {
            Kind::Const => Words::from_slice(&[s.node.value()]),
            Kind::WideConst => self.constants[s.node.a as usize].clone(),
            Kind::Var => values.get_words(VarId(s.node.a), s.node.width as u32),
            _ => {
                let n = match s.node.kind.arity() {
                    Arity::Leaf => 0,
                    Arity::One => 1,
                    Arity::Two => 2,
                    Arity::Three => 3,
                };
                let ops: Vec<Words> = [s.a, s.b, s.c][..n].iter().map(|&o| self.words(o, scratch)).collect();
                wide_operation(&s.node, s.wa as u32, s.wb as u32, &ops)
            }
        }
    }
}
