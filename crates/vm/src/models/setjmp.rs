//! setjmp.h: jumps out of functions.
//!
//! The buffer itself holds where to return to, under a check word: the frame by its number (never used twice), the
//! place in it, and for `sigsetjmp` the blocked signals. So nothing piles up in the machine, a copied buffer works as
//! natively, and a forged one at worst jumps to a place behind a call in a live function.

use super::Model;
use crate::machine::{JumpPoint, Vm};
use crate::memory::AccessKind;
use crate::stop::{FaultKind, Stop};
use crate::value::Reply;
use crescendo_program::op::Op;

pub const MODELS: &[Model] = &[
    Model { name: "setjmp", call: |vm, a| set(vm, a.word(0), false) },
    Model { name: "_setjmp", call: |vm, a| set(vm, a.word(0), false) },
    Model { name: "sigsetjmp", call: |vm, a| set(vm, a.word(0), a.int(1) != 0) },
    Model { name: "__sigsetjmp", call: |vm, a| set(vm, a.word(0), a.int(1) != 0) },
    Model { name: "longjmp", call: |vm, a| jump(vm, a.word(0), a.int(1)) },
    Model { name: "_longjmp", call: |vm, a| jump(vm, a.word(0), a.int(1)) },
    Model { name: "siglongjmp", call: |vm, a| jump(vm, a.word(0), a.int(1)) },
    Model { name: "__longjmp_chk", call: |vm, a| jump(vm, a.word(0), a.int(1)) },
];

const MAGIC: u64 = 0x6372_6573_635f_6a6d;
/// Check word, frame, place and depth, locals and flag, signals.
const WORDS: usize = 5;
const SAVED_SIGNALS: u64 = 1 << 63;

/// Mixes the words behind the check word.
fn check_word(words: &[u64]) -> u64 {
    words.iter().fold(MAGIC, |sum, w| (sum ^ w).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
}

pub(crate) fn set(vm: &mut Vm, buffer: u64, save_signals: bool) -> Result<Reply, Stop> {
    let depth = vm.frames.len();
    let Some(frame) = vm.frames.last() else {
        return Err(Stop::Unsupported("setjmp outside of a function".into()));
    };
    let flag = if save_signals { SAVED_SIGNALS } else { 0 };
    let mut words = [
        0,
        frame.id,
        (frame.pc as u64) << 32 | depth as u64,
        vm.locals.len() as u64 | flag,
        vm.library.signals.blocked(),
    ];
    words[0] = check_word(&words[1..]);
    for (i, w) in words.into_iter().enumerate() {
        vm.write_int(buffer.wrapping_add(8 * i as u64), 64, w)?;
    }
    Ok(0.into())
}

fn invalid(why: &str) -> Stop {
    Stop::fault(FaultKind::InvalidLongjmp, why)
}

/// Reads a buffer back. Its bytes are the machine's own, so reading an unwritten one is no read of the program's.
fn read(vm: &Vm, buffer: u64) -> Result<[u64; WORDS], Stop> {
    let r = vm.memory.check(buffer, 8 * WORDS as u64, AccessKind::Read).map_err(|e| vm.memory_stop(e))?;
    let mut words = [0; WORDS];
    for (w, bytes) in words.iter_mut().zip(vm.memory.bytes(r).chunks_exact(8)) {
        let bytes = bytes.try_into().unwrap_or([0; 8]);
        *w = if vm.program.target.big_endian { u64::from_be_bytes(bytes) } else { u64::from_le_bytes(bytes) };
    }
    Ok(words)
}

pub(crate) fn jump(vm: &mut Vm, buffer: u64, value: i32) -> Result<Reply, Stop> {
    let words = read(vm, buffer)?;
    let [check, id, place, locals, signals] = words;
    if check != check_word(&words[1..]) {
        return Err(invalid("longjmp with a buffer that no setjmp has filled"));
    }
    let (pc, depth) = ((place >> 32) as u32, place as u32 as usize);
    let Some(frame) = depth.checked_sub(1).and_then(|i| vm.frames.get(i)).filter(|f| f.id == id) else {
        return Err(invalid("longjmp to a function that has returned"));
    };
    let d = match (pc as usize).checked_sub(1).and_then(|i| frame.body.code.get(i)) {
        Some(Op::Call { site, .. }) => {
            let site = &frame.body.calls[*site as usize];
            (!site.ret.is_empty()).then_some(site.d)
        }
        Some(Op::Intrinsic { site, .. }) => Some(frame.body.intrinsics[*site as usize].d),
        _ => return Err(invalid("longjmp with a damaged buffer")),
    };
    let kept = (locals & !SAVED_SIGNALS).max(frame.locals as u64) as usize;
    vm.landing = Some(JumpPoint { depth, pc, d, locals: kept.min(vm.locals.len()) });
    if locals & SAVED_SIGNALS != 0 {
        vm.library.signals.set_blocked(signals);
    }
    let value = if value == 0 { 1 } else { value };
    Err(Stop::LongJump { depth, value: value as u32 as u64 })
}
