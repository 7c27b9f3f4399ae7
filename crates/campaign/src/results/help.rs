//! What a reason is a case of, and what the user can do about it.

use super::delivery::Lost;
use crescendo_explore::result::{Bound, Proof, Reason};
use crescendo_unit::Gap;
use crescendo_vm::Limit;

/// The kind of a reason, for programs, and advice, for people; the latter may be empty.
#[derive(Debug, PartialEq, Eq)]
pub struct Help {
    pub kind: &'static str,
    pub advice: String,
}

const MORE_TIME: &str = "--budget 60s";
const SMALLER: &str = "smaller inputs: --bound bytes=16, or ranges in crescendo.toml: [function.NAME.inputs]";

impl Help {
    fn new(kind: &'static str, advice: impl Into<String>) -> Help {
        Help { kind, advice: advice.into() }
    }

    /// Of something that no input reaches.
    pub fn infeasible(proof: &Proof) -> Help {
        Help::new(if proof.behind_fault.is_some() { "fault" } else { "infeasible" }, "")
    }

    /// Of something that the ranges of the whole program exclude.
    pub fn range() -> Help {
        Help::new("range", "the program's calls exclude it; --ranges off tries it all the same")
    }

    /// Of something that was reached by a run, but by none of the tests.
    pub fn not_kept() -> Help {
        Help::new("budget", MORE_TIME)
    }

    /// Of something that a run reached, but no test that is shipped.
    pub fn lost(lost: Option<&Lost>) -> Help {
        match lost {
            Some(Lost::BeforeFault { .. }) => {
                Help::new("fault", "mend the fault, or exclude its inputs in crescendo.toml")
            }
            Some(Lost::Refused { .. } | Lost::NoTest { .. }) | None => Help::new("not-shipped", ""),
        }
    }

    /// Of something that nobody asked for.
    pub fn none() -> Help {
        Help::new("other", "")
    }

    pub fn of(reason: &Reason) -> Help {
        match reason {
            Reason::NotTried => Help::new("budget", MORE_TIME),
            Reason::Solver(_) => {
                Help::new("solver", "--budget 60s; narrow the inputs in crescendo.toml: [function.NAME.inputs]")
            }
            Reason::Concretised(_) => Help::new(
                "concretised",
                "--budget 60s tries more values; a stub in crescendo.toml (c = [...]) can replace the call",
            ),
            Reason::Limit(Limit::Interrupted) => Help::new("budget", MORE_TIME),
            Reason::Limit(Limit::Steps) => Help::new("limit", "--max-steps 50000000"),
            Reason::Limit(Limit::Inputs) => Help::of_bound(&Bound::Larger),
            Reason::Stack => Help::new("limit", "--stack 65536"),
            Reason::Limit(_) | Reason::Depth | Reason::Memory => Help::new("limit", SMALLER),
            Reason::Unmodelled(name) => {
                Help::new("unmodelled", format!("crescendo.toml: c = [\"stubs.c\"] with a function {name} in C"))
            }
            Reason::Assumed => Help::new("assumption", "the ranges in crescendo.toml or __crescendo_assume exclude it"),
            Reason::Bound(bound) => Help::of_bound(bound),
            Reason::ToolBug(_) | Reason::Diverged => Help::new("tool", "please report it"),
            Reason::Unsupported(_) | Reason::ComputedGoto => Help::none(),
        }
    }

    fn of_bound(bound: &Bound) -> Help {
        match bound {
            Bound::Hit(Gap::Stub(name)) => Help::stub(name),
            Bound::Hit(Gap::ArrayTail(_)) => Help::new("bound", "--bound array=N"),
            Bound::Hit(Gap::Depth(_)) => Help::new("bound", "--bound depth=N"),
            Bound::Hit(Gap::Elements(_)) => Help::new("bound", "--bound elements=N"),
            Bound::Hit(Gap::Bytes(_)) => Help::new("bound", "--bound bytes=N"),
            Bound::Hit(Gap::FurtherCalls(_)) => Help::new("bound", "--calls N"),
            Bound::Hit(Gap::NullAsValue) => Help::new("bound", "--allocation-fails"),
            Bound::Larger => Help::new("bound", "--bound elements=N, bytes=N"),
            Bound::SureMemory => Help::new("bound", "--allocation-fails"),
            Bound::Hit(_) | Bound::Apart => Help::new("bound", ""),
        }
    }

    fn stub(name: &str) -> Help {
        // It stands for what a function pointer points to, and has no name that a stub could have.
        let advice = match name.starts_with("any ") {
            true => "crescendo.toml: c = [\"drivers.c\"] with a driver that passes a function of yours".into(),
            false => format!("crescendo.toml: c = [\"stubs.c\"] with a stub of {name} in C, or havoc = [\"{name}\"]"),
        };
        Help::new("stub", advice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_advice() {
        let hit = |gap| Reason::Bound(Bound::Hit(gap));
        assert_eq!(Help::of(&hit(Gap::Bytes("p".into()))), Help::new("bound", "--bound bytes=N"));
        assert!(Help::of(&hit(Gap::Stub("read".into()))).advice.contains("stub of read"));
        assert!(Help::of(&hit(Gap::Stub("any int (int)".into()))).advice.contains("driver"));
        assert_eq!(Help::of(&Reason::Limit(Limit::Interrupted)).kind, "budget");
        assert_eq!(Help::of(&Reason::Limit(Limit::Path)).kind, "limit");
        assert_eq!(Help::infeasible(&Proof::default()).kind, "infeasible");
    }
}
