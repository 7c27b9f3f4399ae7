//! Counts natively which of the machine's goals shipped tests reach: every statement, outcome, decision and boundary value, also
//! where llvm-cov and gcov count nothing of their own.
//!
//! Somebody else (`Counting`) makes code that counts, which writes to a file that it shares with us (`runtime/goals.c`). What
//! counts is what tests reach that pass, each in a process of its own.

use crate::build::{Built, Program};
use crate::run::{How, run_once, some_of};
use crate::{Options, ReplayError, in_parallel, workers};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;

/// What knows the goals.
pub trait Counting: Sync {
    /// How many there are.
    fn goals(&self) -> u32;

    /// Makes the bitcode of a file that includes a source count; paths in it are relative to the folder. Says too which functions
    /// of the program count nothing, because their code is another one there.
    fn count(&self, bitcode: &[u8], name: &str, source: usize, folder: &Path)
    -> Result<(Vec<u8>, Vec<String>), String>;
}

/// One evaluation of a decision of several conditions, a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CountedVector {
    pub decision: u32,
    pub evaluated: u64,
    pub values: u64,
    pub result: bool,
}

/// What tests reached natively.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// By number, ascending.
    pub goals: Vec<u32>,
    pub vectors: BTreeSet<CountedVector>,
    /// Tests that ended otherwise when they were counted: what they reach does not count.
    pub failed: Vec<String>,
    /// What could not be counted.
    pub notes: Vec<String>,
}

/// The bytes of a vector in the file, and how many there are at most.
const VECTOR: usize = 24;
const MOST_VECTORS: usize = 1 << 16;

pub fn count(
    built: &Built,
    shipped: &BTreeSet<String>,
    counting: &dyn Counting,
    options: &Options,
) -> Result<Counts, ReplayError> {
    let (programs, notes) = built.counting(counting, options)?;
    let ran = in_parallel(&programs, workers(options), |p| run(p, shipped, counting.goals() as usize, options));
    let mut all = Counts { notes, ..Counts::default() };
    let mut reached = vec![false; counting.goals() as usize];
    for one in ran {
        let (bytes, passed) = one?;
        let (goals, vectors) = bytes[HEAD..].split_at(reached.len().next_multiple_of(8));
        reached.iter_mut().zip(goals).for_each(|(r, b)| *r |= *b != 0);
        all.vectors.extend(vectors.chunks_exact(VECTOR).filter_map(vector));
        all.failed.extend(passed.into_iter().filter(|(_, passed)| !passed).map(|(name, _)| name));
    }
    all.goals = (0..).zip(reached).filter(|(_, r)| *r).map(|(g, _)| g).collect();
    Ok(all)
}

const HEAD: usize = 16;

fn run(
    p: &Program,
    shipped: &BTreeSet<String>,
    goals: usize,
    options: &Options,
) -> Result<(Vec<u8>, BTreeMap<String, bool>), ReplayError> {
    let folder = options.folder.join("run").join("counting").join(&p.test.name);
    let failed = |reason| ReplayError::Folder { path: folder.clone(), reason };
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let file = folder.join("goals");
    let size = HEAD + goals.next_multiple_of(8) + MOST_VECTORS * VECTOR;
    let head = [goals as u64, MOST_VECTORS as u64].map(u64::to_ne_bytes).concat();
    // The rest takes no room on the disk before somebody writes there.
    let made = std::fs::File::create(&file).and_then(|mut f| f.write_all(&head).and_then(|()| f.set_len(size as u64)));
    made.map_err(failed)?;
    let some = some_of(p, shipped);
    let only = some.as_deref().unwrap_or_default();
    if some.is_none() || !only.is_empty() {
        let pass = run_once(p, &folder, How { only, goals: Some(&file), ..How::default() }, options)?;
        let counted = std::fs::read(&file).map_err(failed)?;
        let _ = std::fs::remove_file(&file);
        return Ok((counted, pass.passed));
    }
    Ok((vec![0; size], BTreeMap::new()))
}

fn vector(bytes: &[u8]) -> Option<CountedVector> {
    let word = |at: usize| u32::from_ne_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    let wide = |at: usize| u64::from_ne_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
    let result = word(4).checked_sub(1)? == 1;
    Some(CountedVector { decision: word(0), evaluated: wide(8), values: wide(16), result })
}
