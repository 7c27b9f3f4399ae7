//! A confined process: started, written to, read from a line at a time, ended with its whole group.

use crate::sandbox::{Mount, Sandbox};
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;

/// Bytes kept of what it says on standard error.
const LOG: usize = 16 << 10;

/// What to start, and where.
pub struct Start<'a> {
    pub program: &'a Path,
    pub arguments: &'a [OsString],
    /// `None`: an admin has said that none is wanted.
    pub sandbox: Option<&'a Sandbox>,
    pub mounts: &'a [Mount],
    /// Of the user of this process, all together; root is not bound by it.
    pub processes: u64,
}

/// A process that runs; dropped, it is ended.
pub struct Confined {
    child: Child,
    pid: u32,
    input: Option<ChildStdin>,
    lines: BufReader<ChildStdout>,
    log: Option<JoinHandle<String>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineFault {
    #[error("its output cannot be read")]
    Unreadable,
    #[error("a line without end")]
    TooLong,
}

impl Confined {
    pub fn start(start: &Start) -> io::Result<Confined> {
        let mut command = match start.sandbox {
            Some(sandbox) => {
                let (name, args) = sandbox.command(start.program, start.arguments, start.mounts);
                let mut command = Command::new(name);
                command.args(args);
                command
            }
            None => {
                let mut command = Command::new(start.program);
                command.args(start.arguments).current_dir("/").env_clear();
                for name in ["PATH", "HOME", "TMPDIR", "CRESCENDO_CLANG"] {
                    if let Some(value) = std::env::var_os(name) {
                        command.env(name, value);
                    }
                }
                command
            }
        };
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.process_group(0).kill_on_drop(true);
        let processes = start.processes;
        // SAFETY: system calls between fork and exec, nothing is allocated.
        unsafe {
            command.pre_exec(move || {
                // Whatever they do, the service itself comes first.
                libc::setpriority(libc::PRIO_PROCESS, 0, 5);
                let limit = libc::rlimit { rlim_cur: processes, rlim_max: processes };
                libc::setrlimit(libc::RLIMIT_NPROC, &limit);
                Ok(())
            });
        }
        let mut child = command.spawn()?;
        let missing = || io::Error::other("a process without its pipes");
        let (input, output) = (child.stdin.take(), child.stdout.take().ok_or_else(missing)?);
        let errors = child.stderr.take().ok_or_else(missing)?;
        let pid = child.id().unwrap_or(u32::MAX - 1);
        Ok(Confined { child, pid, input, lines: BufReader::new(output), log: Some(tokio::spawn(tail(errors))) })
    }

    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// A line; not an error where nobody reads any more, which its output tells better.
    pub async fn write_line(&mut self, line: &[u8]) {
        if let Some(input) = &mut self.input {
            let wrote = async {
                input.write_all(line).await?;
                input.write_all(b"\n").await?;
                input.flush().await
            };
            if wrote.await.is_err() {
                self.input = None;
            }
        }
    }

    /// Reads on to the end of a line; `false`: there is none. Can be dropped at any time, and goes on where it was.
    pub async fn next_line(&mut self, line: &mut Vec<u8>, longest: usize) -> Result<bool, LineFault> {
        next_line(&mut self.lines, line, longest).await
    }

    /// Ends it, with all it has started.
    pub fn end(&mut self) {
        let _ = self.child.start_kill();
        end_group(self.pid);
    }

    /// Waits until it is gone, sees that nothing of it stays, and gives the end of what it said.
    pub async fn wait(&mut self) -> io::Result<(ExitStatus, String)> {
        self.input = None;
        let status = self.child.wait().await?;
        end_group(self.pid);
        let said = match self.log.take() {
            Some(log) => tokio::time::timeout(Duration::from_secs(5), log).await.ok().and_then(|r| r.ok()),
            None => None,
        };
        Ok((status, said.unwrap_or_default().trim().to_string()))
    }
}

impl Drop for Confined {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            self.end();
        }
    }
}

/// Reads on to the end of a line; `false`: there is none. Can be dropped at any time, and goes on where it was.
pub async fn next_line(
    from: &mut (impl AsyncBufRead + Unpin),
    line: &mut Vec<u8>,
    longest: usize,
) -> Result<bool, LineFault> {
    loop {
        let buffer = from.fill_buf().await.map_err(|_| LineFault::Unreadable)?;
        if buffer.is_empty() {
            return Ok(false);
        }
        let (used, whole) = match buffer.iter().position(|b| *b == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), false),
        };
        line.extend_from_slice(&buffer[..used]);
        from.consume(used);
        match (whole, line.len() > longest) {
            (_, true) => return Err(LineFault::TooLong),
            (true, false) => return Ok(true),
            (false, false) => {}
        }
    }
}

/// The end of what it says, for people.
async fn tail(mut from: impl tokio::io::AsyncRead + Unpin) -> String {
    let mut kept: Vec<u8> = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(got @ 1..) = from.read(&mut buffer).await {
        kept.extend_from_slice(&buffer[..got]);
        let over = kept.len().saturating_sub(LOG);
        kept.drain(..over);
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// The process group that it leads. In a sandbox all of it is gone when the first one is.
fn end_group(pid: u32) {
    if pid < i32::MAX as u32 {
        // SAFETY: signals the group that was made for this child.
        unsafe { libc::kill(-(pid as i32), libc::SIGKILL) };
    }
}
