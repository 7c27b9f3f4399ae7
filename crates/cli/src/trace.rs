//! `crescendo trace`: runs one function once on given inputs and shows what depended on them. For people who work on the
//! tool; hidden from the help.

use crate::load::{Wanted, load};
use crate::options::SourceArgs;
use anyhow::{Context, Result, bail};
use clap::Args;
use crescendo_project::Flavour;
use crescendo_unit::{Facts, Setup, Unit};
use crescendo_vm::symbolic::Options;
use crescendo_vm::{HOST_STACK, Limits};
use std::collections::HashMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Run one function once and show the events of its path
#[derive(Args)]
pub struct TraceArgs {
    #[command(flatten)]
    sources: SourceArgs,
    #[arg(long)]
    function: String,
    /// PATH=NUMBER; what is not given is 0
    #[arg(long = "input", value_name = "PATH=N")]
    inputs: Vec<String>,
    #[arg(long, default_value_t = 100_000_000)]
    max_steps: u64,
    /// Do not compare every term with its value
    #[arg(long)]
    trusting: bool,
}

pub fn trace(args: &TraceArgs) -> Result<ExitCode> {
    std::thread::scope(|s| {
        let thread = std::thread::Builder::new().stack_size(HOST_STACK).spawn_scoped(s, || trace_here(args))?;
        thread.join().map_err(|_| anyhow::anyhow!("the machine failed"))?
    })
}

fn trace_here(args: &TraceArgs) -> Result<ExitCode> {
    let bounds = Setup::default().bounds;
    let driven = Some((bounds.elements, bounds.bytes));
    let loaded = load(&args.sources, Wanted { flavour: Flavour::Named, declarations: true, driven })?;
    let program = &loaded.program;
    let Some(function) = program.find(&args.function) else { bail!("there is no function {}", args.function) };
    let facts = Facts::new(program);
    let limits = Limits { steps: args.max_steps, ..Limits::default() };
    let options = Options { paranoid: !args.trusting, ..Options::default() };
    let unit = Unit::new(program, &facts, function, &Setup::default(), limits, options);
    let mut unit = unit.map_err(|e| anyhow::anyhow!("{} cannot be driven: {e}", args.function))?;
    let mut named = HashMap::new();
    for text in &args.inputs {
        let (path, value) = text.split_once('=').with_context(|| format!("{text}: PATH=NUMBER is needed"))?;
        let value: i128 = value.parse().with_context(|| format!("{value} is no number"))?;
        named.insert(path.to_string(), vec![value as u64, (value >> 64) as u64]);
    }
    let (start, cpu) = (Instant::now(), cpu_time());
    let run = unit.run_named(named);
    eprintln!("{} steps in {:?}, {:?} of CPU", run.steps, start.elapsed(), cpu_time() - cpu);
    for e in &run.events {
        let shown = unit.vm.sym().pool.show(e.holds);
        println!("{}: {:?}\n    {shown}", program.sources.show(e.position), e.kind);
    }
    let inputs = unit.vm.sym().inputs.clone();
    let driver = unit.driver();
    for (input, words) in driver.inputs.values(&run.used, &inputs) {
        println!("{} = {words:?}", input.path);
    }
    println!("{:?} {:?} {:?} {:?}", run.outcome, run.ended, run.returned, run.gaps);
    Ok(ExitCode::SUCCESS)
}

/// Of this thread: unlike the clock on the wall it does not depend on who else is at work.
fn cpu_time() -> Duration {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut t) };
    Duration::new(t.tv_sec as u64, t.tv_nsec as u32)
}
