//! Numbers and characters of a test made simpler, where the run stays the same: 0, 1, small ones, one bit of many, letters.
//!
//! Every change is tried by running. A test that is kept is worth some runs, so this comes after the suite is minimised.

use super::simplify::is_same;
use crescendo_program::FloatKind;
use crescendo_program::ctype::CType;
use crescendo_solver::expr::{Assignment, VarId};
use crescendo_unit::{Input, InputKind, Run, Unit};
use crescendo_vm::symbolic::Outside;

/// Instructions of all tries for one test.
const MOST_WORK: u64 = 2_000_000;
/// What a run costs besides.
const OF_A_RUN: u64 = 2_000;
/// Numbers with more bits may be flags.
const MOST_BITS: u32 = 8;
/// Inputs that are looked at.
const MOST_INPUTS: usize = 64;

/// What a value is read as.
#[derive(Clone, Copy)]
enum Form {
    Number { bits: u32, signed: bool },
    Character,
    Float,
    Double,
}

struct Place {
    variable: VarId,
    form: Form,
}

/// The simplest inputs found that do what these do.
pub(super) fn shrink(unit: &mut Unit, found: &Assignment) -> Assignment {
    let run = unit.run(found);
    let mut tries = Tries { best: found.clone(), left: MOST_WORK.saturating_sub(run.steps), run };
    let places = places(unit, &tries.run);
    // Together first: what decides nothing needs one run.
    let simplest = |best: &Assignment| -> Vec<(VarId, u64)> {
        let first = |p: &Place| Some((p.variable, *candidates(p.form, best.get(p.variable)).first()?));
        places.iter().filter_map(first).collect()
    };
    let all = simplest(&tries.best);
    if all.len() > 1 && tries.holds(unit, &all) {
        return tries.best;
    }
    for p in &places {
        for value in candidates(p.form, tries.best.get(p.variable)) {
            if tries.holds(unit, &[(p.variable, value)]) {
                break;
            }
        }
        if let Form::Number { bits, .. } = p.form {
            fewer_bits(unit, &mut tries, p.variable, bits);
        }
    }
    tries.best
}

/// Flags of which only some matter: the others are cleared. A number that has to be negative stays what it is.
fn fewer_bits(unit: &mut Unit, tries: &mut Tries, variable: VarId, bits: u32) {
    let mask = u64::MAX >> (64 - bits);
    let value = |tries: &Tries| tries.best.get(variable) & mask;
    if value(tries).count_ones() <= MOST_BITS || !tries.holds(unit, &[(variable, value(tries) & (mask >> 1))]) {
        return;
    }
    for low in [0xffff, 0xfff, 0xff] {
        if value(tries) > low {
            let fewer = value(tries) & low;
            tries.holds(unit, &[(variable, fewer)]);
        }
    }
    for bit in (0..bits).rev() {
        let now = value(tries);
        if now >> bit & 1 == 1 {
            tries.holds(unit, &[(variable, now & !(1 << bit))]);
        }
    }
}

struct Tries {
    run: Run,
    best: Assignment,
    /// Instructions that may still be spent.
    left: u64,
}

impl Tries {
    /// Takes the changes if the run stays the same.
    fn holds(&mut self, unit: &mut Unit, changes: &[(VarId, u64)]) -> bool {
        if self.left == 0 {
            return false;
        }
        let mut other = self.best.clone();
        changes.iter().for_each(|(v, value)| other.set(*v, *value));
        let run = unit.run(&other);
        self.left = self.left.saturating_sub(run.steps + OF_A_RUN);
        let same = is_same(&self.run, &run);
        if same {
            self.best = other;
        }
        same
    }
}

fn places(unit: &Unit, run: &Run) -> Vec<Place> {
    let types = &unit.program.types;
    let form = |i: &Input| match i.kind {
        InputKind::Value(ty) => match types.resolved(ty) {
            CType::Char { bits: 8, .. } => Some(Form::Character),
            CType::Int { bits: bits @ 8..=64, signed, .. } => Some(Form::Number { bits: *bits, signed: *signed }),
            CType::Float { kind: FloatKind::F32, .. } => Some(Form::Float),
            CType::Float { kind: FloatKind::F64, .. } => Some(Form::Double),
            _ => None,
        },
        InputKind::Outside(Outside::Byte) => Some(Form::Character),
        InputKind::Outside(Outside::Number) if (2..=64).contains(&i.width) => {
            Some(Form::Number { bits: i.width, signed: true })
        }
        _ => None,
    };
    let driver = unit.driver();
    let used = driver.inputs.all().iter().filter(|i| run.used.contains(&i.variable));
    let all = used.filter_map(|i| Some(Place { variable: i.variable, form: form(i)? }));
    all.take(MOST_INPUTS).collect()
}

/// Simpler values, the simplest first; none for one that is simple.
fn candidates(form: Form, value: u64) -> Vec<u64> {
    match form {
        Form::Number { bits, signed } => numbers(value, bits, signed),
        Form::Character => characters(value as u8),
        Form::Float => {
            let now = f32::from_bits(value as u32) as f64;
            floats(now).into_iter().map(|f| (f as f32).to_bits() as u64).collect()
        }
        Form::Double => floats(f64::from_bits(value)).into_iter().map(f64::to_bits).collect(),
    }
}

fn numbers(value: u64, bits: u32, signed: bool) -> Vec<u64> {
    let mask = u64::MAX >> (64 - bits);
    let value = value & mask;
    let negative = signed && value >> (bits - 1) & 1 == 1;
    let size = if negative { value.wrapping_neg() & mask } else { value };
    if size <= 1 && !negative {
        return Vec::new();
    }
    let mut all = vec![0, 1];
    if size > 9 {
        all.extend([2, 3, 4, 8, 10, 16, 32, 64, 100, 200, 1000].into_iter().filter(|n| *n < size));
        // One bit of many.
        all.extend([size & size.wrapping_neg(), 1 << size.ilog2(), size & 0xff, size & 0xffff]);
    }
    let sign = |n: u64| if negative { n.wrapping_neg() & mask } else { n };
    let mut simpler: Vec<u64> = all.into_iter().map(sign).collect();
    if negative {
        simpler.insert(1, 1);
    }
    let mut seen = vec![value];
    simpler.retain(|n| {
        !seen.contains(n) && {
            seen.push(*n);
            true
        }
    });
    simpler
}

fn characters(value: u8) -> Vec<u64> {
    match value {
        0 | b'0'..=b'9' | b'a'..=b'z' => Vec::new(),
        b'A'..=b'Z' => vec![b'a' as u64],
        _ => [b'a', b'0', b'A', b' ', b'\n'].into_iter().filter(|c| *c != value).map(u64::from).collect(),
    }
}

fn floats(value: f64) -> Vec<f64> {
    if [0.0, 1.0].contains(&value) {
        return Vec::new();
    }
    if value.is_finite() && value.fract() == 0.0 && value.abs() < 10.0 {
        return vec![0.0, 1.0];
    }
    vec![0.0, 1.0, 2.0, 0.5, 10.0, -1.0, 100.0, 1e6, -1e6, value.trunc()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simpler_numbers() {
        assert!(numbers(1, 32, true).is_empty());
        assert_eq!(numbers(7, 32, true), [0, 1]);
        assert_eq!(numbers(0xffff_ffff, 32, true), [0, 1]);
        let flags = numbers(0xffff_ffff, 32, false);
        assert!(flags.contains(&0x8000_0000) && flags.contains(&0xffff) && !flags.contains(&0xffff_ffff));
        let below = numbers(-2000i64 as u64, 64, true);
        assert!(below[..4] == [0, 1, u64::MAX, -2i64 as u64] && below.contains(&(-1000i64 as u64)));
    }
}
