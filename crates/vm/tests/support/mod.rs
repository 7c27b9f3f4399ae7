//! A program with nothing in it, to call library models of.

use crescendo_program::ctype::Types;
use crescendo_program::source::SourceMap;
use crescendo_program::{LinkOptions, Program, Target, Unit};

pub fn empty_program(triple: &str, pointer_bits: u32, big_endian: bool) -> Program {
    let unit = Unit {
        name: "nothing.c".into(),
        target: Target::new(triple, pointer_bits, big_endian),
        sources: SourceMap::new(),
        inner_types: Vec::new(),
        types: Types::default(),
        symbols: Vec::new(),
        constructors: Vec::new(),
        destructors: Vec::new(),
        notes: Vec::new(),
    };
    crescendo_program::link(vec![unit], &LinkOptions { is_library: &|_| true }).expect("an empty program links")
}
