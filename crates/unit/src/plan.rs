//! What the user says about a unit: which callees are stubs, and what its inputs may be.
//!
//! Rules on inputs are assumptions: each is an event of the run, and inputs that break one do not count.

use crate::driver::Driver;
use crate::inputs::InputKind;
use crescendo_program::FunctionId;
use crescendo_program::ctype::CType;
use crescendo_solver::expr::{ExprId, VarId};
use crescendo_vm::{Stop, Vm};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Functions that are not executed: each call gives a fresh result.
    pub stubbed: BTreeSet<FunctionId>,
    /// Those of them that also write what they can reach.
    pub havoc: BTreeSet<FunctionId>,
    /// Stubs write fresh values to local variables whose addresses they get: those are mostly there for results.
    pub fills_locals: bool,
    /// By access path.
    pub rules: BTreeMap<String, Vec<Rule>>,
}

/// What is assumed of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Both ends belong to it.
    Range {
        low: i128,
        high: i128,
    },
    /// The same, known of every run of the program by an analysis of all of it.
    Known {
        low: i128,
        high: i128,
    },
    NonNull,
    /// The input, a count, says how many elements there are behind this pointer.
    Counts {
        pointer: String,
    },
}

impl Rule {
    /// What it says of the input at a path.
    pub fn told(&self, path: &str) -> String {
        match self {
            Rule::Range { low, high } => format!("{path} is in {low}..{high}"),
            Rule::Known { low, high } if low == high => format!("{path} is {low} in every call of this program"),
            Rule::Known { low, high } => format!("{path} is in {low}..{high} in every call of this program"),
            Rule::NonNull => format!("{path} is not null"),
            Rule::Counts { pointer } => format!("{path} is the number of elements of {pointer}"),
        }
    }
}

/// A rule whose input the present run has.
#[derive(Clone, Debug)]
pub(crate) struct Due {
    rule: Rule,
    kind: InputKind,
    variable: VarId,
    width: u32,
}

impl Driver<'_> {
    /// An input is used: its rules are due.
    pub(crate) fn note_rules(&mut self, path: &str, kind: InputKind, variable: VarId, width: u32) {
        if let Some(rules) = self.plan.rules.get(path) {
            self.due.extend(rules.iter().map(|rule| Due { rule: rule.clone(), kind, variable, width }));
            let known = rules.iter().filter(|r| matches!(r, Rule::Known { .. }));
            self.ranges.extend(known.map(|r| r.told(path)));
        }
    }

    /// Assumes what is due. Called whenever the driver has made inputs.
    pub(crate) fn assume_rules(&mut self, vm: &mut Vm) -> Result<(), Stop> {
        if self.due.is_empty() {
            return Ok(());
        }
        let mut later = Vec::new();
        for due in std::mem::take(&mut self.due) {
            match self.condition(vm, &due) {
                Some(holds) => vm.assume(holds)?,
                None => later.push(due),
            }
        }
        self.due = later;
        Ok(())
    }

    /// `None`: it speaks of an input that the run does not have yet.
    fn condition(&mut self, vm: &mut Vm, due: &Due) -> Option<ExprId> {
        let Due { kind, variable, width, .. } = *due;
        match &due.rule {
            Rule::Range { low, high } | Rule::Known { low, high } => {
                let signed = match kind {
                    InputKind::Value(ty) => match self.program.types.resolved(ty) {
                        CType::Int { signed, .. } | CType::Char { signed, .. } => *signed,
                        CType::Enum(e) => e.signed,
                        _ => false,
                    },
                    _ => false,
                };
                let pool = &mut vm.sym().pool;
                let v = pool.var(variable);
                let (low, high) = (pool.constant(*low as u64, width), pool.constant(*high as u64, width));
                let (above, below) = match signed {
                    true => (pool.sle(low, v), pool.sle(v, high)),
                    false => (pool.ule(low, v), pool.ule(v, high)),
                };
                Some(pool.and(above, below))
            }
            Rule::NonNull => {
                // Null is the last choice, and so are all numbers past it.
                let null = self.choices.get(&variable)?.len() as u64 - 1;
                let pool = &mut vm.sym().pool;
                let (v, null) = (pool.var(variable), pool.constant(null, width));
                Some(pool.ult(v, null))
            }
            Rule::Counts { pointer } => {
                let length = self.inputs.find(&format!("len({pointer})"))?;
                let (other, most) = (length.variable, length.width);
                if !self.used.contains(&other) {
                    return None;
                }
                let pool = &mut vm.sym().pool;
                let wide = width.max(most + 1);
                let (count, length) = (pool.var(variable), pool.var(other));
                let (count, length) = (pool.zext(count, wide), pool.zext(length, wide));
                let (zero, one) = (pool.constant(0, wide), pool.constant(1, wide));
                let elements = pool.add(length, one);
                let same = pool.eq(count, elements);
                // An object has an element at least; one of one element also stands for none.
                let (none, single) = (pool.eq(count, zero), pool.eq(length, zero));
                let empty = pool.and(none, single);
                Some(pool.or(same, empty))
            }
        }
    }
}
