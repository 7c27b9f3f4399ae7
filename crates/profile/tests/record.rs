//! Real programs, instrumented and run.

use crescendo_profile::{Profile, RUNTIME, collect, compile_flags};
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = r#"
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static jmp_buf back;
static void helper(void) { longjmp(back, 1); }
static void deep(int n) { if (n) deep(n - 1); else helper(); }
static int in_child(void) { return 3; }
static void after(void) {}
static int compare(const void *a, const void *b) { return *(int *)a - *(int *)b; }
static void sort(void) { int a[3] = {3, 1, 2}; qsort(a, 3, sizeof *a, compare); }
void killed(void) { kill(getpid(), 9); }

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "jump")) {
        if (!setjmp(back))
            deep(5);
        after();
    }
    if (argc > 1 && !strcmp(argv[1], "fork")) {
        int pid = fork();
        if (pid == 0)
            _exit(in_child());
        waitpid(pid, 0, 0);
    }
    if (argc > 1 && !strcmp(argv[1], "sort"))
        sort();
    if (argc > 1 && !strcmp(argv[1], "kill"))
        killed();
    return 0;
}
"#;

fn build(folder: &Path, compiler: &str, more: &[&str]) {
    std::fs::write(folder.join("program.c"), format!("#include <signal.h>\n{PROGRAM}")).unwrap();
    std::fs::write(folder.join("profile.c"), RUNTIME).unwrap();
    let run = |args: &[&str]| {
        let status = Command::new(compiler).args(args).args(more).current_dir(folder).status().unwrap();
        assert!(status.success(), "{compiler} {args:?}");
    };
    run(&["-c", "-O2", "-Wall", "-Wextra", "-Werror", "profile.c", "-o", "profile.o"]);
    let mut args = vec!["-w"];
    args.extend(compile_flags());
    args.extend(["program.c", "profile.o", "-o", "program", "-lpthread"]);
    run(&args);
}

fn run(folder: &Path, argument: &str) -> Profile {
    let to = folder.join(format!("tables-{argument}"));
    std::fs::create_dir(&to).unwrap();
    let _ = Command::new(folder.join("program")).arg(argument).env("CRESCENDO_PROFILE_DIR", &to).status().unwrap();
    collect(&to, argument).unwrap()
}

fn has(p: &Profile, run: usize, caller: &str, callee: &str) -> bool {
    let (Some(a), Some(b)) = (p.find(caller), p.find(callee)) else { return false };
    p.runs[run].edges.contains(&(a, b))
}

fn check(compiler: &str, more: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), compiler, more);
    let jump = run(folder.path(), "jump");
    assert_eq!(jump.runs.len(), 1);
    assert!(has(&jump, 0, "main", "deep") && has(&jump, 0, "deep", "deep") && has(&jump, 0, "deep", "helper"));
    // What was jumped over is not taken for the caller.
    assert!(has(&jump, 0, "main", "after") && !has(&jump, 0, "helper", "after"), "{jump:?}");
    assert!(jump.functions.iter().all(|f| f.file.ends_with("program.c")), "{jump:?}");

    let fork = run(folder.path(), "fork");
    assert_eq!(fork.runs.len(), 2);
    let child = (0..2).find(|&r| has(&fork, r, "main", "in_child"));
    assert!(child.is_some() && !has(&fork, 1 - child.unwrap(), "main", "in_child"), "{fork:?}");

    // The C library in between does not count.
    assert!(has(&run(folder.path(), "sort"), 0, "sort", "compare"));
    assert!(has(&run(folder.path(), "kill"), 0, "main", "killed"), "what a killed process saw is there");
    assert!(run(folder.path(), "nothing").runs[0].edges.is_empty());
}

#[test]
fn with_clang() {
    check("clang-19", &["-O0"]);
}

#[test]
fn with_gcc_optimised() {
    check("gcc", &["-O2"]);
}

#[test]
fn without_position_independence() {
    check("gcc", &["-O0", "-no-pie", "-fno-pie"]);
}
