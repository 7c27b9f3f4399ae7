//! `crescendo inspect`: the program as the tool sees it, for people who debug the tool, and for golden tests.

mod cover;
mod types;

use crate::exit;
use crate::load::{Wanted, load};
use crate::options::SourceArgs;
use anyhow::{Result, bail};
use clap::Args;
use crescendo_program::source::PosId;
use crescendo_program::{Function, Global, Linkage, Program};
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
    let mut out = String::new();
    if args.cover {
        cover::render(program, &mut out);
    }
    if args.functions || all {
        functions(program, &mut out);
    }
    if args.globals || all {
        globals(program, &mut out);
    }
    if args.types || all {
        types::render(program, &mut out);
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

/// A place in the source; files below the current folder are shown relative to it.
fn place(program: &Program, at: PosId) -> String {
    let text = program.sources.show(at);
    let here = std::env::current_dir().map(|d| format!("{}/", d.display())).unwrap_or_default();
    let inside = text.strip_prefix(&here).filter(|_| here != "/").unwrap_or(&text);
    inside.strip_prefix("./").unwrap_or(inside).to_string()
}

fn linkage(l: Linkage) -> &'static str {
    match l {
        Linkage::External => "",
        Linkage::Internal => "static ",
        Linkage::Weak => "weak ",
        Linkage::Common => "common ",
        Linkage::InlineOnly => "inline ",
    }
}

fn functions(program: &Program, out: &mut String) {
    // The compiler's own operations are functions only to LLVM.
    for f in program.functions.iter().filter(|f| !f.name.starts_with("llvm.")) {
        let state = if f.body.is_some() { "defined" } else { "declared" };
        let declaration = match f.c_type {
            Some(t) => program.types.show_function(t, &f.name, &f.param_names),
            None => format!("{} <no C type>", f.name),
        };
        let _ = writeln!(
            out,
            "{state:<9}{}{declaration};  // {}{}",
            linkage(f.linkage),
            place(program, f.position),
            remarks(f)
        );
    }
    for (alias, name) in program.aliases() {
        let _ = writeln!(out, "{:<9}{alias} = {name};", "alias");
    }
}

fn remarks(f: &Function) -> String {
    let all = [
        (f.signature.unprototyped, ", old style"),
        (f.no_return, ", never returns"),
        (f.returns_twice, ", returns twice"),
        (f.body.is_none() && f.address == 0, ", absent"),
    ];
    all.into_iter().filter(|(is_so, _)| *is_so).map(|(_, text)| text).collect()
}

fn globals(program: &Program, out: &mut String) {
    for g in program.globals.iter().filter(|g| !g.anonymous) {
        let state = if g.image.is_some() { "defined" } else { "declared" };
        let declaration = match g.c_type {
            Some(t) => program.types.show(t, &g.name),
            None => format!("{} <no C type>", g.name),
        };
        let _ = writeln!(
            out,
            "{state:<9}{}{declaration};  // {}, {}",
            linkage(g.linkage),
            place(program, g.position),
            size(g)
        );
    }
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

fn size(g: &Global) -> String {
    let mut text = crescendo_campaign::excerpt::count(g.size as usize, "byte");
    if g.constant {
        text.push_str(", constant");
    }
    if g.thread_local {
        text.push_str(", one per thread");
    }
    text
}
