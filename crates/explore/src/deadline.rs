//! Time as a promise: how long a thread has worked, and when it must be done.
//!
//! What counts is the processor time of the thread, so that a machine with other work to do explores as much as an idle one;
//! but at least half of what has passed on the clock, so that nobody waits for more than twice the time that was promised.

use std::time::{Duration, Instant};

/// How long the thread that started it has worked since. Other threads may look at it while that thread lives.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    started: Instant,
    cpu: Option<ThreadClock>,
}

/// The processor time of one thread.
#[derive(Clone, Copy, Debug)]
struct ThreadClock {
    id: libc::clockid_t,
    at_start: Duration,
}

impl ThreadClock {
    fn of_this_thread() -> Option<ThreadClock> {
        let mut id = 0;
        // SAFETY: the calling thread is alive, and `id` may be written.
        let known = unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &mut id) } == 0;
        let at_start = known.then(|| time_of(id)).flatten()?;
        Some(ThreadClock { id, at_start })
    }

    /// `None` once the thread is gone.
    fn elapsed(self) -> Option<Duration> {
        Some(time_of(self.id)?.saturating_sub(self.at_start))
    }
}

fn time_of(clock: libc::clockid_t) -> Option<Duration> {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `t` may be written; a clock that does not exist is an error, not undefined.
    let known = unsafe { libc::clock_gettime(clock, &mut t) } == 0;
    known.then(|| Duration::new(t.tv_sec as u64, t.tv_nsec as u32))
}

impl Stopwatch {
    /// Starts now, for this thread.
    pub fn start() -> Stopwatch {
        Stopwatch { started: Instant::now(), cpu: ThreadClock::of_this_thread() }
    }

    pub fn elapsed(&self) -> Duration {
        let wall = self.started.elapsed();
        let cpu = self.cpu.and_then(ThreadClock::elapsed).unwrap_or(wall);
        cpu.max(wall / 2)
    }

    /// Processor time alone.
    pub fn cpu(&self) -> Duration {
        self.cpu.and_then(ThreadClock::elapsed).unwrap_or_else(|| self.started.elapsed())
    }

    /// The clock on the wall is asked first: it costs less, and no thread works for longer than has passed there.
    fn has_reached(&self, time: Duration) -> bool {
        self.started.elapsed() >= time && self.elapsed() >= time
    }
}

/// When work of a thread must be done.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    watch: Stopwatch,
    /// Both by the watch.
    from: Duration,
    at: Duration,
}

impl Deadline {
    /// So much work of this thread from now on.
    pub fn after(time: Duration) -> Deadline {
        Deadline { watch: Stopwatch::start(), from: Duration::ZERO, at: time }
    }

    /// A part of the time that is left, and no more of it than there is.
    pub fn within(&self, time: Duration) -> Deadline {
        let from = self.watch.elapsed();
        Deadline { from, at: (from + time).min(self.at), ..*self }
    }

    /// The same with some of its end kept for others.
    pub fn but_for(&self, reserve: Duration) -> Deadline {
        Deadline { from: self.watch.elapsed(), at: self.at.saturating_sub(reserve), ..*self }
    }

    /// The same, or so much time from now on if that is more.
    pub fn or_at_least(&self, time: Duration) -> Deadline {
        let from = self.watch.elapsed();
        Deadline { from, at: (from + time).max(self.at), ..*self }
    }

    pub fn is_over(&self) -> bool {
        self.watch.has_reached(self.at)
    }

    /// The same with some of its end kept for others.
    pub fn is_over_but_for(&self, reserve: Duration) -> bool {
        self.watch.has_reached(self.at.saturating_sub(reserve))
    }

    pub fn left(&self) -> Duration {
        self.at.saturating_sub(self.watch.elapsed())
    }

    /// All the time there was when it was set.
    pub fn whole(&self) -> Duration {
        self.at.saturating_sub(self.from)
    }

    /// Since the watch was started.
    pub fn spent(&self) -> Duration {
        self.watch.elapsed()
    }

    /// Of processor time, since the watch was started.
    pub fn cpu_spent(&self) -> Duration {
        self.watch.cpu()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Works until the thread has used so much processor time.
    fn work(time: Duration) {
        let watch = Stopwatch::start();
        let mut sum = 0u64;
        while watch.cpu() < time {
            sum = std::hint::black_box(sum + 1);
        }
    }

    #[test]
    fn sleeping_counts_half() {
        let watch = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(40));
        let (cpu, counted) = (watch.cpu(), watch.elapsed());
        assert!(counted >= Duration::from_millis(20) && cpu < counted, "{cpu:?} {counted:?}");
    }

    #[test]
    fn parts_end_with_the_whole() {
        let whole = Deadline::after(Duration::from_secs(3600));
        let part = whole.within(Duration::from_secs(7200));
        assert!(part.left() <= whole.left() + Duration::from_millis(1) && !part.is_over());
        assert!(whole.within(Duration::ZERO).is_over());
        assert!(whole.but_for(Duration::from_secs(3600)).is_over());
        assert!(!whole.within(Duration::ZERO).or_at_least(Duration::from_secs(60)).is_over());
        assert!(whole.within(Duration::from_secs(60)).whole() == Duration::from_secs(60));
    }

    #[test]
    fn another_thread_can_look() {
        let deadline = Deadline::after(Duration::from_millis(5));
        work(Duration::from_millis(6));
        let seen = std::thread::spawn(move || deadline.is_over()).join();
        assert!(seen.is_ok_and(|over| over));
    }
}
