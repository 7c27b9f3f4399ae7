//! The unnamed arguments of a variadic function: a few of each class. The machine hands out whole numbers and floats from
//! registers of their own (where the target does), so what the function reads decides what they are; one that is read as a
//! pointer becomes one. Whole numbers fill their registers, then comes the stack, whose words may be read as anything. Reading on
//! behind the last one is no fault: a caller may have given more (`Unit::behind_bound`).

use crate::driver::Driver;
use crate::inputs::InputKind;
use crate::union::Word;
use crescendo_program::ctype::{CType, TypeId};
use crescendo_program::symbol::Param;
use crescendo_program::{Arch, FloatKind, Function, Scalar};
use crescendo_solver::expr::ExprId;
use crescendo_vm::{Stop, Value, Vm};
use std::ops::RangeInclusive;

/// Floats in registers.
const FLOATS: usize = 4;
/// Words on the stack, behind registers.
const STACKED: usize = 4;
/// Words where all arguments lie one behind the other.
const WORDS: usize = 12;

impl Driver<'_> {
    /// Adds the unnamed arguments: `va_int#1`, `va_double#1` and so on.
    pub(crate) fn variable_arguments(
        &mut self,
        vm: &mut Vm,
        f: &Function,
        values: &mut Vec<Value>,
    ) -> Result<(), Stop> {
        let target = &self.program.target;
        let (pointer, arch) = (target.pointer_bits, target.arch);
        let in_memory = |p: &&Param| arch == Arch::X86_64 && p.by_value.is_some();
        let whole = |p: &&Param| !matches!(p.scalar, Scalar::Float(_)) && !in_memory(p);
        let named: u32 = f.signature.params.iter().filter(whole).map(|p| p.scalar.slots()).sum();
        let room = |registers: u32| registers.saturating_sub(named) as usize;
        let (first, floats, rest) = match arch {
            Arch::X86_64 => (room(6), FLOATS, STACKED),
            Arch::AArch64 => (room(8), FLOATS, STACKED),
            _ => (WORDS, 0, 0),
        };
        let string = self.string_type();
        self.unnamed_words(vm, 1..=first, pointer, string, values);
        for i in 1..=floats {
            let path = self.in_call(format!("va_double#{i}"));
            let (variable, e) = self.variable(vm, &path, InputKind::Bits, 64);
            let value = vm.sym().inputs.get(variable);
            let scalar = Scalar::Float(FloatKind::F64);
            let terms = [e, ExprId::NONE];
            values.push(Value { terms, ..Value::word(scalar, value, values.len() as u32) });
        }
        self.unnamed_words(vm, first + 1..=first + rest, pointer, string, values);
        Ok(())
    }

    /// Whole numbers; what is read as a pointer is a string.
    fn unnamed_words(
        &mut self,
        vm: &mut Vm,
        numbers: RangeInclusive<usize>,
        pointer: u32,
        string: Option<TypeId>,
        values: &mut Vec<Value>,
    ) {
        for i in numbers {
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
    }

    /// `char *`, if the program has it.
    fn string_type(&self) -> Option<TypeId> {
        let character = self.char_type()?;
        let is = |t: &CType| matches!(t, CType::Pointer { to } if self.program.types.resolve(*to) == character);
        self.program.types.iter().find(|(_, t)| is(t)).map(|(id, _)| id)
    }
}
