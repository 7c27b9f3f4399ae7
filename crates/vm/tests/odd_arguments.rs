//! Whatever a program passes to a library function, the machine answers with a result or a reason to stop. Never with
//! a panic, never by calling itself wrong.
//!
//! Every model is called with thousands of argument lists: null, wild, dead and misfit pointers, formats without
//! arguments, sizes beyond everything; over a world that answers at random.

mod support;

use crescendo_program::{FloatKind, Program, Scalar};
use crescendo_vm::models::{self, Args};
use crescendo_vm::world::{
    DirectoryEntry, FileStatus, Handle, OpenMode, SystemNames, Time, Whence, World, WorldResult,
};
use crescendo_vm::{Limits, Stop, Value, Vm};
use std::panic::{AssertUnwindSafe, catch_unwind};
use support::empty_program;

/// A small generator, so that every run tests the same.
#[derive(Clone)]
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.roll() >> 11) as usize % n
    }
}

/// A world where anything may work or fail.
struct Chance(Dice);

impl Chance {
    fn answer<T>(&mut self, value: T) -> WorldResult<T> {
        match self.0.below(4) {
            0 => Err([1, 2, 4, 9, 21, 28, 29, 32][self.0.below(8)]),
            _ => Ok(value),
        }
    }

    fn text(&mut self) -> Vec<u8> {
        (0..self.0.below(300)).map(|_| b' ' + self.0.below(90) as u8).collect()
    }
}

impl World for Chance {
    fn read(&mut self, _: Handle, buffer: &mut [u8]) -> WorldResult<usize> {
        let n = self.0.below(buffer.len().min(5000) + 1);
        for b in &mut buffer[..n] {
            *b = b"0123456789 \nabcxyz+-.%"[self.0.below(22)];
        }
        self.answer(n)
    }
    fn write(&mut self, _: Handle, bytes: &[u8]) -> WorldResult<usize> {
        let n = self.0.below(bytes.len() + 1);
        self.answer(n)
    }
    fn read_at(&mut self, h: Handle, buffer: &mut [u8], _: u64) -> WorldResult<usize> {
        self.read(h, buffer)
    }
    fn open(&mut self, _: &[u8], _: OpenMode) -> WorldResult<Handle> {
        let h = self.0.below(9) as Handle;
        self.answer(h)
    }
    fn close(&mut self, _: Handle) -> WorldResult<()> {
        self.answer(())
    }
    fn seek(&mut self, _: Handle, offset: i64, _: Whence) -> WorldResult<u64> {
        self.answer(offset.unsigned_abs())
    }
    fn truncate(&mut self, _: Handle, _: u64) -> WorldResult<()> {
        self.answer(())
    }
    fn duplicate(&mut self, _: Handle, least: Handle) -> WorldResult<Handle> {
        self.answer(least)
    }
    fn is_terminal(&mut self, _: Handle) -> bool {
        self.0.below(2) == 0
    }
    fn open_mode(&mut self, _: Handle) -> WorldResult<OpenMode> {
        let (read, write) = (self.0.below(2) == 0, self.0.below(2) == 0);
        self.answer(OpenMode { read, write, ..OpenMode::default() })
    }
    fn status(&mut self, _: Handle) -> WorldResult<FileStatus> {
        let (mode, size, block_size) = (self.0.roll() as u32, self.0.roll(), self.0.below(10000) as u64);
        self.answer(FileStatus { mode, size, block_size, ..FileStatus::default() })
    }
    fn path_of(&mut self, _: Handle) -> WorldResult<Vec<u8>> {
        let text = self.text();
        self.answer(text)
    }
    fn status_of(&mut self, _: &[u8], _: bool) -> WorldResult<FileStatus> {
        self.status(0)
    }
    fn access(&mut self, _: &[u8], _: u32) -> WorldResult<()> {
        self.answer(())
    }
    fn remove(&mut self, _: &[u8]) -> WorldResult<()> {
        self.answer(())
    }
    fn remove_directory(&mut self, _: &[u8]) -> WorldResult<()> {
        self.answer(())
    }
    fn make_directory(&mut self, _: &[u8], _: u32) -> WorldResult<()> {
        self.answer(())
    }
    fn rename(&mut self, _: &[u8], _: &[u8]) -> WorldResult<()> {
        self.answer(())
    }
    fn read_link(&mut self, _: &[u8]) -> WorldResult<Vec<u8>> {
        let text = self.text();
        self.answer(text)
    }
    fn list(&mut self, _: &[u8]) -> WorldResult<Vec<DirectoryEntry>> {
        let entry = DirectoryEntry { name: self.text(), inode: 1, mode: 0o100000 };
        self.answer(vec![entry; 3])
    }
    fn working_directory(&mut self) -> WorldResult<Vec<u8>> {
        let text = self.text();
        self.answer(text)
    }
    fn change_directory(&mut self, _: &[u8]) -> WorldResult<()> {
        self.answer(())
    }
    fn variable(&mut self, _: &[u8]) -> Option<Vec<u8>> {
        None
    }
    fn variables(&mut self) -> Vec<Vec<u8>> {
        Vec::new()
    }
    fn now(&mut self) -> Time {
        (self.0.roll() as i64 >> self.0.below(60), self.0.below(1_000_000_000) as u32)
    }
    fn processor_time(&mut self) -> u64 {
        self.0.roll()
    }
    fn process(&mut self) -> i32 {
        7
    }
    fn system_names(&mut self) -> SystemNames {
        SystemNames { system: self.text(), host: self.text(), release: self.text(), version: self.text() }
    }
    fn random(&mut self, buffer: &mut [u8]) {
        buffer.fill_with(|| self.0.roll() as u8);
    }
}

/// Strings that mean something to some function.
const TEXTS: &[&str] = &[
    "",
    "r",
    "w+",
    "a+b",
    "/tmp/XXXXXX",
    "%d %s %f\n",
    "%n%hhn%1$s%2$*3$d",
    "%Lf %5c %[^a-z] %ms %lc %ls %p %a",
    "%2147483647d%n",
    "%*.*g|%999999999s",
    "12 -7 0x1f 1e400 nan text",
    "NAME=value",
    "%Y-%m-%d %H:%M:%S %j %U %%",
];

/// Words that a program might pass.
fn pool(vm: &mut Vm) -> Vec<u64> {
    let mut words = vec![0, 1, 2, 3, 7, 8, 100, 4096, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 1 << 40];
    words.extend([u64::MAX, u64::MAX - 1, i64::MAX as u64, i64::MIN as u64, 0x1234_5678_9abc]);
    for text in TEXTS {
        words.extend(vm.machine_string(text.as_bytes(), "text").ok());
    }
    for size in [0, 1, 4, 16, 64, 256, 5000] {
        if let Ok(at) = vm.machine_object(size, "an object") {
            words.extend([at, at + size, at + size / 2]);
        }
    }
    // A pointer to a pointer, and one to an object that is gone.
    if let (Ok(outer), Ok(inner)) = (vm.machine_object(64, "a pointer"), vm.machine_object(64, "gone")) {
        let _ = vm.write_int(outer, vm.program.target.pointer_bits, words[20]);
        vm.memory.release(inner);
        words.extend([outer, inner]);
    }
    words
}

fn value(dice: &mut Dice, word: u64, number: usize) -> Value {
    let kinds = [
        Scalar::Ptr,
        Scalar::Ptr,
        Scalar::Int(32),
        Scalar::Int(64),
        Scalar::Float(FloatKind::F64),
        Scalar::Float(FloatKind::X87),
    ];
    let by_value = (dice.below(40) == 0).then_some((16, 8));
    let scalar = kinds[dice.below(kinds.len())];
    let lo = if scalar == Scalar::Int(32) { word & 0xffff_ffff } else { word };
    Value { hi: dice.roll() >> 40, by_value, ..Value::word(scalar, lo, number as u32) }
}

/// Bessel functions take a step per order, natively too: minutes for the largest.
const SLOW: &[&str] = &["jn", "yn"];

/// Calls every model many times; the names of those that reported a bug of the tool.
fn torture(program: &Program, seed: u64) -> Vec<String> {
    let mut dice = Dice(seed);
    let mut bugs = Vec::new();
    for model in models::all().filter(|m| !SLOW.iter().any(|s| m.name.trim_start_matches('_').starts_with(s))) {
        let mut limits = Limits { output: 1 << 22, ..Limits::default() };
        limits.memory.bytes = 1 << 24;
        let mut vm = Vm::new(program, Box::new(Chance(dice.clone())), limits).expect("the machine starts");
        let mut words = pool(&mut vm);
        for name in ["fopen", "opendir", "malloc", "tmpfile", "open_memstream", "fmemopen"] {
            // Some live things of the library, made with some of its own functions.
            let Some(maker) = models::find(name) else { continue };
            let args: Vec<Value> = (0..4).map(|i| value(&mut dice, words[18 + i], i)).collect();
            if let Ok(crescendo_vm::Reply::Word(made)) = (maker.call)(&mut vm, Args { values: &args, fixed: 4 }) {
                words.push(made);
            }
        }
        for _ in 0..60 {
            let count = dice.below(8);
            let args: Vec<Value> = (0..count)
                .map(|i| {
                    let word = words[dice.below(words.len())];
                    value(&mut dice, word, i)
                })
                .collect();
            let fixed = dice.below(count + 1) as u32;
            let call = AssertUnwindSafe(|| (model.call)(&mut vm, Args { values: &args, fixed }));
            match catch_unwind(call) {
                Ok(Err(Stop::ToolBug(what))) => bugs.push(format!("{}: {what}", model.name)),
                Ok(_) => {}
                Err(_) => bugs.push(format!("{} panics", model.name)),
            }
        }
    }
    bugs.dedup();
    bugs
}

#[test]
fn no_argument_confuses_a_model() {
    let targets =
        [("x86_64-pc-linux-gnu", 64, false), ("i386-pc-linux-gnu", 32, false), ("powerpc-linux-gnu", 32, true)];
    for (i, (triple, bits, big)) in targets.into_iter().enumerate() {
        let program = empty_program(triple, bits, big);
        let bugs = torture(&program, 0x9e37_79b9_7f4a_7c15 ^ i as u64);
        assert_eq!(bugs, Vec::<String>::new(), "{triple}");
    }
}
