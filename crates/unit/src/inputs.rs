//! The inputs of a unit, named by access path. A path keeps its variable from run to run.

use crescendo_program::ctype::TypeId;
use crescendo_solver::expr::{Assignment, Pool, VarId};
use crescendo_vm::symbolic::Outside;
use std::collections::HashMap;

/// What an input's number means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// A value of that type.
    Value(TypeId),
    /// What a pointer points to: 0 an object of its own, 1 nothing (null).
    Pointer(TypeId),
    /// Plain bits: the type is not known.
    Bits,
    /// One less than the number of elements behind a pointer.
    Length,
    /// From outside the unit: a file, a failure, the time.
    Outside(Outside),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    pub path: String,
    pub kind: InputKind,
    pub variable: VarId,
    pub width: u32,
}

#[derive(Clone, Debug, Default)]
pub struct Inputs {
    all: Vec<Input>,
    by_path: HashMap<String, usize>,
}

impl Inputs {
    /// The input of that path, made on first sight.
    pub fn get(&mut self, pool: &mut Pool, path: &str, kind: InputKind, width: u32) -> VarId {
        if let Some(&i) = self.by_path.get(path) {
            return self.all[i].variable;
        }
        let variable = pool.new_variable(path, width);
        self.by_path.insert(path.to_string(), self.all.len());
        self.all.push(Input { path: path.to_string(), kind, variable, width });
        variable
    }

    pub fn all(&self) -> &[Input] {
        &self.all
    }

    /// Whether the input is cut off at a bound of the driver.
    pub fn is_bounded(&self, v: VarId) -> bool {
        self.all
            .iter()
            .any(|i| i.variable == v && matches!(i.kind, InputKind::Length | InputKind::Outside(Outside::Length)))
    }

    pub fn find(&self, path: &str) -> Option<&Input> {
        self.by_path.get(path).map(|&i| &self.all[i])
    }

    /// Each input with its value, those of the run only.
    pub fn values<'a>(&'a self, used: &'a [VarId], a: &'a Assignment) -> impl Iterator<Item = (&'a Input, Vec<u64>)> {
        let mut mine: Vec<&Input> = self.all.iter().filter(|i| used.contains(&i.variable)).collect();
        mine.sort_by_key(|i| i.variable);
        mine.into_iter().map(|i| (i, a.get_words(i.variable, i.width).to_vec()))
    }
}
