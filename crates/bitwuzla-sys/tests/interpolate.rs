//! Interpolants: from an unsatisfiable A and B, a formula I over their common symbols with A => I and I => not B.
//! Each one is rechecked by two more queries, as every user of this library should do.

mod common;
use common::{Kind, Opt, Solver, Term};
use crescendo_bitwuzla_sys::BitwuzlaResult;

const UNSAT: BitwuzlaResult = BitwuzlaResult::BITWUZLA_UNSAT;
const ALGORITHMS: [&str; 2] = ["mcmillan", "pudlak"];

/// Solves A and B, takes the interpolant, rechecks it, and returns its text.
fn interpolate(s: &mut Solver, a: &[Term], b: &[Term], algorithm: &str) -> String {
    s.fresh(&[(Opt::BITWUZLA_OPT_PRODUCE_INTERPOLANTS, "1"), (Opt::BITWUZLA_OPT_INTERPOLANTS_ALGO, algorithm)]);
    a.iter().chain(b).for_each(|&f| s.assert(f));
    assert_eq!(s.check(), UNSAT, "A and B together");
    let i = s.interpolant(a);

    s.fresh(&[]);
    a.iter().for_each(|&f| s.assert(f));
    s.assert(s.not(i));
    assert_eq!(s.check(), UNSAT, "A implies I");

    s.fresh(&[]);
    b.iter().for_each(|&f| s.assert(f));
    s.assert(i);
    assert_eq!(s.check(), UNSAT, "I excludes B");
    s.text(i)
}

#[test]
fn even_against_odd() {
    for algorithm in ALGORITHMS {
        let mut s = Solver::new(&[]);
        let (x, only_a, only_b) = (s.bv(32, "x"), s.bv(32, "only_a"), s.bv(32, "only_b"));
        let twice = |t| s.op(Kind::BITWUZLA_KIND_BV_ADD, &[t, t]);
        let a = [s.eq(x, twice(only_a))];
        let odd = s.op(Kind::BITWUZLA_KIND_BV_ADD, &[twice(only_b), s.num(32, 1)]);
        let b = [s.eq(x, odd)];
        let text = interpolate(&mut s, &a, &b, algorithm);
        assert!(text.contains('x') && !text.contains("only_"), "{text}");
    }
}

/// The shape we want them for: what a caller guarantees (A) against what a crash in a callee needs (B).
#[test]
fn a_guarded_index_against_an_out_of_bounds_access() {
    for algorithm in ALGORITHMS {
        let mut s = Solver::new(&[]);
        let (index, count, slot) = (s.bv(32, "index"), s.bv(32, "count"), s.bv(32, "slot"));
        let less = |p, q| s.op(Kind::BITWUZLA_KIND_BV_ULT, &[p, q]);
        let a = [
            less(count, s.num(32, 16)),
            less(slot, count),
            s.eq(index, s.op(Kind::BITWUZLA_KIND_BV_ADD, &[slot, s.num(32, 1)])),
        ];
        let b = [s.not(less(index, s.num(32, 64)))];
        let text = interpolate(&mut s, &a, &b, algorithm);
        assert!(text.contains("index") && !text.contains("count"), "{text}");
    }
}
