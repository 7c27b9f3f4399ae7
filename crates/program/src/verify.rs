//! Checks a body's invariants once, so that the machine need not check them at every step.
//!
//! - every register an operation names lies in the frame; constants are never written;
//! - every jump lands on an operation; control cannot run off the end;
//! - every table index is in range; call and intrinsic operands lie in the frame.

use crate::body::{Body, Callee, ParamSlot};
use crate::op::{Access, Op};

pub fn verify(body: &mut Body) -> Result<(), String> {
    let Body { code, registers, constants_at, .. } = body;
    let (registers, constants_at) = (*registers, *constants_at);
    if code.is_empty() {
        return Err("no code".into());
    }
    let len = code.len() as u32;
    let mut bad = None;
    for (at, op) in code.iter_mut().enumerate() {
        let copy = *op;
        op.visit(&mut |r, n, access| {
            let limit = if access == Access::Use { registers } else { constants_at };
            if r.checked_add(n).is_none_or(|end| end > limit) && bad.is_none() {
                bad = Some(format!("operation {at} ({copy:?}) touches register {r}+{n} of {limit}"));
            }
        });
        if let Some(t) = op.target()
            && *t >= len
        {
            return Err(format!("operation {at} ({copy:?}) jumps out of the code"));
        }
    }
    if let Some(reason) = bad {
        return Err(reason);
    }
    if !code.last().is_some_and(|op| op.ends_flow() || matches!(op, Op::Unsupported { .. })) {
        return Err("control runs off the end".into());
    }
    if constants_at as usize + body.constants.len() != registers as usize {
        return Err("constants do not end the frame".into());
    }
    if body.positions.len() != body.code.len() {
        return Err("positions and code differ in length".into());
    }
    if !body.sites.is_empty() && body.sites.len() != body.code.len() {
        return Err("sites and code differ in length".into());
    }
    tables(body)
}

fn tables(body: &Body) -> Result<(), String> {
    let len = body.code.len() as u32;
    let inside = |r: u32, n: u32| r.checked_add(n).is_some_and(|end| end <= body.registers);
    for op in &body.code {
        let ok = match *op {
            Op::Switch { table, .. } | Op::BrIndirect { table, .. } => (table as usize) < body.switches.len(),
            Op::Call { site, .. } => (site as usize) < body.calls.len(),
            Op::Intrinsic { site, .. } => (site as usize) < body.intrinsics.len(),
            Op::Unsupported { what } => (what as usize) < body.unsupported.len(),
            Op::Alloca { variable, .. } => (variable as usize) < body.variables.len(),
            _ => true,
        };
        if !ok {
            return Err(format!("{op:?} has no table entry"));
        }
    }
    for s in &body.switches {
        let default = s.default == u32::MAX || s.default < len;
        if !default || s.cases.iter().any(|c| c.1 >= len) {
            return Err("a switch jumps out of the code".into());
        }
    }
    for c in &body.calls {
        let args = c.args.iter().all(|a| inside(a.at, a.scalar.slots()));
        let ret: u32 = c.ret.iter().map(|s| s.slots()).sum();
        let pointer = if let Callee::Pointer(r) = c.callee { inside(r, 1) } else { true };
        if ret != c.ret_slots {
            return Err("a call's result has another size than it says".into());
        }
        if !args || !pointer || ret > 0 && !inside(c.d, ret) || c.d + ret > body.constants_at.max(1) {
            return Err("a call's operands lie outside the frame".into());
        }
    }
    for i in &body.intrinsics {
        let ret: u32 = i.ret.iter().map(|s| s.slots()).sum();
        if !i.args.iter().all(|(r, s)| inside(*r, s.slots())) || ret > 0 && i.d + ret > body.constants_at {
            return Err(format!("operands of {:?} lie outside the frame", i.what));
        }
    }
    if body.locals.iter().any(|l| l.register >= body.constants_at) {
        return Err("a local's register lies outside the frame".into());
    }
    let word = |(i, p): (usize, &ParamSlot)| p.at == i as u32 && p.scalar.slots() == 1;
    if body.params.iter().any(|p| !inside(p.at, p.scalar.slots()))
        || body.plain_call && !body.params.iter().enumerate().all(word)
    {
        return Err("a parameter lies outside the frame or its place".into());
    }
    Ok(())
}
