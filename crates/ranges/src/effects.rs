//! What a function does to others: calls with their arguments, stores to globals, what it returns.

use crate::cells::CellId;
use crate::values::Values;
use crescendo_program::FunctionId;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default)]
pub struct Effects {
    pub calls: BTreeMap<FunctionId, Vec<Values>>,
    /// With the width in bits.
    pub stores: BTreeMap<CellId, (Values, u32)>,
    /// `None`: it never returns.
    pub returned: Option<Values>,
}

impl Effects {
    pub fn call(&mut self, callee: FunctionId, args: Vec<Values>, widths: &[u32]) {
        match self.calls.get_mut(&callee) {
            Some(known) => known.iter_mut().zip(args).zip(widths).for_each(|((k, a), w)| *k = k.join(&a, *w)),
            None => drop(self.calls.insert(callee, args)),
        }
    }

    pub fn store(&mut self, cell: CellId, v: Values, bits: u32) {
        let known = self.stores.entry(cell).or_insert((Values::NONE, bits));
        known.0 = known.0.join(&v, bits);
    }

    pub fn ret(&mut self, v: Values, width: u32) {
        self.returned = Some(self.returned.map_or(v, |r| r.join(&v, width)));
    }
}
