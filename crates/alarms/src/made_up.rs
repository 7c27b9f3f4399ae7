//! Faults that rest on what a stub was made up to do.

/// Functions of the operating system that write behind a pointer, which their stubs do not.
const WRITE: [&str; 4] = ["fcntl", "gethostname", "ioctl", "readlink"];

/// Generators whose numbers follow from their seed: a test would only replace them.
pub fn is_chance(name: &str) -> bool {
    matches!(name, "rand" | "random")
}

/// Whether a fault of that kind may come of nothing but a stub of that name. What nobody knows may do anything; a function of the
/// operating system says what it can say, but what it writes may be missing.
pub fn rests_on(name: &str, kind: &str) -> bool {
    is_chance(name)
        || crescendo_vm::models::find(name).is_none()
        || kind == "uninitialised-use" && WRITE.contains(&name)
}
