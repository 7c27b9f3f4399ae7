//! Boundary values: at every comparison that depends on inputs, a wish for each boundary value not seen yet.

use super::{Aims, Seen, Target, Wish};
use crescendo_program::cover::{Boundary, GoalId};
use crescendo_program::op::Pred;
use crescendo_solver::expr::{ExprId, Pool};
use crescendo_vm::trace::{Compared, EventKind};

pub struct BoundaryAim;

impl Aims for BoundaryAim {
    fn observe(&mut self, seen: &Seen, pool: &mut Pool) -> (bool, Vec<Wish>) {
        let mut wishes = Vec::new();
        let deciding =
            seen.run.events.iter().enumerate().skip(seen.new_from).filter_map(|(at, event)| match event.kind {
                EventKind::Branch { site, compared, .. } | EventKind::Value { site, compared, .. } => {
                    Some((at, site, compared?))
                }
                _ => None,
            });
        let settled = seen.run.settled.iter().filter(|s| s.at >= seen.new_from).map(|s| (s.at, s.site, s.compared));
        for (at, site, c) in deciding.chain(settled) {
            let Some(b) = &seen.cover.site(site).boundary else { continue };
            for (i, &difference) in b.differences.iter().enumerate() {
                let goal = GoalId(b.first_goal.0 + i as u32);
                if !seen.covered.is_hit(goal) {
                    let extra = apart(pool, &c, b, difference);
                    wishes.push(Wish { at, extra, target: Target::Goal(goal) });
                }
            }
        }
        // Its goals are in the cover map, so the loop sees by itself what was gained.
        (false, wishes)
    }

    fn observe_refused(&mut self, seen: &Seen, pool: &mut Pool) -> Vec<Wish> {
        self.observe(seen, pool).1
    }

    fn wants(&self, _target: Target) -> bool {
        false
    }

    fn wanted(&self) -> Vec<GoalId> {
        Vec::new()
    }
}

/// The left side is `difference` more than the right one. Ordered numbers do not lie one apart round the ends.
fn apart(pool: &mut Pool, c: &Compared, b: &Boundary, difference: i8) -> Vec<ExprId> {
    let width = pool.width(c.left);
    let by = pool.constant(difference as i64 as u64, width.min(64));
    let by = pool.sext(by, width);
    let moved = pool.add(c.right, by);
    let mut all = vec![pool.eq(c.left, moved)];
    if difference != 0 && !matches!(b.pred, Pred::Eq | Pred::Ne) {
        let (low, high) = if difference < 0 { (c.left, c.right) } else { (c.right, c.left) };
        all.push(if b.is_signed() { pool.slt(low, high) } else { pool.ult(low, high) });
    }
    all
}
