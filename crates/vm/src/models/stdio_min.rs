//! temporary
use super::{Args, Model};
use crate::machine::Vm;
use crate::stop::Stop;
use crate::value::Reply;
use crescendo_program::Scalar;

pub const MODELS: &[Model] = &[
    Model { name: "printf", call: printf },
    Model { name: "puts", call: |vm, a| { let mut s = vm.c_string(a.word(0))?; s.push(b'\n'); vm.world.write(1, &s).ok(); Ok(0.into()) } },
    Model { name: "putchar", call: |vm, a| { vm.world.write(1, &[a.word(0) as u8]).ok(); Ok(0.into()) } },
];

fn printf(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let f = vm.c_string(a.word(0))?;
    let mut out = Vec::new();
    let mut rest = a.rest().iter();
    let mut i = 0;
    while i < f.len() {
        if f[i] != b'%' { out.push(f[i]); i += 1; continue; }
        i += 1;
        while i < f.len() && (f[i].is_ascii_digit() || b"-+ #.lhz*jtL".contains(&f[i])) { i += 1; }
        let c = f.get(i).copied().unwrap_or(b'%');
        i += 1;
        if c == b'%' { out.push(b'%'); continue; }
        let Some(v) = rest.next() else { continue };
        let w = match v.scalar { Scalar::Int(w) => w, _ => 64 };
        let s = match c {
            b'd' | b'i' => format!("{}", ((v.lo << (64 - w)) as i64) >> (64 - w)),
            b'u' => format!("{}", v.lo),
            b'x' => format!("{:x}", v.lo),
            b'X' => format!("{:X}", v.lo),
            b'c' => { out.push(v.lo as u8); continue; }
            b's' => { let s = vm.c_string(v.lo)?; out.extend(s); continue; }
            b'f' => format!("{:.6}", f64::from_bits(v.lo)),
            _ => format!("{:?}", f64::from_bits(v.lo)),
        };
        out.extend(s.bytes());
    }
    vm.world.write(1, &out).ok();
    Ok((out.len() as i32).into())
}
