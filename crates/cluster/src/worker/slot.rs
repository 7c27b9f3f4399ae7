//! One job after the other. While it is at one it tells the broker so; the job is gone from there only when its result is there.

use super::Worker;
use super::machine::{Machine, Trouble};
use crate::broker::{ACK_WAIT, Broker, BrokerError};
use crate::messages::{JobMessage, Outcome, ResultMessage, Sign, pack, result_subject, sign_subject, unpack};
use crate::tries;
use async_nats::jetstream::message::{AckKind, Message};
use bytes::Bytes;
use futures_util::StreamExt;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long a request for a job stays open.
const OPEN: Duration = Duration::from_secs(10);

/// How long a machine that refuses a bundle looks on before it asks for another job.
const REFUSED: Duration = Duration::from_secs(2);

pub async fn work(worker: Arc<Worker>) {
    let mut refused = HashSet::new();
    while !worker.ending.load(Ordering::SeqCst) {
        let broker = &worker.broker;
        let consumer = broker.patient("asking for jobs", || broker.jobs()).await;
        while !worker.ending.load(Ordering::SeqCst) {
            let message = tokio::select! {
                message = next(&consumer) => message,
                _ = worker.ends.notified() => return,
            };
            match message {
                Ok(Some(message)) => {
                    worker.busy.fetch_add(1, Ordering::Relaxed);
                    take(&worker, message, &mut refused).await;
                    worker.busy.fetch_sub(1, Ordering::Relaxed);
                }
                Ok(None) => {}
                Err(e) => {
                    tracing::debug!(why = e, "no job could be had");
                    tokio::time::sleep(Duration::from_millis(300)).await;
                    break;
                }
            }
        }
    }
}

/// A job; `None`: there is none now.
async fn next(consumer: &async_nats::jetstream::consumer::PullConsumer) -> Result<Option<Message>, String> {
    let mut part = consumer.fetch().max_messages(1).expires(OPEN).messages().await.map_err(|e| e.to_string())?;
    part.next().await.transpose().map_err(|e| e.to_string())
}

async fn take(worker: &Worker, message: Message, refused: &mut HashSet<String>) {
    let broker = &worker.broker;
    let given_out = message.info().map_or(1, |i| i.delivered);
    // While anything of this takes its time, nobody else is to begin with it.
    let mut beat = tokio::time::interval(ACK_WAIT / 3);
    let doing = explore(worker, &message, given_out, refused);
    tokio::pin!(doing);
    let done = loop {
        tokio::select! {
            done = &mut doing => break done,
            _ = beat.tick() => drop(message.ack_with(AckKind::Progress).await),
        }
    };
    let acked = match done {
        Done::Told => message.ack().await,
        Done::Again => message.ack_with(AckKind::Nak(Some(Duration::from_millis(100)))).await,
        Done::HandedBack => {
            let subject = message.subject.to_string();
            let payload = message.payload.clone();
            broker.patient("handing a job back", || broker.publish(subject.clone(), payload.clone())).await;
            message.ack().await
        }
    };
    if let Err(e) = acked {
        // It is given out once more, and its result refused: no harm.
        tracing::debug!(why = %e, "a job could not be acknowledged");
    }
}

enum Done {
    /// Its result is with the broker.
    Told,
    /// Somebody is to try again.
    Again,
    /// Somebody else is to do it; this was no try.
    HandedBack,
}

async fn explore(worker: &Worker, message: &Message, given_out: i64, refused: &mut HashSet<String>) -> Done {
    let broker = &worker.broker;
    let body = broker.patient("reading a job", || unpack(broker, &message.payload)).await;
    let Ok(job) = serde_json::from_slice::<JobMessage>(&body) else {
        tracing::warn!("a job that cannot be read was left out");
        return Done::Told;
    };
    let run = job.run.token();
    if given_out > tries::MOST {
        let log = tries::last_log(broker, &run, job.id).await;
        return put_aside(worker, &job, log).await;
    }
    if refused.contains(&job.bundle) {
        tokio::time::sleep(REFUSED).await;
        return Done::HandedBack;
    }
    let result = match machine_for(worker, &job.bundle).await {
        Ok(mut machine) => {
            let at_work = worker.pool.at_work(&run, &machine.cancelled);
            let result = machine.explore(&job.job, Duration::from_secs_f64(job.seconds.clamp(0.0, 1e6)), |event| {
                tell(broker, &run, Sign::Event { id: job.id, event });
            });
            let result = result.await;
            drop(at_work);
            if result.is_ok() {
                worker.pool.give_back(machine);
            }
            result
        }
        Err(trouble) => Err(trouble),
    };
    match result {
        Ok(explored) => publish(worker, &job, Outcome::Explored(explored)).await,
        Err(Trouble::Refused(why)) => {
            tracing::warn!(why, "a bundle is refused");
            refused.insert(job.bundle.clone());
            tell(broker, &run, Sign::Refused { worker: worker.options.name.clone(), why });
            tokio::time::sleep(REFUSED).await;
            Done::HandedBack
        }
        Err(Trouble::Failed(log)) => {
            let log = tries::shortened(&log);
            tracing::warn!(id = job.id, try = given_out, log, "a job came to nothing");
            broker.patient("noting a try", || tries::note(broker, &run, job.id, &log)).await;
            let worker_name = worker.options.name.clone();
            tell(broker, &run, Sign::Failed { id: job.id, worker: worker_name, tries: given_out, log: log.clone() });
            match given_out >= tries::MOST {
                true => put_aside(worker, &job, log).await,
                false => Done::Again,
            }
        }
    }
}

async fn machine_for(worker: &Worker, bundle: &str) -> Result<Machine, Trouble> {
    if let Some(machine) = worker.pool.take(bundle) {
        return Ok(machine);
    }
    let broker = &worker.broker;
    let unpacked = loop {
        match worker.bundles.get(broker, bundle).await {
            Ok(unpacked) => break unpacked,
            // What is in it does not change by waiting; what the broker cannot do now may be possible later.
            Err(e @ (BrokerError::File(_) | BrokerError::Packed(_))) => return Err(Trouble::Failed(e.to_string())),
            Err(e) => {
                tracing::debug!(why = %e, "a bundle could not be had");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    };
    worker.pool.make_room(worker.options.slots);
    Machine::start(worker, bundle, &unpacked).await
}

async fn put_aside(worker: &Worker, job: &JobMessage, log: String) -> Done {
    tracing::warn!(id = job.id, "a job is put aside");
    publish(worker, job, Outcome::PutAside { log }).await
}

/// The result; if there is one already, that one counts.
async fn publish(worker: &Worker, job: &JobMessage, outcome: Outcome) -> Done {
    let broker = &worker.broker;
    let result = ResultMessage { id: job.id, worker: worker.options.name.clone(), outcome };
    let Ok(body) = serde_json::to_vec(&result) else { return Done::Told };
    let packed = broker.patient("packing a result", || pack(broker, body.clone())).await;
    let subject = result_subject(&job.run.token(), &job.id.to_string());
    let put = || broker.publish_result(subject.clone(), packed.clone());
    let put = broker.patient("publishing a result", put).await;
    tracing::debug!(id = job.id, ?put, "a job is done");
    Done::Told
}

/// Whoever waits for the job is told meanwhile; if not, nothing is lost.
fn tell(broker: &Broker, run: &str, sign: Sign) {
    let (broker, subject) = (broker.clone(), sign_subject(run));
    if let Ok(body) = serde_json::to_vec(&sign) {
        tokio::spawn(async move { broker.tell(subject, Bytes::from(body)).await });
    }
}
