//! What a run had and what it left: the memory of its inputs before and after, its result, its calls of stubs.
//!
//! Only runs that are asked for it (`Unit::run_observed`) are observed: it copies memory. An image is taken when the
//! driver has filled an object, so `before` is exactly what the program found there, whatever rules made it.

use crate::driver::Driver;
use crescendo_program::ctype::TypeId;
use crescendo_program::source::PosId;
use crescendo_program::{FunctionId, Global, GlobalId, Program, Scalar};
use crescendo_vm::memory::ObjectState;
use crescendo_vm::symbolic::Told;
use crescendo_vm::{TraceFrame, Value, Vm};
use std::collections::BTreeSet;

/// Globals larger than this are not looked at.
const MOST_BYTES: u64 = 1 << 20;

/// What an image is the memory of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A parameter of the function under test, by its number; of that call, from 1.
    Argument {
        call: u32,
        number: usize,
    },
    Global(GlobalId),
    /// What an input pointer points to.
    Object,
    /// The result of a stub, by its number in `Observed::calls`.
    StubResult(usize),
    /// What a stub writes behind an argument: the call's number in `Observed::calls`, and the argument's.
    Written {
        call: usize,
        argument: usize,
    },
}

/// Memory of a type, before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// As the driver names it.
    pub path: String,
    pub origin: Origin,
    /// Of one element.
    pub ty: TypeId,
    pub count: u64,
    pub address: u64,
    /// Where the pointer of that path points to; not its start if the unit looks in front of it.
    pub pointer: u64,
    pub before: Vec<u8>,
    /// `None`: it is no more.
    pub after: Option<Vec<u8>>,
    /// The program freed it.
    pub freed: bool,
}

impl Image {
    /// Whether an address lies in it or just behind its end.
    pub fn has(&self, address: u64) -> bool {
        address.wrapping_sub(self.address) <= self.before.len() as u64
    }
}

/// A call of a function without body and model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StubCall {
    pub function: FunctionId,
    /// Its number among the calls of functions of that name, from 1.
    pub number: u32,
    pub args: Vec<Value>,
    /// Where it is called, and the number of the frame.
    pub at: PosId,
    pub frame: u64,
    /// The image of its result, where its type is known.
    pub result: Option<usize>,
    /// The result without a known type.
    pub word: Option<u64>,
}

/// What the function under test gave back, as it lies in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    pub ty: TypeId,
    pub bytes: Vec<u8>,
    /// Which of the bytes somebody wrote, where that is known; all of them if it is empty.
    pub written: Vec<bool>,
}

impl Returned {
    /// Whether it is a result at all.
    pub fn is_anything_written(&self) -> bool {
        self.written.is_empty() || self.written.contains(&true)
    }

    /// How many bytes were written there, one after the other.
    pub fn written(&self, offset: u64, size: u64) -> u64 {
        let is_written = |i: &u64| self.written.get(*i as usize).is_none_or(|w| *w);
        (offset..offset + size).take_while(is_written).count() as u64
    }
}

#[derive(Clone, Debug, Default)]
pub struct Observed {
    pub images: Vec<Image>,
    /// Globals that constructors have changed before it began: no test sets them.
    pub built: BTreeSet<GlobalId>,
    pub calls: Vec<StubCall>,
    /// One per call that returned; none for `void`.
    pub returned: Vec<Returned>,
    /// It ended the program instead of returning.
    pub exited: Option<i32>,
    /// Where it read memory that nobody wrote.
    pub uninitialised: Vec<TraceFrame>,
    /// What it did to the outside.
    pub told: Told,
}

impl Observed {
    /// The image that holds an address.
    pub fn image_at(&self, address: u64) -> Option<&Image> {
        self.images.iter().find(|i| i.has(address))
    }
}

impl Driver<'_> {
    /// Takes an image of what has just been filled.
    pub(crate) fn take_image(
        &mut self,
        vm: &Vm,
        path: &str,
        origin: Origin,
        ty: TypeId,
        (address, count, size): (u64, u64, u64),
    ) {
        let Some(observed) = &mut self.observed else { return };
        let before = vm.memory.peek(address, size).map_or_else(|| vec![0; size as usize], |(b, _)| b.to_vec());
        observed.images.push(Image {
            path: path.to_string(),
            origin,
            ty,
            count,
            address,
            pointer: address,
            before,
            after: None,
            freed: false,
        });
    }

    /// The pointer to the image that was taken last.
    pub(crate) fn image_is_led_to_by(&mut self, pointer: u64) {
        if let Some(image) = self.observed.as_mut().and_then(|o| o.images.last_mut()) {
            image.pointer = pointer;
        }
    }

    /// Notes what a stub has just written behind one of its arguments. Where that is does not matter: a test writes it there too.
    pub(crate) fn note_written(
        &mut self,
        vm: &Vm,
        call: usize,
        argument: usize,
        (ty, count): (TypeId, u64),
        address: u64,
    ) {
        // What is behind a `void *` is written byte by byte.
        let size = self.program.types.bytes(ty).filter(|b| *b > 0).unwrap_or(1) * count;
        let Some((bytes, _)) = vm.memory.peek(address, size) else { return };
        let (before, origin) = (bytes.to_vec(), Origin::Written { call, argument });
        if let Some(o) = &mut self.observed {
            let path = format!("{}#{}", self.program.function(o.calls[call].function).name, o.calls[call].number);
            o.images.push(Image { path, origin, ty, count, address: 0, pointer: 0, before, after: None, freed: false });
        }
    }

    /// What was found there turns out to be something else: part of an image is taken anew, from where that is now.
    pub(crate) fn patch_image(&mut self, vm: &Vm, address: u64, from: u64, size: u64) {
        let Some(observed) = &mut self.observed else { return };
        let image = observed.images.iter_mut().find(|i| i.address != 0 && i.has(address));
        if let (Some(image), Some((bytes, _))) = (image, vm.memory.peek(from, size)) {
            let at = (address - image.address) as usize;
            if let Some(part) = image.before.get_mut(at..at + size as usize) {
                part.copy_from_slice(bytes);
            }
        }
    }

    /// An argument that is nowhere in memory.
    pub(crate) fn note_argument(&mut self, path: &str, number: usize, ty: TypeId, value: u64) {
        let size = self.program.types.bytes(ty).unwrap_or(8).min(8) as usize;
        let mut before = value.to_le_bytes()[..size].to_vec();
        if self.program.target.big_endian {
            before.reverse();
        }
        let origin = Origin::Argument { call: self.call, number };
        let path = path.to_string();
        if let Some(observed) = &mut self.observed {
            let image = Image { path, origin, ty, count: 1, address: 0, pointer: 0, before, after: None, freed: false };
            observed.images.push(image);
        }
    }

    /// Takes images of the program's variables, inputs or not: a unit may change any of them.
    pub(crate) fn take_globals(&mut self, vm: &Vm) {
        if self.observed.is_none() {
            return;
        }
        for (i, g) in self.program.globals.iter().enumerate() {
            let Some(ty) = g.c_type else { continue };
            if g.constant || g.anonymous || g.address == 0 || g.size > MOST_BYTES {
                continue;
            }
            self.take_image(vm, &g.name, Origin::Global(GlobalId(i as u32)), ty, (g.address, 1, g.size));
        }
    }

    /// Notes what constructors, which have just run, have changed.
    pub(crate) fn note_built(&mut self, vm: &Vm) {
        let Some(observed) = &mut self.observed else { return };
        let is_changed = |g: &Global| {
            let now = vm.memory.peek(g.address, g.size).map_or(&[][..], |(bytes, _)| bytes);
            let at_first = g.image.as_deref().unwrap_or_default().iter().copied().chain(std::iter::repeat(0));
            now.iter().zip(at_first).any(|(now, first)| *now != first)
        };
        let all = self.program.globals.iter().enumerate().filter(|(_, g)| g.address != 0 && is_changed(g));
        observed.built = all.map(|(i, _)| GlobalId(i as u32)).collect();
    }

    /// Looks at the images again, when the run is over.
    pub(crate) fn end_observation(&mut self, vm: &Vm) {
        let Some(observed) = &mut self.observed else { return };
        for image in &mut observed.images {
            let size = image.before.len() as u64;
            image.after = vm.memory.peek(image.address, size).map(|(b, _)| b.to_vec());
            image.freed =
                image.address != 0 && vm.memory.info(image.address).is_some_and(|i| i.state == ObjectState::Freed);
        }
        observed.uninitialised = vm.uninitialised().to_vec();
    }
}

/// A result that travels in registers, as it would lie in memory.
pub(crate) fn in_memory(program: &Program, parts: &[Scalar], words: &[u64], size: u64) -> Vec<u8> {
    let mut bytes = vec![0; size as usize];
    let (mut at, mut word) = (0usize, 0);
    for part in parts {
        let len = part.bits(program.target.pointer_bits).div_ceil(8) as usize;
        at = at.next_multiple_of(len.next_power_of_two().min(8));
        let mut part_bytes: Vec<u8> = (0..part.slots() as usize)
            .flat_map(|i| words.get(word + i).copied().unwrap_or(0).to_le_bytes())
            .take(len)
            .collect();
        if program.target.big_endian {
            part_bytes.reverse();
        }
        for (to, from) in bytes.iter_mut().skip(at).zip(part_bytes) {
            *to = from;
        }
        at += len;
        word += part.slots() as usize;
    }
    bytes
}
