//! Pointers as inputs: null, an object of their own (of a length that is an input too), the same as an earlier pointer, or the
//! end of another's object.

use crate::driver::Driver;
use crate::gap::Gap;
use crate::inputs::InputKind;
use crate::observe::Origin;
use crate::outside::is_stream;
use crate::relation::ended_byte;
use crescendo_program::ctype::{CType, TypeId};
use crescendo_program::{FunctionId, GlobalId};
use crescendo_solver::expr::ExprId;
use crescendo_vm::memory::{ByteTerm, Label};
use crescendo_vm::symbolic::{Materialise, Outside, STREAM_SIZE, StubReply, filled_argument};
use crescendo_vm::{Limit, Stop, Value, Vm};

/// An object that is made when its pointer is first loaded.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    path: String,
    to: TypeId,
    depth: u32,
    address: u64,
    /// Bytes of the object before that address.
    lead: u64,
}

/// What an input pointer may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Null,
    /// An object of its own.
    Object,
    /// The same, but that many bytes behind its start: the unit looks at what is before.
    Middle(u64),
    /// The same as another input pointer, by its path.
    Same(String),
    /// Just behind what another input pointer points to.
    End(String),
    Function(FunctionId),
    /// A place in a global, by its offset.
    Global(GlobalId, u64),
    /// An open stream on a file that is an input.
    Stream,
    /// What the program itself put there.
    Initial(u64),
    /// No address, but a number that somebody keeps in a pointer (`(void *)-1`).
    Number,
}

impl Driver<'_> {
    /// What a pointer may be; the first is what it is when nothing else is asked for. Says too whether it may be the same as
    /// any other it is comparable with, and as any global that the unit compares pointers with.
    fn targets(&mut self, path: &str, to: TypeId, depth: u32, initial: u64) -> (Vec<Target>, bool, bool) {
        if let Some(begin) = self.ties.begin_of(path) {
            return (vec![Target::End(begin.clone()), Target::Null], true, true);
        }
        let (mut complete, mut near) = (true, true);
        let mut all = Vec::new();
        if initial != 0 {
            all.push(Target::Initial(initial));
        }
        match self.program.types.resolved(to) {
            CType::Function { .. } => {
                let functions;
                (functions, near) = self.functions_to_be(path, to, initial);
                // Nothing stands for the others where results need memory.
                if !self.facts.stubs.contains_key(&self.program.types.resolve(to)) {
                    self.note(Gap::Functions(path.to_string()));
                }
                all.extend(functions.into_iter().map(Target::Function));
            }
            CType::Record(r) if is_stream(r) => all.push(Target::Stream),
            _ if is_late_result(path) => self.note(Gap::FurtherResults(path.to_string())),
            _ if depth >= self.bounds.steps() || self.repeats(path, to) >= self.bounds.depth => {
                self.note(Gap::Depth(path.to_string()));
            }
            _ => {
                all.extend(self.lead(path, to).map(Target::Middle));
                all.push(Target::Object);
            }
        }
        all.push(Target::Null);
        all.extend(self.called_as(path).map(Target::Function));
        if all.contains(&Target::Object) {
            let same;
            (same, complete) = self.aliases(path, to, depth);
            all.extend(same.into_iter().map(Target::Same));
            let globals;
            (globals, near) = self.globals_to_be(to, initial);
            all.extend(globals);
        }
        if self.needs.contains_key(&number_path(path)) {
            all.push(Target::Number);
        }
        (all, complete, near)
    }

    /// Functions that stand for data which the unit calls: `void *` that is a function's address.
    fn called_as(&self, path: &str) -> impl Iterator<Item = FunctionId> + '_ {
        let start = called_path(path, "");
        let wanted = self.needs.range(start.clone()..).map_while(move |(need, _)| need.strip_prefix(&start));
        wanted.filter_map(|name| self.facts.stubs.values().copied().find(|f| self.program.function(*f).name == name))
    }

    /// Whether an input pointer of this run holds that number instead of an address.
    pub fn holds_number(&self, number: u64) -> bool {
        self.numbers.iter().any(|(_, n)| *n == number) && self.path_at(number).is_none()
    }

    /// How many of the pointers on the way to this one point to the same type: lists and trees repeat theirs.
    fn repeats(&self, path: &str, to: TypeId) -> u32 {
        let to = self.program.types.resolve(to);
        let ends = path.match_indices(['-', '[']).map(|(at, _)| &path[..at]);
        ends.filter(|way| self.pointer_types.get(*way) == Some(&to)).count() as u32
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
        let to = self.views.get(&*place_of(path, |p| self.views.contains_key(p))).copied().unwrap_or(to);
        self.pointer_types.insert(path.to_string(), self.program.types.resolve(to));
        let (targets, all_aliases, all_globals) = self.targets(path, to, depth, initial);
        let bits = self.program.target.pointer_bits;
        let mut values = Vec::new();
        for t in &targets {
            let address = match t {
                Target::Null => 0,
                Target::Initial(a) => *a,
                Target::Function(f) => self.program.function(*f).address,
                Target::Global(g, offset) => self.program.global(*g).address + offset,
                Target::Object | Target::Stream => self.object_address(path, to).ok_or(Stop::Limit(Limit::Memory))?,
                Target::Middle(lead) => {
                    let (size, count) = self.extent(path, to);
                    let base = self.reserve(&lead_path(path), lead + size * count).ok_or(Stop::Limit(Limit::Memory))?;
                    base + lead
                }
                Target::Same(other) => {
                    let settled = self.is_settled(vm, path, other)?;
                    let known = self.pointers.get(other).copied().filter(|_| settled);
                    values.push(known.unwrap_or_else(|| (0, vm.sym().pool.constant(0, bits))));
                    continue;
                }
                Target::Number => {
                    let path = number_path(path);
                    let v = self.variable_beyond(vm, &path, InputKind::Bits, bits);
                    let s = vm.sym();
                    values.push((s.inputs.get(v), s.pool.var(v)));
                    continue;
                }
                Target::End(begin) => {
                    values.push(self.end_of(vm, &begin.clone(), to)?);
                    continue;
                }
            };
            values.push((address, vm.sym().pool.constant(address, bits)));
        }
        let n = targets.len() as u64;
        if n == 1 {
            self.pointers.insert(path.to_string(), values[0]);
            return Ok((values[0].0, ExprId::NONE));
        }
        let width = u64::BITS - (n - 1).leading_zeros();
        let (variable, choice) = self.variable(vm, path, InputKind::Pointer(ty), width);
        if !all_aliases {
            self.inputs.apart.insert(variable);
        }
        if !all_globals {
            self.inputs.away.insert(variable);
        }
        let chosen = vm.sym().inputs.get(variable).min(n - 1) as usize;
        let s = vm.sym();
        // Numbers past the last one mean the last one: every value of the variable is a choice.
        let mut term = values[n as usize - 1].1;
        for (i, &(_, here)) in values.iter().enumerate().rev().skip(1) {
            let number = s.pool.constant(i as u64, width);
            let is = s.pool.eq(choice, number);
            term = s.pool.ite(is, here, term);
        }
        let value = values[chosen].0;
        // The end of an object is no choice among fixed addresses.
        if !matches!(targets[0], Target::End(_)) {
            s.add_choice(term, n as u32);
        }
        match &targets[chosen] {
            t @ (Target::Object | Target::Middle(_) | Target::Stream) => {
                let lead = if let Target::Middle(n) = t { *n } else { 0 };
                let pending = Pending { path: path.to_string(), to, depth: depth + 1, address: value, lead };
                self.pending.insert(term, pending);
            }
            Target::Same(_) => drop(self.same.insert(term, values[chosen].1)),
            Target::Number => {
                self.variable(vm, &number_path(path), InputKind::Bits, bits);
                self.numbers.push((path.to_string(), value));
            }
            _ => {}
        }
        self.choices.insert(variable, targets);
        self.pointers.insert(path.to_string(), (value, term));
        Ok((value, term))
    }

    /// Whether a pointer is there in all runs that have come this way: members are if their struct is. Parameters are made in
    /// every run, so they can wait for that to be decided.
    fn is_settled(&self, vm: &mut Vm, path: &str, other: &str) -> Result<bool, Stop> {
        let Some((parent, _)) = other.rsplit_once("->") else { return Ok(true) };
        let sibling = path.strip_prefix(parent).is_some_and(|rest| rest.starts_with("->"));
        let Some(&(value, term)) = self.pointers.get(parent).filter(|p| !sibling && p.1.is_some()) else {
            return Ok(true);
        };
        if self.parameters.iter().any(|p| p.0 == path) {
            vm.settle_choice(value, term)?;
        }
        Ok(vm.is_settled(term))
    }

    /// Just behind the object of another pointer; null if that is null.
    fn end_of(&mut self, vm: &mut Vm, begin: &str, to: TypeId) -> Result<(u64, ExprId), Stop> {
        let bits = self.program.target.pointer_bits;
        let Some(&(start, term)) = self.pointers.get(begin) else {
            return Ok((0, vm.sym().pool.constant(0, bits)));
        };
        let (size, _) = self.extent(begin, to);
        let (count, elements) = self.count(vm, begin, to);
        let p = &mut vm.sym().pool;
        let each = p.constant(size, 64);
        let elements = if elements.is_some() { elements } else { p.constant(count, 64) };
        let bytes = p.mul(elements, each);
        let bytes = p.extract(bytes, 0, bits);
        let (null, end) = (p.constant(0, bits), p.add(term, bytes));
        let there = p.ne(term, null);
        let end = p.ite(there, end, null);
        Ok((if start == 0 { 0 } else { start + count * size }, end))
    }

    /// The size of one element behind a pointer, and how many there may be.
    pub(crate) fn extent(&self, path: &str, to: TypeId) -> (u64, u64) {
        let (size, most) = self.usual_extent(path, to);
        let least = self.ties.least(path);
        let most = if least > 1 { most.max(least + 1) } else { most };
        (size, self.needs.get(path).map_or(most, |bytes| most.max(bytes.div_ceil(size) + 1)))
    }

    fn usual_extent(&self, path: &str, to: TypeId) -> (u64, u64) {
        let types = &self.program.types;
        // A struct is rarely one of many, unless somebody counts them; a scalar behind a pointer often is.
        let structs = if self.ties.is_tied(path) { self.bounds.elements } else { self.bounds.elements.min(2) };
        match types.resolved(to) {
            CType::Record(r) if is_stream(r) => (STREAM_SIZE, 1),
            _ if self.is_bytes(to) => (1, self.bounds.bytes),
            CType::Char { .. } => (1, self.bounds.bytes),
            CType::Record(r) => (r.bytes.max(1), structs),
            CType::Array { .. } => (types.bytes(to).unwrap_or(1).max(1), structs),
            _ => (types.bytes(to).unwrap_or(1).max(1), self.bounds.elements),
        }
    }

    /// Whether nothing is known of the elements behind a pointer to that type: they are bytes.
    fn is_bytes(&self, to: TypeId) -> bool {
        match self.program.types.resolved(to) {
            CType::Void | CType::Unknown => true,
            CType::Record(r) => r.incomplete && !is_stream(r),
            _ => false,
        }
    }

    fn object_address(&mut self, path: &str, to: TypeId) -> Option<u64> {
        let (size, count) = self.extent(path, to);
        let trailing = self.trailing(path, to).map_or(0, |t| t.most_bytes());
        self.reserve(path, size * count + trailing)
    }

    /// The address of the object of that path, the same in every run.
    pub(crate) fn reserve(&mut self, path: &str, bytes: u64) -> Option<u64> {
        if let Some(&a) = self.addresses.get(path) {
            return Some(a);
        }
        let geometry = self.program.geometry;
        let span = geometry.span(bytes, 16);
        let slot = self.next_slot;
        if slot + span > self.last_slot {
            return None;
        }
        self.next_slot += span;
        let address = geometry.place(slot, 16);
        self.addresses.insert(path.to_string(), address);
        self.slots.push((path.to_string(), slot, span));
        Some(address)
    }

    /// Makes the object of a pointer that is about to be used.
    pub(crate) fn make_object(&mut self, vm: &mut Vm, pending: Pending) -> Result<(), Stop> {
        let Pending { path, to, depth, address, lead } = pending;
        if matches!(self.program.types.resolved(to), CType::Record(r) if is_stream(r)) {
            vm.open_stream_at(address, &path)?;
            self.streams.insert(path);
            return Ok(());
        }
        if let Some(trailing) = self.trailing(&path, to).filter(|_| lead == 0) {
            return self.make_flexible(vm, &path, to, depth, address, trailing);
        }
        let (size, most) = self.extent(&path, to);
        let (count, elements) = self.count(vm, &path, to);
        self.capacity.insert(path.clone(), size * most);
        self.keep_apart(&path, to);
        let s = vm.sym();
        let bytes = match elements {
            ExprId::NONE => ExprId::NONE,
            e => {
                let (each, before) = (s.pool.constant(size, 64), s.pool.constant(lead, 64));
                let behind = s.pool.mul(e, each);
                s.pool.add(before, behind)
            }
        };
        let base = address - lead;
        add_object(vm, &path, base, lead + count * size)?;
        self.watch_volatile(vm, base, to);
        let elements_before = self.fill_lead(vm, &path, (to, size), depth, (address, lead))?;
        for i in 0..count {
            let element = format!("{path}[{i}]");
            if self.is_bytes(to) {
                let (_, e) = self.variable(vm, &element, InputKind::Value(to), 8);
                vm.put_input(address + i, e)?;
            } else {
                self.fill(vm, address + i * size, to, &element, depth)?;
            }
        }
        // Before the size depends on inputs: accesses would be checks then.
        let string = size == 1 && self.ties.is_string(&path);
        if string {
            self.end_string(vm, &path, (base, lead), (count, elements))?;
        }
        self.take_image(vm, &path, Origin::Object, to, (base, elements_before + count, lead + count * size));
        self.image_is_led_to_by(address);
        if bytes.is_some() {
            vm.memory.set_size_term(base, bytes, lead + size * self.ties.least(&path));
            self.fill_beyond(vm, (base, lead), to, &path, (size, count, most));
            let ends = if string { self.terminated(vm, &path) } else { ExprId::NONE };
            for i in if string { count..most } else { 0..0 } {
                let term = ended_byte(vm, (base, lead), i, elements, ends);
                vm.memory.set_beyond(base, lead + i, ByteTerm { term, byte: 0 });
            }
        }
        Ok(())
    }

    /// Bytes in front of a pointer that its object should have, as far as trying has shown.
    fn lead(&self, path: &str, to: TypeId) -> Option<u64> {
        self.needs.get(&lead_path(path)).copied().filter(|_| self.trailing(path, to).is_none())
    }

    /// What lies in front of a pointer: elements if it is a multiple of their size, else bytes. Says how many elements.
    fn fill_lead(
        &mut self,
        vm: &mut Vm,
        path: &str,
        (to, size): (TypeId, u64),
        depth: u32,
        (address, lead): (u64, u64),
    ) -> Result<u64, Stop> {
        if lead == 0 {
            return Ok(0);
        }
        if lead.is_multiple_of(size) && !self.is_bytes(to) {
            for k in 1..=lead / size {
                self.fill(vm, address - k * size, to, &format!("{path}[-{k}]"), depth)?;
            }
            return Ok(lead / size);
        }
        for k in 1..=lead {
            let (_, e) = self.variable(vm, &format!("((char *){path})[-{k}]"), InputKind::Bits, 8);
            vm.put_input(address - k, e)?;
        }
        Ok(if size == 1 { lead } else { 0 })
    }

    /// What would follow if the object were longer: strings and arrays of numbers can then be looked at as a whole,
    /// whatever their length is. Other elements make the length concrete where that matters.
    /// The elements start at an offset of the object.
    pub(crate) fn fill_beyond(
        &mut self,
        vm: &mut Vm,
        (address, offset): (u64, u64),
        to: TypeId,
        path: &str,
        (size, count, most): (u64, u64, u64),
    ) {
        let bits = match self.program.types.resolved(to) {
            _ if self.is_bytes(to) => 8,
            CType::Char { bits, .. } | CType::Int { bits, .. } => *bits,
            CType::Enum(e) => e.bits,
            CType::Float { kind, .. } => kind.bits(),
            _ => return,
        };
        if bits as u64 != size * 8 {
            return;
        }
        vm.memory.set_most(address, offset + most * size);
        for i in count..most {
            let element = format!("{path}[{i}]");
            let v = self.variable_beyond(vm, &element, InputKind::Value(to), bits);
            let term = vm.sym().pool.var(v);
            for k in 0..size {
                let byte = if self.program.target.big_endian { size - 1 - k } else { k };
                vm.memory.set_beyond(address, offset + i * size + k, ByteTerm { term, byte: byte as u32 });
            }
        }
    }
}

/// Where what lies in front of a pointer stands in `Setup::needs`.
pub(crate) fn lead_path(path: &str) -> String {
    format!("{path}[-]")
}

/// What stands for a function that a pointer to data is called as.
pub(crate) fn called_path(path: &str, function: &str) -> String {
    format!("called({path}) {function}")
}

/// The number that a pointer holds; stands in `Setup::needs` where the unit looks at the pointer as one.
pub(crate) fn number_path(path: &str) -> String {
    format!("bits({path})")
}

/// What is known of all elements of an array stands under its path with `[]`.
pub(crate) fn place_of(path: &str, known: impl Fn(&str) -> bool) -> std::borrow::Cow<'_, str> {
    if !known(path)
        && let Some((array, index)) = path.rsplit_once('[')
        && index.strip_suffix(']').is_some_and(|i| i.bytes().all(|b| b.is_ascii_digit()))
    {
        return format!("{array}[]").into();
    }
    path.into()
}

/// Calls of one stub that give objects: a loop that goes on as long as they do would not end.
const RESULTS: u32 = 16;

/// Whether a path is the result of a call behind those.
fn is_late_result(path: &str) -> bool {
    let number = path.split_once('#').map(|p| p.1.split(|c: char| !c.is_ascii_digit()).next().unwrap_or(""));
    number.and_then(|n| n.parse().ok()).is_some_and(|n: u32| n > RESULTS)
}

/// Makes the object of an input pointer, which the unit may free.
pub(crate) fn add_object(vm: &mut Vm, path: &str, address: u64, bytes: u64) -> Result<(), Stop> {
    let s = vm.sym();
    s.objects.push(path.to_string());
    let label = Label::Input(s.objects.len() as u32 - 1);
    let made = vm.memory.add_fixed(address, bytes, &[], false, label);
    made.map_err(|_| Stop::Limit(Limit::Memory))?;
    vm.memory.allow_free(address);
    Ok(())
}

impl Materialise for Driver<'_> {
    fn pointer(&mut self, vm: &mut Vm, term: ExprId) -> Result<(), Stop> {
        if let Some(other) = self.same.remove(&term) {
            return Materialise::pointer(self, vm, other);
        }
        match self.pending.remove(&term) {
            Some(pending) => {
                self.make_object(vm, pending)?;
                self.assume_rules(vm)
            }
            None => Ok(()),
        }
    }

    fn entered(&mut self, vm: &mut Vm, function: FunctionId) -> Result<(), Stop> {
        self.drive_globals(vm, function)?;
        self.assume_rules(vm)
    }

    fn called(&mut self, vm: &mut Vm, function: FunctionId, args: &[Value]) -> Result<(), Stop> {
        self.note_call(vm, function, args)
    }

    fn writes(&self, function: FunctionId) -> bool {
        self.plan.havoc.contains(&function) || filled_argument(&self.program.function(function).name).is_some()
    }

    fn volatile(&mut self, vm: &mut Vm, address: u64, len: u64) -> Result<(), Stop> {
        self.read_again(vm, address, len)
    }

    fn unchanged(&mut self, vm: &mut Vm, address: u64) {
        self.note_unchanged(vm, address);
    }

    fn pointer_at(&mut self, vm: &mut Vm, address: u64) -> Result<(), Stop> {
        self.become_pointer(vm, address)
    }

    fn stub(&mut self, vm: &mut Vm, function: FunctionId, args: &[Value]) -> Result<StubReply, Stop> {
        let reply = self.call_stub(vm, function, args)?;
        self.assume_rules(vm)?;
        Ok(reply)
    }

    fn outside(&mut self, vm: &mut Vm, path: &str, what: Outside, width: u32) -> ExprId {
        self.outside_input(vm, path, what, width)
    }

    fn text(&mut self, vm: &mut Vm, path: &str) -> Result<(u64, ExprId), Stop> {
        self.outside_text(vm, path)
    }

    fn longest_rest(&self) -> u64 {
        self.bounds.bytes.max(2) - 1
    }
}
