//! The interpreter loop: one operation after another.
//!
//! Safety: bodies are verified when a program is linked (`program/verify.rs`), so registers and jump targets are used
//! without checks here. The register stack is only resized by calls; `regs` is read anew after each. All memory goes
//! through `Memory`'s slot table. This file is longer than most because the hot operations must share one function.

mod bulk;
mod call;
mod intrinsic;
mod quick;
mod rare;
mod record;
mod varargs;

pub(crate) use call::value_of;

use crate::machine::Vm;
use crate::memory::Slot;
use crate::number::{float, int};
use crate::stop::{FaultKind, IN_FRONT, Limit, Stop};
use crate::symbolic::Seen;
use crescendo_program::FloatKind;
use crescendo_program::op::Op;

/// Modes of the loop: nobody looks, coverage is recorded, the symbolic side is on (and records coverage too).
const PLAIN: u8 = 0;
const RECORDED: u8 = 1;
const SYMBOLIC: u8 = 2;

/// Steps between two looks at the interrupt flag.
const SLICE: i64 = 1 << 22;
/// The same where each may take longer, because terms go along.
const SYMBOLIC_SLICE: i64 = 1 << 14;
/// Bytes of bulk work that count as one step, and those of one operation that count as none.
const WORK_PER_STEP: u64 = 16;
const FREE_WORK: u64 = 256;

/// Where control goes after a call.
pub(crate) enum Flow {
    /// The same frame goes on (a library function has returned).
    Next,
    /// Another frame is on top now.
    Frame,
}

/// The bytes of a plain read, if the slot table allows it.
#[inline(always)]
fn readable(table: &[Slot], shift: u32, address: u64, len: u64) -> Option<*const u8> {
    let slot = table.get((address >> shift) as usize)?;
    let at = address.wrapping_sub(slot.lo);
    if at < slot.load && slot.load - at >= len { Some(unsafe { slot.data.add(at as usize) }) } else { None }
}

#[inline(always)]
fn writable(table: &[Slot], shift: u32, address: u64, len: u64) -> Option<*mut u8> {
    let slot = table.get((address >> shift) as usize)?;
    let at = address.wrapping_sub(slot.lo);
    if at < slot.store && slot.store - at >= len { Some(unsafe { slot.data.add(at as usize) }) } else { None }
}

impl<'p> Vm<'p> {
    /// Runs until the frame at index `depth` has returned.
    pub(crate) fn execute(&mut self, depth: usize) -> Result<(), Stop> {
        if depth > 0 {
            return self.run_loop(depth);
        }
        // The outermost call: the host rounds as the program wants it only in here.
        self.library.rounding.enter();
        let result = self.run_loop(depth);
        self.library.rounding.leave();
        result
    }

    fn run_loop(&mut self, depth: usize) -> Result<(), Stop> {
        loop {
            let result = match (&self.symbolic, &self.recorder) {
                (Some(_), _) => self.interpret::<SYMBOLIC>(depth),
                (None, Some(_)) => self.interpret::<RECORDED>(depth),
                (None, None) => self.interpret::<PLAIN>(depth),
            };
            match result {
                Err(Stop::LongJump { depth: to, value }) if to > depth => self.land(value)?,
                other => return other,
            }
        }
    }

    /// `M` says who looks at each operation before it is executed.
    fn interpret<const M: u8>(&mut self, depth: usize) -> Result<(), Stop> {
        let mut slice = self.fuel.min(self.slice());
        self.fuel -= slice;
        let shift = self.memory.geometry().shift;
        let (mut regs, mut code, mut pc): (*mut u64, *const Op, *const Op);

        macro_rules! enter {
            () => {{
                let frame = self.frames.last().expect("a frame is active");
                regs = unsafe { self.registers.as_mut_ptr().add(frame.base) };
                code = frame.body.code.as_ptr();
                pc = unsafe { code.add(frame.pc as usize) };
            }};
        }
        macro_rules! get {
            ($r:expr) => {
                unsafe { *regs.add($r as usize) }
            };
        }
        macro_rules! set {
            ($r:expr, $v:expr) => {{
                let v: u64 = $v;
                unsafe { *regs.add($r as usize) = v }
            }};
        }
        macro_rules! save {
            () => {{
                let at = unsafe { pc.offset_from(code) } as u32;
                self.frames.last_mut().expect("a frame is active").pc = at;
            }};
        }
        macro_rules! stop {
            ($e:expr) => {{
                save!();
                self.fuel += slice;
                return Err($e);
            }};
        }
        macro_rules! attempt {
            ($e:expr) => {
                match $e {
                    Ok(v) => v,
                    Err(e) => stop!(e),
                }
            };
        }
        // What is outlined gives back a boxed stop, which fits a register.
        macro_rules! outlined {
            ($e:expr) => {{
                save!();
                match $e {
                    Ok(v) => v,
                    Err(e) => {
                        self.fuel += slice;
                        return Err(*e);
                    }
                }
            }};
        }
        macro_rules! count {
            ($n:expr) => {{
                slice -= $n as i64;
                if slice < 0 {
                    match self.refill(slice) {
                        Ok(next) => slice = next,
                        Err(limit) => stop!(Stop::Limit(limit)),
                    }
                }
            }};
        }
        // Bytes handled in bulk are steps too, or a program could spend for ever in a few library calls.
        macro_rules! work {
            () => {{
                let bytes = self.memory.take_work();
                if bytes > FREE_WORK {
                    let steps = (bytes / WORK_PER_STEP) as i64;
                    self.work_steps += steps;
                    count!(steps);
                }
            }};
        }
        macro_rules! jump {
            ($t:expr) => {
                pc = unsafe { code.add($t as usize) }
            };
        }
        macro_rules! branch {
            ($n:expr, $c:expr, $t:expr) => {{
                count!($n);
                if $c {
                    jump!($t);
                }
            }};
        }
        macro_rules! load {
            ($ty:ty, $d:expr, $address:expr) => {{
                const N: u64 = std::mem::size_of::<$ty>() as u64;
                let address: u64 = $address;
                let v = match readable(&self.memory.table, shift, address, N) {
                    Some(p) => unsafe { (p as *const $ty).read_unaligned() as u64 },
                    None => outlined!(self.slow_load(address, N)),
                };
                set!($d, v);
            }};
        }
        macro_rules! store {
            ($ty:ty, $v:expr, $address:expr) => {{
                const N: u64 = std::mem::size_of::<$ty>() as u64;
                let address: u64 = $address;
                let v: u64 = $v;
                match writable(&self.memory.table, shift, address, N) {
                    Some(p) => unsafe { (p as *mut $ty).write_unaligned(v as $ty) },
                    None => outlined!(self.slow_store(address, N, v)),
                }
            }};
        }
        macro_rules! offset {
            ($p:expr, $o:expr) => {
                get!($p).wrapping_add($o as i64 as u64)
            };
        }
        // Pointer arithmetic: the result must stay in the pointer's object or be marked.
        macro_rules! moved {
            ($p:expr, $delta:expr) => {{
                let p = get!($p);
                let new = p.wrapping_add($delta);
                if (p ^ new) >> shift == 0 { new } else { self.memory.moved(p, new) }
            }};
        }
        macro_rules! indexed {
            ($ty:ty, $p:expr, $i:expr) => {
                moved!($p, get!($i).wrapping_mul(std::mem::size_of::<$ty>() as u64))
            };
        }
        macro_rules! f64_op {
            ($d:expr, $a:expr, $op:tt, $b:expr) => {
                set!($d, (f64::from_bits(get!($a)) $op f64::from_bits(get!($b))).to_bits())
            };
        }
        enter!();
        loop {
            let op = unsafe { &*pc };
            if M == RECORDED {
                self.record(*op, unsafe { pc.offset_from(code) } as usize);
            }
            pc = unsafe { pc.add(1) };
            if M == SYMBOLIC {
                // What the operation before left to do belongs to its place.
                attempt!(self.settle());
                save!();
                let base = unsafe { regs.offset_from(self.registers.as_ptr()) } as usize;
                match attempt!(self.observe(op, base)) {
                    Seen::Run => {}
                    Seen::Done => continue,
                    Seen::Jump(t) => {
                        jump!(t);
                        continue;
                    }
                }
            }
            match *op {
                Op::Mov { d, a } => set!(d, get!(a)),
                Op::MovN { n, d, a } => unsafe {
                    std::ptr::copy(regs.add(a as usize), regs.add(d as usize), n as usize)
                },
                Op::Select { w, d, c, a } => {
                    if get!(c) & 1 != 0 {
                        let n = (w as usize).div_ceil(64).max(1);
                        unsafe { std::ptr::copy(regs.add(a as usize), regs.add(d as usize), n) };
                    }
                }

                Op::Add32 { d, a, b, .. } => set!(d, (get!(a) as u32).wrapping_add(get!(b) as u32) as u64),
                Op::Sub32 { d, a, b, .. } => set!(d, (get!(a) as u32).wrapping_sub(get!(b) as u32) as u64),
                Op::Mul32 { d, a, b, .. } => set!(d, (get!(a) as u32).wrapping_mul(get!(b) as u32) as u64),
                Op::Add64 { d, a, b, .. } => set!(d, get!(a).wrapping_add(get!(b))),
                Op::Sub64 { d, a, b, .. } => set!(d, get!(a).wrapping_sub(get!(b))),
                Op::Mul64 { d, a, b, .. } => set!(d, get!(a).wrapping_mul(get!(b))),
                Op::And { d, a, b, .. } => set!(d, get!(a) & get!(b)),
                Op::Or { d, a, b, .. } => set!(d, get!(a) | get!(b)),
                Op::Xor { d, a, b, .. } => set!(d, get!(a) ^ get!(b)),
                Op::Shl { w, d, a, b, .. } => set!(d, int::shl(get!(a), get!(b), w as u32)),
                Op::LShr { w, d, a, b, .. } => set!(d, int::lshr(get!(a), get!(b), w as u32)),
                Op::AShr { w, d, a, b, .. } => set!(d, int::ashr(get!(a), get!(b), w as u32)),
                Op::Int { op, w, d, a, b, .. } => match int::binary(op, w as u32, get!(a), get!(b)) {
                    Ok(v) => set!(d, v),
                    Err(e) => stop!(division(e)),
                },
                Op::Cmp { pred, w, d, a, b } => set!(d, int::compare(pred, w as u32, get!(a), get!(b)) as u64),
                Op::ZExt { d, a, .. } => set!(d, get!(a)),
                Op::SExt { from, to, d, a } => set!(d, int::mask(int::sext(get!(a), from as u32) as u64, to as u32)),
                Op::Trunc { to, d, a, .. } => set!(d, int::mask(get!(a), to as u32)),
                Op::PtrToInt { to, d, a } => set!(d, int::mask(self.memory.plain(get!(a)), to as u32)),
                Op::IntToPtr { from, d, a } => {
                    let bits = self.program.target.pointer_bits;
                    set!(d, int::mask(get!(a), bits.min(from as u32)));
                }

                Op::FAdd64 { d, a, b } => f64_op!(d, a, +, b),
                Op::FSub64 { d, a, b } => f64_op!(d, a, -, b),
                Op::FMul64 { d, a, b } => f64_op!(d, a, *, b),
                Op::FDiv64 { d, a, b } => f64_op!(d, a, /, b),
                Op::Float { op, kind: FloatKind::F32, d, a, b } => {
                    let (x, y) = (f32::from_bits(get!(a) as u32), f32::from_bits(get!(b) as u32));
                    set!(d, float::f32_binary(op, x, y).to_bits() as u64);
                }
                Op::FNeg { kind: FloatKind::F64, d, a } => set!(d, get!(a) ^ 1 << 63),
                Op::FCmp { pred, kind: FloatKind::F64, d, a, b } => {
                    set!(d, pred.of_f64(f64::from_bits(get!(a)), f64::from_bits(get!(b))) as u64)
                }
                Op::FCmp { pred, kind: FloatKind::F32, d, a, b } => {
                    let (x, y) = (f32::from_bits(get!(a) as u32), f32::from_bits(get!(b) as u32));
                    set!(d, pred.of_f64(x as f64, y as f64) as u64)
                }
                Op::FCast { from: FloatKind::F32, to: FloatKind::F64, d, a } => {
                    set!(d, (f32::from_bits(get!(a) as u32) as f64).to_bits());
                }
                Op::FCast { from: FloatKind::F64, to: FloatKind::F32, d, a } => {
                    set!(d, (f64::from_bits(get!(a)) as f32).to_bits() as u64);
                }
                Op::FToInt { kind: FloatKind::F64, signed, w, d, a } if w <= 64 => {
                    set!(d, float::f64_to_int(signed, w, f64::from_bits(get!(a))));
                }
                Op::IntToF { kind: FloatKind::F64, signed, w, d, a } if w <= 64 => {
                    let v = get!(a);
                    set!(d, if signed { int::sext(v, w) as f64 } else { v as f64 }.to_bits());
                }
                Op::Load8 { d, p, o } => load!(u8, d, offset!(p, o)),
                Op::Load16 { d, p, o } => load!(u16, d, offset!(p, o)),
                Op::Load32 { d, p, o } => load!(u32, d, offset!(p, o)),
                Op::Load64 { d, p, o } => load!(u64, d, offset!(p, o)),
                Op::LoadIdx8 { d, p, i } => load!(u8, d, indexed!(u8, p, i)),
                Op::LoadIdx16 { d, p, i } => load!(u16, d, indexed!(u16, p, i)),
                Op::LoadIdx32 { d, p, i } => load!(u32, d, indexed!(u32, p, i)),
                Op::LoadIdx64 { d, p, i } => load!(u64, d, indexed!(u64, p, i)),
                Op::Store8 { p, a, o } => store!(u8, get!(a), offset!(p, o)),
                Op::Store16 { p, a, o } => store!(u16, get!(a), offset!(p, o)),
                Op::Store32 { p, a, o } => store!(u32, get!(a), offset!(p, o)),
                Op::Store64 { p, a, o } => store!(u64, get!(a), offset!(p, o)),
                Op::StoreIdx8 { p, i, a } => store!(u8, get!(a), indexed!(u8, p, i)),
                Op::StoreIdx16 { p, i, a } => store!(u16, get!(a), indexed!(u16, p, i)),
                Op::StoreIdx32 { p, i, a } => store!(u32, get!(a), indexed!(u32, p, i)),
                Op::StoreIdx64 { p, i, a } => store!(u64, get!(a), indexed!(u64, p, i)),
                Op::GepImm { d, p, o } => set!(d, moved!(p, o as i64 as u64)),
                Op::Gep { scale, d, p, i } => set!(d, moved!(p, get!(i).wrapping_mul(scale as u64))),
                Op::IndexCheck { strict, i, limit } => {
                    let i = get!(i);
                    if i >= limit && (strict || i != limit) {
                        stop!(index_error(i as i64, limit));
                    }
                }
                Op::MemCopy { moving, d, a, len } => {
                    outlined!(self.copy_bytes(moving, get!(d), get!(a), get!(len)));
                    work!();
                }
                Op::MemSet { d, a, len } => {
                    outlined!(self.fill_bytes(get!(d), get!(a) as u8, get!(len)));
                    work!();
                }

                Op::Jmp { n, t } => {
                    count!(n);
                    jump!(t);
                }
                Op::BrIf { n, a, t } => branch!(n, get!(a) != 0, t),
                Op::BrNot { n, a, t } => branch!(n, get!(a) == 0, t),
                Op::BrEq { n, a, b, t, .. } => branch!(n, get!(a) == get!(b), t),
                Op::BrNe { n, a, b, t, .. } => branch!(n, get!(a) != get!(b), t),
                Op::BrUlt { n, a, b, t, .. } => branch!(n, get!(a) < get!(b), t),
                Op::BrUle { n, a, b, t, .. } => branch!(n, get!(a) <= get!(b), t),
                Op::BrSlt32 { n, a, b, t } => branch!(n, (get!(a) as i32) < get!(b) as i32, t),
                Op::BrSle32 { n, a, b, t } => branch!(n, get!(a) as i32 <= get!(b) as i32, t),
                Op::BrSlt64 { n, a, b, t } => branch!(n, (get!(a) as i64) < get!(b) as i64, t),
                Op::BrSle64 { n, a, b, t } => branch!(n, get!(a) as i64 <= get!(b) as i64, t),
                Op::Switch { n, a, table } => {
                    count!(n);
                    let body = self.frames.last().expect("a frame is active").body;
                    let t = body.switches[table as usize].target(get!(a));
                    jump!(t);
                }
                Op::BrIndirect { n, a, table } => {
                    count!(n);
                    let frame = self.frames.last().expect("a frame is active");
                    let start = self.function(frame.function).address;
                    let block = get!(a).wrapping_sub(start).wrapping_sub(1);
                    match frame.body.switches[table as usize].target(block) {
                        u32::MAX => {
                            stop!(Stop::fault(
                                FaultKind::WildPointer,
                                "computed goto to an address that is no label here"
                            ))
                        }
                        t => jump!(t),
                    }
                }
                Op::Call { n, site } => {
                    count!(n);
                    match self.call_plain(site, unsafe { pc.offset_from(code) } as u32) {
                        Ok(Some(target)) => {
                            let base = self.frames.last().expect("just pushed").base;
                            regs = unsafe { self.registers.as_mut_ptr().add(base) };
                            code = target.code.as_ptr();
                            pc = code;
                            continue;
                        }
                        Ok(None) => {}
                        Err(e) => {
                            self.fuel += slice;
                            return Err(*e);
                        }
                    }
                    // Library functions may call back into the machine: give it the steps that are left.
                    self.fuel += slice;
                    // What stops a callback leaves its frame on top, with its own place saved: no `attempt!` here.
                    let flow = self.call(site)?;
                    slice = self.fuel.min(self.slice());
                    self.fuel -= slice;
                    match flow {
                        Flow::Next => {
                            regs = unsafe { self.registers.as_mut_ptr().add(self.frames.last().expect("active").base) };
                            work!();
                        }
                        Flow::Frame => enter!(),
                    }
                }
                Op::Intrinsic { n, site } => {
                    count!(n);
                    save!();
                    attempt!(self.intrinsic(site));
                }
                Op::Ret { n, a, slots } => {
                    count!(n);
                    let frame = self.frames.last().expect("a frame is active");
                    let (base, locals) = (frame.base, frame.locals as usize);
                    let (d, wanted) = (frame.d, frame.result_slots);
                    if self.locals.len() > locals || frame.varargs.is_some() {
                        self.clear_frame();
                    }
                    // What a frame owns is gone, so it need not be dropped.
                    unsafe { self.frames.set_len(self.frames.len() - 1) };
                    if self.frames.len() == depth {
                        unsafe {
                            let to = self.registers.as_mut_ptr().add(base);
                            std::ptr::copy(regs.add(a as usize), to, slots as usize);
                        }
                        if M == SYMBOLIC {
                            let from = unsafe { regs.offset_from(self.registers.as_ptr()) } as usize + a as usize;
                            self.return_terms(from, base, slots, slots);
                        }
                        self.fuel += slice;
                        return Ok(());
                    }
                    let from = unsafe { regs.add(a as usize) };
                    if M == SYMBOLIC {
                        let from = unsafe { from.offset_from(self.registers.as_ptr()) } as usize;
                        let to = self.frames.last().expect("a caller").base + d as usize;
                        self.return_terms(from, to, slots, wanted);
                    }
                    enter!();
                    if (slots, wanted) == (1, 1) {
                        set!(d, unsafe { *from });
                        continue;
                    }
                    let n = slots.min(wanted) as usize;
                    unsafe { std::ptr::copy(from, regs.add(d as usize), n) };
                    for i in n..wanted as usize {
                        set!(d as usize + i, 0);
                    }
                }
                Op::Count { n } => count!(n),
                Op::Cover { .. } | Op::Outcome { .. } => {}
                // Named one by one: then the jump table has an entry for each, and needs no check of its bounds.
                rare @ (Op::Wide { .. }
                | Op::WideCmp { .. }
                | Op::Resize { .. }
                | Op::Float { .. }
                | Op::FNeg { .. }
                | Op::FCmp { .. }
                | Op::FCast { .. }
                | Op::FToInt { .. }
                | Op::IntToF { .. }
                | Op::LoadAny { .. }
                | Op::LoadCopy { .. }
                | Op::StoreAny { .. }
                | Op::Alloca { .. }
                | Op::StackSave { .. }
                | Op::StackRestore { .. }
                | Op::Renew { .. }
                | Op::Unreachable
                | Op::Unsupported { .. }) => {
                    save!();
                    attempt!(self.rare(rare));
                }
            }
        }
    }

    fn slice(&self) -> i64 {
        if self.symbolic.is_some() { SYMBOLIC_SLICE } else { SLICE }
    }

    /// The slice of steps is used up: the next one, unless the run is over.
    #[cold]
    #[inline(never)]
    fn refill(&mut self, slice: i64) -> Result<i64, Limit> {
        if self.interrupted() {
            return Err(Limit::Interrupted);
        }
        if self.fuel + slice < 0 {
            return Err(Limit::Steps);
        }
        self.fuel += slice;
        let next = self.fuel.min(self.slice());
        self.fuel -= next;
        Ok(next)
    }
}

#[cold]
fn division(e: int::DivisionError) -> Stop {
    match e {
        int::DivisionError::Zero => Stop::fault(FaultKind::DivisionByZero, "division by zero"),
        int::DivisionError::Overflow => {
            Stop::fault(FaultKind::DivisionOverflow, "the smallest integer divided by -1 does not fit its type")
        }
    }
}

#[cold]
fn index_error(i: i64, limit: u64) -> Stop {
    let message = match limit {
        Op::NOT_NEGATIVE => format!("index {i} {IN_FRONT}"),
        _ => format!("index {i} is outside an array of {limit} elements"),
    };
    Stop::fault(FaultKind::OutOfBounds, message)
}
