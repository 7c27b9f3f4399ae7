//! Crashing first runs, huge values, divergence, refused assumptions, wishes, and memory that stays bounded.

use crate::model::{E, Model, S, eq, input, lt, op, programs, solver::BruteForce};
use crescendo_explore::aim::BoundaryAim;
use crescendo_explore::strategy::{STRATEGIES, by_name};
use crescendo_explore::tree::Bounds;
use crescendo_explore::{Budget, Options, StopReason, Verdict, explore};
use crescendo_program::cover::{Goal, GoalId, SiteId};
use crescendo_solver::expr::Pool;
use crescendo_solver::solve::Stack;

#[test]
fn a_crashing_first_run_ends_nothing() {
    let check = |e| S::Check(e);
    let mut model = Model::new(
        2,
        8,
        vec![vec![check(input(0)), check(op("-", input(1), E::C(9))), S::If(eq(input(1), 77), vec![S::Mark], vec![])]],
    );
    let result = explore(&mut model, &mut BruteForce::new(), &mut [], Options::default());
    assert_eq!(result.stop, StopReason::Complete);
    assert_eq!(result.faults.len(), 2, "both alarms are found");
    assert!(result.verdicts.values().all(|v| matches!(v, Verdict::Covered { .. })));
    assert_eq!(result.bugs, []);
}

#[test]
fn faults_come_after_goals_and_once_per_place() {
    let mut model = Model::new(
        2,
        4,
        vec![vec![
            S::While(
                lt(E::Var(0), E::C(5)),
                vec![S::Set(0, op("+", E::Var(0), E::C(1))), S::Check(op("-", op("+", input(0), E::Var(0)), E::C(12)))],
            ),
            S::If(eq(input(1), 3), vec![S::Mark], vec![]),
        ]],
    );
    let result = explore(&mut model, &mut BruteForce::new(), &mut [], Options::default());
    assert_eq!(result.faults.len(), 1);
    assert_eq!(result.faults[0].test, result.tests.len() - 1);
    let mut model2 = Model::new(1, 4, vec![vec![S::Check(op("-", input(0), E::C(12)))]]);
    let options = Options { alarms: false, ..Options::default() };
    assert_eq!(explore(&mut model2, &mut BruteForce::new(), &mut [], options).faults.len(), 0);
}

#[test]
fn huge_values_that_crash_are_tried_small() {
    // The way in wants a large product; anything past 1000 crashes. The solver's first answer is taken from the top.
    struct FromTheTop(BruteForce);
    impl crescendo_solver::solve::Solve for FromTheTop {
        fn name(&self) -> &'static str {
            "from the top"
        }
        fn stats(&self, _: &mut crescendo_solver::solve::Stats) {}
        fn solve(&mut self, pool: &Pool, q: &crescendo_solver::solve::Query) -> crescendo_solver::solve::Answer {
            use crescendo_solver::expr::{Program, Scratch, VarId};
            let program = Program::new(pool, q.constraints);
            for v in (0..1u64 << 16).rev() {
                let mut a = q.hint.clone();
                a.set(VarId(0), v);
                if program.all_true(&a, &mut Scratch::default()) {
                    return crescendo_solver::solve::Answer::Sat(a);
                }
            }
            self.0.solve(pool, q)
        }
    }
    let body = vec![S::If(lt(E::C(7), input(0)), vec![S::Check(lt(input(0), E::C(1000))), S::Mark], vec![])];
    let mut model = Model::new(1, 16, vec![body]);
    let options = Options { budget: Budget { runs: Some(3), ..Budget::default() }, ..Options::default() };
    let result = explore(&mut model, &mut FromTheTop(BruteForce::new()), &mut [], options);
    let mark = model.map.statements[0].goal;
    assert!(matches!(result.verdicts[&mark], Verdict::Covered { .. }), "{:?}", result.verdicts[&mark]);
}

#[test]
fn a_run_that_leaves_its_path_is_a_bug_of_ours() {
    let mut model = programs::nested();
    model.liar = Some(SiteId(0));
    let result = explore(&mut model, &mut BruteForce::new(), &mut [], Options::default());
    assert!(result.bugs.iter().any(|b| b.message.contains("left its predicted path")), "{:?}", result.bugs);
    assert!(result.verdicts.values().any(|v| matches!(v, Verdict::Unknown { .. })));
}

#[test]
fn a_refused_assumption_is_satisfied_next() {
    let mut model = Model::new(
        1,
        8,
        vec![vec![S::Assume(lt(E::C(50), input(0))), S::If(lt(input(0), E::C(60)), vec![S::Mark], vec![])]],
    );
    let result = explore(&mut model, &mut BruteForce::new(), &mut [], Options::default());
    assert_eq!(result.stop, StopReason::Complete);
    assert!(result.tests.iter().all(|t| t.input.get(model.inputs[0]) > 50));
}

#[test]
fn interrupts_and_budgets_cut() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let mut model = programs::nested();
    let options = Options { interrupts: vec![&stop], ..Options::default() };
    let result = explore(&mut model, &mut BruteForce::new(), &mut [], options);
    assert_eq!((result.stop, result.runs), (StopReason::Interrupted, 0));
    assert!(result.verdicts.values().all(|v| matches!(v, Verdict::Unknown { .. })));
    let options = Options { budget: Budget { steps: Some(20), ..Budget::default() }, ..Options::default() };
    let result = explore(&mut programs::tokenizer(3), &mut BruteForce::new(), &mut [], options);
    assert_eq!(result.stop, StopReason::Steps);
}

#[test]
fn wishes_find_boundary_values_and_refute_them() {
    let make = || {
        Model::new(
            2,
            4,
            vec![vec![
                S::If(lt(input(0), E::C(9)), vec![S::If(eq(input(0), 12), vec![], vec![])], vec![]),
                S::If(eq(op("+", input(0), input(1)), 30), vec![S::Mark], vec![]),
            ]],
        )
        .with_boundaries()
    };
    let (_, feasible) = make().brute_force();
    let mut model = make();
    let goals: Vec<GoalId> = (0..model.map.goals).map(GoalId).collect();
    let options = Options { goals: Some(goals.clone()), ..Options::default() };
    let result = explore(&mut model, &mut BruteForce::new(), &mut [Box::new(BoundaryAim)], options);
    assert_eq!(result.bugs, []);
    for goal in goals {
        let boundary = matches!(model.map.goal(goal), Some(Goal::Boundary { .. }));
        match &result.verdicts[&goal] {
            Verdict::Covered { .. } => assert!(feasible.contains(&goal)),
            Verdict::Infeasible(_) => assert!(!feasible.contains(&goal), "{goal:?} {boundary}"),
            Verdict::Unknown { reason, .. } => panic!("{goal:?}: {reason}"),
        }
    }
}

#[test]
fn memory_is_bounded_on_a_long_exploration() {
    let mut model = programs::endless(3, 6);
    let bounds = Bounds { nodes: 20_000, ..Bounds::default() };
    let options = Options {
        strategy: by_name("random").unwrap(),
        budget: Budget { runs: Some(3_000), ..Budget::default() },
        bounds,
        terms: 200,
        ..Options::default()
    };
    let result = explore(&mut model, &mut Stack::default(), &mut [], options);
    assert_eq!(result.bugs, []);
    assert!(result.peak_nodes < 21_000, "{} nodes", result.peak_nodes);
    assert!(result.peak_terms < 1_500, "{} terms", result.peak_terms);
    println!("{} runs, {} nodes, {} terms, {:.2} s", result.runs, result.peak_nodes, result.peak_terms, result.seconds);
}

#[test]
fn the_real_solver_tokenizes() {
    for strategy in STRATEGIES.iter().map(|e| e.name) {
        let mut model = programs::tokenizer(8);
        let options = Options {
            strategy: by_name(strategy).unwrap(),
            budget: Budget { runs: Some(3_000), ..Budget::default() },
            ..Options::default()
        };
        let result = explore(&mut model, &mut Stack::default(), &mut [], options);
        let tally = result.tally(result.verdicts.keys().copied());
        println!("{strategy}: {tally:?} {} runs {} queries {:.2} s", result.runs, result.solver_calls, result.seconds);
        assert_eq!(result.bugs, []);
        if strategy == "adaptive" {
            assert_eq!(tally.unknown, 0);
        }
    }
}
