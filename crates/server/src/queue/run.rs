//! One campaign, in a process of its own: gives it its order, stores what it tells, ends it when it must.

use super::tell;
use super::watch::{Allowed, MOST_PROCESSES};
use crate::app::{App, Shared};
use crate::campaign_options::Places;
use crate::clock;
use crate::db::campaigns::{Campaign, State};
use crate::fault::{Fault, Result};
use crate::message::{AlarmRow, CANCEL, Figures, FunctionRow, GapRow, Message, Order, PROTOCOL};
use crate::sandbox::Mount;
use crescendo_intake::Database;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};
use tokio::sync::Notify;
use tokio::time::Instant;

/// Bytes of a line that a campaign tells.
const LONGEST_LINE: usize = 1 << 20;

/// Bytes of all of them: uploaded code might find a way to speak there.
const MOST_TOLD: u64 = 1 << 30;

/// Bytes kept of what it says otherwise.
const LOG: usize = 16 << 10;

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
    let campaign = match app.db.campaign(id).await {
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
    match app.db.end_campaign(id, state, why.as_deref(), figures.as_ref()).await {
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
    child: Child,
    input: ChildStdin,
    allowed: Allowed,
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
    let name = app.db.project(c.project).await?.ok_or(Fault::NotFound("project"))?.name;
    let (places, mounts, store) = places(app, c, &name, database.is_some());
    if let Some(database) = database {
        tokio::fs::write(given.join("compile_commands.json"), database.to_json(&places.project)).await?;
    }
    let request = c.options.request(&places, app.settings.jobs)?;
    let order =
        Order { protocol: PROTOCOL, build: crescendo_campaign::BUILD.into(), request, store, project: places.project };
    app.db.clear_results(c.id).await?;
    tell(app, c.id, &[json!({"event": "started", "attempt": c.attempts})]).await?;
    let allowed = Allowed { memory: app.settings.memory, disk: app.settings.disk, folders: written.to_vec() };
    let mut child = spawn(app, &mounts)?;
    let mut input = child.stdin.take().ok_or_else(|| Fault::Internal("a campaign without input".into()))?;
    let mut line = serde_json::to_vec(&order).map_err(|e| Fault::Internal(e.to_string()))?;
    line.push(b'\n');
    input.write_all(&line).await?;
    Ok(Process { child, input, allowed })
}

fn crashed(e: tokio::task::JoinError) -> Fault {
    Fault::Internal(e.to_string())
}

fn spawn(app: &App, mounts: &[Mount]) -> Result<Child> {
    let program = &app.settings.program;
    let arguments = [OsString::from(COMMAND)];
    let mut command = match &app.sandbox {
        Some(sandbox) => {
            let (name, args) = sandbox.command(program, &arguments, mounts);
            let mut command = Command::new(name);
            command.args(args);
            command
        }
        None => {
            let mut command = Command::new(program);
            command.args(&arguments).current_dir("/").env_clear();
            for name in ["PATH", "HOME", "TMPDIR", "CRESCENDO_CLANG"] {
                if let Some(value) = std::env::var_os(name) {
                    command.env(name, value);
                }
            }
            command
        }
    };
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.process_group(0).kill_on_drop(true);
    let processes = ((MOST_PROCESSES * app.settings.slots) + OTHERS) as u64;
    // SAFETY: system calls between fork and exec, nothing is allocated.
    unsafe {
        command.pre_exec(move || {
            // Whatever campaigns do, the pages come first.
            libc::setpriority(libc::PRIO_PROCESS, 0, 5);
            // Root is not bound by this; it is watched all the same.
            let limit = libc::rlimit { rlim_cur: processes, rlim_max: processes };
            libc::setrlimit(libc::RLIMIT_NPROC, &limit);
            Ok(())
        });
    }
    command.spawn().map_err(|e| Fault::Internal(format!("cannot start {}: {e}", program.display())))
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
            app.db.add_functions(campaign, self.stored.functions, &self.functions).await?;
            self.stored.functions += self.functions.len() as i64;
            self.functions.clear();
        }
        if !self.alarms.is_empty() {
            app.db.add_alarms(campaign, self.stored.alarms, &self.alarms).await?;
            self.stored.alarms += self.alarms.len() as i64;
            self.alarms.clear();
        }
        if !self.gaps.is_empty() {
            app.db.add_gaps(campaign, self.stored.gaps, &self.gaps).await?;
            self.stored.gaps += self.gaps.len() as i64;
            self.gaps.clear();
        }
        if !self.events.is_empty() {
            let last = app.db.add_events(campaign, &self.events).await?;
            self.events.clear();
            app.hub.tell(campaign, last);
        }
        Ok(())
    }
}

async fn follow(app: &Shared, campaign: &Campaign, process: Process, ends: &Notify) -> Result<Ended> {
    let Process { mut child, input, allowed } = process;
    let pid = child.id().unwrap_or(u32::MAX - 1);
    let mut input = Some(input);
    let mut lines = BufReader::new(child.stdout.take().ok_or_else(|| Fault::Internal("no output".into()))?);
    let errors = child.stderr.take().ok_or_else(|| Fault::Internal("no errors".into()))?;
    let log = tokio::spawn(tail(errors));
    let (mut pending, mut ended, mut why) = (Pending::default(), None, None);
    let mut last_stored = Instant::now();
    let (mut look, mut looks) = (tokio::time::interval(LOOK), 0u32);
    let mut patience: Option<Instant> = None;
    let mut told = 0;
    let mut line = Vec::new();
    loop {
        let grace = async {
            match patience {
                Some(at) => tokio::time::sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        let wait = tokio::time::sleep(EVERY);
        tokio::select! {
            more = next_line(&mut lines, &mut line) => match more {
                Ok(true) if told > MOST_TOLD => {
                    why = Some("it told more than any campaign has to tell".into());
                    end(&mut child, pid);
                    break;
                }
                Ok(true) => {
                    told += line.len() as u64;
                    take(&line, &mut pending, &mut ended);
                    line.clear();
                }
                Ok(false) => break,
                Err(what) => {
                    why = Some(format!("its process spoke nonsense: {what}"));
                    end(&mut child, pid);
                    break;
                }
            },
            _ = ends.notified(), if patience.is_none() => {
                patience = Some(Instant::now() + GRACE);
                if let Some(mut input) = input.take() {
                    let _ = input.write_all(format!("{CANCEL}\n").as_bytes()).await;
                }
            }
            _ = grace => {
                end(&mut child, pid);
                break;
            }
            _ = look.tick() => {
                looks += 1;
                let (allowed, also_disk) = (allowed.clone(), looks % DISK == 0);
                let look = tokio::task::spawn_blocking(move || allowed.exceeded(pid, also_disk));
                if let Some(too_much) = look.await.map_err(crashed)? {
                    why = Some(too_much);
                    end(&mut child, pid);
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
    pending.store(app, campaign.id).await?;
    let status = child.wait().await?;
    drop(input);
    // Nothing of it stays, whatever it has started.
    end_group(pid);
    let said = tokio::time::timeout(Duration::from_secs(5), log).await.ok().and_then(|r| r.ok()).unwrap_or_default();
    Ok(match (why, ended, patience) {
        (Some(why), _, _) => Ended::Failed(why),
        (None, Some(Message::Done(figures)), _) => Ended::Done(figures),
        (None, Some(Message::Failed { .. }), Some(_)) => Ended::Cancelled,
        (None, Some(Message::Failed { why }), None) => Ended::Failed(why),
        (None, _, Some(_)) => Ended::Cancelled,
        (None, _, None) => Ended::Failed(format!("its process ended early ({status}): {}", said.trim())),
    })
}

fn take(line: &[u8], pending: &mut Pending, ended: &mut Option<Message>) {
    match serde_json::from_slice::<Message>(line) {
        Ok(Message::Event(value)) => pending.events.push((clock::now(), bounded(value).to_string())),
        Ok(Message::Function(row)) => pending.functions.push(row),
        Ok(Message::Alarm(row)) => pending.alarms.push(row),
        Ok(Message::Gap(row)) => pending.gaps.push(row),
        Ok(last) => *ended = Some(last),
        Err(e) => tracing::warn!(why = %e, "a campaign told something unreadable"),
    }
}

/// Only objects that say what they are.
fn bounded(value: Value) -> Value {
    match value.get("event").and_then(Value::as_str) {
        Some(_) => value,
        None => json!({"event": "note", "level": "remark", "text": "something unreadable"}),
    }
}

/// Reads on to the end of a line; `false`: there is none. Can be dropped at any time, and goes on where it was.
async fn next_line(from: &mut (impl AsyncBufRead + Unpin), line: &mut Vec<u8>) -> Result<bool, &'static str> {
    loop {
        let buffer = from.fill_buf().await.map_err(|_| "its output cannot be read")?;
        if buffer.is_empty() {
            return Ok(false);
        }
        let (used, whole) = match buffer.iter().position(|b| *b == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), false),
        };
        line.extend_from_slice(&buffer[..used]);
        from.consume(used);
        match (whole, line.len() > LONGEST_LINE) {
            (_, true) => return Err("a line without end"),
            (true, false) => return Ok(true),
            (false, false) => {}
        }
    }
}

/// The end of what it says, for people.
async fn tail(mut from: impl tokio::io::AsyncRead + Unpin) -> String {
    let mut kept: Vec<u8> = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(got @ 1..) = from.read(&mut buffer).await {
        kept.extend_from_slice(&buffer[..got]);
        let over = kept.len().saturating_sub(LOG);
        kept.drain(..over);
    }
    String::from_utf8_lossy(&kept).into_owned()
}

fn end(child: &mut Child, pid: u32) {
    let _ = child.start_kill();
    end_group(pid);
}

/// The process group that it leads. In a sandbox all of it is gone when the first one is.
fn end_group(pid: u32) {
    if pid < i32::MAX as u32 {
        // SAFETY: signals the group that was made for this child.
        unsafe { libc::kill(-(pid as i32), libc::SIGKILL) };
    }
}

/// Whether a folder that a campaign writes to holds a report.
pub fn has_report(output: &Path) -> bool {
    output.join("report/data/index.js").is_file()
}
