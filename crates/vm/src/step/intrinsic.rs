//! LLVM's own operations that are too rare for an operation of their own.

use crate::machine::Vm;
use crate::models::math::shim::{self, Part, Shim};
use crate::number::{float, int, wide};
use crate::stop::Stop;
use crescendo_program::body::{Intrinsic, IntrinsicSite};
use crescendo_program::op::{Bin, Pred};
use crescendo_program::{FloatKind, Scalar};
use rustc_apfloat::Round as Mode;
use wide::Words;

impl<'p> Vm<'p> {
    pub(crate) fn intrinsic(&mut self, site: u32) -> Result<(), Stop> {
        let frame = self.frames.last().expect("a frame is active");
        let base = frame.base;
        let site: &'p IntrinsicSite = &frame.body.intrinsics[site as usize];
        use Intrinsic::*;
        if matches!(site.what, Rint | NearbyInt | LRint) {
            self.note_rounding();
        }
        if let Some(&(r, scalar)) = site.args.first() {
            let a = self.registers[base + r as usize];
            let b = site.args.get(1).map_or(0, |&(r, _)| self.registers[base + r as usize]);
            if let Some((v, second)) = super::quick::evaluate(site.what, scalar, a, b) {
                let at = base + site.d as usize;
                self.registers[at] = v;
                if site.ret.len() > 1 {
                    self.registers[at + 1] = second;
                }
                return Ok(());
            }
        }
        match site.what {
            VaStart => {
                let list = self.registers[base + site.args[0].0 as usize];
                return self.va_start(list);
            }
            VaEnd => return Ok(()),
            VaCopy => {
                let at = |i: usize| self.registers[base + site.args[i].0 as usize];
                let (to, from) = (at(0), at(1));
                let size = self.va_list_size();
                return self.memory.copy(to, from, size).map_err(|e| self.memory_stop(e));
            }
            VaArg => {
                let list = self.registers[base + site.args[0].0 as usize];
                let v = self.va_next(list, site.ret[0])?;
                return self.set_result(base, site, &[v.lo, v.hi]);
            }
            SetJump => {
                let buffer = self.registers[base + site.args[0].0 as usize];
                crate::models::setjmp::set(self, buffer, false)?;
                return self.set_result(base, site, &[0]);
            }
            LongJump => {
                let buffer = self.registers[base + site.args[0].0 as usize];
                return crate::models::setjmp::jump(self, buffer, 1).map(drop);
            }
            // Natively an illegal instruction.
            Trap => return Err(Stop::Signal(4)),
            ObjectSize => {
                let p = self.registers[base + site.args[0].0 as usize];
                let minimum = self.registers[base + site.args[1].0 as usize] != 0;
                let unknown = if minimum { 0 } else { u64::MAX };
                // Natively decided at compile time; here -O0 gives "unknown" too.
                let _ = p;
                return self.set_result(base, site, &[unknown]);
            }
            FrameAddress | ReturnAddress | EhDwarfCfa | ThreadPointer => {
                let level = site.args.first().map_or(0, |a| self.registers[base + a.0 as usize]);
                // Addresses that belong to no object, different for each frame.
                let depth = (self.frames.len() as u64).saturating_sub(level);
                return self.set_result(base, site, &[0x7000 + depth * 16]);
            }
            ReadCycles => {
                let now = self.instructions();
                return self.set_result(base, site, &[now]);
            }
            NoResult => {
                let missing = self.registers[base + site.args[0].0 as usize] != 0;
                let function = self.frames.last().map(|f| f.function);
                self.no_result = function.filter(|_| missing);
                return Ok(());
            }
            CounterIncrement | McdcParameters | McdcUpdate | DebugTrap => return Ok(()),
            _ => {}
        }
        let words: smallvec::SmallVec<[(Scalar, Words); 4]> = site
            .args
            .iter()
            .map(|(r, s)| {
                let at = base + *r as usize;
                (*s, Words::from_slice(&self.registers[at..at + s.slots() as usize]))
            })
            .collect();
        let args: Vec<(Scalar, &[u64])> = words.iter().map(|(s, w)| (*s, &w[..])).collect();
        let big = self.program.target.big_endian;
        match evaluate(site.what, &args, &site.ret, big, self.program.target.pointer_bits) {
            Some(result) => self.set_result(base, site, &result),
            None => Err(Stop::Unsupported(format!("intrinsic {:?} on {:?}", site.what, site.ret))),
        }
    }

    fn set_result(&mut self, base: usize, site: &IntrinsicSite, words: &[u64]) -> Result<(), Stop> {
        let slots: usize = site.ret.iter().map(|s| s.slots() as usize).sum();
        let at = base + site.d as usize;
        for i in 0..slots {
            self.registers[at + i] = words.get(i).copied().unwrap_or(0);
        }
        if let ([Scalar::Int(w)], true) = (&site.ret[..], slots == 1) {
            self.registers[at] = int::mask(self.registers[at], *w);
        }
        Ok(())
    }
}

fn float_bits(w: &[u64]) -> u128 {
    wide::to_u128(w)
}

/// Pure intrinsics: words in, words out.
fn evaluate(
    what: Intrinsic,
    args: &[(Scalar, &[u64])],
    ret: &[Scalar],
    big_endian: bool,
    pointer_bits: u32,
) -> Option<Words> {
    use Intrinsic::*;
    match what {
        ExtractLane => {
            let (lanes, index) = args.split_at(args.len() - 1);
            let i = (index[0].1[0] as usize) % lanes.len();
            return Some(Words::from_slice(lanes[i].1));
        }
        InsertLane => {
            let n = args.len() - 2;
            let i = (args[n + 1].1[0] as usize) % n;
            let lane = |k: usize| if k == i { args[n].1 } else { args[k].1 };
            return Some((0..n).flat_map(|k| lane(k).iter().copied()).collect());
        }
        Pack => return Some(pack(args, ret[0], big_endian, pointer_bits)),
        Unpack => return Some(unpack(args[0].1, ret, big_endian, pointer_bits)),
        FltRounds => return Some(Words::from_slice(&[1])),
        _ => {}
    }
    match args.first()?.0 {
        Scalar::Float(kind) => float_intrinsic(what, kind, args, ret),
        scalar => integer_intrinsic(what, scalar.bits(pointer_bits), args),
    }
}

fn pack(lanes: &[(Scalar, &[u64])], whole: Scalar, big_endian: bool, pointer_bits: u32) -> Words {
    let bits = whole.bits(pointer_bits);
    let mut out = Words::from_elem(0, wide::words(bits));
    let mut at = 0;
    for (s, w) in lanes {
        let n = s.bits(pointer_bits);
        // Lane 0 comes first in memory: at the low end on little-endian machines.
        let to = if big_endian { bits - at - n } else { at };
        let lane = wide::resize(w, n, bits, false);
        for (o, x) in out.iter_mut().zip(wide::shift_left(&lane, to)) {
            *o |= x;
        }
        at += n;
    }
    out
}

fn unpack(whole: &[u64], ret: &[Scalar], big_endian: bool, pointer_bits: u32) -> Words {
    let bits: u32 = ret.iter().map(|s| s.bits(pointer_bits)).sum();
    let mut out = Words::new();
    let mut at = 0;
    for s in ret {
        let n = s.bits(pointer_bits);
        let from = if big_endian { bits - at - n } else { at };
        let lane = wide::shift_right(whole, from, 0);
        out.extend(wide::resize(&lane, n.max(lane.len() as u32 * 64), n, false));
        at += n;
    }
    out
}

fn integer_intrinsic(what: Intrinsic, w: u32, args: &[(Scalar, &[u64])]) -> Option<Words> {
    use Intrinsic::*;
    let a = args[0].1;
    let arg = |i: usize| args.get(i).map(|x| x.1);
    let number = |n: u64| {
        let mut r = Words::from_elem(0, wide::words(w));
        r[0] = n;
        Some(r)
    };
    let bit = |i: u32| a[i as usize / 64] >> (i % 64) & 1 != 0;
    let op = |op: Bin, x: &[u64], y: &[u64]| wide::binary(op, w, x, y).ok();
    let less = |x: &[u64], y: &[u64], signed: bool| wide::compare(if signed { Pred::Slt } else { Pred::Ult }, w, x, y);
    let own = |x: &[u64]| Some(Words::from_slice(x));
    match what {
        PopCount => number(a.iter().map(|x| x.count_ones() as u64).sum()),
        LeadingZeros => number((0..w).rev().take_while(|&i| !bit(i)).count() as u64),
        TrailingZeros => number((0..w).take_while(|&i| !bit(i)).count() as u64),
        ByteSwap | BitReverse => {
            let unit = if what == ByteSwap { 8 } else { 1 };
            let mut r = Words::from_elem(0, a.len());
            for i in (0..w).filter(|&i| bit(i)) {
                let j = (w / unit - 1 - i / unit) * unit + i % unit;
                r[j as usize / 64] |= 1 << (j % 64);
            }
            Some(r)
        }
        Abs => {
            if wide::is_negative(a, w) {
                Some(wide::negate(a, w))
            } else {
                own(a)
            }
        }
        SMax => own(if less(a, arg(1)?, true) { arg(1)? } else { a }),
        SMin => own(if less(a, arg(1)?, true) { a } else { arg(1)? }),
        UMax => own(if less(a, arg(1)?, false) { arg(1)? } else { a }),
        UMin => own(if less(a, arg(1)?, false) { a } else { arg(1)? }),
        FunnelLeft | FunnelRight => {
            let (hi, lo, by) = (a, arg(1)?, arg(2)?);
            let s = (by[0] % w as u64) as u32;
            if s == 0 {
                return own(if what == FunnelLeft { hi } else { lo });
            }
            let (left, right) = if what == FunnelLeft { (s, w - s) } else { (w - s, s) };
            let mut r = wide::shift_left(hi, left);
            for (x, y) in r.iter_mut().zip(wide::shift_right(lo, right, 0)) {
                *x |= y;
            }
            wide::trim(&mut r, w);
            Some(r)
        }
        SAddOverflow | UAddOverflow | SSubOverflow | USubOverflow | SMulOverflow | UMulOverflow | SAddSat | UAddSat
        | SSubSat | USubSat => {
            let b = arg(1)?;
            let signed = matches!(what, SAddOverflow | SSubOverflow | SMulOverflow | SAddSat | SSubSat);
            let kind = match what {
                SAddOverflow | UAddOverflow | SAddSat | UAddSat => Bin::Add,
                SSubOverflow | USubOverflow | SSubSat | USubSat => Bin::Sub,
                _ => Bin::Mul,
            };
            // Exact in twice the width (and one bit), then compared with what fits.
            let big = 2 * w + 64;
            let (x, y) = (wide::resize(a, w, big, signed), wide::resize(b, w, big, signed));
            let exact = wide::binary(kind, big, &x, &y).ok()?;
            let mut r = wide::resize(&exact, big, w, false);
            let back = wide::resize(&r, w, big, signed);
            let overflow = back != exact;
            if matches!(what, SAddSat | UAddSat | SSubSat | USubSat) {
                if overflow {
                    let negative = wide::is_negative(&exact, big);
                    r = limit(w, signed, negative);
                }
                return Some(r);
            }
            r.push(overflow as u64);
            Some(r)
        }
        _ => {
            let _ = op;
            None
        }
    }
}

/// The smallest or largest value of a width.
fn limit(w: u32, signed: bool, smallest: bool) -> Words {
    let mut r = Words::from_elem(if smallest { 0 } else { u64::MAX }, wide::words(w));
    if signed {
        let top = (w as usize - 1) / 64;
        r[top] ^= 1 << ((w - 1) % 64);
    }
    wide::trim(&mut r, w);
    r
}

fn float_intrinsic(what: Intrinsic, kind: FloatKind, args: &[(Scalar, &[u64])], ret: &[Scalar]) -> Option<Words> {
    use Intrinsic::*;
    let a = float_bits(args[0].1);
    let b = || args.get(1).map(|x| float_bits(x.1));
    let out = |v: u128| Some(Words::from_slice(&wide::from_u128(v)[..kind.slots() as usize]));
    // The host's math library, in the format at work.
    let library = |f: Shim| out(shim::unary(kind, f, a));
    let int_bits = ret.first().map_or(64, |s| s.bits(64));
    match what {
        FAbs => out(float::abs(kind, a)),
        Sqrt if matches!(kind, FloatKind::F32 | FloatKind::F64) => out(float::sqrt(kind, a)),
        Sqrt => library(shim::m_sqrt),
        Floor => out(float::round(kind, a, Mode::TowardNegative)),
        Ceil => out(float::round(kind, a, Mode::TowardPositive)),
        TruncF => out(float::round(kind, a, Mode::TowardZero)),
        RoundEven => out(float::round(kind, a, Mode::NearestTiesToEven)),
        // By the rounding mode.
        Rint => library(shim::m_rint),
        NearbyInt => library(shim::m_nearbyint),
        Round => out(float::round(kind, a, Mode::NearestTiesToAway)),
        LRint => Some(float::to_int(kind, true, int_bits, shim::unary(kind, shim::m_rint, a))),
        LRound => Some(float::to_int(kind, true, int_bits, float::round(kind, a, Mode::NearestTiesToAway))),
        Fma => out(float::fma(kind, a, b()?, float_bits(args.get(2)?.1))),
        CopySign => {
            let flip = float::is_negative(kind, a) != float::is_negative(kind, b()?);
            out(if flip { float::negate(kind, a) } else { a })
        }
        MinNum if kind.slots() > 1 => out(shim::binary(kind, shim::m_fmin, a, b()?)),
        MaxNum if kind.slots() > 1 => out(shim::binary(kind, shim::m_fmax, a, b()?)),
        MinNum | MaxNum | Minimum | Maximum => {
            let y = b()?;
            let propagate = matches!(what, Minimum | Maximum);
            if float::is_nan(kind, a) {
                return out(if propagate { a } else { y });
            }
            if float::is_nan(kind, y) {
                return out(if propagate { y } else { a });
            }
            let order = float::compare(kind, a, y)?;
            // Of two zeros the library's functions give the first, the others the one the name says.
            if order.is_eq() && !propagate {
                return out(a);
            }
            let smaller = if order.is_eq() { float::is_negative(kind, a) } else { order.is_lt() };
            let want_small = matches!(what, MinNum | Minimum);
            out(if smaller == want_small { a } else { y })
        }
        IsFpClass => {
            let mask = args.get(1)?.1[0] as u32;
            Some(Words::from_slice(&[(float::class(kind, a) & mask != 0) as u64]))
        }
        FpToSSat | FpToUSat => {
            let signed = what == FpToSSat;
            if float::is_nan(kind, a) {
                return Some(Words::from_elem(0, wide::words(int_bits)));
            }
            let negative = float::is_negative(kind, a);
            let (low, high) = (limit(int_bits, signed, true), limit(int_bits, signed, false));
            let low_f = float::from_int(kind, signed, int_bits, &low);
            let high_f = float::from_int(kind, signed, int_bits, &high);
            let outside = |bound: u128, order: std::cmp::Ordering| float::compare(kind, a, bound) == Some(order);
            if negative && !signed || outside(low_f, std::cmp::Ordering::Less) {
                return Some(low);
            }
            if outside(high_f, std::cmp::Ordering::Greater) || float::compare(kind, a, high_f)?.is_eq() {
                return Some(high);
            }
            Some(float::to_int(kind, signed, int_bits, a))
        }
        Ldexp | PowI => {
            let n = args.get(1)?.1[0] as i32;
            let f = if what == Ldexp { shim::m_ldexp } else { shim::m_powi };
            out(shim::evaluate(kind, f, &[Part::Float(a), Part::Int(n as i64)], [shim::FLOAT; 2]).bits())
        }
        Frexp => {
            let [value, exponent] =
                shim::evaluate(kind, shim::m_frexp, &[Part::Float(a)], [shim::FLOAT, shim::INT]).results;
            let mut r = out(value.bits())?;
            r.push(exponent.int() as u32 as u64);
            Some(r)
        }
        Pow => out(shim::binary(kind, shim::m_pow, a, b()?)),
        Exp => library(shim::m_exp),
        Exp2 => library(shim::m_exp2),
        Exp10 => library(shim::m_exp10),
        Log => library(shim::m_log),
        Log2 => library(shim::m_log2),
        Log10 => library(shim::m_log10),
        Sin => library(shim::m_sin),
        Cos => library(shim::m_cos),
        Tan => library(shim::m_tan),
        _ => None,
    }
}
