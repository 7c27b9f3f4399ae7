//! What functions read and write beside their own variables, for one question: does it matter which of two calls is made first?
//!
//! Flow-insensitive, and nothing is left out: a pointer that is not known to lead to a local or to a global may lead anywhere.

use super::roots::load;
use crescendo_program::body::{Body, Callee, Intrinsic};
use crescendo_program::op::{Access, Op, Reg};
use crescendo_program::{Function, FunctionId, GlobalId, Program};
use crescendo_vm::models::{self, effects::only_looks};
use std::collections::BTreeSet;

/// Places in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Places {
    anywhere: bool,
    globals: BTreeSet<GlobalId>,
}

impl Places {
    fn add(&mut self, other: &Places) {
        self.anywhere |= other.anywhere;
        self.globals.extend(&other.globals);
    }

    fn is_empty(&self) -> bool {
        !self.anywhere && self.globals.is_empty()
    }

    fn meet(&self, other: &Places) -> bool {
        !self.is_empty() && !other.is_empty() && (self.anywhere || other.anywhere)
            || self.globals.intersection(&other.globals).next().is_some()
    }
}

/// What a call does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    reads: Places,
    writes: Places,
    /// It uses what is outside of the program, or the library's own state.
    outside: bool,
    /// It calls through a pointer: whatever has its address taken may be called.
    through_pointer: bool,
}

impl Effects {
    fn anything() -> Effects {
        let anywhere = Places { anywhere: true, globals: BTreeSet::new() };
        Effects { reads: anywhere.clone(), writes: anywhere, outside: true, through_pointer: false }
    }

    /// A read of memory that is no local variable.
    fn read() -> Effects {
        Effects { reads: Places { anywhere: true, globals: BTreeSet::new() }, ..Effects::default() }
    }

    fn add(&mut self, other: &Effects) {
        self.reads.add(&other.reads);
        self.writes.add(&other.writes);
        self.outside |= other.outside;
        self.through_pointer |= other.through_pointer;
    }

    fn disturb(&self, other: &Effects) -> bool {
        self.outside && other.outside
            || self.writes.meet(&other.reads)
            || self.writes.meet(&other.writes)
            || self.reads.meet(&other.writes)
    }
}

/// The call sites of a function that C lets be evaluated before or after something that they disturb, or that disturbs them.
pub(crate) fn disturbing(
    program: &Program,
    body: &Body,
    reached: &dyn Fn(FunctionId) -> BTreeSet<FunctionId>,
    own: &[Effects],
    through_pointers: &Effects,
) -> Vec<u32> {
    let of_call = |site: u32| match body.calls[site as usize].callee {
        Callee::Direct(f) => {
            let mut all = of_all(program, reached(f), own);
            if all.through_pointer {
                all.add(through_pointers);
            }
            all
        }
        Callee::Pointer(_) => through_pointers.clone(),
        Callee::Symbol(_) => Effects::anything(),
    };
    let mut found: Vec<u32> = Vec::new();
    for &(call, other) in &body.unsequenced {
        let with = other.map_or_else(Effects::read, of_call);
        if of_call(call).disturb(&with) {
            found.push(call);
        }
    }
    found.dedup();
    found
}

/// What any call through a pointer may do: that of all functions whose address is taken. Any other is a stub.
pub(crate) fn through_pointers(
    program: &Program,
    taken: impl Iterator<Item = FunctionId>,
    reached: &dyn Fn(FunctionId) -> BTreeSet<FunctionId>,
    own: &[Effects],
) -> Effects {
    let all: BTreeSet<FunctionId> = taken.flat_map(reached).collect();
    of_all(program, all, own)
}

fn of_all(program: &Program, functions: BTreeSet<FunctionId>, own: &[Effects]) -> Effects {
    let mut all = Effects::default();
    functions.into_iter().for_each(|f| all.add(&of_function(program, f, own)));
    all
}

/// A function by itself, without those it calls.
fn of_function(program: &Program, f: FunctionId, own: &[Effects]) -> Effects {
    let function = program.function(f);
    if function.body.is_some() {
        return own[f.0 as usize].clone();
    }
    match models::find(&function.name) {
        Some(_) if only_looks(&function.name) => Effects::read(),
        Some(_) => Effects::anything(),
        // A stub gives any value, whenever it is called; that it may do more is a gap of its own.
        None => Effects::default(),
    }
}

/// What a function's own code does.
pub(crate) fn of_body(function: &Function, body: &Body, global: &dyn Fn(u64) -> Option<GlobalId>) -> Effects {
    let pointers = Pointers::new(function, body, global);
    let mut effects = Effects::default();
    for op in &body.code {
        if let Some((_, p, _)) = load(op) {
            effects.reads.add(&pointers.of(p));
            continue;
        }
        match *op {
            Op::LoadIdx8 { p, .. } | Op::LoadIdx16 { p, .. } | Op::LoadIdx32 { p, .. } | Op::LoadIdx64 { p, .. } => {
                effects.reads.add(&pointers.of(p));
            }
            Op::Store8 { p, .. }
            | Op::Store16 { p, .. }
            | Op::Store32 { p, .. }
            | Op::Store64 { p, .. }
            | Op::StoreAny { p, .. }
            | Op::StoreIdx8 { p, .. }
            | Op::StoreIdx16 { p, .. }
            | Op::StoreIdx32 { p, .. }
            | Op::StoreIdx64 { p, .. } => effects.writes.add(&pointers.of(p)),
            Op::MemCopy { d, a, .. } => {
                effects.writes.add(&pointers.of(d));
                effects.reads.add(&pointers.of(a));
            }
            Op::MemSet { d, .. } => effects.writes.add(&pointers.of(d)),
            Op::Unsupported { .. } => effects.add(&Effects::anything()),
            _ => {}
        }
    }
    for i in &body.intrinsics {
        match i.what {
            Intrinsic::SetJump | Intrinsic::LongJump | Intrinsic::ReadCycles => effects.add(&Effects::anything()),
            _ => {}
        }
    }
    effects.through_pointer = body.calls.iter().any(|c| matches!(c.callee, Callee::Pointer(_)));
    effects
}

/// Where the pointers in a function's registers may lead.
struct Pointers {
    of: Vec<Places>,
}

impl Pointers {
    fn new(function: &Function, body: &Body, global: &dyn Fn(u64) -> Option<GlobalId>) -> Pointers {
        let registers = body.registers as usize;
        let mut p = Pointers { of: vec![Places::default(); registers] };
        let anywhere = Places { anywhere: true, globals: BTreeSet::new() };
        let is_result = |number: u32| function.signature.params.iter().any(|p| p.number == number && p.struct_return);
        let from_callers = body.params.iter().filter(|s| !is_result(s.number));
        from_callers.for_each(|s| p.set(s.at, &anywhere));
        // A struct that is passed by value is the callee's own.
        body.copied.iter().for_each(|c| p.of[c.0 as usize] = Places::default());
        for (i, &word) in body.constants.iter().enumerate() {
            if let Some(g) = global(word) {
                p.set(body.constants_at + i as u32, &Places { anywhere: false, globals: BTreeSet::from([g]) });
            }
        }
        let results = body.calls.iter().map(|c| (c.d, c.ret_slots.max(1)));
        let results = results.chain(body.intrinsics.iter().map(|i| (i.d, i.ret.len() as u32)));
        for (d, slots) in results.filter(|r| r.0 != 0 || r.1 != 0) {
            (d..d + slots).filter(|r| (*r as usize) < registers).for_each(|r| p.set(r, &anywhere));
        }
        while body.code.iter().fold(false, |changed, op| p.operation(op, &anywhere) | changed) {}
        p
    }

    fn of(&self, r: Reg) -> Places {
        self.of[r as usize].clone()
    }

    fn set(&mut self, r: Reg, places: &Places) {
        self.of[r as usize].add(places);
    }

    /// Whether anything is new.
    fn operation(&mut self, op: &Op, anywhere: &Places) -> bool {
        let (mut used, mut defined) = (Vec::new(), Vec::new());
        let mut copy = *op;
        copy.visit(&mut |r, n, access| {
            let range = *r..*r + n;
            if access != Access::Def {
                used.extend(range.clone());
            }
            if access != Access::Use {
                defined.extend(range);
            }
        });
        let from: Vec<Reg> = match *op {
            // The index is no pointer.
            Op::Gep { p, .. } | Op::GepImm { p, .. } => vec![p],
            Op::Alloca { .. } => Vec::new(),
            Op::Mov { .. }
            | Op::MovN { .. }
            | Op::Select { .. }
            | Op::PtrToInt { .. }
            | Op::IntToPtr { .. }
            | Op::Add64 { .. }
            | Op::Sub64 { .. }
            | Op::And { .. } => used,
            _ => {
                return defined.into_iter().fold(false, |changed, d| self.add(d, anywhere) | changed);
            }
        };
        let mut places = Places::default();
        from.iter().for_each(|r| places.add(&self.of[*r as usize]));
        defined.into_iter().fold(false, |changed, d| self.add(d, &places) | changed)
    }

    fn add(&mut self, r: Reg, places: &Places) -> bool {
        let before = self.of[r as usize].clone();
        self.set(r, places);
        before != self.of[r as usize]
    }
}
