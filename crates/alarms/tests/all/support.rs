//! From a C file to judged alarms, without the command line.

use crescendo_alarms::filter::{Context, Native, Options, Report, judge};
use crescendo_alarms::model::{Alarm, Frame, Judgement, Strength, Verdict};
use crescendo_explore::flow::Calls;
use crescendo_explore::unit::UnitSubject;
use crescendo_explore::{Budget, CancelToken, Deadline, Watchdog, explore};
use crescendo_profile::Profile;
use crescendo_program::{Driven, FunctionId, LowerOptions, Making, Program};
use crescendo_project::{CacheDir, Clang, Flavour, Request};
use crescendo_solver::solve::Stack;
use crescendo_suite::record::Compiled;
use crescendo_unit::{Driving, Facts, Plan, Setup, Unit};
use crescendo_vm::{Limits, symbolic};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

pub const STEPS: u64 = 1_000_000;
const DEPTH: usize = 10_000;

pub struct Loaded {
    pub program: Program,
    pub compiled: Vec<Compiled>,
    pub clang: Clang,
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

pub fn load(file: &Path) -> Loaded {
    let mut request = Request::new(CacheDir::from_env().unwrap());
    request.inputs = vec![file.to_path_buf()];
    request.flavour = Flavour::Named;
    let project = crescendo_project::load(&request, &mut |_| {}).unwrap();
    assert!(project.failures.is_empty(), "{} does not compile", file.display());
    let mut units = Vec::new();
    let mut compiled = Vec::new();
    for u in &project.units {
        let bitcode = std::fs::read(&u.bitcode).unwrap();
        let options = LowerOptions { cover: true };
        units.push(crescendo_program::load_unit(&bitcode, &u.source.to_string_lossy(), options).unwrap());
        let text = |s: &std::ffi::OsStr| s.to_string_lossy().into_owned();
        compiled.push(Compiled {
            file: text(u.source.as_os_str()),
            directory: text(u.directory.as_os_str()),
            arguments: u.anchored_args().iter().map(|a| text(a)).collect(),
        });
    }
    let is_library = |name: &str| crescendo_vm::models::find(name).is_some();
    let bounds = Setup::default().bounds;
    let driven = Some(Driven::plainly(bounds.elements, bounds.bytes));
    let making = Making { is_library: &is_library, declared: &[], driven };
    let program = crescendo_program::make(units, &making).unwrap().program;
    Loaded { program, compiled, clang: project.clang }
}

pub fn functions(program: &Program) -> Vec<FunctionId> {
    let all = (0..program.functions.len() as u32).map(FunctionId);
    all.filter(|f| program.function(*f).body.is_some()).collect()
}

/// The alarms of every function by itself.
pub fn alarms(program: &Program, facts: &Facts, calls: &Calls) -> Vec<Alarm> {
    let mut all = Vec::new();
    for f in functions(program) {
        let limits = Limits { steps: STEPS, ..Limits::default() };
        let mut unit = Unit::new(program, facts, f, &Setup::default(), limits, symbolic::Options::default()).unwrap();
        let budget = Budget { runs: Some(500), steps: None, time: Some(Deadline::after(Duration::from_secs(1000))) };
        let options = crescendo_explore::Options { budget, ..Default::default() };
        let found = explore(&mut UnitSubject::new(&mut unit, &[], calls), &mut Stack::default(), &mut [], options);
        for fault in &found.faults {
            let frame = |&(f, p): &(FunctionId, crescendo_program::source::PosId)| {
                let at = program.sources.get(p);
                let file = program.sources.path(at.file).to_string();
                Frame { function: program.function(f).name.clone(), file, line: at.line }
            };
            let at = frame(&(fault.function, fault.position));
            let (verdict, strength) = (Verdict::Open, Strength::Unit);
            let judgement =
                Judgement { verdict, strength, why: String::new(), chain: Vec::new(), started: None, reproduce: None };
            all.push(Alarm {
                kind: fault.kind.name().into(),
                file: at.file,
                line: at.line,
                column: 0,
                function: at.function,
                unit: program.function(f).name.clone(),
                message: fault.message.clone(),
                frames: fault.frames.iter().map(frame).collect(),
                assumptions: Vec::new(),
                inputs: Vec::new(),
                path: Vec::new(),
                seen: fault.seen,
                witness: Default::default(),
                judgement,
            });
        }
    }
    all
}

/// Judges the alarms of a file; natively too, if a folder is given.
pub fn judged(loaded: &Loaded, profile: Option<&Profile>, folder: Option<&Path>) -> (Vec<Alarm>, Report) {
    let program = &loaded.program;
    let (facts, calls) = (Facts::new(program), Calls::new(program));
    let mut all = on_stack(|| alarms(program, &facts, &calls));
    let native = folder.map(|folder| Native { compiled: &loaded.compiled, clang: &loaded.clang, folder });
    let cancel = CancelToken::new();
    let watchdog = Watchdog::new(&cancel).unwrap();
    let driving = |entry| Driving {
        entry,
        setup: Setup::default(),
        plan: Rc::new(Plan::default()),
        steps: STEPS,
        depth: Some(DEPTH),
        stack: None,
        symbolic: symbolic::Options::default(),
    };
    let context = Context {
        program,
        facts: &facts,
        calls: &calls,
        driving: &driving,
        profile,
        native,
        watchdog: &watchdog,
        cancel: &cancel,
    };
    let options = Options { caller: Duration::from_secs(1000), runs: Some(2000), ..Options::default() };
    let report = judge(&context, &mut all, &options, &mut |_| {}).unwrap();
    (all, report)
}

pub fn on_stack<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(crescendo_vm::HOST_STACK);
        thread.spawn_scoped(scope, work).unwrap().join().unwrap()
    })
}
