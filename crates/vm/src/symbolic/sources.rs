//! Inputs of a whole program: what it reads from the world, as terms.
//!
//! The world of a process (`Options::process`) is there in every run: files have names, standard input has bytes. The driver
//! only says which of it is input. Such a file is open in the world, and over its number lies a file of inputs (`files.rs`)
//! that answers reads and moves; all else, such as its status, the world tells as it is in this run.

use super::LENGTH_BITS;
use super::outside::Outside;
use crate::machine::Vm;
use crate::stop::Stop;
use crate::trace::Concretised;
use crate::world::{ENOENT, Handle, OpenMode, WorldResult};

impl<'p> Vm<'p> {
    /// Whether a whole program runs, with inputs in its world.
    pub(crate) fn is_process(&self) -> bool {
        self.materialise.is_some() && self.symbolic.as_ref().is_some_and(|s| s.options.process)
    }

    /// What is read from this file of the world is input: its bytes are `path[i]`, and it has `len(path)` of them.
    pub fn read_as_input(&mut self, h: Handle, path: &str) {
        self.add_file(h, path, true);
    }

    /// The path decides something that only the driver of a process asks for, as how many arguments there are.
    pub fn ask_path(&mut self, condition: crescendo_solver::expr::ExprId, truth: bool) -> Result<bool, Stop> {
        self.fork(condition, truth)
    }

    /// Opens a file of the world. Whether one that may be missing is there, the path decides; so it does which of the files that
    /// are inputs is meant, where the name depends on inputs.
    pub(crate) fn open_in_world(&mut self, path: &[u8], mode: OpenMode) -> Result<WorldResult<Handle>, Stop> {
        if !self.is_process() {
            return Ok(self.world.open(path, mode));
        }
        if !mode.create && self.is_missing(path)? {
            return Ok(Err(ENOENT));
        }
        let opened = self.world.open(path, mode);
        if let Ok(h) = opened {
            // A number that was used before may have been an input then.
            self.library.files.forget(h);
            if !mode.write
                && let Some(name) = self.world.input_at(path)
            {
                self.read_as_input(h, &name);
            }
        }
        Ok(opened)
    }

    /// Whether a file is missing that is there in other runs.
    pub(crate) fn is_missing(&mut self, path: &[u8]) -> Result<bool, Stop> {
        if !self.is_process() {
            return Ok(false);
        }
        let Some(name) = self.world.may_be_missing(path) else { return Ok(false) };
        let (flag, value) = self.outside(&format!("missing({name})"), Outside::Flag, 1);
        self.fork(flag, value == 1)
    }

    /// A name is about to be looked up: where it depends on inputs, the path decides whether it is that of a file they have.
    pub(crate) fn choose_name(&mut self, address: u64) -> Result<(), Stop> {
        if !self.is_process() || !self.memory.is_symbolic_at(address) {
            return Ok(());
        }
        for name in self.world.input_names() {
            if self.choose_bytes(address, &name)? {
                break;
            }
        }
        Ok(())
    }

    /// Whether a string is this one, as the path decides.
    fn choose_bytes(&mut self, address: u64, name: &[u8]) -> Result<bool, Stop> {
        let width = name.len() as u64 + 1;
        if self.memory.room(address).is_none_or(|room| room < width) {
            return Ok(false);
        }
        let mut all = self.sym().pool.bool(true);
        let mut holds = true;
        for (i, wanted) in (0..).zip(name.iter().copied().chain([0])) {
            let v = self.load_raw(address + i, crescendo_program::Scalar::Int(8))?;
            holds &= v.lo as u8 == wanted;
            let term = self.value_term(&v, 8);
            let p = &mut self.sym().pool;
            let byte = p.constant(wanted as u64, 8);
            let same = p.eq(term, byte);
            all = p.and(all, same);
        }
        self.fork(all, holds)
    }

    /// What the bytes of a file of that name are called, if they are inputs.
    pub(crate) fn input_named(&mut self, path: &[u8]) -> Option<String> {
        if self.is_process() { self.world.input_at(path) } else { None }
    }

    /// The same for an open one.
    pub(crate) fn input_open(&mut self, h: Handle) -> Option<String> {
        if self.is_process() { self.library.files.name(h).map(String::from) } else { None }
    }

    /// How long an input is stands there as a number: it is its length.
    pub(crate) fn put_length(&mut self, path: &str, at: u64, bits: u32) -> Result<(), Stop> {
        let (length, _) = self.outside(&format!("len({path})"), Outside::Length, LENGTH_BITS);
        let term = self.sym().fit(length, bits);
        self.put_input(at, term)
    }

    /// Bytes that were copied from a place in a file to memory, as the world has them: they are inputs.
    pub(crate) fn name_bytes(&mut self, h: Handle, to: u64, at: u64, count: u64) -> Result<(), Stop> {
        if !self.is_process() || !self.is_symbolic_file(h) {
            return Ok(());
        }
        let (length, value) = self.file_length(h);
        self.concretise(length, value, Concretised::Length)?;
        for i in 0..count {
            self.put_file_byte(h, to + i, at + i)?;
        }
        Ok(())
    }
}
