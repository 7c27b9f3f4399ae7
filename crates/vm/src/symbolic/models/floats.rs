//! Floating numbers from text: `strtod`, `atof`, `strtof`, and for `scanf`. Short decimal numbers are terms of their digits: an integer
//! that the type holds exactly, divided or multiplied once by a power of ten that it holds too, is rounded correctly.
//! Other forms (exponents, hexadecimal, `inf`, `nan`, many digits) are left to the plain model.

use super::numbers::Reader;
use super::{Answer, Call, SymbolicModel, with};
use crate::machine::Vm;
use crate::stop::Stop;
use crescendo_program::FloatKind::{self, F32, F64};
use crescendo_solver::expr::{ExprId, Kind};

pub(super) const MODELS: &[SymbolicModel] = &[
    SymbolicModel { name: "atof", call: |vm, c| float(vm, c, F64) },
    SymbolicModel { name: "strtod", call: |vm, c| float(vm, c, F64) },
    SymbolicModel { name: "strtod_l", call: |vm, c| float(vm, c, F64) },
    SymbolicModel { name: "__strtod_internal", call: |vm, c| float(vm, c, F64) },
    SymbolicModel { name: "strtof64", call: |vm, c| float(vm, c, F64) },
    SymbolicModel { name: "strtof", call: |vm, c| float(vm, c, F32) },
    SymbolicModel { name: "strtof_l", call: |vm, c| float(vm, c, F32) },
    SymbolicModel { name: "strtof32", call: |vm, c| float(vm, c, F32) },
];

fn float(vm: &mut Vm, call: &Call, kind: FloatKind) -> Answer {
    vm.decide_end(call)?;
    if !vm.pin_address(call.args.first())? || !vm.memory.is_open(call.word(0)) {
        return Ok(None);
    }
    let mut r = Reader::new(call.word(0));
    r.skip_space(vm)?;
    let Decimal::Number { value, .. } = decimal(vm, &mut r, kind)? else { return Ok(None) };
    vm.write_end(call, call.args.len() > 1)?;
    with(vm.finish(call, &[])?, value)
}

/// What text is as a decimal number.
pub(super) enum Decimal {
    /// No digits: 0.
    Number { value: ExprId, digits: u32 },
    /// A form that is left to the plain model.
    Other,
}

pub(super) fn decimal(vm: &mut Vm, r: &mut Reader, kind: FloatKind) -> Result<Decimal, Stop> {
    // All integers of so many digits, and powers of ten up to there, are exact.
    let (most, powers) = if kind == F64 { (15, 22) } else { (7, 10) };
    let negative = r.sign(vm)?;
    let mut sum = vm.sym().pool.constant(0, 64);
    let (mut count, mut decimals, mut fraction) = (0, 0u32, false);
    loop {
        if let Some((digit, _)) = r.digit(vm, 0, 10)? {
            if count == 0 && !fraction && r.is(vm, 0, b'0')? && r.is_letter(vm, 1, b'x')? {
                return Ok(Decimal::Other);
            }
            (count, decimals) = (count + 1, decimals + fraction as u32);
            let p = &mut vm.sym().pool;
            let ten = p.constant(10, 64);
            let scaled = p.mul(sum, ten);
            sum = p.add(scaled, digit);
        } else if !fraction && r.is(vm, 0, b'.')? {
            if count == 0 && r.digit(vm, 1, 10)?.is_none() {
                break;
            }
            fraction = true;
        } else {
            break;
        }
        r.at += 1;
        if count > most || decimals > powers {
            return Ok(Decimal::Other);
        }
    }
    let special =
        if count > 0 { r.is_letter(vm, 0, b'e')? } else { r.is_letter(vm, 0, b'i')? || r.is_letter(vm, 0, b'n')? };
    if special {
        return Ok(Decimal::Other);
    }
    let p = &mut vm.sym().pool;
    let mut value = p.float(Kind::FromSigned, kind, &[sum], 0);
    if decimals > 0 {
        let power = match kind {
            F64 => p.constant(10f64.powi(decimals as i32).to_bits(), 64),
            _ => p.constant(10f32.powi(decimals as i32).to_bits() as u64, 32),
        };
        value = p.float(Kind::FDiv, kind, &[value, power], 0);
    }
    if negative && count > 0 {
        value = p.float(Kind::FNeg, kind, &[value], 0);
    }
    Ok(Decimal::Number { value, digits: count })
}
