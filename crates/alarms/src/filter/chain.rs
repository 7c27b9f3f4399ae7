//! A calling context as a run had it: who called whom where, and with what.

use super::target::Target;
use crate::model::Call;
use crescendo_explore::result::Test;
use crescendo_program::ctype::{CType, RecordKind, TypeId};
use crescendo_program::{FloatKind, FunctionId, Program};
use crescendo_unit::{Goes, Unit, Wanted, What};
use crescendo_vm::FaultKind;
use std::collections::BTreeMap;

/// Runs a test once more, and tells the calls that led to the fault, the outermost first and the unit that showed it last.
pub fn chain(program: &Program, driven: &mut Unit, test: &Test, target: &Target) -> Vec<Call> {
    let run = driven.run(&test.input);
    if target.kind == FaultKind::Leak.name() {
        // It shows at the end, when no calls are left.
        let f = program.function(driven.function);
        let at = program.sources.get(f.position);
        let file = program.sources.path(at.file).to_string();
        return vec![Call { function: f.name.clone(), file, line: at.line, values: Vec::new() }];
    }
    let frames: Vec<_> = run.stack.iter().rev().collect();
    // The unit's outermost call: what lies below belongs to the unit. Other ways are told to their end.
    let unit = frames.iter().position(|f| target.starts.contains(&f.function));
    let Some(last) = unit.or(frames.len().checked_sub(1)) else { return Vec::new() };
    let called: Vec<FunctionId> = frames[..=last].iter().skip(1).map(|f| f.function).collect();
    let values = values(program, driven, test, &called);
    let call = |(i, f): (usize, &&crescendo_vm::TraceFrame)| {
        let at = program.sources.get(f.position);
        Call {
            function: program.function(f.function).name.clone(),
            file: program.sources.path(at.file).to_string(),
            line: if i == last { target.line } else { at.line },
            values: called.get(i).and_then(|next| values.get(next)).cloned().unwrap_or_default(),
        }
    };
    frames[..=last].iter().enumerate().map(call).collect()
}

/// What each function got when it was called last.
fn values(
    program: &Program,
    unit: &mut Unit,
    test: &Test,
    called: &[FunctionId],
) -> BTreeMap<FunctionId, Vec<(String, String)>> {
    let parameters: Vec<Vec<Parameter>> = called.iter().map(|f| parameters(program, *f)).collect();
    let wanted = |p: &Vec<Parameter>| p.iter().map(|p| p.wanted.clone()).collect();
    unit.watch_calls(called.iter().copied().zip(parameters.iter().map(wanted)).collect());
    unit.run(&test.input);
    let (seen, _) = unit.calls_seen();
    unit.watch_calls(Vec::new());
    let mut all = BTreeMap::new();
    for call in seen {
        let Some(i) = called.iter().position(|f| *f == call.function) else { continue };
        let mut told = Vec::new();
        for (p, bound) in parameters[i].iter().zip(&call.bound) {
            if let Some(term) = bound {
                let words = unit.vm.sym().evaluate(*term);
                told.push((p.wanted.path.clone(), shown(program, p, &words)));
            }
        }
        all.insert(call.function, told);
    }
    all
}

/// A parameter, or a member of what one points to.
struct Parameter {
    wanted: Wanted,
    ty: TypeId,
}

fn parameters(program: &Program, id: FunctionId) -> Vec<Parameter> {
    let f = program.function(id);
    let types = &program.types;
    let Some(CType::Function { params, .. }) = f.c_type.map(|t| types.get(t)) else { return Vec::new() };
    let mut all = Vec::new();
    for (i, &ty) in params.iter().enumerate() {
        let path = match f.param_names.get(i) {
            Some(n) if !n.is_empty() => n.clone(),
            _ => format!("arg{}", i + 1),
        };
        match types.resolved(ty) {
            CType::Pointer { to } => {
                let goes = vec![Goes::Fixed(0), Goes::Object];
                all.push(Parameter { wanted: Wanted { path: path.clone(), width: 1, what: What::Pointer(goes) }, ty });
                if let CType::Record(r) = types.resolved(*to)
                    && r.kind == RecordKind::Struct
                {
                    for m in r.members.iter().filter(|m| m.width_bits.is_none() && !m.name.is_empty()) {
                        all.extend(number(program, m.ty, format!("{path}->{}", m.name)));
                    }
                }
            }
            _ => all.extend(number(program, ty, path)),
        }
    }
    all
}

fn number(program: &Program, ty: TypeId, path: String) -> Option<Parameter> {
    let width = match program.types.resolved(ty) {
        CType::Bool { .. } => 1,
        CType::Char { bits, .. } | CType::Int { bits, .. } => *bits,
        CType::Enum(e) => e.bits,
        CType::Float { kind: kind @ (FloatKind::F32 | FloatKind::F64), .. } => kind.bits(),
        _ => return None,
    };
    (width <= 64).then_some(Parameter { wanted: Wanted { path, width, what: What::Value }, ty })
}

fn shown(program: &Program, p: &Parameter, words: &[u64]) -> String {
    let signed = |bits: u32| ((words[0] << (64 - bits)) as i64) >> (64 - bits);
    match program.types.resolved(p.ty) {
        CType::Pointer { .. } if words[0] == 0 => "null".into(),
        CType::Pointer { .. } => "an object".into(),
        CType::Float { kind: FloatKind::F32, .. } => f32::from_bits(words[0] as u32).to_string(),
        CType::Float { .. } => f64::from_bits(words[0]).to_string(),
        CType::Char { bits, signed: true, .. } | CType::Int { bits, signed: true, .. } => signed(*bits).to_string(),
        CType::Enum(e) if e.signed => signed(e.bits).to_string(),
        _ => words[0].to_string(),
    }
}
