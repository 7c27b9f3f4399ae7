//! `crescendo explore`: inputs of whole programs, found, judged, kept, and hostile programs that harm nothing.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use support::*;

const LIMIT: Duration = Duration::from_secs(400);
const CALL: &str = "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )";

fn source(name: &str) -> PathBuf {
    root().join("tests/explore").join(name)
}

fn explore(folder: &Path, name: &str, args: &[&str]) -> Ended {
    let mut command = Command::new(crescendo());
    command.arg("explore").arg(source(name)).args(["-o", "out"]).args(args);
    execute(&mut command, &[], folder, LIMIT)
}

fn explored(folder: &Path) -> Value {
    let text = std::fs::read(folder.join("out/explored.json")).expect("explored.json is written");
    serde_json::from_slice(&text).expect("it is JSON")
}

/// The search ends as soon as the function is called: the time is for slow machines.
fn finds_the_call(name: &str, args: &[&str]) {
    let folder = scratch();
    std::fs::write(folder.path().join("call.prp"), CALL).unwrap();
    let mut all = vec!["--budget", "200s", "--property", "call.prp"];
    all.extend(args);
    let ended = explore(folder.path(), name, &all);
    assert!(ended.status == 0 || ended.status == 120, "{ended:?}");
    assert_eq!(explored(folder.path())["stop"], "found", "{ended:?}");
    let suite = folder.path().join("out/test-suite");
    let tests = std::fs::read_dir(&suite).unwrap().flatten().map(|e| std::fs::read_to_string(e.path()).unwrap());
    assert_eq!(tests.filter(|t| t.contains("coversError=\"true\"")).count(), 1, "one test case calls it");
    // The last input is the one, for anybody's own build.
    let exe = folder.path().join("program");
    let built = Command::new("gcc").arg("-w").arg(source(name)).arg("-o").arg(&exe).status().unwrap();
    if built.success() {
        let mut corpus: Vec<_> =
            std::fs::read_dir(folder.path().join("out/corpus")).unwrap().flatten().map(|e| e.path()).collect();
        corpus.sort();
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("PROGRAM={} {}", exe.display(), corpus.last().unwrap().join("run.sh").display()));
        let ended = execute(&mut shell, &[], folder.path(), LIMIT);
        assert_eq!(ended.status, 134, "abort: {ended:?}");
    }
}

#[test]
fn the_example_of_the_paper_on_templates() {
    finds_the_call("two_words.c", &["--args", "sym:2:6"]);
}

#[test]
fn a_file_that_an_argument_names() {
    finds_the_call("named_file.c", &[]);
}

#[test]
fn what_is_written_can_be_read_again() {
    finds_the_call("rewritten.c", &[]);
}

#[test]
fn a_variable_of_the_environment_is_found_out() {
    finds_the_call("environment.c", &[]);
}

#[test]
fn values_and_assumptions_of_verification_tasks() {
    finds_the_call("assumed.c", &[]);
}

#[test]
fn crashes_fail_again_in_everybodys_build() {
    let folder = scratch();
    let ended = explore(folder.path(), "harness.c", &["--budget", "20s"]);
    assert_eq!(ended.status, 120, "{ended:?}");
    let found = explored(folder.path());
    let crashes = found["crashes"].as_array().unwrap();
    assert_eq!(crashes.len(), 1, "{found:#}");
    assert!(crashes[0]["key"].as_str().unwrap().contains("heap-buffer-overflow"), "{found:#}");
    let page = std::fs::read_to_string(folder.path().join("out/index.html")).unwrap();
    assert!(page.contains("heap-buffer-overflow") && page.contains("<svg"));
    // As an OSS-Fuzz project does it: libFuzzer's own main, or one of three lines.
    let main = "#include <stdio.h>\n#include <stdint.h>\n#include <stdlib.h>\nint LLVMFuzzerTestOneInput(const uint8_t *, size_t);\n\
                int main(int c, char **v) { FILE *f = fopen(v[1], \"rb\"); uint8_t b[4096]; size_t n = fread(b, 1, 4096, f);\n\
                uint8_t *p = malloc(n); for (size_t i = 0; i < n; i++) p[i] = b[i]; return LLVMFuzzerTestOneInput(p, n); }\n";
    std::fs::write(folder.path().join("main.c"), main).unwrap();
    let exe = folder.path().join("fuzzer");
    let mut clang = Command::new("clang-19");
    clang.args(["-g", "-fsanitize=address", "main.c", "-o"]).arg(&exe).arg(source("harness.c"));
    assert_eq!(execute(&mut clang, &[], folder.path(), LIMIT).status, 0);
    let input = PathBuf::from(crashes[0]["folder"].as_str().unwrap()).join("input");
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("PROGRAM={} {}", exe.display(), input.join("run.sh").display()));
    let ended = execute(&mut shell, &[], folder.path(), LIMIT);
    assert!(String::from_utf8_lossy(&ended.stderr).contains("heap-buffer-overflow"), "{ended:?}");
    // Small: nothing is left that the fault does not need.
    let data = std::fs::read(input.join("data")).unwrap();
    assert_eq!(data.len(), 13, "{data:?}");
}

#[test]
fn hostile_programs_harm_nothing() {
    let folder = scratch();
    let seeds = folder.path().join("seeds");
    std::fs::create_dir_all(&seeds).unwrap();
    for c in "fhmwkscx".chars() {
        std::fs::write(seeds.join(c.to_string()), c.to_string()).unwrap();
    }
    let start = Instant::now();
    let ended = explore(
        folder.path(),
        "hostile.c",
        &["--budget", "15s", "--seeds", "seeds", "--timeout", "200ms", "--max-memory", "256"],
    );
    assert!(ended.status == 0 || ended.status == 120, "{ended:?}");
    assert!(start.elapsed() < Duration::from_secs(120), "it took {:?}", start.elapsed());
    let left = (0..100).filter(|i| Path::new(&format!("/tmp/crescendo-hostile-{i}")).exists()).count();
    assert_eq!(left, 0, "files outside of the sandbox");
    let all = Command::new("ps").args(["-eo", "args"]).output().unwrap();
    let all = String::from_utf8_lossy(&all.stdout).into_owned();
    let scratch = folder.path().display().to_string();
    assert!(!all.lines().any(|l| l.contains(&scratch)), "{all}");
    // What it can do that is no harm is found.
    assert!(explored(folder.path())["branches"][0].as_u64().unwrap() > 8, "{ended:?}");
}

#[test]
fn killed_at_any_moment_it_goes_on_from_its_corpus() {
    let folder = scratch();
    let corpus = folder.path().join("out/corpus");
    let mut before = 0;
    for wait in [3000, 1500, 2300] {
        let mut command = Command::new(crescendo());
        command.arg("explore").arg(source("named_file.c")).args(["-o", "out", "--budget", "100s"]);
        command.current_dir(folder.path()).stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        let mut child = command.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        let whole = |e: &std::fs::DirEntry| !e.file_name().to_string_lossy().starts_with('.');
        let kept: Vec<_> = std::fs::read_dir(&corpus).into_iter().flatten().flatten().filter(whole).collect();
        assert!(kept.len() >= before, "{} inputs are gone", before - kept.len());
        assert!(kept.iter().all(|e| e.path().join("run.sh").exists()));
        before = kept.len();
    }
    let ended = explore(folder.path(), "named_file.c", &["--budget", "4s"]);
    assert!(ended.status == 0 || ended.status == 120, "{ended:?}");
    assert!(explored(folder.path())["progress"]["inputs"].as_u64().unwrap() as usize >= before.max(1));
}

#[test]
fn other_fuzzers_queues_are_read_and_ours_is_written() {
    let folder = scratch();
    let queue = folder.path().join("sync/afl1/queue");
    std::fs::create_dir_all(&queue).unwrap();
    let whole = b"\xef\xbe\xad\xde\xc8\x64..";
    std::fs::write(queue.join("id:000000,orig:seed"), whole).unwrap();
    let ended = explore(folder.path(), "harness.c", &["--budget", "8s", "--sync", "sync", "--without", "solving"]);
    assert!(ended.status == 0 || ended.status == 120, "{ended:?}");
    let by = &explored(folder.path())["by_origin"];
    assert!(by.as_array().unwrap().iter().any(|o| o[0] == "sync"), "{by}");
    let own = std::fs::read_dir(folder.path().join("sync/crescendo/queue")).unwrap().count();
    assert!(own > 0, "nothing is given");
}

#[test]
fn bad_input_gets_a_clear_error() {
    let folder = scratch();
    std::fs::create_dir_all(folder.path().join("empty")).unwrap();
    let says = |args: &[&str], words: &str| {
        let ended = explore(folder.path(), "rewritten.c", args);
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(ended.status == 124 && said.contains(words), "{args:?}: {ended:?}");
    };
    says(&["--args", "sym:2"], "expected sym:COUNT:BYTES");
    says(&["--file", ":12"], "expected NAME:BYTES");
    says(&["--seeds", "nowhere"], "cannot read the seeds in nowhere");
    says(&["--seeds", "empty"], "has no seeds");
    std::fs::write(folder.path().join("bad.prp"), "CHECK(x)").unwrap();
    says(&["--property", "bad.prp"], "no property of Test-Comp");
}
