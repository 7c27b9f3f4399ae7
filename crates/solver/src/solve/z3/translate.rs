//! Our terms as Z3's, each translated once per context.
//!
//! Written apart from Bitwuzla's translation, so that one can find a mistake in the other: every term is a bit-vector,
//! truth values too, and tables with their stores are Z3's arrays.

use super::raw::{Context, Error, Made, Term};
use crate::expr::{ExprId, Kind, Node, Pool, TableId, VarId};
use std::collections::HashMap;
use z3_sys::*;

/// Bytes of a table that can be expressed.
const MAX_TABLE: usize = 1 << 16;

pub struct Translation {
    pub context: Context,
    terms: Vec<Option<Term>>,
    pub variables: HashMap<VarId, Term>,
    /// What must hold for the bits of a float to be its bits, by the term that stands for them.
    pub side_conditions: HashMap<ExprId, Term>,
    /// Truth values that stand for constraints in cores.
    marks: Vec<Term>,
}

pub(super) fn unsupported<T>(what: impl Into<String>) -> Result<T, Error> {
    Err(Error(what.into()))
}

impl Translation {
    pub fn new() -> Result<Translation, Error> {
        let context = Context::new()?;
        let (variables, side_conditions) = (HashMap::new(), HashMap::new());
        Ok(Translation { context, terms: Vec::new(), variables, side_conditions, marks: Vec::new() })
    }

    /// A constraint as a truth value.
    pub fn constraint(&mut self, pool: &Pool, e: ExprId) -> Made {
        let (t, one) = (self.term(pool, e)?, self.context.number(1, 1)?);
        self.context.two(Z3_mk_eq, t, one)
    }

    /// Different marks for as many constraints; the same ones every time.
    pub fn marks(&mut self, count: usize) -> Result<&[Term], Error> {
        while self.marks.len() < count {
            let mark = self.context.unknown_bool()?;
            self.marks.push(mark);
        }
        Ok(&self.marks[..count])
    }

    fn term(&mut self, pool: &Pool, root: ExprId) -> Made {
        if self.terms.len() < pool.len() {
            self.terms.resize(pool.len(), None);
        }
        let mut stack = vec![(root, false)];
        while let Some((e, ready)) = stack.pop() {
            if self.terms[e.0 as usize].is_some() {
                continue;
            }
            let n = pool.node(e);
            if ready {
                let t = self.make(pool, e, &n)?;
                self.terms[e.0 as usize] = Some(t);
            } else {
                stack.push((e, true));
                stack.extend(n.operands().map(|o| (o, false)));
            }
        }
        self.operand(root)
    }

    pub(super) fn operand(&self, e: ExprId) -> Made {
        self.terms[e.0 as usize].ok_or_else(|| Error("an operand before its user".into()))
    }

    /// A truth value as one bit.
    pub(super) fn bit(&mut self, t: Term) -> Made {
        let (one, zero) = (self.context.number(1, 1)?, self.context.number(0, 1)?);
        self.context.three(Z3_mk_ite, t, one, zero)
    }

    fn make(&mut self, pool: &Pool, e: ExprId, n: &Node) -> Made {
        let width = n.width as u32;
        match n.kind {
            Kind::Const if width == 0 => unsupported("no term"),
            Kind::Const => self.context.number(n.value(), width),
            Kind::WideConst => self.context.words(pool.wide_words(n), width),
            Kind::Var => {
                let sort = self.context.bits(width)?;
                let t = self.context.unknown(sort)?;
                self.variables.insert(VarId(n.a), t);
                Ok(t)
            }
            Kind::Table => self.table(pool, TableId(n.a)),
            k if k.is_float() => self.float(e, n),
            _ => self.integer(pool, n),
        }
    }

    fn integer(&mut self, pool: &Pool, n: &Node) -> Made {
        let width = n.width as u32;
        let a = self.operand(n.a())?;
        match n.kind {
            Kind::Not => return self.context.one(Z3_mk_bvnot, a),
            Kind::Neg => return self.context.one(Z3_mk_bvneg, a),
            Kind::Extract => return self.context.extract(a, n.b, width),
            Kind::ZExt => return self.context.indexed(Z3_mk_zero_ext, width - pool.width(n.a()), a),
            Kind::SExt => return self.context.indexed(Z3_mk_sign_ext, width - pool.width(n.a()), a),
            _ => {}
        }
        let b = self.operand(n.b())?;
        let plain: unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast) -> Option<Z3_ast> = match n.kind {
            Kind::Add => Z3_mk_bvadd,
            Kind::Sub => Z3_mk_bvsub,
            Kind::Mul => Z3_mk_bvmul,
            Kind::UDiv => Z3_mk_bvudiv,
            Kind::SDiv => Z3_mk_bvsdiv,
            Kind::URem => Z3_mk_bvurem,
            Kind::SRem => Z3_mk_bvsrem,
            Kind::And => Z3_mk_bvand,
            Kind::Or => Z3_mk_bvor,
            Kind::Xor => Z3_mk_bvxor,
            Kind::Shl => Z3_mk_bvshl,
            Kind::LShr => Z3_mk_bvlshr,
            Kind::AShr => Z3_mk_bvashr,
            Kind::Concat => Z3_mk_concat,
            Kind::Eq => return self.compare(Z3_mk_eq, a, b),
            Kind::Ult => return self.compare(Z3_mk_bvult, a, b),
            Kind::Ule => return self.compare(Z3_mk_bvule, a, b),
            Kind::Slt => return self.compare(Z3_mk_bvslt, a, b),
            Kind::Sle => return self.compare(Z3_mk_bvsle, a, b),
            Kind::Select => {
                let place = self.place(pool, n.b(), b)?;
                return self.context.two(Z3_mk_select, a, place);
            }
            Kind::Store => {
                let (place, byte) = (self.place(pool, n.b(), b)?, self.operand(n.c())?);
                return self.context.three(Z3_mk_store, a, place, byte);
            }
            Kind::Ite => {
                let (c, one) = (self.operand(n.c())?, self.context.number(1, 1)?);
                let chosen = self.context.two(Z3_mk_eq, a, one)?;
                return self.context.three(Z3_mk_ite, chosen, b, c);
            }
            k => return unsupported(format!("{k:?}")),
        };
        self.context.two(plain, a, b)
    }

    pub(super) fn compare(
        &mut self,
        f: unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast) -> Option<Z3_ast>,
        a: Term,
        b: Term,
    ) -> Made {
        let t = self.context.two(f, a, b)?;
        self.bit(t)
    }

    /// Array places are 64 bits wide; evaluation looks at the low word only.
    fn place(&mut self, pool: &Pool, e: ExprId, t: Term) -> Made {
        match pool.width(e) {
            64 => Ok(t),
            65.. => self.context.extract(t, 0, 64),
            w => self.context.indexed(Z3_mk_zero_ext, 64 - w, t),
        }
    }

    /// The bytes of a table, and 0 beyond its end.
    fn table(&mut self, pool: &Pool, table: TableId) -> Made {
        let bytes = pool.table(table).clone();
        if bytes.len() > MAX_TABLE {
            return unsupported(format!("a table of {} bytes", bytes.len()));
        }
        let zero = self.context.number(0, 8)?;
        let mut array = self.context.filled_array(zero)?;
        for (i, b) in bytes.iter().enumerate().filter(|(_, b)| **b != 0) {
            let (place, byte) = (self.context.number(i as u64, 64)?, self.context.number(*b as u64, 8)?);
            array = self.context.three(Z3_mk_store, array, place, byte)?;
        }
        Ok(array)
    }
}
