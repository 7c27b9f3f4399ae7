//! What a reason is a case of, and what the user can do about it.

/// The kind of a reason, for programs, and advice, for people; the latter may be empty.
pub struct Help {
    pub kind: &'static str,
    pub advice: String,
}

/// `reason` as `summary.json` has it.
pub fn help(infeasible: bool, reason: &str) -> Help {
    let of = |kind, advice: &str| Help { kind, advice: advice.to_string() };
    let quoted = || reason.split('`').nth(1).unwrap_or("NAME").to_string();
    let option = || reason.split("(--").nth(1).and_then(|r| r.split(')').next()).map(|o| format!("--{o}"));
    if infeasible {
        let kind = if reason.starts_with("every way there fails") { "fault" } else { "infeasible" };
        return of(kind, "");
    }
    if reason.contains("is a stub") {
        let name = quoted();
        // It stands for what a function pointer points to, and has no name that a stub could have.
        if name.starts_with("any ") {
            return of("stub", "crescendo.toml: c = [\"drivers.c\"] with a driver that passes a function of yours");
        }
        return of(
            "stub",
            &format!("crescendo.toml: c = [\"stubs.c\"] with a stub of {name} in C, or havoc = [\"{name}\"]"),
        );
    }
    if reason.contains("has no model") {
        return of("unmodelled", &format!("crescendo.toml: c = [\"stubs.c\"] with a function {} in C", quoted()));
    }
    if reason.contains("--allocation-fails") {
        return of("bound", "--allocation-fails");
    }
    if reason.starts_with("bound hit") || reason.contains("inputs are not larger") {
        return Help { kind: "bound", advice: option().unwrap_or_default() };
    }
    if reason.starts_with("only some") || reason.contains("saw only some") || reason.contains("too complex") {
        return of(
            "concretised",
            "--budget 60s tries more values; a stub in crescendo.toml (c = [...]) can replace the call",
        );
    }
    if reason.starts_with("the solver gave up") {
        return of("solver", "--budget 60s; narrow the inputs in crescendo.toml: [function.NAME.inputs]");
    }
    if reason.starts_with("a run was cut: interrupted") {
        return of("budget", "--budget 60s");
    }
    if reason.starts_with("a run was cut: step limit") {
        return of("limit", "--max-steps 50000000");
    }
    if reason.starts_with("a run was cut") || reason.contains("path is too long") || reason.contains("bound memory") {
        return of("limit", "smaller inputs: --bound bytes=16, or ranges in crescendo.toml: [function.NAME.inputs]");
    }
    if reason.starts_with("not tried") || reason.starts_with("covered by a run that was not kept") {
        return of("budget", "--budget 60s");
    }
    if reason.contains("in every call of this program") {
        return of("range", "the program's calls exclude it; --ranges off tries it all the same");
    }
    if reason.contains("assumption") {
        return of("assumption", "the ranges in crescendo.toml or __crescendo_assume exclude it");
    }
    if reason.starts_with("a bug of this tool") || reason.contains("left its predicted path") {
        return of("tool", "please report it");
    }
    of("other", "")
}

#[cfg(test)]
mod tests {
    use super::help;

    #[test]
    fn kinds_and_advice() {
        let h = help(false, "bound hit: `p` has no more elements (--bound bytes=N)");
        assert_eq!((h.kind, h.advice.as_str()), ("bound", "--bound bytes=N"));
        assert_eq!(help(true, "no way leads there").kind, "infeasible");
        assert_eq!(help(true, "every way there fails before, at line 3").kind, "fault");
        assert!(help(false, "bound hit: `read` is a stub: it may do more").advice.contains("stub of read"));
        let range = "an assumption on the inputs excludes it, one of these: n is 3 in every call of this program";
        assert_eq!(help(false, range).kind, "range");
        assert!(help(false, "bound hit: `any int (int)` is a stub: it may do more").advice.contains("driver"));
        assert_eq!(help(false, "a run was cut: interrupted (line 4)").kind, "budget");
        assert_eq!(help(false, "not tried within the budget (line 4)").kind, "budget");
        assert_eq!(help(false, "the solver gave up: out of steps or time").kind, "solver");
    }
}
