//! Tells those who watch a campaign that there is something new. What it is, they read from the database: so nobody misses
//! anything, however slow they are.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use tokio::sync::watch;

#[derive(Default)]
pub struct Hub {
    campaigns: Mutex<HashMap<i64, watch::Sender<i64>>>,
}

impl Hub {
    /// Gives the number of the last event whenever it changes.
    pub fn watch(&self, campaign: i64) -> watch::Receiver<i64> {
        let mut campaigns = self.campaigns.lock().unwrap_or_else(PoisonError::into_inner);
        campaigns.retain(|id, sender| *id == campaign || sender.receiver_count() > 0);
        campaigns.entry(campaign).or_insert_with(|| watch::channel(0).0).subscribe()
    }

    pub fn tell(&self, campaign: i64, last: i64) {
        let campaigns = self.campaigns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = campaigns.get(&campaign) {
            sender.send_replace(last);
        }
    }
}
