//! Notices a process that sleeps and never works: clang in `open` of a fifo, say. A compiler that runs, waits for
//! the processor or waits for the disk is not asleep in this sense, however slow the machine is.

use std::fs;
use std::time::{Duration, Instant};

/// Watches one process group.
#[derive(Debug)]
pub struct IdleWatch {
    leader: u32,
    limit: Duration,
    asleep_since: Option<(Instant, u64)>,
    next_look: Instant,
}

/// Looking costs a few system calls, so it is not done at every chance.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);

impl IdleWatch {
    /// Watches the group of `leader`.
    pub fn new(leader: u32, limit: Duration) -> IdleWatch {
        IdleWatch { leader, limit, asleep_since: None, next_look: Instant::now() + BETWEEN_LOOKS }
    }

    /// Whether the group was asleep at every look for as long as the limit says.
    pub fn is_over(&mut self) -> bool {
        let now = Instant::now();
        if now < self.next_look {
            return false;
        }
        self.next_look = now + BETWEEN_LOOKS;
        let used = match self.leader_state() {
            Some(state) if state.is_asleep => state.processor_time,
            _ => {
                self.asleep_since = None;
                return false;
            }
        };
        match self.asleep_since {
            Some((since, then)) if then == used => {
                now.duration_since(since) >= self.limit && !self.has_working_member()
            }
            _ => {
                self.asleep_since = Some((now, used));
                false
            }
        }
    }

    fn leader_state(&self) -> Option<State> {
        State::of(&fs::read_to_string(format!("/proc/{}/stat", self.leader)).ok()?)
    }

    /// The leader may only wait for a child of its own, as a wrapper script does.
    fn has_working_member(&mut self) -> bool {
        let Ok(processes) = fs::read_dir("/proc") else {
            return true;
        };
        let is_working = processes
            .flatten()
            .filter(|entry| entry.file_name().to_string_lossy().bytes().all(|byte| byte.is_ascii_digit()))
            .filter_map(|entry| State::of(&fs::read_to_string(entry.path().join("stat")).ok()?))
            .any(|state| state.group == self.leader && !state.is_asleep);
        if is_working {
            self.asleep_since = None;
        }
        is_working
    }
}

/// What `/proc/PID/stat` says.
#[derive(Debug, PartialEq, Eq)]
struct State {
    is_asleep: bool,
    group: u32,
    processor_time: u64,
}

impl State {
    fn of(stat: &str) -> Option<State> {
        // The name is in parentheses and may hold anything; the fields after it are plain.
        let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
        let state = fields.next()?;
        let group = fields.nth(1)?.parse().ok()?;
        let user: u64 = fields.nth(8)?.parse().ok()?;
        let system: u64 = fields.next()?.parse().ok()?;
        Some(State { is_asleep: matches!(state, "S" | "T" | "t"), group, processor_time: user + system })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_stat() {
        let stat = "19568 (cl) ang) S 19567 19560 3136 0 -1 4194304 4041 0 0 0 7 5 3 1 30 10 1 0 159532";
        assert_eq!(State::of(stat), Some(State { is_asleep: true, group: 19560, processor_time: 12 }));
        assert_eq!(State::of("nonsense"), None);
    }
}
