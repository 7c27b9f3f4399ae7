//! Calls: arguments by register, struct copies, varargs.

use super::by_value;
use super::function::FunctionLowerer;
use crate::body::{Arg, CallSite, Callee, Intrinsic, IntrinsicSite};
use crate::llvm::Value;
use crate::op::{Op, Reg};
use crate::symbol::Scalar;
use llvm_sys::LLVMTypeKind::{LLVMMetadataTypeKind, LLVMVectorTypeKind};
use llvm_sys::LLVMValueKind::*;

impl FunctionLowerer<'_, '_> {
    pub fn call(&mut self, v: Value) {
        let callee = v.called_value();
        match callee.kind() {
            LLVMInlineAsmValueKind => return self.inline_asm(v, callee),
            LLVMFunctionValueKind => {
                let name = callee.name();
                if name.starts_with("llvm.") {
                    return self.llvm_intrinsic(v, &name);
                }
            }
            _ => {}
        }
        let t = v.called_type();
        let named = t.params().len() as u32;
        let mut args = Vec::new();
        let mut fixed = 0;
        for number in 0..v.arg_count() {
            let a = v.operand(number);
            if a.ty().kind() == LLVMMetadataTypeKind {
                continue;
            }
            let at = self.value(a);
            let by_value = by_value(v, number, true, self.layouts);
            let lane = a.ty().kind() == LLVMVectorTypeKind;
            for leaf in self.layouts.leaves(a.ty()).iter() {
                args.push(Arg { at: at + leaf.slot, scalar: leaf.scalar, by_value, number, lane });
            }
            if number < named {
                fixed = args.len() as u32;
            }
        }
        let target = match (callee.kind(), self.constants.symbols.get(callee)) {
            (LLVMFunctionValueKind, Some(s)) => Callee::Symbol(s.0),
            _ => Callee::Pointer(self.value(callee)),
        };
        let ret = if v.ty().is_void() { Vec::new() } else { self.layouts.scalars(v.ty()) };
        let d = if ret.is_empty() { 0 } else { self.result(v) };
        let ret_slots = ret.iter().map(|s| s.slots()).sum();
        let room = match callee.kind() {
            LLVMFunctionValueKind => self.room(&callee.name(), v),
            _ => None,
        };
        let site = CallSite {
            callee: target,
            args,
            fixed,
            variadic: t.is_variadic(),
            unprototyped: t.is_variadic() && named == 0,
            type_id: v.call_type_id(),
            ret,
            ret_slots,
            room,
            used: !v.users().is_empty(),
            d,
        };
        let at = self.body.calls.len() as u32;
        self.body.calls.push(site);
        self.calls.insert(v, at);
        let n = self.steps();
        self.emit(Op::Call { n, site: at });
    }

    /// An intrinsic over whole scalar arguments.
    pub fn intrinsic_call(&mut self, v: Value, what: Intrinsic, operands: &[Value]) {
        let mut args: Vec<(Reg, Scalar)> = Vec::new();
        for &o in operands {
            let at = self.value(o);
            args.extend(self.layouts.leaves(o.ty()).iter().map(|l| (at + l.slot, l.scalar)));
        }
        let ret = if v.ty().is_void() { Vec::new() } else { self.layouts.scalars(v.ty()) };
        let d = if ret.is_empty() { 0 } else { self.result(v) };
        self.site(IntrinsicSite { what, args, d, ret });
    }
}
