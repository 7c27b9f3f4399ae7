//! LLVM's own functions.

use super::function::FunctionLowerer;
use crate::body::{
    Intrinsic::{self, *},
    IntrinsicSite,
};
use crate::llvm::Value;
use crate::op::{Bin, FloatBin, Op};
use crate::symbol::Scalar;
use llvm_sys::LLVMTypeKind::LLVMMetadataTypeKind;

/// Intrinsics that work on each lane alone: name behind `llvm.` up to the type suffix.
const PER_LANE: &[(&str, Intrinsic)] = &[
    ("ctpop", PopCount),
    ("ctlz", LeadingZeros),
    ("cttz", TrailingZeros),
    ("bswap", ByteSwap),
    ("bitreverse", BitReverse),
    ("abs", Abs),
    ("smax", SMax),
    ("smin", SMin),
    ("umax", UMax),
    ("umin", UMin),
    ("sadd.sat", SAddSat),
    ("uadd.sat", UAddSat),
    ("ssub.sat", SSubSat),
    ("usub.sat", USubSat),
    ("fshl", FunnelLeft),
    ("fshr", FunnelRight),
    ("fabs", FAbs),
    ("sqrt", Sqrt),
    ("floor", Floor),
    ("ceil", Ceil),
    ("trunc", TruncF),
    ("rint", Rint),
    ("nearbyint", NearbyInt),
    ("roundeven", RoundEven),
    ("round", Round),
    ("lrint", LRint),
    ("llrint", LRint),
    ("lround", LRound),
    ("llround", LRound),
    ("fma", Fma),
    ("copysign", CopySign),
    ("minnum", MinNum),
    ("maxnum", MaxNum),
    ("minimum", Minimum),
    ("maximum", Maximum),
    ("powi", PowI),
    ("pow", Pow),
    ("exp2", Exp2),
    ("exp10", Exp10),
    ("exp", Exp),
    ("log2", Log2),
    ("log10", Log10),
    ("log", Log),
    ("sin", Sin),
    ("cos", Cos),
    ("tan", Tan),
    ("ldexp", Ldexp),
    ("is.fpclass", IsFpClass),
    ("fptosi.sat", FpToSSat),
    ("fptoui.sat", FpToUSat),
];

/// Intrinsics with scalar arguments and possibly several results.
const WHOLE: &[(&str, Intrinsic)] = &[
    ("va_start", VaStart),
    ("va_end", VaEnd),
    ("va_copy", VaCopy),
    ("frexp", Frexp),
    ("objectsize", ObjectSize),
    ("frameaddress", FrameAddress),
    ("returnaddress", ReturnAddress),
    ("crescendo.no.result", NoResult),
    ("trap", Trap),
    ("ubsantrap", Trap),
    ("debugtrap", DebugTrap),
    ("readcyclecounter", ReadCycles),
    ("readsteadycounter", ReadCycles),
    ("thread.pointer", ThreadPointer),
    ("get.rounding", FltRounds),
    ("instrprof.increment", CounterIncrement),
    ("instrprof.cover", CounterIncrement),
    ("instrprof.mcdc.parameters", McdcParameters),
    ("instrprof.mcdc.tvbitmap.update", McdcUpdate),
    ("eh.dwarf.cfa", EhDwarfCfa),
    ("eh.sjlj.setjmp", SetJump),
    ("eh.sjlj.longjmp", LongJump),
];

const OVERFLOW: &[(&str, Intrinsic)] = &[
    ("sadd.with.overflow", SAddOverflow),
    ("uadd.with.overflow", UAddOverflow),
    ("ssub.with.overflow", SSubOverflow),
    ("usub.with.overflow", USubOverflow),
    ("smul.with.overflow", SMulOverflow),
    ("umul.with.overflow", UMulOverflow),
];

/// No effect in the machine.
const IGNORED: &[&str] = &[
    "dbg.",
    "lifetime.",
    "assume",
    "donothing",
    "prefetch",
    "invariant.start",
    "invariant.end",
    "experimental.noalias.scope.decl",
    "var.annotation",
    "codeview.annotation",
    "sideeffect",
    "pseudoprobe",
    "clear_cache",
    "pcmarker",
    "init.trampoline",
];

/// The result is the first argument.
const PASS_THROUGH: &[&str] = &[
    "expect",
    "expect.with.probability",
    "threadlocal.address",
    "ptr.annotation",
    "annotation",
    "launder.invariant.group",
    "strip.invariant.group",
    "ssa.copy",
    "preserve.static.offset",
    "arithmetic.fence",
];

fn matches(name: &str, base: &str) -> bool {
    name == base || name.strip_prefix(base).is_some_and(|rest| rest.starts_with('.') || base.ends_with('.'))
}

fn lookup(table: &[(&str, Intrinsic)], name: &str) -> Option<Intrinsic> {
    // The longest match wins: `exp` must not take `exp2`'s calls, `round` not `roundeven`'s.
    table.iter().filter(|(n, _)| matches(name, n)).max_by_key(|(n, _)| n.len()).map(|(_, i)| *i)
}

impl FunctionLowerer<'_, '_> {
    pub fn llvm_intrinsic(&mut self, v: Value, full_name: &str) {
        let name = full_name.strip_prefix("llvm.").unwrap_or(full_name);
        if IGNORED.iter().any(|n| matches(name, n)) {
            return;
        }
        if PASS_THROUGH.iter().any(|n| matches(name, n)) {
            let (d, a) = (self.result(v), self.value(v.operand(0)));
            return self.copy(d, a, self.slots(v.ty()));
        }
        if matches(name, "memcpy") || matches(name, "memmove") {
            let (d, a, len) = (self.value(v.operand(0)), self.value(v.operand(1)), self.length(v.operand(2)));
            self.emit(Op::MemCopy { moving: name.starts_with("memmove"), d, a, len });
            if v.operand(3).int() == Some(1) {
                self.body.volatile.push(self.body.code.len() as u32 - 1);
            }
            return;
        }
        if matches(name, "memset") {
            let (d, a, len) = (self.value(v.operand(0)), self.value(v.operand(1)), self.length(v.operand(2)));
            return self.emit(Op::MemSet { d, a, len });
        }
        if matches(name, "stacksave") {
            let d = self.result(v);
            return self.emit(Op::StackSave { d });
        }
        if matches(name, "stackrestore") {
            let a = self.value(v.operand(0));
            return self.emit(Op::StackRestore { a });
        }
        if matches(name, "is.constant") {
            let (d, zero) = (self.result(v), self.known(0));
            return self.copy(d, zero, 1);
        }
        if matches(name, "ptrmask") {
            let (d, a, b) = (self.result(v), self.value(v.operand(0)), self.value(v.operand(1)));
            return self.emit(Op::And { w: 64, d, a, b });
        }
        if let Some(rest) = name.strip_prefix("vector.reduce.") {
            return self.reduce(v, rest);
        }
        if let Some(rest) = name.strip_prefix("experimental.constrained.") {
            return self.constrained(v, rest);
        }
        if let Some(what) = lookup(OVERFLOW, name).or_else(|| lookup(WHOLE, name)) {
            let operands = self.plain_arguments(v);
            return self.intrinsic_call(v, what, &operands);
        }
        if matches(name, "fmuladd") {
            return self.multiply_add(v);
        }
        if let Some(what) = lookup(PER_LANE, name) {
            return self.per_lane(v, what);
        }
        self.unsupported(format!("intrinsic {full_name}"));
    }

    fn plain_arguments(&self, v: Value) -> Vec<Value> {
        (0..v.arg_count()).map(|i| v.operand(i)).filter(|o| o.ty().kind() != LLVMMetadataTypeKind).collect()
    }

    /// A length argument as 64 bits.
    fn length(&mut self, v: Value) -> u32 {
        let a = self.value(v);
        match self.layouts.scalar(v.ty()).map(|s| self.bits(s)) {
            Some(w) if w < 64 => {
                let t = self.temp(1);
                self.resize(false, w, 64, t, a);
                t
            }
            _ => a,
        }
    }

    pub fn per_lane(&mut self, v: Value, what: Intrinsic) {
        let d = self.result(v);
        let operands = self.plain_arguments(v);
        let places: Vec<u32> = operands.iter().map(|&o| self.value(o)).collect();
        let to = self.layouts.leaves(v.ty());
        for (lane, result) in to.iter().enumerate() {
            let mut args = Vec::new();
            for (&o, &at) in operands.iter().zip(&places) {
                let leaves = self.layouts.leaves(o.ty());
                // A scalar beside vectors (a flag, powi's exponent) serves every lane.
                let Some(leaf) = leaves.get(if leaves.len() == to.len() { lane } else { 0 }) else { continue };
                args.push((at + leaf.slot, leaf.scalar));
            }
            self.site(IntrinsicSite { what, args, d: d + result.slot, ret: vec![result.scalar] });
        }
    }

    fn reduce(&mut self, v: Value, rest: &str) {
        let vector = v.operand(v.arg_count() - 1);
        let (d, a) = (self.result(v), self.value(vector));
        let leaves = self.layouts.leaves(vector.ty());
        let Some(first) = leaves.first().copied() else { return };
        let start = if v.arg_count() == 2 { self.value(v.operand(0)) } else { a };
        self.copy(d, start, first.scalar.slots());
        let kind = rest.split('.').next().unwrap_or("");
        let skip = if v.arg_count() == 2 { 0 } else { 1 };
        for l in leaves.iter().skip(skip) {
            let (s, b) = (l.scalar, a + l.slot);
            let int = match kind {
                "add" => Some(Bin::Add),
                "mul" => Some(Bin::Mul),
                "and" => Some(Bin::And),
                "or" => Some(Bin::Or),
                "xor" => Some(Bin::Xor),
                _ => None,
            };
            let choice = match kind {
                "smax" => Some(SMax),
                "smin" => Some(SMin),
                "umax" => Some(UMax),
                "umin" => Some(UMin),
                "fmax" => Some(MaxNum),
                "fmin" => Some(MinNum),
                _ => None,
            };
            match (int, choice, kind) {
                (Some(op), ..) => self.int_operation(op, self.bits(s), 0, d, d, b),
                (_, Some(what), _) => self.site(IntrinsicSite { what, args: vec![(d, s), (b, s)], d, ret: vec![s] }),
                (.., "fadd") => self.float_operation(FloatBin::Add, s, d, d, b),
                (.., "fmul") => self.float_operation(FloatBin::Mul, s, d, d, b),
                _ => return self.unsupported(format!("intrinsic llvm.vector.reduce.{rest}")),
            }
        }
    }

    /// `#pragma STDC FENV_ACCESS` code: the operations with an explicit environment, run in the default one.
    fn constrained(&mut self, v: Value, rest: &str) {
        let name = rest.split('.').next().unwrap_or("");
        let float = match name {
            "fadd" => Some(FloatBin::Add),
            "fsub" => Some(FloatBin::Sub),
            "fmul" => Some(FloatBin::Mul),
            "fdiv" => Some(FloatBin::Div),
            "frem" => Some(FloatBin::Rem),
            _ => None,
        };
        if let Some(op) = float {
            return self.lanes2(v, |l, s, d, a, b| l.float_operation(op, s, d, a, b));
        }
        let to = self.layouts.scalars(v.ty()).first().copied();
        match (name, to) {
            ("fptosi" | "fptoui", Some(to)) => self.lanes1(v, |l, s, d, a| {
                if let Scalar::Float(kind) = s {
                    l.emit(Op::FToInt { kind, signed: name == "fptosi", w: l.bits(to), d, a });
                }
            }),
            ("sitofp" | "uitofp", Some(Scalar::Float(kind))) => {
                self.lanes1(v, |l, s, d, a| l.emit(Op::IntToF { kind, signed: name == "sitofp", w: l.bits(s), d, a }));
            }
            ("fpext" | "fptrunc", Some(Scalar::Float(to))) => self.lanes1(v, |l, s, d, a| {
                if let Scalar::Float(from) = s {
                    l.emit(Op::FCast { from, to, d, a });
                }
            }),
            ("fmuladd", _) => self.multiply_add(v),
            _ => match lookup(PER_LANE, rest) {
                Some(what) => self.per_lane(v, what),
                None => self.unsupported(format!("intrinsic llvm.experimental.constrained.{rest}")),
            },
        }
    }
}
