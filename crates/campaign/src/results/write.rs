//! Turns records into results: first the suite, because what its tests do natively is what counts; then, function by function,
//! `summary.json` and the report.

use super::causes::Causes;
use super::count::Counter;
use super::delivery::Delivery;
use super::suite::{self, Part};
use super::summary::{self, FunctionSummary, ReplaySummary, Stop, Writer, calls};
use crate::check::unit_alarms;
use crate::config::Config;
use crate::error::{CampaignError, Result};
use crate::event::{Artifact, Teller, What};
use crate::files::report::ReportWriter;
use crate::function::key::Keys;
use crate::function::record::{Places, Record};
use crate::load::Loaded;
use crate::outcome::{Closing, Row};
use crate::request::Request;
use crate::schedule::One;
use crate::store::Results;
use crescendo_alarms::model::Alarm;
use crescendo_program::FunctionId;
use crescendo_suite::export::c::Layout;
use crescendo_suite::{Figures, Suite, Texts};
use crescendo_vm::cover::Coverage;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

/// What was written, and what is still needed of it.
pub struct Written {
    pub rows: Vec<Row>,
    pub closing: Closing,
    pub suite: Suite,
    pub summary: PathBuf,
    /// Of `summary.json`.
    pub hash: String,
    /// The report, to be finished when alarms are judged.
    pub report: ReportWriter,
    /// The faults of all units; none if nobody wants them.
    pub alarms: Vec<Alarm>,
    /// What exploring the functions took, one after the other; what is known from earlier runs counts as it did then.
    pub seconds: f64,
    /// The room that objects were found to need, by function.
    pub needs: BTreeMap<FunctionId, BTreeMap<String, u64>>,
    /// The longest strings that functions copy, if longer ones would not fit.
    pub longest: BTreeMap<FunctionId, u64>,
}

pub struct Writing<'a> {
    pub request: &'a Request,
    pub loaded: &'a Loaded,
    pub config: &'a Config,
    pub places: &'a Places<'a>,
    pub keys: &'a Keys<'a>,
    pub results: Results<'a>,
    pub start: Instant,
}

/// What is known of all functions together, after a first look at their records.
struct Gathered {
    parts: Vec<Part>,
    /// By runs.
    seen: Coverage,
    /// By tests, as the machine says.
    tested: Coverage,
    seconds: f64,
    needs: BTreeMap<FunctionId, BTreeMap<String, u64>>,
    longest: BTreeMap<FunctionId, u64>,
    /// Functions that are not explored by themselves: whose record speaks of them.
    called: BTreeMap<FunctionId, usize>,
    known: usize,
}

impl Writing<'_> {
    pub fn write(&self, mut all: Vec<One>, teller: &mut Teller) -> Result<Written> {
        let program = &self.loaded.program;
        let Gathered { parts, seen, tested, seconds, needs, longest, called, known } = self.gather(&mut all)?;
        let units: Vec<Vec<FunctionId>> = parts.iter().map(|p| p.counted.clone()).collect();
        let (suite, counts) = suite::write(self.request, self.loaded, parts, teller)?;
        let delivery = Delivery::new(program, &suite, &units, counts.as_ref(), &tested);
        let order: Vec<FunctionId> = all.iter().map(|o| o.id).chain(called.keys().copied()).collect();
        let outline: Vec<(String, Vec<String>)> =
            order.iter().map(|f| (program.function(*f).name.clone(), calls(program, *f))).collect();
        let output = self.request.output_folder();
        let mut report = ReportWriter::new(&output, &self.request.directory, &suite, &outline)?;
        let path = output.join("summary.json");
        // Written aside and moved into place: a reader never sees half of it.
        let aside = output.join("summary.json.new");
        let file = std::fs::File::create(&aside).map_err(CampaignError::writing(&aside))?;
        let writer = Writer::new(std::io::BufWriter::new(file), self.start.elapsed());
        let mut writer = writer.map_err(CampaignError::writing(&aside))?;
        let texts = Texts::default();
        let mut counter = Counter {
            program,
            places: self.places,
            keys: self.keys,
            seen: &seen,
            delivery: &delivery,
            causes: Causes::default(),
            texts,
            config: self.config,
            strict: self.request.strict,
        };
        let commands = Layout::new(&suite).commands(&suite, &output.join("tests"));
        let mut rows = Vec::new();
        let mut alarms: Vec<Alarm> = Vec::new();
        let mut add = |summary: FunctionSummary| -> Result<()> {
            writer.add(&summary).map_err(CampaignError::writing(&aside))?;
            report.add(&summary, &suite)?;
            let row = row(summary);
            teller.tell(What::Counted(row.clone()));
            rows.push(row);
            Ok(())
        };
        for (at, one) in all.iter().enumerate() {
            let (record, functions) = self.find(one)?;
            let mut summary = counter.explored(one.id, &record, &functions);
            summary.shipped = suite.units[at].tests.len();
            if self.request.check.is_some() {
                let mut own = unit_alarms::of(&summary);
                unit_alarms::add_tests(&mut own, &suite.units[at], suite.replay.is_some(), &commands);
                alarms.extend(own);
            }
            add(summary)?;
        }
        for summary in self.called(&all, called, &mut counter)? {
            add(summary)?;
        }
        for a in alarms.iter_mut().filter(|a| a.judgement.reproduce.is_none()) {
            a.judgement.reproduce = Some(self.request.explore_command(&a.unit));
        }
        let causes = counter.causes.ranked();
        let figures = Figures::of(&suite);
        let files_failed = self.loaded.failures;
        let replay = suite.replay.as_ref().map(ReplaySummary::of);
        let closing = summary::Closing { causes: &causes, files_failed, suite: &figures, replay };
        let (totals, tool_bugs, hash) = writer.finish(closing).map_err(CampaignError::writing(&aside))?;
        std::fs::rename(&aside, &path).map_err(CampaignError::writing(&path))?;
        teller.tell(What::Written { what: Artifact::Summary, path: path.clone() });
        let closing = Closing {
            totals,
            causes,
            tool_bugs,
            known,
            files_failed,
            figures,
            replay: suite.replay.clone(),
            left_out: suite::left_out(&suite),
            check: None,
            cancelled: false,
        };
        Ok(Written { rows, closing, suite, summary: path, hash, report, alarms, seconds, needs, longest })
    }

    /// Looks at all records once, and takes their tests.
    fn gather(&self, all: &mut [One]) -> Result<Gathered> {
        let program = &self.loaded.program;
        let mut g = Gathered {
            parts: Vec::new(),
            seen: Coverage::new(0),
            tested: Coverage::new(0),
            seconds: 0.0,
            needs: BTreeMap::new(),
            longest: BTreeMap::new(),
            called: BTreeMap::new(),
            known: 0,
        };
        for (at, one) in all.iter_mut().enumerate() {
            let (mut record, functions) = self.find(one)?;
            let tests = one.tests(&self.results).and_then(|t| record.place(t, program));
            let tests = tests.ok_or_else(|| self.gone(one.id))?;
            record.add_to(&functions, program, &mut g.seen);
            record.add_tested_to(&functions, program, &mut g.tested);
            let others = record.others.iter().map(|o| functions[*o as usize]);
            let counted: Vec<FunctionId> = std::iter::once(one.id).chain(others).collect();
            for f in &counted[1..] {
                g.called.entry(*f).or_insert(at);
            }
            g.seconds += record.summary.seconds;
            g.needs.insert(one.id, std::mem::take(&mut record.needs));
            g.longest.insert(one.id, record.longest);
            g.known += one.known as usize;
            g.parts.push(Part { function: one.id, counted, tests });
        }
        Ok(g)
    }

    /// Functions that were only called, from the records of their callers: each is read once for all that it calls.
    fn called(
        &self,
        all: &[One],
        called: BTreeMap<FunctionId, usize>,
        counter: &mut Counter,
    ) -> Result<Vec<FunctionSummary>> {
        let mut callers: BTreeMap<usize, Vec<FunctionId>> = BTreeMap::new();
        for (f, by) in called {
            callers.entry(by).or_default().push(f);
        }
        let mut counted = BTreeMap::new();
        for (by, callees) in callers {
            let (record, functions) = self.find(&all[by])?;
            counted.extend(callees.into_iter().map(|f| (f, counter.called(f, &record, &functions))));
        }
        Ok(counted.into_values().collect())
    }

    fn find(&self, one: &One) -> Result<(Record, Vec<FunctionId>)> {
        let record = one.record(&self.results).ok_or_else(|| self.gone(one.id))?;
        let functions = record.resolve(self.places).ok_or_else(|| self.gone(one.id))?;
        Ok((record, functions))
    }

    fn gone(&self, id: FunctionId) -> CampaignError {
        CampaignError::StoreChanged { function: self.loaded.program.function(id).name.clone() }
    }
}

fn row(s: FunctionSummary) -> Row {
    Row {
        name: s.name,
        counts: [s.statement, s.branch, s.mcdc, s.boundary],
        tests: s.shipped,
        faults: s.faults.len(),
        why: (s.stop == Stop::NotDriven).then(|| s.notes.first().cloned().unwrap_or_default()),
        stop: s.stop.to_string(),
        bugs: s.tool_bugs.len(),
    }
}
