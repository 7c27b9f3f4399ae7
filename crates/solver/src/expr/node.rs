//! One term: an operation, its width and its operands.
//!
//! Terms are bit-vectors of 1 to 65535 bits (truth values are 1 bit wide), floats (`Kind::FromBits` and the
//! operations on it), or byte arrays. Equal terms have equal numbers: the pool makes each once.

use crescendo_program::FloatKind;

/// A term of a `Pool`. 0 is no term: the machine's mark for "concrete".
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct ExprId(pub u32);

impl ExprId {
    pub const NONE: ExprId = ExprId(0);

    pub fn is_some(self) -> bool {
        self.0 != 0
    }

    pub fn is_none(self) -> bool {
        self.0 == 0
    }
}

impl std::fmt::Debug for ExprId {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "e{}", self.0)
    }
}

/// An input. Its number is its place in the pool's list of variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VarId(pub u32);

/// A constant byte array, by its number in the pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TableId(pub u32);

/// What a term does. Operands are in `Node::{a, b, c}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[repr(u8)]
pub enum Kind {
    /// A number of at most 64 bits: low half in `b`, high half in `c`.
    Const,
    /// A wider number: `a` indexes the pool's list.
    WideConst,
    /// `a` is the variable.
    Var,

    Not,
    Neg,
    Add,
    Sub,
    Mul,
    /// Division as SMT-LIB has it: by zero gives all ones (and the dividend as remainder).
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    /// Shifts by the width or more give 0 (or all sign bits).
    Shl,
    LShr,
    AShr,

    Eq,
    Ult,
    Ule,
    Slt,
    Sle,

    /// High part `a`, low part `b`.
    Concat,
    /// Bits of `a` from `b` upwards, as many as the width says.
    Extract,
    ZExt,
    SExt,
    /// `a ? b : c`
    Ite,

    /// Byte `b` of array `a`.
    Select,
    /// A constant array: `a` is its table.
    Table,
    /// Array `a` with byte `c` at place `b`.
    Store,

    // Floats: `aux` is the format.
    /// The float that has these bits.
    FromBits,
    /// The bits of a float; which NaN is left open.
    ToBits,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
    FFma,
    FSqrt,
    FNeg,
    FAbs,
    /// Round to an integral value; `b` is the mode.
    FRound,
    FEq,
    FLt,
    FLe,
    FIsNan,
    FIsInf,
    FIsZero,
    FIsNormal,
    FIsSubnormal,
    FIsNegative,
    /// To another format; `b` is the source's.
    FConvert,
    /// Truncate to a signed or unsigned integer of the width.
    FToSigned,
    FToUnsigned,
    FromSigned,
    FromUnsigned,
}

/// Rounding modes of `FRound`; arithmetic always rounds to nearest, ties to even, as C programs do unless they ask.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Rounding {
    NearestEven,
    NearestAway,
    TowardPositive,
    TowardNegative,
    TowardZero,
}

impl Rounding {
    pub fn from_code(code: u32) -> Rounding {
        match code {
            0 => Rounding::NearestEven,
            1 => Rounding::NearestAway,
            2 => Rounding::TowardPositive,
            3 => Rounding::TowardNegative,
            _ => Rounding::TowardZero,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Node {
    pub kind: Kind,
    pub aux: u8,
    /// Bits of the result; 0 for arrays and floats.
    pub width: u16,
    pub a: u32,
    pub b: u32,
    pub c: u32,
}

const _: () = assert!(std::mem::size_of::<Node>() == 16);

/// How an operand field is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    Leaf,
    One,
    Two,
    Three,
}

impl Kind {
    pub fn arity(self) -> Arity {
        use Kind::*;
        match self {
            Const | WideConst | Var | Table => Arity::Leaf,
            Not | Neg | Extract | ZExt | SExt | FromBits | ToBits | FSqrt | FNeg | FAbs | FRound | FIsNan | FIsInf
            | FIsZero | FIsNormal | FIsSubnormal | FIsNegative | FConvert | FToSigned | FToUnsigned | FromSigned
            | FromUnsigned => Arity::One,
            Ite | Store | FFma => Arity::Three,
            _ => Arity::Two,
        }
    }

    /// An operation on floats, or a question about them.
    #[inline]
    pub fn is_float(self) -> bool {
        self as u8 >= Kind::FromBits as u8
    }

    pub fn is_commutative(self) -> bool {
        use Kind::*;
        matches!(self, Add | Mul | And | Or | Xor | Eq | FAdd | FMul | FEq)
    }
}

impl Node {
    pub fn operands(&self) -> impl Iterator<Item = ExprId> + use<> {
        let n = match self.kind.arity() {
            Arity::Leaf => 0,
            Arity::One => 1,
            Arity::Two => 2,
            Arity::Three => 3,
        };
        [self.a, self.b, self.c].into_iter().take(n).map(ExprId)
    }

    pub fn a(&self) -> ExprId {
        ExprId(self.a)
    }

    pub fn b(&self) -> ExprId {
        ExprId(self.b)
    }

    pub fn c(&self) -> ExprId {
        ExprId(self.c)
    }

    /// The number of a `Const`.
    pub fn value(&self) -> u64 {
        self.b as u64 | (self.c as u64) << 32
    }

    pub fn format(&self) -> FloatKind {
        format_of(self.aux)
    }
}

pub fn format_code(kind: FloatKind) -> u8 {
    match kind {
        FloatKind::F16 => 0,
        FloatKind::BF16 => 1,
        FloatKind::F32 => 2,
        FloatKind::F64 => 3,
        FloatKind::X87 => 4,
        FloatKind::F128 => 5,
        FloatKind::PpcPair => 6,
    }
}

pub fn format_of(code: u8) -> FloatKind {
    match code {
        0 => FloatKind::F16,
        1 => FloatKind::BF16,
        2 => FloatKind::F32,
        3 => FloatKind::F64,
        4 => FloatKind::X87,
        5 => FloatKind::F128,
        _ => FloatKind::PpcPair,
    }
}
