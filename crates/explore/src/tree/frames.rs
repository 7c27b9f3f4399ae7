//! Where a path stands in the code, for judging what may follow.

use crate::flow::{From, Origin};
use crescendo_program::cover::GoalId;
use crescendo_program::symbol::FunctionId;
use crescendo_vm::trace::Event;

/// Where in each active function a path is: its last outcome there, by which the way on is judged.
#[derive(Default)]
pub(super) struct Frames(Vec<(u32, FunctionId, Option<GoalId>)>);

impl Frames {
    pub fn enter(&mut self, event: &Event) {
        while self.0.last().is_some_and(|f| f.0 > event.depth || f.0 == event.depth && f.1 != event.function) {
            self.0.pop();
        }
        if self.0.last().is_none_or(|f| f.0 < event.depth) {
            self.0.push((event.depth, event.function, None));
        }
    }

    pub fn took(&mut self, goal: GoalId) {
        if let Some(frame) = self.0.last_mut() {
            frame.2 = Some(goal);
        }
    }

    /// The place the innermost event is behind.
    pub fn origin(&self, start: FunctionId) -> Origin {
        match self.0.last() {
            Some(&(depth, function, last)) => {
                Origin { from: last.map_or(From::Entry(function), From::Outcome), nested: depth > 0 }
            }
            None => Origin { from: From::Entry(start), nested: false },
        }
    }
}
