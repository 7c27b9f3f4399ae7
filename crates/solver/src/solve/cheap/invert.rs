//! Values from the constraint itself: a wanted result is pushed from the outside in, through operations that can be
//! inverted with their other operand as it is, until it arrives at variables.
//!
//! Nothing here has to be right: each proposal is tried by evaluation. What matters is that good ones come early, and
//! that the values are ones people like to read: at the boundary, or small.

use super::trial::{Change, Trial};
use super::{invert_compare, invert_float};
use crate::expr::{Kind, Step};
use smallvec::{SmallVec, smallvec};

/// A step that must have a value.
pub type Goal = (u32, u128);
/// Goals that together give the wanted result.
pub type Way = SmallVec<[Goal; 2]>;
pub type Ways = SmallVec<[Way; 4]>;

const MAX_DEPTH: u32 = 200;

pub fn ones(w: u32) -> u128 {
    if w >= 128 { u128::MAX } else { (1 << w) - 1 }
}

pub fn signed(v: u128, w: u32) -> i128 {
    ((v << (128 - w)) as i128) >> (128 - w)
}

/// What to do with a complete proposal: true ends the search.
pub type Try<'a> = dyn FnMut(&mut Trial, &[Change]) -> bool + 'a;

/// A walk over proposals.
pub struct Inversion<'a> {
    pub visit: &'a mut Try<'a>,
    /// Steps it may still look at.
    pub budget: u32,
}

impl Inversion<'_> {
    /// Proposes changes that give the step the value. True if one was accepted.
    pub fn run(&mut self, trial: &mut Trial, goal: Goal) -> bool {
        let mut changes = SmallVec::new();
        self.seek(trial, smallvec![goal], &mut changes, 0)
    }

    fn seek(
        &mut self,
        trial: &mut Trial,
        mut goals: SmallVec<[Goal; 4]>,
        changes: &mut SmallVec<[Change; 4]>,
        depth: u32,
    ) -> bool {
        loop {
            let Some((step, value)) = goals.pop() else {
                return !changes.is_empty() && (self.visit)(trial, changes);
            };
            if self.budget == 0 || depth > MAX_DEPTH {
                return false;
            }
            self.budget -= 1;
            let kind = trial.step(step).node.kind;
            if kind == Kind::Var {
                match changes.iter().find(|c| c.0 == step) {
                    Some(c) if c.1 != value => return false,
                    Some(_) => {}
                    None => changes.push((step, value)),
                }
                continue;
            }
            if trial.value(step) == value {
                continue;
            }
            if !trial.open(step) {
                return false;
            }
            let mut ways = ways(trial, step, value);
            // The last way needs no copy of the goals.
            let Some(last) = ways.pop() else { return false };
            for way in ways {
                let kept = changes.len();
                let mut more = goals.clone();
                more.extend(way.into_iter().rev());
                if self.seek(trial, more, changes, depth + 1) {
                    return true;
                }
                changes.truncate(kept);
            }
            goals.extend(last.into_iter().rev());
        }
    }
}

/// Ways to give a step a value, the best first.
fn ways(t: &Trial, at: u32, want: u128) -> Ways {
    let s = *t.step(at);
    let w = t.width(at);
    if w > 128 || w == 0 {
        return Ways::new();
    }
    match s.node.kind {
        Kind::Eq | Kind::Ult | Kind::Ule | Kind::Slt | Kind::Sle => invert_compare::ways(t, &s, want != 0),
        Kind::And | Kind::Or | Kind::Not | Kind::Xor if w == 1 => connective(t, &s, want != 0),
        Kind::Ite => choice(t, &s, want),
        Kind::Select => read(t, &s, want),
        k if k.is_float() => invert_float::ways(t, &s, want),
        _ => arithmetic(t, &s, w, want),
    }
}

fn one(goal: Goal) -> Way {
    smallvec![goal]
}

fn connective(t: &Trial, s: &Step, want: bool) -> Ways {
    let bit = want as u128;
    match (s.node.kind, want) {
        (Kind::Not, _) => smallvec![one((s.a, 1 - bit))],
        (Kind::And, true) | (Kind::Or, false) => smallvec![smallvec![(s.a, bit), (s.b, bit)]],
        // The later operand first: it is the one the program looked at last.
        (Kind::And, false) | (Kind::Or, true) => smallvec![one((s.b, bit)), one((s.a, bit))],
        _ => smallvec![one((s.a, bit ^ t.value(s.b))), one((s.b, bit ^ t.value(s.a)))],
    }
}

fn choice(t: &Trial, s: &Step, want: u128) -> Ways {
    let now = t.value(s.a) != 0;
    let (here, there) = if now { (s.b, s.c) } else { (s.c, s.b) };
    let mut ways = Ways::new();
    if t.value(there) == want {
        ways.push(one((s.a, !now as u128)));
    }
    if t.open(here) {
        ways.push(one((here, want)));
    }
    if t.open(there) {
        ways.push(smallvec![(s.a, !now as u128), (there, want)]);
    }
    ways
}

/// A byte of an array: from the write it sees, from another place, or from the table.
fn read(t: &Trial, s: &Step, want: u128) -> Ways {
    const MAX_PLACES: usize = 6;
    let mut ways = Ways::new();
    let index = t.value(s.b);
    let mut array = s.a;
    let mut seen = false;
    loop {
        let a = *t.step(array);
        if a.node.kind != Kind::Store {
            break;
        }
        let place = t.value(a.b);
        if place == index && !seen {
            seen = true;
            if t.open(a.c) {
                ways.push(one((a.c, want)));
            }
        } else if t.value(a.c) == want {
            ways.push(one((s.b, place)));
        }
        if ways.len() >= MAX_PLACES {
            return ways;
        }
        array = a.a;
    }
    let table = t.program.table(t.step(array));
    if want <= 0xff {
        let places = table.iter().enumerate().filter(|(_, b)| **b as u128 == want).map(|(i, _)| i as u128);
        ways.extend(places.take(MAX_PLACES).map(|i| one((s.b, i))));
        if want == 0 && ways.is_empty() {
            ways.push(one((s.b, table.len() as u128)));
        }
    }
    ways
}

/// The inverse of an odd number modulo 2^128.
fn inverse(odd: u128) -> u128 {
    let mut x = odd;
    for _ in 0..7 {
        x = x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x)));
    }
    x
}

fn integer_root(v: u128) -> Option<u128> {
    let r = (v as f64).sqrt() as u128;
    (r.saturating_sub(1)..=r + 1).find(|x| x.checked_mul(*x) == Some(v))
}

fn arithmetic(t: &Trial, s: &Step, w: u32, want: u128) -> Ways {
    let m = ones(w);
    let two = s.node.operands().count() == 2;
    let a = t.value(s.a);
    let b = if two { t.value(s.b) } else { 0 };
    let (oa, ob) = (t.open(s.a), two && t.open(s.b));
    let mut ways = Ways::new();
    let mut to_a = |v: u128| {
        if oa {
            ways.push(one((s.a, v)));
        }
    };
    match s.node.kind {
        Kind::Not => to_a(!want & m),
        Kind::Neg => to_a(want.wrapping_neg() & m),
        Kind::ZExt if want <= ones(s.wa as u32) => to_a(want),
        Kind::SExt => {
            let low = want & ones(s.wa as u32);
            if signed(low, s.wa as u32) as u128 & m == want {
                to_a(low);
            }
        }
        Kind::Extract => {
            let keep = a & !(m << s.node.b);
            to_a(keep | want << s.node.b);
        }
        Kind::Concat => {
            ways.push(smallvec![(s.a, want >> s.wb), (s.b, want & ones(s.wb as u32))]);
        }
        Kind::Add => {
            to_a(want.wrapping_sub(b) & m);
            if ob {
                ways.push(one((s.b, want.wrapping_sub(a) & m)));
            }
        }
        Kind::Sub => {
            to_a(want.wrapping_add(b) & m);
            if ob {
                ways.push(one((s.b, a.wrapping_sub(want) & m)));
            }
        }
        Kind::Xor => {
            to_a(want ^ b);
            if ob {
                ways.push(one((s.b, want ^ a)));
            }
        }
        Kind::Mul if s.a == s.b => {
            if let Some(r) = integer_root(want) {
                to_a(r);
            }
        }
        Kind::Mul => {
            for (open, x, k) in [(oa, s.a, b), (ob, s.b, a)] {
                if open {
                    ways.extend(factor(want, k, w).into_iter().map(|v| one((x, v))));
                }
            }
            if oa && ob && ways.is_empty() {
                ways.push(smallvec![(s.a, want), (s.b, 1)]);
                ways.push(smallvec![(s.b, want), (s.a, 1)]);
            }
        }
        Kind::And => {
            for (open, x, now, k) in [(oa, s.a, a, b), (ob, s.b, b, a)] {
                if open && want & !k == 0 {
                    ways.push(one((x, now & !k | want)));
                }
            }
            if oa && ob {
                ways.push(smallvec![(s.a, want | a), (s.b, want)]);
            }
        }
        Kind::Or => {
            for (open, x, now, k) in [(oa, s.a, a, b), (ob, s.b, b, a)] {
                if open && k & !want == 0 {
                    ways.push(one((x, now & k | want & !k)));
                }
            }
            if oa && ob {
                ways.push(smallvec![(s.a, want & a), (s.b, want)]);
            }
        }
        Kind::Shl | Kind::LShr | Kind::AShr => shift(s, w, want, a, b, oa, ob, &mut ways),
        Kind::UDiv | Kind::SDiv | Kind::URem | Kind::SRem => division(s, w, want, a, b, oa, ob, &mut ways),
        _ => {}
    }
    ways
}

/// x with x * k == want, the exact quotient first.
fn factor(want: u128, k: u128, w: u32) -> SmallVec<[u128; 3]> {
    let m = ones(w);
    let mut found = SmallVec::new();
    if k == 0 {
        return found;
    }
    let (sw, sk) = (signed(want, w), signed(k, w));
    if sw.checked_rem(sk) == Some(0) {
        found.push((sw / sk) as u128 & m);
    } else if want.is_multiple_of(k) {
        found.push(want / k);
    }
    let twos = k.trailing_zeros();
    if want & ones(twos) == 0 {
        let x = (want >> twos).wrapping_mul(inverse(k >> twos)) & (m >> twos);
        if !found.contains(&x) {
            found.push(x);
        }
    }
    found
}

#[expect(clippy::too_many_arguments, reason = "both operands, as they are and whether they can change")]
fn shift(s: &Step, w: u32, want: u128, a: u128, b: u128, oa: bool, ob: bool, ways: &mut Ways) {
    let m = ones(w);
    let result = |by: u32| match s.node.kind {
        Kind::Shl => (a << by) & m,
        Kind::LShr => a >> by,
        _ => (signed(a, w) >> by) as u128 & m,
    };
    if oa && b < w as u128 {
        let by = b as u32;
        let v = match s.node.kind {
            // Bits that fall out stay as they are.
            Kind::Shl => want >> by | a & !(m >> by),
            _ => (want << by) & m | a & ones(by),
        };
        ways.push(one((s.a, v)));
    }
    if ob {
        ways.extend((0..w).filter(|by| result(*by) == want).take(3).map(|by| one((s.b, by as u128))));
        if want == 0 && s.node.kind != Kind::AShr {
            ways.push(one((s.b, w as u128 & m)));
        }
        if oa {
            ways.push(smallvec![(s.a, want), (s.b, 0)]);
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "both operands, as they are and whether they can change")]
fn division(s: &Step, w: u32, want: u128, a: u128, b: u128, oa: bool, ob: bool, ways: &mut Ways) {
    let m = ones(w);
    let is_signed = matches!(s.node.kind, Kind::SDiv | Kind::SRem);
    let (sa, sb, sw) =
        if is_signed { (signed(a, w), signed(b, w), signed(want, w)) } else { (a as i128, b as i128, want as i128) };
    let mut to = |open: bool, x: u32, v: Option<i128>| {
        if let (true, Some(v)) = (open, v) {
            ways.push(one((x, v as u128 & m)));
        }
    };
    if matches!(s.node.kind, Kind::UDiv | Kind::SDiv) {
        to(oa, s.a, sw.checked_mul(sb));
        to(
            oa,
            s.a,
            sw.checked_mul(sb).and_then(|p| p.checked_add(sb.signum().wrapping_mul(sb.wrapping_abs().wrapping_sub(1)))),
        );
        to(ob, s.b, sa.checked_div(sw));
        to(ob, s.b, sa.checked_div(sw.wrapping_add(1)).map(|v| v.wrapping_add(1)));
        // All ones come from a division by zero.
        to(ob && want == m, s.b, Some(0));
        if oa && ob {
            ways.push(smallvec![(s.a, want), (s.b, 1)]);
        }
    } else {
        // The nearest number with that remainder, then the remainder itself.
        to(oa, s.a, sa.checked_rem(sb).map(|r| sa.wrapping_sub(r).wrapping_add(sw)));
        to(oa, s.a, Some(sw));
        to(oa, s.a, sb.checked_add(sw));
        to(ob, s.b, sa.checked_sub(sw));
        to(ob && sa == sw, s.b, sa.checked_add(1));
        to(ob && want == 0, s.b, Some(1));
        if oa && ob {
            ways.push(smallvec![(s.a, want), (s.b, want.wrapping_add(1) & m)]);
        }
    }
}
