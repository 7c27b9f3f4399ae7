//! Memory that the library hands to the program, from the program's own allocator if it brings one.

use crate::machine::Vm;
use crate::memory::Label;
use crate::models::{self, Args};
use crate::stop::{Limit, Stop};
use crate::value::{Reply, Value};
use crescendo_program::Scalar;

impl<'p> Vm<'p> {
    /// A zeroed object of the library's own, with a label of its own.
    pub(crate) fn library_object(&mut self, size: u64, label: Label) -> Result<u64, Stop> {
        self.memory.allocate(size, 16, true, label).map_err(|_| Stop::Limit(Limit::Memory))
    }

    /// Calls an allocation function with words as arguments.
    fn allocator(&mut self, name: &str, words: &[u64]) -> Result<u64, Stop> {
        let size = Scalar::Int(self.program.target.pointer_bits);
        let value = |(i, &lo): (usize, &u64)| Value::word(size, lo, i as u32);
        let values: Vec<Value> = words.iter().enumerate().map(value).collect();
        if let Some(id) = self.program.find(name).filter(|&f| self.function(f).body.is_some()) {
            return self.call_function(id, &values).map(|v| v.lo);
        }
        let Some(model) = models::find(name) else {
            return Err(Stop::ToolBug(format!("no model of `{name}`")));
        };
        match (model.call)(self, Args { values: &values, fixed: values.len() as u32 })? {
            Reply::Void => Ok(0),
            Reply::Word(v) | Reply::Wide(v, _) | Reply::Words([v, ..]) => Ok(v),
        }
    }

    /// `malloc`; 0 when there is no memory, with errno set.
    pub(crate) fn heap_allocate(&mut self, size: u64) -> Result<u64, Stop> {
        self.allocator("malloc", &[size])
    }

    pub(crate) fn heap_reallocate(&mut self, block: u64, size: u64) -> Result<u64, Stop> {
        self.allocator("realloc", &[block, size])
    }

    pub(crate) fn heap_free(&mut self, block: u64) -> Result<(), Stop> {
        self.allocator("free", &[block]).map(drop)
    }
}
