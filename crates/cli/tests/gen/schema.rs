//! What every `summary.json` has, and what may differ between equal runs.
#![allow(dead_code, reason = "each test binary uses its own part")]

use serde_json::Value;

/// Checks the fields a reader relies on, and that the figures agree with each other.
pub fn check(summary: &Value) -> Result<(), String> {
    need(summary, "", &["version", "tool_bugs", "files_failed"], Value::is_u64)?;
    need(summary, "", &["seconds"], Value::is_f64)?;
    let functions = summary["functions"].as_array().ok_or("functions is no list")?;
    let totals = &summary["totals"];
    need(totals, "totals", &["functions", "tests", "runs", "solver_calls", "faults"], Value::is_u64)?;
    for f in functions {
        let name = f["name"].as_str().ok_or("a function without a name")?;
        need(f, name, &["file", "stop"], Value::is_string)?;
        need(f, name, &["line", "tests", "runs", "solver_calls"], Value::is_u64)?;
        need(f, name, &["seconds"], Value::is_f64)?;
        need(f, name, &["inputs", "assumptions", "faults", "open", "notes", "tool_bugs"], Value::is_array)?;
        if f["inputs"].as_array().map(Vec::len) != f["tests"].as_u64().map(|n| n as usize) {
            return Err(format!("{name}: not one list of inputs for every test"));
        }
    }
    for criterion in ["statement", "branch", "mcdc", "boundary"] {
        let mut sums = [0; 6];
        for f in functions {
            let counts = tally(&f[criterion])?;
            if counts[0] + counts[2] + counts[3] + counts[4] + counts[5] != counts[1] {
                return Err(format!("{}: {criterion} does not add up: {}", f["name"], f[criterion]));
            }
            sums.iter_mut().zip(counts).for_each(|(s, n)| *s += n);
        }
        if tally(&totals[criterion])? != sums {
            return Err(format!("totals of {criterion} are not the sum: {}", totals[criterion]));
        }
    }
    Ok(())
}

fn need(v: &Value, whose: &str, fields: &[&str], is: fn(&Value) -> bool) -> Result<(), String> {
    let missing = fields.iter().find(|f| !is(&v[**f]));
    missing.map_or(Ok(()), |f| Err(format!("{whose}: {f} is {}", v[*f])))
}

fn tally(v: &Value) -> Result<[u64; 6], String> {
    let field = |name: &str| v[name].as_u64().ok_or_else(|| format!("no {name} in {v}"));
    let [covered, total, infeasible] = [field("covered")?, field("total")?, field("infeasible")?];
    Ok([covered, total, infeasible, field("conditional")?, field("seen")?, field("unknown")?])
}

/// Without what a clock measures.
pub fn timeless(mut v: Value) -> Value {
    strip(&mut v);
    v
}

fn strip(v: &mut Value) {
    match v {
        Value::Object(o) => {
            o.retain(|key, _| !key.ends_with("seconds") && !key.ends_with("micros"));
            o.values_mut().for_each(strip);
        }
        Value::Array(a) => a.iter_mut().for_each(strip),
        _ => {}
    }
}
