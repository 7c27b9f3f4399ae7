//! Coverage formats against those who read or write them: lcov, Cobertura's DTD, llvm-cov.

use crate::support::*;
use crate::{export, generate, sample};
use libtest_mimic::Failed;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// lcov counts what we say it should, and genhtml takes it.
pub fn lcov() -> Result<(), Failed> {
    let folder = scratch();
    sample(folder.path())?;
    let to = folder.path().join("exported");
    export(folder.path(), "lcov", &to)?;
    let run = |program: &str, args: &[&str]| execute(Command::new(program).args(args), &[], &to, LIMIT);
    let ended =
        run("lcov", &["--rc", "lcov_branch_coverage=1", "--rc", "branch_coverage=1", "--summary", "coverage.info"]);
    let said = format!("{}{}", String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
    let text = std::fs::read_to_string(to.join("coverage.info"))?;
    let sum = |key: &str| -> usize { text.lines().filter_map(|l| l.strip_prefix(key)?.parse::<usize>().ok()).sum() };
    for (what, found, hit) in [("lines", "LF:", "LH:"), ("functions", "FNF:", "FNH:"), ("branches", "BRF:", "BRH:")] {
        let (found, hit) = (sum(found), sum(hit));
        if found == 0 || !said.contains(&format!("({hit} of {found} {what})")) {
            return Err(format!("{what}: {hit} of {found} expected: {said}").into());
        }
    }
    let ended = run("genhtml", &["--quiet", "--branch-coverage", "-o", "html", "coverage.info"]);
    if ended.status == 0 { Ok(()) } else { Err(format!("{ended:?}").into()) }
}

/// Elements with their attributes and what stands in them, in order: Cobertura's `coverage-04.dtd`.
const DTD: [(&str, &[&str], &[&str]); 11] = [
    (
        "coverage",
        &[
            "line-rate",
            "branch-rate",
            "lines-covered",
            "lines-valid",
            "branches-covered",
            "branches-valid",
            "complexity",
            "version",
            "timestamp",
        ],
        &["sources", "packages"],
    ),
    ("sources", &[], &["source"]),
    ("source", &[], &[]),
    ("packages", &[], &["package"]),
    ("package", &["name", "line-rate", "branch-rate", "complexity"], &["classes"]),
    ("classes", &[], &["class"]),
    ("class", &["name", "filename", "line-rate", "branch-rate", "complexity"], &["methods", "lines"]),
    ("methods", &[], &[]),
    ("lines", &[], &["line"]),
    ("line", &["number", "hits"], &["conditions"]),
    ("conditions", &[], &["condition"]),
];

pub fn cobertura() -> Result<(), Failed> {
    let folder = scratch();
    sample(folder.path())?;
    export(folder.path(), "cobertura", &folder.path().join("exported"))?;
    let text = std::fs::read_to_string(folder.path().join("exported/cobertura.xml"))?;
    let mut open: Vec<(String, usize)> = Vec::new();
    let mut lines = 0;
    for tag in text.split('<').skip(1).filter_map(|t| t.split_once('>')).map(|(tag, _)| tag) {
        if tag.starts_with(['?', '!']) {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            match open.pop() {
                Some((last, _)) if last == name => continue,
                other => return Err(format!("</{name}> closes {other:?}").into()),
            }
        }
        let name = tag.split([' ', '/']).next().unwrap_or("");
        let attributes: BTreeSet<&str> = tag.split("=\"").filter_map(|p| p.rsplit([' ', '"']).next()).collect();
        if let Some((parent, at)) = open.last_mut() {
            let rule = DTD.iter().find(|d| d.0 == parent).ok_or_else(|| format!("{parent} has parts"))?;
            let place = rule.2.iter().position(|c| *c == name).ok_or_else(|| format!("{name} in {parent}"))?;
            if place < *at {
                return Err(format!("{name} in {parent} comes too late").into());
            }
            *at = place;
        }
        if let Some(rule) = DTD.iter().find(|d| d.0 == name) {
            if let Some(missing) = rule.1.iter().find(|a| !attributes.contains(*a)) {
                return Err(format!("{name} has no {missing}: {tag}").into());
            }
        }
        lines += usize::from(name == "line");
        if !tag.ends_with('/') {
            open.push((name.to_string(), 0));
        }
    }
    if lines > 5 && open.is_empty() { Ok(()) } else { Err(format!("{lines} lines, {open:?}").into()) }
}

type Branch = (u64, u64, u64, u64);

/// Which outcomes of which conditions were seen, in a file of `llvm-cov export`'s form.
fn branches(json: &Value, file: &Path) -> BTreeMap<Branch, (bool, bool)> {
    let files = json["data"][0]["files"].as_array().into_iter().flatten();
    let of = files.filter(|f| f["filename"].as_str().is_some_and(|n| Path::new(n).file_name() == file.file_name()));
    let n = |b: &Value, i: usize| b[i].as_u64().unwrap_or(0);
    let all = of.flat_map(|f| f["branches"].as_array().into_iter().flatten());
    all.map(|b| ((n(b, 0), n(b, 1), n(b, 2), n(b, 3)), (n(b, 4) > 0, n(b, 5) > 0))).collect()
}

/// Built by clang with coverage, the plain tests see the outcomes that our file says, at the same places.
pub fn llvm_cov() -> Result<(), Failed> {
    let folder = scratch();
    let source = root().join("tests/suite/kinds.c");
    let mut suite = generate(std::slice::from_ref(&source), folder.path())?;
    // A test that aborts leaves clang's counters unwritten.
    for unit in suite["units"].as_array_mut().into_iter().flatten() {
        unit["tests"].as_array_mut().into_iter().for_each(|t| t.retain(|t| t["outcome"]["returned"].is_object()));
    }
    std::fs::write(folder.path().join("out/suite.json"), suite.to_string())?;
    export(&folder.path().join("out"), "c", &folder.path().join("out/tests"))?;
    export(&folder.path().join("out"), "llvm-cov", &folder.path().join("exported"))?;
    let ours: Value = serde_json::from_slice(&std::fs::read(folder.path().join("exported/coverage.json"))?)?;
    let script = "make -s -C out/tests CC=clang-19 CFLAGS='-fprofile-instr-generate -fcoverage-mapping' all && \
                  LLVM_PROFILE_FILE=p%1m.profraw out/tests/build/test_kinds && \
                  llvm-profdata-19 merge p*.profraw -o p.profdata && \
                  llvm-cov-19 export out/tests/build/test_kinds -instr-profile=p.profdata";
    let ended = execute(Command::new("bash").args(["-c", script]), &[], folder.path(), LIMIT);
    let start = ended.stdout.iter().position(|b| *b == b'{').unwrap_or(0);
    let theirs: Value = serde_json::from_slice(&ended.stdout[start..]).map_err(|e| format!("{e}: {ended:?}"))?;
    for key in ["type", "version"] {
        if ours[key] != theirs[key] {
            return Err(format!("{key}: {} and {}", ours[key], theirs[key]).into());
        }
    }
    let keys = |v: &Value| v.as_object().map(|o| o.keys().cloned().collect::<Vec<_>>());
    for pointer in ["/data/0", "/data/0/files/0", "/data/0/totals", "/data/0/totals/branches", "/data/0/totals/lines"] {
        let (a, b) = (ours.pointer(pointer).and_then(keys), theirs.pointer(pointer).and_then(keys));
        if a != b {
            return Err(format!("{pointer}: {a:?} and {b:?}").into());
        }
    }
    let (a, b) = (branches(&ours, &source), branches(&theirs, &source));
    if a.len() > 20 && a == b { Ok(()) } else { Err(format!("ours\n{a:?}\ntheirs\n{b:?}").into()) }
}
