//! Terms: a hash-consed pool of bit-vector, float and byte-array operations.

mod assignment;
mod build;
mod eval;
mod mention;
mod node;
mod places;
mod pool;
mod portable;
mod print;
mod program;

pub use assignment::Assignment;
pub use eval::{small_float_operation, small_operation, wide_operation};
pub use mention::{Mentioned, variables_of_small};
pub use node::{Arity, ExprId, Kind, Node, Rounding, TableId, VarId, format_code, format_of};
pub use pool::{Pool, Variable};
pub use portable::{NotTerms, Portable};
pub use program::{Program, Scratch, Step};
