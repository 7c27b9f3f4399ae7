//! The inputs that come to a node, and those that leave it by a given way.

use super::node::{Edge, NONE, What};
use super::{Node, Tree};
use crescendo_program::cover::{CoverMap, SiteKind};
use crescendo_program::source::PosId;
use crescendo_solver::expr::{ExprId, Pool};

/// Conditions with the place each comes from.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    pub terms: Vec<ExprId>,
    pub positions: Vec<PosId>,
    /// Those that are assumptions of the driver.
    pub assumed: Vec<ExprId>,
    /// Those that hold only because a value was made concrete on the way.
    pub concrete: Vec<ExprId>,
}

impl Conditions {
    /// Where these of the conditions stand, in path order.
    pub fn at(&self, core: &[ExprId]) -> Vec<PosId> {
        self.terms.iter().zip(&self.positions).filter(|(t, _)| core.contains(t)).map(|(_, p)| *p).collect()
    }

    fn push(&mut self, term: ExprId, position: PosId) {
        self.terms.push(term);
        self.positions.push(position);
    }
}

impl Tree {
    /// What must hold to come to the edge's node and leave by the edge; the edge's own conditions come last.
    /// `None`: the edge is gone.
    pub fn conditions(&self, edge: Edge, cover: &CoverMap, pool: &mut Pool) -> Option<Conditions> {
        self.node(edge)?;
        let mut conditions = Conditions::default();
        for (node, slot) in self.way_to(edge) {
            let n = &self.nodes[node as usize];
            // Both outcomes of a value go on alike.
            if !matches!(n.what, What::Value(_)) || node == edge.node {
                own(n, slot, cover, pool, &mut conditions);
                if matches!(n.what, What::Assume) {
                    conditions.assumed.extend(conditions.terms.last());
                }
                if matches!(n.what, What::Concrete(_)) && node != edge.node {
                    conditions.concrete.extend(conditions.terms.last());
                }
            }
        }
        Some(conditions)
    }
}

impl Tree {
    /// The nodes from the root to an edge, with the ways that lead on.
    pub fn way_to(&self, edge: Edge) -> Vec<(u32, u32)> {
        let mut way = vec![(edge.node, edge.slot)];
        let mut at = edge.node;
        while self.nodes[at as usize].parent != NONE {
            let n = &self.nodes[at as usize];
            way.push((n.parent, n.parent_slot));
            at = n.parent;
        }
        way.reverse();
        way
    }
}

fn own(n: &Node, slot: u32, cover: &CoverMap, pool: &mut Pool, out: &mut Conditions) {
    match n.what {
        What::Switch(site) => {
            let SiteKind::Switch { cases, width } = &cover.sites[site.0 as usize].kind else { return };
            let width = if pool.width(n.term) > 0 { pool.width(n.term) } else { *width };
            let case = |v: u64, pool: &mut Pool| {
                let v = pool.constant(v, width);
                pool.eq(n.term, v)
            };
            match cases.get(slot as usize) {
                Some(&v) => out.push(case(v, pool), n.position),
                None => {
                    for &v in cases {
                        let is = case(v, pool);
                        out.push(pool.not(is), n.position);
                    }
                }
            }
        }
        What::Concrete(_) if slot == 0 => {
            for &(_, holds) in &n.values {
                out.push(pool.not(holds), n.position);
            }
        }
        What::Concrete(_) => out.push(n.values[slot as usize - 1].1, n.position),
        _ if slot == 1 => out.push(n.term, n.position),
        _ => out.push(pool.not(n.term), n.position),
    }
}
