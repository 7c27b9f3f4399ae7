//! What a run does to the outside, told to those who write tests: output by stream, and which calls failed.
//!
//! Only runs that are asked for it are told (`Vm::tell_outside`). Calls are counted as the program makes them, whether or
//! not it looks at their results, so that a native run can count them too.

use crate::machine::Vm;
use crate::world::Handle;
use crescendo_program::FunctionId;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A call of a library function that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub function: String,
    /// Which of its calls that was, from 1.
    pub call: u32,
    /// What `errno` was then, where that is an input and not the usual one; else 0.
    pub errno: u32,
}

#[derive(Clone, Debug, Default)]
pub struct Told {
    calls: FxHashMap<FunctionId, u32>,
    /// The library function called last, and its number among the calls of it.
    last: (String, u32),
    pub failures: Vec<Failure>,
    /// What was written, by the name of the file: `stdout`, `fopen#1`, the path of a stream.
    pub output: BTreeMap<String, Vec<u8>>,
    /// An address was printed, which natively is another one.
    pub shows_addresses: bool,
}

impl<'p> Vm<'p> {
    /// The next run is told.
    pub fn tell_outside(&mut self) {
        self.sym().told = Some(Told::default());
    }

    /// What the last run did to the outside, with what is still in its streams.
    pub fn take_told(&mut self) -> Told {
        let Some(mut told) = self.sym().told.take() else { return Told::default() };
        for (h, pending) in self.pending_output() {
            if let Some(name) = self.output_name(h) {
                told.output.entry(name).or_default().extend(pending);
            }
        }
        let closed = self.is_output_closed();
        told.output.retain(|name, text| !(text.is_empty() || closed && name == "stdout"));
        told
    }

    pub(crate) fn tell_library_call(&mut self, id: FunctionId) {
        let name = &self.function(id).name;
        if let Some(told) = self.symbolic.as_mut().and_then(|s| s.told.as_mut()) {
            let n = told.calls.entry(id).or_default();
            *n += 1;
            told.last = (name.clone(), *n);
        }
    }

    /// The library function called last fails.
    pub(crate) fn tell_failure(&mut self) {
        if let Some(told) = &mut self.sym().told {
            let (function, call) = told.last.clone();
            told.failures.push(Failure { function, call, errno: 0 });
        }
    }

    /// Why the library function called last failed, if that it did was told.
    pub(crate) fn tell_cause(&mut self, errno: u32) {
        let Some(Told { failures, last, .. }) = &mut self.sym().told else { return };
        if let Some(f) = failures.last_mut().filter(|f| (&f.function, f.call) == (&last.0, last.1)) {
            f.errno = errno;
        }
    }

    pub(crate) fn tell_output(&mut self, h: Handle, bytes: &[u8]) {
        if self.symbolic.as_ref().is_none_or(|s| s.told.is_none()) {
            return;
        }
        if let (Some(name), Some(told)) = (self.output_name(h), &mut self.sym().told) {
            told.output.entry(name).or_default().extend(bytes);
        }
    }

    pub(crate) fn tell_address(&mut self) {
        if let Some(told) = self.symbolic.as_mut().and_then(|s| s.told.as_mut()) {
            told.shows_addresses = true;
        }
    }

    /// The name under which output is told; messages on errors are not.
    fn output_name(&self, h: Handle) -> Option<String> {
        match h {
            1 => Some("stdout".into()),
            _ => self.library.files.name(h).map(String::from),
        }
    }
}
