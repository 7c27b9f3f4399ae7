//! Formatted text in memory: `sprintf`, `snprintf`. How long each part is becomes a decision, digit by digit and character
//! by character as in a loop of the program; so every byte has its place, and stays a term.

use super::numbers::Reader;
use super::view::View;
use super::{Answer, Call, SymbolicModel, with};
use crate::machine::Vm;
use crate::models::stdio::arguments::data_model;
use crate::stop::FaultKind::{self, OutOfBounds};
use crate::stop::Stop;
use crate::value::Value;
use crescendo_cformat::output;
use crescendo_cformat::spec::{ArgClass, Conversion, Count, Directive, Field, Format, Piece, Radix};
use crescendo_program::Scalar;
use crescendo_solver::expr::ExprId;

pub(super) const MODELS: &[SymbolicModel] = &[
    SymbolicModel { name: "sprintf", call: |vm, c| text(vm, c, Form { size: None, known: None, format: 1 }) },
    SymbolicModel { name: "snprintf", call: |vm, c| text(vm, c, Form { size: Some(1), known: None, format: 2 }) },
    SymbolicModel { name: "__sprintf_chk", call: |vm, c| text(vm, c, Form { size: None, known: Some(2), format: 3 }) },
    SymbolicModel {
        name: "__snprintf_chk",
        call: |vm, c| text(vm, c, Form { size: Some(1), known: Some(3), format: 4 }),
    },
];

/// Which argument is what; the target is the first.
#[derive(Clone, Copy)]
struct Form {
    size: Option<usize>,
    /// What a fortified function knows of the target's size.
    known: Option<usize>,
    format: usize,
}

/// Bytes of one text; longer ones are left to the plain model.
const MOST: usize = 1024;

fn text(vm: &mut Vm, call: &Call, form: Form) -> Answer {
    let rest = call.args.get(call.fixed as usize..).unwrap_or(&[]);
    let Some(format) = call.args.get(form.format).filter(|f| !f.is_symbolic() && !vm.memory.is_open(f.lo)) else {
        return Ok(None);
    };
    if !rest.iter().any(|v| v.is_symbolic() || v.scalar == Scalar::Ptr && vm.memory.is_open(v.lo)) {
        return Ok(None);
    }
    let format = vm.string_at(format.lo)?;
    let parsed = Format::parse(&format, &data_model(&vm.program.target));
    if !parsed.pieces.iter().all(|p| is_known(p, rest)) {
        return Ok(None);
    }
    if form.size.is_none() {
        want_beyond(vm, call, &parsed, rest);
    }
    let mut out = Vec::new();
    for piece in &parsed.pieces {
        let done = match piece {
            Piece::Literal(range) => {
                out.extend(vm.plain_terms(&format[range.clone()]));
                true
            }
            Piece::Directive(d) => {
                if form.size.is_none() && !fits(vm, call, d, rest, out.len())? {
                    return Ok(None);
                }
                directive(vm, d, rest, &mut out)?
            }
            Piece::Stop(_) => false,
        };
        if !done || out.len() > MOST {
            return Ok(None);
        }
    }
    store(vm, call, form, &out)
}

/// Strings that could be longer than the target is.
fn want_beyond(vm: &mut Vm, call: &Call, format: &Format, rest: &[Value]) {
    for piece in &format.pieces {
        if let Piece::Directive(d) = piece
            && is_unbounded(d)
            && let Some(from) = d.value.and_then(|(i, _)| rest.get(i))
        {
            vm.want_beyond(from, &call.args[0]);
        }
    }
}

/// Whether a string fits into the target behind `before` bytes, as far as that is known: without that, its length would be found only
/// character by character.
fn fits(vm: &mut Vm, call: &Call, d: &Directive, rest: &[Value], before: usize) -> Result<bool, Stop> {
    let string = d.value.and_then(|(i, _)| rest.get(i)).filter(|_| is_unbounded(d));
    let (Some(to), Some(string)) = (call.args.first().filter(|to| !to.is_symbolic()), string) else { return Ok(true) };
    let Some(room) = vm.room_at(to).filter(|room| *room < MOST as u64) else { return Ok(true) };
    if vm.decide_value(string, false)?.is_some() || string.lo == 0 {
        return Ok(true);
    }
    let Some(mut view) = vm.view(Some(&Value { terms: [ExprId::NONE; 2], ..*string }))? else { return Ok(true) };
    let Some(bytes) = view.string(vm) else { return Ok(true) };
    let end = vm.end_of(&view, &bytes);
    let p = &mut vm.sym().pool;
    let room = p.constant(room.saturating_sub(before as u64), 64);
    let holds = p.ult(end, room);
    let passed = vm.sym().evaluate(holds)[0] == 1;
    vm.check_event(OutOfBounds, passed, holds)?;
    Ok(passed)
}

fn is_unbounded(d: &Directive) -> bool {
    d.conversion == Conversion::String && d.precision == Count::Absent
}

/// Whether there is a form for it here, and the arguments it asks for.
fn is_known(piece: &Piece, rest: &[Value]) -> bool {
    let Piece::Directive(d) = piece else { return matches!(piece, Piece::Literal(_)) };
    let form = match d.conversion {
        Conversion::Signed { .. } | Conversion::Char | Conversion::String | Conversion::Percent => true,
        Conversion::Unsigned { radix, .. } => radix != Radix::Octal || !d.flags.alternate,
        Conversion::Float { .. } => matches!(d.value, Some((_, ArgClass::Double))),
        _ => false,
    };
    form && d.arguments().all(|(i, class)| {
        rest.get(i).is_some_and(|v| match class {
            _ if v.by_value.is_some() => false,
            ArgClass::Double => matches!(v.scalar, Scalar::Float(_)),
            ArgClass::Pointer => v.scalar == Scalar::Ptr,
            _ => matches!(v.scalar, Scalar::Int(_)),
        })
    })
}

/// Appends a directive's text. False: the plain model is to do it all.
fn directive(vm: &mut Vm, d: &Directive, rest: &[Value], out: &mut Vec<ExprId>) -> Result<bool, Stop> {
    let mut counts = [None, None];
    for (count, of) in counts.iter_mut().zip([d.width, d.precision]) {
        if let Count::Argument(i) = of {
            let v = rest[i];
            *count = Some(v.lo as i32);
            make_plain(vm, &v)?;
        }
    }
    let field = d.field(counts[0], counts[1]);
    if field.width as usize > MOST
        || field.precision.is_some_and(|p| p as usize > MOST && d.conversion != Conversion::String)
    {
        return Ok(false);
    }
    let v = d.value.map(|(i, _)| rest[i]);
    let word = v.map_or(0, |v| v.lo);
    match (d.conversion, v) {
        (Conversion::Signed { bits }, Some(v)) => number(vm, d, &field, &v, (bits, Radix::Decimal, false), out),
        (Conversion::Unsigned { radix, uppercase, bits }, Some(v)) => {
            number(vm, d, &field, &v, (bits, radix, uppercase), out)
        }
        (Conversion::Char, Some(v)) => {
            let byte = vm.value_term(&v, 8);
            padded(vm, &field, &[byte], out);
            Ok(true)
        }
        (Conversion::String, Some(v)) => string(vm, &field, &v, out),
        (Conversion::Float { .. }, Some(v)) => {
            make_plain(vm, &v)?;
            Ok(render(vm, d.conversion, &field, output::Value::Double(f64::from_bits(word)), out).is_some())
        }
        _ => Ok(render(vm, d.conversion, &field, output::Value::None, out).is_some()),
    }
}

fn make_plain(vm: &mut Vm, v: &Value) -> Result<(), Stop> {
    let reason = vm.library_reason("sprintf");
    if v.terms[0].is_some() { vm.concretise(v.terms[0], v.lo, reason) } else { Ok(()) }
}

/// Appends what the value of this run gives; says where it starts.
fn render(
    vm: &mut Vm,
    conversion: Conversion,
    field: &Field,
    value: output::Value,
    out: &mut Vec<ExprId>,
) -> Option<usize> {
    let mut bytes = Vec::new();
    output::render(conversion, field, value, MOST, &mut bytes).ok()?;
    out.extend(vm.plain_terms(&bytes));
    Some(out.len() - bytes.len())
}

/// Spaces around a text that is narrower than its field.
fn padded(vm: &mut Vm, field: &Field, bytes: &[ExprId], out: &mut Vec<ExprId>) {
    let fill = vec![b' '; (field.width as usize).saturating_sub(bytes.len())];
    let fill = vm.plain_terms(&fill);
    let (before, behind) = if field.flags.left { (&[][..], &fill[..]) } else { (&fill[..], &[][..]) };
    out.extend(before.iter().chain(bytes).chain(behind));
}

/// `%s`: where it ends is decided character by character.
fn string(vm: &mut Vm, field: &Field, v: &Value, out: &mut Vec<ExprId>) -> Result<bool, Stop> {
    let term = vm.decide_value(v, false)?;
    let is_null = vm.memory.plain(v.lo) == 0;
    if term.is_some() && vm.sym().origins.contains_key(&term) {
        let s = vm.sym();
        let null = s.pool.constant(0, s.pool.width(term));
        let some = s.pool.ne(term, null);
        vm.fork(some, !is_null)?;
    }
    if is_null {
        return Ok(render(vm, Conversion::String, field, output::Value::String(None), out).is_some());
    }
    let most = field.precision.map_or(u64::MAX, u64::from);
    let mut bytes = Vec::new();
    if most > 0 {
        if !vm.pin_address(Some(v))? {
            return Ok(false);
        }
        let mut r = Reader::new(v.lo);
        while r.at < most && !r.is(vm, 0, 0)? {
            bytes.push(r.peek(vm, 0)?.0);
            r.at += 1;
            if bytes.len() > MOST {
                return Ok(false);
            }
        }
    }
    padded(vm, field, &bytes, out);
    Ok(true)
}

/// A number: its sign and how many digits it has are decided; the digits are terms.
fn number(
    vm: &mut Vm,
    d: &Directive,
    field: &Field,
    v: &Value,
    (bits, radix, uppercase): (u32, Radix, bool),
    out: &mut Vec<ExprId>,
) -> Result<bool, Stop> {
    let value = output::Value::Integer(v.lo);
    let mut size = vm.value_term(v, bits);
    if vm.sym().pool.is_constant(size) {
        return Ok(render(vm, d.conversion, field, value, out).is_some());
    }
    let mut plain = v.lo & u64::MAX >> (64 - bits);
    if matches!(d.conversion, Conversion::Signed { .. }) {
        let p = &mut vm.sym().pool;
        let zero = p.constant(0, bits);
        let negative = p.slt(size, zero);
        if vm.fork(negative, plain >> (bits - 1) == 1)? {
            size = vm.sym().pool.neg(size);
            plain = plain.wrapping_neg() & u64::MAX >> (64 - bits);
        }
    }
    let base: u64 = match radix {
        Radix::Binary => 2,
        Radix::Octal => 8,
        Radix::Decimal => 10,
        Radix::Hexadecimal => 16,
    };
    // Zero has no digits, or no prefix.
    if field.precision == Some(0) || field.flags.alternate {
        let p = &mut vm.sym().pool;
        let zero = p.constant(0, bits);
        let none = p.eq(size, zero);
        if vm.fork(none, plain == 0)? {
            return Ok(render(vm, d.conversion, field, value, out).is_some());
        }
    }
    let mut count = 1;
    while let Some(bound) = base.checked_pow(count).filter(|&b| bits == 64 || b >> bits == 0) {
        let p = &mut vm.sym().pool;
        let end = p.constant(bound, bits);
        let short = p.ult(size, end);
        if vm.fork(short, plain < bound)? {
            break;
        }
        count += 1;
    }
    let Some(start) = render(vm, d.conversion, field, value, out) else { return Ok(false) };
    let space = vm.sym().pool.constant(b' ' as u64, 8);
    let end = out[start..].iter().rposition(|&b| b != space).map_or(start, |i| start + i + 1);
    for i in 0..count as usize {
        out[end - 1 - i] = digit(vm, size, base, i as u32, uppercase);
    }
    Ok(true)
}

/// The character of a digit, counted from the last one.
fn digit(vm: &mut Vm, size: ExprId, base: u64, place: u32, uppercase: bool) -> ExprId {
    let p = &mut vm.sym().pool;
    let bits = p.width(size);
    let (radix, unit) = (p.constant(base, bits), p.constant(base.pow(place), bits));
    let above = p.udiv(size, unit);
    let digit = p.urem(above, radix);
    let digit = p.extract(digit, 0, 8);
    let zero = p.constant(b'0' as u64, 8);
    let numeral = p.add(digit, zero);
    if base <= 10 {
        return numeral;
    }
    let (ten, first) = (p.constant(10, 8), p.constant(if uppercase { b'A' - 10 } else { b'a' - 10 } as u64, 8));
    let letter = p.add(digit, first);
    let small = p.ult(digit, ten);
    p.ite(small, numeral, letter)
}

/// Writes the text as far as the target's size says, with its end.
fn store(vm: &mut Vm, call: &Call, form: Form, out: &[ExprId]) -> Answer {
    let length = out.len() as u64;
    let mut checks = Vec::new();
    let mut kept = length;
    if let Some(at) = form.size {
        let size = vm.argument_term(call, at, 64);
        let p = &mut vm.sym().pool;
        let all = p.constant(length, 64);
        let fits = p.ult(all, size);
        if !vm.fork(fits, length < call.word(at))? {
            make_plain(vm, &call.args[at])?;
            if call.word(at) == 0 {
                return with(vm.finish(call, &[])?, ExprId::NONE);
            }
            kept = call.word(at) - 1;
        }
    }
    if let Some(known) = form.known {
        let known = vm.argument_term(call, known, 64);
        let needed = match form.size {
            Some(at) => vm.argument_term(call, at, 64),
            None => vm.sym().pool.constant(length + 1, 64),
        };
        checks.push((OutOfBounds, vm.sym().pool.ule(needed, known)));
    }
    let Some(to) = target(vm, call)? else { return Ok(None) };
    write(vm, call, &to, &mut checks, &out[..kept as usize])
}

fn target(vm: &mut Vm, call: &Call) -> Result<Option<View>, Stop> {
    let Some(to) = call.args.first() else { return Ok(None) };
    if !vm.pin_address(Some(to))? {
        return Ok(None);
    }
    vm.view(Some(&Value { terms: [ExprId::NONE; 2], ..*to }))
}

fn write(vm: &mut Vm, call: &Call, to: &View, checks: &mut Vec<(FaultKind, ExprId)>, bytes: &[ExprId]) -> Answer {
    // A text that is printed into itself.
    let sources = call.args.iter().skip(1).filter(|v| v.scalar == Scalar::Ptr);
    if sources.clone().any(|v| vm.memory.info(v.lo).is_some_and(|o| o.base == to.object)) {
        return Ok(None);
    }
    let needed = vm.sym().pool.constant(bytes.len() as u64 + 1, 64);
    checks.push((OutOfBounds, to.holds(vm, needed)));
    let reply = vm.finish(call, checks)?;
    let end = vm.plain_terms(&[0]);
    vm.put_terms(to, &[bytes, &end].concat());
    with(reply, ExprId::NONE)
}

impl Vm<'_> {
    fn plain_terms(&mut self, bytes: &[u8]) -> Vec<ExprId> {
        let p = &mut self.sym().pool;
        bytes.iter().map(|&b| p.constant(b as u64, 8)).collect()
    }
}
