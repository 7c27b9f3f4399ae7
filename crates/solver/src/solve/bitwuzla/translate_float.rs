//! Float operations as Bitwuzla's. Only the formats whose circuits were found right (see `crescendo-bitwuzla-sys`).
//!
//! `ToBits` names fresh bits that mean the float. Which NaN they are is left open: an unsat answer covers every choice,
//! and a model that needs another NaN than the machine makes fails the check of models.

use super::raw::{Error, Op, Term};
use super::translate::{Made, Translation, unsupported};
use crate::expr::{ExprId, Kind, Node, Pool, Rounding, format_of};
use crescendo_bitwuzla_sys::BitwuzlaRoundingMode as Mode;
use crescendo_number::{float, wide};
use crescendo_program::FloatKind;
use std::slice;

/// Exponent and significand bits, the hidden one included.
fn shape(kind: FloatKind) -> Result<[u64; 2], Error> {
    match kind {
        FloatKind::F16 => Ok([5, 11]),
        FloatKind::F32 => Ok([8, 24]),
        FloatKind::F64 => Ok([11, 53]),
        FloatKind::X87 => Ok([15, 64]),
        other => unsupported(format!("floats of format {other:?}")),
    }
}

fn mode(r: Rounding) -> Mode {
    match r {
        Rounding::NearestEven => Mode::BITWUZLA_RM_RNE,
        Rounding::NearestAway => Mode::BITWUZLA_RM_RNA,
        Rounding::TowardPositive => Mode::BITWUZLA_RM_RTP,
        Rounding::TowardNegative => Mode::BITWUZLA_RM_RTN,
        Rounding::TowardZero => Mode::BITWUZLA_RM_RTZ,
    }
}

impl Translation {
    pub(super) fn float(&mut self, pool: &Pool, e: ExprId, n: &Node) -> Made {
        use Op as O;
        let kind = n.format();
        let shape = shape(kind)?;
        let nearest = self.manager.rounding(Mode::BITWUZLA_RM_RNE)?;
        let rounded = |op| (op, true);
        let (op, with_mode) = match n.kind {
            Kind::FromBits => {
                let bits = self.operand(n.a())?;
                let bits = self.as_bits(bits)?;
                return self.read_float(kind, bits);
            }
            Kind::ToBits => return self.write_float(e, n),
            Kind::FDiv | Kind::FSqrt | Kind::FFma if kind == FloatKind::X87 => {
                return unsupported(format!("{:?} of x87 floats", n.kind));
            }
            // C's fmod truncates, SMT-LIB's remainder rounds.
            Kind::FRem => return unsupported("fmod"),
            Kind::FRound => {
                let mode = self.manager.rounding(mode(Rounding::from_code(n.b)))?;
                let a = self.operand(n.a())?;
                return self.manager.op(O::BITWUZLA_KIND_FP_RTI, &[mode, a]);
            }
            Kind::FConvert => {
                // Known to be expressible, as its operand was made.
                debug_assert!(self::shape(format_of(n.b as u8)).is_ok());
                let a = self.operand(n.a())?;
                return self.manager.indexed(O::BITWUZLA_KIND_FP_TO_FP_FROM_FP, &[nearest, a], &shape);
            }
            Kind::FToSigned => return self.float_to_int(n, true),
            Kind::FToUnsigned => return self.float_to_int(n, false),
            Kind::FromSigned | Kind::FromUnsigned => {
                let op = if n.kind == Kind::FromSigned {
                    O::BITWUZLA_KIND_FP_TO_FP_FROM_SBV
                } else {
                    O::BITWUZLA_KIND_FP_TO_FP_FROM_UBV
                };
                let a = self.operand(n.a())?;
                let mut a = self.as_bits(a)?;
                // One bit is outside what the circuits do.
                if pool.width(n.a()) == 1 {
                    let more = if n.kind == Kind::FromSigned {
                        O::BITWUZLA_KIND_BV_SIGN_EXTEND
                    } else {
                        O::BITWUZLA_KIND_BV_ZERO_EXTEND
                    };
                    a = self.manager.indexed(more, &[a], &[7])?;
                }
                return self.manager.indexed(op, &[nearest, a], &shape);
            }
            Kind::FAdd => rounded(O::BITWUZLA_KIND_FP_ADD),
            Kind::FSub => rounded(O::BITWUZLA_KIND_FP_SUB),
            Kind::FMul => rounded(O::BITWUZLA_KIND_FP_MUL),
            Kind::FDiv => rounded(O::BITWUZLA_KIND_FP_DIV),
            Kind::FFma => rounded(O::BITWUZLA_KIND_FP_FMA),
            Kind::FSqrt => rounded(O::BITWUZLA_KIND_FP_SQRT),
            Kind::FNeg => (O::BITWUZLA_KIND_FP_NEG, false),
            Kind::FAbs => (O::BITWUZLA_KIND_FP_ABS, false),
            Kind::FEq => (O::BITWUZLA_KIND_FP_EQUAL, false),
            Kind::FLt => (O::BITWUZLA_KIND_FP_LT, false),
            Kind::FLe => (O::BITWUZLA_KIND_FP_LEQ, false),
            Kind::FIsNan => (O::BITWUZLA_KIND_FP_IS_NAN, false),
            Kind::FIsInf => (O::BITWUZLA_KIND_FP_IS_INF, false),
            Kind::FIsZero => (O::BITWUZLA_KIND_FP_IS_ZERO, false),
            Kind::FIsNormal => (O::BITWUZLA_KIND_FP_IS_NORMAL, false),
            Kind::FIsSubnormal => (O::BITWUZLA_KIND_FP_IS_SUBNORMAL, false),
            Kind::FIsNegative => (O::BITWUZLA_KIND_FP_IS_NEG, false),
            k => return unsupported(format!("{k:?}")),
        };
        let mut args = if with_mode { vec![nearest] } else { Vec::new() };
        for o in n.operands() {
            args.push(self.operand(o)?);
        }
        self.manager.op(op, &args)
    }

    fn part(&mut self, bits: Term, high: u64, low: u64) -> Made {
        self.manager.indexed(Op::BITWUZLA_KIND_BV_EXTRACT, &[bits], &[high, low])
    }

    fn concat(&mut self, parts: &[Term]) -> Made {
        self.manager.op(Op::BITWUZLA_KIND_BV_CONCAT, parts)
    }

    /// The float that has these bits.
    fn read_float(&mut self, kind: FloatKind, bits: Term) -> Made {
        let bits = if kind == FloatKind::X87 { self.hide_leading_bit(bits)? } else { bits };
        self.manager.indexed(Op::BITWUZLA_KIND_FP_TO_FP_FROM_BV, &[bits], &shape(kind)?)
    }

    /// x87 floats show their leading bit. Where it does not go with the exponent: a pseudo-denormal is the number with
    /// exponent 1, everything else is no number.
    fn hide_leading_bit(&mut self, bits: Term) -> Made {
        use Op as O;
        let sign = self.part(bits, 79, 79)?;
        let exponent = self.part(bits, 78, 64)?;
        let leading = self.part(bits, 63, 63)?;
        let fraction = self.part(bits, 62, 0)?;
        let (zero, one) = (self.manager.number(0, 15)?, self.manager.number(1, 15)?);
        let least = self.manager.op(O::BITWUZLA_KIND_EQUAL, &[exponent, zero])?;
        let shown = self.as_bool(leading)?;
        let exponent_if_shown = self.manager.op(O::BITWUZLA_KIND_ITE, &[least, one, exponent])?;
        let number = self.concat(&[sign, exponent_if_shown, fraction])?;
        let denormal = self.concat(&[sign, exponent, fraction])?;
        let (ones, quiet) = (self.manager.number(0x7fff, 15)?, self.manager.number(1 << 62, 63)?);
        let nan = self.concat(&[sign, ones, quiet])?;
        let hidden = self.manager.op(O::BITWUZLA_KIND_ITE, &[least, denormal, nan])?;
        self.manager.op(O::BITWUZLA_KIND_ITE, &[shown, number, hidden])
    }

    fn write_float(&mut self, e: ExprId, n: &Node) -> Made {
        let kind = n.format();
        let [eb, sb] = shape(kind)?;
        let f = self.operand(n.a())?;
        self.fresh += 1;
        let bits = self.manager.variable((eb + sb) as u32, &format!("bits{}", self.fresh))?;
        let read = self.manager.indexed(Op::BITWUZLA_KIND_FP_TO_FP_FROM_BV, &[bits], &[eb, sb])?;
        // Structural equality: NaN is one value, and zeros keep their sign.
        let same = self.manager.op(Op::BITWUZLA_KIND_EQUAL, &[read, f])?;
        self.side_conditions.insert(e, same);
        if kind != FloatKind::X87 {
            return Ok(bits);
        }
        let (head, exponent, fraction) = (self.part(bits, 78, 63)?, self.part(bits, 77, 63)?, self.part(bits, 62, 0)?);
        let leading = self.manager.op(Op::BITWUZLA_KIND_BV_REDOR, slice::from_ref(&exponent))?;
        self.concat(&[head, leading, fraction])
    }

    /// A power of two (times a sign, plus one) as a float, if the format has it exactly.
    fn bound(&mut self, kind: FloatKind, value: i128) -> Made {
        let bits = float::from_int(kind, true, 128, &wide::from_u128(value as u128));
        let width = kind.bits();
        let words = wide::resize(&wide::from_u128(bits), 128, width, false);
        let bits =
            if width <= 64 { self.manager.number(words[0], width)? } else { self.manager.words(&words, width)? };
        self.read_float(kind, bits)
    }

    /// Truncation with the results evaluation gives to what does not fit (see `crescendo_number::float::to_int`).
    fn float_to_int(&mut self, n: &Node, signed: bool) -> Made {
        use Op as O;
        let (kind, w) = (n.format(), n.width as u32);
        let x = self.operand(n.a())?;
        if w > 64 {
            return unsupported("floats to integers of more than 64 bits");
        }
        let hardware = matches!(kind, FloatKind::F32 | FloatKind::F64);
        if !hardware {
            let bad = self.manager.number(1 << (w - 1), w)?;
            return self.truncate_or(x, kind, signed, w, bad);
        }
        // The instruction works on 32 or 64 bits, signed; "does not fit" is its smallest number.
        let narrow = if signed { w <= 32 } else { w <= 16 };
        let iw = if narrow { 32 } else { 64 };
        let least = self.manager.number(1 << (iw - 1), iw)?;
        let mut v = self.truncate_or(x, kind, true, iw, least)?;
        if !signed && w > 32 {
            // From 2^63 on: the upper half by its own way; beyond, 0.
            let zero = self.manager.number(0, 64)?;
            let upper = self.truncate_or(x, kind, false, 64, zero)?;
            let half = self.bound(kind, 1 << 63)?;
            let low = self.manager.op(O::BITWUZLA_KIND_FP_LT, &[x, half])?;
            v = self.manager.op(O::BITWUZLA_KIND_ITE, &[low, v, upper])?;
        }
        if w < iw { self.part(v, w as u64 - 1, 0) } else { Ok(v) }
    }

    fn truncate_or(&mut self, x: Term, kind: FloatKind, signed: bool, w: u32, bad: Term) -> Made {
        use Op as O;
        let precision = shape(kind)?[1] as u32;
        let power: i128 = if signed { 1 << (w - 1) } else { 1 << w };
        let high = self.bound(kind, power)?;
        let below = self.manager.op(O::BITWUZLA_KIND_FP_LT, &[x, high])?;
        let above = if !signed {
            let low = self.bound(kind, -1)?;
            self.manager.op(O::BITWUZLA_KIND_FP_LT, &[low, x])?
        } else if w <= precision {
            let low = self.bound(kind, -power - 1)?;
            self.manager.op(O::BITWUZLA_KIND_FP_LT, &[low, x])?
        } else {
            // No float lies between -power - 1 and -power. An overflow to infinity bounds the finite ones.
            let low = self.bound(kind, -power)?;
            let op = if kind == FloatKind::F16 && w > 16 { O::BITWUZLA_KIND_FP_LT } else { O::BITWUZLA_KIND_FP_LEQ };
            self.manager.op(op, &[low, x])?
        };
        let fits = self.manager.op(O::BITWUZLA_KIND_AND, &[below, above])?;
        let zero = self.manager.rounding(Mode::BITWUZLA_RM_RTZ)?;
        let op = if signed { O::BITWUZLA_KIND_FP_TO_SBV } else { O::BITWUZLA_KIND_FP_TO_UBV };
        let value = self.manager.indexed(op, &[zero, x], &[w as u64])?;
        self.manager.op(O::BITWUZLA_KIND_ITE, &[fits, value, bad])
    }
}
