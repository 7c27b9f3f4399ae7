//! Ids of C function types, which clang leaves at functions and at calls through pointers (`-fsanitize=kcfi`). LLVM's own types no
//! longer tell what a pointer points to.

use super::Value;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

const FUNCTION_TYPE: &str = "kcfi_type";
const CALL_TYPE: &str = "kcfi";

impl Value {
    /// The id of a function's type.
    pub fn function_type_id(self) -> Option<u32> {
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.0));
            let wanted = LLVMGetMDKindIDInContext(context, FUNCTION_TYPE.as_ptr().cast(), FUNCTION_TYPE.len() as u32);
            let mut count = 0;
            let entries = LLVMGlobalCopyAllMetadata(self.0, &mut count);
            let node = (0..count as u32)
                .find(|&i| LLVMValueMetadataEntriesGetKind(entries, i) == wanted)
                .map(|i| LLVMMetadataAsValue(context, LLVMValueMetadataEntriesGetMetadata(entries, i)));
            LLVMDisposeValueMetadataEntries(entries);
            let node = node.filter(|&n| LLVMGetMDNodeNumOperands(n) == 1)?;
            let mut id: LLVMValueRef = std::ptr::null_mut();
            LLVMGetMDNodeOperands(node, &mut id);
            Value(id).int().map(|id| id as u32)
        }
    }

    /// The id of the type that a call's pointer has; calls without a prototype have none.
    pub fn call_type_id(self) -> Option<u32> {
        unsafe {
            (0..LLVMGetNumOperandBundles(self.0)).find_map(|i| {
                let bundle = LLVMGetOperandBundleAtIndex(self.0, i);
                let mut n = 0;
                let tag = super::text(LLVMGetOperandBundleTag(bundle, &mut n), n);
                let id = (tag == CALL_TYPE).then(|| Value(LLVMGetOperandBundleArgAtIndex(bundle, 0)));
                LLVMDisposeOperandBundle(bundle);
                id.and_then(Value::int).map(|id| id as u32)
            })
        }
    }
}
