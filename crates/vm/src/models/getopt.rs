//! getopt.h, after glibc's own algorithm: permutation, abbreviations of long options, the same messages.
//!
//! `optarg`, `optind`, `opterr` and `optopt` are the program's variables where it declares them. What is looked at is asked
//! by `decide_…`: where it depends on inputs, the answer is a decision of the path (`symbolic::models::options`).

use super::locale::char_is_signed;
use super::{Args, Model};
use crate::machine::Vm;
use crate::stop::Stop;
use crate::value::{Reply, Value};
use crescendo_program::Scalar;

pub const MODELS: &[Model] = &[
    Model { name: "getopt", call: |vm, a| getopt(vm, a, Kind::Short { posix: false }) },
    Model { name: "__posix_getopt", call: |vm, a| getopt(vm, a, Kind::Short { posix: true }) },
    Model { name: "getopt_long", call: |vm, a| getopt(vm, a, Kind::Long) },
    Model { name: "getopt_long_only", call: |vm, a| getopt(vm, a, Kind::LongOnly) },
];

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Short {
        posix: bool,
    },
    Long,
    /// A single dash may start a long option, too.
    LongOnly,
}

/// What happens at an argument that is no option.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Ordering {
    #[default]
    Permute,
    /// It ends the options.
    RequireOrder,
    /// It is given as the argument of an option with code 1.
    ReturnInOrder,
}

/// What is remembered between calls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    variables: Option<Variables>,
    initialised: bool,
    ordering: Ordering,
    /// The rest of a group of short options; 0: none.
    next: u64,
    /// The arguments skipped so far: from, to.
    first_skipped: i32,
    last_skipped: i32,
}

/// Addresses of the public variables.
#[derive(Clone, Copy, Debug)]
struct Variables {
    optarg: u64,
    optind: u64,
    opterr: u64,
    optopt: u64,
}

impl Vm<'_> {
    /// Gives the public variables their first values, if the program declares any.
    pub(crate) fn set_up_options(&mut self) -> Result<(), Stop> {
        if ["optarg", "optind", "opterr", "optopt"].iter().any(|n| self.library_variable(n).is_some()) {
            variables(self)?;
        }
        Ok(())
    }
}

fn variables(vm: &mut Vm) -> Result<Variables, Stop> {
    if let Some(v) = vm.library.options.variables {
        return Ok(v);
    }
    let mut place = |name: &str, bits: u32, value: u64| -> Result<u64, Stop> {
        let at = match vm.library_variable(name) {
            Some(at) => at,
            None => vm.machine_object(bits as u64 / 8, "a variable of getopt")?,
        };
        vm.write_int(at, bits, value)?;
        Ok(at)
    };
    let (optind, opterr, optopt) =
        (place("optind", 32, 1)?, place("opterr", 32, 1)?, place("optopt", 32, b'?' as u64)?);
    let pointer = vm.program.target.pointer_bits;
    let optarg = match vm.library_variable("optarg") {
        Some(at) => at,
        None => vm.machine_object(pointer as u64 / 8, "a variable of getopt")?,
    };
    vm.write_int(optarg, pointer, 0)?;
    let v = Variables { optarg, optind, opterr, optopt };
    vm.library.options.variables = Some(v);
    Ok(v)
}

/// One call. `optind` lives here and is written back at the end.
struct Scan<'a, 'p> {
    vm: &'a mut Vm<'p>,
    argc: Value,
    argv: u64,
    /// The short options without the sign for the order.
    short: Vec<u8>,
    long: u64,
    index_to: u64,
    kind: Kind,
    complain: bool,
    v: Variables,
    optind: i32,
}

fn getopt(vm: &mut Vm, a: Args, kind: Kind) -> Result<Reply, Stop> {
    let v = variables(vm)?;
    let optind = vm.decide_int(v.optind)?;
    let complain = vm.decide_int(v.opterr)? != 0;
    let short = vm.c_string(a.word(2))?;
    let (long, index_to) = if matches!(kind, Kind::Short { .. }) { (0, 0) } else { (a.word(3), a.word(4)) };
    let (argc, argv) = (a.values.first().copied().unwrap_or(Value::word(Scalar::Int(32), 0, 0)), a.word(1));
    if !vm.decide_less(0, &argc)? {
        return Ok((-1).into());
    }
    let mut scan = Scan { vm, argc, argv, short, long, index_to, kind, complain, v, optind };
    scan.set_optarg(0)?;
    scan.begin()?;
    let code = scan.run()?;
    let optind = scan.optind;
    vm.write_int(v.optind, 32, optind as u32 as u64)?;
    Ok(code.into())
}

/// A long option as the program lists it.
#[derive(Clone, PartialEq)]
struct LongOption {
    name: Vec<u8>,
    has_argument: i32,
    flag: u64,
    value: i32,
}

impl LongOption {
    fn same_effect(&self, other: &LongOption) -> bool {
        (self.has_argument, self.flag, self.value) == (other.has_argument, other.flag, other.value)
    }
}

/// What follows a short option in the list of them.
#[derive(Clone, Copy, PartialEq)]
enum Marks {
    None,
    /// `:`
    Required,
    /// `::`
    Optional,
    /// `W;`
    Long,
}

impl Marks {
    fn at(short: &[u8], i: usize) -> Marks {
        match (short[i], short.get(i + 1), short.get(i + 2)) {
            (b'W', Some(b';'), _) => Marks::Long,
            (_, Some(b':'), Some(b':')) => Marks::Optional,
            (_, Some(b':'), _) => Marks::Required,
            _ => Marks::None,
        }
    }

    /// The options with these marks; of those that are listed twice the first counts.
    fn options(self, short: &[u8]) -> Vec<u8> {
        let first = |i: usize| !short[..i].contains(&short[i]) && !b":;".contains(&short[i]);
        (0..short.len()).filter(|&i| first(i) && Marks::at(short, i) == self).map(|i| short[i]).collect()
    }
}

impl Scan<'_, '_> {
    fn state(&mut self) -> &mut Options {
        &mut self.vm.library.options
    }

    fn pointer_bits(&self) -> u32 {
        self.vm.program.target.pointer_bits
    }

    fn slot(&self, i: i32) -> u64 {
        self.argv.wrapping_add((i as i64 * self.pointer_bits() as i64 / 8) as u64)
    }

    /// The address of an argument.
    fn argument(&mut self, i: i32) -> Result<u64, Stop> {
        self.vm.decide_pointer(self.slot(i))
    }

    /// Whether there is an argument at `optind`.
    fn has_more(&mut self) -> Result<bool, Stop> {
        self.vm.decide_less(self.optind, &self.argc)
    }

    fn set_optarg(&mut self, at: u64) -> Result<(), Stop> {
        let bits = self.pointer_bits();
        self.vm.write_int(self.v.optarg, bits, at)
    }

    fn set_optopt(&mut self, value: i32) -> Result<(), Stop> {
        self.vm.write_int(self.v.optopt, 32, value as u32 as u64)
    }

    /// The character at an address is the option.
    fn set_optopt_to(&mut self, at: u64, code: i32) -> Result<(), Stop> {
        self.set_optopt(code)?;
        let signed = char_is_signed(self.vm);
        self.vm.keep_character(self.v.optopt, at, signed)
    }

    /// `program: ` and the rest, if messages are wanted.
    fn message(&mut self, parts: &[&[u8]]) -> Result<(), Stop> {
        if !self.complain {
            return Ok(());
        }
        let name = self.argument(0)?;
        let mut text = if name == 0 { b"(null)".to_vec() } else { self.vm.c_string(name)? };
        text.extend_from_slice(b": ");
        text.extend(parts.concat());
        text.push(b'\n');
        self.vm.write_error(&text);
        Ok(())
    }

    /// The result of an option whose argument is missing.
    fn missing(&self) -> i32 {
        (if self.short.first() == Some(&b':') { b':' } else { b'?' }) as i32
    }

    /// Starts over if asked to, and reads the sign at the start of the short options.
    fn begin(&mut self) -> Result<(), Stop> {
        let sign = self.short.first().copied().filter(|c| b"-+".contains(c));
        if self.optind == 0 || !self.state().initialised {
            self.optind = self.optind.max(1);
            let posix = matches!(self.kind, Kind::Short { posix: true }) || self.vm.world.variable(POSIXLY).is_some();
            let ordering = match sign {
                Some(b'-') => Ordering::ReturnInOrder,
                Some(_) => Ordering::RequireOrder,
                None if posix => Ordering::RequireOrder,
                None => Ordering::Permute,
            };
            let optind = self.optind;
            let state = self.state();
            *state = Options {
                variables: state.variables,
                initialised: true,
                ordering,
                next: 0,
                first_skipped: optind,
                last_skipped: optind,
            };
        }
        if sign.is_some() {
            self.short.remove(0);
        }
        self.complain &= self.short.first() != Some(&b':');
        Ok(())
    }

    fn run(&mut self) -> Result<i32, Stop> {
        let next = self.state().next;
        if next == 0 || self.vm.decide_byte(next, 0)? {
            if let Some(code) = self.next_argument()? {
                return Ok(code);
            }
        }
        self.short_option()
    }

    /// An argument that is not `-x`; a single dash is none.
    fn is_no_option(&mut self, i: i32) -> Result<bool, Stop> {
        let at = self.argument(i)?;
        Ok(!self.vm.decide_byte(at, b'-')? || self.vm.decide_byte(at.wrapping_add(1), 0)?)
    }

    /// Moves on to the next argument with options; gives a result if that settles the call.
    fn next_argument(&mut self) -> Result<Option<i32>, Stop> {
        let optind = self.optind;
        let state = self.state();
        state.last_skipped = state.last_skipped.min(optind);
        state.first_skipped = state.first_skipped.min(optind);
        if state.ordering == Ordering::Permute {
            if state.first_skipped != state.last_skipped && state.last_skipped != optind {
                self.exchange()?;
            } else if state.last_skipped != optind {
                state.first_skipped = optind;
            }
            while self.has_more()? && self.is_no_option(self.optind)? {
                self.optind += 1;
            }
            self.state().last_skipped = self.optind;
        }
        if self.has_more()? && self.is_end_mark()? {
            self.optind += 1;
            let (optind, argc) = (self.optind, self.known_count()?);
            let state = self.state();
            if state.first_skipped != state.last_skipped && state.last_skipped != optind {
                self.exchange()?;
            } else if state.first_skipped == state.last_skipped {
                state.first_skipped = optind;
            }
            self.state().last_skipped = argc;
            self.optind = argc;
        }
        if !self.has_more()? {
            let state = *self.state();
            if state.first_skipped != state.last_skipped {
                self.optind = state.first_skipped;
            }
            return Ok(Some(-1));
        }
        if self.is_no_option(self.optind)? {
            if self.state().ordering == Ordering::RequireOrder {
                return Ok(Some(-1));
            }
            let at = self.argument(self.optind)?;
            self.optind += 1;
            self.set_optarg(at)?;
            return Ok(Some(1));
        }
        let at = self.argument(self.optind)?;
        if self.long != 0 {
            let second = at.wrapping_add(1);
            if self.vm.decide_byte(second, b'-')? {
                self.state().next = at.wrapping_add(2);
                return self.long_option(b"--", self.kind == Kind::LongOnly);
            }
            if self.kind == Kind::LongOnly
                && (!self.vm.decide_byte(at.wrapping_add(2), 0)? || !self.vm.decide_member(second, &self.short)?)
            {
                self.state().next = at.wrapping_add(1);
                if let Some(code) = self.long_option(b"-", true)? {
                    return Ok(Some(code));
                }
            }
        }
        self.state().next = at.wrapping_add(1);
        Ok(None)
    }

    fn is_end_mark(&mut self) -> Result<bool, Stop> {
        let at = self.argument(self.optind)?;
        Ok(self.vm.decide_byte(at, b'-')?
            && self.vm.decide_byte(at.wrapping_add(1), b'-')?
            && self.vm.decide_byte(at.wrapping_add(2), 0)?)
    }

    /// How many arguments there are.
    fn known_count(&mut self) -> Result<i32, Stop> {
        self.vm.decide_count(self.optind, &self.argc)
    }

    /// Moves the skipped arguments behind the options that followed them.
    fn exchange(&mut self) -> Result<(), Stop> {
        let state = *self.state();
        let (bottom, middle, top) = (state.first_skipped, state.last_skipped, self.optind);
        let mut list = (bottom..top).map(|i| self.argument(i)).collect::<Result<Vec<u64>, Stop>>()?;
        list.rotate_left((middle - bottom).max(0) as usize);
        let bits = self.pointer_bits();
        for (i, at) in (bottom..top).zip(list) {
            let slot = self.slot(i);
            self.vm.write_int(slot, bits, at)?;
        }
        let state = self.state();
        state.first_skipped += top - middle;
        state.last_skipped = top;
        Ok(())
    }

    fn short_option(&mut self) -> Result<i32, Stop> {
        let next = self.state().next;
        let c = self.vm.load_byte(next)?;
        let rest = next.wrapping_add(1);
        self.state().next = rest;
        let group_ends = self.vm.decide_byte(rest, 0)?;
        if group_ends {
            self.optind += 1;
        }
        let code = if char_is_signed(self.vm) { c as i8 as i32 } else { c as i32 };
        let known = self.short.iter().position(|&x| x == c).filter(|_| c != b':' && c != b';');
        for marks in [Marks::None, Marks::Required, Marks::Optional, Marks::Long] {
            let alike = marks.options(&self.short);
            if !alike.is_empty() && self.vm.decide_member(next, &alike)? {
                self.vm.reply_character(next, char_is_signed(self.vm))?;
                break;
            }
        }
        let Some(known) = known else {
            self.message(&[b"invalid option -- '", &[c], b"'"])?;
            self.set_optopt_to(next, code)?;
            return Ok(b'?' as i32);
        };
        let marks = Marks::at(&self.short, known);
        if marks == Marks::Long && self.long != 0 {
            // `-W name` is `--name`.
            self.vm.no_term();
            if group_ends && !self.has_more()? {
                return self.missing_short(next, c, code);
            }
            let name = if group_ends { self.argument(self.optind)? } else { rest };
            self.state().next = name;
            return Ok(self.long_option(b"-W ", false)?.unwrap_or(-1));
        }
        if matches!(marks, Marks::None | Marks::Long) {
            return Ok(code);
        }
        self.state().next = 0;
        if !group_ends {
            self.optind += 1;
            self.set_optarg(rest)?;
        } else if marks == Marks::Required {
            if !self.has_more()? {
                return self.missing_short(next, c, code);
            }
            let at = self.argument(self.optind)?;
            self.optind += 1;
            self.set_optarg(at)?;
        }
        Ok(code)
    }

    fn missing_short(&mut self, at: u64, c: u8, code: i32) -> Result<i32, Stop> {
        self.vm.no_term();
        self.message(&[b"option requires an argument -- '", &[c], b"'"])?;
        self.set_optopt_to(at, code)?;
        Ok(self.missing())
    }

    fn long_options(&mut self) -> Result<Vec<LongOption>, Stop> {
        let bits = self.pointer_bits();
        let word = bits as u64 / 8;
        let mut list = Vec::new();
        loop {
            let at = self.long.wrapping_add(list.len() as u64 * 4 * word);
            let name = self.vm.read_int(at, bits)?;
            if name == 0 {
                return Ok(list);
            }
            list.push(LongOption {
                name: self.vm.c_string(name)?,
                has_argument: self.vm.read_int(at.wrapping_add(word), 32)? as i32,
                flag: self.vm.read_int(at.wrapping_add(2 * word), bits)?,
                value: self.vm.read_int(at.wrapping_add(3 * word), 32)? as i32,
            });
        }
    }

    /// The long option at `next`; nothing if it shall be read as short options.
    fn long_option(&mut self, prefix: &[u8], long_only: bool) -> Result<Option<i32>, Stop> {
        let start = self.state().next;
        let text = self.vm.c_string(start)?;
        let options = self.long_options()?;
        let mut exact = None;
        for (i, option) in options.iter().enumerate() {
            if self.vm.decide_text(start, &option.name, true)? {
                exact = Some(i);
                break;
            }
        }
        let end = match exact {
            Some(i) => options[i].name.len(),
            None => self.name_length(start)?,
        };
        let found = match exact {
            Some(exact) => Some(exact),
            None => {
                let mut close = Vec::new();
                for (i, option) in options.iter().enumerate() {
                    if option.name.len() > end && self.vm.decide_text(start, &option.name[..end], false)? {
                        close.push(i);
                    }
                }
                let first = close.first().copied();
                let other = |&i: &usize| Some(i) == first || long_only || !options[i].same_effect(&options[close[0]]);
                let candidates: Vec<usize> = close.iter().copied().filter(other).collect();
                if candidates.len() > 1 {
                    return self.ambiguous(prefix, &text, &options, &candidates).map(Some);
                }
                first
            }
        };
        let Some(found) = found else {
            let at = self.argument(self.optind)?;
            let double = self.vm.decide_byte(at.wrapping_add(1), b'-')?;
            if long_only && !double && !text.is_empty() && self.vm.decide_member(start, &self.short)? {
                return Ok(None);
            }
            self.message(&[b"unrecognized option '", prefix, &text, b"'"])?;
            self.state().next = 0;
            self.optind += 1;
            self.set_optopt(0)?;
            return Ok(Some(b'?' as i32));
        };
        self.optind += 1;
        self.state().next = 0;
        let option = &options[found];
        if !self.vm.decide_byte(start.wrapping_add(end as u64), 0)? {
            if option.has_argument == 0 {
                self.message(&[b"option '", prefix, &option.name, b"' doesn't allow an argument"])?;
                self.set_optopt(option.value)?;
                return Ok(Some(b'?' as i32));
            }
            self.set_optarg(start.wrapping_add(end as u64 + 1))?;
        } else if option.has_argument == 1 {
            if !self.has_more()? {
                self.message(&[b"option '", prefix, &option.name, b"' requires an argument"])?;
                self.set_optopt(option.value)?;
                return Ok(Some(self.missing()));
            }
            let at = self.argument(self.optind)?;
            self.optind += 1;
            self.set_optarg(at)?;
        }
        if self.index_to != 0 {
            self.vm.write_int(self.index_to, 32, found as u64)?;
        }
        if option.flag != 0 {
            self.vm.write_int(option.flag, 32, option.value as u32 as u64)?;
            return Ok(Some(0));
        }
        Ok(Some(option.value))
    }

    /// Bytes up to the end or to `=`.
    fn name_length(&mut self, start: u64) -> Result<usize, Stop> {
        let mut length = 0;
        while !self.vm.decide_member(start.wrapping_add(length), b"\0=")? {
            length += 1;
        }
        Ok(length as usize)
    }

    fn ambiguous(&mut self, prefix: &[u8], text: &[u8], all: &[LongOption], which: &[usize]) -> Result<i32, Stop> {
        let list: Vec<u8> = which.iter().flat_map(|&i| [b" '", prefix, &all[i].name, b"'"].concat()).collect();
        self.message(&[b"option '", prefix, text, b"' is ambiguous; possibilities:", &list])?;
        self.state().next = 0;
        self.optind += 1;
        self.set_optopt(0)?;
        Ok(b'?' as i32)
    }
}

/// The variable that makes the first argument that is no option end the options.
const POSIXLY: &[u8] = b"POSIXLY_CORRECT";
