//! Pointers of a test: what each points to, and the expression that leads there.

use super::NotATest;
use super::setup::{Placed, Setup, is_bytes};
use crate::model::{Saved, Value};
use crate::text::{identifier, latin1, trimmed};
use crescendo_program::ctype::{CType, TypeId};
use crescendo_unit::{Origin, is_stream};
use crescendo_vm::memory::{Label, ObjectState};
use crescendo_vm::symbolic::STREAM_SIZE;

impl Setup<'_, '_> {
    /// A pointer that is part of the set-up; an object it is the first to point to is placed there.
    pub(super) fn pointer(
        &mut self,
        expression: &str,
        address: u64,
        to: TypeId,
        owner: Option<(usize, u64)>,
    ) -> Result<Value, NotATest> {
        if let Some(value) = self.known(address)? {
            return Ok(self.as_pointer_to(to, address, value));
        }
        let types = self.types();
        let driver = self.unit.driver();
        let opened = driver.path_at(address).is_some_and(|p| self.streams.contains_key(p) || driver.is_stream_at(p));
        drop(driver);
        if opened || matches!(types.resolved(to), CType::Record(r) if is_stream(r)) {
            let name = self.unit.driver().path_at(address).ok_or("a stream is nowhere")?.to_string();
            let (text, state) = self.streams.get(&name).cloned().unwrap_or_default();
            let expression = expression.to_string();
            self.placed.push(Placed { address, size: STREAM_SIZE, expression, element: None, to, owner });
            return Ok(Value::Stream { name, text, state });
        }
        let image = self.observed.images.iter().find(|i| i.origin == Origin::Object && i.has(address));
        let (base, size, count, ty) = match image {
            Some(i) => (i.address, i.before.len() as u64, i.count, i.ty),
            // An address that nobody gave to anything.
            None if self.is_nowhere(address) => return Ok(Value::Number { value: self.as_number(address) }),
            None if self.is_nameless(address) => {
                if let Some(text) = self.literal(address, to) {
                    return Ok(Value::String { text });
                }
                return Err(format!("`{expression}` points to a string literal, which has no name in C").into());
            }
            // Nobody looked behind it.
            None => (address, types.bytes(to).unwrap_or(1).max(1), 1, to),
        };
        if address != base {
            return Err(format!("`{expression}` points into the middle of an object").into());
        }
        if matches!(types.resolved(ty), CType::Record(r) if r.name == "__va_list_tag") {
            return Err("its arguments are a va_list, which tests do not make yet".into());
        }
        let whole = types.bytes(ty);
        // C counts in what the pointer is declared to point to.
        let element = whole.filter(|w| types.bytes(to) == Some(*w));
        self.placed.push(Placed { address: base, size, expression: expression.to_string(), element, to, owner });
        Ok(match image {
            Some(i) if is_bytes(types, i.ty) => Value::Buffer { text: latin1(trimmed(&i.before)), size },
            _ => {
                let counted = element.filter(|e| e * count == size && self.is_known_here(to));
                Value::Object { size, count: counted.map(|_| count) }
            }
        })
    }

    /// How far behind the start of its object an input pointer points.
    pub(super) fn lead(&self, address: u64) -> u64 {
        let mut objects = self.observed.images.iter().filter(|i| i.origin == Origin::Object);
        objects.find(|i| i.pointer == address).map_or(0, |i| address - i.address)
    }

    /// A pointer behind the start of a new object: the object, and the pointer once it leads there.
    pub(super) fn middle(
        &mut self,
        expression: &str,
        address: u64,
        to: TypeId,
        owner: Option<(usize, u64)>,
    ) -> Option<(Value, Value)> {
        let types = self.types();
        let mut objects = self.observed.images.iter().filter(|i| i.origin == Origin::Object);
        let image = objects.find(|i| i.pointer == address && i.address != address)?;
        let (base, size, lead) = (image.address, image.before.len() as u64, address - image.address);
        if self.placed.iter().any(|p| p.address == base) {
            return None;
        }
        let bytes = is_bytes(types, image.ty);
        let element = types.bytes(image.ty).filter(|e| *e > 0 && !bytes && lead.is_multiple_of(*e));
        let counted = element.filter(|_| types.resolve(to) == types.resolve(image.ty)).map(|e| lead / e);
        let start = match counted {
            Some(n) => format!("({expression} - {n})"),
            None => format!("((char *){expression} - {lead})"),
        };
        self.placed.push(Placed { address: base, size, expression: start, element: counted.and(element), to, owner });
        let object = match bytes {
            true => Value::Buffer { text: latin1(trimmed(&image.before)), size },
            false => Value::Object { size, count: None },
        };
        Some((object, Value::Address { object: expression.to_string(), offset: lead, index: counted }))
    }

    /// A function of another type than the pointer's takes a cast: compilers refuse it otherwise.
    fn as_pointer_to(&self, to: TypeId, address: u64, value: Value) -> Value {
        let types = self.types();
        let label = self.unit.vm.memory.info(address).map(|o| o.label);
        let own = |f| self.program.function(f).c_type.map(|t| types.resolve(t));
        match (value, label) {
            (Value::Function { name, .. }, Some(Label::Function(f))) => {
                Value::Function { name, cast: own(f) != Some(types.resolve(to)) }
            }
            (value, _) => value,
        }
    }

    /// Whether the bytes where a pointer may be are one: they may be those of a number, or of both.
    pub(super) fn is_pointer(&mut self, word: u64) -> Result<bool, NotATest> {
        let reserved = self.unit.driver().path_at(word).is_some();
        Ok(reserved || self.is_object(word) || self.is_known(word)?)
    }

    /// Whether an input object begins there.
    pub(super) fn is_object(&self, address: u64) -> bool {
        self.observed.images.iter().any(|i| i.origin == Origin::Object && i.pointer == address)
    }

    /// A pointer to a placed object; after the call in a variable, if the way to it has changed.
    pub(super) fn expression(&mut self, i: usize) -> String {
        let p = &self.placed[i];
        if !self.is_over || self.is_stable(i, 0) {
            return p.expression.clone();
        }
        let expression = p.expression.clone();
        if let Some(s) = self.saved.iter().find(|s| s.expression == expression) {
            return s.name.clone();
        }
        let mut name = self.variable(&format!("old_{}", identifier(&expression)));
        while self.saved.iter().any(|s| s.name == name) {
            name.push('_');
        }
        self.saved.push(Saved { name: name.clone(), expression });
        name
    }

    /// Whether its expression means the same after the call as before.
    fn is_stable(&self, i: usize, depth: usize) -> bool {
        let Some((image, offset)) = self.placed[i].owner else { return true };
        let Some(image) = self.observed.images.get(image) else { return false };
        let width = self.program.target.pointer_bytes() as usize;
        let at = offset as usize..offset as usize + width;
        let same = image.after.as_ref().is_some_and(|after| after.get(at.clone()) == image.before.get(at));
        let parent = self.placed.iter().position(|p| p.address == image.address);
        same && depth < 64 && parent.is_none_or(|p| self.is_stable(p, depth + 1))
    }

    /// A pointer that holds a number, as far as the driver says so.
    fn number(&self, address: u64) -> Option<String> {
        self.unit.driver().holds_number(address).then(|| self.as_number(address))
    }

    fn as_number(&self, address: u64) -> String {
        let bits = self.program.target.pointer_bits;
        ((address << (64 - bits)) as i64 >> (64 - bits)).to_string()
    }

    fn is_in_variable(&self, address: u64) -> bool {
        let is_it = |g| !self.program.global(g).anonymous;
        let object = self.unit.vm.memory.info(address);
        object.is_some_and(|o| matches!(o.label, Label::Global(g) if is_it(g)) && address.wrapping_sub(o.base) < o.size)
    }

    fn is_nameless(&self, address: u64) -> bool {
        let object = self.unit.vm.memory.info(address);
        object.is_some_and(|o| matches!(o.label, Label::Global(g) if self.program.global(g).anonymous))
    }

    /// What a string literal says from an address on. Another literal of that text is as good, wherever it lies.
    fn literal(&self, address: u64, to: TypeId) -> Option<String> {
        let memory = &self.unit.vm.memory;
        let object = memory.info(address).filter(|_| is_bytes(self.types(), to))?;
        let len = (object.base + object.size).checked_sub(address)?;
        let (bytes, _) = memory.peek(address, len)?;
        let (last, text) = bytes.split_last()?;
        (*last == 0).then(|| latin1(text))
    }

    /// Whether no object is or could be there: the bits of a union that were read as a number.
    fn is_nowhere(&self, address: u64) -> bool {
        self.unit.driver().path_at(address).is_none() && self.unit.vm.memory.info(address).is_none()
    }

    /// Whether it points to something that has a name.
    pub(super) fn is_known(&mut self, address: u64) -> Result<bool, NotATest> {
        Ok(!matches!(self.known(address)?, None | Some(Value::Number { .. })))
    }

    /// A pointer to something that has a name; `None` if it has none yet.
    pub(super) fn known(&mut self, address: u64) -> Result<Option<Value>, NotATest> {
        if address == 0 {
            return Ok(Some(Value::Null));
        }
        // A number that leads into a variable was found as the address of it.
        if let Some(value) = self.number(address).filter(|_| !self.is_in_variable(address)) {
            return Ok(Some(Value::Number { value }));
        }
        if let Some(i) = self.placed.iter().position(|p| address.wrapping_sub(p.address) <= p.size) {
            let p = &self.placed[i];
            let offset = address - p.address;
            let index = p.element.filter(|e| *e > 0 && offset.is_multiple_of(*e)).map(|e| offset / e);
            return Ok(Some(Value::Address { object: self.expression(i), offset, index }));
        }
        match self.unit.vm.memory.info(address) {
            Some(o) if o.state == ObjectState::Live => match o.label {
                Label::Function(f) if o.base == address => {
                    Ok(Some(Value::Function { name: self.function(f)?, cast: false }))
                }
                // Numbers that are no pointers may lie near it.
                Label::Global(g) if !self.program.global(g).anonymous && address.wrapping_sub(o.base) <= o.size => {
                    let (name, apart) = self.global(g)?;
                    let object = if apart { name } else { format!("&{name}") };
                    let offset = address - o.base;
                    Ok(Some(Value::Address { object, offset, index: (offset == 0).then_some(0) }))
                }
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }
}
