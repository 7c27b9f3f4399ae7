//! Who is there: workers say so every few seconds.

use crate::broker::Broker;
use crate::messages::{WORKERS, version};
use bytes::Bytes;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often a worker says that it is there, and for how long that is believed.
pub const EVERY: Duration = Duration::from_secs(2);
const BELIEVED: Duration = Duration::from_secs(12);

/// Workers that are remembered, at most.
const MOST: usize = 10_000;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerSign {
    pub id: String,
    pub name: String,
    pub version: String,
    pub slots: usize,
    pub busy: usize,
    /// It says goodbye.
    #[serde(default)]
    pub leaves: bool,
}

impl WorkerSign {
    pub fn is_ours(&self) -> bool {
        self.version == version()
    }
}

/// The workers that have been heard of lately.
#[derive(Clone, Default)]
pub struct Presence(Arc<Mutex<BTreeMap<String, (WorkerSign, Instant)>>>);

impl Presence {
    /// Listens for as long as the service lives.
    pub async fn listen(self, broker: Broker) {
        let subscribe = || async {
            broker.client.subscribe(WORKERS).await.map_err(|e| crate::BrokerError::JetStream(e.to_string()))
        };
        let mut signs = broker.patient("hearing of workers", subscribe).await;
        while let Some(message) = signs.next().await {
            if let Ok(sign) = serde_json::from_slice::<WorkerSign>(&message.payload) {
                self.heard(sign);
            }
        }
    }

    fn heard(&self, sign: WorkerSign) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, (_, at)| at.elapsed() < BELIEVED);
        match sign.leaves {
            true => drop(all.remove(&sign.id)),
            false if all.len() < MOST => drop(all.insert(sign.id.clone(), (sign, Instant::now()))),
            false => {}
        }
    }

    pub fn all(&self) -> Vec<WorkerSign> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.values().filter(|(_, at)| at.elapsed() < BELIEVED).map(|(sign, _)| sign.clone()).collect()
    }

    /// Jobs that workers of our build can be at together.
    pub fn slots(&self) -> usize {
        self.all().iter().filter(|w| w.is_ours()).map(|w| w.slots).sum()
    }
}

pub async fn say(broker: &Broker, sign: &WorkerSign) {
    if let Ok(body) = serde_json::to_vec(sign) {
        broker.tell(WORKERS.into(), Bytes::from(body)).await;
    }
}
