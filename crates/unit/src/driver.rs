//! The driver: inputs by C type.
//!
//! Scalars become variables of their width; arrays and structs are driven member by member; a pointer is a choice
//! between null and an object of its own, whose contents are made when the pointer is first loaded (`pointer`).

use crate::facts::Facts;
use crate::inputs::{InputKind, Inputs};
use crate::observe::Observed;
use crate::pointer::{Pending, Target};
use crescendo_program::Program;
use crescendo_program::ctype::{CType, Member, Record, RecordKind, TypeId};
use crescendo_solver::expr::{ExprId, VarId};
use crescendo_vm::{Stop, Vm};
use std::collections::HashMap;

/// How far inputs reach.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Elements behind a pointer; a power of two, as `bytes`.
    pub elements: u64,
    /// Bytes behind a pointer to characters or `void`.
    pub bytes: u64,
    /// Elements of an array that are inputs; the rest is zero.
    pub array: u64,
    /// Pointers to follow from a parameter or global.
    pub depth: u32,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { elements: 8, bytes: 64, array: 64, depth: 3 }
    }
}

/// Something was left out of the inputs, and which bound would bring it in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoundHit {
    pub path: String,
    pub bound: &'static str,
}

pub struct Driver<'p> {
    pub program: &'p Program,
    pub facts: &'p Facts,
    pub inputs: Inputs,
    pub bounds: Bounds,
    /// Inputs the present run has.
    pub used: Vec<VarId>,
    pub hits: Vec<BoundHit>,
    /// Values by path, for inputs that are not known by variable.
    pub named: HashMap<String, Vec<u64>>,
    /// The inputs break an assumption of the driver.
    pub refused: bool,
    /// The address of each input object, by path: the same in every run.
    pub(crate) addresses: HashMap<String, u64>,
    pub(crate) next_slot: u64,
    pub(crate) last_slot: u64,
    /// What each pointer input may be.
    pub choices: HashMap<VarId, Vec<Target>>,
    /// Calls of each stubbed function in the present run.
    pub(crate) calls: HashMap<String, u32>,
    /// Pointers whose objects are not made yet, by term.
    pub(crate) pending: HashMap<ExprId, Pending>,
    /// What the present run has and leaves, if that is asked for.
    pub(crate) observed: Option<Observed>,
}

impl<'p> Driver<'p> {
    pub fn new(program: &'p Program, facts: &'p Facts, bounds: Bounds) -> Driver<'p> {
        Driver {
            program,
            facts,
            choices: HashMap::new(),
            calls: HashMap::new(),
            inputs: Inputs::default(),
            bounds,
            used: Vec::new(),
            hits: Vec::new(),
            named: HashMap::new(),
            refused: false,
            addresses: HashMap::new(),
            next_slot: 0,
            last_slot: 0,
            pending: HashMap::new(),
            observed: None,
        }
    }

    /// Forgets the last run.
    pub fn begin(&mut self) {
        self.used.clear();
        self.hits.clear();
        self.refused = false;
        self.pending.clear();
        self.calls.clear();
        if let Some(observed) = &mut self.observed {
            *observed = Observed::default();
        }
    }

    /// The variable of a path, with its term.
    pub(crate) fn variable(&mut self, vm: &mut Vm, path: &str, kind: InputKind, width: u32) -> (VarId, ExprId) {
        let s = vm.sym();
        let v = self.inputs.get(&mut s.pool, path, kind, width);
        if let Some(words) = self.named.get(path) {
            s.inputs.set_words(v, words);
        }
        self.used.push(v);
        (v, s.pool.var(v))
    }

    /// Fills memory at `address` with inputs of a type.
    pub fn fill(&mut self, vm: &mut Vm, address: u64, ty: TypeId, path: &str, depth: u32) -> Result<(), Stop> {
        let types = &self.program.types;
        match types.resolved(ty).clone() {
            CType::Bool { bits } => {
                // One bit decides; the rest of the byte is zero.
                let (_, e) = self.variable(vm, path, InputKind::Value(ty), 1);
                let e = vm.sym().pool.zext(e, bits.max(8));
                vm.put_input(address, e)
            }
            CType::Char { bits, .. } | CType::Int { bits, .. } => self.fill_bits(vm, address, ty, path, bits),
            CType::Enum(e) => self.fill_bits(vm, address, ty, path, e.bits),
            CType::Float { kind, .. } => self.fill_bits(vm, address, ty, path, kind.bits()),
            CType::Complex { element, .. } => {
                let step = types.bytes(ty).unwrap_or(0) / 2;
                self.fill_bits(vm, address, ty, &format!("creal({path})"), element.bits())?;
                self.fill_bits(vm, address + step, ty, &format!("cimag({path})"), element.bits())
            }
            CType::Pointer { to } => {
                let bits = self.program.target.pointer_bits;
                let initial = vm.plain_int(address, bits)?;
                let (value, term) = self.pointer(vm, path, ty, to, depth, initial)?;
                vm.write_int(address, bits, value)?;
                if term.is_some() {
                    vm.put_input(address, term)?;
                }
                Ok(())
            }
            CType::Array { of, count } => {
                let Some(size) = types.bytes(of) else { return Ok(()) };
                let count = count.unwrap_or(0);
                if count > self.bounds.array {
                    self.hits.push(BoundHit { path: path.to_string(), bound: "array" });
                }
                for i in 0..count.min(self.bounds.array) {
                    self.fill(vm, address + i * size, of, &format!("{path}[{i}]"), depth)?;
                }
                Ok(())
            }
            CType::Vector { of, count } => {
                let Some(size) = types.bytes(of) else { return Ok(()) };
                for i in 0..count {
                    self.fill(vm, address + i * size, of, &format!("{path}[{i}]"), depth)?;
                }
                Ok(())
            }
            CType::Record(r) => self.fill_record(vm, address, &r, path, depth),
            CType::Void | CType::Function { .. } | CType::Unknown => Ok(()),
            CType::Typedef { .. } | CType::Qualified { .. } => unreachable!("resolved"),
        }
    }

    fn fill_bits(&mut self, vm: &mut Vm, address: u64, ty: TypeId, path: &str, bits: u32) -> Result<(), Stop> {
        let (_, e) = self.variable(vm, path, InputKind::Value(ty), bits);
        let whole = bits.next_multiple_of(8);
        let e = if whole > bits { vm.sym().pool.zext(e, whole) } else { e };
        vm.put_input(address, e)
    }

    fn fill_record(&mut self, vm: &mut Vm, address: u64, r: &Record, path: &str, depth: u32) -> Result<(), Stop> {
        if r.kind == RecordKind::Union {
            // All bytes count, whichever member is read: the largest one drives them.
            let size = |m: &&Member| self.program.types.bytes(m.ty).unwrap_or(0);
            let Some(m) = r.members.iter().rev().max_by_key(size) else { return Ok(()) };
            return self.fill(vm, address, m.ty, &member_path(path, &m.name), depth);
        }
        for m in r.members.iter().filter(|m| m.width_bits.is_none()) {
            self.fill(vm, address + m.offset_bits / 8, m.ty, &member_path(path, &m.name), depth)?;
        }
        self.fill_bit_fields(vm, address, r, path)
    }

    /// Bit-fields share bytes: each run of bytes they touch is put together from them.
    fn fill_bit_fields(&mut self, vm: &mut Vm, address: u64, r: &Record, path: &str) -> Result<(), Stop> {
        let big = self.program.target.big_endian;
        let mut fields: Vec<&Member> = r.members.iter().filter(|m| m.width_bits.is_some_and(|w| w > 0)).collect();
        fields.sort_by_key(|m| m.offset_bits);
        let end = |m: &Member| m.offset_bits + m.width_bits.unwrap_or(0) as u64;
        let mut i = 0;
        while i < fields.len() {
            let first = fields[i].offset_bits / 8;
            let mut n = 1;
            while i + n < fields.len() && fields[i + n].offset_bits / 8 <= (end(fields[i + n - 1]) - 1) / 8 {
                n += 1;
            }
            let last = (end(fields[i + n - 1]) - 1) / 8;
            let bits = (last - first + 1) * 8;
            // From the low end on little-endian targets, from the high end on others.
            let mut whole = ExprId::NONE;
            let mut at = first * 8;
            let mut add = |vm: &mut Vm, e: ExprId| {
                let p = &mut vm.sym().pool;
                whole = match whole {
                    ExprId::NONE => e,
                    w if big => p.concat(w, e),
                    w => p.concat(e, w),
                };
            };
            for m in &fields[i..i + n] {
                if m.offset_bits > at {
                    let gap = vm.sym().pool.constant(0, (m.offset_bits - at) as u32);
                    add(vm, gap);
                }
                let width = m.width_bits.unwrap_or(1);
                let name = member_path(path, &m.name);
                let e = if m.name.is_empty() {
                    vm.sym().pool.constant(0, width)
                } else {
                    self.variable(vm, &name, InputKind::Value(m.ty), width).1
                };
                add(vm, e);
                at = end(m);
            }
            if at < first * 8 + bits {
                let gap = vm.sym().pool.constant(0, (first * 8 + bits - at) as u32);
                add(vm, gap);
            }
            vm.put_input(address + first, whole)?;
            i += n;
        }
        Ok(())
    }
}

/// `p[0].m` reads as `p->m`.
pub(crate) fn member_path(path: &str, member: &str) -> String {
    match (member, path.strip_suffix("[0]")) {
        ("", _) => path.to_string(),
        (m, Some(pointer)) => format!("{pointer}->{m}"),
        (m, None) => format!("{path}.{m}"),
    }
}

impl std::fmt::Display for BoundHit {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let BoundHit { path, bound } = self;
        match *bound {
            "array" => write!(f, "only the first elements of `{path}` are inputs"),
            "stub" => write!(f, "`{path}` is a stub: it may do more"),
            "depth" => write!(f, "`{path}` is null: pointers are not followed further"),
            "length" => write!(f, "`{path}` has no more elements"),
            _ => write!(f, "`{path}` is null: its type is not driven"),
        }
    }
}
