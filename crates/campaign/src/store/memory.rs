//! A store that is gone with the process.

use super::{Kind, Store, StoreError};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

#[derive(Default)]
pub struct MemoryStore {
    all: Mutex<HashMap<(Kind, String), Vec<u8>>>,
}

impl Store for MemoryStore {
    fn get(&self, kind: Kind, key: &str) -> Option<Vec<u8>> {
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&(kind, key.to_string())).cloned()
    }

    fn put(&self, kind: Kind, key: &str, value: &[u8]) -> Result<(), StoreError> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert((kind, key.to_string()), value.to_vec());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_contract() {
        super::super::check_contract(&MemoryStore::default, false);
    }
}
