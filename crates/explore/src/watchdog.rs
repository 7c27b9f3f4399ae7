//! Ends single runs that go on past their time: a search looks at the clock only between runs.
//!
//! One thread watches for all: whoever runs something asks for its flags to be set at a deadline, and drops the guard when it
//! is done. When work is cancelled, all flags are set.

use crate::cancel::CancelToken;
use crate::deadline::Deadline;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::Duration;

const EVERY: Duration = Duration::from_millis(10);

struct Watched {
    number: u64,
    deadline: Deadline,
    /// Set when the time has come; the machine then stops soon.
    flags: Vec<Arc<AtomicBool>>,
}

#[derive(Default)]
struct State {
    watched: Vec<Watched>,
    next: u64,
    over: bool,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// Something is to be watched, or nothing ever again.
    changed: Condvar,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    fn watch(&self, cancel: &CancelToken) {
        let mut state = self.state();
        while !state.over {
            if state.watched.is_empty() {
                state = self.changed.wait(state).unwrap_or_else(|broken| broken.into_inner());
                continue;
            }
            let cancelled = cancel.is_cancelled();
            for w in state.watched.iter().filter(|w| cancelled || w.deadline.is_over()) {
                w.flags.iter().for_each(|f| f.store(true, Ordering::Relaxed));
            }
            state = self.changed.wait_timeout(state, EVERY).unwrap_or_else(|broken| broken.into_inner()).0;
        }
    }
}

/// Watches until it is dropped.
pub struct Watchdog {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// Keeps a deadline as long as it lives.
pub struct Guard<'a> {
    watchdog: &'a Watchdog,
    number: u64,
}

impl Watchdog {
    pub fn new(cancel: &CancelToken) -> std::io::Result<Watchdog> {
        let shared = Arc::new(Shared::default());
        let (watched, cancel) = (shared.clone(), cancel.clone());
        let thread = std::thread::Builder::new().name("watchdog".into()).spawn(move || watched.watch(&cancel))?;
        Ok(Watchdog { shared, thread: Some(thread) })
    }

    /// Sets the flags at the deadline, and clears them now.
    pub fn until(&self, deadline: Deadline, flags: Vec<Arc<AtomicBool>>) -> Guard<'_> {
        flags.iter().for_each(|f| f.store(false, Ordering::Relaxed));
        let mut state = self.shared.state();
        state.next += 1;
        let number = state.next;
        state.watched.push(Watched { number, deadline, flags });
        drop(state);
        self.shared.changed.notify_one();
        Guard { watchdog: self, number }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.shared.state().over = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // It has nothing to say, and a panic of its own must not become ours.
            let _ = thread.join();
        }
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.watchdog.shared.state().watched.retain(|w| w.number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait_for(flag: &AtomicBool) {
        while !flag.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn flags_are_set_at_the_deadline_and_when_cancelled() {
        let cancel = CancelToken::default();
        let watchdog = Watchdog::new(&cancel).expect("a thread");
        let (soon, never) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicBool::new(true)));
        let _late = watchdog.until(Deadline::after(Duration::from_secs(3600)), vec![never.clone()]);
        let _early = watchdog.until(Deadline::after(Duration::ZERO), vec![soon.clone()]);
        wait_for(&soon);
        assert!(!never.load(Ordering::Relaxed));
        cancel.cancel();
        wait_for(&never);
    }

    #[test]
    fn nothing_is_set_once_the_guard_is_gone() {
        let cancel = CancelToken::default();
        let watchdog = Watchdog::new(&cancel).expect("a thread");
        let flag = Arc::new(AtomicBool::new(true));
        drop(watchdog.until(Deadline::after(Duration::from_secs(3600)), vec![flag.clone()]));
        cancel.cancel();
        drop(watchdog);
        assert!(!flag.load(Ordering::Relaxed));
    }
}
