//! Compiles C files, runs `main` in the machine and lets it talk to the real standard streams.
//!
//! `cargo run --release -p crescendo-vm --example run -- FILE.c... [-cFLAG...] [-- ARGUMENT...]`
//! The outcome goes to the file named by `CRESCENDO_REPORT`, or to the error stream if the run did not finish.

use crescendo_program::{Program, link, load_unit};
use crescendo_vm::world::FileStatus;
use crescendo_vm::world::{EmptyWorld, Handle, OpenMode, Whence, World, WorldResult};
use crescendo_vm::{Limits, Outcome, RunReport, Vm};
use std::io::{Read, Write};
use std::process::Command;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The standard streams, the clock and the environment are real; there are no files.
struct Streams {
    none: EmptyWorld,
    start: Instant,
}

impl World for Streams {
    fn read(&mut self, h: Handle, buffer: &mut [u8]) -> WorldResult<usize> {
        if h == 0 { std::io::stdin().read(buffer).map_err(|e| e.raw_os_error().unwrap_or(5)) } else { Err(9) }
    }
    fn write(&mut self, h: Handle, bytes: &[u8]) -> WorldResult<usize> {
        let written = match h {
            1 => std::io::stdout().write_all(bytes),
            2 => std::io::stderr().write_all(bytes),
            _ => return Err(9),
        };
        written.map(|()| bytes.len()).map_err(|e| e.raw_os_error().unwrap_or(5))
    }
    fn open(&mut self, path: &[u8], mode: OpenMode) -> WorldResult<Handle> {
        self.none.open(path, mode)
    }
    fn close(&mut self, h: Handle) -> WorldResult<()> {
        self.none.close(h)
    }
    fn seek(&mut self, h: Handle, offset: i64, whence: Whence) -> WorldResult<u64> {
        self.none.seek(h, offset, whence)
    }
    fn truncate(&mut self, h: Handle, len: u64) -> WorldResult<()> {
        self.none.truncate(h, len)
    }
    fn duplicate(&mut self, h: Handle) -> WorldResult<Handle> {
        self.none.duplicate(h)
    }
    fn is_terminal(&mut self, h: Handle) -> bool {
        self.none.is_terminal(h)
    }
    fn status(&mut self, h: Handle) -> WorldResult<FileStatus> {
        self.none.status(h)
    }
    fn status_of(&mut self, path: &[u8], follow: bool) -> WorldResult<FileStatus> {
        self.none.status_of(path, follow)
    }
    fn access(&mut self, path: &[u8], mode: u32) -> WorldResult<()> {
        self.none.access(path, mode)
    }
    fn remove(&mut self, path: &[u8]) -> WorldResult<()> {
        self.none.remove(path)
    }
    fn remove_directory(&mut self, path: &[u8]) -> WorldResult<()> {
        self.none.remove_directory(path)
    }
    fn make_directory(&mut self, path: &[u8], permissions: u32) -> WorldResult<()> {
        self.none.make_directory(path, permissions)
    }
    fn rename(&mut self, from: &[u8], to: &[u8]) -> WorldResult<()> {
        self.none.rename(from, to)
    }
    fn list(&mut self, path: &[u8]) -> WorldResult<Vec<Vec<u8>>> {
        self.none.list(path)
    }
    fn working_directory(&mut self) -> WorldResult<Vec<u8>> {
        self.none.working_directory()
    }
    fn change_directory(&mut self, path: &[u8]) -> WorldResult<()> {
        self.none.change_directory(path)
    }
    fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        std::env::var(String::from_utf8_lossy(name).as_ref()).ok().map(String::into_bytes)
    }
    fn variables(&mut self) -> Vec<Vec<u8>> {
        std::env::vars().map(|(name, value)| format!("{name}={value}").into_bytes()).collect()
    }
    fn now(&mut self) -> (i64, u32) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        (now.as_secs() as i64, now.subsec_nanos())
    }
    fn processor_time(&mut self) -> u64 {
        self.start.elapsed().as_nanos() as u64
    }
    fn process(&mut self) -> i32 {
        std::process::id() as i32
    }
}

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
    let units = files.iter().map(|f| load_unit(&compile(f, &flags), f).expect("bitcode")).collect();
    let program = link(units).expect("a program");
    let main = program.find("main").expect("main");
    let world = Streams { none: EmptyWorld::default(), start: Instant::now() };
    let mut vm = Vm::new(&program, Box::new(world), Limits::default()).expect("a machine");
    let report = vm.run_main(main, &args);
    std::io::stdout().flush().expect("output");
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
