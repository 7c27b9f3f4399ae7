//! Calls that go to another function: the user's own stub instead of what it stands for.

use crate::body::Callee;
use crate::link::Program;
use crate::symbol::FunctionId;

impl Program {
    /// Calls of `from` by name go to `to`, except those in `to` itself. Calls through pointers stay as they are.
    pub(crate) fn redirect_calls(&mut self, from: FunctionId, to: FunctionId) {
        for (_, f) in self.functions.iter_mut().enumerate().filter(|(i, _)| *i != to.0 as usize) {
            for call in f.body.iter_mut().flat_map(|b| b.calls.iter_mut()) {
                if call.callee == Callee::Direct(from) {
                    call.callee = Callee::Direct(to);
                }
            }
        }
    }
}
