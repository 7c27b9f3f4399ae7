//! Reads what a sanitizer says about a fault.

/// Whether a log tells of a fault of that kind at that line; if not, what it tells.
pub fn fault_in(log: &str, kind: &str, file: &str, line: u32, function: &str) -> Result<(), String> {
    let told = log.lines().find(|l| is_report(l));
    let Some(told) = told else {
        // Without a report: a signal. Stack exhaustion may leave no room for one.
        return match kind {
            "stack-exhaustion" | "division-by-zero" | "division-overflow" | "unreachable" => Ok(()),
            _ => Err(format!("natively: a signal without a report, where {kind} is expected")),
        };
    };
    if !words(kind).iter().any(|w| told.contains(w)) {
        let told = told.split_once("ERROR: ").map_or(told, |(_, t)| t);
        return Err(format!("natively: {}, where {kind} is expected", told.split(" at pc ").next().unwrap_or(told)));
    }
    let name = file.rsplit('/').next().unwrap_or(file);
    let place = format!("{name}:{line}");
    let is_there = |l: &str| {
        l.match_indices(&place).any(|(at, _)| !l[at + place.len()..].starts_with(|c: char| c.is_ascii_digit()))
    };
    // Functions of the C library have frames of their own on top. Where memory comes from is not where it is misused.
    let history = |l: &&str| ["allocated by thread", "freed by thread", "was created by"].iter().any(|h| l.contains(h));
    let lines = log.lines().take_while(|l| !history(l));
    let frames: Vec<&str> = lines.filter(|l| l.trim_start().starts_with('#') || l.contains("runtime error")).collect();
    // Where a stack ends, or a run is stopped, is left to chance; in which function is not. And sanitizers refuse `&p->member` of a
    // null pointer already, and `array + index` outside of the array, which the machine does where somebody looks there.
    let earlier = kind == "null-dereference" && told.contains("member access within null pointer")
        || kind == "out-of-bounds" && told.contains("runtime error: index ");
    let anywhere = matches!(kind, "stack-exhaustion" | "endless-loop") || earlier;
    if anywhere && frames.iter().any(|l| l.contains(&format!(" in {function} "))) {
        return Ok(());
    }
    // A jump to nowhere leaves no frame of the function that made it.
    let lost = kind == "bad-function-pointer" && frames.first().is_none_or(|f| !f.contains(".c:"));
    if line == 0 || lost || frames.iter().any(|l| is_there(l)) {
        return Ok(());
    }
    let own = frames.iter().find(|l| l.contains(name)).or(frames.first()).map_or("", |l| l.trim());
    Err(format!("natively the fault is elsewhere: {own}, not at {place}"))
}

/// The line that begins a sanitizer's report.
pub fn is_report(line: &str) -> bool {
    let begins = [
        "ERROR: AddressSanitizer",
        "ERROR: LeakSanitizer",
        "ERROR: crescendo",
        "WARNING: MemorySanitizer",
        "runtime error",
    ];
    begins.iter().any(|b| line.contains(b))
}

/// What reports on a kind of fault contain.
fn words(kind: &str) -> &'static [&'static str] {
    match kind {
        "null-dereference" => &["SEGV", "null pointer", "access-violation", "unknown-crash", "negative-size-param"],
        "out-of-bounds" => &[
            "heap-buffer-overflow",
            "out of bounds",
            "stack-buffer-overflow",
            "stack-buffer-underflow",
            "global-buffer-overflow",
            "dynamic-stack-buffer-overflow",
            "container-overflow",
            "negative-size-param",
            "param-overlap",
            "SEGV",
            "unknown-crash",
            "use-after-poison",
            "stack-use-after-scope",
        ],
        // Past the end of a block that is gone both are said.
        "use-after-free" => &["heap-use-after-free", "heap-buffer-overflow", "SEGV"],
        "use-after-return" => &["stack-use-after-return", "stack-use-after-scope", "SEGV", "stack-buffer"],
        "double-free" => &["double-free", "bad-free"],
        // Of a global `free` may touch what is not mapped, before it looks.
        "invalid-free" => &["bad-free", "not malloc()-ed", "attempting free", "alloc-dealloc-mismatch", "SEGV"],
        "wild-pointer" => &["SEGV", "BUS", "wild", "overflow", "bad-free", "negative-size-param"],
        "bad-function-pointer" => &["SEGV", "ILL", "BUS", "incorrect function type"],
        "function-type-mismatch" => &["incorrect function type"],
        "division-by-zero" | "division-overflow" => &["FPE", "division"],
        "stack-exhaustion" => &["stack-overflow", "SEGV", "dynamic-stack-buffer-overflow"],
        "write-to-constant" => &["SEGV", "BUS"],
        "unreachable" => &["unreachable", "ILL", "TRAP"],
        "invalid-shift" => &["shift exponent"],
        "signed-overflow" => &["signed integer overflow", "cannot be represented in type"],
        "float-division-by-zero" => &["division by zero"],
        "lossy-conversion" => &["implicit conversion"],
        "leak" => &["memory leaks"],
        "endless-loop" => &["has not come to its end"],
        "uninitialised-use" => &["use-of-uninitialized-value"],
        // The library may or may not notice.
        _ => &["AddressSanitizer", "runtime error"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_lines() {
        let log = "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1 at pc 0x2\n    #0 0x1 in f /a/../x.c:12:5\n";
        assert_eq!(fault_in(log, "out-of-bounds", "/a/x.c", 12, "f"), Ok(()));
        assert!(fault_in(log, "out-of-bounds", "/a/x.c", 1, "f").is_err());
        assert!(fault_in(log, "double-free", "/a/x.c", 12, "f").is_err());
        assert!(fault_in("", "out-of-bounds", "/a/x.c", 12, "f").is_err());
        let log = "==1==ERROR: AddressSanitizer: stack-overflow on address 0x1\n    #0 0x1 in f /a/x.c:12:5\n";
        assert_eq!(fault_in(log, "stack-exhaustion", "/a/x.c", 1, "f"), Ok(()));
        assert!(fault_in(log, "stack-exhaustion", "/a/x.c", 1, "g").is_err());
        let member = "x.c:9:3: runtime error: member access within null pointer of type 'struct s'\n    #0 0x1 in f /a/x.c:9:3\n";
        assert_eq!(fault_in(member, "null-dereference", "/a/x.c", 12, "f"), Ok(()));
        assert!(fault_in(member, "null-dereference", "/a/x.c", 12, "g").is_err());
        let lost =
            "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x1 (pc 0x1)\nHint: pc points to the zero page.\n";
        assert_eq!(fault_in(lost, "bad-function-pointer", "/a/x.c", 12, "f"), Ok(()));
    }
}
