//! Output: what goes outside need not be concrete for the program, only what decides whether a call faults. Where the
//! program looks at the result, the plain models do.

use super::{Answer, Call, SymbolicModel, with};
use crate::machine::Vm;
use crate::models::stdio::arguments::data_model;
use crate::stop::FaultKind::{self, OutOfBounds};
use crate::stop::Stop;
use crate::value::Value;
use crescendo_cformat::spec::{Conversion, Count, Format};
use crescendo_solver::expr::ExprId;

pub(super) const MODELS: &[SymbolicModel] = &[
    SymbolicModel { name: "puts", call: |vm, c| string(vm, c, None) },
    SymbolicModel { name: "fputs", call: |vm, c| string(vm, c, Some(1)) },
    SymbolicModel { name: "fputs_unlocked", call: |vm, c| string(vm, c, Some(1)) },
    SymbolicModel { name: "perror", call: |vm, c| string(vm, c, None) },
    SymbolicModel { name: "printf", call: |vm, c| formatted(vm, c, 0, None) },
    SymbolicModel { name: "__printf_chk", call: |vm, c| formatted(vm, c, 1, None) },
    SymbolicModel { name: "fprintf", call: |vm, c| formatted(vm, c, 1, Some(0)) },
    SymbolicModel { name: "__fprintf_chk", call: |vm, c| formatted(vm, c, 2, Some(0)) },
    SymbolicModel { name: "dprintf", call: |vm, c| formatted(vm, c, 1, None) },
    SymbolicModel { name: "__dprintf_chk", call: |vm, c| formatted(vm, c, 2, None) },
    SymbolicModel { name: "fwrite", call: |vm, c| block(vm, c, 0, &[1, 2], Some(3)) },
    SymbolicModel { name: "fwrite_unlocked", call: |vm, c| block(vm, c, 0, &[1, 2], Some(3)) },
    SymbolicModel { name: "write", call: |vm, c| block(vm, c, 1, &[2], None) },
];

impl<'p> Vm<'p> {
    /// The stream is used: the path decides whether there is one. Without it the plain model faults.
    fn has_stream(&mut self, call: &Call, stream: Option<usize>) -> Result<bool, Stop> {
        let Some(v) = stream.and_then(|i| call.args.get(i)) else { return Ok(true) };
        self.decide_value(v, true)?;
        Ok(v.lo != 0)
    }

    /// The condition that a string ends inside its object, where that depends on inputs.
    pub(super) fn ends(&mut self, v: &Value, checks: &mut Vec<(FaultKind, ExprId)>) -> Result<bool, Stop> {
        let Some(mut s) = self.view(Some(v))? else { return Ok(false) };
        let Some(bytes) = s.string(self) else { return Ok(false) };
        let end = self.end_of(&s, &bytes);
        checks.push((OutOfBounds, s.reads(self, end)));
        Ok(true)
    }
}

fn string(vm: &mut Vm, call: &Call, stream: Option<usize>) -> Answer {
    let Some(v) = call.args.first().filter(|_| !vm.sym().result_used) else { return Ok(None) };
    let mut checks = Vec::new();
    if !v.is_symbolic() && !vm.memory.is_open(v.lo) || !vm.has_stream(call, stream)? || !vm.ends(v, &mut checks)? {
        return Ok(None);
    }
    with(vm.finish(call, &checks)?, ExprId::NONE)
}

fn block(vm: &mut Vm, call: &Call, data: usize, sizes: &[usize], stream: Option<usize>) -> Answer {
    let Some(v) = call.args.get(data).filter(|_| !vm.sym().result_used) else { return Ok(None) };
    let symbolic = v.is_symbolic() || sizes.iter().any(|&i| call.is_symbolic(i));
    // A product of two symbolic sizes is left to the plain model.
    if !symbolic && !vm.memory.is_open(v.lo) || sizes.iter().filter(|&&i| call.is_symbolic(i)).count() > 1 {
        return Ok(None);
    }
    if !vm.has_stream(call, stream)? {
        return Ok(None);
    }
    for &i in sizes {
        if vm.length(call, i)?.is_none() {
            return Ok(None);
        }
    }
    let Some(s) = vm.view(Some(v))? else { return Ok(None) };
    let factor: u64 = sizes.iter().filter(|&&i| !call.is_symbolic(i)).map(|&i| call.word(i)).product();
    let of = match sizes.iter().find(|&&i| call.is_symbolic(i)) {
        Some(&i) => vm.argument_term(call, i, 64),
        None => vm.sym().pool.constant(1, 64),
    };
    let p = &mut vm.sym().pool;
    let factor = p.constant(factor, 64);
    let room = p.udiv(s.limit, factor);
    let inside = p.ule(of, room);
    with(vm.finish(call, &[(OutOfBounds, inside)])?, ExprId::NONE)
}

fn formatted(vm: &mut Vm, call: &Call, at: usize, stream: Option<usize>) -> Answer {
    let rest = call.args.get(call.fixed as usize..).unwrap_or(&[]);
    let used = vm.sym().result_used;
    let looks = rest.iter().any(|v| v.is_symbolic() || vm.memory.is_open(v.lo));
    let open_format = call.args.get(at).is_some_and(|f| f.is_symbolic() || vm.memory.is_open(f.lo));
    if (used || !looks) && !open_format || !vm.has_stream(call, stream)? {
        return Ok(None);
    }
    let Some(mut format) = vm.view(call.args.get(at))? else { return Ok(None) };
    let Some(terms) = format.string(vm) else { return Ok(None) };
    // What is to be shown of the rest depends on it.
    let mut text = Vec::new();
    for e in terms {
        let byte = vm.sym().evaluate(e)[0];
        let reason = vm.library_reason("a format");
        vm.concretise(e, byte, reason)?;
        text.push(byte as u8);
        if byte == 0 {
            break;
        }
    }
    if used {
        return Ok(None);
    }
    let format = Format::parse(text.strip_suffix(&[0]).unwrap_or(&text), &data_model(&vm.program.target));
    let mut checks = Vec::new();
    for d in format.directives() {
        let Some(v) = d.value.and_then(|(i, _)| rest.get(i)) else { continue };
        if d.conversion == Conversion::String && !vm.shown_string(v, d.precision, &mut checks)? {
            return Ok(None);
        }
    }
    with(vm.finish(call, &checks)?, ExprId::NONE)
}

impl<'p> Vm<'p> {
    /// An argument of `%s`: null is shown as such. False: the plain model is to look.
    fn shown_string(
        &mut self,
        v: &Value,
        precision: Count,
        checks: &mut Vec<(FaultKind, ExprId)>,
    ) -> Result<bool, Stop> {
        let term = self.decide_value(v, false)?;
        // Also what an object's address and an offset make null.
        let is_null = self.memory.plain(v.lo) == 0;
        if term.is_some() {
            let s = self.sym();
            let null = s.pool.constant(0, s.pool.width(term));
            let some = s.pool.ne(term, null);
            self.fork(some, !is_null)?;
        }
        if is_null {
            return Ok(true);
        }
        // With a precision it need not end.
        if precision != Count::Absent {
            return Ok(false);
        }
        if term.is_none() && !self.memory.is_open(v.lo) {
            return Ok(true);
        }
        self.ends(v, checks)
    }
}
