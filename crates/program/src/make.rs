//! Makes a program, once: units are joined, what sources only declare is added, and, where functions are to be driven by
//! themselves, what a driver needs: stubs for function pointers, room for open arrays, registers, the user's own stubs.
//!
//! After [`make`] nothing changes a program any more. The order of the steps matters, so it stands here and nowhere else.

use crate::declared::{DeclarationError, ReadOptions, SourceUnit, describe};
use crate::link::{LinkError, LinkOptions, Program, link};
use crate::symbol::FunctionId;
use crate::unit::Unit;

/// What a program is made for, and what must be known for that.
pub struct Making<'a> {
    /// Whether a C library function of that name exists: an undefined weak symbol that nobody provides is null.
    pub is_library: &'a dyn Fn(&str) -> bool,
    /// How the units' sources are compiled, in the order of the units: libclang is asked for what they only declare. Empty: it
    /// is not asked.
    pub declared: &'a [SourceUnit<'a>],
    /// `None`: the program is only run as a whole.
    pub driven: Option<Driven<'a>>,
}

/// What a program needs whose functions are driven by themselves.
pub struct Driven<'a> {
    /// How many elements an array of unknown length gets that no unit defines, and how many characters.
    pub elements: u64,
    pub bytes: u64,
    /// Functions whose calls go to another one: the user's own stubs.
    pub replaced: &'a Replaced<'a>,
}

/// Finds the functions to replace, each with what takes its place.
pub type Replaced<'a> = dyn Fn(&Program) -> Result<Vec<(FunctionId, FunctionId)>, ReplaceError> + 'a;

/// A user's stub that does not fit what it stands for, in the words of whoever looked for it.
pub type ReplaceError = Box<dyn std::error::Error + Send + Sync>;

impl Driven<'_> {
    /// Nothing is replaced.
    pub fn plainly(elements: u64, bytes: u64) -> Driven<'static> {
        Driven { elements, bytes, replaced: &|_| Ok(Vec::new()) }
    }
}

/// A program, and what could not be read of its declarations.
#[derive(Debug)]
pub struct Made {
    pub program: Program,
    pub undeclared: Vec<DeclarationError>,
}

#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    #[error(transparent)]
    Link(#[from] LinkError),
    #[error(transparent)]
    Replaced(ReplaceError),
}

pub fn make(units: Vec<Unit>, making: &Making) -> Result<Made, MakeError> {
    let mut program = link(units, &LinkOptions { is_library: making.is_library })?;
    let undeclared = match making.declared {
        [] => Vec::new(),
        sources => describe(&mut program, sources, &ReadOptions::default()),
    };
    if let Some(Driven { elements, bytes, replaced }) = &making.driven {
        program.add_stubs();
        program.open_declared(*elements, *bytes);
        program.add_registers();
        for (from, to) in replaced(&program).map_err(MakeError::Replaced)? {
            program.redirect_calls(from, to);
        }
    }
    Ok(Made { program, undeclared })
}
