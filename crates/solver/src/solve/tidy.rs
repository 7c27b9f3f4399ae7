//! Models that people can read: variables go back to the hint where that does not matter, then to small numbers, plain
//! characters and round floats.

use super::cheap::small::{self, float_kind};
use super::cheap::{Domain, Trial};
use super::{Answer, Query, Solve, Stats};
use crate::expr::{Assignment, Pool, VarId};
use crescendo_number::{float, wide};
use crescendo_program::FloatKind;

/// Steps to compute at most.
const MAX_WORK: u64 = 60_000;
/// The same for small numbers in place of those that stayed large.
const MAX_WORK_SMALL: u64 = 60_000;

/// Simplifies the values of a trial in which all constraints hold.
pub(super) fn tidy(t: &mut Trial, hint: &Assignment) {
    let until = t.work_done + MAX_WORK;
    let variables = t.variables.clone();
    for &v in &variables {
        let w = t.width(v);
        if w > 128 {
            continue;
        }
        let was = wide::to_u128(&hint.get_words(VarId(t.step(v).node.a), w));
        if t.value(v) == was || t.attempt(&[(v, was)]).is_ok() {
            continue;
        }
        match float_kind(t, v) {
            Some(kind) => tidy_float(t, v, kind),
            // A large number that others hang on to: they may follow it to a better one.
            None if is_large(t.value(v), w) && [was, 0, 1].into_iter().any(|c| t.attempt_with_others((v, c))) => {}
            None => tidy_integer(t, v, w),
        }
        if t.work_done > until {
            return;
        }
    }
}

/// Small numbers for what is still large, together: one alone cannot change where a product ties them.
fn shrink(t: &mut Trial, hint: &Assignment) {
    let is_odd = |v: &u32| {
        let (w, value) = (t.width(*v), t.value(*v));
        let hinted = hint.get_words(VarId(t.step(*v).node.a), w);
        w <= 64 && is_large(value, w) && value != hinted[0] as u128 && float_kind(t, *v).is_none()
    };
    let large: Vec<u32> = t.variables.iter().copied().filter(is_odd).collect();
    // All variables if they are few: those that are small now may be so because others are not.
    let chosen = if large.is_empty() || t.variables.len() > small::MAX_VARIABLES { large } else { t.variables.clone() };
    let widths: Vec<(u32, u32)> = chosen.iter().map(|v| (*v, t.width(*v))).collect();
    let domain = |v: u32| widths.iter().find(|x| x.0 == v && x.1 <= 64).map(|x| Domain::full(x.1));
    small::search(t, &chosen, domain, hint, MAX_WORK_SMALL);
}

fn is_large(value: u128, w: u32) -> bool {
    (((value << (128 - w)) as i128) >> (128 - w)).unsigned_abs() > 0xffff
}

fn tidy_float(t: &mut Trial, v: u32, kind: FloatKind) {
    let now = t.value(v);
    let x = float::to_f64(kind, now);
    let whole = float::round(kind, now, float::Mode::TowardZero);
    let tenth = (x * 10.0).round() / 10.0;
    let short = float::convert(FloatKind::F16, kind, float::convert(kind, FloatKind::F16, now));
    let of = |x: f64| float::from_f64(kind, x);
    for c in [0, of(1.0), of(-1.0), of(2.0), whole, of(x.floor()), of(x.ceil()), of(tenth), short] {
        if t.attempt(&[(v, c)]).is_ok() {
            return;
        }
    }
}

fn tidy_integer(t: &mut Trial, v: u32, w: u32) {
    let mask = if w == 128 { u128::MAX } else { (1 << w) - 1 };
    let signed = |x: u128| ((x << (128 - w)) as i128) >> (128 - w);
    let now = signed(t.value(v));
    let printable = |x: i128| w == 8 && (0x20..0x7f).contains(&x);
    if printable(now) {
        return;
    }
    let magnitude = now.unsigned_abs();
    let small = [0i128, 1, -1, 2, 3, 4, 5, 7, 8, 10, 16, 32, 64, 100, 255, 256, 1000];
    for c in small.into_iter().filter(|c| c.unsigned_abs() < magnitude) {
        if t.attempt(&[(v, c as u128 & mask)]).is_ok() {
            return;
        }
    }
    // Fewer bits of the same number.
    if is_large(t.value(v), w) {
        for bits in (4..w).step_by(4) {
            let low = t.value(v) & ((1 << bits) - 1);
            if t.attempt(&[(v, low)]).is_ok() {
                break;
            }
        }
    }
    let now = signed(t.value(v));
    let magnitude = now.unsigned_abs();
    // Between 0, which will not do, and here, which will: the nearest to 0 if there is one boundary.
    let (mut bad, mut good) = (0u128, magnitude);
    while good - bad > 1 {
        let middle = bad + (good - bad) / 2;
        let c = if now < 0 { (middle as i128).wrapping_neg() } else { middle as i128 };
        if t.attempt(&[(v, c as u128 & mask)]).is_ok() {
            good = middle;
        } else {
            bad = middle;
        }
    }
}

/// Tidies the models of the wrapped layer.
pub struct Tidied<S> {
    inner: S,
    trial: Trial,
}

impl<S: Solve> Tidied<S> {
    pub fn new(inner: S) -> Self {
        Tidied { inner, trial: Trial::default() }
    }
}

impl<S: Solve> Solve for Tidied<S> {
    fn name(&self) -> &'static str {
        "tidy"
    }

    fn solve(&mut self, pool: &Pool, query: &Query) -> Answer {
        match self.inner.solve(pool, query) {
            Answer::Sat(model) => {
                self.trial.start(pool, query.constraints, &model);
                // A wrong model is for `Checked` to find.
                if self.trial.first_false().is_some() {
                    return Answer::Sat(model);
                }
                tidy(&mut self.trial, query.hint);
                shrink(&mut self.trial, query.hint);
                Answer::Sat(self.trial.at.clone())
            }
            other => other,
        }
    }

    fn stats(&self, out: &mut Stats) {
        self.inner.stats(out);
    }
}
