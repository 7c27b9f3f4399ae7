//! Value ranges: what integer parameters and globals may be in every run of a program, by an interval analysis of all of it.
//!
//! Sound as far as the program stays within C: a run that has read or written out of bounds may do anything after. A function
//! that code outside may call, or that is called through pointers, may get anything; so may a global whose address goes
//! anywhere. Who is `open` that way is said by the caller, who knows which code is missing.
//!
//! `values` is the lattice, `arithmetic` and `transfer` what operations do to it, `cells` are globals, `function` walks one
//! function (`ways`: from block to block), `whole` all of them until nothing changes, `told` says it in C's terms.

mod arithmetic;
mod cells;
mod effects;
mod function;
mod shape;
mod told;
mod transfer;
mod values;
mod ways;
mod whole;

use crescendo_program::{FunctionId, GlobalId, Program};
use std::collections::BTreeMap;

/// What an integer may be: both ends belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The access path of the input: a parameter's name, `global`, `global.member`.
    pub path: String,
    pub low: i128,
    pub high: i128,
}

/// Which code is not known.
pub struct Open {
    /// By function: others than the given functions may call it, or calls go through pointers.
    pub functions: Vec<bool>,
    /// By global: others may write it.
    pub globals: Vec<bool>,
}

#[derive(Clone, Debug, Default)]
pub struct Ranges {
    /// By function: its parameters that are not of the whole range of their type.
    params: BTreeMap<FunctionId, Vec<Span>>,
    /// By global: itself, or its members.
    globals: BTreeMap<GlobalId, Vec<Span>>,
    /// How many walks of functions that took.
    pub walks: usize,
}

impl Ranges {
    pub fn new(program: &Program, open: Open) -> Ranges {
        let cells = cells::Cells::new(program, &|g| !open.globals[g.0 as usize]);
        let Some(whole) = whole::whole(program, cells, open.functions) else { return Ranges::default() };
        told::tell(program, &whole)
    }

    pub fn of_function(&self, f: FunctionId) -> &[Span] {
        self.params.get(&f).map_or(&[], |s| s)
    }

    pub fn of_global(&self, g: GlobalId) -> &[Span] {
        self.globals.get(&g).map_or(&[], |s| s)
    }

    pub fn functions(&self) -> impl Iterator<Item = (FunctionId, &[Span])> {
        self.params.iter().map(|(f, s)| (*f, s.as_slice()))
    }

    pub fn globals(&self) -> impl Iterator<Item = (GlobalId, &[Span])> {
        self.globals.iter().map(|(g, s)| (*g, s.as_slice()))
    }
}
