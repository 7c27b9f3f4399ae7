//! The result of an operation on registers, from its operands.

use crate::arithmetic::{binary, compare, sign_extended, truncated, zero_extended};
use crate::values::Values;
use crescendo_program::op::{Bin, Op, Reg};

/// The register an operation writes and what it then holds; `None`: nothing is known of what it writes, if anything.
pub fn computed(op: &Op, value: &dyn Fn(Reg) -> Values) -> Option<(Reg, Values)> {
    let of = |op: Bin, w: u32, d: Reg, a: Reg, b: Reg| Some((d, binary(op, w, &value(a), &value(b))));
    match *op {
        Op::Mov { d, a } | Op::MovN { n: 1, d, a } => Some((d, value(a))),
        Op::Select { w, d, c, a } if w <= 64 => {
            let (yes, no) = compare(crescendo_program::op::Pred::Ne, 64, &value(c), &Values::one(0));
            Some((
                d,
                match (yes, no) {
                    (true, false) => value(a),
                    (false, true) => value(d),
                    _ => value(a).join(&value(d), w.clamp(1, 64) as u32),
                },
            ))
        }
        Op::Add32 { d, a, b, .. } => of(Bin::Add, 32, d, a, b),
        Op::Sub32 { d, a, b, .. } => of(Bin::Sub, 32, d, a, b),
        Op::Mul32 { d, a, b, .. } => of(Bin::Mul, 32, d, a, b),
        Op::Add64 { d, a, b, .. } => of(Bin::Add, 64, d, a, b),
        Op::Sub64 { d, a, b, .. } => of(Bin::Sub, 64, d, a, b),
        Op::Mul64 { d, a, b, .. } => of(Bin::Mul, 64, d, a, b),
        Op::And { w, d, a, b } => of(Bin::And, w as u32, d, a, b),
        Op::Or { w, d, a, b } => of(Bin::Or, w as u32, d, a, b),
        Op::Xor { w, d, a, b } => of(Bin::Xor, w as u32, d, a, b),
        Op::Shl { w, d, a, b, .. } => of(Bin::Shl, w as u32, d, a, b),
        Op::LShr { w, d, a, b, .. } => of(Bin::LShr, w as u32, d, a, b),
        Op::AShr { w, d, a, b, .. } => of(Bin::AShr, w as u32, d, a, b),
        Op::Int { op, w, d, a, b, .. } => of(op, w as u32, d, a, b),
        Op::Cmp { pred, w, d, a, b } => {
            let (yes, no) = compare(pred, w as u32, &value(a), &value(b));
            let all = [(no, 0), (yes, 1)].into_iter().filter(|(may, _)| *may).map(|(_, v)| v);
            Values::few(all).map(|v| (d, v))
        }
        Op::ZExt { from, to, d, a } => Some((d, zero_extended(from as u32, to as u32, &value(a)))),
        Op::SExt { from, to, d, a } => Some((d, sign_extended(from as u32, to as u32, &value(a)))),
        Op::Trunc { from, to, d, a } => Some((d, truncated(from as u32, to as u32, &value(a)))),
        Op::PtrToInt { to, d, .. } => Some((d, Values::top(to as u32))),
        _ => None,
    }
}
