//! Runs one program that we do not trust to end: its own session, bounded time, memory, output and file sizes.
//!
//! Invariants: the child is always reaped; on any limit its whole process group is killed; it reads nothing from us
//! (its standard input is empty); if we die, it dies.

use std::io::{self, Read};
use std::os::fd::AsRawFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::idle::IdleWatch;
use crate::request::Limits;

/// Which of the program's streams is kept; the other one is thrown away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    Out,
    Err,
}

/// How the program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// By itself, with this code.
    Exited(i32),
    /// By a signal, its own fault or ours by a resource limit.
    Signalled(i32),
    /// Killed: too long on the clock.
    TimedOut,
    /// Killed: it slept all the time.
    Idle,
}

/// How the program ended and what it said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub end: End,
    /// The first bytes of the kept stream.
    pub said: Vec<u8>,
    /// How many more there were.
    pub unsaid: u64,
}

/// How often time is checked while the program is silent.
const TICK: Duration = Duration::from_millis(100);

/// Runs a prepared command within limits and keeps `max_said` bytes of what it says.
pub fn run(mut command: Command, stream: Stream, max_said: usize, limits: &Limits) -> io::Result<Run> {
    let (out, err) = match stream {
        Stream::Out => (Stdio::piped(), Stdio::null()),
        Stream::Err => (Stdio::null(), Stdio::piped()),
    };
    command.stdin(Stdio::null()).stdout(out).stderr(err);
    confine(&mut command, limits);
    let mut child = Reaped(command.spawn()?);
    let deadline = Instant::now() + limits.wall;
    let mut idle = IdleWatch::new(child.0.id(), limits.idle);
    let mut said = Vec::new();
    let mut unsaid = 0;
    let mut pipe: Option<Box<dyn Pipe>> = match stream {
        Stream::Out => child.0.stdout.take().map(|pipe| Box::new(pipe) as _),
        Stream::Err => child.0.stderr.take().map(|pipe| Box::new(pipe) as _),
    };
    let mut buffer = vec![0; 16 << 10];
    let end = loop {
        let wait = TICK.min(deadline.saturating_duration_since(Instant::now()));
        let is_silent = match pipe.as_mut() {
            Some(open) if is_readable(open.as_raw_fd(), wait)? => match open.read(&mut buffer) {
                Ok(0) => {
                    pipe = None;
                    true
                }
                Ok(count) => {
                    let kept = count.min(max_said.saturating_sub(said.len()));
                    said.extend_from_slice(&buffer[..kept]);
                    unsaid += (count - kept) as u64;
                    false
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => false,
                Err(error) => return Err(error),
            },
            // Also when a child of its own still holds the stream, the program itself may have ended.
            Some(_) => true,
            // It closed its stream: it is ending, a moment before it can be reaped.
            None => {
                std::thread::sleep(Duration::from_micros(200));
                true
            }
        };
        if is_silent {
            if let Some(status) = child.0.try_wait()? {
                break end_of(status);
            }
        }
        if Instant::now() >= deadline {
            break End::TimedOut;
        }
        if idle.is_over() {
            break End::Idle;
        }
    };
    Ok(Run { end, said, unsaid })
}

trait Pipe: Read + AsRawFd {}
impl<T: Read + AsRawFd> Pipe for T {}

/// A child that is killed, with its group, unless it was reaped before.
struct Reaped(Child);

impl Drop for Reaped {
    fn drop(&mut self) {
        if let Ok(None) = self.0.try_wait() {
            // SAFETY: plain system call. The child is not reaped, so its id, which is its group's, is not reused.
            unsafe { libc::kill(-(self.0.id() as libc::pid_t), libc::SIGKILL) };
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }
}

fn end_of(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        // A shell, and clang with its front end inside, report a signal as 128 and more.
        (Some(code), _) if code > 128 && code <= 128 + 64 => End::Signalled(code - 128),
        (Some(code), _) => End::Exited(code),
        (None, signal) => End::Signalled(signal.unwrap_or(0)),
    }
}

/// Gives the child its own session and its resource limits.
fn confine(command: &mut Command, limits: &Limits) {
    let cpu = limits.cpu.as_secs().max(1);
    let resources = [
        (libc::RLIMIT_AS, limits.memory, limits.memory),
        // SIGXCPU first, SIGKILL if that is ignored.
        (libc::RLIMIT_CPU, cpu, cpu + 5),
        (libc::RLIMIT_FSIZE, limits.file_size, limits.file_size),
        (libc::RLIMIT_CORE, 0, 0),
    ];
    // SAFETY: between fork and exec only async-signal-safe system calls are made; nothing is allocated.
    unsafe {
        command.pre_exec(move || {
            libc::setsid();
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            for (resource, soft, hard) in resources {
                let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
                libc::getrlimit(resource, &mut limit);
                // Never ask for more than we have ourselves.
                limit.rlim_max = limit.rlim_max.min(hard);
                limit.rlim_cur = limit.rlim_max.min(soft);
                if libc::setrlimit(resource, &limit) != 0 {
                    return Err(io::Error::last_os_error());
                }
            }
            Ok(())
        });
    }
}

/// Waits until there is something to read, or the end of it.
fn is_readable(fd: i32, wait: Duration) -> io::Result<bool> {
    let mut poll = libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    // SAFETY: one valid pollfd, and its count.
    let count = unsafe { libc::poll(&mut poll, 1, wait.as_millis() as libc::c_int) };
    match count {
        -1 if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => Ok(false),
        -1 => Err(io::Error::last_os_error()),
        count => Ok(count > 0),
    }
}
