//! Lengths that belong to objects: an object has as many elements as the number says that is its length, up to the bound.
//!
//! The number of elements follows from the inputs. What this leaves out, objects shorter than they are said to be, is an
//! assumption, and told as one. That an object is not longer than the bound is one too (`Inputs::assume_below`): a proof that
//! needs it is none. With a length above the bound, what lies behind the object's end is unknown rather than wrong.

use crate::driver::{Driver, member_path};
use crate::flow::Tie;
use crate::inputs::InputKind;
use crescendo_program::ctype::{CType, Record, TypeId};
use crescendo_program::{Function, FunctionId, GlobalId};
use crescendo_solver::expr::ExprId;
use crescendo_vm::symbolic::LENGTH_BITS;
use crescendo_vm::{Stop, Vm};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Elements of a parameter declared as an array that are made at most.
const DECLARED: u64 = 4096;

/// A number that is the length of an object.
#[derive(Clone, Debug)]
pub(crate) struct Length {
    path: String,
    ty: TypeId,
    /// Bytes it counts.
    unit: u64,
}

/// What is known of the inputs' relations; what a run fills is cleared before the next.
#[derive(Default)]
pub(crate) struct Ties {
    on: bool,
    /// By the pointer's path.
    lengths: HashMap<String, Vec<Length>>,
    /// Elements that are taken to be there: those of a parameter declared as an array.
    least: HashMap<String, u64>,
    /// By the path of a pointer to an end: the pointer to the object.
    ends: HashMap<String, String>,
    /// Paths of pointers that are used as strings.
    strings: HashSet<String>,
    /// Elements behind pointers, in this run.
    counts: HashMap<String, (u64, ExprId)>,
    /// Objects of this run that would be longer but for a bound: by address, with the size of an element.
    pub cut: Vec<(u64, u64)>,
    /// What was assumed, over all runs.
    pub assumed: BTreeSet<String>,
}

impl Ties {
    pub fn new(on: bool) -> Ties {
        Ties { on, ..Ties::default() }
    }

    pub fn begin(&mut self) {
        self.counts.clear();
        self.cut.clear();
    }

    fn add(&mut self, pointer: String, path: String, ty: TypeId, unit: u64) {
        let all = self.lengths.entry(pointer).or_default();
        if !all.iter().any(|l| l.path == path && l.unit == unit) {
            all.push(Length { path, ty, unit });
        }
    }

    pub fn least(&self, path: &str) -> u64 {
        self.least.get(path).copied().unwrap_or(1)
    }

    /// The pointer at this path is used as a string: unless a length goes with it, what it points to has an end.
    pub fn add_string(&mut self, path: String) {
        if self.on {
            self.strings.insert(path);
        }
    }

    pub fn is_string(&self, path: &str) -> bool {
        self.strings.contains(path) && !self.is_tied(path)
    }

    pub fn is_tied(&self, path: &str) -> bool {
        self.lengths.contains_key(path)
    }

    pub fn begin_of(&self, end: &str) -> Option<&String> {
        self.ends.get(end)
    }
}

impl Driver<'_> {
    /// The relations between the arguments of the call that begins.
    pub(crate) fn tie_parameters(&mut self, id: FunctionId, f: &Function, types: &[TypeId]) {
        for (i, length) in f.param_lengths.iter().enumerate() {
            if let Some(n) = length.filter(|n| (1..=DECLARED).contains(n)) {
                self.ties.least.insert(self.parameter(f, i), n);
            }
        }
        if !self.ties.on {
            return;
        }
        let relations = &self.facts.relations;
        for t in relations.params.get(&id).into_iter().flatten() {
            let Some(&ty) = types.get(t.length) else { continue };
            let (pointer, length) = (self.parameter(f, t.pointer), self.parameter(f, t.length));
            self.ties.add(pointer, length, ty, t.unit);
        }
        for &(begin, end) in relations.ends.get(&id).into_iter().flatten() {
            let (begin, end) = (self.parameter(f, begin), self.parameter(f, end));
            self.ties.ends.insert(end, begin);
        }
    }

    /// The relations of globals that have become inputs, with these paths, to each other and to those that are.
    pub(crate) fn tie_globals(&mut self, new: &[(GlobalId, String)]) {
        if !self.ties.on || new.is_empty() {
            return;
        }
        let path = |g: GlobalId| self.global_paths.get(&g).filter(|_| self.driven.has(g)).cloned();
        let is_new = |g: GlobalId| new.iter().any(|n| n.0 == g);
        for &Tie { pointer, length, unit } in &self.facts.relations.globals {
            if !is_new(pointer) && !is_new(length) {
                continue;
            }
            let ty = self.program.global(length).c_type;
            if let (Some(pointer), Some(length), Some(ty)) = (path(pointer), path(length), ty) {
                self.ties.add(pointer, length, ty, unit);
            }
        }
    }

    /// The relations between the members of a struct.
    pub(crate) fn tie_members(&mut self, id: TypeId, r: &Record, path: &str) {
        if !self.ties.on {
            return;
        }
        for t in self.facts.relations.records.get(&id).into_iter().flatten() {
            let member = |at: u64| r.members.iter().find(|m| m.offset_bits == at * 8 && m.width_bits.is_none());
            if let (Some(p), Some(n)) = (member(t.pointer), member(t.length)) {
                self.ties.add(member_path(path, &p.name), member_path(path, &n.name), n.ty, t.unit);
            }
        }
    }

    /// How many elements of `size` bytes are behind the pointer, as a number and as a term of 64 bits. A length is an input
    /// wherever another one is possible: what a constant excludes would pass for proved.
    pub(crate) fn count(&mut self, vm: &mut Vm, path: &str, to: TypeId) -> (u64, ExprId) {
        if let Some(&known) = self.ties.counts.get(path) {
            return known;
        }
        let (size, most) = self.extent(path, to);
        let (mut count, mut term) = self.length(vm, path, most);
        let least = self.ties.least(path);
        if least > 1 {
            // Still an input, not a number: a caller may have more, so a proof must not lean on the end being there.
            count = count.max(least);
            let p = &mut vm.sym().pool;
            let low = p.constant(least, 64);
            let is_low = p.ult(term, low);
            term = p.ite(is_low, low, term);
            self.ties.assumed.insert(format!("{path} has at least {least} elements, as declared"));
        }
        for l in self.ties.lengths.get(path).cloned().unwrap_or_default() {
            (count, term) = self.follow(vm, path, &l, (size, most), (count, term));
        }
        if let Some(length) = self.inputs.find(&length_path(path)).map(|i| i.variable) {
            self.inputs.lengths.insert(length, count);
        }
        self.ties.counts.insert(path.to_string(), (count, term));
        (count, term)
    }

    /// A number of elements from 1 to `most`, which is an input: its value, and its term of 64 bits.
    pub(crate) fn length(&mut self, vm: &mut Vm, path: &str, most: u64) -> (u64, ExprId) {
        let (variable, free) = self.variable(vm, &length_path(path), InputKind::Length, LENGTH_BITS);
        self.inputs.assume_below(variable, most);
        let s = vm.sym();
        // Inputs by name may say how many elements there were in truth: padding can hold more.
        let value = s.inputs.get(variable).min(most - 1);
        let (long, one) = (s.pool.zext(free, 64), s.pool.constant(1, 64));
        (value + 1, s.pool.add(long, one))
    }

    /// That a string ends is assumed: a condition that says so, for its bytes to depend on.
    pub(crate) fn terminated(&mut self, vm: &mut Vm, path: &str) -> ExprId {
        let p = &mut vm.sym().pool;
        let endless = self.inputs.never(p, &format!("endless({path})"));
        let endless = p.var(endless);
        p.not(endless)
    }

    /// Ends a string of `count` bytes: whatever its length is (`elements`), the last byte is zero.
    pub(crate) fn end_string(
        &mut self,
        vm: &mut Vm,
        path: &str,
        (object, start): (u64, u64),
        (count, elements): (u64, ExprId),
    ) -> Result<(), Stop> {
        let address = object + start;
        self.ties.assumed.insert(format!("{path} is a terminated string"));
        if elements.is_none() {
            return vm.write_int(address + count - 1, 8, 0);
        }
        let ends = self.terminated(vm, path);
        for i in 0..count {
            let value = if i + 1 == count { 0 } else { vm.plain_int(address + i, 8)? };
            let term = ended_byte(vm, (object, start), i, elements, ends);
            vm.put_known_input(address + i, term, &[value])?;
        }
        Ok(())
    }

    /// The number of elements where a length asks for more.
    fn follow(
        &mut self,
        vm: &mut Vm,
        path: &str,
        l: &Length,
        (size, most): (u64, u64),
        (count, term): (u64, ExprId),
    ) -> (u64, ExprId) {
        let (bits, signed) = match self.program.types.resolved(l.ty) {
            CType::Int { bits, signed, .. } | CType::Char { bits, signed, .. } => (*bits, *signed),
            _ => return (count, term),
        };
        let limit = most * size / l.unit.max(1);
        if bits > 64 || limit == 0 {
            return (count, term);
        }
        self.ties.assumed.insert(format!("{} <= number of {} of {path}", l.path, self.unit_name(l.unit, size)));
        let (variable, n) = self.variable(vm, &l.path, InputKind::Value(l.ty), bits);
        let s = vm.sym();
        let raw = s.inputs.get(variable);
        let value = if signed { crescendo_number::int::sext(raw, bits) as u64 } else { raw };
        let p = &mut s.pool;
        let n = if signed { p.sext(n, 64) } else { p.zext(n, 64) };
        // Within the bound: as many elements as that needs. Above it or negative: it says nothing here, and what is
        // missing then is the bound's fault (`cut`).
        let (one, bound) = (p.constant(1, 64), p.constant(limit, 64));
        let less = p.sub(n, one);
        let within = p.ult(less, bound);
        let (unit, each, rest) = (p.constant(l.unit, 64), p.constant(size, 64), p.constant(size - 1, 64));
        let bytes = p.mul(n, unit);
        let bytes = p.add(bytes, rest);
        let need = p.udiv(bytes, each);
        let more = p.ult(term, need);
        let more = p.and(within, more);
        let new = p.ite(more, need, term);
        let is_above = if signed { value as i64 > limit as i64 } else { value > limit };
        let is_within = value.wrapping_sub(1) < limit;
        let needed = if is_within { (value * l.unit).div_ceil(size) } else { 0 };
        let count = count.max(needed);
        if is_above && let Some(&address) = self.addresses.get(path) {
            self.ties.cut.push((address, size));
        }
        (count, new)
    }

    fn unit_name(&self, unit: u64, size: u64) -> &'static str {
        if unit == size { "elements" } else { "bytes" }
    }
}

/// The byte at an index of a string of that many bytes: zero at the end, if it has one.
pub(crate) fn ended_byte(vm: &mut Vm, (object, start): (u64, u64), i: u64, elements: ExprId, ends: ExprId) -> ExprId {
    let t = vm.memory.term_at(object, start + i);
    let p = &mut vm.sym().pool;
    let (length, zero) = (p.constant(i + 1, 64), p.constant(0, 8));
    let byte = if t.term.is_some() { p.extract(t.term, t.byte * 8, 8) } else { zero };
    let last = p.eq(elements, length);
    let end = p.and(last, ends);
    p.ite(end, zero, byte)
}

fn length_path(path: &str) -> String {
    format!("len({path})")
}
