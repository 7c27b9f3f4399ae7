//! Arithmetic, comparisons, casts, selects and aggregate values. Vectors are done lane by lane.

use super::function::FunctionLowerer;
use crate::body::{Intrinsic, IntrinsicSite};
use crate::llvm::{Block, Type, Value};
use crate::op::{Bin, FloatBin, FloatPred, Op, Pred, Reg, flags};
use crate::symbol::Scalar;
use crate::target::FloatKind;
use llvm_sys::LLVMIntPredicate::*;
use llvm_sys::LLVMOpcode::{self, *};
use llvm_sys::LLVMRealPredicate::{self, *};
use llvm_sys::LLVMTypeKind::{LLVMPointerTypeKind, LLVMVectorTypeKind};

impl FunctionLowerer<'_, '_> {
    pub fn instruction(&mut self, v: Value, next: Option<Block>) {
        self.body.measures_globals |= measures_global(v);
        self.body.weighs_null |= weighs_null(v);
        if self.fused.contains(&v) {
            return;
        }
        match v.opcode() {
            LLVMPHI => {}
            LLVMRet | LLVMBr | LLVMSwitch | LLVMIndirectBr | LLVMUnreachable => self.terminator(v, next),
            LLVMAlloca | LLVMLoad | LLVMStore | LLVMGetElementPtr | LLVMAtomicRMW | LLVMAtomicCmpXchg => self.memory(v),
            LLVMCall => self.call(v),
            LLVMFence => {}
            LLVMFreeze => {
                let (d, a) = (self.result(v), self.value(v.operand(0)));
                self.copy(d, a, self.slots(v.ty()));
            }
            LLVMFNeg => self.lanes1(v, |l, scalar, d, a| match scalar {
                Scalar::Float(kind) => l.emit(Op::FNeg { kind, d, a }),
                _ => l.unsupported("fneg of a non-float".into()),
            }),
            LLVMICmp => self.int_compare(v),
            LLVMFCmp => {
                let pred = float_predicate(v.float_predicate());
                self.lanes2(v, |l, scalar, d, a, b| match scalar {
                    Scalar::Float(kind) => l.emit(Op::FCmp { pred, kind, d, a, b }),
                    _ => l.unsupported("fcmp of a non-float".into()),
                });
            }
            LLVMSelect => self.select(v),
            LLVMExtractValue => {
                let (_, _, slot) = self.layouts.member(v.operand(0).ty(), &v.indices());
                let (d, a) = (self.result(v), self.value(v.operand(0)));
                self.copy(d, a + slot, self.slots(v.ty()));
            }
            LLVMInsertValue => {
                let (_, _, slot) = self.layouts.member(v.ty(), &v.indices());
                let (d, a) = (self.result(v), self.value(v.operand(0)));
                let b = self.value(v.operand(1));
                self.copy(d, a, self.slots(v.ty()));
                self.copy(d + slot, b, self.slots(v.operand(1).ty()));
            }
            LLVMExtractElement => self.extract_element(v),
            LLVMInsertElement => self.insert_element(v),
            LLVMShuffleVector => self.shuffle(v),
            LLVMVAArg => self.intrinsic_call(v, Intrinsic::VaArg, &[v.operand(0)]),
            op if binary(op).is_some() => self.int_binary(v),
            op if float_binary(op).is_some() => {
                let op = float_binary(op).expect("checked");
                self.lanes2(v, |l, scalar, d, a, b| l.float_operation(op, scalar, d, a, b));
            }
            LLVMTrunc | LLVMZExt | LLVMSExt | LLVMFPToUI | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc
            | LLVMFPExt | LLVMPtrToInt | LLVMIntToPtr | LLVMAddrSpaceCast => self.cast(v),
            LLVMBitCast => self.bit_cast(v),
            _ => self.unsupported(format!("instruction {}", v.print())),
        }
    }

    /// Applies a one-operand step to each lane; the scalar is the operand's.
    pub fn lanes1(&mut self, v: Value, f: impl Fn(&mut Self, Scalar, Reg, Reg)) {
        let (d, a) = (self.result(v), self.value(v.operand(0)));
        let from = self.layouts.leaves(v.operand(0).ty());
        let to = self.layouts.leaves(v.ty());
        for (x, y) in from.iter().zip(to.iter()) {
            f(self, x.scalar, d + y.slot, a + x.slot);
        }
    }

    pub fn lanes2(&mut self, v: Value, f: impl Fn(&mut Self, Scalar, Reg, Reg, Reg)) {
        let d = self.result(v);
        let (a, b) = (self.value(v.operand(0)), self.value(v.operand(1)));
        let from = self.layouts.leaves(v.operand(0).ty());
        let to = self.layouts.leaves(v.ty());
        for (x, y) in from.iter().zip(to.iter()) {
            f(self, x.scalar, d + y.slot, a + x.slot, b + x.slot);
        }
    }

    pub fn bits(&self, s: Scalar) -> u32 {
        s.bits(self.layouts.module.pointer_bits())
    }

    fn int_binary(&mut self, v: Value) {
        let op = binary(v.opcode()).expect("checked by the caller");
        let mut f = 0;
        if matches!(op, Bin::Add | Bin::Sub | Bin::Mul | Bin::Shl) {
            f = if v.nsw() { flags::NSW } else { 0 } | if v.nuw() { flags::NUW } else { 0 };
        } else if matches!(op, Bin::UDiv | Bin::SDiv | Bin::LShr | Bin::AShr) && v.exact() {
            f = flags::EXACT;
        }
        self.lanes2(v, |l, scalar, d, a, b| l.int_operation(op, l.bits(scalar), f, d, a, b));
    }

    pub fn int_operation(&mut self, op: Bin, w: u32, f: u8, d: Reg, a: Reg, b: Reg) {
        if w > 64 {
            return self.emit(Op::Wide { op, w: w as u16, d, a, b });
        }
        let w = w as u8;
        self.emit(match (op, w) {
            (Bin::Add, 32) => Op::Add32 { f, d, a, b },
            (Bin::Sub, 32) => Op::Sub32 { f, d, a, b },
            (Bin::Mul, 32) => Op::Mul32 { f, d, a, b },
            (Bin::Add, 64) => Op::Add64 { f, d, a, b },
            (Bin::Sub, 64) => Op::Sub64 { f, d, a, b },
            (Bin::Mul, 64) => Op::Mul64 { f, d, a, b },
            (Bin::And, _) => Op::And { w, d, a, b },
            (Bin::Or, _) => Op::Or { w, d, a, b },
            (Bin::Xor, _) => Op::Xor { w, d, a, b },
            (Bin::Shl, _) => Op::Shl { w, f, d, a, b },
            (Bin::LShr, _) => Op::LShr { w, f, d, a, b },
            (Bin::AShr, _) => Op::AShr { w, f, d, a, b },
            _ => Op::Int { op, w, f, d, a, b },
        });
    }

    pub fn float_operation(&mut self, op: FloatBin, scalar: Scalar, d: Reg, a: Reg, b: Reg) {
        let Scalar::Float(kind) = scalar else { return self.unsupported("float arithmetic on a non-float".into()) };
        self.emit(match (op, kind) {
            (FloatBin::Add, FloatKind::F64) => Op::FAdd64 { d, a, b },
            (FloatBin::Sub, FloatKind::F64) => Op::FSub64 { d, a, b },
            (FloatBin::Mul, FloatKind::F64) => Op::FMul64 { d, a, b },
            (FloatBin::Div, FloatKind::F64) => Op::FDiv64 { d, a, b },
            _ => Op::Float { op, kind, d, a, b },
        });
    }

    fn int_compare(&mut self, v: Value) {
        let pred = int_predicate(v);
        self.lanes2(v, |l, scalar, d, a, b| l.compare(pred, l.bits(scalar), d, a, b));
        if v.operand(0).ty().kind() == LLVMPointerTypeKind {
            self.body.pointers.push(self.body.code.len() as u32 - 1);
        }
    }

    pub fn compare(&mut self, pred: Pred, w: u32, d: Reg, a: Reg, b: Reg) {
        self.emit(if w > 64 {
            Op::WideCmp { pred, w: w as u16, d, a, b }
        } else {
            Op::Cmp { pred, w: w as u8, d, a, b }
        });
    }

    fn select(&mut self, v: Value) {
        let d = self.result(v);
        let (c, a, b) = (self.value(v.operand(0)), self.value(v.operand(1)), self.value(v.operand(2)));
        let per_lane = v.operand(0).ty().kind() == LLVMVectorTypeKind;
        let leaves = self.layouts.leaves(v.ty());
        for (i, leaf) in leaves.iter().enumerate() {
            let s = leaf.slot;
            self.copy(d + s, b + s, leaf.scalar.slots());
            let c = if per_lane { c + i as u32 } else { c };
            self.emit(Op::Select { w: self.bits(leaf.scalar) as u16, d: d + s, c, a: a + s });
        }
    }

    // ---- casts

    fn cast(&mut self, v: Value) {
        let op = v.opcode();
        let to = self.layouts.leaves(v.ty());
        let Some(to) = to.first().map(|l| l.scalar) else { return };
        let before = self.body.code.len() as u32;
        self.lanes1(v, |l, from, d, a| l.cast_scalar(op, from, to, d, a));
        if op == LLVMPtrToInt && !v.users().iter().all(|u| is_distance(*u)) {
            self.body.measures.extend(before..self.body.code.len() as u32);
        }
    }

    fn cast_scalar(&mut self, op: LLVMOpcode, from: Scalar, to: Scalar, d: Reg, a: Reg) {
        let pointer_bits = self.layouts.module.pointer_bits();
        let (fb, tb) = (self.bits(from), self.bits(to));
        match (op, from, to) {
            (LLVMTrunc | LLVMZExt | LLVMSExt, ..) => self.resize(op == LLVMSExt, fb, tb, d, a),
            (LLVMPtrToInt, ..) if tb <= 64 => self.emit(Op::PtrToInt { to: tb as u8, d, a }),
            (LLVMPtrToInt, ..) => {
                let t = self.temp(1);
                self.emit(Op::PtrToInt { to: pointer_bits as u8, d: t, a });
                self.resize(false, pointer_bits, tb, d, t);
            }
            (LLVMIntToPtr, ..) if fb <= 64 => self.emit(Op::IntToPtr { from: fb as u8, d, a }),
            (LLVMIntToPtr, ..) => {
                let t = self.temp(1);
                self.resize(false, fb, pointer_bits, t, a);
                self.emit(Op::IntToPtr { from: pointer_bits as u8, d, a: t });
            }
            (LLVMAddrSpaceCast, ..) => self.copy(d, a, 1),
            (LLVMFPToSI | LLVMFPToUI, Scalar::Float(kind), _) => {
                self.emit(Op::FToInt { kind, signed: op == LLVMFPToSI, w: tb, d, a });
            }
            (LLVMSIToFP | LLVMUIToFP, _, Scalar::Float(kind)) => {
                self.emit(Op::IntToF { kind, signed: op == LLVMSIToFP, w: fb, d, a });
            }
            (LLVMFPTrunc | LLVMFPExt, Scalar::Float(from), Scalar::Float(to)) => {
                self.emit(Op::FCast { from, to, d, a });
            }
            _ => self.unsupported(format!("cast {op:?} from {from:?} to {to:?}")),
        }
    }

    /// Changes the width of an integer.
    pub fn resize(&mut self, signed: bool, from: u32, to: u32, d: Reg, a: Reg) {
        if from > 64 || to > 64 {
            return self.emit(Op::Resize { signed, from: from as u16, to, d, a });
        }
        let (f, t) = (from as u8, to as u8);
        match from.cmp(&to) {
            std::cmp::Ordering::Equal => self.copy(d, a, 1),
            std::cmp::Ordering::Greater => self.emit(Op::Trunc { from: f, to: t, d, a }),
            std::cmp::Ordering::Less if signed => self.emit(Op::SExt { from: f, to: t, d, a }),
            std::cmp::Ordering::Less => self.emit(Op::ZExt { from: f, to: t, d, a }),
        }
    }

    fn bit_cast(&mut self, v: Value) {
        let (from, to) = (v.operand(0).ty(), v.ty());
        let (d, a) = (self.result(v), self.value(v.operand(0)));
        self.reinterpret(from, to, d, a);
    }

    /// The same bits under another type, through one wide integer when lanes are involved.
    pub fn reinterpret(&mut self, from: Type, to: Type, d: Reg, a: Reg) {
        let (x, y) = (self.layouts.leaves(from), self.layouts.leaves(to));
        let pb = self.layouts.module.pointer_bits();
        let same = x.len() == y.len() && x.iter().zip(y.iter()).all(|(p, q)| p.scalar.bits(pb) == q.scalar.bits(pb));
        if same {
            return self.copy(d, a, self.slots(to));
        }
        let bits = self.layouts.module.bits(from) as u32;
        let whole = Scalar::Int(bits);
        let t = if y.len() == 1 { d } else { self.temp(whole.slots()) };
        if x.len() == 1 {
            self.copy(t, a, whole.slots());
        } else {
            let args = x.iter().map(|l| (a + l.slot, l.scalar)).collect();
            self.site(IntrinsicSite { what: Intrinsic::Pack, args, d: t, ret: vec![whole] });
        }
        if y.len() > 1 {
            let ret = y.iter().map(|l| l.scalar).collect();
            self.site(IntrinsicSite { what: Intrinsic::Unpack, args: vec![(t, whole)], d, ret });
        }
    }

    // ---- vectors

    fn extract_element(&mut self, v: Value) {
        let (vector, lane) = (v.operand(0), v.operand(1));
        let step = self.slots(v.ty());
        let (d, a) = (self.result(v), self.value(vector));
        if let Some(i) = lane.int() {
            let i = i.min(vector.ty().vector_length() as u64 - 1) as u32;
            return self.copy(d, a + i * step, step);
        }
        let mut args: Vec<(Reg, Scalar)> =
            self.layouts.leaves(vector.ty()).iter().map(|l| (a + l.slot, l.scalar)).collect();
        args.push((self.value(lane), Scalar::Int(64)));
        let ret = self.layouts.scalars(v.ty());
        self.site(IntrinsicSite { what: Intrinsic::ExtractLane, args, d, ret });
    }

    fn insert_element(&mut self, v: Value) {
        let (vector, element, lane) = (v.operand(0), v.operand(1), v.operand(2));
        let step = self.slots(element.ty());
        let (d, a, e) = (self.result(v), self.value(vector), self.value(element));
        if let Some(i) = lane.int() {
            let i = i.min(v.ty().vector_length() as u64 - 1) as u32;
            self.copy(d, a, self.slots(v.ty()));
            return self.copy(d + i * step, e, step);
        }
        let scalar = self.layouts.scalars(element.ty())[0];
        let mut args: Vec<(Reg, Scalar)> = self.layouts.leaves(v.ty()).iter().map(|l| (a + l.slot, l.scalar)).collect();
        args.push((e, scalar));
        args.push((self.value(lane), Scalar::Int(64)));
        let ret = self.layouts.scalars(v.ty());
        self.site(IntrinsicSite { what: Intrinsic::InsertLane, args, d, ret });
    }

    fn shuffle(&mut self, v: Value) {
        let (x, y) = (v.operand(0), v.operand(1));
        let lanes = x.ty().vector_length() as i32;
        let (d, a, b) = (self.result(v), self.value(x), self.value(y));
        let step = self.slots(x.ty().element());
        for (i, m) in v.shuffle_mask().into_iter().enumerate() {
            let to = d + i as u32 * step;
            match m {
                m if m < 0 => {}
                m if m < lanes => self.copy(to, a + m as u32 * step, step),
                m => self.copy(to, b + (m - lanes) as u32 * step, step),
            }
        }
    }

    pub fn site(&mut self, site: IntrinsicSite) {
        let at = self.body.intrinsics.len() as u32;
        self.body.intrinsics.push(site);
        let n = self.steps();
        self.emit(Op::Intrinsic { n, site: at });
    }
}

fn binary(op: LLVMOpcode) -> Option<Bin> {
    Some(match op {
        LLVMAdd => Bin::Add,
        LLVMSub => Bin::Sub,
        LLVMMul => Bin::Mul,
        LLVMUDiv => Bin::UDiv,
        LLVMSDiv => Bin::SDiv,
        LLVMURem => Bin::URem,
        LLVMSRem => Bin::SRem,
        LLVMAnd => Bin::And,
        LLVMOr => Bin::Or,
        LLVMXor => Bin::Xor,
        LLVMShl => Bin::Shl,
        LLVMLShr => Bin::LShr,
        LLVMAShr => Bin::AShr,
        _ => return None,
    })
}

fn float_binary(op: LLVMOpcode) -> Option<FloatBin> {
    Some(match op {
        LLVMFAdd => FloatBin::Add,
        LLVMFSub => FloatBin::Sub,
        LLVMFMul => FloatBin::Mul,
        LLVMFDiv => FloatBin::Div,
        LLVMFRem => FloatBin::Rem,
        _ => return None,
    })
}

pub(super) fn int_predicate(v: Value) -> Pred {
    match v.int_predicate() {
        LLVMIntEQ => Pred::Eq,
        LLVMIntNE => Pred::Ne,
        LLVMIntUGT => Pred::Ugt,
        LLVMIntUGE => Pred::Uge,
        LLVMIntULT => Pred::Ult,
        LLVMIntULE => Pred::Ule,
        LLVMIntSGT => Pred::Sgt,
        LLVMIntSGE => Pred::Sge,
        LLVMIntSLT => Pred::Slt,
        LLVMIntSLE => Pred::Sle,
    }
}

pub(super) fn float_predicate(p: LLVMRealPredicate) -> FloatPred {
    // LLVM's numbering is a bit set: equal 1, greater 2, less 4, unordered 8.
    let set = match p {
        LLVMRealPredicateFalse => 0,
        LLVMRealOEQ => 1,
        LLVMRealOGT => 2,
        LLVMRealOGE => 3,
        LLVMRealOLT => 4,
        LLVMRealOLE => 5,
        LLVMRealONE => 6,
        LLVMRealORD => 7,
        LLVMRealUNO => 8,
        LLVMRealUEQ => 9,
        LLVMRealUGT => 10,
        LLVMRealUGE => 11,
        LLVMRealULT => 12,
        LLVMRealULE => 13,
        LLVMRealUNE => 14,
        LLVMRealPredicateTrue => 15,
    };
    FloatPred(set)
}

/// The difference of two addresses.
fn is_distance(v: Value) -> bool {
    v.opcode() == LLVMSub && v.operands().all(is_number_of_address)
}

fn is_number_of_address(v: Value) -> bool {
    v.is_instruction() && v.opcode() == LLVMPtrToInt
        || v.is_constant_expression() && v.constant_opcode() == LLVMPtrToInt
}

/// Whether an instruction works with the address of a global as a number.
pub(super) fn measures_global(v: Value) -> bool {
    !is_distance(v) && v.operands().any(|o| o.is_constant_expression() && o.constant_opcode() == LLVMPtrToInt)
}

/// Whether an instruction compares a pointer with null for more than a jump.
fn weighs_null(v: Value) -> bool {
    let null = |o: Value| o.ty().kind() == LLVMPointerTypeKind && o.is_null();
    v.opcode() == LLVMICmp && v.operands().any(null) && v.users().iter().any(|u| u.opcode() != LLVMBr)
}
