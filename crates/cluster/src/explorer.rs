//! The process in a worker's sandbox: makes the program of a bundle, and explores functions of it one after the other.
//!
//! It reads its order, then jobs, a line each; it says `ready` or `refused`, then what happens.

use crate::bundle::Order;
use crate::messages::version;
use crescendo_campaign::backend::{Job, JobBackend, JobEvent, Threads};
use crescendo_campaign::{Campaign, CancelToken};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, channel};

/// A line that it gets: end soon.
pub const CANCEL: &str = "cancel";

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Says {
    Ready,
    /// It can do no job of this bundle.
    Refused {
        why: String,
    },
    Event(JobEvent),
}

/// The same, for who only passes it on.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SaysRaw {
    Ready,
    Refused { why: String },
    Event(Box<serde_json::value::RawValue>),
}

/// Works until its input ends.
pub fn run(mut input: impl BufRead + Send + 'static, output: &mut dyn Write) -> io::Result<()> {
    let mut line = String::new();
    input.read_line(&mut line)?;
    let order: Order = match serde_json::from_str(&line) {
        Ok(order) => order,
        Err(e) => return tell(output, &Says::Refused { why: format!("this is not an order: {e}") }),
    };
    if order.version != version() {
        let why = format!("the campaign is of build {}, this worker of build {}", order.version, version());
        return tell(output, &Says::Refused { why });
    }
    let cancel = CancelToken::new();
    let token = cancel.clone();
    let (send, jobs) = channel();
    std::thread::spawn(move || {
        while let Some(Ok(line)) = input.by_ref().lines().next() {
            match line.trim() {
                CANCEL => token.cancel(),
                line => match serde_json::from_str::<Job>(line) {
                    Ok(job) => drop(send.send(job)),
                    Err(_) => break,
                },
            }
        }
        token.cancel();
    });
    match explore(order, &jobs, output, &cancel) {
        Ok(()) => Ok(()),
        Err(e) => tell(output, &Says::Refused { why: e.to_string() }),
    }
}

fn explore(
    order: Order,
    jobs: &Receiver<Job>,
    output: &mut dyn Write,
    cancel: &CancelToken,
) -> crescendo_campaign::Result<()> {
    let Order { request, fingerprint, .. } = order;
    Campaign::open(request)?.with_explorer(&mut |_| {}, cancel, |explorer| {
        if explorer.fingerprint() != fingerprint {
            let why = "other headers or another clang make another program here than where the campaign runs";
            let _ = tell(output, &Says::Refused { why: why.into() });
            return Ok(());
        }
        let _ = tell(output, &Says::Ready);
        Threads(1).with_queue(explorer, &mut |queue| {
            while let Ok(job) = jobs.recv() {
                queue.submit(job)?;
                while let Some(event) = queue.next_event()? {
                    // Nobody reads any more: we are ended soon, too.
                    let _ = tell(output, &Says::Event(event));
                }
            }
            Ok(())
        })
    })
}

fn tell(output: &mut dyn Write, says: &Says) -> io::Result<()> {
    let mut line = serde_json::to_vec(says)?;
    line.push(b'\n');
    output.write_all(&line)?;
    output.flush()
}
