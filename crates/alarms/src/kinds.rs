//! Kinds of faults: how bad they are, and what to say about them. One line each; the names are those of `docs/exit-codes.md`.

use serde::{Deserialize, Serialize};

/// Worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Memory that belongs to something else is read or written.
    High,
    /// The program ends, or goes on wrongly.
    Medium,
    /// A suspicion, or something that most compilers forgive.
    Low,
}

pub struct Kind {
    pub name: &'static str,
    pub severity: Severity,
    /// What the program does.
    pub summary: &'static str,
    /// What to do about it.
    pub help: &'static str,
    /// The number of the weakness in the Common Weakness Enumeration.
    pub cwe: u32,
}

const fn kind(name: &'static str, severity: Severity, cwe: u32, summary: &'static str, help: &'static str) -> Kind {
    Kind { name, severity, summary, help, cwe }
}

use Severity::{High, Low, Medium};

/// Every kind.
#[rustfmt::skip]
pub const KINDS: &[Kind] = &[
    kind("out-of-bounds", High, 119, "uses memory outside an object, or outside an array inside a struct", "Check the index or length against the size of the object before it is used."),
    kind("use-after-free", High, 416, "uses a heap block after it was freed", "Do not keep pointers into a block that is freed; set them to null, or free later."),
    kind("use-after-return", High, 562, "uses a local variable of a function that has returned", "Return a value, let the caller pass the memory, or allocate it."),
    kind("double-free", High, 415, "frees a heap block twice", "Let one owner free the block, and set its pointer to null."),
    kind("invalid-free", High, 590, "frees what is no heap block, or not its first byte", "Free only what malloc and its like returned, as it was returned."),
    kind("wild-pointer", High, 824, "uses an address that belongs to no object", "Initialise the pointer, and check the arithmetic that made it."),
    kind("bad-function-pointer", High, 824, "calls through a pointer that is no function", "Check function pointers before calls, and initialise tables of them fully."),
    kind("write-to-constant", High, 758, "writes to a string literal, a const object, or code", "Copy the data to memory of your own before changing it."),
    kind("null-dereference", Medium, 476, "uses a null pointer", "Check the pointer before it is used, or say that callers must not pass null."),
    kind("function-type-mismatch", Medium, 628, "calls a function with arguments it does not take", "Give the pointer or declaration the type of the function."),
    kind("division-by-zero", Medium, 369, "divides by zero", "Check the divisor before dividing."),
    kind("division-overflow", Medium, 190, "divides the smallest number by -1", "Exclude the smallest number or the divisor -1 before dividing."),
    kind("stack-exhaustion", Medium, 674, "uses up its stack", "Bound the recursion, and allocate large data on the heap."),
    kind("unreachable", Medium, 758, "reaches code that is said to be unreachable", "Handle the case, or prove that it cannot be."),
    kind("invalid-longjmp", Medium, 758, "jumps to a function that has returned", "Call longjmp only while the function that called setjmp is active."),
    kind("bad-argument", Medium, 628, "gives a library function what it forbids", "Check the arguments before the call; use memmove where regions overlap."),
    kind("assertion-failure", Medium, 617, "an assert does not hold", "Check what the assert takes for granted where data comes in."),
    kind("uninitialised-use", Medium, 457, "decides or computes with a value that was never written", "Initialise the variable on every way to its use."),
    kind("leak", Medium, 401, "loses the last pointer to a heap block", "Free the block on every way out, the error paths among them."),
    kind("invalid-shift", Low, 758, "shifts by the width of the value or more, or by less than 0", "Check the distance before shifting, or shift a wider type."),
    kind("signed-overflow", Low, 190, "overflows signed arithmetic", "Check the operands before, or compute in a wider or unsigned type."),
    kind("float-division-by-zero", Low, 369, "divides a floating-point number by zero", "Check the divisor before dividing, or handle infinities after."),
    kind("lossy-conversion", Low, 197, "converts to a type that cannot hold the value", "Check the range before converting, or keep the wider type."),
    kind("endless-loop", Low, 835, "seems not to end", "Make sure that the loop comes nearer to its end with every round."),
];

/// What is known of a kind; a kind of another version is a medium one without advice.
pub fn find(name: &str) -> &'static Kind {
    static OTHER: Kind = kind("fault", Medium, 758, "does something wrong", "");
    KINDS.iter().find(|k| k.name == name).unwrap_or(&OTHER)
}
