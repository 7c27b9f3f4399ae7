//! The machine's symbolic side: terms beside values, and the trace of a run.
//!
//! Every register has a term beside it (`ExprId::NONE` = concrete), every byte of memory may have one. `observe` looks at
//! each operation before the machine executes it: operations on concrete values pass at the cost of a look, others get
//! their result's term here. Invariants:
//! - a register's term stands for its value, zero-extended: its width may be smaller than the operation's;
//! - constants are never stored as terms;
//! - evaluating any stored term under `inputs` gives the concrete value next to it (`Options::paranoid` checks this).

mod access;
mod arithmetic;
mod automaton;
mod block;
mod branch;
mod bulk;
mod call;
mod checks;
pub(crate) mod files;
mod inputs;
mod intrinsic;
mod layout;
mod models;
mod observe;
mod outside;
mod peek;
mod place;
mod possible;
mod sources;
mod through;
mod told;
mod unknown;
mod unwritten;

pub use crate::models::stdio::STREAM_SIZE;
pub(crate) use block::Block;
pub use inputs::{Materialise, StubReply};
pub use layout::ComparedObjects;
pub(crate) use models::SymbolicModel;
pub(crate) use observe::Seen;
pub use outside::{Answer, Outside, answer, filled_argument, filled_elements};
pub use possible::{Bound, Possible, possible_member, possible_result};
pub use told::Told;

use crate::machine::Vm;
use crate::memory::{FirstAccess, Label};
use crate::stop::{FaultKind, Limit, Stop};
use crate::trace::{self, Concretised, Event, EventKind, MOST_SETTLED, Settled};
use crescendo_program::cover::SiteId;
use crescendo_program::op::Reg;
use crescendo_program::source::PosId;
use crescendo_program::symbol::FunctionId;
use crescendo_solver::expr::{Assignment, ExprId, Mentioned, Pool, Program as Evaluation, Scratch};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The width of lengths that are inputs: so wide that the bound of one is a condition of its own.
pub const LENGTH_BITS: u32 = 32;

#[derive(Clone, Debug)]
pub struct Options {
    /// Events of one run; a longer path is cut.
    pub events: usize,
    /// Terms one run may make before new ones are made concrete.
    pub terms: usize,
    /// Places that all symbolic addresses of a run may range over before new terms are made concrete. Unlike the number of
    /// terms, which counts what other runs have made already, it is the same whenever a run is made again.
    pub reached: u64,
    /// Places a symbolic address may range over as a chain of choices; above that, arrays.
    pub places: u64,
    /// Bytes of an object that may become an array term; larger ones make the address concrete.
    pub array: u64,
    /// Allocations may fail, each by an input of its own.
    pub allocation_fails: bool,
    /// Frames by which alarms at one place are told apart, that of the place among them.
    pub frames: u32,
    /// Shifts by too much are faults.
    pub shifts: bool,
    /// Floating-point divisions by zero are faults.
    pub float_division: bool,
    /// Signed arithmetic that overflows is a fault.
    pub overflows: bool,
    /// Conversions to a narrower integer that change the value are faults.
    pub conversions: bool,
    /// Reading memory that was never written is a fault.
    pub uninitialised: bool,
    /// Heap blocks that nothing points to when the run ends are faults.
    pub leaks: bool,
    /// Calls through pointers must have the type of the function exactly, as far as the machine can tell.
    pub exact_calls: bool,
    /// A whole program runs: what it asks of the outside, its world answers, and only what it reads there is input.
    pub process: bool,
    /// Evaluate every new term and compare it with the concrete value: slow, for tests.
    pub paranoid: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            events: 200_000,
            terms: 2_000_000,
            reached: 100_000,
            places: 64,
            array: 1 << 16,
            allocation_fails: false,
            frames: 3,
            shifts: false,
            float_division: false,
            overflows: false,
            conversions: false,
            uninitialised: false,
            leaks: false,
            exact_calls: false,
            process: false,
            paranoid: false,
        }
    }
}

/// Terms, inputs and the trace of a run.
pub struct Symbolic {
    pub pool: Pool,
    /// The inputs of the run.
    pub inputs: Assignment,
    pub events: Vec<Event>,
    pub settled: Vec<Settled>,
    settled_at: FxHashMap<SiteId, Vec<(ExprId, ExprId)>>,
    /// Inputs that the conditions of the first events mention, and how many events these are.
    mentioned: (Mentioned, usize),
    /// What was compared with numbers that are no addresses.
    pub measured: FxHashSet<ExprId>,
    /// Names that `Concretised::Library` and `Concretised::Operation` refer to.
    pub names: Vec<String>,
    /// The run broke an assumption.
    pub refused: bool,
    /// That is its last event; not where no inputs at all keep to the assumption.
    pub refused_by_event: bool,
    /// Where the program assumes something (`__crescendo_assume`), over all runs.
    pub assumptions: BTreeSet<PosId>,
    /// Names of input objects, for `Label::Input`.
    pub objects: Vec<String>,
    pub options: Options,
    /// Pointers whose target is a choice of the driver: terms that are one of a few addresses.
    choices: FxHashMap<ExprId, u32>,
    /// Plain bits that are a pointer if somebody reads one there.
    words: FxHashSet<ExprId>,
    /// Those that the path has decided.
    pinned: FxHashSet<ExprId>,
    /// Entries of tables that the path has decided, with their values.
    entries: FxHashMap<ExprId, ExprId>,
    /// Addresses computed from a null pointer.
    null_based: FxHashSet<ExprId>,
    /// Pointers that library functions found, and what was computed from them.
    origins: FxHashMap<ExprId, place::Origin>,
    /// Addresses that have left their object in this run, and an address of the object.
    homes: FxHashMap<ExprId, u64>,
    /// Conditions the path already has.
    known: FxHashSet<ExprId>,
    /// The operation that made the last check, by the steps before it, and the kinds of its checks so far.
    checked: (u64, Vec<FaultKind>),
    /// Calls of functions of the outside so far.
    calls: FxHashMap<String, u32>,
    /// A file that was written to was read again or asked for its position.
    pub read_back: Option<String>,
    /// Memory was allocated, which could have failed.
    pub allocated: bool,
    /// Library functions that gave one of many answers (`outside.rs`).
    pub fixed: Vec<(FunctionId, PosId)>,
    /// From where on what it does depends on the locale.
    pub in_locale: Option<PosId>,
    /// From where on it depends on the rounding mode.
    pub rounded: Option<PosId>,
    /// The library function that may have left something else in `errno`; those whose `errno` was looked at.
    pub(crate) errno_doubt: Option<FunctionId>,
    pub errno_left: Vec<(FunctionId, PosId)>,
    /// The library function at work has failed, and `errno` says why by an input.
    pub(crate) cause_told: bool,
    /// What it called, and is no function.
    pub called_object: std::cell::Cell<Option<Label>>,
    /// A stub that could be called there instead.
    pub called_as: std::cell::Cell<Option<FunctionId>>,
    /// Objects whose padding was looked at, and from where on.
    pub padding: Vec<(Label, PosId)>,
    /// From where on it depends on memory that nobody wrote.
    pub unwritten: Option<PosId>,
    /// What it read and wrote first, and which objects' addresses it compared, each with where the outermost function was.
    pub accesses: Vec<(FirstAccess, PosId)>,
    pub compared: Vec<(ComparedObjects, PosId)>,
    /// It depended on where objects lie (`layout.rs`).
    pub by_layout: bool,
    /// A pointer from outside was compared with the address of a global.
    pub beside_global: bool,
    /// Addresses of two functions were compared.
    pub beside_function: bool,
    /// The unit looks at `errno`: why something fails is an input.
    pub follows_errno: bool,
    /// Input objects that can't be as long as what the unit copies them to, by their place in `objects`, and the bytes that would be
    /// too many.
    pub wanted: Vec<(u32, u64)>,
    /// Of the library function at work: the conditions that all it looks at was written, if that is asked for.
    pub(crate) written: Vec<ExprId>,
    unknowns: unknown::Unknowns,
    /// What the run does to the outside, if somebody wants to know.
    pub(crate) told: Option<Told>,
    /// Beside `Vm::registers`.
    pub(crate) terms: Vec<ExprId>,
    /// Pool size when the run began.
    started: usize,
    reached: u64,
    scratch: Scratch,
    /// The program looks at the result of the library function at work.
    pub(crate) result_used: bool,
    /// Terms of the result of the library function at work.
    pub(crate) reply: Vec<ExprId>,
    /// What the library function at work looks at becomes events: also before a decision of its own.
    pub(crate) tells: bool,
    /// A register whose new term is to be compared with its value, and one whose term is to be given up.
    pending: Option<usize>,
    overfull: Option<usize>,
    /// A register that holds the address of a new stack object of symbolic size.
    new_block: Option<(usize, ExprId)>,
}

impl Symbolic {
    pub fn new(options: Options) -> Symbolic {
        Symbolic {
            pool: Pool::new(),
            inputs: Assignment::new(),
            events: Vec::new(),
            settled: Vec::new(),
            settled_at: FxHashMap::default(),
            mentioned: Default::default(),
            measured: FxHashSet::default(),
            names: Vec::new(),
            refused: false,
            refused_by_event: false,
            assumptions: BTreeSet::new(),
            objects: Vec::new(),
            options,
            choices: FxHashMap::default(),
            words: FxHashSet::default(),
            pinned: FxHashSet::default(),
            entries: FxHashMap::default(),
            null_based: FxHashSet::default(),
            origins: FxHashMap::default(),
            homes: FxHashMap::default(),
            known: FxHashSet::default(),
            checked: (0, Vec::new()),
            calls: FxHashMap::default(),
            read_back: None,
            allocated: false,
            fixed: Vec::new(),
            in_locale: None,
            rounded: None,
            errno_doubt: None,
            errno_left: Vec::new(),
            cause_told: false,
            padding: Vec::new(),
            called_object: Default::default(),
            called_as: Default::default(),
            unwritten: None,
            accesses: Vec::new(),
            compared: Vec::new(),
            by_layout: false,
            beside_global: false,
            beside_function: false,
            follows_errno: false,
            wanted: Vec::new(),
            written: Vec::new(),
            unknowns: unknown::Unknowns::default(),
            told: None,
            terms: Vec::new(),
            started: 1,
            reached: 0,
            scratch: Scratch::default(),
            result_used: false,
            reply: Vec::new(),
            tells: false,
            pending: None,
            overfull: None,
            new_block: None,
        }
    }

    /// Forgets the last run; the pool and what `names` numbers stay.
    pub fn begin(&mut self, inputs: Assignment) {
        self.inputs = inputs;
        self.events.clear();
        self.settled.clear();
        self.settled_at.clear();
        self.measured.clear();
        self.mentioned.0.clear();
        self.mentioned.1 = 0;
        (self.refused, self.refused_by_event) = (false, false);
        self.objects.clear();
        self.choices.clear();
        self.words.clear();
        self.pinned.clear();
        self.entries.clear();
        self.null_based.clear();
        self.origins.clear();
        self.homes.clear();
        self.known.clear();
        self.checked = (0, Vec::new());
        self.calls.clear();
        self.read_back = None;
        self.allocated = false;
        self.fixed.clear();
        (self.in_locale, self.rounded, self.unwritten) = (None, None, None);
        self.padding.clear();
        self.called_object.set(None);
        self.called_as.set(None);
        (self.errno_doubt, self.cause_told) = (None, false);
        self.errno_left.clear();
        self.accesses.clear();
        self.compared.clear();
        (self.by_layout, self.beside_global, self.beside_function) = (false, false, false);
        self.wanted.clear();
        self.written.clear();
        self.unknowns.begin();
        self.terms.fill(ExprId::NONE);
        self.started = self.pool.len();
        self.reached = 0;
        (self.pending, self.overfull, self.new_block) = (None, None, None);
    }

    /// A comparison that is no event.
    fn note_settled(&mut self, kind: &EventKind) {
        let (EventKind::Branch { site, compared, .. } | EventKind::Value { site, compared, .. }) = *kind else {
            return;
        };
        let Some(compared) = compared else { return };
        let here = self.settled_at.entry(site).or_default();
        if here.len() >= MOST_SETTLED || here.contains(&(compared.left, compared.right)) {
            return;
        }
        here.push((compared.left, compared.right));
        self.settled.push(Settled { at: self.events.len(), site, compared });
    }

    /// Tells that a pointer's term is one of a few addresses, by the driver's choice.
    pub fn is_choice(&self, pointer: ExprId) -> bool {
        self.choices.contains_key(&pointer)
    }

    pub fn add_choice(&mut self, pointer: ExprId, targets: u32) {
        self.choices.insert(pointer, targets);
    }

    /// Tells that bits may be read as a pointer: then the driver is asked for one.
    pub fn add_word(&mut self, bits: ExprId) {
        self.words.insert(bits);
    }

    /// The value of a term under the run's inputs.
    pub fn evaluate(&mut self, e: ExprId) -> Vec<u64> {
        let program = Evaluation::new(&self.pool, &[e]);
        program.values(&self.inputs, &mut self.scratch)[0].to_vec()
    }

    fn name(&mut self, name: &str) -> u32 {
        let at = self.names.iter().position(|n| n == name).unwrap_or_else(|| {
            self.names.push(name.to_string());
            self.names.len() - 1
        });
        at as u32
    }

    /// A term that may be kept: constants are not.
    pub(crate) fn kept(&self, e: ExprId) -> ExprId {
        if self.pool.is_constant(e) { ExprId::NONE } else { e }
    }

    /// The term in the width an operation needs; registers hold zero-extended values.
    pub(crate) fn fit(&mut self, e: ExprId, width: u32) -> ExprId {
        let have = self.pool.width(e);
        match have.cmp(&width) {
            std::cmp::Ordering::Equal => e,
            std::cmp::Ordering::Less => self.pool.zext(e, width),
            std::cmp::Ordering::Greater => self.pool.extract(e, 0, width),
        }
    }

    /// A symbolic address ranges over that many places.
    pub(crate) fn note_reach(&mut self, places: u64) {
        self.reached = self.reached.saturating_add(places);
    }

    /// Whether this run has made too many terms.
    pub(crate) fn is_full(&self) -> bool {
        let made = self.pool.len() - self.started.min(self.pool.len());
        self.reached > self.options.reached || made > self.options.terms
    }
}

impl<'p> Vm<'p> {
    /// Turns the symbolic side on. Runs are traced from now on.
    pub fn set_symbolic(&mut self, symbolic: Symbolic) {
        let mut symbolic = Box::new(symbolic);
        symbolic.terms = vec![ExprId::NONE; self.registers.len()];
        self.symbolic_models = self.find_symbolic_models();
        self.symbolic = Some(symbolic);
    }

    /// The symbolic side, which must be on.
    #[inline(always)]
    pub fn sym(&mut self) -> &mut Symbolic {
        self.symbolic.as_deref_mut().expect("the symbolic side is on")
    }

    pub fn sym_ref(&self) -> &Symbolic {
        self.symbolic.as_deref().expect("the symbolic side is on")
    }

    /// The term of a register in the given width; a constant if it is concrete.
    pub(crate) fn register_term(&mut self, at: usize, width: u32) -> ExprId {
        let value = self.registers[at];
        let s = self.symbolic.as_deref_mut().expect("the symbolic side is on");
        match s.terms[at] {
            ExprId::NONE => s.pool.constant(value, width),
            e => s.fit(e, width),
        }
    }

    /// The terms of two registers that are compared. Pointers that have left their object stand for their plain addresses;
    /// numbers may look like them.
    pub(crate) fn compared_terms(&mut self, x: usize, y: usize, width: u32) -> (ExprId, ExprId) {
        let frame = self.frames.last().expect("a frame is active");
        let pointers = frame.body.pointers.binary_search(&(frame.pc - 1)).is_ok();
        let mut term = |at: usize| match pointers && self.sym_ref().terms[at].is_none() {
            true => {
                let plain = self.memory.plain(self.registers[at]);
                self.sym().pool.constant(plain, width)
            }
            false => self.register_term(at, width),
        };
        (term(x), term(y))
    }

    pub(crate) fn has_term(&self, base: usize, r: Reg, slots: u32) -> bool {
        let s = self.sym_ref();
        let at = base + r as usize;
        s.terms[at..at + slots as usize].iter().any(|t| t.is_some())
    }

    /// A value of any width from its slots.
    pub(crate) fn wide_term(&mut self, base: usize, r: Reg, width: u32) -> ExprId {
        let at = base + r as usize;
        let mut e = self.register_term(at, width.min(64));
        for i in 1..width.div_ceil(64) {
            let part = (width - 64 * i).min(64);
            let high = self.register_term(at + i as usize, part);
            e = self.sym().pool.concat(high, e);
        }
        e
    }

    /// Sets the terms of a value's slots; the concrete value is set by the machine.
    pub(crate) fn set_wide_term(&mut self, base: usize, r: Reg, e: ExprId) {
        let at = base + r as usize;
        let s = self.sym();
        let width = s.pool.width(e);
        for i in 0..width.div_ceil(64).max(1) {
            let part = if width <= 64 { e } else { s.pool.extract(e, 64 * i, (width - 64 * i).min(64)) };
            s.terms[at + i as usize] = s.kept(part);
        }
    }

    pub(crate) fn clear_terms(&mut self, base: usize, r: Reg, slots: u32) {
        let at = base + r as usize;
        self.sym().terms[at..at + slots as usize].fill(ExprId::NONE);
    }

    // ---- events

    /// Whether the path so far depends on inputs of a term.
    pub fn is_mentioned(&mut self, term: ExprId) -> bool {
        let s = self.sym();
        let (known, done) = &mut s.mentioned;
        s.events[*done..].iter().for_each(|e| known.add(&s.pool, e.holds));
        *done = s.events.len();
        Evaluation::new(&s.pool, &[term]).variables().iter().any(|v| known.has(*v))
    }

    /// Records an event at the present place. An event that holds for every input is none.
    pub(crate) fn event(&mut self, kind: EventKind, holds: ExprId) -> Result<(), Stop> {
        // Some operations and models tell of many events before the machine looks at the clock again.
        if self.interrupted() {
            return Err(Stop::Limit(Limit::Interrupted));
        }
        if self.memory.has_notes() && self.in_library.is_some() && self.sym().tells {
            // Checks and looks stand where they were made.
            self.tell_notes(self.in_library)?;
        }
        let (function, position) = self.here();
        let depth = (self.frames.len() as u32).saturating_sub(1);
        let step = self.instructions();
        let s = self.sym();
        if s.pool.as_constant(holds) == Some(1) {
            s.note_settled(&kind);
            return Ok(());
        }
        // The run ends with a failed check: what the fault itself looks at belongs to it.
        if matches!(s.events.last(), Some(Event { kind: EventKind::Check { passed: false, .. }, .. })) {
            return Ok(());
        }
        if s.options.paranoid && s.evaluate(holds)[0] != 1 {
            let shown = s.pool.show(holds);
            return Err(Stop::ToolBug(format!("{kind:?} does not hold: {shown}")));
        }
        let constrains = !matches!(kind, EventKind::Value { .. });
        // Nothing new: the path has this condition already.
        if s.known.contains(&holds) || constrains && !s.known.insert(holds) {
            s.note_settled(&kind);
            return Ok(());
        }
        if s.events.len() >= s.options.events {
            return Err(Stop::Limit(Limit::Path));
        }
        s.events.push(Event { kind, holds, function, position, depth, step });
        Ok(())
    }

    fn here(&self) -> (FunctionId, PosId) {
        (self.frames.last().map_or(FunctionId(u32::MAX), |f| f.function), self.position())
    }

    /// The operation is a fault where `holds` is false.
    pub(crate) fn check_event(&mut self, fault: FaultKind, passed: bool, holds: ExprId) -> Result<(), Stop> {
        let holds = if passed { holds } else { self.sym().pool.not(holds) };
        let kind = self.check_kind(fault, passed);
        self.event(kind, holds)
    }

    /// A check of the operation at work. To be called once for each that it makes, also where it holds for every input: so
    /// that a check is the same one on every path.
    pub(crate) fn check_kind(&mut self, fault: FaultKind, passed: bool) -> EventKind {
        let step = self.instructions();
        let checked = &mut self.sym().checked;
        if checked.0 != step {
            *checked = (step, Vec::new());
        }
        let part = checked.1.iter().filter(|k| **k == fault).count().min(u8::MAX as usize) as u8;
        checked.1.push(fault);
        self.check_part(fault, passed, part)
    }

    pub(crate) fn check_part(&self, fault: FaultKind, passed: bool, part: u8) -> EventKind {
        EventKind::Check { fault, passed, part, context: self.context() }
    }

    /// The calls that led to the present place, as far as alarms are told apart by them.
    fn context(&self) -> u32 {
        let most = self.symbolic.as_ref().map_or(1, |s| s.options.frames).max(1) as usize;
        let stack = self.frames.iter().rev().map(|f| (f.function, f.position()));
        trace::context(&trace::alarm_frames(stack, most))
    }

    /// From here on the term has the run's value.
    pub(crate) fn concretise(&mut self, term: ExprId, value: u64, reason: Concretised) -> Result<(), Stop> {
        let escaped = self.memory.is_escaped(value);
        let s = self.sym();
        if s.pool.is_constant(term) {
            return Ok(());
        }
        let width = s.pool.width(term);
        // A pointer far outside its object is not stored as the number it is.
        let value = if escaped { s.evaluate(term)[0] } else { value };
        let constant = match width {
            0..=64 => s.pool.constant(value, width),
            _ => {
                let words = s.evaluate(term);
                s.pool.constant_words(&words, width)
            }
        };
        let holds = s.pool.eq(term, constant);
        self.event(EventKind::Concrete { term, reason }, holds)
    }

    /// Makes a register concrete.
    pub(crate) fn concretise_register(&mut self, at: usize, reason: Concretised) -> Result<(), Stop> {
        let term = self.sym().terms[at];
        if term.is_none() {
            return Ok(());
        }
        self.sym().terms[at] = ExprId::NONE;
        self.concretise(term, self.registers[at], reason)
    }

    pub(crate) fn operation_reason(&mut self, what: &str) -> Concretised {
        Concretised::Operation(self.sym().name(what))
    }

    pub(crate) fn library_reason(&mut self, what: &str) -> Concretised {
        Concretised::Library(self.sym().name(what))
    }

    /// Checks a register's new term against its value.
    pub(crate) fn verify_term(&mut self, at: usize) -> Result<(), Stop> {
        let value = self.registers[at];
        let s = self.sym();
        let e = s.terms[at];
        if e.is_none() || !s.options.paranoid {
            return Ok(());
        }
        let have = s.evaluate(e)[0];
        if have == value || self.memory.is_plain_of(have, value) {
            return Ok(());
        }
        let shown = self.sym().pool.show(e);
        Err(Stop::ToolBug(format!("a term has the value {have:#x} and stands for {value:#x}: {shown}")))
    }
}
