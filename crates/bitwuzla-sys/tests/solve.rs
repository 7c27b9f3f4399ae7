//! The everyday calls: a model, an unsat core, assumptions, several solvers over one set of terms, threads, errors.

mod common;
use common::{Kind, Opt, Solver};
use crescendo_bitwuzla_sys::*;
use std::{
    cell::RefCell,
    ffi::{CStr, c_char},
};

const SAT: BitwuzlaResult = BitwuzlaResult::BITWUZLA_SAT;
const UNSAT: BitwuzlaResult = BitwuzlaResult::BITWUZLA_UNSAT;
const MODELS: (Opt, &str) = (Opt::BITWUZLA_OPT_PRODUCE_MODELS, "1");
const CORES: (Opt, &str) = (Opt::BITWUZLA_OPT_PRODUCE_UNSAT_CORES, "1");

#[test]
fn it_is_the_version_we_pin() {
    let version = unsafe { CStr::from_ptr(bitwuzla_version()) };
    assert_eq!(version.to_str(), Ok("0.9.1"));
}

#[test]
fn a_model_satisfies_the_query() {
    let s = Solver::new(&[MODELS]);
    let (x, y) = (s.bv(32, "x"), s.bv(32, "y"));
    // x * y == 391 with 1 < x < y: 17 and 23.
    s.assert(s.eq(s.op(Kind::BITWUZLA_KIND_BV_MUL, &[x, y]), s.num(32, 391)));
    s.assert(s.op(Kind::BITWUZLA_KIND_BV_ULT, &[s.num(32, 1), x]));
    s.assert(s.op(Kind::BITWUZLA_KIND_BV_ULT, &[x, y]));
    assert_eq!(s.check(), SAT);
    let (x, y) = (s.value(x) as u32, s.value(y) as u32);
    assert_eq!(x.wrapping_mul(y), 391);
    assert!(1 < x && x < y);
}

#[test]
fn an_unsat_core_leaves_out_what_is_not_needed() {
    let s = Solver::new(&[CORES]);
    let (x, y) = (s.bv(8, "x"), s.bv(8, "y"));
    let small = s.op(Kind::BITWUZLA_KIND_BV_ULT, &[x, s.num(8, 10)]);
    let bystander = s.op(Kind::BITWUZLA_KIND_BV_ULT, &[y, s.num(8, 3)]);
    let big = s.op(Kind::BITWUZLA_KIND_BV_UGT, &[x, s.num(8, 20)]);
    for formula in [small, bystander, big] {
        s.assert(formula);
    }
    assert_eq!(s.check(), UNSAT);
    let core = s.core();
    assert!(core.contains(&small) && core.contains(&big) && !core.contains(&bystander));
}

#[test]
fn assumptions_last_for_one_check() {
    let s = Solver::new(&[MODELS]);
    let x = s.bv(16, "x");
    s.assert(s.op(Kind::BITWUZLA_KIND_BV_ULT, &[x, s.num(16, 4)]));
    let three = s.eq(x, s.num(16, 3));
    assert_eq!(s.check_assuming(&[three, s.eq(x, s.num(16, 2))]), UNSAT);
    assert_eq!(s.check_assuming(&[three]), SAT);
    assert_eq!(s.value(x), 3);
    assert_eq!(s.check(), SAT);
}

#[test]
fn terms_outlive_the_solver_they_were_used_in() {
    let mut s = Solver::new(&[MODELS]);
    let x = s.bv(64, "x");
    for round in 1..20 {
        let goal = s.eq(x, s.num(64, round));
        s.assert(goal);
        assert_eq!(s.check(), SAT);
        assert_eq!(s.value(x), round);
        s.fresh(&[MODELS]);
    }
}

#[test]
fn each_thread_may_have_its_own_manager() {
    std::thread::scope(|scope| {
        for id in 0..4 {
            scope.spawn(move || {
                for round in 0..10 {
                    let s = Solver::new(&[MODELS]);
                    let x = s.bv(32, "x");
                    let square = s.op(Kind::BITWUZLA_KIND_BV_MUL, &[x, x]);
                    let root = id * 100 + round;
                    s.assert(s.eq(square, s.num(32, root * root)));
                    s.assert(s.op(Kind::BITWUZLA_KIND_BV_ULT, &[x, s.num(32, 1 << 10)]));
                    assert_eq!(s.check(), SAT);
                    assert_eq!(s.value(x), root);
                }
            });
        }
    });
}

/// A manager with its solvers belongs to one thread at a time, but it may change hands.
#[test]
fn a_manager_may_move_to_another_thread() {
    struct Moved(Solver, common::Term);
    // SAFETY: what this test is about; the first thread does not touch it again.
    unsafe impl Send for Moved {}
    let s = Solver::new(&[MODELS]);
    let x = s.bv(32, "x");
    s.assert(s.op(Kind::BITWUZLA_KIND_BV_UGT, &[x, s.num(32, 5)]));
    assert_eq!(s.check(), SAT);
    let moved = Moved(s, x);
    let other = std::thread::spawn(move || {
        let Moved(s, x) = { moved };
        s.assert(s.op(Kind::BITWUZLA_KIND_BV_ULT, &[x, s.num(32, 7)]));
        assert_eq!(s.check(), SAT);
        assert_eq!(s.value(x), 6);
    });
    other.join().unwrap();
}

thread_local!(static COMPLAINT: RefCell<String> = const { RefCell::new(String::new()) });

extern "C" fn note(message: *const c_char) {
    let text = unsafe { CStr::from_ptr(message) }.to_string_lossy();
    COMPLAINT.set(text.into_owned());
}

/// Without a callback a wrong call would end the process; with one it returns null and says why.
#[test]
fn a_wrong_call_is_reported_to_the_callback_of_its_thread() {
    let s = Solver::new(&[]);
    unsafe { bitwuzla_set_abort_callback(Some(note)) };
    let mixed = s.op(Kind::BITWUZLA_KIND_BV_ADD, &[s.bv(8, "a"), s.bv(16, "b")]);
    assert!(mixed.is_null());
    assert!(COMPLAINT.take().contains("mk_term"), "what was called");
    let good = s.op(Kind::BITWUZLA_KIND_BV_ADD, &[s.bv(8, "c"), s.bv(8, "d")]);
    assert!(!good.is_null() && COMPLAINT.take().is_empty());
}
