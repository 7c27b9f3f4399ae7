//! Memory and values as terms, for those who look at a run from outside: nothing is noted, nothing becomes an event.

use crate::machine::Vm;
use crate::memory::ByteTerm;
use crate::value::Value;
use crescendo_program::symbol::FunctionId;
use crescendo_solver::expr::ExprId;

impl Vm<'_> {
    /// The function at work.
    pub fn caller(&self) -> Option<FunctionId> {
        self.frames.last().map(|f| f.function)
    }

    /// The number of that many bits (whole bytes) at an address; a constant where it depends on no input. `None` where
    /// no live object has it, or nobody wrote it.
    pub fn peek_term(&mut self, address: u64, bits: u32) -> Option<ExprId> {
        let len = bits as u64 / 8;
        let (bytes, written) = self.memory.peek(address, len)?;
        if !written || len == 0 || !bits.is_multiple_of(8) {
            return None;
        }
        let bytes = bytes.to_vec();
        let base = self.memory.info(address)?.base;
        let at = address - base;
        let big = self.memory.big_endian();
        let place = |i: u64| if big { len - 1 - i } else { i };
        let terms: Vec<ByteTerm> = (0..len).map(|i| self.memory.term_at(base, at + place(i))).collect();
        let pool = &mut self.sym().pool;
        let first = terms[0];
        let follows = |(i, t): (usize, &ByteTerm)| t.term == first.term && t.byte == first.byte + i as u32;
        if first.term.is_some() && terms.iter().enumerate().all(follows) {
            return Some(pool.extract(first.term, first.byte * 8, bits));
        }
        let mut whole = ExprId::NONE;
        for (i, t) in terms.iter().enumerate() {
            let byte = match t.term {
                ExprId::NONE => pool.constant(bytes[place(i as u64) as usize] as u64, 8),
                term => pool.extract(term, t.byte * 8, 8),
            };
            whole = if i == 0 { byte } else { pool.concat(byte, whole) };
        }
        Some(whole)
    }

    /// A value of at most 64 bits as a term of that width.
    pub fn value_as_term(&mut self, v: &Value, bits: u32) -> ExprId {
        self.value_term(v, bits)
    }

    /// The size of the object at an address in bytes, as a term of 64 bits.
    pub fn peek_size(&mut self, address: u64) -> Option<ExprId> {
        let info = self.memory.info(address)?;
        let size = self.memory.size_term(address);
        let s = self.sym();
        Some(if size.is_some() { s.fit(size, 64) } else { s.pool.constant(info.size, 64) })
    }
}
