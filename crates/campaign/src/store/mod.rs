//! Results that stay, by what they depend on: a folder today, a database tomorrow.
//!
//! A store knows nothing of what it keeps: bytes by kind and key. `contract` is what every implementation must do, as a test.

mod contract;
mod folder;
mod memory;
mod results;

pub use contract::check as check_contract;
pub use folder::FolderStore;
pub use memory::MemoryStore;
pub use results::{Results, StoredVerdicts};

/// What is kept under a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// What was found in a function.
    Record,
    /// Its tests.
    Tests,
    /// What callers said about all alarms.
    Verdicts,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Record, Kind::Tests, Kind::Verdicts];

    /// For names of folders and tables.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Record => "records",
            Kind::Tests => "tests",
            Kind::Verdicts => "verdicts",
        }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("cannot keep the result {key} in {place}: {source}")]
pub struct StoreError {
    pub key: String,
    /// The store, for people.
    pub place: String,
    pub source: std::io::Error,
}

/// Keys are made of letters and digits, at least four. Whoever reads sees nothing or all that was put there once, also while
/// others write and after a process was killed.
pub trait Store: Sync {
    /// `None`: there is nothing, or nothing that can be read.
    fn get(&self, kind: Kind, key: &str) -> Option<Vec<u8>>;

    /// What was there is replaced.
    fn put(&self, kind: Kind, key: &str, value: &[u8]) -> Result<(), StoreError>;
}
