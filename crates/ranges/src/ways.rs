//! Where control goes from an operation, and what a branch says about registers on each way.

use crate::arithmetic::{compare, holding, negated, swapped, truncated};
use crate::function::{FACTS, Facts, Walk};
use crate::shape::{MADE_FROM, NOWHERE};
use crate::values::{Range, Values};
use crescendo_program::op::{Op, Pred, Reg};

impl Walk<'_> {
    /// Where control goes from an operation, beside the next one; `true` if it is a branch of any kind.
    pub(crate) fn leave(&self, at: u32, op: &Op, here: &Facts, ways: &mut Vec<(u32, Facts)>) -> bool {
        let block = |at: u32| self.shape.block_at[at as usize];
        if let Some(c) = branch(op) {
            for (pred, to) in [(c.pred, c.target), (negated(c.pred), at + 1)] {
                let facts = self.assuming(here, pred, c.width, c.a, c.b);
                ways.extend(facts.map(|f| (block(to), f)));
            }
            return true;
        }
        match *op {
            Op::Jmp { t, .. } => ways.push((block(t), here.clone())),
            Op::Switch { a, table, .. } => {
                let table = &self.body.switches[table as usize];
                let v = self.value(here, a);
                let width = table.width.clamp(1, 64);
                for (case, to) in &table.cases {
                    let one = Values::one(*case);
                    if compare(Pred::Eq, width, &v, &one).0 {
                        let mut facts = here.clone();
                        self.learn(&mut facts, a, holding(Pred::Eq, width, &v, &one), 0);
                        ways.push((block(*to), facts));
                    }
                }
                let mut rest = v;
                for (case, _) in &table.cases {
                    rest = holding(Pred::Ne, width, &rest, &Values::one(*case));
                }
                if !rest.is_none() {
                    let mut facts = here.clone();
                    self.learn(&mut facts, a, rest, 0);
                    ways.push((block(table.default), facts));
                }
            }
            Op::BrIndirect { .. } => {
                let starts = self.body.block_starts.iter().filter(|s| (**s as usize) < self.body.code.len());
                ways.extend(starts.map(|s| (block(*s), here.clone())));
            }
            _ => return false,
        }
        true
    }

    /// What is known if a comparison holds; `None` if it cannot.
    fn assuming(&self, here: &Facts, pred: Pred, width: u32, a: Reg, b: Option<Reg>) -> Option<Facts> {
        let (x, y) = (self.value(here, a), b.map_or(Values::one(0), |b| self.value(here, b)));
        let (left, right) = (holding(pred, width, &x, &y), holding(swapped(pred), width, &y, &x));
        if left.is_none() || right.is_none() {
            return None;
        }
        let mut facts = here.clone();
        self.learn(&mut facts, a, left, 0);
        if let Some(b) = b {
            self.learn(&mut facts, b, right, 0);
        }
        // A comparison that was kept as a number: what it says of its operands holds too.
        if b.is_none() && self.shape.is_fixed(self.body, a) && matches!(pred, Pred::Eq | Pred::Ne) {
            if let Some(Op::Cmp { pred: inner, w, a, b, .. }) = self.origin(a)
                && self.shape.is_fixed(self.body, a)
                && self.shape.is_fixed(self.body, b)
            {
                let inner = if pred == Pred::Ne { inner } else { negated(inner) };
                return self.assuming(&facts, inner, w as u32, a, Some(b));
            }
        }
        Some(facts)
    }

    /// The only operation that writes a register.
    fn origin(&self, r: Reg) -> Option<Op> {
        let at = *self.shape.written_at.get(r as usize)?;
        (at != NOWHERE && r < self.body.constants_at).then(|| self.body.code[at as usize])
    }

    /// A register holds one of these; so does what it was made from.
    fn learn(&self, facts: &mut Facts, r: Reg, v: Values, depth: u32) {
        if r >= self.body.constants_at || depth >= MADE_FROM || self.shape.chaotic {
            return;
        }
        if self.value(facts, r) != v && (facts.len() < FACTS || facts.contains_key(&r)) {
            facts.insert(r, v);
        }
        if !self.shape.is_fixed(self.body, r) {
            return;
        }
        let (a, inner) = match self.origin(r) {
            Some(Op::Mov { a, .. }) => (a, v),
            Some(Op::ZExt { from, to, a, .. }) => {
                let most = Values::range(Some(Range::from_unsigned(to as u32, 0, Range::top(from as u32).unsigned.1)));
                (a, truncated(to as u32, from as u32, &v.meet(&most)))
            }
            Some(Op::SExt { from, to, a, .. }) => {
                let all = Range::top(from as u32).signed;
                let all = Values::range(Some(Range::from_signed(to as u32, all.0, all.1)));
                (a, truncated(to as u32, from as u32, &v.meet(&all)))
            }
            _ => return,
        };
        if self.shape.is_fixed(self.body, a) && a < self.body.constants_at {
            let met = self.value(facts, a).meet(&inner);
            if !met.is_none() {
                self.learn(facts, a, met, depth + 1);
            }
        }
    }
}

struct Branch {
    pred: Pred,
    width: u32,
    a: Reg,
    /// `None`: zero.
    b: Option<Reg>,
    target: u32,
}

fn branch(op: &Op) -> Option<Branch> {
    let (pred, width, a, b, target) = match *op {
        Op::BrIf { a, t, .. } => (Pred::Ne, 64, a, None, t),
        Op::BrNot { a, t, .. } => (Pred::Eq, 64, a, None, t),
        Op::BrEq { w, a, b, t, .. } => (Pred::Eq, w as u32, a, Some(b), t),
        Op::BrNe { w, a, b, t, .. } => (Pred::Ne, w as u32, a, Some(b), t),
        Op::BrUlt { w, a, b, t, .. } => (Pred::Ult, w as u32, a, Some(b), t),
        Op::BrUle { w, a, b, t, .. } => (Pred::Ule, w as u32, a, Some(b), t),
        Op::BrSlt32 { a, b, t, .. } => (Pred::Slt, 32, a, Some(b), t),
        Op::BrSle32 { a, b, t, .. } => (Pred::Sle, 32, a, Some(b), t),
        Op::BrSlt64 { a, b, t, .. } => (Pred::Slt, 64, a, Some(b), t),
        Op::BrSle64 { a, b, t, .. } => (Pred::Sle, 64, a, Some(b), t),
        _ => return None,
    };
    Some(Branch { pred, width, a, b, target })
}
