//! Integer comparisons made true or false: one side moves to the boundary that the other sets.

use super::invert::{Way, Ways, ones};
use super::trial::Trial;
use crate::expr::{Kind, Step};
use smallvec::smallvec;

/// Orders of numbers of a width as one: signed ones are shifted by half the range.
struct Order {
    flip: u128,
    top: u128,
}

impl Order {
    fn key(&self, v: u128) -> u128 {
        v ^ self.flip
    }

    fn up(&self, v: u128) -> Option<u128> {
        (self.key(v) < self.top).then(|| self.key(self.key(v) + 1))
    }

    fn down(&self, v: u128) -> Option<u128> {
        self.key(v).checked_sub(1).map(|k| self.key(k))
    }
}

pub fn ways(t: &Trial, s: &Step, want: bool) -> Ways {
    let w = s.wa as u32;
    if !(1..=128).contains(&w) {
        return Ways::new();
    }
    let (a, b) = (t.value(s.a), t.value(s.b));
    let mut ways = Ways::new();
    let mut to = |x: u32, v: Option<u128>| {
        if let (true, Some(v)) = (t.open(x), v) {
            let way: Way = smallvec![(x, v)];
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
    };
    let top = ones(w);
    let signed = matches!(s.node.kind, Kind::Slt | Kind::Sle);
    let o = Order { flip: if signed { 1 << (w - 1) } else { 0 }, top };
    let (least, most) = (o.key(0), o.key(top));
    match (s.node.kind, want) {
        (Kind::Eq, true) => {
            to(s.a, Some(b));
            to(s.b, Some(a));
            // Both sides may be reachable only where they meet.
            for v in [0, 1] {
                ways.push(smallvec![(s.a, v), (s.b, v)]);
            }
        }
        (Kind::Eq, false) => {
            different(t, s.a, b, w, &mut to);
            different(t, s.b, a, w, &mut to);
        }
        // a below b
        (Kind::Ult | Kind::Slt, true) => {
            to(s.a, o.down(b));
            to(s.b, o.up(a));
            to(s.a, (o.key(b) > o.key(0) && b != 0).then_some(0));
            to(s.a, (b != least).then_some(least));
            to(s.b, (a != most).then_some(most));
            ways.push(smallvec![(s.a, 0), (s.b, 1 & top)]);
        }
        // a not below b
        (Kind::Ult | Kind::Slt, false) => {
            to(s.a, Some(b));
            to(s.b, Some(a));
            to(s.a, o.up(b));
            to(s.b, Some(0));
            to(s.a, Some(most));
            to(s.b, Some(least));
        }
        (_, true) => {
            to(s.a, Some(b));
            to(s.b, Some(a));
            to(s.a, o.down(b));
            to(s.a, Some(0));
            to(s.a, Some(least));
            to(s.b, Some(most));
        }
        (_, false) => {
            to(s.a, o.up(b));
            to(s.b, o.down(a));
            to(s.a, (b != most).then_some(most));
            to(s.b, (a != least).then_some(least));
            ways.push(smallvec![(s.a, 1 & top), (s.b, 0)]);
        }
    }
    ways
}

/// Values other than one: a neighbour for characters, else the small ones first.
fn different(t: &Trial, x: u32, not: u128, w: u32, to: &mut impl FnMut(u32, Option<u128>)) {
    if !t.open(x) {
        return;
    }
    let top = ones(w);
    let next = not.wrapping_add(1) & top;
    let character = |v: u128| (0x20..0x7f).contains(&v);
    let order = if w == 8 && character(not) && character(next) {
        [next, not.wrapping_sub(1) & top, 0, 1]
    } else if not == 0 {
        [1 & top, top, 2 & top, next]
    } else {
        [0, 1 & top, next, not.wrapping_sub(1) & top]
    };
    order.into_iter().filter(|v| *v != not).for_each(|v| to(x, Some(v)));
}
