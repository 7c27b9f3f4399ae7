//! Who calls a function through a pointer: where its address goes, through registers, variables and calls.
//!
//! Flow-insensitive: a register or variable may hold all that it ever holds; a variable is one cell, whatever its members. What goes
//! where it is not followed (the heap, the library, code that is not given, pointers of which nothing is known) has escaped:
//! anybody may call it then, and anybody may write what has escaped.
//!
//! Invariant: a function that has not escaped is called through pointers by the functions in its set and by nobody else.

use crescendo_program::address::Geometry;
use crescendo_program::body::{Arg, Body, CallSite, Callee};
use crescendo_program::op::{Access, Op, Reg};
use crescendo_program::{FunctionId, GlobalId, Linkage, Program};
use std::collections::{BTreeMap, BTreeSet};

/// Operations of programs that are looked at: beyond that nothing is known.
const MOST_OPERATIONS: usize = 400_000;
/// Bytes of an initialised variable from which on pointers are looked for where they are aligned.
const LARGE_IMAGE: usize = 1 << 20;
/// Things in one register or variable; more are unknown.
const MOST_THINGS: usize = 48;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Thing {
    /// Of which nothing is known, or nothing any more.
    Unknown,
    Function(FunctionId),
    /// Addresses of variables: a local by its number in its function.
    Local(FunctionId, u32),
    Global(GlobalId),
}

type Things = BTreeSet<Thing>;

/// Who calls what through pointers; functions that are not in it may be called by anybody.
pub struct Pointed {
    callers: BTreeMap<FunctionId, BTreeSet<FunctionId>>,
}

impl Pointed {
    /// `taken`: the functions whose address is a value; `foreign`: code that was not given may use what it can name.
    pub fn new(program: &Program, taken: &BTreeSet<FunctionId>, foreign: bool) -> Pointed {
        let operations: usize = program.functions.iter().filter_map(|f| f.body.as_ref()).map(|b| b.code.len()).sum();
        if taken.is_empty() || operations > MOST_OPERATIONS {
            return Pointed { callers: BTreeMap::new() };
        }
        let mut flow = Flow::new(program, foreign);
        flow.follow();
        let kept = taken.iter().filter(|f| !flow.escaped.contains(&Thing::Function(**f)));
        Pointed { callers: kept.map(|f| (*f, flow.callers.get(f).cloned().unwrap_or_default())).collect() }
    }

    /// All that call it through pointers; `None`: nobody knows.
    pub fn callers(&self, f: FunctionId) -> Option<&BTreeSet<FunctionId>> {
        self.callers.get(&f)
    }
}

/// What the words of a program mean: an address in a function or a variable, also one that is off by some bytes, as of
/// `(long)f + 1`, which compilers compute beforehand.
struct Meanings {
    /// By slot.
    functions: BTreeMap<u64, FunctionId>,
    /// Start, size; by start.
    globals: Vec<(u64, u64, GlobalId)>,
    geometry: Geometry,
}

impl Meanings {
    fn new(program: &Program) -> Meanings {
        let geometry = program.geometry;
        let all = (0..program.functions.len() as u32).map(FunctionId);
        let placed = all.filter(|f| program.function(*f).address != 0);
        let functions = placed.map(|f| (geometry.slot_of(program.function(f).address), f)).collect();
        let globals = program.globals.iter().enumerate().filter(|(_, g)| g.address != 0);
        let mut globals: Vec<_> = globals.map(|(i, g)| (g.address, g.size, GlobalId(i as u32))).collect();
        globals.sort_unstable();
        Meanings { functions, globals, geometry }
    }

    fn of(&self, word: u64) -> Option<Thing> {
        if let Some(f) = self.functions.get(&self.geometry.slot_of(word)) {
            return Some(Thing::Function(*f));
        }
        let at = self.globals.partition_point(|g| g.0 <= word).checked_sub(1)?;
        let (start, size, g) = self.globals[at];
        // One past the end belongs to it.
        (word - start <= size).then_some(Thing::Global(g))
    }

    /// The things in the initial bytes of a global, wherever they are: members may lie anywhere in packed structs.
    fn image(&self, program: &Program, image: &[u8]) -> Things {
        let bytes = program.target.pointer_bytes() as usize;
        let step = if image.len() > LARGE_IMAGE { bytes } else { 1 };
        let mut all = Things::new();
        for word in image.windows(bytes).step_by(step) {
            let mut value = [0; 8];
            value[..bytes].copy_from_slice(word);
            if program.target.big_endian {
                value[..bytes].reverse();
            }
            all.extend(self.of(u64::from_le_bytes(value)));
        }
        all
    }
}

/// Functions whose address is a value somewhere.
pub fn taken(program: &Program) -> BTreeSet<FunctionId> {
    let meanings = Meanings::new(program);
    let mut things = Things::new();
    for body in program.functions.iter().filter_map(|f| f.body.as_ref()) {
        things.extend(body.constants.iter().filter_map(|w| meanings.of(*w)));
    }
    for image in program.globals.iter().filter_map(|g| g.image.as_ref()) {
        things.extend(meanings.image(program, image));
    }
    let function = |t: Thing| if let Thing::Function(f) = t { Some(f) } else { None };
    things.into_iter().filter_map(function).collect()
}

struct Flow<'p> {
    program: &'p Program,
    /// By function and register.
    registers: Vec<Vec<Things>>,
    /// Registers that would hold too much.
    full: BTreeSet<(FunctionId, Reg)>,
    /// What variables hold.
    cells: BTreeMap<Thing, Things>,
    returned: Vec<Things>,
    escaped: Things,
    /// Code that was not given may use what it can name.
    foreign: bool,
    callers: BTreeMap<FunctionId, BTreeSet<FunctionId>>,
    changed: bool,
}

impl<'p> Flow<'p> {
    fn new(program: &'p Program, foreign: bool) -> Flow<'p> {
        let meanings = Meanings::new(program);
        let count = program.functions.len();
        let (registers, returned) = (vec![Vec::new(); count], vec![Things::new(); count]);
        let (cells, escaped, callers) = (BTreeMap::new(), Things::from([Thing::Unknown]), BTreeMap::new());
        let full = BTreeSet::new();
        let mut flow = Flow { program, registers, full, cells, returned, escaped, foreign, callers, changed: false };
        for (i, f) in program.functions.iter().enumerate() {
            let Some(body) = &f.body else { continue };
            let id = FunctionId(i as u32);
            let mut all = vec![Things::new(); body.registers as usize];
            for (k, word) in body.constants.iter().enumerate() {
                all[body.constants_at as usize + k].extend(meanings.of(*word));
            }
            for (k, l) in body.locals.iter().enumerate() {
                all[l.register as usize].insert(Thing::Local(id, k as u32));
            }
            if f.name == "main" || foreign && f.linkage != Linkage::Internal {
                for p in &body.params {
                    all[p.at as usize].insert(Thing::Unknown);
                }
            }
            flow.registers[i] = all;
        }
        for (i, g) in program.globals.iter().enumerate() {
            let thing = Thing::Global(GlobalId(i as u32));
            let held = g.image.as_ref().map(|image| meanings.image(program, image)).unwrap_or_default();
            flow.cells.insert(thing, held);
            // Of the library, or of others.
            if g.image.is_none() || foreign && g.linkage != Linkage::Internal {
                flow.escape(&Things::from([thing]));
            }
        }
        flow
    }

    fn follow(&mut self) {
        loop {
            self.changed = false;
            for i in 0..self.program.functions.len() {
                if let Some(body) = &self.program.functions[i].body {
                    body.code.iter().for_each(|op| self.operation(FunctionId(i as u32), body, op));
                }
            }
            if !self.changed {
                return;
            }
        }
    }

    fn of(&self, f: FunctionId, r: Reg) -> Things {
        self.registers[f.0 as usize][r as usize].clone()
    }

    fn put(&mut self, f: FunctionId, r: Reg, things: &Things) {
        // What was too much once stays unknown: else it would fill up again and again.
        if self.full.contains(&(f, r)) {
            return self.escape(things);
        }
        let known = &mut self.registers[f.0 as usize][r as usize];
        let before = known.len();
        known.extend(things);
        if known.len() > before {
            self.changed = true;
            if known.len() > MOST_THINGS {
                let all = std::mem::replace(known, Things::from([Thing::Unknown]));
                self.full.insert((f, r));
                self.escape(&all);
            }
        }
    }

    fn escape(&mut self, things: &Things) {
        for t in things {
            if self.escaped.insert(*t) {
                self.changed = true;
                let held = self.cells.get(t).cloned().unwrap_or_default();
                self.escape(&held);
                if let Thing::Function(f) = t {
                    self.unknown_call(*f);
                }
            }
        }
    }

    /// Anybody may call it, with anything.
    fn unknown_call(&mut self, f: FunctionId) {
        let Some(body) = &self.program.function(f).body else { return };
        for p in &body.params {
            // Before its registers are there, they are made with this.
            if let Some(known) = self.registers[f.0 as usize].get_mut(p.at as usize) {
                known.insert(Thing::Unknown);
            }
        }
        let returned = self.returned[f.0 as usize].clone();
        self.escape(&returned);
    }

    /// What is loaded through a pointer.
    fn loaded(&self, pointers: &Things) -> Things {
        let mut all = Things::new();
        for p in pointers {
            all.extend(self.cells.get(p).into_iter().flatten());
            if self.escaped.contains(p) && !matches!(p, Thing::Function(_)) {
                all.insert(Thing::Unknown);
            }
        }
        all
    }

    fn store(&mut self, pointers: &Things, value: &Things) {
        if value.is_empty() {
            return;
        }
        if pointers.is_empty() {
            // A pointer of no known origin.
            return self.escape(value);
        }
        for p in pointers {
            if self.escaped.contains(p) {
                self.escape(value);
            }
            if *p != Thing::Unknown {
                let cell = self.cells.entry(*p).or_default();
                let before = cell.len();
                cell.extend(value);
                self.changed |= cell.len() > before;
                if cell.len() > MOST_THINGS {
                    self.escape(&Things::from([*p]));
                }
            }
        }
    }

    fn operation(&mut self, f: FunctionId, body: &'p Body, op: &Op) {
        match *op {
            Op::Cmp { .. } | Op::FCmp { .. } | Op::WideCmp { .. } | Op::IndexCheck { .. } | Op::MemSet { .. } => {}
            Op::Load8 { d, p, .. } | Op::Load16 { d, p, .. } | Op::Load32 { d, p, .. } | Op::Load64 { d, p, .. } => {
                self.load(f, d, 1, p);
            }
            Op::LoadIdx8 { d, p, .. }
            | Op::LoadIdx16 { d, p, .. }
            | Op::LoadIdx32 { d, p, .. }
            | Op::LoadIdx64 { d, p, .. } => self.load(f, d, 1, p),
            Op::LoadAny { w, d, p, .. } | Op::LoadCopy { w, d, p, .. } => {
                self.load(f, d, (w as u32).div_ceil(64).max(1), p);
            }
            Op::Store8 { p, a, .. }
            | Op::Store16 { p, a, .. }
            | Op::Store32 { p, a, .. }
            | Op::Store64 { p, a, .. } => {
                self.store_to(f, p, a, 1);
            }
            Op::StoreIdx8 { p, a, .. }
            | Op::StoreIdx16 { p, a, .. }
            | Op::StoreIdx32 { p, a, .. }
            | Op::StoreIdx64 { p, a, .. } => self.store_to(f, p, a, 1),
            Op::StoreAny { w, p, a, .. } => self.store_to(f, p, a, (w as u32).div_ceil(64).max(1)),
            Op::MemCopy { d, a, .. } => {
                let held = self.loaded(&self.of(f, a));
                self.store(&self.of(f, d), &held);
            }
            Op::Alloca { d, .. } => self.put(f, d, &Things::from([Thing::Unknown])),
            Op::Call { site, .. } => self.call(f, &body.calls[site as usize]),
            Op::Intrinsic { site, .. } => {
                let site = &body.intrinsics[site as usize];
                for (r, s) in &site.args {
                    (0..s.slots()).for_each(|k| self.escape(&self.of(f, r + k)));
                }
                let slots: u32 = site.ret.iter().map(|s| s.slots()).sum();
                (0..slots).for_each(|k| self.put(f, site.d + k, &Things::from([Thing::Unknown])));
            }
            Op::Ret { a, slots, .. } => {
                let all: Things = (0..slots).flat_map(|k| self.of(f, a + k)).collect();
                let named = self.foreign && self.program.function(f).linkage != Linkage::Internal;
                if named || self.escaped.contains(&Thing::Function(f)) {
                    self.escape(&all);
                }
                let known = &mut self.returned[f.0 as usize];
                let before = known.len();
                known.extend(&all);
                self.changed |= known.len() > before;
            }
            _ => self.computed(f, *op),
        }
    }

    /// Whatever is computed from an address may be one.
    fn computed(&mut self, f: FunctionId, mut op: Op) {
        let (mut used, mut defined) = (Things::new(), Vec::new());
        op.visit(&mut |r, n, access| {
            if access != Access::Def {
                (0..n).for_each(|k| used.extend(&self.registers[f.0 as usize][(*r + k) as usize]));
            }
            if access != Access::Use {
                defined.extend((0..n).map(|k| *r + k));
            }
        });
        if !used.is_empty() {
            defined.into_iter().for_each(|r| self.put(f, r, &used));
        }
    }

    fn load(&mut self, f: FunctionId, d: Reg, slots: u32, p: Reg) {
        let held = self.loaded(&self.of(f, p));
        (0..slots).for_each(|k| self.put(f, d + k, &held));
    }

    fn store_to(&mut self, f: FunctionId, p: Reg, a: Reg, slots: u32) {
        let pointers = self.of(f, p);
        (0..slots).for_each(|k| self.store(&pointers, &self.of(f, a + k)));
    }

    fn call(&mut self, f: FunctionId, site: &CallSite) {
        let mut unknown = false;
        let called: Vec<FunctionId> = match site.callee {
            Callee::Direct(g) => vec![g],
            Callee::Symbol(_) => Vec::new(),
            Callee::Pointer(r) => {
                let things = self.of(f, r);
                unknown = things.is_empty() || things.contains(&Thing::Unknown);
                let functions = things.iter().filter_map(|t| match t {
                    Thing::Function(g) => Some(*g),
                    _ => None,
                });
                let functions: Vec<FunctionId> = functions.collect();
                for g in &functions {
                    self.changed |= self.callers.entry(*g).or_default().insert(f);
                }
                functions
            }
        };
        let mut result = Things::new();
        for g in called {
            match &self.program.function(g).body {
                Some(body) => {
                    self.pass(f, &site.args, g, body);
                    result.extend(&self.returned[g.0 as usize]);
                }
                None => unknown = true,
            }
        }
        if unknown {
            for a in &site.args {
                (0..a.scalar.slots()).for_each(|k| self.escape(&self.of(f, a.at + k)));
            }
            result.insert(Thing::Unknown);
        }
        (0..site.ret_slots).for_each(|k| self.put(f, site.d + k, &result));
    }

    /// Arguments go where parameters are; in calls of another shape anything may go anywhere.
    fn pass(&mut self, f: FunctionId, args: &[Arg], g: FunctionId, to: &Body) {
        let fits = args.len() == to.params.len() && args.iter().zip(&to.params).all(|(a, p)| a.scalar == p.scalar);
        for (i, a) in args.iter().enumerate() {
            for k in 0..a.scalar.slots() {
                let things = self.of(f, a.at + k);
                match to.params.get(i).filter(|_| fits) {
                    Some(p) => self.put(g, p.at + k, &things),
                    None => self.escape(&things),
                }
            }
        }
        if !fits {
            to.params.iter().for_each(|p| self.put(g, p.at, &Things::from([Thing::Unknown])));
        }
    }
}
