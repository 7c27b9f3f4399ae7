//! Thin handles over LLVM's C API and our shim. Only this folder and `lower` know LLVM; nothing here leaves the crate.
//!
//! Handles are plain pointers into a `Module`; they must not outlive it. All unsafe calls of LLVM are in this folder.

mod builder;
mod call_type;
mod debug_info;
mod missing_return;
mod promote;
mod value;

pub use builder::{Argument, Builder};
pub use debug_info::Metadata;
pub use value::{Block, Type, Value, location_path};

use llvm_sys::bit_reader::LLVMParseBitcodeInContext2;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::target::*;
use std::ffi::{CStr, CString};

pub struct Module {
    context: LLVMContextRef,
    module: LLVMModuleRef,
    layout: LLVMTargetDataRef,
}

impl Drop for Module {
    fn drop(&mut self) {
        unsafe {
            LLVMDisposeModule(self.module);
            LLVMContextDispose(self.context);
        }
    }
}

extern "C" fn ignore_diagnostics(_: LLVMDiagnosticInfoRef, _: *mut std::ffi::c_void) {}

pub(crate) fn text(p: *const std::ffi::c_char, len: usize) -> String {
    if p.is_null() {
        return String::new();
    }
    String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(p as *const u8, len) }).into_owned()
}

impl Module {
    /// Parses bitcode. Fails on anything that is not LLVM 19 (or older) bitcode.
    pub fn parse(bitcode: &[u8], name: &str) -> Result<Module, String> {
        unsafe {
            let context = LLVMContextCreate();
            // Reader errors come back as a return code; LLVM must not print or exit by itself.
            LLVMContextSetDiagnosticHandler(context, Some(ignore_diagnostics), std::ptr::null_mut());
            let name = CString::new(name.replace('\0', "?")).expect("no NUL");
            let buffer =
                LLVMCreateMemoryBufferWithMemoryRangeCopy(bitcode.as_ptr().cast(), bitcode.len(), name.as_ptr());
            let mut module = std::ptr::null_mut();
            let failed = LLVMParseBitcodeInContext2(context, buffer, &mut module);
            LLVMDisposeMemoryBuffer(buffer);
            if failed != 0 {
                LLVMContextDispose(context);
                return Err("not readable as LLVM 19 bitcode".into());
            }
            Ok(Module { context, module, layout: LLVMGetModuleDataLayout(module) })
        }
    }

    pub fn triple(&self) -> String {
        unsafe { CStr::from_ptr(LLVMGetTarget(self.module)).to_string_lossy().into_owned() }
    }

    pub fn source_name(&self) -> String {
        let mut n = 0;
        let p = unsafe { LLVMGetSourceFileName(self.module, &mut n) };
        text(p, n)
    }

    pub fn pointer_bits(&self) -> u32 {
        unsafe { LLVMPointerSize(self.layout) * 8 }
    }

    pub fn big_endian(&self) -> bool {
        unsafe { LLVMByteOrder(self.layout) == LLVMByteOrdering::LLVMBigEndian }
    }

    /// Types that the source uses only in casts, and enumerations of which it uses values only.
    pub fn cast_types(&self) -> Vec<Metadata> {
        debug_info::retained_types(self.module)
    }

    pub fn inline_asm(&self) -> String {
        let mut n = 0;
        let p = unsafe { LLVMGetModuleInlineAsm(self.module, &mut n) };
        text(p, n)
    }

    fn list(first: LLVMValueRef, next: unsafe extern "C" fn(LLVMValueRef) -> LLVMValueRef) -> Vec<Value> {
        let mut all = Vec::new();
        let mut v = first;
        while !v.is_null() {
            all.push(Value(v));
            v = unsafe { next(v) };
        }
        all
    }

    pub fn functions(&self) -> Vec<Value> {
        Self::list(unsafe { LLVMGetFirstFunction(self.module) }, LLVMGetNextFunction)
    }

    pub fn globals(&self) -> Vec<Value> {
        Self::list(unsafe { LLVMGetFirstGlobal(self.module) }, LLVMGetNextGlobal)
    }

    pub fn aliases(&self) -> Vec<Value> {
        Self::list(unsafe { LLVMGetFirstGlobalAlias(self.module) }, LLVMGetNextGlobalAlias)
    }

    pub fn ifuncs(&self) -> Vec<Value> {
        Self::list(unsafe { LLVMGetFirstGlobalIFunc(self.module) }, LLVMGetNextGlobalIFunc)
    }

    /// Bytes between consecutive array elements of the type.
    pub fn alloc_size(&self, t: Type) -> u64 {
        unsafe { LLVMABISizeOfType(self.layout, t.0) }
    }

    pub fn bits(&self, t: Type) -> u64 {
        unsafe { LLVMSizeOfTypeInBits(self.layout, t.0) }
    }

    pub fn align(&self, t: Type) -> u32 {
        unsafe { LLVMABIAlignmentOfType(self.layout, t.0) }
    }

    pub fn member_offset(&self, t: Type, member: u32) -> u64 {
        unsafe { LLVMOffsetOfElement(self.layout, t.0, member) }
    }
}
