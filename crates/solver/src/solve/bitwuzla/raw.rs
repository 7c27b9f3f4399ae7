//! The C API made safe: one term manager with its terms and solvers, owned by one value.
//!
//! Terms are plain handles that live as long as their `Manager`; they never leave this module's parents, which drop
//! them together with it. Every call that can fail in C gives an `Error` here: the abort callback of this thread records
//! the message instead of ending the process.

use crescendo_bitwuzla_sys::*;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr;
use std::time::{Duration, Instant};

/// A term of a `Manager`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Term(BitwuzlaTerm);

// SAFETY: a term moves only together with its manager, inside the `Translation` that owns both.
unsafe impl Send for Term {}

pub type Op = BitwuzlaKind;

/// What Bitwuzla said about a call it refused.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0}")]
pub struct Error(pub String);

thread_local! {
    static COMPLAINT: RefCell<Option<String>> = const { RefCell::new(None) };
}

extern "C" fn complain(message: *const c_char) {
    // SAFETY: Bitwuzla passes a C string that lives during the call.
    let text = unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned();
    COMPLAINT.with(|c| *c.borrow_mut() = Some(text));
}

/// Must be called on a thread before it uses a manager: the callback is the thread's.
pub fn enter_thread() {
    // SAFETY: the callback neither unwinds nor keeps the pointer.
    unsafe { bitwuzla_set_abort_callback(Some(complain)) };
    COMPLAINT.with(|c| c.borrow_mut().take());
}

fn complaint() -> Error {
    Error(COMPLAINT.with(|c| c.borrow_mut().take()).unwrap_or_else(|| "refused without a message".to_owned()))
}

fn checked(t: BitwuzlaTerm) -> Result<Term, Error> {
    if t.is_null() { Err(complaint()) } else { Ok(Term(t)) }
}

pub struct Manager {
    tm: *mut BitwuzlaTermManager,
    /// Terms made since it was.
    pub made: usize,
}

// SAFETY: nothing in a manager is tied to its thread; it is only used through `&mut` or by one owner at a time.
unsafe impl Send for Manager {}

/// SAFETY of the calls below: arguments are terms of this manager, which is alive.
impl Manager {
    pub fn new() -> Manager {
        Manager { tm: unsafe { bitwuzla_term_manager_new() }, made: 0 }
    }

    pub fn op(&mut self, op: Op, args: &[Term]) -> Result<Term, Error> {
        self.indexed(op, args, &[])
    }

    pub fn indexed(&mut self, op: Op, args: &[Term], indices: &[u64]) -> Result<Term, Error> {
        self.made += 1;
        let args: smallvec::SmallVec<[BitwuzlaTerm; 4]> = args.iter().map(|t| t.0).collect();
        let (n, first) = (args.len() as u32, args.as_ptr().cast_mut());
        checked(unsafe {
            if indices.is_empty() {
                bitwuzla_mk_term(self.tm, op, n, first)
            } else {
                bitwuzla_mk_term_indexed(self.tm, op, n, first, indices.len() as u32, indices.as_ptr())
            }
        })
    }

    pub fn bv_sort(&mut self, width: u32) -> BitwuzlaSort {
        unsafe { bitwuzla_mk_bv_sort(self.tm, width as u64) }
    }

    pub fn variable(&mut self, width: u32, name: &str) -> Result<Term, Error> {
        let name = CString::new(name).map_err(|e| Error(e.to_string()))?;
        let sort = self.bv_sort(width);
        checked(unsafe { bitwuzla_mk_const(self.tm, sort, name.as_ptr()) })
    }

    pub fn bool(&mut self, v: bool) -> Result<Term, Error> {
        checked(unsafe { if v { bitwuzla_mk_true(self.tm) } else { bitwuzla_mk_false(self.tm) } })
    }

    pub fn number(&mut self, value: u64, width: u32) -> Result<Term, Error> {
        let sort = self.bv_sort(width);
        checked(unsafe { bitwuzla_mk_bv_value_uint64(self.tm, sort, value) })
    }

    pub fn words(&mut self, words: &[u64], width: u32) -> Result<Term, Error> {
        let mut digits: String = words.iter().rev().map(|w| format!("{w:016x}")).collect();
        // Leading zeros beyond the width are refused.
        let keep = (width as usize).div_ceil(4).min(digits.len());
        digits.drain(..digits.len() - keep);
        let digits = CString::new(digits).map_err(|e| Error(e.to_string()))?;
        let sort = self.bv_sort(width);
        checked(unsafe { bitwuzla_mk_bv_value(self.tm, sort, digits.as_ptr(), 16) })
    }

    pub fn rounding(&mut self, mode: BitwuzlaRoundingMode) -> Result<Term, Error> {
        checked(unsafe { bitwuzla_mk_rm_value(self.tm, mode) })
    }

    /// An array of bytes, all the same, with 64-bit places.
    pub fn filled_array(&mut self, byte: Term) -> Result<Term, Error> {
        let (index, element) = (self.bv_sort(64), self.bv_sort(8));
        checked(unsafe {
            let sort = bitwuzla_mk_array_sort(self.tm, index, element);
            bitwuzla_mk_const_array(self.tm, sort, byte.0)
        })
    }
}

impl Drop for Manager {
    fn drop(&mut self) {
        // SAFETY: solvers borrow from a manager only within `Solver`, which its owner drops first.
        unsafe { bitwuzla_term_manager_delete(self.tm) };
    }
}

/// Looking into terms: their shape.
impl Term {
    pub fn kind(self) -> Op {
        unsafe { bitwuzla_term_get_kind(self.0) }
    }

    pub fn children(self) -> Vec<Term> {
        let mut n = 0;
        unsafe {
            let first = bitwuzla_term_get_children(self.0, &raw mut n);
            (0..n).map(|i| Term(*first.add(i))).collect()
        }
    }

    pub fn indices(self) -> Vec<u64> {
        let mut n = 0;
        unsafe {
            if !bitwuzla_term_is_indexed(self.0) {
                return Vec::new();
            }
            let first = bitwuzla_term_get_indices(self.0, &raw mut n);
            (0..n).map(|i| *first.add(i)).collect()
        }
    }

    pub fn is_bool(self) -> bool {
        unsafe { bitwuzla_term_is_bool(self.0) }
    }

    pub fn is_bit_vector(self) -> bool {
        unsafe { bitwuzla_term_is_bv(self.0) }
    }

    pub fn width(self) -> u32 {
        unsafe { bitwuzla_term_bv_get_size(self.0) as u32 }
    }

    pub fn is_true(self) -> bool {
        unsafe { bitwuzla_term_is_true(self.0) }
    }

    /// The words of a bit-vector value.
    pub fn value_words(self) -> Result<Vec<u64>, Error> {
        let digits = unsafe {
            let text = bitwuzla_term_value_get_str_fmt(self.0, 16);
            if text.is_null() {
                return Err(complaint());
            }
            CStr::from_ptr(text).to_bytes().to_vec()
        };
        let word = |chunk: &[u8]| {
            let text = std::str::from_utf8(chunk).map_err(|e| Error(e.to_string()))?;
            u64::from_str_radix(text, 16).map_err(|e| Error(e.to_string()))
        };
        digits.rchunks(16).map(word).collect()
    }
}

pub enum Verdict {
    Sat,
    Unsat,
    /// Out of steps or time.
    Stopped,
    /// Something else: memory, or a combination of theories it does not do.
    Unknown,
}

/// Counts the questions of one check.
struct Budget {
    left: u64,
    until: Instant,
    stopped: bool,
}

extern "C" fn ask(state: *mut c_void) -> i32 {
    // SAFETY: `Solver::new` passes its own boxed `Budget`, which lives as long as the solver.
    let b = unsafe { &mut *state.cast::<Budget>() };
    b.left = b.left.saturating_sub(1);
    b.stopped |= b.left == 0 || Instant::now() >= b.until;
    b.stopped as i32
}

/// What a solver is made for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Models and failed assumptions.
    Check,
    Interpolate,
}

/// A solver over a manager's terms. Its owner drops it before the manager.
pub struct Solver {
    raw: *mut Bitwuzla,
    options: *mut BitwuzlaOptions,
    budget: Box<Budget>,
    pub checks: u32,
}

// SAFETY: as for `Manager`, with which it moves.
unsafe impl Send for Solver {}

/// SAFETY of the calls below: the solver and its manager are alive, terms are the manager's.
impl Solver {
    pub fn new(manager: &Manager, purpose: Purpose, memory_mb: u64) -> Solver {
        use BitwuzlaOption as O;
        let mut budget = Box::new(Budget { left: 0, until: Instant::now(), stopped: false });
        unsafe {
            let options = bitwuzla_options_new();
            match purpose {
                Purpose::Check => {
                    bitwuzla_set_option(options, O::BITWUZLA_OPT_PRODUCE_MODELS, 1);
                    bitwuzla_set_option(options, O::BITWUZLA_OPT_PRODUCE_UNSAT_ASSUMPTIONS, 1);
                }
                Purpose::Interpolate => {
                    bitwuzla_set_option(options, O::BITWUZLA_OPT_PRODUCE_INTERPOLANTS, 1);
                    bitwuzla_set_option_mode(options, O::BITWUZLA_OPT_INTERPOLANTS_ALGO, c"pudlak".as_ptr());
                }
            }
            if memory_mb > 0 {
                bitwuzla_set_option(options, O::BITWUZLA_OPT_MEMORY_LIMIT, memory_mb);
            }
            let raw = bitwuzla_new(manager.tm, options);
            bitwuzla_set_termination_callback(raw, Some(ask), ptr::from_mut(&mut *budget).cast());
            Solver { raw, options, budget, checks: 0 }
        }
    }

    pub fn assert(&mut self, t: Term) {
        unsafe { bitwuzla_assert(self.raw, t.0) }
    }

    pub fn check(&mut self, assumptions: &[Term], steps: u64, millis: u64) -> Verdict {
        self.checks += 1;
        let until = Instant::now() + Duration::from_millis(millis.min(1 << 40));
        *self.budget = Budget { left: steps.max(1), until, stopped: false };
        let mut args: Vec<BitwuzlaTerm> = assumptions.iter().map(|t| t.0).collect();
        let result = unsafe {
            if args.is_empty() {
                bitwuzla_check_sat(self.raw)
            } else {
                bitwuzla_check_sat_assuming(self.raw, args.len() as u32, args.as_mut_ptr())
            }
        };
        match result {
            BitwuzlaResult::BITWUZLA_SAT => Verdict::Sat,
            BitwuzlaResult::BITWUZLA_UNSAT => Verdict::Unsat,
            _ if self.budget.stopped => Verdict::Stopped,
            _ => Verdict::Unknown,
        }
    }

    /// A bit-vector's value in the model.
    pub fn value(&mut self, t: Term) -> Result<Vec<u64>, Error> {
        checked(unsafe { bitwuzla_get_value(self.raw, t.0) })?.value_words()
    }

    /// Whether an assumption was needed for `Unsat`.
    pub fn is_in_core(&mut self, assumption: Term) -> bool {
        unsafe { bitwuzla_is_unsat_assumption(self.raw, assumption.0) }
    }

    pub fn interpolant(&mut self, a: &[Term]) -> Result<Term, Error> {
        let mut args: Vec<BitwuzlaTerm> = a.iter().map(|t| t.0).collect();
        checked(unsafe { bitwuzla_get_interpolant(self.raw, args.len() as u32, args.as_mut_ptr()) })
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        unsafe {
            bitwuzla_delete(self.raw);
            bitwuzla_options_delete(self.options);
        }
    }
}
