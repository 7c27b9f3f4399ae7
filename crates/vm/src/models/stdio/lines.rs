//! `getline` and `getdelim`: lines of any length into memory that grows.

use super::get::take;
use crate::machine::Vm;
use crate::models::Model;
use crate::stop::Stop;
use crate::value::Reply;
use crate::world::EINVAL;

pub const MODELS: &[Model] = &[
    Model { name: "getline", call: |vm, a| read(vm, a.word(0), a.word(1), b'\n', a.word(2)) },
    Model { name: "getdelim", call: |vm, a| read(vm, a.word(0), a.word(1), a.word(2) as u8, a.word(3)) },
    Model { name: "__getdelim", call: |vm, a| read(vm, a.word(0), a.word(1), a.word(2) as u8, a.word(3)) },
];

const FAILED: i64 = -1;
/// What glibc starts with.
const FIRST_SIZE: u64 = 120;

/// `line_at` and `size_at` are where the program keeps its buffer's address and size.
fn read(vm: &mut Vm, line_at: u64, size_at: u64, delimiter: u8, file: u64) -> Result<Reply, Stop> {
    if line_at == 0 || size_at == 0 {
        vm.set_errno(EINVAL)?;
        return Ok(FAILED.into());
    }
    let id = vm.stream_at(file)?;
    let word = vm.program.target.pointer_bits;
    let mut line = vm.read_pointer(line_at)?;
    let mut size = vm.read_int(size_at, word)?;
    if line == 0 || size == 0 {
        // What was there is nobody's concern, as in glibc.
        size = FIRST_SIZE;
        line = vm.heap_allocate(size)?;
        if line == 0 {
            return Ok(FAILED.into());
        }
        vm.write_int(line_at, word, line)?;
        vm.write_int(size_at, word, size)?;
    }
    if vm.library.stdio.stream(id).unread() == 0 && !vm.read_ahead(id)? {
        return Ok(FAILED.into());
    }
    let mut length = 0u64;
    loop {
        let s = vm.library.stdio.stream(id);
        let ahead = &s.input[s.at..];
        let open = !s.terms.is_empty();
        let end = if open { None } else { memchr::memchr(delimiter, ahead) };
        let n = if open { 1 } else { end.map_or(ahead.len(), |e| e + 1) };
        let needed = length + n as u64 + 1;
        if needed > size {
            size = needed.max(size.saturating_mul(2));
            line = vm.heap_reallocate(line, size)?;
            if line == 0 {
                return Ok(FAILED.into());
            }
            vm.write_int(line_at, word, line)?;
            vm.write_int(size_at, word, size)?;
        }
        let to = line.wrapping_add(length);
        let found = match open {
            true => vm.take_until(id, to, delimiter)?,
            false => take(vm, id, to, n).map(|()| end.is_some())?,
        };
        length += n as u64;
        if found || vm.library.stdio.stream(id).unread() == 0 && !vm.read_ahead(id)? {
            break;
        }
    }
    vm.store_byte(line.wrapping_add(length), 0)?;
    Ok((length as i64).into())
}
