//! `sscanf`, `scanf`, `fscanf`: what each character is becomes a decision, as in a loop of the program; numbers are terms of their digits, and
//! text keeps its bytes. The rules are those of `cformat::input`, which makes the values.

use super::ctype::between;
use super::floats::{Decimal, decimal};
use super::numbers::{Reader, digits};
use super::{Answer, Call, SymbolicModel, with};
use crate::machine::Vm;
use crate::memory::AccessKind;
use crate::models::stdio::StreamId;
use crate::models::stdio::arguments::data_model;
use crate::stop::Stop;
use crate::trace::Concretised;
use crate::value::Value;
use crescendo_cformat::DataModel;
use crescendo_cformat::input::{ByteSet, ScanConversion, ScanDirective, ScanFormat, ScanItem};
use crescendo_cformat::number::IntegerType;
use crescendo_program::{FloatKind, Scalar};
use crescendo_solver::expr::ExprId;

pub(super) const MODELS: &[SymbolicModel] = &[
    SymbolicModel { name: "sscanf", call: string },
    SymbolicModel { name: "__isoc99_sscanf", call: string },
    SymbolicModel { name: "__isoc23_sscanf", call: string },
    SymbolicModel { name: "fscanf", call: file },
    SymbolicModel { name: "__isoc99_fscanf", call: file },
    SymbolicModel { name: "__isoc23_fscanf", call: file },
    SymbolicModel { name: "scanf", call: standard },
    SymbolicModel { name: "__isoc99_scanf", call: standard },
    SymbolicModel { name: "__isoc23_scanf", call: standard },
];

/// How a part of the format ended.
enum Step {
    On,
    /// It does not match, or the text ends here.
    Stop,
    /// The plain model is to do it all.
    Leave,
}

fn string(vm: &mut Vm, call: &Call) -> Answer {
    let (Some(text), Some(format)) = (call.args.first(), known_format(vm, call, 1)?) else { return Ok(None) };
    if !vm.pin_address(Some(text))? || !vm.memory.is_open(text.lo) {
        return Ok(None);
    }
    // The plain model looks for the end of the text before anything else.
    let mut checks = Vec::new();
    if !vm.ends(&Value { terms: [ExprId::NONE; 2], ..*text }, &mut checks)? {
        return Ok(None);
    }
    for (kind, holds) in checks {
        let passed = vm.sym().evaluate(holds)[0] == 1;
        vm.check_event(kind, passed, holds)?;
        if !passed {
            return Ok(None);
        }
    }
    let mut scan = Scan::new(vm, call, Reader::new(text.lo), Some(text.lo));
    if !scan.all(vm, &format)? {
        return Ok(None);
    }
    let reply = vm.finish(call, &[])?;
    scan.keep(vm)?;
    with(reply, ExprId::NONE)
}

fn file(vm: &mut Vm, call: &Call) -> Answer {
    let Some(stream) = call.args.first() else { return Ok(None) };
    let Some(format) = known_format(vm, call, 1)? else { return Ok(None) };
    vm.decide_value(stream, true)?;
    match vm.input_stream(Some(stream.lo)) {
        Some(id) => from_stream(vm, call, id, &format),
        None => Ok(None),
    }
}

fn standard(vm: &mut Vm, call: &Call) -> Answer {
    let Some(format) = known_format(vm, call, 0)? else { return Ok(None) };
    match vm.input_stream(None) {
        Some(id) => from_stream(vm, call, id, &format),
        None => Ok(None),
    }
}

fn from_stream(vm: &mut Vm, call: &Call, id: StreamId, format: &ScanFormat) -> Answer {
    let mut scan = Scan::new(vm, call, Reader::of_stream(id), None);
    if !scan.all(vm, format)? {
        return Ok(None);
    }
    let terms = vm.hide_input(id);
    let reply = vm.finish(call, &[]);
    vm.show_input(id, &terms);
    let reply = reply?;
    scan.keep(vm)?;
    with(reply, ExprId::NONE)
}

/// The format, if it is a plain string and all of it has a form here.
fn known_format(vm: &mut Vm, call: &Call, argument: usize) -> Result<Option<ScanFormat>, Stop> {
    let Some(format) = call.args.get(argument).filter(|f| !f.is_symbolic()) else { return Ok(None) };
    if vm.memory.is_open(format.lo) {
        return Ok(None);
    }
    let model = data_model(&vm.program.target);
    let format = ScanFormat::parse(&vm.string_at(format.lo)?, &model);
    Ok(Some(format).filter(|f| f.directives().all(is_known)))
}

/// Whether there is a form for it here.
fn is_known(d: &ScanDirective) -> bool {
    !d.allocate
        && match d.conversion {
            ScanConversion::Percent | ScanConversion::Count(_) | ScanConversion::Integer { .. } => true,
            ScanConversion::Float | ScanConversion::Double => d.width.is_none(),
            ScanConversion::Chars { wide } | ScanConversion::Word { wide } => !wide,
            ScanConversion::Set { wide, complete, .. } => !wide && complete,
            _ => false,
        }
}

struct Scan<'a> {
    r: Reader,
    /// Where results go.
    rest: &'a [Value],
    model: DataModel,
    /// The text, where it is in memory.
    text: Option<u64>,
    /// White space of the format that has not skipped any yet.
    space: bool,
    /// What is written, in order.
    found: Vec<(u64, ExprId)>,
}

impl<'a> Scan<'a> {
    fn new(vm: &Vm, call: &Call<'a>, r: Reader, text: Option<u64>) -> Scan<'a> {
        let rest = call.args.get(call.fixed as usize..).unwrap_or(&[]);
        Scan { r, rest, model: data_model(&vm.program.target), text, space: false, found: Vec::new() }
    }

    /// Goes through a format; false if the plain model is to do it all.
    fn all(&mut self, vm: &mut Vm, format: &ScanFormat) -> Result<bool, Stop> {
        for item in &format.items {
            match self.item(vm, item)? {
                Step::On => {}
                Step::Stop => return Ok(true),
                Step::Leave => return Ok(false),
            }
        }
        // What it takes from a stream is gone.
        if self.space && self.text.is_none() {
            self.r.skip_space(vm)?;
        }
        Ok(true)
    }

    /// The plain model has written the values: their terms.
    fn keep(self, vm: &mut Vm) -> Result<(), Stop> {
        for (to, term) in self.found {
            if !vm.sym().pool.is_constant(term) {
                vm.put_input(to, term)?;
            }
        }
        vm.memory.take_notes();
        Ok(())
    }

    fn item(&mut self, vm: &mut Vm, item: &ScanItem) -> Result<Step, Stop> {
        match item {
            ScanItem::Space => {
                self.space = true;
                Ok(Step::On)
            }
            ScanItem::Literal(byte) => {
                if std::mem::take(&mut self.space) {
                    self.r.skip_space(vm)?;
                }
                self.expect(vm, *byte)
            }
            ScanItem::Directive(d) => self.directive(vm, d),
            ScanItem::Incomplete => Ok(Step::Stop),
        }
    }

    fn expect(&mut self, vm: &mut Vm, byte: u8) -> Result<Step, Stop> {
        if self.r.is(vm, 0, byte)? {
            self.r.at += 1;
            return Ok(Step::On);
        }
        // Whether the text ends here may be the result.
        self.r.ends(vm)?;
        Ok(Step::Stop)
    }

    fn directive(&mut self, vm: &mut Vm, d: &ScanDirective) -> Result<Step, Stop> {
        use ScanConversion::{Chars, Count, Double, Float, Integer, Percent, Set};
        let keeps_space = matches!(d.conversion, Chars { .. } | Set { .. } | Count(_));
        if std::mem::take(&mut self.space) || !keeps_space {
            self.r.skip_space(vm)?;
        }
        match d.conversion {
            Percent => self.expect(vm, b'%'),
            Count(size) => {
                let value = vm.sym().pool.constant(self.r.at, self.model.bits(size));
                self.put(vm, d, value)
            }
            Integer { base, signed, size } => self.integer(vm, d, base, signed, self.model.bits(size)),
            Float => self.float(vm, d, FloatKind::F32),
            Double => self.float(vm, d, FloatKind::F64),
            _ => self.characters(vm, d),
        }
    }

    fn float(&mut self, vm: &mut Vm, d: &ScanDirective, kind: FloatKind) -> Result<Step, Stop> {
        if self.r.ends(vm)? {
            return Ok(Step::Stop);
        }
        match decimal(vm, &mut self.r, kind)? {
            Decimal::Number { digits: 0, .. } => Ok(Step::Stop),
            Decimal::Number { value, .. } => self.put(vm, d, value),
            Decimal::Other => Ok(Step::Leave),
        }
    }

    /// The target of a directive, as the path decides; 0 if it is null, nothing if the plain model is to look.
    fn target(&self, vm: &mut Vm, d: &ScanDirective, bytes: u64) -> Result<Option<u64>, Stop> {
        let given = d.argument.and_then(|i| self.rest.get(i));
        let Some(v) = given.filter(|v| v.scalar == Scalar::Ptr && v.by_value.is_none()) else { return Ok(None) };
        if vm.decide_value(v, bytes > 0)?.is_some() {
            vm.concretise(v.terms[0], v.lo, Concretised::Address)?;
        }
        let object = |vm: &Vm, at| vm.memory.info(at).map(|o| o.base);
        if v.lo != 0 && self.text.is_some_and(|text| object(vm, v.lo) == object(vm, text)) {
            return Ok(None);
        }
        if v.lo != 0 && bytes > 0 && !vm.check_access(v.lo, bytes, AccessKind::Write)? {
            return Ok(None);
        }
        Ok(Some(v.lo))
    }

    /// A number for a directive's target, if it has one.
    fn put(&mut self, vm: &mut Vm, d: &ScanDirective, value: ExprId) -> Result<Step, Stop> {
        if d.argument.is_none() {
            return Ok(Step::On);
        }
        let bytes = vm.sym().pool.width(value) as u64 / 8;
        match self.target(vm, d, bytes)? {
            Some(to) if to != 0 => self.found.push((to, value)),
            _ => return Ok(Step::Leave),
        }
        Ok(Step::On)
    }

    fn integer(&mut self, vm: &mut Vm, d: &ScanDirective, base: i32, signed: bool, bits: u32) -> Result<Step, Stop> {
        if self.r.ends(vm)? {
            return Ok(Step::Stop);
        }
        let mut base = base as u32;
        let start = self.r.at;
        let negative = self.r.sign(vm)?;
        let end = d.width.map(|w| start + w as u64);
        let has_room = |r: &Reader| end.is_none_or(|e| r.at < e);
        let mut any = false;
        if has_room(&self.r) && self.r.is(vm, 0, b'0')? {
            (any, self.r.at) = (true, self.r.at + 1);
            if matches!(base, 0 | 16) && has_room(&self.r) && self.r.is_letter(vm, 0, b'x')? {
                (base, self.r.at) = (16, self.r.at + 1);
            } else if base == 0 {
                base = 8;
            }
        }
        if base == 0 {
            base = 10;
        }
        let from = self.r.at;
        // A type narrower than `long` gets the low part of one.
        let to = IntegerType { bits: bits.max(self.model.long_bits), signed };
        let value = digits(vm, &mut self.r, base, to, negative, end)?;
        any |= self.r.at > from;
        if self.text.is_none() {
            // One character more is read and put back, also where the width ends the number.
            self.r.ends(vm)?;
        }
        if !any {
            return Ok(Step::Stop);
        }
        let value = vm.sym().pool.extract(value, 0, bits);
        self.put(vm, d, value)
    }

    /// `%s`, `%[`, `%c`: at least one byte.
    fn characters(&mut self, vm: &mut Vm, d: &ScanDirective) -> Result<Step, Stop> {
        let to = match d.argument {
            Some(_) => match self.target(vm, d, 0)? {
                Some(0) => return Ok(Step::Stop),
                Some(to) => Some(to),
                None => return Ok(Step::Leave),
            },
            None => None,
        };
        let single = matches!(d.conversion, ScanConversion::Chars { .. }).then_some(1);
        let most = d.width.or(single).map_or(u64::MAX, u64::from);
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < most && !self.r.ends(vm)? {
            let (term, value) = self.r.peek(vm, 0)?;
            let belongs = match d.conversion {
                ScanConversion::Word { .. } => {
                    let space = super::ctype::in_class(vm, term, crate::models::ctype::SPACE);
                    let is = vm.sym().pool.not(space);
                    vm.fork(is, !crescendo_cformat::ctype::is_space(value))?
                }
                ScanConversion::Set { set, .. } => {
                    let is = in_set(vm, term, &set);
                    vm.fork(is, set.contains(value))?
                }
                _ => true,
            };
            if !belongs {
                break;
            }
            bytes.push(term);
            self.r.at += 1;
        }
        if bytes.is_empty() {
            return Ok(Step::Stop);
        }
        if let Some(to) = to {
            if single.is_none() {
                bytes.push(vm.sym().pool.constant(0, 8));
            }
            if !vm.check_access(to, bytes.len() as u64, AccessKind::Write)? {
                return Ok(Step::Leave);
            }
            self.found.extend(bytes.into_iter().enumerate().map(|(i, b)| (to + i as u64, b)));
        }
        Ok(Step::On)
    }
}

/// Whether a character is in a set.
fn in_set(vm: &mut Vm, c: ExprId, set: &ByteSet) -> ExprId {
    let mut any = vm.sym().pool.bool(false);
    let mut low = None;
    for byte in 0..=256u32 {
        let inside = u8::try_from(byte).is_ok_and(|b| set.contains(b));
        match (inside, low) {
            (true, None) => low = Some(byte as u8),
            (false, Some(start)) => {
                let here = between(vm, c, start, (byte - 1) as u8);
                any = vm.sym().pool.or(any, here);
                low = None;
            }
            _ => {}
        }
    }
    any
}
