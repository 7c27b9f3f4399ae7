//! The bytecode: what one step of the machine does.
//!
//! Invariants, checked by `verify`:
//! - a register is a 64-bit slot of the frame; a value wider than 64 bits takes consecutive slots, lowest bits first;
//! - an integer of width `w` is held zero-extended: the bits above `w` are 0; a float is held as its bits;
//! - jump targets are indices into the same body's code;
//! - every operation is 16 bytes, so that code is dense and a step is one cache line at most.
//!
//! Field names: `d` destination, `a`/`b` operands, `p` a pointer, `o` a constant byte offset, `i` an index, `t` a jump
//! target, `w` a width in bits, `n` the number of IR instructions that end here (the machine's step count).

use crate::target::FloatKind;

/// A register: an index into the frame.
pub type Reg = u32;

/// Overflow flags of an integer operation (`Op::*.f`): what C calls undefined.
pub mod flags {
    pub const NSW: u8 = 1;
    pub const NUW: u8 = 2;
    pub const EXACT: u8 = 4;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Pred {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

/// Float comparisons: the set of outcomes that count as true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FloatPred(pub u8);

impl FloatPred {
    pub const EQUAL: u8 = 1;
    pub const GREATER: u8 = 2;
    pub const LESS: u8 = 4;
    pub const UNORDERED: u8 = 8;

    /// Whether the outcome of comparing two floats satisfies it; `None` is unordered.
    pub fn accepts(self, outcome: Option<std::cmp::Ordering>) -> bool {
        let bit = match outcome {
            Some(std::cmp::Ordering::Equal) => Self::EQUAL,
            Some(std::cmp::Ordering::Greater) => Self::GREATER,
            Some(std::cmp::Ordering::Less) => Self::LESS,
            None => Self::UNORDERED,
        };
        self.0 & bit != 0
    }

    /// The same for two doubles, without a jump.
    #[inline(always)]
    pub fn of_f64(self, x: f64, y: f64) -> bool {
        let bit = |holds: bool, bit: u8| holds as u8 * bit;
        let ordered = bit(x == y, Self::EQUAL) | bit(x > y, Self::GREATER) | bit(x < y, Self::LESS);
        self.0 & (ordered | bit(ordered == 0, Self::UNORDERED)) != 0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Bin {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum FloatBin {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    Mov {
        d: Reg,
        a: Reg,
    },
    /// Copies `n` consecutive slots; the ranges may overlap.
    MovN {
        n: u16,
        d: Reg,
        a: Reg,
    },
    /// `d = c ? a : d`
    Select {
        w: u16,
        d: Reg,
        c: Reg,
        a: Reg,
    },

    Add32 {
        f: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Sub32 {
        f: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Mul32 {
        f: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Add64 {
        f: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Sub64 {
        f: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Mul64 {
        f: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    And {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Or {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Xor {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Shl {
        w: u8,
        f: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LShr {
        w: u8,
        f: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    AShr {
        w: u8,
        f: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// Any operation on any width up to 64 bits.
    Int {
        op: Bin,
        w: u8,
        f: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Cmp {
        pred: Pred,
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    ZExt {
        from: u8,
        to: u8,
        d: Reg,
        a: Reg,
    },
    SExt {
        from: u8,
        to: u8,
        d: Reg,
        a: Reg,
    },
    Trunc {
        from: u8,
        to: u8,
        d: Reg,
        a: Reg,
    },
    /// A pointer becomes a plain integer of `to` bits.
    PtrToInt {
        to: u8,
        d: Reg,
        a: Reg,
    },
    IntToPtr {
        from: u8,
        d: Reg,
        a: Reg,
    },

    /// Integers wider than 64 bits.
    Wide {
        op: Bin,
        w: u16,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    WideCmp {
        pred: Pred,
        w: u16,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// Width changes where at least one side is wider than 64 bits. `signed` extends the sign.
    Resize {
        signed: bool,
        from: u16,
        to: u32,
        d: Reg,
        a: Reg,
    },

    FAdd64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    FSub64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    FMul64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    FDiv64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// Any float operation on any format.
    Float {
        op: FloatBin,
        kind: FloatKind,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    FNeg {
        kind: FloatKind,
        d: Reg,
        a: Reg,
    },
    FCmp {
        pred: FloatPred,
        kind: FloatKind,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    FCast {
        from: FloatKind,
        to: FloatKind,
        d: Reg,
        a: Reg,
    },
    FToInt {
        kind: FloatKind,
        signed: bool,
        w: u32,
        d: Reg,
        a: Reg,
    },
    IntToF {
        kind: FloatKind,
        signed: bool,
        w: u32,
        d: Reg,
        a: Reg,
    },

    Load8 {
        d: Reg,
        p: Reg,
        o: i32,
    },
    Load16 {
        d: Reg,
        p: Reg,
        o: i32,
    },
    Load32 {
        d: Reg,
        p: Reg,
        o: i32,
    },
    Load64 {
        d: Reg,
        p: Reg,
        o: i32,
    },
    LoadIdx8 {
        d: Reg,
        p: Reg,
        i: Reg,
    },
    LoadIdx16 {
        d: Reg,
        p: Reg,
        i: Reg,
    },
    LoadIdx32 {
        d: Reg,
        p: Reg,
        i: Reg,
    },
    LoadIdx64 {
        d: Reg,
        p: Reg,
        i: Reg,
    },
    Store8 {
        p: Reg,
        a: Reg,
        o: i32,
    },
    Store16 {
        p: Reg,
        a: Reg,
        o: i32,
    },
    Store32 {
        p: Reg,
        a: Reg,
        o: i32,
    },
    Store64 {
        p: Reg,
        a: Reg,
        o: i32,
    },
    StoreIdx8 {
        p: Reg,
        i: Reg,
        a: Reg,
    },
    StoreIdx16 {
        p: Reg,
        i: Reg,
        a: Reg,
    },
    StoreIdx32 {
        p: Reg,
        i: Reg,
        a: Reg,
    },
    StoreIdx64 {
        p: Reg,
        i: Reg,
        a: Reg,
    },
    /// Any width, any byte order (the target's): `w` bits in their store size.
    LoadAny {
        w: u16,
        d: Reg,
        p: Reg,
        o: i32,
    },
    StoreAny {
        w: u16,
        p: Reg,
        a: Reg,
        o: i32,
    },
    /// Reads a struct in the shape it is passed or returned in: a copy, so unwritten parts are no uninitialised read.
    LoadCopy {
        w: u16,
        d: Reg,
        p: Reg,
        o: i32,
    },
    /// `d = p + o`, staying in p's object or becoming wild.
    GepImm {
        d: Reg,
        p: Reg,
        o: i32,
    },
    /// `d = p + i * scale`, likewise.
    Gep {
        scale: u16,
        d: Reg,
        p: Reg,
        i: Reg,
    },
    /// The index into an array that is a part of a larger object must be in `0..limit` (`strict`) or `0..=limit`.
    IndexCheck {
        strict: bool,
        i: Reg,
        limit: u64,
    },
    MemCopy {
        moving: bool,
        d: Reg,
        a: Reg,
        len: Reg,
    },
    MemSet {
        d: Reg,
        a: Reg,
        len: Reg,
    },
    /// A fresh stack object of `a` bytes. `align` is its log2.
    Alloca {
        align: u8,
        d: Reg,
        a: Reg,
        variable: u32,
    },
    /// A stack object is as if it had just been made: its variable is declared once more.
    Renew {
        a: Reg,
    },
    StackSave {
        d: Reg,
    },
    StackRestore {
        a: Reg,
    },

    Jmp {
        n: u16,
        t: u32,
    },
    /// Jumps when `a` is not zero, else goes on. So do all `Br*`.
    BrIf {
        n: u16,
        a: Reg,
        t: u32,
    },
    BrNot {
        n: u16,
        a: Reg,
        t: u32,
    },
    BrEq {
        w: u8,
        n: u16,
        a: Reg,
        b: Reg,
        t: u32,
    },
    BrNe {
        w: u8,
        n: u16,
        a: Reg,
        b: Reg,
        t: u32,
    },
    BrUlt {
        w: u8,
        n: u16,
        a: Reg,
        b: Reg,
        t: u32,
    },
    BrUle {
        w: u8,
        n: u16,
        a: Reg,
        b: Reg,
        t: u32,
    },
    BrSlt32 {
        n: u16,
        a: Reg,
        b: Reg,
        t: u32,
    },
    BrSle32 {
        n: u16,
        a: Reg,
        b: Reg,
        t: u32,
    },
    BrSlt64 {
        n: u16,
        a: Reg,
        b: Reg,
        t: u32,
    },
    BrSle64 {
        n: u16,
        a: Reg,
        b: Reg,
        t: u32,
    },
    Switch {
        n: u16,
        a: Reg,
        table: u32,
    },
    /// Computed goto.
    BrIndirect {
        n: u16,
        a: Reg,
        table: u32,
    },
    Call {
        n: u16,
        site: u32,
    },
    Intrinsic {
        n: u16,
        site: u32,
    },
    Ret {
        n: u16,
        a: Reg,
        slots: u32,
    },
    /// Only counts steps (very long blocks).
    Count {
        n: u16,
    },
    /// Straight-line code begins: reaches a goal. Does nothing to the program's state.
    Cover {
        goal: u32,
    },
    /// A condition whose value is used without a jump is known. Does nothing to the program's state.
    Outcome {
        a: Reg,
        site: u32,
    },
    Unreachable,
    /// Reached something the machine cannot do; `what` indexes `Body::unsupported`.
    Unsupported {
        what: u32,
    },
}

const _: () = assert!(std::mem::size_of::<Op>() == 16);

/// What an operation does with a register range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Use,
    Def,
    /// Read and written (`Select`'s destination).
    UseDef,
}

fn slots(bits: u32) -> u32 {
    bits.div_ceil(64).max(1)
}

impl Op {
    /// The limit of an `IndexCheck` where any index will do that is not negative.
    pub const NOT_NEGATIVE: u64 = i64::MAX as u64;

    /// Visits every register operand: the first register, how many slots from there, and the kind of access.
    /// Operands of calls and intrinsics live in their site tables and are visited there.
    pub fn visit(&mut self, f: &mut dyn FnMut(&mut Reg, u32, Access)) {
        use Access::*;
        use Op::*;
        match self {
            Mov { d, a } => {
                f(a, 1, Use);
                f(d, 1, Def);
            }
            MovN { n, d, a } => {
                f(a, *n as u32, Use);
                f(d, *n as u32, Def);
            }
            Select { w, d, c, a } => {
                let n = slots(*w as u32);
                f(c, 1, Use);
                f(a, n, Use);
                f(d, n, UseDef);
            }
            Add32 { d, a, b, .. }
            | Sub32 { d, a, b, .. }
            | Mul32 { d, a, b, .. }
            | Add64 { d, a, b, .. }
            | Sub64 { d, a, b, .. }
            | Mul64 { d, a, b, .. }
            | And { d, a, b, .. }
            | Or { d, a, b, .. }
            | Xor { d, a, b, .. }
            | Shl { d, a, b, .. }
            | LShr { d, a, b, .. }
            | AShr { d, a, b, .. }
            | Int { d, a, b, .. }
            | Cmp { d, a, b, .. }
            | FAdd64 { d, a, b }
            | FSub64 { d, a, b }
            | FMul64 { d, a, b }
            | FDiv64 { d, a, b } => {
                f(a, 1, Use);
                f(b, 1, Use);
                f(d, 1, Def);
            }
            ZExt { d, a, .. }
            | SExt { d, a, .. }
            | Trunc { d, a, .. }
            | PtrToInt { d, a, .. }
            | IntToPtr { d, a, .. } => {
                f(a, 1, Use);
                f(d, 1, Def);
            }
            Wide { w, d, a, b, .. } => {
                let n = slots(*w as u32);
                f(a, n, Use);
                f(b, n, Use);
                f(d, n, Def);
            }
            WideCmp { w, d, a, b, .. } => {
                let n = slots(*w as u32);
                f(a, n, Use);
                f(b, n, Use);
                f(d, 1, Def);
            }
            Resize { from, to, d, a, .. } => {
                f(a, slots(*from as u32), Use);
                f(d, slots(*to), Def);
            }
            Float { kind, d, a, b, .. } => {
                f(a, kind.slots(), Use);
                f(b, kind.slots(), Use);
                f(d, kind.slots(), Def);
            }
            FNeg { kind, d, a } => {
                f(a, kind.slots(), Use);
                f(d, kind.slots(), Def);
            }
            FCmp { kind, d, a, b, .. } => {
                f(a, kind.slots(), Use);
                f(b, kind.slots(), Use);
                f(d, 1, Def);
            }
            FCast { from, to, d, a } => {
                f(a, from.slots(), Use);
                f(d, to.slots(), Def);
            }
            FToInt { kind, w, d, a, .. } => {
                f(a, kind.slots(), Use);
                f(d, slots(*w), Def);
            }
            IntToF { kind, w, d, a, .. } => {
                f(a, slots(*w), Use);
                f(d, kind.slots(), Def);
            }
            Load8 { d, p, .. } | Load16 { d, p, .. } | Load32 { d, p, .. } | Load64 { d, p, .. } => {
                f(p, 1, Use);
                f(d, 1, Def);
            }
            LoadIdx8 { d, p, i }
            | LoadIdx16 { d, p, i }
            | LoadIdx32 { d, p, i }
            | LoadIdx64 { d, p, i }
            | Gep { d, p, i, .. } => {
                f(p, 1, Use);
                f(i, 1, Use);
                f(d, 1, Def);
            }
            Store8 { p, a, .. } | Store16 { p, a, .. } | Store32 { p, a, .. } | Store64 { p, a, .. } => {
                f(p, 1, Use);
                f(a, 1, Use);
            }
            StoreIdx8 { p, i, a } | StoreIdx16 { p, i, a } | StoreIdx32 { p, i, a } | StoreIdx64 { p, i, a } => {
                f(p, 1, Use);
                f(i, 1, Use);
                f(a, 1, Use);
            }
            LoadAny { w, d, p, .. } | LoadCopy { w, d, p, .. } => {
                f(p, 1, Use);
                f(d, slots(*w as u32), Def);
            }
            StoreAny { w, p, a, .. } => {
                f(p, 1, Use);
                f(a, slots(*w as u32), Use);
            }
            GepImm { d, p, .. } => {
                f(p, 1, Use);
                f(d, 1, Def);
            }
            IndexCheck { i, .. } => f(i, 1, Use),
            MemCopy { d, a, len, .. } | MemSet { d, a, len } => {
                f(d, 1, Use);
                f(a, 1, Use);
                f(len, 1, Use);
            }
            Alloca { d, a, .. } => {
                f(a, 1, Use);
                f(d, 1, Def);
            }
            StackSave { d } => f(d, 1, Def),
            StackRestore { a } | Renew { a } => f(a, 1, Use),
            BrIf { a, .. } | BrNot { a, .. } | Switch { a, .. } | BrIndirect { a, .. } | Outcome { a, .. } => {
                f(a, 1, Use)
            }
            BrEq { a, b, .. }
            | BrNe { a, b, .. }
            | BrUlt { a, b, .. }
            | BrUle { a, b, .. }
            | BrSlt32 { a, b, .. }
            | BrSle32 { a, b, .. }
            | BrSlt64 { a, b, .. }
            | BrSle64 { a, b, .. } => {
                f(a, 1, Use);
                f(b, 1, Use);
            }
            Ret { a, slots, .. } => {
                if *slots > 0 {
                    f(a, *slots, Use)
                }
            }
            Jmp { .. }
            | Call { .. }
            | Intrinsic { .. }
            | Count { .. }
            | Cover { .. }
            | Unreachable
            | Op::Unsupported { .. } => {}
        }
    }

    /// The jump target in the operation itself, if it has one.
    pub fn target(&mut self) -> Option<&mut u32> {
        use Op::*;
        match self {
            Jmp { t, .. }
            | BrIf { t, .. }
            | BrNot { t, .. }
            | BrEq { t, .. }
            | BrNe { t, .. }
            | BrUlt { t, .. }
            | BrUle { t, .. }
            | BrSlt32 { t, .. }
            | BrSle32 { t, .. }
            | BrSlt64 { t, .. }
            | BrSle64 { t, .. } => Some(t),
            _ => None,
        }
    }

    /// Whether control never reaches the next operation. What the machine cannot do, others can: they go on.
    pub fn ends_flow(&self) -> bool {
        matches!(self, Op::Jmp { .. } | Op::Switch { .. } | Op::BrIndirect { .. } | Op::Ret { .. } | Op::Unreachable)
    }
}
