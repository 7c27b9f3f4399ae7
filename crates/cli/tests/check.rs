//! `crescendo check` from end to end: verdicts, exit codes, suppressions, baselines, SARIF.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};
use support::*;

fn main() {
    let trials = vec![
        Trial::test("alarms with verdicts", verdicts),
        Trial::test("each kind has its native judge", judges),
        Trial::test("commands on standard input", commands),
        Trial::test("answers of the system", answers),
        Trial::test("each fault of a line has its own command", one_line),
        Trial::test("a fault of a line does not confirm another", other_column),
        Trial::test("text for people", text),
        Trial::test("suppressions", suppressions),
        Trial::test("baseline", baseline),
        Trial::test("sarif", sarif),
        Trial::test("before and after main", starting),
        Trial::test("a sequence of commands", || confirms("sequence.c", &["--max-runs", "3000"]).map(drop)),
        Trial::test("callers and initial globals", initial_globals),
        Trial::test("callers have the room that they need", room),
        Trial::test("the filter tells its time", seconds),
        Trial::test("verdicts of an earlier run", known),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn program() -> String {
    std::fs::read_to_string(root().join("tests/check/program.c")).expect("the program is there")
}

/// A folder with the program in it.
fn folder(source: &str) -> Result<tempfile::TempDir, Failed> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("program.c"), source)?;
    Ok(folder)
}

fn check(folder: &Path, options: &[&str]) -> Result<Output, Failed> {
    check_natively(folder, &[options, &["--no-replay"]].concat())
}

fn check_natively(folder: &Path, options: &[&str]) -> Result<Output, Failed> {
    let mut command = Command::new(crescendo());
    command.current_dir(folder).args(["check", "program.c", "--budget", "1000s"]);
    if !options.contains(&"--max-runs") {
        command.args(["--max-runs", "200"]);
    }
    Ok(command.args(options).output()?)
}

fn json(out: &Output) -> Result<Value, Failed> {
    serde_json::from_slice(&out.stdout).map_err(|e| format!("{e}\n{}", String::from_utf8_lossy(&out.stderr)).into())
}

fn alarms(all: &Value) -> &[Value] {
    all["alarms"].as_array().map_or(&[], |a| a)
}

fn find<'a>(all: &'a Value, kind: &str, function: &str) -> Result<&'a Value, Failed> {
    let found = alarms(all).iter().find(|a| a["kind"] == kind && a["function"] == function);
    found.ok_or_else(|| format!("there is no {kind} in {function}: {all:#}").into())
}

fn expect(what: &str, is: bool, seen: &dyn std::fmt::Debug) -> Result<(), Failed> {
    if is { Ok(()) } else { Err(format!("{what}: {seen:?}").into()) }
}

fn verdicts() -> Result<(), Failed> {
    let folder = folder(&program())?;
    let out = check_natively(folder.path(), &["--json"])?;
    expect("main fails, which is confirmed", out.status.code() == Some(117), &out.status)?;
    let all = json(&out)?;
    let main = find(&all, "division-by-zero", "main")?;
    expect("main has no callers", main["verdict"] == "confirmed" && main["strength"] == "native", main)?;
    let command = main["reproduce"].as_str().unwrap_or_default();
    let again = Command::new("sh").current_dir(folder.path()).args(["-c", command]).output()?;
    expect("its command shows it again", again.status.success(), &(command, again))?;
    expect("worst first", alarms(&all)[0]["function"] == "main", &all["alarms"][0])?;
    for key in ["kind", "file", "line", "function", "verdict", "strength", "chain", "assumptions", "reproduce", "why"] {
        expect(key, main.get(key).is_some(), main)?;
    }
    expect("its line", main["line"] == 24, main)?;
    let ratio = find(&all, "division-by-zero", "ratio")?;
    expect("nobody calls ratio", ratio["verdict"] == "open", ratio)?;
    expect("its way", ratio["path"][0]["text"] == "a < 10 is false", ratio)?;
    expect(
        "its witness",
        ratio["inputs"].as_array().is_some_and(|i| i.iter().any(|i| i[0] == "b" && i[1] == "0")),
        ratio,
    )?;
    expect("suppressed", find(&all, "null-dereference", "first")?["suppressed"]["reason"].is_string(), &all)?;
    let stored = std::fs::read(folder.path().join("crescendo-out/alarms.json"))?;
    expect("alarms.json says the same", serde_json::from_slice::<Value>(&stored)? == all, &"it differs")?;
    let machine = json(&check(folder.path(), &["--json"])?)?;
    let main = find(&machine, "division-by-zero", "main")?;
    expect("nothing is confirmed that was not run natively", main["verdict"] == "open", main)?;
    expect("but it comes first", alarms(&machine)[0] == *main && main["strength"] == "machine", main)?;
    expect("and says so", main["why"].as_str().is_some_and(|w| w.contains("natively not tried")), main)?;
    let status = |options: &[&str]| Ok::<_, Failed>(check_natively(folder.path(), options)?.status.code());
    expect("none", status(&["--fail-on", "none"])? == Some(0), &"status")?;
    expect("one function", status(&["--function", "ratio"])? == Some(0), &"open is not confirmed")?;
    expect("open", status(&["--function", "ratio", "--fail-on", "open"])? == Some(117), &"status")
}

fn judges() -> Result<(), Failed> {
    confirms("judges.c", &["--check", "signed-overflow,float-division-by-zero,lossy-conversion,leak"]).map(drop)
}

/// From standard input to faults of callees, through several commands.
fn commands() -> Result<(), Failed> {
    confirms("commands.c", &["--max-runs", "12000"]).map(drop)
}

/// Constructors run before `main`, handlers and destructors after it; what they do counts for proofs, too.
fn starting() -> Result<(), Failed> {
    let all = confirms("starting.c", &["--max-runs", "3000"])?;
    let get = find(&all, "out-of-bounds", "get")?;
    expect("what a constructor sets is no input", !get["started"]["with"].to_string().contains("size"), get)?;
    let folder = folder(
        "static int *p, one = 1;\n__attribute__((constructor)) static void start(void) { p = &one; }\nint get(void)\n{\n    \
         return *p;\n}\n__attribute__((destructor)) static void end(void) { p = 0; }\nint main(void) { return get(); }\n",
    )?;
    let all = json(&check_natively(folder.path(), &["--json", "--ranges", "off"])?)?;
    let get = find(&all, "null-dereference", "get")?;
    expect("the constructor has set it", get["verdict"] == "false" && get["strength"] == "proved", get)
}

/// The operating system says what it can say, and files hold what was written to them.
fn answers() -> Result<(), Failed> {
    confirms("answers.c", &["--max-runs", "3000"]).map(drop)
}

/// What is marked is confirmed natively, by its command, too; nothing else is.
fn confirms(file: &str, options: &[&str]) -> Result<Value, Failed> {
    let source = std::fs::read_to_string(root().join("tests/check").join(file))?;
    let folder = folder(&source)?;
    let all = json(&check_natively(folder.path(), &[&["--json"], options].concat())?)?;
    let marks = source.lines().zip(1..).filter_map(|(l, n)| Some((n as u64, l.split_once("//~ ")?.1.to_string())));
    let marks: std::collections::BTreeSet<(u64, String)> = marks.collect();
    let confirmed: Vec<&Value> = alarms(&all).iter().filter(|a| a["verdict"] == "confirmed").collect();
    let place = |a: &&Value| (a["line"].as_u64().unwrap_or(0), a["kind"].as_str().unwrap_or("").to_string());
    expect("the marked ones", confirmed.iter().map(place).collect::<std::collections::BTreeSet<_>>() == marks, &all)?;
    for a in confirmed {
        let command = a["reproduce"].as_str().unwrap_or_default();
        let again = Command::new("sh").current_dir(folder.path()).args(["-c", command]).output()?;
        expect("its command shows it again", again.status.success(), &(command, again))?;
    }
    Ok(all)
}

/// Two faults of one kind in one line.
fn one_line() -> Result<(), Failed> {
    let folder = folder(
        "static int near[4], far[6];\n\nint get(int i, int j)\n{\n    return near[i & 7] + (i > 7 ? far[j & 7] : 0);\n}\n",
    )?;
    let all = json(&check_natively(folder.path(), &["--json"])?)?;
    let shown: Vec<&Value> = alarms(&all).iter().filter(|a| a["kind"] == "out-of-bounds").collect();
    expect("both", shown.len() == 2, &all)?;
    for a in shown {
        let (command, message) =
            (a["reproduce"].as_str().unwrap_or_default(), a["message"].as_str().unwrap_or_default());
        let again = Command::new("sh").current_dir(folder.path()).args(["-c", command]).output()?;
        // Compilers space types differently.
        let said = String::from_utf8_lossy(&again.stderr).replace(" [", "[");
        let size = if message.contains("`near`") { "int[4]" } else { "int[6]" };
        expect("its own fault", said.contains(&format!("out of bounds for type '{size}")), &(command, message, &said))?;
    }
    Ok(())
}

/// The caller lets a read of `key` fail, and never the write in the same line.
fn other_column() -> Result<(), Failed> {
    let folder = folder(
        "struct context { unsigned char key[176]; };\n\n\
         static void expand(unsigned char *round, const unsigned char *key)\n{\n    for (int i = 0; i < 16; i++)\n        \
         round[i] = key[i];\n}\n\n\
         void init(struct context *c, const unsigned char *key)\n{\n    if (c && key)\n        expand(c->key, key);\n}\n",
    )?;
    let all = json(&check_natively(folder.path(), &["--json"])?)?;
    let shown = alarms(&all).iter().filter(|a| a["kind"] == "out-of-bounds" && a["verdict"] == "confirmed");
    let messages: Vec<&str> = shown.filter_map(|a| a["message"].as_str()).collect();
    expect("the read", messages.iter().any(|m| m.starts_with("read")), &all)?;
    expect("not the write", messages.iter().all(|m| m.starts_with("read")), &all)
}

/// Callers are asked once; again if anything has changed that verdicts depend on.
fn known() -> Result<(), Failed> {
    let folder = folder(&program())?;
    let run = |options: &[&str]| -> Result<(String, Value), Failed> {
        let out = check(folder.path(), options)?;
        let alarms = std::fs::read(folder.path().join("crescendo-out/alarms.json"))?;
        Ok((String::from_utf8_lossy(&out.stdout).into_owned(), serde_json::from_slice(&alarms)?))
    };
    let is_known = |said: &str| said.contains("(known from an earlier run)");
    let (said, first) = run(&[])?;
    expect("callers are asked", said.contains("callers: ") && !is_known(&said), &said)?;
    let (said, second) = run(&[])?;
    expect("and not again", is_known(&said), &said)?;
    expect("to the same verdicts", first["alarms"] == second["alarms"], &second)?;
    expect("--fresh asks", !is_known(&run(&["--fresh"])?.0), &"it did not")?;
    let changed = program().replace("argc - 4", "argc - 5");
    std::fs::write(folder.path().join("program.c"), changed)?;
    expect("another program, too", !is_known(&run(&[])?.0), &"it did not")
}

fn text() -> Result<(), Failed> {
    let folder = folder(&program())?;
    let out = check(folder.path(), &[])?;
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    for part in [
        "open: division-by-zero: ",
        "natively not tried (--no-replay)",
        "  --> program.c:24:20 in main\n",
        "24 |         return 100 / (argc - 4);\n   |                    ^\n",
        "path: a < 10 is false (line 11)",
        "reproduce: crescendo gen program.c --function main --check",
        "/judged/fault_program test_ratio_fails_with_division_by_zero",
        "alarms                    confirmed     open    false  suppressed     known\n",
    ] {
        expect(part, said.contains(part), &said)?;
    }
    expect("suppressed ones are not shown", !said.contains("in first"), &said)?;
    expect(
        "80 columns",
        said.lines().filter(|l| l.starts_with("alarms ") || l.starts_with("all ")).all(|l| l.len() <= 80),
        &said,
    )?;
    let everything = check(folder.path(), &["--all"])?;
    let said = String::from_utf8_lossy(&everything.stdout).into_owned();
    expect(
        "--all shows them, with the reason",
        said.contains("suppressed: p is the start of an array (program.c:18)"),
        &said,
    )
}

fn suppressions() -> Result<(), Failed> {
    let source = program().replace("return a / b;", "return a / b; // crescendo: ignore(division-by-zero)");
    let source = source.replace("return argv[0] != 0;", "return argv[0] != 0; /* crescendo: ignore(leak) never */");
    let folder = folder(&source)?;
    let rules = "# looked at\ndivision-by-zero program.c:main argc is small\nout-of-bounds other.c nothing\n";
    std::fs::write(folder.path().join("ignore.txt"), rules)?;
    let out = check_natively(folder.path(), &["--suppressions", "ignore.txt", "--json"])?;
    expect("what is confirmed is suppressed", out.status.code() == Some(0), &out.status)?;
    let all = json(&out)?;
    expect("by the file", find(&all, "division-by-zero", "main")?["suppressed"]["by"] == "ignore.txt:2", &all)?;
    expect("not without a reason", find(&all, "division-by-zero", "ratio")?.get("suppressed").is_none(), &all)?;
    expect("counted", all["totals"]["suppressed"] == 2, &all["totals"])?;
    let warned = String::from_utf8_lossy(&out.stderr).into_owned();
    for part in
        ["program.c:13: the suppression has no reason", "program.c:25: no alarm needs", "ignore.txt:3: no alarm needs"]
    {
        expect(part, warned.contains(part), &warned)?;
    }
    let missing = check(folder.path(), &["--suppressions", "missing.txt"])?;
    expect("a file that is not there", missing.status.code() == Some(124), &missing.status)
}

fn baseline() -> Result<(), Failed> {
    let folder = folder(&program())?;
    let options = ["--fail-on", "open", "--sarif", "old.sarif"];
    expect("faults", check(folder.path(), &options)?.status.code() == Some(117), &"status")?;
    std::fs::copy(folder.path().join("crescendo-out/alarms.json"), folder.path().join("old.json"))?;
    // Lines move, which changes nothing.
    std::fs::write(folder.path().join("program.c"), format!("\n\n\n{}", program()))?;
    for old in ["old.json", "old.sarif"] {
        let out = check(folder.path(), &["--baseline", old, "--fail-on", "open", "--json"])?;
        expect("nothing is new", out.status.code() == Some(0), &String::from_utf8_lossy(&out.stdout))?;
        let all = json(&out)?;
        expect("all are known", alarms(&all).iter().all(|a| a["baseline"] == "unchanged"), &all)?;
    }
    let changed = program().replace("return table[i];", "return table[i] / (int)i;");
    std::fs::write(folder.path().join("program.c"), changed)?;
    let out = check(folder.path(), &["--baseline", "old.json", "--fail-on", "open"])?;
    expect("something is new", out.status.code() == Some(117), &out.status)?;
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    expect("only that is shown", said.contains("division-by-zero") && !said.contains("in ratio"), &said)?;
    expect("and what is gone is counted", said.contains("of the baseline are gone"), &said)?;
    std::fs::write(folder.path().join("bad.json"), "{}")?;
    let out = check(folder.path(), &["--baseline", "bad.json"])?;
    expect("no baseline", out.status.code() == Some(124), &String::from_utf8_lossy(&out.stderr))
}

fn sarif() -> Result<(), Failed> {
    let folder = folder(&program())?;
    let out = check_natively(folder.path(), &["--json", "--sarif", "alarms.sarif"])?;
    let all = json(&out)?;
    let sarif: Value = serde_json::from_slice(&std::fs::read(folder.path().join("alarms.sarif"))?)?;
    let run = &sarif["runs"][0];
    let results = run["results"].as_array().ok_or("no results")?;
    expect("one result each", results.len() == alarms(&all).len(), &results.len())?;
    let first = &results[0];
    expect("confirmed ones are errors", first["level"] == "error" && first["ruleId"] == "division-by-zero", first)?;
    let place = &first["locations"][0]["physicalLocation"];
    expect("relative to the root", place["artifactLocation"]["uri"] == "program.c", place)?;
    let flow = first["codeFlows"][0]["threadFlows"][0]["locations"].as_array().ok_or("no flow")?;
    let last = flow.last().ok_or("an empty flow")?;
    expect("the flow ends at the fault", last["location"]["physicalLocation"]["region"]["startLine"] == 24, last)?;
    let suppressed = results.iter().filter(|r| r["suppressions"][0]["kind"] == "inSource").count();
    expect("suppressed ones say so", suppressed == 1, &suppressed)
}

/// A caller may find globals changed, also where units start with initial ones.
fn initial_globals() -> Result<(), Failed> {
    let source = "static int mode, row[4];\n\
        static int get(int i) { return row[i]; }\n\
        void set(int m) { mode = m; }\n\
        int use(int i) { return mode ? get(i) : 0; }\n";
    let folder = folder(source)?;
    let all = json(&check(folder.path(), &["--json", "--globals", "initial"])?)?;
    let get = find(&all, "out-of-bounds", "get")?;
    expect("`use` lets it through once `set` was called", get["verdict"] == "open", get)
}

/// A caller that always clears 256 bytes of its input gets to its callee.
fn room() -> Result<(), Failed> {
    let source = "#include <string.h>\n\
        static int row[4];\n\
        static int get(int i) { return row[i]; }\n\
        int clear(char *p, int i) { memset(p, 0, 256); return get(i); }\n";
    let folder = folder(source)?;
    let all = json(&check(folder.path(), &["--json"])?)?;
    let get = find(&all, "out-of-bounds", "get")?;
    expect("`clear` lets it through", get["strength"] == "machine", get)
}

fn seconds() -> Result<(), Failed> {
    let folder = folder(&program())?;
    let all = json(&check(folder.path(), &["--json"])?)?;
    let known = |key: &str| all[key].as_f64().is_some_and(|s| s > 0.0 && s <= all["seconds"].as_f64().unwrap_or(0.0));
    expect("exploring", known("exploring_seconds"), &all["exploring_seconds"])?;
    expect("filter", known("filter_seconds"), &all["filter_seconds"])?;
    expect("explorations", all["filter_explorations"].as_u64() > Some(0), &all["filter_explorations"])?;
    let again = check(folder.path(), &[])?;
    let text = String::from_utf8_lossy(&again.stdout).into_owned();
    expect("in words", text.contains("s of finding faults"), &text)
}
