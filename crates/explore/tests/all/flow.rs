//! The flow graph of real C: every goal is somewhere in it, and what can follow what is as the source says.

use crescendo_explore::flow::{Flow, From, Origin};
use crescendo_program::cover::GoalId;
use crescendo_program::{FunctionId, LinkOptions, LowerOptions, Program, link, load_unit};
use std::process::Command;

fn compile(name: &str, text: &str) -> Program {
    let folder = std::env::temp_dir().join(format!("crescendo-flow-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (source, bitcode) = (folder.join("a.c"), folder.join("a.bc"));
    std::fs::write(&source, text).unwrap();
    let flags =
        ["-O0", "-g", "-Xclang", "-disable-O0-optnone", "-Xclang", "-disable-llvm-passes", "-fno-discard-value-names"];
    let mut clang = Command::new("/usr/lib/llvm-19/bin/clang");
    clang.args(flags).args(["-emit-llvm", "-c", "-o"]).arg(&bitcode).arg(&source);
    assert!(clang.status().unwrap().success());
    let unit = load_unit(&std::fs::read(&bitcode).unwrap(), "a.c", LowerOptions { cover: true }).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    link(vec![unit], &LinkOptions { is_library: &|_| false }).unwrap()
}

fn function(program: &Program, name: &str) -> FunctionId {
    FunctionId(program.functions.iter().position(|f| f.name == name).unwrap() as u32)
}

/// The site on a line, if it is the only one.
fn goal(program: &Program, line: u32, outcome: u32) -> GoalId {
    let sites: Vec<_> = program.cover.sites.iter().filter(|s| program.sources.get(s.position).line == line).collect();
    assert_eq!(sites.len(), 1, "one site in line {line}");
    sites[0].goal(outcome)
}

const TEXT: &str = "int h(int x);
static int g(int x) {
    if (x > 3)
        return h(x);
    return x;
}
int f(int a, int b) {
    int n = 0;
    for (int i = 0; i < b; i++)
        n += a;
    if (n == 17)
        n = g(b);
    switch (n) {
    case 1: return 5;
    case 4: n++;
    }
    return n > 9;
}
int other(int x) {
    if (x)
        return 1;
    return 0;
}
";

#[test]
fn goals_have_places_and_order() {
    let program = compile("order", TEXT);
    let f = function(&program, "f");
    let flow = Flow::of_program(&program, f);
    assert!(flow.complete);
    let entry = flow.reach(Origin { from: From::Entry(f), nested: false }).unwrap();
    for name in ["f", "g"] {
        for goal in program.cover.of_function(function(&program, name)).goals {
            assert!(entry.contains(GoalId(goal)), "{name}: goal {goal} {:?}", program.cover.goal(GoalId(goal)));
        }
    }
    for goal in program.cover.of_function(function(&program, "other")).goals {
        assert!(!entry.contains(GoalId(goal)));
    }
    let after = |line, outcome, nested| {
        flow.reach(Origin { from: From::Outcome(goal(&program, line, outcome)), nested }).unwrap()
    };
    let (in_loop, called, leaf) = (goal(&program, 9, 1), goal(&program, 11, 1), goal(&program, 3, 1));
    assert!(after(9, 1, false).contains(in_loop), "a loop comes round");
    assert!(!after(11, 0, false).contains(in_loop), "but not from behind it");
    assert!(!after(11, 0, false).contains(leaf), "g is not called on that side");
    assert!(after(11, 1, false).contains(leaf));
    let back = after(3, 1, true);
    assert!(back.contains(goal(&program, 13, 0)), "g returns into f");
    assert!(!back.contains(called), "behind the call");
    assert!(!after(3, 1, false).contains(goal(&program, 13, 0)), "under test itself, it does not");
}

#[test]
fn control_that_turns_up_anywhere_is_admitted() {
    let program = compile(
        "jump",
        "#include <setjmp.h>\nstatic jmp_buf j;\nint f(int a) { if (setjmp(j)) return 1; if (a) longjmp(j, 1); return 0; }\n",
    );
    assert!(!Flow::of_program(&program, function(&program, "f")).complete);
}

#[test]
fn calls_through_pointers_may_go_anywhere() {
    let program =
        compile("pointer", "int k(int x) { return x ? 1 : 2; }\nint f(int (*p)(int), int x) { return p(x); }\n");
    let f = function(&program, "f");
    let reach = Flow::of_program(&program, f).reach(Origin { from: From::Entry(f), nested: false }).unwrap();
    assert!(reach.contains(goal(&program, 1, 0)));
}
