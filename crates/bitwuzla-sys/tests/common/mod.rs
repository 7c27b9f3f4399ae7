//! One solver with its term manager, just enough to write the tests in a readable way.
//!
//! Not a wrapper to build on: terms are raw pointers that nothing ties to their manager.
#![allow(dead_code, reason = "each test binary uses its part")]

use crescendo_bitwuzla_sys::*;
use std::ffi::{CStr, CString};

pub type Term = BitwuzlaTerm;
pub type Kind = BitwuzlaKind;
pub type Opt = BitwuzlaOption;

pub struct Solver {
    pub tm: *mut BitwuzlaTermManager,
    options: *mut BitwuzlaOptions,
    pub raw: *mut Bitwuzla,
}

/// Options with their values: a number, or the name of a mode.
pub type Options<'a> = &'a [(Opt, &'a str)];

/// SAFETY of the calls below: all objects are made and used on one thread, and live until `drop`.
impl Solver {
    pub fn new(options: Options) -> Self {
        let tm = unsafe { bitwuzla_term_manager_new() };
        let options = make_options(options);
        let raw = unsafe { bitwuzla_new(tm, options) };
        Solver { tm, options, raw }
    }

    /// A new solver over the same terms.
    pub fn fresh(&mut self, options: Options) {
        unsafe {
            bitwuzla_delete(self.raw);
            bitwuzla_options_delete(self.options);
            self.options = make_options(options);
            self.raw = bitwuzla_new(self.tm, self.options);
        }
    }

    pub fn var(&self, sort: BitwuzlaSort, name: &str) -> Term {
        let name = CString::new(name).unwrap();
        unsafe { bitwuzla_mk_const(self.tm, sort, name.as_ptr()) }
    }

    pub fn bv_sort(&self, width: u64) -> BitwuzlaSort {
        unsafe { bitwuzla_mk_bv_sort(self.tm, width) }
    }

    pub fn bv(&self, width: u64, name: &str) -> Term {
        self.var(self.bv_sort(width), name)
    }

    pub fn num(&self, width: u64, value: u64) -> Term {
        unsafe { bitwuzla_mk_bv_value_uint64(self.tm, self.bv_sort(width), value) }
    }

    pub fn op(&self, kind: Kind, args: &[Term]) -> Term {
        let mut args = args.to_vec();
        unsafe { bitwuzla_mk_term(self.tm, kind, args.len() as u32, args.as_mut_ptr()) }
    }

    pub fn op_idx(&self, kind: Kind, args: &[Term], indices: &[u64]) -> Term {
        let (mut args, mut idx) = (args.to_vec(), indices.to_vec());
        unsafe {
            bitwuzla_mk_term_indexed(
                self.tm,
                kind,
                args.len() as u32,
                args.as_mut_ptr(),
                idx.len() as u32,
                idx.as_mut_ptr(),
            )
        }
    }

    pub fn eq(&self, a: Term, b: Term) -> Term {
        self.op(Kind::BITWUZLA_KIND_EQUAL, &[a, b])
    }

    pub fn not(&self, a: Term) -> Term {
        self.op(Kind::BITWUZLA_KIND_NOT, &[a])
    }

    pub fn assert(&self, formula: Term) {
        unsafe { bitwuzla_assert(self.raw, formula) }
    }

    pub fn check(&self) -> BitwuzlaResult {
        unsafe { bitwuzla_check_sat(self.raw) }
    }

    pub fn check_assuming(&self, assumptions: &[Term]) -> BitwuzlaResult {
        let mut args = assumptions.to_vec();
        unsafe { bitwuzla_check_sat_assuming(self.raw, args.len() as u32, args.as_mut_ptr()) }
    }

    /// A bit-vector's value in the model, at most 64 bits.
    pub fn value(&self, term: Term) -> u64 {
        unsafe {
            let value = bitwuzla_get_value(self.raw, term);
            let digits = bitwuzla_term_value_get_str_fmt(value, 16);
            u64::from_str_radix(CStr::from_ptr(digits).to_str().unwrap(), 16).unwrap()
        }
    }

    pub fn core(&self) -> Vec<Term> {
        let mut size = 0;
        unsafe {
            let first = bitwuzla_get_unsat_core(self.raw, &raw mut size);
            (0..size).map(|i| *first.add(i)).collect()
        }
    }

    pub fn interpolant(&self, a: &[Term]) -> Term {
        let mut args = a.to_vec();
        unsafe { bitwuzla_get_interpolant(self.raw, args.len() as u32, args.as_mut_ptr()) }
    }

    pub fn text(&self, term: Term) -> String {
        unsafe { CStr::from_ptr(bitwuzla_term_to_string(term)) }.to_str().unwrap().to_owned()
    }
}

fn make_options(settings: Options) -> *mut BitwuzlaOptions {
    unsafe {
        let options = bitwuzla_options_new();
        for &(option, value) in settings {
            let mode = CString::new(value).unwrap();
            match value.parse() {
                Ok(number) => bitwuzla_set_option(options, option, number),
                Err(_) => bitwuzla_set_option_mode(options, option, mode.as_ptr()),
            }
        }
        options
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        // The order matters: the manager outlives the solver, and the terms die with the manager.
        unsafe {
            bitwuzla_delete(self.raw);
            bitwuzla_options_delete(self.options);
            bitwuzla_term_manager_delete(self.tm);
        }
    }
}
