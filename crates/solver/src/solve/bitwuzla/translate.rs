//! Our terms as Bitwuzla's, each translated once per manager.
//!
//! Terms of 1 bit are truth values where they come from comparisons and connectives, else bit-vectors of width 1;
//! `as_bool` and `as_bits` go between the two. Reads from arrays become choices between the values they may see; only
//! long chains of writes use the theory of arrays.

use super::raw::{Error, Manager, Op, Term};
use crate::expr::{ExprId, Kind, Node, Pool, TableId, VarId};
use std::collections::HashMap;

/// Writes that a read looks through one by one; more are left to the theory of arrays.
const MAX_WRITES: usize = 48;
/// Bytes of a table that is read by choices; a larger one is an array.
const MAX_CHOICES: usize = 4096;
/// Bytes of a table that can be expressed at all.
const MAX_TABLE: usize = 1 << 16;

pub struct Translation {
    pub manager: Manager,
    terms: Vec<Option<Term>>,
    pub(super) variables: HashMap<VarId, Term>,
    tables: HashMap<(TableId, Term), Term>,
    /// What must hold for the bits of a float to be its bits, by the term that stands for them.
    pub(super) side_conditions: HashMap<ExprId, Term>,
    pub(super) fresh: u32,
}

pub(super) type Made = Result<Term, Error>;

pub(super) fn unsupported<T>(what: impl Into<String>) -> Result<T, Error> {
    Err(Error(what.into()))
}

impl Translation {
    pub fn new() -> Translation {
        Translation {
            manager: Manager::new(),
            terms: Vec::new(),
            variables: HashMap::new(),
            tables: HashMap::new(),
            side_conditions: HashMap::new(),
            fresh: 0,
        }
    }

    /// A constraint as a truth value.
    pub fn constraint(&mut self, pool: &Pool, e: ExprId) -> Made {
        let t = self.term(pool, e)?;
        self.as_bool(t)
    }

    /// The side conditions that a term's meaning depends on.
    pub fn conditions_of(&self, pool: &Pool, roots: &[ExprId]) -> Vec<Term> {
        if self.side_conditions.is_empty() {
            return Vec::new();
        }
        let mut seen = vec![false; pool.len()];
        let mut stack = roots.to_vec();
        let mut found = Vec::new();
        while let Some(e) = stack.pop() {
            if !std::mem::replace(&mut seen[e.0 as usize], true) {
                found.extend(self.side_conditions.get(&e));
                stack.extend(pool.node(e).operands());
            }
        }
        found
    }

    fn known(&self, e: ExprId) -> Option<Term> {
        self.terms.get(e.0 as usize).copied().flatten()
    }

    fn term(&mut self, pool: &Pool, root: ExprId) -> Made {
        if self.terms.len() < pool.len() {
            self.terms.resize(pool.len(), None);
        }
        let mut stack = vec![(root, false)];
        while let Some((e, ready)) = stack.pop() {
            if self.known(e).is_some() {
                continue;
            }
            let n = pool.node(e);
            if !ready {
                stack.push((e, true));
                match n.kind {
                    Kind::Select => self.need_read(pool, &n, &mut stack),
                    _ => stack.extend(n.operands().map(|o| (o, false))),
                }
                continue;
            }
            let t = self.make(pool, e, &n)?;
            self.terms[e.0 as usize] = Some(t);
        }
        self.known(root).ok_or_else(|| Error("a term without operands".into()))
    }

    pub(super) fn operand(&self, e: ExprId) -> Made {
        self.known(e).ok_or_else(|| Error("an operand before its user".into()))
    }

    /// The operand as a bit-vector.
    fn bits(&mut self, e: ExprId) -> Made {
        let t = self.operand(e)?;
        self.as_bits(t)
    }

    fn bool(&mut self, e: ExprId) -> Made {
        let t = self.operand(e)?;
        self.as_bool(t)
    }

    pub(super) fn as_bool(&mut self, t: Term) -> Made {
        if t.is_bool() {
            return Ok(t);
        }
        let one = self.manager.number(1, 1)?;
        self.manager.op(Op::BITWUZLA_KIND_EQUAL, &[t, one])
    }

    pub(super) fn as_bits(&mut self, t: Term) -> Made {
        if !t.is_bool() {
            return Ok(t);
        }
        let (one, zero) = (self.manager.number(1, 1)?, self.manager.number(0, 1)?);
        self.manager.op(Op::BITWUZLA_KIND_ITE, &[t, one, zero])
    }

    fn make(&mut self, pool: &Pool, e: ExprId, n: &Node) -> Made {
        use Op as O;
        let width = n.width as u32;
        let logical = width == 1;
        match n.kind {
            Kind::Const if logical => self.manager.bool(n.value() != 0),
            Kind::Const if width > 0 => self.manager.number(n.value(), width),
            Kind::Const => unsupported("no term"),
            Kind::WideConst => self.manager.words(pool.wide_words(n), width),
            Kind::Var => {
                let t = self.manager.variable(width, &format!("v{}", n.a))?;
                self.variables.insert(VarId(n.a), t);
                Ok(t)
            }
            Kind::Not if logical => self.logic(O::BITWUZLA_KIND_NOT, n),
            Kind::And if logical => self.logic(O::BITWUZLA_KIND_AND, n),
            Kind::Or if logical => self.logic(O::BITWUZLA_KIND_OR, n),
            Kind::Xor if logical => self.logic(O::BITWUZLA_KIND_XOR, n),
            Kind::Eq if pool.width(n.a()) == 1 => self.logic(O::BITWUZLA_KIND_IFF, n),
            Kind::Ite => {
                let c = self.bool(n.a())?;
                let (mut a, mut b) = (self.operand(n.b())?, self.operand(n.c())?);
                if logical {
                    (a, b) = (self.as_bool(a)?, self.as_bool(b)?);
                }
                self.manager.op(O::BITWUZLA_KIND_ITE, &[c, a, b])
            }
            Kind::Extract => {
                let a = self.bits(n.a())?;
                let (low, high) = (n.b as u64, n.b as u64 + width as u64 - 1);
                self.manager.indexed(O::BITWUZLA_KIND_BV_EXTRACT, &[a], &[high, low])
            }
            Kind::ZExt | Kind::SExt => {
                let a = self.bits(n.a())?;
                let more = (width - pool.width(n.a())) as u64;
                let op = if n.kind == Kind::ZExt {
                    O::BITWUZLA_KIND_BV_ZERO_EXTEND
                } else {
                    O::BITWUZLA_KIND_BV_SIGN_EXTEND
                };
                self.manager.indexed(op, &[a], &[more])
            }
            Kind::Select => self.read(pool, n),
            Kind::Table => self.table_array(pool, TableId(n.a)),
            Kind::Store => {
                let (array, byte) = (self.operand(n.a())?, self.bits(n.c())?);
                let place = self.place(pool, n.b())?;
                self.manager.op(O::BITWUZLA_KIND_ARRAY_STORE, &[array, place, byte])
            }
            k if k.is_float() => self.float(pool, e, n),
            k => {
                let op = plain_operation(k)?;
                let args = n.operands().map(|o| self.bits(o)).collect::<Result<Vec<_>, _>>()?;
                self.manager.op(op, &args)
            }
        }
    }

    fn logic(&mut self, op: Op, n: &Node) -> Made {
        let args = n.operands().map(|o| self.bool(o)).collect::<Result<Vec<_>, _>>()?;
        self.manager.op(op, &args)
    }

    // ---- arrays

    /// The writes between a read and the table beneath, latest first, unless they are too many.
    fn writes(&self, pool: &Pool, array: ExprId) -> Option<(Vec<Node>, TableId)> {
        let mut writes = Vec::new();
        let mut at = pool.node(array);
        while at.kind == Kind::Store && writes.len() <= MAX_WRITES {
            writes.push(at);
            at = pool.node(at.a());
        }
        let short = at.kind == Kind::Table && pool.table(TableId(at.a)).len() <= MAX_CHOICES;
        short.then_some((writes, TableId(at.a)))
    }

    /// What must be translated before a read.
    fn need_read(&self, pool: &Pool, n: &Node, stack: &mut Vec<(ExprId, bool)>) {
        stack.push((n.b(), false));
        match self.writes(pool, n.a()) {
            Some((writes, _)) => stack.extend(writes.iter().flat_map(|w| [(w.b(), false), (w.c(), false)])),
            None => stack.push((n.a(), false)),
        }
    }

    fn read(&mut self, pool: &Pool, n: &Node) -> Made {
        let place = self.place(pool, n.b())?;
        let Some((writes, table)) = self.writes(pool, n.a()) else {
            let array = self.operand(n.a())?;
            return self.manager.op(Op::BITWUZLA_KIND_ARRAY_SELECT, &[array, place]);
        };
        let index = self.bits(n.b())?;
        let mut value = self.read_table(pool, table, index)?;
        for w in writes.iter().rev() {
            let (there, byte) = (self.place(pool, w.b())?, self.bits(w.c())?);
            let same = self.manager.op(Op::BITWUZLA_KIND_EQUAL, &[there, place])?;
            value = self.manager.op(Op::BITWUZLA_KIND_ITE, &[same, byte, value])?;
        }
        Ok(value)
    }

    /// Array places are 64 bits wide.
    fn place(&mut self, pool: &Pool, e: ExprId) -> Made {
        let (t, w) = (self.bits(e)?, pool.width(e));
        match w {
            64 => Ok(t),
            65.. => self.manager.indexed(Op::BITWUZLA_KIND_BV_EXTRACT, &[t], &[63, 0]),
            _ => self.manager.indexed(Op::BITWUZLA_KIND_BV_ZERO_EXTEND, &[t], &[64 - w as u64]),
        }
    }

    /// A choice between the bytes of a table by the bits of the index, lowest bit first; 0 beyond the end.
    fn read_table(&mut self, pool: &Pool, table: TableId, index: Term) -> Made {
        if let Some(t) = self.tables.get(&(table, index)) {
            return Ok(*t);
        }
        let width = index.width();
        let bytes = pool.table(table).clone();
        let zero = self.manager.number(0, 8)?;
        let mut level = bytes.iter().map(|b| self.manager.number(*b as u64, 8)).collect::<Result<Vec<_>, _>>()?;
        let mut bit = 0;
        while level.len() > 1 && bit < width {
            let b = self.manager.indexed(Op::BITWUZLA_KIND_BV_EXTRACT, &[index], &[bit as u64, bit as u64])?;
            let b = self.as_bool(b)?;
            let mut next = Vec::with_capacity(level.len().div_ceil(2));
            for pair in level.chunks(2) {
                let (low, high) = (pair[0], pair.get(1).copied().unwrap_or(zero));
                next.push(if low == high { low } else { self.manager.op(Op::BITWUZLA_KIND_ITE, &[b, high, low])? });
            }
            level = next;
            bit += 1;
        }
        let mut value = level.first().copied().unwrap_or(zero);
        // Places past 64 bits do not exist: evaluation looks at the low word only.
        let top = width.min(64);
        if bit < top && value != zero {
            let high = self.manager.indexed(Op::BITWUZLA_KIND_BV_EXTRACT, &[index], &[top as u64 - 1, bit as u64])?;
            let none = self.manager.number(0, top - bit)?;
            let inside = self.manager.op(Op::BITWUZLA_KIND_EQUAL, &[high, none])?;
            value = self.manager.op(Op::BITWUZLA_KIND_ITE, &[inside, value, zero])?;
        }
        self.tables.insert((table, index), value);
        Ok(value)
    }

    fn table_array(&mut self, pool: &Pool, table: TableId) -> Made {
        let bytes = pool.table(table).clone();
        if bytes.len() > MAX_TABLE {
            return unsupported(format!("a table of {} bytes", bytes.len()));
        }
        let zero = self.manager.number(0, 8)?;
        let mut array = self.manager.filled_array(zero)?;
        for (i, b) in bytes.iter().enumerate().filter(|(_, b)| **b != 0) {
            let (place, byte) = (self.manager.number(i as u64, 64)?, self.manager.number(*b as u64, 8)?);
            array = self.manager.op(Op::BITWUZLA_KIND_ARRAY_STORE, &[array, place, byte])?;
        }
        Ok(array)
    }
}

fn plain_operation(k: Kind) -> Result<Op, Error> {
    use Op as O;
    Ok(match k {
        Kind::Not => O::BITWUZLA_KIND_BV_NOT,
        Kind::Neg => O::BITWUZLA_KIND_BV_NEG,
        Kind::Add => O::BITWUZLA_KIND_BV_ADD,
        Kind::Sub => O::BITWUZLA_KIND_BV_SUB,
        Kind::Mul => O::BITWUZLA_KIND_BV_MUL,
        Kind::UDiv => O::BITWUZLA_KIND_BV_UDIV,
        Kind::SDiv => O::BITWUZLA_KIND_BV_SDIV,
        Kind::URem => O::BITWUZLA_KIND_BV_UREM,
        Kind::SRem => O::BITWUZLA_KIND_BV_SREM,
        Kind::And => O::BITWUZLA_KIND_BV_AND,
        Kind::Or => O::BITWUZLA_KIND_BV_OR,
        Kind::Xor => O::BITWUZLA_KIND_BV_XOR,
        Kind::Shl => O::BITWUZLA_KIND_BV_SHL,
        Kind::LShr => O::BITWUZLA_KIND_BV_SHR,
        Kind::AShr => O::BITWUZLA_KIND_BV_ASHR,
        Kind::Eq => O::BITWUZLA_KIND_EQUAL,
        Kind::Ult => O::BITWUZLA_KIND_BV_ULT,
        Kind::Ule => O::BITWUZLA_KIND_BV_ULE,
        Kind::Slt => O::BITWUZLA_KIND_BV_SLT,
        Kind::Sle => O::BITWUZLA_KIND_BV_SLE,
        Kind::Concat => O::BITWUZLA_KIND_BV_CONCAT,
        k => return unsupported(format!("{k:?}")),
    })
}
