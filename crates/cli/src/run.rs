//! `crescendo run`: compiles a program and runs its `main` in the machine.

use crate::load::{Wanted, load};
use crate::options::SourceArgs;
use crate::{coverage, exit, fault_report, style};
use anyhow::{Context, Result, bail};
use clap::Args;
use crescendo_host::HostWorld;
use crescendo_project::Flavour;
use crescendo_vm::cover::Recorder;
use crescendo_vm::memory::MemoryLimits;
use crescendo_vm::{HOST_STACK, Limits, Outcome, RunReport, Vm};
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Compile a program and run its main in the machine: same output and exit status as natively, every access checked
///
/// Example: crescendo run sort.c util.c --arg -n --arg input.txt -- -Iinclude -DNDEBUG
#[derive(Args)]
pub struct RunArgs {
    #[command(flatten)]
    sources: SourceArgs,
    /// An argument for the program; repeat for more
    #[arg(long = "arg", value_name = "A", allow_hyphen_values = true)]
    args: Vec<OsString>,
    /// Stop after that many instructions
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,
    /// Stop when the program's objects take more memory
    #[arg(long, value_name = "MB", default_value_t = 4096)]
    max_memory: u64,
    /// Size of the program's stack
    #[arg(long, value_name = "KB", default_value_t = 8192)]
    stack: u64,
    /// Stop when calls nest deeper
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    max_depth: usize,
    /// Let the program change files only in the current folder
    #[arg(long)]
    sandbox: bool,
    /// Print one line of JSON with instructions, seconds and memory to stderr
    #[arg(long)]
    stats: bool,
    /// Write what the run covered to this file, as JSON
    #[arg(long, value_name = "FILE")]
    coverage: Option<PathBuf>,
    /// List reads of uninitialised memory at the end
    #[arg(long)]
    uninit: bool,
}

pub fn run(args: &RunArgs) -> Result<ExitCode> {
    // Callbacks of library functions nest on the host's stack.
    std::thread::scope(|s| {
        let thread = std::thread::Builder::new().stack_size(HOST_STACK).spawn_scoped(s, || run_here(args))?;
        thread.join().map_err(|_| anyhow::anyhow!("the machine failed"))?
    })
}

fn run_here(args: &RunArgs) -> Result<ExitCode> {
    let flavour = if args.coverage.is_some() { Flavour::Named } else { Flavour::Plain };
    let loaded = load(&args.sources, Wanted { flavour, declarations: false, driven: None })?;
    let program = &loaded.program;
    if loaded.failures > 0 {
        bail!("not run: {} did not compile", crescendo_campaign::excerpt::count(loaded.failures, "file"));
    }
    let Some(main) = program.find("main").filter(|m| program.function(*m).body.is_some()) else {
        bail!("the program has no main");
    };
    let memory = MemoryLimits { bytes: args.max_memory << 20, stack: args.stack << 10 };
    let limits = Limits { memory, depth: args.max_depth, ..Limits::default() };
    let limits = Limits { steps: args.max_steps.unwrap_or(limits.steps), ..limits };
    let mut world = HostWorld::new();
    if args.sandbox {
        world.confine(Path::new(".")).context("cannot confine the program to the current folder")?;
    }
    let stderr_line = world.stderr_line();
    let mut vm = match Vm::new(program, Box::new(world), limits) {
        Ok(vm) => vm,
        Err(stop) => bail!("the program does not fit the machine: {stop:?}"),
    };
    let name = args.sources.files.first().map(|f| f.with_extension("")).unwrap_or_else(|| "program".into());
    let mut argv = vec![name.as_os_str().as_bytes().to_vec()];
    argv.extend(args.args.iter().map(|a| a.clone().into_vec()));
    if args.coverage.is_some() {
        vm.recorder = Some(Box::new(Recorder::new(&program.cover)));
    }
    let start = Instant::now();
    let report = vm.run_main(main, &argv);
    let seconds = start.elapsed().as_secs_f64();
    if !matches!(report.outcome, Outcome::Finished { .. } | Outcome::Signalled { .. })
        && stderr_line.load(Ordering::Relaxed)
    {
        eprintln!();
    }
    let code = finish(&vm, &report);
    if let (Some(path), Some(recorder)) = (&args.coverage, &vm.recorder) {
        let text = coverage::json(program, &recorder.coverage).to_string();
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if args.uninit {
        for place in &report.uninitialised {
            let at = program.sources.show(place.position);
            eprintln!("{} uninitialised memory is read at {at}", style::warning("warning:"));
        }
    }
    if args.stats {
        let stats = serde_json::json!({
            "instructions": report.instructions,
            "seconds": seconds,
            "peak_memory_bytes": report.peak_memory,
            "uninitialised_reads": report.uninitialised.len(),
        });
        eprintln!("{stats}");
    }
    if let Outcome::Signalled { signal } = report.outcome {
        die_by(signal);
    }
    Ok(code)
}

fn finish(vm: &Vm, report: &RunReport) -> ExitCode {
    let code = match &report.outcome {
        Outcome::Finished { status } => return ExitCode::from(*status as u8),
        Outcome::Signalled { signal } => return ExitCode::from(128 + *signal as u8),
        Outcome::ProgramFault(_) => exit::FAULT,
        Outcome::Limit(_) => exit::LIMIT,
        Outcome::Unsupported(_) => exit::UNSUPPORTED,
        Outcome::ToolBug(_) => exit::TOOL_BUG,
    };
    eprint!("{}", fault_report::render(vm, report));
    ExitCode::from(code)
}

/// Ends the way the program natively would, so that callers see the same wait status.
fn die_by(signal: i32) {
    unsafe {
        let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        libc::setrlimit(libc::RLIMIT_CORE, &none);
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
}
