//! Programs with sanitizers and coverage from exported tests. Tests that clang refuses are taken out.

use crate::gcov;
use crate::tests_in::with_errors;
use crate::{Options, ReplayError, Verdict, in_parallel, workers};
use crescendo_project::{End, Limits, Stream, run_process};
use crescendo_suite::Suite;
use crescendo_suite::export::c::{
    Judge, Layout, PlainC, RUNTIME, TestProgram, flags, object_of, objects as objects_of, tests_of,
};
use crescendo_suite::export::{Exporter, Folder};
use crescendo_suite::model::Why;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How often tests that do not compile are taken out before their program is given up.
const ROUNDS: usize = 8;

/// The other compiler.
const GCC: &str = "gcc";

const SANITIZE: &[&str] = &["-fsanitize=address,unreachable", "-fno-omit-frame-pointer"];
const COVERAGE: &[&str] = &["-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc"];
/// What nobody wrote is not 0 by luck, as it is in the machine.
const UNWRITTEN: &str = "-ftrivial-auto-var-init=pattern";
const UNWRITTEN_IS_ZERO: &str = "-ftrivial-auto-var-init=zero";
const UNWRITTEN_STAYS: &str = "-ftrivial-auto-var-init=uninitialized";
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
    layout: Layout,
    objects: Objects,
    pub programs: Vec<Program>,
    /// Tests that are in no program.
    pub refused: BTreeMap<String, Verdict>,
    pub notes: Vec<String>,
}

pub fn build(suite: &Suite, options: &Options) -> Result<Built, ReplayError> {
    let folder = |name: &str| -> Result<PathBuf, ReplayError> {
        let path = options.folder.join(name);
        std::fs::create_dir_all(&path).map_err(|reason| ReplayError::Folder { path: path.clone(), reason })?;
        Ok(path)
    };
    let (from, to) = (folder("src")?, folder("bin")?);
    let mut rest = suite.clone();
    let mut refused = BTreeMap::new();
    let mut objects = Objects::new();
    for round in 0..ROUNDS {
        PlainC.export(&rest, &mut Folder::new(&from)?)?;
        let layout = Layout::new(&rest);
        let jobs = wanted(&rest, &layout, &from, &objects);
        let made = in_parallel(&jobs, workers(options), |j| compile(j, &from, &to, options));
        let mut again = false;
        for (job, result) in jobs.iter().zip(made) {
            if let (Err(said), true) = (&result, round + 1 < ROUNDS) {
                let file = format!("{}.c", job.name);
                let text = std::fs::read_to_string(from.join(&file)).unwrap_or_default();
                let wrong = with_errors(&file, &text, said);
                // The source itself does not compile with functions replaced in it.
                let wrong = if wrong.is_empty() { with_replaced(&rest, &first_error(said)) } else { wrong };
                if !wrong.is_empty() {
                    again = true;
                    take_out(&mut rest, &wrong, &mut refused);
                    continue;
                }
            }
            objects.insert(job.object(), result);
        }
        if !again {
            break;
        }
    }
    let layout = Layout::new(&rest);
    let name = |p: &TestProgram| p.name.clone();
    let linked =
        in_parallel(&layout.programs, workers(options), |p| link(p, &name(p), &layout, &objects, &to, options));
    let mut built = Built { layout, objects, programs: Vec::new(), refused, notes: Vec::new() };
    for (p, result) in built.layout.programs.iter().zip(linked) {
        let tests: Vec<String> = tests_of(&rest, p.source, p.judge).map(|(_, t)| t.name.clone()).collect();
        match result {
            Ok(exe) => built.programs.push(Program { test: p.clone(), exe, tests }),
            Err(why) => {
                built.notes.push(format!("{} is not built: {why}", p.name));
                let refused = tests.into_iter().map(|t| (t, Verdict::Disagrees(Why::DoesNotBuild, why.clone())));
                built.refused.extend(refused);
            }
        }
    }
    Ok(built)
}

fn with_replaced(suite: &Suite, why: &str) -> Vec<(String, String)> {
    let tests = suite.units.iter().flat_map(|u| &u.tests).filter(|t| !t.replaced.is_empty());
    tests.map(|t| (t.name.clone(), why.to_string())).collect()
}

fn take_out(suite: &mut Suite, wrong: &[(String, String)], refused: &mut BTreeMap<String, Verdict>) {
    for (name, what) in wrong {
        refused.insert(name.clone(), Verdict::Disagrees(Why::DoesNotBuild, what.clone()));
        for unit in &mut suite.units {
            unit.tests.retain(|t| t.name != *name);
        }
    }
}

impl Built {
    /// The program once more, without checks of array bounds and null pointers, in none of its files: computing an address outside
    /// of an array, or that of a member of nothing, is then no fault, as it is none for the machine.
    pub fn without_bounds(&self, suite: &Suite, p: &TestProgram, options: &Options) -> Result<PathBuf, String> {
        let plain = |mut job: Job| {
            job.flags.push(UNWRITTEN_STAYS.into());
            Job { judge: Judge::Checks, ..job }
        };
        self.once_more(suite, p, "without_bounds", plain, options)
    }

    /// The program once more, with 0 in local variables that nobody wrote.
    pub fn with_zeros(&self, suite: &Suite, p: &TestProgram, options: &Options) -> Result<PathBuf, String> {
        let zeros = |mut job: Job| {
            job.flags.push(UNWRITTEN_IS_ZERO.into());
            job
        };
        self.once_more(suite, p, "zeros", zeros, options)
    }

    /// All files of a program but our own, compiled in another way.
    fn once_more(
        &self,
        suite: &Suite,
        p: &TestProgram,
        name: &str,
        otherwise: impl Fn(Job) -> Job,
        options: &Options,
    ) -> Result<PathBuf, String> {
        let (from, to) = (options.folder.join("src"), options.folder.join(name).join(&p.name));
        std::fs::create_dir_all(&to).map_err(|e| e.to_string())?;
        let of_program = objects_of(&self.layout, p);
        let mut jobs = wanted(suite, &self.layout, &from, &Objects::new());
        jobs.retain(|j| j.judge == p.judge && of_program.contains(&j.name) && !RUNTIME.contains(&j.name.as_str()));
        let mut objects = self.objects.clone();
        for job in jobs {
            objects.insert(job.object(), compile(&otherwise(job), &from, &to, options));
        }
        link(p, &p.name, &self.layout, &objects, &to, options)
    }
}

impl Built {
    /// The programs of tests that return, once more by another compiler, without sanitizers and with its own counts of coverage.
    /// Those it does not build are left out, with what it said.
    pub fn by_gcc(&self, suite: &Suite, options: &Options) -> (Vec<Program>, Vec<String>) {
        let (from, to) = (options.folder.join("src"), options.folder.join("gcc"));
        if std::fs::create_dir_all(&to).is_err() || Command::new(GCC).arg("--version").output().is_err() {
            return (Vec::new(), Vec::new());
        }
        let programs: Vec<&Program> = self.programs.iter().filter(|p| !p.test.judge.expects_faults()).collect();
        let mut jobs = wanted(suite, &self.layout, &from, &Objects::new());
        jobs.retain(|j| !j.judge.expects_faults());
        let made = in_parallel(&jobs, workers(options), |job| {
            let object = to.join(format!("{}.o", job.name));
            let mut command = compiler(Path::new(GCC), &from);
            let ours = RUNTIME.contains(&job.name.as_str());
            command.args(&job.flags).args(["-O0", "-g", "-w"]).args(if ours { &[] } else { gcov::FLAGS });
            command.arg("-c").arg(format!("{}.c", job.name)).arg("-o").arg(&object);
            execute(command).map(|()| object)
        });
        let objects: Objects = jobs.into_iter().map(|j| j.name).zip(made).collect();
        let linked = in_parallel(&programs, workers(options), |p| {
            let mut command = compiler(Path::new(GCC), &to);
            command.args(gcov::FLAGS);
            link_with(command, &p.test, &p.test.name, &self.layout, &objects, &to)
        });
        let (mut built, mut notes) = (Vec::new(), Vec::new());
        for (p, result) in programs.into_iter().zip(linked) {
            match result {
                Ok(exe) => built.push(Program { test: p.test.clone(), exe, tests: p.tests.clone() }),
                Err(why) => notes.push(format!("{} is not tried with gcc: {why}", p.test.name)),
            }
        }
        (built, notes)
    }
}

/// A file to compile.
struct Job {
    name: String,
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
        all.extend(runtime.map(|n| Job { name: n.to_string(), flags: Vec::new(), judge: p.judge }));
        all.push(Job { name: p.name.clone(), flags: flags(suite, layout, p.source, folder), judge: p.judge });
        for &s in &p.needs {
            let name = format!("with_{}", layout.slugs[s]);
            all.push(Job { name, flags: flags(suite, layout, s, folder), judge: p.judge });
        }
    }
    let mut seen = BTreeSet::new();
    all.retain(|j| !done.contains_key(&j.object()) && seen.insert(j.object()));
    all
}

fn clang(options: &Options, folder: &Path) -> Command {
    compiler(&options.clang.path, folder)
}

fn compiler(path: &Path, folder: &Path) -> Command {
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
    if !job.judge.expects_faults() {
        command.arg(UNWRITTEN);
    }
    command.args(&job.flags).args(["-O0", "-g", "-fno-color-diagnostics", "-ferror-limit=0"]).args(RELAXED);
    command.args(sanitize(job.judge)).args(if ours { &[] } else { COVERAGE });
    if let Some((header, _)) = job.judge.header().filter(|_| !ours) {
        command.args(["-include", header]);
    }
    command.arg("-c").arg(format!("{}.c", job.name)).arg("-o").arg(&object);
    execute(command).map(|()| object)
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
    execute(command).map_err(|said| first_error(&said))?;
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
