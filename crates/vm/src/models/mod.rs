//! Models of the C library, one file per header. A model is a name and a function over the machine.
//!
//! To add one: write it in its header's file, add its line to that file's `MODELS`, and a C test under `tests/run/`.

mod abi;
pub mod answers;
mod assert;
mod assume;
mod atomic;
mod compiler;
pub(crate) mod ctype;
pub mod effects;
mod errno;
pub(crate) mod getopt;
pub(crate) mod locale;
pub(crate) mod math;
pub mod posix;
pub(crate) mod setjmp;
pub(crate) mod signal;
mod spans;
pub mod stdio;
pub(crate) mod stdlib;
pub(crate) mod string;
mod text;
pub(crate) mod time;
mod wide;

use crate::machine::Vm;
use crate::stop::Stop;
use crate::value::{Reply, Value};
use crescendo_program::Scalar;
use std::collections::HashMap;
use std::sync::OnceLock;

/// A library function.
pub struct Model {
    pub name: &'static str,
    pub call: fn(&mut Vm, Args) -> Result<Reply, Stop>,
}

/// The arguments of a call.
#[derive(Clone, Copy)]
pub struct Args<'a> {
    pub values: &'a [Value],
    /// How many belong to named parameters; the rest are varargs.
    pub fixed: u32,
}

const ALL: &[&[Model]] = &[
    assert::MODELS,
    assume::MODELS,
    atomic::MODELS,
    atomic::SIZED,
    compiler::MODELS,
    ctype::MODELS,
    errno::MODELS,
    getopt::MODELS,
    locale::MODELS,
    math::classes::MODELS,
    math::complex::HELPERS,
    math::complex::MODELS,
    math::fenv::MODELS,
    math::outputs::MODELS,
    math::real::MODELS,
    setjmp::MODELS,
    signal::actions::MODELS,
    signal::send::MODELS,
    signal::sets::MODELS,
    posix::descriptors::MODELS,
    posix::directories::MODELS,
    posix::limits::MODELS,
    posix::mapping::MODELS,
    posix::paths::MODELS,
    posix::process::MODELS,
    posix::network::MODELS,
    posix::refused::MODELS,
    posix::scandir::MODELS,
    posix::status::MODELS,
    posix::times::MODELS,
    stdio::complain::MODELS,
    stdio::files::MODELS,
    stdio::get::MODELS,
    stdio::lines::MODELS,
    stdio::memory::MODELS,
    stdio::position::MODELS,
    stdio::print::MODELS,
    stdio::put::MODELS,
    stdio::scan::MODELS,
    stdio::temporary::MODELS,
    stdio::wide::MODELS,
    stdlib::arithmetic::MODELS,
    stdlib::environment::MODELS,
    stdlib::exit::MODELS,
    stdlib::hash::MODELS,
    stdlib::memory::MODELS,
    stdlib::numbers::MODELS,
    stdlib::random::MODELS,
    stdlib::search::MODELS,
    stdlib::sort::MODELS,
    stdlib::text::MODELS,
    stdlib::tree::MODELS,
    string::bits::MODELS,
    string::compare::MODELS,
    string::copy::MODELS,
    string::fortified::MODELS,
    string::messages::MODELS,
    string::search::MODELS,
    string::tokens::MODELS,
    time::calendar::MODELS,
    time::clock::MODELS,
    time::parse::MODELS,
    wide::classes::MODELS,
    wide::convert::MODELS,
    wide::search::MODELS,
    wide::strings::MODELS,
];

/// The model of a library function.
pub fn find(name: &str) -> Option<&'static Model> {
    static BY_NAME: OnceLock<HashMap<&'static str, &'static Model>> = OnceLock::new();
    let map = BY_NAME.get_or_init(|| all().map(|m| (m.name, m)).collect());
    map.get(name).copied()
}

/// Every model, in the order of the registry.
pub fn all() -> impl Iterator<Item = &'static Model> {
    ALL.iter().flat_map(|list| list.iter())
}

impl Args<'_> {
    /// An argument as a word; missing ones are 0, as calls without a prototype may pass too few.
    pub fn word(&self, i: usize) -> u64 {
        self.values.get(i).map_or(0, |v| v.lo)
    }

    pub fn int(&self, i: usize) -> i32 {
        self.word(i) as i32
    }

    /// A signed number of the argument's own width.
    pub fn signed(&self, i: usize) -> i64 {
        match self.values.get(i) {
            Some(Value { scalar: Scalar::Int(w), lo, .. }) if *w < 64 => ((lo << (64 - w)) as i64) >> (64 - w),
            Some(v) => v.lo as i64,
            None => 0,
        }
    }

    pub fn f64(&self, i: usize) -> f64 {
        f64::from_bits(self.word(i))
    }

    pub fn f32(&self, i: usize) -> f32 {
        f32::from_bits(self.word(i) as u32)
    }

    /// The arguments behind the named ones.
    pub fn rest(&self) -> &[Value] {
        &self.values[(self.fixed as usize).min(self.values.len())..]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    #[test]
    fn every_function_has_one_model() {
        let mut names = HashSet::new();
        for model in super::all() {
            assert!(names.insert(model.name), "two models of {}", model.name);
        }
    }
}
