//! What the end-to-end tests share: finding the corpus, its directives, running things with a time limit.
//!
//! The directives are described in `tests/README.md`.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::ffi::OsString;
use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository exists")
}

pub fn crescendo() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_crescendo"))
}

/// The `// key: value` lines a C file opens with.
#[derive(Clone, Debug, Default)]
pub struct Directives {
    pub args: Vec<OsString>,
    pub stdin: Vec<u8>,
    pub cflags: Vec<String>,
}

pub fn directives(file: &Path) -> Directives {
    let text = String::from_utf8_lossy(&std::fs::read(file).unwrap_or_default()).into_owned();
    let mut d = Directives::default();
    for line in text.lines() {
        let Some((key, value)) = line.strip_prefix("// ").and_then(|l| l.split_once(':')) else { break };
        let value = value.strip_prefix(' ').unwrap_or(value);
        use std::os::unix::ffi::OsStringExt;
        match key {
            "args" => {
                let words = shlex::split(value).expect("args are shell words");
                d.args = words.iter().map(|w| OsString::from_vec(unescape(w))).collect();
            }
            "stdin" => d.stdin = unescape(value),
            "cflags" => d.cflags = shlex::split(value).expect("cflags are shell words"),
            "sanitizers" => {}
            _ => break,
        }
    }
    d
}

/// `\n`, `\t`, `\xNN` and friends.
fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] != b'\\' || i + 1 == bytes.len() {
            out.push(bytes[i]);
            i += 1;
            continue;
        }
        i += 2;
        match bytes[i - 1] {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'r' => out.push(b'\r'),
            b'x' => {
                out.push(u8::from_str_radix(&text[i..i + 2], 16).expect("two hex digits"));
                i += 2;
            }
            c @ b'0'..=b'7' => {
                let mut v = (c - b'0') as u32;
                while i < bytes.len() && matches!(bytes[i], b'0'..=b'7') && v < 32 {
                    v = v * 8 + (bytes[i] - b'0') as u32;
                    i += 1;
                }
                out.push(v as u8);
            }
            c => out.push(c),
        }
    }
    out
}

/// How a process ended and what it wrote.
#[derive(Clone, PartialEq, Eq)]
pub struct Ended {
    /// Exit code, or 128 + signal.
    pub status: i32,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub timed_out: bool,
}

impl std::fmt::Debug for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let show = |b: &[u8]| String::from_utf8_lossy(&b[..b.len().min(1500)]).into_owned();
        let late = if self.timed_out { " (timed out)" } else { "" };
        write!(
            f,
            "status {}{late}\n--- stdout\n{}\n--- stderr\n{}",
            self.status,
            show(&self.stdout),
            show(&self.stderr)
        )
    }
}

/// Output beyond this is read and thrown away.
const KEEP: usize = 64 << 20;

/// Runs a command in a folder with a plain environment.
pub fn execute(command: &mut Command, stdin: &[u8], folder: &Path, limit: Duration) -> Ended {
    command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let keep = ["PATH", "CRESCENDO_CACHE", "XDG_CACHE_HOME", "HOME", "CARGO_HOME"];
    let kept: Vec<_> = keep.iter().filter_map(|k| std::env::var_os(k).map(|v| (k, v))).collect();
    command.env_clear().envs(kept).env("LC_ALL", "C").process_group(0);
    // What started the tests may ignore signals (`nohup`, a shell's `&`), and children would inherit that.
    unsafe {
        command.pre_exec(|| {
            for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGQUIT] {
                libc::signal(signal, libc::SIG_DFL);
            }
            Ok(())
        });
    }
    let mut child = command.spawn().unwrap_or_else(|e| panic!("cannot start {command:?}: {e}"));
    let mut input = child.stdin.take().expect("piped");
    let (out, err) = (child.stdout.take().expect("piped"), child.stderr.take().expect("piped"));
    let stdin = stdin.to_vec();
    let feed = std::thread::spawn(move || drop(input.write_all(&stdin)));
    let read = |mut from: Box<dyn Read + Send>| {
        std::thread::spawn(move || {
            let (mut all, mut buffer) = (Vec::new(), vec![0; 65536]);
            while let Ok(n) = from.read(&mut buffer) {
                if n == 0 {
                    break;
                }
                if all.len() < KEEP {
                    all.extend_from_slice(&buffer[..n]);
                }
            }
            all
        })
    };
    let (out, err) = (read(Box::new(out)), read(Box::new(err)));
    let start = Instant::now();
    let mut timed_out = false;
    let status = loop {
        if let Some(status) = child.try_wait().expect("our child") {
            break status;
        }
        if start.elapsed() > limit {
            timed_out = true;
            let _ = Command::new("kill").args(["-9", "--", &format!("-{}", child.id())]).status();
            break child.wait().expect("our child");
        }
        std::thread::sleep(Duration::from_millis(if start.elapsed().as_millis() < 200 { 1 } else { 10 }));
    };
    let _ = feed.join();
    let status = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
    Ended { status, stdout: out.join().expect("reader"), stderr: err.join().expect("reader"), timed_out }
}

pub const LIMIT: Duration = Duration::from_secs(1200);

/// A folder that is gone afterwards.
pub fn scratch() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Builds sources with clang 19 and runs the result.
pub fn native(sources: &[PathBuf], d: &Directives, flags: &[&str]) -> Result<Ended, String> {
    let build = scratch();
    let exe = build.path().join("program");
    let mut clang = Command::new("clang-19");
    clang.args(["-O0", "-w"]).args(flags).args(&d.cflags).args(sources).arg("-o").arg(&exe).arg("-lm");
    let built = clang.output().map_err(|e| format!("clang-19: {e}"))?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned());
    }
    let folder = scratch();
    Ok(execute(Command::new(&exe).args(&d.args), &d.stdin, folder.path(), LIMIT))
}

/// Runs sources in the machine.
pub fn machine(sources: &[PathBuf], d: &Directives, options: &[&str]) -> Ended {
    let folder = scratch();
    let mut c = Command::new(crescendo());
    c.arg("run").args(sources).args(options);
    for a in &d.args {
        c.arg("--arg").arg(a);
    }
    c.arg("--").args(["-w"]).args(&d.cflags);
    execute(&mut c, &d.stdin, folder.path(), LIMIT)
}

/// All files below a folder that a test takes, sorted.
pub fn files(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = walkdir::WalkDir::new(folder)
        .into_iter()
        .filter_map(Result::ok)
        .map(|e| e.into_path())
        .filter(|p| p.is_file() && wanted(p))
        .collect();
    all.sort();
    all
}

pub fn is_c(p: &Path) -> bool {
    p.extension().is_some_and(|e| e == "c")
}

/// A test's name: the path below the folder.
pub fn name(folder: &Path, file: &Path) -> String {
    file.strip_prefix(folder).unwrap_or(file).to_string_lossy().into_owned()
}

/// The program's own name appears in messages (assert, perror, getopt): natively it is the path of the build.
pub fn without_program_name(text: &[u8], source: &Path) -> String {
    let text = String::from_utf8_lossy(text).into_owned();
    let ours = source.with_extension("");
    let text = text.replace(&*ours.to_string_lossy(), "program");
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        // "/tmp/x/program: message" and "stem: message" become "program: message".
        let stem = ours.file_name().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        match line.split_once(": ") {
            Some((head, rest)) if head.ends_with("/program") || head == stem => {
                out.push_str("program: ");
                out.push_str(rest);
            }
            _ => out.push_str(line),
        }
    }
    out
}
