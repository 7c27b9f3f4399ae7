//! The arguments of a formatted call: from the call itself, or from a `va_list` in memory.

use crate::machine::Vm;
use crate::stop::{FaultKind, Stop};
use crate::value::Value;
use crescendo_cformat::spec::ArgClass;
use crescendo_cformat::{DataModel, LongDoubleFormat};
use crescendo_program::{Arch, FloatKind, Scalar, Target};

/// Where arguments come from.
#[derive(Clone, Copy)]
pub enum Arguments<'a> {
    Call(&'a [Value]),
    /// The address of a `va_list`.
    List(u64),
}

/// The target's types as the text engine wants them.
pub fn data_model(target: &Target) -> DataModel {
    DataModel {
        int_bits: if target.pointer_bits == 16 { 16 } else { 32 },
        long_bits: target.long_bits.max(32),
        size_bits: target.pointer_bits,
        long_double: match target.long_double {
            FloatKind::X87 => LongDoubleFormat::X87,
            FloatKind::F128 | FloatKind::PpcPair => LongDoubleFormat::Quad,
            _ => LongDoubleFormat::Double,
        },
    }
}

/// What an argument of a class is for the machine.
fn scalar_of(class: ArgClass, target: &Target, model: &DataModel) -> Scalar {
    match class {
        ArgClass::Pointer => Scalar::Ptr,
        ArgClass::Double => Scalar::Float(FloatKind::F64),
        ArgClass::LongDouble => Scalar::Float(target.long_double),
        ArgClass::WideInt => Scalar::Int(32),
        other => Scalar::Int(other.int_size().map_or(32, |size| model.bits(size))),
    }
}

impl<'p> Vm<'p> {
    /// A `va_list` parameter as the list's address. Some targets pass the list itself, which is then a pointer.
    pub(crate) fn list_argument(&mut self, word: u64) -> Result<u64, Stop> {
        if matches!(self.program.target.arch, Arch::X86_64 | Arch::PowerPc32 | Arch::AArch64) {
            return Ok(word);
        }
        if self.library.stdio.list == 0 {
            let size = self.program.target.pointer_bytes() as u64;
            self.library.stdio.list = self.machine_object(size, "a list of variable arguments")?;
        }
        let list = self.library.stdio.list;
        self.write_int(list, self.program.target.pointer_bits, word)?;
        Ok(list)
    }

    /// The next argument, which is the `index`th. Classes must be asked for in order.
    pub(crate) fn next_argument(
        &mut self,
        arguments: Arguments,
        index: usize,
        class: ArgClass,
        model: &DataModel,
    ) -> Result<Value, Stop> {
        let wanted = scalar_of(class, &self.program.target, model);
        match arguments {
            Arguments::List(list) => self.va_next(list, wanted),
            Arguments::Call(values) => match values.get(index) {
                Some(v) => self.fitting(*v, index, wanted),
                None => {
                    let (n, given) = (index + 1, values.len());
                    let message = format!("the format asks for variable argument {n}, the call has {given}");
                    Err(Stop::fault(FaultKind::OutOfBounds, message))
                }
            },
        }
    }

    /// Refuses an argument that another class of argument was wanted for: natively it would not even be looked for
    /// in the same place.
    fn fitting(&self, v: Value, index: usize, wanted: Scalar) -> Result<Value, Stop> {
        let bits = |s: Scalar| s.bits(self.program.target.pointer_bits);
        let fits = match (wanted, v.scalar) {
            _ if v.by_value.is_some() => false,
            (Scalar::Float(a), Scalar::Float(b)) => a == b,
            (Scalar::Float(_), _) | (_, Scalar::Float(_)) => false,
            // An argument of another width moves those behind it if there are several per word.
            (a, b) => bits(a).max(self.program.target.pointer_bits) == bits(b).max(self.program.target.pointer_bits),
        };
        if fits {
            return Ok(v);
        }
        let name = |s: Scalar| match s {
            Scalar::Int(w) => format!("a {w}-bit integer"),
            Scalar::Ptr => "a pointer".into(),
            Scalar::Float(k) => format!("a {}-bit float", k.bits()),
        };
        let given = if v.by_value.is_some() { "a struct".into() } else { name(v.scalar) };
        let message = format!("the format wants {} as variable argument {}, which is {given}", name(wanted), index + 1);
        Err(Stop::fault(FaultKind::BadArgument, message))
    }
}
