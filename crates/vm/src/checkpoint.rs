//! Going back to the beginning: a machine runs the same unit again and again.

use crate::library::Library;
use crate::machine::Vm;
use crate::memory::SnapshotId;

/// A state between two runs.
pub struct Checkpoint {
    memory: SnapshotId,
    library: Library,
    next_frame: u64,
}

impl<'p> Vm<'p> {
    /// Remembers the present state. No function may be running.
    pub fn checkpoint(&mut self) -> Checkpoint {
        assert!(self.frames.is_empty(), "a checkpoint is taken between runs");
        Checkpoint { memory: self.memory.snapshot(), library: self.library.clone(), next_frame: self.next_frame }
    }

    /// Whether the program made objects since then.
    pub fn has_made_since(&self, then: &Checkpoint) -> bool {
        self.memory.has_made_since(then.memory)
    }

    /// Goes back to it, with all steps allowed again. Takes time in proportion to what changed.
    pub fn rewind(&mut self, to: &Checkpoint) {
        self.frames.clear();
        self.locals.clear();
        self.landing = None;
        self.memory.restore(to.memory);
        self.memory.take_notes();
        self.memory.take_uninitialised();
        if self.library_used {
            self.library = to.library.clone();
            self.library_used = false;
        }
        self.next_frame = to.next_frame;
        self.unseen.clone_from(&self.watched);
        self.reset_counters();
    }
}
