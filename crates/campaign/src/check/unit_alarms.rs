//! Faults of units as alarms, before anybody has looked at the callers.

use crate::results::summary::{FaultSummary, FunctionSummary};
use crescendo_alarms::made_up::rests_on;
use crescendo_alarms::model::{Alarm, Judgement, Started, Step, Strength, Verdict};
use crescendo_suite::model::{Outcome, UnitTests};
use serde_json::Value;
use std::collections::HashMap;

/// Steps of a path that are told; of longer ones the last, which are nearest to the fault.
const STEPS: usize = 64;

/// The alarms of one unit.
pub fn of(unit: &FunctionSummary) -> Vec<Alarm> {
    unit.faults.iter().map(|f| alarm(unit, f)).collect()
}

fn alarm(unit: &FunctionSummary, f: &FaultSummary) -> Alarm {
    let shown =
        |v: &Value| v.as_str().map_or_else(|| if v.is_null() { "null".into() } else { v.to_string() }, String::from);
    let inputs = unit.inputs.get(f.test).into_iter().flatten();
    let path: &[Step] = &f.path[f.path.len().saturating_sub(STEPS)..];
    Alarm {
        kind: f.kind.clone(),
        file: f.file.clone(),
        line: f.line,
        column: f.column,
        function: f.function.clone(),
        unit: unit.name.clone(),
        message: f.message.clone(),
        frames: f.frames.clone(),
        assumptions: f.assumes.clone(),
        inputs: inputs.map(|(path, v)| (path.clone(), shown(v))).collect(),
        path: path.to_vec(),
        seen: f.seen,
        witness: f.witness.clone(),
        judgement: judge(unit, f),
    }
}

/// `main` has no callers: what it does by itself the program does, once it is seen natively. Unless somebody made up what it
/// rests on.
fn judge(unit: &FunctionSummary, f: &FaultSummary) -> Judgement {
    let made_up = f.made_up.iter().find(|name| rests_on(name, &f.kind));
    let (verdict, strength, why) = match (unit.name.as_str(), made_up) {
        _ if f.verdict == "suspected" => {
            (Verdict::Open, Strength::Unit, "suspected: it did not end within the step limit".to_string())
        }
        ("main", None) => (Verdict::Open, Strength::Machine, "main itself fails".to_string()),
        ("main", Some(a)) => {
            (Verdict::Open, Strength::Unit, format!("main itself fails, if `{a}` gives what it is made up to give"))
        }
        _ => (Verdict::Open, Strength::Unit, "the unit alone fails; its callers were not looked at".to_string()),
    };
    Judgement { verdict, strength, why, chain: Vec::new(), started: None, reproduce: None }
}

/// Adds what the tests say: which of them shows an alarm, and whether it does so natively.
pub fn add_tests(alarms: &mut [Alarm], unit: &UnitTests, replayed: bool, commands: &HashMap<String, String>) {
    for a in alarms {
        let of = a.file.rsplit('/').next();
        // One line may have several faults of a kind.
        let shows = |o: &Outcome| match o {
            Outcome::Fault { kind, file, line, column, function, .. } => {
                (kind, function) == (&a.kind, &a.function)
                    && (*line, *column) == (a.line, a.column)
                    && file.rsplit('/').next() == of
            }
            _ => false,
        };
        let j = &mut a.judgement;
        let Some(test) = unit.tests.iter().find(|t| shows(&t.outcome)) else {
            let otherwise = unit.disagreements.iter().find(|d| shows(&d.test.outcome)).map(|d| d.difference.as_str());
            if j.strength == Strength::Machine {
                j.why.push_str("; natively not seen: ");
                j.why.push_str(otherwise.unwrap_or("there is no native test of it"));
            }
            continue;
        };
        j.reproduce = commands.get(&test.name).cloned();
        match (replayed, j.strength) {
            (true, Strength::Machine) => {
                (j.verdict, j.strength) = (Verdict::Confirmed, Strength::Native);
                j.why.push_str(", also natively");
                j.started = Some(Started::new(unit, test));
            }
            (true, _) => j.why.push_str("; a test of it fails natively, too"),
            (false, Strength::Machine) => j.why.push_str("; natively not tried (--no-replay)"),
            (false, _) => {}
        }
    }
}
