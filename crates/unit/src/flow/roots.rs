//! Where the values in a function's registers come from: parameters, globals, and what is loaded from behind them.
//!
//! Flow-insensitive: a register has every origin it ever has. Copies, casts, pointer arithmetic and adding a constant keep
//! the origin; anything else has none.

use crescendo_program::body::Body;
use crescendo_program::op::{Op, Reg};
use crescendo_program::{GlobalId, Program};
use std::collections::HashMap;

pub(crate) type RootId = u32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Root {
    /// By its place among the machine's parameters.
    Param(u32),
    Global(GlobalId),
    /// What is loaded from an offset behind a pointer.
    Load(RootId, i64),
}

/// A value: the root's, plus an offset if it is always the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub root: RootId,
    pub offset: Option<i64>,
}

pub(crate) struct Roots {
    all: Vec<Root>,
    ids: HashMap<Root, RootId>,
    of: Vec<Vec<Origin>>,
}

/// Origins of one register that are kept.
const ORIGINS: usize = 6;
/// Loads one behind the other.
const DEPTH: u32 = 3;

impl Roots {
    /// `global`: the global an address belongs to, and its base.
    pub fn new(program: &Program, body: &Body, global: &dyn Fn(u64) -> Option<GlobalId>) -> Roots {
        let mut roots = Roots { all: Vec::new(), ids: HashMap::new(), of: vec![Vec::new(); body.registers as usize] };
        for (i, p) in body.params.iter().enumerate() {
            let root = roots.intern(Root::Param(i as u32));
            roots.of[p.at as usize].push(Origin { root, offset: Some(0) });
        }
        for (i, &word) in body.constants.iter().enumerate() {
            if let Some(g) = global(word) {
                let root = roots.intern(Root::Global(g));
                let offset = Some(word.wrapping_sub(program.global(g).address) as i64);
                roots.of[body.constants_at as usize + i].push(Origin { root, offset });
            }
        }
        while body.code.iter().fold(false, |changed, op| roots.operation(body, op) | changed) {}
        roots
    }

    pub fn of(&self, r: Reg) -> &[Origin] {
        &self.of[r as usize]
    }

    pub fn root(&self, id: RootId) -> Root {
        self.all[id as usize]
    }

    pub fn intern(&mut self, root: Root) -> RootId {
        *self.ids.entry(root).or_insert_with(|| {
            self.all.push(root);
            self.all.len() as u32 - 1
        })
    }

    fn depth(&self, id: RootId) -> u32 {
        match self.root(id) {
            Root::Load(from, _) => 1 + self.depth(from),
            _ => 0,
        }
    }

    /// Whether anything is new.
    fn operation(&mut self, body: &Body, op: &Op) -> bool {
        match *op {
            Op::Mov { d, a }
            | Op::MovN { n: 1, d, a }
            | Op::Select { d, a, .. }
            | Op::ZExt { d, a, .. }
            | Op::SExt { d, a, .. }
            | Op::Trunc { d, a, .. }
            | Op::PtrToInt { d, a, .. }
            | Op::IntToPtr { d, a, .. } => self.moved(d, a, Some(0)),
            Op::GepImm { d, p, o } => self.moved(d, p, Some(o as i64)),
            Op::Gep { scale, d, p, i } => {
                let by = constant(body, i).map(|i| (i as i64).wrapping_mul(scale as i64));
                self.moved(d, p, by)
            }
            Op::Add32 { d, a, b, .. } => self.added(body, d, a, b, |v| v as i32 as i64),
            Op::Add64 { d, a, b, .. } => self.added(body, d, a, b, |v| v as i64),
            Op::Sub32 { d, a, b, .. } if constant(body, b).is_some() => {
                self.moved(d, a, constant(body, b).map(|v| -(v as i32 as i64)))
            }
            Op::Sub64 { d, a, b, .. } if constant(body, b).is_some() => {
                self.moved(d, a, constant(body, b).map(|v| (v as i64).wrapping_neg()))
            }
            _ => match load(op) {
                Some((d, p, o)) => self.loaded(d, p, o),
                None => false,
            },
        }
    }

    fn added(&mut self, body: &Body, d: Reg, a: Reg, b: Reg, signed: fn(u64) -> i64) -> bool {
        match (constant(body, a), constant(body, b)) {
            (None, Some(v)) => self.moved(d, a, Some(signed(v))),
            (Some(v), None) => self.moved(d, b, Some(signed(v))),
            _ => false,
        }
    }

    /// `d` is `a`, plus something.
    fn moved(&mut self, d: Reg, a: Reg, by: Option<i64>) -> bool {
        let mut changed = false;
        for i in 0..self.of[a as usize].len() {
            let o = self.of[a as usize][i];
            let offset = o.offset.zip(by).and_then(|(x, y)| x.checked_add(y));
            changed |= self.add(d, Origin { offset, ..o });
        }
        changed
    }

    fn loaded(&mut self, d: Reg, p: Reg, o: i64) -> bool {
        let mut changed = false;
        for i in 0..self.of[p as usize].len() {
            let Origin { root, offset: Some(offset) } = self.of[p as usize][i] else { continue };
            if self.depth(root) < DEPTH {
                let root = self.intern(Root::Load(root, offset.wrapping_add(o)));
                changed |= self.add(d, Origin { root, offset: Some(0) });
            }
        }
        changed
    }

    fn add(&mut self, d: Reg, new: Origin) -> bool {
        let all = &mut self.of[d as usize];
        let room = all.len() < ORIGINS;
        match all.iter_mut().find(|o| o.root == new.root) {
            Some(known) if known.offset == new.offset || known.offset.is_none() => false,
            Some(known) => {
                known.offset = None;
                true
            }
            None if room => {
                all.push(new);
                true
            }
            None => false,
        }
    }
}

/// The constant a register holds.
pub(crate) fn constant(body: &Body, r: Reg) -> Option<u64> {
    body.constants.get(r.checked_sub(body.constants_at)? as usize).copied()
}

/// The result, pointer and offset of a load of a whole value at a fixed offset.
pub(crate) fn load(op: &Op) -> Option<(Reg, Reg, i64)> {
    match *op {
        Op::Load8 { d, p, o }
        | Op::Load16 { d, p, o }
        | Op::Load32 { d, p, o }
        | Op::Load64 { d, p, o }
        | Op::LoadAny { d, p, o, .. }
        | Op::LoadCopy { d, p, o, .. } => Some((d, p, o as i64)),
        _ => None,
    }
}
