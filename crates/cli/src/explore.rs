//! `crescendo explore`: inputs of a whole program.

use crate::load::{Wanted, load};
use crate::options::{SourceArgs, Switch};
use crate::{exit, interrupt, style};
use anyhow::{Context, Result, bail};
use clap::Args;
use crescendo_campaign::load::Loaded;
use crescendo_campaign::request::duration;
use crescendo_confined::Sandbox;
use crescendo_hybrid::infer::{Said, infer};
use crescendo_hybrid::target::Limits;
use crescendo_hybrid::test_comp::Suite;
use crescendo_hybrid::{Build, Event, Plan, Source, explore, page, seeds};
use crescendo_process::{Entry, Shape};
use crescendo_project::Flavour;
use crescendo_vm::HOST_STACK;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Find inputs of a whole program: command lines, standard input and files that cover it and that crash it
///
/// Example: crescendo explore -p build/ --budget 5m --seeds tests/inputs --args 'sym:2:10 A' --file A:200 -o out
#[derive(Args)]
pub struct ExploreArgs {
    #[command(flatten)]
    sources: SourceArgs,
    /// Time for everything, such as 30s or 10m
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    budget: Duration,
    /// A folder of inputs to start from: a corpus of ours, or plain files for standard input or a harness; repeat for more
    #[arg(long, value_name = "DIR")]
    seeds: Vec<PathBuf>,
    /// The command line: words, and sym:COUNT:BYTES for up to COUNT arguments of up to BYTES [default: sym:3:10]
    #[arg(long, value_name = "WORDS", allow_hyphen_values = true)]
    args: Option<String>,
    /// Bytes of standard input, at most; 0: it is empty [default: 1024]
    #[arg(long, value_name = "N")]
    stdin: Option<usize>,
    /// A file that is an input, and its bytes at most; repeat for more
    #[arg(long = "file", value_name = "NAME:BYTES")]
    input_files: Vec<String>,
    /// A variable of the environment that is an input; repeat for more
    #[arg(long = "env", value_name = "NAME")]
    env: Vec<String>,
    /// A C file with LLVMFuzzerTestOneInput, added to the program and called instead of main
    #[arg(long, value_name = "FILE")]
    harness: Option<PathBuf>,
    /// A property file of Test-Comp: inputs are written to DIR/test-suite as they are found
    #[arg(long, value_name = "FILE.prp")]
    property: Option<PathBuf>,
    /// AFL++'s folder of queues: its finds are read, ours are written to a queue of our own
    #[arg(long, value_name = "DIR")]
    sync: Option<PathBuf>,
    /// A flag for the linker, such as -lz; repeat for more
    #[arg(long = "link", value_name = "FLAG", allow_hyphen_values = true)]
    link: Vec<String>,
    /// Do without one side of the search, to compare: solving or mutation
    #[arg(long, value_name = "SIDE", value_parser = ["solving", "mutation"])]
    without: Option<String>,
    /// Learn from inputs that worked what to keep fixed
    #[arg(long, value_name = "WHEN", value_parser = ["auto", "off"], default_value = "auto")]
    templates: String,
    /// Chance begins here
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Native runs in a sandbox of bubblewrap: off, they can do to this machine what the program can do
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Switch::On)]
    sandbox: Switch,
    /// Time of one native run
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "1s")]
    timeout: Duration,
    /// Memory of one native run
    #[arg(long, value_name = "MB", default_value_t = 2048)]
    max_memory: u64,
    /// Where to write
    #[arg(short, long, value_name = "DIR", default_value = "crescendo-out")]
    output: PathBuf,
}

pub fn explore_command(args: &ExploreArgs) -> Result<ExitCode> {
    // Callbacks of library functions nest on the host's stack.
    std::thread::scope(|s| {
        let thread = std::thread::Builder::new().stack_size(HOST_STACK).spawn_scoped(s, || explore_here(args))?;
        thread.join().map_err(|_| anyhow::anyhow!("the search failed"))?
    })
}

fn explore_here(args: &ExploreArgs) -> Result<ExitCode> {
    let mut sources = SourceArgs {
        files: args.sources.files.clone(),
        database: args.sources.database.clone(),
        cflags: args.sources.cflags.clone(),
        ..args.sources
    };
    sources.files.extend(args.harness.clone());
    let loaded = load(&sources, Wanted { flavour: Flavour::Named, declarations: false, driven: None })?;
    if loaded.failures > 0 {
        bail!("not explored: {} did not compile", crescendo_campaign::excerpt::count(loaded.failures, "file"));
    }
    let program = &loaded.program;
    let entry = if args.harness.is_some() { Entry::Harness } else { Entry::of(program) };
    let seeds = seeds::read(&args.seeds, entry)?;
    let said = Said {
        args: args.args.as_deref().map(Shape::arguments).transpose()?,
        stdin: args.stdin,
        files: args.input_files.iter().map(|f| Shape::file(f)).collect::<Result<_, _>>()?,
        env: args.env.clone(),
    };
    let shape = infer(program, entry, &said, &seeds)?;
    // Inputs are tried on the real program by the million: what it does with one nobody knows before.
    let sandbox = match args.sandbox {
        Switch::On => Some(Sandbox::new(Path::new("/bin/true"))?),
        Switch::Off => None,
    };
    let files = native_sources(&loaded);
    let here = std::env::current_dir().context("the current folder is gone")?;
    let work = tempfile::tempdir().context("no folder for what is built")?;
    let output = here.join(&args.output);
    std::fs::create_dir_all(&output).with_context(|| format!("cannot write to {}", output.display()))?;
    let cancel = interrupt::cancel_token();
    let (mut suite, mut until) = (None, None);
    if let Some(property) = &args.property {
        let file = files.first().context("the program has no file")?;
        let opened = Suite::open(property, program, Path::new(&file.file), &output)?;
        (suite, until) = (Some(opened.0), opened.1);
    }
    let name = shape.program.clone();
    let plan = Plan {
        build: Build {
            program,
            sources: &files,
            clang: &loaded.clang.path,
            entry,
            directory: &here,
            link: &args.link,
            folder: work.path(),
        },
        shape,
        seeds,
        budget: args.budget,
        seed: args.seed,
        out: output.clone(),
        sandbox,
        sync: args.sync.clone(),
        mutation: args.without.as_deref() != Some("mutation"),
        solving: args.without.as_deref() != Some("solving"),
        templates: args.templates == "auto",
        until,
        native: Limits { time: args.timeout, memory: args.max_memory << 20, ..Limits::default() },
        cancel: &cancel,
    };
    let live = std::io::stderr().is_terminal();
    let mut tell = |event: Event| match event {
        Event::Progress(p) if live => {
            eprint!("\r\x1b[K{:.79}", p.to_string());
            let _ = std::io::stderr().flush();
        }
        Event::Kept { input, error, .. } => {
            if let Some(Err(e)) = suite.as_mut().map(|s| s.add(&input, error)) {
                eprintln!("{} a test case is not written: {e}", style::warning("warning:"));
            }
        }
        Event::Crash(crash) => {
            let clear = if live { "\r\x1b[K" } else { "" };
            eprintln!("{clear}{} {}\n    {}", style::error("crash:"), crash.key, crash.command);
        }
        _ => {}
    };
    let found = explore(plan, &mut tell)?;
    if live {
        eprint!("\r\x1b[K");
    }
    let text = serde_json::to_string_pretty(&found).context("the summary cannot be written")?;
    std::fs::write(output.join("explored.json"), text).context("explored.json cannot be written")?;
    std::fs::write(output.join("index.html"), page::page(&name, &found)).context("index.html cannot be written")?;
    print!("{}", page::summary(&found, &output));
    Ok(if found.crashes.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(exit::FAULT) })
}

fn native_sources(loaded: &Loaded) -> Vec<Source> {
    let pairs = loaded.origin.bitcode.iter().zip(&loaded.compiled);
    let source = |(bitcode, c): (&PathBuf, &crescendo_suite::record::Compiled)| Source {
        bitcode: bitcode.clone(),
        file: c.file.clone(),
        directory: c.directory.clone(),
        arguments: c.arguments.clone(),
    };
    pairs.map(source).collect()
}
