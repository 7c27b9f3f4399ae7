//! Results of functions in a store, in words of this tool: which of those that are kept may be used.

use super::{Kind, Store, StoreError};
use crate::function::record::{Explored, Record};
use crate::outcome::CheckFigures;
use crate::results::summary::Stop;
use crescendo_alarms::model::Judgement;
use crescendo_suite::record::Collected;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Of the layout of what is kept. The build is part of the keys, so this is for those who look at a store from outside.
const VERSION: u32 = 2;

#[derive(Serialize, Deserialize)]
struct Kept<T> {
    version: u32,
    value: T,
}

/// A record with what it was found with and the key of its tests.
#[derive(Serialize, Deserialize)]
struct Found<R> {
    budget: String,
    tests: String,
    record: R,
}

/// What callers said about the alarms of a run.
#[derive(Serialize, Deserialize)]
pub struct StoredVerdicts {
    /// What the work took.
    pub figures: CheckFigures,
    /// In the order of the alarms.
    pub judgements: Vec<Judgement>,
}

/// A store of results.
#[derive(Clone, Copy)]
pub struct Results<'a>(pub &'a dyn Store);

impl Results<'_> {
    fn read<T: DeserializeOwned>(&self, kind: Kind, key: &str) -> Option<Kept<T>> {
        let kept: Kept<T> = serde_json::from_slice(&self.0.get(kind, key)?).ok()?;
        (kept.version == VERSION).then_some(kept)
    }

    fn write(&self, kind: Kind, key: &str, value: &impl Serialize) -> Result<(), StoreError> {
        let kept = Kept { version: VERSION, value };
        self.0.put(kind, key, &serde_json::to_vec(&kept).expect("results have no maps with odd keys"))
    }

    /// The record of that key, and the key of its tests. One found with another budget only counts if it left nothing open:
    /// more time would not have changed it.
    pub fn record(&self, key: &str, budget: &str) -> Option<(Record, String)> {
        let found: Found<Record> = self.read(Kind::Record, key)?.value;
        let counts = matches!(found.record.summary.stop, Stop::Complete | Stop::Conditional) || found.budget == budget;
        counts.then_some((found.record, found.tests))
    }

    pub fn tests(&self, key: &str) -> Option<Collected> {
        Some(self.read(Kind::Tests, key)?.value)
    }

    /// Gives the key of the tests.
    pub fn put(&self, key: &str, budget: &str, explored: &Explored) -> Result<String, StoreError> {
        // Tests are known by what they are and come first: where there is a record, there are just its tests.
        let text = serde_json::to_vec(&explored.tests).expect("tests have no maps with odd keys");
        let tests = blake3::hash(&text).to_hex()[..40].to_string();
        self.write(Kind::Tests, &tests, &explored.tests)?;
        let (budget, record) = (budget.to_string(), &explored.record);
        self.write(Kind::Record, key, &Found { budget, tests: tests.clone(), record })?;
        Ok(tests)
    }

    pub fn verdicts(&self, key: &str) -> Option<StoredVerdicts> {
        Some(self.read(Kind::Verdicts, key)?.value)
    }

    pub fn put_verdicts(&self, key: &str, verdicts: &StoredVerdicts) -> Result<(), StoreError> {
        self.write(Kind::Verdicts, key, verdicts)
    }
}
