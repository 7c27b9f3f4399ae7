//! A confined process with the program of one bundle, which explores one job at a time.

use super::{COMMAND, Worker};
use crate::bundle::{CACHE, GIVEN, ORDER, PROJECT, Unpacked};
use crate::explorer::{CANCEL, SaysRaw};
use crescendo_confined::{Allowed, Confined, MOST_PROCESSES, Mount, Start};
use serde_json::value::RawValue;
use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, Interval};

/// Bytes of a line.
const LONGEST_LINE: usize = 256 << 20;

/// Time to make a program of a bundle.
const MAKING: Duration = Duration::from_secs(1800);

/// A job may take this much longer than it was given: its time is that of a processor, and it must be written down, too.
const GRACE: Duration = Duration::from_secs(120);

/// How often it is looked at what it takes, and each how manieth time the disk, too.
const LOOK: Duration = Duration::from_millis(250);
const DISK: u32 = 40;

/// Bytes that may be written beside the program.
const MOST_DISK: u64 = 8 << 30;

pub struct Machine {
    pub bundle: String,
    process: Confined,
    allowed: Allowed,
    /// It is told to end soon, and is of no use afterwards.
    pub cancelled: Arc<Cancelled>,
    /// When it is looked at again what it takes.
    look: Interval,
    looks: u32,
}

#[derive(Default)]
pub struct Cancelled {
    pub flag: AtomicBool,
    pub told: Notify,
}

impl Cancelled {
    pub fn is(&self) -> bool {
        self.flag.load(Ordering::SeqCst)
    }
}

/// Why nothing came of a job.
#[derive(Debug)]
pub enum Trouble {
    /// This machine can do no job of the bundle.
    Refused(String),
    /// The process fell over, or had to be ended.
    Failed(String),
}

impl Machine {
    /// Starts it and waits until its program is made.
    pub async fn start(worker: &Worker, hash: &str, bundle: &Unpacked) -> Result<Machine, Trouble> {
        let failed = |e: std::io::Error| Trouble::Failed(e.to_string());
        let folder = &bundle.folder;
        let mounts = [
            Mount::read(&folder.join(PROJECT), &bundle.project),
            Mount::read(&folder.join(GIVEN), "/work/given"),
            Mount::write(&folder.join(CACHE), &bundle.cache),
        ];
        let process = Confined::start(&Start {
            program: &worker.options.program,
            arguments: &[OsString::from(COMMAND)],
            sandbox: Some(&worker.sandbox),
            mounts: &mounts,
            processes: (MOST_PROCESSES * worker.options.slots + 1000) as u64,
        });
        let allowed = Allowed { memory: worker.options.memory, disk: MOST_DISK, folders: vec![folder.join(CACHE)] };
        let mut machine = Machine {
            bundle: hash.into(),
            process: process.map_err(failed)?,
            allowed,
            cancelled: Arc::default(),
            look: tokio::time::interval(LOOK),
            looks: 0,
        };
        let order = tokio::fs::read(folder.join(ORDER)).await.map_err(failed)?;
        machine.process.write_line(&order).await;
        match machine.hear(Instant::now() + MAKING).await? {
            SaysRaw::Ready => Ok(machine),
            SaysRaw::Refused { why } => Err(Trouble::Refused(why)),
            SaysRaw::Event(_) => Err(machine.fall("it spoke before it was asked".into()).await),
        }
    }

    /// Explores a job; gives the `Explored` it came to. `event` is told all `JobEvent`s before that.
    pub async fn explore(
        &mut self,
        job: &RawValue,
        time: Duration,
        mut event: impl FnMut(Box<RawValue>),
    ) -> Result<Box<RawValue>, Trouble> {
        // On one line: a job comes from JSON without line breaks, or from somebody who wants more than one line.
        let line = job.get().replace(['\n', '\r'], " ");
        self.process.write_line(line.as_bytes()).await;
        let until = Instant::now() + time * 2 + GRACE;
        loop {
            match self.hear(until).await? {
                SaysRaw::Event(raw) => match finished(&raw) {
                    Some(explored) => return Ok(explored),
                    None => event(raw),
                },
                SaysRaw::Refused { why } => return Err(Trouble::Failed(why)),
                SaysRaw::Ready => {}
            }
        }
    }

    /// The next thing that it says. It is watched meanwhile, and ended when it takes too much or too long.
    async fn hear(&mut self, until: Instant) -> Result<SaysRaw, Trouble> {
        let mut line = Vec::new();
        loop {
            tokio::select! {
                more = self.process.next_line(&mut line, LONGEST_LINE) => return match more {
                    Ok(true) => match serde_json::from_slice(&line) {
                        Ok(says) => Ok(says),
                        Err(e) => Err(self.fall(format!("it spoke nonsense: {e}")).await),
                    },
                    Ok(false) => Err(self.fall(String::new()).await),
                    Err(e) => Err(self.fall(e.to_string()).await),
                },
                _ = self.cancelled.told.notified() => self.process.write_line(CANCEL.as_bytes()).await,
                _ = self.look.tick() => {
                    self.looks += 1;
                    let (allowed, pid, disk) = (self.allowed.clone(), self.process.pid(), self.looks.is_multiple_of(DISK));
                    let looked = tokio::task::spawn_blocking(move || allowed.exceeded(pid, disk)).await;
                    if let Ok(Some(too_much)) = looked {
                        return Err(self.fall(too_much).await);
                    }
                }
                _ = tokio::time::sleep_until(until) => return Err(self.fall("it did not come to an end in time".into()).await),
            }
        }
    }

    /// Ends it, and tells why with the last it said.
    async fn fall(&mut self, why: String) -> Trouble {
        if !why.is_empty() {
            self.process.end();
        }
        let ended = match self.process.wait().await {
            Ok((status, said)) if why.is_empty() => format!("its process ended ({status}): {said}"),
            Ok((_, said)) if said.is_empty() => why,
            Ok((_, said)) => format!("{why}; it said: {said}"),
            Err(e) => format!("{why} ({e})"),
        };
        Trouble::Failed(ended)
    }
}

/// What is in the end of a job, as it stands there.
fn finished(event: &RawValue) -> Option<Box<RawValue>> {
    #[derive(serde::Deserialize)]
    struct End {
        finished: Found,
    }
    #[derive(serde::Deserialize)]
    struct Found {
        explored: Box<RawValue>,
    }
    event
        .get()
        .starts_with("{\"finished\"")
        .then(|| serde_json::from_str::<End>(event.get()).ok())?
        .map(|e| e.finished.explored)
}
