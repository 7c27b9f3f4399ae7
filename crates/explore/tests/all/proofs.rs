//! What is dead is said to be, nothing else is, and what stands in the way of a proof is named.

use crate::model::{E, Model, S, eq, input, lt, op, programs, solver::BruteForce};
use crescendo_explore::{Budget, Exploration, Options, Reason, StopReason, Verdict, explore};
use crescendo_program::cover::GoalId;

fn run(model: &mut Model, options: Options) -> Exploration {
    explore(model, &mut BruteForce::new(), &mut [], options)
}

fn dead(result: &Exploration) -> Vec<u32> {
    let dead = result.verdicts.iter().filter(|v| matches!(v.1, Verdict::Infeasible(_)));
    dead.map(|v| v.0.0).collect()
}

fn unknown(result: &Exploration) -> Vec<(u32, Reason)> {
    let unknown = result.verdicts.iter().filter_map(|(g, v)| match v {
        Verdict::Unknown { reason, .. } => Some((g.0, reason.clone())),
        _ => None,
    });
    unknown.collect()
}

#[test]
fn dead_branches_are_exactly_reported() {
    for (name, mut model) in programs::finite() {
        let (_, feasible) = model.brute_force();
        let all = (0..model.map.goals).filter(|g| !feasible.contains(&GoalId(*g)));
        let expected: Vec<u32> = all.collect();
        let bounds = crescendo_explore::tree::Bounds { values: 100, ..Default::default() };
        let result = run(&mut model, Options { bounds, ..Options::default() });
        assert_eq!(dead(&result), expected, "{name}");
        assert_eq!(unknown(&result), [], "{name}");
    }
}

#[test]
fn a_proof_names_its_core() {
    let mut model = programs::nested();
    let result = run(&mut model, Options::default());
    // Site 1 is `in0 == 9` under `in0 < 4`: both conditions are to blame.
    let goal = model.map.sites[1].goal(1);
    let Verdict::Infeasible(proof) = &result.verdicts[&goal] else { panic!("{:?}", result.verdicts[&goal]) };
    assert_eq!(proof.core, [model.map.sites[0].position, model.map.sites[1].position]);
}

#[test]
fn a_dead_branch_needs_no_exhausted_tree() {
    // The loop behind the dead branch has far more paths than runs allowed.
    let mut model = Model::new(
        2,
        8,
        vec![vec![
            S::If(lt(input(0), E::C(9)), vec![S::If(eq(input(0), 77), vec![S::Mark], vec![])], vec![]),
            S::While(lt(E::Var(0), input(1)), vec![S::Set(0, op("+", E::Var(0), E::C(1)))]),
        ]],
    );
    let result =
        run(&mut model, Options { budget: Budget { runs: Some(50), ..Budget::default() }, ..Options::default() });
    assert_eq!(result.stop, StopReason::Complete);
    assert_eq!(dead(&result).len(), 2);
    assert!(result.runs < 10, "{} runs", result.runs);
}

#[test]
fn an_unanswered_query_costs_one_goal() {
    // Three independent conditions; the query for the second gets no answer.
    let body = |i| S::If(eq(input(i), 5), vec![S::Mark], vec![]);
    let mut costs = Vec::new();
    for refused in 0..3 {
        let mut model = Model::new(3, 4, vec![vec![body(0), body(1), body(2)]]);
        let mut solver = BruteForce { refuse: vec![refused], ..BruteForce::new() };
        let result = explore(&mut model, &mut solver, &mut [], Options::default());
        costs.push(unknown(&result).len());
        for (_, reason) in unknown(&result) {
            assert_eq!(reason, Reason::Solver("out of steps or time".into()));
        }
    }
    // Another path reaches the same condition, so mostly nothing is lost at all.
    assert!(costs.iter().all(|&c| c <= 2), "{costs:?}");

    // A solver that never answers for one condition.
    let mut model = Model::new(
        4,
        4,
        vec![vec![
            body(0),
            S::If(eq(op("*", op("*", input(1), input(2)), input(3)), 120), vec![S::Mark], vec![]),
            body(0),
        ]],
    );
    let mut solver = BruteForce { bits: 8, ..BruteForce::new() };
    let result = explore(&mut model, &mut solver, &mut [], Options::default());
    let lost = [model.map.sites[1].goal(1).0, model.map.statements[1].goal.0];
    let mut lost = lost.to_vec();
    lost.sort();
    assert_eq!(unknown(&result).iter().map(|u| u.0).collect::<Vec<_>>(), lost);
    assert_eq!(result.stop, StopReason::Exhausted);
}

#[test]
fn a_cut_run_weakens_what_is_behind_it_only() {
    // An endless loop on one side; a dead branch on the other side stays proved.
    let mut model = Model::new(
        2,
        4,
        vec![vec![
            S::If(eq(input(0), 3), vec![S::While(E::C(1), vec![S::Set(0, E::C(1))])], vec![]),
            S::If(eq(input(1), 2), vec![S::If(eq(input(1), 4), vec![S::Mark], vec![])], vec![]),
        ]],
    );
    model.max_steps = 100;
    let result = run(&mut model, Options::default());
    // Behind the endless loop the way out is not known to be dead, nor is what follows it.
    let way_out = model.map.sites[1].goal(0).0;
    let reasons = unknown(&result);
    assert!(reasons.contains(&(way_out, Reason::Limit(crescendo_vm::Limit::Steps))), "{reasons:?}");
    assert!(result.bugs.is_empty());

    let mut model = Model::new(
        2,
        4,
        vec![vec![
            S::If(eq(input(1), 2), vec![S::If(eq(input(1), 4), vec![S::Mark], vec![])], vec![]),
            S::If(eq(input(0), 3), vec![S::Unsupported], vec![]),
        ]],
    );
    let result = run(&mut model, Options::default());
    assert_eq!(dead(&result).len(), 2);
    assert_eq!(unknown(&result), []);
    assert_eq!(result.stop, StopReason::Complete);
}

#[test]
fn concretised_values_left_out_are_named() {
    let mut model = programs::concretised();
    let bounds = crescendo_explore::tree::Bounds { values: 1, targets: 1, sizes: 1, ..Default::default() };
    let result = run(&mut model, Options { bounds, ..Options::default() });
    let reasons = unknown(&result);
    assert!(!reasons.is_empty());
    assert!(reasons.iter().all(|r| matches!(r.1, Reason::Concretised(_))), "{reasons:?}");
}

#[test]
fn what_has_no_model_proves_nothing() {
    let mut model = programs::nested();
    model.unmodelled = vec!["gettimeofday".into()];
    let result = run(&mut model, Options::default());
    assert_eq!(dead(&result), [] as [u32; 0]);
    assert!(unknown(&result).iter().all(|u| u.1 == Reason::Unmodelled("gettimeofday".into())));
}

#[test]
fn dead_behind_a_fault_says_so() {
    let mut model = Model::new(1, 4, vec![vec![S::If(eq(input(0), 3), vec![S::Check(E::C(0)), S::Mark], vec![])]]);
    let result = run(&mut model, Options::default());
    let Verdict::Infeasible(proof) = &result.verdicts[&model.map.statements[0].goal] else { panic!() };
    assert!(proof.behind_fault.is_some());
    assert_eq!(result.faults.len(), 1);
}

#[test]
fn what_an_assumption_excludes_is_not_proved() {
    let dead = S::If(eq(input(0), 13), vec![S::Mark], vec![]);
    let mut model = Model::new(1, 4, vec![vec![S::Assume(lt(input(0), E::C(12))), dead]]);
    let result = run(&mut model, Options::default());
    assert_eq!(unknown(&result).len(), 2);
    assert!(unknown(&result).iter().all(|u| matches!(u.1, Reason::Assumed)));
}
