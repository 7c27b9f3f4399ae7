//! The look at an operation before it is executed.

use super::place::Place;
use crate::machine::Vm;
use crate::memory::Note;
use crate::stop::{FaultKind, Stop};
use crate::trace::Concretised;
use crescendo_program::op::{Bin, FloatBin, Op, Reg, flags};
use crescendo_solver::expr::{ExprId, Kind};

/// What is left for the machine to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// Execute the operation.
    Run,
    /// Nothing: it has been executed here.
    Done,
    /// Jump there instead.
    Jump(u32),
}

impl<'p> Vm<'p> {
    /// Brings terms up to date for an operation of the innermost frame, whose registers start at `base`. The
    /// answer says what is left for the machine to do.
    #[inline]
    pub(crate) fn observe(&mut self, op: &Op, base: usize) -> Result<Seen, Stop> {
        let s = self.symbolic.as_deref_mut().expect("the symbolic side is on");
        // Registers and terms have equal lengths; the body was verified against its frame's size.
        let terms = unsafe { s.terms.as_mut_ptr().add(base) };
        macro_rules! term {
            ($r:expr) => {
                unsafe { *terms.add($r as usize) }
            };
        }
        macro_rules! set {
            ($r:expr, $e:expr) => {{
                let e = $e;
                unsafe { *terms.add($r as usize) = e };
            }};
        }
        macro_rules! binary {
            ($op:expr, $w:expr, $d:expr, $a:expr, $b:expr) => {{
                if (term!($a).0 | term!($b).0) == 0 {
                    set!($d, ExprId::NONE);
                    return Ok(Seen::Run);
                }
                self.binary_term($op, $w as u32, base, $d, $a, $b)
            }};
        }
        macro_rules! shift {
            ($op:expr, $w:expr, $d:expr, $a:expr, $b:expr) => {{
                if (term!($a).0 | term!($b).0) == 0 && s.options.shifts {
                    super::checks::plain_shift($w as u32, self.registers[base + $b as usize])?;
                }
                binary!($op, $w, $d, $a, $b)
            }};
        }
        macro_rules! signed {
            ($op:expr, $w:expr, $f:expr, $d:expr, $a:expr, $b:expr) => {{
                if $f & flags::NSW != 0 && s.options.overflows {
                    self.check_overflow($op, $w as u32, base, $a, $b)?;
                }
                binary!($op, $w, $d, $a, $b)
            }};
        }
        macro_rules! unary {
            ($d:expr, $a:expr, $f:expr) => {{
                let a = term!($a);
                if a.is_none() {
                    set!($d, ExprId::NONE);
                    return Ok(Seen::Run);
                }
                let e = $f(s, a);
                set!($d, s.kept(e));
                self.noted(base, $d)
            }};
        }
        macro_rules! load {
            ($n:expr, $d:expr, $p:expr, $o:expr) => {{
                if term!($p).is_none() {
                    let address = self.registers[base + $p as usize].wrapping_add($o as i64 as u64);
                    if self.memory.is_plain(address, $n) {
                        set!($d, ExprId::NONE);
                        return Ok(Seen::Run);
                    }
                }
                self.decide(base, $p, true)?;
                let place = self.place_at(base, $p, $o);
                self.observe_load(base, $d, $n * 8, place)
            }};
        }
        macro_rules! load_indexed {
            ($n:expr, $d:expr, $p:expr, $i:expr) => {{
                if (term!($p).0 | term!($i).0) == 0 {
                    let offset = self.registers[base + $i as usize].wrapping_mul($n);
                    let address = self.registers[base + $p as usize].wrapping_add(offset);
                    if self.memory.is_plain(address, $n) {
                        set!($d, ExprId::NONE);
                        return Ok(Seen::Run);
                    }
                }
                self.decide(base, $p, true)?;
                let place = self.place_indexed(base, $p, $i, $n);
                self.keep_null(base, $p, place);
                self.observe_load(base, $d, $n as u32 * 8, place)
            }};
        }
        macro_rules! store {
            ($n:expr, $p:expr, $a:expr, $o:expr) => {{
                if (term!($p).0 | term!($a).0) == 0 {
                    return Ok(Seen::Run);
                }
                self.decide(base, $p, true)?;
                let place = self.place_at(base, $p, $o);
                self.observe_store(base, $a, $n * 8, place)
            }};
        }
        macro_rules! store_indexed {
            ($n:expr, $p:expr, $i:expr, $a:expr) => {{
                if (term!($p).0 | term!($i).0 | term!($a).0) == 0 {
                    return Ok(Seen::Run);
                }
                self.decide(base, $p, true)?;
                let place = self.place_indexed(base, $p, $i, $n);
                self.keep_null(base, $p, place);
                self.observe_store(base, $a, $n as u32 * 8, place)
            }};
        }
        match *op {
            Op::Mov { d, a } => {
                set!(d, term!(a));
                Ok(Seen::Run)
            }
            Op::MovN { n, d, a } => {
                unsafe { std::ptr::copy(terms.add(a as usize), terms.add(d as usize), n as usize) };
                Ok(Seen::Run)
            }
            Op::Select { w, d, c, a } => self.observe_select(base, w as u32, d, c, a),
            Op::Add32 { f, d, a, b } => signed!(Bin::Add, 32, f, d, a, b),
            Op::Sub32 { f, d, a, b } => signed!(Bin::Sub, 32, f, d, a, b),
            Op::Mul32 { f, d, a, b } => signed!(Bin::Mul, 32, f, d, a, b),
            Op::Add64 { f, d, a, b } => signed!(Bin::Add, 64, f, d, a, b),
            Op::Sub64 { f, d, a, b } => signed!(Bin::Sub, 64, f, d, a, b),
            Op::Mul64 { f, d, a, b } => signed!(Bin::Mul, 64, f, d, a, b),
            Op::And { w, d, a, b } => binary!(Bin::And, w, d, a, b),
            Op::Or { w, d, a, b } => binary!(Bin::Or, w, d, a, b),
            Op::Xor { w, d, a, b } => binary!(Bin::Xor, w, d, a, b),
            Op::Shl { w, d, a, b, .. } => shift!(Bin::Shl, w, d, a, b),
            Op::LShr { w, d, a, b, .. } => shift!(Bin::LShr, w, d, a, b),
            Op::AShr { w, d, a, b, .. } => shift!(Bin::AShr, w, d, a, b),
            Op::Int { op, w, d, a, b, .. } => binary!(op, w, d, a, b),
            Op::Cmp { pred, w, d, a, b } => {
                if w as u32 == self.program.target.pointer_bits {
                    self.note_places(pred, self.registers[base + a as usize], self.registers[base + b as usize]);
                }
                if (term!(a).0 | term!(b).0) == 0 {
                    set!(d, ExprId::NONE);
                    return Ok(Seen::Run);
                }
                self.observe_compare(base, pred, w as u32, d, a, b)
            }
            Op::ZExt { from, d, a, .. } => unary!(d, a, |s: &mut super::Symbolic, e| s.fit(e, from as u32)),
            Op::SExt { from, to, d, a } => unary!(d, a, |s: &mut super::Symbolic, e| {
                let e = s.fit(e, from as u32);
                s.pool.sext(e, to as u32)
            }),
            Op::Trunc { from, to, d, a } => {
                if s.options.conversions {
                    return self.checked_conversion(from as u32, to as u32, base, d, a);
                }
                unary!(d, a, |s: &mut super::Symbolic, e| s.fit(e, to as u32))
            }
            Op::PtrToInt { to, d, a } => {
                if term!(a).is_none() {
                    self.note_number_of(self.registers[base + a as usize]);
                    set!(d, ExprId::NONE);
                    return Ok(Seen::Run);
                }
                if term!(a).is_some() && self.memory.is_escaped(self.registers[base + a as usize]) {
                    return self.far_number(base, d, a, to as u32);
                }
                unary!(d, a, |s: &mut super::Symbolic, e| s.fit(e, to as u32))
            }
            Op::IntToPtr { from, d, a } => {
                let bits = self.program.target.pointer_bits.min(from as u32);
                unary!(d, a, |s: &mut super::Symbolic, e| s.fit(e, bits))
            }
            Op::Wide { op, w, d, a, b } => self.observe_wide(base, op, w as u32, d, a, b),
            Op::WideCmp { pred, w, d, a, b } => self.observe_wide_compare(base, pred, w as u32, d, a, b),
            Op::Resize { signed, from, to, d, a } => self.observe_resize(base, signed, from as u32, to, d, a),
            Op::FAdd64 { d, a, b } => {
                self.observe_float(base, FloatBin::Add, crescendo_program::FloatKind::F64, d, a, b)
            }
            Op::FSub64 { d, a, b } => {
                self.observe_float(base, FloatBin::Sub, crescendo_program::FloatKind::F64, d, a, b)
            }
            Op::FMul64 { d, a, b } => {
                self.observe_float(base, FloatBin::Mul, crescendo_program::FloatKind::F64, d, a, b)
            }
            Op::FDiv64 { d, a, b } => {
                self.observe_float(base, FloatBin::Div, crescendo_program::FloatKind::F64, d, a, b)
            }
            Op::Float { op, kind, d, a, b } => self.observe_float(base, op, kind, d, a, b),
            Op::FNeg { kind, d, a } => self.observe_float_unary(base, Kind::FNeg, kind, d, a),
            Op::FCmp { pred, kind, d, a, b } => self.observe_float_compare(base, pred, kind, d, a, b),
            Op::FCast { from, to, d, a } => self.observe_float_cast(base, from, to, d, a),
            Op::FToInt { kind, signed, w, d, a } => self.observe_float_to_int(base, kind, signed, w, d, a),
            Op::IntToF { kind, signed, w, d, a } => self.observe_int_to_float(base, kind, signed, w, d, a),

            Op::Load8 { d, p, o } => load!(1, d, p, o),
            Op::Load16 { d, p, o } => load!(2, d, p, o),
            Op::Load32 { d, p, o } => load!(4, d, p, o),
            Op::Load64 { d, p, o } => load!(8, d, p, o),
            Op::LoadIdx8 { d, p, i } => load_indexed!(1, d, p, i),
            Op::LoadIdx16 { d, p, i } => load_indexed!(2, d, p, i),
            Op::LoadIdx32 { d, p, i } => load_indexed!(4, d, p, i),
            Op::LoadIdx64 { d, p, i } => load_indexed!(8, d, p, i),
            Op::Store8 { p, a, o } => store!(1, p, a, o),
            Op::Store16 { p, a, o } => store!(2, p, a, o),
            Op::Store32 { p, a, o } => store!(4, p, a, o),
            Op::Store64 { p, a, o } => store!(8, p, a, o),
            Op::StoreIdx8 { p, i, a } => store_indexed!(1, p, i, a),
            Op::StoreIdx16 { p, i, a } => store_indexed!(2, p, i, a),
            Op::StoreIdx32 { p, i, a } => store_indexed!(4, p, i, a),
            Op::StoreIdx64 { p, i, a } => store_indexed!(8, p, i, a),
            Op::LoadAny { w, d, p, o } | Op::LoadCopy { w, d, p, o } => {
                self.decide(base, p, true)?;
                let place = self.place_at(base, p, o);
                self.observe_copied(base, d, w as u32, place, matches!(op, Op::LoadCopy { .. }))
            }
            Op::StoreAny { w, p, a, o } => {
                let slots = (w as u32).div_ceil(64).max(1);
                if term!(p).is_none() && !self.has_term(base, a, slots) {
                    return Ok(Seen::Run);
                }
                self.decide(base, p, true)?;
                let place = self.place_at(base, p, o);
                self.observe_store(base, a, w as u32, place)
            }
            Op::GepImm { d, p, o } => {
                if term!(p).is_none() {
                    set!(d, ExprId::NONE);
                    return Ok(Seen::Run);
                }
                self.decide(base, p, false)?;
                let place = self.place_at(base, p, o);
                self.keep_null(base, p, place);
                self.set_pointer(base, d, place)
            }
            Op::Gep { scale, d, p, i } => {
                if (term!(p).0 | term!(i).0) == 0 {
                    set!(d, ExprId::NONE);
                    return Ok(Seen::Run);
                }
                self.decide(base, p, false)?;
                let place = self.place_indexed(base, p, i, scale as u64);
                self.keep_null(base, p, place);
                self.set_pointer(base, d, place)
            }
            Op::IndexCheck { strict, i, limit } => {
                if term!(i).is_none() {
                    return Ok(Seen::Run);
                }
                let value = self.registers[base + i as usize];
                let i = self.register_term(base + i as usize, 64);
                let s = self.sym();
                let bound = s.pool.constant(limit, 64);
                let inside = if strict { s.pool.ult(i, bound) } else { s.pool.ule(i, bound) };
                let passed = value < limit || !strict && value == limit;
                self.check_event(FaultKind::OutOfBounds, passed, inside)?;
                Ok(Seen::Run)
            }
            Op::MemCopy { moving, d, a, len } => self.observe_copy(base, moving, d, a, len),
            Op::MemSet { d, a, len } => self.observe_fill(base, d, a, len),
            Op::Alloca { d, a, .. } => {
                let size = term!(a);
                set!(d, ExprId::NONE);
                if size.is_some() { self.observe_alloca(base, d, a) } else { Ok(Seen::Run) }
            }
            Op::StackSave { d } => {
                set!(d, ExprId::NONE);
                Ok(Seen::Run)
            }
            Op::Cover { goal } => {
                if let Some(r) = &mut self.recorder {
                    r.mark(goal);
                }
                Ok(Seen::Run)
            }
            Op::Outcome { a, site } => self.observe_outcome(op, base, a, site),
            Op::StackRestore { .. }
            | Op::Renew { .. }
            | Op::Jmp { .. }
            | Op::Count { .. }
            | Op::Unreachable
            | Op::Unsupported { .. } => Ok(Seen::Run),
            Op::BrIf { .. }
            | Op::BrNot { .. }
            | Op::BrEq { .. }
            | Op::BrNe { .. }
            | Op::BrUlt { .. }
            | Op::BrUle { .. }
            | Op::BrSlt32 { .. }
            | Op::BrSle32 { .. }
            | Op::BrSlt64 { .. }
            | Op::BrSle64 { .. } => self.observe_branch(op, base),
            Op::Switch { a, table, .. } => self.observe_switch(op, base, a, table),
            Op::BrIndirect { a, .. } => self.observe_goto(op, base, a),
            Op::Call { site, .. } => self.observe_call(base, site),
            Op::Intrinsic { site, .. } => self.observe_intrinsic(base, site),
            Op::Ret { .. } => Ok(Seen::Run),
        }
    }

    /// A register got a new term: paranoid runs compare it with the value it will get.
    #[inline(always)]
    pub(crate) fn noted(&mut self, base: usize, d: Reg) -> Result<Seen, Stop> {
        let s = self.sym();
        if s.options.paranoid {
            s.pending = Some(base + d as usize);
        }
        if s.is_full() {
            // The concrete value is known only after the operation: its term is given up there.
            s.overfull = Some(base + d as usize);
        }
        Ok(Seen::Run)
    }

    /// What was left to do for the operation before this one.
    #[inline(always)]
    pub(crate) fn settle(&mut self) -> Result<(), Stop> {
        let s = self.sym();
        if s.pending.is_none() && s.overfull.is_none() && !self.memory.has_notes() && !self.memory.has_firsts() {
            return Ok(());
        }
        self.settle_slow()
    }

    /// An array of variable length: it gets its symbolic size when it is there.
    fn observe_alloca(&mut self, base: usize, d: Reg, a: Reg) -> Result<Seen, Stop> {
        let size = self.register_term(base + a as usize, 64);
        let small = self.decide_small(size, self.registers[base + a as usize])?;
        if !small {
            self.concretise_register(base + a as usize, Concretised::Size)?;
            return Ok(Seen::Run);
        }
        let s = self.sym();
        (s.pending, s.new_block) = (Some(base + d as usize), Some((base + d as usize, size)));
        Ok(Seen::Run)
    }

    #[cold]
    fn settle_slow(&mut self) -> Result<(), Stop> {
        let s = self.sym();
        let (pending, overfull) = (s.pending.take(), s.overfull.take());
        if let Some((at, size)) = s.new_block.take() {
            self.size_block(self.registers[at], size, true);
        }
        self.note_firsts();
        self.tell_notes(None)?;
        if let Some(at) = pending {
            self.verify_term(at)?;
        }
        if let Some(at) = overfull {
            self.concretise_register(at, Concretised::TooLarge)?;
        }
        Ok(())
    }

    /// First accesses of objects, with where the outermost function is.
    pub fn note_firsts(&mut self) {
        if self.memory.has_firsts() {
            let at = self.outermost_position();
            let errno = self.errno_address();
            for first in self.memory.take_firsts() {
                if first.base == errno {
                    self.note_errno(first.write, at);
                }
                self.sym().accesses.push((first, at));
            }
        }
    }

    /// What memory noted becomes events, in its order: accesses to objects whose size depends on inputs are checks, bytes
    /// that a library function looked at become concrete.
    pub(crate) fn tell_notes(&mut self, library: Option<&str>) -> Result<(), Stop> {
        if !self.memory.has_notes() {
            return Ok(());
        }
        for note in self.memory.take_notes() {
            match note {
                Note::Sized(a) => {
                    let s = self.sym();
                    let end = s.pool.constant(a.end, 64);
                    let holds = s.pool.ule(end, a.size);
                    // A library function looks at many bytes: they are one check.
                    let holds = if a.inside { holds } else { self.sym().pool.not(holds) };
                    let kind = self.check_part(FaultKind::OutOfBounds, a.inside, 0);
                    self.event(kind, holds)?;
                }
                Note::Touched(t) => {
                    let Some(name) = library else { continue };
                    let reason = self.library_reason(name);
                    let s = self.sym();
                    let byte = s.pool.extract(t.byte.term, t.byte.byte * 8, 8);
                    self.concretise(byte, t.value as u64, reason)?;
                }
            }
        }
        Ok(())
    }

    /// The number of a pointer far outside its object: its mark leaves no room for all of it, its term knows.
    fn far_number(&mut self, base: usize, d: Reg, a: Reg, width: u32) -> Result<Seen, Stop> {
        let e = self.register_term(base + a as usize, width);
        let s = self.sym();
        let value = s.evaluate(e)[0];
        s.terms[base + d as usize] = s.kept(e);
        self.registers[base + d as usize] = value;
        Ok(Seen::Done)
    }

    /// A computed pointer.
    fn set_pointer(&mut self, base: usize, d: Reg, place: Place) -> Result<Seen, Stop> {
        let s = self.sym();
        s.terms[base + d as usize] = match place.term {
            ExprId::NONE => ExprId::NONE,
            e => s.kept(e),
        };
        self.noted(base, d)
    }
}
