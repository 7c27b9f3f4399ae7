//! Heap blocks that nothing points to any more.
//!
//! Everything that may be a pointer counts as one: any word of any live object, at any offset, and pointers into a block, with marks
//! in bits that addresses do not use, or that have left their block. So a block may be taken for reachable that is not, never
//! the other way round, unless a pointer is taken apart.

use super::{Label, Memory, Object, ObjectState};
use crescendo_program::source::PosId;

/// Objects with more bytes are looked at in steps of four: pointers in them are aligned, or they would be slow.
const LARGE: usize = 1 << 16;

/// A block that cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    pub base: u64,
    pub size: u64,
    /// The call of `malloc` or its like.
    pub made: PosId,
}

impl Memory {
    /// The live heap blocks that are reached neither from these words nor from any other live object.
    pub fn lost(&self, words: &[u64]) -> Vec<Lost> {
        let is_block = |o: &Object| o.state == ObjectState::Live && matches!(o.label, Label::Heap { .. });
        let mut unreached: Vec<usize> = (0..self.objects.len()).filter(|i| is_block(&self.objects[*i])).collect();
        if unreached.is_empty() {
            return Vec::new();
        }
        let mut is_unreached = vec![false; self.objects.len()];
        unreached.iter().for_each(|i| is_unreached[*i] = true);
        let mut queue: Vec<usize> = Vec::new();
        for w in words {
            self.reach(*w, &mut is_unreached, &mut queue);
        }
        for o in self.objects.iter().filter(|o| o.state == ObjectState::Live && !o.code && !o.constant && !is_block(o))
        {
            self.reach_from(o, &mut is_unreached, &mut queue);
        }
        while let Some(i) = queue.pop() {
            self.reach_from(&self.objects[i], &mut is_unreached, &mut queue);
        }
        unreached.retain(|i| is_unreached[*i]);
        let lost = |i: usize| match self.objects[i].label {
            Label::Heap { made, .. } => Some(Lost { base: self.objects[i].base, size: self.objects[i].size, made }),
            _ => None,
        };
        unreached.into_iter().filter_map(lost).collect()
    }

    fn reach(&self, word: u64, unreached: &mut [bool], queue: &mut Vec<usize>) {
        let home = self.home(word).map(|o| o.base);
        for address in [Some(word), Some(self.plain(word)), home].into_iter().flatten() {
            if let Some(i) = self.owner(address).filter(|i| unreached[*i]) {
                unreached[i] = false;
                queue.push(i);
            }
        }
    }

    fn reach_from(&self, o: &Object, unreached: &mut [bool], queue: &mut Vec<usize>) {
        let data = o.storage.pointer();
        if data.is_null() || o.state != ObjectState::Live {
            return;
        }
        let bytes = unsafe { std::slice::from_raw_parts(data, o.size as usize) };
        let width = (self.geometry.pointer_bits / 8) as usize;
        let step = if bytes.len() > LARGE { 4 } else { 1 };
        for word in bytes.windows(width).step_by(step) {
            let push = |v: u64, b: &u8| v << 8 | *b as u64;
            let word = if self.big_endian { word.iter().fold(0, push) } else { word.iter().rev().fold(0, push) };
            if word != 0 {
                self.reach(word, unreached, queue);
            }
        }
    }
}
