//! The same freestanding sources give the right answers on targets of all kinds: 32 and 64 bits, both byte orders.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use support::*;

const TARGETS: &[(&str, &[&str])] = &[
    ("x86-64", &["--target=x86_64-unknown-linux-gnu"]),
    ("i386", &["--target=i386-unknown-linux-gnu", "-msse2"]),
    ("powerpc", &["--target=powerpc-unknown-linux-gnu"]),
    ("armv7m", &["--target=thumbv7m-none-eabi"]),
    ("riscv32", &["--target=riscv32-unknown-elf", "-march=rv32imac"]),
    ("aarch64", &["--target=aarch64-unknown-linux-gnu"]),
];

fn main() {
    let folder = root().join("tests/targets");
    let mut trials = Vec::new();
    for file in files(&folder, is_c) {
        for &(target, flags) in TARGETS {
            let (n, file) = (format!("{target}/{}", name(&folder, &file)), file.clone());
            trials.push(Trial::test(n, move || run(&file, flags)));
        }
    }
    assert!(trials.len() > 60, "the corpus is missing");
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn run(file: &Path, flags: &[&str]) -> Result<(), Failed> {
    let mut d = directives(file);
    d.cflags.extend(flags.iter().map(|f| f.to_string()));
    d.cflags.push("-ffreestanding".into());
    let ended = machine(&[PathBuf::from(file)], &d, &[]);
    if ended.status == 0 {
        Ok(())
    } else {
        Err(format!("main returned the line of the failed check: {ended:?}").into())
    }
}
