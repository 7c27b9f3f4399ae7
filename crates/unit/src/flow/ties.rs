//! Lengths: which number bounds what a pointer points to, by how the code uses both.
//!
//! Evidence is: a number that an index into the object, or the steps of a loop through it, is compared with; the pointer
//! and the number go together to a function that treats its parameters so, or to a library function that does.

use super::roots::{Origin, RootId, Roots, constant, load};
use crescendo_program::body::{Body, Callee};
use crescendo_program::op::{Op, Reg};
use crescendo_program::{FunctionId, Program};
use std::collections::{BTreeSet, HashMap};

/// `length * unit` bytes are behind the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tie<P> {
    pub pointer: P,
    pub length: P,
    pub unit: u64,
}

/// What one function shows about its values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    pub ties: BTreeSet<Tie<RootId>>,
    /// A pointer that runs through an object, and the pointer to the object's end.
    pub ends: BTreeSet<(RootId, RootId)>,
}

/// Library functions: the places of a pointer and its length in bytes.
const LIBRARY: &[(&str, usize, usize)] = &[
    ("memcmp", 0, 2),
    ("memcmp", 1, 2),
    ("bcmp", 0, 2),
    ("bcmp", 1, 2),
    ("memcpy", 0, 2),
    ("memcpy", 1, 2),
    ("memmove", 0, 2),
    ("memmove", 1, 2),
    ("memset", 0, 2),
    ("memchr", 0, 2),
    ("strncpy", 0, 2),
    ("snprintf", 0, 1),
    ("vsnprintf", 0, 1),
    ("fgets", 0, 1),
    ("read", 1, 2),
    ("write", 1, 2),
];

/// Library functions: the places of a vector of strings and of how many there are.
const VECTORS: &[(&str, usize, usize)] =
    &[("getopt", 1, 0), ("__posix_getopt", 1, 0), ("getopt_long", 1, 0), ("getopt_long_only", 1, 0)];

/// Collects the evidence in one function. `known` are the ties between parameters of functions, as far as they are known.
pub(crate) fn evidence(
    program: &Program,
    body: &Body,
    roots: &Roots,
    known: &HashMap<FunctionId, BTreeSet<Tie<u32>>>,
) -> Shown {
    let mut e = Evidence {
        body,
        roots,
        same: Same::new(body),
        indexes: HashMap::new(),
        loops: loops(body),
        shown: Shown::default(),
    };
    e.find_indexes();
    for (i, op) in body.code.iter().enumerate() {
        e.operation(i, op);
    }
    for call in &body.calls {
        let Callee::Direct(callee) = call.callee else { continue };
        let arg = |i: usize| call.args.get(i).map(|a| a.at);
        for t in known.get(&callee).into_iter().flatten() {
            if let (Some(p), Some(n)) = (arg(t.pointer as usize), arg(t.length as usize)) {
                e.tie(p, n, t.unit);
            }
        }
        let f = program.function(callee);
        let word = program.target.pointer_bytes() as u64;
        let of_bytes = LIBRARY.iter().map(|l| (l, 1));
        let all = of_bytes.chain(VECTORS.iter().map(|l| (l, word)));
        for (&(_, p, n), unit) in all.filter(|(l, _)| f.body.is_none() && l.0 == f.name) {
            if let (Some(p), Some(n)) = (arg(p), arg(n)) {
                e.tie(p, n, unit);
            }
        }
    }
    e.shown
}

/// Registers that hold the same number, but for casts and constants added.
pub(super) struct Same(Vec<Reg>);

impl Same {
    pub fn new(body: &Body) -> Same {
        let mut same = Same((0..body.registers).collect());
        for op in &body.code {
            let pair = match *op {
                Op::Mov { d, a }
                | Op::ZExt { d, a, .. }
                | Op::SExt { d, a, .. }
                | Op::Trunc { d, a, .. }
                | Op::PtrToInt { d, a, .. } => Some((d, a)),
                Op::Add32 { d, a, b, .. }
                | Op::Sub32 { d, a, b, .. }
                | Op::Add64 { d, a, b, .. }
                | Op::Sub64 { d, a, b, .. }
                    if constant(body, b).is_some() =>
                {
                    Some((d, a))
                }
                _ => None,
            };
            if let Some((d, a)) = pair.filter(|p| constant(body, p.1).is_none()) {
                let (x, y) = (same.find(d), same.find(a));
                same.0[x as usize] = y;
            }
        }
        same
    }

    pub fn find(&self, mut r: Reg) -> Reg {
        while self.0[r as usize] != r {
            r = self.0[r as usize];
        }
        r
    }
}

struct Evidence<'a> {
    body: &'a Body,
    roots: &'a Roots,
    same: Same,
    /// By class of registers: the pointers it is an index of, with the size of a step.
    indexes: HashMap<Reg, Vec<(Reg, u64)>>,
    /// First and last operation of each.
    loops: Vec<(usize, usize)>,
    shown: Shown,
}

/// Operations of a loop that is looked at: a large one shows nothing about a single object.
const LOOP: usize = 300;

/// Stretches of code that a jump back repeats.
fn loops(body: &Body) -> Vec<(usize, usize)> {
    let jumps = body.code.iter().enumerate().filter_map(|(i, &op)| {
        let mut op = op;
        op.target().map(|t| (*t as usize, i))
    });
    jumps.filter(|(t, i)| t < i && i - t < LOOP).collect()
}

impl Evidence<'_> {
    fn find_indexes(&mut self) {
        for op in &self.body.code {
            if let Some((p, i, scale)) = indexed(op)
                && constant(self.body, i).is_none()
            {
                self.indexes.entry(self.same.find(i)).or_default().push((p, scale));
            }
        }
    }

    fn tie(&mut self, pointer: Reg, length: Reg, unit: u64) {
        for p in self.roots.of(pointer) {
            for n in self.roots.of(length).iter().filter(|n| n.root != p.root) {
                self.shown.ties.insert(Tie { pointer: p.root, length: n.root, unit });
            }
        }
    }

    fn operation(&mut self, at: usize, op: &Op) {
        match *op {
            Op::MemCopy { d, a, len, .. } => {
                self.tie(d, len, 1);
                self.tie(a, len, 1);
            }
            Op::MemSet { d, len, .. } => self.tie(d, len, 1),
            // The end of an object: a place that is only compared with.
            Op::Gep { scale, d, p, i } if !self.roots.of(i).is_empty() && self.is_end(d) => {
                self.tie(p, i, scale as u64)
            }
            _ => {
                if let Some((a, b)) = compared(op) {
                    self.comparison(at, a, b);
                    self.comparison(at, b, a);
                }
            }
        }
    }

    /// Whether a pointer is compared, and nothing is read or written there.
    fn is_end(&self, d: Reg) -> bool {
        let class = self.same.find(d);
        let same = |r: Reg| self.same.find(r) == class;
        let compares = self.body.code.iter().any(|op| compared(op).is_some_and(|(a, b)| same(a) || same(b)));
        compares && !self.body.code.iter().any(|op| accessed(op).is_some_and(|(p, _)| same(p)))
    }

    /// `x` is compared with `n`, a length by what `x` is.
    fn comparison(&mut self, at: usize, x: Reg, n: Reg) {
        if let Some(pointers) = self.indexes.get(&self.same.find(x)).cloned()
            && self.same.find(x) != self.same.find(n)
        {
            for (p, scale) in pointers {
                self.tie(p, n, scale);
            }
            return;
        }
        // Otherwise it may end a loop that goes through the object step by step.
        let Some((from, to)) = self.loop_around(at) else { return };
        let counts_down = constant(self.body, x).is_some() && self.roots.of(n).iter().any(|o| o.offset.is_none());
        let counts_up = constant(self.body, x).is_none() && self.steps(x, from, to);
        let stepping = |o: &Origin| o.offset.is_none();
        let code = &self.body.code[from..=to];
        let accesses: Vec<(Reg, u64)> = code.iter().filter_map(accessed).collect();
        for (p, size) in accesses {
            if !self.roots.of(p).iter().any(stepping) || !self.steps_by_constant(p) {
                continue;
            }
            if counts_down || counts_up {
                self.tie(p, n, size);
            }
            // Or it is itself the pointer that runs: then the other one is the end.
            if self.same.find(p) == self.same.find(x) || self.shares_root(p, x) {
                for begin in self.roots.of(p).iter().filter(|o| stepping(o)) {
                    for end in self.roots.of(n).iter().filter(|o| o.offset == Some(0) && o.root != begin.root) {
                        self.shown.ends.insert((begin.root, end.root));
                    }
                }
            }
        }
    }

    fn shares_root(&self, p: Reg, x: Reg) -> bool {
        self.roots.of(p).iter().any(|a| self.roots.of(x).iter().any(|b| a.root == b.root))
    }

    /// The smallest loop around an operation.
    fn loop_around(&self, at: usize) -> Option<(usize, usize)> {
        self.loops.iter().copied().filter(|(t, i)| (*t..=*i).contains(&at)).min_by_key(|(t, i)| i - t)
    }

    /// Whether a number is counted up or down in a stretch of code.
    fn steps(&self, x: Reg, from: usize, to: usize) -> bool {
        let class = self.same.find(x);
        self.body.code[from..=to].iter().any(|op| match *op {
            Op::Add32 { d, b, .. } | Op::Add64 { d, b, .. } | Op::Sub32 { d, b, .. } | Op::Sub64 { d, b, .. } => {
                constant(self.body, b).is_some() && self.same.find(d) == class
            }
            _ => false,
        })
    }

    /// Whether a pointer moves by fixed steps, not by an index.
    fn steps_by_constant(&self, p: Reg) -> bool {
        let root = |r: Reg| self.roots.of(r).iter().map(|o| o.root).next();
        let of = root(p);
        self.body.code.iter().any(|op| match *op {
            Op::GepImm { d, .. } => of.is_some() && root(d) == of,
            Op::Gep { d, i, .. } => constant(self.body, i).is_some() && of.is_some() && root(d) == of,
            _ => false,
        })
    }
}

/// Pointer, index and bytes per step.
pub(super) fn indexed(op: &Op) -> Option<(Reg, Reg, u64)> {
    match *op {
        Op::LoadIdx8 { p, i, .. } | Op::StoreIdx8 { p, i, .. } => Some((p, i, 1)),
        Op::LoadIdx16 { p, i, .. } | Op::StoreIdx16 { p, i, .. } => Some((p, i, 2)),
        Op::LoadIdx32 { p, i, .. } | Op::StoreIdx32 { p, i, .. } => Some((p, i, 4)),
        Op::LoadIdx64 { p, i, .. } | Op::StoreIdx64 { p, i, .. } => Some((p, i, 8)),
        Op::Gep { scale, p, i, .. } => Some((p, i, scale as u64)),
        _ => None,
    }
}

/// The pointer of a load or store at a fixed offset, and its bytes.
fn accessed(op: &Op) -> Option<(Reg, u64)> {
    if let Op::LoadAny { w, p, .. } | Op::StoreAny { w, p, .. } = *op {
        return Some((p, (w as u64).div_ceil(8)));
    }
    let size = match *op {
        Op::Load8 { .. } => 1,
        Op::Load16 { .. } => 2,
        Op::Load32 { .. } => 4,
        Op::Load64 { .. } => 8,
        Op::Store8 { p, .. } => return Some((p, 1)),
        Op::Store16 { p, .. } => return Some((p, 2)),
        Op::Store32 { p, .. } => return Some((p, 4)),
        Op::Store64 { p, .. } => return Some((p, 8)),
        _ => return None,
    };
    load(op).map(|(_, p, _)| (p, size))
}

/// The two sides of a comparison.
pub(super) fn compared(op: &Op) -> Option<(Reg, Reg)> {
    match *op {
        Op::BrEq { a, b, .. }
        | Op::BrNe { a, b, .. }
        | Op::BrUlt { a, b, .. }
        | Op::BrUle { a, b, .. }
        | Op::BrSlt32 { a, b, .. }
        | Op::BrSle32 { a, b, .. }
        | Op::BrSlt64 { a, b, .. }
        | Op::BrSle64 { a, b, .. }
        | Op::Cmp { a, b, .. } => Some((a, b)),
        _ => None,
    }
}
