//! Runs test programs: in a session of their own, within limits, in a folder of their own, without a network where the
//! system allows that, and without the user's environment.

use crate::build::{Built, Program};
use crate::gcov;
use crate::judge::judge;
use crate::symbols::name_frames;
use crate::{Options, ReplayError, Verdict, in_parallel, patience, workers};
use crescendo_project::{End, Limits, Stream, run_process};
use crescendo_suite::Suite;
use crescendo_suite::export::c::{Judge, tests_of};
use crescendo_suite::model::{Test, Why};
use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Bytes of any file a test writes.
const FILE_BYTES: u64 = 64 << 20;

/// The file of a profile.
const RAW: &str = "profile.profraw";

/// What running a program once left behind.
pub struct Pass {
    pub passed: BTreeMap<String, bool>,
    pub logs: PathBuf,
}

/// The profile that a program left, and the program.
pub struct Profile {
    pub program: Program,
    pub raw: PathBuf,
}

type Ran = (BTreeMap<String, Verdict>, Option<Profile>);

pub fn run_all(built: &Built, suite: &Suite, options: &Options) -> Result<Vec<Ran>, ReplayError> {
    let ran = in_parallel(&built.programs, workers(options), |p| run_program(built, p, suite, options));
    ran.into_iter().collect()
}

/// Tests that agree are run as gcc builds them: it evaluates arguments in another order, and people will use it. Gives the
/// programs.
pub fn ask_gcc(
    built: &mut Built,
    suite: &Suite,
    options: &Options,
    verdicts: &mut BTreeMap<String, Verdict>,
) -> Result<(Vec<Program>, Vec<String>), ReplayError> {
    let (programs, notes) = built.by_gcc(options)?;
    let refused = built.refused.iter().filter(|(name, _)| verdicts.get(*name) == Some(&Verdict::Agrees));
    let refused: Vec<_> = refused.map(|(name, verdict)| (name.clone(), verdict.clone())).collect();
    verdicts.extend(refused);
    let root = options.folder.join("run").join("gcc");
    let folder = |p: &Program| root.join(&p.test.name);
    let ran = in_parallel(&programs, workers(options), |p| run_once(p, &folder(p), How::time(1), options));
    let tests: BTreeMap<&str, &Test> =
        suite.units.iter().flat_map(|u| &u.tests).map(|t| (t.name.as_str(), t)).collect();
    for (program, pass) in programs.iter().zip(ran) {
        let passes = [pass?];
        for name in &program.tests {
            let failed = passes[0].passed.get(name) == Some(&false);
            if let (true, Some(test), Some(Verdict::Agrees)) = (failed, tests.get(name.as_str()), verdicts.get(name))
                && let Verdict::Disagrees(_, difference) = judge(test, &passes)
            {
                let difference = format!("built by gcc: {difference}");
                verdicts.insert(name.clone(), Verdict::Disagrees(Why::Compiler, difference));
            }
        }
    }
    Ok((programs, notes))
}

/// Coverage is that of the tests that are shipped: programs with others are run once more, without these.
pub fn count_shipped(
    shipped: &BTreeSet<String>,
    profiles: &mut [Profile],
    by_gcc: &[Program],
    options: &Options,
) -> Result<Vec<gcov::Counted>, ReplayError> {
    let root = options.folder.join("run").join("shipped");
    for profile in profiles {
        let Some(only) = some_of(&profile.program, shipped) else { continue };
        let folder = root.join("clang").join(&profile.program.test.name);
        run_once(&profile.program, &folder, How { only: &only, ..How::default() }, options)?;
        profile.raw = folder.join(RAW);
    }
    let mut counted = Vec::new();
    for p in by_gcc {
        let object = p.exe.with_extension("o");
        if let Some(only) = some_of(p, shipped) {
            let _ = std::fs::remove_file(gcov::counts_of(&object));
            run_once(p, &root.join("gcc").join(&p.test.name), How { only: &only, ..How::time(1) }, options)?;
        }
        // Where no test returns, nothing is counted.
        if gcov::counts_of(&object).is_file() {
            counted.push(gcov::Counted { object, source: p.test.source });
        }
    }
    Ok(counted)
}

/// The tests of a program that are shipped, unless all are.
pub fn some_of<'a>(p: &'a Program, shipped: &BTreeSet<String>) -> Option<Vec<&'a str>> {
    let some: Vec<&str> = p.tests.iter().filter(|t| shipped.contains(*t)).map(String::as_str).collect();
    (some.len() < p.tests.len()).then_some(some)
}

/// Where the runs of a program are.
fn runs_of(p: &Program, options: &Options) -> PathBuf {
    options.folder.join("run").join(&p.test.name)
}

fn run_program(built: &Built, p: &Program, suite: &Suite, options: &Options) -> Result<Ran, ReplayError> {
    let mut passes = Vec::new();
    let root = runs_of(p, options);
    // What has no end is waited for once.
    let times = if p.test.judge == Judge::Endless { 1 } else { options.times.max(1) };
    for i in 0..times {
        passes.push(run_once(p, &root.join(i.to_string()), How::time(i), options)?);
    }
    let tests: BTreeMap<&str, _> =
        tests_of(suite, p.test.source, p.test.judge).map(|(_, t)| (t.name.as_str(), t)).collect();
    let mut verdicts = BTreeMap::new();
    for name in &p.tests {
        if let Some(test) = tests.get(name.as_str()) {
            verdicts.insert(name.clone(), judge(test, &passes));
        }
    }
    let is_open = |v: &Verdict| matches!(v, Verdict::Disagrees(..));
    // A fault that no sanitizer sees may be seen where memory ends.
    let by_address = p.test.judge == Judge::Address;
    if by_address && verdicts.values().any(|v| *v != Verdict::Agrees) {
        let guarded = [run_once(p, &root.join("guarded"), How { guard: true, ..How::default() }, options)?];
        for (name, verdict) in verdicts.iter_mut().filter(|(_, v)| **v != Verdict::Agrees) {
            if tests.get(name.as_str()).is_some_and(|t| judge(t, &guarded) == Verdict::Agrees) {
                *verdict = Verdict::AgreesGuarded;
            }
        }
    }
    if by_address
        && verdicts.values().any(is_open)
        && let Ok(exe) = built.without_bounds(&p.test, options)
    {
        let other = Program { test: p.test.clone(), exe, tests: p.tests.clone() };
        let plain = [run_once(&other, &root.join("without_bounds"), How::default(), options)?];
        for (name, verdict) in verdicts.iter_mut().filter(|(_, v)| is_open(v)) {
            if tests.get(name.as_str()).is_some_and(|t| judge(t, &plain) == Verdict::Agrees) {
                *verdict = Verdict::Agrees;
            }
        }
    }
    let raw = root.join("0").join(RAW);
    let profile = (raw.is_file() && !p.test.judge.expects_faults()).then(|| Profile { program: p.clone(), raw });
    Ok((verdicts, profile))
}

/// How a program is run.
#[derive(Clone, Copy, Default)]
pub struct How<'a> {
    /// The how manieth time; only the first leaves a profile.
    pub number: usize,
    /// Buffers end where memory ends.
    pub guard: bool,
    /// These tests; all if there are none.
    pub only: &'a [&'a str],
    /// Where goals are counted.
    pub goals: Option<&'a Path>,
}

impl How<'_> {
    fn time(number: usize) -> Self {
        How { number, ..How::default() }
    }
}

pub fn run_once(p: &Program, folder: &Path, how: How, options: &Options) -> Result<Pass, ReplayError> {
    let How { number, guard, only, goals } = how;
    let (logs, scratch) = (folder.join("logs"), folder.join("scratch"));
    for path in [&logs, &scratch] {
        std::fs::create_dir_all(path).map_err(|reason| ReplayError::Folder { path: path.clone(), reason })?;
    }
    let results = folder.join("results");
    let mut command = Command::new(&p.exe);
    command.args(only);
    // Memory that nobody wrote is different every time: what depends on it is flaky.
    let byte = [0, 0xbe, 0x41][number % 3];
    command.env_clear().current_dir(&scratch);
    command.env("LC_ALL", "C").env("PATH", "/usr/bin:/bin").env("TMPDIR", &scratch);
    command.env("CRESCENDO_LOGS", &logs).env("CRESCENDO_RESULTS", &results);
    command.env("CRESCENDO_SECONDS", options.seconds.to_string());
    // The last try for a fault: strings without an end shall be noticed in every library function.
    let strict = guard as u32;
    let fill = format!("malloc_fill_byte={byte}:max_malloc_fill_size=4096");
    command.env("ASAN_OPTIONS", format!("{fill}:abort_on_error=0:symbolize=0:strict_string_checks={strict}"));
    command.env("MSAN_OPTIONS", "symbolize=0");
    // Each child adds its counts to the file.
    let raw = if number == 0 { folder.join(RAW) } else { PathBuf::from("/dev/null") };
    command.env("LLVM_PROFILE_FILE", if number == 0 { format!("{}%1m", raw.display()) } else { "/dev/null".into() });
    if guard {
        command.env("CRESCENDO_GUARD", "1");
    }
    if let Some(file) = goals {
        command.env("CRESCENDO_GOALS", file);
    }
    isolate(&mut command);
    let wall = patience(Duration::from_secs(options.seconds as u64), p.tests.len());
    let limits = Limits { wall, idle: wall, cpu: wall, memory: u64::MAX, file_size: FILE_BYTES, ..Limits::default() };
    let run = run_process(command, Stream::Err, 1 << 20, &limits);
    if let Ok(r) = &run
        && !matches!(r.end, End::Exited(_))
    {
        // What ran until then counts; the others have no result.
        let _ = std::fs::write(folder.join("ended"), format!("{:?}\n", r.end));
    }
    let said = run.as_ref().map(|r| String::from_utf8_lossy(&r.said).into_owned()).unwrap_or_default();
    let _ = std::fs::write(logs.join("stderr"), said);
    merge_name(folder, &raw);
    if number == 0 {
        name_frames(&logs, &p.exe, options);
    }
    let text = std::fs::read_to_string(&results).unwrap_or_default();
    let passed = text.lines().filter_map(|l| l.split_once(' ')).map(|(n, v)| (n.to_string(), v == "passed")).collect();
    Ok(Pass { passed, logs })
}

/// The runtime puts a number of its own into the name of a file that several processes share.
fn merge_name(folder: &Path, wanted: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for e in entries.filter_map(Result::ok) {
        if e.file_name().to_string_lossy().starts_with(RAW) {
            let _ = std::fs::rename(e.path(), wanted);
        }
    }
}

/// LLVM's tools lie beside clang, with or without its version in their names.
pub fn beside(clang: &Path, tool: &str) -> PathBuf {
    let real = clang.canonicalize().unwrap_or_else(|_| clang.to_owned());
    let inner = real.with_file_name(tool);
    if inner.is_file() { inner } else { PathBuf::from(format!("{tool}-19")) }
}

/// No network, no new privileges; as far as the system allows.
fn isolate(command: &mut Command) {
    // SAFETY: between fork and exec only async-signal-safe system calls are made; nothing is allocated.
    unsafe {
        command.pre_exec(|| {
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
            if libc::unshare(libc::CLONE_NEWNET) != 0 {
                libc::unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNET);
            }
            Ok(())
        });
    }
}
