//! Z3 as a backend: every kind of term, cores, limits, threads. Only with the feature `z3`.
#![cfg(feature = "z3")]

use crescendo_program::FloatKind;
use crescendo_solver::expr::{Assignment, ExprId, Kind, Pool, Program, Rounding, Scratch};
use crescendo_solver::solve::z3::Z3;
use crescendo_solver::solve::{Answer, Layers, Limits, Query, Solve, Stack, Why};

fn ask(solver: &mut dyn Solve, pool: &Pool, constraints: &[ExprId]) -> Answer {
    let hint = Assignment::new();
    let answer = solver.solve(pool, &Query { constraints, hint: &hint, limits: Limits::default() });
    if let Answer::Sat(model) = &answer {
        assert!(Program::new(pool, constraints).all_true(model, &mut Scratch::default()), "{model:?}");
    }
    answer
}

fn var(pool: &mut Pool, name: &str, width: u32) -> ExprId {
    let v = pool.new_variable(name, width);
    pool.var(v)
}

#[test]
fn a_core_names_only_what_contradicts() {
    let mut p = Pool::new();
    let (x, y) = (var(&mut p, "x", 32), var(&mut p, "y", 200));
    let (five, ten, k) = (p.constant(5, 32), p.constant(10, 32), p.constant_words(&[1, 2, 3, 4], 200));
    let (below, above, other) = (p.slt(x, five), p.slt(ten, x), p.ult(k, y));
    let mut z3 = Z3::new();
    let Answer::Unsat(mut core) = ask(&mut z3, &p, &[below, other, above]) else { panic!("satisfiable") };
    core.sort();
    assert_eq!(core, [below, above]);
    assert!(matches!(ask(&mut z3, &p, &[other, above]), Answer::Sat(_)));
}

/// table[i] after a write is 200, which only the write can make.
#[test]
fn tables_and_stores_are_arrays() {
    let mut p = Pool::new();
    let (i, j, b) = (var(&mut p, "i", 64), var(&mut p, "j", 64), var(&mut p, "b", 8));
    let table = p.new_table(&[1, 2, 3, 4]);
    let written = p.store(table, j, b);
    let (read, k) = (p.select(written, i), p.constant(200, 8));
    let (same, hit) = (p.eq(i, j), p.eq(read, k));
    let apart = p.not(same);
    let mut z3 = Z3::new();
    assert!(matches!(ask(&mut z3, &p, &[hit]), Answer::Sat(_)));
    assert!(matches!(ask(&mut z3, &p, &[hit, apart]), Answer::Unsat(_)));
    // Beyond the end there are zeros.
    let (four, zero) = (p.constant(3, 64), p.constant(0, 8));
    let (beyond, read) = (p.ult(four, i), p.select(table, i));
    let zero = p.eq(read, zero);
    let other = p.not(zero);
    assert!(matches!(ask(&mut z3, &p, &[beyond, other]), Answer::Unsat(_)));
}

/// x + x is 9, in each format; rounded, where Z3 can. (A product of doubles takes it more than 10 s.)
#[test]
fn floats_of_its_formats() {
    for kind in [FloatKind::F16, FloatKind::BF16, FloatKind::F32, FloatKind::F64] {
        let mut p = Pool::new();
        let x = var(&mut p, "x", kind.bits());
        let nine = p.constant(crescendo_number::float::from_f64(kind, 9.0) as u64, kind.bits());
        let sum = p.float(Kind::FAdd, kind, &[x, x], 0);
        // Z3 4.8 refuses to round floats with as many exponent bits as these.
        let whole = if kind == FloatKind::BF16 { sum } else { p.float_round(kind, sum, Rounding::NearestEven) };
        let e = p.float_test(Kind::FEq, kind, &[whole, nine], 1);
        let answer = ask(&mut Z3::new(), &p, &[e]);
        assert!(matches!(answer, Answer::Sat(_)), "{kind:?}: {answer:?}");
    }
}

#[test]
fn what_it_cannot_say_is_unsupported() {
    let mut p = Pool::new();
    let (x, y) = (var(&mut p, "x", 64), var(&mut p, "y", 64));
    let rest = p.float(Kind::FRem, FloatKind::F64, &[x, y], 0);
    let one = p.constant(1.0f64.to_bits(), 64);
    let e = p.float_test(Kind::FEq, FloatKind::F64, &[rest, one], 1);
    assert_eq!(ask(&mut Z3::new(), &p, &[e]), Answer::Unknown(Why::Unsupported("fmod".into())));
    let text = p.smt_lib(&[e]);
    assert!(!text.contains("fp.rem") && text.contains("; fmod1 stands for"), "{text}");
}

#[test]
fn a_hard_query_ends_by_its_steps_or_its_time() {
    let mut p = Pool::new();
    let (x, y) = (var(&mut p, "x", 64), var(&mut p, "y", 64));
    let (wx, wy) = (p.zext(x, 128), p.zext(y, 128));
    let product = p.mul(wx, wy);
    let (n, one) = (p.constant_words(&[3_037_000_493 * 2_654_435_761, 977], 128), p.constant(1, 64));
    let constraints = [p.ult(one, x), p.ult(one, y), p.eq(product, n)];
    let hint = Assignment::new();
    for limits in [Limits { steps: 50, millis: 60_000, memory_mb: 0 }, Limits { steps: 0, millis: 200, memory_mb: 0 }] {
        let answer = Z3::new().solve(&p, &Query { constraints: &constraints, hint: &hint, limits });
        assert_eq!(answer, Answer::Unknown(Why::Budget));
    }
}

/// In place of Bitwuzla, in another thread than the one that made it, and over a collection of the pool.
#[test]
fn it_serves_the_whole_stack() {
    let mut stack = Stack::with_smt(Layers { cheap: false, ..Layers::ALL }, Z3::new());
    let work = move || {
        let mut p = Pool::new();
        let (x, y) = (var(&mut p, "x", 32), var(&mut p, "y", 32));
        let product = p.mul(x, y);
        let (k, one) = (p.constant(391, 32), p.constant(1, 32));
        let mut constraints = [p.ult(one, x), p.ult(one, y), p.ult(x, y), p.eq(product, k)];
        for _ in 0..2 {
            assert!(matches!(ask(&mut stack, &p, &constraints), Answer::Sat(_)));
            p.collect(&mut |visit| constraints.iter_mut().for_each(&mut *visit));
        }
        assert_eq!(stack.figures().layer("z3").map(|l| l.sat), Some(2));
    };
    std::thread::spawn(work).join().expect("no panic");
}
