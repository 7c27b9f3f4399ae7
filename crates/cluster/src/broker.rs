//! The connection to NATS, and what is kept there: jobs, results, tries, bundles.
//!
//! Everything here may be called again after an error: whoever needs it waits and tries again (`patient`).

use crate::messages::version;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, PullConsumer, pull};
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, Event};
use bytes::Bytes;
use std::future::Future;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::io::AsyncReadExt;

const JOBS: &str = "CRESCENDO_JOBS";
const RESULTS: &str = "CRESCENDO_RESULTS";
const TRIES: &str = "CRESCENDO_TRIES";
const BUNDLES: &str = "CRESCENDO_BUNDLES";
/// Bodies that are too large for a message.
const LARGE: &str = "CRESCENDO_LARGE";

/// What nobody has asked for any more is forgotten after this time.
const AGE: Duration = Duration::from_secs(7 * 24 * 3600);

/// A job whose worker has not said for this long that it is at it is given to another one.
pub const ACK_WAIT: Duration = Duration::from_secs(30);

/// Between two tries of something that the broker could not do.
const PAUSE: Duration = Duration::from_millis(500);

/// Time for a cluster to come to terms.
const BEGINNING: Duration = Duration::from_secs(60);

/// The broker's word for a second result of a job.
const TAKEN: &str = "maximum messages per subject exceeded";

#[derive(Debug, thiserror::Error)]
pub enum BrokerError {
    #[error("NATS cannot be reached: {0}")]
    Connect(#[from] async_nats::ConnectError),
    #[error("NATS at {server} is version {version}; 2.10 or newer is needed")]
    TooOld { server: String, version: String },
    #[error("NATS does not offer JetStream, or not now: {0}")]
    JetStream(String),
    #[error("a message cannot be read: {0}")]
    Packed(std::io::Error),
    #[error("the file of a bundle: {0}")]
    File(std::io::Error),
}

fn said(e: impl std::fmt::Display) -> BrokerError {
    BrokerError::JetStream(e.to_string())
}

type Result<T, E = BrokerError> = std::result::Result<T, E>;

#[derive(Clone)]
pub struct Broker {
    pub client: Client,
    js: Context,
    replicas: usize,
}

/// What publishing the first result of a job came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    First,
    /// Somebody else was quicker.
    Taken,
}

impl Broker {
    /// Connects, and sees that the streams are there. `replicas`: nodes that keep each of them.
    pub async fn connect(url: &str, name: &str, replicas: usize) -> Result<Broker> {
        let servers: Vec<&str> = url.split(',').map(str::trim).collect();
        let options = ConnectOptions::new().name(name).ping_interval(Duration::from_secs(10));
        let options = options.request_timeout(Some(Duration::from_secs(10))).max_reconnects(None);
        let options = options.connection_timeout(Duration::from_secs(5)).event_callback(|event| async move {
            match event {
                Event::Connected => tracing::info!("connected to NATS"),
                Event::Disconnected => tracing::warn!("the connection to NATS is gone"),
                other => tracing::debug!(%other, "NATS"),
            }
        });
        let client = options.connect(servers).await?;
        let info = client.server_info();
        if !client.is_server_compatible(2, 10, 0) {
            return Err(BrokerError::TooOld { server: url_of(url), version: info.version });
        }
        let broker = Broker { js: jetstream::new(client.clone()), client, replicas: replicas.max(1) };
        // A cluster that has just begun has nobody yet who decides.
        let begun = Instant::now();
        loop {
            match broker.ensure().await {
                Ok(()) => return Ok(broker),
                Err(e) if begun.elapsed() > BEGINNING => return Err(e),
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    /// The streams, made if need be.
    async fn ensure(&self) -> Result<()> {
        let usual =
            || Config { storage: StorageType::File, num_replicas: self.replicas, max_age: AGE, ..Config::default() };
        let streams = [
            Config {
                name: JOBS.into(),
                subjects: vec!["crescendo.jobs.>".into()],
                retention: RetentionPolicy::WorkQueue,
                ..usual()
            },
            // The first one counts.
            Config {
                name: RESULTS.into(),
                subjects: vec!["crescendo.results.>".into()],
                max_messages_per_subject: 1,
                discard: DiscardPolicy::New,
                discard_new_per_subject: true,
                ..usual()
            },
            Config {
                name: TRIES.into(),
                subjects: vec!["crescendo.tries.>".into()],
                max_messages_per_subject: 1,
                ..usual()
            },
        ];
        for stream in streams {
            self.js.get_or_create_stream(stream).await.map_err(said)?;
        }
        for bucket in [BUNDLES, LARGE] {
            if self.js.get_object_store(bucket).await.is_err() {
                let config = object_store::Config {
                    bucket: bucket.into(),
                    max_age: AGE,
                    storage: StorageType::File,
                    num_replicas: self.replicas,
                    ..Default::default()
                };
                self.js.create_object_store(config).await.map_err(said)?;
            }
        }
        Ok(())
    }

    async fn stream(&self, name: &str) -> Result<Stream> {
        self.js.get_stream(name).await.map_err(said)
    }

    /// Puts it into its stream; the broker has it when this returns.
    pub async fn publish(&self, subject: String, body: Bytes) -> Result<()> {
        self.js.publish(subject, body).await.map_err(said)?.await.map_err(said)?;
        Ok(())
    }

    /// The result of a job, unless there is one.
    pub async fn publish_result(&self, subject: String, body: Bytes) -> Result<Put> {
        match self.js.publish(subject, body).await.map_err(said)?.await {
            Ok(_) => Ok(Put::First),
            Err(e) if e.to_string().contains(TAKEN) || format!("{e:?}").contains(TAKEN) => Ok(Put::Taken),
            Err(e) => Err(said(e)),
        }
    }

    /// Tells whoever listens at this moment.
    pub async fn tell(&self, subject: String, body: Bytes) {
        if let Err(e) = self.client.publish(subject, body).await {
            tracing::debug!(why = %e, "nobody could be told");
        }
    }

    /// Jobs of our build, one after the other.
    pub async fn jobs(&self) -> Result<PullConsumer> {
        let version = version();
        let config = pull::Config {
            durable_name: Some(format!("workers-{version}")),
            filter_subject: format!("crescendo.jobs.{version}.>"),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            max_deliver: -1,
            max_ack_pending: 100_000,
            ..Default::default()
        };
        let name = format!("workers-{version}");
        self.stream(JOBS).await?.get_or_create_consumer(&name, config).await.map_err(said)
    }

    /// Results of a run behind a number, in order.
    pub async fn results(&self, filter: String, after: u64) -> Result<PullConsumer> {
        let config = pull::Config {
            filter_subject: filter,
            ack_policy: AckPolicy::None,
            deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: after + 1 },
            inactive_threshold: Duration::from_secs(60),
            ..Default::default()
        };
        self.stream(RESULTS).await?.create_consumer(config).await.map_err(said)
    }

    /// Whether the results end before this number: their stream was made anew.
    pub async fn ends_before(&self, number: u64) -> bool {
        match self.stream(RESULTS).await {
            Ok(stream) => stream.cached_info().state.last_sequence < number,
            Err(_) => false,
        }
    }

    /// The result of a job, if there is one.
    pub async fn result(&self, subject: &str) -> Result<Option<Bytes>> {
        self.last(RESULTS, subject).await
    }

    /// Whether the job is still to be done, by anybody.
    pub async fn has_job(&self, subject: &str) -> Result<bool> {
        Ok(self.last(JOBS, subject).await?.is_some())
    }

    pub async fn last_try(&self, subject: &str) -> Result<Option<Bytes>> {
        self.last(TRIES, subject).await
    }

    async fn last(&self, stream: &str, subject: &str) -> Result<Option<Bytes>> {
        use async_nats::jetstream::stream::LastRawMessageErrorKind;
        match self.stream(stream).await?.get_last_raw_message_by_subject(subject).await {
            Ok(message) => Ok(Some(message.payload)),
            Err(e) if matches!(e.kind(), LastRawMessageErrorKind::NoMessageFound) => Ok(None),
            Err(e) => Err(said(e)),
        }
    }

    /// Forgets all that belongs to a campaign: `run` may have `*` for the attempt.
    pub async fn forget(&self, run: &str) -> Result<()> {
        self.forget_jobs(run).await?;
        for (stream, subject) in [(RESULTS, "results"), (TRIES, "tries")] {
            let subject = format!("crescendo.{subject}.{run}.*");
            self.stream(stream).await?.purge().filter(subject).await.map_err(said)?;
        }
        Ok(())
    }

    /// Jobs that nobody has begun are taken back; of any build.
    pub async fn forget_jobs(&self, run: &str) -> Result<()> {
        let subject = format!("crescendo.jobs.*.{run}.*");
        self.stream(JOBS).await?.purge().filter(subject).await.map_err(said)?;
        Ok(())
    }

    async fn bucket(&self, name: &str) -> Result<ObjectStore> {
        self.js.get_object_store(name).await.map_err(said)
    }

    /// Keeps a bundle under its hash, once.
    pub async fn put_bundle(&self, hash: &str, file: &Path) -> Result<()> {
        let bucket = self.bucket(BUNDLES).await?;
        if bucket.info(hash).await.is_ok() {
            return Ok(());
        }
        let mut file = tokio::fs::File::open(file).await.map_err(BrokerError::File)?;
        bucket.put(hash, &mut file).await.map_err(said)?;
        Ok(())
    }

    pub async fn get_bundle(&self, hash: &str, into: &Path) -> Result<()> {
        let mut object = self.bucket(BUNDLES).await?.get(hash).await.map_err(said)?;
        let mut file = tokio::fs::File::create(into).await.map_err(BrokerError::File)?;
        tokio::io::copy(&mut object, &mut file).await.map_err(BrokerError::File)?;
        file.sync_all().await.map_err(BrokerError::File)
    }

    pub async fn put_large(&self, body: &[u8]) -> Result<String> {
        let name = blake3::hash(body).to_hex()[..40].to_string();
        self.bucket(LARGE).await?.put(name.as_str(), &mut &body[..]).await.map_err(said)?;
        Ok(name)
    }

    pub async fn get_large(&self, name: &str) -> Result<Vec<u8>> {
        let mut object = self.bucket(LARGE).await?.get(name).await.map_err(said)?;
        let mut body = Vec::new();
        object.read_to_end(&mut body).await.map_err(BrokerError::Packed)?;
        Ok(body)
    }

    /// Does something until it works; says what is in the way. What the broker has lost altogether is made again.
    pub async fn patient<T, F: Future<Output = Result<T>>>(&self, what: &str, mut doing: impl FnMut() -> F) -> T {
        let mut tries = 0u32;
        loop {
            match doing().await {
                Ok(done) => return done,
                Err(e) if tries == 0 => tracing::warn!(what, why = %e, "NATS is asked again"),
                Err(e) => tracing::debug!(what, why = %e, "NATS is asked again"),
            }
            tries += 1;
            tokio::time::sleep(PAUSE * tries.min(10)).await;
            if let Err(e) = self.ensure().await {
                tracing::debug!(why = %e, "the streams are not there yet");
            }
        }
    }
}

/// Without what is secret in it.
pub fn url_of(url: &str) -> String {
    let one = |u: &str| match u.split_once('@') {
        Some((before, after)) => format!("{}{after}", before.split_once("//").map_or("", |_| "nats://")),
        None => u.to_string(),
    };
    url.split(',').map(|u| one(u.trim())).collect::<Vec<_>>().join(",")
}
