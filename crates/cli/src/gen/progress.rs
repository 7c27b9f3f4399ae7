//! One live line about the work, on a terminal only.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

pub struct Board {
    total: usize,
    state: Option<Mutex<State>>,
}

struct State {
    done: usize,
    shown: Instant,
}

const EVERY: Duration = Duration::from_millis(100);

impl Board {
    pub fn new(total: usize) -> Board {
        let live = std::io::stderr().is_terminal();
        Board { total, state: live.then(|| Mutex::new(State { done: 0, shown: Instant::now() })) }
    }

    /// A function is being explored.
    pub fn tell(&self, name: &str, runs: u64, covered: u32, goals: u32) {
        let Some(state) = &self.state else { return };
        let Ok(mut s) = state.try_lock() else { return };
        if s.shown.elapsed() < EVERY {
            return;
        }
        s.shown = Instant::now();
        let width = 20;
        let filled = width * s.done / self.total.max(1);
        let bar: String = (0..width).map(|i| if i < filled { '#' } else { '.' }).collect();
        let name: String = name.chars().take(24).collect();
        let line = format!("[{bar}] {}/{} {name}: {covered}/{goals} goals, {runs} runs", s.done, self.total);
        eprint!("\r\x1b[2K{line:.79}");
        let _ = std::io::stderr().flush();
    }

    pub fn finished(&self) {
        if let Some(state) = &self.state
            && let Ok(mut s) = state.lock()
        {
            s.done += 1;
        }
    }

    pub fn clear(&self) {
        if self.state.is_some() {
            eprint!("\r\x1b[2K");
        }
    }
}
