//! All tests of one function, in a form that outlives the process: nothing in it depends on where the function stands.

use super::chance::try_record;
use super::choice::Choice;
use super::far::far_fault;
use super::shrink::shrink;
use super::simplify::simplify;
use super::{Decisions, Goals, NotATest, Recorded};
use crate::minimise::minimise;
use crate::model::{Accessor, Defined, LeftOut, Outcome, Stub, Suite, Test, UnitTests};
use crate::words::Texts;
use crescendo_explore::Deadline;
use crescendo_explore::result::Test as Found;
use crescendo_program::source::PosId;
use crescendo_program::{FunctionId, Program};
use crescendo_solver::expr::Assignment;
use crescendo_unit::Unit;
use crescendo_vm::cover::Coverage;
use crescendo_vm::{Limit, Outcome as Ended};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

/// Calls that tell faults at one place apart.
const FRAMES: usize = 3;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Collected {
    /// The line of the function when this was written.
    pub line: u32,
    pub tests: Vec<Test>,
    pub left_out: Vec<LeftOut>,
    pub accessors: Vec<(usize, Accessor)>,
    pub stubs: Vec<Stub>,
    /// What the tests cover that end without a fault.
    #[serde(skip)]
    pub covered: Coverage,
}

impl Collected {
    /// Adds what another exploration of the same function found; its tests come after `before` others.
    pub fn append(&mut self, mut other: Collected, before: usize) {
        other.left_out.iter_mut().for_each(|l| l.test += before);
        other.tests.retain(|t| !self.tests.iter().any(|o| is_same_test(o, t)));
        self.covered.merge(&other.covered);
        self.tests.append(&mut other.tests);
        self.left_out.append(&mut other.left_out);
        self.accessors.extend(other.accessors.into_iter().filter(|a| !self.accessors.contains(a)).collect::<Vec<_>>());
        self.stubs.extend(other.stubs.into_iter().filter(|s| !self.stubs.contains(s)).collect::<Vec<_>>());
    }
}

/// Runs what an exploration found once more, and keeps what makes a test and adds to the coverage of `functions`, the unit
/// and those it calls that count as its own. `coverage`: what each of them covers, if that is known. With `keep_all` also what
/// adds nothing. Near the deadline tests are no longer made simpler, and after it none is made.
pub fn collect(
    unit: &mut Unit,
    found: &[Found],
    coverage: &[Coverage],
    functions: &[FunctionId],
    keep_all: bool,
    deadline: Option<Deadline>,
) -> Collected {
    let program = unit.program;
    let texts = Texts::default();
    let goals = Goals::new(program, functions, &texts);
    let line = program.sources.get(program.function(functions[0]).position).line;
    let mut all = Collected { line, ..Collected::default() };
    let mut maker = Maker {
        decisions: Decisions::new(program, functions, &texts),
        texts,
        goals: &goals,
        keep_all,
        deadline,
        made: Vec::new(),
        faults: BTreeSet::new(),
        lost: Vec::new(),
    };
    if keep_all || coverage.len() != found.len() {
        (0..found.len()).for_each(|i| drop(maker.make(unit, i, &found[i], coverage.get(i))));
    } else {
        let fails = |t: &Found| matches!(t.outcome, Ended::ProgramFault(_));
        let is_cut = |t: &Found| matches!(t.outcome, Ended::Limit(_));
        let sound: Vec<usize> = (0..found.len()).filter(|i| !fails(&found[*i])).collect();
        let (cut, whole): (Vec<usize>, Vec<usize>) = sound.into_iter().partition(|i| is_cut(&found[*i]));
        let first = whole.first().copied();
        let mut choice = Choice::new(program, &goals, coverage);
        // Those that come to their end first.
        for some in [whole, cut] {
            choice.among(some);
            while let Some(i) = choice.next() {
                if let Some(covered) = maker.make(unit, i, &found[i], Some(&coverage[i])) {
                    choice.took(&covered);
                }
            }
        }
        // Where there is nothing to cover: a call shows that it returns.
        if let (Some(i), true, true) = (first, maker.made.is_empty(), maker.lost.is_empty()) {
            maker.make(unit, i, &found[i], Some(&coverage[i]));
            maker.made.iter_mut().for_each(|c| c.shows = true);
        }
        for (i, test) in found.iter().enumerate().filter(|(_, t)| t.fault.is_some()) {
            if fails(test) || !maker.is_made(i) {
                maker.make(unit, i, test, Some(&coverage[i]));
            }
        }
        // What only failing runs reached has no test that counts.
        for (i, test) in found.iter().enumerate().filter(|(_, t)| fails(t) && t.fault.is_none()) {
            maker.lose(i, NotATest::Fails(failure(test)), coverage[i].clone());
        }
    }
    let Maker { made: mut recorded, lost, .. } = maker;
    recorded.sort_by_key(|c| c.number);
    let costs: Vec<usize> = recorded.iter().map(|c| cost(&c.recorded.test)).collect();
    let needed: Vec<bool> = recorded.iter().map(|c| c.shows || keep_all).collect();
    let mut meets = |kept: &[bool]| {
        let mut covered = Coverage::new(program.cover.goals);
        let counted = |c: &Candidate| !c.recorded.test.outcome.is_fault();
        recorded.iter().zip(kept).filter(|(c, k)| **k && counted(c)).for_each(|(c, _)| {
            covered.merge(&c.coverage);
        });
        goals.met(program, &covered).len()
    };
    let kept = minimise(&costs, &needed, &mut meets);
    // What a test covers that ends in a fault does not count: such tests are apart.
    for c in recorded.iter().zip(&kept).filter(|(c, k)| **k && !c.recorded.test.outcome.is_fault()).map(|(c, _)| c) {
        all.covered.merge(&c.coverage);
    }
    let met = goals.met(program, &all.covered);
    for (number, why, coverage) in lost {
        let goals = goals.met(program, &coverage).into_iter().filter(|g| met.binary_search(g).is_err()).collect();
        let left_out = LeftOut { goals, ..why.of(number) };
        // Another test shows the fault, or covers all of it.
        if !matches!(why, NotATest::Fails(_) | NotATest::NoTime) || !left_out.goals.is_empty() {
            all.left_out.push(left_out);
        }
    }
    all.left_out.sort_by_key(|l| l.test);
    let texts = Texts::default();
    let mut shrunk: Vec<Recorded> = Vec::new();
    for c in recorded.into_iter().zip(kept).filter(|(_, k)| *k).map(|(c, _)| c) {
        let r = if is_short(deadline) { c.recorded } else { simplest(unit, c, &texts) };
        if !shrunk.iter().any(|o| is_same_test(&o.test, &r.test)) {
            shrunk.push(r);
        }
    }
    for r in shrunk {
        all.tests.push(r.test);
        r.accessors.into_iter().for_each(|a| push_new(&mut all.accessors, a));
        r.stubs.into_iter().for_each(|s| push_new(&mut all.stubs, s));
    }
    all
}

fn failure(test: &Found) -> &'static str {
    match &test.outcome {
        Ended::ProgramFault(f) => f.kind.name(),
        _ => "fault",
    }
}

/// Makes tests of runs.
struct Maker<'a> {
    goals: &'a Goals,
    decisions: Decisions,
    texts: Texts,
    keep_all: bool,
    deadline: Option<Deadline>,
    made: Vec<Candidate>,
    /// Those that a test shows.
    faults: BTreeSet<(&'static str, Vec<PosId>)>,
    /// What runs reached that are no tests.
    lost: Vec<(usize, NotATest, Coverage)>,
}

impl Maker<'_> {
    fn is_made(&self, number: usize) -> bool {
        self.made.iter().any(|c| c.number == number)
    }

    fn lose(&mut self, number: usize, why: NotATest, coverage: Coverage) {
        self.lost.push((number, why, coverage));
    }

    /// Makes a test of a run, if that can be; gives what it covers, if that counts.
    fn make(&mut self, unit: &mut Unit, number: usize, test: &Found, coverage: Option<&Coverage>) -> Option<Coverage> {
        let program = unit.program;
        let seen = || coverage.cloned().unwrap_or_else(|| first_seen(program, test));
        if let Ended::Limit(limit) = test.outcome
            && !super::can_stop_there(limit)
        {
            self.lose(number, NotATest::Cut(limit), seen());
            return None;
        }
        if self.deadline.is_some_and(|d| d.is_over()) {
            self.lose(number, NotATest::NoTime, seen());
            return None;
        }
        let input = if is_short(self.deadline) { test.input.clone() } else { simplify(unit, &test.input) };
        let usual = fewest_calls(unit, test, &input);
        let (run, made) = try_record(unit, &input, &self.texts);
        if let Some(calls) = usual {
            unit.cut_after_calls(calls);
        }
        // Whoever keeps all wants to see what happens natively.
        let far = far_fault(&run).filter(|_| !self.keep_all);
        let mut recorded = match far.map_or(made, Err) {
            Ok(recorded) => recorded,
            Err(why) => {
                // What cut it was the end of our time.
                let is_late = matches!(run.outcome, Ended::Limit(Limit::Interrupted));
                self.lose(number, if is_late { NotATest::NoTime } else { why }, seen());
                return None;
            }
        };
        recorded.test.goals = self.goals.met(program, &run.coverage);
        recorded.test.vectors = self.decisions.vectors(&run.coverage);
        let counts = (!recorded.test.outcome.is_fault()).then(|| run.coverage.clone());
        if !self.made.iter().any(|o| is_same_test(&o.recorded.test, &recorded.test)) {
            // One test is enough to show a fault.
            let shows = match &run.outcome {
                Ended::ProgramFault(f) => {
                    let frames = run.stack.iter().take(FRAMES).map(|f| f.position).collect();
                    test.fault.is_some() && self.faults.insert((f.kind.name(), frames))
                }
                _ => test.fault.is_some(),
            };
            self.made.push(Candidate { number, recorded, input, coverage: run.coverage, shows });
        }
        counts
    }
}

/// A run that was cut for its calls of stubs is cut as early as it has covered what it covers. Gives what was usual.
fn fewest_calls(unit: &mut Unit, test: &Found, input: &Assignment) -> Option<u32> {
    if test.outcome != Ended::Limit(Limit::Path) {
        return None;
    }
    let whole = unit.run(input).coverage;
    let (mut low, mut high) = (0, unit.cut_after_calls(0));
    let usual = high;
    while low < high {
        let middle = (low + high) / 2;
        unit.cut_after_calls(middle);
        match unit.run(input).coverage == whole {
            true => high = middle,
            false => low = middle + 1,
        }
    }
    unit.cut_after_calls(high);
    Some(usual)
}

/// The goals that a run was the first to cover.
fn first_seen(program: &Program, test: &Found) -> Coverage {
    let mut coverage = Coverage::new(program.cover.goals);
    test.goals.iter().for_each(|g| {
        coverage.hit(*g);
    });
    coverage
}

/// Most of the time is over: what is left is for making tests at all.
fn is_short(deadline: Option<Deadline>) -> bool {
    deadline.is_some_and(|d| d.left() < d.whole() / 3)
}

/// A run that makes a test.
struct Candidate {
    /// That of the run.
    number: usize,
    recorded: Recorded,
    input: Assignment,
    coverage: Coverage,
    /// It is the one that shows a fault, or that the function returns.
    shows: bool,
}

/// The test with simpler values, if that is one that does the same.
fn simplest(unit: &mut Unit, c: Candidate, texts: &Texts) -> Recorded {
    let input = shrink(unit, &c.input);
    if input == c.input {
        return c.recorded;
    }
    let (run, made) = try_record(unit, &input, texts);
    match made {
        Ok(mut r) if run.coverage == c.coverage => {
            r.test.goals = c.recorded.test.goals;
            r.test.vectors = c.recorded.test.vectors;
            r
        }
        _ => c.recorded,
    }
}

/// Two inputs may differ in nothing that C can tell.
fn is_same_test(a: &Test, b: &Test) -> bool {
    a.inputs == b.inputs
        && a.replaced == b.replaced
        && a.arguments == b.arguments
        && a.earlier == b.earlier
        && a.stub_results == b.stub_results
        && a.stub_writes == b.stub_writes
        && a.outside == b.outside
        && a.errno == b.errno
}

/// How much there is to read.
fn cost(test: &Test) -> usize {
    // One that stops in the middle is worth less.
    let cut = if matches!(test.outcome, Outcome::Cut { .. }) { 1000 } else { 0 };
    cut + test.inputs.iter().filter(|i| !i.default).count() + test.stub_results.len()
}

fn push_new<T: PartialEq>(to: &mut Vec<T>, item: T) {
    if !to.contains(&item) {
        to.push(item);
    }
}

impl Collected {
    /// Takes the tests into a suite, as those of a unit that is otherwise empty.
    pub fn add_to(self, suite: &mut Suite, mut unit: UnitTests) {
        let moved = unit.line as i64 - self.line as i64;
        unit.tests = self.tests;
        unit.left_out = self.left_out;
        for test in &mut unit.tests {
            if let Outcome::Fault { line, file, .. } = &mut test.outcome
                && *file == unit.file
            {
                *line = (*line as i64 + moved) as u32;
            }
        }
        for (source, a) in self.accessors {
            push_new(&mut suite.sources[source].accessors, a);
            // A test may use a file that its own never calls: one of a function that some pointer may point to.
            let linked: Vec<usize> = std::iter::once(source).chain(suite.sources[source].needs.clone()).collect();
            let needs = &mut suite.sources[unit.source].needs;
            linked.into_iter().filter(|n| *n != unit.source).for_each(|n| push_new(needs, n));
            needs.sort_unstable();
        }
        for s in self.stubs {
            let there = |d: &Defined| suite.sources.iter().position(|x| Path::new(&x.file).ends_with(&d.file));
            let source = s.defined.as_ref().and_then(there).unwrap_or(unit.source);
            push_new(&mut suite.sources[source].stubs, s);
        }
        suite.units.push(unit);
    }
}
