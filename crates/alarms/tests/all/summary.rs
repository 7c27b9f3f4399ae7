//! Summaries: recorded, written, read back and put together.

use crate::support::{Loaded, STEPS, load, on_stack, root};
use crescendo_alarms::contexts::Contexts;
use crescendo_alarms::summary::{Level, Recorder, Summary, compose};
use crescendo_explore::flow::Calls;
use crescendo_explore::unit::UnitSubject;
use crescendo_explore::{Budget, explore};
use crescendo_profile::Profile;
use crescendo_program::FunctionId;
use crescendo_solver::expr::Assignment;
use crescendo_solver::solve::{Answer, Query, Solve, Stack};
use crescendo_unit::{Facts, Setup, Unit, Wanted};
use crescendo_vm::{Limits, symbolic};

fn find(loaded: &Loaded, name: &str) -> FunctionId {
    FunctionId(loaded.program.functions.iter().position(|f| f.name == name).unwrap() as u32)
}

/// All paths of a function, and what it gives to those it calls, read back from what was written.
fn summary(loaded: &Loaded, name: &str, watched: Vec<(FunctionId, Vec<Wanted>)>) -> Summary {
    let program = &loaded.program;
    let (facts, calls) = (Facts::new(program), Calls::new(program));
    let limits = Limits { steps: STEPS, ..Limits::default() };
    let options = symbolic::Options::default();
    let mut unit = Unit::new(program, &facts, find(loaded, name), &Setup::default(), limits, options).unwrap();
    let paths = watched.iter().map(|(f, w)| (*f, w.iter().map(|w| w.path.clone()).collect())).collect();
    unit.watch_calls(watched);
    let mut nobody = |_: &Unit, _: &Assignment, _: &crescendo_explore::Execution| {};
    let mut recorder = Recorder::new(UnitSubject::new(&mut unit, &[], &calls), paths, &mut nobody);
    let budget = Budget { runs: Some(500), ..Budget::default() };
    let search = crescendo_explore::Options { exhaust: true, budget, ..Default::default() };
    let found = explore(&mut recorder, &mut Stack::default(), &mut [], search);
    let summary = recorder.finish(&found);
    let read: Summary = serde_json::from_str(&serde_json::to_string(&summary).unwrap()).unwrap();
    assert_eq!((&read.paths, &read.inputs), (&summary.paths, &summary.inputs));
    read
}

/// The context b → f of CONBRIO's figure.
fn ask(file: &str) -> (Summary, Summary, Option<i32>) {
    let loaded = load(&root().join("tests/alarms/contexts").join(file));
    let line = std::fs::read_to_string(root().join("tests/alarms/contexts").join(file)).unwrap();
    let line = line.lines().position(|l| l.contains("//~")).unwrap() as u32 + 1;
    on_stack(|| {
        let f = summary(&loaded, "f", Vec::new());
        let b = summary(&loaded, "b", vec![(find(&loaded, "f"), f.inputs.clone())]);
        let violations = f.violations("out-of-bounds", "f", line);
        assert!(!violations.is_empty());
        let composed = compose(&[Level { summary: &b, callee: "f" }], &f, &violations).unwrap().unwrap();
        assert!(composed.free.is_empty() && !composed.cut, "{:?}", composed.free);
        let hint = Assignment::new();
        let query = Query { constraints: &composed.constraints, hint: &hint, limits: Default::default() };
        let x = match Stack::default().solve(&composed.pool, &query) {
            Answer::Sat(model) => Some(composed.inputs(&model)["x"][0] as i32),
            Answer::Unsat(_) => None,
            Answer::Unknown(why) => panic!("{why:?}"),
        };
        (b, f, x)
    })
}

#[test]
fn figure1_has_no_model() {
    let (b, f, x) = ask("figure1.c");
    assert_eq!(x, None);
    assert_eq!((&b.incomplete[..], &f.incomplete[..]), (&[][..], &[][..]));
    // One path calls `f`, under one condition.
    assert!(b.slices("f").iter().all(|s| s.conditions.iter().any(|c| c.outcome == Some(true))));
    assert_eq!(b.slices("g").len(), 0);
}

#[test]
fn a_bad_index_is_a_model() {
    let (_, _, x) = ask("figure1_lets_through.c");
    assert!(x.unwrap() < 0);
}

/// Callers that real runs use most come first.
#[test]
fn callers_by_profile() {
    let loaded = load(&root().join("tests/alarms/contexts/figure1.c"));
    let facts = Facts::new(&loaded.program);
    let name = |f: &FunctionId| loaded.program.function(*f).name.as_str();
    let plain = Contexts::new(&loaded.program, &facts, None).callers(find(&loaded, "b"));
    assert_eq!(plain.functions.iter().map(name).collect::<Vec<_>>(), ["a1", "a2"]);
    assert!(plain.others.is_empty());
    let mut profile = Profile::new();
    profile.add_run("1", &[("main", "a2"), ("a2", "b"), ("b", "f")]);
    profile.add_run("2", &[("main", "a2"), ("a2", "b"), ("b", "f")]);
    profile.add_run("3", &[("main", "a1"), ("a1", "b"), ("b", "f")]);
    let used = Contexts::new(&loaded.program, &facts, Some(&profile)).callers(find(&loaded, "b"));
    assert_eq!(used.functions.iter().map(name).collect::<Vec<_>>(), ["a2", "a1"]);
}
