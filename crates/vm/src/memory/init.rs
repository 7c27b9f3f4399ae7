//! Which bytes of an object have been written.
//!
//! Most objects are written from front to back or at once, so the written prefix is what the fast path goes by: inside
//! it reads and writes need no look at this file. A bitmap is made only for large objects that are written elsewhere.

/// Bytes written so far. `All` is the state without a question; an object gets there when its last byte is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Init {
    All,
    /// The first so many bytes and no others.
    Prefix(u64),
    /// One bit per byte, for objects of at most 64 bytes.
    Small(u64),
    Map(Box<Map>),
}

/// One bit per byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Map {
    bits: Box<[u64]>,
    missing: u64,
    /// The first missing byte.
    prefix: u64,
}

impl Init {
    pub fn none(size: u64) -> Init {
        match size {
            0 => Init::All,
            1..=64 => Init::Small(0),
            _ => Init::Prefix(0),
        }
    }

    /// How many bytes from the start on are written, of an object of `size` bytes.
    #[inline(always)]
    pub fn prefix(&self, size: u64) -> u64 {
        match self {
            Init::All => size,
            Init::Prefix(n) => *n,
            Init::Small(bits) => bits.trailing_ones() as u64,
            Init::Map(map) => map.prefix,
        }
    }

    /// Marks `len` bytes from `at`. Returns whether the prefix has grown.
    #[inline]
    pub fn mark(&mut self, at: u64, len: u64, size: u64) -> bool {
        match self {
            Init::All => false,
            Init::Prefix(n) if at <= *n => {
                let end = at + len;
                if end <= *n {
                    return false;
                }
                *n = end;
                if end == size {
                    *self = Init::All;
                }
                true
            }
            Init::Small(bits) => {
                let old = *bits;
                *bits |= ones(len) << (at & 63);
                if *bits == ones(size) {
                    *self = Init::All;
                    return true;
                }
                old.trailing_ones() != bits.trailing_ones()
            }
            _ => self.mark_apart(at, len, size),
        }
    }

    /// A write that leaves a gap, or fills one.
    fn mark_apart(&mut self, at: u64, len: u64, size: u64) -> bool {
        let map = self.map(size);
        map.set(at, len);
        let old = map.prefix;
        map.advance(size);
        let grown = map.prefix > old;
        if map.missing == 0 {
            *self = Init::All;
        }
        grown
    }

    pub fn is_set(&self, at: u64, len: u64) -> bool {
        match self {
            Init::All => true,
            Init::Prefix(n) => at + len <= *n || len == 0,
            Init::Small(bits) => {
                let mask = ones(len) << (at & 63);
                bits & mask == mask
            }
            Init::Map(map) => {
                at + len <= map.prefix || chunks(at, len).all(|(word, mask)| map.bits[word] & mask == mask)
            }
        }
    }

    /// The bits of at most 64 bytes from `at`, the first lowest.
    pub fn get(&self, at: u64, len: u64) -> u64 {
        let bits = match self {
            Init::All => u64::MAX,
            Init::Prefix(n) => ones(n.saturating_sub(at)),
            Init::Small(bits) => bits >> (at & 63),
            Init::Map(map) => {
                let (word, shift) = ((at / 64) as usize, at % 64);
                let high = if shift == 0 { 0 } else { map.bits.get(word + 1).map_or(0, |w| w << (64 - shift)) };
                map.bits[word] >> shift | high
            }
        };
        bits & ones(len)
    }

    /// At most 64 bytes from `at` were copied from others that have these bits; some were not written.
    pub fn assign(&mut self, at: u64, len: u64, written: u64, size: u64) {
        if size <= 64 {
            let bits = self.get(0, size) & !(ones(len) << (at & 63)) | written << (at & 63);
            *self = if bits == ones(size) { Init::All } else { Init::Small(bits) };
            return;
        }
        let map = self.map(size);
        for i in 0..len {
            if written >> i & 1 != 0 {
                map.set(at + i, 1);
            } else {
                map.clear(at + i);
            }
        }
        map.advance(size);
        if map.missing == 0 {
            *self = Init::All;
        }
    }

    /// The bitmap, made if there is none yet.
    fn map(&mut self, size: u64) -> &mut Map {
        if !matches!(self, Init::Map(_)) {
            let mut map = Map { bits: vec![0; size.div_ceil(64) as usize].into(), missing: size, prefix: 0 };
            map.set(0, self.prefix(size));
            map.prefix = self.prefix(size);
            *self = Init::Map(Box::new(map));
        }
        match self {
            Init::Map(map) => map,
            _ => unreachable!("just made"),
        }
    }
}

impl Map {
    fn set(&mut self, at: u64, len: u64) {
        for (word, mask) in chunks(at, len) {
            let word = &mut self.bits[word];
            self.missing -= (mask & !*word).count_ones() as u64;
            *word |= mask;
        }
    }

    fn clear(&mut self, at: u64) {
        let (word, mask) = (&mut self.bits[(at / 64) as usize], 1 << (at % 64));
        self.missing += (*word & mask != 0) as u64;
        *word &= !mask;
        self.prefix = self.prefix.min(at);
    }

    /// Moves the prefix over what is written behind it.
    fn advance(&mut self, size: u64) {
        while self.prefix < size {
            let (word, shift) = ((self.prefix / 64) as usize, self.prefix % 64);
            let run = (self.bits[word] >> shift).trailing_ones() as u64;
            self.prefix += run.min(64 - shift);
            if run < 64 - shift {
                return;
            }
        }
    }
}

/// The words of a bitmap that hold `len` bits from `at`, with the bits in each.
fn chunks(at: u64, len: u64) -> impl Iterator<Item = (usize, u64)> {
    let (mut i, end) = (at, at + len);
    std::iter::from_fn(move || {
        let n = (64 - i % 64).min(end - i);
        let chunk = ((i / 64) as usize, ones(n) << (i % 64));
        i += n;
        (n > 0).then_some(chunk)
    })
}

fn ones(n: u64) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A plain list of flags must agree after every operation, whatever the size and the order.
    #[test]
    fn agrees_with_a_list_of_flags() {
        let mut seed = 1u64;
        let mut random = move |n: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        for size in [1, 7, 63, 64, 65, 128, 200, 1000] {
            for _ in 0..50 {
                let (mut init, mut flags) = (Init::none(size), vec![false; size as usize]);
                for _ in 0..60 {
                    let at = random(size);
                    let most = (1 + random(100)).min(size - at);
                    let len = 1 + random(most);
                    let span = at as usize..(at + len) as usize;
                    if random(4) > 0 {
                        let before = init.prefix(size);
                        let grown = init.mark(at, len, size);
                        assert_eq!(grown, init.prefix(size) > before);
                        flags[span.clone()].fill(true);
                    } else {
                        let len = len.min(64);
                        let written = (random(1 << 31) << 33 | random(1 << 31)) & ones(len);
                        init.assign(at, len, written, size);
                        for i in 0..len {
                            flags[(at + i) as usize] = written >> i & 1 != 0;
                        }
                    }
                    assert_eq!(init.is_set(at, len), flags[span].iter().all(|&f| f), "{size} {at} {len}");
                    let all = flags.iter().position(|f| !f).map_or(size, |i| i as u64);
                    assert_eq!(init.prefix(size), all);
                    assert_eq!(matches!(init, Init::All), all == size);
                    for at in (0..size).step_by(5) {
                        let bits = init.get(at, 8.min(size - at));
                        for i in 0..8.min(size - at) {
                            assert_eq!(bits >> i & 1 != 0, flags[(at + i) as usize], "{size} {at} {i}");
                        }
                    }
                }
            }
        }
    }
}
