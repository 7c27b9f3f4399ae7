//! How far inputs reach.

/// How far inputs reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Elements behind a pointer; a power of two from 2 on, as `bytes`.
    pub elements: u64,
    /// Bytes behind a pointer to characters or `void`.
    pub bytes: u64,
    /// Elements of an array that are inputs; the rest is zero.
    pub array: u64,
    /// Pointers of one type to follow from a parameter or global, one behind the other.
    pub depth: u32,
}

impl Bounds {
    /// Pointers of whatever type to follow one behind the other: structures end somewhere, unless types repeat.
    pub(crate) fn steps(&self) -> u32 {
        self.depth.saturating_mul(4)
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { elements: 8, bytes: 64, array: 64, depth: 3 }
    }
}

/// More would not fit the address space set aside for inputs.
const MOST: u64 = 1 << 16;

/// With fewer, a length would be a constant, and what it excludes would pass for proved.
const LEAST: u64 = 2;

impl Bounds {
    /// Sets one of them from `NAME=NUMBER`.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let (name, number) = text.split_once('=').unwrap_or((text, ""));
        let n: u64 = match number.trim().parse() {
            Ok(n) if (1..=MOST).contains(&n) => n,
            _ => return Err(format!("`{text}` is no bound: NAME=NUMBER is, with a number from 1 to {MOST}")),
        };
        match name.trim() {
            "elements" => self.elements = n.max(LEAST).next_power_of_two(),
            "bytes" => self.bytes = n.max(LEAST).next_power_of_two(),
            "array" => self.array = n,
            "depth" => self.depth = n as u32,
            other => return Err(format!("there is no bound `{other}`; there are elements, bytes, array and depth")),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_by_name() {
        let mut b = Bounds::default();
        b.set("elements=9").unwrap();
        b.set("depth=5").unwrap();
        b.set("bytes=1").unwrap();
        assert_eq!((b.elements, b.bytes, b.depth), (16, 2, 5));
        assert!(b.set("elements=0").is_err() && b.set("width=3").is_err() && b.set("bytes").is_err());
    }
}
