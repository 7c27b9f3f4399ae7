//! Native replay: every test of a suite is built from the user's real code with clang and its sanitizers, run in a child
//! within limits, and compared with what the machine said. The native run is the judge.
//!
//! `build` makes programs of what the exporter for plain C writes, `run` runs them, `judge` tells which tests agree,
//! `report` reads sanitizers' reports (`symbols` gives them lines), `coverage` asks llvm-cov
//! about what the tests claim to cover, `gcov` asks gcov, `counting` counts goals; `culprit` says what a
//! compiler's message is about, `macros` which of the source's macros are in the way of tests.
//!
//! Invariants: nothing of the user's is changed; all files are in the given folder; no child outlives its limits.

mod build;
mod counting;
mod coverage;
mod culprit;
mod gcov;
mod judge;
mod macros;
mod report;
mod run;
mod symbols;

pub use counting::{CountedVector, Counting, Counts};

use crescendo_project::Clang;
use crescendo_suite::Suite;
use crescendo_suite::model::{Disagreement, LeftOut, LeftOutKind, Replay, Why};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub struct Options {
    pub clang: Clang,
    /// Where everything is built and run; it should be empty.
    pub folder: PathBuf,
    /// Compilers and programs at once; 0 is one per core.
    pub jobs: usize,
    /// Time for one test.
    pub seconds: u32,
    /// How often each test is run: those that do not always end alike are flaky.
    pub times: usize,
}

impl Options {
    pub fn new(clang: Clang, folder: &Path) -> Options {
        Options { clang, folder: folder.to_owned(), jobs: 0, seconds: 5, times: 3 }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    #[error(transparent)]
    Export(#[from] crescendo_suite::export::ExportError),
    #[error("cannot use the folder {}: {reason}", path.display())]
    Folder { path: PathBuf, reason: std::io::Error },
}

/// What came of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Agrees,
    /// With its buffers where memory ends.
    AgreesGuarded,
    Disagrees(Why, String),
}

/// Runs a suite's tests. Those that do not agree are moved to `disagreements`, and `suite.replay` tells the figures. With somebody who knows how to count goals, gives those that the shipped tests reach.
pub fn replay(
    suite: &mut Suite,
    options: &Options,
    counting: Option<&dyn Counting>,
) -> Result<Option<Counts>, ReplayError> {
    let start = Instant::now();
    let mut replay = Replay { compiler: format!("clang {}", options.clang.version), ..Replay::default() };
    // Tests that were put aside by an earlier replay get another chance.
    for unit in &mut suite.units {
        let aside = std::mem::take(&mut unit.disagreements);
        unit.tests.extend(aside.into_iter().map(|d| d.test));
    }
    if let Some(why) = cannot_run(suite, options) {
        replay.notes.push(why);
        suite.replay = Some(replay);
        return Ok(None);
    }
    let Tried { mut built, mut verdicts, mut profiles } = try_all(suite, options)?;
    let (by_gcc, notes) = run::ask_gcc(&mut built, suite, options, &mut verdicts)?;
    replay.notes.extend(notes);
    // What is shipped is what was built.
    suite.sources = built.rest.sources.clone();
    settle(suite, &verdicts, &mut replay);
    let shipped = suite.units.iter().flat_map(|u| &u.tests).map(|t| t.name.clone()).collect();
    let counted = run::count_shipped(&shipped, &mut profiles, &by_gcc, options)?;
    let goals = counting.map(|c| counting::count(&built, &shipped, c, options)).transpose()?;
    replay.notes.extend(built.notes);
    replay.notes.extend(goals.iter().flat_map(|g| g.notes.clone()));
    replay.coverage = coverage::check(suite, &profiles, options);
    replay.gcov = gcov::check(suite, &counted);
    replay.seconds = start.elapsed().as_secs_f64();
    suite.replay = Some(replay);
    Ok(goals)
}

/// The same in a folder below `parent` that is gone afterwards; with `keep` in that one, which stays.
pub fn replay_below(
    suite: &mut Suite,
    clang: &Clang,
    parent: &Path,
    keep: Option<&Path>,
    jobs: usize,
    counting: Option<&dyn Counting>,
) -> Result<Option<Counts>, ReplayError> {
    let failed = |path: &Path, reason| ReplayError::Folder { path: path.to_owned(), reason };
    std::fs::create_dir_all(parent).map_err(|e| failed(parent, e))?;
    let scratch = tempfile::Builder::new().prefix("replay-").tempdir_in(parent).map_err(|e| failed(parent, e))?;
    let folder = keep.unwrap_or(scratch.path());
    std::fs::create_dir_all(folder).map_err(|e| failed(folder, e))?;
    let folder = folder.canonicalize().map_err(|e| failed(folder, e))?;
    replay(suite, &Options { jobs, ..Options::new(clang.clone(), &folder) }, counting)
}

/// All tests, built and run.
struct Tried {
    built: build::Built,
    verdicts: BTreeMap<String, Verdict>,
    profiles: Vec<run::Profile>,
}

fn try_all(suite: &Suite, options: &Options) -> Result<Tried, ReplayError> {
    let built = build::build(suite, options)?;
    let mut tried = Tried { verdicts: built.refused.clone(), built, profiles: Vec::new() };
    for (verdicts, profile) in run::run_all(&tried.built, suite, options)? {
        tried.verdicts.extend(verdicts);
        tried.profiles.extend(profile);
    }
    Ok(tried)
}

/// Programs for other machines cannot be run here.
fn cannot_run(suite: &Suite, options: &Options) -> Option<String> {
    let machine = |triple: &str| triple.split('-').next().unwrap_or("").to_string();
    let other = suite.sources.iter().find(|s| machine(&s.target) != machine(&options.clang.target))?;
    Some(format!("not run natively: the program is for {}, this machine is {}", other.target, options.clang.target))
}

/// Keeps the tests that agree.
fn settle(suite: &mut Suite, verdicts: &BTreeMap<String, Verdict>, replay: &mut Replay) {
    for unit in &mut suite.units {
        for mut test in std::mem::take(&mut unit.tests) {
            match verdicts.get(&test.name) {
                Some(v @ (Verdict::Agrees | Verdict::AgreesGuarded)) => {
                    test.guarded |= *v == Verdict::AgreesGuarded;
                    replay.run += 1;
                    replay.agreed += 1;
                    unit.tests.push(test);
                }
                // That its addresses are free was no more than a hope.
                Some(Verdict::Disagrees(..)) if test.exact => {
                    let reason = "it depends on where objects lie in memory that are not the test's own".to_string();
                    let (kind, goals) = (LeftOutKind::Places, test.goals);
                    unit.left_out.push(LeftOut { test: 0, kind, reason, goals });
                }
                Some(Verdict::Disagrees(why, difference)) => {
                    replay.run += (*why != Why::DoesNotBuild) as usize;
                    replay.not_built += (*why == Why::DoesNotBuild) as usize;
                    // The machine and clang agree on it.
                    replay.agreed += (*why == Why::Compiler) as usize;
                    replay.otherwise_by_gcc += (*why == Why::Compiler) as usize;
                    replay.flaky += (*why == Why::Flaky) as usize;
                    unit.disagreements.push(Disagreement { test, why: *why, difference: difference.clone() });
                }
                None => {
                    let difference = "its program did not run to its end".to_string();
                    replay.run += 1;
                    unit.disagreements.push(Disagreement { test, why: Why::Differs, difference });
                }
            }
        }
    }
}

fn workers(options: &Options) -> usize {
    match options.jobs {
        0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
        n => n,
    }
}

/// Does jobs on several threads; the results are in the order of the jobs.
fn in_parallel<J: Sync, R: Send>(jobs: &[J], threads: usize, work: impl Fn(&J) -> R + Sync) -> Vec<R> {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<R>>> = Mutex::new(jobs.iter().map(|_| None).collect());
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(i) else { return };
                    let result = work(job);
                    results.lock().expect("no worker panics with it")[i] = Some(result);
                }
            });
        }
    });
    let results = results.into_inner().expect("no worker panics with it");
    results.into_iter().map(|r| r.expect("every job was done")).collect()
}

/// A time limit for something that takes `each` so many times.
fn patience(each: Duration, times: usize) -> Duration {
    (each * times as u32).clamp(Duration::from_secs(60), Duration::from_secs(1800))
}
