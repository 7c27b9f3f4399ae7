//! The last word on crashes: the program as its project builds it, with sanitizers, started as anybody would start it.

use crescendo_confined::{Mount, Sandbox};
use crescendo_process::{Entry, Input, store};
use crescendo_project::{End, Limits, Stream, run_process};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Runs for shrinking one crash, at most.
const TRIES: usize = 250;
/// Bytes of any file that a run writes.
const FILE_SIZE: u64 = 64 << 20;
/// Bytes kept of what a sanitizer says.
const SAID: usize = 64 << 10;

/// What happens, in a sanitizer's words.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Crash {
    /// The same for the same fault at the same place.
    pub key: String,
    pub said: String,
    pub folder: PathBuf,
    pub command: String,
    pub seconds: f64,
}

pub struct Judge {
    exe: PathBuf,
    scratch: PathBuf,
    program: String,
    entry: Entry,
    clang: PathBuf,
    sandbox: Option<Sandbox>,
    time: Duration,
    runs: u64,
}

/// One run of the program as it is built from its sources.
#[derive(Clone, Debug)]
pub struct Told {
    pub end: End,
    pub said: String,
}

impl Judge {
    pub fn new(
        exe: &Path,
        scratch: &Path,
        program: &str,
        entry: Entry,
        clang: &Path,
        sandbox: Option<Sandbox>,
    ) -> Judge {
        Judge {
            exe: exe.to_path_buf(),
            scratch: scratch.to_path_buf(),
            program: program.to_string(),
            entry,
            clang: clang.to_path_buf(),
            sandbox,
            time: Duration::from_secs(10),
            runs: 0,
        }
    }

    /// Runs the program on an input in a scratch folder; `stream` of what it writes is kept.
    pub fn run(&mut self, input: &Input, stream: Stream, more: &[(&str, &OsStr)]) -> io::Result<Told> {
        self.runs += 1;
        let folder = self.scratch.join(format!("run{}", self.runs));
        let work = folder.join("work");
        std::fs::create_dir_all(&work)?;
        std::fs::write(folder.join("stdin"), &input.stdin)?;
        for (name, bytes) in &input.files {
            let path = work.join(name);
            if let (Some(parent), Some(bytes)) = (path.parent(), bytes) {
                std::fs::create_dir_all(parent)?;
                std::fs::write(path, bytes)?;
            }
        }
        // The program reads two words of a line.
        let values: Vec<String> = input.values.iter().map(|v| format!("{} {}\n", v.value, v.bits)).collect();
        std::fs::write(folder.join("values"), values.concat())?;
        std::fs::write(folder.join("data"), &input.data)?;
        std::fs::copy(&self.exe, folder.join("program"))?;
        let inside = match &self.sandbox {
            Some(_) => PathBuf::from("/tmp/run"),
            None => folder.clone(),
        };
        let mut words: Vec<OsString> = vec![
            "-c".into(),
            "cd \"$1/work\" && in=\"$1/stdin\" && shift && exec env \"$@\" < \"$in\"".into(),
            "sh".into(),
            inside.clone().into(),
        ];
        let pair = |name: &str, value: &[u8]| {
            let mut word = OsString::from(name);
            word.push("=");
            word.push(OsStr::from_bytes(value));
            word
        };
        words.push(pair(
            "ASAN_OPTIONS",
            b"detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=2048:hard_rss_limit_mb=4096",
        ));
        words.push(pair("UBSAN_OPTIONS", b"print_stacktrace=1"));
        if let Some(symbolizer) = beside(&self.clang, "llvm-symbolizer") {
            words.push(pair("ASAN_SYMBOLIZER_PATH", symbolizer.as_os_str().as_bytes()));
            words.push(pair("UBSAN_SYMBOLIZER_PATH", symbolizer.as_os_str().as_bytes()));
        }
        words.push(pair("CRESCENDO_VALUES", inside.join("values").as_os_str().as_bytes()));
        words.extend(more.iter().map(|(name, value)| pair(name, value.as_bytes())));
        words.extend(input.env.iter().map(|(name, value)| pair(name, value)));
        words.push(inside.join("program").into());
        words.extend(input.args.iter().map(|a| OsString::from(OsStr::from_bytes(a))));
        if self.entry == Entry::Harness {
            words.push(inside.join("data").into());
        }
        let mut command = match &self.sandbox {
            Some(sandbox) => {
                let (name, args) = sandbox.command(Path::new("/bin/sh"), &words, &[Mount::write(&folder, "/tmp/run")]);
                let mut command = Command::new(name);
                command.args(args);
                command
            }
            None => {
                let mut command = Command::new("/bin/sh");
                command.args(words).env_clear().env("PATH", "/usr/bin:/bin").env("LC_ALL", "C");
                command
            }
        };
        command.current_dir(&self.scratch);
        // A sanitizer needs all addresses there are; it has a limit of its own.
        let limits = Limits { wall: self.time, memory: u64::MAX, file_size: FILE_SIZE, ..Limits::default() };
        let ran = run_process(command, stream, SAID, &limits);
        // Profiles are read by whoever asked for them.
        if more.is_empty() {
            let _ = std::fs::remove_dir_all(&folder);
        }
        let ran = ran?;
        Ok(Told { end: ran.end, said: String::from_utf8_lossy(&ran.said).into_owned() })
    }

    /// The folder of the last run.
    pub fn last_folder(&self) -> PathBuf {
        self.scratch.join(format!("run{}", self.runs))
    }

    /// The fault that the program shows on an input, as a key and in words; it must do so twice.
    fn fault(&mut self, input: &Input) -> Option<(String, String)> {
        let told = self.run(input, Stream::Err, &[]).ok()?;
        let key = key(&told)?;
        let again = self.run(input, Stream::Err, &[]).ok()?;
        (self::key(&again).as_ref() == Some(&key)).then_some((key, told.said))
    }
}

/// The tool that came with clang.
pub fn beside(clang: &Path, name: &str) -> Option<PathBuf> {
    let real = clang.canonicalize().unwrap_or_else(|_| clang.to_path_buf());
    let folders =
        [real.parent().map(Path::to_path_buf), clang.parent().map(Path::to_path_buf), Some("/usr/bin".into())];
    let names = [name.to_string(), format!("{name}-19")];
    folders.into_iter().flatten().flat_map(|f| names.clone().map(|n| f.join(n))).find(|p| p.is_file())
}

/// What a failed run says about its fault; `None`: it did not fail.
fn key(told: &Told) -> Option<String> {
    let lines: Vec<&str> = told.said.lines().collect();
    // The sanitizer itself cannot work here.
    if told.said.contains("Sanitizer failed to ") || told.said.contains("ReserveShadowMemoryRange failed") {
        return None;
    }
    if let Some(summary) = lines.iter().find_map(|l| l.strip_prefix("SUMMARY: ")) {
        // A resource that we have limited is no fault of the program.
        if summary.contains("hard rss limit")
            || summary.contains("out-of-memory")
            || summary.contains("allocation-size-too-big")
        {
            return None;
        }
        let what = lines.iter().find_map(|l| l.split_once(": runtime error: ")).map(|(at, what)| {
            let stem: String = what.chars().filter(|c| !c.is_ascii_digit()).take(100).collect();
            format!("{} {stem}", place(at))
        });
        return Some(what.unwrap_or_else(|| {
            let words: Vec<String> = summary.split(' ').map(place).collect();
            words.join(" ")
        }));
    }
    match told.end {
        End::Signalled(libc::SIGKILL) => None,
        End::Signalled(signal) => {
            let assertion = lines.iter().find(|l| l.contains("Assertion"));
            Some(assertion.map_or_else(|| format!("signal {signal}"), |l| place(l)))
        }
        // A shell tells a signal of its child so; here it was replaced by the program, but `env` may not have been.
        End::Exited(code) if code > 128 && code < 160 => Some(format!("signal {}", code - 128)),
        _ => None,
    }
}

/// Without the folders of the sandbox.
fn place(word: &str) -> String {
    word.rsplit('/').next().unwrap_or(word).to_string()
}

/// Crashes that are known, by their keys, each with its folder.
pub struct Crashes {
    folder: PathBuf,
    pub known: BTreeMap<String, Crash>,
    /// Candidates that were no crashes.
    pub refuted: u64,
}

impl Crashes {
    pub fn new(folder: &Path) -> io::Result<Crashes> {
        std::fs::create_dir_all(folder)?;
        Ok(Crashes { folder: folder.to_path_buf(), known: BTreeMap::new(), refuted: 0 })
    }

    /// What an earlier session left.
    pub fn stored(&self, harness: bool) -> Vec<Input> {
        let mut all: Vec<_> =
            std::fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
        all.sort();
        all.iter().filter_map(|p| store::read(&p.join("input"), harness).ok()).collect()
    }

    /// Judges a candidate. A new crash is made small and kept.
    pub fn judge(&mut self, judge: &mut Judge, input: &Input, seconds: f64, over: &dyn Fn() -> bool) -> Option<Crash> {
        let Some((key, said)) = judge.fault(input) else {
            self.refuted += 1;
            return None;
        };
        if self.known.contains_key(&key) {
            return None;
        }
        let (small, said) = shrink(judge, input, &key, said, over);
        let name: String = key.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let name = name.split('-').filter(|p| !p.is_empty()).collect::<Vec<_>>().join("-");
        let folder = self.folder.join(format!("{:03}-{}", self.known.len(), name.get(..60).unwrap_or(&name)));
        let input_folder = folder.join("input");
        let wrote = store::write(&input_folder, &small, &judge.program)
            .and_then(|()| std::fs::write(folder.join("report.txt"), &said));
        wrote.ok()?;
        let crash = Crash { key: key.clone(), said, command: store::command(&small, &judge.program), folder, seconds };
        self.known.insert(key, crash.clone());
        Some(crash)
    }
}

/// Takes parts away as long as the same fault stays.
fn shrink(judge: &mut Judge, input: &Input, key: &str, said: String, over: &dyn Fn() -> bool) -> (Input, String) {
    let (mut best, mut said, mut tries) = (input.clone(), said, 0);
    let mut attempt = |candidate: Input, best: &mut Input| -> bool {
        if tries >= TRIES || over() || candidate == *best {
            return false;
        }
        tries += 1;
        let Ok(told) = judge.run(&candidate, Stream::Err, &[]) else { return false };
        if self::key(&told).as_deref() != Some(key) {
            return false;
        }
        said = told.said;
        *best = candidate;
        true
    };
    for i in (0..best.args.len()).rev() {
        let mut c = best.clone();
        c.args.remove(i);
        attempt(c, &mut best);
    }
    for name in best.files.keys().cloned().collect::<Vec<_>>() {
        let mut c = best.clone();
        c.files.remove(&name);
        attempt(c, &mut best);
    }
    for name in best.env.keys().cloned().collect::<Vec<_>>() {
        let mut c = best.clone();
        c.env.remove(&name);
        attempt(c, &mut best);
    }
    let parts = 2 + best.files.len() + best.args.len();
    for part in 0..parts {
        let length = |input: &mut Input| bytes_of(input, part).map_or(0, |b| b.len());
        let mut size = length(&mut best.clone()).next_power_of_two();
        while size > 0 {
            let mut at = 0;
            while at < length(&mut best.clone()) {
                let mut c = best.clone();
                if let Some(bytes) = bytes_of(&mut c, part) {
                    bytes.drain(at..(at + size).min(bytes.len()));
                }
                if !attempt(c, &mut best) {
                    at += size;
                }
            }
            size /= 2;
        }
    }
    (best, said)
}

fn bytes_of(input: &mut Input, part: usize) -> Option<&mut Vec<u8>> {
    let files = input.files.len();
    match part {
        0 => Some(&mut input.stdin),
        1 => Some(&mut input.data),
        n if n < 2 + files => input.files.values_mut().nth(n - 2)?.as_mut(),
        n => input.args.get_mut(n - 2 - files),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(end: End, said: &str) -> Option<String> {
        key(&Told { end, said: said.into() })
    }

    #[test]
    fn faults_have_keys_and_other_ends_have_none() {
        assert_eq!(told(End::Exited(1), "usage: x\n"), None);
        let asan = "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address\nSUMMARY: AddressSanitizer: heap-buffer-overflow /tmp/a/b.c:3:5 in f\n";
        assert_eq!(told(End::Exited(1), asan).as_deref(), Some("AddressSanitizer: heap-buffer-overflow b.c:3:5 in f"));
        let ubsan = "/x/a.c:9:2: runtime error: signed integer overflow: 2147483647 + 1\nSUMMARY: UndefinedBehaviorSanitizer: undefined-behavior /x/a.c:9:2\n";
        assert!(told(End::Exited(1), ubsan).is_some_and(|k| k.starts_with("a.c:9:2 signed integer overflow")));
        assert_eq!(told(End::Signalled(11), "").as_deref(), Some("signal 11"));
        assert_eq!(told(End::Signalled(9), ""), None);
        assert_eq!(told(End::TimedOut, ""), None);
    }
}
