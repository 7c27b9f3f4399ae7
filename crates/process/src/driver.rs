//! Gives variables to the machine for what a program reads, and keeps which is which: the same part of an input has the same
//! variable in every run.

use crate::input::{Input, Nondet};
use crate::names::{self, Part, part};
use crate::shape::{Shape, Slot};
use crescendo_program::{FunctionId, Program, Scalar};
use crescendo_solver::expr::{Assignment, ExprId, Pool, VarId};
use crescendo_vm::symbolic::{Materialise, Outside, StubReply};
use crescendo_vm::{Stop, Value, Vm};
use std::collections::{BTreeMap, HashMap};

/// Bytes of one source that are variables; what lies behind is as seeds have it.
pub(crate) const MOST_BYTES: usize = 1 << 16;
/// Bits of a length, as the machine asks for it.
pub(crate) const LENGTH: u32 = crescendo_vm::symbolic::LENGTH_BITS;

/// Something that is read: its length and its bytes, as far as anybody has looked.
#[derive(Debug, Default)]
pub(crate) struct Source {
    pub length: Option<VarId>,
    pub bytes: Vec<Option<VarId>>,
}

/// The variables by what they stand for.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    pub sources: HashMap<String, Source>,
    pub counts: HashMap<String, VarId>,
    pub missing: HashMap<String, VarId>,
    pub values: Vec<Option<(VarId, u32, bool)>>,
}

impl Variables {
    pub fn byte(&mut self, pool: &mut Pool, of: &str, i: usize) -> VarId {
        if !self.sources.contains_key(of) {
            self.sources.insert(of.to_string(), Source::default());
        }
        let source = self.sources.get_mut(of).expect("just made");
        if source.bytes.len() <= i {
            source.bytes.resize(i + 1, None);
        }
        *source.bytes[i].get_or_insert_with(|| pool.new_variable(&format!("{of}[{i}]"), 8))
    }

    pub fn length(&mut self, pool: &mut Pool, of: &str) -> VarId {
        let source = self.sources.entry(of.to_string()).or_default();
        *source.length.get_or_insert_with(|| pool.new_variable(&format!("len({of})"), LENGTH))
    }

    pub fn count(&mut self, pool: &mut Pool, group: usize) -> VarId {
        let name = names::count(group);
        *self.counts.entry(name.clone()).or_insert_with(|| pool.new_variable(&name, 8))
    }

    fn missing(&mut self, pool: &mut Pool, of: &str) -> VarId {
        let name = format!("missing({of})");
        *self.missing.entry(of.to_string()).or_insert_with(|| pool.new_variable(&name, 1))
    }

    pub fn value(&mut self, pool: &mut Pool, number: usize, (bits, float): (u32, bool)) -> VarId {
        if self.values.len() <= number {
            self.values.resize(number + 1, None);
        }
        // Another path may ask for another type: that is another variable, and the old one is forgotten.
        match self.values[number] {
            Some((v, b, f)) if (b, f) == (bits, float) => v,
            _ => {
                let v = pool.new_variable(&names::nondet(number), bits);
                self.values[number] = Some((v, bits, float));
                v
            }
        }
    }

    /// The bytes of a source in an assignment, as many as its length says.
    fn read(&self, of: &str, most: usize, values: &Assignment, fixed: &Fixed) -> Vec<u8> {
        let Some(source) = self.sources.get(of) else { return Vec::new() };
        let length = source.length.map_or(0, |v| values.get(v) as usize).min(most);
        (0..length).map(|i| self.byte_of(source, of, i, values, fixed)).collect()
    }

    fn word(&self, of: &str, most: usize, values: &Assignment, fixed: &Fixed) -> Vec<u8> {
        let nothing = Source::default();
        let source = self.sources.get(of).unwrap_or(&nothing);
        (0..most).map(|i| self.byte_of(source, of, i, values, fixed)).take_while(|b| *b != 0).collect()
    }

    fn byte_of(&self, source: &Source, of: &str, i: usize, values: &Assignment, fixed: &Fixed) -> u8 {
        if !fixed.is_empty()
            && let Some(byte) = fixed.get(&(of.to_string(), i))
        {
            return *byte;
        }
        source.bytes.get(i).copied().flatten().map_or(0, |v| values.get(v) as u8)
    }

    /// The input that an assignment stands for.
    pub fn input(&self, shape: &Shape, values: &Assignment, fixed: &Fixed) -> Input {
        let mut input = Input::default();
        let (mut group, mut number) = (0, 0);
        for slot in &shape.args {
            match slot {
                Slot::Word(word) => input.args.push(word.clone()),
                Slot::Symbols { count, bytes } => {
                    let there = self.counts.get(&names::count(group)).map_or(0, |v| values.get(*v) as usize);
                    let word = |i| self.word(&names::argument(number + i), *bytes, values, fixed);
                    input.args.extend((0..there.min(*count)).map(word));
                    (group, number) = (group + 1, number + count);
                }
            }
        }
        if let Some(most) = shape.stdin {
            input.stdin = self.read(names::STDIN, most, values, fixed);
        }
        for (name, most) in &shape.files {
            let of = names::file(name);
            let missing = shape.optional.contains(name) && self.missing.get(&of).is_some_and(|v| values.get(*v) == 1);
            input.files.insert(name.clone(), (!missing).then(|| self.read(&of, *most, values, fixed)));
        }
        for (name, most) in &shape.env {
            input.env.insert(name.clone(), self.word(&names::env(name), *most, values, fixed));
        }
        input.values = self
            .values
            .iter()
            .map_while(|v| *v)
            .map(|(v, bits, float)| Nondet { value: values.get(v), bits, float })
            .collect();
        input.data = self.read(names::DATA, shape.data, values, fixed);
        input
    }

    /// The assignment that stands for an input, as far as the shape has room for it.
    pub fn assignment(&mut self, pool: &mut Pool, shape: &Shape, input: &Input) -> Assignment {
        let mut values = Assignment::new();
        let mut number = 0;
        let groups = shape.split(&input.args).unwrap_or_default();
        for ((g, count, bytes), own) in shape.symbols().zip(groups) {
            values.set(self.count(pool, g), own.len() as u64);
            for (i, word) in own.iter().enumerate() {
                self.put(pool, &names::argument(number + i), &word[..word.len().min(bytes)], &mut values);
            }
            number += count;
        }
        let mut put = |of: &str, most: usize, bytes: &[u8]| {
            let bytes = &bytes[..bytes.len().min(most).min(MOST_BYTES)];
            values.set(self.length(pool, of), bytes.len() as u64);
            self.put(pool, of, bytes, &mut values);
        };
        if let Some(most) = shape.stdin {
            put(names::STDIN, most, &input.stdin);
        }
        for (name, most) in &shape.files {
            if let Some(Some(bytes)) = input.files.get(name) {
                put(&names::file(name), *most, bytes);
            }
        }
        put(names::DATA, shape.data, &input.data);
        for name in shape.optional.iter().filter(|n| matches!(input.files.get(*n), Some(None))) {
            values.set(self.missing(pool, &names::file(name)), 1);
        }
        for (name, most) in &shape.env {
            let value = input.env.get(name).map(Vec::as_slice).unwrap_or_default();
            self.put(pool, &names::env(name), &value[..value.len().min(*most)], &mut values);
        }
        for (i, n) in input.values.iter().enumerate() {
            values.set(self.value(pool, i, (n.bits, n.float)), n.value);
        }
        values
    }

    fn put(&mut self, pool: &mut Pool, of: &str, bytes: &[u8], values: &mut Assignment) {
        for (i, b) in bytes.iter().enumerate() {
            values.set(self.byte(pool, of, i), *b as u64);
        }
    }
}

/// The driver of a whole program.
pub(crate) struct ProcessDriver<'p> {
    pub program: &'p Program,
    pub variables: Variables,
    /// Calls of `__VERIFIER_nondet_*` in this run.
    pub asked: usize,
    /// Bytes that are no inputs in these runs: what they are, by source and place.
    pub fixed: Fixed,
}

/// Bytes that a template keeps as they are, by the name of their source and their place in it.
pub type Fixed = BTreeMap<(String, usize), u8>;

impl ProcessDriver<'_> {
    /// The term of a byte: its variable, or the number that it is kept at.
    pub fn byte(&mut self, pool: &mut Pool, of: &str, i: usize) -> ExprId {
        if !self.fixed.is_empty()
            && let Some(byte) = self.fixed.get(&(of.to_string(), i))
        {
            return pool.constant(*byte as u64, 8);
        }
        let v = self.variables.byte(pool, of, i);
        pool.var(v)
    }
}

/// What the functions begin with that give any value.
const NONDET: &str = "__VERIFIER_nondet";

impl Materialise for ProcessDriver<'_> {
    fn pointer(&mut self, _: &mut Vm, _: ExprId) -> Result<(), Stop> {
        Ok(())
    }

    fn entered(&mut self, _: &mut Vm, _: FunctionId) -> Result<(), Stop> {
        Ok(())
    }

    fn writes(&self, _: FunctionId) -> bool {
        false
    }

    fn volatile(&mut self, _: &mut Vm, _: u64, _: u64) -> Result<(), Stop> {
        Ok(())
    }

    fn unchanged(&mut self, _: &mut Vm, _: u64) {}

    fn pointer_at(&mut self, _: &mut Vm, _: u64) -> Result<(), Stop> {
        Ok(())
    }

    fn stub(&mut self, vm: &mut Vm, function: FunctionId, _: &[Value]) -> Result<StubReply, Stop> {
        let f = self.program.function(function);
        if !f.name.starts_with(NONDET) {
            return Err(Stop::Unsupported(format!("`{}` is defined nowhere", f.name)));
        }
        let mut reply = StubReply::default();
        for scalar in &f.signature.ret {
            let bits = scalar.bits(self.program.target.pointer_bits).min(64);
            let float = matches!(scalar, Scalar::Float(_));
            let v = self.variables.value(&mut vm.sym().pool, self.asked, (bits, float));
            self.asked += 1;
            let s = vm.sym();
            let term = s.pool.var(v);
            reply.words.push(s.inputs.get(v));
            reply.terms.push(term);
            for _ in 1..scalar.slots() {
                reply.words.push(0);
                reply.terms.push(ExprId::NONE);
            }
        }
        Ok(reply)
    }

    fn outside(&mut self, vm: &mut Vm, path: &str, _: Outside, width: u32) -> ExprId {
        let pool = &mut vm.sym().pool;
        let v = match part(path) {
            Part::Byte(_, i) if i >= MOST_BYTES => return pool.constant(0, width),
            Part::Byte(of, i) => return self.byte(pool, of, i),
            Part::Length(of) => self.variables.length(pool, of),
            Part::Missing(of) => self.variables.missing(pool, of),
            // Nothing else of the outside is an input.
            Part::Other => return pool.constant(0, width),
        };
        pool.var(v)
    }

    fn text(&mut self, vm: &mut Vm, _: &str) -> Result<(u64, ExprId), Stop> {
        let bits = self.program.target.pointer_bits;
        Ok((0, vm.sym().pool.constant(0, bits)))
    }

    fn longest_rest(&self) -> u64 {
        1024
    }
}
