//! The interpreter loop: one operation after another.
//!
//! Safety: bodies are verified when a program is linked (`program/verify.rs`), so registers and jump targets are used
//! without checks here. The register stack is only resized by calls; `regs` is read anew after each. All memory goes
//! through `Memory`'s slot table. This file is longer than most because the hot operations must share one function.

mod call;
mod intrinsic;
mod observe;
mod varargs;

pub(crate) use call::value_of;

use crate::machine::Vm;
use crate::memory::{AccessKind, Label, Slot};
use crate::number::{float, int, wide};
use crate::stop::{FaultKind, Limit, Stop};
use crescendo_program::op::{FloatBin, Op};

/// Steps between two looks at the interrupt flag.
const SLICE: i64 = 1 << 22;
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
            let result = match self.recorder {
                None => self.interpret::<false>(depth),
                Some(_) => self.interpret::<true>(depth),
            };
            match result {
                Err(Stop::LongJump { depth: to, value }) if to > depth => self.land(value)?,
                other => return other,
            }
        }
    }

    /// `S`: looks at each operation before it is executed.
    fn interpret<const S: bool>(&mut self, depth: usize) -> Result<(), Stop> {
        let mut slice = self.fuel.min(SLICE);
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
        macro_rules! slots {
            ($r:expr, $n:expr) => {
                unsafe { std::slice::from_raw_parts_mut(regs.add($r as usize), $n as usize) }
            };
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
        macro_rules! access {
            ($e:expr) => {{
                save!();
                let result = $e;
                match result {
                    Ok(v) => {
                        self.note_uninitialised();
                        v
                    }
                    Err(e) => stop!(self.memory_stop(e)),
                }
            }};
        }
        macro_rules! count {
            ($n:expr) => {{
                slice -= $n as i64;
                if slice < 0 {
                    if let Some(limit) = self.refill(&mut slice) {
                        stop!(Stop::Limit(limit));
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
                    None => access!(self.memory.load_slow(address, N)),
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
                    None => access!(self.memory.store_slow(address, N, v)),
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
        macro_rules! float_bits {
            ($r:expr, $kind:expr) => {{
                let s = slots!($r, $kind.slots());
                s[0] as u128 | if s.len() > 1 { (s[1] as u128) << 64 } else { 0 }
            }};
        }
        macro_rules! set_float {
            ($r:expr, $kind:expr, $v:expr) => {{
                let v: u128 = $v;
                set!($r, v as u64);
                if $kind.slots() > 1 {
                    set!($r + 1, (v >> 64) as u64);
                }
            }};
        }

        enter!();
        loop {
            let op = unsafe { &*pc };
            if S {
                self.observe(*op, unsafe { pc.offset_from(code) } as usize);
            }
            pc = unsafe { pc.add(1) };
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

                Op::Wide { op, w, d, a, b } => {
                    let n = wide::words(w as u32);
                    match wide::binary(op, w as u32, slots!(a, n), slots!(b, n)) {
                        Ok(v) => slots!(d, n).copy_from_slice(&v),
                        Err(e) => stop!(division(e)),
                    }
                }
                Op::WideCmp { pred, w, d, a, b } => {
                    let n = wide::words(w as u32);
                    set!(d, wide::compare(pred, w as u32, slots!(a, n), slots!(b, n)) as u64);
                }
                Op::Resize { signed, from, to, d, a } => {
                    let v = wide::resize(slots!(a, wide::words(from as u32)), from as u32, to, signed);
                    slots!(d, v.len()).copy_from_slice(&v);
                }

                Op::FAdd64 { d, a, b } => f64_op!(d, a, +, b),
                Op::FSub64 { d, a, b } => f64_op!(d, a, -, b),
                Op::FMul64 { d, a, b } => f64_op!(d, a, *, b),
                Op::FDiv64 { d, a, b } => f64_op!(d, a, /, b),
                Op::Float { op, kind, d, a, b } => {
                    let v = float::binary(op, kind, float_bits!(a, kind), float_bits!(b, kind));
                    set_float!(d, kind, v);
                }
                Op::FNeg { kind, d, a } => set_float!(d, kind, float::negate(kind, float_bits!(a, kind))),
                Op::FCmp { pred, kind, d, a, b } => {
                    let order = float::compare(kind, float_bits!(a, kind), float_bits!(b, kind));
                    set!(d, pred.accepts(order) as u64);
                }
                Op::FCast { from, to, d, a } => set_float!(d, to, float::convert(from, to, float_bits!(a, from))),
                Op::FToInt { kind, signed, w, d, a } => {
                    let v = float::to_int(kind, signed, w, float_bits!(a, kind));
                    slots!(d, v.len()).copy_from_slice(&v);
                }
                Op::IntToF { kind, signed, w, d, a } => {
                    let v = float::from_int(kind, signed, w, slots!(a, wide::words(w)));
                    set_float!(d, kind, v);
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
                Op::LoadAny { w, d, p, o } => {
                    let out = slots!(d, wide::words(w as u32));
                    access!(self.memory.load_bits(offset!(p, o), w as u32, out));
                }
                Op::LoadCopy { w, d, p, o } => {
                    let out = slots!(d, wide::words(w as u32));
                    let result = self.memory.load_bits(offset!(p, o), w as u32, out);
                    self.memory.take_uninitialised();
                    access!(result);
                }
                Op::StoreAny { w, p, a, o } => {
                    let words = slots!(a, wide::words(w as u32));
                    access!(self.memory.store_bits(offset!(p, o), w as u32, words));
                }
                Op::GepImm { d, p, o } => set!(d, moved!(p, o as i64 as u64)),
                Op::Gep { scale, d, p, i } => set!(d, moved!(p, get!(i).wrapping_mul(scale as u64))),
                Op::IndexCheck { strict, i, limit } => {
                    let i = get!(i);
                    if i >= limit && (strict || i != limit) {
                        stop!(index_error(i as i64, limit));
                    }
                }
                Op::MemCopy { moving, d, a, len } => {
                    let (to, from, len) = (get!(d), get!(a), get!(len));
                    let close = to.abs_diff(from) < len && to != from;
                    if !moving && close && len > 0 {
                        // Leaving an object is the worse mistake: a huge length overlaps anything.
                        access!(self.memory.check(from, len, AccessKind::Read));
                        access!(self.memory.check(to, len, AccessKind::Write));
                        stop!(Stop::fault(FaultKind::BadArgument, "the regions of a memcpy overlap"));
                    }
                    access!(self.memory.copy(to, from, len));
                    work!();
                }
                Op::MemSet { d, a, len } => {
                    access!(self.memory.fill(get!(d), get!(a) as u8, get!(len)));
                    work!();
                }
                Op::Alloca { align, d, a, variable } => {
                    save!();
                    let function = self.frames.last().expect("a frame is active").function;
                    let label = Label::Variable { function, index: variable };
                    let address = attempt!(self.push_local(get!(a), 1 << align, &[], label));
                    set!(d, address);
                }
                Op::StackSave { d } => set!(d, self.locals.len() as u64),
                Op::StackRestore { a } => {
                    let floor = self.frames.last().expect("a frame is active").locals as u64;
                    self.drop_locals(get!(a).max(floor) as usize);
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
                    save!();
                    // Library functions may call back into the machine: give it the steps that are left.
                    self.fuel += slice;
                    // What stops a callback leaves its frame on top, with its own place saved: no `attempt!` here.
                    let flow = self.call(site)?;
                    slice = self.fuel.min(SLICE);
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
                    let frame = self.frames.pop().expect("a frame is active");
                    self.drop_locals(frame.locals as usize);
                    if self.frames.len() == depth {
                        unsafe {
                            let to = self.registers.as_mut_ptr().add(frame.base);
                            std::ptr::copy(regs.add(a as usize), to, slots as usize);
                        }
                        self.fuel += slice;
                        return Ok(());
                    }
                    let from = unsafe { regs.add(a as usize) };
                    enter!();
                    let n = slots.min(frame.result_slots) as usize;
                    unsafe { std::ptr::copy(from, regs.add(frame.d as usize), n) };
                    for i in n..frame.result_slots as usize {
                        set!(frame.d as usize + i, 0);
                    }
                }
                Op::Count { n } => count!(n),
                Op::Cover { .. } | Op::Outcome { .. } => {}
                Op::Unreachable => {
                    stop!(Stop::fault(FaultKind::Unreachable, "reached a point the program declares unreachable"))
                }
                Op::Unsupported { what } => {
                    let body = self.frames.last().expect("a frame is active").body;
                    stop!(Stop::Unsupported(body.unsupported[what as usize].clone()))
                }
            }
        }
    }

    /// The slice of steps is used up: take the next one, unless the run is over.
    #[cold]
    fn refill(&mut self, slice: &mut i64) -> Option<Limit> {
        if self.interrupted() {
            return Some(Limit::Interrupted);
        }
        if self.fuel + *slice < 0 {
            return Some(Limit::Steps);
        }
        self.fuel += *slice;
        *slice = self.fuel.min(SLICE);
        self.fuel -= *slice;
        None
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
    Stop::fault(FaultKind::OutOfBounds, format!("index {i} is outside an array of {limit} elements"))
}

/// Float operations by name, for callers outside the loop.
pub(crate) fn float_add(kind: crescendo_program::FloatKind, a: u128, b: u128) -> u128 {
    float::binary(FloatBin::Add, kind, a, b)
}
