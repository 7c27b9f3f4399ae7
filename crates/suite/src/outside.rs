//! Functions of the C library that tests answer for, and which of the runtime's functions stands in for each. They do what
//! the library does unless a test says otherwise (`runtime/crescendo_outside.c` and the files beside it).

use crate::model::{Outcome, Outside, Test, UnitTests, Value};
use std::collections::BTreeSet;

/// Those that write or close: they can fail.
const WRITERS: &[&str] = &[
    "printf",
    "__printf_chk",
    "vprintf",
    "__vprintf_chk",
    "fprintf",
    "__fprintf_chk",
    "vfprintf",
    "__vfprintf_chk",
    "puts",
    "fputs",
    "fputs_unlocked",
    "putchar",
    "putchar_unlocked",
    "putc",
    "putc_unlocked",
    "fputc",
    "fputc_unlocked",
    "fwrite",
    "fwrite_unlocked",
    "fseek",
    "fseeko",
    "fseeko64",
    "fflush",
    "fclose",
];
/// Those that work on descriptors.
const DESCRIPTORS: &[&str] = &[
    "open", "open64", "openat", "openat64", "creat", "creat64", "fdopen", "read", "write", "lseek", "lseek64", "close",
];
/// Those that never ask a network in a test: what they receive is in a file of it.
const RECEIVERS: &[&str] = &["recv", "recvfrom"];
/// Those that call the program back in an order that is left to the C library, and to sanitizers.
const SORTERS: &[&str] = &["qsort", "qsort_r"];
const ALLOCATORS: &[&str] = &["malloc", "calloc", "realloc", "strdup", "strndup"];
/// Those that take back what the allocator gave: objects at certain addresses are none of its own.
const RELEASERS: &[&str] = &["realloc", "free"];
const NUMBERS: &[&str] = &["time", "clock", "rand", "random"];
const NAMES_OF_STREAMS: &[&str] = &["fileno", "fileno_unlocked"];
const OPENERS: &[&str] = &["fopen", "fopen64", "freopen", "freopen64"];

/// The runtime's function for one of the C library.
pub fn redirect(name: &str) -> Option<String> {
    let all = [WRITERS, DESCRIPTORS, RECEIVERS, SORTERS, ALLOCATORS, RELEASERS, NUMBERS, NAMES_OF_STREAMS, OPENERS];
    let plain = name.strip_suffix("64").or(name.strip_suffix("_unlocked")).unwrap_or(name);
    all.iter().any(|l| l.contains(&name)).then(|| format!("crescendo_{plain}"))
}

/// Whether the compiler replaces calls of it by calls of others, so that they could not be counted.
pub fn is_writer(name: &str) -> bool {
    WRITERS.contains(&name)
}

/// The functions whose calls must be led to the runtime for a test.
pub fn redirected(test: &Test) -> BTreeSet<&'static str> {
    let mut all: BTreeSet<&str> = RECEIVERS.iter().copied().collect();
    // The comparison may be a stub, and only the runtime looks at all there is to sort.
    if !test.calls.is_empty() || matches!(test.outcome, Outcome::Fault { .. }) {
        all.extend(SORTERS);
    }
    // The runtime's memory is zero, that of the library is not.
    if test.unwritten.is_some() {
        all.extend(ALLOCATORS);
    }
    if is_placed(test) {
        all.extend(RELEASERS);
    }
    if test.inputs.iter().any(|i| matches!(i.value, Value::Stream { .. })) {
        all.extend(NAMES_OF_STREAMS);
    }
    for o in &test.outside {
        match o {
            Outside::File { name, .. } if name.contains("open#") && !name.starts_with("open#") => {
                all.extend(OPENERS.iter().chain(NAMES_OF_STREAMS));
            }
            Outside::File { .. } => all.extend(DESCRIPTORS.iter().chain(NAMES_OF_STREAMS)),
            Outside::Failure { function, .. } if function == "fopen" || function == "freopen" => all.extend(OPENERS),
            Outside::Failure { function, .. } if function == "open" => all.extend(DESCRIPTORS),
            Outside::Failure { function, .. } | Outside::Number { function, .. } => {
                let lists = [WRITERS, DESCRIPTORS, ALLOCATORS, NUMBERS];
                all.extend(lists.iter().flat_map(|l| l.iter()).filter(|n| *n == function));
            }
            Outside::Variable { .. } => {}
        }
    }
    all
}

/// Whether some of its objects are at certain addresses.
fn is_placed(test: &Test) -> bool {
    test.inputs.iter().any(|i| i.at.is_some())
}

/// Whether a test needs the runtime's part for the outside.
pub fn is_needed(test: &Test) -> bool {
    !test.outside.is_empty()
        || !test.output.is_empty()
        || test.unwritten.is_some()
        || is_placed(test)
        || test.inputs.iter().any(|i| matches!(i.value, Value::Stream { .. }))
}

/// All functions that tests of these units lead to the runtime.
pub fn redirected_by(units: &[UnitTests]) -> BTreeSet<&'static str> {
    units.iter().flat_map(|u| &u.tests).flat_map(redirected).collect()
}
