//! Recursion that never ends: a function that is entered again with the same arguments, while nothing else has changed, does
//! the same for ever. Seen long before the stack is used up.

use crate::machine::Vm;
use crate::memory::SnapshotId;
use crate::stop::{FaultKind, Limit, Stop, WITHOUT_END};
use crescendo_program::FunctionId;
use crescendo_solver::expr::ExprId;

/// Active calls from which on a run is looked at, first.
pub(crate) const DEEP: usize = 1000;
/// Calls between two looks: whole rounds of functions that call each other, up to six of them.
const ROUND: usize = 60;

/// What a run was like when it was looked at.
pub(crate) struct Look {
    calls: usize,
    /// The call itself, which must not have returned since.
    frame: u64,
    entered: Entry,
    memory: SnapshotId,
    outside_calls: u64,
}

/// A function and its arguments.
#[derive(PartialEq)]
struct Entry {
    function: FunctionId,
    words: Vec<u64>,
    terms: Vec<ExprId>,
}

impl Vm<'_> {
    /// A function is entered with many calls active.
    #[cold]
    pub(crate) fn look_at_depth(&mut self, stack: u64) -> Result<(), Stop> {
        if stack > self.limits.memory.stack {
            return Err(Stop::fault(FaultKind::StackExhaustion, "the stack is exhausted"));
        }
        let calls = self.frames.len();
        if calls > self.limits.depth {
            return Err(Stop::Limit(Limit::CallDepth));
        }
        if calls <= self.deep {
            return Ok(());
        }
        let now = self.entry();
        match self.look.take() {
            Some(then) => {
                let same = then.entered == now
                    && self.frames.get(then.calls - 1).is_some_and(|f| f.id == then.frame)
                    && then.outside_calls == self.outside_calls
                    && !self.memory.has_changed_since(then.memory);
                if same {
                    let name = &self.program.function(now.function).name;
                    let message = format!("the stack is exhausted: `{name}` {WITHOUT_END}");
                    return Err(Stop::fault(FaultKind::StackExhaustion, message));
                }
                self.deep = (calls * 2).min(self.limits.depth);
            }
            None => {
                let (memory, outside_calls) = (self.memory.snapshot(), self.outside_calls);
                let frame = self.frames[calls - 1].id;
                self.look = Some(Look { calls, frame, entered: now, memory, outside_calls });
                self.deep = (calls + ROUND - 1).min(self.limits.depth);
            }
        }
        Ok(())
    }

    fn entry(&self) -> Entry {
        let frame = self.frames.last().expect("just entered");
        let places: Vec<usize> = (frame.body.params.iter())
            .flat_map(|p| (0..p.scalar.slots()).map(move |k| frame.base + (p.at + k) as usize))
            .collect();
        let terms = self.symbolic.as_deref().map_or(&[][..], |s| &s.terms);
        let term = |at: &usize| terms.get(*at).copied().unwrap_or(ExprId::NONE);
        Entry {
            function: frame.function,
            words: places.iter().map(|at| self.registers[*at]).collect(),
            terms: places.iter().map(term).collect(),
        }
    }
}
