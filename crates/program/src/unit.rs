//! One translation unit, lowered: what the linker joins into a program.

use crate::body::Body;
use crate::constant::{Image, Word};
use crate::ctype::{TypeId, Types};
use crate::source::{PosId, SourceMap};
use crate::symbol::{Linkage, Signature};
use crate::target::Target;

#[derive(Debug)]
pub struct Unit {
    pub name: String,
    pub target: Target,
    pub sources: SourceMap,
    pub types: Types,
    /// Types that only the code of functions uses, if it was lowered with goals.
    pub inner_types: Vec<TypeId>,
    /// Indexed by `SymbolRef`.
    pub symbols: Vec<Symbol>,
    /// `(priority, word)`: the address of the function.
    pub constructors: Vec<(u32, Word)>,
    pub destructors: Vec<(u32, Word)>,
    /// Things of the module that have no meaning in the machine, e.g. file-level assembly.
    pub notes: Vec<String>,
}

#[derive(Debug)]
pub struct Symbol {
    pub name: String,
    pub linkage: Linkage,
    pub defined: bool,
    pub position: PosId,
    pub c_type: Option<TypeId>,
    pub kind: SymbolKind,
}

#[derive(Debug)]
pub enum SymbolKind {
    Function(Box<FunctionSymbol>),
    Global(GlobalSymbol),
    /// Another name for an address.
    Alias(Word),
    /// A function chosen at start-up by calling the resolver.
    IndirectFunction(Word),
}

#[derive(Debug)]
pub struct FunctionSymbol {
    pub signature: Signature,
    pub body: Option<Body>,
    pub param_names: Vec<String>,
    pub no_return: bool,
    pub returns_twice: bool,
}

#[derive(Debug)]
pub struct GlobalSymbol {
    pub size: u64,
    pub align: u32,
    pub constant: bool,
    pub thread_local: bool,
    pub image: Image,
    pub anonymous: bool,
}
