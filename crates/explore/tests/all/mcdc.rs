//! MC/DC: pairs of evaluations are found where there are any, on branches and on values without a jump.

use crate::model::{E, Model, S, eq, input, lt, op, solver::BruteForce};
use crescendo_explore::aim::McdcAim;
use crescendo_explore::{Exploration, Options, Reason, StopReason, Verdict, explore};
use crescendo_program::cover::DecisionId;
use crescendo_program::symbol::FunctionId;

fn run(model: &mut Model) -> Exploration {
    let aim = McdcAim::new(&std::sync::Arc::new(model.map.clone()), &[FunctionId(0)]);
    let result = explore(model, &mut BruteForce::new(), &mut [Box::new(aim)], Options::default());
    assert_eq!(result.bugs, []);
    result
}

fn condition(result: &Exploration, condition: u16) -> &Verdict {
    &result.conditions[&(DecisionId(0), condition)]
}

#[test]
fn branches() {
    let inner = |last| vec![S::If(eq(input(1), 7), vec![S::If(last, vec![S::Mark], vec![])], vec![])];
    let all =
        |last| Model::new(3, 4, vec![vec![S::If(lt(input(0), E::C(4)), inner(last), vec![])]]).with_and(&[0, 1, 2]);
    let result = run(&mut all(eq(input(2), 9)));
    assert!((0..3).all(|c| matches!(condition(&result, c), Verdict::Covered { .. })));
    assert_eq!(result.stop, StopReason::Complete);
    // The last condition follows from the first.
    let result = run(&mut all(lt(input(0), E::C(9))));
    assert!((0..2).all(|c| matches!(condition(&result, c), Verdict::Covered { .. })));
    assert!(matches!(condition(&result, 2), Verdict::Infeasible(_)));
}

#[test]
fn values_on_one_path() {
    // Both outcomes of each are seen soon, but never together as a pair needs them, unless asked for.
    let mut model = Model::new(
        2,
        4,
        vec![vec![
            S::Value(0, eq(op("+", input(0), input(1)), 9)),
            S::Value(1, lt(input(0), input(1))),
            S::Value(2, eq(input(0), 3)),
        ]],
    )
    .with_and(&[0, 1, 2]);
    let result = run(&mut model);
    for c in 0..3 {
        assert!(matches!(condition(&result, c), Verdict::Covered { .. }), "{c}: {:?}", condition(&result, c));
    }
    // Not proved where values combine on a path: said to be unknown.
    let mut model =
        Model::new(1, 4, vec![vec![S::Value(0, lt(input(0), E::C(4))), S::Value(1, lt(input(0), E::C(9)))]])
            .with_and(&[0, 1]);
    let result = run(&mut model);
    let Verdict::Unknown { reason, .. } = condition(&result, 1) else { panic!("{:?}", condition(&result, 1)) };
    assert_eq!(*reason, Reason::NotTried);
}
