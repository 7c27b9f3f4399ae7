//! Output meets its limit and its readers: a program that writes forever stops, one whose reader is gone dies of it.

mod support;

use crescendo_program::{Program, Scalar};
use crescendo_vm::models::{self, Args};
use crescendo_vm::stop::Limit;
use crescendo_vm::world::{
    DirectoryEntry, EBADF, EINTR, ENOENT, EPIPE, FileStatus, Handle, OpenMode, Time, Whence, World, WorldResult,
};
use crescendo_vm::{Limits, Reply, Stop, Value, Vm};
use std::sync::{Arc, Mutex};
use support::empty_program;

/// What was written, write by write, and what the next writes answer.
#[derive(Default)]
struct Log {
    writes: Vec<(Handle, Vec<u8>)>,
    answers: Vec<WorldResult<usize>>,
}

/// Standard streams only.
struct Recorder(Arc<Mutex<Log>>);

impl World for Recorder {
    fn read(&mut self, _: Handle, _: &mut [u8]) -> WorldResult<usize> {
        Ok(0)
    }
    fn write(&mut self, h: Handle, bytes: &[u8]) -> WorldResult<usize> {
        let mut log = self.0.lock().expect("one thread");
        let n = log.answers.pop().unwrap_or(Ok(bytes.len()))?;
        log.writes.push((h, bytes[..n].to_vec()));
        Ok(n)
    }
    fn open(&mut self, _: &[u8], _: OpenMode) -> WorldResult<Handle> {
        Err(ENOENT)
    }
    fn close(&mut self, _: Handle) -> WorldResult<()> {
        Ok(())
    }
    fn seek(&mut self, _: Handle, _: i64, _: Whence) -> WorldResult<u64> {
        Err(29)
    }
    fn truncate(&mut self, _: Handle, _: u64) -> WorldResult<()> {
        Err(EBADF)
    }
    fn duplicate(&mut self, _: Handle, _: Handle) -> WorldResult<Handle> {
        Err(EBADF)
    }
    fn is_terminal(&mut self, _: Handle) -> bool {
        false
    }
    fn status(&mut self, _: Handle) -> WorldResult<FileStatus> {
        Ok(FileStatus { block_size: 4096, ..FileStatus::default() })
    }
    fn status_of(&mut self, _: &[u8], _: bool) -> WorldResult<FileStatus> {
        Err(ENOENT)
    }
    fn access(&mut self, _: &[u8], _: u32) -> WorldResult<()> {
        Err(ENOENT)
    }
    fn remove(&mut self, _: &[u8]) -> WorldResult<()> {
        Err(ENOENT)
    }
    fn remove_directory(&mut self, _: &[u8]) -> WorldResult<()> {
        Err(ENOENT)
    }
    fn make_directory(&mut self, _: &[u8], _: u32) -> WorldResult<()> {
        Err(ENOENT)
    }
    fn rename(&mut self, _: &[u8], _: &[u8]) -> WorldResult<()> {
        Err(ENOENT)
    }
    fn list(&mut self, _: &[u8]) -> WorldResult<Vec<DirectoryEntry>> {
        Err(ENOENT)
    }
    fn working_directory(&mut self) -> WorldResult<Vec<u8>> {
        Ok(b"/".to_vec())
    }
    fn change_directory(&mut self, _: &[u8]) -> WorldResult<()> {
        Err(ENOENT)
    }
    fn variable(&mut self, _: &[u8]) -> Option<Vec<u8>> {
        None
    }
    fn variables(&mut self) -> Vec<Vec<u8>> {
        Vec::new()
    }
    fn now(&mut self) -> Time {
        (0, 0)
    }
    fn processor_time(&mut self) -> u64 {
        0
    }
    fn process(&mut self) -> i32 {
        1
    }
}

fn machine(program: &Program, output: u64) -> (Vm<'_>, Arc<Mutex<Log>>) {
    let log = Arc::new(Mutex::new(Log::default()));
    let limits = Limits { output, ..Limits::default() };
    let vm = Vm::new(program, Box::new(Recorder(log.clone())), limits).expect("the machine starts");
    (vm, log)
}

fn call(vm: &mut Vm, name: &str, words: &[u64]) -> Result<Reply, Stop> {
    let value = |(i, &lo): (usize, &u64)| Value::word(Scalar::Ptr, lo, i as u32);
    let values: Vec<Value> = words.iter().enumerate().map(value).collect();
    (models::find(name).expect("a model").call)(vm, Args { values: &values, fixed: values.len() as u32 })
}

fn program() -> Program {
    empty_program("x86_64-pc-linux-gnu", 64, false)
}

#[test]
fn output_without_end_stops_at_the_limit() {
    let program = program();
    let (mut vm, log) = machine(&program, 100_000);
    let text = vm.machine_string(b"y", "text").expect("memory");
    let stop = (0..1_000_000).find_map(|_| call(&mut vm, "puts", &[text]).err());
    assert!(matches!(stop, Some(Stop::Limit(Limit::Output))), "{stop:?}");
    let log = log.lock().expect("one thread");
    let written: usize = log.writes.iter().map(|(_, w)| w.len()).sum();
    assert!((90_000..=100_000).contains(&written), "{written}");
    assert!(log.writes.iter().all(|(_, w)| w.len() == 4096), "whole blocks");
}

#[test]
fn a_reader_that_left_ends_the_run() {
    let program = program();
    let (mut vm, log) = machine(&program, u64::MAX);
    log.lock().expect("one thread").answers = vec![Err(EPIPE)];
    let text = vm.machine_string(b"text", "text").expect("memory");
    let result = call(&mut vm, "puts", &[text]);
    assert!(result.is_ok(), "still buffered: {result:?}");
    let result = call(&mut vm, "fflush", &[0]);
    assert!(matches!(result, Err(Stop::Signal(13))), "{result:?}");
}

#[test]
fn interrupted_and_partial_writes_go_on() {
    let program = program();
    let (mut vm, log) = machine(&program, u64::MAX);
    // Answers are taken from the end.
    log.lock().expect("one thread").answers = vec![Ok(2), Err(EINTR), Ok(3), Err(EINTR)];
    let text = vm.machine_string(b"abcdefgh", "text").expect("memory");
    call(&mut vm, "puts", &[text]).expect("buffered");
    assert!(matches!(call(&mut vm, "fflush", &[0]), Ok(Reply::Word(0))));
    let log = log.lock().expect("one thread");
    let pieces: Vec<&[u8]> = log.writes.iter().map(|(_, w)| &w[..]).collect();
    assert_eq!(pieces, [&b"abc"[..], b"de", b"fgh\n"]);
}

#[test]
fn a_stop_from_outside_is_noticed_while_waiting() {
    let program = program();
    let (mut vm, _) = machine(&program, u64::MAX);
    vm.interrupt_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    let result = call(&mut vm, "getchar", &[]);
    assert!(matches!(result, Err(Stop::Limit(Limit::Interrupted))), "{result:?}");
}
