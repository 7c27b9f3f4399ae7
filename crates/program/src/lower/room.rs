//! How many bytes a string function may write where it is given an array inside of a larger object: a member of a struct, a row
//! of a table. Like `__builtin_object_size(p, 1)`, which fortified libraries use for the same functions.
//!
//! Blocks of memory (`memcpy`, `memset`) may go over several members, which programs do on purpose. The last array of a struct may
//! have more elements than declared, as for plain indexing.

use super::function::FunctionLowerer;
use super::memory::is_address;
use crate::llvm::{Type, Value};
use llvm_sys::LLVMTypeKind::*;

/// Functions that write a string to their first argument.
const WRITERS: [&str; 17] = [
    "strcpy",
    "stpcpy",
    "__stpcpy",
    "strncpy",
    "stpncpy",
    "__stpncpy",
    "strcat",
    "strncat",
    "strlcpy",
    "strlcat",
    "sprintf",
    "vsprintf",
    "snprintf",
    "vsnprintf",
    "gets",
    "fgets",
    "fgets_unlocked",
];

impl FunctionLowerer<'_, '_> {
    /// The room behind the first argument of a call, where only a part of the object is meant.
    pub fn room(&self, name: &str, call: Value) -> Option<u64> {
        if !WRITERS.contains(&name) || call.arg_count() == 0 {
            return None;
        }
        self.room_at(call.operand(0))
    }

    fn room_at(&self, v: Value) -> Option<u64> {
        if !is_address(v) {
            return None;
        }
        let module = self.layouts.module;
        let mut t = v.gep_element_type();
        let first = v.operand(1).sint();
        // What the base is: nothing that is known, or the start of an array by an address of its own.
        let mut room = match (t.kind(), first) {
            // A few elements further.
            (_, Some(k)) if v.operand_count() == 2 => {
                let skipped = module.alloc_size(t).checked_mul(u64::try_from(k).ok()?)?;
                return self.room_at(v.operand(0))?.checked_sub(skipped);
            }
            (LLVMArrayTypeKind, Some(0)) => self.room_at(v.operand(0)).filter(|r| *r == module.alloc_size(t)),
            _ => None,
        };
        for i in 2..v.operand_count() {
            let index = v.operand(i);
            match t.kind() {
                LLVMStructTypeKind => {
                    let (members, m) = (t.members(), index.int()? as usize);
                    t = members[m];
                    room = self.whole(t).filter(|_| m + 1 < members.len());
                }
                LLVMArrayTypeKind => {
                    t = t.element();
                    room = match (self.whole(t), index.sint()) {
                        // A row.
                        (Some(row), _) => Some(row),
                        (None, Some(k)) => {
                            let skipped = module.alloc_size(t).checked_mul(u64::try_from(k).ok()?)?;
                            room.and_then(|r| r.checked_sub(skipped))
                        }
                        (None, None) => None,
                    };
                }
                _ => return None,
            }
        }
        room
    }

    /// The bytes of an array; shorter ones than two elements stand for more.
    fn whole(&self, t: Type) -> Option<u64> {
        (t.kind() == LLVMArrayTypeKind && t.array_length() > 1).then(|| self.layouts.module.alloc_size(t))
    }
}
