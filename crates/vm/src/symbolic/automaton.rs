//! Tables that lead to tables, as those of generated scanners and parsers do: what is read from one is part of the place in the next.
//! As terms, a few steps of such an automaton are more than a solver sees through. So the path decides which entry was read, and
//! from there on the automaton's state is a plain number.

use super::place::Place;
use crate::machine::Vm;
use crate::stop::Stop;
use crate::trace::Concretised;
use crescendo_solver::expr::{ExprId, Kind, Pool};

/// Operations between an entry and the address made of it.
const DEPTH: u32 = 12;

impl<'p> Vm<'p> {
    /// A place in a constant table, without the entries of other tables in its address.
    pub(super) fn settle_entries(&mut self, place: Place) -> Result<Place, Stop> {
        if !has_entry(&self.sym().pool, place.term, 0) {
            return Ok(place);
        }
        let here = self.memory.info(place.address).or_else(|| self.memory.home(place.home));
        if !here.is_some_and(|o| o.constant) {
            return Ok(place);
        }
        let term = self.without_entries(place.term, 0)?;
        let term = if self.sym().pool.is_constant(term) { ExprId::NONE } else { term };
        Ok(Place { term, ..place })
    }

    /// The same term with the entries of tables as the numbers they are in this run, which the path notes.
    fn without_entries(&mut self, e: ExprId, depth: u32) -> Result<ExprId, Stop> {
        let n = self.sym().pool.node(e);
        if depth > DEPTH {
            return Ok(e);
        }
        if is_entry(&self.sym().pool, e) {
            return self.settled_entry(e);
        }
        match n.kind {
            Kind::Add | Kind::Sub => {
                let a = self.without_entries(n.a(), depth + 1)?;
                let b = self.without_entries(n.b(), depth + 1)?;
                let p = &mut self.sym().pool;
                Ok(if n.kind == Kind::Add { p.add(a, b) } else { p.sub(a, b) })
            }
            Kind::Mul | Kind::Shl => {
                let a = self.without_entries(n.a(), depth + 1)?;
                let p = &mut self.sym().pool;
                Ok(if n.kind == Kind::Mul { p.mul(a, n.b()) } else { p.shl(a, n.b()) })
            }
            Kind::ZExt | Kind::SExt => {
                let a = self.without_entries(n.a(), depth + 1)?;
                let p = &mut self.sym().pool;
                let width = n.width as u32;
                Ok(if n.kind == Kind::ZExt { p.zext(a, width) } else { p.sext(a, width) })
            }
            Kind::Concat => {
                let a = self.without_entries(n.a(), depth + 1)?;
                Ok(self.sym().pool.concat(a, n.b()))
            }
            _ => Ok(e),
        }
    }

    fn settled_entry(&mut self, e: ExprId) -> Result<ExprId, Stop> {
        if let Some(&number) = self.sym().entries.get(&e) {
            return Ok(number);
        }
        let s = self.sym();
        let (value, width) = (s.evaluate(e)[0], s.pool.width(e));
        let number = s.pool.constant(value, width);
        s.entries.insert(e, number);
        self.concretise(e, value, Concretised::Entry)?;
        Ok(number)
    }
}

/// Whether an address has the entry of a table as a summand.
fn has_entry(p: &Pool, e: ExprId, depth: u32) -> bool {
    let n = p.node(e);
    let go = |e: ExprId| has_entry(p, e, depth + 1);
    match n.kind {
        _ if depth > DEPTH => false,
        Kind::Add | Kind::Sub => go(n.a()) || go(n.b()),
        Kind::Mul | Kind::Shl if p.is_constant(n.b()) => go(n.a()),
        Kind::ZExt | Kind::SExt => go(n.a()),
        Kind::Concat => is_entry(p, e) || p.is_constant(n.b()) && go(n.a()),
        Kind::Select => is_entry(p, e),
        _ => false,
    }
}

/// A byte of a table of constants, or some side by side.
fn is_entry(p: &Pool, e: ExprId) -> bool {
    let n = p.node(e);
    match n.kind {
        Kind::Select => p.node(n.a()).kind == Kind::Table,
        Kind::Concat if n.width <= 64 => is_entry(p, n.a()) && is_entry(p, n.b()),
        _ => false,
    }
}
