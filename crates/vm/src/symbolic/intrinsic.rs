//! Terms of LLVM's own operations.

use super::Symbolic;
use super::arithmetic;
use super::observe::Seen;
use crate::machine::Vm;
use crate::stop::Stop;
use crescendo_program::body::Intrinsic;
use crescendo_program::op::{FloatPred, Pred};
use crescendo_program::{FloatKind, Scalar};
use crescendo_solver::expr::{ExprId, Kind, Rounding};

impl<'p> Vm<'p> {
    pub(super) fn observe_intrinsic(&mut self, base: usize, site: u32) -> Result<Seen, Stop> {
        let body = self.frames.last().expect("a frame is active").body;
        let site = &body.intrinsics[site as usize];
        let slots: u32 = site.ret.iter().map(|s| s.slots()).sum();
        let symbolic = site.args.iter().any(|(r, s)| self.has_term(base, *r, s.slots()));
        if matches!(site.what, Intrinsic::VaArg) {
            // The machine reads the list by itself; clang on the usual targets does not ask for this.
            self.clear_terms(base, site.d, slots);
            return Ok(Seen::Run);
        }
        if !symbolic {
            self.clear_terms(base, site.d, slots);
            return Ok(Seen::Run);
        }
        let pointer_bits = self.program.target.pointer_bits;
        let args: Vec<(Scalar, ExprId)> =
            site.args.iter().map(|(r, s)| (*s, self.wide_term(base, *r, s.bits(pointer_bits)))).collect();
        let big = self.program.target.big_endian;
        let terms = build(self.sym(), site.what, &args, &site.ret, big, pointer_bits);
        let Some(terms) = terms else {
            let reason = self.operation_reason(&format!("{:?}", site.what));
            for (r, s) in &site.args {
                for i in 0..s.slots() {
                    self.concretise_register(base + (*r + i) as usize, reason)?;
                }
            }
            self.clear_terms(base, site.d, slots);
            return Ok(Seen::Run);
        };
        let mut at = site.d;
        for (term, scalar) in terms.into_iter().zip(&site.ret) {
            self.set_wide_term(base, at, term);
            at += scalar.slots();
        }
        self.noted(base, site.d)
    }
}

/// The terms of the result's parts, or nothing where there is no symbolic form.
fn build(
    s: &mut Symbolic,
    what: Intrinsic,
    args: &[(Scalar, ExprId)],
    ret: &[Scalar],
    big_endian: bool,
    pointer_bits: u32,
) -> Option<Vec<ExprId>> {
    use Intrinsic::*;
    match what {
        ExtractLane => {
            let (index, lanes) = args.split_last()?;
            let i = s.pool.as_constant(index.1)? as usize % lanes.len();
            return Some(vec![lanes[i].1]);
        }
        InsertLane => {
            let n = args.len() - 2;
            let i = s.pool.as_constant(args[n + 1].1)? as usize % n;
            return Some((0..n).map(|k| if k == i { args[n].1 } else { args[k].1 }).collect());
        }
        Pack => {
            let parts = args.iter().map(|a| a.1);
            // Lane 0 comes first in memory: at the low end on little-endian machines.
            let join = |p: &mut Symbolic, low: ExprId, high: ExprId| p.pool.concat(high, low);
            let mut parts: Vec<ExprId> = parts.collect();
            if big_endian {
                parts.reverse();
            }
            return parts.into_iter().reduce(|low, high| join(s, low, high)).map(|e| vec![e]);
        }
        Unpack => {
            let total: u32 = ret.iter().map(|x| x.bits(pointer_bits)).sum();
            let mut at = 0;
            let mut out = Vec::new();
            for x in ret {
                let n = x.bits(pointer_bits);
                let from = if big_endian { total - at - n } else { at };
                out.push(s.pool.extract(args[0].1, from, n));
                at += n;
            }
            return Some(out);
        }
        _ => {}
    }
    match args.first()?.0 {
        Scalar::Float(kind) => float(s, what, kind, args).map(|e| vec![e]),
        scalar => integer(s, what, scalar.bits(pointer_bits), args),
    }
}

fn integer(s: &mut Symbolic, what: Intrinsic, w: u32, args: &[(Scalar, ExprId)]) -> Option<Vec<ExprId>> {
    use Intrinsic::*;
    let a = args[0].1;
    let b = args.get(1).map(|x| x.1);
    let words = |n: u64| {
        let mut words = vec![0; w.div_ceil(64) as usize];
        words[0] = n;
        words
    };
    let choose = |s: &mut Symbolic, pred: Pred, x: ExprId, y: ExprId| {
        let less = arithmetic::compare(s, pred, x, y);
        s.pool.ite(less, x, y)
    };
    let one = |e| Some(vec![e]);
    match what {
        PopCount => {
            let mut sum = s.pool.constant_words(&words(0), w);
            for i in 0..w {
                let bit = s.pool.extract(a, i, 1);
                let bit = if w > 1 { s.pool.zext(bit, w) } else { bit };
                sum = s.pool.add(sum, bit);
            }
            one(sum)
        }
        LeadingZeros | TrailingZeros => {
            // From the far end: the nearest set bit wins.
            let mut e = s.pool.constant_words(&words(w as u64), w);
            for i in (0..w).rev() {
                let place = if what == LeadingZeros { w - 1 - i } else { i };
                let bit = s.pool.extract(a, place, 1);
                let n = s.pool.constant_words(&words(i as u64), w);
                e = s.pool.ite(bit, n, e);
            }
            one(e)
        }
        ByteSwap | BitReverse => {
            let unit = if what == ByteSwap { 8 } else { 1 };
            let mut e = s.pool.extract(a, 0, unit);
            for i in 1..w / unit {
                let part = s.pool.extract(a, i * unit, unit);
                e = s.pool.concat(e, part);
            }
            one(e)
        }
        Abs => {
            let zero = s.pool.constant_words(&words(0), w);
            let (negative, opposite) = (s.pool.slt(a, zero), s.pool.neg(a));
            one(s.pool.ite(negative, opposite, a))
        }
        SMax => one(choose(s, Pred::Sgt, a, b?)),
        SMin => one(choose(s, Pred::Slt, a, b?)),
        UMax => one(choose(s, Pred::Ugt, a, b?)),
        UMin => one(choose(s, Pred::Ult, a, b?)),
        FunnelLeft | FunnelRight => {
            let by = args.get(2)?.1;
            let both = s.pool.concat(a, b?);
            let width = s.pool.constant_words(&words(w as u64), w);
            let by = s.pool.urem(by, width);
            let by = s.pool.zext(by, 2 * w);
            let e = if what == FunnelLeft {
                let e = s.pool.shl(both, by);
                s.pool.extract(e, w, w)
            } else {
                let e = s.pool.lshr(both, by);
                s.pool.extract(e, 0, w)
            };
            one(e)
        }
        SAddOverflow | UAddOverflow | SSubOverflow | USubOverflow | SMulOverflow | UMulOverflow | SAddSat | UAddSat
        | SSubSat | USubSat => overflowing(s, what, w, a, b?),
        _ => None,
    }
}

/// Exact in a wider width, then compared with what fits.
fn overflowing(s: &mut Symbolic, what: Intrinsic, w: u32, a: ExprId, b: ExprId) -> Option<Vec<ExprId>> {
    use Intrinsic::*;
    let signed = matches!(what, SAddOverflow | SSubOverflow | SMulOverflow | SAddSat | SSubSat);
    let wide = if matches!(what, SMulOverflow | UMulOverflow) { 2 * w } else { w + 2 };
    let p = &mut s.pool;
    let widen = |p: &mut crescendo_solver::expr::Pool, e| if signed { p.sext(e, wide) } else { p.zext(e, wide) };
    let (x, y) = (widen(p, a), widen(p, b));
    let exact = match what {
        SAddOverflow | UAddOverflow | SAddSat | UAddSat => p.add(x, y),
        SSubOverflow | USubOverflow | SSubSat | USubSat => p.sub(x, y),
        _ => p.mul(x, y),
    };
    let result = p.extract(exact, 0, w);
    let back = widen(p, result);
    let overflow = p.ne(back, exact);
    if !matches!(what, SAddSat | UAddSat | SSubSat | USubSat) {
        return Some(vec![result, overflow]);
    }
    let zero = p.constant_words(&vec![0; wide.div_ceil(64) as usize], wide);
    let negative = p.slt(exact, zero);
    let limit = |smallest: bool| {
        let mut words = vec![if smallest { 0 } else { u64::MAX }; w.div_ceil(64) as usize];
        if signed {
            words[(w as usize - 1) / 64] ^= 1 << ((w - 1) % 64);
        }
        words
    };
    let (low, high) = (p.constant_words(&limit(true), w), p.constant_words(&limit(false), w));
    let bound = p.ite(negative, low, high);
    Some(vec![p.ite(overflow, bound, result)])
}

pub(super) fn float(s: &mut Symbolic, what: Intrinsic, kind: FloatKind, args: &[(Scalar, ExprId)]) -> Option<ExprId> {
    use Intrinsic::*;
    let a = args[0].1;
    let b = args.get(1).map(|x| x.1);
    let top = kind.bits() - 1;
    Some(match what {
        FAbs => s.pool.float(Kind::FAbs, kind, &[a], 0),
        Sqrt => s.pool.float(Kind::FSqrt, kind, &[a], 0),
        Floor => s.pool.float_round(kind, a, Rounding::TowardNegative),
        Ceil => s.pool.float_round(kind, a, Rounding::TowardPositive),
        TruncF => s.pool.float_round(kind, a, Rounding::TowardZero),
        // By the rounding mode, which programs leave alone; a changed one makes this wrong, and the replay shows it.
        RoundEven | Rint | NearbyInt => s.pool.float_round(kind, a, Rounding::NearestEven),
        Round => s.pool.float_round(kind, a, Rounding::NearestAway),
        Fma => s.pool.float(Kind::FFma, kind, &[a, b?, args.get(2)?.1], 0),
        CopySign if kind != FloatKind::PpcPair => {
            let sign = s.pool.extract(b?, top, 1);
            let rest = s.pool.extract(a, 0, top);
            s.pool.concat(sign, rest)
        }
        MinNum | MaxNum if kind.slots() == 1 => {
            // The second where the first is no number; of equal ones the first.
            let b = b?;
            let nan = s.pool.float_test(Kind::FIsNan, kind, &[a], 1);
            let wanted = if what == MinNum { FloatPred::LESS } else { FloatPred::GREATER };
            let takes_b = arithmetic::float_compare(s, FloatPred(wanted), kind, b, a);
            let takes_b = s.pool.or(takes_b, nan);
            s.pool.ite(takes_b, b, a)
        }
        IsFpClass => class(s, kind, a, s.pool.as_constant(b?)? as u32),
        _ => return None,
    })
}

/// `llvm.is.fpclass`: bits of the mask are the ten classes.
fn class(s: &mut Symbolic, kind: FloatKind, a: ExprId, mask: u32) -> ExprId {
    let mut test = |op| s.pool.float_test(op, kind, &[a], 1);
    let kinds = [test(Kind::FIsInf), test(Kind::FIsNormal), test(Kind::FIsSubnormal), test(Kind::FIsZero)];
    let nan = test(Kind::FIsNan);
    let negative = s.pool.extract(a, kind.bits() - 1, 1);
    let positive = s.pool.not(negative);
    let mantissa = match kind {
        FloatKind::F16 => 10,
        FloatKind::BF16 => 7,
        FloatKind::F32 => 23,
        FloatKind::F64 => 52,
        FloatKind::X87 => 63,
        _ => 112,
    };
    let quiet = s.pool.extract(a, mantissa - 1, 1);
    let mut any = s.pool.bool(false);
    let mut add = |s: &mut Symbolic, bit: u32, x: ExprId, y: ExprId| {
        if mask >> bit & 1 != 0 {
            let both = s.pool.and(x, y);
            any = s.pool.or(any, both);
        }
    };
    let signalling = s.pool.not(quiet);
    add(s, 0, nan, signalling);
    add(s, 1, nan, quiet);
    for (i, k) in kinds.into_iter().enumerate() {
        add(s, 2 + i as u32, k, negative);
        add(s, 9 - i as u32, k, positive);
    }
    any
}
