//! The machine: runs bytecode over checked memory. One input in, one trace out.
