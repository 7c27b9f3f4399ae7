//! `crescendo inspect`: the program as the tool sees it, for people who debug the tool, and for golden tests.

use crate::exit;
use crate::load::{Wanted, load};
use crate::options::SourceArgs;
use anyhow::{Result, bail};
use clap::Args;
use crescendo_program::{Program, describe};
use crescendo_project::Flavour;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

/// Show functions, globals, types and bytecode of a program
///
/// Without a choice: functions, globals and types. Example: crescendo inspect list.c --code list_add -- -Iinclude
#[derive(Args)]
pub struct InspectArgs {
    #[command(flatten)]
    sources: SourceArgs,
    /// Functions with their C declarations, and which are defined
    #[arg(long)]
    functions: bool,
    /// The same of globals
    #[arg(long)]
    globals: bool,
    /// Structs, unions, enums and typedefs, with the offsets of members
    #[arg(long)]
    types: bool,
    /// What can be covered: statements, decisions with their conditions, switches; alone with --code
    #[arg(long)]
    cover: bool,
    /// What integer parameters and globals can be in every run of the program
    #[arg(long)]
    ranges: bool,
    /// Bytecode of a function; repeat for more
    #[arg(long, value_name = "NAME")]
    code: Vec<String>,
}

pub fn inspect(args: &InspectArgs) -> Result<ExitCode> {
    let flavour = if args.cover { Flavour::Named } else { Flavour::Plain };
    let loaded = load(&args.sources, Wanted { flavour, declarations: !args.cover, driven: None })?;
    let program = &loaded.program;
    let all = !(args.functions || args.globals || args.types || args.cover || args.ranges) && args.code.is_empty();
    let here = std::env::current_dir().unwrap_or_default();
    let mut out = String::new();
    if args.cover {
        describe::goals(program, &mut out);
    }
    if args.functions || all {
        describe::functions(program, &here, &mut out);
    }
    if args.globals || all {
        describe::globals(program, &here, &mut out);
    }
    if args.types || all {
        describe::types(program, &here, &mut out);
    }
    if args.ranges {
        let facts = crescendo_unit::Facts::new(program);
        match crescendo_alarms::ranges::of_program(program, &facts, loaded.failures == 0) {
            Ok(ranges) => show_ranges(program, &ranges, &mut out),
            Err(why) => bail!("nothing is known of ranges, because {why}"),
        }
    }
    for name in &args.code {
        let ids: Vec<_> = program.functions_named(name).collect();
        if ids.is_empty() {
            bail!("the program has no function {name}");
        }
        for id in ids {
            out.push_str(&program.disassemble(id));
        }
    }
    // A reader that has seen enough is no error.
    let _ = std::io::stdout().write_all(out.as_bytes());
    Ok(if loaded.failures > 0 { ExitCode::from(exit::CANNOT_START) } else { ExitCode::SUCCESS })
}

fn show_ranges(program: &Program, ranges: &crescendo_ranges::Ranges, out: &mut String) {
    for (f, spans) in ranges.functions() {
        for s in spans {
            let _ = writeln!(out, "{}: {} is in {}..{}", program.function(f).name, s.path, s.low, s.high);
        }
    }
    for s in ranges.globals().flat_map(|(_, spans)| spans) {
        let _ = writeln!(out, "{} is in {}..{}", s.path, s.low, s.high);
    }
}
