//! Checks a suite against `docs/schema/suite-1.json`: as much of JSON Schema as that file uses.

use crate::support::root;
use libtest_mimic::Failed;
use serde_json::Value;

pub fn check(suite: &Value) -> Result<(), Failed> {
    let text = std::fs::read(root().join("docs/schema/suite-1.json"))?;
    let schema: Value = serde_json::from_slice(&text)?;
    fits(suite, &schema, &schema).map_err(|why| format!("suite.json does not fit its schema: {why}").into())
}

fn fits(value: &Value, rule: &Value, schema: &Value) -> Result<(), String> {
    if let Some(name) = rule["$ref"].as_str() {
        return fits(value, schema.pointer(name.trim_start_matches('#')).ok_or(name)?, schema);
    }
    if let Some(ways) = rule["oneOf"].as_array() {
        let fitting = ways.iter().filter(|w| fits(value, w, schema).is_ok()).count();
        return if fitting == 1 { Ok(()) } else { Err(format!("{fitting} ways fit {value}")) };
    }
    if let Some(all) = rule["enum"].as_array() {
        return if all.contains(value) { Ok(()) } else { Err(format!("{value} is not one of {all:?}")) };
    }
    if !rule["const"].is_null() {
        return if *value == rule["const"] { Ok(()) } else { Err(format!("{value} is not {}", rule["const"])) };
    }
    let right = match rule["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        other => return Err(format!("the schema says {other:?}")),
    };
    if !right {
        return Err(format!("{} expected, not {value}", rule["type"]));
    }
    for item in value.as_array().into_iter().flatten() {
        fits(item, &rule["items"], schema)?;
    }
    let Some(object) = value.as_object() else { return Ok(()) };
    for key in rule["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !object.contains_key(key) {
            return Err(format!("`{key}` is missing in {value}"));
        }
    }
    for (key, part) in object {
        match rule["properties"].get(key) {
            Some(rule) => fits(part, rule, schema).map_err(|why| format!("{key}: {why}"))?,
            None => return Err(format!("`{key}` is not in the schema")),
        }
    }
    Ok(())
}
