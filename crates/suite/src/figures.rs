//! How much there is to read in a suite.

use crate::export::c::test_text;
use crate::model::Suite;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Tests that are shipped.
    pub tests: usize,
    /// Functions that have some.
    pub functions: usize,
    pub tests_per_function: f64,
    /// Of plain C, from the comment to the last bracket.
    pub lines_per_test: f64,
}

impl Figures {
    pub fn of(suite: &Suite) -> Figures {
        let tested = || suite.units.iter().filter(|u| !u.tests.is_empty());
        let (tests, functions) = (tested().map(|u| u.tests.len()).sum(), tested().count());
        let lines: usize = tested().flat_map(|u| u.tests.iter().map(|t| test_text(u, t).lines().count())).sum();
        let average = |all: usize, of: usize| if of == 0 { 0.0 } else { all as f64 / of as f64 };
        let (tests_per_function, lines_per_test) = (average(tests, functions), average(lines, tests));
        Figures { tests, functions, tests_per_function, lines_per_test }
    }
}
