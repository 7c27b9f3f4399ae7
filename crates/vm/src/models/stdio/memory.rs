//! Streams over memory: `fmemopen` and `open_memstream`.

use super::Stream;
use super::files::parse_mode;
use super::stream::{Device, FixedMemory, GrowingMemory, StreamId};
use crate::machine::Vm;
use crate::memory::AccessKind;
use crate::models::{Args, Model};
use crate::stop::{Limit, Stop};
use crate::value::Reply;
use crate::world::{EBADF, EINVAL, ENOSPC};

pub const MODELS: &[Model] =
    &[Model { name: "fmemopen", call: fmemopen }, Model { name: "open_memstream", call: open_memstream }];

fn fmemopen(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (given, size) = (a.word(0), a.word(1));
    let mode = vm.string_at(a.word(2))?;
    let Some(open) = parse_mode(&mode) else { return vm.no_stream(EINVAL) };
    let address = if given == 0 { vm.heap_allocate(size.max(1))? } else { given };
    if address == 0 {
        return Ok(Reply::Word(0));
    }
    if size > 0 && (given == 0 || mode.starts_with(b"w+")) {
        vm.store_byte(address, 0)?;
    }
    let end = match mode[0] {
        _ if size == 0 => 0,
        b'r' => {
            vm.memory.check(address, size, AccessKind::Read).map_err(|e| vm.memory_stop(e))?;
            size
        }
        b'a' => vm.string_span(address, size)?.len(),
        _ => 0,
    };
    let at = if open.append { end } else { 0 };
    let mut stream = Stream::new(Device::Fixed(FixedMemory { address, size, at, end, owned: given == 0 }));
    (stream.readable, stream.writable, stream.append) = (open.read, open.write, open.append);
    vm.open_stream(stream).map(Reply::Word)
}

fn open_memstream(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (address_to, size_to) = (a.word(0), a.word(1));
    if address_to == 0 || size_to == 0 {
        return vm.no_stream(EINVAL);
    }
    let m = GrowingMemory { address_to, size_to, data: Vec::new(), at: 0, block: 0, block_size: 0 };
    let mut stream = Stream::new(Device::Growing(m));
    stream.readable = false;
    vm.open_stream(stream).map(Reply::Word)
}

impl<'p> Vm<'p> {
    fn set_fixed(&mut self, id: StreamId, m: FixedMemory) {
        self.library.stdio.stream(id).device = Device::Fixed(m);
    }

    pub(super) fn read_fixed(
        &mut self,
        id: StreamId,
        m: FixedMemory,
        buffer: &mut [u8],
    ) -> Result<Result<usize, i32>, Stop> {
        let n = m.end.saturating_sub(m.at).min(buffer.len() as u64);
        if n > 0 {
            let r = self.read_span(m.address.wrapping_add(m.at), n)?;
            buffer[..n as usize].copy_from_slice(self.memory.bytes(r));
        }
        self.set_fixed(id, FixedMemory { at: m.at + n, ..m });
        Ok(Ok(n as usize))
    }

    pub(super) fn write_fixed(
        &mut self,
        id: StreamId,
        mut m: FixedMemory,
        bytes: &[u8],
    ) -> Result<Result<usize, i32>, Stop> {
        let append = self.library.stdio.stream(id).append;
        let at = if append { m.end } else { m.at };
        let terminate = bytes.last() != Some(&0);
        let mut n = bytes.len() as u64;
        if at.saturating_add(n) > m.size {
            if m.at.saturating_add(terminate as u64) >= m.size {
                return Ok(Err(ENOSPC));
            }
            n = m.size - at;
        }
        self.write_bytes(m.address.wrapping_add(at), &bytes[..n as usize])?;
        m.at = at + n;
        if m.at > m.end {
            m.end = m.at;
            if m.end < m.size && terminate {
                self.store_byte(m.address.wrapping_add(m.end), 0)?;
            } else if !append && terminate {
                self.store_byte(m.address.wrapping_add(m.size - 1), 0)?;
            }
        }
        self.set_fixed(id, m);
        Ok(Ok(n as usize))
    }

    pub(super) fn write_growing(&mut self, id: StreamId, bytes: &[u8]) -> Result<Result<usize, i32>, Stop> {
        let most = self.limits.memory.bytes;
        let Device::Growing(m) = &mut self.library.stdio.stream(id).device else { return Ok(Err(EBADF)) };
        let end = m.at.saturating_add(bytes.len());
        if end as u64 > most {
            return Err(Stop::Limit(Limit::Memory));
        }
        if m.data.len() < end {
            m.data.resize(end, 0);
        }
        m.data[m.at..end].copy_from_slice(bytes);
        m.at = end;
        Ok(Ok(bytes.len()))
    }

    /// The last flush of an `open_memstream`: what lies behind its position is lost.
    pub(super) fn finish_growing(&mut self, id: StreamId) -> Result<(), Stop> {
        if let Device::Growing(m) = &mut self.library.stdio.stream(id).device {
            m.data.truncate(m.at);
        }
        self.publish_growing(id)
    }

    /// Shows the program what an `open_memstream` holds.
    pub(super) fn publish_growing(&mut self, id: StreamId) -> Result<(), Stop> {
        let Device::Growing(m) = &mut self.library.stdio.stream(id).device else { return Ok(()) };
        let m = GrowingMemory { data: std::mem::take(&mut m.data), ..*m };
        let needed = m.data.len() as u64 + 1;
        let (mut block, mut block_size) = (m.block, m.block_size);
        if block == 0 || block_size < needed {
            block_size = needed.max(block_size * 2);
            block = self.heap_reallocate(block, block_size)?;
        }
        if block != 0 {
            self.write_bytes(block, &m.data)?;
            self.store_byte(block + m.data.len() as u64, 0)?;
        }
        let pointer = self.program.target.pointer_bits;
        self.write_int(m.address_to, pointer, block)?;
        self.write_int(m.size_to, pointer, m.at as u64)?;
        self.library.stdio.stream(id).device = Device::Growing(GrowingMemory { block, block_size, ..m });
        Ok(())
    }
}
