//! Terms that outlive their pool: a compact list of operations that can be written to a file, read back, and made anew in any
//! pool, with other terms in place of variables.
//!
//! Invariant: operands stand before the operations that use them, so one pass makes all of them.

use super::node::{Arity, ExprId, Kind, Node};
use super::pool::Pool;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Kind, format, width and operands; the operands of a term are places in the list.
type Operation = (Kind, u8, u16, u32, u32, u32);

/// Terms without a pool. Each is known by its place in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Portable {
    /// Names and widths.
    pub variables: Vec<(String, u32)>,
    operations: Vec<Operation>,
    tables: Vec<Vec<u8>>,
    numbers: Vec<Vec<u64>>,
    /// Of the operations: made when it is first added to.
    #[serde(skip)]
    known: HashMap<Operation, u32>,
    #[serde(skip)]
    names: HashMap<String, u32>,
    /// What terms of a pool became, as long as their numbers mean the same.
    #[serde(skip)]
    added: (u64, HashMap<ExprId, u32>),
}

/// The text was changed by somebody else.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these are no terms of this tool")]
pub struct NotTerms;

impl Portable {
    /// How many operations there are.
    pub fn len(&self) -> usize {
        self.operations.len()
    }

    pub fn is_empty(&self) -> bool {
        self.operations.is_empty()
    }

    /// Takes a term in; its place. Variables are known by their names.
    pub fn add(&mut self, pool: &Pool, term: ExprId) -> u32 {
        if self.added.0 != pool.era() {
            self.added = (pool.era(), HashMap::new());
        }
        if self.known.len() != self.operations.len() {
            self.known = self.operations.iter().copied().zip(0..).collect();
            self.names = self.variables.iter().map(|v| v.0.clone()).zip(0..).collect();
        }
        let mut stack = vec![term];
        while let Some(&e) = stack.last() {
            if self.added.1.contains_key(&e) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(pool.node(e).operands().filter(|o| !self.added.1.contains_key(o)));
            if stack.len() == before {
                let place = self.add_operation(pool, e);
                self.added.1.insert(e, place);
                stack.pop();
            }
        }
        self.added.1[&term]
    }

    /// A term whose operands are there.
    fn add_operation(&mut self, pool: &Pool, e: ExprId) -> u32 {
        let mut n = pool.node(e);
        match n.kind {
            Kind::Const => {}
            Kind::WideConst => n.a = place_of(&mut self.numbers, pool.wide_words(&n).to_vec()),
            Kind::Table => n.a = place_of(&mut self.tables, pool.table(super::TableId(n.a)).to_vec()),
            Kind::Var => {
                let v = pool.variable(super::VarId(n.a));
                let next = self.variables.len() as u32;
                n.a = *self.names.entry(v.name.to_string()).or_insert_with(|| {
                    self.variables.push((v.name.to_string(), v.width));
                    next
                });
            }
            _ => {
                let count = n.operands().count();
                for field in [&mut n.a, &mut n.b, &mut n.c].into_iter().take(count) {
                    *field = self.added.1[&ExprId(*field)];
                }
            }
        }
        let operation = (n.kind, n.aux, n.width, n.a, n.b, n.c);
        let next = self.operations.len() as u32;
        *self.known.entry(operation).or_insert_with(|| {
            self.operations.push(operation);
            next
        })
    }

    /// Makes some of the terms in a pool. `variable` gives what stands for a variable, a term of the same width.
    pub fn make(
        &self,
        pool: &mut Pool,
        terms: &[u32],
        variable: &mut dyn FnMut(&mut Pool, &str, u32) -> ExprId,
    ) -> Result<Vec<ExprId>, NotTerms> {
        let mut needed = vec![false; self.operations.len()];
        let mut stack = terms.to_vec();
        while let Some(t) = stack.pop() {
            let flag = needed.get_mut(t as usize).ok_or(NotTerms)?;
            if !std::mem::replace(flag, true) {
                let before = self.node(t)?.operands().map(|o| o.0).collect::<Vec<_>>();
                // Also what keeps this loop from running for ever.
                if before.iter().any(|o| *o >= t) {
                    return Err(NotTerms);
                }
                stack.extend(before);
            }
        }
        let mut made = vec![ExprId::NONE; self.operations.len()];
        for place in (0..self.operations.len()).filter(|p| needed[*p]) {
            made[place] = self.make_one(pool, place as u32, &made, variable)?;
        }
        Ok(terms.iter().map(|t| made[*t as usize]).collect())
    }

    fn node(&self, place: u32) -> Result<Node, NotTerms> {
        let &(kind, aux, width, a, b, c) = self.operations.get(place as usize).ok_or(NotTerms)?;
        Ok(Node { kind, aux, width, a, b, c })
    }

    fn make_one(
        &self,
        pool: &mut Pool,
        place: u32,
        made: &[ExprId],
        variable: &mut dyn FnMut(&mut Pool, &str, u32) -> ExprId,
    ) -> Result<ExprId, NotTerms> {
        let mut n = self.node(place)?;
        let width = n.width as u32;
        match n.kind {
            Kind::Const => return Ok(pool.constant(n.value(), width)),
            Kind::WideConst => {
                let words = self.numbers.get(n.a as usize).ok_or(NotTerms)?;
                return Ok(pool.constant_words(words, width));
            }
            Kind::Table => return Ok(pool.new_table(self.tables.get(n.a as usize).ok_or(NotTerms)?)),
            Kind::Var => {
                let (name, width) = self.variables.get(n.a as usize).ok_or(NotTerms)?;
                let term = variable(pool, name, *width);
                return if pool.width(term) == *width { Ok(term) } else { Err(NotTerms) };
            }
            _ => {}
        }
        let count = match n.kind.arity() {
            Arity::Leaf => 0,
            Arity::One => 1,
            Arity::Two => 2,
            Arity::Three => 3,
        };
        for field in [&mut n.a, &mut n.b, &mut n.c].into_iter().take(count) {
            *field = made[*field as usize].0;
        }
        Ok(match n.kind {
            Kind::FromBits => pool.as_float(n.format(), n.a()),
            Kind::ToBits => pool.bits_of(n.format(), n.a()),
            k if k.is_float() => pool.intern(n),
            _ => pool.make(n),
        })
    }
}

fn place_of<T: PartialEq>(list: &mut Vec<T>, item: T) -> u32 {
    let at = list.iter().position(|i| *i == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    });
    at as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::{Assignment, Program, Scratch, VarId};

    /// A variable becomes another term, the rest stays what it was.
    #[test]
    fn substitutes() {
        let mut pool = Pool::new();
        let (x, y) = (pool.new_variable("x", 32), pool.new_variable("y", 32));
        let (x, y) = (pool.var(x), pool.var(y));
        let five = pool.constant(5, 32);
        let sum = pool.add(x, y);
        let less = pool.slt(sum, five);
        let mut terms = Portable::default();
        let place = terms.add(&pool, less);
        assert_eq!(terms.add(&pool, less), place);

        let mut other = Pool::new();
        let z = other.new_variable("z", 32);
        let made = terms.make(&mut other, &[place], &mut |p, name, width| match name {
            "x" => p.constant(7, width),
            _ => p.var(z),
        });
        let made = made.unwrap()[0];
        let program = Program::new(&other, &[made]);
        let mut values = Assignment::new();
        let mut holds = |v: i32| {
            values.set(VarId(0), v as u32 as u64);
            program.all_true(&values, &mut Scratch::default())
        };
        assert!(holds(-3) && !holds(-2));
    }

    #[test]
    fn refuses_nonsense() {
        let terms = Portable { operations: vec![(Kind::Not, 0, 1, 0, 0, 0)], ..Portable::default() };
        let mut none = |p: &mut Pool, _: &str, w: u32| p.constant(0, w);
        assert_eq!(terms.make(&mut Pool::new(), &[0], &mut none), Err(NotTerms));
        assert_eq!(terms.make(&mut Pool::new(), &[1], &mut none), Err(NotTerms));
    }
}
