//! What values a term of at most 64 bits can have: a range on the circle of numbers, and bits that are known.
//!
//! A domain never leaves out a possible value. It may keep impossible ones: ranges are single, so the meeting of two can
//! be too large.

use crescendo_number::int;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Domain {
    pub width: u32,
    /// The first number, and how many more follow it, around the circle.
    lo: u64,
    more: u64,
    zeros: u64,
    ones: u64,
}

fn all(w: u32) -> u64 {
    int::mask(u64::MAX, w)
}

impl Domain {
    pub fn full(width: u32) -> Domain {
        Domain { width, lo: 0, more: all(width), zeros: 0, ones: 0 }
    }

    pub fn single(v: u64, width: u32) -> Domain {
        Domain { width, lo: v, more: 0, zeros: !v & all(width), ones: v }
    }

    /// From one number upwards to another, around the circle if the second is smaller.
    pub fn range(lo: u64, hi: u64, width: u32) -> Domain {
        Domain { width, lo, more: hi.wrapping_sub(lo) & all(width), zeros: 0, ones: 0 }.with_bits_of_range()
    }

    /// The numbers with these bits 0 and those 1.
    pub fn bits(zeros: u64, ones: u64, width: u32) -> Option<Domain> {
        if zeros & ones != 0 {
            return None;
        }
        let (lo, hi) = (ones, !zeros & all(width));
        Some(Domain { width, lo, more: hi - lo, zeros, ones })
    }

    pub fn mask(&self) -> u64 {
        all(self.width)
    }

    pub fn is_full(&self) -> bool {
        self.more == self.mask() && self.zeros | self.ones == 0
    }

    pub fn as_single(&self) -> Option<u64> {
        (self.more == 0).then_some(self.lo)
    }

    pub fn zeros(&self) -> u64 {
        self.zeros
    }

    pub fn ones(&self) -> u64 {
        self.ones
    }

    pub fn first(&self) -> u64 {
        self.lo
    }

    pub fn last(&self) -> u64 {
        self.lo.wrapping_add(self.more) & self.mask()
    }

    /// Numbers in the range, less one.
    pub fn more(&self) -> u64 {
        self.more
    }

    /// At most how many numbers.
    pub fn size(&self) -> u128 {
        let free = (self.mask() & !(self.zeros | self.ones)).count_ones();
        (self.more as u128 + 1).min(1 << free)
    }

    pub fn contains(&self, v: u64) -> bool {
        v.wrapping_sub(self.lo) & self.mask() <= self.more && v & self.zeros == 0 && !v & self.ones == 0
    }

    fn wraps(&self) -> bool {
        self.more > self.mask() - self.lo
    }

    pub fn least(&self) -> u64 {
        if self.wraps() { self.ones } else { self.lo }
    }

    pub fn most(&self) -> u64 {
        if self.wraps() { self.mask() & !self.zeros } else { self.lo + self.more }
    }

    fn half(&self) -> u64 {
        1 << (self.width - 1)
    }

    /// Whether the range goes from the largest signed number on to the smallest.
    fn wraps_signed(&self) -> bool {
        let lo = self.lo ^ self.half();
        self.more > self.mask() - lo
    }

    pub fn least_signed(&self) -> i64 {
        let v = if self.wraps_signed() { self.half() } else { self.lo };
        int::sext(v, self.width)
    }

    pub fn most_signed(&self) -> i64 {
        let v = if self.wraps_signed() { self.half() - 1 } else { self.last() };
        int::sext(v, self.width)
    }

    fn with_bits_of_range(mut self) -> Domain {
        if !self.wraps() {
            let differ = self.lo ^ (self.lo + self.more);
            let known = if differ == 0 { self.mask() } else { self.mask() & !(u64::MAX >> differ.leading_zeros()) };
            self.ones |= self.lo & known;
            self.zeros |= !self.lo & known;
        }
        self
    }

    /// What lies in both; `None` if nothing does.
    pub fn meet(&self, other: &Domain) -> Option<Domain> {
        debug_assert_eq!(self.width, other.width);
        let (zeros, ones) = (self.zeros | other.zeros, self.ones | other.ones);
        if zeros & ones != 0 {
            return None;
        }
        let (lo, more) = meet_ranges((self.lo, self.more), (other.lo, other.more), self.width)?;
        let by_bits = (ones, (!zeros & self.mask()) - ones);
        let (lo, more) = meet_ranges((lo, more), by_bits, self.width)?;
        let mut d = Domain { width: self.width, lo, more, zeros, ones }.with_bits_of_range();
        if d.zeros & d.ones != 0 {
            return None;
        }
        d = d.trim()?;
        Some(d)
    }

    /// Moves the ends of a range onto numbers that have the known bits, a few steps at most.
    fn trim(mut self) -> Option<Domain> {
        for _ in 0..4 {
            if self.contains(self.lo) {
                break;
            }
            if self.more == 0 {
                return None;
            }
            self.lo = self.lo.wrapping_add(1) & self.mask();
            self.more -= 1;
        }
        for _ in 0..4 {
            if self.contains(self.last()) {
                break;
            }
            if self.more == 0 {
                return None;
            }
            self.more -= 1;
        }
        Some(if self.more == 0 { self.with_bits_of_range() } else { self })
    }

    /// Without one number, if that is at an end.
    pub fn without(&self, v: u64) -> Option<Domain> {
        let mut d = *self;
        if d.more == 0 {
            return (d.lo != v).then_some(d);
        }
        if d.more == d.mask() {
            // All but one: a range that starts after it.
            d.lo = v.wrapping_add(1) & d.mask();
            d.more -= 1;
        } else if d.lo == v {
            d.lo = d.lo.wrapping_add(1) & d.mask();
            d.more -= 1;
        } else if d.last() == v {
            d.more -= 1;
        }
        d.with_bits_of_range().trim()
    }

    /// A domain that holds both.
    pub fn join(&self, other: &Domain) -> Domain {
        // The shorter of the two ways round; a range inside the other adds nothing.
        let m = self.mask();
        let cover = |a: &Domain, b: &Domain| {
            let reach = (b.lo.wrapping_sub(a.lo) & m) as u128 + b.more as u128;
            (a.lo, reach.max(a.more as u128))
        };
        let (x, y) = (cover(self, other), cover(other, self));
        let (lo, more) = if x.1 <= y.1 { x } else { y };
        let (zeros, ones) = (self.zeros & other.zeros, self.ones & other.ones);
        let (lo, more) = if more >= m as u128 { (0, m) } else { (lo, more as u64) };
        Domain { width: self.width, lo, more, zeros, ones }
    }
}

fn meet_ranges(a: (u64, u64), b: (u64, u64), w: u32) -> Option<(u64, u64)> {
    let m = all(w);
    // Seen from the start of a.
    let start = b.0.wrapping_sub(a.0) & m;
    let end = start as u128 + b.1 as u128;
    let at = |s: u64, e: u64| (a.0.wrapping_add(s) & m, e - s);
    if end <= m as u128 {
        let e = (end as u64).min(a.1);
        return (start <= a.1).then(|| at(start, e));
    }
    // b goes round: it holds the start of a, up to `over`.
    let over = (end - m as u128 - 1) as u64;
    if over >= a.1 || over + 1 >= start {
        return Some(a);
    }
    if start > a.1 {
        return Some(at(0, over));
    }
    // Two pieces: the smaller of the two ranges holds both.
    Some(if a.1 <= b.1 { a } else { b })
}
