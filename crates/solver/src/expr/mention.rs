//! Which variables terms mention, without compiling them: terms share most of their parts, and each part is looked at once.

use super::{ExprId, Kind, Pool, VarId};
use rustc_hash::FxHashSet;

/// The variables of all terms that were added.
#[derive(Clone, Debug, Default)]
pub struct Mentioned {
    seen: FxHashSet<ExprId>,
    variables: FxHashSet<VarId>,
}

impl Mentioned {
    pub fn add(&mut self, pool: &Pool, term: ExprId) {
        let mut waiting = vec![term];
        while let Some(e) = waiting.pop() {
            if !self.seen.insert(e) {
                continue;
            }
            let n = pool.node(e);
            match n.kind {
                Kind::Var => drop(self.variables.insert(VarId(n.a))),
                _ => waiting.extend(n.operands()),
            }
        }
    }

    pub fn has(&self, v: VarId) -> bool {
        self.variables.contains(&v)
    }

    pub fn clear(&mut self) {
        self.seen.clear();
        self.variables.clear();
    }
}

/// The variables of a term of at most `most` parts.
pub fn variables_of_small(pool: &Pool, term: ExprId, most: usize) -> Option<Vec<VarId>> {
    let (mut waiting, mut seen, mut found) = (vec![term], Vec::new(), Vec::new());
    while let Some(e) = waiting.pop() {
        if seen.contains(&e) {
            continue;
        }
        if seen.len() == most {
            return None;
        }
        seen.push(e);
        let n = pool.node(e);
        match n.kind {
            Kind::Var => found.push(VarId(n.a)),
            _ => waiting.extend(n.operands()),
        }
    }
    Some(found)
}
