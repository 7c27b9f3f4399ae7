//! How a value of an LLVM type is spread over registers: its scalar leaves, in order.

use crate::llvm::{Module, Type};
use crate::symbol::Scalar;
use crate::target::FloatKind;
use llvm_sys::LLVMTypeKind::*;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// One scalar of a value: its kind, its byte offset in memory and its slot offset in registers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    pub scalar: Scalar,
    pub offset: u64,
    pub slot: u32,
}

/// Leaves of a type; computed once per type.
pub struct Layouts<'m> {
    pub module: &'m Module,
    known: RefCell<HashMap<Type, Rc<Vec<Leaf>>>>,
}

/// First-class aggregates beyond this many scalars do not occur in C code; the limit keeps hostile input small.
const MAX_LEAVES: usize = 1 << 16;

impl<'m> Layouts<'m> {
    pub fn new(module: &'m Module) -> Layouts<'m> {
        Layouts { module, known: RefCell::default() }
    }

    pub fn scalar(&self, t: Type) -> Option<Scalar> {
        Some(match t.kind() {
            LLVMIntegerTypeKind => Scalar::Int(t.int_width()),
            LLVMPointerTypeKind => Scalar::Ptr,
            LLVMHalfTypeKind => Scalar::Float(FloatKind::F16),
            LLVMBFloatTypeKind => Scalar::Float(FloatKind::BF16),
            LLVMFloatTypeKind => Scalar::Float(FloatKind::F32),
            LLVMDoubleTypeKind => Scalar::Float(FloatKind::F64),
            LLVMX86_FP80TypeKind => Scalar::Float(FloatKind::X87),
            LLVMFP128TypeKind => Scalar::Float(FloatKind::F128),
            LLVMPPC_FP128TypeKind => Scalar::Float(FloatKind::PpcPair),
            _ => return None,
        })
    }

    pub fn leaves(&self, t: Type) -> Rc<Vec<Leaf>> {
        if let Some(l) = self.known.borrow().get(&t) {
            return l.clone();
        }
        let mut all = Vec::new();
        let mut slot = 0;
        self.collect(t, 0, &mut slot, &mut all);
        let all = Rc::new(all);
        self.known.borrow_mut().insert(t, all.clone());
        all
    }

    fn collect(&self, t: Type, offset: u64, slot: &mut u32, out: &mut Vec<Leaf>) {
        if out.len() >= MAX_LEAVES {
            return;
        }
        if let Some(scalar) = self.scalar(t) {
            out.push(Leaf { scalar, offset, slot: *slot });
            *slot += scalar.slots();
            return;
        }
        match t.kind() {
            LLVMStructTypeKind => {
                for (i, m) in t.members().into_iter().enumerate() {
                    self.collect(m, offset + self.module.member_offset(t, i as u32), slot, out);
                }
            }
            LLVMArrayTypeKind => {
                let e = t.element();
                let step = self.module.alloc_size(e);
                for i in 0..t.array_length().min(MAX_LEAVES as u64) {
                    self.collect(e, offset + i * step, slot, out);
                }
            }
            LLVMVectorTypeKind => {
                let e = t.element();
                let step = self.module.bits(e) / 8;
                for i in 0..t.vector_length() as u64 {
                    self.collect(e, offset + i * step, slot, out);
                }
            }
            _ => {}
        }
    }

    pub fn slots(&self, t: Type) -> u32 {
        if let Some(s) = self.scalar(t) {
            return s.slots();
        }
        self.leaves(t).last().map_or(0, |l| l.slot + l.scalar.slots())
    }

    pub fn scalars(&self, t: Type) -> Vec<Scalar> {
        self.leaves(t).iter().map(|l| l.scalar).collect()
    }

    /// The leaves of the member that `indices` name, as (first leaf, leaf count, first slot).
    pub fn member(&self, mut t: Type, indices: &[u32]) -> (usize, usize, u32) {
        let (mut leaf, mut slot) = (0, 0);
        for &i in indices {
            let before: Vec<Type> = match t.kind() {
                LLVMStructTypeKind => t.members()[..i as usize].to_vec(),
                _ => vec![t.element(); i as usize],
            };
            for m in before {
                leaf += self.leaves(m).len();
                slot += self.slots(m);
            }
            t = if t.kind() == LLVMStructTypeKind { t.members()[i as usize] } else { t.element() };
        }
        (leaf, self.leaves(t).len(), slot)
    }

    /// Vectors whose elements are not whole bytes are packed in memory.
    pub fn is_packed_vector(&self, t: Type) -> bool {
        t.kind() == LLVMVectorTypeKind && !self.module.bits(t.element()).is_multiple_of(8)
    }

    /// Byte ranges of the type that hold no value. Empty when there are none, or too many parts to tell.
    pub fn padding(&self, t: Type) -> Vec<(u64, u64)> {
        let size = self.module.alloc_size(t);
        if size > 4096 || matches!(t.kind(), LLVMArrayTypeKind) && self.scalar(t.element()).is_some() {
            return Vec::new();
        }
        let mut at = 0;
        let mut gaps = Vec::new();
        for l in self.leaves(t).iter() {
            if l.offset > at {
                gaps.push((at, l.offset));
            }
            let bits = l.scalar.bits(self.module.pointer_bits()) as u64;
            at = at.max(l.offset + bits.div_ceil(8));
        }
        if at < size {
            gaps.push((at, size));
        }
        gaps
    }
}
