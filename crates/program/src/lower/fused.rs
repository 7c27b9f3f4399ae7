//! `a * b + c`, which C lets compilers fuse (`-ffp-contract=on`, clang's default). Code for targets with a fused unit
//! does, even at -O0; elsewhere it multiplies, rounds and adds.

use super::function::FunctionLowerer;
use crate::body::Intrinsic;
use crate::llvm::Value;
use crate::op::FloatBin;
use crate::symbol::Scalar;
use crate::target::{Arch, FloatKind, Target};

impl FunctionLowerer<'_, '_> {
    pub fn multiply_add(&mut self, v: Value) {
        let leaves = self.layouts.leaves(v.ty());
        if leaves.first().is_some_and(|l| self.fuses(l.scalar)) {
            return self.per_lane(v, Intrinsic::Fma);
        }
        let d = self.result(v);
        let [a, b, c] = [0, 1, 2].map(|i| self.value(v.operand(i)));
        for l in leaves.iter() {
            // The result may share its register with `c`: a sum in a loop.
            let product = self.temp(l.scalar.slots());
            self.float_operation(FloatBin::Mul, l.scalar, product, a + l.slot, b + l.slot);
            self.float_operation(FloatBin::Add, l.scalar, d + l.slot, product, c + l.slot);
        }
    }

    fn fuses(&self, scalar: Scalar) -> bool {
        let Scalar::Float(kind @ (FloatKind::F32 | FloatKind::F64)) = scalar else { return false };
        let features = self.function.text_attribute("target-features");
        let has = |name: &str| features.split(',').any(|f| f == name);
        let module = self.layouts.module;
        match Target::new(&module.triple(), module.pointer_bits(), module.big_endian()).arch {
            Arch::X86_64 | Arch::I386 => has("+fma") || has("+fma4"),
            Arch::AArch64 => true,
            Arch::PowerPc32 => !has("-hard-float"),
            Arch::RiscV32 | Arch::RiscV64 => has(if kind == FloatKind::F32 { "+f" } else { "+d" }),
            Arch::Arm | Arch::Other => false,
        }
    }
}
