//! What a run left behind: its result and what is different.

use super::NotATest;
use super::setup::{Setup, whole};
use crate::model::{Change, Outcome, Value};
use crate::text::latin1;
use crate::walk::{Leaf, element, leaves, object_leaves, raw_lead};
use crescendo_program::Program;
use crescendo_program::ctype::{CType, TypeId};
use crescendo_unit::{Image, Origin, Returned, Run, is_library_global};
use crescendo_vm::memory::{Label, ObjectState};
use crescendo_vm::{FaultKind, Outcome as Ended};

/// Scalars of new objects that are looked at.
const MOST_NEW: usize = 24;
/// Changes of one test.
const MOST_CHANGES: usize = 100;
/// Pointers that are followed into new objects.
const DEEPEST: u32 = 2;
/// Smaller numbers are numbers.
pub(super) const LEAST_ADDRESS: u64 = 1 << 16;
/// Strings longer than this are only pointers.
const LONGEST: u64 = 200;

pub fn outcome(setup: &mut Setup, run: &Run) -> Result<Outcome, NotATest> {
    match &run.outcome {
        Ended::Finished { .. } => {}
        Ended::Signalled { signal } => return Ok(Outcome::Signalled { signal: *signal }),
        Ended::ProgramFault(f) => return Ok(fault(setup.program, run, f.kind, f.message.clone())),
        Ended::Limit(_) if run.seems_endless() => {
            let message = format!("suspected: no end after {} steps", run.steps);
            return Ok(fault(setup.program, run, FaultKind::EndlessLoop, message));
        }
        Ended::Limit(_) => return Ok(Outcome::Cut { calls: setup.observed.calls.len() }),
        other => return Err(format!("{other:?}").into()),
    }
    if let Some(status) = setup.observed.exited {
        return Ok(Outcome::Exited { status: status & 0xff });
    }
    setup.is_over = true;
    let mut ending = Ending { setup, changes: Vec::new(), fresh: 0 };
    let value = ending.returned();
    ending.changed();
    let mut changes = ending.changes;
    changes.truncate(MOST_CHANGES);
    let freed = setup.observed.images.iter().filter(|i| i.origin == Origin::Object && i.freed);
    // By what leads there before the call.
    let leads = |i: &Image| setup.placed.iter().find(|p| p.address == i.address).map(|p| p.expression.clone());
    let freed = freed.filter_map(leads).collect();
    Ok(Outcome::Returned { value, changes, freed })
}

/// What an earlier call returned, where that is a plain number.
pub fn earlier(setup: &Setup, call: usize) -> Option<Value> {
    let r = setup.observed.returned.get(call).filter(|r| r.is_anything_written())?;
    let types = setup.types();
    match types.resolved(r.ty) {
        CType::Pointer { .. } | CType::Record(_) | CType::Complex { .. } | CType::Vector { .. } | CType::Void => None,
        _ => Some(setup.plain(&whole(r.ty, "result", r.bytes.len() as u64), &r.bytes)),
    }
}

fn fault(program: &Program, run: &Run, kind: FaultKind, message: String) -> Outcome {
    let at = run.stack.first().map(|s| program.sources.get(s.position));
    Outcome::Fault {
        kind: kind.name().to_string(),
        message,
        file: at.map_or_else(String::new, |p| program.sources.path(p.file).to_string()),
        line: at.map_or(0, |p| p.line),
        column: at.map_or(0, |p| p.column),
        function: run.stack.first().map_or_else(String::new, |s| program.function(s.function).name.clone()),
    }
}

struct Ending<'a, 'u, 'p> {
    setup: &'a mut Setup<'u, 'p>,
    changes: Vec<Change>,
    /// Scalars of new objects so far.
    fresh: usize,
}

impl Ending<'_, '_, '_> {
    fn returned(&mut self) -> Option<Value> {
        let r = self.setup.observed.returned.last()?;
        let types = self.setup.types();
        match types.resolved(r.ty) {
            CType::Void => None,
            // It ended without a `return`.
            _ if !r.is_anything_written() => None,
            CType::Pointer { to } => {
                let (to, address) = (*to, self.setup.word(&r.bytes));
                Some(self.pointer("result", address, to, 0))
            }
            CType::Record(_) | CType::Complex { .. } | CType::Vector { .. } => {
                let mut all = Vec::new();
                leaves(types, r.ty, "result", 0, false, &mut |l| all.push(l));
                for leaf in all.into_iter().filter_map(|l| written(r, l)).take(MOST_CHANGES) {
                    if let Some(now) = part(&r.bytes, &leaf) {
                        let leaf = self.meant(leaf, now);
                        let after = self.value(&leaf, now, 0);
                        self.add(&leaf, None, None, after);
                    }
                }
                None
            }
            _ => {
                let leaf = whole(r.ty, "result", r.bytes.len() as u64);
                Some(self.value(&leaf, &r.bytes, 0))
            }
        }
    }

    /// Everything that has other bytes than before, as far as C can name it.
    fn changed(&mut self) {
        let observed = self.setup.observed;
        for image in &observed.images {
            let Some(after) = &image.after else { continue };
            if *after == image.before {
                continue;
            }
            match image.origin {
                Origin::Global(id) if !is_library_global(&image.path) => {
                    let Ok((name, apart)) = self.setup.global(id) else { continue };
                    let shown = if apart { image.path.clone() } else { name.clone() };
                    self.compare(image, after, &shown, 0, image.ty, apart.then_some(name.as_str()));
                }
                Origin::Object => {
                    let placed = self.setup.placed.iter().position(|p| p.address == image.address);
                    let Some(expression) = placed.map(|i| self.setup.expression(i)) else { continue };
                    self.object(image, after, &expression);
                }
                _ => {}
            }
        }
    }

    fn object(&mut self, image: &Image, after: &[u8], expression: &str) {
        let types = self.setup.types();
        let placed = self.setup.placed.iter().find(|p| p.address == image.address);
        // Through a pointer without a useful type, be it kept in a variable: by its bytes.
        let apart = placed.is_some_and(|p| p.expression.starts_with("(*(void"));
        if matches!(types.resolved(image.ty), CType::Void | CType::Unknown) || super::setup::is_bytes(types, image.ty) {
            let leaf = Leaf { characters: Some(after.len() as u64), ..whole(image.ty, expression, after.len() as u64) };
            let value = self.value(&leaf, after, 0);
            self.add(&leaf, None, Some(Value::Text { text: latin1(&image.before), size: after.len() as u64 }), value);
            return;
        }
        let typed = placed.is_none_or(|p| types.resolve(p.to) == types.resolve(image.ty));
        let typed = typed && self.setup.is_known_here(image.ty);
        // Where C cannot name its members, they are reached from its start.
        let (pointer, by_start) = match (typed || apart, self.setup.cast(expression, image.ty)) {
            (true, _) => (expression.to_string(), apart),
            (false, Ok(cast)) => (cast, false),
            (false, Err(_)) => (self.setup.shown_cast(expression, image.ty), true),
        };
        // From its start, where its expression leads.
        let start = Image { pointer: image.address, ..image.clone() };
        let lead = image.pointer - image.address;
        let leaves = match raw_lead(types, image) {
            false => object_leaves(types, &start, image.ty, &pointer),
            true => {
                let start = format!("({expression} + {lead})");
                let pointer = match self.setup.cast(&start, image.ty) {
                    Ok(cast) => cast,
                    Err(_) if by_start => self.setup.shown_cast(&start, image.ty),
                    Err(_) => return,
                };
                object_leaves(types, image, image.ty, &pointer)
            }
        };
        self.differing(image, after, leaves, by_start.then_some(expression));
    }

    fn compare(&mut self, image: &Image, after: &[u8], path: &str, offset: u64, ty: TypeId, address: Option<&str>) {
        let mut all = Vec::new();
        leaves(self.setup.types(), ty, path, offset, false, &mut |l| all.push(l));
        self.differing(image, after, all, address);
    }

    fn differing(&mut self, image: &Image, after: &[u8], all: Vec<Leaf>, address: Option<&str>) {
        for leaf in all {
            let (Some(old), Some(new)) = (part(&image.before, &leaf), part(after, &leaf)) else { continue };
            if old == new {
                continue;
            }
            let is_pointer = |s: &mut Setup| s.is_pointer(s.word(new)).unwrap_or(true);
            if !(leaf.instead.is_empty() || self.is_address(new) || is_pointer(self.setup)) {
                self.differing(image, after, leaf.instead, address);
                continue;
            }
            let before = self.value(&leaf, old, DEEPEST);
            let leaf = self.meant(leaf, new);
            let now = if self.is_in_address(image, &leaf) { Value::Any } else { self.value(&leaf, new, 0) };
            if leaf.bits.is_none() || before != now {
                self.add(&leaf, address, Some(before), now);
            }
        }
    }

    fn add(&mut self, leaf: &Leaf, address: Option<&str>, before: Option<Value>, after: Value) {
        let reading = Leaf { constant: false, ..leaf.clone() };
        let Ok(lvalue) = self.setup.lvalue(&reading, address) else { return };
        let ty = self.setup.show(leaf.ty);
        // What was found in a new object stands behind the pointer to it.
        let at = self.changes.iter().position(|c| {
            c.path.starts_with(&format!("{}->", leaf.path)) || c.path.starts_with(&format!("{}[", leaf.path))
        });
        let change = Change { path: leaf.path.clone(), lvalue, ty, before, after };
        match at {
            Some(at) => self.changes.insert(at, change),
            None => self.changes.push(change),
        }
    }

    fn value(&mut self, leaf: &Leaf, bytes: &[u8], depth: u32) -> Value {
        let types = self.setup.types();
        if let Some(size) = leaf.characters {
            let width = self.setup.program.target.pointer_bytes() as usize;
            let has_address = bytes.chunks_exact(width).any(|word| self.is_address(word));
            return if has_address { Value::Any } else { Value::Text { text: latin1(bytes), size } };
        }
        if let CType::Pointer { to } = types.resolved(leaf.ty) {
            let (to, address) = (*to, self.setup.word(bytes));
            if !leaf.pointers.is_empty() && self.is_address(bytes) {
                return self.some_pointer(address);
            }
            return self.pointer(&leaf.path, address, to, depth);
        }
        if self.is_address(bytes) {
            return Value::Any;
        }
        self.setup.plain(leaf, bytes)
    }

    /// Whether it is a part of a word that is the address of something now.
    fn is_in_address(&self, image: &Image, leaf: &Leaf) -> bool {
        let width = self.setup.program.target.pointer_bytes() as u64;
        let start = leaf.offset / width * width;
        let word = image.after.as_ref().and_then(|after| after.get(start as usize..(start + width) as usize));
        leaf.size < width && word.is_some_and(|word| self.is_address(word))
    }

    /// A number that is the address of something, which natively is another one.
    fn is_address(&self, bytes: &[u8]) -> bool {
        let width = self.setup.program.target.pointer_bytes() as usize;
        let address = self.setup.word(bytes);
        bytes.len() == width && address > LEAST_ADDRESS && self.setup.unit.vm.memory.info(address).is_some()
    }

    /// The pointer of a union instead of what shares its bytes, if they are those of an address.
    fn meant(&self, leaf: Leaf, bytes: &[u8]) -> Leaf {
        if leaf.pointers.is_empty() || !self.is_address(bytes) {
            return leaf;
        }
        self.setup.shared_pointer(&leaf, self.setup.word(bytes))
    }

    /// A pointer of which is not known what it points to.
    fn some_pointer(&mut self, address: u64) -> Value {
        let is_new =
            |o: crescendo_vm::memory::ObjectInfo| o.state == ObjectState::Live && matches!(o.label, Label::Heap { .. });
        match self.setup.known(address) {
            Ok(Some(value)) => value,
            Ok(None) if self.setup.unit.vm.memory.info(address).is_some_and(is_new) => Value::New,
            _ => Value::Any,
        }
    }

    /// A pointer by what it points to. New objects are looked into, `DEEPEST` pointers deep.
    fn pointer(&mut self, path: &str, address: u64, to: TypeId, depth: u32) -> Value {
        match self.setup.known(address) {
            Ok(Some(value)) => return value,
            Ok(None) => {}
            Err(_) => return Value::Any,
        }
        let vm = &self.setup.unit.vm;
        let Some(object) = vm.memory.info(address).filter(|o| o.state == ObjectState::Live) else { return Value::Any };
        let types = self.setup.types();
        let is_text = matches!(types.resolved(to), CType::Char { bits: 8, .. });
        if matches!(object.label, Label::Heap { .. } | Label::Global(_))
            && is_text
            && let Some(text) = self.string(address)
        {
            return Value::String { text };
        }
        if !matches!(object.label, Label::Heap { .. }) {
            return Value::Any;
        }
        let size = types.bytes(to).filter(|_| self.setup.is_known_here(to)).unwrap_or(0);
        if depth < DEEPEST && size > 0 && !is_text && !self.setup.placed.iter().any(|p| p.address == object.base) {
            self.look_into(path, address, to, size, depth + 1);
        }
        Value::New
    }

    /// The scalars of a new object that the program wrote.
    fn look_into(&mut self, path: &str, address: u64, to: TypeId, size: u64, depth: u32) {
        let vm = &self.setup.unit.vm;
        let Some((bytes, _)) = vm.memory.peek(address, size) else { return };
        let bytes = bytes.to_vec();
        let types = self.setup.types();
        let mut all = Vec::new();
        leaves(types, to, &element(types, path, to, 0, 1), 0, false, &mut |l| all.push(l));
        for leaf in all {
            let written = vm.memory.peek(address + leaf.offset, leaf.size).is_some_and(|(_, written)| written);
            if !written || self.fresh >= MOST_NEW {
                continue;
            }
            self.fresh += 1;
            if let Some(now) = part(&bytes, &leaf) {
                let leaf = self.meant(leaf, now);
                let after = self.value(&leaf, now, depth);
                self.add(&leaf, None, None, after);
            }
        }
    }

    /// A string that the program wrote to its end.
    fn string(&self, address: u64) -> Option<String> {
        let memory = &self.setup.unit.vm.memory;
        let mut bytes = Vec::new();
        for i in 0..LONGEST {
            let (byte, true) = memory.peek(address + i, 1)? else { return None };
            if byte[0] == 0 {
                return (!self.holds_address(address, i)).then(|| latin1(&bytes));
            }
            bytes.push(byte[0]);
        }
        None
    }

    /// Whether some of these bytes are of an address that somebody stored there.
    fn holds_address(&self, start: u64, len: u64) -> bool {
        let width = self.setup.program.target.pointer_bytes() as u64;
        let words = (start / width * width..start + len).step_by(width as usize);
        words
            .into_iter()
            .any(|at| self.setup.unit.vm.memory.peek(at, width).is_some_and(|(word, _)| self.is_address(word)))
    }
}

/// A part of a result without what nobody wrote; of an array of characters that is its end.
fn written(r: &Returned, leaf: Leaf) -> Option<Leaf> {
    match (r.written(leaf.offset, leaf.size), leaf.characters) {
        (size, _) if size == leaf.size => Some(leaf),
        (size @ 1.., Some(_)) => Some(Leaf { size, characters: Some(size), ..leaf }),
        _ => None,
    }
}

fn part<'b>(bytes: &'b [u8], leaf: &Leaf) -> Option<&'b [u8]> {
    bytes.get(leaf.offset as usize..(leaf.offset + leaf.size) as usize)
}
