//! One campaign, in a process of its own: gives it its order, stores what it tells, ends it when it must.

use super::tell;
use crate::app::{App, Shared};
use crate::campaign_options::Places;
use crate::clock;
use crate::db::campaigns::{Campaign, State};
use crate::db::patient;
use crate::fault::{Fault, Result};
use crate::message::{AlarmRow, BUNDLE, CANCEL, Figures, FunctionRow, GapRow, Message, Order, PROTOCOL};
use crescendo_cluster::{Asked, Dispatch, Heard, Run};
use crescendo_confined::{Allowed, Confined, MOST_PROCESSES, Mount, Start};
use crescendo_intake::Database;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::{Notify, mpsc};
use tokio::time::Instant;

/// Bytes of a line that a campaign tells.
const LONGEST_LINE: usize = 1 << 20;

/// Bytes of all of them: uploaded code might find a way to speak there.
const MOST_TOLD: u64 = 1 << 30;

/// The same of one that tells of jobs, which may carry what was found before.
const LONGEST_JOB: usize = 64 << 20;
const MOST_TOLD_JOBS: u64 = 64 << 30;

/// How often what came is stored.
const EVERY: Duration = Duration::from_millis(200);

/// How often it is looked at what it takes, and each how manieth time the disk, too.
const LOOK: Duration = Duration::from_millis(200);
const DISK: u32 = 25;

/// Time to write down what there is after being cancelled.
const GRACE: Duration = Duration::from_secs(120);

/// Processes and threads of the service's user that are no campaign's.
const OTHERS: usize = 1000;

/// The hidden command that runs a campaign.
pub const COMMAND: &str = "run-campaign";

/// Runs a campaign that was taken, to whatever end.
pub async fn run(app: &Shared, id: i64, ends: &Notify) {
    let campaign = match patient("beginning a campaign", || app.db.campaign(id)).await {
        Ok(Some(campaign)) => campaign,
        _ => return,
    };
    tracing::info!(campaign = id, project = campaign.project, "a campaign begins");
    let ended = match begin(app, &campaign).await {
        Ok(process) => follow(app, &campaign, process, ends).await,
        Err(e) => Err(e),
    };
    let (state, why, figures) = match ended {
        Ok(Ended::Done(figures)) if figures.cancelled => (State::Cancelled, None, Some(*figures)),
        Ok(Ended::Done(figures)) => (State::Done, None, Some(*figures)),
        Ok(Ended::Cancelled) => (State::Cancelled, None, None),
        Ok(Ended::Failed(why)) => (State::Failed, Some(why), None),
        Err(fault) => {
            fault.note();
            (State::Failed, Some(fault.to_string()), None)
        }
    };
    tracing::info!(campaign = id, state = state.name(), why, "a campaign ends");
    let (folders, project) = (app.folders.clone(), campaign.project);
    let _ = tokio::task::spawn_blocking(move || folders.tidy(project, id)).await;
    let ended = patient("storing the end of a campaign", || async {
        // It may have been stored when nobody could say so any more.
        match app.db.campaign(id).await? {
            Some(c) if c.state.is_over() => app.db.last_event(id).await,
            _ => app.db.end_campaign(id, state, why.as_deref(), figures.as_ref()).await,
        }
    });
    match ended.await {
        Ok(last) => app.hub.tell(id, last),
        // It is begun again when the service starts.
        Err(e) => tracing::error!(campaign = id, why = %e, "the end of a campaign could not be stored"),
    }
}

enum Ended {
    Done(Box<Figures>),
    Cancelled,
    Failed(String),
}

struct Process {
    process: Confined,
    allowed: Allowed,
    /// Where its jobs are done, if not there.
    jobs: Option<Jobs>,
}

/// The way to those who do its jobs.
struct Jobs {
    ask: mpsc::Sender<Asked>,
    heard: mpsc::Receiver<Heard>,
    bundle: PathBuf,
}

/// Where the campaign sees its things, and what it can reach for that.
fn places(app: &App, c: &Campaign, name: &str, has_database: bool) -> (Places, Vec<Mount>, std::path::PathBuf) {
    let folders = &app.folders;
    let (source, given) = (folders.source(c.project, c.upload), folders.given(c.project, c.id));
    let (out, store, cache) = (folders.output(c.project, c.id), folders.store(c.project), folders.cache(c.project));
    match &app.sandbox {
        Some(_) => {
            let project = seen_at(name);
            let mounts = vec![
                Mount::read(&source, &project),
                Mount::read(&given, "/work/given"),
                Mount::write(&out, "/work/out"),
                Mount::write(&store, "/work/store"),
                Mount::write(&cache, "/work/cache"),
            ];
            let database = has_database.then(|| "/work/given/compile_commands.json".into());
            let places =
                Places { project: project.into(), database, output: "/work/out".into(), cache: "/work/cache".into() };
            (places, mounts, "/work/store".into())
        }
        None => {
            let database = has_database.then(|| given.join("compile_commands.json"));
            (Places { project: source, database, output: out, cache }, Vec::new(), store)
        }
    }
}

/// Where the sources are seen in the sandbox: a folder of the project's name, as far as that is good for one.
pub fn seen_at(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
    let name: String = name.chars().map(plain).collect();
    let taken = ["out", "store", "cache", "given", "suite", "", ".", ".."];
    let name = if taken.contains(&name.as_str()) || name.starts_with('-') { "project" } else { &name };
    format!("/work/{name}")
}

async fn begin(app: &Shared, c: &Campaign) -> Result<Process> {
    let source = app.folders.source(c.project, c.upload);
    let given = app.folders.given(c.project, c.id);
    let written = [app.folders.output(c.project, c.id), app.folders.store(c.project), app.folders.cache(c.project)];
    for folder in written.iter().chain([&given]) {
        tokio::fs::create_dir_all(folder).await?;
    }
    let database = tokio::task::spawn_blocking(move || Database::read(&source)).await.map_err(crashed)??;
    let left = left_on_disk(app, c).await?;
    let name =
        patient("beginning a campaign", || app.db.project(c.project)).await?.ok_or(Fault::NotFound("project"))?.name;
    let (places, mounts, store) = places(app, c, &name, database.is_some());
    if let Some(database) = database {
        tokio::fs::write(given.join("compile_commands.json"), database.to_json(&places.project)).await?;
    }
    let request = c.options.request(&places, app.settings.jobs)?;
    let order = Order {
        protocol: PROTOCOL,
        build: crescendo_campaign::BUILD.into(),
        request,
        store,
        project: places.project,
        elsewhere: app.cluster.is_some(),
    };
    patient("beginning a campaign", || app.db.clear_results(c.id)).await?;
    tell(app, c.id, &[json!({"event": "started", "attempt": c.attempts})]).await?;
    let allowed = Allowed { memory: app.settings.memory, disk: left, folders: written.to_vec() };
    let mut process = start(app, &mounts)?;
    process.write_line(&serde_json::to_vec(&order).map_err(|e| Fault::Internal(e.to_string()))?).await;
    let jobs = app.cluster.as_ref().map(|cluster| {
        let run = Run { service: cluster.service.clone(), campaign: c.id, attempt: c.attempts };
        let (ask, asked) = mpsc::channel(256);
        let heard = Dispatch::start(cluster.broker.clone(), cluster.presence.clone(), run, asked);
        Jobs { ask, heard, bundle: written[0].join(BUNDLE) }
    });
    Ok(Process { process, allowed, jobs })
}

/// Bytes that a campaign may write: what the earlier ones of its project have left.
async fn left_on_disk(app: &Shared, c: &Campaign) -> Result<u64> {
    let (all, own) = (app.folders.campaigns(c.project), app.folders.campaign(c.project, c.id));
    let kept = tokio::task::spawn_blocking(move || {
        crescendo_confined::size(&all).saturating_sub(crescendo_confined::size(&own))
    });
    let (kept, disk) = (kept.await.map_err(crashed)?, app.settings.disk);
    match kept < disk {
        true => Ok(disk - kept),
        false => Err(Fault::TooLarge(format!(
            "the campaigns of this project take {} MB on the server, and may take {} MB; remove some of them",
            kept >> 20,
            disk >> 20
        ))),
    }
}

fn crashed(e: tokio::task::JoinError) -> Fault {
    Fault::Internal(e.to_string())
}

fn start(app: &App, mounts: &[Mount]) -> Result<Confined> {
    let program = &app.settings.program;
    let started = Confined::start(&Start {
        program,
        arguments: &[OsString::from(COMMAND)],
        sandbox: app.sandbox.as_ref(),
        mounts,
        processes: ((MOST_PROCESSES * app.settings.slots) + OTHERS) as u64,
    });
    started.map_err(|e| Fault::Internal(format!("cannot start {}: {e}", program.display())))
}

/// How many of each are stored.
#[derive(Default)]
struct Stored {
    functions: i64,
    alarms: i64,
    gaps: i64,
}

/// What came and is not stored yet.
#[derive(Default)]
struct Pending {
    events: Vec<(i64, String)>,
    functions: Vec<FunctionRow>,
    alarms: Vec<AlarmRow>,
    gaps: Vec<GapRow>,
    stored: Stored,
}

impl Pending {
    fn is_full(&self) -> bool {
        self.events.len() + self.functions.len() + self.alarms.len() + self.gaps.len() > 1000
    }

    async fn store(&mut self, app: &Shared, campaign: i64) -> Result<()> {
        if !self.functions.is_empty() {
            let first = self.stored.functions;
            patient("storing functions", || app.db.add_functions(campaign, first, &self.functions)).await?;
            self.stored.functions += self.functions.len() as i64;
            self.functions.clear();
        }
        if !self.alarms.is_empty() {
            let first = self.stored.alarms;
            patient("storing alarms", || app.db.add_alarms(campaign, first, &self.alarms)).await?;
            self.stored.alarms += self.alarms.len() as i64;
            self.alarms.clear();
        }
        if !self.gaps.is_empty() {
            let first = self.stored.gaps;
            patient("storing gaps", || app.db.add_gaps(campaign, first, &self.gaps)).await?;
            self.stored.gaps += self.gaps.len() as i64;
            self.gaps.clear();
        }
        if !self.events.is_empty() {
            let last = app.db.add_events_surely(campaign, &self.events).await?;
            self.events.clear();
            app.hub.tell(campaign, last);
        }
        Ok(())
    }
}

async fn follow(app: &Shared, campaign: &Campaign, process: Process, ends: &Notify) -> Result<Ended> {
    let Process { mut process, allowed, mut jobs } = process;
    let pid = process.pid();
    let (mut pending, mut ended, mut why) = (Pending::default(), None, None);
    let mut last_stored = Instant::now();
    let (mut look, mut looks) = (tokio::time::interval(LOOK), 0u32);
    let mut patience: Option<Instant> = None;
    let (longest, most) = if jobs.is_some() { (LONGEST_JOB, MOST_TOLD_JOBS) } else { (LONGEST_LINE, MOST_TOLD) };
    let mut told = 0;
    let mut line = Vec::new();
    loop {
        let grace = async {
            match patience {
                Some(at) => tokio::time::sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        let heard = async {
            match &mut jobs {
                Some(jobs) => jobs.heard.recv().await,
                None => std::future::pending().await,
            }
        };
        let wait = tokio::time::sleep(EVERY);
        tokio::select! {
            more = process.next_line(&mut line, longest) => match more {
                Ok(true) if told > most => {
                    why = Some("it told more than any campaign has to tell".into());
                    process.end();
                    break;
                }
                Ok(true) => {
                    told += line.len() as u64;
                    if let Some(asked) = take(&line, &mut pending, &mut ended) {
                        ask(&mut jobs, asked).await;
                    }
                    line.clear();
                }
                Ok(false) => break,
                Err(what) => {
                    why = Some(format!("its process spoke nonsense: {what}"));
                    process.end();
                    break;
                }
            },
            heard = heard => match heard {
                Some(Heard::Line(line)) => process.write_line(&line).await,
                Some(heard) => pending.events.push((clock::now(), said(heard).to_string())),
                None => jobs = None,
            },
            _ = ends.notified(), if patience.is_none() => {
                patience = Some(Instant::now() + GRACE);
                process.write_line(CANCEL.as_bytes()).await;
                ask(&mut jobs, Asks::Cancel).await;
            }
            _ = grace => {
                process.end();
                break;
            }
            _ = look.tick() => {
                looks += 1;
                let (allowed, also_disk) = (allowed.clone(), looks % DISK == 0);
                let look = tokio::task::spawn_blocking(move || allowed.exceeded(pid, also_disk));
                if let Some(too_much) = look.await.map_err(crashed)? {
                    why = Some(too_much);
                    process.end();
                    break;
                }
            }
            _ = wait => {}
        }
        if pending.is_full() || last_stored.elapsed() > EVERY {
            pending.store(app, campaign.id).await?;
            last_stored = Instant::now();
        }
    }
    drop(jobs);
    pending.store(app, campaign.id).await?;
    let (status, said) = process.wait().await?;
    Ok(match (why, ended, patience) {
        (Some(why), _, _) => Ended::Failed(why),
        (None, Some(Message::Done(figures)), _) => Ended::Done(figures),
        (None, Some(Message::Failed { .. }), Some(_)) => Ended::Cancelled,
        (None, Some(Message::Failed { why }), None) => Ended::Failed(why),
        (None, _, Some(_)) => Ended::Cancelled,
        (None, _, None) => Ended::Failed(format!("its process ended early ({status}): {said}")),
    })
}

/// What a campaign asks of those who share out its jobs.
enum Asks {
    Bundle,
    Job { id: u64, seconds: f64, job: Box<RawValue> },
    Cancel,
}

async fn ask(jobs: &mut Option<Jobs>, asks: Asks) {
    let Some(jobs) = jobs else { return };
    let asked = match asks {
        Asks::Bundle => Asked::Bundle(jobs.bundle.clone()),
        Asks::Job { id, seconds, job } => Asked::Job { id, seconds, job },
        Asks::Cancel => Asked::Cancel,
    };
    let _ = jobs.ask.send(asked).await;
}

/// As pages need it.
fn said(heard: Heard) -> Value {
    match heard {
        Heard::Workers { ours, slots, others } => {
            json!({"event": "workers", "workers": ours, "slots": slots, "others": others})
        }
        Heard::Note { warning, text } => {
            let level = if warning { "warning" } else { "note" };
            let text: String = text.chars().take(2000).collect();
            json!({"event": "note", "level": level, "text": text})
        }
        Heard::Line(_) => json!({"event": "note", "level": "remark", "text": ""}),
    }
}

/// Gives back what is asked of others.
fn take(line: &[u8], pending: &mut Pending, ended: &mut Option<Message>) -> Option<Asks> {
    match serde_json::from_slice::<Message>(line) {
        Ok(Message::Event(value)) => pending.events.push((clock::now(), bounded(value).to_string())),
        Ok(Message::Function(row)) => pending.functions.push(row),
        Ok(Message::Alarm(row)) => pending.alarms.push(row),
        Ok(Message::Gap(row)) => pending.gaps.push(row),
        Ok(Message::Bundle) => return Some(Asks::Bundle),
        Ok(Message::Job { id, seconds, job }) => return Some(Asks::Job { id, seconds, job }),
        Ok(last) => *ended = Some(last),
        Err(e) => tracing::warn!(why = %e, "a campaign told something unreadable"),
    }
    None
}

/// Only objects that say what they are.
fn bounded(value: Value) -> Value {
    match value.get("event").and_then(Value::as_str) {
        Some(_) => value,
        None => json!({"event": "note", "level": "remark", "text": "something unreadable"}),
    }
}

/// Whether a folder that a campaign writes to holds a report.
pub fn has_report(output: &Path) -> bool {
    output.join("report/data/index.js").is_file()
}
