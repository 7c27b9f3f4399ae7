//! The worked examples of both papers.

use crescendo_profile::{
    CallGraph, Dependencies, Estimate, Profile, calling_contexts, estimate, extended_unit, relevance, top_share,
};

/// CONBRIO, section 3.1: three system tests of figure 1.
fn conbrio() -> Profile {
    let mut p = Profile::new();
    p.add_run("(-1, 1)", &[("main", "a2"), ("a2", "b"), ("b", "f"), ("f", "g")]);
    p.add_run("(1, 1)", &[("main", "a1"), ("a1", "b"), ("b", "f"), ("f", "g")]);
    p.add_run("(5, 1)", &[("main", "a1"), ("a1", "b"), ("b", "f"), ("f", "g"), ("f", "h")]);
    p
}

fn graph(p: &Profile, edges: &[(&str, &str)]) -> CallGraph {
    CallGraph::new(edges.iter().map(|(a, b)| (p.find(a).unwrap(), p.find(b).unwrap())))
}

const FIGURE_1: &[(&str, &str)] =
    &[("main", "a1"), ("main", "a2"), ("a1", "b"), ("a2", "b"), ("b", "f"), ("f", "g"), ("f", "h")];

#[test]
fn conbrio_dependencies() {
    let p = conbrio();
    let f = Dependencies::new(&p, p.find("f").unwrap());
    let on = |g: &str| f.on(p.find(g).unwrap());
    assert_eq!((on("main"), on("b"), on("g")), (1.0, 1.0, 1.0));
    assert!((on("a1") - 2.0 / 3.0).abs() < 1e-12);
    assert!((on("a2") - 1.0 / 3.0).abs() < 1e-12);
    assert!((on("h") - 1.0 / 3.0).abs() < 1e-12);
    assert_eq!(f.runs, 3);
}

#[test]
fn conbrio_extended_unit_and_context() {
    let p = conbrio();
    let graph = graph(&p, FIGURE_1);
    let (f, g, b) = (p.find("f").unwrap(), p.find("g").unwrap(), p.find("b").unwrap());
    let of_f = Dependencies::new(&p, f);
    assert_eq!(extended_unit(&graph, f, &of_f, 0.7), [f, g].into());
    // main has p = 1, but nothing f depends on enough lies between: the context is b -> f.
    assert_eq!(calling_contexts(&graph, f, &of_f, 0.7, 10), [vec![b, f]]);
    // With a lower threshold both ways to main are contexts, the likelier first.
    let contexts = calling_contexts(&graph, f, &of_f, 0.3, 10);
    let named: Vec<Vec<&str>> =
        contexts.iter().map(|c| c.iter().map(|n| p.functions[*n as usize].name.as_str()).collect()).collect();
    assert_eq!(named, [["main", "a1", "b", "f"], ["main", "a2", "b", "f"]]);
}

/// FOCAL, section 3.2.
fn focal() -> Profile {
    let mut p = Profile::new();
    p.add_run("t1", &[("main", "f1"), ("f1", "f5"), ("f5", "f7")]);
    p.add_run("t2", &[("main", "f1"), ("f1", "f5"), ("f5", "f8"), ("f8", "f9")]);
    p.add_run("t3", &[("main", "f1"), ("f1", "f5"), ("f5", "f7"), ("f5", "f8"), ("f8", "f9"), ("f8", "f10")]);
    p.add_run("t4", &[("main", "f1"), ("f1", "f3"), ("f3", "f6"), ("f6", "f10")]);
    p
}

#[test]
fn focal_relevance() {
    let p = focal();
    let r = |a: &str, b: &str| relevance(&p, p.find(a).unwrap(), p.find(b).unwrap());
    assert!((r("f5", "f7") - (2.0 / 3.0 + 1.0) / 2.0).abs() < 1e-12);
    assert!((r("f5", "f10") - (1.0 / 3.0 + 1.0 / 2.0) / 2.0).abs() < 1e-12);
    assert_eq!(r("f5", "f7"), r("f7", "f5"));
    assert_eq!(r("f3", "f5"), 0.0);
}

#[test]
fn focal_top_share() {
    let p = focal();
    let all = top_share(&p, 1.0);
    let some = top_share(&p, 0.3);
    assert!(some.len() < all.len() && some.len() * 10 >= all.len() * 3);
    let least = some.values().copied().fold(f64::INFINITY, f64::min);
    assert!(all.iter().all(|(pair, r)| some.contains_key(pair) == (*r >= least)));
    let pair = (p.find("main").unwrap(), p.find("f1").unwrap());
    assert_eq!(some[&pair], 1.0);
}

#[test]
fn recursion_ends() {
    let mut p = Profile::new();
    p.add_run("", &[("main", "even"), ("even", "odd"), ("odd", "even")]);
    let graph = graph(&p, &[("main", "even"), ("even", "odd"), ("odd", "even")]);
    let odd = p.find("odd").unwrap();
    let of = Dependencies::new(&p, odd);
    assert_eq!(extended_unit(&graph, odd, &of, 0.7).len(), 2);
    assert_eq!(calling_contexts(&graph, odd, &of, 0.7, 10).len(), 1);
}

#[test]
fn estimates_follow_the_text() {
    let call = |caller, callee, always| Estimate { caller, callee, always };
    let p = estimate(
        &[call(0, 1, true), call(1, 2, false), call(1, 3, true), call(3, 2, true), call(9, 0, true), call(8, 0, true)],
        0,
    );
    assert_eq!((p.on(1), p.on(2), p.on(3)), (1.0, 1.0, 1.0));
    assert_eq!((p.on(9), p.on(8)), (0.5, 0.5));
}

#[test]
fn merging_keeps_names_apart() {
    let (mut a, b) = (conbrio(), focal());
    let runs = a.runs.len() + b.runs.len();
    a.merge(&b);
    assert_eq!(a.runs.len(), runs);
    assert_eq!(a.functions.iter().filter(|f| f.name == "main").count(), 1);
    let f5 = a.find("f5").unwrap();
    assert_eq!(Dependencies::new(&a, f5).on(a.find("main").unwrap()), 1.0);
}
