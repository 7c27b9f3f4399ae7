//! fenv.h. `float` and `double` run on the host's units, so their rounding mode and exception flags are the host's
//! own; the machine gives the usual mode back when it is left. `long double` arithmetic is soft: it always rounds to
//! nearest and raises nothing, only the library's functions do.

use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crescendo_program::Arch;

unsafe extern "C" {
    safe fn crescendo_set_rounding(mode: i32);
    safe fn crescendo_clear_exceptions(flags: i32);
    safe fn crescendo_raise_exceptions(flags: i32);
    safe fn crescendo_exceptions() -> i32;
}

pub const MODELS: &[Model] = &[
    Model { name: "fegetround", call: |vm, _| Ok(constants(vm).modes[vm.library.rounding.0 as usize].into()) },
    Model { name: "fesetround", call: |vm, a| Ok(if set_mode(vm, a.int(0)) { 0 } else { 1 }.into()) },
    Model { name: "__flt_rounds", call: flt_rounds },
    Model { name: "feclearexcept", call: feclearexcept },
    Model { name: "feraiseexcept", call: feraiseexcept },
    Model { name: "fesetexcept", call: feraiseexcept },
    Model { name: "fetestexcept", call: |vm, a| Ok((raised(vm) & a.int(0)).into()) },
    Model { name: "fegetexceptflag", call: fegetexceptflag },
    Model { name: "fesetexceptflag", call: fesetexceptflag },
    Model { name: "fegetenv", call: |vm, a| save(vm, a.word(0)) },
    Model { name: "fesetenv", call: |vm, a| restore(vm, a.word(0), 0) },
    Model { name: "feholdexcept", call: feholdexcept },
    Model { name: "feupdateenv", call: feupdateenv },
    Model { name: "feenableexcept", call: feenableexcept },
    Model { name: "fedisableexcept", call: |_, _| Ok(0.into()) },
    Model { name: "fegetexcept", call: |_, _| Ok(0.into()) },
];

/// Rounding: 0 nearest, 1 down, 2 up, 3 to zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rounding(u8);

impl Rounding {
    pub fn is_nearest(self) -> bool {
        self.0 == 0
    }

    /// The host computes by this mode from now on.
    pub fn enter(self) {
        if self.0 != 0 {
            crescendo_set_rounding(self.0 as i32);
        }
    }

    /// The host computes as usual again.
    pub fn leave(self) {
        if self.0 != 0 {
            crescendo_set_rounding(0);
        }
    }
}

/// A new program starts without raised exceptions.
pub fn clear() {
    crescendo_clear_exceptions(ALL);
}

/// All exceptions in the shim's numbering.
const ALL: i32 = 31;

/// The target's own numbers: modes as above; invalid, division by zero, overflow, underflow, inexact.
struct Constants {
    modes: [i32; 4],
    exceptions: [i32; 5],
}

fn constants(vm: &Vm) -> Constants {
    match vm.program.target.arch {
        Arch::X86_64 | Arch::I386 | Arch::Other => {
            Constants { modes: [0, 0x400, 0x800, 0xc00], exceptions: [1, 4, 8, 16, 32] }
        }
        Arch::Arm | Arch::AArch64 => {
            Constants { modes: [0, 0x80_0000, 0x40_0000, 0xc0_0000], exceptions: [1, 2, 4, 8, 16] }
        }
        Arch::RiscV32 | Arch::RiscV64 => Constants { modes: [0, 2, 3, 1], exceptions: [16, 8, 4, 2, 1] },
        Arch::PowerPc32 => Constants { modes: [0, 3, 2, 1], exceptions: [1 << 29, 1 << 26, 1 << 28, 1 << 27, 1 << 25] },
    }
}

fn to_shim(vm: &Vm, flags: i32) -> i32 {
    let known = constants(vm).exceptions;
    (0..5).filter(|&i| flags & known[i] != 0).map(|i| 1 << i).sum()
}

/// The raised exceptions by the target's numbers.
fn raised(vm: &Vm) -> i32 {
    let flags = crescendo_exceptions();
    let known = constants(vm).exceptions;
    (0..5).filter(|i| flags >> i & 1 != 0).map(|i| known[i]).sum()
}

fn set_mode(vm: &mut Vm, mode: i32) -> bool {
    let Some(number) = constants(vm).modes.iter().position(|&m| m == mode) else { return false };
    vm.library.rounding = Rounding(number as u8);
    crescendo_set_rounding(number as i32);
    true
}

/// As `FLT_ROUNDS` counts: 0 to zero, 1 nearest, 2 up, 3 down.
fn flt_rounds(vm: &mut Vm, _: Args) -> Result<Reply, Stop> {
    Ok([1, 3, 2, 0][vm.library.rounding.0 as usize].into())
}

fn feclearexcept(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    crescendo_clear_exceptions(to_shim(vm, a.int(0)));
    Ok(0.into())
}

fn feraiseexcept(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    crescendo_raise_exceptions(to_shim(vm, a.int(0)));
    Ok(0.into())
}

/// Bits of an `fexcept_t`: x86 has only 16.
fn flag_bits(vm: &Vm) -> u32 {
    if matches!(vm.program.target.arch, Arch::X86_64 | Arch::I386) { 16 } else { 32 }
}

fn fegetexceptflag(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let flags = raised(vm) & a.int(1);
    vm.write_int(a.word(0), flag_bits(vm), flags as u32 as u64)?;
    Ok(0.into())
}

fn fesetexceptflag(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let flags = vm.read_int(a.word(0), flag_bits(vm))? as i32;
    crescendo_clear_exceptions(to_shim(vm, a.int(1)));
    crescendo_raise_exceptions(to_shim(vm, flags & a.int(1)));
    Ok(0.into())
}

/// An environment in memory is one word of ours: mode and raised exceptions.
fn save(vm: &mut Vm, to: u64) -> Result<Reply, Stop> {
    let word = (vm.library.rounding.0 as u64) << 8 | crescendo_exceptions() as u64;
    vm.write_int(to, 32, word)?;
    Ok(0.into())
}

/// Whether the pointer is the constant `FE_DFL_ENV`, -1 or an object of the C library.
fn is_default(vm: &Vm, from: u64) -> bool {
    let all = u64::MAX >> (64 - vm.program.target.pointer_bits);
    from & all == all || vm.library_variable("__fe_dfl_env").is_some_and(|at| at == from)
}

/// Takes an environment back, and raises what `also` names.
fn restore(vm: &mut Vm, from: u64, also: i32) -> Result<Reply, Stop> {
    let word = if is_default(vm, from) { 0 } else { vm.read_int(from, 32)? };
    vm.library.rounding = Rounding((word >> 8 & 3) as u8);
    crescendo_set_rounding(vm.library.rounding.0 as i32);
    crescendo_clear_exceptions(ALL);
    crescendo_raise_exceptions(word as i32 & ALL | also);
    Ok(0.into())
}

fn feholdexcept(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    save(vm, a.word(0))?;
    crescendo_clear_exceptions(ALL);
    Ok(0.into())
}

fn feupdateenv(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let raised = crescendo_exceptions();
    restore(vm, a.word(0), raised)
}

/// Exceptions that interrupt the program: there are none here.
fn feenableexcept(_: &mut Vm, a: Args) -> Result<Reply, Stop> {
    match a.int(0) {
        0 => Ok(0.into()),
        _ => Err(Stop::Unsupported("feenableexcept: traps on floating-point exceptions".into())),
    }
}
