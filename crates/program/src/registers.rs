//! Memory at fixed addresses: `*(volatile uint32_t *)0x40021000` and its kin become objects of the program.
//!
//! Only addresses that are constants of the code count, or of pointers in initialisers; a computed one stays wild. The object lies
//! elsewhere in the machine's address space, so the constants are replaced, wherever they are pointers: what is compared with such
//! an address must be the same one. A function that makes pointers of numbers while it runs says so (`measures_globals`).

use crate::body::Body;
use crate::constant::mask;
use crate::link::Program;
use crate::op::{Op, Reg};
use crate::source::PosId;
use crate::symbol::{Global, GlobalId, Linkage, Scalar};
use std::collections::{BTreeMap, HashSet};

/// A span of memory at a fixed address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    pub global: GlobalId,
    /// The address the source has.
    pub address: u64,
    /// Accesses at fixed places: offset and bytes, in order, none over another.
    pub words: Vec<(u64, u64)>,
}

/// Bytes behind an address that is indexed or passed on: how far it reaches is not known.
const UNKNOWN: u64 = 256;
/// Smaller numbers are no addresses of devices.
const LEAST: u64 = 4096;
/// Accesses so close belong to one object.
const NEAR: u64 = 256;

impl Program {
    /// Gives memory at fixed addresses objects. To be called once, before the program is run.
    pub(crate) fn add_registers(&mut self) {
        let used: HashSet<u64> = self.used_slots();
        let end_of_memory = mask(u64::MAX, self.geometry.pointer_bits);
        let is_fixed = |p: &Program, word: u64| word != 0 && !used.contains(&p.geometry.slot_of(word));
        // By address: how far accesses reach, and the sizes of those at a fixed place.
        let mut spans: BTreeMap<u64, u64> = BTreeMap::new();
        let mut words: BTreeMap<u64, u64> = BTreeMap::new();
        for body in self.functions.iter().filter_map(|f| f.body.as_ref()) {
            for (word, offset, size) in fixed_uses(body).filter(|u| is_fixed(self, u.0)) {
                let bytes = offset.saturating_add(size.unwrap_or(UNKNOWN));
                // Numbers below zero are marks: `(void *)-1`.
                if bytes > end_of_memory.saturating_sub(word) {
                    continue;
                }
                let end = spans.entry(word).or_default();
                *end = (*end).max(bytes);
                if let Some(size) = size {
                    let known = words.entry(word + offset).or_default();
                    *known = (*known).max(size);
                }
            }
        }
        let pointers = self.fixed_pointers(&|word| is_fixed(self, word));
        for &(_, _, word, size) in &pointers {
            let Some(size) = size.filter(|s| *s <= end_of_memory.saturating_sub(word)) else { continue };
            let end = spans.entry(word).or_default();
            *end = (*end).max(size);
        }
        let regions = merged(spans);
        let mut placed: Vec<(u64, u64, u64)> = Vec::new();
        for (start, size) in regions {
            let Some(global) = self.add_region(start, size) else { return };
            placed.push((start, size, self.global(global).address));
            let mut free = start;
            let mut mine = Vec::new();
            for (&at, &bytes) in words.range(start..start + size) {
                if at >= free {
                    mine.push((at - start, bytes));
                    free = at + bytes;
                }
            }
            self.registers.push(Register { global, address: start, words: mine });
        }
        for body in self.functions.iter_mut().filter_map(|f| f.body.as_mut()) {
            replace(body, &placed);
        }
        let (bytes, big) = (self.target.pointer_bytes() as usize, self.target.big_endian);
        for (global, offset, word, _) in pointers {
            let (Some(address), Some(image)) = (moved(&placed, word), &mut self.globals[global].image) else {
                continue;
            };
            let mut new = address.to_le_bytes();
            let new = &mut new[..bytes];
            if big {
                new.reverse();
            }
            image[offset..offset + bytes].copy_from_slice(new);
        }
    }

    /// Pointers in initialisers that are plain numbers: the global, the offset in it, the number, and the bytes of what is there if
    /// that is a device.
    fn fixed_pointers(&self, is_fixed: &dyn Fn(u64) -> bool) -> Vec<(usize, usize, u64, Option<u64>)> {
        let bytes = self.target.pointer_bytes() as usize;
        let mut all = Vec::new();
        for (i, g) in self.globals.iter().enumerate() {
            let (Some(image), Some(ty)) = (&g.image, g.c_type) else { continue };
            let mut found = Vec::new();
            if !image.is_empty() {
                self.types.pointers_in(ty, 0, &mut found);
            }
            for (offset, to) in found {
                let Some(word) = image.get(offset as usize..offset as usize + bytes) else { continue };
                let add = |word: u64, byte: &u8| word << 8 | *byte as u64;
                let word =
                    if self.target.big_endian { word.iter().fold(0, add) } else { word.iter().rev().fold(0, add) };
                if is_fixed(word) {
                    // Other numbers in pointers are marks, as a rule, that are compared and not followed.
                    let is_device = self.types.is_volatile(to) && word >= LEAST;
                    let size = is_device.then(|| self.types.bytes(to).filter(|n| *n > 8).unwrap_or(UNKNOWN));
                    all.push((i, offset as usize, word, size));
                }
            }
        }
        all
    }

    fn used_slots(&self) -> HashSet<u64> {
        let mut used = HashSet::new();
        for g in self.globals.iter().filter(|g| g.address != 0) {
            let first = self.geometry.slot_of(g.address);
            used.extend(first..first + self.geometry.span(g.size, 1).min(1 << 12));
        }
        used.extend(self.functions.iter().filter(|f| f.address != 0).map(|f| self.geometry.slot_of(f.address)));
        used
    }

    fn add_region(&mut self, start: u64, size: u64) -> Option<GlobalId> {
        let (slot, span) = (self.first_free_slot, self.geometry.span(size, 16));
        if slot + span >= self.geometry.slots {
            return None;
        }
        self.first_free_slot += span;
        let id = GlobalId(self.globals.len() as u32);
        self.globals.push(Global {
            name: format!("memory at {start:#x}"),
            unit: 0,
            linkage: Linkage::Internal,
            size,
            align: 16,
            constant: false,
            thread_local: false,
            image: Some(Vec::new()),
            address: self.geometry.place(slot, 16),
            c_type: None,
            position: PosId::NONE,
            anonymous: false,
            open: false,
        });
        Some(id)
    }
}

/// Spans that touch or lie close together, as start and size.
fn merged(spans: BTreeMap<u64, u64>) -> Vec<(u64, u64)> {
    let mut all: Vec<(u64, u64)> = Vec::new();
    for (start, size) in spans {
        match all.last_mut() {
            Some((s, n)) if start <= *s + *n + NEAR => *n = (*n).max(start + size - *s),
            _ => all.push((start, size)),
        }
    }
    all
}

fn constant(body: &Body, r: Reg) -> Option<u64> {
    body.constants.get(r.checked_sub(body.constants_at)? as usize).copied()
}

/// Constants used as pointers, with the offset and size of the access as far as they are known.
fn fixed_uses(body: &Body) -> impl Iterator<Item = (u64, u64, Option<u64>)> + '_ {
    let in_code = body.code.iter().filter_map(|&op| {
        let mut op = op;
        let (offset, size) = match op {
            Op::Load8 { o, .. } | Op::Store8 { o, .. } => (o, Some(1)),
            Op::Load16 { o, .. } | Op::Store16 { o, .. } => (o, Some(2)),
            Op::Load32 { o, .. } | Op::Store32 { o, .. } => (o, Some(4)),
            Op::Load64 { o, .. } | Op::Store64 { o, .. } => (o, Some(8)),
            Op::LoadAny { w, o, .. } | Op::LoadCopy { w, o, .. } | Op::StoreAny { w, o, .. } => {
                (o, Some((w as u64).div_ceil(8)))
            }
            Op::GepImm { o, .. } => (o, None),
            _ => (0, None),
        };
        let word = constant(body, *pointer(&mut op)?)?;
        u64::try_from(offset).ok().map(|offset| (word, offset, size))
    });
    let copies = chosen(body).into_iter().filter_map(|i| Some((constant(body, copied(body.code[i])?)?, 0, None)));
    let arguments = body.calls.iter().flat_map(|c| &c.args).filter(|a| a.scalar == Scalar::Ptr);
    let arguments = arguments.filter_map(|a| Some((constant(body, a.at)?, 0, None)));
    in_code.chain(copies.chain(arguments).filter(|passed| passed.0 >= LEAST))
}

/// What an operation copies.
fn copied(op: Op) -> Option<Reg> {
    match op {
        Op::Mov { a, .. } | Op::Select { a, .. } => Some(a),
        _ => None,
    }
}

/// The operand that is a pointer.
fn pointer(op: &mut Op) -> Option<&mut Reg> {
    match op {
        Op::Load8 { p, .. }
        | Op::Load16 { p, .. }
        | Op::Load32 { p, .. }
        | Op::Load64 { p, .. }
        | Op::LoadIdx8 { p, .. }
        | Op::LoadIdx16 { p, .. }
        | Op::LoadIdx32 { p, .. }
        | Op::LoadIdx64 { p, .. }
        | Op::LoadAny { p, .. }
        | Op::LoadCopy { p, .. }
        | Op::Store8 { p, .. }
        | Op::Store16 { p, .. }
        | Op::Store32 { p, .. }
        | Op::Store64 { p, .. }
        | Op::StoreIdx8 { p, .. }
        | Op::StoreIdx16 { p, .. }
        | Op::StoreIdx32 { p, .. }
        | Op::StoreIdx64 { p, .. }
        | Op::StoreAny { p, .. }
        | Op::GepImm { p, .. }
        | Op::Gep { p, .. } => Some(p),
        _ => None,
    }
}

/// Where the object of a fixed address is.
fn moved(placed: &[(u64, u64, u64)], word: u64) -> Option<u64> {
    let region = placed.iter().find(|(start, size, _)| (*start..start + size).contains(&word))?;
    Some(region.2 + (word - region.0))
}

/// Constants that are copied to registers which are used as pointers: `at ? A : B`.
fn chosen(body: &Body) -> HashSet<usize> {
    let mut used: HashSet<Reg> = body.code.iter().filter_map(|&op| pointer(&mut { op }).map(|r| *r)).collect();
    let (mut all, mut before) = (HashSet::new(), usize::MAX);
    while before != used.len() {
        before = used.len();
        for (i, op) in body.code.iter().enumerate() {
            if let Op::Mov { d, a } | Op::Select { d, a, .. } = *op
                && used.contains(&d)
            {
                used.insert(a);
                all.insert(i);
            }
        }
    }
    all
}

/// Replaces fixed addresses, where they are used as pointers, by those of their objects.
fn replace(body: &mut Body, placed: &[(u64, u64, u64)]) {
    let moved = |word: u64| moved(placed, word);
    for &i in &body.fixed {
        let word = &mut body.constants[i as usize];
        *word = moved(*word).unwrap_or(*word);
    }
    body.measures_globals |= !placed.is_empty() && body.code.iter().any(|op| matches!(op, Op::IntToPtr { .. }));
    let copies = chosen(body);
    let (at, known) = (body.constants_at, body.constants.clone());
    let old = |r: Reg| known.get(r.checked_sub(at)? as usize).copied();
    let mut new: BTreeMap<u64, Reg> = BTreeMap::new();
    let (registers, constants) = (&mut body.registers, &mut body.constants);
    let mut change = |r: &mut Reg| {
        let Some(address) = old(*r).and_then(moved) else { return };
        // The number itself may be used for something else too: the pointer gets a constant of its own.
        *r = *new.entry(address).or_insert_with(|| {
            constants.push(address);
            *registers += 1;
            *registers - 1
        });
    };
    for (i, op) in body.code.iter_mut().enumerate() {
        match op {
            Op::Mov { a, .. } | Op::Select { a, .. } if copies.contains(&i) => change(a),
            _ => drop(pointer(op).map(&mut change)),
        }
    }
    let arguments = body.calls.iter_mut().flat_map(|c| &mut c.args).filter(|a| a.scalar == Scalar::Ptr);
    arguments.for_each(|a| change(&mut a.at));
}
