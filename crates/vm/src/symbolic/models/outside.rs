//! Functions that show values to the outside: what they print need not be concrete for the program, and they may fail.

use super::Call;
use crate::machine::Vm;
use crate::stop::Stop;
use crate::value::{Reply, Value};
use crate::world::EIO;
use crescendo_solver::expr::ExprId;

/// How a function that writes says that it failed, and which argument is its stream.
struct Writer {
    name: &'static str,
    failed: i64,
    stream: Stream,
    depends: Depends,
}

#[derive(Clone, Copy)]
enum Stream {
    Argument(usize),
    None,
}

/// What its result depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depends {
    /// Nothing but whether it worked.
    Plain,
    /// The byte written: the first argument.
    Byte,
    /// What was printed.
    Printed,
}

const fn writer(name: &'static str, stream: Stream, depends: Depends) -> Writer {
    Writer { name, failed: -1, stream, depends }
}

use Depends::{Byte, Plain, Printed};
use Stream::Argument;

const WRITERS: &[Writer] = &[
    writer("printf", Stream::None, Printed),
    writer("__printf_chk", Stream::None, Printed),
    writer("vprintf", Stream::None, Printed),
    writer("__vprintf_chk", Stream::None, Printed),
    writer("fprintf", Argument(0), Printed),
    writer("__fprintf_chk", Argument(0), Printed),
    writer("vfprintf", Argument(0), Printed),
    writer("__vfprintf_chk", Argument(0), Printed),
    writer("dprintf", Stream::None, Printed),
    writer("vdprintf", Stream::None, Printed),
    writer("puts", Stream::None, Plain),
    writer("fputs", Argument(1), Plain),
    writer("fputs_unlocked", Argument(1), Plain),
    writer("putchar", Stream::None, Byte),
    writer("putchar_unlocked", Stream::None, Byte),
    writer("putc", Argument(1), Byte),
    writer("putc_unlocked", Argument(1), Byte),
    writer("fputc", Argument(1), Byte),
    writer("fputc_unlocked", Argument(1), Byte),
    Writer { name: "fwrite", failed: 0, stream: Argument(3), depends: Plain },
    Writer { name: "fwrite_unlocked", failed: 0, stream: Argument(3), depends: Plain },
    writer("write", Stream::None, Plain),
    writer("fseek", Stream::None, Plain),
    writer("fseeko", Stream::None, Plain),
    writer("lseek", Stream::None, Plain),
    writer("fflush", Stream::None, Plain),
    writer("fclose", Stream::None, Plain),
    writer("close", Stream::None, Plain),
];

/// Others that only show things, and do not come back or have nothing to say.
const SILENT: &[&str] = &[
    "perror",
    "psignal",
    "syslog",
    "vsyslog",
    "err",
    "errx",
    "warn",
    "warnx",
    "verr",
    "verrx",
    "vwarn",
    "vwarnx",
    "error",
    "exit",
    "_exit",
    "_Exit",
    "abort",
    "__assert_fail",
];

fn find(name: &str) -> Option<&'static Writer> {
    WRITERS.iter().find(|w| w.name == name)
}

/// Whether an argument of a function that writes says which file is meant: that decides what happens.
pub(crate) fn is_descriptor(name: &str, argument: usize) -> bool {
    argument == 0 && matches!(name, "write" | "lseek" | "close" | "dprintf" | "vdprintf")
}

/// Whether a function that writes is told how much, whatever the bytes are.
pub(crate) fn shows_by_size(name: &str) -> bool {
    matches!(name, "write" | "fwrite" | "fwrite_unlocked")
}

impl<'p> Vm<'p> {
    /// Whether a library function only shows what it is given: its data may stay symbolic.
    pub(crate) fn only_shows(&mut self, name: &str, args: &[Value]) -> bool {
        let Some(w) = find(name) else { return SILENT.contains(&name) };
        let sizes = match name {
            "fwrite" | "fwrite_unlocked" | "lseek" | "fseek" | "fseeko" => &args[1.min(args.len())..],
            "write" => &args[2.min(args.len())..],
            _ => &[],
        };
        let numbers = sizes.iter().any(|v| v.scalar != crescendo_program::Scalar::Ptr && v.is_symbolic());
        (w.depends != Printed || !self.sym().result_used) && !numbers && !self.is_kept(w, args)
    }

    /// Whether it writes to a file that the program can read again.
    fn is_kept(&mut self, w: &Writer, args: &[Value]) -> bool {
        let handle = match w.stream {
            Argument(i) => args.get(i).and_then(|a| self.handle_of_stream(a.lo)),
            Stream::None if matches!(w.name, "write" | "dprintf" | "vdprintf") => args.first().map(|a| a.lo as i32),
            Stream::None => None,
        };
        handle.is_some_and(|h| self.keeps_bytes(h))
    }

    /// A function that writes has worked, and the program looks at its result: it may have failed as well.
    pub(crate) fn writing_may_fail(&mut self, call: &Call, reply: Reply) -> Result<Reply, Stop> {
        let Some(w) = find(&self.function(call.id).name).filter(|_| self.is_driven()) else { return Ok(reply) };
        let Reply::Word(value) = reply else { return Ok(reply) };
        // It has failed already, or had nothing to write: `fwrite` then does not look at the stream.
        if value as i32 == -1 || w.failed == 0 && value == 0 {
            return Ok(reply);
        }
        if let Some(what) = self.call_fails(w.name)? {
            self.sym().reply.clear();
            if let Argument(i) = w.stream {
                self.mark_failed(call.word(i))?;
            }
            self.say_cause(&what, EIO)?;
            // Some of it may have been written.
            if w.failed == 0 {
                self.note_one_answer(call.id);
            }
            return Ok(w.failed.into());
        }
        if w.depends == Byte && call.is_symbolic(0) {
            let c = self.argument_term(call, 0, 32);
            let p = &mut self.sym().pool;
            let byte = p.extract(c, 0, 8);
            let wide = p.zext(byte, 32);
            self.sym().reply = vec![wide, ExprId::NONE];
        }
        Ok(reply)
    }
}
