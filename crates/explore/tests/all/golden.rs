//! The order in which each strategy picks, on two programs. A change here is a change of behaviour: look before blessing
//! (`BLESS=1 cargo test -p crescendo-explore golden`).

use crate::model::{programs, solver::BruteForce};
use crescendo_explore::strategy::{Feedback, STRATEGIES, Strategy, View, by_name};
use crescendo_explore::tree::Edge;
use crescendo_explore::{Budget, Options, explore};
use std::cell::RefCell;
use std::fmt::Write;
use std::rc::Rc;

/// Writes down what another strategy picks.
struct Recorded(Box<dyn Strategy>, Rc<RefCell<String>>);

impl Strategy for Recorded {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn pick(&mut self, view: &mut View) -> Option<Edge> {
        let edge = self.0.pick(view);
        let mut out = self.1.borrow_mut();
        match edge.and_then(|e| Some((e, view.tree.node(e)?))) {
            Some((e, n)) => {
                let site = n.what.site().map_or(format!("p{}", n.position.0), |s| format!("s{}", s.0));
                write!(out, " {site}={}@{}", e.slot, n.depth).unwrap();
            }
            None => out.push_str(" -"),
        }
        edge
    }

    fn learn(&mut self, view: &View, feedback: &Feedback) {
        self.0.learn(view, feedback);
    }
}

fn picks(strategy: &str) -> String {
    let mut text = String::new();
    for (name, mut model) in [("tokenizer", programs::tokenizer(3)), ("counting", programs::counting(4))] {
        let out = Rc::new(RefCell::new(String::new()));
        let recorded = Recorded(by_name(strategy).unwrap(), out.clone());
        let budget = Budget { runs: Some(30), ..Budget::default() };
        let options = Options { strategy: Box::new(recorded), budget, seed: 7, ..Options::default() };
        let result = explore(&mut model, &mut BruteForce::new(), &mut [], options);
        let covered = result.tally(result.verdicts.keys().copied()).covered;
        writeln!(text, "{strategy} {name}: {covered} covered by {} tests:{}", result.tests.len(), out.borrow())
            .unwrap();
    }
    text
}

#[test]
fn picks_are_as_before() {
    let now: String = STRATEGIES.iter().map(|e| picks(e.name)).collect();
    let again: String = STRATEGIES.iter().map(|e| picks(e.name)).collect();
    assert_eq!(now, again, "the same seed gives the same picks");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/golden.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &now).unwrap();
    }
    assert_eq!(now, std::fs::read_to_string(path).unwrap());
}

#[test]
fn strategies_have_help_and_their_name() {
    for entry in STRATEGIES {
        assert_eq!((entry.make)().name(), entry.name);
        assert!(!entry.help.is_empty());
    }
    assert!(by_name("no such").is_none());
}
