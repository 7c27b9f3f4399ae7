//! Stopping a query that is too hard: by a time limit, and by a callback, which can count instead of looking at a clock.

mod common;
use common::{Kind, Opt, Solver};
use crescendo_bitwuzla_sys::*;
use std::{ffi::c_void, ptr, time::Instant};

const SAT: BitwuzlaResult = BitwuzlaResult::BITWUZLA_SAT;
const UNKNOWN: BitwuzlaResult = BitwuzlaResult::BITWUZLA_UNKNOWN;

/// Two primes of 32 bits with no pattern (2^31 - 1 would be found at once): minutes of work.
const HARD: u64 = 3_037_000_493 * 2_654_435_761;

/// Asserts p * q == product for 32-bit p, q > 1, computed in 64 bits.
fn assert_factors(s: &Solver, product: u64) {
    let wide = |name| {
        let narrow = s.bv(32, name);
        s.assert(s.op(Kind::BITWUZLA_KIND_BV_UGT, &[narrow, s.num(32, 1)]));
        s.op_idx(Kind::BITWUZLA_KIND_BV_ZERO_EXTEND, &[narrow], &[32])
    };
    let factors = s.op(Kind::BITWUZLA_KIND_BV_MUL, &[wide("p"), wide("q")]);
    s.assert(s.eq(factors, s.num(64, product)));
}

#[test]
fn a_time_limit_stops_a_hard_query() {
    let s = Solver::new(&[(Opt::BITWUZLA_OPT_TIME_LIMIT_PER, "300")]);
    assert_factors(&s, HARD);
    let start = Instant::now();
    assert_eq!(s.check(), UNKNOWN);
    // Far more than the limit, for a busy machine; far less than the query would take.
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

/// How often Bitwuzla asked, and after how many questions we say stop.
struct Budget {
    asked: u64,
    limit: u64,
}

extern "C" fn ask(state: *mut c_void) -> i32 {
    // SAFETY: `check_within` passes its own `Budget`, which outlives the check.
    let budget = unsafe { &mut *state.cast::<Budget>() };
    budget.asked += 1;
    i32::from(budget.asked > budget.limit)
}

fn check_within(product: u64, limit: u64) -> (BitwuzlaResult, u64) {
    let s = Solver::new(&[]);
    assert_factors(&s, product);
    let mut budget = Budget { asked: 0, limit };
    let result = unsafe {
        bitwuzla_set_termination_callback(s.raw, Some(ask), ptr::from_mut(&mut budget).cast());
        bitwuzla_check_sat(s.raw)
    };
    drop(s); // It holds the pointer to `budget`.
    (result, budget.asked)
}

#[test]
fn a_callback_stops_a_hard_query() {
    let (result, asked) = check_within(HARD, 1000);
    assert_eq!(result, UNKNOWN);
    assert!(asked > 1000);
}

/// The reason to prefer a counting callback over a time limit: the same answer on every machine.
#[test]
fn callbacks_come_at_the_same_points_of_every_run() {
    let product = 65_521 * 65_519;
    let first = check_within(product, u64::MAX);
    assert_eq!(first.0, SAT);
    assert!(first.1 > 10, "the query is long enough to be asked: {}", first.1);
    assert_eq!(check_within(product, u64::MAX), first);
    let half = first.1 / 2;
    assert_eq!(check_within(product, half), check_within(product, half));
}
