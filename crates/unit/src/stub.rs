//! Stubs: functions the program calls and nobody defines. Each call gives a fresh result by its type.

use crate::driver::Driver;
use crate::gap::Gap;
use crate::inputs::InputKind;
use crate::observe::{Origin, StubCall};
use crescendo_program::FunctionId;
use crescendo_program::ctype::{CType, TypeId};
use crescendo_vm::memory::Label;
use crescendo_vm::symbolic::{
    Answer, Materialise, StubReply, answer, filled_argument, filled_elements, possible_result,
};
use crescendo_vm::{Limit, Stop, Value, Vm};

/// Calls of one stub in a run: a unit that makes more waits for something the stub never gives.
pub(crate) const MOST_CALLS: u32 = 200;

impl Driver<'_> {
    /// The result of calling a function without body and model.
    pub(crate) fn call_stub(&mut self, vm: &mut Vm, id: FunctionId, args: &[Value]) -> Result<StubReply, Stop> {
        let f = self.program.function(id);
        // By name: two functions may have the same one, and inputs are known by theirs.
        let number = self.calls.entry(f.name.clone()).or_default();
        *number += 1;
        if *number > self.most_calls {
            return Err(Stop::Limit(Limit::Path));
        }
        let path = format!("{}#{number}", f.name);
        if *number == 1 {
            self.noted.push((Gap::Stub(f.name.clone()), vm.outermost_position()));
        }
        let number = *number;
        let (at, frame) = (vm.position(), vm.frame_number());
        let call = self.observed.as_mut().map_or(0, |o| {
            o.calls.push(StubCall { at, frame, function: id, number, args: args.to_vec(), result: None, word: None });
            o.calls.len() - 1
        });
        if self.plan.havoc.contains(&id) {
            self.havoc(vm, id, args, &path)?;
        } else if self.plan.fills_locals {
            self.fill_locals(vm, id, (call, args), &path)?;
        }
        // The program ends there, as far as its caller can tell.
        if f.no_return {
            return Err(Stop::Exit(0));
        }
        let types = &self.program.types;
        let ret: Option<TypeId> = match f.c_type.map(|t| types.get(t)) {
            Some(CType::Function { ret, .. }) => Some(*ret),
            _ => None,
        };
        // A returned struct: the caller has made room for it.
        if f.signature.params.first().is_some_and(|p| p.struct_return) {
            if let (Some(ty), Some(to)) = (ret, args.first()) {
                self.fill_value(vm, to.lo, ty, &path)?;
                self.note_result(vm, call, &path, ty, to.lo);
            }
            return Ok(StubReply::default());
        }
        self.fill_argument(vm, id, call, args, &path)?;
        let Some(&first) = f.signature.ret.first() else { return Ok(StubReply::default()) };
        let bits = self.program.target.pointer_bits;
        let Some(ty) = ret else {
            let width = first.bits(bits);
            let (v, e) = self.variable(vm, &path, InputKind::Bits, width.min(64));
            let value = vm.sym().inputs.get(v);
            if let Some(o) = &mut self.observed {
                o.calls[call].word = Some(value);
            }
            return Ok(StubReply { words: vec![value], terms: vec![e] });
        };
        // Built in memory, where its layout is known, then read as the machine returns it.
        let size = types.bytes(ty).unwrap_or(8).max(16);
        let made = vm.memory.allocate(size, 16, true, Label::Machine("the result of a stub"));
        let at = made.map_err(|_| Stop::Limit(Limit::Memory))?;
        self.fill_result(vm, id, (at, ty), args, &path)?;
        self.note_result(vm, call, &path, ty, at);
        let mut reply = StubReply::default();
        let mut offset = 0;
        for scalar in &f.signature.ret {
            let bytes = (scalar.bits(bits) as u64).div_ceil(8);
            offset = u64::next_multiple_of(offset, bytes.next_power_of_two().min(8));
            // The object of a returned pointer must exist before the driver is left: it is busy until then.
            let v = vm.load_raw(at + offset, *scalar)?;
            Materialise::pointer(self, vm, v.terms[0])?;
            reply.words.extend([v.lo, v.hi].into_iter().take(scalar.slots() as usize));
            reply.terms.extend(v.terms.into_iter().take(scalar.slots() as usize));
            offset += bytes;
        }
        Ok(reply)
    }

    /// Any value of its type, except of functions of the operating system that only ever say some of them.
    fn fill_result(
        &mut self,
        vm: &mut Vm,
        id: FunctionId,
        (at, ty): (u64, TypeId),
        args: &[Value],
        path: &str,
    ) -> Result<(), Stop> {
        let f = self.program.function(id);
        let width = match self.program.types.resolved(ty) {
            CType::Int { bits, .. } if f.body.is_none() => *bits,
            _ => return self.fill_value(vm, at, ty, path),
        };
        let Some(answer) = answer(&f.name) else {
            self.fill(vm, at, ty, path, 0)?;
            return match possible_result(&f.name) {
                Some(possible) => self.keep_possible(vm, (at, ty), possible, args),
                None => Ok(()),
            };
        };
        let (_, bit) = self.variable(vm, path, InputKind::Value(ty), 1);
        let pool = &mut vm.sym().pool;
        let result = match answer {
            Answer::Failure => pool.sext(bit, width),
            Answer::Truth => pool.zext(bit, width),
        };
        vm.put_input(at, result)
    }

    fn note_result(&mut self, vm: &Vm, call: usize, path: &str, ty: TypeId, at: u64) {
        let size = self.program.types.bytes(ty).unwrap_or(0);
        self.take_image(vm, path, Origin::StubResult(call), ty, (at, 1, size));
        if let Some(o) = &mut self.observed {
            o.calls[call].result = Some(o.images.len() - 1);
        }
    }

    /// What a function of the operating system writes for its caller.
    fn fill_argument(
        &mut self,
        vm: &mut Vm,
        id: FunctionId,
        call: usize,
        args: &[Value],
        path: &str,
    ) -> Result<(), Stop> {
        let f = self.program.function(id);
        let types = &self.program.types;
        let Some(i) = filled_argument(&f.name) else { return Ok(()) };
        let Some(CType::Function { params, .. }) = f.c_type.map(|t| types.get(t)) else { return Ok(()) };
        let Some(CType::Pointer { to }) = params.get(i).map(|&p| types.resolved(p).clone()) else { return Ok(()) };
        let Some(at) = args.get(i).map(|a| a.lo).filter(|&a| a != 0) else { return Ok(()) };
        let (path, steps) = (format!("{path}->{i}"), self.bounds.steps());
        let count = filled_elements(&f.name);
        if count == 1 {
            self.fill(vm, at, to, &path, steps)?;
            self.keep_members(vm, at, to)?;
            if f.name == "clock_gettime" {
                self.keep_running(vm, args, at, to)?;
            }
        } else {
            let size = types.bytes(to).unwrap_or(0);
            for k in 0..count {
                self.fill(vm, at + k * size, to, &format!("{path}[{k}]"), steps)?;
            }
            self.keep_ends(vm, at, to)?;
        }
        self.note_written(vm, call, i, (to, count), at);
        Ok(())
    }
}
