//! Constants whose value may depend on where the linker puts things.

/// A symbol of one module, before linking: an index into its symbol list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SymbolRef(pub u32);

/// One 64-bit word (or less) known at link time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Word {
    Known(u64),
    /// A number that is a pointer: `(struct uart *)0x40011000`.
    Pointer(u64),
    /// The address of a symbol plus an offset.
    Address {
        symbol: SymbolRef,
        offset: i64,
    },
    /// The address of a basic block of a function (computed goto), by block number.
    Block {
        function: SymbolRef,
        block: u32,
    },
    /// An address calculation the compiler left to the linker, e.g. `&&a - &&b`.
    Calc(Box<Calc>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Calc {
    pub op: CalcOp,
    pub bits: u32,
    pub a: Word,
    pub b: Word,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CalcOp {
    Add,
    Sub,
    Mul,
    Xor,
    Shl,
    /// Keep the low `bits` of `a`; `b` is unused.
    Truncate,
}

impl Word {
    /// The symbols it depends on, and whether something is calculated from their addresses.
    pub fn symbols(&self, calculated: bool, all: &mut Vec<(SymbolRef, bool)>) {
        match self {
            Word::Known(_) | Word::Pointer(_) => {}
            Word::Address { symbol, .. } | Word::Block { function: symbol, .. } => all.push((*symbol, calculated)),
            Word::Calc(c) => [&c.a, &c.b].into_iter().for_each(|w| w.symbols(true, all)),
        }
    }

    pub const ZERO: Word = Word::Known(0);

    /// The value, given where symbols and blocks are.
    pub fn resolve(&self, symbol: &dyn Fn(SymbolRef) -> u64, block: &dyn Fn(SymbolRef, u32) -> u64) -> u64 {
        match self {
            Word::Known(v) | Word::Pointer(v) => *v,
            Word::Address { symbol: s, offset } => symbol(*s).wrapping_add(*offset as u64),
            Word::Block { function, block: b } => block(*function, *b),
            Word::Calc(c) => {
                let a = c.a.resolve(symbol, block);
                let b = c.b.resolve(symbol, block);
                let v = match c.op {
                    CalcOp::Add => a.wrapping_add(b),
                    CalcOp::Sub => a.wrapping_sub(b),
                    CalcOp::Mul => a.wrapping_mul(b),
                    CalcOp::Xor => a ^ b,
                    CalcOp::Shl => a.checked_shl(b as u32).unwrap_or(0),
                    CalcOp::Truncate => a,
                };
                mask(v, c.bits)
            }
        }
    }
}

/// Keeps the low `bits` bits.
pub fn mask(v: u64, bits: u32) -> u64 {
    if bits >= 64 { v } else { v & ((1 << bits) - 1) }
}

/// A global's initial bytes: plain bytes with words patched in at link time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    pub bytes: Vec<u8>,
    /// (offset, size in bytes, word)
    pub patches: Vec<(u64, u32, Word)>,
}
