//! Globals, and their members: what they may hold at any time. One value each for the whole run, so that it does not matter in
//! which order, or on which thread, functions run.
//!
//! A global counts only if its address goes nowhere: every use is a load or store at an offset that the code itself shows.
//! Then nothing else writes it. Parts that are written in different sizes, or at an offset that varies, have no known value.

use crate::shape::registers;
use crate::values::{Range, Values};
use crescendo_program::body::Body;
use crescendo_program::op::{Access, Op, Reg};
use crescendo_program::{GlobalId, Program};
use std::collections::{BTreeMap, BTreeSet, HashMap};

pub type CellId = u32;

/// Part of a global that is loaded and stored as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    pub global: GlobalId,
    pub offset: u64,
    pub bytes: u64,
}

#[derive(Default)]
pub struct Cells {
    pub all: Vec<Cell>,
    /// The value when the program starts.
    pub initial: Vec<Values>,
    ids: HashMap<Cell, CellId>,
    /// By function and code index: the cells that an access may touch; `UNKNOWN`, the last, stands for all else.
    accesses: HashMap<(u32, u32), Vec<CellId>>,
}

/// A global that a register may point into, and how far, if that is always the same.
type Target = (GlobalId, Option<i64>);
/// Targets of one register; with more, all of them are given up.
const TARGETS: usize = 8;

/// Stands for what nothing is known of.
const ANYWHERE: Cell = Cell { global: GlobalId(u32::MAX), offset: 0, bytes: 0 };
pub const UNKNOWN: CellId = u32::MAX;

struct Seen {
    /// Their addresses go elsewhere, or they may be changed by others.
    given_up: BTreeSet<GlobalId>,
    loads: BTreeSet<Cell>,
    stores: BTreeSet<Cell>,
    /// Function, code index, target, bytes; loads and stores at a known offset.
    at: Vec<(u32, u32, Cell)>,
}

impl Cells {
    /// `closed`: whether only the given code can name the global.
    pub fn new(program: &Program, closed: &dyn Fn(GlobalId) -> bool) -> Cells {
        let mut slots: HashMap<u64, GlobalId> = HashMap::new();
        for (i, g) in program.globals.iter().enumerate().filter(|(_, g)| g.address != 0) {
            let first = program.geometry.slot_of(g.address);
            let span = program.geometry.span(g.size, 1).min(1 << 16);
            slots.extend((first..first + span).map(|s| (s, GlobalId(i as u32))));
        }
        let global = |word: u64| slots.get(&program.geometry.slot_of(word)).copied();
        let mut seen =
            Seen { given_up: BTreeSet::new(), loads: BTreeSet::new(), stores: BTreeSet::new(), at: Vec::new() };
        for (i, g) in program.globals.iter().enumerate() {
            let id = GlobalId(i as u32);
            if g.image.is_none() || g.address == 0 || program.registers.iter().any(|r| r.global == id) || !closed(id) {
                seen.given_up.insert(id);
            }
            seen.image(program, g.image.as_deref().unwrap_or(&[]), &global);
        }
        for (f, body) in program.functions.iter().enumerate().filter_map(|(i, f)| Some((i as u32, f.body.as_ref()?))) {
            seen.body(program, f, body, &global);
        }
        seen.into_cells(program)
    }

    /// The cells that the load or store at a code index touches.
    pub fn touched(&self, function: u32, at: u32) -> &[CellId] {
        self.accesses.get(&(function, at)).map_or(&[], |c| c)
    }
}

impl Seen {
    /// Addresses in initial values.
    fn image(&mut self, program: &Program, image: &[u8], global: &dyn Fn(u64) -> Option<GlobalId>) {
        let bytes = program.target.pointer_bytes() as usize;
        for word in image.chunks_exact(bytes) {
            self.given_up.extend(global(number(word, program.target.big_endian)));
        }
    }

    fn body(&mut self, program: &Program, f: u32, body: &Body, global: &dyn Fn(u64) -> Option<GlobalId>) {
        let mut targets: BTreeMap<Reg, Vec<Target>> = BTreeMap::new();
        for (i, word) in body.constants.iter().enumerate() {
            if let Some(g) = global(*word) {
                let offset = word.wrapping_sub(program.global(g).address) as i64;
                targets.insert(body.constants_at + i as u32, vec![(g, Some(offset))]);
            }
        }
        if targets.is_empty() {
            return;
        }
        while self.spread(body, &mut targets) {}
        let mixed = mixed(body);
        let constant = |r: Reg| body.constants.get(r.checked_sub(body.constants_at)? as usize).copied();
        for (i, op) in body.code.iter().enumerate() {
            let place = (f, i as u32);
            match accessed(op, &constant) {
                Some(a) => {
                    let volatile = body.volatile.binary_search(&(i as u32)).is_ok();
                    self.access(program, place, &a, volatile, targets.get(&a.pointer).map_or(&[], |t| t));
                    if a.stored.is_none() && mixed[a.pointer as usize] && targets.contains_key(&a.pointer) {
                        self.at.push((f, i as u32, ANYWHERE));
                    }
                    // What is stored may itself be an address.
                    let others = [a.stored, a.index].into_iter().flatten();
                    others.for_each(|r| self.give_up(targets.get(&r)));
                }
                None if is_harmless(op) => {
                    if let Op::Gep { i, .. } = op {
                        self.give_up(targets.get(i));
                    }
                }
                None => registers(body, op, &mut |r, slots, access| {
                    if access != Access::Def {
                        (r..r + slots).for_each(|r| self.give_up(targets.get(&r)));
                    }
                }),
            }
        }
    }

    /// Copies and pointer arithmetic pass targets on. Whether anything is new.
    fn spread(&mut self, body: &Body, targets: &mut BTreeMap<Reg, Vec<Target>>) -> bool {
        let constant = |r: Reg| body.constants.get(r.checked_sub(body.constants_at)? as usize).copied();
        let mut changed = false;
        for op in &body.code {
            let (d, a, by) = match *op {
                Op::Mov { d, a } | Op::MovN { n: 1, d, a } | Op::Select { w: 1..=64, d, a, .. } => (d, a, Some(0)),
                Op::GepImm { d, p, o } => (d, p, Some(o as i64)),
                Op::Gep { scale, d, p, i } => (d, p, constant(i).map(|i| (i as i64).wrapping_mul(scale as i64))),
                _ => continue,
            };
            let Some(from) = targets.get(&a).cloned() else { continue };
            let to = targets.entry(d).or_default();
            for (g, offset) in from {
                let offset = offset.zip(by).and_then(|(x, y)| x.checked_add(y));
                let full = to.len() == TARGETS;
                match to.iter_mut().find(|t| t.0 == g) {
                    Some(t) if t.1 == offset || t.1.is_none() => {}
                    Some(t) => (t.1, changed) = (None, true),
                    None if full => drop(self.given_up.insert(g)),
                    None => {
                        to.push((g, offset));
                        changed = true;
                    }
                }
            }
        }
        changed
    }

    fn give_up(&mut self, targets: Option<&Vec<Target>>) {
        self.given_up.extend(targets.into_iter().flatten().map(|t| t.0));
    }

    fn access(&mut self, program: &Program, (f, at): (u32, u32), a: &Accessed, volatile: bool, targets: &[Target]) {
        for &(global, offset) in targets {
            let offset = offset.zip(a.offset).and_then(|(x, y)| u64::try_from(x.checked_add(y)?).ok());
            let size = program.global(global).size;
            match offset.filter(|o| o.checked_add(a.bytes).is_some_and(|end| end <= size)) {
                _ if volatile => drop(self.given_up.insert(global)),
                Some(offset) => {
                    let cell = Cell { global, offset, bytes: a.bytes };
                    self.at.push((f, at, cell));
                    if a.stored.is_some() { &mut self.stores } else { &mut self.loads }.insert(cell);
                }
                // Loads from anywhere in it do no harm; they know nothing.
                None if a.stored.is_none() => self.at.push((f, at, ANYWHERE)),
                None => drop(self.given_up.insert(global)),
            }
        }
    }

    fn into_cells(self, program: &Program) -> Cells {
        let mut cells = Cells::default();
        for &cell in self.loads.iter().chain(&self.stores) {
            // Whatever is written there is written as this cell.
            let end = cell.offset + cell.bytes;
            let mine = || self.stores.iter().filter(|s| s.global == cell.global);
            let whole = mine().all(|s| *s == cell || s.offset >= end || s.offset + s.bytes <= cell.offset);
            if cell.bytes > 8 || self.given_up.contains(&cell.global) || !whole || cells.ids.contains_key(&cell) {
                continue;
            }
            cells.ids.insert(cell, cells.all.len() as u32);
            cells.all.push(cell);
            let image = program.global(cell.global).image.as_deref().unwrap_or(&[]);
            let byte = |i: u64| image.get(i as usize).copied().unwrap_or(0);
            let bytes: Vec<u8> = (cell.offset..end).map(byte).collect();
            cells.initial.push(Values::one(number(&bytes, program.target.big_endian)));
        }
        for (f, at, cell) in self.at {
            let known = cells.accesses.entry((f, at)).or_default();
            known.push(cells.ids.get(&cell).copied().unwrap_or(UNKNOWN));
        }
        cells.accesses.values_mut().for_each(|all| {
            all.sort_unstable();
            all.dedup();
        });
        cells
    }
}

/// Registers that may hold other pointers than those that `spread` follows.
fn mixed(body: &Body) -> Vec<bool> {
    let mut mixed = vec![false; body.registers as usize];
    let params = body.params.iter().flat_map(|p| p.at..p.at + p.scalar.slots());
    let made = body.copied.iter().map(|c| c.0).chain(body.locals.iter().map(|l| l.register));
    params.chain(made).for_each(|r| mixed[r as usize] = true);
    let followed = |op: &Op| match *op {
        Op::Mov { d, a } | Op::MovN { n: 1, d, a } | Op::Select { w: 1..=64, d, a, .. } => Some((d, a)),
        Op::GepImm { d, p, .. } | Op::Gep { d, p, .. } => Some((d, p)),
        _ => None,
    };
    for op in body.code.iter().filter(|op| followed(op).is_none()) {
        registers(body, op, &mut |r, slots, access| {
            if access != Access::Use {
                (r..r + slots).for_each(|r| mixed[r as usize] = true);
            }
        });
    }
    loop {
        let before = mixed.iter().filter(|m| **m).count();
        body.code.iter().filter_map(followed).for_each(|(d, a)| mixed[d as usize] |= mixed[a as usize]);
        if mixed.iter().filter(|m| **m).count() == before {
            return mixed;
        }
    }
}

/// A load or store of one value.
pub struct Accessed {
    pub pointer: Reg,
    pub index: Option<Reg>,
    /// The register that is stored; `None`: a load.
    pub stored: Option<Reg>,
    pub offset: Option<i64>,
    pub bytes: u64,
}

pub fn accessed(op: &Op, constant: &dyn Fn(Reg) -> Option<u64>) -> Option<Accessed> {
    let plain =
        |pointer, o: i32, bytes, stored| Some(Accessed { pointer, index: None, stored, offset: Some(o as i64), bytes });
    let indexed = |pointer, i: Reg, bytes: u64, stored| {
        let offset = constant(i).map(|i| (i as i64).wrapping_mul(bytes as i64));
        Some(Accessed { pointer, index: Some(i), stored, offset, bytes })
    };
    match *op {
        Op::Load8 { p, o, .. } => plain(p, o, 1, None),
        Op::Load16 { p, o, .. } => plain(p, o, 2, None),
        Op::Load32 { p, o, .. } => plain(p, o, 4, None),
        Op::Load64 { p, o, .. } => plain(p, o, 8, None),
        Op::LoadAny { w, p, o, .. } | Op::LoadCopy { w, p, o, .. } => plain(p, o, (w as u64).div_ceil(8), None),
        Op::Store8 { p, a, o } => plain(p, o, 1, Some(a)),
        Op::Store16 { p, a, o } => plain(p, o, 2, Some(a)),
        Op::Store32 { p, a, o } => plain(p, o, 4, Some(a)),
        Op::Store64 { p, a, o } => plain(p, o, 8, Some(a)),
        Op::StoreAny { w, p, a, o } => plain(p, o, (w as u64).div_ceil(8), Some(a)),
        Op::LoadIdx8 { p, i, .. } => indexed(p, i, 1, None),
        Op::LoadIdx16 { p, i, .. } => indexed(p, i, 2, None),
        Op::LoadIdx32 { p, i, .. } => indexed(p, i, 4, None),
        Op::LoadIdx64 { p, i, .. } => indexed(p, i, 8, None),
        Op::StoreIdx8 { p, i, a } => indexed(p, i, 1, Some(a)),
        Op::StoreIdx16 { p, i, a } => indexed(p, i, 2, Some(a)),
        Op::StoreIdx32 { p, i, a } => indexed(p, i, 4, Some(a)),
        Op::StoreIdx64 { p, i, a } => indexed(p, i, 8, Some(a)),
        _ => None,
    }
}

/// Uses of an address that let nobody write there: what is copied is followed, comparisons tell nothing.
fn is_harmless(op: &Op) -> bool {
    matches!(
        op,
        Op::Mov { .. }
            | Op::MovN { n: 1, .. }
            | Op::Select { w: 1..=64, .. }
            | Op::GepImm { .. }
            | Op::Gep { .. }
            | Op::Cmp { .. }
            | Op::BrEq { .. }
            | Op::BrNe { .. }
            | Op::BrIf { .. }
            | Op::BrNot { .. }
            | Op::Count { .. }
            | Op::Cover { .. }
            | Op::Outcome { .. }
    )
}

fn number(bytes: &[u8], big_endian: bool) -> u64 {
    let push = |v: u64, b: &u8| v << 8 | *b as u64;
    if big_endian { bytes.iter().fold(0, push) } else { bytes.iter().rev().fold(0, push) }
}

/// What a load of a cell gives, and what a store leaves: the number in its bytes.
pub fn of_width(v: &Values, bits: u32) -> Values {
    match v.list() {
        Some(_) => *v,
        None => Values::range(Some(Range { ..v.at(bits) })),
    }
}
