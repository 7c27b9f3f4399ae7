//! Which bytes of an object have been written.

/// Bytes written so far. `All` is the fast state; an object gets there when its last byte is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Init {
    All,
    /// One bit per byte, for objects of at most 64 bytes.
    Small(u64),
    /// One bit per byte, and how many bytes are still missing.
    Map {
        bits: Box<[u64]>,
        missing: u64,
    },
}

impl Init {
    pub fn none(size: u64) -> Init {
        match size {
            0 => Init::All,
            1..=64 => Init::Small(0),
            _ => Init::Map { bits: vec![0; size.div_ceil(64) as usize].into_boxed_slice(), missing: size },
        }
    }

    /// Marks `len` bytes from `at`. Returns whether the object has become fully initialised.
    pub fn mark(&mut self, at: u64, len: u64, size: u64) -> bool {
        match self {
            Init::All => return false,
            Init::Small(bits) => {
                *bits |= ones(len) << at;
                if *bits != ones(size) {
                    return false;
                }
            }
            Init::Map { bits, missing } => {
                let (mut i, end) = (at, at + len);
                while i < end {
                    let n = (64 - i % 64).min(end - i);
                    let mask = ones(n) << (i % 64);
                    let word = &mut bits[(i / 64) as usize];
                    *missing -= (mask & !*word).count_ones() as u64;
                    *word |= mask;
                    i += n;
                }
                if *missing > 0 {
                    return false;
                }
            }
        }
        *self = Init::All;
        true
    }

    pub fn is_set(&self, at: u64, len: u64) -> bool {
        match self {
            Init::All => true,
            Init::Small(bits) => {
                let mask = ones(len) << at;
                bits & mask == mask
            }
            Init::Map { bits, .. } => (at..at + len).all(|i| bits[(i / 64) as usize] >> (i % 64) & 1 != 0),
        }
    }

    /// Forgets `len` bytes from `at`: they were overwritten by uninitialised ones.
    pub fn clear(&mut self, at: u64, len: u64, size: u64) {
        if matches!(self, Init::All) {
            *self = match Init::none(size) {
                Init::Map { bits, .. } => Init::Map { bits: bits.iter().map(|_| u64::MAX).collect(), missing: 0 },
                _ => Init::Small(ones(size)),
            };
        }
        match self {
            Init::All => {}
            Init::Small(bits) => *bits &= !(ones(len) << at),
            Init::Map { bits, missing } => {
                for i in at..at + len {
                    let word = &mut bits[(i / 64) as usize];
                    *missing += *word >> (i % 64) & 1;
                    *word &= !(1 << (i % 64));
                }
            }
        }
    }
}

fn ones(n: u64) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}
