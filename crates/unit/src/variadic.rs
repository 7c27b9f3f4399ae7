//! The unnamed arguments of a variadic function: a few of each class. The machine hands out whole numbers and floats from
//! registers of their own (where the target does), so what the function reads decides what they are; one that is read as a
//! pointer becomes one.

use crate::driver::Driver;
use crate::inputs::InputKind;
use crate::union::Word;
use crescendo_program::ctype::{CType, TypeId};
use crescendo_program::{Arch, FloatKind, Function, Scalar};
use crescendo_solver::expr::ExprId;
use crescendo_vm::{Stop, Value, Vm};

/// Arguments of one class at most.
const EACH: usize = 4;

impl Driver<'_> {
    /// Adds the unnamed arguments: `va_int#1`, `va_double#1` and so on.
    pub(crate) fn variable_arguments(
        &mut self,
        vm: &mut Vm,
        f: &Function,
        values: &mut Vec<Value>,
    ) -> Result<(), Stop> {
        let target = &self.program.target;
        let (pointer, registers) = (target.pointer_bits, matches!(target.arch, Arch::X86_64 | Arch::AArch64));
        let named = f.signature.params.iter().filter(|p| !matches!(p.scalar, Scalar::Float(_))).count();
        // What does not fit the registers shares the stack with floats, in an order that is not known.
        let room = if registers { 6usize.saturating_sub(named) } else { EACH };
        let string = self.string_type();
        for i in 1..=room.min(EACH) {
            let path = self.in_call(format!("va_int#{i}"));
            let (variable, e) = self.variable(vm, &path, InputKind::Bits, pointer);
            let s = vm.sym();
            let value = s.inputs.get(variable);
            s.add_word(e);
            let terms = [e, ExprId::NONE];
            values.push(Value { terms, ..Value::word(Scalar::Int(pointer), value, values.len() as u32) });
            if let Some(ty) = string {
                let path = self.in_call(format!("va_pointer#{i}"));
                self.words.insert(e, Word { pointers: vec![(path, ty)], depth: 0, home: 0 });
            }
        }
        for i in (1..=EACH).filter(|_| registers) {
            let path = self.in_call(format!("va_double#{i}"));
            let (variable, e) = self.variable(vm, &path, InputKind::Bits, 64);
            let value = vm.sym().inputs.get(variable);
            let scalar = Scalar::Float(FloatKind::F64);
            let terms = [e, ExprId::NONE];
            values.push(Value { terms, ..Value::word(scalar, value, values.len() as u32) });
        }
        Ok(())
    }

    /// `char *`, if the program has it.
    fn string_type(&self) -> Option<TypeId> {
        let character = self.char_type()?;
        let is = |t: &CType| matches!(t, CType::Pointer { to } if self.program.types.resolve(*to) == character);
        self.program.types.iter().find(|(_, t)| is(t)).map(|(id, _)| id)
    }
}
