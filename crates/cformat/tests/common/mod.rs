//! Shared by the differential tests: a fixed-seed generator of awkward values.

#![allow(dead_code, reason = "each test binary uses a part")]

pub mod printf;

/// SplitMix64.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// From 0 to `bound - 1`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }

    /// An integer with bits of every length, edges included.
    pub fn integer(&mut self) -> u64 {
        match self.below(8) {
            0 => self.below(3),
            1 => self.below(3).wrapping_neg(),
            2 => {
                let bits = self.pick(&[7, 8, 15, 16, 31, 32, 63]);
                (1u64 << bits).wrapping_add(self.below(3)).wrapping_sub(1)
            }
            3 => 0u64.wrapping_sub(1 << self.pick(&[7, 15, 31, 63])).wrapping_add(self.below(3)).wrapping_sub(1),
            _ => {
                let value = self.next() >> self.below(64);
                if self.one_in(2) { value } else { value.wrapping_neg() }
            }
        }
    }

    /// A double: any bits, short decimals, ties, powers, small integers, specials.
    pub fn double(&mut self) -> f64 {
        match self.below(10) {
            0 => f64::from_bits(self.next()),
            1 => self.pick(&[0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -f64::NAN, f64::MAX]),
            2 => f64::from_bits(self.next() >> (12 + self.below(52))),
            3 => (self.below(2_000_001) as f64 - 1_000_000.0) / 10f64.powi(self.below(9) as i32),
            4 => (self.below(4001) as f64 - 2000.0) / 2f64.powi(self.below(12) as i32),
            5 => 10f64.powi(self.below(640) as i32 - 330),
            6 => 2f64.powi(self.below(2100) as i32 - 1074) * if self.one_in(2) { -1.0 } else { 1.0 },
            7 => {
                let nines = 10f64.powi(self.below(17) as i32) - 1.0;
                (nines + self.pick(&[0.0, 0.5, 0.25, 0.75])) / 10f64.powi(self.below(12) as i32)
            }
            8 => self.integer() as i64 as f64,
            _ => f64::from_bits(self.next() >> 2 | 0x3000_0000_0000_0000) * self.pick(&[1.0, -1.0]),
        }
    }

    /// The bits of an 80-bit long double, sometimes an encoding the processor rejects.
    pub fn long_double(&mut self) -> (u64, u16) {
        let exponent = match self.below(6) {
            0 => 0,
            1 => 0x7fff,
            2 => self.below(0x8000) as u16,
            _ => 16383 - 70 + self.below(140) as u16,
        };
        let mantissa = match self.below(5) {
            0 => 0,
            1 => self.next(),
            2 => 1 << 63,
            3 => self.next() << self.below(64) | 1 << 63,
            _ => self.next() | 1 << 63,
        };
        (mantissa, exponent | (self.next() as u16 & 0x8000))
    }

    /// Bytes of an alphabet.
    pub fn text(&mut self, alphabet: &[u8], most: u64) -> Vec<u8> {
        let length = self.below(most + 1);
        (0..length).map(|_| self.pick(alphabet)).collect()
    }
}

pub fn show(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).escape_debug().to_string()
}
