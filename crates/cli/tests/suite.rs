//! Suites: what `crescendo gen` leaves behind is built and run by gcc and clang.
//!
//! `tests/suite/*.c`, its `project`, and some of the other corpora: every test that is shipped compiles without a warning of
//! its own, passes three times, agrees with the machine, and llvm-cov and gcov confirm what it claims to cover. `SUITE_ALL=1` takes
//! all files. `tests/suite/small.expected` is the golden file (`BLESS=1` writes it anew).

#[path = "suite/arena.rs"]
mod arena;
#[path = "suite/native.rs"]
mod native;
#[path = "suite/schema.rs"]
mod schema;
mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::*;

/// Files of other corpora that are always taken.
const SOME: [&str; 7] = [
    "tests/gen/bitfields.c",
    "tests/gen/unions.c",
    "tests/gen/pointers.c",
    "tests/gen/floats.c",
    "bench/explore/expression.c",
    "bench/explore/ring.c",
    "bench/explore/can.c",
];

/// Flags of files that cannot say them: a `//` comment is no C89.
const FLAGS: [(&str, &[&str]); 1] = [("tests/suite/old.c", &["-std=c89", "-pedantic"])];

fn main() {
    let mut trials = Vec::new();
    let mut chosen: Vec<PathBuf> = files(&root().join("tests/suite"), |p| {
        is_c(p)
            && !["/project/", "/others/", "/written/", "/copies/", "/programs/"]
                .iter()
                .any(|f| p.to_string_lossy().contains(f))
    });
    assert!(chosen.len() > 2, "the corpus is missing");
    // gcc takes no `//` in C89, and these files say their flags so.
    let fits = |p: &Path| is_c(p) && !p.ends_with("oldstyle.c");
    match std::env::var_os("SUITE_ALL") {
        Some(_) => chosen.extend(["tests/gen", "bench/explore"].iter().flat_map(|f| files(&root().join(f), fits))),
        None => chosen.extend(SOME.iter().map(|f| root().join(f))),
    }
    for file in chosen {
        trials.push(Trial::test(format!("suite of {}", name(&root(), &file)), move || judge(&[file], &[]).map(drop)));
    }
    let project = files(&root().join("tests/suite/project"), is_c);
    trials.push(Trial::test("suite of a project of several files", move || judge(&project, &[]).map(drop)));
    let project = files(&root().join("tests/suite/project"), is_c);
    trials.push(Trial::test("suite of a project, callees as stubs", move || {
        judge(&project, &["--callees", "none"]).map(drop)
    }));
    let copies = files(&root().join("tests/suite/copies"), is_c);
    trials.push(Trial::test("suite of files with the same function", move || judge(&copies, &[]).map(drop)));
    let programs = files(&root().join("tests/suite/programs"), is_c);
    trials.push(Trial::test("suite of two programs in one folder", move || judge(&programs, &[]).map(drop)));
    trials.push(Trial::test("functions that the preprocessor asks for are replaced", asked_for));
    let stubbed = root().join("tests/suite/stubbed.c");
    trials.push(Trial::test("suite of callees as stubs", move || judge(&[stubbed], &["--callees", "none"]).map(drop)));
    trials.push(Trial::test("callees as stubs are in the tests", replaced));
    trials.push(Trial::test("files and the environment are reached natively", outside));
    trials.push(Trial::test("stubs and drivers in C", written));
    trials.push(Trial::test("goals of tests without callees", without_callees));
    trials.push(Trial::test("stubs write to local variables", writing_stubs));
    trials.push(Trial::test("structs that other files know", structs_of_others));
    trials.push(Trial::test("where objects lie is no part of tests", places));
    trials.push(Trial::test("objects lie where they were, with every compiler", arena::everywhere));
    trials.push(Trial::test("faults far away are no part of tests", far));
    trials.push(Trial::test("jumps", jumps));
    trials.push(Trial::test("what nobody wrote is zero in tests", unwritten));
    trials.push(Trial::test("minimised suites keep the coverage", minimised));
    trials.push(Trial::test("a broken expectation fails", broken));
    trials.push(Trial::test("the same bytes again, and as expected", golden));
    trials.push(Trial::test("tests in the words of the source", readable));
    trials.push(Trial::test("older suites are read", older));
    trials.push(Trial::test("one bad line costs one test", bad_lines));
    trials.push(Trial::test("tests that do not build are told by the status", not_built_status));
    trials.push(Trial::test("export and replay of a written suite", commands));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Runs `gen` in a folder; gives the suite.
fn generate(sources: &[PathBuf], folder: &Path, options: &[&str]) -> Result<Value, Failed> {
    let mut flags = sources.iter().map(|s| directives(s).cflags).find(|f| !f.is_empty()).unwrap_or_default();
    let known = FLAGS.iter().find(|f| sources[0].ends_with(f.0));
    flags.extend(known.iter().flat_map(|f| f.1.iter().map(|f| f.to_string())));
    let mut command = Command::new(crescendo());
    command.arg("gen").args(sources).args(["--budget", "1000s", "--max-runs", "300", "-o", "out"]).args(options);
    command.arg("--").arg("-w").args(flags);
    let ended = execute(&mut command, &[], folder, LIMIT);
    if ended.status != 0 {
        return Err(format!("{ended:?}").into());
    }
    let suite: Value = serde_json::from_slice(&std::fs::read(folder.join("out/suite.json"))?)?;
    schema::check(&suite)?;
    Ok(suite)
}

fn tests(suite: &Value) -> impl Iterator<Item = &Value> {
    suite["units"].as_array().into_iter().flatten().flat_map(|u| u["tests"].as_array().into_iter().flatten())
}

/// Gives the suite.
fn judge(sources: &[PathBuf], options: &[&str]) -> Result<Value, Failed> {
    let folder = scratch();
    let suite = generate(sources, folder.path(), options)?;
    let replay = &suite["replay"];
    if replay["notes"]
        .as_array()
        .is_some_and(|n| n.iter().any(|n| n.as_str().is_some_and(|n| n.contains("not run natively"))))
    {
        return Ok(suite);
    }
    let disagreed: Vec<String> = suite["units"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|u| u["disagreements"].as_array().into_iter().flatten())
        .map(|d| format!("{}: {}", d["test"]["name"], d["difference"]))
        .collect();
    if !disagreed.is_empty() || replay["not_built"] != 0 || replay["flaky"] != 0 {
        return Err(format!("{replay:#}\n{}", disagreed.join("\n")).into());
    }
    for judge in ["coverage", "gcov"] {
        let said = &replay[judge];
        if said["confirmed"].as_u64() < Some(1) || said["differences"].is_array() {
            return Err(format!("{judge}: {said:#}").into());
        }
    }
    let count = tests(&suite).filter(|t| t["outcome"]["fault"].is_null()).count();
    for compiler in ["gcc", "clang-19"] {
        make(folder.path(), compiler, count)?;
    }
    Ok(suite)
}

/// Builds the exported tests with a compiler, without warnings of their own, and runs them three times.
fn make(folder: &Path, compiler: &str, count: usize) -> Result<(), Failed> {
    let tests = folder.join("out/tests");
    let build = format!("BUILD=build-{compiler}");
    let mut command = Command::new("make");
    command.args(["-s", "-C"]).arg(&tests).arg(format!("CC={compiler}")).arg(&build);
    command.arg("CFLAGS=-g -Wall -Wextra").args(["all", "test"]);
    let ended = execute(&mut command, &[], folder, LIMIT);
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    let own = |l: &&str| l.contains("warning:") && ["test_", "with_", "crescendo."].iter().any(|p| l.starts_with(p));
    if let Some(warning) = said.lines().find(own) {
        return Err(format!("{compiler} warns: {warning}").into());
    }
    let passed = |e: &Ended| -> usize {
        let text = String::from_utf8_lossy(&e.stdout).into_owned();
        text.lines().filter_map(|l| l.split_once(" passed, ")?.0.parse::<usize>().ok()).sum()
    };
    if ended.status != 0 || passed(&ended) != count {
        return Err(format!("{compiler}: {count} tests expected: {ended:?}").into());
    }
    for _ in 0..2 {
        let mut again = Command::new("make");
        again.args(["-s", "-C"]).arg(&tests).arg(&build).arg(format!("CC={compiler}")).arg("test");
        let ended = execute(&mut again, &[], folder, LIMIT);
        if ended.status != 0 || passed(&ended) != count {
            return Err(format!("{compiler}, again: {ended:?}").into());
        }
    }
    let mut faults = Command::new("make");
    faults.args(["-s", "-C"]).arg(&tests).arg(&build).arg(format!("CC={compiler}")).arg("faults");
    let ended = execute(&mut faults, &[], folder, LIMIT);
    if ended.status == 0 { Ok(()) } else { Err(format!("{compiler}, faults: {ended:?}").into()) }
}

/// Every callee that is a stub was replaced natively: nothing was left out for it.
fn replaced() -> Result<(), Failed> {
    let folder = scratch();
    let suite = generate(&[root().join("tests/suite/stubbed.c")], folder.path(), &["--callees", "none"])?;
    let names: Vec<&str> =
        tests(&suite).filter_map(|t| t["replaced"].as_array()).flatten().filter_map(Value::as_str).collect();
    for wanted in ["scaled", "point_of", "kind_of", "note", "apply", "brought"] {
        if !names.contains(&wanted) {
            return Err(format!("{wanted} is replaced in no test: {names:?}").into());
        }
    }
    match suite["units"].as_array().into_iter().flatten().find(|u| u["left_out"].is_array()) {
        Some(unit) => Err(format!("{:#}", unit["left_out"]).into()),
        None => Ok(()),
    }
}

/// Native tests reach every statement of a file whose statements all depend on the outside: nothing is left out.
fn outside() -> Result<(), Failed> {
    let folder = scratch();
    let suite = generate(&[root().join("tests/suite/outside.c")], folder.path(), &[])?;
    for unit in suite["units"].as_array().into_iter().flatten() {
        let tests = unit["tests"].as_array().into_iter().flatten();
        let met: Vec<&Value> = tests.flat_map(|t| t["goals"].as_array().into_iter().flatten()).collect();
        for (i, goal) in unit["goals"].as_array().into_iter().flatten().enumerate() {
            if goal["criterion"] == "statement" && !met.iter().any(|g| **g == i) {
                return Err(format!("no test reaches {goal}").into());
            }
        }
    }
    Ok(())
}

/// What the kept tests cover is what all of them cover, as the machine says (statement, branch, boundary) and as llvm-cov says of
/// the native tests (branch, MC/DC); and they are fewer.
fn minimised() -> Result<(), Failed> {
    let (mut few, mut many) = (0, 0);
    for file in ["tests/suite/small.c", "tests/suite/outside.c", "bench/explore/ring.c", "bench/explore/triangle.c"] {
        let file = root().join(file);
        let cover = |options: &[&str]| -> Result<(Value, BTreeSet<String>), Failed> {
            let folder = scratch();
            let suite = generate(std::slice::from_ref(&file), folder.path(), options)?;
            Ok((suite, native::covered(folder.path(), &file)?))
        };
        let ((small, covered), (all, all_covered)) = (cover(&[])?, cover(&["--keep-all"])?);
        let criteria: BTreeSet<String> = goals(&small).map(|g| g.1).collect();
        if let Some(missing) = ["statement", "branch", "boundary"].iter().find(|c| !criteria.contains(**c)) {
            return Err(format!("{}: no {missing} goal is covered: {criteria:?}", file.display()).into());
        }
        let lost: Vec<_> = goals(&all).collect::<BTreeSet<_>>().difference(&goals(&small).collect()).cloned().collect();
        let lost_natively: Vec<_> = all_covered.difference(&covered).collect();
        if !lost.is_empty() || !lost_natively.is_empty() || covered.is_empty() {
            return Err(format!("{}: lost {lost:?}, natively {lost_natively:?}", file.display()).into());
        }
        (few, many) = (few + tests(&small).count(), many + tests(&all).count());
    }
    if few < many { Ok(()) } else { Err(format!("{few} of {many} tests are kept").into()) }
}

/// The goals that tests meet that show no fault: the unit, the criterion, the number. For MC/DC it takes several tests, and which
/// ones is not the same.
fn goals(suite: &Value) -> impl Iterator<Item = (String, String, u64)> {
    let units = suite["units"].as_array().into_iter().flatten();
    units.flat_map(|u| {
        let tests = u["tests"].as_array().into_iter().flatten().filter(|t| t["outcome"]["fault"].is_null());
        let met = tests.flat_map(|t| t["goals"].as_array().into_iter().flatten()).filter_map(Value::as_u64);
        let text = |v: &Value| v.as_str().unwrap_or_default().to_string();
        let all = met.map(move |g| (text(&u["name"]), text(&u["goals"][g as usize]["criterion"]), g));
        all.filter(|g| g.1 != "mcdc")
    })
}

/// Tests with stubs for all callees claim the goals they meet, also where those of callees count as the function's own.
fn without_callees() -> Result<(), Failed> {
    let suite = judge(&[root().join("tests/suite/alone.c")], &["--function", "is_long"])?;
    let stubbed = tests(&suite).filter(|t| t["replaced"].as_array().is_some_and(|r| !r.is_empty())).count();
    if stubbed > 0 { Ok(()) } else { Err("no test has a stub for the callee".into()) }
}

/// What only stubs that write reach is reached natively, too.
fn writing_stubs() -> Result<(), Failed> {
    let suite = judge(&[root().join("tests/suite/locals.c")], &[])?;
    for (function, result) in
        [("is_long", "1"), ("is_long", "2"), ("spans", "2"), ("spans", "3"), ("sum_is_large", "1")]
    {
        let unit = suite["units"].as_array().into_iter().flatten().find(|u| u["name"] == function).ok_or(function)?;
        let writes =
            |t: &Value| t["stub_writes"].is_array() && t["outcome"]["returned"]["value"]["integer"]["value"] == result;
        if !unit["tests"].as_array().into_iter().flatten().any(writes) {
            return Err(format!("no test of {function} has a stub that writes and gives {result}: {unit:#}").into());
        }
    }
    Ok(())
}

/// Reasons of a function's runs that became no test.
fn left_out(suite: &Value, function: &str) -> Vec<String> {
    let units = suite["units"].as_array().into_iter().flatten().filter(|u| u["name"] == function);
    units.flat_map(|u| u["left_out"].as_array().into_iter().flatten()).map(|l| l["reason"].to_string()).collect()
}

/// What lies behind a `void *` is set up by its bytes where the file of the test does not know the struct.
fn structs_of_others() -> Result<(), Failed> {
    let suite = judge(&files(&root().join("tests/suite/others"), is_c), &[])?;
    for function in ["is_urgent", "shorten"] {
        let mut units = suite["units"].as_array().into_iter().flatten().filter(|u| u["name"] == function);
        let unit = units.next().ok_or(function)?;
        let by_bytes = |i: &Value| {
            let is = |key: &str, wanted: &str| i[key].as_str().is_some_and(|t| t.contains(wanted));
            is("path", "struct header *") && is("lvalue", "(char *)")
        };
        let inputs = unit["tests"].as_array().into_iter().flatten().filter_map(|t| t["inputs"].as_array()).flatten();
        if !inputs.into_iter().any(by_bytes) || !left_out(&suite, function).is_empty() {
            return Err(format!("{unit:#}").into());
        }
    }
    Ok(())
}

/// A macro cannot rename them.
fn asked_for() -> Result<(), Failed> {
    let suite = judge(&files(&root().join("tests/suite/others"), is_c), &["--callees", "none"])?;
    let replaced = |t: &Value| t["replaced"].as_array().is_some_and(|r| r.contains(&"doubled".into()));
    if tests(&suite).any(replaced) { Ok(()) } else { Err("`doubled` is replaced in no test".into()) }
}

fn places() -> Result<(), Failed> {
    let suite = judge(&[root().join("tests/suite/places.c")], &[])?;
    for function in ["is_inside", "bucket", "printed"] {
        if !left_out(&suite, function).iter().any(|r| r.contains("where objects lie")) {
            return Err(format!("a test of {function} depends on places: {suite:#}").into());
        }
    }
    let described = tests(&suite).filter(|t| t["name"].as_str().is_some_and(|n| n.starts_with("test_describe_")));
    let results: BTreeSet<String> =
        described.map(|t| t["outcome"]["returned"]["value"]["integer"]["value"].to_string()).collect();
    let wanted: BTreeSet<String> = ["0", "1", "2", "3"].map(|r| format!("\"{r}\"")).into();
    if wanted.is_subset(&results) { Ok(()) } else { Err(format!("describe: {results:?}").into()) }
}

/// Buffers of `setjmp` are not compared, what stands beside them is; a jump that nobody waits for is no test.
fn jumps() -> Result<(), Failed> {
    let suite = judge(&[root().join("tests/suite/jumps.c")], &[])?;
    let reasons = left_out(&suite, "fail");
    if !reasons.iter().any(|r| r.contains("no setjmp waits for")) {
        return Err(format!("fail: {reasons:?}").into());
    }
    let all: String = tests(&suite).map(|t| t.to_string()).collect();
    if !all.contains("jmpbuf") && all.contains("p->errors") { Ok(()) } else { Err(all.into()) }
}

/// Faults that natively are what lies there by chance are left out; near ones are tests.
fn far() -> Result<(), Failed> {
    let suite = judge(&[root().join("tests/suite/far.c")], &[])?;
    let (far, over) = ("further away", "the end of the address space");
    for (function, reason) in [("far_behind", far), ("nowhere_near", far), ("before_null", over)] {
        if !left_out(&suite, function).iter().any(|r| r.contains(reason)) {
            return Err(format!("{function}: {suite:#}").into());
        }
    }
    if !suite.to_string().contains("sum(..., 1)") {
        return Err("a pointer that has left its object is compared".into());
    }
    let is_near = |t: &Value| t["outcome"]["fault"]["function"] == "behind";
    if tests(&suite).any(is_near) { Ok(()) } else { Err("a fault near its object is no test".into()) }
}

/// A file with a field that is no longer written fits the schema, and its tests run.
fn older() -> Result<(), Failed> {
    let folder = scratch();
    let mut suite = generate(&[root().join("tests/suite/unwritten.c")], folder.path(), &["--no-replay"])?;
    let stub = suite["sources"][0]["stubs"][0].as_object_mut().ok_or("there is no stub")?;
    stub.insert("fills".into(), "to".into());
    schema::check(&suite)?;
    std::fs::write(folder.path().join("out/suite.json"), serde_json::to_vec(&suite)?)?;
    let ended = execute(Command::new(crescendo()).args(["replay", "out"]), &[], folder.path(), LIMIT);
    let agrees = String::from_utf8_lossy(&ended.stdout).contains("tests agree (100.0%)");
    if ended.status == 0 && agrees { Ok(()) } else { Err(format!("{ended:?}").into()) }
}

/// What does not compile is left out with what needs it, in the compiler's words; everything else is built, run and shipped.
fn bad_lines() -> Result<(), Failed> {
    let folder = scratch();
    let mut suite = generate(&[root().join("tests/suite/macros.c")], folder.path(), &["--no-replay"])?;
    let found = tests(&suite).count();
    // A test that names what is not there, and a stub whose head is no C.
    let unit = suite["units"].as_array_mut().into_iter().flatten().find(|u| u["name"] == "turn").ok_or("no turn")?;
    let spoilt = unit["tests"][0]["name"].as_str().unwrap_or_default().to_string();
    unit["tests"][0]["names"] = serde_json::json!([{"expression": "no_such_thing", "size": 1}]);
    let stubs = suite["sources"][0]["stubs"].as_array_mut().ok_or("no stubs")?;
    let panic = stubs.iter_mut().find(|s| s["name"] == "panic").ok_or("no panic")?;
    panic["declaration"] = "int panic(struct nobody code)".into();
    let calls_it = |t: &&Value| t["calls"].to_string().contains("panic(");
    let callers: BTreeSet<String> =
        tests(&suite).filter(calls_it).filter_map(|t| t["name"].as_str()).map(String::from).collect();
    std::fs::write(folder.path().join("out/suite.json"), serde_json::to_vec(&suite)?)?;
    let ended = execute(Command::new(crescendo()).args(["replay", "out", "--json"]), &[], folder.path(), LIMIT);
    let told: Value = serde_json::from_slice(&ended.stdout)?;
    let out: BTreeSet<String> = told["disagreements"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|d| d["why"] == "does-not-build")
        .filter_map(|d| d["test"].as_str())
        .map(String::from)
        .collect();
    let wanted: BTreeSet<String> = callers.iter().cloned().chain([spoilt]).collect();
    let words = told["disagreements"].to_string();
    if callers.is_empty() || out != wanted || !words.contains("no_such_thing") || !words.contains("the stub of `panic`")
    {
        return Err(format!("left out are {out:?}, wanted {wanted:?}: {told:#}").into());
    }
    if told["replay"]["agreed"] != found - wanted.len() || told["replay"]["not_built"] != wanted.len() {
        return Err(format!("{found} were found: {told:#}").into());
    }
    make(folder.path(), "gcc", {
        let suite: Value = serde_json::from_slice(&std::fs::read(folder.path().join("out/suite.json"))?)?;
        tests(&suite).filter(|t| t["outcome"]["fault"].is_null()).count()
    })
}

/// A type that only a compiler with another standard knows: `gen` says how many tests were lost, and its status is not 0.
fn not_built_status() -> Result<(), Failed> {
    let folder = scratch();
    // The source compiles where it is read first, and never behind the tests' own line.
    std::fs::write(
        folder.path().join("odd.c"),
        "#ifdef CRESCENDO_H\n#error twice\n#endif\nint half(int x) { return x > 9 ? x / 2 : x; }\n\
         #if __INCLUDE_LEVEL__\n#error not inside of another file\n#endif\n",
    )?;
    let mut command = Command::new(crescendo());
    command.args(["gen", "odd.c", "--budget", "1000s", "--max-runs", "100", "-o", "out"]);
    let ended = execute(&mut command, &[], folder.path(), LIMIT);
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    let telling = said.contains("that were found do not build") && said.contains("suite.json");
    if ended.status == 116 && telling { Ok(()) } else { Err(format!("{ended:?}").into()) }
}

/// What nobody wrote is zero, on the stack and in blocks that the unit allocates; tests say where they read it.
fn unwritten() -> Result<(), Failed> {
    let suite = judge(&[root().join("tests/suite/unwritten.c")], &[])?;
    let calls: BTreeSet<&str> =
        tests(&suite).filter_map(|t| t["calls"].as_array()).flatten().filter_map(Value::as_str).collect();
    if calls != BTreeSet::from(["receive(pointer, 4)", "swapped(0, 2)"]) {
        return Err(format!("the calls are {calls:?}").into());
    }
    for (name, reads) in [("answer", false), ("looked_up", true), ("grown", true)] {
        let unit = suite["units"].as_array().into_iter().flatten().find(|u| u["name"] == name).ok_or(name)?;
        let says = unit["tests"].as_array().into_iter().flatten().any(|t| t["unwritten"].is_string());
        if says != reads || unit["left_out"].is_array() || unit["disagreements"].is_array() {
            return Err(format!("{unit:#}").into());
        }
    }
    Ok(())
}

/// Stubs and a driver that the user wrote in C work natively as they do in the machine.
fn written() -> Result<(), Failed> {
    let here = root().join("tests/suite/written");
    let config = here.join("crescendo.toml").display().to_string();
    let sources = [here.join("unit.c"), here.join("other.c")];
    let suite = judge(&sources, &["--config", &config])?;
    for (name, called) in [("ends_with_mark", "crescendo_drive_ends_with_mark"), ("limited", ""), ("scale_twice", "")] {
        let unit = suite["units"].as_array().into_iter().flatten().find(|u| u["name"] == name).ok_or(name)?;
        let driven = unit["driver"].as_str().unwrap_or_default() == called;
        let results: BTreeSet<String> =
            unit["tests"].as_array().into_iter().flatten().map(|t| t["outcome"].to_string()).collect();
        if !driven || results.len() < 2 && name != "scale_twice" || unit["left_out"].is_array() {
            return Err(format!("{unit:#}").into());
        }
    }
    Ok(())
}

/// A wrong expectation must make the tests fail, and say what it got.
fn broken() -> Result<(), Failed> {
    let folder = scratch();
    generate(&[root().join("tests/suite/small.c")], folder.path(), &[])?;
    let said = make_broken(folder.path(), "small", ("CHECK_INT(result, 1);", "CHECK_INT(result, 2);"))?;
    let is_told = said.contains("result: expected 2, got 1") && said.contains("test_small.c:");
    if is_told { Ok(()) } else { Err(said.into()) }
}

/// Writes another expectation into generated tests, and gives what these say: they must fail.
fn make_broken(folder: &Path, name: &str, (right, wrong): (&str, &str)) -> Result<String, Failed> {
    let tests = folder.join("out/tests");
    let file = tests.join(format!("test_{name}.c"));
    let text = std::fs::read_to_string(&file)?;
    if !text.contains(right) {
        return Err(format!("no such check in\n{text}").into());
    }
    std::fs::write(&file, text.replacen(right, wrong, 1))?;
    let mut command = Command::new("make");
    command.args(["-s", "-C"]).arg(tests).args(["CC=gcc", "test"]);
    let ended = execute(&mut command, &[], folder, LIMIT);
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    if ended.status == 0 { Err(format!("{ended:?}").into()) } else { Ok(said) }
}

/// Two generations are the same byte for byte, and the tests are those an engineer has looked at.
fn golden() -> Result<(), Failed> {
    let file = root().join("tests/suite/small.c");
    let (a, b) = (scratch(), scratch());
    for folder in [&a, &b] {
        std::fs::copy(&file, folder.path().join("small.c"))?;
        generate(&["small.c".into()], folder.path(), &["--no-replay"])?;
    }
    for name in ["suite.json", "tests/test_small.c", "tests/fault_small.c", "tests/Makefile", "tests/CMakeLists.txt"] {
        let read = |f: &tempfile::TempDir| std::fs::read_to_string(f.path().join("out").join(name)).unwrap_or_default();
        let path =
            |f: &tempfile::TempDir| f.path().canonicalize().map_or_else(|_| String::new(), |p| p.display().to_string());
        if read(&a).replace(&path(&a), "") != read(&b).replace(&path(&b), "") {
            return Err(format!("{name} differs from one generation to the next").into());
        }
    }
    let made = std::fs::read_to_string(a.path().join("out/tests/test_small.c"))?;
    let expected = root().join("tests/suite/small.expected");
    if std::env::var_os("BLESS").is_some() {
        return Ok(std::fs::write(&expected, made)?);
    }
    if made == std::fs::read_to_string(&expected)? { Ok(()) } else { Err(format!("now it is:\n{made}").into()) }
}

/// Names have labels, not numbers; values are simple.
fn readable() -> Result<(), Failed> {
    let folder = scratch();
    let suite = generate(&[root().join("tests/suite/cases.c")], folder.path(), &["--no-replay"])?;
    let names: Vec<&str> = tests(&suite).filter_map(|t| t["name"].as_str()).collect();
    for wanted in [
        "test_sign_returns_1_when_kind_is_DEPOSIT",
        "test_sign_returns_minus_1_when_kind_is_FEE",
        "test_sign_returns_0_when_kind_is_none_of_the_cases",
        "test_weight_returns_5_when_code_is_minus_12",
        "test_weight_returns_6_when_mark_is_open_bracket",
        "test_weight_returns_7_when_mark_is_n",
    ] {
        if !names.contains(&wanted) {
            return Err(format!("no test is called {wanted}: {names:#?}").into());
        }
    }
    let opens = tests(&suite).filter(|t| t["name"].as_str().is_some_and(|n| n.contains("opens_returns_2")));
    let flags: Vec<&Value> = opens.map(|t| &t["arguments"][0]["value"]["integer"]["value"]).collect();
    if flags.is_empty() || !flags.iter().all(|f| *f == "66") {
        return Err(format!("the flags are {flags:?}, 66 would do").into());
    }
    let goals = suite["units"].as_array().into_iter().flatten().flat_map(|u| u["goals"].as_array()).flatten();
    let texts: BTreeSet<&str> = goals.filter_map(|g| g["text"].as_str()).collect();
    match ["case WITHDRAW", "case ROUND", "case -12", "case '['"].iter().find(|t| !texts.contains(**t)) {
        Some(missing) => Err(format!("no goal is called {missing}: {texts:#?}").into()),
        None => Ok(()),
    }
}

fn commands() -> Result<(), Failed> {
    let folder = scratch();
    generate(&[root().join("tests/suite/small.c")], folder.path(), &["--no-replay"])?;
    let run = |args: &[&str]| execute(Command::new(crescendo()).args(args), &[], folder.path(), LIMIT);
    let ended = run(&["replay", "out"]);
    let said = String::from_utf8_lossy(&ended.stdout).into_owned();
    if ended.status != 0 || !said.contains("tests agree (100.0%)") {
        return Err(format!("{ended:?}").into());
    }
    let ended = run(&["export", "out", "--format", "c", "-o", "elsewhere"]);
    if ended.status != 0 || !folder.path().join("elsewhere/test_small.c").is_file() {
        return Err(format!("{ended:?}").into());
    }
    let ended = run(&["export", "out", "--format", "gtest", "-o", "json", "--json"]);
    let told: Value = serde_json::from_slice(&ended.stdout)?;
    if told["files"].as_array().is_none_or(|f| !f.iter().any(|f| f == "main_test_small.cc")) {
        return Err(format!("{told:#}").into());
    }
    let ended = run(&["report", "out", "--json"]);
    let told: Value = serde_json::from_slice(&ended.stdout)?;
    if told["report"].as_str().is_none_or(|p| !folder.path().join(p).is_file()) {
        return Err(format!("{told:#}").into());
    }
    for (args, telling) in [
        (["export", "out", "--format", "cobol", "-o", "x"], "help: there are c, "),
        (["export", "nowhere", "--format", "c", "-o", "x"], "`crescendo gen` writes it"),
    ] {
        let ended = run(&args);
        if ended.status == 0 || !String::from_utf8_lossy(&ended.stderr).contains(telling) {
            return Err(format!("{args:?}: {ended:?}").into());
        }
    }
    Ok(())
}
