//! The boundary values of a comparison: differences of its two sides that lie around the place where its outcome changes.
//!
//! Differences that no values of the sides' C types can have are left out: an `unsigned char` is never one less than 0.

use crate::cover::{Boundary, GoalId};
use crate::llvm::value::Value;
use crate::lower::instruction::int_predicate;
use crate::op::Pred;
use llvm_sys::LLVMOpcode::*;
use llvm_sys::LLVMTypeKind::LLVMIntegerTypeKind;
use std::ops::RangeInclusive;

/// Functions of whose result C only says the sign: how far from zero it is means nothing.
const SIGNS: &[&str] =
    &["strcmp", "strncmp", "memcmp", "strcasecmp", "strncasecmp", "strcoll", "wcscmp", "wcsncmp", "wmemcmp", "bcmp"];

fn is_sign(v: Value) -> bool {
    v.is_instruction() && v.is_call() && SIGNS.contains(&v.called_value().name().as_str())
}

/// The boundary of a comparison that the source writes; tests against zero that it does not write have none.
pub(super) fn boundary(v: Value) -> Option<Boundary> {
    if !v.is_instruction() || v.opcode() != LLVMICmp || !v.name().starts_with("cmp") {
        return None;
    }
    let (left, right) = (v.operand(0), v.operand(1));
    if is_sign(left) || is_sign(right) {
        return None;
    }
    let t = left.ty();
    if t.kind() != LLVMIntegerTypeKind || !(2..=64).contains(&t.int_width()) {
        return None;
    }
    let (pred, width) = (int_predicate(v), t.int_width());
    let wanted: &[i8] = match pred {
        Pred::Eq | Pred::Ne => &[-1, 0, 1],
        Pred::Ult | Pred::Slt | Pred::Uge | Pred::Sge => &[-1, 0],
        Pred::Ule | Pred::Sle | Pred::Ugt | Pred::Sgt => &[0, 1],
    };
    let signed = matches!(pred, Pred::Slt | Pred::Sle | Pred::Sgt | Pred::Sge);
    let ordered = !matches!(pred, Pred::Eq | Pred::Ne);
    let constant = |v: Value| if signed { v.sint().map(i128::from) } else { v.int().map(i128::from) };
    // Where one side is a constant, what the other must be.
    let other = |d: i8| match (constant(left), constant(right)) {
        (_, Some(r)) => Some((left, r + d as i128)),
        (Some(l), None) => Some((right, l - d as i128)),
        (None, None) => None,
    };
    let possible = |d: &i8| match other(*d) {
        // Numbers that are ordered do not wrap around.
        Some((_, value)) if ordered && !whole(width, signed).contains(&value) => false,
        Some((side, value)) => values(side).has(value, width),
        None => true,
    };
    let differences = wanted.iter().copied().filter(possible).collect();
    Some(Boundary { pred, width, differences, first_goal: GoalId(0) })
}

/// All numbers of a width.
fn whole(width: u32, signed: bool) -> RangeInclusive<i128> {
    match signed {
        true => -(1 << (width - 1))..=(1 << (width - 1)) - 1,
        false => 0..=(1 << width) - 1,
    }
}

/// What a value can be.
struct Values {
    range: RangeInclusive<i128>,
    signed: bool,
}

impl Values {
    /// Whether a number of that many bits is among them.
    fn has(&self, value: i128, width: u32) -> bool {
        let bits = value & ((1i128 << width) - 1);
        let negative = self.signed && bits >> (width - 1) == 1;
        self.range.contains(&if negative { bits - (1 << width) } else { bits })
    }
}

/// What a value can be by the types and masks that it comes from.
fn values(v: Value) -> Values {
    let width = v.ty().int_width();
    let all = |signed| Values { range: whole(width, signed), signed };
    if !v.is_instruction() || v.ty().kind() != LLVMIntegerTypeKind {
        return all(false);
    }
    let of = || v.operand(0);
    match v.opcode() {
        LLVMZExt => match values(of()) {
            narrow if !narrow.signed => narrow,
            _ => Values { range: whole(of().ty().int_width(), false), signed: false },
        },
        LLVMSExt => Values { range: whole(of().ty().int_width(), true), signed: true },
        // Members that are bit-fields.
        LLVMAnd => match v.operand(1).int() {
            Some(mask) => Values { range: 0..=mask as i128, signed: false },
            None => all(false),
        },
        LLVMLShr => match v.operand(1).int() {
            Some(by) if by < width as u64 => Values { range: 0..=(1 << (width as u64 - by)) - 1, signed: false },
            _ => all(false),
        },
        _ => all(false),
    }
}
