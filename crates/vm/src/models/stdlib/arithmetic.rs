//! Integer arithmetic: `abs`, `div` and their families.

use crate::machine::Vm;
use crate::models::abi::StructCall;
use crate::models::{Args, Model};
use crate::stop::{FaultKind, Stop};
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "abs", call: absolute },
    Model { name: "labs", call: absolute },
    Model { name: "llabs", call: absolute },
    Model { name: "imaxabs", call: absolute },
    Model { name: "div", call: |vm, a| divide(vm, a, 32) },
    Model { name: "ldiv", call: |vm, a| divide(vm, a, vm.program.target.long_bits) },
    Model { name: "lldiv", call: |vm, a| divide(vm, a, 64) },
    Model { name: "imaxdiv", call: |vm, a| divide(vm, a, 64) },
];

fn absolute(_: &mut Vm, a: Args) -> Result<Reply, Stop> {
    Ok(a.signed(0).wrapping_abs().into())
}

/// Quotient and remainder in one struct.
fn divide(vm: &mut Vm, a: Args, bits: u32) -> Result<Reply, Stop> {
    let call = StructCall::new(vm, a);
    let (x, y) = (call.args.signed(0), call.args.signed(1));
    if y == 0 {
        return Err(Stop::fault(FaultKind::DivisionByZero, "division by zero"));
    }
    if y == -1 && x == i64::MIN >> (64 - bits) {
        let message = "the smallest integer divided by -1 does not fit its type";
        return Err(Stop::fault(FaultKind::DivisionOverflow, message));
    }
    let mask = u64::MAX >> (64 - bits);
    call.reply(vm, bits, x.wrapping_div(y) as u64 & mask, x.wrapping_rem(y) as u64 & mask)
}
