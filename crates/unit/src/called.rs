//! Calls as events: what a function gets from its caller, in the words of its own inputs.
//!
//! A unit's inputs have access paths (`p->len`, `buf[3]`, `len(buf)`, globals). When a run of a caller comes to a call of the
//! function, each of these paths is looked up in the caller's memory at that moment, and becomes a term over the caller's
//! inputs. What cannot be found there (the outside, results of stubs, unions, bit-fields) has no term: for the caller it can
//! be anything. Looking changes nothing of the run, except that objects behind pointers the callee looks behind are made.

use crate::driver::{Driver, member_path};
use crate::inputs::InputKind;
use crate::pointer::Target;
use crate::unit::Unit;
use crescendo_program::ctype::{CType, Record, RecordKind, TypeId};
use crescendo_program::source::PosId;
use crescendo_program::{FunctionId, GlobalId};
use crescendo_solver::expr::ExprId;
use crescendo_vm::symbolic::Materialise;
use crescendo_vm::{Stop, Value, Vm};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Calls of one run that are kept.
const MOST_CALLS: usize = 64;

/// An input of the function that is called, as its own driver has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    pub path: String,
    pub width: u32,
    pub what: What,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum What {
    /// A number at its place.
    Value,
    /// One less than the number of elements behind a pointer.
    Length,
    /// Which of these a pointer is.
    Pointer(Vec<Goes>),
    /// From outside, or the result of a stub: no caller has it.
    Elsewhere,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Goes {
    /// Null, a function, something of the program's.
    Fixed(u64),
    /// Any object.
    Object,
    /// The same as another pointer, or its end.
    Other,
}

/// One call of a watched function in a run.
#[derive(Clone, Debug)]
pub struct CallSeen {
    pub function: FunctionId,
    pub caller: FunctionId,
    pub position: PosId,
    /// Events of the run before it.
    pub events: usize,
    /// What each of the wanted inputs is; `None`: anything.
    pub bound: Vec<Option<ExprId>>,
    /// Conditions under which this is so, beside those of the path.
    pub given: Vec<ExprId>,
}

/// What is asked about the calls of one function.
pub(crate) struct Asked {
    wanted: Vec<Wanted>,
    /// Places in `wanted`, by path; lengths by the path of their pointer.
    values: BTreeMap<String, usize>,
    lengths: BTreeMap<String, usize>,
}

impl Asked {
    fn new(wanted: Vec<Wanted>) -> Asked {
        let (mut values, mut lengths) = (BTreeMap::new(), BTreeMap::new());
        for (i, w) in wanted.iter().enumerate() {
            match (&w.what, w.path.strip_prefix("len(").and_then(|p| p.strip_suffix(')'))) {
                (What::Length, Some(pointer)) => drop(lengths.insert(pointer.to_string(), i)),
                (What::Value | What::Pointer(_), _) => drop(values.insert(w.path.clone(), i)),
                _ => {}
            }
        }
        Asked { wanted, values, lengths }
    }

    /// Whether something is asked about that place or what lies in it or behind it.
    fn within(&self, path: &str) -> bool {
        let follows = |p: &str| p[path.len()..].bytes().next().is_none_or(|c| matches!(c, b'.' | b'[' | b'-'));
        // `p[0].m` reads as `p->m`.
        let arrow = path.strip_suffix("[0]").map(|p| format!("{p}->"));
        self.starting(path).any(follows) || arrow.is_some_and(|a| self.starting(&a).next().is_some())
    }

    fn starting<'s>(&'s self, prefix: &'s str) -> impl Iterator<Item = &'s str> {
        let from = move |map: &'s BTreeMap<String, usize>| {
            map.range(prefix.to_string()..).map(|(p, _)| p.as_str()).take_while(move |p| p.starts_with(prefix))
        };
        from(&self.values).chain(from(&self.lengths))
    }

    /// The elements behind a pointer, or of an array, that are asked about.
    fn elements(&self, path: &str) -> BTreeSet<u64> {
        let open = format!("{path}[");
        let number = |p: &str| p[open.len()..].split(']').next()?.parse().ok();
        let mut all: BTreeSet<u64> = self.starting(&open).filter_map(number).collect();
        if self.starting(&format!("{path}->")).next().is_some() {
            all.insert(0);
        }
        all
    }
}

/// A look at one call.
struct Look<'a> {
    asked: &'a Asked,
    bound: Vec<Option<ExprId>>,
    given: Vec<ExprId>,
}

impl Look<'_> {
    fn bind(&mut self, vm: &mut Vm, path: &str, term: ExprId) {
        let Some(&i) = self.asked.values.get(path) else { return };
        let width = self.asked.wanted[i].width;
        let pool = &mut vm.sym().pool;
        let have = pool.width(term);
        if have >= width {
            self.bound[i] = Some(if have > width { pool.extract(term, 0, width) } else { term });
        }
    }
}

impl<'p> Unit<'p> {
    /// From the next run on, notes every call of these functions, with what becomes of their inputs.
    pub fn watch_calls(&mut self, functions: Vec<(FunctionId, Vec<Wanted>)>) {
        self.vm.watch_calls(functions.iter().map(|f| f.0));
        let asked = functions.into_iter().map(|(f, wanted)| (f, Rc::new(Asked::new(wanted))));
        self.driver_mut().asked = asked.collect();
    }

    /// The calls of watched functions in the last run, in order, and whether these are all.
    pub fn calls_seen(&self) -> (Vec<CallSeen>, bool) {
        let driver = self.driver();
        (driver.called.clone(), driver.called.len() < MOST_CALLS)
    }

    /// The inputs that runs of this unit have had so far.
    pub fn wanted(&self) -> Vec<Wanted> {
        let driver = self.driver();
        let goes = |t: &Target| match t {
            Target::Null => Goes::Fixed(0),
            Target::Initial(a) => Goes::Fixed(*a),
            Target::Function(f) => Goes::Fixed(self.program.function(*f).address),
            Target::Global(g, offset) => Goes::Fixed(self.program.global(*g).address + offset),
            Target::Object | Target::Stream => Goes::Object,
            Target::Same(_) | Target::End(_) | Target::Middle(_) | Target::Number => Goes::Other,
        };
        let what = |i: &crate::inputs::Input| match i.kind {
            // Results of stubs, volatile reads and unnamed arguments are numbered, later calls have a prefix.
            _ if i.path.contains(['#', ':', '*']) => What::Elsewhere,
            InputKind::Value(_) | InputKind::Bits => What::Value,
            InputKind::Length => What::Length,
            InputKind::Pointer(_) => match driver.choices.get(&i.variable) {
                Some(targets) => What::Pointer(targets.iter().map(goes).collect()),
                None => What::Elsewhere,
            },
            InputKind::Outside(_) => What::Elsewhere,
        };
        driver.inputs.all().iter().map(|i| Wanted { path: i.path.clone(), width: i.width, what: what(i) }).collect()
    }
}

impl Driver<'_> {
    pub(crate) fn note_call(&mut self, vm: &mut Vm, function: FunctionId, args: &[Value]) -> Result<(), Stop> {
        let Some(asked) = self.asked.get(&function).cloned() else { return Ok(()) };
        let Some(caller) = vm.caller().filter(|_| self.called.len() < MOST_CALLS) else { return Ok(()) };
        let mut look = Look { asked: &asked, bound: vec![None; asked.wanted.len()], given: Vec::new() };
        self.look_at_arguments(vm, &mut look, function, args)?;
        self.look_at_globals(vm, &mut look, function)?;
        let (position, events) = (vm.position(), vm.sym().events.len());
        let Look { bound, given, .. } = look;
        self.called.push(CallSeen { function, caller, position, events, bound, given });
        Ok(())
    }

    fn look_at_arguments(&mut self, vm: &mut Vm, look: &mut Look, id: FunctionId, args: &[Value]) -> Result<(), Stop> {
        let f = self.program.function(id);
        let types = &self.program.types;
        let Some(CType::Function { params, .. }) = f.c_type.map(|t| types.get(t)) else { return Ok(()) };
        let machine = &f.signature.params;
        let first = machine.first().is_some_and(|p| p.struct_return) as usize;
        let mut at = first;
        for (i, &ty) in params.iter().enumerate() {
            let parts = self.program.parts(machine.get(at..).unwrap_or_default(), ty).len();
            let (Some(arg), Some(p)) = (args.get(at), machine.get(at)) else { return Ok(()) };
            at += parts;
            let path = match f.param_names.get(i) {
                Some(n) if !n.is_empty() => n.clone(),
                _ => format!("arg{}", i + 1),
            };
            match types.resolved(ty) {
                _ if p.by_value.is_some() => self.look_at(vm, look, arg.lo, ty, &path)?,
                // Travels in registers, where its members have no places.
                CType::Record(_) | CType::Complex { .. } | CType::Vector { .. } => {}
                CType::Pointer { to } => {
                    let term = vm.value_as_term(arg, self.program.target.pointer_bits);
                    self.look_behind(vm, look, (arg.lo, term), *to, &path)?;
                }
                _ if parts != 1 || arg.scalar.bits(self.program.target.pointer_bits) > 64 => {}
                _ => {
                    let term = vm.value_as_term(arg, arg.scalar.bits(self.program.target.pointer_bits));
                    look.bind(vm, &path, term);
                }
            }
        }
        Ok(())
    }

    /// Everything asked about that is no argument is a global of that name; the function's own file has the first word.
    fn look_at_globals(&mut self, vm: &mut Vm, look: &mut Look, id: FunctionId) -> Result<(), Stop> {
        let program = self.program;
        let f = program.function(id);
        let root = |p: &str| p.split(['.', '[', '-']).next().unwrap_or("").to_string();
        let roots: BTreeSet<String> =
            look.asked.values.keys().chain(look.asked.lengths.keys()).map(|p| root(p)).collect();
        for name in roots.into_iter().filter(|n| !f.param_names.contains(n)) {
            let found = match name.split_once('@') {
                Some((_, number)) => number.parse().ok().map(GlobalId),
                None => {
                    let same = |g: &GlobalId| program.global(*g).name == name && program.global(*g).address != 0;
                    let all = (0..program.globals.len() as u32).map(GlobalId).filter(same);
                    all.max_by_key(|g| program.global(*g).unit == f.unit)
                }
            };
            let Some(global) = found.and_then(|g| program.globals.get(g.0 as usize)) else { continue };
            if let Some(ty) = global.c_type {
                self.look_at(vm, look, global.address, ty, &name)?;
            }
        }
        Ok(())
    }

    /// What lies at an address, by its type.
    fn look_at(&mut self, vm: &mut Vm, look: &mut Look, address: u64, ty: TypeId, path: &str) -> Result<(), Stop> {
        if !look.asked.within(path) {
            return Ok(());
        }
        let types = &self.program.types;
        match types.resolved(ty).clone() {
            CType::Pointer { to } => {
                let bits = self.program.target.pointer_bits;
                let Some(term) = vm.peek_term(address, bits) else { return Ok(()) };
                let value = vm.sym().evaluate(term)[0];
                self.look_behind(vm, look, (value, term), to, path)
            }
            CType::Array { of, .. } => {
                let size = types.bytes(of).unwrap_or(0);
                for i in look.asked.elements(path) {
                    self.look_at(vm, look, address + i * size, of, &format!("{path}[{i}]"))?;
                }
                Ok(())
            }
            CType::Record(Record { kind: RecordKind::Struct, members, .. }) => {
                for m in members.iter().filter(|m| m.width_bits.is_none()) {
                    self.look_at(vm, look, address + m.offset_bits / 8, m.ty, &member_path(path, &m.name))?;
                }
                Ok(())
            }
            CType::Bool { bits } | CType::Char { bits, .. } | CType::Int { bits, .. } => {
                self.look_at_bits(vm, look, address, bits, path)
            }
            CType::Enum(e) => self.look_at_bits(vm, look, address, e.bits, path),
            CType::Float { kind, .. } => self.look_at_bits(vm, look, address, kind.bits(), path),
            _ => Ok(()),
        }
    }

    fn look_at_bits(&mut self, vm: &mut Vm, look: &mut Look, address: u64, bits: u32, path: &str) -> Result<(), Stop> {
        if let Some(term) = vm.peek_term(address, bits.next_multiple_of(8)) {
            look.bind(vm, path, term);
        }
        Ok(())
    }

    /// A pointer, and what it points to in this run.
    fn look_behind(
        &mut self,
        vm: &mut Vm,
        look: &mut Look,
        (value, term): (u64, ExprId),
        to: TypeId,
        path: &str,
    ) -> Result<(), Stop> {
        let bits = self.program.target.pointer_bits;
        if let Some(&i) = look.asked.values.get(path)
            && let What::Pointer(goes) = &look.asked.wanted[i].what
        {
            look.bound[i] = choice(vm, term, goes, look.asked.wanted[i].width);
        }
        let length = look.asked.lengths.get(path).copied();
        let elements = look.asked.elements(path);
        let types = &self.program.types;
        let known = !matches!(types.resolved(to), CType::Void | CType::Unknown | CType::Function { .. });
        if value == 0 || elements.is_empty() && length.is_none() || !known {
            return Ok(());
        }
        // What an input pointer points to is there on every path; other pointers may point elsewhere on this one.
        if self.pointers.values().any(|p| p.1 == term) {
            Materialise::pointer(self, vm, term)?;
        } else if !vm.sym().pool.is_constant(term) {
            let pool = &mut vm.sym().pool;
            let here = pool.constant(value, bits);
            let same = pool.eq(term, here);
            look.given.push(same);
        }
        let size = types.bytes(to).unwrap_or(1).max(1);
        let Some(info) = vm.memory.info(value) else { return Ok(()) };
        if let Some(i) = length
            && let Some(bytes) = vm.peek_size(value)
        {
            let width = look.asked.wanted[i].width;
            let pool = &mut vm.sym().pool;
            let (offset, each) = (pool.constant(value.wrapping_sub(info.base), 64), pool.constant(size, 64));
            let (one, most) = (pool.constant(1, 64), pool.constant((1 << width) - 1, 64));
            let room = pool.sub(bytes, offset);
            let count = pool.udiv(room, each);
            let less = pool.sub(count, one);
            // Objects longer than the callee was tried with are no case of its paths.
            let fits = pool.ule(less, most);
            let number = pool.extract(less, 0, width);
            match pool.as_constant(fits) {
                Some(0) => {}
                Some(_) => look.bound[i] = Some(number),
                None => {
                    look.bound[i] = Some(number);
                    look.given.push(fits);
                }
            }
        }
        for i in elements {
            self.look_at(vm, look, value + i * size, to, &format!("{path}[{i}]"))?;
        }
        Ok(())
    }
}

/// Which of its targets a pointer is, as the callee's driver numbers them; `None` if that cannot be said.
fn choice(vm: &mut Vm, pointer: ExprId, goes: &[Goes], width: u32) -> Option<ExprId> {
    if goes.contains(&Goes::Other) {
        return None;
    }
    let object = goes.iter().position(|g| *g == Goes::Object)?;
    let pool = &mut vm.sym().pool;
    let bits = pool.width(pointer);
    let mut number = pool.constant(object as u64, width);
    for (i, g) in goes.iter().enumerate() {
        if let Goes::Fixed(address) = g {
            let address = pool.constant(*address, bits);
            let is = pool.eq(pointer, address);
            let here = pool.constant(i as u64, width);
            number = pool.ite(is, here, number);
        }
    }
    Some(number)
}
