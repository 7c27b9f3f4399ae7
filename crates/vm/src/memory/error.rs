//! What can be wrong with an access.

use super::{Memory, ObjectInfo, ObjectState};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoryFault {
    Null,
    OutOfBounds,
    UseAfterFree,
    UseAfterReturn,
    DoubleFree,
    InvalidFree,
    /// An address that belongs to no object.
    Wild,
    WriteToConstant,
    /// Reading or writing a function's code.
    Code,
    StackExhausted,
    /// The memory limit, not a fault of the program.
    Limit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessKind {
    Read,
    Write,
    Free,
}

/// A refused access, with what a report needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryError {
    pub fault: MemoryFault,
    pub kind: AccessKind,
    pub address: u64,
    pub len: u64,
    pub object: Option<ObjectInfo>,
    /// Of the source of a copy: its target is no better.
    pub both: bool,
}

/// Bits of a pointer that has left its object (see `Memory::moved`): a flag (the top bits are 10; small negative
/// numbers as pointers have 11) and a part of its origin.
pub(super) const WILD_FLAG: u64 = 1 << 63;
const FLAG_MASK: u64 = 3 << 62;
pub(super) const ADDRESS_BITS: u32 = 47;
pub(super) const ADDRESS_MASK: u64 = (1 << ADDRESS_BITS) - 1;
/// The highest bit of an address: no object has it.
const TOP: u64 = 1 << (ADDRESS_BITS - 1);
pub(super) const TAG_MASK: u64 = 0x7fff;

impl Memory {
    pub(super) fn error(&self, fault: MemoryFault, kind: AccessKind, address: u64, len: u64) -> MemoryError {
        MemoryError { fault, kind, address: self.plain(address), len, object: self.info(address), both: false }
    }

    /// Says why an access that the fast path refused is wrong; it must be wrong.
    #[cold]
    #[inline(never)]
    pub(super) fn explain(&self, kind: AccessKind, address: u64, len: u64) -> MemoryError {
        let fault = self.classify(kind, address, len);
        self.error(fault, kind, address, len)
    }

    fn classify(&self, kind: AccessKind, address: u64, len: u64) -> MemoryFault {
        if self.is_escaped(address) {
            return if self.escape_tag(address) == 0 { MemoryFault::Null } else { MemoryFault::OutOfBounds };
        }
        let Some(first) = self.owner(address) else {
            return if self.geometry.slot_of(address) == 0 { MemoryFault::Null } else { MemoryFault::Wild };
        };
        let o = &self.objects[first];
        let at = address.wrapping_sub(o.base);
        let inside = at <= o.size && o.size - at >= len;
        match o.state {
            ObjectState::Freed => MemoryFault::UseAfterFree,
            ObjectState::Returned => MemoryFault::UseAfterReturn,
            ObjectState::Live if o.code && kind == AccessKind::Write => MemoryFault::WriteToConstant,
            ObjectState::Live if o.code => MemoryFault::Code,
            ObjectState::Live if !inside => MemoryFault::OutOfBounds,
            ObjectState::Live if kind == AccessKind::Write && o.constant => MemoryFault::WriteToConstant,
            ObjectState::Live => MemoryFault::Wild,
        }
    }

    /// Whether the pointer carries the mark of having left its object.
    #[inline]
    pub fn is_escaped(&self, address: u64) -> bool {
        self.geometry.pointer_bits == 64 && address & FLAG_MASK == WILD_FLAG
            || self.geometry.pointer_bits < 64 && address >> 32 != 0
    }

    fn escape_tag(&self, address: u64) -> u64 {
        if self.geometry.pointer_bits == 64 { address >> ADDRESS_BITS & TAG_MASK } else { 1 }
    }

    /// The object a pointer belongs to, even if it has left it.
    pub fn home(&self, address: u64) -> Option<ObjectInfo> {
        if !self.is_escaped(address) {
            return self.info(address);
        }
        if self.geometry.pointer_bits < 64 {
            return self.info(self.geometry.slot_start(address >> 32));
        }
        // The mark has the low bits of the origin's slot: the nearest such slot is meant.
        let (tag, at) = (self.escape_tag(address), self.geometry.slot_of(self.plain(address)));
        let period = TAG_MASK + 1;
        let near = at / period * period + tag;
        let candidates = [near.wrapping_sub(period), near, near + period];
        let nearest = candidates.into_iter().filter(|c| (*c as usize) < self.table.len());
        let slot = nearest.min_by_key(|c| c.abs_diff(at))?;
        self.info(self.geometry.slot_start(slot))
    }

    /// The plain address under the mark.
    pub fn plain(&self, address: u64) -> u64 {
        match self.geometry.pointer_bits {
            // In front of null: the mark took bits that were all set.
            64 if address & (FLAG_MASK | TAG_MASK << ADDRESS_BITS | TOP) == WILD_FLAG | TOP => address | !ADDRESS_MASK,
            64 if address & FLAG_MASK == WILD_FLAG => address & ADDRESS_MASK,
            64 => address,
            b => address & ((1 << b) - 1),
        }
    }

    /// Whether a marked address stands for a plain one; the mark takes the place of its highest bits.
    pub fn is_plain_of(&self, plain: u64, address: u64) -> bool {
        let marked = self.geometry.pointer_bits == 64 && address & FLAG_MASK == WILD_FLAG;
        match marked {
            true => address & ADDRESS_MASK == plain & ADDRESS_MASK,
            false => self.plain(address) == plain,
        }
    }

    /// `p + delta = new` left p's slot. Stays a plain address if it stays in p's object (or p has none); else it is
    /// marked with its origin, so that using it is an error even where another object lies, and coming back is not.
    pub fn moved(&self, p: u64, new: u64) -> u64 {
        if self.geometry.pointer_bits != 64 {
            return self.moved_narrow(p, new);
        }
        let raw = new & ADDRESS_MASK;
        if p & FLAG_MASK == WILD_FLAG {
            let tag = p >> ADDRESS_BITS & TAG_MASK;
            let home = self.owner(raw).map_or(self.geometry.slot_of(raw), |f| f as u64);
            return if home & TAG_MASK == tag { raw } else { WILD_FLAG | tag << ADDRESS_BITS | raw };
        }
        match self.owner(p) {
            Some(first) if self.owner(raw) == Some(first) && new >> ADDRESS_BITS == 0 => raw,
            Some(first) => WILD_FLAG | (first as u64 & TAG_MASK) << ADDRESS_BITS | raw,
            None if self.geometry.slot_of(p) == 0 && p < 4096 => WILD_FLAG | raw,
            None => new,
        }
    }

    /// On 32-bit targets the register has room for a mark, memory has not.
    fn moved_narrow(&self, p: u64, new: u64) -> u64 {
        let mask = (1u64 << self.geometry.pointer_bits) - 1;
        let raw = new & mask;
        match self.owner(p & mask) {
            Some(first) if self.owner(raw) != Some(first) => {
                // A pointer that comes back drops its mark; the mark is the origin's slot.
                if p >> 32 != 0 && self.owner(raw).is_some_and(|o| o as u64 == p >> 32) {
                    return raw;
                }
                let origin = if p >> 32 != 0 { p >> 32 } else { first as u64 };
                origin << 32 | raw
            }
            _ if p >> 32 != 0 && self.owner(raw).is_none_or(|o| o as u64 != p >> 32) => p >> 32 << 32 | raw,
            _ => raw,
        }
    }
}
