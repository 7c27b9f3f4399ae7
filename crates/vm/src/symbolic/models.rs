//! Library functions whose results are terms of their arguments.
//!
//! To add one: a function here or in a file of its own, and a line in `ALL`. It gets the arguments with their terms and
//! returns the concrete reply with its term, or `None` to leave the call to the plain model.

use crate::machine::Vm;
use crate::stop::Stop;
use crate::value::{Reply, Value};
use crescendo_solver::expr::ExprId;

pub(crate) type Answer = Result<Option<(Reply, [ExprId; 2])>, Stop>;

pub(crate) struct SymbolicModel {
    pub name: &'static str,
    pub call: fn(&mut Vm, &[Value]) -> Answer,
}

const ALL: &[SymbolicModel] = &[
    SymbolicModel { name: "abs", call: absolute },
    SymbolicModel { name: "labs", call: absolute },
    SymbolicModel { name: "llabs", call: absolute },
];

pub(crate) fn find(name: &str) -> Option<&'static SymbolicModel> {
    ALL.iter().find(|m| m.name == name)
}

/// Functions that only show values to the outside: what they print need not be concrete for the program.
pub(crate) fn only_writes(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "printf",
        "fprintf",
        "vprintf",
        "vfprintf",
        "puts",
        "fputs",
        "putchar",
        "putc",
        "fputc",
        "fwrite",
        "write",
        "perror",
        "exit",
        "_exit",
        "_Exit",
        "abort",
        "__assert_fail",
        "__printf_chk",
        "__fprintf_chk",
        "__vprintf_chk",
        "__vfprintf_chk",
        "putchar_unlocked",
        "putc_unlocked",
        "fputc_unlocked",
        "fflush",
        "free",
    ];
    NAMES.contains(&name)
}

impl<'p> Vm<'p> {
    /// An argument's term in the given width.
    pub(crate) fn value_term(&mut self, v: &Value, width: u32) -> ExprId {
        let s = self.sym();
        match v.terms[0] {
            ExprId::NONE => s.pool.constant(v.lo, width),
            e => s.fit(e, width),
        }
    }
}

fn absolute(vm: &mut Vm, args: &[Value]) -> Answer {
    let Some(v) = args.first().filter(|v| v.is_symbolic()) else { return Ok(None) };
    let width = v.scalar.bits(vm.program.target.pointer_bits);
    let value = crate::number::int::sext(v.lo, width).wrapping_abs() as u64;
    let a = vm.value_term(v, width);
    let p = &mut vm.sym().pool;
    let zero = p.constant(0, width);
    let negative = p.slt(a, zero);
    let opposite = p.neg(a);
    let e = p.ite(negative, opposite, a);
    Ok(Some((Reply::Word(crate::number::int::mask(value, width)), [e, ExprId::NONE])))
}
