//! Bytecode as text.

use crate::link::Program;
use crate::op::Op;
use crate::symbol::FunctionId;
use std::fmt::Write;

pub fn function(program: &Program, id: FunctionId) -> String {
    let f = program.function(id);
    let mut out = String::new();
    let Some(body) = &f.body else { return format!("{}: no body\n", f.name) };
    let _ = writeln!(out, "{}: {} registers, constants from r{}", f.name, body.registers, body.constants_at);
    for (i, c) in body.constants.iter().enumerate() {
        let _ = writeln!(out, "  r{} = {c:#x}", body.constants_at as usize + i);
    }
    for (i, op) in body.code.iter().enumerate() {
        let line = program.sources.get(body.positions[i]).line;
        let _ = write!(out, "{i:5} {line:5}  {op:?}");
        match *op {
            Op::Call { site, .. } => {
                let _ = write!(out, "  {:?}", body.calls[site as usize]);
            }
            Op::Intrinsic { site, .. } => {
                let _ = write!(out, "  {:?}", body.intrinsics[site as usize]);
            }
            Op::Unsupported { what } => {
                let _ = write!(out, "  {}", body.unsupported[what as usize]);
            }
            _ => {}
        }
        out.push('\n');
    }
    out
}
