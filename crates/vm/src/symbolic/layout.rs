//! What depends on where objects lie, and is another thing natively: the order of two objects, whether a new block is where a
//! freed one was, the number of an address. Nothing is proved by how it is here.

use crate::machine::Vm;
use crate::memory::Label;
use crescendo_program::op::Pred;

/// Addresses in two objects that a run has compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedObjects {
    pub labels: [Label; 2],
    /// From the start of each.
    pub offsets: [u64; 2],
}

/// Pairs of one run that are noted one by one.
const MOST_COMPARED: usize = 256;

impl<'p> Vm<'p> {
    /// Two numbers are compared: are they addresses of different objects?
    #[inline]
    pub(crate) fn note_places(&mut self, pred: Pred, x: u64, y: u64) {
        let first = self.program.geometry.slot_start(1);
        if x >= first && y >= first && !matches!(pred, Pred::Slt | Pred::Sle | Pred::Sgt | Pred::Sge) {
            self.note_two_places(pred, x, y);
        }
    }

    fn note_two_places(&mut self, pred: Pred, x: u64, y: u64) {
        let Some((labels, inside)) = self.memory.two_objects(x, y) else { return };
        self.note_compared([x, y], labels);
        // A pointer from outside could be there in truth.
        self.sym().beside_global |=
            matches!(labels, [Label::Input(_), Label::Global(_)] | [Label::Global(_), Label::Input(_)]);
        self.sym().beside_function |= matches!(labels, [Label::Function(_), Label::Function(_)]);
        let literal = |l: &Label| matches!(l, Label::Global(g) if self.program.global(*g).anonymous);
        let chance = match (pred, labels) {
            // Equal literals may be one object.
            (Pred::Eq | Pred::Ne, _) => !inside || labels.iter().all(literal),
            (_, [Label::Global(_), Label::Global(_)]) => true,
            // Of inputs the driver knows that they may lie otherwise.
            _ => labels.iter().any(|l| !matches!(l, Label::Input(_) | Label::Global(_))),
        };
        self.sym().by_layout |= chance;
    }

    fn note_compared(&mut self, addresses: [u64; 2], labels: [Label; 2]) {
        let offset = |at: u64| self.memory.info(at).map_or(0, |o| self.memory.plain(at).wrapping_sub(o.base));
        let offsets = addresses.map(offset);
        let new = ComparedObjects { labels, offsets };
        let at = self.outermost_position();
        let s = self.sym();
        if !s.compared.iter().any(|(c, _)| *c == new) && s.compared.len() < MOST_COMPARED {
            s.compared.push((new, at));
        }
    }

    /// An address becomes a number that is more than a part of a distance.
    pub(crate) fn note_number_of(&mut self, address: u64) {
        let frame = self.frames.last().expect("a frame is active");
        let measures = frame.body.measures.binary_search(&(frame.pc - 1)).is_ok();
        self.sym().by_layout |= measures && self.memory.owner(address).is_some();
    }
}
