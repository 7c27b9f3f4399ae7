//! Leaks at the end of a run.

use crate::machine::Vm;
use crate::stop::{FaultKind, ProgramFault, TraceFrame};
use crescendo_program::source::PosId;
use crescendo_program::symbol::FunctionId;

/// Library functions that keep a pointer of the program's where we do not see it.
const KEEPERS: &[&str] = &[
    "setvbuf",
    "setbuf",
    "setbuffer",
    "putenv",
    "pthread_setspecific",
    "pthread_create",
    "open_memstream",
    "fmemopen",
    "on_exit",
];

impl Vm<'_> {
    /// The first heap block of the run that nothing points to: neither what it returned (`words`), nor registers of functions that are
    /// still active, nor memory. To be asked when the run has ended without a fault.
    pub fn leak(&self, words: &[u64]) -> Option<(ProgramFault, TraceFrame)> {
        let calls_keeper = |f: &crescendo_program::Function| f.body.is_none() && KEEPERS.contains(&f.name.as_str());
        if self.program.functions.iter().any(calls_keeper) {
            return None;
        }
        let top = self.frames.last().map_or(0, |f| f.base + f.body.registers as usize);
        let mut words = words.to_vec();
        words.extend(&self.registers[..top.min(self.registers.len())]);
        let lost = self.memory.lost(&words);
        let first = lost.first()?;
        let function = self.function_around(first.made)?;
        let more = match lost.len() {
            1 => String::new(),
            n => format!(", and so are {} other blocks", n - 1),
        };
        let message =
            format!("a heap block of {} bytes is lost: nothing points to it when the run ends{more}", first.size);
        let fault = ProgramFault { kind: FaultKind::Leak, message, access: None };
        Some((fault, TraceFrame { function, position: first.made }))
    }

    /// The function whose code has that place.
    fn function_around(&self, at: PosId) -> Option<FunctionId> {
        let has = |f: &crescendo_program::Function| f.body.as_ref().is_some_and(|b| b.positions.contains(&at));
        self.program.functions.iter().position(has).map(|i| FunctionId(i as u32))
    }
}
