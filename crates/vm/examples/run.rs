//! Compiles C files, runs `main` in the machine over the real operating system.
//!
//! `cargo run --release -p crescendo-vm --example run -- FILE.c... [-cFLAG...] [-- ARGUMENT...]`
//! The outcome goes to the file named by `CRESCENDO_REPORT`, or to the error stream if the run did not finish.

use crescendo_host::HostWorld;
use crescendo_program::{LinkOptions, LowerOptions, Program, link, load_unit};
use crescendo_vm::{Limits, Outcome, RunReport, Vm};
use std::process::Command;

const FLAGS: [&str; 8] =
    ["-O0", "-g", "-w", "-Xclang", "-disable-O0-optnone", "-Xclang", "-disable-llvm-passes", "-emit-llvm"];

fn compile(file: &str, flags: &[String]) -> Vec<u8> {
    if file.ends_with(".bc") {
        return std::fs::read(file).expect("bitcode");
    }
    let out =
        Command::new("clang-19").args(FLAGS).args(flags).args(["-c", "-o", "-", file]).output().expect("clang-19");
    if !out.status.success() {
        eprintln!("{}", String::from_utf8_lossy(&out.stderr));
        std::process::exit(125);
    }
    out.stdout
}

/// One line for the outcome, then the stack and the places of uninitialised reads.
fn describe(p: &Program, r: &RunReport) -> String {
    let mut text = match &r.outcome {
        Outcome::Finished { status } => format!("finished {status}\n"),
        Outcome::Signalled { signal } => format!("signal {signal}\n"),
        Outcome::ProgramFault(f) => format!("fault {} {}\n", f.kind, f.message),
        Outcome::Limit(l) => format!("limit {l}\n"),
        Outcome::Unsupported(what) => format!("unsupported {what}\n"),
        Outcome::ToolBug(what) => format!("tool-bug {what}\n"),
    };
    for f in &r.stack {
        text += &format!("at {} {}\n", p.function(f.function).name, p.sources.show(f.position));
    }
    for f in &r.uninitialised {
        text += &format!("uninitialised {} {}\n", p.function(f.function).name, p.sources.show(f.position));
    }
    text
}

fn main() {
    let mut all = std::env::args().skip(1);
    let (mut files, mut flags) = (Vec::new(), Vec::new());
    for a in all.by_ref().take_while(|a| a != "--") {
        match a.strip_prefix("-c") {
            Some(flag) => flags.push(flag.to_string()),
            None => files.push(a),
        }
    }
    let name = std::env::var("CRESCENDO_NAME").unwrap_or("program".into());
    let args: Vec<Vec<u8>> = std::iter::once(name).chain(all).map(String::into_bytes).collect();
    let units =
        files.iter().map(|f| load_unit(&compile(f, &flags), f, LowerOptions::default()).expect("bitcode")).collect();
    let is_library = |name: &str| crescendo_vm::models::find(name).is_some();
    let program = link(units, &LinkOptions { is_library: &is_library }).expect("a program");
    let main = program.find("main").expect("main");
    let mut vm = Vm::new(&program, Box::new(HostWorld::new()), Limits::default()).expect("a machine");
    let report = vm.run_main(main, &args);
    let text = describe(&program, &report);
    match std::env::var("CRESCENDO_REPORT") {
        Ok(path) => std::fs::write(path, text).expect("a report"),
        Err(_) if !matches!(report.outcome, Outcome::Finished { .. }) => eprint!("{text}"),
        Err(_) => {}
    }
    std::process::exit(match report.outcome {
        Outcome::Finished { status } => status,
        Outcome::Signalled { signal } => 128 + signal,
        _ => 124,
    });
}
