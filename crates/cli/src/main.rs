//! The `crescendo` command.
fn main() {}
