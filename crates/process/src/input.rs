//! One input of a whole program.

use std::collections::BTreeMap;

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Input {
    /// Without the program's name.
    pub args: Vec<Vec<u8>>,
    pub stdin: Vec<u8>,
    /// Files of the working folder, by their names; `None`: it is missing.
    pub files: BTreeMap<String, Option<Vec<u8>>>,
    pub env: BTreeMap<String, Vec<u8>>,
    /// What `__VERIFIER_nondet_*` gave, in the order of the calls, each with its bytes.
    pub values: Vec<Nondet>,
    /// What a fuzz harness is called with.
    pub data: Vec<u8>,
}

/// The result of a call of `__VERIFIER_nondet_*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nondet {
    pub value: u64,
    pub bits: u32,
    /// The bits are those of a floating-point number.
    pub float: bool,
}

impl Input {
    /// Bytes of all its parts.
    pub fn size(&self) -> usize {
        let args: usize = self.args.iter().map(|a| a.len() + 1).sum();
        let files: usize = self.files.values().flatten().map(Vec::len).sum();
        let env: usize = self.env.values().map(Vec::len).sum();
        args + self.stdin.len() + files + env + self.values.len() * 8 + self.data.len()
    }
}
