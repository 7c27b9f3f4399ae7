//! The lattice: what a register may hold. A few values one by one, or all between two bounds.
//!
//! A register of width `w` holds its integer zero-extended. Bounds are kept twice, for the number taken as unsigned and as
//! signed, because either may say more; `reduced` lets each learn from the other. Values without a width (constants, joins of
//! them) are kept one by one, so no view of them is lost.

use crescendo_number::int::{mask, sext};

/// Values kept one by one.
const FEW: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// In ascending order; none: nothing gets here.
    Few {
        count: u8,
        all: [u64; FEW],
    },
    Range(Range),
}

/// All numbers of a width that lie within both bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub width: u32,
    /// Taken as unsigned: least and most.
    pub unsigned: (u64, u64),
    /// Taken as signed.
    pub signed: (i64, i64),
}

/// Where bounds that keep moving stop for a while.
const STEPS: [i128; 15] = [
    i64::MIN as i128,
    i32::MIN as i128,
    i16::MIN as i128,
    -128,
    -1,
    0,
    1,
    127,
    255,
    i16::MAX as i128,
    u16::MAX as i128,
    i32::MAX as i128,
    u32::MAX as i128,
    i64::MAX as i128,
    u64::MAX as i128,
];

fn least(width: u32) -> i64 {
    sext(1 << (width - 1), width)
}

fn most(width: u32) -> i64 {
    (mask(u64::MAX, width) >> 1) as i64
}

impl Range {
    pub fn top(width: u32) -> Range {
        Range { width, unsigned: (0, mask(u64::MAX, width)), signed: (least(width), most(width)) }
    }

    /// Exact bounds; what does not fit the width says nothing.
    pub fn of(width: u32, unsigned: Option<(u128, u128)>, signed: Option<(i128, i128)>) -> Range {
        let mut range = Range::top(width);
        if let Some((l, h)) = unsigned {
            range.unsigned = (l as u64, h as u64);
        }
        if let Some((l, h)) = signed {
            range.signed = (l as i64, h as i64);
        }
        range
    }

    pub fn from_unsigned(width: u32, low: u64, high: u64) -> Range {
        Range { unsigned: (low, high), ..Range::top(width) }
    }

    pub fn from_signed(width: u32, low: i64, high: i64) -> Range {
        Range { signed: (low, high), ..Range::top(width) }
    }

    /// The tightest bounds that say the same; `None` if no number is within.
    pub fn reduced(mut self) -> Option<Range> {
        let (half, all) = (1u64 << (self.width - 1), mask(u64::MAX, self.width));
        // Twice: what one learns may tell the other more.
        for _ in 0..2 {
            let (low, high) = self.unsigned;
            if low > high || self.signed.0 > self.signed.1 {
                return None;
            }
            if high < half || low >= half {
                self.signed.0 = self.signed.0.max(sext(low, self.width));
                self.signed.1 = self.signed.1.min(sext(high, self.width));
            }
            let (low, high) = self.signed;
            if low > high {
                return None;
            }
            if low >= 0 || high < 0 {
                self.unsigned.0 = self.unsigned.0.max(low as u64 & all);
                self.unsigned.1 = self.unsigned.1.min(high as u64 & all);
            }
        }
        (self.unsigned.0 <= self.unsigned.1).then_some(self)
    }

    pub fn has(&self, v: u64) -> bool {
        let s = sext(v, self.width);
        v <= mask(u64::MAX, self.width)
            && (self.unsigned.0..=self.unsigned.1).contains(&v)
            && (self.signed.0..=self.signed.1).contains(&s)
    }

    fn meet(&self, other: &Range) -> Option<Range> {
        let unsigned = (self.unsigned.0.max(other.unsigned.0), self.unsigned.1.min(other.unsigned.1));
        let signed = (self.signed.0.max(other.signed.0), self.signed.1.min(other.signed.1));
        Range { width: self.width, unsigned, signed }.reduced()
    }

    fn hull(&self, other: &Range) -> Range {
        let unsigned = (self.unsigned.0.min(other.unsigned.0), self.unsigned.1.max(other.unsigned.1));
        let signed = (self.signed.0.min(other.signed.0), self.signed.1.max(other.signed.1));
        Range { width: self.width, unsigned, signed }
    }

    /// Bounds that differ from those before go on to the next step.
    fn stepped(self, before: &Range) -> Range {
        let down = |v: i128| STEPS.into_iter().rev().find(|s| *s <= v).unwrap_or(i128::MIN);
        let up = |v: i128| STEPS.into_iter().find(|s| *s >= v).unwrap_or(i128::MAX);
        let top = Range::top(self.width);
        let mut new = self;
        if self.unsigned.0 < before.unsigned.0 {
            new.unsigned.0 = down(self.unsigned.0 as i128).max(0) as u64;
        }
        if self.unsigned.1 > before.unsigned.1 {
            new.unsigned.1 = up(self.unsigned.1 as i128).min(top.unsigned.1 as i128) as u64;
        }
        if self.signed.0 < before.signed.0 {
            new.signed.0 = down(self.signed.0 as i128).max(top.signed.0 as i128) as i64;
        }
        if self.signed.1 > before.signed.1 {
            new.signed.1 = up(self.signed.1 as i128).min(top.signed.1 as i128) as i64;
        }
        new
    }
}

impl Values {
    pub const NONE: Values = Values::Few { count: 0, all: [0; FEW] };

    pub fn one(v: u64) -> Values {
        let mut all = [0; FEW];
        all[0] = v;
        Values::Few { count: 1, all }
    }

    pub fn top(width: u32) -> Values {
        Values::Range(Range::top(width.clamp(1, 64)))
    }

    /// These values; `None` if they are too many to be kept one by one.
    pub fn few(values: impl IntoIterator<Item = u64>) -> Option<Values> {
        let (mut all, mut count) = ([0; FEW], 0);
        for v in values {
            let at = all[..count].partition_point(|x| *x < v);
            if at < count && all[at] == v {
                continue;
            }
            if count == FEW {
                return None;
            }
            all.copy_within(at..count, at + 1);
            all[at] = v;
            count += 1;
        }
        Some(Values::Few { count: count as u8, all })
    }

    pub fn range(range: Option<Range>) -> Values {
        match range.and_then(Range::reduced) {
            None => Values::NONE,
            Some(r) if r.unsigned.0 == r.unsigned.1 => Values::one(r.unsigned.0),
            Some(r) => Values::Range(r),
        }
    }

    pub fn is_none(&self) -> bool {
        *self == Values::NONE
    }

    /// The values, if they are few.
    pub fn list(&self) -> Option<&[u64]> {
        match self {
            Values::Few { count, all } => Some(&all[..*count as usize]),
            Values::Range(_) => None,
        }
    }

    fn fits(&self, width: u32) -> bool {
        let most = match self {
            Values::Few { .. } => self.list().and_then(|l| l.last().copied()).unwrap_or(0),
            Values::Range(r) => r.unsigned.1,
        };
        most <= mask(u64::MAX, width)
    }

    /// As numbers of a width, which is what whoever uses them takes them for.
    pub fn at(&self, width: u32) -> Range {
        match self {
            Values::Range(r) if r.width == width => *r,
            _ if !self.fits(width) => Range::top(width),
            Values::Range(r) => {
                let new = Range::from_unsigned(width, r.unsigned.0, r.unsigned.1);
                new.reduced().unwrap_or(new)
            }
            Values::Few { count: 0, .. } => Range::top(width),
            Values::Few { count, all } => {
                let all = &all[..*count as usize];
                let signed = all.iter().map(|v| sext(*v, width));
                let signed = signed.fold((i64::MAX, i64::MIN), |(l, h), v| (l.min(v), h.max(v)));
                Range { width, unsigned: (all[0], all[all.len() - 1]), signed }
            }
        }
    }

    /// Everything that either may be; `width` is that of the register, as far as it is known.
    pub fn join(&self, other: &Values, width: u32) -> Values {
        if let (Some(a), Some(b)) = (self.list(), other.list())
            && let Some(few) = Values::few(a.iter().chain(b).copied())
        {
            return few;
        }
        match (self.is_none(), other.is_none()) {
            (true, _) => return *other,
            (_, true) => return *self,
            _ => {}
        }
        let width = match (self, other) {
            (Values::Range(a), Values::Range(b)) if a.width == b.width => a.width,
            (Values::Range(r), v) | (v, Values::Range(r)) if v.list().is_some() && v.fits(r.width) => r.width,
            _ if self.fits(width) && other.fits(width) => width,
            _ => 64,
        };
        Values::range(Some(self.at(width).hull(&other.at(width))))
    }

    /// The same in few steps, however often it is done.
    pub fn widen(&self, other: &Values, width: u32) -> Values {
        let joined = self.join(other, width);
        match (self, joined) {
            (Values::Range(before), Values::Range(now)) if before.width == now.width => {
                Values::range(Some(now.stepped(before)))
            }
            // From few to many: the bounds start from where they are.
            _ => joined,
        }
    }

    /// What both may be. Never leaves out what is in both, may leave in more.
    pub fn meet(&self, other: &Values) -> Values {
        match (self, other) {
            (Values::Few { .. }, _) => {
                let has = |v: &u64| match other {
                    Values::Range(r) => r.has(*v) || *v > mask(u64::MAX, r.width),
                    few => few.list().is_some_and(|l| l.contains(v)),
                };
                Values::few(self.list().unwrap_or(&[]).iter().copied().filter(has)).expect("no more than before")
            }
            (_, Values::Few { .. }) => other.meet(self),
            (Values::Range(a), Values::Range(b)) if a.width == b.width => Values::range(a.meet(b)),
            _ => *self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_learn_from_each_other() {
        let r = Range::from_unsigned(32, 3, 9).reduced().unwrap();
        assert_eq!(r.signed, (3, 9));
        let r = Range::from_signed(32, -3, -1).reduced().unwrap();
        assert_eq!(r.unsigned, (0xffff_fffd, 0xffff_ffff));
        let both = Values::one(0xffff_ffff).join(&Values::range(Some(Range::from_signed(32, 0, 100))), 32);
        assert_eq!(both.at(32).signed, (-1, 100));
    }

    #[test]
    fn few_become_many() {
        let mut all = Values::NONE;
        for v in [7, 0xff, 1, 3] {
            all = all.join(&Values::one(v), 8);
        }
        assert_eq!(all.list(), Some(&[1, 3, 7, 0xff][..]));
        all = all.join(&Values::one(4), 8);
        assert_eq!(all.at(8).signed, (-1, 7));
        assert_eq!(all.meet(&Values::one(5)), Values::one(5), "more than was there: bounds say no better");
        assert!(all.meet(&Values::one(9)).list().is_some_and(|l| l.len() == 1 || l.is_empty()));
    }

    #[test]
    fn widening_ends() {
        let mut v = Values::range(Some(Range::from_signed(32, 0, 5)));
        let mut steps = 0;
        loop {
            let r = v.at(32);
            let more =
                Values::range(Some(Range::from_signed(32, r.signed.0, r.signed.1.saturating_add(1).min(most(32)))));
            let next = v.widen(&more, 32);
            if next == v {
                break;
            }
            v = next;
            steps += 1;
            assert!(steps < 20, "{v:?}");
        }
        assert_eq!(v.at(32).signed.1, most(32));
    }
}
