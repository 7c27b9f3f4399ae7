//! Random programs (csmith, fixed seeds): the machine computes the checksum that native clang computes.
//! `./run fuzz vm` does the same for thousands of seeds.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::process::Command;
use support::*;

/// Seeds whose programs run natively for longer than a few seconds.
const SLOW: [u64; 12] = [20, 22, 60, 66, 73, 81, 88, 112, 114, 118, 123, 124];

fn main() {
    let seeds = (1..=120).filter(|s| !SLOW.contains(s));
    let trials = seeds.map(|s| Trial::test(format!("seed{s}"), move || compare(s))).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn compare(seed: u64) -> Result<(), Failed> {
    let folder = scratch();
    let source = folder.path().join("random.c");
    let program = Command::new("csmith").args(["--seed", &seed.to_string()]).output();
    let program = program.map_err(|e| format!("csmith: {e}; ./run setup installs it"))?;
    std::fs::write(&source, &program.stdout)?;
    let d = Directives { cflags: vec!["-I/usr/include/csmith".into()], ..Directives::default() };
    let native = native(std::slice::from_ref(&source), &d, &[])?;
    let ours = machine(std::slice::from_ref(&source), &d, &[]);
    if !native.stdout.starts_with(b"checksum = ") {
        return Err(format!("the native program failed: {native:?}").into());
    }
    if native == ours { Ok(()) } else { Err(format!("native: {native:?}\n\nmachine: {ours:?}").into()) }
}
