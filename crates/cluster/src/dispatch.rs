//! Shares out the jobs of one run of a campaign, in the service: publishes them, and passes on what comes back.
//!
//! It remembers every job until its result is there. Of those of which nothing is heard for a while it asks the broker: a result
//! may have been missed, and a job that is nowhere any more (a broker that has lost what it kept) is published again.

use crate::broker::Broker;
use crate::messages::{
    JobMessage, Outcome, ResultMessage, Run, Sign, cancel_subject, job_subject, pack, result_subject, sign_subject,
    unpack,
};
use crate::presence::Presence;
use crate::{bundle, tries};
use bytes::Bytes;
use futures_util::StreamExt;
use serde_json::json;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinSet;

/// How often it is looked at which jobs nothing was heard of, and after how long one is asked about.
const LOOK: Duration = Duration::from_secs(5);
const SILENCE: Duration = Duration::from_secs(20);

/// Jobs that have begun get this long to end after a campaign was cancelled.
const GRACE: Duration = Duration::from_secs(30);

/// Results that are taken at once.
const PART: usize = 256;

/// What the campaign's process asks for.
#[derive(Debug)]
pub enum Asked {
    /// A file that nobody changes any more.
    Bundle(PathBuf),
    Job {
        id: u64,
        seconds: f64,
        job: Box<RawValue>,
    },
    Cancel,
}

/// What is to be passed on.
#[derive(Debug)]
pub enum Heard {
    /// A line for the relay: a `RelayEvent`.
    Line(Vec<u8>),
    /// Something for people.
    Note { warning: bool, text: String },
    /// Workers of our build, their slots, and workers of other builds.
    Workers { ours: usize, slots: usize, others: usize },
}

pub struct Dispatch {
    broker: Broker,
    presence: Presence,
    run: Run,
    token: String,
    /// Its hash, and where it lies.
    bundle: Option<(String, PathBuf)>,
    out: Sender<Heard>,
    under_way: BTreeMap<u64, UnderWay>,
    cancelled: Option<Instant>,
    workers: (usize, usize, usize),
    /// Refusals that people know of.
    refused: BTreeSet<String>,
}

struct UnderWay {
    message: Vec<u8>,
    begun: bool,
    heard: Instant,
}

impl Dispatch {
    /// Begins a run; it ends when the sender of what is asked for is dropped.
    pub fn start(broker: Broker, presence: Presence, run: Run, asked: Receiver<Asked>) -> Receiver<Heard> {
        let (out, heard) = channel(256);
        let token = run.token();
        let dispatch = Dispatch {
            broker,
            presence,
            run,
            token,
            bundle: None,
            out,
            under_way: BTreeMap::new(),
            cancelled: None,
            workers: (usize::MAX, 0, 0),
            refused: BTreeSet::new(),
        };
        tokio::spawn(dispatch.work(asked));
        heard
    }

    async fn work(mut self, mut asked: Receiver<Asked>) {
        // What an earlier attempt has left: nobody waits for it.
        let (broker, any) = (self.broker.clone(), self.run.any_attempt());
        broker.patient("beginning a run", || broker.forget(&any)).await;
        let mut helpers = JoinSet::new();
        let (send, mut results) = channel(PART);
        helpers.spawn(read_results(self.broker.clone(), result_subject(&self.token, "*"), send));
        let (send, mut signs) = channel(PART);
        helpers.spawn(read_signs(self.broker.clone(), sign_subject(&self.token), send));
        let mut look = tokio::time::interval(LOOK);
        let mut count = tokio::time::interval(Duration::from_millis(500));
        loop {
            let goes_on = tokio::select! {
                asked = asked.recv() => match asked {
                    Some(asked) => self.asked(asked).await,
                    None => false,
                },
                Some(body) = results.recv() => self.result(&body).await,
                Some(body) = signs.recv() => self.sign(&body).await,
                _ = count.tick() => self.count().await,
                _ = look.tick() => self.look().await,
            };
            if !goes_on {
                break;
            }
        }
        helpers.abort_all();
        self.broker.tell(cancel_subject(&self.token), Bytes::new()).await;
        let forget = self.broker.patient("ending a run", || self.broker.forget(&any));
        if tokio::time::timeout(Duration::from_secs(60), forget).await.is_err() {
            tracing::warn!(run = self.token, "what a run has left with NATS is still there");
        }
    }

    /// `false`: nobody listens any more.
    async fn pass_on(&self, heard: Heard) -> bool {
        self.out.send(heard).await.is_ok()
    }

    async fn line(&self, value: serde_json::Value) -> bool {
        self.pass_on(Heard::Line(value.to_string().into_bytes())).await
    }

    async fn asked(&mut self, asked: Asked) -> bool {
        match asked {
            Asked::Bundle(file) => {
                let path = file.clone();
                let hash = match tokio::task::spawn_blocking(move || bundle::hash(&path)).await {
                    Ok(Ok(hash)) => hash,
                    other => {
                        let text = format!("the bundle cannot be read: {other:?}");
                        return self.pass_on(Heard::Note { warning: true, text }).await;
                    }
                };
                self.bundle = Some((hash, file));
                self.keep_bundle().await;
                true
            }
            Asked::Job { id, .. } if self.cancelled.is_some() => self.line(json!({"not-begun": {"id": id}})).await,
            Asked::Job { id, seconds, job } => {
                let Some((bundle, _)) = self.bundle.clone() else { return true };
                let message = JobMessage { run: self.run.clone(), id, bundle, seconds, job };
                let Ok(message) = serde_json::to_vec(&message) else { return true };
                self.publish(id, &message).await;
                self.under_way.insert(id, UnderWay { message, begun: false, heard: Instant::now() });
                true
            }
            Asked::Cancel => {
                self.cancelled = Some(Instant::now());
                self.take_back().await
            }
        }
    }

    async fn keep_bundle(&self) {
        if let Some((hash, file)) = &self.bundle {
            self.broker.patient("keeping a bundle", || self.broker.put_bundle(hash, file)).await;
        }
    }

    async fn publish(&self, id: u64, message: &[u8]) {
        let body = self.broker.patient("packing a job", || pack(&self.broker, message.to_vec())).await;
        let subject = || job_subject(&self.token, &id.to_string());
        self.broker.patient("publishing a job", || self.broker.publish(subject(), body.clone())).await;
    }

    /// Those that nobody has begun are not begun any more; who is at one is told to end it.
    async fn take_back(&mut self) -> bool {
        let _ = self.broker.forget_jobs(&self.token).await;
        self.broker.tell(cancel_subject(&self.token), Bytes::new()).await;
        let waiting: Vec<u64> = self.under_way.iter().filter(|(_, u)| !u.begun).map(|(id, _)| *id).collect();
        for id in waiting {
            self.under_way.remove(&id);
            if !self.line(json!({"not-begun": {"id": id}})).await {
                return false;
            }
        }
        true
    }

    async fn result(&mut self, message: &[u8]) -> bool {
        let body = self.broker.patient("reading a result", || unpack(&self.broker, message)).await;
        let Ok(ResultMessage { id, outcome, .. }) = serde_json::from_slice::<ResultMessage>(&body) else { return true };
        if self.under_way.remove(&id).is_none() {
            return true;
        }
        match outcome {
            // As it came: nobody here looks into it.
            Outcome::Explored(explored) => {
                let line = format!("{{\"job\":{{\"finished\":{{\"id\":{id},\"explored\":{}}}}}}}", explored.get());
                self.pass_on(Heard::Line(line.into_bytes())).await
            }
            Outcome::PutAside { log } => {
                let text = format!("job {id} was put aside after {} tries: {log}", tries::MOST);
                self.pass_on(Heard::Note { warning: true, text }).await
                    && self.line(json!({"put-aside": {"id": id, "log": log}})).await
            }
        }
    }

    async fn sign(&mut self, body: &[u8]) -> bool {
        match serde_json::from_slice::<Sign>(body) {
            Ok(Sign::Event { id, event }) => {
                let Some(under_way) = self.under_way.get_mut(&id) else { return true };
                (under_way.begun, under_way.heard) = (true, Instant::now());
                self.pass_on(Heard::Line(format!("{{\"job\":{}}}", event.get()).into_bytes())).await
            }
            Ok(Sign::Failed { id, worker, tries, log }) => {
                let text = format!("try {tries} of job {id} came to nothing on {worker}: {log}");
                self.pass_on(Heard::Note { warning: true, text }).await
            }
            Ok(Sign::Refused { worker, why }) if self.refused.insert(worker.clone()) => {
                let text = format!("the worker {worker} takes no part: {why}");
                self.pass_on(Heard::Note { warning: true, text }).await
            }
            _ => true,
        }
    }

    async fn count(&mut self) -> bool {
        let all = self.presence.all();
        let ours = all.iter().filter(|w| w.is_ours()).count();
        let now = (ours, self.presence.slots(), all.len() - ours);
        if now == self.workers {
            return true;
        }
        self.workers = now;
        let (ours, slots, others) = now;
        self.line(json!({"workers": {"slots": slots}})).await
            && self.pass_on(Heard::Workers { ours, slots, others }).await
    }

    async fn look(&mut self) -> bool {
        if let Some(since) = self.cancelled {
            let _ = self.take_back().await;
            if since.elapsed() > GRACE {
                self.under_way.values_mut().for_each(|u| u.begun = false);
            }
            return true;
        }
        let silent: Vec<u64> =
            self.under_way.iter().filter(|(_, u)| u.heard.elapsed() > SILENCE).map(|(id, _)| *id).collect();
        for id in silent {
            let name = id.to_string();
            let found = self.broker.result(&result_subject(&self.token, &name)).await;
            match found {
                Ok(Some(result)) => {
                    if !self.result(&result).await {
                        return false;
                    }
                    continue;
                }
                Ok(None) => {}
                // The broker does not answer now: later.
                Err(_) => return true,
            }
            let Some(message) = self.under_way.get(&id).map(|u| u.message.clone()) else { continue };
            match self.broker.has_job(&job_subject(&self.token, &name)).await {
                Ok(false) => {
                    tracing::warn!(run = self.token, id, "a job was lost; it is published again");
                    self.keep_bundle().await;
                    self.publish(id, &message).await;
                }
                Ok(true) => {}
                Err(_) => return true,
            }
            if let Some(under_way) = self.under_way.get_mut(&id) {
                under_way.heard = Instant::now();
            }
        }
        true
    }
}

/// Passes on results in the order of their numbers, each once, whatever happens to the connection.
async fn read_results(broker: Broker, subject: String, out: Sender<Bytes>) {
    let mut last = 0;
    loop {
        let consumer = broker.patient("reading results", || broker.results(subject.clone(), last)).await;
        loop {
            let part = consumer.fetch().max_messages(PART).expires(Duration::from_secs(5)).messages().await;
            let Ok(mut part) = part else { break };
            let mut trouble = false;
            while let Some(message) = part.next().await {
                let Ok(message) = message else {
                    trouble = true;
                    break;
                };
                let number = message.info().map(|i| i.stream_sequence).unwrap_or(0);
                if number > last {
                    last = number;
                    if out.send(message.payload.clone()).await.is_err() {
                        return;
                    }
                }
            }
            if trouble {
                break;
            }
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        // A stream that was made anew counts from the beginning; what is there twice is taken once by who waits for it.
        if broker.ends_before(last).await {
            last = 0;
        }
    }
}

async fn read_signs(broker: Broker, subject: String, out: Sender<Bytes>) {
    let subscribe = || async {
        broker.client.subscribe(subject.clone()).await.map_err(|e| crate::BrokerError::JetStream(e.to_string()))
    };
    let mut signs = broker.patient("hearing of jobs", subscribe).await;
    while let Some(message) = signs.next().await {
        if out.send(message.payload).await.is_err() {
            return;
        }
    }
}
