//! Integers from text: `atoi`, `strtol` and their families. What each character is becomes a decision, as in a loop of
//! the program; the number is a term of its digits.

use super::ctype::{between, in_class};
use super::{Answer, Call, SymbolicModel, with};
use crate::machine::Vm;
use crate::memory::AccessKind;
use crate::models::ctype::SPACE;
use crate::models::stdio::StreamId;
use crate::stop::Stop;
use crate::trace::Concretised;
use crate::value::Value;
use crescendo_cformat::number::IntegerType;
use crescendo_program::Scalar;
use crescendo_solver::expr::ExprId;

const I64: IntegerType = IntegerType::I64;
const U64: IntegerType = IntegerType::U64;

pub(super) const MODELS: &[SymbolicModel] = &[
    SymbolicModel { name: "atoi", call: |vm, c| integer(vm, c, long(vm, true), Form::Decimal) },
    SymbolicModel { name: "atol", call: |vm, c| integer(vm, c, long(vm, true), Form::Decimal) },
    SymbolicModel { name: "atoll", call: |vm, c| integer(vm, c, I64, Form::Decimal) },
    SymbolicModel { name: "atoq", call: |vm, c| integer(vm, c, I64, Form::Decimal) },
    SymbolicModel { name: "strtol", call: |vm, c| integer(vm, c, long(vm, true), Form::C99) },
    SymbolicModel { name: "strtol_l", call: |vm, c| integer(vm, c, long(vm, true), Form::C99) },
    SymbolicModel { name: "__strtol_internal", call: |vm, c| integer(vm, c, long(vm, true), Form::C99) },
    SymbolicModel { name: "__isoc23_strtol", call: |vm, c| integer(vm, c, long(vm, true), Form::C23) },
    SymbolicModel { name: "strtoul", call: |vm, c| integer(vm, c, long(vm, false), Form::C99) },
    SymbolicModel { name: "strtoul_l", call: |vm, c| integer(vm, c, long(vm, false), Form::C99) },
    SymbolicModel { name: "__strtoul_internal", call: |vm, c| integer(vm, c, long(vm, false), Form::C99) },
    SymbolicModel { name: "__isoc23_strtoul", call: |vm, c| integer(vm, c, long(vm, false), Form::C23) },
    SymbolicModel { name: "strtoll", call: |vm, c| integer(vm, c, I64, Form::C99) },
    SymbolicModel { name: "strtoll_l", call: |vm, c| integer(vm, c, I64, Form::C99) },
    SymbolicModel { name: "strtoq", call: |vm, c| integer(vm, c, I64, Form::C99) },
    SymbolicModel { name: "strtoimax", call: |vm, c| integer(vm, c, I64, Form::C99) },
    SymbolicModel { name: "__strtoll_internal", call: |vm, c| integer(vm, c, I64, Form::C99) },
    SymbolicModel { name: "__isoc23_strtoll", call: |vm, c| integer(vm, c, I64, Form::C23) },
    SymbolicModel { name: "__isoc23_strtoimax", call: |vm, c| integer(vm, c, I64, Form::C23) },
    SymbolicModel { name: "strtoull", call: |vm, c| integer(vm, c, U64, Form::C99) },
    SymbolicModel { name: "strtoull_l", call: |vm, c| integer(vm, c, U64, Form::C99) },
    SymbolicModel { name: "strtouq", call: |vm, c| integer(vm, c, U64, Form::C99) },
    SymbolicModel { name: "strtoumax", call: |vm, c| integer(vm, c, U64, Form::C99) },
    SymbolicModel { name: "__strtoull_internal", call: |vm, c| integer(vm, c, U64, Form::C99) },
    SymbolicModel { name: "__isoc23_strtoull", call: |vm, c| integer(vm, c, U64, Form::C23) },
    SymbolicModel { name: "__isoc23_strtoumax", call: |vm, c| integer(vm, c, U64, Form::C23) },
];

fn long(vm: &Vm, signed: bool) -> IntegerType {
    IntegerType { bits: vm.program.target.long_bits, signed }
}

#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// `atoi`: base 10, no end.
    Decimal,
    C99,
    /// With `0b`.
    C23,
}

/// Text that is read in order.
pub(super) struct Reader {
    from: Source,
    pub at: u64,
}

#[derive(Clone, Copy)]
enum Source {
    /// A string at a concrete address.
    Memory(u64),
    /// What comes next from a stream.
    Stream(StreamId),
}

impl Reader {
    pub fn new(start: u64) -> Reader {
        Reader { from: Source::Memory(start), at: 0 }
    }

    pub fn of_stream(id: StreamId) -> Reader {
        Reader { from: Source::Stream(id), at: 0 }
    }

    /// The character `ahead` of the present one, and its value; 0 at the end of a stream.
    pub fn peek(&self, vm: &mut Vm, ahead: u64) -> Result<(ExprId, u8), Stop> {
        let start = match self.from {
            Source::Memory(start) => start,
            Source::Stream(id) => {
                let (term, value) = vm.look_ahead(id, self.at + ahead)?.unwrap_or((ExprId::NONE, 0));
                let plain = vm.sym().pool.constant(value as u64, 8);
                return Ok((if term.is_some() { term } else { plain }, value));
            }
        };
        let address = start.wrapping_add(self.at + ahead);
        let read = vm.load_byte(address);
        // Only the sizes of objects: what the character is, is decided here.
        vm.tell_notes(None)?;
        let value = read?;
        let term = match vm.memory.info(address) {
            Some(o) => vm.byte_of(o.base, address - o.base),
            None => vm.sym().pool.constant(value as u64, 8),
        };
        Ok((term, value))
    }

    /// Whether nothing is left.
    pub fn ends(&self, vm: &mut Vm) -> Result<bool, Stop> {
        match self.from {
            Source::Memory(_) => self.is(vm, 0, 0),
            Source::Stream(id) => Ok(vm.look_ahead(id, self.at)?.is_none()),
        }
    }

    pub fn is(&self, vm: &mut Vm, ahead: u64, c: u8) -> Result<bool, Stop> {
        let (term, value) = self.peek(vm, ahead)?;
        let is = vm.equal_to(&[term], c)[0];
        vm.fork(is, value == c)
    }

    /// A letter in either case.
    pub fn is_letter(&self, vm: &mut Vm, ahead: u64, lower: u8) -> Result<bool, Stop> {
        let (term, value) = self.peek(vm, ahead)?;
        let folded = super::ctype::shifted(vm, term, b'A', b'Z', 32);
        let is = vm.equal_to(&[folded], lower)[0];
        vm.fork(is, value.eq_ignore_ascii_case(&lower))
    }

    pub fn skip_space(&mut self, vm: &mut Vm) -> Result<(), Stop> {
        loop {
            let (term, value) = self.peek(vm, 0)?;
            let is = in_class(vm, term, SPACE);
            if !vm.fork(is, crescendo_cformat::ctype::is_space(value))? {
                return Ok(());
            }
            self.at += 1;
        }
    }

    /// Skips a sign; whether it is `-`.
    pub fn sign(&mut self, vm: &mut Vm) -> Result<bool, Stop> {
        let negative = self.is(vm, 0, b'-')?;
        if negative || self.is(vm, 0, b'+')? {
            self.at += 1;
        }
        Ok(negative)
    }

    /// The value of a digit of the base, of 64 bits; nothing if there is none.
    pub fn digit(&self, vm: &mut Vm, ahead: u64, base: u32) -> Result<Option<(ExprId, u64)>, Stop> {
        let (term, value) = self.peek(vm, ahead)?;
        let last = b'0' + base.min(10) as u8 - 1;
        let numeral = between(vm, term, b'0', last);
        let number = offset(vm, term, b'0', 0);
        if base <= 10 {
            let is = vm.fork(numeral, (b'0'..=last).contains(&value))?;
            return Ok(is.then(|| (number, (value - b'0') as u64)));
        }
        // One decision, whichever kind it is.
        let lower = super::ctype::shifted(vm, term, b'A', b'Z', 32);
        let last = b'a' + (base - 11) as u8;
        let letter = between(vm, lower, b'a', last);
        let either = vm.sym().pool.or(numeral, letter);
        let found = (value as char).to_digit(base);
        if !vm.fork(either, found.is_some())? {
            return Ok(None);
        }
        let behind = offset(vm, lower, b'a', 10);
        let number = vm.sym().pool.ite(numeral, number, behind);
        Ok(found.map(|d| (number, d as u64)))
    }
}

/// `c - from + plus`, of 64 bits.
fn offset(vm: &mut Vm, c: ExprId, from: u8, plus: u64) -> ExprId {
    let p = &mut vm.sym().pool;
    let from = p.constant((from as u64).wrapping_sub(plus), 8);
    let d = p.sub(c, from);
    p.zext(d, 64)
}

fn integer(vm: &mut Vm, call: &Call, to: IntegerType, form: Form) -> Answer {
    let mut base = if form == Form::Decimal { 10 } else { call.word(2) as u32 };
    if form != Form::Decimal {
        vm.decide_end(call)?;
        if call.is_symbolic(2) {
            let reason = Concretised::Library(vm.sym().name("strtol"));
            vm.concretise(call.args[2].terms[0], call.word(2), reason)?;
        }
    }
    if !matches!(base, 0 | 2..=36) || !vm.pin_address(call.args.first())? || !vm.memory.is_open(call.word(0)) {
        return Ok(None);
    }
    let mut r = Reader::new(call.word(0));
    r.skip_space(vm)?;
    let negative = r.sign(vm)?;
    let binary = form == Form::C23 && matches!(base, 0 | 2);
    if (matches!(base, 0 | 16) || binary) && r.is(vm, 0, b'0')? {
        if matches!(base, 0 | 16) && r.is_letter(vm, 1, b'x')? {
            (base, r.at) = (16, r.at + 2);
        } else if binary && r.is_letter(vm, 1, b'b')? && r.digit(vm, 2, 2)?.is_some() {
            (base, r.at) = (2, r.at + 2);
        } else if base == 0 {
            base = 8;
        }
    } else if base == 0 {
        base = 10;
    }
    let value = digits(vm, &mut r, base, to, negative, None)?;
    vm.write_end(call, form != Form::Decimal)?;
    with(vm.finish(call, &[])?, value)
}

impl<'p> Vm<'p> {
    /// Where to put the end of a number: whether that is asked for is a decision.
    pub(super) fn decide_end(&mut self, call: &Call) -> Result<(), Stop> {
        let Some(end) = call.args.get(1) else { return Ok(()) };
        if self.decide_value(end, false)?.is_some() {
            self.concretise(end.terms[0], end.lo, Concretised::Address)?;
        }
        Ok(())
    }

    /// The plain model is about to write the end.
    pub(super) fn write_end(&mut self, call: &Call, asked: bool) -> Result<(), Stop> {
        let bytes = self.program.target.pointer_bytes() as u64;
        if asked && call.word(1) != 0 {
            self.check_access(call.word(1), bytes, AccessKind::Write)?;
        }
        Ok(())
    }
}

/// So many digits follow that the number cannot fit: one decision, where digit by digit it is far away.
fn many_digits(vm: &mut Vm, r: &Reader, base: u32, enough: u64) -> Result<bool, Stop> {
    let Source::Memory(start) = r.from else { return Ok(false) };
    let start = Value::word(Scalar::Ptr, start.wrapping_add(r.at), 0);
    let Some(mut s) = vm.view(Some(&start))? else { return Ok(false) };
    if s.count < enough || !vm.memory.is_open(start.lo) {
        return Ok(false);
    }
    let last = b'0' + base as u8 - 1;
    let len = vm.sym().pool.constant(enough, 64);
    let mut all = s.holds(vm, len);
    let mut truth = vm.sym().evaluate(all)[0] == 1;
    for i in 0..enough {
        let Some(byte) = s.byte(vm, i) else { return Ok(false) };
        let digit = between(vm, byte, if i == 0 { b'1' } else { b'0' }, last);
        all = vm.sym().pool.and(all, digit);
        truth = truth && {
            let value = vm.memory.value_at(s.object, start.lo - s.object + i);
            (if i == 0 { b'1' } else { b'0' }..=last).contains(&value)
        };
    }
    vm.fork(all, truth)
}

/// The number, clamped where it does not fit; whether it fits is a decision. It ends before `end` at the latest.
pub(super) fn digits(
    vm: &mut Vm,
    r: &mut Reader,
    base: u32,
    to: IntegerType,
    negative: bool,
    end: Option<u64>,
) -> Result<ExprId, Stop> {
    let max = u64::MAX >> (64 - to.bits);
    let limit = match (to.signed, negative) {
        (false, _) => max,
        (true, false) => max >> 1,
        (true, true) => (max >> 1) + 1,
    };
    let mut sum = vm.sym().pool.constant(0, 64);
    let (mut value, mut most, mut overflow) = (0u64, 0u128, false);
    let enough = (0..).find(|&n| (base as u128).pow(n) > limit as u128).unwrap_or(0) as u64 + 1;
    if base <= 10 && end.is_none() && many_digits(vm, r, base, enough)? {
        (overflow, r.at) = (true, r.at + enough);
    }
    while end.is_none_or(|e| r.at < e) {
        let Some((digit, d)) = r.digit(vm, 0, base)? else { break };
        r.at += 1;
        if overflow {
            continue;
        }
        most = most.saturating_mul(base as u128).saturating_add(base as u128 - 1).min(1 << 100);
        let next = value as u128 * base as u128 + d as u128;
        if most > limit as u128 {
            // sum * base + digit <= limit, without a wider product
            let p = &mut vm.sym().pool;
            let top = p.constant(limit, 64);
            let rest = p.sub(top, digit);
            let radix = p.constant(base as u64, 64);
            let room = p.udiv(rest, radix);
            let fits = p.ule(sum, room);
            if !vm.fork(fits, next <= limit as u128)? {
                overflow = true;
                continue;
            }
        }
        value = next as u64;
        let p = &mut vm.sym().pool;
        let radix = p.constant(base as u64, 64);
        let scaled = p.mul(sum, radix);
        sum = p.add(scaled, digit);
    }
    let p = &mut vm.sym().pool;
    if overflow {
        sum = p.constant(limit, 64);
    }
    let clamped_unsigned = overflow && !to.signed;
    let result = if negative && !clamped_unsigned { p.neg(sum) } else { sum };
    let result = p.extract(result, 0, to.bits);
    Ok(if to.signed { p.sext(result, 64) } else { p.zext(result, 64) })
}
