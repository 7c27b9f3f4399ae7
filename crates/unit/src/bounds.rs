//! How far inputs reach, and what was left out because of it.

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

/// Something was left out of the inputs, and which bound would bring it in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoundHit {
    pub path: String,
    pub bound: &'static str,
}

impl std::fmt::Display for BoundHit {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let BoundHit { path, bound } = self;
        match *bound {
            "union" => write!(f, "of the pointers that a union has in the bytes of `{path}` only this one is tried"),
            "array" => write!(f, "only the first elements of `{path}` are inputs (--bound array=N)"),
            "apart" => write!(f, "pointers that are compared are never in one object, unless they are the same"),
            "calls" => write!(f, "`{path}` is null: the results of further calls are not followed"),
            "address" => write!(f, "`{path}` is null or an address: it holds no number"),
            "number" => write!(f, "a number is taken for the address of what `{path}` points to"),
            "again" => write!(f, "`{path}` is not called more often (--calls N)"),
            "memory" => {
                write!(f, "allocations succeed, and whether a pointer is null is a value here (--allocation-fails)")
            }
            "globals" => write!(f, "pointers are not tried everywhere in the globals they are compared with"),
            "functions" => write!(f, "function pointers are not tried with every function that they may point to"),
            "layout" => write!(f, "it depends on where objects lie in memory"),
            "library" => write!(f, "`{path}` is what the library starts with: callers may have changed it"),
            "fixed" => write!(f, "`{path}` gives one of the answers that the system could give"),
            "linked" => write!(f, "where `{path}` lies, and what follows it, is for the linker to say"),
            "replaced" => write!(f, "`{path}` is weak: another definition may do more"),
            "missing" => write!(f, "`{path}` is weak and not defined: it is null"),
            "unnamed" => write!(f, "there are no more unnamed arguments"),
            "volatile" => write!(f, "what `{path}` holds may change more often than it does here"),
            "registers" => write!(f, "what is in memory at {path} is not known"),
            "front" => write!(f, "`{path}` has no more elements in front of where it points"),
            "written" => write!(f, "`{path}` is taken to hold what was written to it"),
            "stub" => write!(f, "`{path}` is a stub: it may do more"),
            "depth" => write!(f, "`{path}` is null: pointers are not followed further (--bound depth=N)"),
            "elements" | "bytes" => write!(f, "`{path}` has no more elements (--bound {bound}=N)"),
            _ => write!(f, "`{path}` is null: its type is not driven"),
        }
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
