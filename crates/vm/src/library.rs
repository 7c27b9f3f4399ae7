//! What the C library remembers between calls, and how a program is started and left.

use crate::machine::Vm;
use crate::memory::{AccessKind, Label};
use crate::models::ctype::Tables;
use crate::models::getopt::Options;
use crate::models::locale::Locale;
use crate::models::math::fenv::Rounding;
use crate::models::signal::Signals;
use crate::models::stdlib::environment::Environment;
use crate::models::stdlib::hash::HashTables;
use crate::models::stdlib::random::Generators;
use crate::models::string::messages::Messages;
use crate::models::string::tokens::Tokens;
use crate::models::time::Times;
use crate::stop::{Limit, Stop};
use crate::value::Value;
use crescendo_program::Scalar;
use crescendo_program::symbol::FunctionId;
use std::collections::BTreeMap;

/// A function to call at exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitHandler {
    /// `atexit`
    Plain(u64),
    /// `on_exit` and `__cxa_atexit`: function and argument.
    WithArgument { function: u64, argument: u64, status: bool },
}

/// What happens when the program ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leaving {
    /// `exit`: handlers, destructors, buffers.
    #[default]
    Normal,
    /// `quick_exit`: its own handlers only.
    Quick,
    /// `_exit`: nothing.
    AtOnce,
}

#[derive(Clone, Default)]
pub struct Library {
    pub exit_handlers: Vec<ExitHandler>,
    pub quick_exit_handlers: Vec<ExitHandler>,
    pub leaving: Leaving,
    destructors_run: usize,
    /// Address of `errno`.
    pub errno: u64,
    pub posix: crate::models::posix::Posix,
    pub stdio: crate::models::stdio::Stdio,
    pub files: crate::symbolic::files::Files,
    /// The program's name for messages: its first argument.
    pub program: Vec<u8>,
    constants: BTreeMap<String, u64>,
    pub tokens: Tokens,
    pub messages: Messages,
    pub environment: Environment,
    pub generators: Generators,
    pub hash_tables: HashTables,
    pub signals: Signals,
    pub ctype: Tables,
    pub rounding: Rounding,
    pub times: Times,
    pub options: Options,
    pub locale: Locale,
}

impl Library {
    /// The next handler to run at the program's end, if any is left. `_exit` in a handler ends them all.
    pub(crate) fn take_exit_handler(&mut self) -> Option<ExitHandler> {
        match self.leaving {
            Leaving::Normal => self.exit_handlers.pop(),
            Leaving::Quick => self.quick_exit_handlers.pop(),
            Leaving::AtOnce => None,
        }
    }

    /// The next destructor to run, if any is left.
    pub(crate) fn take_destructors(&mut self, all: &[FunctionId]) -> Option<FunctionId> {
        if self.leaving != Leaving::Normal {
            return None;
        }
        let next = all.get(self.destructors_run).copied();
        self.destructors_run += next.is_some() as usize;
        next
    }
}

impl<'p> Vm<'p> {
    /// Objects the library itself needs.
    pub(crate) fn set_up_library(&mut self) -> Result<(), Stop> {
        self.library.errno = self.machine_object(4, "errno")?;
        self.set_up_streams()?;
        self.set_up_environment()?;
        self.set_up_options()?;
        self.set_up_zone()?;
        Ok(())
    }

    /// The address of a variable of the C library that the program declares and leaves to the library.
    pub fn library_variable(&self, name: &str) -> Option<u64> {
        let global = self.program.global(self.program.find_global(name)?);
        global.image.is_none().then_some(global.address)
    }

    /// A zeroed object of the machine's own.
    pub fn machine_object(&mut self, size: u64, what: &'static str) -> Result<u64, Stop> {
        let made =
            self.memory.allocate(size, 16, true, Label::Machine(what)).map_err(|_| Stop::Limit(Limit::Memory))?;
        self.memory.list(made);
        Ok(made)
    }

    /// `argc`, `argv` and the environment, as far as `main` takes them.
    pub fn main_arguments(&mut self, main: FunctionId, args: &[Vec<u8>]) -> Result<Vec<Value>, Stop> {
        self.name_program(args.first().cloned().unwrap_or_default())?;
        let params = &self.function(main).signature.params;
        let mut values = Vec::new();
        let pointer_bytes = self.program.target.pointer_bytes() as u64;
        for (i, p) in params.iter().enumerate() {
            let word = match i {
                0 => args.len() as u64,
                1 => self.string_array(args, pointer_bytes, "the program's arguments")?,
                2 => self.environment_array()?,
                _ => 0,
            };
            values.push(Value::word(p.scalar, word, i as u32));
        }
        Ok(values)
    }

    /// A null-terminated array of strings.
    pub fn string_array(&mut self, strings: &[Vec<u8>], pointer_bytes: u64, what: &'static str) -> Result<u64, Stop> {
        let array = self.machine_object((strings.len() as u64 + 1) * pointer_bytes, what)?;
        for (i, s) in strings.iter().enumerate() {
            let at = self.machine_string(s, what)?;
            self.write_int(array + i as u64 * pointer_bytes, pointer_bytes as u32 * 8, at)?;
        }
        Ok(array)
    }

    /// A string of the machine's own.
    pub fn machine_string(&mut self, s: &[u8], what: &'static str) -> Result<u64, Stop> {
        let at = self.machine_object(s.len() as u64 + 1, what)?;
        self.write_bytes(at, s)?;
        Ok(at)
    }

    /// A text the C library keeps for good: the same text has the same address.
    pub fn constant_string(&mut self, text: &str) -> Result<u64, Stop> {
        if let Some(&at) = self.library.constants.get(text) {
            return Ok(at);
        }
        let at = self.machine_string(text.as_bytes(), "a text of the C library")?;
        self.library.constants.insert(text.to_string(), at);
        Ok(at)
    }

    pub(crate) fn run_exit_handler(&mut self, handler: ExitHandler, status: i32) -> Result<(), Stop> {
        let word = |lo: u64, scalar| Value::word(scalar, lo, 0);
        match handler {
            ExitHandler::Plain(f) => {
                let f = self.function_at(f)?;
                self.call_function(f, &[])?;
            }
            ExitHandler::WithArgument { function, argument, status: with_status } => {
                let f = self.function_at(function)?;
                let argument = word(argument, Scalar::Ptr);
                let args = [word(status as u32 as u64, Scalar::Int(32)), argument];
                self.call_function(f, if with_status { &args } else { &args[1..] })?;
            }
        }
        Ok(())
    }

    /// Where `errno` is.
    pub fn errno_address(&self) -> u64 {
        self.library.errno
    }

    pub fn set_errno(&mut self, value: i32) -> Result<(), Stop> {
        self.write_int(self.library.errno, 32, value as u32 as u64)
    }

    /// Tells the library the program's name, and the program's variables with it.
    pub fn name_program(&mut self, name: Vec<u8>) -> Result<(), Stop> {
        let folder = name.iter().rposition(|&c| c == b'/').map_or(0, |i| i + 1);
        let variables = [
            ("program_invocation_name", 0),
            ("__progname_full", 0),
            ("program_invocation_short_name", folder),
            ("__progname", folder),
        ];
        for (variable, skip) in variables {
            if let Some(at) = self.library_variable(variable) {
                let text = self.machine_string(&name[skip..], "the program's name")?;
                self.write_int(at, self.program.target.pointer_bits, text)?;
            }
        }
        self.library.program = name;
        Ok(())
    }

    /// The program's name for messages, without its folder, unless the program has chosen another.
    pub fn program_name(&mut self) -> Result<Vec<u8>, Stop> {
        let own = self.library.program.rsplit(|&c| c == b'/').next().unwrap_or_default().to_vec();
        self.chosen_name(&["program_invocation_short_name", "__progname"], own)
    }

    /// The same with its folder.
    pub fn full_program_name(&mut self) -> Result<Vec<u8>, Stop> {
        let own = self.library.program.clone();
        self.chosen_name(&["program_invocation_name", "__progname_full"], own)
    }

    /// The string a variable of the program points to.
    fn chosen_name(&mut self, variables: &[&str], own: Vec<u8>) -> Result<Vec<u8>, Stop> {
        let Some(at) = variables.iter().find_map(|v| self.library_variable(v)) else { return Ok(own) };
        let text = self.read_int(at, self.program.target.pointer_bits)?;
        if text == 0 { Ok(own) } else { self.c_string(text) }
    }

    /// Writes a message of the library to the error stream, which has no buffer.
    pub fn write_error(&mut self, text: &[u8]) {
        let mut rest = text;
        while !rest.is_empty() {
            match self.world.write(2, rest) {
                Ok(n) if n > 0 => rest = &rest[n.min(rest.len())..],
                Err(crate::world::EINTR) => {}
                _ => return,
            }
        }
    }

    // ---- bytes and strings for library models

    #[inline]
    pub fn load_byte(&mut self, address: u64) -> Result<u8, Stop> {
        match self.memory.plain_byte(address) {
            Some(byte) => Ok(byte),
            None => self.load_byte_slow(address),
        }
    }

    #[cold]
    fn load_byte_slow(&mut self, address: u64) -> Result<u8, Stop> {
        self.memory.add_work(1);
        self.memory.load_slow(address, 1).map(|v| v as u8).map_err(|e| self.memory_stop(e))
    }

    pub fn store_byte(&mut self, address: u64, byte: u8) -> Result<(), Stop> {
        self.memory.add_work(1);
        self.memory.store_slow(address, 1, byte as u64).map_err(|e| self.memory_stop(e))
    }

    pub fn read_bytes(&mut self, address: u64, len: u64) -> Result<Vec<u8>, Stop> {
        if len == 0 {
            return Ok(Vec::new());
        }
        let r = self.memory.check(address, len, AccessKind::Read).map_err(|e| self.memory_stop(e))?;
        Ok(self.memory.bytes(r).to_vec())
    }

    pub fn write_bytes(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop> {
        if bytes.is_empty() {
            return Ok(());
        }
        let r = self.memory.check(address, bytes.len() as u64, AccessKind::Write);
        let r = r.map_err(|e| self.memory_stop(e))?;
        self.memory.bytes_mut(r).copy_from_slice(bytes);
        Ok(())
    }

    /// The string at an address, without its end mark.
    pub fn c_string(&mut self, address: u64) -> Result<Vec<u8>, Stop> {
        self.c_string_max(address, u64::MAX)
    }

    /// At most `max` bytes of a string; it need not end within them.
    pub fn c_string_max(&mut self, address: u64, max: u64) -> Result<Vec<u8>, Stop> {
        let length = self.string_length_max(address, max)?;
        self.read_bytes(address, length)
    }
}
