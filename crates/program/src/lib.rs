//! The program: functions, C types, globals and bytecode. No LLVM type leaves this crate.
