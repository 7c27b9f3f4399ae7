//! The program as text: functions, globals, types and goals, for people who debug the tool and for golden tests.

mod goals;
mod types;

pub use goals::render as goals;
pub use types::render as types;

use crate::source::PosId;
use crate::{Function, Global, Linkage, Program};
use std::fmt::Write as _;
use std::path::Path;

/// A place in the source; files below `here` are shown relative to it.
fn place(program: &Program, here: &Path, at: PosId) -> String {
    let text = program.sources.show(at);
    let here = format!("{}/", here.display());
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

pub fn functions(program: &Program, here: &Path, out: &mut String) {
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
            place(program, here, f.position),
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

pub fn globals(program: &Program, here: &Path, out: &mut String) {
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
            place(program, here, g.position),
            size(g)
        );
    }
}

fn size(g: &Global) -> String {
    let mut text = bytes(g.size as usize);
    if g.constant {
        text.push_str(", constant");
    }
    if g.thread_local {
        text.push_str(", one per thread");
    }
    text
}

fn bytes(n: usize) -> String {
    if n == 1 { "1 byte".to_string() } else { format!("{n} bytes") }
}
