//! Whether a call fits the function it reaches.

use crate::body::CallSite;
use crate::symbol::{Scalar, Signature};

/// Why a call does not fit, if it does not: `given` are the arguments' kinds, `ret` the result the caller reads.
/// A call without a prototype may pass more than the callee takes.
pub fn call_mismatch(
    callee: &Signature,
    given: impl ExactSizeIterator<Item = Scalar>,
    ret: Option<Scalar>,
    unprototyped: bool,
) -> Option<String> {
    let (passed, wanted) = (given.len(), callee.params.len());
    let numbers = |n: usize| if n == 1 { "1 argument".to_string() } else { format!("{n} arguments") };
    let takes_more = callee.variadic || callee.unprototyped || unprototyped;
    if passed < wanted || passed > wanted && !takes_more {
        return Some(format!("it takes {} and gets {passed}", numbers(wanted)));
    }
    for (i, (p, a)) in callee.params.iter().zip(given).enumerate() {
        if !compatible(p.scalar, a) {
            return Some(format!("argument {} is {} there and {} here", i + 1, name(p.scalar), name(a)));
        }
    }
    match (callee.ret.first(), ret) {
        (Some(r), Some(s)) if !compatible(*r, s) => Some(format!("it returns {}, not {}", name(*r), name(s))),
        (None, Some(_)) if !unprototyped => Some("it returns nothing".into()),
        _ => None,
    }
}

/// How the type that a call has differs from that of the function, also where that does no harm: an integer for a pointer, a
/// result that nobody looks at. C leaves such calls undefined.
pub fn type_difference(
    callee: &Signature,
    given: impl ExactSizeIterator<Item = Scalar>,
    ret: Option<Scalar>,
    unprototyped: bool,
) -> Option<String> {
    for (i, (p, a)) in callee.params.iter().zip(given).enumerate().filter(|_| !unprototyped) {
        if p.scalar != a {
            return Some(format!("argument {} is {} there and {} here", i + 1, name(p.scalar), name(a)));
        }
    }
    let told = |s: Option<Scalar>| s.map_or_else(|| "nothing".to_string(), name);
    let returned = callee.ret.first().copied();
    (returned != ret).then(|| format!("it returns {}, not {}", told(returned), told(ret)))
}

/// The same for what only C's types tell: what pointers point to, signs.
pub fn c_type_difference(callee: &Signature, site: &CallSite) -> Option<String> {
    let known = callee.type_id.filter(|_| !callee.unprototyped).zip(site.type_id);
    let words = "in C its type is another: what a pointer points to differs, or a sign, or the name of a type";
    known.filter(|(defined, called)| defined != called).map(|_| words.to_string())
}

fn compatible(a: Scalar, b: Scalar) -> bool {
    match (a, b) {
        (Scalar::Int(x), Scalar::Int(y)) => x == y,
        // Old code passes pointers as integers of the same size.
        (Scalar::Ptr, Scalar::Int(w)) | (Scalar::Int(w), Scalar::Ptr) => w >= 32,
        (x, y) => x == y,
    }
}

fn name(s: Scalar) -> String {
    match s {
        Scalar::Int(w) => format!("a {w}-bit integer"),
        Scalar::Ptr => "a pointer".into(),
        Scalar::Float(k) => format!("a {}-bit float", k.bits()),
    }
}
