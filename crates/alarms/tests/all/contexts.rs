//! Alarms judged by their callers: each file of tests/alarms/contexts says, line by line, which verdicts are expected.

use crate::support::{judged, load, root};
use crescendo_alarms::model::Alarm;
use std::collections::BTreeSet;
use std::path::Path;

fn word<T: serde::Serialize>(value: T) -> String {
    serde_json::to_value(value).unwrap().as_str().unwrap().to_string()
}

fn told(a: &Alarm) -> (u32, String) {
    let (verdict, strength) = (word(a.judgement.verdict), word(a.judgement.strength));
    (a.line, format!("{} {} {verdict} {strength}", a.unit, a.kind))
}

fn expected(file: &Path) -> BTreeSet<(u32, String)> {
    let text = std::fs::read_to_string(file).unwrap();
    let marks = text.lines().zip(1..).filter_map(|(l, n)| Some((n, l.split_once("//~ ")?.1)));
    marks.flat_map(|(n, all)| all.split(';').map(move |m| (n, m.trim().to_string()))).collect()
}

fn check(name: &str) -> Vec<Alarm> {
    let file = root().join("tests/alarms/contexts").join(name);
    let folder = tempfile::tempdir().unwrap();
    let (alarms, _) = judged(&load(&file), None, Some(folder.path()));
    let seen: BTreeSet<(u32, String)> = alarms.iter().map(told).collect();
    let why: Vec<String> = alarms.iter().map(|a| format!("{:?}: {:#?}", told(a), a.judgement)).collect();
    assert_eq!(seen, expected(&file), "{}", why.join("\n"));
    alarms
}

#[test]
fn figure1() {
    let alarms = check("figure1.c");
    // The core is told in the words of the source.
    assert!(alarms[0].judgement.why.contains("x > 0"), "{}", alarms[0].judgement.why);
}

#[test]
fn figure1_lets_through() {
    let alarms = check("figure1_lets_through.c");
    let f = alarms.iter().find(|a| a.unit == "f").unwrap();
    let chain: Vec<&str> = f.judgement.chain.iter().map(|c| c.function.as_str()).collect();
    assert!(chain.first() == Some(&"main") && chain.ends_with(&["b", "f"]), "{chain:?}");
    let to_f = &f.judgement.chain[chain.len() - 2];
    assert!(to_f.values.iter().any(|(p, v)| p == "x" && v.parse::<i64>().unwrap() < 0), "{to_f:?}");
    assert!(f.judgement.reproduce.is_some());
}

#[test]
fn stack() {
    check("stack.c");
}

#[test]
fn members() {
    check("members.c");
}

#[test]
fn globals() {
    check("globals.c");
}

#[test]
fn pointers() {
    check("pointers.c");
}

#[test]
fn through_pointers() {
    check("through_pointers.c");
}

#[test]
fn library() {
    check("library.c");
}

#[test]
fn doubts() {
    check("doubts.c");
}

#[test]
fn two_callers() {
    let alarms = check("two_callers.c");
    let chain = &alarms.iter().find(|a| a.unit == "name_of").unwrap().judgement.chain;
    assert!(chain.iter().any(|c| c.function == "careless"), "{chain:?}");
}

#[test]
fn recursion() {
    check("recursion.c");
}

#[test]
fn aliases() {
    check("aliases.c");
}

#[test]
fn cut() {
    let alarms = check("cut.c");
    // Each says what stopped the search.
    for (unit, why) in [("at", "not tried"), ("look", "a run was cut"), ("put", "bound hit")] {
        let a = alarms.iter().find(|a| a.unit == unit).unwrap();
        assert!(a.judgement.why.contains(why), "{unit}: {}", a.judgement.why);
    }
}
