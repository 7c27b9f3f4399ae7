//! Adds instructions to a module and writes it back as bitcode: for code that counts what native runs reach, and for functions that
//! end without a result (`missing_return`).
//!
//! What counts names functions and variables that somebody else links (`replay/runtime/goals.c`).

use super::{Block, Module, Value};
use llvm_sys::LLVMIntPredicate::LLVMIntNE;
use llvm_sys::LLVMLinkage::LLVMPrivateLinkage;
use llvm_sys::LLVMOpcode;
use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use std::ffi::CString;

/// What a called function takes.
#[derive(Clone, Copy)]
pub enum Argument {
    Int(u32),
    Value(Value),
}

pub struct Builder<'m> {
    module: &'m Module,
    builder: LLVMBuilderRef,
    byte: LLVMTypeRef,
    word: LLVMTypeRef,
    wide: LLVMTypeRef,
    pointer: LLVMTypeRef,
}

impl Drop for Builder<'_> {
    fn drop(&mut self) {
        // SAFETY: made in `new`, disposed once.
        unsafe { LLVMDisposeBuilder(self.builder) }
    }
}

impl<'m> Builder<'m> {
    pub fn new(module: &'m Module) -> Builder<'m> {
        // SAFETY: the context lives as long as the module, which outlives the builder.
        unsafe {
            let context = module.context;
            Builder {
                module,
                builder: LLVMCreateBuilderInContext(context),
                byte: LLVMInt8TypeInContext(context),
                word: LLVMInt32TypeInContext(context),
                wide: LLVMInt64TypeInContext(context),
                pointer: LLVMPointerTypeInContext(context, 0),
            }
        }
    }

    /// What is built next stands before an instruction.
    pub fn before(&mut self, at: Value) {
        // SAFETY: `at` is an instruction of the module.
        unsafe {
            LLVMPositionBuilderBefore(self.builder, at.0);
            LLVMSetCurrentDebugLocation2(self.builder, std::ptr::null_mut());
        }
    }

    /// `map[goal + outcome] = 1`, where `map` is a variable that holds the address of the bytes.
    pub fn hit(&mut self, map: &str, goal: u32, outcome: Option<Value>) {
        // SAFETY: all types are those of the values; the builder stands before an instruction.
        unsafe {
            let variable = self.global(map);
            let bytes = LLVMBuildLoad2(self.builder, self.pointer, variable, c"".as_ptr());
            let mut index = LLVMConstInt(self.wide, goal as u64, 0);
            if let Some(outcome) = outcome {
                let more = self.widened(outcome);
                index = LLVMBuildAdd(self.builder, index, more, c"".as_ptr());
            }
            let at = LLVMBuildGEP2(self.builder, self.byte, bytes, &mut index, 1, c"".as_ptr());
            LLVMBuildStore(self.builder, LLVMConstInt(self.byte, 1, 0), at);
        }
    }

    /// A truth value, negated or not.
    pub fn truth(&mut self, v: Value, negated: bool) -> Value {
        // SAFETY: `v` is an integer.
        unsafe {
            let zero = LLVMConstInt(LLVMTypeOf(v.0), 0, 0);
            let predicate = if negated { llvm_sys::LLVMIntPredicate::LLVMIntEQ } else { LLVMIntNE };
            Value(LLVMBuildICmp(self.builder, predicate, v.0, zero, c"".as_ptr()))
        }
    }

    /// An integer of at most 64 bits as one of 64, or a pointer as its address.
    fn widened(&mut self, v: Value) -> LLVMValueRef {
        // SAFETY: the cast fits the type.
        unsafe {
            let ty = LLVMTypeOf(v.0);
            let code = match LLVMGetTypeKind(ty) {
                llvm_sys::LLVMTypeKind::LLVMPointerTypeKind => LLVMOpcode::LLVMPtrToInt,
                _ if LLVMGetIntTypeWidth(ty) < 64 => LLVMOpcode::LLVMZExt,
                _ => return v.0,
            };
            LLVMBuildCast(self.builder, code, v.0, self.wide, c"".as_ptr())
        }
    }

    /// The bytes that an `alloca` makes room for.
    pub fn size_of(&mut self, alloca: Value) -> Value {
        // SAFETY: it is an `alloca`, whose operand is a number of elements.
        unsafe {
            let one = LLVMConstInt(self.wide, self.module.alloc_size(alloca.allocated_type()), 0);
            let count = self.widened(alloca.operand(0));
            Value(LLVMBuildMul(self.builder, one, count, c"".as_ptr()))
        }
    }

    /// Room of so many 64-bit words, zero from here on.
    pub fn zeroed(&mut self, words: u32) -> Value {
        // SAFETY: the type is an array of words, and the store's is the same.
        unsafe {
            let ty = LLVMArrayType2(self.wide, words as u64);
            let room = LLVMBuildAlloca(self.builder, ty, c"".as_ptr());
            LLVMBuildStore(self.builder, LLVMConstNull(ty), room);
            Value(room)
        }
    }

    /// The address of a word behind others.
    pub fn word_of(&mut self, room: Value, number: u32) -> Value {
        // SAFETY: `room` is an address.
        unsafe {
            let mut index = LLVMConstInt(self.wide, number as u64, 0);
            Value(LLVMBuildGEP2(self.builder, self.wide, room.0, &mut index, 1, c"".as_ptr()))
        }
    }

    /// A constant table of 64-bit words.
    pub fn table(&mut self, words: &[u64]) -> Value {
        // SAFETY: the initialiser has the type of the variable.
        unsafe {
            let mut values: Vec<_> = words.iter().map(|w| LLVMConstInt(self.wide, *w, 0)).collect();
            let content = LLVMConstArray2(self.wide, values.as_mut_ptr(), values.len() as u64);
            Value(self.constant(content))
        }
    }

    /// A constant table of the addresses of labels.
    pub fn labels(&mut self, function: Value, blocks: &[Block]) -> Value {
        // SAFETY: the blocks belong to the function.
        unsafe {
            let mut values: Vec<_> = blocks.iter().map(|b| LLVMBlockAddress(function.0, b.0)).collect();
            let content = LLVMConstArray2(self.pointer, values.as_mut_ptr(), values.len() as u64);
            Value(self.constant(content))
        }
    }

    unsafe fn constant(&self, content: LLVMValueRef) -> LLVMValueRef {
        // SAFETY: the module is alive, and nobody else changes it.
        unsafe {
            let variable = LLVMAddGlobal(self.module.module, LLVMTypeOf(content), c"crescendo.table".as_ptr());
            LLVMSetInitializer(variable, content);
            LLVMSetGlobalConstant(variable, 1);
            LLVMSetLinkage(variable, LLVMPrivateLinkage);
            variable
        }
    }

    unsafe fn global(&self, name: &str) -> LLVMValueRef {
        let name = CString::new(name).expect("a name of ours");
        // SAFETY: the module is alive, and nobody else changes it.
        unsafe {
            let known = LLVMGetNamedGlobal(self.module.module, name.as_ptr());
            if known.is_null() { LLVMAddGlobal(self.module.module, self.pointer, name.as_ptr()) } else { known }
        }
    }

    /// Writes zeros to a variable.
    pub fn store_zero(&mut self, alloca: Value) {
        // SAFETY: it is an `alloca`, of that type.
        unsafe { LLVMBuildStore(self.builder, LLVMConstNull(alloca.allocated_type().0), alloca.0) };
    }

    /// A variable that says yes or no.
    pub fn flag(&mut self, value: bool) -> Value {
        // SAFETY: the builder stands before an instruction.
        let flag = unsafe { Value(LLVMBuildAlloca(self.builder, self.word, c"".as_ptr())) };
        self.set(flag, value);
        flag
    }

    pub fn set(&mut self, flag: Value, value: bool) {
        // SAFETY: it was made by `flag`.
        unsafe { LLVMBuildStore(self.builder, LLVMConstInt(self.word, value as u64, 0), flag.0) };
    }

    /// Calls a function with what a flag says.
    pub fn tell(&mut self, name: &str, flag: Value) {
        // SAFETY: it was made by `flag`.
        let value = unsafe { Value(LLVMBuildLoad2(self.builder, self.word, flag.0, c"".as_ptr())) };
        self.call(name, &[Argument::Value(value)]);
    }

    /// Calls a function that gives nothing back.
    pub fn call(&mut self, name: &str, arguments: &[Argument]) {
        let text = CString::new(name).expect("a name of ours");
        // SAFETY: the function has the type it is called with: every use of a name has the same kinds of arguments.
        unsafe {
            let mut values: Vec<LLVMValueRef> = Vec::with_capacity(arguments.len());
            for a in arguments {
                values.push(match a {
                    Argument::Int(n) => LLVMConstInt(self.word, *n as u64, 0),
                    Argument::Value(v) if v.ty().kind() == llvm_sys::LLVMTypeKind::LLVMPointerTypeKind => v.0,
                    Argument::Value(v) => self.widened(*v),
                });
            }
            let mut types: Vec<LLVMTypeRef> = values.iter().map(|v| LLVMTypeOf(*v)).collect();
            let nothing = LLVMVoidTypeInContext(self.module.context);
            let ty = LLVMFunctionType(nothing, types.as_mut_ptr(), types.len() as u32, 0);
            let known = LLVMGetNamedFunction(self.module.module, text.as_ptr());
            let f = if known.is_null() { LLVMAddFunction(self.module.module, text.as_ptr(), ty) } else { known };
            LLVMBuildCall2(self.builder, ty, f, values.as_mut_ptr(), values.len() as u32, c"".as_ptr());
        }
    }
}

impl Module {
    pub fn bitcode(&self) -> Vec<u8> {
        // SAFETY: the buffer is disposed after its bytes were copied.
        unsafe {
            let buffer = LLVMWriteBitcodeToMemoryBuffer(self.module);
            let bytes = std::slice::from_raw_parts(LLVMGetBufferStart(buffer) as *const u8, LLVMGetBufferSize(buffer));
            let copy = bytes.to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            copy
        }
    }
}

impl Value {
    /// The instruction behind this one.
    pub fn following(self) -> Option<Value> {
        // SAFETY: it is an instruction of a module.
        let next = unsafe { LLVMGetNextInstruction(self.0) };
        (!next.is_null()).then_some(Value(next))
    }
}
