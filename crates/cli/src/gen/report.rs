//! Writes `summary.json`, function by function, and gathers what the closing table shows.

use super::count::Counter;
use super::explore_all::{All, One};
use super::record::{Places, Record};
use super::suite::{Parts, Written};
use super::summary::{Cause, FunctionSummary, ReplaySummary, Tally, Totals, Writer};
use super::{ExploreArgs, alarms};
use crate::load::Loaded;
use anyhow::{Context, Result};
use crescendo_alarms::model::Alarm;
use crescendo_program::FunctionId;
use crescendo_suite::{Figures, Suite, Texts};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

/// What the table shows of a function.
pub struct Row {
    pub name: String,
    pub counts: [Tally; 4],
    pub tests: usize,
    pub faults: usize,
    pub stop: String,
    pub bugs: usize,
    /// Why it could not be explored.
    pub why: Option<String>,
}

pub struct Report {
    pub rows: Vec<Row>,
    pub totals: Totals,
    pub causes: Vec<Cause>,
    pub tool_bugs: usize,
    pub known: usize,
    pub suite: Suite,
    pub figures: Figures,
    /// Runs that became no native test, and the most frequent reason.
    pub left_out: Option<(usize, String)>,
    pub path: PathBuf,
    /// The faults of all units.
    pub alarms: Vec<Alarm>,
    /// What exploring the functions took, one after the other; what is known from earlier runs counts as it did then.
    pub seconds: f64,
    /// The room that objects were found to need, by function.
    pub needs: BTreeMap<FunctionId, BTreeMap<String, u64>>,
    /// The longest strings that functions copy, if longer ones would not fit.
    pub longest: BTreeMap<FunctionId, u64>,
}

/// Whether faults become alarms, for somebody to judge: there are many in a large program.
#[derive(Clone, Copy, PartialEq)]
pub enum Alarmed {
    Yes,
    No,
}

pub fn write(
    args: &ExploreArgs,
    loaded: &Loaded,
    places: &Places,
    all: All,
    start: Instant,
    alarmed: Alarmed,
) -> Result<Report> {
    let path = args.output.join("summary.json");
    // Written aside and moved into place: a reader never sees half of it.
    let aside = args.output.join("summary.json.new");
    let cannot = || format!("cannot write {}", aside.display());
    let file = std::fs::File::create(&aside).with_context(cannot)?;
    let mut writer = Writer::new(std::io::BufWriter::new(file), start.elapsed()).with_context(cannot)?;
    let program = &loaded.program;
    let mut counter =
        Counter { program, places, covered: &all.covered, causes: Default::default(), texts: Texts::default() };
    let mut rows = Vec::new();
    let mut add = |summary: FunctionSummary| -> Result<()> {
        writer.add(&summary).with_context(cannot)?;
        rows.push(row(summary));
        Ok(())
    };
    let mut called: BTreeMap<FunctionId, &One> = BTreeMap::new();
    let mut parts = Parts::new();
    let mut found: Vec<Vec<Alarm>> = Vec::new();
    let (mut seconds, mut needs, mut longest) = (0.0, BTreeMap::new(), BTreeMap::new());
    for one in &all.functions {
        let (mut record, functions) = find(&all, one, places)?;
        seconds += record.summary.seconds;
        needs.insert(one.id, std::mem::take(&mut record.needs));
        longest.insert(one.id, record.longest);
        let summary = counter.explored(one.id, &record, &functions);
        found.push(if alarmed == Alarmed::Yes { alarms::of(&summary) } else { Vec::new() });
        add(summary)?;
        let own = std::iter::once(one.id).chain(one.others.iter().copied()).collect();
        parts.push((one.id, own, record.take_suite(program).context("the store was changed while it was in use")?));
        for f in &one.others {
            called.entry(*f).or_insert(one);
        }
    }
    // The record of a caller is read once for all that it calls.
    let mut callers: BTreeMap<FunctionId, (&One, Vec<FunctionId>)> = BTreeMap::new();
    for (f, by) in called {
        callers.entry(by.id).or_insert((by, Vec::new())).1.push(f);
    }
    let mut counted = BTreeMap::new();
    for (by, callees) in callers.into_values() {
        let (record, functions) = find(&all, by, places)?;
        counted.extend(callees.into_iter().map(|f| (f, counter.called(f, &record, &functions))));
    }
    counted.into_values().try_for_each(add)?;
    let causes = counter.causes.ranked();
    let Written { suite, left_out, figures } = super::suite::write(args, loaded, parts, &mut found)?;
    let mut listed: Vec<Alarm> = found.into_iter().flatten().collect();
    for a in listed.iter_mut().filter(|a| a.judgement.reproduce.is_none()) {
        a.judgement.reproduce = Some(alarms::explore_command(args, &a.unit));
    }
    let replayed = suite.replay.as_ref().map(ReplaySummary::of);
    let (_, totals, tool_bugs) = writer.finish(&causes, loaded.failures, &figures, replayed).with_context(cannot)?;
    std::fs::rename(&aside, &path).with_context(|| format!("cannot write {}", path.display()))?;
    let known = all.known;
    Ok(Report {
        rows,
        totals,
        causes,
        tool_bugs,
        known,
        suite,
        figures,
        left_out,
        path,
        alarms: listed,
        seconds,
        needs,
        longest,
    })
}

fn find(all: &All, one: &One, places: &Places) -> Result<(Record, Vec<FunctionId>)> {
    let record = match &one.kept {
        Some(kept) => (**kept).clone(),
        None => all.store.get(&one.key, &one.budget).context("the store was changed while it was in use")?,
    };
    let functions = record.resolve(places).context("the store was changed while it was in use")?;
    Ok((record, functions))
}

fn row(s: FunctionSummary) -> Row {
    Row {
        name: s.name,
        counts: [s.statement, s.branch, s.mcdc, s.boundary],
        tests: s.tests,
        faults: s.faults.len(),
        why: (s.stop == "not driven").then(|| s.notes.first().cloned().unwrap_or_default()),
        stop: s.stop,
        bugs: s.tool_bugs.len(),
    }
}
