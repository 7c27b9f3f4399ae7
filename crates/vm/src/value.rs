//! Values passed to and from library models.

use crescendo_program::Scalar;
use crescendo_solver::expr::ExprId;

/// One argument: its kind and up to 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    pub scalar: Scalar,
    pub lo: u64,
    pub hi: u64,
    /// A struct by value: the pointer's target has that many bytes and alignment.
    pub by_value: Option<(u32, u32)>,
    /// Argument number; parts of one aggregate share it.
    pub number: u32,
    /// The terms of `lo` and `hi`, where they depend on inputs.
    pub terms: [ExprId; 2],
}

impl Value {
    /// A concrete word.
    pub fn word(scalar: Scalar, lo: u64, number: u32) -> Value {
        Value { scalar, lo, hi: 0, by_value: None, number, terms: [ExprId::NONE; 2] }
    }

    pub fn is_symbolic(&self) -> bool {
        self.terms.iter().any(|t| t.is_some())
    }
}

/// What a library model gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    Void,
    Word(u64),
    /// One value of two words or two values of one.
    Wide(u64, u64),
    /// Several values in the order of the result's parts, e.g. a complex `long double`.
    Words([u64; 4]),
}

impl From<u64> for Reply {
    fn from(v: u64) -> Reply {
        Reply::Word(v)
    }
}

impl From<i32> for Reply {
    fn from(v: i32) -> Reply {
        Reply::Word(v as u32 as u64)
    }
}

impl From<i64> for Reply {
    fn from(v: i64) -> Reply {
        Reply::Word(v as u64)
    }
}

impl From<()> for Reply {
    fn from(_: ()) -> Reply {
        Reply::Void
    }
}

impl From<f64> for Reply {
    fn from(v: f64) -> Reply {
        Reply::Word(v.to_bits())
    }
}

impl From<f32> for Reply {
    fn from(v: f32) -> Reply {
        Reply::Word(v.to_bits() as u64)
    }
}
