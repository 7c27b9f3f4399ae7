//! Functions and globals of a linked program.

use crate::body::Body;
use crate::ctype::TypeId;
use crate::source::PosId;
use crate::target::FloatKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

/// The machine-level kind of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// Width in bits.
    Int(u32),
    Ptr,
    Float(FloatKind),
}

impl Scalar {
    #[inline]
    pub fn slots(self) -> u32 {
        match self {
            Scalar::Int(w) => w.div_ceil(64).max(1),
            Scalar::Ptr => 1,
            Scalar::Float(k) => k.slots(),
        }
    }

    pub fn bits(self, pointer_bits: u32) -> u32 {
        match self {
            Scalar::Int(w) => w,
            Scalar::Ptr => pointer_bits,
            Scalar::Float(k) => k.bits(),
        }
    }
}

/// A function's type as the machine sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    pub params: Vec<Param>,
    pub ret: Vec<Scalar>,
    pub variadic: bool,
    /// Defined without a prototype (`f()`): callers may pass what it does not look at.
    pub unprototyped: bool,
    /// Which C type it is, where the compiler tells.
    pub type_id: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    pub scalar: Scalar,
    pub number: u32,
    /// Pointer to a copy of that many bytes (and its alignment).
    pub by_value: Option<(u32, u32)>,
    /// Where the caller wants the returned struct.
    pub struct_return: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Linkage {
    External,
    Internal,
    Weak,
    Common,
    /// A body for inlining only (`inline` without `extern`): used if nobody else defines it.
    InlineOnly,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    /// The translation unit (index into `Program::units`) that defines or first declares it.
    pub unit: u32,
    pub linkage: Linkage,
    pub signature: Signature,
    pub body: Option<Body>,
    /// Address of the function itself.
    pub address: u64,
    /// The C type (a `Function` type), when debug info has it.
    pub c_type: Option<TypeId>,
    pub param_names: Vec<String>,
    /// Elements of parameters that are declared as arrays, as far as `declared` was asked; they travel as pointers.
    pub param_lengths: Vec<Option<u64>>,
    pub position: PosId,
    pub no_return: bool,
    pub returns_twice: bool,
}

#[derive(Clone, Debug)]
pub struct Global {
    pub name: String,
    pub unit: u32,
    pub linkage: Linkage,
    pub size: u64,
    pub align: u32,
    pub constant: bool,
    pub thread_local: bool,
    /// Initial bytes after linking; empty when all zero. `None`: declared here, defined nowhere.
    pub image: Option<Vec<u8>>,
    pub address: u64,
    pub c_type: Option<TypeId>,
    pub position: PosId,
    /// A string literal or another compiler-made constant.
    pub anonymous: bool,
    /// Declared as an array of unknown length and defined nowhere: there may be more of it.
    pub open: bool,
}
