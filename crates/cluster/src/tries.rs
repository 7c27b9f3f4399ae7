//! What became of earlier tries of a job: the broker counts how often it was given out, workers note why nothing came of it.

use crate::broker::{Broker, BrokerError};
use crate::messages::try_subject;
use bytes::Bytes;

/// After so many tries a job is put aside.
pub const MOST: i64 = 3;

/// Bytes of a log that are kept.
const LOG: usize = 8 << 10;

/// The end of a log, which is where it says why.
pub fn shortened(log: &str) -> String {
    let from = (log.len().saturating_sub(LOG)..=log.len()).find(|at| log.is_char_boundary(*at)).unwrap_or(0);
    log[from..].to_string()
}

pub async fn note(broker: &Broker, run: &str, id: u64, log: &str) -> Result<(), BrokerError> {
    broker.publish(try_subject(run, &id.to_string()), Bytes::from(shortened(log))).await
}

pub async fn last_log(broker: &Broker, run: &str, id: u64) -> String {
    match broker.last_try(&try_subject(run, &id.to_string())).await {
        Ok(Some(log)) => String::from_utf8_lossy(&log).into_owned(),
        _ => "every worker that had it was gone without a word".into(),
    }
}
