//! Programs with sanitizers and coverage from exported tests. What a compiler refuses is left out with the tests that need it
//! (`culprit`), and the rest is built.

use crate::counting::Counting;
use crate::culprit::{self, Culprit};
use crate::{Options, ReplayError, Verdict, in_parallel, workers};
use crate::{gcov, macros};
use crescendo_project::{AS_WRITTEN, End, Flavour, Limits, Stream, run_process};
use crescendo_suite::Suite;
use crescendo_suite::export::c::{
    Judge, Layout, PlainC, RUNTIME, TestProgram, ZEROS, flags, object_of, objects as objects_of, tests_of,
};
use crescendo_suite::export::{Exporter, Folder};
use crescendo_suite::model::Why;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How often something is left out of files that do not compile before their programs are given up.
const ROUNDS: usize = 60;
/// How often programs are linked, each time without more of what nobody defines.
const LINKS: usize = 3;

/// What code that counts is linked with.
const GOALS_C: &str = include_str!("../runtime/goals.c");

/// The other compiler.
const GCC: &str = "gcc";

const SANITIZE: &[&str] = &["-fsanitize=address,unreachable", "-fno-omit-frame-pointer"];
const COVERAGE: &[&str] = &["-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc"];
/// What gcc accepts is no error.
const RELAXED: &[&str] = &[
    "-w",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=return-mismatch",
    "-Wno-error=return-type",
];

#[derive(Clone)]
pub struct Program {
    pub test: TestProgram,
    pub exe: PathBuf,
    /// The names of its tests.
    pub tests: Vec<String>,
}

/// Compiled files by the names of their objects; or what the compiler said.
type Objects = BTreeMap<String, Result<PathBuf, String>>;

pub struct Built {
    /// The suite without what the compilers refuse.
    pub rest: Suite,
    layout: Layout,
    objects: Objects,
    pub programs: Vec<Program>,
    /// Tests that are in no program.
    pub refused: BTreeMap<String, Verdict>,
    pub notes: Vec<String>,
}

pub fn build(suite: &Suite, options: &Options) -> Result<Built, ReplayError> {
    let (from, to) = (folder(options, "src")?, folder(options, "bin")?);
    let mut rest = suite.clone();
    PlainC.export(&rest, &mut Folder::new(&from)?)?;
    macros::note(&mut rest, &from, options);
    let mut attempt = Attempt { rest, from, objects: Objects::new(), refused: BTreeMap::new() };
    let mut linked = Vec::new();
    for _ in 0..LINKS {
        attempt.compile(options, |_| true, |j, from| compile(j, from, &to, options))?;
        let layout = Layout::new(&attempt.rest);
        linked = in_parallel(&layout.programs, workers(options), |p| {
            link(p, &p.name, &layout, &attempt.objects, &to, options)
        });
        let failed = layout.programs.iter().zip(&linked).filter_map(|(p, l)| Some((p, l.as_ref().err()?)));
        let missing: Vec<(TestProgram, BTreeSet<String>)> =
            failed.map(|(p, said)| (p.clone(), undefined(said))).filter(|(_, names)| !names.is_empty()).collect();
        if !missing.iter().fold(false, |any, (p, names)| attempt.do_without(&layout, p, names) || any) {
            break;
        }
    }
    let Attempt { rest, objects, refused, .. } = attempt;
    let layout = Layout::new(&rest);
    let mut built = Built { rest, layout, objects, programs: Vec::new(), refused, notes: Vec::new() };
    for (p, result) in built.layout.programs.iter().zip(linked) {
        let tests: Vec<String> = tests_of(&built.rest, p.source, p.judge).map(|(_, t)| t.name.clone()).collect();
        match result {
            Ok(exe) => built.programs.push(Program { test: p.clone(), exe, tests }),
            Err(said) => {
                let why = first_error(&said);
                built.notes.push(format!("{} is not built: {why}", p.name));
                let refused = tests.into_iter().map(|t| (t, Verdict::Disagrees(Why::DoesNotBuild, why.clone())));
                built.refused.extend(refused);
            }
        }
    }
    Ok(built)
}

fn folder(options: &Options, name: &str) -> Result<PathBuf, ReplayError> {
    let path = options.folder.join(name);
    std::fs::create_dir_all(&path).map_err(|reason| ReplayError::Folder { path: path.clone(), reason })?;
    Ok(path)
}

/// What is wrong in a file of a source, in a compiler's words.
struct Blamed {
    source: usize,
    culprit: Culprit,
    words: String,
}

/// A suite on its way to what a compiler takes: what it refuses is left out, one thing after the other.
struct Attempt {
    rest: Suite,
    /// Where it is exported to.
    from: PathBuf,
    objects: Objects,
    refused: BTreeMap<String, Verdict>,
}

impl Attempt {
    /// Compiles what has not been, until nothing more can be left out for what does not compile.
    fn compile(
        &mut self,
        options: &Options,
        wanted_too: impl Fn(&Job) -> bool,
        compile: impl Fn(&Job, &Path) -> Result<PathBuf, String> + Sync,
    ) -> Result<(), ReplayError> {
        for round in 0.. {
            PlainC.export(&self.rest, &mut Folder::new(&self.from)?)?;
            let mut jobs = wanted(&self.rest, &Layout::new(&self.rest), &self.from, &self.objects);
            jobs.retain(&wanted_too);
            let made = in_parallel(&jobs, workers(options), |j| compile(j, &self.from));
            // All are looked at before anything is left out: several files have the same stubs.
            let mut culprits = Vec::new();
            for (job, result) in jobs.iter().zip(made) {
                let found = match &result {
                    Err(said) if round < ROUNDS => self.culprits(job, said),
                    _ => Vec::new(),
                };
                match found.is_empty() {
                    true => drop(self.objects.insert(job.object(), result)),
                    false => culprits.extend(found),
                }
            }
            if culprits.is_empty() {
                break;
            }
            culprits.iter().for_each(|c| self.leave_out(c));
        }
        Ok(())
    }

    /// What a compiler says is wrong in a file.
    fn culprits(&self, job: &Job, said: &str) -> Vec<Blamed> {
        let Some(source) = job.source else { return Vec::new() };
        let file = format!("{}.c", job.name);
        let text = std::fs::read(self.from.join(&file)).unwrap_or_default();
        let found = culprit::find(&self.rest, source, &file, &String::from_utf8_lossy(&text), said);
        found.into_iter().map(|(culprit, words)| Blamed { source, culprit, words }).collect()
    }

    fn leave_out(&mut self, Blamed { source, culprit, words }: &Blamed) {
        let words = match culprit {
            Culprit::Test(_) => words.clone(),
            Culprit::Stub(name) | Culprit::Replaced(name) => format!("the stub of `{name}`: {words}"),
            Culprit::Accessor(what) | Culprit::Variable(what) | Culprit::Redirection(what) => {
                format!("`{what}`: {words}")
            }
        };
        for name in culprit::leave_out(&mut self.rest, *source, culprit) {
            self.refused.insert(name, Verdict::Disagrees(Why::DoesNotBuild, words.clone()));
        }
    }

    /// What no file defines is something that a test fails at when it is called; whether that is new.
    fn do_without(&mut self, layout: &Layout, p: &TestProgram, names: &BTreeSet<String>) -> bool {
        let mut any = false;
        for source in std::iter::once(p.source).chain(p.needs.iter().copied()) {
            let missing = &mut self.rest.sources[source].missing;
            let new: Vec<String> = names.iter().filter(|n| !missing.contains(n)).cloned().collect();
            any |= !new.is_empty();
            missing.extend(new);
        }
        for name in objects_of(layout, p).iter().filter(|n| !RUNTIME.contains(&n.as_str())) {
            self.objects.remove(&object_of(name, p.judge));
        }
        any
    }
}

/// The names that a linker found nowhere.
fn undefined(said: &str) -> BTreeSet<String> {
    let name = |l: &str| -> Option<String> {
        let (_, rest) = l.split_once("undefined reference to `")?;
        Some(rest.split('\'').next()?.to_string())
    };
    said.lines().filter_map(name).filter(|n| n.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')).collect()
}

impl Built {
    /// The program once more, without checks of array bounds and null pointers, in none of its files: computing an address outside
    /// of an array, or that of a member of nothing, is then no fault, as it is none for the machine.
    pub fn without_bounds(&self, p: &TestProgram, options: &Options) -> Result<PathBuf, String> {
        let plain = |job: Job| Job { judge: Judge::Checks, ..job };
        self.once_more(p, "without_bounds", plain, options)
    }

    /// All files of a program but our own, compiled in another way.
    fn once_more(
        &self,
        p: &TestProgram,
        name: &str,
        otherwise: impl Fn(Job) -> Job,
        options: &Options,
    ) -> Result<PathBuf, String> {
        let (from, to) = (options.folder.join("src"), options.folder.join(name).join(&p.name));
        std::fs::create_dir_all(&to).map_err(|e| e.to_string())?;
        let of_program = objects_of(&self.layout, p);
        let mut jobs = wanted(&self.rest, &self.layout, &from, &Objects::new());
        jobs.retain(|j| j.judge == p.judge && of_program.contains(&j.name) && !RUNTIME.contains(&j.name.as_str()));
        let mut objects = self.objects.clone();
        for job in jobs {
            objects.insert(job.object(), compile(&otherwise(job), &from, &to, options));
        }
        link(p, &p.name, &self.layout, &objects, &to, options)
    }
}

impl Built {
    /// The programs of tests that return, with code that counts goals instead of sanitizers. What cannot be built so is noted.
    pub fn counting(
        &self,
        counting: &dyn Counting,
        options: &Options,
    ) -> Result<(Vec<Program>, Vec<String>), ReplayError> {
        let (from, to) = (options.folder.join("src"), folder(options, "counting")?);
        std::fs::write(to.join("goals.c"), GOALS_C)
            .map_err(|reason| ReplayError::Folder { path: to.clone(), reason })?;
        let mut jobs = wanted(&self.rest, &self.layout, &from, &Objects::new());
        jobs.retain(|j| j.judge == Judge::Checks);
        let compiled = in_parallel(&jobs, workers(options), |job| compile_counting(job, counting, &from, &to, options));
        let mut notes = Vec::new();
        let mut objects = Objects::new();
        let mut others = BTreeSet::new();
        for (job, result) in jobs.iter().zip(compiled) {
            others.extend(result.iter().flat_map(|made| made.1.clone()));
            objects.insert(job.object(), result.map(|made| made.0));
        }
        notes.extend(
            others.iter().map(|f| format!("the goals of {f} are not counted: its code is another one in the tests")),
        );
        let goals = to.join("goals.o");
        let mut command = clang(options, &to);
        command.args(["-O2", "-w", "-c", "goals.c", "-o"]).arg(&goals);
        if let Err(said) = execute(command) {
            return Ok((Vec::new(), vec![format!("goals are not counted: {}", first_error(&said))]));
        }
        let programs: Vec<&TestProgram> = self.layout.programs.iter().filter(|p| p.judge == Judge::Checks).collect();
        let linked = in_parallel(&programs, workers(options), |p| {
            let mut command = clang(options, &to);
            command.arg(&goals);
            link_with(command, p, &p.name, &self.layout, &objects, &to)
        });
        let mut built = Vec::new();
        for (p, result) in programs.into_iter().zip(linked) {
            let tests = tests_of(&self.rest, p.source, p.judge).map(|(_, t)| t.name.clone()).collect();
            match result {
                Ok(exe) => built.push(Program { test: p.clone(), exe, tests }),
                Err(said) => notes.push(format!("{}: goals are not counted: {}", p.name, first_error(&said))),
            }
        }
        Ok((built, notes))
    }

    /// The programs of tests that return, once more by another compiler, without sanitizers and with its own counts of coverage.
    /// What it refuses is left out of the suite, too; programs that it does not build are left out with what it said.
    pub fn by_gcc(&mut self, options: &Options) -> Result<(Vec<Program>, Vec<String>), ReplayError> {
        let (from, to) = (folder(options, "gcc-src")?, folder(options, "gcc")?);
        if Command::new(GCC).arg("--version").output().is_err() {
            return Ok((Vec::new(), Vec::new()));
        }
        let zeros = has_zeros(Path::new(GCC), &to);
        let rest = self.rest.clone();
        let files: Vec<String> = rest.sources.iter().map(|s| s.file.clone()).collect();
        let mut attempt = Attempt { rest, from, objects: Objects::new(), refused: BTreeMap::new() };
        attempt.compile(
            options,
            |j| !j.judge.expects_faults(),
            |job, from| {
                let object = to.join(format!("{}.o", job.name));
                let mut command = compiler(Path::new(GCC), from);
                let ours = RUNTIME.contains(&job.name.as_str());
                command.args(&job.flags).args(zeros).args(["-O0", "-g", "-w"]).args(if ours {
                    &[]
                } else {
                    gcov::FLAGS
                });
                command.arg("-c").arg(format!("{}.c", job.name)).arg("-o").arg(&object);
                execute(command).map(|()| object).map_err(|said| match job.source.map(|s| Path::new(&files[s])) {
                    // No test is to blame for what it knows nothing of.
                    Some(source) => refuses(job, source, from).unwrap_or(said),
                    None => said,
                })
            },
        )?;
        let Attempt { rest, objects, refused, .. } = attempt;
        let layout = Layout::new(&rest);
        let programs: Vec<&TestProgram> = layout.programs.iter().filter(|p| !p.judge.expects_faults()).collect();
        let linked = in_parallel(&programs, workers(options), |p| {
            let mut command = compiler(Path::new(GCC), &to);
            command.args(gcov::FLAGS);
            link_with(command, p, &p.name, &layout, &objects, &to)
        });
        let (mut built, mut notes) = (Vec::new(), Vec::new());
        for (p, result) in programs.into_iter().zip(linked) {
            let tests = tests_of(&rest, p.source, p.judge).map(|(_, t)| t.name.clone()).collect();
            match result {
                Ok(exe) => built.push(Program { test: p.clone(), exe, tests }),
                Err(said) => notes.push(format!("{} is not tried with gcc: {}", p.name, first_error(&said))),
            }
        }
        self.refused.extend(refused);
        self.rest = rest;
        Ok((built, notes))
    }
}

/// What gcc has against a source by itself, without the place: a newer language, or what only clang knows.
fn refuses(job: &Job, source: &Path, from: &Path) -> Option<String> {
    let mut command = compiler(Path::new(GCC), from);
    command.args(&job.flags).args(["-w", "-fsyntax-only"]).arg(source);
    let said = execute(command).err()?;
    let why = first_error(&said);
    let words = why.split_once("error: ").map_or(why.as_str(), |(_, words)| words);
    Some(format!("gcc does not take {}: {words}", source.display()))
}

/// The flag for zeros in local variables, if a compiler is new enough to know it.
fn has_zeros(path: &Path, folder: &Path) -> Option<&'static str> {
    let mut command = compiler(path, folder);
    command.args([ZEROS, "-x", "c", "-c", "/dev/null", "-o", "/dev/null"]);
    execute(command).is_ok().then_some(ZEROS)
}

/// A file to compile.
struct Job {
    name: String,
    /// That it includes; none for our own files.
    source: Option<usize>,
    judge: Judge,
    flags: Vec<String>,
}

impl Job {
    fn object(&self) -> String {
        object_of(&self.name, self.judge)
    }
}

/// What is to be compiled and has not been.
fn wanted(suite: &Suite, layout: &Layout, folder: &Path, done: &Objects) -> Vec<Job> {
    let mut all: Vec<Job> = Vec::new();
    for p in &layout.programs {
        let runtime = RUNTIME.iter().filter(|n| layout.outside || **n == RUNTIME[0]);
        all.extend(runtime.map(|n| Job { name: n.to_string(), source: None, flags: Vec::new(), judge: p.judge }));
        let own = flags(suite, layout, p.source, folder);
        all.push(Job { name: p.name.clone(), source: Some(p.source), flags: own, judge: p.judge });
        for &s in &p.needs {
            let name = format!("with_{}", layout.slugs[s]);
            all.push(Job { name, source: Some(s), flags: flags(suite, layout, s, folder), judge: p.judge });
        }
    }
    let mut seen = BTreeSet::new();
    all.retain(|j| !done.contains_key(&j.object()) && seen.insert(j.object()));
    all
}

fn clang(options: &Options, folder: &Path) -> Command {
    compiler(&options.clang.path, folder)
}

pub fn compiler(path: &Path, folder: &Path) -> Command {
    let mut command = Command::new(path);
    command.env("LC_ALL", "C").current_dir(folder);
    command
}

fn limits() -> Limits {
    Limits { wall: Duration::from_secs(180), ..Limits::default() }
}

fn execute(command: Command) -> Result<(), String> {
    let run = run_process(command, Stream::Err, 64 << 10, &limits()).map_err(|e| e.to_string())?;
    match run.end {
        End::Exited(0) => Ok(()),
        _ => Err(String::from_utf8_lossy(&run.said).into_owned()),
    }
}

fn compile(job: &Job, from: &Path, to: &Path, options: &Options) -> Result<PathBuf, String> {
    let object = to.join(format!("{}_for_{}.o", job.object(), job.judge.word()));
    let mut command = clang(options, from);
    let ours = RUNTIME.contains(&job.name.as_str());
    command
        .args(&job.flags)
        .args(zeros(job.judge))
        .args(["-O0", "-g", "-fno-color-diagnostics", "-ferror-limit=0"])
        .args(RELAXED);
    command.args(sanitize(job.judge)).args(if ours { &[] } else { COVERAGE });
    if let Some((header, _)) = job.judge.header().filter(|_| !ours) {
        command.args(["-include", header]);
    }
    command.arg("-c").arg(format!("{}.c", job.name)).arg("-o").arg(&object);
    execute(command).map(|()| object)
}

/// A file as code that counts. Our own counts nothing.
fn compile_counting(
    job: &Job,
    counting: &dyn Counting,
    from: &Path,
    to: &Path,
    options: &Options,
) -> Result<(PathBuf, Vec<String>), String> {
    let (object, bitcode) = (to.join(format!("{}.o", job.name)), to.join(format!("{}.bc", job.name)));
    let mut command = clang(options, from);
    // The machine's code has clang's own functions, and clang leaves calls what they are where it does not optimise.
    let flags = job.flags.iter().filter(|f| *f != "-fno-builtin");
    command.args(flags).args(RELAXED).args(["-fno-color-diagnostics", "-ferror-limit=0"]);
    let Some(source) = job.source else {
        command.args(["-O0", "-g", ZEROS, "-c"]).arg(format!("{}.c", job.name)).arg("-o").arg(&object);
        return execute(command).map(|()| (object, Vec::new()));
    };
    command.args(AS_WRITTEN).args(Flavour::Named.flags()).args(["-emit-llvm", "-c"]);
    command.arg(format!("{}.c", job.name)).arg("-o").arg(&bitcode);
    execute(command)?;
    let code = std::fs::read(&bitcode).map_err(|e| e.to_string())?;
    let (code, others) = counting.count(&code, &job.name, source, from)?;
    std::fs::write(&bitcode, code).map_err(|e| e.to_string())?;
    let mut command = clang(options, to);
    command.args(["-O0", "-w", "-c"]).arg(&bitcode).arg("-o").arg(&object);
    let result = execute(command);
    let _ = std::fs::remove_file(&bitcode);
    result.map(|()| (object, others))
}

/// What nobody wrote is zero, as it is in the machine, but where it is the fault that is looked for.
fn zeros(judge: Judge) -> Option<&'static str> {
    (judge != Judge::Unwritten).then_some(ZEROS)
}

/// What a judge needs; the others also watch memory.
fn sanitize(judge: Judge) -> impl Iterator<Item = &'static str> {
    let usual: &[&str] = if judge.is_alone() { &["-fno-omit-frame-pointer"] } else { SANITIZE };
    usual.iter().chain(judge.sanitize()).copied()
}

fn link(
    p: &TestProgram,
    exe: &str,
    layout: &Layout,
    objects: &Objects,
    to: &Path,
    options: &Options,
) -> Result<PathBuf, String> {
    let mut command = clang(options, to);
    command.args(sanitize(p.judge)).arg("-fprofile-instr-generate");
    link_with(command, p, exe, layout, objects, to)
}

fn link_with(
    mut command: Command,
    p: &TestProgram,
    exe: &str,
    layout: &Layout,
    objects: &Objects,
    to: &Path,
) -> Result<PathBuf, String> {
    for name in objects_of(layout, p) {
        match objects.get(&object_of(&name, p.judge)) {
            Some(Ok(object)) => command.arg(object),
            Some(Err(said)) => return Err(format!("{name}.c: {}", first_error(said))),
            None => return Err(format!("{name}.c was not compiled")),
        };
    }
    let exe = to.join(exe);
    // Projects hold several programs: of two definitions the first counts, as in the machine.
    command.args(["-Wl,-z,muldefs", "-lm", "-lpthread", "-o"]).arg(&exe);
    execute(command)?;
    Ok(exe)
}

/// The line that says most.
fn first_error(said: &str) -> String {
    let telling =
        |l: &&str| l.contains("error") || l.contains("undefined reference") || l.contains("multiple definition");
    said.lines()
        .find(telling)
        .or_else(|| said.lines().next())
        .unwrap_or("clang failed")
        .trim()
        .chars()
        .take(300)
        .collect()
}
