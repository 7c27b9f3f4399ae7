//! Varargs as each ABI lays them out, since clang writes `va_arg` as plain loads from that layout.
//!
//! `va_start` puts the unnamed arguments of the frame into memory the way the callee's code expects; `VaList` reads a
//! list from a library model.

use crate::machine::Vm;
use crate::memory::Label;
use crate::stop::Stop;
use crate::value::Value;
use crescendo_program::{Arch, FloatKind, Scalar};

const LABEL: Label = Label::Machine("the variable arguments of a call");

/// Bytes being laid out, each argument at its place.
#[derive(Default)]
struct Area {
    bytes: Vec<u8>,
    /// Values that depend on inputs: where they are, and how many bytes belong to them.
    symbolic: Vec<(usize, usize, Value)>,
}

impl Area {
    fn put(&mut self, at: usize, bytes: &[u8], v: &Value) {
        if self.bytes.len() < at + bytes.len() {
            self.bytes.resize(at + bytes.len(), 0);
        }
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        if v.is_symbolic() && v.by_value.is_none() {
            self.symbolic.push((at, bytes.len(), *v));
        }
    }
}

/// Parameters of the ABIs that pass varargs in registers and then on the stack.
struct RegisterAbi {
    /// How many general and float registers there are, and their size in the save area.
    general: usize,
    general_bytes: usize,
    float: usize,
    float_bytes: usize,
    /// Where the float registers start in the save area.
    float_at: usize,
    stack_unit: usize,
}

const X86_64: RegisterAbi =
    RegisterAbi { general: 6, general_bytes: 8, float: 8, float_bytes: 16, float_at: 48, stack_unit: 8 };
const POWERPC: RegisterAbi =
    RegisterAbi { general: 8, general_bytes: 4, float: 8, float_bytes: 8, float_at: 32, stack_unit: 4 };
const AARCH64: RegisterAbi =
    RegisterAbi { general: 8, general_bytes: 8, float: 8, float_bytes: 16, float_at: 64, stack_unit: 8 };

/// What register-passing left: registers used by named arguments, the save area, the stack part.
struct Split {
    general: usize,
    float: usize,
    saved: Area,
    stack: Area,
}

impl<'p> Vm<'p> {
    fn abi(&self) -> Option<&'static RegisterAbi> {
        match self.program.target.arch {
            Arch::X86_64 => Some(&X86_64),
            Arch::PowerPc32 => Some(&POWERPC),
            Arch::AArch64 => Some(&AARCH64),
            _ => None,
        }
    }

    /// Whether an object has the unnamed arguments that the outermost call with such got.
    pub fn has_outermost_arguments(&self, base: u64) -> bool {
        let outermost = self.frames.iter().find_map(|f| f.varargs.as_ref());
        // Where the second is an offset, it is no address of an object.
        outermost.and_then(|v| v.area).is_some_and(|(saved, stack)| base == saved || base == stack)
    }

    /// A value's bytes in memory.
    fn value_bytes(&self, v: &Value) -> Vec<u8> {
        let bits = v.scalar.bits(self.program.target.pointer_bits);
        let mut bytes: Vec<u8> = v.lo.to_le_bytes().into_iter().chain(v.hi.to_le_bytes()).collect();
        bytes.truncate(bits.div_ceil(8) as usize);
        if self.program.target.big_endian {
            if v.scalar == Scalar::Float(FloatKind::PpcPair) {
                bytes.chunks_mut(8).for_each(<[u8]>::reverse);
            } else {
                bytes.reverse();
            }
        }
        bytes
    }

    /// The bytes of an argument on the stack and their alignment.
    fn stack_bytes(&mut self, v: &Value, unit: usize) -> Result<(Vec<u8>, usize), Stop> {
        if let Some((size, align)) = v.by_value {
            let r = self.memory.check(v.lo, size as u64, crate::memory::AccessKind::Read);
            let r = r.map_err(|e| self.memory_stop(e))?;
            return Ok((self.memory.bytes(r).to_vec(), (align as usize).max(unit)));
        }
        let mut bytes = self.value_bytes(v);
        let size = bytes.len();
        let align = match v.scalar {
            Scalar::Float(FloatKind::X87) if unit == 8 => 16,
            Scalar::Float(FloatKind::X87) => 4,
            _ if unit == 4 && size == 8 && self.program.target.arch == Arch::I386 => 4,
            _ => size.next_power_of_two().clamp(unit, 16),
        };
        let padded = bytes.len().next_multiple_of(unit);
        if self.program.target.big_endian && bytes.len() < unit {
            let mut wide = vec![0; padded - bytes.len()];
            wide.extend_from_slice(&bytes);
            bytes = wide;
        } else {
            bytes.resize(
                if matches!(v.scalar, Scalar::Float(FloatKind::X87)) {
                    padded.max(if unit == 8 { 16 } else { 12 })
                } else {
                    padded
                },
                0,
            );
        }
        Ok((bytes, align))
    }

    /// Distributes arguments over registers and stack.
    fn split(&mut self, abi: &RegisterAbi) -> Result<Split, Stop> {
        let frame = self.frames.last().expect("a frame is active");
        let Some(varargs) = frame.varargs.clone() else {
            return Ok(Split { general: 0, float: 0, saved: Area::default(), stack: Area::default() });
        };
        let mut s = Split { general: 0, float: 0, saved: Area::default(), stack: Area::default() };
        let arch = self.program.target.arch;
        let (mut general, mut float, mut stack_at) = (0, 0, 0);
        for (i, v) in varargs.named.iter().chain(&varargs.values).enumerate() {
            let named = i < varargs.named.len();
            if i == varargs.named.len() {
                (s.general, s.float) = (general, float);
            }
            // PowerPC passes a struct as a pointer to a copy.
            let in_memory = v.by_value.is_some() && arch != Arch::PowerPc32;
            let bits = v.scalar.bits(self.program.target.pointer_bits) as usize;
            let is_float = matches!(v.scalar, Scalar::Float(k) if k != FloatKind::X87);
            let units = bits.div_ceil(8).div_ceil(abi.general_bytes).max(1);
            if !in_memory && is_float && float < abi.float {
                if !named {
                    let bytes = self.value_bytes(v);
                    s.saved.put(abi.float_at + float * abi.float_bytes, &bytes, v);
                }
                float += 1;
                continue;
            }
            let paired = units == 2 && arch != Arch::X86_64;
            let start = if paired { general.next_multiple_of(2) } else { general };
            let integer = matches!(v.scalar, Scalar::Int(_) | Scalar::Ptr);
            if !in_memory && integer && start + units <= abi.general {
                if !named {
                    let (bytes, _) = self.stack_bytes(&Value { by_value: None, ..*v }, abi.general_bytes)?;
                    s.saved.put(start * abi.general_bytes, &bytes, &Value { by_value: None, ..*v });
                }
                general = start + units;
                continue;
            }
            // A long long that finds no pair uses the registers up (PowerPC, AArch64).
            if !in_memory && integer && arch != Arch::X86_64 {
                general = abi.general;
            }
            if !named {
                let value = if in_memory { *v } else { Value { by_value: None, ..*v } };
                let (bytes, align) = self.stack_bytes(&value, abi.stack_unit)?;
                stack_at = usize::next_multiple_of(stack_at, align);
                s.stack.put(stack_at, &bytes, &value);
                stack_at += bytes.len().next_multiple_of(abi.stack_unit);
            }
        }
        if varargs.values.is_empty() {
            (s.general, s.float) = (general, float);
        }
        Ok(s)
    }

    /// Copies an area into a stack object of the frame.
    fn place(&mut self, area: &Area) -> Result<u64, Stop> {
        // Aligned generously: offsets were laid out from zero, `va_arg` aligns addresses.
        let address = self.push_local(area.bytes.len() as u64, 64, &[], LABEL)?;
        if !area.bytes.is_empty() {
            let r = self.memory.check(address, area.bytes.len() as u64, crate::memory::AccessKind::Write);
            let r = r.map_err(|e| self.memory_stop(e))?;
            self.memory.bytes_mut(r).copy_from_slice(&area.bytes);
        }
        for (at, room, v) in &area.symbolic {
            self.put_argument(address + *at as u64, *room as u64, v)?;
        }
        Ok(address)
    }

    /// Both areas of the frame's varargs, made once per frame.
    fn areas(&mut self, abi: &RegisterAbi) -> Result<(u64, u64, usize, usize), Stop> {
        let s = self.split(abi)?;
        let known = self.frames.last().and_then(|f| f.varargs.as_ref()).and_then(|v| v.area);
        let (saved, stack) = match known {
            Some(areas) => areas,
            None => {
                let areas = (self.place(&s.saved)?, self.place(&s.stack)?);
                if let Some(v) = self.frames.last_mut().and_then(|f| f.varargs.as_mut()) {
                    v.area = Some(areas);
                }
                areas
            }
        };
        Ok((saved, stack, s.general, s.float))
    }

    pub(crate) fn va_start(&mut self, list: u64) -> Result<(), Stop> {
        let pointer = self.program.target.pointer_bits;
        let (saved, stack, general, float, abi) = match self.abi() {
            None => return self.va_start_flat(list),
            Some(abi) => {
                let (saved, stack, g, f) = self.areas(abi)?;
                (saved, stack, g as u64, f as u64, abi)
            }
        };
        match self.program.target.arch {
            Arch::X86_64 => {
                self.write_int(list, 32, general * 8)?;
                self.write_int(list + 4, 32, 48 + float * 16)?;
                self.write_int(list + 8, pointer, stack)?;
                self.write_int(list + 16, pointer, saved)
            }
            Arch::PowerPc32 => {
                self.write_int(list, 8, general)?;
                self.write_int(list + 1, 8, float)?;
                self.write_int(list + 4, pointer, stack)?;
                self.write_int(list + 8, pointer, saved)
            }
            _ => {
                let (gr, vr) = ((abi.general * abi.general_bytes) as u64, (abi.float * abi.float_bytes) as u64);
                self.write_int(list, pointer, stack)?;
                self.write_int(list + 8, pointer, saved.wrapping_add(gr))?;
                self.write_int(list + 16, pointer, saved.wrapping_add(gr + vr))?;
                self.write_int(list + 24, 32, (general * 8).wrapping_sub(gr) & 0xffff_ffff)?;
                self.write_int(list + 28, 32, (float * 16).wrapping_sub(vr) & 0xffff_ffff)
            }
        }
    }

    /// ABIs whose list is a pointer into consecutive arguments.
    fn va_start_flat(&mut self, list: u64) -> Result<(), Stop> {
        let Some(varargs) = self.frames.last().and_then(|f| f.varargs.clone()) else {
            return self.write_int(list, self.program.target.pointer_bits, 0);
        };
        let pointer = self.program.target.pointer_bits;
        if let Some((area, start)) = varargs.area {
            return self.write_int(list, pointer, area + start);
        }
        let arch = self.program.target.arch;
        let unit = pointer as usize / 8;
        let mut area = Area::default();
        let (mut at, mut start) = (0usize, 0usize);
        for (i, v) in varargs.named.iter().chain(&varargs.values).enumerate() {
            let named = i < varargs.named.len();
            // Only the named arguments that share registers with the rest shift their places.
            if named && arch == Arch::I386 {
                continue;
            }
            let (bytes, align) = self.stack_bytes(v, unit)?;
            let align = if named && matches!(arch, Arch::RiscV32 | Arch::RiscV64) { unit } else { align };
            at = at.next_multiple_of(align);
            if !named {
                area.put(at, &bytes, v);
            }
            at += bytes.len().next_multiple_of(unit);
            if named {
                start = at;
            }
        }
        // With nothing unnamed the list points at the end.
        let area_at = self.place(&area)?;
        if let Some(v) = self.frames.last_mut().and_then(|f| f.varargs.as_mut()) {
            v.area = Some((area_at, start as u64));
        }
        self.write_int(list, pointer, area_at + start as u64)
    }

    pub(crate) fn va_list_size(&self) -> u64 {
        match self.program.target.arch {
            Arch::X86_64 => 24,
            Arch::PowerPc32 => 12,
            Arch::AArch64 => 32,
            _ => self.program.target.pointer_bytes() as u64,
        }
    }

    /// Reads the next argument of a list and moves it on.
    pub fn va_next(&mut self, list: u64, scalar: Scalar) -> Result<Value, Stop> {
        let pointer = self.program.target.pointer_bits;
        let unit = pointer as u64 / 8;
        let bits = scalar.bits(pointer);
        let size = (bits as u64).div_ceil(8);
        let is_float = matches!(scalar, Scalar::Float(k) if k != FloatKind::X87);
        let padded = match scalar {
            Scalar::Float(FloatKind::X87) if unit == 8 => 16,
            Scalar::Float(FloatKind::X87) => 12,
            _ => size.next_multiple_of(unit),
        };
        let arch = self.program.target.arch;
        let in_register = match arch {
            Arch::X86_64 if scalar != Scalar::Float(FloatKind::X87) => {
                let (field, limit, step) = if is_float { (4, 176, 16) } else { (0, 48, padded) };
                let used = self.read_int(list.wrapping_add(field), 32)?;
                if used + step <= limit {
                    self.write_int(list.wrapping_add(field), 32, used + step)?;
                    Some(self.read_int(list.wrapping_add(16), pointer)?.wrapping_add(used))
                } else {
                    None
                }
            }
            Arch::PowerPc32 => {
                let (field, float) = if is_float { (1, true) } else { (0, false) };
                let mut used = self.read_int(list.wrapping_add(field), 8)?;
                let units = if float { 1 } else { padded / 4 };
                if !float && units == 2 {
                    used = used.next_multiple_of(2);
                }
                let fits = used + units <= 8;
                self.write_int(list.wrapping_add(field), 8, if fits { used + units } else { 8 })?;
                let saved = self.read_int(list.wrapping_add(8), pointer)?;
                fits.then(|| saved.wrapping_add(if float { 32 + used * 8 } else { used * 4 }))
            }
            Arch::AArch64 => {
                let (field, top, step) = if is_float { (28, 16, 16) } else { (24, 8, padded) };
                let used = self.read_int(list.wrapping_add(field), 32)? as u32 as i32;
                if used < 0 {
                    self.write_int(list.wrapping_add(field), 32, (used + step as i32) as u32 as u64)?;
                    let top = self.read_int(list.wrapping_add(top), pointer)?;
                    (used + step as i32 <= 0).then(|| top.wrapping_add(used as i64 as u64))
                } else {
                    None
                }
            }
            _ => None,
        };
        let at = match in_register {
            Some(at) => at,
            None => {
                let field = match arch {
                    Arch::X86_64 => 8,
                    Arch::PowerPc32 => 4,
                    _ => 0,
                };
                let align = match arch {
                    Arch::I386 => 4,
                    _ => padded.next_power_of_two().clamp(unit, 16),
                };
                let at = self.read_int(list.wrapping_add(field), pointer)?.wrapping_add(align - 1) & !(align - 1);
                self.write_int(list.wrapping_add(field), pointer, at.wrapping_add(padded))?;
                at
            }
        };
        // Small integers sit at the far end of their unit on big-endian machines.
        let skew = if self.program.target.big_endian && size < unit && !is_float { unit - size } else { 0 };
        let mut words = [0; 2];
        let n = (bits as usize).div_ceil(64);
        let read = self.memory.load_bits(at.wrapping_add(skew), bits, &mut words[..n]);
        read.map_err(|e| self.memory_stop(e))?;
        Ok(Value { hi: words[1], ..Value::word(scalar, words[0], 0) })
    }

    // ---- integers in memory

    /// Reads an unsigned integer of the target.
    pub fn read_int(&mut self, address: u64, bits: u32) -> Result<u64, Stop> {
        let mut word = [0];
        self.memory.load_bits(address, bits, &mut word).map_err(|e| self.memory_stop(e))?;
        Ok(word[0])
    }

    pub fn write_int(&mut self, address: u64, bits: u32, value: u64) -> Result<(), Stop> {
        self.memory.store_bits(address, bits, &[value]).map_err(|e| self.memory_stop(e))
    }
}
