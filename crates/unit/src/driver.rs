//! The driver: inputs by C type.
//!
//! Scalars become variables of their width; arrays and structs are driven member by member; a pointer is a choice
//! between null and an object of its own, whose contents are made when the pointer is first loaded (`pointer`).

use crate::bounds::Bounds;
use crate::called::{Asked, CallSeen};
use crate::facts::{Facts, Sharing};
use crate::flow::place::Place;
use crate::gap::Gap;
use crate::globals::Driven;
use crate::inputs::{InputKind, Inputs};
use crate::named::Sources;
use crate::observe::Observed;
use crate::plan::{Due, Plan};
use crate::pointer::{Pending, Target};
use crate::relation::Ties;
use crate::setup::Setup;
use crate::union::Word;
use crescendo_program::ctype::{CType, Member, Record, RecordKind, TypeId};
use crescendo_program::source::PosId;
use crescendo_program::{Function, FunctionId, GlobalId, Program};
use crescendo_solver::expr::{ExprId, VarId};
use crescendo_vm::{Stop, Vm};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Where input objects lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// In the order in which they were made, scattered as on a real heap.
    Usual,
    /// In the opposite order; as seen from their slots near each other, later ones a little higher.
    Rising,
    /// The same, later ones a little lower, and all of them far away.
    Falling,
    /// As usual, all of them equally far away, and what a run makes at another distance.
    Moved,
    /// The same elsewhere.
    MovedFurther,
}

/// Slots to where addresses have more than 32 bits.
const FAR: u64 = 4099;

impl Layout {
    /// How many slots further up than usual the input objects lie. Small targets have no room for that.
    pub(crate) fn shift(self, pointer_bits: u32) -> u64 {
        match self {
            _ if pointer_bits != 64 => 0,
            Layout::Usual | Layout::Rising => 0,
            Layout::Falling => FAR,
            Layout::Moved => 8 * FAR,
            Layout::MovedFurther => 8 * FAR + 541,
        }
    }

    /// The objects are in the opposite order.
    pub(crate) fn is_turned(self) -> bool {
        matches!(self, Layout::Rising | Layout::Falling)
    }

    /// The same for what a run makes.
    pub(crate) fn distance(self) -> u64 {
        match self {
            Layout::Usual => 0,
            Layout::Moved => 3 * FAR,
            Layout::MovedFurther => 5 * FAR + 77,
            Layout::Rising => 5,
            Layout::Falling => 2 * FAR,
        }
    }
}

pub struct Driver<'p> {
    pub program: &'p Program,
    pub facts: &'p Facts,
    pub inputs: Inputs,
    pub bounds: Bounds,
    /// Bytes that objects must be able to have.
    pub(crate) needs: BTreeMap<String, u64>,
    /// Bytes that the objects of pointers can have.
    pub(crate) capacity: HashMap<String, u64>,
    /// Input objects that are streams.
    pub(crate) streams: HashSet<String>,
    /// Where a value lies that is being filled and will be handed over as it is.
    pub(crate) by_value: std::ops::Range<u64>,
    /// Inputs the present run has.
    pub used: Vec<VarId>,
    /// What the present run depends on and no run tries, each with where the unit's function was; `NONE`: it concerns everything.
    pub(crate) noted: Vec<(Gap, PosId)>,
    /// Values by path, for inputs that are not known by variable.
    pub named: HashMap<String, Vec<u64>>,
    /// The inputs break an assumption of the driver.
    pub refused: bool,
    /// The address of each input object, by path: the same in every run.
    pub(crate) addresses: HashMap<String, u64>,
    /// The slots of these objects: the first and how many.
    pub(crate) slots: Vec<(String, u64, u64)>,
    /// Where `Unit::place_objects` puts them.
    pub(crate) layout: Layout,
    /// `next_slot` when another layout was taken up.
    pub(crate) turned_at: u64,
    pub(crate) next_slot: u64,
    pub(crate) last_slot: u64,
    /// What each pointer input may be.
    pub choices: HashMap<VarId, Vec<Target>>,
    /// What the user says about the unit.
    pub(crate) plan: Rc<Plan>,
    pub(crate) due: Vec<Due>,
    /// Ranges of the whole program that the present run's inputs keep to.
    pub(crate) ranges: BTreeSet<String>,
    /// The translation unit of the function under test.
    pub(crate) home: u32,
    pub(crate) driven: Driven,
    /// Globals are being driven: what the program put into their pointers is one of the targets.
    pub(crate) initial: bool,
    /// The call of the unit at work, from 1.
    pub(crate) call: u32,
    /// Calls of each stubbed function in the present run.
    pub(crate) calls: HashMap<String, u32>,
    /// How many of one stub end a run.
    pub(crate) most_calls: u32,
    /// What clocks that nobody sets said last, by their numbers.
    pub(crate) clocks: HashMap<u64, (ExprId, ExprId)>,
    /// Pointers whose objects are not made yet, by term.
    pub(crate) pending: HashMap<ExprId, Pending>,
    /// What the present run has and leaves, if that is asked for.
    pub(crate) observed: Option<Observed>,
    /// Pointers that hold numbers in this run, with these.
    pub(crate) numbers: Vec<(String, u64)>,
    /// Pointers that are the same as another one in this run, by term.
    pub(crate) same: HashMap<ExprId, ExprId>,
    /// The value and term of each pointer of this run, by path.
    pub(crate) pointers: HashMap<String, (u64, ExprId)>,
    /// The type behind each pointer, by path.
    pub(crate) pointer_types: HashMap<String, TypeId>,
    /// The unit compares pointers: they may be the same.
    pub(crate) sharing: Sharing,
    /// The unit's function.
    pub(crate) function: Option<FunctionId>,
    /// That one and those it calls.
    pub(crate) reached: BTreeSet<FunctionId>,
    /// Places in globals that pointers are compared with.
    pub(crate) landmarks: BTreeSet<(GlobalId, u64)>,
    /// What the code depends on and no run tries.
    pub(crate) gaps: Vec<Gap>,
    /// The same of what it depends on from a place on.
    pub(crate) gaps_from: Vec<(Gap, PosId)>,
    /// The unit asks how far pointers are apart; those of the driver are in different objects.
    pub(crate) compares_distance: bool,
    /// What other definitions than those at hand may change.
    pub(crate) foreign: Vec<Gap>,
    /// The types of the input objects of all runs, each with the path of the first.
    pub(crate) object_types: BTreeMap<TypeId, String>,
    /// The first object of bytes of this run.
    pub(crate) first_bytes: Option<String>,
    /// The names and types of the parameters of the call at work.
    pub(crate) parameters: Vec<(String, TypeId)>,
    pub(crate) ties: Ties,
    /// What untyped pointers point to, by path.
    pub(crate) views: HashMap<String, TypeId>,
    /// Where in the program function pointers are, by path.
    pub(crate) callbacks: HashMap<String, Place>,
    /// The paths of globals that are inputs.
    pub(crate) global_paths: HashMap<GlobalId, String>,
    /// Volatile reads of this run, by path.
    pub(crate) reads: HashMap<String, u32>,
    /// Plain bits that are a pointer if one is read there.
    pub(crate) words: HashMap<ExprId, Word>,
    pub(crate) sources: Sources,
    /// Functions whose calls are noted, and what is asked about them.
    pub(crate) asked: HashMap<FunctionId, Rc<Asked>>,
    /// Their calls in this run.
    pub(crate) called: Vec<CallSeen>,
}

impl<'p> Driver<'p> {
    pub fn new(program: &'p Program, facts: &'p Facts, setup: &Setup) -> Driver<'p> {
        Driver {
            program,
            facts,
            choices: HashMap::new(),
            plan: Rc::default(),
            due: Vec::new(),
            ranges: BTreeSet::new(),
            home: 0,
            driven: Driven::default(),
            calls: HashMap::new(),
            most_calls: crate::stub::MOST_CALLS,
            inputs: Inputs::default(),
            bounds: setup.bounds.clone(),
            needs: setup.needs.clone(),
            capacity: HashMap::new(),
            streams: HashSet::new(),
            by_value: 0..0,
            initial: false,
            call: 1,
            used: Vec::new(),
            noted: Vec::new(),
            named: HashMap::new(),
            refused: false,
            addresses: HashMap::new(),
            slots: Vec::new(),
            layout: Layout::Usual,
            turned_at: 0,
            next_slot: 0,
            last_slot: 0,
            clocks: HashMap::new(),
            pending: HashMap::new(),
            observed: None,
            numbers: Vec::new(),
            same: HashMap::new(),
            pointers: HashMap::new(),
            pointer_types: HashMap::new(),
            sharing: Sharing::Unseen,
            function: None,
            reached: BTreeSet::new(),
            landmarks: BTreeSet::new(),
            gaps: Vec::new(),
            gaps_from: Vec::new(),
            compares_distance: false,
            foreign: Vec::new(),
            object_types: BTreeMap::new(),
            first_bytes: None,
            parameters: Vec::new(),
            ties: Ties::new(setup.relations),
            views: HashMap::new(),
            callbacks: HashMap::new(),
            global_paths: HashMap::new(),
            reads: HashMap::new(),
            words: HashMap::new(),
            sources: Sources::default(),
            asked: HashMap::new(),
            called: Vec::new(),
        }
    }

    /// Forgets the last run.
    pub fn begin(&mut self) {
        self.used.clear();
        self.noted.clear();
        self.noted.extend(self.gaps.iter().chain(&self.foreign).map(|g| (g.clone(), PosId::NONE)));
        self.noted.extend(self.gaps_from.iter().cloned());
        if self.compares_distance {
            self.note(Gap::Distance);
        }
        self.first_bytes = None;
        self.refused = false;
        self.pending.clear();
        self.calls.clear();
        self.clocks.clear();
        if let Some(observed) = &mut self.observed {
            *observed = Observed::default();
        }
        self.driven.begin();
        self.due.clear();
        self.ranges.clear();
        self.numbers.clear();
        self.same.clear();
        self.pointers.clear();
        self.inputs.lengths.clear();
        self.reads.clear();
        self.words.clear();
        self.called.clear();
        self.ties.begin();
    }

    /// The run depends on it from its beginning.
    pub(crate) fn note(&mut self, gap: Gap) {
        self.noted.push((gap, PosId::NONE));
    }

    /// The unit is called, for the `call`-th time, with parameters of these types.
    pub(crate) fn begin_call(&mut self, call: u32, id: FunctionId, types: &[TypeId]) {
        self.call = call;
        let f = self.program.function(id);
        self.parameters = types.iter().enumerate().map(|(i, &ty)| (self.parameter(f, i), ty)).collect();
        for i in 0..self.parameters.len() {
            self.know(self.parameters[i].0.clone(), Place::Param(id, i));
        }
        self.tie_parameters(id, f, types);
    }

    /// The globals that are inputs, with their paths.
    pub(crate) fn name_globals(&mut self, paths: &[(GlobalId, String)]) {
        for (g, path) in paths {
            self.global_paths.insert(*g, path.clone());
            let array = self.program.global(*g).c_type.is_some_and(|t| self.is_array(t));
            self.know(elements(path.clone(), array), Place::Global(*g));
        }
        self.tie_globals(paths);
    }

    fn is_array(&self, ty: TypeId) -> bool {
        matches!(self.program.types.resolved(ty), CType::Array { .. })
    }

    /// A pointer at this path is one of that place in the program: what is known of the one holds for the other.
    fn know(&mut self, path: String, place: Place) {
        if let Some(ty) = self.facts.views.of(place, self.function.into_iter()) {
            self.views.insert(path.clone(), ty);
        }
        if self.facts.strings.contains(&place) {
            self.ties.add_string(path.clone());
        }
        if self.facts.callbacks.knows(&place) {
            self.callbacks.insert(path, place);
        }
    }

    /// What was assumed about inputs so far: relations that were not left to chance.
    pub fn assumptions(&self) -> impl Iterator<Item = &String> {
        self.ties.assumed.iter()
    }

    /// The path of an argument: calls but the first say which one they are.
    pub(crate) fn in_call(&self, name: String) -> String {
        if self.call > 1 { format!("call{}:{name}", self.call) } else { name }
    }

    /// The path of a parameter.
    pub(crate) fn parameter(&self, f: &Function, i: usize) -> String {
        self.in_call(match f.param_names.get(i) {
            Some(n) if !n.is_empty() => n.clone(),
            _ => format!("arg{}", i + 1),
        })
    }

    /// The variable of a path, with its term.
    pub(crate) fn variable(&mut self, vm: &mut Vm, path: &str, kind: InputKind, width: u32) -> (VarId, ExprId) {
        let v = self.variable_beyond(vm, path, kind, width);
        self.used.push(v);
        let term = vm.sym().pool.var(v);
        self.note_rules(path, kind, v, width);
        (v, term)
    }

    /// One that larger inputs would have: this run does not look at it, but conditions on its checks may.
    pub(crate) fn variable_beyond(&mut self, vm: &mut Vm, path: &str, kind: InputKind, width: u32) -> VarId {
        let s = vm.sym();
        let v = self.inputs.get(&mut s.pool, path, kind, width);
        if let Some(words) = self.named.get(path) {
            s.inputs.set_words(v, words);
        }
        v
    }

    /// Fills memory at `address` with inputs of a type.
    pub fn fill(&mut self, vm: &mut Vm, address: u64, ty: TypeId, path: &str, depth: u32) -> Result<(), Stop> {
        let types = &self.program.types;
        match types.resolved(ty).clone() {
            CType::Bool { bits } => {
                // One bit decides; the rest of the byte is zero.
                let (_, e) = self.variable(vm, path, InputKind::Value(ty), 1);
                let rest = self.spare_bits(vm, path, 0, bits.max(8) - 1);
                let e = vm.sym().pool.concat(rest, e);
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
                let initial = if self.initial { vm.plain_int(address, bits)? } else { 0 };
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
                    self.note(Gap::ArrayTail(path.to_string()));
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
            CType::Record(r) => {
                let id = types.resolve(ty);
                for m in r.members.iter().filter(|m| m.width_bits.is_none()) {
                    let member = elements(member_path(path, &m.name), self.is_array(m.ty));
                    self.know(member, Place::Member(id, m.offset_bits / 8));
                }
                self.tie_members(id, &r, path);
                self.fill_record(vm, address, &r, path, depth)
            }
            CType::Void | CType::Function { .. } | CType::Unknown => Ok(()),
            CType::Typedef { .. } | CType::Qualified { .. } => unreachable!("resolved"),
        }
    }

    fn fill_bits(&mut self, vm: &mut Vm, address: u64, ty: TypeId, path: &str, bits: u32) -> Result<(), Stop> {
        let (_, e) = self.variable(vm, path, InputKind::Value(ty), bits);
        let whole = bits.next_multiple_of(8);
        let e = if whole > bits { vm.sym().pool.zext(e, whole) } else { e };
        vm.put_input(address, e)?;
        // An extended float has room behind it.
        let (size, filled) = (self.program.types.bytes(ty).unwrap_or(0), whole as u64 / 8);
        if size > filled && matches!(self.program.types.resolved(ty), CType::Float { .. }) {
            self.leave_bytes(vm, (address, filled, size), path)?;
        }
        Ok(())
    }

    fn fill_record(&mut self, vm: &mut Vm, address: u64, r: &Record, path: &str, depth: u32) -> Result<(), Stop> {
        if r.kind == RecordKind::Union {
            self.fill_union(vm, address, r, path, depth)?;
            return self.leave_padding(vm, address, r, path);
        }
        for m in r.members.iter().filter(|m| m.width_bits.is_none()) {
            self.fill(vm, address + m.offset_bits / 8, m.ty, &member_path(path, &m.name), depth)?;
        }
        self.fill_bit_fields(vm, address, r, path)?;
        self.leave_padding(vm, address, r, path)
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
                    let gap = self.spare_bits(vm, path, at, (m.offset_bits - at) as u32);
                    add(vm, gap);
                }
                let width = m.width_bits.unwrap_or(1);
                let name = member_path(path, &m.name);
                let e = if m.name.is_empty() {
                    self.spare_bits(vm, path, m.offset_bits, width)
                } else {
                    self.variable(vm, &name, InputKind::Value(m.ty), width).1
                };
                add(vm, e);
                at = end(m);
            }
            if at < first * 8 + bits {
                let gap = self.spare_bits(vm, path, at, (first * 8 + bits - at) as u32);
                add(vm, gap);
            }
            vm.put_input(address + first, whole)?;
            i += n;
        }
        Ok(())
    }
}

/// The path under which things are known of all elements of an array.
fn elements(path: String, array: bool) -> String {
    if array { path + "[]" } else { path }
}

/// `p[0].m` reads as `p->m`.
pub(crate) fn member_path(path: &str, member: &str) -> String {
    match (member, path.strip_suffix("[0]")) {
        ("", _) => path.to_string(),
        (m, Some(pointer)) => format!("{pointer}->{m}"),
        (m, None) => format!("{path}.{m}"),
    }
}
