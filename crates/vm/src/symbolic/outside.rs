//! What comes from outside the unit and is no parameter: results of the operating system, as inputs by name.
//!
//! The k-th call of a function has the number k; `fails(malloc#2)` decides whether the second `malloc` fails.

use crate::machine::Vm;
use crate::models::answers::{Answers, answers};
use crate::stop::Stop;
use crescendo_program::source::PosId;
use crescendo_program::{Function, FunctionId};
use crescendo_solver::expr::ExprId;

/// Bits of an input that is a value of `errno`: no system has many more.
const CAUSES: u32 = 7;

/// What an input from outside stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// 1: it happens.
    Flag,
    /// A byte of a file.
    Byte,
    /// How long a file is; files longer than all its values are left out.
    Length,
    Number,
    /// Why something failed: a value of `errno`, 0 for the usual one.
    Cause,
}

/// Functions of the operating system whose results no program can foresee: a driver gives them, as for functions that
/// nobody defines.
const FREE: &[&str] = &[
    "access",
    "bind",
    "chdir",
    "chmod",
    "chown",
    "clock_gettime",
    "connect",
    "creat",
    "dup",
    "dup2",
    "execl",
    "execlp",
    "execv",
    "execve",
    "execvp",
    "fchmod",
    "fchown",
    "fcntl",
    "fork",
    "fstat",
    "fstat64",
    "fsync",
    "ftruncate",
    "getegid",
    "geteuid",
    "getgid",
    "gethostname",
    "getpid",
    "getppid",
    "getrusage",
    "gettimeofday",
    "getuid",
    "ioctl",
    "isatty",
    "kill",
    "link",
    "listen",
    "lstat",
    "lstat64",
    "mkdir",
    "pclose",
    "pipe",
    "popen",
    "readlink",
    "remove",
    "rename",
    "rmdir",
    "send",
    "sendto",
    "setsockopt",
    "shutdown",
    "sleep",
    "stat",
    "stat64",
    "symlink",
    "system",
    "truncate",
    "umask",
    "unlink",
    "usleep",
    "utime",
    "wait",
    "waitpid",
];

/// Those that write what the driver gives behind an argument, by its number.
pub fn filled_argument(name: &str) -> Option<usize> {
    Some(match name {
        "stat" | "stat64" | "lstat" | "lstat64" | "fstat" | "fstat64" | "clock_gettime" | "getrusage" => 1,
        "gettimeofday" | "pipe" | "wait" => 0,
        "waitpid" => 1,
        _ => return None,
    })
}

/// How many elements they write there.
pub fn filled_elements(name: &str) -> u64 {
    if name == "pipe" { 2 } else { 1 }
}

/// What one bit of a driver says as the result of such a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// 0, or -1 for a failure.
    Failure,
    /// 0 or 1.
    Truth,
}

/// Functions that only ever say one of two things.
pub fn answer(name: &str) -> Option<Answer> {
    Some(match name {
        "access" | "bind" | "chdir" | "chmod" | "chown" | "clock_gettime" | "connect" | "fchmod" | "fchown"
        | "fstat" | "fstat64" | "fsync" | "ftruncate" | "gethostname" | "getrusage" | "gettimeofday" | "kill"
        | "link" | "listen" | "lstat" | "lstat64" | "mkdir" | "pipe" | "remove" | "rename" | "rmdir" | "setsockopt"
        | "shutdown" | "stat" | "stat64" | "symlink" | "truncate" | "unlink" | "usleep" | "utime" => Answer::Failure,
        "isatty" => Answer::Truth,
        _ => return None,
    })
}

impl<'p> Vm<'p> {
    /// Gives functions of the operating system to the driver.
    pub fn free_the_outside(&mut self) {
        let functions = self.program.functions.iter().enumerate();
        for (i, _) in functions.filter(|(_, f)| f.body.is_none() && FREE.contains(&f.name.as_str())) {
            self.models[i] = None;
        }
        let answers = |f: &Function| match f.body {
            Some(_) => None,
            // The driver tries them all.
            None if FREE.contains(&f.name.as_str()) => Some(Answers::Tried),
            None => answers(&f.name),
        };
        self.answers = self.program.functions.iter().map(answers).collect();
    }

    /// A library function is called: does it give one of many answers?
    pub(crate) fn note_answers(&mut self, id: FunctionId) {
        match self.answers.get(id.0 as usize) {
            Some(Some(Answers::OneOfMany)) => self.note_one_answer(id),
            Some(Some(Answers::InLocale)) => {
                let at = self.outermost_position();
                self.sym().in_locale.get_or_insert(at);
            }
            Some(Some(Answers::Rounded)) => self.note_rounding(),
            _ => {}
        }
    }

    /// A number is rounded as the rounding mode says.
    #[cold]
    pub(crate) fn note_rounding(&mut self) {
        if self.symbolic.is_some() {
            let at = self.outermost_position();
            self.sym().rounded.get_or_insert(at);
        }
    }

    pub(super) fn note_one_answer(&mut self, id: FunctionId) {
        let at = self.outermost_position();
        let fixed = &mut self.sym().fixed;
        if !fixed.iter().any(|(f, _)| *f == id) {
            fixed.push((id, at));
        }
    }

    /// The library function at work gives one of many answers here.
    pub(crate) fn answers_fixed(&mut self) {
        if let Some(id) = self.library_callee.filter(|_| self.is_driven()) {
            self.note_one_answer(id);
        }
    }

    /// A library function has been called: what it left in `errno` may be something else, unless it said why it failed.
    pub(crate) fn doubt_errno(&mut self, id: FunctionId) {
        let exact = matches!(
            self.answers.get(id.0 as usize),
            Some(Some(Answers::Exact | Answers::InLocale | Answers::Rounded))
        );
        let told = std::mem::take(&mut self.sym().cause_told);
        if exact || told || !self.is_driven() {
            return;
        }
        self.note_firsts();
        self.sym().errno_doubt = Some(id);
        let errno = self.errno_address();
        self.memory.expect_access(errno);
    }

    /// `errno` was looked at, or set, for the first time since then.
    pub(crate) fn note_errno(&mut self, written: bool, at: PosId) {
        let s = self.sym();
        if let Some(id) = s.errno_doubt.take()
            && !written
        {
            s.errno_left.push((id, at));
        }
    }

    /// The same for a number that stands for success and could be another one, if the program looks at it.
    pub(crate) fn answers_fixed_number(&mut self) {
        if self.is_driven() && self.sym().result_used {
            self.answers_fixed();
        }
    }

    /// Whether a driver answers for the outside.
    pub(crate) fn is_driven(&self) -> bool {
        self.materialise.is_some() && self.symbolic.as_ref().is_some_and(|s| !s.options.process)
    }

    /// The number of this call of a function of the outside.
    pub(crate) fn count_call(&mut self, name: &str) -> u32 {
        let n = self.sym().calls.entry(name.to_string()).or_default();
        *n += 1;
        *n
    }

    /// An input from outside: its term, and its value in this run. There must be a driver.
    pub(crate) fn outside(&mut self, path: &str, what: Outside, width: u32) -> (ExprId, u64) {
        let term = self.drive(|driver, vm| driver.outside(vm, path, what, width)).expect("asked for by is_driven");
        let s = self.sym();
        // Drivers may give a number instead.
        let value = match s.pool.as_variable(term) {
            Some(v) => s.inputs.get(v),
            None => s.evaluate(term)[0],
        };
        (term, value)
    }

    /// The path decides whether something of the outside fails.
    pub(crate) fn outside_fails(&mut self, what: &str) -> Result<bool, Stop> {
        if self.is_process() {
            return Ok(false);
        }
        let (flag, value) = self.outside(&format!("fails({what})"), Outside::Flag, 1);
        self.fork(flag, value == 1)
    }

    /// The same for a call, by its number: the name under which it fails.
    pub(crate) fn call_fails(&mut self, name: &str) -> Result<Option<String>, Stop> {
        let number = self.count_call(name);
        let fails = self.outside_fails(&format!("{name}#{number}"))?;
        if fails {
            self.tell_failure();
        }
        Ok(fails.then(|| format!("{name}#{number}")))
    }

    /// Something of the outside has failed as the path decided: `errno` says why, by an input of its own if the program looks at
    /// it. `what` is what failed, as in `fails(what)`.
    pub(crate) fn say_cause(&mut self, what: &str, usual: i32) -> Result<(), Stop> {
        self.set_errno(usual)?;
        if !self.is_driven() || !self.sym().follows_errno {
            return Ok(());
        }
        self.sym().cause_told = true;
        let (cause, value) = self.outside(&format!("errno({what})"), Outside::Cause, CAUSES);
        let p = &mut self.sym().pool;
        let (none, usual) = (p.constant(0, CAUSES), p.constant(usual as u64, 32));
        let (is_usual, other) = (p.eq(cause, none), p.zext(cause, 32));
        let term = p.ite(is_usual, usual, other);
        self.tell_cause(value as u32);
        self.put_input(self.errno_address(), term)
    }

    /// Whether the allocation at work fails, where the user wants some to.
    pub(crate) fn allocation_fails(&mut self) -> Result<bool, Stop> {
        if !self.is_driven() {
            return Ok(false);
        }
        let s = self.sym();
        s.allocated = true;
        if !s.options.allocation_fails {
            return Ok(false);
        }
        let name = self.in_library.unwrap_or("malloc");
        Ok(self.call_fails(name)?.is_some())
    }

    /// A number from outside as the result of the library function at work, zero-extended to 64 bits.
    pub(crate) fn outside_number(&mut self, name: &str, width: u32) -> u64 {
        let path = format!("{name}#{}", self.count_call(name));
        let (term, value) = self.outside(&path, Outside::Number, width);
        let s = self.sym();
        let long = s.pool.zext(term, 64);
        s.reply = vec![long];
        value
    }

    /// A text of the outside, or null: as the result of the library function at work.
    pub(crate) fn outside_text(&mut self, path: &str) -> Result<u64, Stop> {
        let (address, term) = self.drive(|driver, vm| driver.text(vm, path)).expect("asked for by is_driven")?;
        self.sym().reply = vec![term];
        Ok(address)
    }

    /// Writes a number with its term; nothing to write to is fine.
    pub(crate) fn write_reply(&mut self, to: u64, bits: u32, value: u64) -> Result<(), Stop> {
        if to == 0 {
            return Ok(());
        }
        self.write_int(to, bits, value)?;
        let term = self.sym().reply.first().copied().unwrap_or(ExprId::NONE);
        if term.is_some() {
            let term = self.sym().fit(term, bits);
            self.put_input(to, term)?;
        }
        Ok(())
    }
}
