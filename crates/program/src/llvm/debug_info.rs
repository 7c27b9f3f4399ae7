//! Debug-info nodes: names, types and positions.

use super::{Value, text};
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;
use std::ffi::{c_char, c_uint, c_void};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Metadata(pub LLVMMetadataRef);

/// A parameter or local, and the stack slot it lives in, if any.
pub struct Variable {
    pub node: Metadata,
    /// Parameter number from 1; 0 for a local.
    pub parameter: u32,
    pub slot: Option<Value>,
    /// The instruction that its declaration stands before.
    pub before: Value,
}

unsafe extern "C" {
    fn cr_di_tag(m: LLVMMetadataRef) -> c_uint;
    fn cr_di_name(m: LLVMMetadataRef, len: *mut usize) -> *const c_char;
    fn cr_di_size_bits(m: LLVMMetadataRef) -> u64;
    fn cr_di_offset_bits(m: LLVMMetadataRef) -> u64;
    fn cr_di_line(m: LLVMMetadataRef) -> c_uint;
    fn cr_di_file(m: LLVMMetadataRef) -> LLVMMetadataRef;
    fn cr_di_flags(m: LLVMMetadataRef) -> c_uint;
    fn cr_di_encoding(m: LLVMMetadataRef) -> c_uint;
    fn cr_di_base(m: LLVMMetadataRef) -> LLVMMetadataRef;
    fn cr_di_count(m: LLVMMetadataRef) -> c_uint;
    fn cr_di_element(m: LLVMMetadataRef, i: c_uint) -> LLVMMetadataRef;
    fn cr_di_enum_value(m: LLVMMetadataRef) -> i64;
    fn cr_di_subrange(m: LLVMMetadataRef) -> i64;
    fn cr_global_variable(g: LLVMValueRef) -> LLVMMetadataRef;
    fn cr_subprogram(f: LLVMValueRef) -> LLVMMetadataRef;
    fn cr_function_variables(
        f: LLVMValueRef,
        ctx: *mut c_void,
        cb: extern "C" fn(*mut c_void, LLVMMetadataRef, c_uint, LLVMValueRef, LLVMValueRef),
    );
    fn cr_retained_types(m: LLVMModuleRef, ctx: *mut c_void, cb: extern "C" fn(*mut c_void, LLVMMetadataRef));
}

pub(super) fn retained_types(module: LLVMModuleRef) -> Vec<Metadata> {
    extern "C" fn push(ctx: *mut c_void, node: LLVMMetadataRef) {
        unsafe { &mut *(ctx as *mut Vec<Metadata>) }.push(Metadata(node));
    }
    let mut all: Vec<Metadata> = Vec::new();
    unsafe { cr_retained_types(module, (&raw mut all).cast(), push) };
    all
}

fn some(m: LLVMMetadataRef) -> Option<Metadata> {
    (!m.is_null()).then_some(Metadata(m))
}

impl Metadata {
    pub fn of_global(g: Value) -> Option<Metadata> {
        some(unsafe { cr_global_variable(g.0) })
    }

    pub fn of_function(f: Value) -> Option<Metadata> {
        some(unsafe { cr_subprogram(f.0) })
    }

    pub fn variables(f: Value) -> Vec<Variable> {
        extern "C" fn push(
            ctx: *mut c_void,
            node: LLVMMetadataRef,
            arg: c_uint,
            slot: LLVMValueRef,
            before: LLVMValueRef,
        ) {
            let all = unsafe { &mut *(ctx as *mut Vec<Variable>) };
            let slot = (!slot.is_null()).then_some(Value(slot));
            all.push(Variable { node: Metadata(node), parameter: arg, slot, before: Value(before) });
        }
        let mut all: Vec<Variable> = Vec::new();
        unsafe { cr_function_variables(f.0, (&raw mut all).cast(), push) };
        all
    }

    pub fn tag(self) -> u32 {
        unsafe { cr_di_tag(self.0) }
    }

    pub fn name(self) -> String {
        let mut len = 0;
        let p = unsafe { cr_di_name(self.0, &mut len) };
        text(p, len)
    }

    pub fn size_bits(self) -> u64 {
        unsafe { cr_di_size_bits(self.0) }
    }

    pub fn offset_bits(self) -> u64 {
        unsafe { cr_di_offset_bits(self.0) }
    }

    pub fn line(self) -> u32 {
        unsafe { cr_di_line(self.0) }
    }

    pub fn is_forward(self) -> bool {
        unsafe { cr_di_flags(self.0) & 1 != 0 }
    }

    pub fn is_bit_field(self) -> bool {
        unsafe { cr_di_flags(self.0) & 2 != 0 }
    }

    /// Of a function: declared with its parameters' types, not in the old style.
    pub fn is_prototyped(self) -> bool {
        unsafe { cr_di_flags(self.0) & 4 != 0 }
    }

    pub fn is_vector(self) -> bool {
        unsafe { cr_di_flags(self.0) & 8 != 0 }
    }

    pub fn encoding(self) -> u32 {
        unsafe { cr_di_encoding(self.0) }
    }

    /// The type of a variable or function; what a typedef, pointer, qualifier, member, array or enum builds on.
    pub fn base(self) -> Option<Metadata> {
        some(unsafe { cr_di_base(self.0) })
    }

    /// Members, enumerators, dimensions, or the return type and parameters. `None`: void (or `...` at the end).
    pub fn elements(self) -> Vec<Option<Metadata>> {
        unsafe { (0..cr_di_count(self.0)).map(|i| some(cr_di_element(self.0, i))).collect() }
    }

    pub fn enum_value(self) -> i64 {
        unsafe { cr_di_enum_value(self.0) }
    }

    /// Elements of an array dimension; `None` when unknown.
    pub fn dimension(self) -> Option<u64> {
        u64::try_from(unsafe { cr_di_subrange(self.0) }).ok()
    }

    /// The path as the debug info has it: joined with the compilation directory unless absolute.
    pub fn file_path(self) -> Option<String> {
        let file = unsafe { cr_di_file(self.0) };
        if file.is_null() { None } else { Some(path_of(file)) }
    }
}

fn path_of(file: LLVMMetadataRef) -> String {
    let (mut n, mut m) = (0, 0);
    let (name, dir) = unsafe { (LLVMDIFileGetFilename(file, &mut n), LLVMDIFileGetDirectory(file, &mut m)) };
    let (name, dir) = (text(name, n as usize), text(dir, m as usize));
    if name.starts_with('/') || dir.is_empty() { name } else { format!("{dir}/{name}") }
}

/// File, line and column of an instruction.
pub(super) fn location(instruction: LLVMValueRef) -> Option<(LLVMMetadataRef, u32, u32)> {
    unsafe {
        let loc = LLVMInstructionGetDebugLoc(instruction);
        if loc.is_null() {
            return None;
        }
        let scope = LLVMDILocationGetScope(loc);
        let file = LLVMDIScopeGetFile(scope);
        Some((file, LLVMDILocationGetLine(loc), LLVMDILocationGetColumn(loc)))
    }
}

pub(super) fn file_path(file: LLVMMetadataRef) -> String {
    if file.is_null() { String::new() } else { path_of(file) }
}
