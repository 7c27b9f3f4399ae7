//! Puts a suite together from what runs of functions left, for whoever has such: all tests of a project, or those that show
//! alarms.

use crate::model::{Suite, VERSION};
use crate::name::give_names;
use crate::record::{Collected, Compiled, Decisions, Goals, sources, twice, unit_tests};
use crate::words::Texts;
use crescendo_program::{FunctionId, Program};
use std::collections::BTreeSet;
use std::path::Path;

pub struct Assembly<'p> {
    program: &'p Program,
    suite: Suite,
    texts: Texts,
    /// Names of tests.
    taken: BTreeSet<String>,
}

impl<'p> Assembly<'p> {
    /// `tool` and `seed`: what made the tests. `compiled`: how each unit of the program is compiled.
    pub fn new(
        program: &'p Program,
        compiled: &[Compiled],
        is_library: &dyn Fn(&str) -> bool,
        tool: &str,
        seed: u64,
    ) -> Assembly<'p> {
        let suite = Suite {
            version: VERSION,
            tool: tool.to_string(),
            seed,
            sources: sources(program, compiled, is_library),
            twice: twice(program),
            units: Vec::new(),
            replay: None,
        };
        // Tests are functions beside those of the program.
        let functions = program.functions.iter().map(|f| f.name.clone());
        let taken = functions.chain(program.globals.iter().map(|g| g.name.clone())).collect();
        Assembly { program, suite, texts: Texts::default(), taken }
    }

    /// The tests of a function; goals of `counted`, itself among them, are what they are for. Gives their names, in order.
    pub fn add(&mut self, id: FunctionId, counted: &[FunctionId], collected: Collected) -> Vec<String> {
        let mut unit = unit_tests(self.program, id);
        unit.goals = Goals::new(self.program, counted, &self.texts).goals;
        unit.decisions = Decisions::new(self.program, counted, &self.texts).decisions;
        unit.decisions.iter_mut().for_each(|d| d.file = absolute(&d.file));
        unit.goals.iter_mut().for_each(|g| g.file = absolute(&g.file));
        unit.file = absolute(&unit.file);
        collected.add_to(&mut self.suite, unit);
        let unit = self.suite.units.last_mut().expect("just added");
        give_names(&unit.name, &mut unit.tests, &mut self.taken);
        unit.tests.iter().map(|t| t.name.clone()).collect()
    }

    pub fn finish(self) -> Suite {
        self.suite
    }
}

/// Debug info has paths as the compiler was told them.
fn absolute(path: &str) -> String {
    std::path::absolute(Path::new(path)).map_or_else(|_| path.to_string(), |p| p.to_string_lossy().into_owned())
}
