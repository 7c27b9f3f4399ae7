//! Checks a suite against `docs/schema/suite-1.json`.

#[path = "../../../alarms/tests/support/schema.rs"]
mod rules;

use crate::support::root;
use libtest_mimic::Failed;
use serde_json::Value;

pub fn check(suite: &Value) -> Result<(), Failed> {
    let text = std::fs::read(root().join("docs/schema/suite-1.json"))?;
    let schema: Value = serde_json::from_slice(&text)?;
    rules::fits(suite, &schema, &schema).map_err(|why| format!("suite.json does not fit its schema: {why}").into())
}
