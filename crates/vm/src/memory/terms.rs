//! Bytes of an object that depend on inputs: which byte of which term each one is.
//!
//! An object has `Terms` exactly while at least one of its bytes has a term; then the slot table sends every access to
//! the slow path. Concrete writes (all go through `bytes_mut`) forget the terms they overwrite.

use super::object::Object;
use super::{Memory, ObjectState, Range};
use crescendo_solver::expr::ExprId;

/// One byte: byte number `byte` of `term`, counted from its low end. No term: the byte is concrete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByteTerm {
    pub term: ExprId,
    pub byte: u32,
}

impl ByteTerm {
    pub const NONE: ByteTerm = ByteTerm { term: ExprId::NONE, byte: 0 };
}

const PAGE: usize = 64;
type Page = Option<Box<[ByteTerm; PAGE]>>;

/// The terms of one object, in pages: large objects are symbolic in small parts.
#[derive(Clone, Default)]
pub(super) struct Terms {
    pages: Vec<Page>,
    /// Bytes that have a term.
    count: u64,
}

impl Terms {
    fn get(&self, at: u64) -> ByteTerm {
        match self.pages.get(at as usize / PAGE) {
            Some(Some(page)) => page[at as usize % PAGE],
            _ => ByteTerm::NONE,
        }
    }

    fn set(&mut self, at: u64, t: ByteTerm) {
        let (page, i) = (at as usize / PAGE, at as usize % PAGE);
        if self.pages.len() <= page {
            if t.term.is_none() {
                return;
            }
            self.pages.resize_with(page + 1, || None);
        }
        if self.pages[page].is_none() && t.term.is_none() {
            return;
        }
        let place = &mut self.pages[page].get_or_insert_with(|| Box::new([ByteTerm::NONE; PAGE]))[i];
        self.count += t.term.is_some() as u64;
        self.count -= place.term.is_some() as u64;
        *place = t;
    }

    /// Forgets a range; whole pages without looking inside where there is nothing.
    fn clear(&mut self, at: u64, len: u64) {
        let end = (at + len).min((self.pages.len() * PAGE) as u64);
        let mut i = at;
        while i < end {
            if self.pages[i as usize / PAGE].is_none() {
                i = (i / PAGE as u64 + 1) * PAGE as u64;
                continue;
            }
            self.set(i, ByteTerm::NONE);
            i += 1;
        }
    }
}

/// A symbolic byte that a library model looked at, with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touched {
    pub byte: ByteTerm,
    pub value: u8,
}

/// An access to an object whose size is a term: it is inside exactly where `end <= size`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizedAccess {
    pub size: ExprId,
    pub end: u64,
    pub inside: bool,
}

/// Something the trace must learn of, in the order it happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    Touched(Touched),
    Sized(SizedAccess),
}

impl Memory {
    /// Makes an object's size depend on inputs; its value is the present size, and never less than `least`.
    pub fn set_size_term(&mut self, address: u64, size: ExprId, least: u64) {
        if let Some(first) = self.owner(address) {
            self.save_for_undo(first);
            let o = &mut self.objects[first];
            let most = if o.size_term.is_some() { o.most } else { 0 };
            (o.size_term, o.least, o.most) = (size, least, 0);
            if most > o.size {
                // There is nothing behind the end any more.
                let end = o.size;
                if let Some(terms) = &mut o.terms {
                    terms.clear(end, most - end);
                    if terms.count == 0 {
                        o.terms = None;
                    }
                }
            }
            self.refresh(first);
        }
    }

    /// Tells that an object of symbolic size has at most `most` bytes; those behind its present end are zero until
    /// `set_beyond` gives them terms.
    pub fn set_most(&mut self, address: u64, most: u64) {
        if let Some(first) = self.owner(address) {
            self.save_for_undo(first);
            self.objects[first].most = most;
        }
    }

    /// How many bytes the object could have for other inputs, as far as that is known.
    pub(crate) fn most(&self, address: u64) -> Option<u64> {
        let o = &self.objects[self.owner(address)?];
        match o.size_term {
            ExprId::NONE => Some(o.size),
            _ if o.most > 0 => Some(o.most.max(o.size)),
            _ => None,
        }
    }

    /// A byte behind the present end of an object of symbolic size.
    pub fn set_beyond(&mut self, address: u64, at: u64, t: ByteTerm) {
        if let Some(first) = self.owner(address) {
            self.save_for_undo(first);
            let o = &mut self.objects[first];
            debug_assert!((o.size..o.most).contains(&at));
            o.terms.get_or_insert_with(Default::default).set(at, t);
            self.refresh(first);
        }
    }

    /// The term of the byte at an offset of an object, also behind its end.
    pub fn term_at(&self, address: u64, at: u64) -> ByteTerm {
        let terms = self.owner(address).and_then(|first| self.objects[first].terms.as_ref());
        terms.map_or(ByteTerm::NONE, |t| t.get(at))
    }

    /// All terms of an object's first bytes, by their offsets; large objects are symbolic in small parts.
    pub(crate) fn terms_of(&self, address: u64, most: u64) -> Vec<(u64, ByteTerm)> {
        let Some(terms) = self.owner(address).and_then(|first| self.objects[first].terms.as_ref()) else {
            return Vec::new();
        };
        let pages = (0..).step_by(PAGE).zip(&terms.pages).filter_map(|(at, page)| Some((at, page.as_ref()?)));
        let all = pages.flat_map(|(at, page)| (at..).zip(page.iter().copied()));
        all.filter(|(at, t)| *at < most && t.term.is_some()).collect()
    }

    /// The values of an object's first bytes, as they are; 0 behind its end.
    pub(crate) fn values_of(&self, address: u64, most: u64) -> Vec<u8> {
        let mut all = vec![0; most as usize];
        if let Some(first) = self.owner(address)
            && let o = &self.objects[first]
            && o.state == ObjectState::Live
            && !o.code
        {
            let there = o.size.min(most) as usize;
            // SAFETY: a live object has storage for all of its size.
            all[..there].copy_from_slice(unsafe { std::slice::from_raw_parts(o.storage.pointer(), there) });
        }
        all
    }

    /// The value of a byte of an object by its offset, as it is; 0 behind its end.
    pub(crate) fn value_at(&self, address: u64, at: u64) -> u8 {
        let Some(first) = self.owner(address) else { return 0 };
        let o = &self.objects[first];
        if o.state == ObjectState::Live && !o.code && at < o.size {
            unsafe { *o.storage.pointer().add(at as usize) }
        } else {
            0
        }
    }

    pub(crate) fn size_term(&self, address: u64) -> ExprId {
        self.owner(address).map_or(ExprId::NONE, |first| self.objects[first].size_term)
    }

    pub(super) fn note_sized(&self, o: &Object, at: u64, len: u64, inside: bool) {
        // Behind the end of everything no size makes it right, in the first element every size does.
        let Some(end) = at.checked_add(len).filter(|end| (o.least + 1..1 << 62).contains(end)) else { return };
        let mut all = self.notes.borrow_mut();
        let note = Note::Sized(SizedAccess { size: o.size_term, end, inside });
        if all.last() != Some(&note) {
            all.push(note);
        }
    }

    /// An access far outside of the object its pointer came from: where that has a symbolic size, it could reach there.
    #[cold]
    pub(super) fn note_far(&self, address: u64, len: u64) {
        let Some(first) = self.home(address).and_then(|o| self.owner(o.base)) else { return };
        // A mark where the object itself lies: the address had higher bits than the mark leaves, and no size reaches there.
        if self.owner(self.plain(address)) == Some(first) {
            return;
        }
        let o = &self.objects[first];
        if o.size_term.is_some() && o.state == ObjectState::Live {
            self.note_sized(o, self.plain(address).wrapping_sub(o.base), len, false);
        }
    }

    /// The first `used` bytes of a checked span are accessed.
    pub(crate) fn note_used(&self, r: Range, used: u64) {
        let o = &self.objects[r.first];
        if o.size_term.is_some() && used > 0 {
            self.note_sized(o, r.at, used.min(r.len), true);
        }
    }

    /// The first bytes of a span were looked at one by one: each access depends on the byte before.
    pub(super) fn note_search(&self, r: Range, read: u64) {
        let o = &self.objects[r.first];
        if o.is_concrete() {
            return;
        }
        for i in 0..read.min(r.len) {
            let one = Range { first: r.first, at: r.at + i, len: 1 };
            self.note_used(one, 1);
            self.touch(one, 1);
        }
    }

    pub(crate) fn has_notes(&self) -> bool {
        !self.notes.borrow().is_empty()
    }

    /// What happened since the last call that the trace must learn of.
    pub(crate) fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(self.notes.get_mut())
    }

    /// Whether library functions must look at the bytes there one by one: each may decide how the path goes on.
    pub(crate) fn is_open(&self, address: u64) -> bool {
        self.owner(address).is_some_and(|first| {
            let o = &self.objects[first];
            o.size_term.is_some() || o.terms.is_some()
        })
    }

    /// Whether any byte of the object at a slot has a term.
    pub(crate) fn is_symbolic(&self, r: Range) -> bool {
        self.objects[r.first].terms.is_some()
    }

    /// The same of the object at an address.
    pub fn is_symbolic_at(&self, address: u64) -> bool {
        self.owner(address).is_some_and(|o| self.objects[o].terms.is_some())
    }

    pub(crate) fn byte_term(&self, r: Range, i: u64) -> ByteTerm {
        self.objects[r.first].terms.as_ref().map_or(ByteTerm::NONE, |t| t.get(r.at + i))
    }

    /// Gives the bytes of a checked span their terms. Their values must have been written already.
    pub(crate) fn set_terms(&mut self, r: Range, terms: impl Iterator<Item = ByteTerm>) {
        self.save_for_undo(r.first);
        let o = &mut self.objects[r.first];
        let before = o.terms.is_some();
        let all = o.terms.get_or_insert_with(Default::default);
        for (i, t) in (0..r.len).zip(terms) {
            all.set(r.at + i, t);
        }
        if all.count == 0 {
            o.terms = None;
        }
        if before != self.objects[r.first].terms.is_some() {
            self.refresh(r.first);
        }
    }

    /// The span is overwritten by concrete bytes. True if the object has no symbolic byte any more.
    pub(super) fn forget_terms(&mut self, r: Range) -> bool {
        let o = &mut self.objects[r.first];
        let Some(terms) = &mut o.terms else { return false };
        terms.clear(r.at, r.len);
        if terms.count > 0 {
            return false;
        }
        o.terms = None;
        true
    }

    /// The terms of a span, or nothing if none of it is symbolic.
    pub(super) fn copied_terms(&self, r: Range) -> Option<Vec<ByteTerm>> {
        let terms = self.objects[r.first].terms.as_ref()?;
        let all: Vec<ByteTerm> = (0..r.len).map(|i| terms.get(r.at + i)).collect();
        all.iter().any(|t| t.term.is_some()).then_some(all)
    }

    /// Notes that somebody looks at the plain bytes of a span.
    pub(super) fn touch(&self, r: Range, read: u64) {
        let o = &self.objects[r.first];
        let Some(terms) = &o.terms else { return };
        let mut notes = self.notes.borrow_mut();
        for i in r.at..r.at + read.min(r.len) {
            let byte = terms.get(i);
            if byte.term.is_some() {
                let value = unsafe { *o.storage.pointer().add(i as usize) };
                notes.push(Note::Touched(Touched { byte, value }));
            }
        }
    }

    /// Visits every term in memory, for collecting the pool.
    pub fn visit_terms(&mut self, f: &mut dyn FnMut(&mut ExprId)) {
        for o in &mut self.objects {
            if o.size_term.is_some() {
                f(&mut o.size_term);
            }
            let Some(terms) = &mut o.terms else { continue };
            for t in terms.pages.iter_mut().flatten().flat_map(|p| p.iter_mut()) {
                if t.term.is_some() {
                    f(&mut t.term);
                }
            }
        }
    }
}
