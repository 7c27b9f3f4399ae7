//! Pointers as inputs: null or an object of their own, of a length that is an input too.

use crate::driver::{BoundHit, Driver};
use crate::inputs::InputKind;
use crate::observe::Origin;
use crate::outside::is_stream;
use crescendo_program::FunctionId;
use crescendo_program::ctype::{CType, TypeId};
use crescendo_solver::expr::ExprId;
use crescendo_vm::memory::{ByteTerm, Label};
use crescendo_vm::symbolic::{Materialise, Outside, STREAM_SIZE, StubReply};
use crescendo_vm::{Limit, Stop, Value, Vm};

/// An object that is made when its pointer is first loaded.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    path: String,
    to: TypeId,
    depth: u32,
    address: u64,
}

/// What an input pointer may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Null,
    /// An object of its own.
    Object,
    Function(FunctionId),
    /// An open stream on a file that is an input.
    Stream,
    /// What the program itself put there.
    Initial(u64),
}

/// Functions a pointer is tried with.
const FUNCTIONS: usize = 14;

impl Driver<'_> {
    /// What a pointer may be; the first is what it is when nothing else is asked for.
    fn targets(&mut self, path: &str, to: TypeId, depth: u32, initial: u64) -> Vec<Target> {
        let mut all = Vec::new();
        if initial != 0 {
            all.push(Target::Initial(initial));
        }
        match self.program.types.resolved(to) {
            CType::Function { .. } => {
                let functions = self.facts.targets(self.program.types.resolve(to));
                let address = |f: &FunctionId| self.program.function(*f).address;
                all.extend(
                    functions.iter().filter(|f| address(f) != initial).take(FUNCTIONS).map(|f| Target::Function(*f)),
                );
                if let Some(&stub) = self.facts.stubs.get(&self.program.types.resolve(to)) {
                    all.push(Target::Function(stub));
                }
            }
            CType::Record(r) if is_stream(r) => all.push(Target::Stream),
            _ if depth >= self.bounds.depth => {
                self.hits.push(BoundHit { path: path.to_string(), bound: "depth" });
            }
            _ => all.push(Target::Object),
        }
        all.push(Target::Null);
        all
    }

    /// The value and term of a pointer input. `initial` is what the program put there.
    pub(crate) fn pointer(
        &mut self,
        vm: &mut Vm,
        path: &str,
        ty: TypeId,
        to: TypeId,
        depth: u32,
        initial: u64,
    ) -> Result<(u64, ExprId), Stop> {
        let targets = self.targets(path, to, depth, initial);
        let mut addresses = Vec::new();
        for t in &targets {
            addresses.push(match t {
                Target::Null => 0,
                Target::Initial(a) => *a,
                Target::Function(f) => self.program.function(*f).address,
                Target::Object | Target::Stream => self.object_address(path, to).ok_or(Stop::Limit(Limit::Memory))?,
            });
        }
        let n = targets.len() as u64;
        if n == 1 {
            return Ok((addresses[0], ExprId::NONE));
        }
        let width = u64::BITS - (n - 1).leading_zeros();
        let (variable, choice) = self.variable(vm, path, InputKind::Pointer(ty), width);
        let chosen = vm.sym().inputs.get(variable).min(n - 1) as usize;
        let bits = self.program.target.pointer_bits;
        let s = vm.sym();
        // Numbers past the last one mean the last one: every value of the variable is a choice.
        let mut term = s.pool.constant(addresses[n as usize - 1], bits);
        for (i, &a) in addresses.iter().enumerate().rev().skip(1) {
            let (number, here) = (s.pool.constant(i as u64, width), s.pool.constant(a, bits));
            let is = s.pool.eq(choice, number);
            term = s.pool.ite(is, here, term);
        }
        s.add_choice(term, n as u32);
        if matches!(targets[chosen], Target::Object | Target::Stream) {
            let address = addresses[chosen];
            self.pending.insert(term, Pending { path: path.to_string(), to, depth: depth + 1, address });
        }
        self.choices.insert(variable, targets);
        Ok((addresses[chosen], term))
    }

    /// The size of one element behind a pointer, and how many there may be.
    fn extent(&self, to: TypeId) -> (u64, u64) {
        let types = &self.program.types;
        match types.resolved(to) {
            CType::Void | CType::Unknown => (1, self.bounds.bytes),
            CType::Char { .. } => (1, self.bounds.bytes),
            CType::Record(r) if is_stream(r) => (STREAM_SIZE, 1),
            CType::Record(r) if r.incomplete => (1, 1),
            // A struct is rarely one of many; a scalar behind a pointer often is.
            CType::Record(r) => (r.bytes.max(1), self.bounds.elements.min(2)),
            CType::Array { .. } => (types.bytes(to).unwrap_or(1).max(1), self.bounds.elements.min(2)),
            _ => (types.bytes(to).unwrap_or(1).max(1), self.bounds.elements),
        }
    }

    fn object_address(&mut self, path: &str, to: TypeId) -> Option<u64> {
        if let Some(&a) = self.addresses.get(path) {
            return Some(a);
        }
        let geometry = self.program.geometry;
        let (size, count) = self.extent(to);
        let span = geometry.span(size * count, 16);
        let slot = self.next_slot;
        if slot + span > self.last_slot {
            return None;
        }
        self.next_slot += span;
        let address = geometry.place(slot, 16);
        self.addresses.insert(path.to_string(), address);
        Some(address)
    }

    /// Makes the object of a pointer that is about to be used.
    pub(crate) fn make_object(&mut self, vm: &mut Vm, pending: Pending) -> Result<(), Stop> {
        let Pending { path, to, depth, address } = pending;
        if matches!(self.program.types.resolved(to), CType::Record(r) if is_stream(r)) {
            return vm.open_stream_at(address, &path);
        }
        let (size, most) = self.extent(to);
        // Every value of the variable is a length: no assumption is needed, which paths without the object lack.
        let (mut count, mut bytes) = (1, ExprId::NONE);
        if most > 1 {
            let (variable, length) = self.variable(vm, &format!("len({path})"), InputKind::Length, most.ilog2());
            let s = vm.sym();
            count = s.inputs.get(variable) + 1;
            let long = s.pool.zext(length, 64);
            let (one, each) = (s.pool.constant(1, 64), s.pool.constant(size, 64));
            let elements = s.pool.add(long, one);
            bytes = s.pool.mul(elements, each);
        }
        let s = vm.sym();
        s.objects.push(path.clone());
        let label = Label::Input(s.objects.len() as u32 - 1);
        let made = vm.memory.add_fixed(address, count * size, &[], false, label);
        made.map_err(|_| Stop::Limit(Limit::Memory))?;
        // Whoever is given a pointer may be meant to free what it points to.
        vm.memory.make_freeable(address);
        for i in 0..count {
            let element = format!("{path}[{i}]");
            if matches!(self.program.types.resolved(to), CType::Void | CType::Unknown) {
                let (_, e) = self.variable(vm, &element, InputKind::Value(to), 8);
                vm.put_input(address + i, e)?;
            } else {
                self.fill(vm, address + i * size, to, &element, depth)?;
            }
        }
        self.take_image(vm, &path, Origin::Object, to, (address, count, count * size));
        if bytes.is_some() {
            vm.memory.set_size_term(address, bytes, size);
            self.fill_beyond(vm, address, to, &path, (size, count, most));
        }
        Ok(())
    }

    /// What would follow if the object were longer: strings and arrays of numbers can then be looked at as a whole,
    /// whatever their length is. Other elements make the length concrete where that matters.
    fn fill_beyond(&mut self, vm: &mut Vm, address: u64, to: TypeId, path: &str, (size, count, most): (u64, u64, u64)) {
        let bits = match self.program.types.resolved(to) {
            CType::Void | CType::Unknown => 8,
            CType::Char { bits, .. } | CType::Int { bits, .. } => *bits,
            CType::Enum(e) => e.bits,
            CType::Float { kind, .. } => kind.bits(),
            _ => return,
        };
        if bits as u64 != size * 8 {
            return;
        }
        vm.memory.set_most(address, most * size);
        for i in count..most {
            let element = format!("{path}[{i}]");
            let s = vm.sym();
            let v = self.inputs.get(&mut s.pool, &element, InputKind::Value(to), bits);
            let term = s.pool.var(v);
            for k in 0..size {
                let byte = if self.program.target.big_endian { size - 1 - k } else { k };
                vm.memory.set_beyond(address, i * size + k, ByteTerm { term, byte: byte as u32 });
            }
        }
    }
}

impl Materialise for Driver<'_> {
    fn pointer(&mut self, vm: &mut Vm, term: ExprId) -> Result<(), Stop> {
        match self.pending.remove(&term) {
            Some(pending) => self.make_object(vm, pending),
            None => Ok(()),
        }
    }

    fn stub(&mut self, vm: &mut Vm, function: FunctionId, args: &[Value]) -> Result<StubReply, Stop> {
        self.call_stub(vm, function, args)
    }

    fn outside(&mut self, vm: &mut Vm, path: &str, what: Outside, width: u32) -> ExprId {
        self.outside_input(vm, path, what, width)
    }

    fn text(&mut self, vm: &mut Vm, path: &str) -> Result<(u64, ExprId), Stop> {
        self.outside_text(vm, path)
    }

    fn length_bits(&self) -> u32 {
        self.file_length_bits()
    }
}
