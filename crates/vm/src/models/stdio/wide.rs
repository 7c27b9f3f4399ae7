//! The part of wchar.h that is about streams and formats, in the C locale, where a wide character is an ASCII byte.
//!
//! Output beyond ASCII is not modelled and stops the run: glibc transliterates it for streams (a euro sign becomes
//! `EUR`), by a table we don't have. Input beyond ASCII is an error (`EILSEQ`) as it is natively.

use super::arguments::{Arguments, data_model};
use super::print::with_list;
use super::render::Parsed;
use super::{STDIN, STDOUT, StreamId, scan};
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crate::world::EILSEQ;
use std::sync::Arc;

pub const MODELS: &[Model] = &[
    Model { name: "fwide", call: fwide },
    Model { name: "fputwc", call: |vm, a| fputwc(vm, a.word(0), a.word(1)) },
    Model { name: "putwc", call: |vm, a| fputwc(vm, a.word(0), a.word(1)) },
    Model { name: "putwchar", call: putwchar },
    Model { name: "fputws", call: fputws },
    Model { name: "fgetwc", call: |vm, a| fgetwc(vm, a.word(0)) },
    Model { name: "getwc", call: |vm, a| fgetwc(vm, a.word(0)) },
    Model { name: "getwchar", call: getwchar },
    Model { name: "ungetwc", call: ungetwc },
    Model { name: "fgetws", call: fgetws },
    Model { name: "wprintf", call: |vm, a| standard(vm, a.word(0), Arguments::Call(a.rest())) },
    Model { name: "vwprintf", call: |vm, a| with_list(vm, a.word(1), |vm, l| standard(vm, a.word(0), l)) },
    Model { name: "fwprintf", call: |vm, a| stream(vm, a.word(0), a.word(1), Arguments::Call(a.rest())) },
    Model { name: "vfwprintf", call: |vm, a| with_list(vm, a.word(2), |vm, l| stream(vm, a.word(0), a.word(1), l)) },
    Model { name: "swprintf", call: |vm, a| text(vm, a.word(0), a.word(1), a.word(2), Arguments::Call(a.rest())) },
    Model {
        name: "vswprintf",
        call: |vm, a| with_list(vm, a.word(3), |vm, l| text(vm, a.word(0), a.word(1), a.word(2), l)),
    },
    Model { name: "swscanf", call: |vm, a| scan_text(vm, a, Arguments::Call(a.rest())) },
    Model { name: "__isoc99_swscanf", call: |vm, a| scan_text(vm, a, Arguments::Call(a.rest())) },
    Model { name: "__isoc23_swscanf", call: |vm, a| scan_text(vm, a, Arguments::Call(a.rest())) },
    Model { name: "vswscanf", call: |vm, a| with_list(vm, a.word(2), |vm, l| scan_text(vm, a, l)) },
    Model { name: "__isoc99_vswscanf", call: |vm, a| with_list(vm, a.word(2), |vm, l| scan_text(vm, a, l)) },
    Model { name: "fwscanf", call: |vm, a| scan_stream(vm, a.word(0), a.word(1), Arguments::Call(a.rest())) },
    Model { name: "__isoc99_fwscanf", call: |vm, a| scan_stream(vm, a.word(0), a.word(1), Arguments::Call(a.rest())) },
    Model { name: "wscanf", call: scan_standard },
    Model { name: "__isoc99_wscanf", call: scan_standard },
];

/// `WEOF`: all ones of a `wint_t`.
const WEOF: u64 = 0xffff_ffff;
const FAILED: i32 = -1;

fn beyond_ascii(what: &str) -> Stop {
    Stop::Unsupported(format!("wide {what} with characters beyond ASCII"))
}

impl<'p> Vm<'p> {
    fn wide_bytes(&self) -> u64 {
        self.program.target.wchar_bits as u64 / 8
    }

    /// A wide string as bytes; it must be ASCII for us.
    fn narrowed(&mut self, address: u64, what: &str) -> Result<Vec<u8>, Stop> {
        let (bits, unit) = (self.program.target.wchar_bits, self.wide_bytes());
        let mut text = Vec::new();
        let mut at = address;
        let mut plain = true;
        loop {
            let c = self.read_int(at, bits)?;
            if c == 0 {
                return if plain { Ok(text) } else { Err(beyond_ascii(what)) };
            }
            plain &= c < 0x80;
            text.push(c as u8);
            at = at.wrapping_add(unit);
        }
    }

    /// Decides a stream for wide characters, if it is undecided. False: it is one for bytes.
    fn orient_wide(&mut self, id: StreamId) -> bool {
        let s = self.library.stdio.stream(id);
        if s.orientation == 0 {
            s.orientation = 1;
        }
        s.orientation > 0
    }

    /// Decides a stream for bytes, if it is undecided. False: it is one for wide characters.
    pub(super) fn orient_bytes(&mut self, id: StreamId) -> bool {
        let s = self.library.stdio.stream(id);
        if s.orientation == 0 {
            s.orientation = -1;
        }
        s.orientation < 0
    }

    fn put_wide(&mut self, id: StreamId, c: u64) -> Result<Reply, Stop> {
        if !self.orient_wide(id) {
            return Ok(Reply::Word(WEOF));
        }
        let Some(byte) = u8::try_from(c).ok().filter(u8::is_ascii) else {
            return Err(beyond_ascii("output"));
        };
        Ok(Reply::Word(if self.put_byte(id, byte)? { c } else { WEOF }))
    }

    /// The next character, or nothing at the end and after an error.
    fn get_wide(&mut self, id: StreamId) -> Result<Option<u8>, Stop> {
        if !self.orient_wide(id) {
            return Ok(None);
        }
        match self.get_byte(id)? {
            Some(byte) if !byte.is_ascii() => {
                self.stream_error(id, EILSEQ)?;
                Ok(None)
            }
            other => Ok(other),
        }
    }

    /// Writes text as wide characters, with the end mark.
    fn store_wide(&mut self, to: u64, text: &[u8]) -> Result<(), Stop> {
        let (bits, unit) = (self.program.target.wchar_bits, self.wide_bytes());
        for (i, c) in text.iter().chain([&0]).enumerate() {
            self.write_int(to.wrapping_add(i as u64 * unit), bits, *c as u64)?;
        }
        Ok(())
    }
}

fn fwide(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(0))?;
    match a.int(1) {
        0 => {}
        n if n > 0 => drop(vm.orient_wide(id)),
        _ => drop(vm.orient_bytes(id)),
    }
    Ok((vm.library.stdio.stream(id).orientation as i32).into())
}

fn fputwc(vm: &mut Vm, c: u64, file: u64) -> Result<Reply, Stop> {
    let id = vm.stream_at(file)?;
    vm.put_wide(id, c & WEOF)
}

fn putwchar(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.standard_id(STDOUT)?;
    vm.put_wide(id, a.word(0) & WEOF)
}

fn fputws(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(1))?;
    let text = vm.narrowed(a.word(0), "output")?;
    let good = vm.orient_wide(id) && vm.put_bytes(id, &text)? == text.len();
    Ok(if good { 1.into() } else { FAILED.into() })
}

fn get(vm: &mut Vm, id: StreamId) -> Result<Reply, Stop> {
    Ok(Reply::Word(vm.get_wide(id)?.map_or(WEOF, u64::from)))
}

fn fgetwc(vm: &mut Vm, file: u64) -> Result<Reply, Stop> {
    let id = vm.stream_at(file)?;
    get(vm, id)
}

fn getwchar(vm: &mut Vm, _: Args) -> Result<Reply, Stop> {
    let id = vm.standard_id(STDIN)?;
    get(vm, id)
}

fn ungetwc(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(1))?;
    let c = a.word(0) & WEOF;
    if c == WEOF || !vm.orient_wide(id) {
        return Ok(Reply::Word(WEOF));
    }
    let Ok(byte) = u8::try_from(c) else {
        return Err(beyond_ascii("input"));
    };
    vm.stop_writing(id)?;
    vm.push_back(id, byte);
    Ok(Reply::Word(c))
}

fn fgetws(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.stream_at(a.word(2))?;
    let size = a.int(1);
    if size <= 0 {
        return Ok(Reply::Word(0));
    }
    let mut line = Vec::new();
    while line.len() + 1 < size as usize {
        let Some(c) = vm.get_wide(id)? else { break };
        line.push(c);
        if c == b'\n' {
            break;
        }
    }
    if line.is_empty() && size > 1 {
        return Ok(Reply::Word(0));
    }
    vm.store_wide(a.word(0), &line)?;
    Ok(Reply::Word(a.word(0)))
}

fn parsed(vm: &mut Vm, format: u64) -> Result<Arc<Parsed>, Stop> {
    let text = vm.narrowed(format, "format")?;
    Ok(Arc::new(Parsed::new(text, &data_model(&vm.program.target))))
}

fn standard(vm: &mut Vm, format: u64, arguments: Arguments) -> Result<Reply, Stop> {
    let id = vm.standard_id(STDOUT)?;
    to_stream(vm, id, format, arguments)
}

fn stream(vm: &mut Vm, file: u64, format: u64, arguments: Arguments) -> Result<Reply, Stop> {
    let id = vm.stream_at(file)?;
    to_stream(vm, id, format, arguments)
}

fn to_stream(vm: &mut Vm, id: StreamId, format: u64, arguments: Arguments) -> Result<Reply, Stop> {
    if !vm.orient_wide(id) {
        return Ok(FAILED.into());
    }
    let format = parsed(vm, format)?;
    let r = vm.render_parsed(&format, arguments, u64::MAX)?;
    let good = vm.put_bytes(id, &r.bytes)? == r.bytes.len();
    if let Some(errno) = r.failed {
        failed_format(vm, errno)?;
    }
    Ok(if good && r.failed.is_none() { r.count().into() } else { FAILED.into() })
}

/// What the narrow formatter can't do wide characters can.
fn failed_format(vm: &mut Vm, errno: i32) -> Result<(), Stop> {
    if errno == EILSEQ { Err(beyond_ascii("output")) } else { vm.set_errno(errno) }
}

/// `swprintf`: a text that does not fit is cut, and the call fails.
fn text(vm: &mut Vm, to: u64, size: u64, format: u64, arguments: Arguments) -> Result<Reply, Stop> {
    let format = parsed(vm, format)?;
    let mut r = vm.render_parsed(&format, arguments, size)?;
    if let Some(errno) = r.failed {
        failed_format(vm, errno)?;
        return Ok(FAILED.into());
    }
    if size == 0 {
        return Ok(FAILED.into());
    }
    let count = r.count();
    r.bytes.truncate(usize::try_from(size - 1).unwrap_or(usize::MAX));
    vm.store_wide(to, &r.bytes)?;
    Ok(if (count as u64) < size { count.into() } else { FAILED.into() })
}

fn scan_text(vm: &mut Vm, a: Args, arguments: Arguments) -> Result<Reply, Stop> {
    let text = vm.narrowed(a.word(0), "text")?;
    let format = vm.narrowed(a.word(1), "format")?;
    scan::scan_bytes(vm, &text, &format, arguments)
}

fn scan_stream(vm: &mut Vm, file: u64, format: u64, arguments: Arguments) -> Result<Reply, Stop> {
    let id = vm.stream_at(file)?;
    scan_wide(vm, id, format, arguments)
}

fn scan_standard(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let id = vm.standard_id(STDIN)?;
    scan_wide(vm, id, a.word(0), Arguments::Call(a.rest()))
}

fn scan_wide(vm: &mut Vm, id: StreamId, format: u64, arguments: Arguments) -> Result<Reply, Stop> {
    if !vm.orient_wide(id) {
        return Ok(FAILED.into());
    }
    let format = vm.narrowed(format, "format")?;
    scan::scan_stream_bytes(vm, id, &format, arguments)
}
