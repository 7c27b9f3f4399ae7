//! Where objects live: every object has address slots of its own.
//!
//! The address space is cut into equal slots. An object starts a guard distance into its first slot and has a guard
//! behind it, so that `address -> object` is a shift and a table look-up, and walking off an object's end does not
//! land in a neighbour. Addresses are handed out in a fixed order: the same program gets the same addresses each run.

/// The geometry of the address space for one pointer width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// log2 of a slot's size.
    pub shift: u32,
    /// Unused bytes before an object, at least; also behind it.
    pub guard: u64,
    /// The slots that exist; addresses beyond are wild.
    pub slots: u64,
    /// Bits of an address.
    pub pointer_bits: u32,
}

/// Slot 0 holds the null page and never an object.
pub const FIRST_SLOT: u64 = 1;

impl Geometry {
    pub fn new(pointer_bits: u32) -> Geometry {
        match pointer_bits {
            // 47 bits as on Linux user space, so that programs that tag the upper pointer bits still work.
            64 => Geometry { shift: 20, guard: 1 << 18, slots: 1 << 27, pointer_bits },
            32 => Geometry { shift: 12, guard: 1 << 10, slots: 1 << 20, pointer_bits },
            // 16-bit targets: 256-byte slots, 16 bytes of guard.
            _ => Geometry { shift: 8, guard: 1 << 4, slots: 1 << 8, pointer_bits },
        }
    }

    #[inline]
    pub fn slot_of(&self, address: u64) -> u64 {
        address >> self.shift
    }

    #[inline]
    pub fn slot_start(&self, slot: u64) -> u64 {
        slot << self.shift
    }

    /// How many slots an object of `size` bytes takes, guards and placement jitter included.
    #[inline]
    pub fn span(&self, size: u64, align: u64) -> u64 {
        let need = size.saturating_add(2 * self.guard).saturating_add(self.jitter_range()).saturating_add(align);
        if need > self.slots << self.shift { self.slots } else { ((need - 1) >> self.shift) + 1 }
    }

    /// Objects of so many bytes take one slot whatever their alignment, up to a page.
    pub fn single_slot(&self) -> u64 {
        (1u64 << self.shift).saturating_sub(2 * self.guard + self.jitter_range() + 4096)
    }

    #[inline]
    fn jitter_range(&self) -> u64 {
        self.guard / 4
    }

    /// The address of an object whose first slot is `slot`. Neighbouring slots differ in their low bits too, as real
    /// heaps do: programs that hash addresses would otherwise see one value only.
    #[inline]
    pub fn place(&self, slot: u64, align: u64) -> u64 {
        let align = align.max(16.min(self.guard));
        let jitter = (slot.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) & (self.jitter_range() - 1);
        let at = self.slot_start(slot) + self.guard + jitter;
        (at + align - 1) & !(align - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_keep_their_guards() {
        for bits in [16, 32, 64] {
            let g = Geometry::new(bits);
            for size in [0u64, 1, 7, 100, 1000, 5000, 1 << 14] {
                for align in [1u64, 8, 16] {
                    let slot = 5;
                    let at = g.place(slot, align);
                    assert_eq!(at % align, 0);
                    assert!(at >= g.slot_start(slot) + g.guard, "{bits} {size} {align}");
                    let end = g.slot_start(slot + g.span(size, align));
                    assert!(size > g.single_slot() || g.span(size, align) == 1);
                    assert!(at + size + g.guard <= end, "{bits} {size} {align}");
                }
            }
        }
    }
}
