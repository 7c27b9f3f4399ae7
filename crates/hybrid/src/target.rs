//! Runs inputs natively, thousands a second: a server in a sandbox forks a child for each (`runtime/target.c`).
//!
//! Inputs and what they reach go through shared memory. A server that dies is started again.

use crescendo_confined::{Mount, Sandbox};
use crescendo_process::Input;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const HEAD: usize = 48;
/// Counters of edges: more edges share them.
const EDGES: usize = 1 << 16;
/// Bytes of one input.
const ROOM: usize = 8 << 20;
/// As in `runtime/target.c`.
const FIRST: RawFd = 196;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub time: Duration,
    /// Bytes of memory; 0: no limit.
    pub memory: u64,
    pub file_size: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { time: Duration::from_millis(1000), memory: 2 << 30, file_size: 16 << 20 }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Exited(i32),
    Signalled(i32),
    TimedOut,
    /// It was no run: the input is too large, or the system gives no process.
    Failed,
}

impl End {
    /// It ended by a fault of its own.
    pub fn is_crash(self) -> bool {
        const FAULTS: &[i32] = &[libc::SIGSEGV, libc::SIGABRT, libc::SIGFPE, libc::SIGBUS, libc::SIGILL, libc::SIGTRAP];
        matches!(self, End::Signalled(s) if FAULTS.contains(&s))
    }
}

pub struct Target {
    exe: PathBuf,
    folder: PathBuf,
    program: String,
    goals: usize,
    limits: Limits,
    sandbox: Option<Sandbox>,
    shared: Shared,
    stdin: File,
    server: Option<Server>,
    pub runs: u64,
    /// Servers that died.
    pub restarts: u64,
}

struct Server {
    child: Child,
    requests: File,
    answers: File,
}

impl Drop for Server {
    fn drop(&mut self) {
        let pid = self.child.id() as i32;
        // SAFETY: signals the group that was made for this child.
        unsafe { libc::kill(-pid, libc::SIGKILL) };
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Memory that the server sees too.
struct Shared {
    file: File,
    at: *mut u8,
    len: usize,
}

// SAFETY: the mapping belongs to whoever owns this.
unsafe impl Send for Shared {}

impl Shared {
    fn new(len: usize) -> io::Result<Shared> {
        let file = memory_file("crescendo-map")?;
        file.set_len(len as u64)?;
        let (read, shared) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED);
        // SAFETY: a new mapping of a file of that length.
        let at = unsafe { libc::mmap(std::ptr::null_mut(), len, read, shared, file.as_raw_fd(), 0) };
        match at {
            libc::MAP_FAILED => Err(io::Error::last_os_error()),
            at => Ok(Shared { file, at: at.cast(), len }),
        }
    }

    fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: the mapping lives as long as `self`; the server writes to it only while a run is under way.
        unsafe { std::slice::from_raw_parts_mut(self.at, self.len) }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: mapped by `new`.
        unsafe { libc::munmap(self.at.cast(), self.len) };
    }
}

fn memory_file(name: &str) -> io::Result<File> {
    let name = std::ffi::CString::new(name).expect("no zero byte");
    // SAFETY: a call of the system with a string.
    match unsafe { libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC) } {
        -1 => Err(io::Error::last_os_error()),
        // SAFETY: new, and nobody else's.
        fd => Ok(unsafe { File::from_raw_fd(fd) }),
    }
}

fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut ends = [0; 2];
    // SAFETY: room for both ends.
    match unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } {
        0 => Ok(unsafe { (OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1])) }),
        _ => Err(io::Error::last_os_error()),
    }
}

impl Target {
    /// `folder`: a scratch folder, for when there is no sandbox.
    pub fn new(
        exe: &Path,
        folder: &Path,
        program: &str,
        goals: usize,
        limits: Limits,
        sandbox: Option<Sandbox>,
    ) -> io::Result<Target> {
        let goals_room = goals.next_multiple_of(8).max(8);
        let mut target = Target {
            exe: exe.to_path_buf(),
            folder: folder.to_path_buf(),
            program: program.to_string(),
            goals: goals_room,
            limits,
            sandbox,
            shared: Shared::new(HEAD + goals_room + EDGES + ROOM)?,
            stdin: memory_file("crescendo-stdin")?,
            server: None,
            runs: 0,
            restarts: 0,
        };
        target.write_head();
        std::fs::create_dir_all(folder)?;
        target.start()?;
        Ok(target)
    }

    fn write_head(&mut self) {
        let (goals, limits) = (self.goals as u64, self.limits);
        let words = [goals, EDGES as u64, ROOM as u64, limits.memory, limits.file_size];
        let bytes = self.shared.bytes();
        for (to, word) in bytes.chunks_exact_mut(8).zip(words) {
            to.copy_from_slice(&word.to_ne_bytes());
        }
        bytes[40..44].copy_from_slice(&(limits.time.as_millis().max(1) as u32).to_ne_bytes());
    }

    pub fn set_time(&mut self, time: Duration) {
        self.limits.time = time;
        self.write_head();
    }

    fn start(&mut self) -> io::Result<()> {
        let (requests_in, requests) = pipe()?;
        let (answers, answers_out) = pipe()?;
        let mut command = match &self.sandbox {
            Some(sandbox) => {
                let mounts: &[Mount] = &[];
                let (name, args): (OsString, Vec<OsString>) = sandbox.command(&self.exe, &[], mounts);
                let mut command = Command::new(name);
                command.args(args);
                command
            }
            None => {
                let mut command = Command::new(&self.exe);
                command.env_clear().current_dir(&self.folder);
                command
            }
        };
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        let given =
            [self.stdin.as_raw_fd(), self.shared.file.as_raw_fd(), requests_in.as_raw_fd(), answers_out.as_raw_fd()];
        // SAFETY: system calls between fork and exec, nothing is allocated.
        unsafe {
            command.pre_exec(move || {
                for (to, from) in (FIRST..).zip(given) {
                    if libc::dup2(from, to) < 0 {
                        return Err(io::Error::last_os_error());
                    }
                }
                Ok(())
            });
        }
        let child = command.spawn()?;
        self.server = Some(Server { child, requests: requests.into(), answers: answers.into() });
        Ok(())
    }

    /// Runs an input; what it reached is there until the next one.
    pub fn run(&mut self, input: &Input) -> End {
        self.runs += 1;
        if !self.put(input) {
            return End::Failed;
        }
        if let Some(end) = self.ask() {
            return end;
        }
        // The server is gone, or says nothing: once more with a new one.
        self.restarts += 1;
        self.server = None;
        if self.start().is_err() {
            return End::Failed;
        }
        self.ask().unwrap_or_else(|| {
            self.server = None;
            let _ = self.start();
            End::Failed
        })
    }

    fn ask(&mut self) -> Option<End> {
        let patience = self.limits.time + Duration::from_secs(5);
        let server = self.server.as_mut()?;
        server.requests.write_all(&1u32.to_ne_bytes()).ok()?;
        let mut poll = libc::pollfd { fd: server.answers.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one descriptor.
        if unsafe { libc::poll(&mut poll, 1, patience.as_millis() as i32) } != 1 {
            return None;
        }
        let mut answer = [0; 8];
        server.answers.read_exact(&mut answer).ok()?;
        let word = |i: usize| u32::from_ne_bytes(answer[i..i + 4].try_into().expect("four bytes"));
        let status = word(4) as i32;
        Some(match word(0) {
            1 => End::TimedOut,
            2 => End::Failed,
            _ if libc::WIFSIGNALED(status) => End::Signalled(libc::WTERMSIG(status)),
            _ => End::Exited(libc::WEXITSTATUS(status)),
        })
    }

    fn put(&mut self, input: &Input) -> bool {
        let mut all = Vec::with_capacity(256 + input.size());
        let number = |all: &mut Vec<u8>, n: usize| all.extend_from_slice(&(n as u32).to_ne_bytes());
        let bytes = |all: &mut Vec<u8>, b: &[u8]| {
            number(all, b.len());
            all.extend_from_slice(b);
        };
        number(&mut all, input.args.len() + 1);
        bytes(&mut all, self.program.as_bytes());
        input.args.iter().for_each(|a| bytes(&mut all, a));
        let usual: [&[u8]; 2] = [b"PATH=/usr/bin:/bin", b"LC_ALL=C"];
        number(&mut all, input.env.len() + usual.len());
        usual.iter().for_each(|v| bytes(&mut all, v));
        input.env.iter().for_each(|(n, v)| bytes(&mut all, &[n.as_bytes(), b"=", v].concat()));
        number(&mut all, input.files.values().flatten().count());
        for (name, contents) in &input.files {
            if let Some(contents) = contents {
                bytes(&mut all, name.as_bytes());
                bytes(&mut all, contents);
            }
        }
        number(&mut all, input.values.len());
        input.values.iter().for_each(|v| all.extend_from_slice(&v.value.to_ne_bytes()));
        bytes(&mut all, &input.data);
        let (goals, edges) = (self.goals, self.edges());
        let stdin = self.stdin.set_len(0).and_then(|()| {
            use std::os::unix::fs::FileExt;
            self.stdin.write_all_at(&input.stdin, 0)
        });
        let room = &mut self.shared.bytes()[HEAD..];
        let (map, to) = room.split_at_mut(goals + EDGES);
        map[..goals + edges].fill(0);
        if all.len() > to.len() || stdin.is_err() {
            return false;
        }
        to[..all.len()].copy_from_slice(&all);
        true
    }

    /// Edges that there are, as the server has told.
    fn edges(&mut self) -> usize {
        let told = u32::from_ne_bytes(self.shared.bytes()[44..48].try_into().expect("four bytes")) as usize;
        (told + 1).next_multiple_of(8).min(EDGES)
    }

    /// Of the last run: the goals, a byte each, and the counters of edges.
    pub fn reached(&mut self) -> (&[u8], &[u8]) {
        let (goals, edges) = (self.goals, self.edges());
        let map: &[u8] = &self.shared.bytes()[HEAD..HEAD + goals + edges];
        map.split_at(goals)
    }
}
