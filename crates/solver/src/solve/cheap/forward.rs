//! The values a result can have, from those of the operands.

use super::domain::Domain;
use super::propagate::{Domains, Reasons};
use super::trial::Trial;
use crate::expr::{Kind, Step};

fn range(lo: u64, hi: u64, w: u32) -> Option<Domain> {
    Some(Domain::range(lo, hi, w))
}

/// Around the circle: from `lo`, `more` numbers further, unless that is everything.
fn run(lo: u64, more: u128, d: &Domain) -> Option<Domain> {
    let m = d.mask();
    (more < m as u128).then(|| Domain::range(lo & m, lo.wrapping_add(more as u64) & m, d.width))
}

pub fn add(a: &Domain, b: &Domain) -> Option<Domain> {
    let low = low_known(a).min(low_known(b));
    let sum = run(a.first().wrapping_add(b.first()), a.more() as u128 + b.more() as u128, a);
    with_low_bits(sum, a.first_ones().wrapping_add(b.first_ones()), low, a)
}

pub fn sub(a: &Domain, b: &Domain) -> Option<Domain> {
    let low = low_known(a).min(low_known(b));
    let difference = run(a.first().wrapping_sub(b.last()), a.more() as u128 + b.more() as u128, a);
    with_low_bits(difference, a.first_ones().wrapping_sub(b.first_ones()), low, a)
}

/// How many of the lowest bits are known.
fn low_known(d: &Domain) -> u32 {
    (d.zeros() | d.ones()).trailing_ones()
}

/// Adds that the lowest bits are those of `value`.
fn with_low_bits(d: Option<Domain>, value: u64, low: u32, like: &Domain) -> Option<Domain> {
    let known = if low >= 64 { u64::MAX } else { (1 << low) - 1 } & like.mask();
    let bits = Domain::bits(!value & known, value & known, like.width)?;
    match d {
        Some(d) => d.meet(&bits),
        None => Some(bits),
    }
}

impl Domain {
    /// The known ones: all that is known of the lowest bits.
    fn first_ones(&self) -> u64 {
        self.ones()
    }
}

fn truth(v: Option<bool>) -> Option<Domain> {
    v.map(|v| Domain::single(v as u64, 1))
}

/// Whether every value of one is below every value of the other, or none is.
fn order<T: PartialOrd>(a: (T, T), b: (T, T), or_equal: bool) -> Option<bool> {
    let below = if or_equal { a.1 <= b.0 } else { a.1 < b.0 };
    let not = if or_equal { a.0 > b.1 } else { a.0 >= b.1 };
    if below {
        Some(true)
    } else if not {
        Some(false)
    } else {
        None
    }
}

/// What follows for a step, and from what.
pub fn forward(ds: &Domains, t: &Trial, s: &Step) -> (Option<Domain>, Reasons) {
    let w = s.node.width as u32;
    if s.node.kind == Kind::Select {
        return read(ds, t, s);
    }
    if s.node.kind == Kind::Ite {
        return choice(ds, s);
    }
    if s.node.kind.is_float() {
        return (None, 0);
    }
    let two = s.node.operands().count() == 2;
    let why = ds.reasons(s.a) | if two { ds.reasons(s.b) } else { 0 };
    let Some(a) = ds.get(s.a) else { return (None, 0) };
    if !two {
        return (unary(s, w, &a), why);
    }
    let Some(b) = ds.get(s.b) else { return (None, 0) };
    (binary(s, w, &a, &b), why)
}

fn unary(s: &Step, w: u32, a: &Domain) -> Option<Domain> {
    let m = a.mask();
    match s.node.kind {
        Kind::Not => range(!a.last() & m, !a.first() & m, w)?.meet(&Domain::bits(a.ones(), a.zeros(), w)?),
        Kind::Neg => run(a.last().wrapping_neg(), a.more() as u128, a),
        Kind::ZExt => {
            let high = Domain::full(w).mask() & !m;
            range(a.least(), a.most(), w)?.meet(&Domain::bits(a.zeros() | high, a.ones(), w)?)
        }
        Kind::SExt => {
            let full = Domain::full(w).mask();
            let (lo, hi) = (a.least_signed() as u64 & full, a.most_signed() as u64 & full);
            let low = Domain::bits(a.zeros() & (m >> 1), a.ones() & (m >> 1), w)?;
            range(lo, hi, w)?.meet(&low)
        }
        Kind::Extract => {
            let full = Domain::full(w).mask();
            let bits = Domain::bits(a.zeros() >> s.node.b & full, a.ones() >> s.node.b & full, w)?;
            let (lo, hi) = (a.least() >> s.node.b, a.most() >> s.node.b);
            // Values that share the bits above the part.
            let same_above = w + s.node.b >= 64 || lo >> w == hi >> w;
            if same_above { range(lo & full, hi & full, w)?.meet(&bits) } else { Some(bits) }
        }
        _ => None,
    }
}

fn binary(s: &Step, w: u32, a: &Domain, b: &Domain) -> Option<Domain> {
    let m = Domain::full(w).mask();
    match s.node.kind {
        Kind::Add => add(a, b),
        Kind::Sub => sub(a, b),
        Kind::Mul => {
            let hi = a.most() as u128 * b.most() as u128;
            let zeros = (a.zeros().trailing_ones() + b.zeros().trailing_ones()).min(w);
            let low = if zeros >= 64 { m } else { ((1 << zeros) - 1) & m };
            let bits = Domain::bits(low, 0, w)?;
            if hi <= m as u128 { range(a.least() * b.least(), hi as u64, w)?.meet(&bits) } else { Some(bits) }
        }
        Kind::UDiv if b.least() > 0 => range(a.least() / b.most(), a.most() / b.least(), w),
        Kind::URem if b.least() > 0 => {
            let hi = a.most().min(b.most() - 1);
            if a.most() < b.least() { Some(*a) } else { range(0, hi, w) }
        }
        Kind::SDiv if a.least_signed() >= 0 && b.least_signed() > 0 => {
            range(a.least() / b.most(), a.most() / b.least(), w)
        }
        Kind::SRem if a.least_signed() >= 0 && b.least_signed() > 0 => range(0, a.most().min(b.most() - 1), w),
        Kind::SRem if b.least_signed() > 0 => {
            let bound = b.most_signed() - 1;
            let lo = if a.least_signed() >= 0 { 0 } else { -bound };
            let hi = if a.most_signed() <= 0 { 0 } else { bound };
            range(lo as u64 & m, hi as u64 & m, w)
        }
        Kind::And => {
            let bits = Domain::bits(a.zeros() | b.zeros(), a.ones() & b.ones(), w)?;
            range(0, a.most().min(b.most()), w)?.meet(&bits)
        }
        Kind::Or => {
            let bits = Domain::bits(a.zeros() & b.zeros(), a.ones() | b.ones(), w)?;
            range(a.least().max(b.least()), m, w)?.meet(&bits)
        }
        Kind::Xor => {
            let known = (a.zeros() | a.ones()) & (b.zeros() | b.ones());
            let value = (a.ones() ^ b.ones()) & known;
            Domain::bits(!value & known, value, w)
        }
        Kind::Shl | Kind::LShr | Kind::AShr => shift(s.node.kind, w, a, b),
        Kind::Concat => {
            let cut = b.width;
            let bits = Domain::bits(a.zeros() << cut | b.zeros(), a.ones() << cut | b.ones(), w)?;
            range(a.least() << cut | b.least(), a.most() << cut | b.most(), w)?.meet(&bits)
        }
        Kind::Eq => truth(match (a.meet(b), a.as_single(), b.as_single()) {
            (None, ..) => Some(false),
            (_, Some(x), Some(y)) => Some(x == y),
            _ => None,
        }),
        Kind::Ult => truth(order((a.least(), a.most()), (b.least(), b.most()), false)),
        Kind::Ule => truth(order((a.least(), a.most()), (b.least(), b.most()), true)),
        Kind::Slt => truth(order((a.least_signed(), a.most_signed()), (b.least_signed(), b.most_signed()), false)),
        Kind::Sle => truth(order((a.least_signed(), a.most_signed()), (b.least_signed(), b.most_signed()), true)),
        _ => None,
    }
}

fn shift(kind: Kind, w: u32, a: &Domain, b: &Domain) -> Option<Domain> {
    let m = a.mask();
    let by = match b.as_single() {
        Some(by) => by,
        // A shift to the right makes nothing larger.
        None if kind == Kind::LShr => return range(0, a.most(), w),
        None => return None,
    };
    if by >= w as u64 {
        return (kind != Kind::AShr).then(|| Domain::single(0, w));
    }
    match kind {
        Kind::Shl => {
            let low = (1u64 << by) - 1;
            let bits = Domain::bits(a.zeros() << by & m | low, a.ones() << by & m, w)?;
            let fits = a.most() <= m >> by;
            if fits { range(a.least() << by, a.most() << by, w)?.meet(&bits) } else { Some(bits) }
        }
        Kind::LShr => {
            let high = m & !(m >> by);
            let bits = Domain::bits(a.zeros() >> by | high, a.ones() >> by, w)?;
            range(a.least() >> by, a.most() >> by, w)?.meet(&bits)
        }
        _ => range((a.least_signed() >> by) as u64 & m, (a.most_signed() >> by) as u64 & m, w),
    }
}

fn choice(ds: &Domains, s: &Step) -> (Option<Domain>, Reasons) {
    let (Some(c), Some(x), Some(y)) = (ds.get(s.a), ds.get(s.b), ds.get(s.c)) else { return (None, 0) };
    match c.as_single() {
        Some(0) => (Some(y), ds.reasons(s.a) | ds.reasons(s.c)),
        Some(_) => (Some(x), ds.reasons(s.a) | ds.reasons(s.b)),
        None => (Some(x.join(&y)), ds.reasons(s.b) | ds.reasons(s.c)),
    }
}

/// A byte of a table: between the least and the most in the part that the index can reach.
fn read(ds: &Domains, t: &Trial, s: &Step) -> (Option<Domain>, Reasons) {
    const MAX_LOOK: u64 = 512;
    let array = t.step(s.a);
    let (Kind::Table, Some(i)) = (array.node.kind, ds.get(s.b)) else { return (None, 0) };
    let table = t.program.table(array);
    let (lo, hi) = (i.least(), i.most());
    if hi - lo > MAX_LOOK {
        return (None, 0);
    }
    let at = |i: u64| table.get(i as usize).copied().unwrap_or(0) as u64;
    let values = (lo..=hi).filter(|v| i.contains(*v)).map(at);
    let d = values.map(|v| Domain::single(v, 8)).reduce(|x, y| {
        let (lo, hi) = (x.least().min(y.least()), x.most().max(y.most()));
        let bits = Domain::bits(x.zeros() & y.zeros(), x.ones() & y.ones(), 8);
        bits.and_then(|b| Domain::range(lo, hi, 8).meet(&b)).unwrap_or(Domain::full(8))
    });
    (d, ds.reasons(s.b))
}
