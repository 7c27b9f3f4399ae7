//! Addresses that depend on inputs: where they can point inside their object.

use super::Symbolic;
use crate::machine::Vm;
use crate::stop::{FaultKind, Stop};
use crate::trace::{Concretised, EventKind};
use crate::value::Value;
use crescendo_program::op::Reg;
use crescendo_solver::expr::{ExprId, Kind, Pool};

/// An address, its term if it has one, and the address it was computed from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub address: u64,
    pub term: ExprId,
    /// The base pointer: its object is the one that is meant.
    pub home: u64,
    /// A pointer that is null or in that object, if it was computed from one.
    pub origin: Option<Origin>,
}

/// A pointer that a library function found: null or a place in one object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    pub term: ExprId,
    /// It is null in this run.
    pub null: bool,
    /// An address of the object.
    pub object: u64,
}

impl<'p> Vm<'p> {
    /// A pointer that is a choice of the driver is used: the path decides which one it is. `access`: not choosing null
    /// is what keeps the program from a fault here.
    #[inline]
    pub(super) fn decide(&mut self, base: usize, p: Reg, access: bool) -> Result<(), Stop> {
        let at = base + p as usize;
        let s = self.sym();
        let e = s.terms[at];
        if e.is_none() {
            return Ok(());
        }
        let Some(&targets) = s.choices.get(&e) else { return Ok(()) };
        s.terms[at] = ExprId::NONE;
        if !s.pinned.insert(e) {
            return Ok(());
        }
        let value = self.true_address(self.registers[at], e);
        let check = self.check_part(FaultKind::NullDereference, value != 0, 0);
        let s = self.sym();
        let width = s.pool.width(e);
        let chosen = s.pool.constant(value, width);
        let holds = s.pool.eq(e, chosen);
        let kind = match access {
            _ if targets > 2 => EventKind::Concrete { term: e, reason: Concretised::Choice },
            true => check,
            false => EventKind::Fork { outcome: value != 0 },
        };
        self.event(kind, holds)
    }

    /// The address that a pointer with a term stands for. The mark of one that has left its object takes the place of its
    /// highest bits, which the term knows.
    pub(super) fn true_address(&mut self, pointer: u64, term: ExprId) -> u64 {
        if self.memory.is_escaped(pointer) { self.sym().evaluate(term)[0] } else { self.memory.plain(pointer) }
    }

    /// A place whose object the path does not decide, because its pointer was itself read from a symbolic place or made of
    /// input bits: its address becomes part of the path.
    pub(super) fn anchor(&mut self, place: Place) -> Result<Place, Stop> {
        if place.term.is_none() || place.origin.is_some() {
            return Ok(place);
        }
        if self.sym().null_based.contains(&place.term) || self.is_anchored(place.term, 0) {
            return Ok(place);
        }
        self.concretise_address(place.term)?;
        Ok(Place { term: ExprId::NONE, ..place })
    }

    /// The address is that of this run. Its value is the term's: the machine marks pointers that have left their object.
    pub(super) fn concretise_address(&mut self, term: ExprId) -> Result<(), Stop> {
        let value = self.sym().evaluate(term)[0];
        self.concretise(term, value, Concretised::Address)
    }

    /// Whether an address is a distance from an object that is the same for all inputs.
    fn is_anchored(&self, term: ExprId, depth: u32) -> bool {
        const DEPTH: u32 = 16;
        let s = self.sym_ref();
        let n = s.pool.node(term);
        match n.kind {
            Kind::Const => self.memory.owner(n.value()).is_some(),
            Kind::Add if depth < DEPTH => self.is_anchored(n.a(), depth + 1) || self.is_anchored(n.b(), depth + 1),
            Kind::Sub if depth < DEPTH => self.is_anchored(n.a(), depth + 1),
            _ => false,
        }
    }

    /// A place computed from null stays one that nothing may be read from.
    #[inline]
    pub(super) fn keep_null(&mut self, base: usize, p: Reg, place: Place) {
        if place.term.is_none() {
            return;
        }
        let at = base + p as usize;
        let null = self.registers[at] == 0;
        let s = self.sym();
        if let Some(origin) = place.origin {
            s.origins.insert(place.term, origin);
            return;
        }
        let from = s.terms[at];
        if from.is_none() && null || from.is_some() && s.null_based.contains(&from) {
            s.null_based.insert(place.term);
        }
    }

    /// `p + o`
    pub(super) fn place_at(&mut self, base: usize, p: Reg, o: i32) -> Place {
        let at = base + p as usize;
        let pointer = self.registers[at];
        let delta = o as i64 as u64;
        let s = self.sym();
        let mut origin = None;
        let term = match s.terms[at] {
            ExprId::NONE => ExprId::NONE,
            e => {
                origin = s.origins.get(&e).copied();
                let e = s.fit(e, 64);
                let delta = s.pool.constant(delta, 64);
                s.pool.add(e, delta)
            }
        };
        let address = pointer.wrapping_add(delta);
        let home = self.home_of(at, origin);
        self.keep_home(address, term, home);
        Place { address, term, home, origin }
    }

    /// An address of the object that a register's pointer is meant for.
    fn home_of(&mut self, at: usize, origin: Option<Origin>) -> u64 {
        self.home_of_pointer(self.registers[at], self.sym_ref().terms[at], origin)
    }

    /// The same for an argument of a function.
    pub(super) fn home_of_value(&self, v: &Value, origin: Option<Origin>) -> u64 {
        self.home_of_pointer(v.lo, v.terms[0], origin)
    }

    fn home_of_pointer(&self, pointer: u64, term: ExprId, origin: Option<Origin>) -> u64 {
        if let Some(origin) = origin {
            return origin.object;
        }
        if !self.memory.is_escaped(pointer) {
            return pointer;
        }
        // The mark of a pointer that is far away says little: the term knows where it came from.
        self.sym_ref().homes.get(&term).copied().unwrap_or(pointer)
    }

    fn keep_home(&mut self, address: u64, term: ExprId, home: u64) {
        if term.is_some() && self.memory.is_escaped(address) && !self.memory.is_escaped(home) {
            self.sym().homes.insert(term, home);
        }
    }

    /// `p + i * scale`
    pub(super) fn place_indexed(&mut self, base: usize, p: Reg, i: Reg, scale: u64) -> Place {
        let (p, i) = (base + p as usize, base + i as usize);
        let pointer = self.registers[p];
        let new = pointer.wrapping_add(self.registers[i].wrapping_mul(scale));
        let shift = self.memory.geometry().shift;
        let address = if (pointer ^ new) >> shift == 0 { new } else { self.memory.moved(pointer, new) };
        let plain = self.memory.plain(pointer);
        let s = self.sym();
        let origin = if s.terms[p].is_some() { s.origins.get(&s.terms[p]).copied() } else { None };
        let home = self.home_of(p, origin);
        let s = self.sym();
        let term = if (s.terms[p].0 | s.terms[i].0) == 0 {
            ExprId::NONE
        } else {
            // A marked pointer's term is its plain address.
            let start = match s.terms[p] {
                ExprId::NONE => s.pool.constant(plain, 64),
                e => s.fit(e, 64),
            };
            let index = self.register_term(i, 64);
            let s = self.sym();
            let scale = s.pool.constant(scale, 64);
            let distance = s.pool.mul(index, scale);
            s.pool.add(start, distance)
        };
        self.keep_home(address, term, home);
        Place { address, term, home, origin }
    }
}

/// What is known of a number: it is `rest` plus a multiple of `step` (0: exactly `rest`), and its size is below `bound`.
/// Numbers of fewer than `WIDE` bits are taken as unsigned, wider ones as signed.
#[derive(Clone, Copy, Debug)]
struct Grid {
    step: u64,
    rest: i64,
    bound: u64,
}

const WIDE: u32 = 62;
const HUGE: u64 = 1 << WIDE;

/// The grid an offset lies on, as far as its operations tell.
pub(super) fn grid(s: &Symbolic, offset: ExprId) -> (u64, u64) {
    let g = find_grid(&s.pool, offset, 0);
    match i64::try_from(g.step) {
        Ok(step @ 1..) => (g.step, g.rest.rem_euclid(step) as u64),
        _ => (1, 0),
    }
}

fn find_grid(p: &Pool, e: ExprId, depth: u32) -> Grid {
    let n = p.node(e);
    let width = n.width as u32;
    let limit = if width < WIDE { 1 << width } else { HUGE };
    let unknown = Grid { step: 1, rest: 0, bound: limit };
    if depth > 8 || width > 64 {
        return unknown;
    }
    let go = |e: ExprId| find_grid(p, e, depth + 1);
    let g = match n.kind {
        Kind::Const => {
            let v = n.value() as i64;
            Grid { step: 0, rest: v, bound: v.unsigned_abs().saturating_add(1).min(HUGE) }
        }
        Kind::ZExt if p.width(n.a()) < WIDE => go(n.a()),
        // A negative number stays one: it is outside every object, so only the size matters.
        Kind::SExt if p.width(n.a()) < WIDE => Grid { step: 1, rest: 0, bound: 1 << p.width(n.a()) },
        Kind::Mul => match p.as_constant(n.b()) {
            Some(c) => scaled(go(n.a()), c as i64),
            None => unknown,
        },
        Kind::Shl => match p.as_constant(n.b()) {
            Some(c) if c < WIDE as u64 => scaled(go(n.a()), 1 << c),
            _ => unknown,
        },
        Kind::Add => {
            let (x, y) = (go(n.a()), go(n.b()));
            let bound = x.bound.saturating_add(y.bound);
            Grid { step: gcd(x.step, y.step), rest: x.rest.wrapping_add(y.rest), bound }
        }
        Kind::Concat if p.as_constant(n.b()).is_some() => {
            let low = p.width(n.b());
            let rest = p.as_constant(n.b()).unwrap_or(0) as i64;
            Grid { step: if low < WIDE { 1 << low } else { 1 }, rest, bound: limit }
        }
        _ => unknown,
    };
    // Past a wrap only powers of two survive.
    if g.bound > limit && g.step != 0 {
        let step = 1 << g.step.trailing_zeros().min(width.min(WIDE));
        return Grid { step, rest: g.rest.rem_euclid(step as i64), bound: limit };
    }
    g
}

fn scaled(g: Grid, c: i64) -> Grid {
    let (size, bound) = (c.unsigned_abs(), g.bound.saturating_mul(c.unsigned_abs()));
    // A step that does not fit is a wrap as well: what is left of it are its powers of two.
    let powers = 1 << (g.step.trailing_zeros() + size.trailing_zeros()).min(WIDE);
    Grid { step: g.step.checked_mul(size).unwrap_or(powers), rest: g.rest.wrapping_mul(c), bound }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crescendo_solver::expr::{Assignment, Program, Scratch, VarId};

    /// Offsets as programs compute them, on values around every wrap: all lie on the grid.
    #[test]
    fn offsets_lie_on_their_grid() {
        let mut p = Pool::new();
        let narrow = p.new_variable("i", 32);
        let wide = p.new_variable("n", 64);
        let (narrow, wide) = (p.var(narrow), p.var(wide));
        let numbers: Vec<u64> =
            vec![0, 1, 5, 23, 24, 1 << 31, (1 << 31) - 1, u32::MAX as u64, 1 << 62, 1 << 63, u64::MAX, u64::MAX - 22];
        let mut terms = Vec::new();
        for &c in &numbers {
            for &k in &numbers {
                let (k32, k64) = (p.constant(k & u32::MAX as u64, 32), p.constant(k, 64));
                let (c32, c64) = (p.constant(c & u32::MAX as u64, 32), p.constant(c, 64));
                let moved = p.add(narrow, c32);
                let grown = p.mul(moved, k32);
                let (zext, sext) = (p.zext(grown, 64), p.sext(moved, 64));
                for index in [zext, sext, wide] {
                    let times = p.mul(index, k64);
                    let twice = p.mul(times, k64);
                    terms.extend([index, times, p.add(times, c64), p.add(twice, c64)]);
                }
            }
        }
        let mut scratch = Scratch::default();
        for term in terms {
            let g = find_grid(&p, term, 0);
            let Ok(step @ 1..) = i64::try_from(g.step) else { continue };
            let program = Program::new(&p, &[term]);
            let mut values = Assignment::new();
            for &n in &numbers {
                values.set(VarId(0), n & u32::MAX as u64);
                values.set(VarId(1), n);
                let at = program.values(&values, &mut scratch)[0][0] as i64;
                assert_eq!(at.rem_euclid(step), g.rest.rem_euclid(step), "{}: {g:?} {n:x} {at:x}", p.show(term));
            }
        }
    }
}
