//! Changes inputs at random: bits, bytes, numbers, blocks, words of the program, parts of other inputs.

use crate::rng::Rng;
use crescendo_process::{Input, Shape, Slot};

/// Bytes of one part.
const LONGEST: usize = 1 << 16;

const INTERESTING: &[i64] = &[
    -128,
    -1,
    0,
    1,
    16,
    32,
    64,
    100,
    127,
    128,
    255,
    256,
    512,
    1000,
    1024,
    4096,
    32767,
    32768,
    65535,
    65536,
    100_663_045,
    2_147_483_647,
    -2_147_483_648,
];

/// Parts of an input that can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Arg(usize),
    Stdin,
    File(usize),
    Env(usize),
    Value(usize),
    Data,
    /// Arguments are added, taken away, exchanged.
    Args,
}

pub struct Mutator {
    shape: Shape,
    /// Words that the program knows.
    words: Vec<Vec<u8>>,
}

impl Mutator {
    pub fn new(shape: &Shape, words: Vec<Vec<u8>>) -> Mutator {
        Mutator { shape: shape.clone(), words }
    }

    pub fn words(&self) -> &[Vec<u8>] {
        &self.words
    }

    /// A changed copy; `other` lends parts.
    pub fn change(&self, input: &Input, other: Option<&Input>, rng: &mut Rng) -> Input {
        let mut new = input.clone();
        let rounds = 1 << rng.below(5);
        for _ in 0..rounds {
            let parts = self.parts(&new);
            let Some(part) = parts.get(rng.below(parts.len())).copied() else { break };
            self.change_part(&mut new, part, other, rng);
        }
        new
    }

    fn parts(&self, input: &Input) -> Vec<Part> {
        let mut parts = Vec::new();
        if let Some((count, _)) = self.symbols() {
            let fixed = self.shape.args.len() - 1;
            let own = input.args.len().saturating_sub(fixed);
            parts.extend((0..own).map(Part::Arg));
            if count > 0 {
                parts.push(Part::Args);
            }
        }
        if self.shape.stdin.is_some() {
            parts.extend([Part::Stdin; 2]);
        }
        parts.extend((0..input.files.len()).flat_map(|i| [Part::File(i); 2]));
        parts.extend((0..input.env.len()).map(Part::Env));
        parts.extend((0..input.values.len()).map(Part::Value));
        if self.shape.data > 0 {
            parts.push(Part::Data);
        }
        parts
    }

    /// The arguments that may change: their place, how many and how long.
    fn symbols(&self) -> Option<(usize, usize)> {
        self.shape.args.iter().find_map(|s| match s {
            Slot::Symbols { count, bytes } => Some((*count, *bytes)),
            Slot::Word(_) => None,
        })
    }

    fn first_symbol(&self) -> usize {
        self.shape.args.iter().position(|s| matches!(s, Slot::Symbols { .. })).unwrap_or(0)
    }

    fn change_part(&self, input: &mut Input, part: Part, other: Option<&Input>, rng: &mut Rng) {
        let other = other.filter(|_| rng.one_in(8));
        match part {
            Part::Arg(i) => {
                let most = self.symbols().map_or(LONGEST, |(_, bytes)| bytes.max(64));
                let i = self.first_symbol() + i;
                let lent = other.and_then(|o| o.args.get(rng.below(o.args.len().max(1))));
                if let Some(arg) = input.args.get_mut(i) {
                    self.bytes(arg, lent, most, rng);
                    arg.retain(|b| *b != 0);
                }
            }
            Part::Args => self.arguments(input, rng),
            Part::Stdin => self.bytes(&mut input.stdin, other.map(|o| &o.stdin), LONGEST, rng),
            Part::File(i) => {
                let optional = |name: &String| self.shape.optional.contains(name);
                if let Some((name, contents)) = input.files.iter_mut().nth(i) {
                    let lent = other.and_then(|o| o.files.get(name)).and_then(Option::as_ref);
                    match contents {
                        Some(_) if optional(name) && rng.one_in(64) => *contents = None,
                        Some(bytes) => self.bytes(bytes, lent, LONGEST, rng),
                        None => *contents = Some(Vec::new()),
                    }
                }
            }
            Part::Env(i) => {
                if let Some((_, value)) = input.env.iter_mut().nth(i) {
                    self.bytes(value, None, 256, rng);
                    value.retain(|b| *b != 0);
                }
            }
            Part::Value(i) => {
                if let Some(n) = input.values.get_mut(i) {
                    n.value = match rng.below(4) {
                        0 => INTERESTING[rng.below(INTERESTING.len())] as u64,
                        1 => n.value.wrapping_add(rng.below(33) as u64).wrapping_sub(16),
                        2 => n.value ^ 1 << rng.below(n.bits.clamp(1, 64) as usize),
                        _ => rng.number() >> rng.below(64),
                    };
                    if n.bits < 64 {
                        n.value &= (1 << n.bits) - 1;
                    }
                }
            }
            Part::Data => self.bytes(&mut input.data, other.map(|o| &o.data), LONGEST.min(self.shape.data), rng),
        }
    }

    fn arguments(&self, input: &mut Input, rng: &mut Rng) {
        let Some((count, bytes)) = self.symbols() else { return };
        let (first, fixed) = (self.first_symbol(), self.shape.args.len() - 1);
        let own = input.args.len().saturating_sub(fixed);
        match rng.below(4) {
            0 if own > 0 => drop(input.args.remove(first + rng.below(own))),
            1 if own > 1 => input.args.swap(first + rng.below(own), first + rng.below(own)),
            _ if own < count => {
                let mut word = match rng.below(3) {
                    0 => vec![b'-', b'!' + rng.below(94) as u8],
                    1 if !self.words.is_empty() => self.words[rng.below(self.words.len())].clone(),
                    _ => input
                        .files
                        .keys()
                        .nth(rng.below(input.files.len().max(1)))
                        .map(|n| n.as_bytes().to_vec())
                        .unwrap_or_default(),
                };
                word.truncate(bytes.max(8));
                word.retain(|b| *b != 0);
                input.args.insert((first + rng.below(own + 1)).min(input.args.len()), word);
            }
            _ => {}
        }
    }

    fn bytes(&self, bytes: &mut Vec<u8>, lent: Option<&Vec<u8>>, most: usize, rng: &mut Rng) {
        let n = bytes.len();
        if let Some(lent) = lent.filter(|l| !l.is_empty()) {
            let from = rng.below(lent.len());
            let len = 1 + rng.below(lent.len() - from);
            let at = rng.below(n + 1);
            let piece = &lent[from..from + len];
            match rng.one_in(2) {
                true => drop(bytes.splice(at..at, piece.iter().copied())),
                false => drop(bytes.splice(at..(at + len).min(n), piece.iter().copied())),
            }
            bytes.truncate(most);
            return;
        }
        match rng.below(13) {
            0 if n > 0 => bytes[rng.below(n)] ^= 1 << rng.below(8),
            1 if n > 0 => bytes[rng.below(n)] = rng.number() as u8,
            2 if n > 0 => bytes[rng.below(n)] = b' ' + rng.below(95) as u8,
            3 if n > 0 => {
                let at = rng.below(n);
                bytes[at] = bytes[at].wrapping_add(rng.below(71) as u8).wrapping_sub(35);
            }
            4 if n > 0 => {
                let (at, value) = (rng.below(n), INTERESTING[rng.below(INTERESTING.len())]);
                let width = 1 << rng.below(4);
                let mut raw = value.to_le_bytes();
                if rng.one_in(2) {
                    raw[..width].reverse();
                }
                let end = (at + width).min(n);
                bytes[at..end].copy_from_slice(&raw[..end - at]);
            }
            5 if n > 1 => {
                let (at, len) = range(n, rng);
                bytes.drain(at..at + len);
            }
            6 if n > 0 && n < most => {
                let (from, len) = range(n, rng);
                let piece = bytes[from..from + len].to_vec();
                let at = rng.below(n + 1);
                bytes.splice(at..at, piece);
            }
            7 if n > 1 => {
                let (from, len) = range(n, rng);
                let piece = bytes[from..from + len].to_vec();
                let at = rng.below(n - len + 1);
                bytes[at..at + len].copy_from_slice(&piece);
            }
            8 | 9 if !self.words.is_empty() => {
                let word = &self.words[rng.below(self.words.len())];
                let at = rng.below(n + 1);
                match rng.one_in(2) {
                    true => drop(bytes.splice(at..at, word.iter().copied())),
                    false => drop(bytes.splice(at..(at + word.len()).min(n), word.iter().copied())),
                }
            }
            10 if n > 0 => {
                // A number in the text becomes another one.
                let digits = |b: &u8| b.is_ascii_digit();
                let at = rng.below(n);
                if let Some(start) = bytes[at..].iter().position(digits).map(|i| i + at) {
                    let end = start + bytes[start..].iter().take_while(|b| digits(b)).count();
                    let value = INTERESTING[rng.below(INTERESTING.len())].to_string();
                    bytes.splice(start..end, value.bytes());
                }
            }
            11 => {
                let at = rng.below(n + 1);
                let piece = vec![
                    if rng.one_in(2) { b' ' + rng.below(95) as u8 } else { rng.number() as u8 };
                    1 << rng.below(6)
                ];
                bytes.splice(at..at, piece);
            }
            _ => {
                let at = rng.below(n + 1);
                bytes.insert(at, [b'\n', b' ', b'0', b'a', b'-', b'.', b'(', b'"', 0][rng.below(9)]);
            }
        }
        bytes.truncate(most);
    }
}

fn range(n: usize, rng: &mut Rng) -> (usize, usize) {
    let most = if rng.one_in(4) { n } else { n.min(16) };
    let len = 1 + rng.below(most);
    (rng.below(n - len + 1), len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_inputs_keep_to_their_shape() {
        let shape = Shape { args: Shape::arguments("-n sym:2:4 end").unwrap(), stdin: Some(10), ..Shape::default() };
        let m = Mutator::new(&shape, vec![b"word".to_vec()]);
        let mut rng = Rng::new(7);
        let start = Input { args: vec![b"-n".to_vec(), b"x".to_vec(), b"end".to_vec()], ..Input::default() };
        let mut input = start.clone();
        for _ in 0..20_000 {
            input = m.change(&input, Some(&start), &mut rng);
            assert!(shape.split(&input.args).is_some(), "{input:?}");
            assert!(input.args.iter().all(|a| !a.contains(&0)));
            if input.size() > 1000 {
                input = start.clone();
            }
        }
    }
}
