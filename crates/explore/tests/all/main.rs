//! The loop, its tree and its strategies, on model programs with real terms and a brute-force solver.

mod exhaust;
mod flow;
mod golden;
mod mcdc;
mod model;
mod proofs;
mod robust;
