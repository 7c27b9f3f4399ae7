//! What `sarif` writes, judged by the official schema: the crate `serde-sarif` ships it.

#[path = "support/schema.rs"]
mod schema;

use crescendo_alarms::baseline::{State, compare};
use crescendo_alarms::listed::{Alarms, list};
use crescendo_alarms::model::{Alarm, Call, Frame, Judgement, Step, Strength, Verdict};
use crescendo_alarms::sarif;
use crescendo_alarms::suppress::Suppressed;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn schema() -> Value {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // Only this machine's packages are there: those for others were never fetched.
    let platform = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let out = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--offline", "--filter-platform", &platform])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&out.stdout).expect("cargo tells about the workspace");
    let packages = metadata["packages"].as_array().expect("packages");
    let package = packages.iter().find(|p| p["name"] == "serde-sarif").expect("a dependency of this test");
    let manifest = PathBuf::from(package["manifest_path"].as_str().expect("a path"));
    let text = std::fs::read(manifest.with_file_name("src").join("schema.json")).expect("the schema is in the crate");
    serde_json::from_slice(&text).expect("the schema is JSON")
}

fn frame(function: &str, line: u32) -> Frame {
    Frame { function: function.into(), file: "src/a b.c".into(), line }
}

fn alarm(kind: &str, line: u32, verdict: Verdict, strength: Strength) -> Alarm {
    let call = |function: &str, line| Call {
        function: function.into(),
        file: "src/main.c".into(),
        line,
        values: vec![("i".into(), "8".into())],
    };
    let chain = if verdict == Verdict::Confirmed { vec![call("main", 4), call("get", line)] } else { Vec::new() };
    Alarm {
        kind: kind.into(),
        file: "src/a b.c".into(),
        line,
        column: if line.is_multiple_of(2) { 9 } else { 0 },
        function: "peek".into(),
        unit: "get".into(),
        message: "index 8 is outside \"table\"".into(),
        frames: vec![frame("peek", line), frame("get", 30)],
        assumptions: vec!["p is not null".into()],
        inputs: vec![("i".into(), "8".into())],
        path: vec![Step { file: "/elsewhere/c.h".into(), line: 3, text: "i > 7 is true".into() }],
        seen: 2,
        witness: Default::default(),
        judgement: Judgement {
            verdict,
            strength,
            why: "so it is".into(),
            chain,
            started: None,
            reproduce: Some("make".into()),
        },
    }
}

fn sample() -> Alarms {
    let all = vec![
        alarm("out-of-bounds", 12, Verdict::Confirmed, Strength::Native),
        alarm("null-dereference", 13, Verdict::Open, Strength::Unit),
        alarm("endless-loop", 14, Verdict::Open, Strength::Context),
        alarm("double-free", 15, Verdict::False, Strength::Proved),
        alarm("out-of-bounds", 16, Verdict::False, Strength::Explored),
    ];
    let mut alarms = Alarms { version: 1, complaints: vec!["a.c:1: unused".into()], ..Alarms::default() };
    alarms.alarms = list(all, &|_, line| Some(format!("line {line}")));
    let known = BTreeSet::from([alarms.alarms[0].fingerprint.clone()]);
    compare(&mut alarms, &known);
    let said = Suppressed { reason: "looked at".into(), by: "a.c:1".into(), in_source: true };
    alarms.alarms[1].suppressed = Some(said);
    alarms
}

#[test]
fn follows_the_schema() {
    let schema = schema();
    for alarms in [sample(), Alarms::default()] {
        let written = sarif::write(&alarms, "0.1.0", Path::new("/work/pro ject"));
        schema::fits(&written, &schema, &schema).expect("it follows the schema");
    }
    let broken = |path: &str, value: Value| {
        let mut written = sarif::write(&sample(), "0.1.0", Path::new("/work"));
        *written.pointer_mut(path).expect("it is there") = value;
        schema::fits(&written, &schema, &schema).expect_err("the schema refuses it")
    };
    assert!(broken("/runs/0/results/0/level", "bad".into()).contains("bad"));
    assert!(broken("/runs/0/results/0/ruleIndex", (-7).into()).contains("-7"));
    assert!(broken("/runs/0/tool/driver", Value::Object(Default::default())).contains("name"));
}

#[test]
fn tells_the_way() {
    let written = sarif::write(&sample(), "0.1.0", Path::new("/work"));
    let run = &written["runs"][0];
    let first = &run["results"][0];
    assert_eq!(first["level"], "error");
    assert_eq!(first["baselineState"], "unchanged");
    let location = &first["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "src/a%20b.c");
    assert_eq!((&location["region"]["startLine"], &location["region"]["startColumn"]), (&12.into(), &9.into()));
    let flow = first["codeFlows"][0]["threadFlows"][0]["locations"].as_array().expect("a flow");
    let texts: Vec<&str> = flow.iter().filter_map(|l| l["location"]["message"]["text"].as_str()).collect();
    let expected =
        ["main calls get with i = 8", "i > 7 is true", "get calls peek", "out-of-bounds: index 8 is outside \"table\""];
    assert_eq!(texts, expected);
    let second = &run["results"][1];
    assert_eq!(second["suppressions"][0]["justification"], "looked at");
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    for r in run["results"].as_array().expect("results") {
        let index = r["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(rules[index]["id"], r["ruleId"]);
    }
    let levels: Vec<&str> =
        run["results"].as_array().into_iter().flatten().filter_map(|r| r["kind"].as_str()).collect();
    assert_eq!(levels.iter().filter(|k| **k == "fail").count(), 3);
    assert_eq!(sample().alarms[3].baseline, Some(State::New));
}
