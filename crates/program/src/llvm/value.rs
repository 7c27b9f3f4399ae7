//! Values, types and blocks.

use super::{debug_info, text};
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{
    LLVMAtomicRMWBinOp, LLVMAttributeIndex, LLVMIntPredicate, LLVMLinkage, LLVMOpcode, LLVMRealPredicate,
    LLVMThreadLocalMode, LLVMTypeKind, LLVMValueKind,
};
use std::ffi::c_char;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value(pub LLVMValueRef);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Type(pub LLVMTypeRef);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Block(pub LLVMBasicBlockRef);

unsafe extern "C" {
    fn cr_constant_words(v: LLVMValueRef, words: *mut u64, max: u32) -> u32;
    fn cr_constant_data(v: LLVMValueRef, len: *mut usize, element_bytes: *mut u32) -> *const c_char;
}

fn some(v: LLVMValueRef) -> Option<Value> {
    (!v.is_null()).then_some(Value(v))
}

fn attribute_kind(name: &str) -> u32 {
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

impl Value {
    pub fn name(self) -> String {
        let mut n = 0;
        let p = unsafe { LLVMGetValueName2(self.0, &mut n) };
        text(p, n)
    }

    pub fn ty(self) -> Type {
        Type(unsafe { LLVMTypeOf(self.0) })
    }

    pub fn kind(self) -> LLVMValueKind {
        unsafe { LLVMGetValueKind(self.0) }
    }

    pub fn is_constant(self) -> bool {
        unsafe { LLVMIsConstant(self.0) != 0 }
    }

    pub fn is_undef(self) -> bool {
        // Poison is a kind of undef here.
        unsafe { LLVMIsUndef(self.0) != 0 || LLVMIsPoison(self.0) != 0 }
    }

    pub fn is_null(self) -> bool {
        unsafe { LLVMIsNull(self.0) != 0 }
    }

    /// LLVM's own text for it, for messages.
    pub fn print(self) -> String {
        unsafe {
            let p = LLVMPrintValueToString(self.0);
            let s = std::ffi::CStr::from_ptr(p).to_string_lossy().trim().to_string();
            LLVMDisposeMessage(p);
            s
        }
    }

    pub fn operand_count(self) -> u32 {
        unsafe { LLVMGetNumOperands(self.0) as u32 }
    }

    pub fn operand(self, i: u32) -> Value {
        Value(unsafe { LLVMGetOperand(self.0, i) })
    }

    pub fn operands(self) -> impl Iterator<Item = Value> {
        (0..self.operand_count()).map(move |i| self.operand(i))
    }

    pub fn users(self) -> Vec<Value> {
        let mut all = Vec::new();
        unsafe {
            let mut u = LLVMGetFirstUse(self.0);
            while !u.is_null() {
                all.push(Value(LLVMGetUser(u)));
                u = LLVMGetNextUse(u);
            }
        }
        all
    }

    /// The only user, if there is exactly one use.
    pub fn single_user(self) -> Option<Value> {
        unsafe {
            let u = LLVMGetFirstUse(self.0);
            if u.is_null() || !LLVMGetNextUse(u).is_null() {
                return None;
            }
            some(LLVMGetUser(u))
        }
    }

    // ---- constants

    /// The 64-bit words of an integer or float constant, lowest first.
    pub fn words(self) -> Vec<u64> {
        unsafe {
            let n = cr_constant_words(self.0, std::ptr::null_mut(), 0);
            let mut w = vec![0; n as usize];
            cr_constant_words(self.0, w.as_mut_ptr(), n);
            w
        }
    }

    pub fn int(self) -> Option<u64> {
        (self.kind() == LLVMValueKind::LLVMConstantIntValueKind).then(|| self.words()[0])
    }

    pub fn sint(self) -> Option<i64> {
        if self.kind() != LLVMValueKind::LLVMConstantIntValueKind || self.ty().int_width() > 64 {
            return None;
        }
        Some(unsafe { LLVMConstIntGetSExtValue(self.0) })
    }

    /// Bytes of a constant array of plain numbers, in little-endian element order, and an element's size.
    pub fn data(self) -> Option<(&'static [u8], usize)> {
        let (mut len, mut size) = (0, 0);
        unsafe {
            let p = cr_constant_data(self.0, &mut len, &mut size);
            if p.is_null() { None } else { Some((std::slice::from_raw_parts(p.cast(), len), size as usize)) }
        }
    }

    /// Element of any constant aggregate, zero and undef ones too.
    pub fn element(self, i: u32) -> Option<Value> {
        some(unsafe { LLVMGetAggregateElement(self.0, i) })
    }

    pub fn is_constant_expression(self) -> bool {
        unsafe { !LLVMIsAConstantExpr(self.0).is_null() }
    }

    pub fn constant_opcode(self) -> LLVMOpcode {
        unsafe { LLVMGetConstOpcode(self.0) }
    }

    pub fn block_address(self) -> (Value, Block) {
        unsafe { (Value(LLVMGetBlockAddressFunction(self.0)), Block(LLVMGetBlockAddressBasicBlock(self.0))) }
    }

    // ---- globals and functions

    pub fn is_declaration(self) -> bool {
        unsafe { LLVMIsDeclaration(self.0) != 0 }
    }

    pub fn linkage(self) -> LLVMLinkage {
        unsafe { LLVMGetLinkage(self.0) }
    }

    pub fn value_type(self) -> Type {
        Type(unsafe { LLVMGlobalGetValueType(self.0) })
    }

    pub fn initializer(self) -> Option<Value> {
        some(unsafe { LLVMGetInitializer(self.0) })
    }

    pub fn is_global_constant(self) -> bool {
        unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }

    pub fn is_thread_local(self) -> bool {
        unsafe { LLVMGetThreadLocalMode(self.0) != LLVMThreadLocalMode::LLVMNotThreadLocal }
    }

    pub fn alignment(self) -> u32 {
        unsafe { LLVMGetAlignment(self.0) }
    }

    pub fn has_unnamed_address(self) -> bool {
        unsafe { LLVMGetUnnamedAddress(self.0) != llvm_sys::LLVMUnnamedAddr::LLVMNoUnnamedAddr }
    }

    pub fn aliasee(self) -> Value {
        Value(unsafe { LLVMAliasGetAliasee(self.0) })
    }

    pub fn resolver(self) -> Value {
        Value(unsafe { LLVMGetGlobalIFuncResolver(self.0) })
    }

    pub fn params(self) -> Vec<Value> {
        unsafe { (0..LLVMCountParams(self.0)).map(|i| Value(LLVMGetParam(self.0, i))).collect() }
    }

    pub fn blocks(self) -> impl Iterator<Item = Block> {
        let first = unsafe { LLVMGetFirstBasicBlock(self.0) };
        std::iter::successors((!first.is_null()).then_some(Block(first)), |b| {
            let n = unsafe { LLVMGetNextBasicBlock(b.0) };
            (!n.is_null()).then_some(Block(n))
        })
    }

    /// An attribute of a function (`index` 0: result, 1..: parameters) or of a call site.
    fn attribute(self, index: LLVMAttributeIndex, name: &str, call: bool) -> Option<LLVMAttributeRef> {
        let a = unsafe {
            let kind = attribute_kind(name);
            if call {
                LLVMGetCallSiteEnumAttribute(self.0, index, kind)
            } else {
                LLVMGetEnumAttributeAtIndex(self.0, index, kind)
            }
        };
        (!a.is_null()).then_some(a)
    }

    /// The pointee type of a `byval` or `sret` parameter (numbered from 0).
    pub fn param_type_attribute(self, param: u32, name: &str, call: bool) -> Option<Type> {
        self.attribute(param + 1, name, call).map(|a| Type(unsafe { LLVMGetTypeAttributeValue(a) }))
    }

    pub fn param_has(self, param: u32, name: &str, call: bool) -> bool {
        self.attribute(param + 1, name, call).is_some()
    }

    pub fn param_align(self, param: u32, call: bool) -> u32 {
        self.attribute(param + 1, "align", call).map_or(0, |a| unsafe { LLVMGetEnumAttributeValue(a) as u32 })
    }

    /// The text of a function's string attribute; empty without one.
    pub fn text_attribute(self, name: &str) -> String {
        unsafe {
            let index = llvm_sys::LLVMAttributeFunctionIndex;
            let a = LLVMGetStringAttributeAtIndex(self.0, index, name.as_ptr().cast(), name.len() as u32);
            if a.is_null() {
                return String::new();
            }
            let mut n = 0;
            let p = LLVMGetStringAttributeValue(a, &mut n);
            text(p, n as usize)
        }
    }

    pub fn function_has(self, name: &str) -> bool {
        self.attribute(llvm_sys::LLVMAttributeFunctionIndex, name, false).is_some()
    }

    // ---- instructions

    pub fn opcode(self) -> LLVMOpcode {
        unsafe { LLVMGetInstructionOpcode(self.0) }
    }

    pub fn is_call(self) -> bool {
        self.opcode() == LLVMOpcode::LLVMCall
    }

    pub fn parent(self) -> Block {
        Block(unsafe { LLVMGetInstructionParent(self.0) })
    }

    pub fn is_instruction(self) -> bool {
        self.kind() == LLVMValueKind::LLVMInstructionValueKind
    }

    /// Directory-joined path, line and column.
    pub fn location(self) -> Option<(LLVMMetadataRef, u32, u32)> {
        debug_info::location(self.0)
    }

    pub fn int_predicate(self) -> LLVMIntPredicate {
        unsafe { LLVMGetICmpPredicate(self.0) }
    }

    pub fn float_predicate(self) -> LLVMRealPredicate {
        unsafe { LLVMGetFCmpPredicate(self.0) }
    }

    pub fn nsw(self) -> bool {
        unsafe { LLVMGetNSW(self.0) != 0 }
    }

    pub fn nuw(self) -> bool {
        unsafe { LLVMGetNUW(self.0) != 0 }
    }

    pub fn exact(self) -> bool {
        unsafe { LLVMGetExact(self.0) != 0 }
    }

    pub fn allocated_type(self) -> Type {
        Type(unsafe { LLVMGetAllocatedType(self.0) })
    }

    pub fn gep_element_type(self) -> Type {
        Type(unsafe { LLVMGetGEPSourceElementType(self.0) })
    }

    pub fn is_in_bounds(self) -> bool {
        unsafe { LLVMIsInBounds(self.0) != 0 }
    }

    pub fn is_volatile(self) -> bool {
        unsafe { LLVMGetVolatile(self.0) != 0 }
    }

    pub fn is_conditional(self) -> bool {
        unsafe { LLVMIsConditional(self.0) != 0 }
    }

    /// The jump that ends a loop's body: it carries the loop's metadata.
    pub fn is_loop_end(self) -> bool {
        const KIND: &str = "llvm.loop";
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.0));
            let kind = LLVMGetMDKindIDInContext(context, KIND.as_ptr().cast(), KIND.len() as u32);
            !LLVMGetMetadata(self.0, kind).is_null()
        }
    }

    pub fn condition(self) -> Value {
        Value(unsafe { LLVMGetCondition(self.0) })
    }

    pub fn successors(self) -> Vec<Block> {
        unsafe { (0..LLVMGetNumSuccessors(self.0)).map(|i| Block(LLVMGetSuccessor(self.0, i))).collect() }
    }

    pub fn incoming(self) -> Vec<(Value, Block)> {
        unsafe {
            (0..LLVMCountIncoming(self.0))
                .map(|i| (Value(LLVMGetIncomingValue(self.0, i)), Block(LLVMGetIncomingBlock(self.0, i))))
                .collect()
        }
    }

    pub fn indices(self) -> Vec<u32> {
        unsafe {
            let n = LLVMGetNumIndices(self.0);
            std::slice::from_raw_parts(LLVMGetIndices(self.0), n as usize).to_vec()
        }
    }

    pub fn shuffle_mask(self) -> Vec<i32> {
        unsafe { (0..LLVMGetNumMaskElements(self.0)).map(|i| LLVMGetMaskValue(self.0, i)).collect() }
    }

    pub fn rmw_operation(self) -> LLVMAtomicRMWBinOp {
        unsafe { LLVMGetAtomicRMWBinOp(self.0) }
    }

    pub fn called_type(self) -> Type {
        Type(unsafe { LLVMGetCalledFunctionType(self.0) })
    }

    pub fn called_value(self) -> Value {
        Value(unsafe { LLVMGetCalledValue(self.0) })
    }

    pub fn arg_count(self) -> u32 {
        unsafe { LLVMGetNumArgOperands(self.0) }
    }

    pub fn call_returns_twice(self) -> bool {
        let callee = self.called_value();
        self.attribute(llvm_sys::LLVMAttributeFunctionIndex, "returns_twice", true).is_some()
            || callee.kind() == LLVMValueKind::LLVMFunctionValueKind
                // `__builtin_setjmp`, which LLVM does not mark so.
                && (callee.function_has("returns_twice") || callee.name() == "llvm.eh.sjlj.setjmp")
    }

    pub fn asm_text(self) -> String {
        let mut n = 0;
        let p = unsafe { LLVMGetInlineAsmAsmString(self.0, &mut n) };
        text(p, n)
    }

    pub fn asm_constraints(self) -> String {
        let mut n = 0;
        let p = unsafe { LLVMGetInlineAsmConstraintString(self.0, &mut n) };
        text(p, n)
    }
}

/// The path behind a location's file handle.
pub fn location_path(file: LLVMMetadataRef) -> String {
    debug_info::file_path(file)
}

impl Type {
    pub fn kind(self) -> LLVMTypeKind {
        unsafe { LLVMGetTypeKind(self.0) }
    }

    /// The width of an integer type; 0 for others.
    pub fn int_width_or_zero(self) -> u32 {
        if self.kind() == LLVMTypeKind::LLVMIntegerTypeKind { self.int_width() } else { 0 }
    }

    pub fn int_width(self) -> u32 {
        unsafe { LLVMGetIntTypeWidth(self.0) }
    }

    pub fn is_void(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMVoidTypeKind
    }

    /// Element of an array or vector.
    pub fn element(self) -> Type {
        Type(unsafe { LLVMGetElementType(self.0) })
    }

    pub fn array_length(self) -> u64 {
        unsafe { LLVMGetArrayLength2(self.0) }
    }

    pub fn vector_length(self) -> u32 {
        unsafe { LLVMGetVectorSize(self.0) }
    }

    pub fn members(self) -> Vec<Type> {
        unsafe { (0..LLVMCountStructElementTypes(self.0)).map(|i| Type(LLVMStructGetTypeAtIndex(self.0, i))).collect() }
    }

    /// The name of a struct type; empty if it has none.
    pub fn struct_name(self) -> String {
        let name = unsafe { LLVMGetStructName(self.0) };
        if name.is_null() {
            String::new()
        } else {
            unsafe { std::ffi::CStr::from_ptr(name) }.to_string_lossy().into_owned()
        }
    }

    pub fn is_sized(self) -> bool {
        unsafe { LLVMTypeIsSized(self.0) != 0 }
    }

    pub fn params(self) -> Vec<Type> {
        unsafe {
            let n = LLVMCountParamTypes(self.0) as usize;
            let mut v = vec![std::ptr::null_mut(); n];
            LLVMGetParamTypes(self.0, v.as_mut_ptr());
            v.into_iter().map(Type).collect()
        }
    }

    pub fn return_type(self) -> Type {
        Type(unsafe { LLVMGetReturnType(self.0) })
    }

    pub fn is_variadic(self) -> bool {
        unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }
}

impl Block {
    pub fn name(self) -> String {
        unsafe { std::ffi::CStr::from_ptr(LLVMGetBasicBlockName(self.0)).to_string_lossy().into_owned() }
    }

    pub fn instructions(self) -> impl Iterator<Item = Value> {
        std::iter::successors(some(unsafe { LLVMGetFirstInstruction(self.0) }), |i| {
            some(unsafe { LLVMGetNextInstruction(i.0) })
        })
    }

    pub fn terminator(self) -> Option<Value> {
        some(unsafe { LLVMGetBasicBlockTerminator(self.0) })
    }
}
