//! What goes over the broker, under which names. Bodies are JSON; large ones are packed, and larger ones kept beside the stream.

use crate::broker::Broker;
use crate::broker::BrokerError;
use bytes::Bytes;
use crescendo_campaign::BUILD;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::io::{Read, Write};

/// Raised whenever a message changes: part of what must be the same on both sides.
const PROTOCOL: u32 = 1;

/// One attempt to run a campaign of a service.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Run {
    /// Several services may share a broker.
    pub service: String,
    pub campaign: i64,
    pub attempt: i64,
}

impl Run {
    pub fn token(&self) -> String {
        format!("{}.{}.{}", self.service, self.campaign, self.attempt)
    }

    /// All attempts of the campaign.
    pub fn any_attempt(&self) -> String {
        format!("{}.{}.*", self.service, self.campaign)
    }
}

/// What must be the same on both sides, short enough for a subject.
pub fn version() -> String {
    format!("{}-{PROTOCOL}", &BUILD[..BUILD.len().min(16)])
}

pub fn job_subject(run: &str, id: &str) -> String {
    format!("crescendo.jobs.{}.{run}.{id}", version())
}

/// Of one attempt's job; `*` stands for all.
pub fn result_subject(run: &str, id: &str) -> String {
    format!("crescendo.results.{run}.{id}")
}

pub fn try_subject(run: &str, id: &str) -> String {
    format!("crescendo.tries.{run}.{id}")
}

pub fn sign_subject(run: &str) -> String {
    format!("crescendo.signs.{run}")
}

pub fn cancel_subject(run: &str) -> String {
    format!("crescendo.cancel.{run}")
}

pub const WORKERS: &str = "crescendo.workers";

#[derive(Serialize, Deserialize)]
pub struct JobMessage {
    pub run: Run,
    pub id: u64,
    /// The hash of the bundle.
    pub bundle: String,
    pub seconds: f64,
    /// A `Job`, which nobody on the way looks into.
    pub job: Box<RawValue>,
}

#[derive(Serialize, Deserialize)]
pub struct ResultMessage {
    pub id: u64,
    pub worker: String,
    pub outcome: Outcome,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// An `Explored`.
    Explored(Box<RawValue>),
    /// No worker could do it.
    PutAside { log: String },
}

/// What a worker says of a job while it is at it. Lost ones are no harm.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sign {
    /// A `JobEvent`.
    Event { id: u64, event: Box<RawValue> },
    /// A try that led to nothing.
    Failed { id: u64, worker: String, tries: i64, log: String },
    /// This machine does not make the same program.
    Refused { worker: String, why: String },
}

/// Bodies larger than this are packed.
const PACK: usize = 16 << 10;

/// And those that are larger than this all the same are kept beside the stream: brokers take a megabyte by default.
const LARGEST: usize = 768 << 10;

/// What may come out of a packed body.
const UNPACKED: u64 = 256 << 20;

/// A message as it is sent: how it is packed, then the body.
pub async fn pack(broker: &Broker, body: Vec<u8>) -> Result<Bytes, BrokerError> {
    let plain = |how: u8, body: &[u8]| Bytes::from([&[how], body].concat());
    if body.len() <= PACK {
        return Ok(plain(b'p', &body));
    }
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    let packed = packer.write_all(&body).and_then(|()| packer.finish()).map_err(BrokerError::Packed)?;
    if packed.len() <= LARGEST {
        return Ok(plain(b'z', &packed));
    }
    let name = broker.put_large(&packed).await?;
    Ok(plain(b'o', name.as_bytes()))
}

pub async fn unpack(broker: &Broker, message: &[u8]) -> Result<Vec<u8>, BrokerError> {
    match message.split_first() {
        Some((b'p', body)) => Ok(body.to_vec()),
        Some((b'z', body)) => unzip(body),
        Some((b'o', name)) => unzip(&broker.get_large(&String::from_utf8_lossy(name)).await?),
        _ => Err(BrokerError::Packed(std::io::Error::other("a message of another version"))),
    }
}

fn unzip(packed: &[u8]) -> Result<Vec<u8>, BrokerError> {
    let mut body = Vec::new();
    GzDecoder::new(packed).take(UNPACKED).read_to_end(&mut body).map_err(BrokerError::Packed)?;
    Ok(body)
}
