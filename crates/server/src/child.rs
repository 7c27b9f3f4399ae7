//! The process of a campaign: reads an order, runs it, tells what happens a line at a time (`message`).

use crate::campaign_options::below;
use crate::message::{AlarmRow, BUNDLE, CANCEL, Figures, FunctionRow, GapRow, Message, Order, PROTOCOL, Tally};
use crescendo_alarms::listed::{Alarms, Listed};
use crescendo_campaign::backend::{Job, JobBackend, Threads};
use crescendo_campaign::event::What;
use crescendo_campaign::files::summary;
use crescendo_campaign::function::record::Record;
use crescendo_campaign::results::summary::{FunctionSummary, OpenGoal, Totals};
use crescendo_campaign::store::FolderStore;
use crescendo_campaign::{BUILD, Campaign, CampaignError, CancelToken, Closing, Event, Outcome, Parts, TOOL};
use crescendo_cluster::{Relay, RelayEvent};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often a function's progress is told.
const EVERY: Duration = Duration::from_secs(1);

/// Texts in events are cut there: a warning of a compiler may have no end.
const LONGEST: usize = 2000;

/// Where messages go: events are told while a backend tells of jobs.
type Output<'o> = Mutex<&'o mut (dyn Write + Send)>;

/// Reads an order, and runs it to its end.
pub fn run(mut input: impl BufRead + Send + 'static, output: &mut (dyn Write + Send)) -> io::Result<()> {
    let output = &Mutex::new(output);
    let mut line = String::new();
    input.read_line(&mut line)?;
    let order: Order = match serde_json::from_str(&line) {
        Ok(order) => order,
        Err(e) => return tell(output, &Message::Failed { why: format!("this is not an order: {e}") }),
    };
    if order.build != BUILD || order.protocol != PROTOCOL {
        let why = format!("the service is of build {}, its worker of build {BUILD}", order.build);
        return tell(output, &Message::Failed { why });
    }
    let cancel = CancelToken::new();
    let token = cancel.clone();
    let (send, relayed) = channel();
    std::thread::spawn(move || {
        // The end of the input is the end of the service.
        while let Some(Ok(line)) = input.by_ref().lines().next() {
            match line.trim() {
                CANCEL => token.cancel(),
                line => match serde_json::from_str::<RelayEvent>(line) {
                    Ok(event) => drop(send.send(event)),
                    Err(_) => break,
                },
            }
        }
        token.cancel();
    });
    let last = match work(&order, output, relayed, &cancel) {
        Ok(Some(figures)) => Message::Done(Box::new(figures)),
        Ok(None) => Message::Failed { why: "there is no function to explore".into() },
        Err(e) => Message::Failed { why: cut(&tidy(&e.to_string(), &order.project)) },
    };
    tell(output, &last)
}

/// Tells of jobs that others do.
struct Outlet<'a, 'o>(&'a Output<'o>);

impl crescendo_cluster::Outlet for Outlet<'_, '_> {
    fn bundle(&self, _: &Path) {
        let _ = tell(self.0, &Message::Bundle);
    }

    fn job(&self, job: &Job) {
        if let Ok(text) = serde_json::value::to_raw_value(job) {
            let _ = tell(self.0, &Message::Job { id: job.id, seconds: job.time.as_secs_f64(), job: text });
        }
    }
}

fn work(
    order: &Order,
    output: &Output,
    relayed: Receiver<RelayEvent>,
    cancel: &CancelToken,
) -> Result<Option<Figures>, CampaignError> {
    let project = order.project.as_path();
    let mut last_told: HashMap<String, Instant> = HashMap::new();
    let mut before: HashMap<(String, String), Came> = HashMap::new();
    let store = FolderStore::open(&order.store)?;
    let outlet = Outlet(output);
    let threads = Threads(order.request.workers());
    let relay = Relay::new(&order.request, order.request.output_folder().join(BUNDLE), &outlet, relayed);
    let backend: &dyn JobBackend = if order.elsewhere { &relay } else { &threads };
    let mut events = |event: Event| {
        if let What::FunctionProgress { function, .. } = &event.what {
            let last = last_told.get(&function.name);
            if last.is_some_and(|at| at.elapsed() < EVERY) {
                return;
            }
            last_told.insert(function.name.clone(), Instant::now());
        }
        let value = match &event.what {
            What::FunctionFinished { function, known, record } => {
                let was = before.insert((function.unit.clone(), function.name.clone()), Came::of(record));
                Some(finished(&function.name, *known, record, was, project))
            }
            what => shown(what, project),
        };
        if let Some(value) = value {
            // Nobody listens any more: then we are ended soon, too.
            let _ = tell(output, &Message::Event(value));
        }
    };
    let campaign = Campaign::open(order.request.clone())?;
    let outcome = campaign.run_on(&Parts { backend, store: &store }, &mut events, cancel)?;
    let Some(outcome) = outcome else { return Ok(None) };
    results(&outcome, project, output)?;
    Ok(Some(figures(&outcome.closing, outcome.alarms.as_ref())))
}

fn tell(output: &Output, message: &Message) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    output.write_all(&line)?;
    output.flush()
}

/// An event as pages need it; `None`: not at all.
fn shown(what: &What, project: &Path) -> Option<Value> {
    Some(match what {
        What::Reading { files } => json!({"event": "reading", "files": files}),
        What::Compiled { file, outcome } => {
            let file = file.to_string_lossy();
            json!({"event": "compiled", "file": below(&file, project), "outcome": outcome})
        }
        What::Note { level, text } => json!({"event": "note", "level": level, "text": cut(&tidy(text, project))}),
        What::Planned(p) => {
            json!({"event": "planned", "functions": p.functions.len(), "jobs": p.jobs, "budget": p.budget, "total": p.total})
        }
        What::FunctionStarted { function } => json!({"event": "function-started", "function": function.name}),
        What::FunctionProgress { function, runs, covered, goals } => {
            json!({"event": "function-progress", "function": function.name, "runs": runs, "covered": covered, "goals": goals})
        }
        What::CallersAsked { caller, settled, alarms } => {
            json!({"event": "callers-asked", "caller": caller, "settled": settled, "alarms": alarms})
        }
        What::Replayed(r) => {
            let (run, agreed) = (r.run, r.agreed);
            json!({"event": "replayed", "run": run, "agreed": agreed, "flaky": r.flaky, "not_built": r.not_built})
        }
        // Rows come with the results, and what is written is found there. What functions came to is told by `finished`.
        What::Counted(_) | What::Written { .. } | What::FunctionFinished { .. } => return None,
        What::Finished(closing) => json!({"event": "explored", "figures": figures(closing, None)}),
    })
}

/// What a function came to. It may go on when others have left time, and then comes to more.
#[derive(Clone, Copy, Default)]
struct Came {
    covered: usize,
    infeasible: usize,
    goals: usize,
    tests: usize,
    faults: usize,
}

impl Came {
    fn of(record: &Record) -> Came {
        let covered: usize = record.covered.iter().map(|c| c.goals.len()).sum();
        Came {
            covered,
            infeasible: record.open.iter().filter(|o| o.infeasible).count(),
            goals: covered + record.open.len(),
            tests: record.summary.tests,
            faults: record.faults.len(),
        }
    }
}

/// With what it came to before: those who add up take the difference.
fn finished(name: &str, known: bool, record: &Record, was: Option<Came>, project: &Path) -> Value {
    let (now, again, was) = (Came::of(record), was.is_some(), was.unwrap_or_default());
    let new = record.faults.iter().skip(was.faults).take(20);
    let faults: Vec<Value> = new.map(|f| json!({"kind": f.kind, "message": cut(&tidy(&f.message, project))})).collect();
    json!({
        "event": "function-finished", "function": name, "known": known, "again": again,
        "covered": now.covered, "infeasible": now.infeasible, "goals": now.goals, "tests": now.tests,
        "was": {"covered": was.covered, "infeasible": was.infeasible, "goals": was.goals, "tests": was.tests},
        "seconds": record.summary.seconds, "stop": record.summary.stop, "faults": faults,
    })
}

fn results(outcome: &Outcome, project: &Path, output: &Output) -> Result<(), CampaignError> {
    summary::each(&outcome.summary, &mut |f| {
        let _ = tell(output, &Message::Function(row(&f, project)));
        for gap in gaps(&f, project) {
            let _ = tell(output, &Message::Gap(gap));
        }
        Ok(())
    })?;
    for listed in outcome.alarms.iter().flat_map(|a| &a.alarms) {
        let _ = tell(output, &Message::Alarm(alarm(listed, project)));
    }
    Ok(())
}

fn row(f: &FunctionSummary, project: &Path) -> FunctionRow {
    let tallies: [Tally; 4] = [f.statement, f.branch, f.mcdc, f.boundary].map(Tally::from);
    FunctionRow {
        name: f.name.clone(),
        file: below(&f.file, project).to_string(),
        line: f.line.into(),
        tallies,
        open: tallies.iter().map(Tally::open).sum(),
        tests: f.tests as i64,
        faults: f.faults.len() as i64,
        seconds: f.seconds,
        stop: f.stop.to_string(),
    }
}

/// The goals of a function that no test covers.
fn gaps(f: &FunctionSummary, project: &Path) -> Vec<GapRow> {
    let file = below(&f.file, project).to_string();
    let mut seen: HashMap<String, u32> = HashMap::new();
    let gap = |g: &OpenGoal| {
        let (line, column) = (i64::from(g.line), i64::from(g.column));
        // Lines count from the function's first one: what stands before it in the file does not matter.
        let place = (&file, &f.name, &g.criterion, &g.goal, line - i64::from(f.line), column);
        let same = seen.entry(format!("{place:?}")).or_default();
        *same += 1;
        GapRow {
            mark: blake3::hash(format!("{place:?} {same}").as_bytes()).to_hex()[..20].to_string(),
            function: f.name.clone(),
            file: file.clone(),
            line,
            column,
            criterion: g.criterion.to_string(),
            goal: cut(&g.goal),
            verdict: g.verdict.to_string(),
            reason: cut(&tidy(&g.reason, project)),
            help: cut(&g.help),
            hypotheses: g.hypotheses.iter().map(|h| cut(&tidy(&h.text, project))).collect(),
            content: f.content.clone(),
        }
    };
    f.open.iter().map(gap).collect()
}

fn alarm(listed: &Listed, project: &Path) -> AlarmRow {
    let a = &listed.alarm;
    let verdict = serde_json::to_value(a.judgement.verdict).ok().and_then(|v| Some(v.as_str()?.to_string()));
    AlarmRow {
        fingerprint: listed.fingerprint.clone(),
        kind: a.kind.clone(),
        verdict: verdict.unwrap_or_default(),
        file: below(&a.file, project).to_string(),
        line: a.line.into(),
        function: a.function.clone(),
        message: cut(&tidy(&a.message, project)),
        why: cut(&tidy(&a.judgement.why, project)),
        suppressed: listed.suppressed.as_ref().map(|s| s.reason.clone()),
    }
}

fn figures(closing: &Closing, alarms: Option<&Alarms>) -> Figures {
    let Totals { functions, tests, runs, faults, statement, branch, mcdc, boundary, .. } = closing.totals;
    let replay = closing.replay.as_ref();
    Figures {
        functions: functions as i64,
        tests: tests as i64,
        faults: faults as i64,
        runs: runs as i64,
        tallies: [statement, branch, mcdc, boundary].map(Tally::from),
        known: closing.known as i64,
        files_failed: closing.files_failed as i64,
        tool_bugs: closing.tool_bugs as i64,
        replayed: replay.map_or(0, |r| r.run as i64),
        agreed: replay.map_or(0, |r| r.agreed as i64),
        alarms: alarms.map(|a| [a.totals.confirmed, a.totals.open, a.totals.false_].map(|n| n as i64)),
        cancelled: closing.cancelled,
        tool: format!("{TOOL} (build {BUILD})"),
    }
}

/// Paths of the project as people know them.
fn tidy(text: &str, project: &Path) -> String {
    text.replace(&format!("{}/", project.display()), "").replace(&*project.to_string_lossy(), ".")
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_string(),
    }
}
