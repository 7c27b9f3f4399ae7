//! Terms as text: C-like for people, SMT-LIB 2 for machines.

use super::node::{ExprId, Kind, Node, Rounding, TableId, VarId};
use super::pool::Pool;
use crescendo_program::FloatKind;
use std::collections::HashMap;
use std::fmt::Write;

/// Deeper parts are shown as `...`.
const MAX_DEPTH: u32 = 40;

impl Pool {
    /// The term as an engineer would write it: `len + 1 < 8`, `buf[0] == '['`.
    pub fn show(&self, e: ExprId) -> String {
        let mut out = String::new();
        self.write_c(e, 0, MAX_DEPTH, &mut out);
        out
    }

    fn number(&self, v: u64, width: u32) -> String {
        let s = crescendo_number::int::sext(v, width);
        match (width, v) {
            (8, 0x20..=0x7e) if v != 0x27 && v != 0x5c => format!("'{}'", v as u8 as char),
            _ if (-4096..0).contains(&s) => s.to_string(),
            _ if v < 100_000 => v.to_string(),
            _ => format!("{v:#x}"),
        }
    }

    fn write_c(&self, e: ExprId, outer: u8, depth: u32, out: &mut String) {
        let n = self.node(e);
        if depth == 0 {
            out.push_str("...");
            return;
        }
        // Precedence as in C; higher binds tighter.
        let infix: Option<(&str, u8)> = match n.kind {
            Kind::Add => Some(("+", 9)),
            Kind::Sub => Some(("-", 9)),
            Kind::Mul => Some(("*", 10)),
            Kind::UDiv => Some(("/", 10)),
            Kind::SDiv => Some(("/", 10)),
            Kind::URem | Kind::SRem => Some(("%", 10)),
            Kind::And if n.width == 1 => Some(("&&", 2)),
            Kind::Or if n.width == 1 => Some(("||", 1)),
            Kind::And => Some(("&", 5)),
            Kind::Or => Some(("|", 3)),
            Kind::Xor => Some(("^", 4)),
            Kind::Shl => Some(("<<", 8)),
            Kind::LShr | Kind::AShr => Some((">>", 8)),
            Kind::Eq | Kind::FEq => Some(("==", 6)),
            Kind::Ult | Kind::Slt | Kind::FLt => Some(("<", 7)),
            Kind::Ule | Kind::Sle | Kind::FLe => Some(("<=", 7)),
            Kind::FAdd => Some(("+", 9)),
            Kind::FSub => Some(("-", 9)),
            Kind::FMul => Some(("*", 10)),
            Kind::FDiv => Some(("/", 10)),
            _ => None,
        };
        if let Some((sign, level)) = infix {
            let unsigned = matches!(n.kind, Kind::Ult | Kind::Ule | Kind::UDiv | Kind::URem | Kind::LShr);
            if level < outer {
                out.push('(');
            }
            self.write_c(n.a(), level, depth - 1, out);
            let mark = if unsigned && !self.clearly_unsigned(&n) { "u" } else { "" };
            let _ = write!(out, " {sign}{mark} ");
            self.write_c(n.b(), level + 1, depth - 1, out);
            if level < outer {
                out.push(')');
            }
            return;
        }
        match n.kind {
            Kind::Const => out.push_str(&self.number(n.value(), n.width as u32)),
            Kind::WideConst => {
                out.push_str("0x");
                for w in self.wide_words(&n).iter().rev() {
                    let _ = write!(out, "{w:016x}");
                }
            }
            Kind::Var => out.push_str(&self.variable(VarId(n.a)).name),
            Kind::Not if n.width == 1 => {
                let i = self.node(n.a());
                if i.kind == Kind::Eq {
                    if outer > 6 {
                        out.push('(');
                    }
                    self.write_c(i.a(), 6, depth - 1, out);
                    out.push_str(" != ");
                    self.write_c(i.b(), 7, depth - 1, out);
                    if outer > 6 {
                        out.push(')');
                    }
                } else {
                    out.push('!');
                    self.write_c(n.a(), 12, depth - 1, out);
                }
            }
            Kind::Not => self.prefix("~", n.a(), depth, out),
            Kind::Neg | Kind::FNeg => self.prefix("-", n.a(), depth, out),
            Kind::ZExt | Kind::FromBits | Kind::ToBits => self.write_c(n.a(), outer, depth, out),
            Kind::SExt => self.call(&format!("i{}", n.width), &[n.a()], depth, out),
            Kind::Extract => {
                self.write_c(n.a(), 12, depth - 1, out);
                let _ = write!(out, "[{}:{}]", n.b + n.width as u32 - 1, n.b);
            }
            Kind::Concat => self.call("join", &[n.a(), n.b()], depth, out),
            Kind::Ite => {
                out.push('(');
                self.write_c(n.a(), 1, depth - 1, out);
                out.push_str(" ? ");
                self.write_c(n.b(), 1, depth - 1, out);
                out.push_str(" : ");
                self.write_c(n.c(), 0, depth - 1, out);
                out.push(')');
            }
            Kind::Select => {
                self.write_c(n.a(), 12, depth - 1, out);
                out.push('[');
                self.write_c(n.b(), 0, depth - 1, out);
                out.push(']');
            }
            Kind::Table => {
                let _ = write!(out, "table{}", n.a);
            }
            Kind::Store => {
                out.push('{');
                self.write_c(n.a(), 0, depth - 1, out);
                out.push_str(" with [");
                self.write_c(n.b(), 0, depth - 1, out);
                out.push_str("] = ");
                self.write_c(n.c(), 0, depth - 1, out);
                out.push('}');
            }
            kind => {
                let name = format!("{kind:?}");
                let operands: Vec<ExprId> = n.operands().collect();
                self.call(&name[1..].to_lowercase(), &operands, depth, out);
            }
        }
    }

    /// An unsigned comparison needs no mark when both sides are plainly not negative.
    fn clearly_unsigned(&self, n: &Node) -> bool {
        let plain = |e: ExprId| {
            let x = self.node(e);
            match x.kind {
                Kind::ZExt => true,
                Kind::Const => x.value() >> (x.width - 1) == 0,
                Kind::Var | Kind::Select => x.width == 8,
                _ => false,
            }
        };
        plain(n.a()) && plain(n.b())
    }

    fn prefix(&self, sign: &str, a: ExprId, depth: u32, out: &mut String) {
        out.push_str(sign);
        self.write_c(a, 12, depth - 1, out);
    }

    fn call(&self, name: &str, operands: &[ExprId], depth: u32, out: &mut String) {
        out.push_str(name);
        out.push('(');
        for (i, o) in operands.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.write_c(*o, 0, depth - 1, out);
        }
        out.push(')');
    }

    /// A whole SMT-LIB 2 script that asserts the terms, shared parts named once. What SMT-LIB lacks is declared as an
    /// unknown with a comment, so a model of the script may then be none of the terms; `unsat` still holds.
    pub fn smt_lib(&self, assertions: &[ExprId]) -> String {
        let mut s = Smt { pool: self, names: HashMap::new(), head: String::new(), body: String::new(), fresh: 0 };
        for &a in assertions {
            let t = s.term(a);
            let _ = writeln!(s.body, "(assert (= {t} #b1))");
        }
        format!("(set-logic QF_ABVFP)\n{}{}(check-sat)\n", s.head, s.body)
    }
}

struct Smt<'p> {
    pool: &'p Pool,
    names: HashMap<ExprId, String>,
    head: String,
    body: String,
    fresh: u32,
}

/// Exponent and significand bits of the formats SMT-LIB can express.
fn sort(kind: FloatKind) -> (u32, u32) {
    match kind {
        FloatKind::F16 => (5, 11),
        FloatKind::BF16 => (8, 8),
        FloatKind::F32 => (8, 24),
        FloatKind::F64 | FloatKind::PpcPair => (11, 53),
        FloatKind::X87 => (15, 64),
        FloatKind::F128 => (15, 113),
    }
}

impl Smt<'_> {
    fn term(&mut self, root: ExprId) -> String {
        let mut stack = vec![(root, false)];
        while let Some((e, ready)) = stack.pop() {
            if self.names.contains_key(&e) {
                continue;
            }
            let n = self.pool.node(e);
            if !ready {
                stack.push((e, true));
                stack.extend(n.operands().map(|o| (o, false)));
                continue;
            }
            let name = self.define(e, &n);
            self.names.insert(e, name);
        }
        self.names[&root].clone()
    }

    fn define(&mut self, e: ExprId, n: &Node) -> String {
        let pool = self.pool;
        let op = |i: usize| self.names[&n.operands().nth(i).expect("operand")].clone();
        let text = match n.kind {
            Kind::Const => return format!("(_ bv{} {})", n.value(), n.width),
            Kind::WideConst => {
                let bits: String = (0..n.width as usize)
                    .rev()
                    .map(|i| if pool.wide_words(n)[i / 64] >> (i % 64) & 1 != 0 { '1' } else { '0' })
                    .collect();
                return format!("#b{bits}");
            }
            Kind::Var => {
                let v = pool.variable(VarId(n.a));
                let name = format!("|{}@{}|", v.name.replace(['|', '\\'], "_"), n.a);
                let _ = writeln!(self.head, "(declare-const {name} (_ BitVec {}))", n.width);
                return name;
            }
            Kind::Table => {
                let bytes = pool.table(TableId(n.a));
                let name = format!("table{}", n.a);
                let _ = writeln!(self.head, "(declare-const {name} (Array (_ BitVec 64) (_ BitVec 8)))");
                for (i, b) in bytes.iter().enumerate() {
                    let _ = writeln!(self.head, "(assert (= (select {name} (_ bv{i} 64)) (_ bv{b} 8)))");
                }
                return name;
            }
            Kind::Select => format!("(select {} {})", op(0), self.index(n.b())),
            Kind::Store => format!("(store {} {} {})", op(0), self.index(n.b()), op(2)),
            Kind::Eq => format!("(ite (= {} {}) #b1 #b0)", op(0), op(1)),
            Kind::Ult | Kind::Ule | Kind::Slt | Kind::Sle => {
                let f = match n.kind {
                    Kind::Ult => "bvult",
                    Kind::Ule => "bvule",
                    Kind::Slt => "bvslt",
                    _ => "bvsle",
                };
                format!("(ite ({f} {} {}) #b1 #b0)", op(0), op(1))
            }
            Kind::Ite => format!("(ite (= {} #b1) {} {})", op(0), op(1), op(2)),
            Kind::Extract => format!("((_ extract {} {}) {})", n.b + n.width as u32 - 1, n.b, op(0)),
            Kind::ZExt => format!("((_ zero_extend {}) {})", n.width as u32 - pool.width(n.a()), op(0)),
            Kind::SExt => format!("((_ sign_extend {}) {})", n.width as u32 - pool.width(n.a()), op(0)),
            Kind::ToBits => {
                // SMT-LIB has no way from a float to its bits: name bits that mean it.
                self.fresh += 1;
                let name = format!("bits{}", self.fresh);
                let (eb, sb) = sort(n.format());
                let f = op(0);
                let _ = writeln!(self.head, "(declare-const {name} (_ BitVec {}))", n.width);
                let _ = writeln!(self.body, "(assert (= ((_ to_fp {eb} {sb}) {name}) {f}))");
                return name;
            }
            Kind::FRem => {
                // fp.rem rounds the quotient to nearest, C's fmod truncates it: the first would be a lie.
                self.fresh += 1;
                let name = format!("fmod{}", self.fresh);
                let (eb, sb) = sort(n.format());
                let _ = writeln!(self.head, "; {name} stands for fmod({}, {}), which SMT-LIB cannot say", op(0), op(1));
                let _ = writeln!(self.head, "(declare-const {name} (_ FloatingPoint {eb} {sb}))");
                return name;
            }
            _ => self.plain(n, &op),
        };
        let sort_text = match (n.kind, n.width) {
            (Kind::Store, _) => "(Array (_ BitVec 64) (_ BitVec 8))".to_string(),
            (_, 0) => {
                let (eb, sb) = sort(n.format());
                format!("(_ FloatingPoint {eb} {sb})")
            }
            (_, w) => format!("(_ BitVec {w})"),
        };
        let name = format!("t{}", e.0);
        let _ = writeln!(self.body, "(define-fun {name} () {sort_text} {text})");
        name
    }

    /// Array places are 64 bits wide in the script.
    fn index(&self, e: ExprId) -> String {
        let w = self.pool.width(e);
        if w == 64 { self.names[&e].clone() } else { format!("((_ zero_extend {}) {})", 64 - w, self.names[&e]) }
    }

    fn plain(&self, n: &Node, op: &dyn Fn(usize) -> String) -> String {
        let (eb, sb) = sort(n.format());
        let bit = |t: String| format!("(ite {t} #b1 #b0)");
        let two = |f: &str| format!("({f} {} {})", op(0), op(1));
        let rounded = |f: &str| format!("({f} RNE {} {})", op(0), op(1));
        match n.kind {
            Kind::Not => format!("(bvnot {})", op(0)),
            Kind::Neg => format!("(bvneg {})", op(0)),
            Kind::Add => two("bvadd"),
            Kind::Sub => two("bvsub"),
            Kind::Mul => two("bvmul"),
            Kind::UDiv => two("bvudiv"),
            Kind::SDiv => two("bvsdiv"),
            Kind::URem => two("bvurem"),
            Kind::SRem => two("bvsrem"),
            Kind::And => two("bvand"),
            Kind::Or => two("bvor"),
            Kind::Xor => two("bvxor"),
            Kind::Shl => two("bvshl"),
            Kind::LShr => two("bvlshr"),
            Kind::AShr => two("bvashr"),
            Kind::Concat => two("concat"),
            Kind::FromBits => format!("((_ to_fp {eb} {sb}) {})", op(0)),
            Kind::FAdd => rounded("fp.add"),
            Kind::FSub => rounded("fp.sub"),
            Kind::FMul => rounded("fp.mul"),
            Kind::FDiv => rounded("fp.div"),
            Kind::FFma => format!("(fp.fma RNE {} {} {})", op(0), op(1), op(2)),
            Kind::FSqrt => format!("(fp.sqrt RNE {})", op(0)),
            Kind::FNeg => format!("(fp.neg {})", op(0)),
            Kind::FAbs => format!("(fp.abs {})", op(0)),
            Kind::FRound => {
                let mode = match Rounding::from_code(n.b) {
                    Rounding::NearestEven => "RNE",
                    Rounding::NearestAway => "RNA",
                    Rounding::TowardPositive => "RTP",
                    Rounding::TowardNegative => "RTN",
                    Rounding::TowardZero => "RTZ",
                };
                format!("(fp.roundToIntegral {mode} {})", op(0))
            }
            Kind::FEq => bit(two("fp.eq")),
            Kind::FLt => bit(two("fp.lt")),
            Kind::FLe => bit(two("fp.leq")),
            Kind::FIsNan => bit(format!("(fp.isNaN {})", op(0))),
            Kind::FIsInf => bit(format!("(fp.isInfinite {})", op(0))),
            Kind::FIsZero => bit(format!("(fp.isZero {})", op(0))),
            Kind::FIsNormal => bit(format!("(fp.isNormal {})", op(0))),
            Kind::FIsSubnormal => bit(format!("(fp.isSubnormal {})", op(0))),
            Kind::FIsNegative => bit(format!("(fp.isNegative {})", op(0))),
            Kind::FConvert => format!("((_ to_fp {eb} {sb}) RNE {})", op(0)),
            Kind::FToSigned => format!("((_ fp.to_sbv {}) RTZ {})", n.width, op(0)),
            Kind::FToUnsigned => format!("((_ fp.to_ubv {}) RTZ {})", n.width, op(0)),
            Kind::FromSigned => format!("((_ to_fp {eb} {sb}) RNE {})", op(0)),
            Kind::FromUnsigned => format!("((_ to_fp_unsigned {eb} {sb}) RNE {})", op(0)),
            kind => unreachable!("{kind:?} is printed elsewhere"),
        }
    }
}
