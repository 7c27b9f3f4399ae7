//! `getopt` and its like: what the plain model asks of the arguments becomes decisions here, as in a loop of the program.
//! A short option stays a term, so that the program's own `switch` decides which one it is.

use super::numbers::Reader;
use super::{Answer, Call, SymbolicModel, with};
use crate::machine::Vm;
use crate::memory::AccessKind;
use crate::stop::Stop;
use crate::value::Value;
use crescendo_program::Scalar;
use crescendo_solver::expr::ExprId;

pub(super) const MODELS: &[SymbolicModel] = &[
    SymbolicModel { name: "getopt", call: options },
    SymbolicModel { name: "__posix_getopt", call: options },
    SymbolicModel { name: "getopt_long", call: options },
    SymbolicModel { name: "getopt_long_only", call: options },
];

fn options(vm: &mut Vm, call: &Call) -> Answer {
    let Some(argv) = call.args.get(1) else { return Ok(None) };
    let named = call.args.get(2..).unwrap_or(&[]);
    if named.iter().any(|v| v.is_symbolic() || v.lo != 0 && vm.memory.is_open(v.lo)) {
        return Ok(None);
    }
    if argv.is_symbolic() && vm.decide_value(argv, false)?.is_some() && !vm.pin_address(Some(argv))? {
        return Ok(None);
    }
    // All that the plain model looks at, it decides. Where it fails, the check that failed is the last thing it noted.
    let reply = vm.run_plain(call);
    match reply {
        Err(Stop::Fault(_)) => vm.tell_notes(Some("getopt"))?,
        _ => drop(vm.memory.take_notes()),
    }
    let reply = reply?;
    let term = vm.sym().reply.first().copied().unwrap_or(ExprId::NONE);
    with(reply, term)
}

/// Numbers of arguments that are tried one by one.
const COUNTED: i32 = 64;

impl Vm<'_> {
    /// Whether the byte at an address is this one.
    pub(crate) fn decide_byte(&mut self, at: u64, byte: u8) -> Result<bool, Stop> {
        match self.symbolic {
            Some(_) => Reader::new(at).is(self, 0, byte),
            None => Ok(self.load_byte(at)? == byte),
        }
    }

    /// Whether the byte at an address is one of these.
    pub(crate) fn decide_member(&mut self, at: u64, set: &[u8]) -> Result<bool, Stop> {
        if self.symbolic.is_none() {
            return Ok(set.contains(&self.load_byte(at)?));
        }
        let (term, value) = Reader::new(at).peek(self, 0)?;
        let mut any = self.sym().pool.bool(false);
        for &c in set {
            let is = self.equal_to(&[term], c)[0];
            any = self.sym().pool.or(any, is);
        }
        self.fork(any, set.contains(&value))
    }

    /// Whether the string at an address starts with this text; `whole`: and ends there, or goes on with `=`.
    pub(crate) fn decide_text(&mut self, at: u64, text: &[u8], whole: bool) -> Result<bool, Stop> {
        let given = self.c_string(at)?;
        let follows = |c: Option<&u8>| !whole || c.is_none_or(|c| *c == b'=');
        let truth = given.starts_with(text) && follows(given.get(text.len()));
        if self.symbolic.is_none() {
            return Ok(truth);
        }
        self.memory.take_notes();
        let Some(mut view) = self.view(Some(&Value::word(Scalar::Ptr, at, 0)))? else { return Ok(truth) };
        let mut all = self.sym().pool.bool(true);
        for (i, c) in text.iter().map(Some).chain(whole.then_some(None)).enumerate() {
            let Some(byte) = view.byte(self, i as u64) else {
                // No run has a string so long.
                let no = self.sym().pool.bool(false);
                let here = view.or_unknown(self, i, no);
                all = self.sym().pool.and(all, here);
                break;
            };
            let here = match c {
                Some(c) => self.equal_to(&[byte], *c)[0],
                None => {
                    let (end, value) = (self.equal_to(&[byte], 0)[0], self.equal_to(&[byte], b'=')[0]);
                    self.sym().pool.or(end, value)
                }
            };
            all = self.sym().pool.and(all, here);
        }
        self.fork(all, truth)
    }

    /// Whether a number is less than an argument.
    pub(crate) fn decide_less(&mut self, i: i32, than: &Value) -> Result<bool, Stop> {
        let truth = i < than.lo as i32;
        if !than.is_symbolic() {
            return Ok(truth);
        }
        let than = self.value_term(than, 32);
        let p = &mut self.sym().pool;
        let here = p.constant(i as u32 as u64, 32);
        let less = p.slt(here, than);
        self.fork(less, truth)
    }

    /// A number that is an argument, from `least` on: the path tells which one it is.
    pub(crate) fn decide_count(&mut self, least: i32, count: &Value) -> Result<i32, Stop> {
        let value = (count.lo as i32).max(least);
        if !count.is_symbolic() {
            return Ok(value);
        }
        for i in least..least.saturating_add(COUNTED) {
            if !self.decide_less(i, count)? {
                return Ok(i);
            }
        }
        let reason = self.library_reason("getopt");
        self.concretise(count.terms[0], count.lo, reason)?;
        Ok(value)
    }

    /// The pointer at an address.
    pub(crate) fn decide_pointer(&mut self, at: u64) -> Result<u64, Stop> {
        if self.symbolic.is_none() {
            return self.read_int(at, self.program.target.pointer_bits);
        }
        let v = self.load_value(at, Scalar::Ptr)?;
        self.tell_notes(None)?;
        if v.is_symbolic() && self.decide_value(&v, false)?.is_some() {
            let reason = self.library_reason("getopt");
            self.concretise(v.terms[0], v.lo, reason)?;
        }
        Ok(v.lo)
    }

    /// The number at an address.
    pub(crate) fn decide_int(&mut self, at: u64) -> Result<i32, Stop> {
        if self.symbolic.is_none() {
            return Ok(self.read_int(at, 32)? as i32);
        }
        let v = self.load_value(at, Scalar::Int(32))?;
        self.tell_notes(None)?;
        if v.is_symbolic() {
            let reason = self.library_reason("getopt");
            self.concretise(v.terms[0], v.lo, reason)?;
        }
        Ok(v.lo as i32)
    }

    /// The result of the function at work is no term after all.
    pub(crate) fn no_term(&mut self) {
        if let Some(s) = self.symbolic.as_deref_mut() {
            s.reply.clear();
        }
    }

    /// The result of the function at work is the character at an address.
    pub(crate) fn reply_character(&mut self, at: u64, signed: bool) -> Result<(), Stop> {
        if self.symbolic.is_some() {
            let term = self.option_character(at, signed)?;
            self.sym().reply = vec![term];
        }
        Ok(())
    }

    /// A number that was just written to `to` is the character at an address.
    pub(crate) fn keep_character(&mut self, to: u64, at: u64, signed: bool) -> Result<(), Stop> {
        if self.symbolic.is_some() {
            let term = self.option_character(at, signed)?;
            if term.is_some()
                && let Ok(r) = self.memory.check(to, 4, AccessKind::Write)
            {
                self.set_span_term(r, term);
            }
        }
        Ok(())
    }

    /// A character as an `int`.
    fn option_character(&mut self, at: u64, signed: bool) -> Result<ExprId, Stop> {
        let (term, _) = Reader::new(at).peek(self, 0)?;
        let s = self.sym();
        let wide = if signed { s.pool.sext(term, 32) } else { s.pool.zext(term, 32) };
        Ok(s.kept(wide))
    }
}
