//! LLVM constants become words (for registers) and images (for globals).

use super::layout::Layouts;
use super::symbols::SymbolIndex;
use crate::constant::{Calc, CalcOp, Image, Word, mask};
use crate::llvm::{Type, Value};
use crate::symbol::Scalar;
use llvm_sys::LLVMOpcode::*;
use llvm_sys::LLVMTypeKind::*;
use llvm_sys::LLVMValueKind::*;

pub struct Constants<'a, 'm> {
    pub layouts: &'a Layouts<'m>,
    pub symbols: &'a SymbolIndex,
}

/// A constant that has no value before the program runs, as LLVM prints it.
#[derive(Debug)]
pub struct NotConstant(pub String);

impl Constants<'_, '_> {
    /// The words of a constant of any type, leaf by leaf, as registers hold them.
    pub fn words(&self, v: Value, out: &mut Vec<Word>) -> Result<(), NotConstant> {
        let t = v.ty();
        let Some(scalar) = self.layouts.scalar(t) else {
            return self.aggregate_words(v, t, out);
        };
        let slots = scalar.slots() as usize;
        if v.is_undef() || v.is_null() {
            out.extend(std::iter::repeat_n(Word::ZERO, slots));
            return Ok(());
        }
        match v.kind() {
            LLVMConstantIntValueKind | LLVMConstantFPValueKind => {
                let mut words = v.words();
                words.resize(slots, 0);
                out.extend(words.into_iter().map(Word::Known));
            }
            _ => {
                out.push(self.address(v)?);
                out.extend(std::iter::repeat_n(Word::ZERO, slots - 1));
            }
        }
        Ok(())
    }

    fn aggregate_words(&self, v: Value, t: Type, out: &mut Vec<Word>) -> Result<(), NotConstant> {
        if v.is_undef() || v.is_null() {
            out.extend(std::iter::repeat_n(Word::ZERO, self.layouts.slots(t) as usize));
            return Ok(());
        }
        let n = match t.kind() {
            LLVMStructTypeKind => t.members().len() as u32,
            LLVMArrayTypeKind => t.array_length() as u32,
            LLVMVectorTypeKind => t.vector_length(),
            _ => return Err(NotConstant(v.print())),
        };
        for i in 0..n {
            self.words(v.element(i).ok_or_else(|| NotConstant(v.print()))?, out)?;
        }
        Ok(())
    }

    /// A pointer, or an integer calculated from pointers.
    fn address(&self, v: Value) -> Result<Word, NotConstant> {
        let bad = || NotConstant(v.print());
        if v.is_undef() || v.is_null() {
            return Ok(Word::ZERO);
        }
        match v.kind() {
            LLVMConstantIntValueKind if v.ty().int_width() <= 64 => Ok(Word::Known(v.words()[0])),
            LLVMFunctionValueKind
            | LLVMGlobalVariableValueKind
            | LLVMGlobalAliasValueKind
            | LLVMGlobalIFuncValueKind => {
                let symbol = self.symbols.get(v).ok_or_else(bad)?;
                Ok(Word::Address { symbol, offset: 0 })
            }
            LLVMBlockAddressValueKind => {
                let (f, b) = v.block_address();
                let block = f.blocks().position(|x| x == b).ok_or_else(bad)? as u32;
                Ok(Word::Block { function: self.symbols.get(f).ok_or_else(bad)?, block })
            }
            LLVMConstantExprValueKind => self.expression(v),
            _ => Err(bad()),
        }
    }

    fn expression(&self, v: Value) -> Result<Word, NotConstant> {
        let pointer_bits = self.layouts.module.pointer_bits();
        let bits = match self.layouts.scalar(v.ty()) {
            Some(s) if s.bits(pointer_bits) <= 64 => s.bits(pointer_bits),
            _ => return Err(NotConstant(v.print())),
        };
        let calc = |op, a, b| match (a, b) {
            (Word::Address { symbol, offset }, Word::Known(k)) if op == CalcOp::Add && bits == pointer_bits => {
                Word::Address { symbol, offset: offset.wrapping_add(k as i64) }
            }
            (Word::Pointer(p), Word::Known(k)) if op == CalcOp::Add && bits == pointer_bits => {
                Word::Pointer(mask(p.wrapping_add(k), bits))
            }
            (a, b) => Word::Calc(Box::new(Calc { op, bits, a, b })),
        };
        match v.constant_opcode() {
            LLVMBitCast | LLVMAddrSpaceCast => self.address(v.operand(0)),
            op @ (LLVMPtrToInt | LLVMIntToPtr) => {
                let a = match (op, self.address(v.operand(0))?) {
                    (LLVMIntToPtr, Word::Known(k)) if k != 0 => Word::Pointer(mask(k, pointer_bits)),
                    (LLVMPtrToInt, Word::Pointer(k)) => Word::Known(k),
                    (_, a) => a,
                };
                Ok(if bits >= pointer_bits { a } else { calc(CalcOp::Truncate, a, Word::ZERO) })
            }
            LLVMTrunc => Ok(calc(CalcOp::Truncate, self.address(v.operand(0))?, Word::ZERO)),
            LLVMGetElementPtr => {
                let base = self.address(v.operand(0))?;
                let offset = self.constant_offset(v).ok_or_else(|| NotConstant(v.print()))?;
                Ok(calc(CalcOp::Add, base, Word::Known(offset as u64)))
            }
            op => {
                let op = match op {
                    LLVMAdd => CalcOp::Add,
                    LLVMSub => CalcOp::Sub,
                    LLVMMul => CalcOp::Mul,
                    LLVMXor => CalcOp::Xor,
                    LLVMShl => CalcOp::Shl,
                    _ => return Err(NotConstant(v.print())),
                };
                Ok(calc(op, self.address(v.operand(0))?, self.address(v.operand(1))?))
            }
        }
    }

    /// Byte offset of a `getelementptr` whose indices are all constant.
    pub fn constant_offset(&self, gep: Value) -> Option<i64> {
        let module = self.layouts.module;
        let mut t = gep.gep_element_type();
        let mut offset = gep.operand(1).sint()?.wrapping_mul(module.alloc_size(t) as i64);
        for i in 2..gep.operand_count() {
            let index = gep.operand(i).sint()?;
            if t.kind() == LLVMStructTypeKind {
                offset += module.member_offset(t, index as u32) as i64;
                t = t.members()[index as usize];
            } else {
                t = t.element();
                offset = offset.wrapping_add(index.wrapping_mul(module.alloc_size(t) as i64));
            }
        }
        Some(offset)
    }

    /// The initial bytes of a global.
    pub fn image(&self, v: Value, size: u64) -> Result<Image, NotConstant> {
        if v.is_null() || v.is_undef() {
            return Ok(Image::default());
        }
        let mut image = Image { bytes: vec![0; size as usize], patches: Vec::new() };
        self.fill(v, 0, &mut image)?;
        Ok(image)
    }

    fn fill(&self, v: Value, at: u64, image: &mut Image) -> Result<(), NotConstant> {
        if v.is_null() || v.is_undef() {
            return Ok(());
        }
        let module = self.layouts.module;
        let t = v.ty();
        if let Some((data, size)) = v.data() {
            let out = &mut image.bytes[at as usize..at as usize + data.len()];
            out.copy_from_slice(data);
            if module.big_endian() {
                out.chunks_mut(size).for_each(<[u8]>::reverse);
            }
            return Ok(());
        }
        if let Some(scalar) = self.layouts.scalar(t) {
            return self.fill_scalar(v, scalar, at, image);
        }
        let n = match t.kind() {
            LLVMStructTypeKind => t.members().len() as u64,
            LLVMArrayTypeKind => t.array_length(),
            LLVMVectorTypeKind => t.vector_length() as u64,
            _ => return Err(NotConstant(v.print())),
        };
        for i in 0..n {
            let offset = match t.kind() {
                LLVMStructTypeKind => module.member_offset(t, i as u32),
                LLVMArrayTypeKind => i * module.alloc_size(t.element()),
                _ => i * (module.bits(t.element()) / 8),
            };
            let e = v.element(i as u32).ok_or_else(|| NotConstant(v.print()))?;
            self.fill(e, at + offset, image)?;
        }
        Ok(())
    }

    fn fill_scalar(&self, v: Value, scalar: Scalar, at: u64, image: &mut Image) -> Result<(), NotConstant> {
        let module = self.layouts.module;
        let size = scalar.bits(module.pointer_bits()).div_ceil(8) as usize;
        let mut words = Vec::new();
        self.words(v, &mut words)?;
        if let [word] = &words[..]
            && !matches!(word, Word::Known(_))
        {
            image.patches.push((at, size as u32, word.clone()));
            return Ok(());
        }
        let mut bytes: Vec<u8> = Vec::with_capacity(words.len() * 8);
        for w in &words {
            let Word::Known(k) = w else { return Err(NotConstant(v.print())) };
            bytes.extend_from_slice(&k.to_le_bytes());
        }
        bytes.truncate(size);
        if module.big_endian() {
            match scalar {
                // The pair's first double comes first in memory, each in the target's byte order.
                Scalar::Float(crate::target::FloatKind::PpcPair) => bytes.chunks_mut(8).for_each(<[u8]>::reverse),
                _ => bytes.reverse(),
            }
        }
        image.bytes[at as usize..at as usize + size].copy_from_slice(&bytes);
        Ok(())
    }
}
