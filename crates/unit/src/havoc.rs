//! Stubs that write: fresh values in what their pointer arguments reach, and in globals their code could change.

use crate::driver::Driver;
use crate::inputs::InputKind;
use crescendo_program::FunctionId;
use crescendo_program::ctype::{CType, Qualifier, TypeId};
use crescendo_vm::memory::{Label, ObjectState};
use crescendo_vm::{Stop, Value, Vm};
use std::collections::BTreeSet;

impl Driver<'_> {
    /// Whether calls of a function write to all it can reach.
    pub fn is_havoc(&self, function: FunctionId) -> bool {
        self.plan.havoc.contains(&function)
    }

    /// Everything the function could have written is new. `path` names this call.
    pub(crate) fn havoc(&mut self, vm: &mut Vm, id: FunctionId, args: &[Value], path: &str) -> Result<(), Stop> {
        for (ty, arg, name) in self.parameters(id, args) {
            self.havoc_behind(vm, ty, arg.lo, &format!("{path}.{name}"))?;
        }
        for g in self.writable_globals(id) {
            let global = self.program.global(g);
            if let Some(ty) = global.c_type {
                self.fill(vm, global.address, ty, &format!("{path}:{}", global.name), 0)?;
            }
        }
        Ok(())
    }

    /// The same for local variables of its callers alone, which is noted for a test to do it too.
    pub(crate) fn fill_locals(
        &mut self,
        vm: &mut Vm,
        id: FunctionId,
        (call, args): (usize, &[Value]),
        path: &str,
    ) -> Result<(), Stop> {
        let is_local = |vm: &Vm, arg: &Value| {
            let object = vm.memory.info(arg.lo).filter(|_| !arg.is_symbolic());
            object.is_some_and(|o| matches!(o.label, Label::Local { .. } | Label::Variable { .. }))
        };
        for (i, (ty, arg, name)) in self.parameters(id, args).into_iter().enumerate() {
            if !is_local(vm, &arg) {
                continue;
            }
            let written = self.havoc_behind(vm, ty, arg.lo, &format!("{path}.{name}"))?;
            match self.program.types.resolved(ty) {
                CType::Pointer { to } if written > 0 => self.note_written(vm, call, i, (*to, written), arg.lo),
                _ => {}
            }
        }
        Ok(())
    }

    /// Types, values and names of a call's arguments.
    fn parameters(&self, id: FunctionId, args: &[Value]) -> Vec<(TypeId, Value, String)> {
        let f = self.program.function(id);
        let Some(CType::Function { params, .. }) = f.c_type.map(|t| self.program.types.get(t)) else {
            return Vec::new();
        };
        let first = f.signature.params.first().is_some_and(|p| p.struct_return) as usize;
        // Structs may travel in several words: then it is not known which is which.
        if first + params.len() > args.len() || f.signature.params.len() != first + params.len() {
            return Vec::new();
        }
        let name = |i: usize| f.param_names.get(i).filter(|n| !n.is_empty()).cloned();
        let named = params.iter().zip(&args[first..]).enumerate();
        named.map(|(i, (&ty, &arg))| (ty, arg, name(i).unwrap_or_else(|| format!("arg{}", i + 1)))).collect()
    }

    /// Writes what a pointer points to, as far as it may be written; how many elements.
    fn havoc_behind(&mut self, vm: &mut Vm, ty: TypeId, address: u64, path: &str) -> Result<u64, Stop> {
        let types = &self.program.types;
        let CType::Pointer { to } = types.resolved(ty) else { return Ok(0) };
        let to = *to;
        if types.has_qualifier(to, Qualifier::Const) || matches!(types.resolved(to), CType::Function { .. }) {
            return Ok(0);
        }
        let Some(o) = vm.memory.info(address).filter(|o| o.state == ObjectState::Live && !o.constant && !o.code) else {
            return Ok(0);
        };
        let room = (o.base + o.size).saturating_sub(address);
        let bytes = matches!(types.resolved(to), CType::Void | CType::Unknown);
        let size = if bytes { 1 } else { types.bytes(to).unwrap_or(0) };
        if size == 0 {
            return Ok(0);
        }
        let most = if size == 1 { self.bounds.bytes } else { self.bounds.elements };
        let count = (room / size).min(most);
        for i in 0..count {
            let element = format!("{path}[{i}]");
            if bytes {
                let (_, e) = self.variable(vm, &element, InputKind::Bits, 8);
                vm.put_input(address + i, e)?;
            } else {
                self.fill(vm, address + i * size, to, &element, 1)?;
            }
        }
        Ok(count)
    }

    /// Globals that the function's code, and that of those it calls, refers to.
    fn writable_globals(&self, id: FunctionId) -> BTreeSet<crescendo_program::GlobalId> {
        let mut seen = BTreeSet::from([id]);
        let mut queue = vec![id];
        let mut all = BTreeSet::new();
        while let Some(f) = queue.pop() {
            all.extend(self.facts.inputs.of(f).iter().copied());
            queue.extend(self.facts.calls_of(f).iter().copied().filter(|g| seen.insert(*g)));
        }
        all
    }
}
