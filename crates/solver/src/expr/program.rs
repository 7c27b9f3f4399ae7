//! Terms compiled to a flat list of steps, to be evaluated again and again under changing assignments.
//!
//! Steps are in dependency order and each term appears once, so one pass computes everything. Values of at most 64 bits
//! (floats as their bits) are plain words; the rest are word lists. A program can grow by a root and shrink back, and be
//! cleared without giving up its memory.

use super::assignment::Assignment;
use super::eval::{small_float_operation, small_operation, wide_operation};
use super::node::{Arity, ExprId, Kind, Node, TableId, VarId, format_of};
use super::places::Places;
use super::pool::Pool;
use crescendo_number::wide::Words;
use std::sync::Arc;

/// One term of a program.
#[derive(Clone, Copy)]
pub struct Step {
    pub node: Node,
    /// Steps that compute the operands.
    pub a: u32,
    pub b: u32,
    pub c: u32,
    /// Widths of the first two operands.
    pub wa: u16,
    pub wb: u16,
    /// Computed on plain words.
    pub small: bool,
}

/// Compiled terms.
#[derive(Default)]
pub struct Program {
    steps: Vec<Step>,
    /// The term of each step.
    terms: Vec<ExprId>,
    /// Where a term's step is, if `terms` agrees: so nothing is cleared when the program shrinks.
    places: Places,
    roots: Vec<u32>,
    /// For each root: how many steps it and those before it need.
    ends: Vec<u32>,
    /// Steps that are not small.
    wide_steps: Vec<u32>,
    tables: Vec<Arc<[u8]>>,
    constants: Vec<Words>,
    variables: Vec<VarId>,
    stack: Vec<(ExprId, bool)>,
}

/// The value of every step, reused between evaluations.
#[derive(Default)]
pub struct Scratch {
    small: Vec<u64>,
    wide: Vec<Words>,
}

impl Scratch {
    /// The low 64 bits of a step's value.
    #[inline]
    pub fn word(&self, step: u32) -> u64 {
        self.small[step as usize]
    }
}

impl Program {
    pub fn new(pool: &Pool, roots: &[ExprId]) -> Program {
        let mut p = Program { places: Places::sparse(), ..Program::default() };
        for &root in roots {
            p.push(pool, root);
        }
        p
    }

    /// Forgets all roots and steps.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.terms.clear();
        self.roots.clear();
        self.ends.clear();
        self.wide_steps.clear();
        self.tables.clear();
        self.constants.clear();
        self.variables.clear();
    }

    /// Forgets the roots from that one on, and the steps only they need.
    pub fn truncate(&mut self, roots: usize) {
        self.roots.truncate(roots);
        self.ends.truncate(roots);
        let steps = self.ends.last().copied().unwrap_or(0);
        for s in &self.steps[steps as usize..] {
            match s.node.kind {
                Kind::Var => drop(self.variables.pop()),
                Kind::Table => drop(self.tables.pop()),
                Kind::WideConst => drop(self.constants.pop()),
                _ => {}
            }
        }
        self.steps.truncate(steps as usize);
        self.terms.truncate(steps as usize);
        while self.wide_steps.last().is_some_and(|s| *s >= steps) {
            self.wide_steps.pop();
        }
    }

    /// Adds a root and the steps it needs.
    pub fn push(&mut self, pool: &Pool, root: ExprId) {
        self.places.make_room(pool.len());
        let mut stack = std::mem::take(&mut self.stack);
        stack.push((root, false));
        while let Some((e, ready)) = stack.pop() {
            if self.step_of(e).is_some() {
                continue;
            }
            let n = pool.node(e);
            if !ready && n.kind.arity() != Arity::Leaf {
                stack.push((e, true));
                for o in n.operands() {
                    if self.step_of(o).is_none() {
                        stack.push((o, false));
                    }
                }
                continue;
            }
            self.places.set(e, self.steps.len() as u32);
            let step = self.step(pool, n);
            if !step.small {
                self.wide_steps.push(self.steps.len() as u32);
            }
            self.steps.push(step);
            self.terms.push(e);
        }
        self.stack = stack;
        self.roots.push(self.step_of(root).expect("just added"));
        self.ends.push(self.steps.len() as u32);
    }

    /// The step that computes a term.
    #[inline]
    pub fn step_of(&self, e: ExprId) -> Option<u32> {
        let at = self.places.get(e)?;
        (self.terms.get(at as usize) == Some(&e)).then_some(at)
    }

    fn step(&mut self, pool: &Pool, mut n: Node) -> Step {
        let arity = match n.kind.arity() {
            Arity::Leaf => 0,
            Arity::One => 1,
            Arity::Two => 2,
            Arity::Three => 3,
        };
        let (mut at, mut widths) = ([0; 3], [0; 3]);
        for (i, o) in n.operands().enumerate() {
            at[i] = self.places.get(o).expect("operands come first");
            widths[i] = pool.width(o) as u16;
        }
        let mut small = n.width <= 64 && widths[..arity].iter().all(|w| *w <= 64);
        match n.kind {
            Kind::Var => self.variables.push(VarId(n.a)),
            Kind::Table => {
                self.tables.push(pool.table(TableId(n.a)).clone());
                n.a = self.tables.len() as u32 - 1;
            }
            Kind::WideConst => {
                self.constants.push(Words::from_slice(pool.wide_words(&n)));
                n.a = self.constants.len() as u32 - 1;
                small = false;
            }
            // Only the low word of a place counts: arrays are shorter than that.
            Kind::Select | Kind::Store => small = true,
            Kind::FConvert => small &= format_of(n.b as u8).bits() <= 64 && n.format().bits() <= 64,
            k if k.is_float() => small &= n.format().bits() <= 64,
            _ => {}
        }
        Step { node: n, a: at[0], b: at[1], c: at[2], wa: widths[0], wb: widths[1], small }
    }

    /// The variables that appear, by first appearance.
    pub fn variables(&self) -> &[VarId] {
        &self.variables
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The term of each step.
    pub fn terms(&self) -> &[ExprId] {
        &self.terms
    }

    /// The steps of the roots.
    pub fn roots(&self) -> &[u32] {
        &self.roots
    }

    pub fn table(&self, step: &Step) -> &[u8] {
        &self.tables[step.node.a as usize]
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
            if scratch.word(root) == 0 {
                return Some(i);
            }
        }
        None
    }

    /// How many roots do not hold.
    pub fn count_false(&self, values: &Assignment, scratch: &mut Scratch) -> usize {
        self.evaluate(values, scratch);
        self.roots.iter().filter(|&&r| scratch.word(r) == 0).count()
    }

    /// The values of all roots.
    pub fn values(&self, values: &Assignment, scratch: &mut Scratch) -> Vec<Words> {
        self.evaluate(values, scratch);
        self.roots.iter().map(|&r| self.words(r, scratch)).collect()
    }

    /// Computes every step.
    pub fn evaluate(&self, values: &Assignment, scratch: &mut Scratch) {
        self.prepare(scratch);
        self.run(0, self.steps.len(), values, scratch);
    }

    /// Computes the steps that root needs beyond those of the roots before it, and says whether it holds.
    pub fn evaluate_root(&self, root: usize, values: &Assignment, scratch: &mut Scratch) -> bool {
        self.prepare(scratch);
        let from = if root == 0 { 0 } else { self.ends[root - 1] };
        self.run(from as usize, self.ends[root] as usize, values, scratch);
        scratch.word(self.roots[root]) != 0
    }

    /// Computes again the steps whose mask meets `changed`, and stops at the first root that then does not hold.
    /// The other steps keep their values.
    pub fn update(&self, changed: u64, masks: &[u64], values: &Assignment, scratch: &mut Scratch) -> Option<usize> {
        let mut done = 0;
        for (i, &root) in self.roots.iter().enumerate() {
            let end = self.ends[i] as usize;
            for (at, mask) in masks.iter().enumerate().take(end).skip(done) {
                if mask & changed != 0 {
                    self.run_step(at, values, scratch);
                }
            }
            done = end;
            if scratch.word(root) == 0 {
                return Some(i);
            }
        }
        None
    }

    /// As `update`, but computes everything and counts the roots that do not hold.
    pub fn update_all(&self, changed: u64, masks: &[u64], values: &Assignment, scratch: &mut Scratch) -> usize {
        for (at, mask) in masks.iter().enumerate() {
            if mask & changed != 0 {
                self.run_step(at, values, scratch);
            }
        }
        self.roots.iter().filter(|&&r| scratch.word(r) == 0).count()
    }

    /// Computes some steps, given in order.
    pub fn run_steps(&self, steps: &[u32], values: &Assignment, scratch: &mut Scratch) {
        for &at in steps {
            self.run_step(at as usize, values, scratch);
        }
    }

    /// Makes `to` hold the same values.
    pub fn copy_values(&self, from: &Scratch, to: &mut Scratch) {
        to.small.clear();
        to.small.extend_from_slice(&from.small[..self.steps.len()]);
        if !self.wide_steps.is_empty() {
            to.wide.resize(self.steps.len(), Words::new());
            for &s in &self.wide_steps {
                to.wide[s as usize].clone_from(&from.wide[s as usize]);
            }
        }
    }

    fn prepare(&self, scratch: &mut Scratch) {
        scratch.small.resize(self.steps.len(), 0);
        if !self.wide_steps.is_empty() {
            scratch.wide.resize(self.steps.len(), Words::new());
        }
    }

    /// A step's value.
    pub fn words(&self, at: u32, scratch: &Scratch) -> Words {
        let s = &self.steps[at as usize];
        if s.small { Words::from_slice(&[scratch.small[at as usize]]) } else { scratch.wide[at as usize].clone() }
    }

    fn run(&self, from: usize, to: usize, values: &Assignment, scratch: &mut Scratch) {
        for i in from..to {
            self.run_step(i, values, scratch);
        }
    }

    #[inline]
    pub(crate) fn run_step(&self, i: usize, values: &Assignment, scratch: &mut Scratch) {
        let s = &self.steps[i];
        if !s.small {
            let v = self.wide_step(s, values, scratch);
            // Small users of a narrow result look here.
            scratch.small[i] = v.first().copied().unwrap_or(0);
            scratch.wide[i] = v;
            return;
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
                if s.node.kind.is_float() {
                    small_float_operation(&s.node, s.wa as u32, a, b, c)
                } else {
                    // Operands that are not small make the step not small.
                    small_operation(&s.node, s.wa as u32, s.wb as u32, a, b, c).expect("a small operation")
                }
            }
        };
        scratch.small[i] = v;
    }

    /// Walks the stores from the last to the first.
    fn select(&self, s: &Step, scratch: &Scratch) -> u64 {
        let index = scratch.word(s.b);
        let mut array = s.a;
        loop {
            let step = &self.steps[array as usize];
            match step.node.kind {
                Kind::Store if scratch.word(step.b) == index => return scratch.word(step.c),
                Kind::Store => array = step.a,
                _ => return self.table(step).get(index as usize).copied().unwrap_or(0) as u64,
            }
        }
    }

    fn wide_step(&self, s: &Step, values: &Assignment, scratch: &Scratch) -> Words {
        match s.node.kind {
            Kind::Const => Words::from_slice(&[s.node.value()]),
            Kind::WideConst => self.constants[s.node.a as usize].clone(),
            Kind::Var => values.get_words(VarId(s.node.a), s.node.width as u32),
            _ => {
                let ops = [self.words(s.a, scratch), self.words(s.b, scratch), self.words(s.c, scratch)];
                let n = s.node.operands().count();
                wide_operation(&s.node, s.wa as u32, s.wb as u32, &ops[..n])
            }
        }
    }
}
