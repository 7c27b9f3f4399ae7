//! The few calls of Z3's C interface that we need, each checked.
//!
//! `z3-sys` and not the crate `z3`: its contexts belong to a thread, our layers move between threads. All of Z3's unsafe
//! code is in this file. Terms live as long as their context; what Z3 refuses is an `Error`, never an exit.

use std::ffi::CStr;
use z3_sys::*;

/// What Z3 said when it refused.
#[derive(Debug)]
pub struct Error(pub String);

/// A term of a context, which its owner keeps alive.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Term(Z3_ast);

pub type Made = Result<Term, Error>;
type Unary = unsafe extern "C" fn(Z3_context, Z3_ast) -> Option<Z3_ast>;
type Binary = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast) -> Option<Z3_ast>;
type Ternary = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_ast) -> Option<Z3_ast>;
type Indexed = unsafe extern "C" fn(Z3_context, u32, Z3_ast) -> Option<Z3_ast>;
type ToInt = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, u32) -> Option<Z3_ast>;
type ToFloat = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_sort) -> Option<Z3_ast>;

pub struct Context {
    raw: Z3_context,
    /// Terms made since it was.
    pub made: usize,
}

// SAFETY: nothing in a context is tied to its thread; it is only used through `&mut` or by one owner at a time. Terms
// are plain pointers that only their context's owner uses.
unsafe impl Send for Context {}
// SAFETY: as for `Context`.
unsafe impl Send for Term {}

/// SAFETY of the calls below: arguments are terms and sorts of this context, which is alive.
impl Context {
    pub fn new() -> Result<Context, Error> {
        let none = || Error("no context".to_owned());
        unsafe {
            let config = Z3_mk_config().ok_or_else(none)?;
            // Not the reference-counted kind: terms stay until the context goes.
            let raw = Z3_mk_context(config);
            Z3_del_config(config);
            let raw = raw.ok_or_else(none)?;
            // The default handler ends the process.
            Z3_set_error_handler(raw, None);
            Ok(Context { raw, made: 0 })
        }
    }

    fn complaint(&self) -> Error {
        unsafe {
            let text = Z3_get_error_msg(self.raw, Z3_get_error_code(self.raw));
            Error(if text.is_null() { "refused".to_owned() } else { CStr::from_ptr(text).to_string_lossy().into() })
        }
    }

    fn checked<T>(&self, made: Option<T>) -> Result<T, Error> {
        made.ok_or_else(|| self.complaint())
    }

    fn term(&mut self, made: Option<Z3_ast>) -> Made {
        self.made += 1;
        self.checked(made).map(Term)
    }

    pub fn bits(&mut self, width: u32) -> Result<Z3_sort, Error> {
        self.checked(unsafe { Z3_mk_bv_sort(self.raw, width) })
    }

    pub fn floats(&mut self, exponent: u32, significand: u32) -> Result<Z3_sort, Error> {
        self.checked(unsafe { Z3_mk_fpa_sort(self.raw, exponent, significand) })
    }

    /// A new unknown. Nobody asks for its name.
    pub fn unknown(&mut self, sort: Z3_sort) -> Made {
        let made = unsafe { Z3_mk_fresh_const(self.raw, c"v".as_ptr(), sort) };
        self.term(made)
    }

    pub fn unknown_bool(&mut self) -> Made {
        let sort = self.checked(unsafe { Z3_mk_bool_sort(self.raw) })?;
        self.unknown(sort)
    }

    pub fn number(&mut self, value: u64, width: u32) -> Made {
        let sort = self.bits(width)?;
        let made = unsafe { Z3_mk_unsigned_int64(self.raw, value, sort) };
        self.term(made)
    }

    pub fn words(&mut self, words: &[u64], width: u32) -> Made {
        let bit = |i: usize| words.get(i / 64).is_some_and(|w| w >> (i % 64) & 1 != 0);
        let bits: Vec<bool> = (0..width as usize).map(bit).collect();
        let made = unsafe { Z3_mk_bv_numeral(self.raw, width, bits.as_ptr()) };
        self.term(made)
    }

    pub fn one(&mut self, f: Unary, a: Term) -> Made {
        let made = unsafe { f(self.raw, a.0) };
        self.term(made)
    }

    pub fn two(&mut self, f: Binary, a: Term, b: Term) -> Made {
        let made = unsafe { f(self.raw, a.0, b.0) };
        self.term(made)
    }

    pub fn three(&mut self, f: Ternary, a: Term, b: Term, c: Term) -> Made {
        let made = unsafe { f(self.raw, a.0, b.0, c.0) };
        self.term(made)
    }

    pub fn indexed(&mut self, f: Indexed, index: u32, a: Term) -> Made {
        let made = unsafe { f(self.raw, index, a.0) };
        self.term(made)
    }

    pub fn extract(&mut self, a: Term, low: u32, width: u32) -> Made {
        let made = unsafe { Z3_mk_extract(self.raw, low + width - 1, low, a.0) };
        self.term(made)
    }

    pub fn both(&mut self, a: Term, b: Term) -> Made {
        let made = unsafe { Z3_mk_and(self.raw, 2, [a.0, b.0].as_ptr()) };
        self.term(made)
    }

    /// An array of bytes, all the same, with 64-bit places.
    pub fn filled_array(&mut self, byte: Term) -> Made {
        let places = self.bits(64)?;
        let made = unsafe { Z3_mk_const_array(self.raw, places, byte.0) };
        self.term(made)
    }

    /// A rounding mode.
    pub fn mode(&mut self, f: unsafe extern "C" fn(Z3_context) -> Option<Z3_ast>) -> Made {
        let made = unsafe { f(self.raw) };
        self.term(made)
    }

    pub fn float_from_bits(&mut self, bits: Term, sort: Z3_sort) -> Made {
        let made = unsafe { Z3_mk_fpa_to_fp_bv(self.raw, bits.0, sort) };
        self.term(made)
    }

    pub fn float_from(&mut self, f: ToFloat, mode: Term, a: Term, sort: Z3_sort) -> Made {
        let made = unsafe { f(self.raw, mode.0, a.0, sort) };
        self.term(made)
    }

    pub fn int_from(&mut self, f: ToInt, mode: Term, a: Term, width: u32) -> Made {
        let made = unsafe { f(self.raw, mode.0, a.0, width) };
        self.term(made)
    }

    pub fn fused(&mut self, mode: Term, a: Term, b: Term, c: Term) -> Made {
        let made = unsafe { Z3_mk_fpa_fma(self.raw, mode.0, a.0, b.0, c.0) };
        self.term(made)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: solvers exist only inside `Question`, which borrows the context.
        unsafe { Z3_del_context(self.raw) };
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Sat,
    Unsat,
    Unknown,
}

/// One solver for one question: Z3 is quickest when it sees everything at once.
pub struct Question<'c> {
    context: &'c mut Context,
    solver: Z3_solver,
}

impl<'c> Question<'c> {
    pub fn new(context: &'c mut Context, steps: u32, millis: u32, memory_mb: u32) -> Result<Self, Error> {
        unsafe {
            let c = context.raw;
            let solver = context.checked(Z3_mk_solver(c))?;
            Z3_solver_inc_ref(c, solver);
            let q = Question { context, solver };
            let params = q.context.checked(Z3_mk_params(c))?;
            Z3_params_inc_ref(c, params);
            for (name, value) in [(c"rlimit", steps), (c"timeout", millis), (c"max_memory", memory_mb)] {
                if value > 0 {
                    let name = q.context.checked(Z3_mk_string_symbol(c, name.as_ptr()))?;
                    Z3_params_set_uint(c, params, name, value);
                }
            }
            Z3_solver_set_params(c, solver, params);
            Z3_params_dec_ref(c, params);
            Ok(q)
        }
    }

    pub fn assert(&mut self, t: Term) {
        unsafe { Z3_solver_assert(self.context.raw, self.solver, t.0) }
    }

    /// Asserts what a core then names by its mark.
    pub fn assert_marked(&mut self, t: Term, mark: Term) {
        unsafe { Z3_solver_assert_and_track(self.context.raw, self.solver, t.0, mark.0) }
    }

    pub fn check(&mut self) -> Verdict {
        match unsafe { Z3_solver_check(self.context.raw, self.solver) } {
            Z3_L_TRUE => Verdict::Sat,
            Z3_L_FALSE => Verdict::Unsat,
            _ => Verdict::Unknown,
        }
    }

    /// Why the verdict was `Unknown`, in Z3's words.
    pub fn reason(&self) -> String {
        unsafe {
            let text = Z3_solver_get_reason_unknown(self.context.raw, self.solver);
            if text.is_null() { String::new() } else { CStr::from_ptr(text).to_string_lossy().into() }
        }
    }

    /// The words of bit-vectors in the model.
    pub fn values(&mut self, terms: &[(Term, u32)]) -> Result<Vec<Vec<u64>>, Error> {
        let c = self.context.raw;
        let model = self.context.checked(unsafe { Z3_solver_get_model(c, self.solver) })?;
        unsafe { Z3_model_inc_ref(c, model) };
        let all = terms.iter().map(|(t, width)| self.value(model, *t, *width)).collect();
        unsafe { Z3_model_dec_ref(c, model) };
        all
    }

    fn value(&mut self, model: Z3_model, t: Term, width: u32) -> Result<Vec<u64>, Error> {
        let c = self.context.raw;
        let mut words = Vec::new();
        for low in (0..width).step_by(64) {
            let part = self.context.extract(t, low, (width - low).min(64))?;
            let (mut value, mut word) = (part.0, 0);
            let known = unsafe {
                Z3_model_eval(c, model, part.0, true, &raw mut value) && Z3_get_numeral_uint64(c, value, &raw mut word)
            };
            if !known {
                return Err(self.context.complaint());
            }
            words.push(word);
        }
        Ok(words)
    }

    /// The marks of assertions that were needed for `Unsat`.
    pub fn core(&mut self) -> Result<Vec<Term>, Error> {
        let c = self.context.raw;
        unsafe {
            let list = self.context.checked(Z3_solver_get_unsat_core(c, self.solver))?;
            Z3_ast_vector_inc_ref(c, list);
            let marks = (0..Z3_ast_vector_size(c, list)).filter_map(|i| Z3_ast_vector_get(c, list, i)).map(Term);
            let marks = marks.collect();
            Z3_ast_vector_dec_ref(c, list);
            Ok(marks)
        }
    }
}

impl Drop for Question<'_> {
    fn drop(&mut self) {
        // SAFETY: made by `new`, which took the reference; the context is borrowed, hence alive.
        unsafe { Z3_solver_dec_ref(self.context.raw, self.solver) };
    }
}
