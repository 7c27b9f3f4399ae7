//! `// expect FUNCTION: ITEM, ITEM` at the head of a file: what `summary.json` must say of a function.

use serde_json::Value;

/// Checks one such line; `Err` says what is otherwise.
pub fn check(line: &str, summary: &Value) -> Result<(), String> {
    let (name, items) = line.split_once(':').ok_or("an expectation names a function")?;
    let functions = summary["functions"].as_array().ok_or("no functions")?;
    let found = functions.iter().find(|f| f["name"] == name.trim());
    for item in items.split(',').map(str::trim) {
        if item == "absent" {
            if found.is_some() {
                return Err(format!("{name} is in the summary"));
            }
            continue;
        }
        let f = found.ok_or_else(|| format!("{name} is not in the summary"))?;
        one(item, f).map_err(|e| format!("{name}: expected {item}, {e}"))?;
    }
    Ok(())
}

fn one(item: &str, f: &Value) -> Result<(), String> {
    let (kind, rest) = item.split_once(' ').unwrap_or((item, ""));
    let lists = |key: &str, part: &str| -> Result<(), String> {
        let all = f[key].as_array().into_iter().flatten();
        let field = if key == "faults" { "kind" } else { "reason" };
        let seen: Vec<&str> = all.filter_map(|v| v.as_str().or(v[field].as_str())).collect();
        if seen.iter().any(|s| s.contains(part)) { Ok(()) } else { Err(format!("saw {seen:?}")) }
    };
    let is = |seen: &Value| {
        let same = seen.as_str() == Some(rest) || seen.as_u64().is_some_and(|n| Ok(n) == rest.parse());
        if same { Ok(()) } else { Err(format!("saw {seen}")) }
    };
    match kind {
        "statement" | "branch" | "mcdc" | "boundary" => tally(rest, &f[kind]),
        "fault" => lists("faults", rest),
        "reason" => lists("open", rest),
        "hypothesis" => {
            let open = f["open"].as_array().into_iter().flatten();
            let all = open.flat_map(|o| o["hypotheses"].as_array().into_iter().flatten());
            let seen: Vec<&str> = all.filter_map(|h| h["text"].as_str()).collect();
            if seen.iter().any(|s| s.contains(rest)) { Ok(()) } else { Err(format!("saw {seen:?}")) }
        }
        "note" => lists("notes", rest),
        "faults" => {
            let seen = f["faults"].as_array().map_or(0, Vec::len);
            if Ok(seen) == rest.parse() { Ok(()) } else { Err(format!("saw {}", f["faults"])) }
        }
        "assumption" => lists("assumptions", rest),
        "stop" | "tests" | "runs" | "line" => is(&f[kind]),
        _ => Err("which is no expectation".into()),
    }
}

/// `full`, or `REACHED/TOTAL` (whether or not a native test does it), then `infeasible N`, `conditional N` and `unknown N` (0 if not said).
fn tally(wanted: &str, seen: &Value) -> Result<(), String> {
    let field = |name: &str| seen[name].as_u64().unwrap_or(u64::MAX);
    let reached = field("covered").saturating_add(field("seen"));
    let mut words = wanted.split(' ');
    let first = words.next().unwrap_or("");
    let right = match first.split_once('/') {
        Some((c, t)) => c.parse() == Ok(reached) && t.parse() == Ok(field("total")),
        None => first == "full" && reached == field("total"),
    };
    let mut open = [("infeasible", 0), ("conditional", 0), ("unknown", 0)];
    while let Some(word) = words.next() {
        let number = words.next().and_then(|n| n.parse().ok()).ok_or("a number is missing")?;
        open.iter_mut().find(|o| o.0 == word).ok_or("which is no count")?.1 = number;
    }
    if right && open.iter().all(|(name, n)| field(name) == *n) { Ok(()) } else { Err(format!("saw {seen}")) }
}
