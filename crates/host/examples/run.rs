//! Runs C files in the machine over the real operating system: `run FILE.c... [-- ARGS...]`.
//!
//! Exits like the program; a fault exits with 99, anything else the machine stops for with 98. `VERBOSE=1` shows what
//! it cost; `CFLAGS` goes to the compiler.

use crescendo_host::HostWorld;
use crescendo_vm::{Limits, Outcome, Vm};
use std::process::{Command, exit};

fn fail(message: impl std::fmt::Display) -> ! {
    eprintln!("run: {message}");
    exit(97)
}

fn load(file: &str) -> crescendo_program::Unit {
    let bitcode = if file.ends_with(".bc") {
        std::fs::read(file).unwrap_or_else(|e| fail(e))
    } else {
        let flags = std::env::var("CFLAGS").unwrap_or_default();
        let plain = ["-O0", "-g", "-w", "-Xclang", "-disable-O0-optnone", "-Xclang", "-disable-llvm-passes"];
        let mut clang = Command::new("clang-19");
        clang.args(plain).args(flags.split_whitespace()).args(["-emit-llvm", "-c", "-o", "-", file]);
        let out = clang.stderr(std::process::Stdio::inherit()).output().unwrap_or_else(|e| fail(e));
        if !out.status.success() {
            fail("clang failed");
        }
        out.stdout
    };
    crescendo_program::load_unit(&bitcode, file).unwrap_or_else(|e| fail(e))
}

fn main() {
    let mut words = std::env::args().skip(1);
    let files: Vec<String> = words.by_ref().take_while(|w| w != "--").collect();
    let Some(first) = files.first() else { fail("run FILE.c... [-- ARGS...]") };
    let mut args = vec![first.clone().into_bytes()];
    args.extend(words.map(String::into_bytes));
    let program = crescendo_program::link(files.iter().map(|f| load(f)).collect()).unwrap_or_else(|e| fail(e));
    let Some(main) = program.find("main") else { fail("no main") };
    let mut limits = Limits::default();
    if let Some(n) = std::env::var("OUTPUT_LIMIT").ok().and_then(|s| s.parse().ok()) {
        limits.output = n;
    }
    if let Some(n) = std::env::var("STEPS").ok().and_then(|s| s.parse().ok()) {
        limits.steps = n;
    }
    let mut vm = Vm::new(&program, Box::new(HostWorld::new()), limits).unwrap_or_else(|e| fail(format!("{e:?}")));
    let start = std::time::Instant::now();
    let report = vm.run_main(main, &args);
    if std::env::var_os("VERBOSE").is_some() {
        let (n, t) = (report.instructions, start.elapsed().as_secs_f64());
        eprintln!("run: {n} instructions, {t:.3} s, peak {} bytes", report.peak_memory);
    }
    for f in &report.uninitialised {
        eprintln!("run: uninitialised at {}", program.sources.show(f.position));
    }
    let code = match &report.outcome {
        Outcome::Finished { status } => *status,
        Outcome::Signalled { signal } => 128 + signal,
        Outcome::ProgramFault(f) => {
            eprintln!("run: fault {}: {}", f.kind, f.message);
            99
        }
        other => {
            eprintln!("run: {other:?}");
            98
        }
    };
    for f in &report.stack {
        eprintln!("run:   in {} at {}", program.function(f.function).name, program.sources.show(f.position));
    }
    drop(vm);
    exit(code);
}
