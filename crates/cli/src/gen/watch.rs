//! Ends single runs that go on past their function's time: the exploration looks at the clock only between runs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const EVERY: Duration = Duration::from_millis(10);

struct Watched {
    number: u64,
    deadline: Instant,
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
pub struct Watch(Mutex<State>);

/// Keeps a deadline as long as it lives.
pub struct Guard<'a> {
    watch: &'a Watch,
    number: u64,
}

impl Watch {
    /// Sets the flags at the deadline, and clears them now.
    pub fn until(&self, deadline: Instant, flags: Vec<Arc<AtomicBool>>) -> Guard<'_> {
        flags.iter().for_each(|f| f.store(false, Ordering::Relaxed));
        let mut state = self.state();
        state.next += 1;
        let number = state.next;
        state.watched.push(Watched { number, deadline, flags });
        Guard { watch: self, number }
    }

    /// Watches until `end` is called. `stop`: all runs shall end now.
    pub fn keep(&self, stop: &AtomicBool) {
        loop {
            std::thread::sleep(EVERY);
            let state = self.state();
            if state.over {
                return;
            }
            let (now, stop) = (Instant::now(), stop.load(Ordering::Relaxed));
            for w in state.watched.iter().filter(|w| stop || w.deadline <= now) {
                w.flags.iter().for_each(|f| f.store(true, Ordering::Relaxed));
            }
        }
    }

    pub fn end(&self) {
        self.state().over = true;
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(|broken| broken.into_inner())
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.watch.state().watched.retain(|w| w.number != self.number);
    }
}
