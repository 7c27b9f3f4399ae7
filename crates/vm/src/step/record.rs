//! Coverage of a concrete run: looks at each operation before it is executed.

use crate::machine::Vm;
use crescendo_program::op::Op;

impl Vm<'_> {
    /// Records what the operation at `at` of the innermost frame's code is about to do.
    #[inline(always)]
    pub(crate) fn record(&mut self, op: Op, at: usize) {
        let Some(recorder) = &mut self.recorder else { return };
        let (depth, frame) = (self.frames.len(), self.frames.last().expect("a frame is active"));
        let get = |r: u32| self.registers[frame.base + r as usize];
        let map = &self.program.cover;
        let (jumps, compared) = match op {
            Op::Cover { goal } => {
                recorder.mark(goal);
                return;
            }
            Op::Outcome { a, site } => {
                let site = crescendo_program::cover::SiteId(site);
                recorder.outcome(map, depth, frame.id, site, get(a) & 1 != 0);
                // A comparison stands right before its outcome.
                if let Some(Op::Cmp { d, a: left, b: right, .. }) = at.checked_sub(1).map(|i| frame.body.code[i])
                    && d == a
                {
                    recorder.compared(map, site, get(left), get(right));
                }
                return;
            }
            Op::Switch { a, table, .. } => {
                if let Some(s) = frame.body.site_at(at) {
                    recorder.choice(map, s.site, frame.body.switches[table as usize].outcome(get(a)));
                }
                return;
            }
            Op::BrIndirect { a, table, .. } => {
                let table = &frame.body.switches[table as usize];
                let start = self.program.function(frame.function).address;
                let outcome = table.outcome(get(a).wrapping_sub(start).wrapping_sub(1));
                if let Some(s) = frame.body.site_at(at)
                    && (outcome as usize) < table.cases.len()
                {
                    recorder.choice(map, s.site, outcome);
                }
                return;
            }
            Op::BrIf { a, .. } => (get(a) != 0, None),
            Op::BrNot { a, .. } => (get(a) == 0, None),
            Op::BrEq { a, b, .. } => (get(a) == get(b), Some((a, b))),
            Op::BrNe { a, b, .. } => (get(a) != get(b), Some((a, b))),
            Op::BrUlt { a, b, .. } => (get(a) < get(b), Some((a, b))),
            Op::BrUle { a, b, .. } => (get(a) <= get(b), Some((a, b))),
            Op::BrSlt32 { a, b, .. } => ((get(a) as i32) < get(b) as i32, Some((a, b))),
            Op::BrSle32 { a, b, .. } => (get(a) as i32 <= get(b) as i32, Some((a, b))),
            Op::BrSlt64 { a, b, .. } => ((get(a) as i64) < get(b) as i64, Some((a, b))),
            Op::BrSle64 { a, b, .. } => (get(a) as i64 <= get(b) as i64, Some((a, b))),
            _ => return,
        };
        let Some(s) = frame.body.site_at(at) else { return };
        recorder.outcome(map, depth, frame.id, s.site, jumps != s.inverted);
        if let Some((a, b)) = compared {
            let (left, right) = if s.swapped { (b, a) } else { (a, b) };
            recorder.compared(map, s.site, get(left), get(right));
        }
    }
}
