//! A stopped run as a person wants to read it: what, where, the source line, the stack, the object.

use crate::{excerpt, style};
use crescendo_program::source::PosId;
use crescendo_vm::memory::{Label, ObjectState};
use crescendo_vm::{Outcome, RunReport, TraceFrame, Vm};
use std::fmt::Write;

/// Frames shown at each end of a deep stack.
const SHOWN: usize = 12;

pub fn render(vm: &Vm, report: &RunReport) -> String {
    let mut out = String::new();
    let (title, message) = match &report.outcome {
        Outcome::ProgramFault(f) => (f.kind.name().to_string(), f.message.clone()),
        Outcome::Limit(l) => ("limit".into(), l.to_string()),
        Outcome::Unsupported(what) => ("unsupported".into(), what.clone()),
        Outcome::ToolBug(what) => ("tool bug".into(), format!("{what}; please report it with the program")),
        Outcome::Finished { .. } | Outcome::Signalled { .. } => return out,
    };
    let inside = report.library.map_or(String::new(), |l| format!(" in {l}()"));
    let _ = writeln!(out, "{} {}", style::error(&format!("{title}:")), style::bold(&format!("{message}{inside}")));
    if let Some(top) = report.stack.first() {
        quote(vm, top.position, &mut out);
    }
    stack(vm, &report.stack, &mut out);
    if let Outcome::ProgramFault(f) = &report.outcome
        && let Some(o) = f.access.and_then(|a| a.object)
    {
        object(vm, o.label, o.state, &mut out);
    }
    out
}

/// A place in the source; files below the current folder are shown relative to it.
fn place(vm: &Vm, at: PosId) -> String {
    excerpt::near(&vm.program.sources.show(at))
}

/// The source line with a mark under the column.
fn quote(vm: &Vm, at: PosId, out: &mut String) {
    let sources = &vm.program.sources;
    let p = sources.get(at);
    if p.line == 0 {
        return;
    }
    let _ = writeln!(out, "  {} {}", style::dim("-->"), place(vm, at));
    let Ok(text) = std::fs::read(sources.path(p.file)) else { return };
    let text = String::from_utf8_lossy(&text);
    let Some(line) = text.lines().nth(p.line as usize - 1) else { return };
    out.push_str(&excerpt::line(line, p.line, p.column));
}

fn stack(vm: &Vm, frames: &[TraceFrame], out: &mut String) {
    let names = |f: &TraceFrame| vm.program.function(f.function).name.clone();
    let width = frames.iter().take(SHOWN).map(|f| names(f).len()).max().unwrap_or(0).min(30);
    for (i, f) in frames.iter().enumerate() {
        if frames.len() > 2 * SHOWN && (SHOWN..frames.len() - SHOWN).contains(&i) {
            if i == SHOWN {
                let _ = writeln!(out, "    ... {} more ...", frames.len() - 2 * SHOWN);
            }
            continue;
        }
        let at = place(vm, f.position);
        let _ = writeln!(out, "    #{i:<3} {:width$}  {at}", names(f));
    }
}

/// Where the object comes from and where its life ended.
fn object(vm: &Vm, label: Label, state: ObjectState, out: &mut String) {
    let show = |p: PosId| place(vm, p);
    let note = style::bold("note:");
    match label {
        Label::Heap { made, freed } => {
            let _ = writeln!(out, "{note} allocated at {}", show(made));
            if freed != PosId::NONE {
                let _ = writeln!(out, "{note} freed at {}", show(freed));
            }
        }
        Label::Global(g) => {
            let g = vm.program.global(g);
            if !g.anonymous && g.position != PosId::NONE {
                let _ = writeln!(out, "{note} `{}` is declared at {}", g.name, show(g.position));
            }
        }
        Label::Local { function, index } => {
            let f = vm.program.function(function);
            if let Some(l) = f.body.as_ref().and_then(|b| b.locals.get(index as usize)) {
                let ended = if state == ObjectState::Returned { "; its function has returned" } else { "" };
                let _ = writeln!(out, "{note} declared at {}{ended}", show(l.position));
            }
        }
        _ => {}
    }
}
