//! A function's body: its code and the tables the code refers to.

use crate::constant::Word;
use crate::cover::{CoverMap, SiteId};
use crate::op::{Op, Reg};
use crate::source::PosId;
use crate::symbol::{FunctionId, GlobalId, Scalar};

/// A function ready to run. Frame layout: parameters, then values and temporaries, then constants.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub code: Vec<Op>,
    /// Parallel to `code`.
    pub positions: Vec<PosId>,
    /// Registers of the whole frame.
    pub registers: u32,
    /// Where each parameter is, in order.
    pub params: Vec<ParamSlot>,
    /// A call only has to put one word per parameter into the first registers: no parameter is wider than a word, and
    /// there are no varargs.
    pub plain_call: bool,
    /// Structs passed by value: the parameter's register, which comes with the caller's pointer and gets one to a copy,
    /// and the struct's size and alignment.
    pub copied: Vec<(Reg, u32, u32)>,
    /// First register of the constants; they reach to the end of the frame.
    pub constants_at: Reg,
    /// Constant words before linking.
    pub constant_words: Vec<Word>,
    /// Constant values after linking: copied to the frame on entry.
    pub constants: Vec<u64>,
    /// Which of them are numbers that are pointers.
    pub fixed: Vec<u32>,
    /// Stack objects made on entry.
    pub locals: Vec<Local>,
    pub switches: Vec<SwitchTable>,
    /// For computed gotos: code index of each LLVM block number.
    pub block_starts: Vec<u32>,
    pub calls: Vec<CallSite>,
    /// Calls that C orders in no certain way with another call of the same expression, or (`None`) with a read of memory. Only where
    /// the body was lowered with goals.
    pub unsequenced: Vec<(u32, Option<u32>)>,
    pub intrinsics: Vec<IntrinsicSite>,
    pub unsupported: Vec<String>,
    /// Names and positions of stack objects made by `Op::Alloca`.
    pub variables: Vec<(String, PosId)>,
    /// Loads and copies that are volatile: indices into `code`, in order.
    pub volatile: Vec<u32>,
    /// Addresses that become numbers for more than a distance: indices into `code`, in order.
    pub measures: Vec<u32>,
    /// Whether a pointer is null is a value in it, not only a way to go.
    pub weighs_null: bool,
    /// The address of a global is a number in it, without an operation.
    pub measures_globals: bool,
    /// Loads of pointers, and comparisons of pointers: indices into `code`, in order.
    pub pointers: Vec<u32>,
    /// Symbols it refers to that are weak and that nobody defines.
    pub absent: Vec<String>,
    /// Globals whose addresses are part of a calculation of the linker's.
    pub measured: Vec<GlobalId>,
    /// Registers that are used as pointers to a struct or union: an index into `view_types`.
    pub views: Vec<(Reg, u32)>,
    /// The name LLVM has for it, and its size.
    pub view_types: Vec<(String, u64)>,
    /// Parallel to `code` when lowered with goals, else empty: `SiteRef::pack`ed, 0 where there is no site.
    pub sites: Vec<u32>,
    /// What can be covered here, numbered from 0; taken by linking.
    pub cover: Option<Box<CoverMap>>,
}

impl Body {
    /// The site of the operation at an index of the code.
    #[inline]
    pub fn site_at(&self, at: usize) -> Option<SiteRef> {
        SiteRef::unpack(*self.sites.get(at)?)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParamSlot {
    pub at: Reg,
    pub scalar: Scalar,
    /// The parameter number in the IR signature (an aggregate is several slots of one number).
    pub number: u32,
}

/// A variable on the stack that has an address.
#[derive(Clone, Debug)]
pub struct Local {
    pub register: Reg,
    pub size: u64,
    pub align: u32,
    pub name: String,
    pub position: PosId,
    /// The value parts; what is not covered is padding and counts as initialised. Empty: no padding.
    pub padding: Vec<(u64, u64)>,
}

#[derive(Clone, Debug, Default)]
pub struct SwitchTable {
    pub width: u32,
    /// Sorted by value.
    pub cases: Vec<(u64, u32)>,
    pub default: u32,
    /// `dense[v - low]` when the values lie close together.
    pub low: u64,
    pub dense: Vec<u32>,
}

impl SwitchTable {
    /// Fills the dense form when it pays.
    pub fn finish(&mut self) {
        self.cases.sort_by_key(|c| c.0);
        let (Some(first), Some(last)) = (self.cases.first(), self.cases.last()) else { return };
        let range = last.0 - first.0;
        if range < 4 * self.cases.len() as u64 + 16 && range < 1 << 20 {
            self.low = first.0;
            self.dense = vec![self.default; range as usize + 1];
            for &(v, t) in &self.cases {
                self.dense[(v - self.low) as usize] = t;
            }
        }
    }

    pub fn target(&self, v: u64) -> u32 {
        if !self.dense.is_empty() {
            return self.dense.get(v.wrapping_sub(self.low) as usize).copied().unwrap_or(self.default);
        }
        match self.cases.binary_search_by_key(&v, |c| c.0) {
            Ok(i) => self.cases[i].1,
            Err(_) => self.default,
        }
    }

    /// The outcome's number at a switch site: the case's, or their count for the default.
    pub fn outcome(&self, v: u64) -> u32 {
        self.cases.binary_search_by_key(&v, |c| c.0).unwrap_or(self.cases.len()) as u32
    }
}

/// Where a call goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A symbol of the module, until linking.
    Symbol(u32),
    Direct(FunctionId),
    Pointer(Reg),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arg {
    pub at: Reg,
    pub scalar: Scalar,
    /// A struct passed by value: the machine copies that many bytes behind the pointer.
    pub by_value: Option<(u32, u32)>,
    /// The argument number in the IR call (parts of an aggregate share one).
    pub number: u32,
    /// A lane of a vector: all lanes of one number travel in one register.
    pub lane: bool,
}

#[derive(Clone, Debug)]
pub struct CallSite {
    pub callee: Callee,
    pub args: Vec<Arg>,
    /// How many leading args belong to the named parameters of the called type; the rest are varargs.
    pub fixed: u32,
    /// The called type is `(...)` with nothing named, or has varargs.
    pub variadic: bool,
    /// The declaration seen by the caller had no prototype.
    pub unprototyped: bool,
    /// Which C type the pointer has that is called, where the compiler tells.
    pub type_id: Option<u32>,
    pub ret: Vec<Scalar>,
    /// Registers of the result.
    pub ret_slots: u32,
    /// Bytes that a string function may write to its first argument, where that is an array inside of a larger object.
    pub room: Option<u64>,
    /// Somebody reads the result.
    pub used: bool,
    pub d: Reg,
}

/// Operations that are rare enough to live in a table.
#[derive(Clone, Debug)]
pub struct IntrinsicSite {
    pub what: Intrinsic,
    pub args: Vec<(Reg, Scalar)>,
    pub d: Reg,
    pub ret: Vec<Scalar>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Intrinsic {
    VaStart,
    VaEnd,
    VaCopy,
    VaArg,
    PopCount,
    LeadingZeros,
    TrailingZeros,
    ByteSwap,
    BitReverse,
    Abs,
    SMax,
    SMin,
    UMax,
    UMin,
    SAddOverflow,
    UAddOverflow,
    SSubOverflow,
    USubOverflow,
    SMulOverflow,
    UMulOverflow,
    SAddSat,
    UAddSat,
    SSubSat,
    USubSat,
    FunnelLeft,
    FunnelRight,
    FAbs,
    Sqrt,
    Floor,
    Ceil,
    TruncF,
    Rint,
    NearbyInt,
    Round,
    RoundEven,
    LRint,
    LRound,
    Fma,
    CopySign,
    MinNum,
    MaxNum,
    Minimum,
    Maximum,
    Pow,
    PowI,
    Exp,
    Exp2,
    Exp10,
    Log,
    Log2,
    Log10,
    Sin,
    Cos,
    Tan,
    Ldexp,
    Frexp,
    IsFpClass,
    FpToSSat,
    FpToUSat,
    ObjectSize,
    FrameAddress,
    ReturnAddress,
    /// Reads lane `args[last]` of the lanes before it.
    ExtractLane,
    /// All lanes, the new value, the lane number.
    InsertLane,
    /// Lanes to the bits of one integer, or back; memory order of the target.
    Pack,
    Unpack,
    /// A function ends; its argument is not 0 if that gives no result.
    NoResult,
    Trap,
    DebugTrap,
    ReadCycles,
    ThreadPointer,
    FltRounds,
    /// Coverage: `(hash-name pointer, function hash, counters, index)`.
    CounterIncrement,
    McdcParameters,
    McdcUpdate,
    /// `__builtin_setjmp` and `__builtin_longjmp`.
    SetJump,
    LongJump,
    EhDwarfCfa,
}

/// How an operation stands for a site; several may stand for the same one (a repeated loop test).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiteRef {
    pub site: SiteId,
    /// The operation jumps when the source condition is false.
    pub inverted: bool,
    /// The operation compares `b` with `a`, where the source has `a` on the right.
    pub swapped: bool,
}

impl SiteRef {
    pub(crate) fn pack(self) -> u32 {
        (self.site.0 + 1) << 2 | (self.swapped as u32) << 1 | self.inverted as u32
    }

    #[inline]
    fn unpack(word: u32) -> Option<SiteRef> {
        let site = SiteId((word >> 2).checked_sub(1)?);
        Some(SiteRef { site, inverted: word & 1 != 0, swapped: word & 2 != 0 })
    }
}
