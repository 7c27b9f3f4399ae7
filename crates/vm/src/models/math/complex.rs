//! complex.h, and the compiler's helpers for complex multiplication and division.
//!
//! How a complex number travels depends on the target: two numbers, a vector, packed bits, or a pointer to memory.

use super::real::{long_double, pass_errno, reply};
use super::shim::{self, FLOAT, Part, Shim, evaluate};
use crate::machine::Vm;
use crate::models::abi::StructCall;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crescendo_program::FloatKind::{self, F32, F64, F128};
use crescendo_program::{Arch, Scalar};

/// Each function for `double`, `float`, `long double` and quad.
macro_rules! families {
    ($($name:literal $shim:ident $give:ident;)*) => {
        &[$(
            Model { name: $name, call: |vm, a| $give(vm, a, F64, shim::$shim) },
            Model { name: concat!($name, "f"), call: |vm, a| $give(vm, a, F32, shim::$shim) },
            Model { name: concat!($name, "l"), call: |vm, a| $give(vm, a, long_double(vm), shim::$shim) },
            Model { name: concat!($name, "f128"), call: |vm, a| $give(vm, a, F128, shim::$shim) },
        )*]
    };
}

pub const MODELS: &[Model] = families! {
    "cacos" m_cacos complex;
    "casin" m_casin complex;
    "catan" m_catan complex;
    "ccos" m_ccos complex;
    "csin" m_csin complex;
    "ctan" m_ctan complex;
    "cacosh" m_cacosh complex;
    "casinh" m_casinh complex;
    "catanh" m_catanh complex;
    "ccosh" m_ccosh complex;
    "csinh" m_csinh complex;
    "ctanh" m_ctanh complex;
    "cexp" m_cexp complex;
    "clog" m_clog complex;
    "clog10" m_clog10 complex;
    "csqrt" m_csqrt complex;
    "cproj" m_cproj complex;
    "conj" m_conj complex;
    "cpow" m_cpow complex;
    "cabs" m_cabs real;
    "carg" m_carg real;
    "creal" m_creal real;
    "cimag" m_cimag real;
};

/// The compiler's helpers take the parts one by one.
pub const HELPERS: &[Model] = &[
    Model { name: "__mulsc3", call: |vm, a| complex(vm, a, F32, shim::m_cmul) },
    Model { name: "__muldc3", call: |vm, a| complex(vm, a, F64, shim::m_cmul) },
    Model { name: "__mulxc3", call: |vm, a| complex(vm, a, FloatKind::X87, shim::m_cmul) },
    Model { name: "__multc3", call: |vm, a| complex(vm, a, quad_or_pair(vm), shim::m_cmul) },
    Model { name: "__divsc3", call: |vm, a| complex(vm, a, F32, shim::m_cdiv) },
    Model { name: "__divdc3", call: |vm, a| complex(vm, a, F64, shim::m_cdiv) },
    Model { name: "__divxc3", call: |vm, a| complex(vm, a, FloatKind::X87, shim::m_cdiv) },
    Model { name: "__divtc3", call: |vm, a| complex(vm, a, quad_or_pair(vm), shim::m_cdiv) },
];

fn quad_or_pair(vm: &Vm) -> FloatKind {
    if long_double(vm) == FloatKind::PpcPair { FloatKind::PpcPair } else { F128 }
}

/// Bytes of a part in memory.
fn part_bytes(vm: &Vm, kind: FloatKind) -> u64 {
    match kind {
        FloatKind::X87 if vm.program.target.arch == Arch::I386 => 12,
        FloatKind::X87 => 16,
        kind => kind.bits() as u64 / 8,
    }
}

/// The parts of all arguments, real then imaginary.
fn parts(vm: &mut Vm, a: Args, kind: FloatKind) -> Result<Vec<Part>, Stop> {
    let mut list = Vec::new();
    for v in a.values {
        match v.scalar {
            Scalar::Ptr => {
                for i in 0..2 {
                    let at = v.lo.wrapping_add(i * part_bytes(vm, kind));
                    let mut words = [0; 2];
                    let n = kind.slots() as usize;
                    vm.memory.load_bits(at, kind.bits(), &mut words[..n]).map_err(|e| vm.memory_stop(e))?;
                    list.push(words[0] as u128 | (words[1] as u128) << 64);
                }
            }
            // Both parts of a `float` pair in one register.
            Scalar::Int(64) if kind == F32 => {
                let halves = [v.lo as u32 as u128, (v.lo >> 32) as u128];
                list.extend(if vm.program.target.big_endian { [halves[1], halves[0]] } else { halves });
            }
            _ => list.push(v.lo as u128 | (v.hi as u128) << 64),
        }
    }
    Ok(list.into_iter().map(Part::Float).collect())
}

fn complex(vm: &mut Vm, a: Args, kind: FloatKind, f: Shim) -> Result<Reply, Stop> {
    let call = StructCall::new(vm, a);
    let parts = parts(vm, call.args, kind)?;
    let answer = evaluate(kind, f, &parts, [FLOAT; 2]);
    pass_errno(vm, answer.errno)?;
    let [re, im] = answer.results.map(Part::bits);
    if kind.slots() > 1 {
        return call.reply_wide(vm, kind.bits(), part_bytes(vm, kind), [re, im]);
    }
    call.reply(vm, kind.bits(), re as u64, im as u64)
}

fn real(vm: &mut Vm, a: Args, kind: FloatKind, f: Shim) -> Result<Reply, Stop> {
    let parts = parts(vm, a, kind)?;
    let answer = evaluate(kind, f, &parts, [FLOAT; 2]);
    pass_errno(vm, answer.errno)?;
    Ok(reply(kind, answer.bits()))
}
