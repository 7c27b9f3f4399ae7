//! Machines that have nothing to do, by bundle, so that a program is not made again for every job; and who is at what, for
//! campaigns that are cancelled.

use super::machine::{Cancelled, Machine};
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub struct Pool {
    /// Machines that wait, at most: each holds a program.
    most: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The longest unused first.
    idle: Vec<Machine>,
    /// By run and a number.
    busy: HashMap<(String, u64), Arc<Cancelled>>,
    next: u64,
}

/// Somebody is at a job of a run.
pub struct AtWork<'a> {
    pool: &'a Pool,
    key: (String, u64),
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.pool.state().busy.remove(&self.key);
    }
}

impl Pool {
    pub fn new(most: usize) -> Pool {
        Pool { most, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One with the program of a bundle.
    pub fn take(&self, bundle: &str) -> Option<Machine> {
        let mut state = self.state();
        let at = state.idle.iter().rposition(|m| m.bundle == bundle)?;
        Some(state.idle.remove(at))
    }

    /// Makes room for one that is started.
    pub fn make_room(&self, slots: usize) {
        let mut state = self.state();
        while !state.idle.is_empty() && state.idle.len() + slots > self.most {
            state.idle.remove(0);
        }
    }

    pub fn give_back(&self, machine: Machine) {
        if !machine.cancelled.is() {
            let mut state = self.state();
            state.idle.push(machine);
            if state.idle.len() > self.most {
                state.idle.remove(0);
            }
        }
    }

    pub fn at_work(&self, run: &str, cancelled: &Arc<Cancelled>) -> AtWork<'_> {
        let mut state = self.state();
        state.next += 1;
        let key = (run.to_string(), state.next);
        state.busy.insert(key.clone(), cancelled.clone());
        AtWork { pool: self, key }
    }

    pub fn cancel(&self, run: &str) {
        for (_, cancelled) in self.state().busy.iter().filter(|((r, _), _)| r == run) {
            if !cancelled.flag.swap(true, Ordering::SeqCst) {
                cancelled.told.notify_one();
            }
        }
    }
}
