//! The program: functions, C types, globals and bytecode of a whole C project, ready to run.
//!
//! Reads LLVM 19 bitcode, lowers each translation unit by itself (`load_unit`), and makes one program of them (`make`). The
//! result is immutable. No LLVM type leaves this crate; the data layout is the module's, never the host's.

pub mod address;
pub mod body;
mod compatible;
pub mod constant;
pub mod cover;
pub mod ctype;
pub mod declared;
pub mod describe;
mod link;
mod llvm;
mod lower;
mod make;
pub mod native;
pub mod op;
mod open;
mod passing;
mod print;
mod redirect;
mod registers;
pub mod shared;
pub mod source;
mod stubs;
pub mod symbol;
pub mod target;
pub mod unit;
mod verify;

pub use body::Body;
pub use compatible::{c_type_difference, call_mismatch, type_difference};
pub use link::{Entity, LinkError, LinkNote, LinkOptions, Program, UnitInfo, link};
pub use make::{Driven, Made, MakeError, Making, ReplaceError, make};
pub use registers::Register;
pub use symbol::{Function, FunctionId, Global, GlobalId, Linkage, Scalar, Signature};
pub use target::{Arch, FloatKind, Target};
pub use unit::Unit;

#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error("{name}: {reason}")]
    Bitcode { name: String, reason: String },
    #[error("{name}: the compiler's locals could not be promoted: {reason}")]
    Promotion { name: String, reason: String },
}

/// How a unit is lowered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LowerOptions {
    /// Find what can be covered, and mark it in the code. Needs bitcode with the names of blocks for decisions.
    pub cover: bool,
}

/// Reads one translation unit's bitcode.
pub fn load_unit(bitcode: &[u8], name: &str, options: LowerOptions) -> Result<Unit, LoadError> {
    let module =
        llvm::Module::parse(bitcode, name).map_err(|reason| LoadError::Bitcode { name: name.to_string(), reason })?;
    let plans = options.cover.then(|| lower::plan(&module));
    let unsequenced = if options.cover { lower::find_unsequenced(&module) } else { Default::default() };
    module.mark_missing_returns();
    module.promote_locals().map_err(|reason| LoadError::Promotion { name: name.to_string(), reason })?;
    Ok(lower::lower(&module, plans, unsequenced))
}
