//! glibc's pseudo-random numbers, number for number: `rand`/`random`, `rand_r` and the `drand48` family.

/// `rand` and `random`, which share one generator: additive feedback over a table, or for the smallest state of
/// `initstate` a linear congruence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    /// The table; a single word for the linear congruence.
    table: Vec<u32>,
    front: usize,
    rear: usize,
    /// Distance between front and rear.
    separation: usize,
}

/// Largest value of `rand` and `random`.
pub const RAND_MAX: u32 = 0x7fff_ffff;

impl Default for Random {
    /// The generator of a program that never calls `srand`.
    fn default() -> Self {
        Self::new(1)
    }
}

impl Random {
    /// `srand(seed)`, `srandom(seed)`.
    pub fn new(seed: u32) -> Self {
        Self::with_shape(seed, 31, 3)
    }

    /// `initstate(seed, state, bytes)`: the generator for a state of that size; fewer than 8 bytes are an error.
    pub fn with_state_size(seed: u32, bytes: usize) -> Option<Self> {
        let (degree, separation) = match bytes {
            0..8 => return None,
            8..32 => (1, 0),
            32..64 => (7, 3),
            64..128 => (15, 1),
            128..256 => (31, 3),
            _ => (63, 1),
        };
        Some(Self::with_shape(seed, degree, separation))
    }

    fn with_shape(seed: u32, degree: usize, separation: usize) -> Self {
        let mut random = Self { table: vec![0; degree], front: separation, rear: 0, separation };
        random.seed(seed);
        random
    }

    /// `srandom` on the present state.
    pub fn seed(&mut self, seed: u32) {
        let degree = self.table.len();
        let mut word = seed.max(1) as i32;
        for (i, slot) in self.table.iter_mut().enumerate() {
            if i > 0 {
                // 16807 * word mod (2^31 - 1), by Schrage's method.
                word = (16807 * (word % 127_773)).wrapping_sub(2836 * (word / 127_773));
                if word < 0 {
                    word = word.wrapping_add(i32::MAX);
                }
            }
            *slot = word as u32;
        }
        self.front = self.separation;
        self.rear = 0;
        if degree > 1 {
            for _ in 0..10 * degree {
                self.next();
            }
        }
    }

    /// The next number, from 0 to [`RAND_MAX`].
    #[expect(clippy::should_implement_trait, reason = "C's generators never end and are not iterated")]
    pub fn next(&mut self) -> u32 {
        if let [word] = self.table.as_mut_slice() {
            *word = word.wrapping_mul(1_103_515_245).wrapping_add(12345) & RAND_MAX;
            return *word;
        }
        let sum = self.table[self.front].wrapping_add(self.table[self.rear]);
        self.table[self.front] = sum;
        self.front = (self.front + 1) % self.table.len();
        self.rear = (self.rear + 1) % self.table.len();
        sum >> 1
    }
}

/// `rand_r`: advances the seed, gives the number.
pub fn rand_r(seed: &mut u32) -> u32 {
    let mut part = |bits: u32| {
        *seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
        *seed >> 16 & ((1 << bits) - 1)
    };
    let (high, middle, low) = (part(11), part(10), part(10));
    high << 20 | middle << 10 | low
}

/// The 48-bit linear congruence behind `drand48` and its relatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rand48 {
    /// The state of `drand48`, `lrand48` and `mrand48`: 48 bits.
    x: u64,
    multiplier: u64,
    addend: u16,
}

const MASK48: u64 = (1 << 48) - 1;
const MULTIPLIER: u64 = 0x5_deec_e66d;
const ADDEND: u16 = 0xb;

impl Default for Rand48 {
    /// The generator of a program that never seeds it.
    fn default() -> Self {
        Self { x: 0, multiplier: MULTIPLIER, addend: ADDEND }
    }
}

impl Rand48 {
    /// `srand48`: only the low 32 bits of the seed count.
    pub fn srand48(&mut self, seed: u32) {
        *self = Self { x: u64::from(seed) << 16 | 0x330e, ..Self::default() };
    }

    /// `seed48`: gives back the old state.
    pub fn seed48(&mut self, seed: [u16; 3]) -> [u16; 3] {
        let old = split(self.x);
        *self = Self { x: join(seed), ..Self::default() };
        old
    }

    /// `lcong48`: state, multiplier and addend, low words first.
    pub fn lcong48(&mut self, [x0, x1, x2, a0, a1, a2, addend]: [u16; 7]) {
        *self = Self { x: join([x0, x1, x2]), multiplier: join([a0, a1, a2]), addend };
    }

    /// `drand48`: in [0, 1).
    pub fn drand48(&mut self) -> f64 {
        self.x = self.advance(self.x);
        fraction(self.x)
    }

    /// `lrand48`: in [0, 2^31).
    pub fn lrand48(&mut self) -> u32 {
        self.x = self.advance(self.x);
        (self.x >> 17) as u32
    }

    /// `mrand48`: in [-2^31, 2^31).
    pub fn mrand48(&mut self) -> i32 {
        self.x = self.advance(self.x);
        (self.x >> 16) as i32
    }

    /// `erand48`, on a state of the caller's.
    pub fn erand48(&self, state: &mut [u16; 3]) -> f64 {
        fraction(self.advance_words(state))
    }

    /// `nrand48`, on a state of the caller's.
    pub fn nrand48(&self, state: &mut [u16; 3]) -> u32 {
        (self.advance_words(state) >> 17) as u32
    }

    /// `jrand48`, on a state of the caller's.
    pub fn jrand48(&self, state: &mut [u16; 3]) -> i32 {
        (self.advance_words(state) >> 16) as i32
    }

    fn advance(&self, x: u64) -> u64 {
        x.wrapping_mul(self.multiplier).wrapping_add(u64::from(self.addend)) & MASK48
    }

    fn advance_words(&self, state: &mut [u16; 3]) -> u64 {
        let x = self.advance(join(*state));
        *state = split(x);
        x
    }
}

fn join([low, middle, high]: [u16; 3]) -> u64 {
    u64::from(high) << 32 | u64::from(middle) << 16 | u64::from(low)
}

fn split(x: u64) -> [u16; 3] {
    [x as u16, (x >> 16) as u16, (x >> 32) as u16]
}

fn fraction(x: u64) -> f64 {
    x as f64 / (1u64 << 48) as f64
}
