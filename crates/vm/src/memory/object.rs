//! What is known of one object.

use super::{Slot, init::Init, ledger::Listed, terms::Terms};
use crescendo_program::source::PosId;
use crescendo_program::symbol::{FunctionId, GlobalId};
use crescendo_solver::expr::ExprId;
use std::cell::Cell;

/// Where an object comes from, for reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    Global(GlobalId),
    Function(FunctionId),
    /// A local variable: index into the function's `locals`.
    Local {
        function: FunctionId,
        index: u32,
    },
    /// A variable-length array or `alloca`: index into the function's `variables`.
    Variable {
        function: FunctionId,
        index: u32,
    },
    /// From `malloc` and the like; where it was made and freed.
    Heap {
        made: PosId,
        freed: PosId,
    },
    /// A stream of the C library; where it was opened and closed.
    Stream {
        made: PosId,
        freed: PosId,
    },
    /// What an input pointer points to, by its number in the list of names.
    Input(u32),
    /// Made by the machine: program arguments, library buffers.
    Machine(&'static str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectState {
    Live,
    Freed,
    /// A local of a function that has returned.
    Returned,
}

/// The public view of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectInfo {
    pub base: u64,
    pub size: u64,
    pub state: ObjectState,
    pub label: Label,
    pub heap: bool,
    pub constant: bool,
    pub code: bool,
}

/// Where an object's bytes are.
pub(super) enum Storage {
    None,
    /// Owned, with its length.
    Heap(*mut u8, usize),
    /// A part of the stack arena.
    Stack(*mut u8),
}

impl Storage {
    fn layout(len: usize) -> Option<std::alloc::Layout> {
        std::alloc::Layout::from_size_align(len.max(1), 16).ok()
    }

    /// Zeroed bytes of its own; `None` when the host has no room.
    pub fn heap(size: u64) -> Option<Storage> {
        let len = usize::try_from(size).ok()?;
        let p = unsafe { std::alloc::alloc_zeroed(Self::layout(len)?) };
        (!p.is_null()).then_some(Storage::Heap(p, len))
    }

    pub fn pointer(&self) -> *mut u8 {
        match self {
            Storage::None => std::ptr::null_mut(),
            Storage::Heap(p, _) | Storage::Stack(p) => *p,
        }
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        if let Storage::Heap(p, len) = *self
            && let Some(layout) = Self::layout(len)
        {
            unsafe { std::alloc::dealloc(p, layout) };
        }
    }
}

pub(super) struct Object {
    pub base: u64,
    pub size: u64,
    pub storage: Storage,
    pub init: Init,
    /// Bytes that depend on inputs.
    pub terms: Option<Box<Terms>>,
    /// The size as a term of 64 bits, where it depends on inputs.
    pub size_term: ExprId,
    /// The least value of that term.
    pub least: u64,
    /// Its greatest value, if what lies between the present end and there is known too: in `terms`, zero without one.
    /// 0: not known.
    pub most: u64,
    pub label: Label,
    pub state: ObjectState,
    pub heap: bool,
    pub constant: bool,
    pub code: bool,
    /// Every access takes the slow path: reads may give something new.
    pub watched: bool,
    pub listed: Listed,
    /// Where the last byte ends that was looked at, of objects whose size depends on inputs.
    pub reach: Cell<u64>,
    /// A snapshot needs the present bytes: copy them before writing.
    pub shared: bool,
}

impl Object {
    pub fn none() -> Object {
        let mut o = Object::new(0, 0, Storage::None, Label::Machine(""));
        o.state = ObjectState::Freed;
        o
    }

    pub fn new(base: u64, size: u64, storage: Storage, label: Label) -> Object {
        Object {
            base,
            size,
            storage,
            init: Init::All,
            terms: None,
            size_term: ExprId::NONE,
            least: 0,
            most: 0,
            label,
            state: ObjectState::Live,
            heap: false,
            constant: false,
            code: false,
            watched: false,
            listed: Listed::default(),
            reach: Cell::new(0),
            shared: false,
        }
    }

    /// Neither its bytes nor its size depend on inputs.
    pub fn is_concrete(&self) -> bool {
        self.terms.is_none() && self.size_term.is_none()
    }

    /// The slot's next object. In place, as calls and allocations do little else.
    #[inline]
    pub fn renew(&mut self, base: u64, size: u64, storage: Storage, init: Init, label: Label, heap: bool) {
        self.base = base;
        self.size = size;
        self.storage = storage;
        self.init = init;
        self.terms = None;
        self.size_term = ExprId::NONE;
        self.label = label;
        self.state = ObjectState::Live;
        self.heap = heap;
        self.constant = false;
        self.code = false;
        self.watched = false;
        self.listed = Listed::default();
        self.reach = Cell::new(0);
        self.shared = false;
    }

    /// The object is gone; what it was is still known.
    #[inline]
    pub fn end(&mut self, state: ObjectState) {
        self.state = state;
        self.storage = Storage::None;
        self.init = Init::All;
        self.terms = None;
    }

    /// A live object with bytes and without terms.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.state == ObjectState::Live
            && !self.code
            && !self.watched
            && !self.listed.wants_read()
            && self.is_concrete()
    }

    /// The fast path's view.
    #[inline]
    pub fn entry(&self) -> Slot {
        let load = if self.is_plain() { self.init.prefix(self.size) } else { 0 };
        let store = if self.constant || self.shared || self.listed.wants_write() { 0 } else { load };
        Slot { lo: self.base, data: self.storage.pointer(), load, store }
    }
}
