//! Float operations as Z3's, for the formats whose bits are laid out as SMT-LIB has them.
//!
//! `ToBits` names fresh bits that mean the float; which NaN they are is left open, as in Bitwuzla's translation.

use super::raw::{Error, Made, Term};
use super::translate::{Translation, unsupported};
use crate::expr::{ExprId, Kind, Node, Rounding, format_of};
use crescendo_number::{float, wide};
use crescendo_program::FloatKind;
use z3_sys::*;

/// Exponent and significand bits, the hidden one included.
fn shape(kind: FloatKind) -> Result<(u32, u32), Error> {
    match kind {
        FloatKind::F16 => Ok((5, 11)),
        FloatKind::BF16 => Ok((8, 8)),
        FloatKind::F32 => Ok((8, 24)),
        FloatKind::F64 => Ok((11, 53)),
        FloatKind::F128 => Ok((15, 113)),
        other => unsupported(format!("floats of format {other:?}")),
    }
}

impl Translation {
    fn format(&mut self, kind: FloatKind) -> Result<Z3_sort, Error> {
        let (exponent, significand) = shape(kind)?;
        self.context.floats(exponent, significand)
    }

    pub(super) fn float(&mut self, e: ExprId, n: &Node) -> Made {
        let kind = n.format();
        let sort = self.format(kind)?;
        let a = self.operand(n.a())?;
        let nearest = self.context.mode(Z3_mk_fpa_rne)?;
        let c = &mut self.context;
        match n.kind {
            Kind::FromBits => c.float_from_bits(a, sort),
            Kind::ToBits => self.bits_of(e, n, a),
            // C's fmod truncates, SMT-LIB's remainder rounds.
            Kind::FRem => unsupported("fmod"),
            Kind::FAdd => self.rounded(Z3_mk_fpa_add, n),
            Kind::FSub => self.rounded(Z3_mk_fpa_sub, n),
            Kind::FMul => self.rounded(Z3_mk_fpa_mul, n),
            Kind::FDiv => self.rounded(Z3_mk_fpa_div, n),
            Kind::FFma => {
                let (b, c) = (self.operand(n.b())?, self.operand(n.c())?);
                self.context.fused(nearest, a, b, c)
            }
            Kind::FSqrt => c.two(Z3_mk_fpa_sqrt, nearest, a),
            Kind::FNeg => c.one(Z3_mk_fpa_neg, a),
            Kind::FAbs => c.one(Z3_mk_fpa_abs, a),
            Kind::FRound => {
                let mode = c.mode(match Rounding::from_code(n.b) {
                    Rounding::NearestEven => Z3_mk_fpa_rne,
                    Rounding::NearestAway => Z3_mk_fpa_rna,
                    Rounding::TowardPositive => Z3_mk_fpa_rtp,
                    Rounding::TowardNegative => Z3_mk_fpa_rtn,
                    Rounding::TowardZero => Z3_mk_fpa_rtz,
                })?;
                c.two(Z3_mk_fpa_round_to_integral, mode, a)
            }
            Kind::FEq => self.compare(Z3_mk_fpa_eq, a, self.operand(n.b())?),
            Kind::FLt => self.compare(Z3_mk_fpa_lt, a, self.operand(n.b())?),
            Kind::FLe => self.compare(Z3_mk_fpa_leq, a, self.operand(n.b())?),
            Kind::FIsNan => self.test(Z3_mk_fpa_is_nan, a),
            Kind::FIsInf => self.test(Z3_mk_fpa_is_infinite, a),
            Kind::FIsZero => self.test(Z3_mk_fpa_is_zero, a),
            Kind::FIsNormal => self.test(Z3_mk_fpa_is_normal, a),
            Kind::FIsSubnormal => self.test(Z3_mk_fpa_is_subnormal, a),
            Kind::FIsNegative => self.test(Z3_mk_fpa_is_negative, a),
            Kind::FConvert => {
                shape(format_of(n.b as u8))?;
                self.context.float_from(Z3_mk_fpa_to_fp_float, nearest, a, sort)
            }
            Kind::FToSigned => self.float_to_int(n, a, true),
            Kind::FToUnsigned => self.float_to_int(n, a, false),
            Kind::FromSigned => c.float_from(Z3_mk_fpa_to_fp_signed, nearest, a, sort),
            Kind::FromUnsigned => c.float_from(Z3_mk_fpa_to_fp_unsigned, nearest, a, sort),
            k => unsupported(format!("{k:?}")),
        }
    }

    fn rounded(
        &mut self,
        f: unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_ast) -> Option<Z3_ast>,
        n: &Node,
    ) -> Made {
        let nearest = self.context.mode(Z3_mk_fpa_rne)?;
        let (a, b) = (self.operand(n.a())?, self.operand(n.b())?);
        self.context.three(f, nearest, a, b)
    }

    fn test(&mut self, f: unsafe extern "C" fn(Z3_context, Z3_ast) -> Option<Z3_ast>, a: Term) -> Made {
        let t = self.context.one(f, a)?;
        self.bit(t)
    }

    fn bits_of(&mut self, e: ExprId, n: &Node, f: Term) -> Made {
        let sort = self.context.bits(n.width as u32)?;
        let bits = self.context.unknown(sort)?;
        let format = self.format(n.format())?;
        let read = self.context.float_from_bits(bits, format)?;
        // Structural equality: NaN is one value, and zeros keep their sign.
        let same = self.context.two(Z3_mk_eq, read, f)?;
        self.side_conditions.insert(e, same);
        Ok(bits)
    }

    /// Truncation with the results evaluation gives to what does not fit (see `crescendo_number::float::to_int`): the
    /// instruction works on 32 or 64 signed bits, and its smallest number says "does not fit".
    fn float_to_int(&mut self, n: &Node, x: Term, signed: bool) -> Made {
        let (kind, w) = (n.format(), n.width as u32);
        if !matches!(kind, FloatKind::F32 | FloatKind::F64) {
            return unsupported("integers from floats that the processor does not have");
        }
        if w > 64 {
            return unsupported("floats to integers of more than 64 bits");
        }
        let narrow = if signed { w <= 32 } else { w <= 16 };
        let iw = if narrow { 32 } else { 64 };
        let least = self.context.number(1 << (iw - 1), iw)?;
        let mut v = self.truncate_or(x, kind, true, iw, least)?;
        if !signed && w > 32 {
            // From 2^63 on: the upper half by its own way; beyond, 0.
            let zero = self.context.number(0, 64)?;
            let upper = self.truncate_or(x, kind, false, 64, zero)?;
            let half = self.power(kind, 63)?;
            let low = self.context.two(Z3_mk_fpa_lt, x, half)?;
            v = self.context.three(Z3_mk_ite, low, v, upper)?;
        }
        if w < iw { self.context.extract(v, 0, w) } else { Ok(v) }
    }

    /// 2 to that power, as a float.
    fn power(&mut self, kind: FloatKind, exponent: u32) -> Made {
        let bits = float::from_int(kind, true, 128, &wide::from_u128(1 << exponent));
        let (bits, sort) = (self.context.number(bits as u64, kind.bits())?, self.format(kind)?);
        self.context.float_from_bits(bits, sort)
    }

    /// The number without its fraction, or `bad` if that has no place in so many bits.
    fn truncate_or(&mut self, x: Term, kind: FloatKind, signed: bool, w: u32, bad: Term) -> Made {
        let toward_zero = self.context.mode(Z3_mk_fpa_rtz)?;
        let whole = self.context.two(Z3_mk_fpa_round_to_integral, toward_zero, x)?;
        let high = self.power(kind, if signed { w - 1 } else { w })?;
        let low = if signed {
            self.context.one(Z3_mk_fpa_neg, high)?
        } else {
            // Minus zero counts as zero.
            let (bits, sort) = (self.context.number(0, kind.bits())?, self.format(kind)?);
            self.context.float_from_bits(bits, sort)?
        };
        let (below, above) =
            (self.context.two(Z3_mk_fpa_lt, whole, high)?, self.context.two(Z3_mk_fpa_leq, low, whole)?);
        let fits = self.context.both(below, above)?;
        let f = if signed { Z3_mk_fpa_to_sbv } else { Z3_mk_fpa_to_ubv };
        let value = self.context.int_from(f, toward_zero, whole, w)?;
        self.context.three(Z3_mk_ite, fits, value, bad)
    }
}
