//! The layers in situations: limits, collections of the pool, deep terms, floats of every format, poor hints,
//! interpolants.

use crescendo_program::FloatKind;
use crescendo_solver::expr::{Assignment, ExprId, Kind, Pool, Program, Scratch};
use crescendo_solver::solve::bitwuzla::{Bitwuzla, Interpolate, NoInterpolant};
use crescendo_solver::solve::{Answer, Layers, Limits, Query, Solve, Stack, Why};
use std::time::Instant;

fn ask(solver: &mut dyn Solve, pool: &Pool, constraints: &[ExprId]) -> Answer {
    let hint = Assignment::new();
    solver.solve(pool, &Query { constraints, hint: &hint, limits: Limits::default() })
}

fn holds(pool: &Pool, constraints: &[ExprId], answer: &Answer) -> bool {
    let Answer::Sat(model) = answer else { panic!("{answer:?}") };
    Program::new(pool, constraints).all_true(model, &mut Scratch::default())
}

fn var(pool: &mut Pool, name: &str, width: u32) -> ExprId {
    let v = pool.new_variable(name, width);
    pool.var(v)
}

/// p * q == n for two primes of 32 bits: minutes of work.
fn factoring(pool: &mut Pool) -> Vec<ExprId> {
    let (p, q) = (var(pool, "p", 32), var(pool, "q", 32));
    let (wp, wq) = (pool.zext(p, 64), pool.zext(q, 64));
    let product = pool.mul(wp, wq);
    let (n, one) = (pool.constant(3_037_000_493 * 2_654_435_761, 64), pool.constant(1, 32));
    vec![pool.ult(one, p), pool.ult(one, q), pool.eq(product, n)]
}

#[test]
fn a_hard_query_ends_by_its_steps_or_its_time() {
    let mut pool = Pool::new();
    let constraints = factoring(&mut pool);
    let hint = Assignment::new();
    for limits in
        [Limits { steps: 300, millis: 60_000, memory_mb: 0 }, Limits { steps: u64::MAX, millis: 200, memory_mb: 0 }]
    {
        let start = Instant::now();
        let answer = Stack::default().solve(&pool, &Query { constraints: &constraints, hint: &hint, limits });
        assert_eq!(answer, Answer::Unknown(Why::Budget));
        assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
    }
}

#[test]
fn too_little_memory_is_an_answer() {
    let mut pool = Pool::new();
    let constraints = factoring(&mut pool);
    let hint = Assignment::new();
    let limits = Limits { steps: 3_000, millis: 5_000, memory_mb: 1 };
    let answer = Stack::default().solve(&pool, &Query { constraints: &constraints, hint: &hint, limits });
    assert!(matches!(answer, Answer::Unknown(Why::Memory | Why::Budget)), "{answer:?}");
}

/// After a hard query the solver is as good as new.
#[test]
fn an_easy_query_after_a_hard_one() {
    let mut pool = Pool::new();
    let hard = factoring(&mut pool);
    let x = var(&mut pool, "x", 32);
    let k = pool.constant(9, 32);
    let easy = [pool.eq(x, k)];
    let mut solver = Bitwuzla::new();
    let hint = Assignment::new();
    let limits = Limits { steps: 50, millis: 60_000, memory_mb: 0 };
    let answer = solver.solve(&pool, &Query { constraints: &hard, hint: &hint, limits });
    assert_eq!(answer, Answer::Unknown(Why::Budget));
    let answer = ask(&mut solver, &pool, &easy);
    assert!(holds(&pool, &easy, &answer));
}

#[test]
fn answers_stay_right_when_the_pool_is_collected() {
    let mut pool = Pool::new();
    let x = var(&mut pool, "x", 32);
    let mut stack = Stack::default();
    let mut kept = x;
    for i in 0..300u64 {
        // Junk that moves the numbers of all later terms.
        for j in 0..i % 7 {
            let k = pool.constant(1000 * i + j, 32);
            pool.mul(kept, k);
        }
        let (low, high) = (pool.constant(i, 32), pool.constant(i + 2, 32));
        let square = pool.mul(kept, kept);
        let between = [pool.ult(low, kept), pool.ult(kept, high)];
        let answer = ask(&mut stack, &pool, &between);
        assert!(holds(&pool, &between, &answer));
        let odd = pool.constant(2 + 4 * i, 32);
        let none = [pool.eq(square, odd), between[0], between[1]];
        assert!(matches!(ask(&mut stack, &pool, &none), Answer::Unsat(_)), "{i}");
        if i % 5 == 0 {
            pool.collect(&mut |visit| visit(&mut kept));
        }
    }
    assert_eq!(stack.figures().wrong(), 0);
}

/// Terms as deep as a long loop makes them.
#[test]
fn deep_terms_do_not_overflow_the_stack() {
    // The second is too large for the SMT solver.
    for depth in [3_000, 50_000] {
        deep_term(depth);
    }
}

fn deep_term(depth: u64) {
    let mut pool = Pool::new();
    let (x, y) = (var(&mut pool, "x", 32), var(&mut pool, "y", 32));
    let mut t = x;
    for i in 0..depth {
        let k = pool.constant(i * 2 + 1, 32);
        t = if i % 2 == 0 { pool.xor(t, k) } else { pool.add(t, y) };
    }
    let k = pool.constant(77, 32);
    let constraints = [pool.eq(t, k)];
    for layers in [Layers::ALL, Layers { cheap: false, ..Layers::ALL }] {
        let hint = Assignment::new();
        let limits = Limits { steps: 50, millis: 500, memory_mb: 0 };
        let answer = Stack::new(layers).solve(&pool, &Query { constraints: &constraints, hint: &hint, limits });
        match &answer {
            Answer::Sat(_) => assert!(holds(&pool, &constraints, &answer)),
            other => assert!(matches!(other, Answer::Unknown(_)), "{other:?}"),
        }
    }
}

/// The hint may satisfy nothing: then everything is solved.
#[test]
fn a_poor_hint_does_no_harm() {
    let mut pool = Pool::new();
    let mut constraints = Vec::new();
    for i in 0..40 {
        let x = var(&mut pool, &format!("x{i}"), 32);
        let k = pool.constant(100 + i, 32);
        constraints.push(pool.slt(k, x));
    }
    let mut stack = Stack::default();
    let answer = ask(&mut stack, &pool, &constraints);
    assert!(holds(&pool, &constraints, &answer));
    let t = pool.bool(true);
    assert!(matches!(ask(&mut stack, &pool, &[t]), Answer::Sat(_)));
    assert!(matches!(ask(&mut stack, &pool, &[]), Answer::Sat(_)));
    let f = pool.bool(false);
    assert_eq!(ask(&mut stack, &pool, &[constraints[0], f]), Answer::Unsat(vec![f]));
}

#[test]
fn floats_of_all_formats() {
    for kind in [FloatKind::F16, FloatKind::F32, FloatKind::F64, FloatKind::X87, FloatKind::F128, FloatKind::BF16] {
        let mut pool = Pool::new();
        let w = kind.bits();
        let (x, y) = (var(&mut pool, "x", w), var(&mut pool, "y", w));
        let words = |v: f64| crescendo_number::wide::from_u128(crescendo_number::float::from_f64(kind, v));
        let (k, two) = (pool.constant_words(&words(7.5), w), pool.constant_words(&words(2.0), w));
        let sum = pool.float(Kind::FAdd, kind, &[x, y], 0);
        let product = pool.float(Kind::FMul, kind, &[y, two], 0);
        let constraints = [
            pool.float_test(Kind::FEq, kind, &[sum, k], 1),
            pool.float_test(Kind::FLt, kind, &[x, y], 1),
            pool.float_test(Kind::FLt, kind, &[two, product], 1),
        ];
        let answer = ask(&mut Stack::default(), &pool, &constraints);
        assert!(holds(&pool, &constraints, &answer), "{kind:?}");
        // The circuits know the formats of C only.
        let answer = ask(&mut Bitwuzla::new(), &pool, &constraints);
        match kind {
            FloatKind::F128 | FloatKind::BF16 => {
                assert!(matches!(answer, Answer::Unknown(Why::Unsupported(_))), "{kind:?} {answer:?}");
            }
            _ => assert!(holds(&pool, &constraints, &answer), "{kind:?}"),
        }
    }
}

#[test]
fn a_core_is_remembered() {
    let mut pool = Pool::new();
    let (x, y) = (var(&mut pool, "x", 32), var(&mut pool, "y", 32));
    let product = pool.mul(x, y);
    let (three, four) = (pool.constant(3, 32), pool.constant(4, 32));
    let square = pool.mul(product, product);
    // A square is 0 or 1 modulo 4.
    let low = pool.and(square, three);
    let core = pool.eq(low, three);
    let more = [pool.ult(x, four), pool.ult(y, four)];
    let mut stack = Stack::new(Layers { cheap: false, ..Layers::ALL });
    assert_eq!(ask(&mut stack, &pool, &[more[0], core]), Answer::Unsat(vec![core]));
    assert_eq!(ask(&mut stack, &pool, &[more[0], more[1], core]), Answer::Unsat(vec![core]));
    assert_eq!(stack.figures().layer("cores").map(|l| l.unsat), Some(1));
}

/// A table allows two values that no interval can tell from the rest; the core must name the table's constraint too.
#[test]
fn a_core_names_what_filtered_the_values() {
    let mut pool = Pool::new();
    let (v, w) = (var(&mut pool, "v", 8), var(&mut pool, "w", 1));
    let mut bytes = [0; 256];
    (bytes[0], bytes[255]) = (1, 1);
    let table = pool.new_table(&bytes);
    let (one, byte, four) = (pool.constant(1, 8), pool.constant(0xff, 16), pool.constant(4, 16));
    let read = pool.select(table, v);
    let (v16, w16) = (pool.zext(v, 16), pool.zext(w, 16));
    let square = pool.mul(v16, v16);
    let sum = pool.add(square, w16);
    let low = pool.and(sum, byte);
    let constraints = [pool.eq(read, one), pool.eq(low, four)];
    let answer = ask(&mut Stack::new(Layers { smt: false, ..Layers::ALL }), &pool, &constraints);
    let Answer::Unsat(core) = answer else { panic!("{answer:?}") };
    assert!(constraints.iter().all(|c| core.contains(c)), "{core:?}");
    assert!(matches!(ask(&mut Stack::default(), &pool, &constraints[1..]), Answer::Sat(_)));
}

#[test]
fn the_whole_stack_moves_between_threads() {
    let mut pool = Pool::new();
    let x = var(&mut pool, "x", 32);
    let (k, square) = (pool.constant(49, 32), pool.mul(x, x));
    let constraints = vec![pool.eq(square, k)];
    let mut stack = Stack::new(Layers { cheap: false, ..Layers::ALL });
    assert!(holds(&pool, &constraints, &ask(&mut stack, &pool, &constraints)));
    let (mut stack, pool, constraints) = std::thread::spawn(move || {
        assert!(holds(&pool, &constraints, &ask(&mut stack, &pool, &constraints)));
        (stack, pool, constraints)
    })
    .join()
    .expect("the thread answers");
    assert!(holds(&pool, &constraints, &ask(&mut stack, &pool, &constraints)));
}

/// What a caller guarantees against what a crash in a callee needs.
#[test]
fn an_interpolant_speaks_of_what_both_share() {
    let mut pool = Pool::new();
    let (index, count, slot) = (var(&mut pool, "index", 32), var(&mut pool, "count", 32), var(&mut pool, "slot", 32));
    let (sixteen, limit, one) = (pool.constant(16, 32), pool.constant(64, 32), pool.constant(1, 32));
    let next = pool.add(slot, one);
    let a = [pool.ult(count, sixteen), pool.ult(slot, count), pool.eq(index, next)];
    let b = [pool.ule(limit, index)];
    let mut stack = Stack::default();
    let i = stack.interpolant(&mut pool, &a, &b, Limits::default()).expect("they contradict each other");
    let text = pool.show(i);
    assert!(text.contains("index") && !text.contains("count") && !text.contains("slot"), "{text}");
    assert_eq!(stack.interpolant(&mut pool, &a[..1], &b, Limits::default()), Err(NoInterpolant::NoContradiction));
}
