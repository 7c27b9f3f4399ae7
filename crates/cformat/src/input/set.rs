//! The set of bytes in `%[…]`.

/// A set of byte values, a negation applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteSet {
    words: [u64; 4],
    negated: bool,
}

impl ByteSet {
    pub fn contains(&self, byte: u8) -> bool {
        let listed = self.words[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1;
        listed != self.negated
    }

    fn insert(&mut self, byte: u8) {
        self.words[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }

    /// Parses the text behind `[`: the set, the length up to and with `]`, and whether that was found.
    ///
    /// A `]` or `-` at the start is itself; `a-z` is a range unless it runs backwards or ends the set.
    pub(super) fn parse(text: &[u8]) -> (Self, usize, bool) {
        let at = |index: usize| text.get(index).copied().unwrap_or(0);
        let mut set = Self { words: [0; 4], negated: at(0) == b'^' };
        let mut i = usize::from(set.negated);
        if matches!(at(i), b']' | b'-') {
            set.insert(at(i));
            i += 1;
        }
        loop {
            let byte = at(i);
            i += 1;
            match byte {
                0 => return (set, text.len(), false),
                b']' => return (set, i, true),
                b'-' if !matches!(at(i), 0 | b']') && at(i - 2) <= at(i) => {
                    // The end of the range is the next byte, which counts by itself.
                    (at(i - 2)..at(i)).for_each(|byte| set.insert(byte));
                }
                _ => set.insert(byte),
            }
        }
    }
}
