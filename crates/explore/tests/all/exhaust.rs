//! Every strategy finds every path of small programs, covers exactly what can be covered, and proves the rest dead.

use crate::model::{programs, solver::BruteForce};
use crescendo_explore::strategy::{STRATEGIES, by_name};
use crescendo_explore::{Options, StopReason, Verdict, explore};

fn bounds() -> crescendo_explore::tree::Bounds {
    crescendo_explore::tree::Bounds { values: 100, ..Default::default() }
}

#[test]
fn every_strategy_finds_every_path() {
    for entry in STRATEGIES {
        for ((name, mut model), (_, mut twin)) in programs::finite().into_iter().zip(programs::finite()) {
            let (paths, goals) = twin.brute_force();
            let options = Options {
                strategy: by_name(entry.name).unwrap(),
                exhaust: true,
                bounds: bounds(),
                ..Options::default()
            };
            let result = explore(&mut model, &mut BruteForce::new(), &mut [], options);
            let what = format!("{} on {name}", entry.name);
            assert_eq!(result.stop, StopReason::Complete, "{what}");
            assert_eq!(result.bugs, [], "{what}");
            assert_eq!(result.paths, paths as u64, "{what}");
            for (goal, verdict) in &result.verdicts {
                match verdict {
                    Verdict::Covered { .. } => assert!(goals.contains(goal), "{what}: {goal:?}"),
                    Verdict::Infeasible(_) => assert!(!goals.contains(goal), "{what}: {goal:?} is feasible"),
                    Verdict::Unknown { reason, .. } => panic!("{what}: {goal:?} unknown: {reason}"),
                }
            }
        }
    }
}

#[test]
fn goals_need_fewer_runs_than_paths() {
    for entry in STRATEGIES {
        for ((name, mut model), (_, mut twin)) in programs::finite().into_iter().zip(programs::finite()) {
            let (_, goals) = twin.brute_force();
            let options =
                Options { strategy: by_name(entry.name).unwrap(), bounds: bounds(), terms: 64, ..Options::default() };
            let result = explore(&mut model, &mut BruteForce::new(), &mut [], options);
            let what = format!("{} on {name}", entry.name);
            assert_eq!(result.stop, StopReason::Complete, "{what}");
            assert_eq!(result.bugs, [], "{what}");
            for (goal, verdict) in &result.verdicts {
                match verdict {
                    Verdict::Covered { test } => {
                        assert!(result.tests[*test].goals.contains(goal), "{what}");
                        assert!(goals.contains(goal), "{what}: {goal:?}");
                    }
                    Verdict::Infeasible(_) => assert!(!goals.contains(goal), "{what}: {goal:?} is feasible"),
                    Verdict::Unknown { reason, .. } => panic!("{what}: {goal:?} unknown: {reason}"),
                }
            }
            println!("{what}: {} runs, {} queries, {} tests", result.runs, result.solver_calls, result.tests.len());
        }
    }
}
