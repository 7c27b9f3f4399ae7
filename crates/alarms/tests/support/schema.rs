//! As much of JSON Schema as SARIF's and our own use. A keyword that is not known here is an error, not an agreement.

use serde_json::Value;

/// Said of things, but no rules.
const NOTES: [&str; 8] = ["$schema", "$id", "title", "description", "default", "definitions", "$defs", "format"];

pub fn fits(value: &Value, rule: &Value, schema: &Value) -> Result<(), String> {
    let keywords = rule.as_object().ok_or("a rule is an object")?;
    for (keyword, says) in keywords.iter().filter(|(k, _)| !NOTES.contains(&k.as_str())) {
        follows(value, keyword, says, rule, schema)?;
    }
    Ok(())
}

fn follows(value: &Value, keyword: &str, says: &Value, rule: &Value, schema: &Value) -> Result<(), String> {
    let bad = || Err(format!("{keyword} {says} does not hold for {value}"));
    let holds = match keyword {
        "$ref" => {
            let name = says.as_str().unwrap_or("").trim_start_matches('#');
            return fits(value, schema.pointer(name).ok_or(name)?, schema);
        }
        "type" => match says.as_str() {
            Some("object") => value.is_object(),
            Some("array") => value.is_array(),
            Some("string") => value.is_string(),
            Some("integer") => value.is_i64() || value.is_u64(),
            Some("number") => value.is_number(),
            Some("boolean") => value.is_boolean(),
            other => return Err(format!("the schema says {other:?}")),
        },
        "const" => value == says,
        "enum" => says.as_array().is_some_and(|all| all.contains(value)),
        "minimum" => value.as_f64().zip(says.as_f64()).is_none_or(|(v, least)| v >= least),
        "maximum" => value.as_f64().zip(says.as_f64()).is_none_or(|(v, most)| v <= most),
        "minItems" => value.as_array().is_none_or(|a| a.len() as u64 >= says.as_u64().unwrap_or(0)),
        "uniqueItems" => {
            let all = value.as_array().map_or(&[][..], |a| a);
            says != &Value::Bool(true) || all.iter().enumerate().all(|(i, v)| !all[..i].contains(v))
        }
        "anyOf" | "oneOf" => {
            let fitting = says.as_array().into_iter().flatten().filter(|w| fits(value, w, schema).is_ok()).count();
            if keyword == "oneOf" { fitting == 1 } else { fitting > 0 }
        }
        "required" => {
            let keys = says.as_array().into_iter().flatten().filter_map(Value::as_str);
            let missing: Vec<&str> = keys.filter(|k| value.as_object().is_some_and(|o| !o.contains_key(*k))).collect();
            missing.is_empty()
        }
        "items" => {
            for item in value.as_array().into_iter().flatten() {
                fits(item, says, schema)?;
            }
            true
        }
        "properties" => {
            for (key, part) in value.as_object().into_iter().flatten() {
                if let Some(rule) = says.get(key) {
                    fits(part, rule, schema).map_err(|why| format!("{key}: {why}"))?;
                }
            }
            true
        }
        "additionalProperties" => {
            for (key, part) in value.as_object().into_iter().flatten() {
                match says {
                    Value::Bool(true) => {}
                    _ if rule["properties"].get(key).is_some() => {}
                    Value::Bool(false) => return Err(format!("`{key}` is not in the schema")),
                    rule => fits(part, rule, schema).map_err(|why| format!("{key}: {why}"))?,
                }
            }
            true
        }
        // Only identifiers of kinds that we do not write have patterns.
        other => return Err(format!("the keyword {other} is not known")),
    };
    if holds { Ok(()) } else { bad() }
}
