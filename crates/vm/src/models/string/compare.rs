//! Comparing: `memcmp`, `strcmp` and their families. The C locale collates by byte value.

use super::copy::{apart, transfer};
use crate::machine::Vm;
use crate::memory::AccessKind;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;

pub const MODELS: &[Model] = &[
    Model { name: "memcmp", call: memcmp },
    Model { name: "bcmp", call: memcmp },
    Model { name: "__memcmpeq", call: memcmp },
    Model { name: "timingsafe_bcmp", call: memcmp },
    Model { name: "strcmp", call: |vm, a| strncmp(vm, a, u64::MAX, |c| c) },
    Model { name: "strncmp", call: |vm, a| strncmp(vm, a, a.word(2), |c| c) },
    Model { name: "strcasecmp", call: |vm, a| strncmp(vm, a, u64::MAX, lower) },
    Model { name: "__strcasecmp", call: |vm, a| strncmp(vm, a, u64::MAX, lower) },
    Model { name: "strcasecmp_l", call: |vm, a| strncmp(vm, a, u64::MAX, lower) },
    Model { name: "strncasecmp", call: |vm, a| strncmp(vm, a, a.word(2), lower) },
    Model { name: "strncasecmp_l", call: |vm, a| strncmp(vm, a, a.word(2), lower) },
    Model { name: "strcoll", call: |vm, a| strncmp(vm, a, u64::MAX, |c| c) },
    Model { name: "strcoll_l", call: |vm, a| strncmp(vm, a, u64::MAX, |c| c) },
    Model { name: "strxfrm", call: strxfrm },
    Model { name: "strxfrm_l", call: strxfrm },
    Model { name: "strverscmp", call: strverscmp },
    Model { name: "__strverscmp", call: strverscmp },
];

pub(super) fn lower(c: u8) -> u8 {
    c.to_ascii_lowercase()
}

/// Both objects must have all `n` bytes, even if they differ early.
fn memcmp(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (p, q, n) = (a.word(0), a.word(1), a.word(2));
    if n == 0 {
        return Ok(Reply::Word(0));
    }
    vm.memory.check(p, n, AccessKind::Read).map_err(|e| vm.memory_stop(e))?;
    vm.memory.check(q, n, AccessKind::Read).map_err(|e| vm.memory_stop(e))?;
    let found = vm.find_pair(p, q, n, |x, y| x != y)?;
    Ok(found.map_or(0, |(x, y)| x as i32 - y as i32).into())
}

/// At most `n` characters, each seen through `fold`.
fn strncmp(vm: &mut Vm, a: Args, n: u64, fold: impl Fn(u8) -> u8) -> Result<Reply, Stop> {
    let found = vm.find_pair(a.word(0), a.word(1), n, |x, y| fold(x) != fold(y) || x == 0)?;
    Ok(found.map_or(0, |(x, y)| fold(x) as i32 - fold(y) as i32).into())
}

/// In the C locale a string is its own transformation. As glibc does it, a short buffer gets a part without an end.
fn strxfrm(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (to, from, n) = (a.word(0), a.word(1), a.word(2));
    let len = vm.string_length(from)?;
    let copied = (len + 1).min(n);
    apart(vm, to, copied, from, copied)?;
    transfer(vm, to, from, copied)?;
    Ok(len.into())
}

/// What `strverscmp` concludes where two names differ.
#[derive(Clone, Copy)]
enum Verdict {
    /// By the characters.
    Characters,
    /// By the length of the numbers there.
    Length,
    First,
    Second,
}

/// 0 other, 1 digit, 2 zero.
fn class(c: u8) -> usize {
    c.is_ascii_digit() as usize + (c == b'0') as usize
}

/// Compares names with version numbers in them: digits count as numbers, leading zeros make them fractions.
/// The tables are glibc's; states are text, integer, fraction and leading zeros.
fn strverscmp(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    use Verdict::{Characters as C, First as F, Length as L, Second as S};
    const NEXT: [[usize; 3]; 4] = [[0, 1, 3], [0, 1, 1], [0, 2, 2], [0, 2, 3]];
    // By state, class of the first character, class of the second.
    const VERDICTS: [[[Verdict; 3]; 3]; 4] = [
        [[C, C, C], [C, L, C], [C, C, C]],
        [[C, S, S], [F, L, L], [F, L, L]],
        [[C, C, C], [C, C, C], [C, C, C]],
        [[C, F, F], [S, C, C], [S, C, C]],
    ];
    let (p, q) = (a.word(0), a.word(1));
    let mut state = 0;
    for i in 0.. {
        let (x, y) = (vm.load_byte(p.wrapping_add(i))?, vm.load_byte(q.wrapping_add(i))?);
        let difference = x as i32 - y as i32;
        if difference != 0 {
            return Ok(match VERDICTS[state][class(x)][class(y)] {
                C => difference,
                L => longer_number(vm, p.wrapping_add(i + 1), q.wrapping_add(i + 1), difference)?,
                F => 1,
                S => -1,
            }
            .into());
        }
        if x == 0 {
            break;
        }
        state = NEXT[state][class(x)];
    }
    Ok(Reply::Word(0))
}

/// The longer run of digits is the larger number; equally long ones differ by their first digits.
fn longer_number(vm: &mut Vm, p: u64, q: u64, difference: i32) -> Result<i32, Stop> {
    for i in 0.. {
        let (x, y) = (vm.load_byte(p.wrapping_add(i))?, vm.load_byte(q.wrapping_add(i))?);
        match (x.is_ascii_digit(), y.is_ascii_digit()) {
            (true, true) => {}
            (true, false) => return Ok(1),
            (false, true) => return Ok(-1),
            (false, false) => break,
        }
    }
    Ok(difference)
}
