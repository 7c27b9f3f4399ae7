//! What a run took for granted of the objects it used: that they are not others.
//!
//! The machine's ledger says which objects were read, written, freed and compared. Where two of them may be one in truth, and a
//! write behind the one would show behind the other, the run rests on their being apart. By construction apart are: what the run
//! made itself, two variables of the program, and what the path decided to be the same or not.

use crate::gap::Gap;
use crate::globals::is_library_global;
use crate::overlap::{is_same_or_apart, may_lie_in, may_overlap};
use crate::pointer::Target;
use crate::unit::Unit;
use crescendo_program::ctype::TypeId;
use crescendo_program::source::PosId;
use crescendo_program::{FunctionId, GlobalId};
use crescendo_vm::memory::Label;
use crescendo_vm::symbolic::ComparedObjects;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// Others that an object is said to be apart from one by one; more are told as one.
const NAMED: usize = 6;

/// An object of a run, as far as the outside may know it.
#[derive(Clone, Debug)]
struct Used {
    what: What,
    /// What its bytes are; `None`: anything.
    ty: Option<TypeId>,
    /// How many of its first bytes were looked at, at most.
    bytes: u64,
    /// Where the outermost function was at its first write.
    written: Option<PosId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    Input(String),
    Global(GlobalId, String),
    Library(String),
}

impl What {
    fn name(&self) -> &str {
        match self {
            What::Input(name) | What::Global(_, name) | What::Library(name) => name,
        }
    }
}

/// What runs rest on, by the objects that they used: most use the same.
#[derive(Default)]
pub(crate) struct Known(HashMap<Signature, Rests>);

/// The objects that a run used, with how far and where.
type Signature = Vec<(u64, u64, u32)>;

/// What a run took for granted, each with from where on.
type Rests = Rc<Vec<(Gap, PosId)>>;

/// Different sets of objects that are remembered.
const MOST: usize = 4096;

impl Unit<'_> {
    /// What the run took for granted, each with from where on.
    pub(crate) fn rests_on(&mut self) -> Rests {
        let s = self.vm.sym_ref();
        if s.accesses.is_empty() && s.compared.is_empty() {
            return Rc::default();
        }
        let size = |base: u64| self.vm.memory.extent_used(base);
        let accesses = s.accesses.iter().map(|(a, at)| (a.base << 1 | a.write as u64, size(a.base), at.0));
        let place = |label: Label| match label {
            Label::Input(n) => u64::from(n) << 2,
            Label::Global(g) => u64::from(g.0) << 2 | 1,
            Label::Function(f) => u64::from(f.0) << 2 | 2,
            _ => 3,
        };
        let compared = s.compared.iter().flat_map(|(c, at)| [0, 1].map(|i| (place(c.labels[i]), c.offsets[i], at.0)));
        let signature: Signature = accesses.chain([(u64::MAX, 0, 0)]).chain(compared).collect();
        if let Some(known) = self.known_rests.0.get(&signature) {
            return known.clone();
        }
        let all = Rc::new(self.find_rests());
        if self.known_rests.0.len() < MOST {
            self.known_rests.0.insert(signature, all.clone());
        }
        all
    }

    /// What else the run took for granted: what the library said, what memory held.
    pub(crate) fn other_rests(&self) -> Vec<(Gap, PosId)> {
        let s = self.vm.sym_ref();
        let name = |f: FunctionId| self.program.function(f).name.clone();
        let mut all: Vec<(Gap, PosId)> = s.fixed.iter().map(|(f, at)| (Gap::OneAnswer(name(*f)), *at)).collect();
        all.extend(s.errno_left.iter().map(|(f, at)| (Gap::Errno(name(*f)), *at)));
        if let Some(at) = s.unwritten {
            all.push((Gap::Unwritten, at));
            // Of a copy nobody can say whether the bytes are padding of the original.
            let copied = self.vm.memory.copied_unwritten();
            all.extend(copied.iter().map(|label| (Gap::Padding(self.name_of(*label)), at)));
        }
        all.extend(s.padding.iter().map(|(label, at)| (Gap::Padding(self.name_of(*label)), *at)));
        if self.is_main() {
            return all;
        }
        all.extend(s.in_locale.map(|at| (Gap::Locale, at)));
        all.extend(s.rounded.map(|at| (Gap::Rounding, at)));
        let reads = s.accesses.iter().filter(|(a, _)| !a.write);
        all.extend(reads.filter_map(|(a, at)| Some((self.as_it_was(a.label)?, *at))));
        all
    }

    fn name_of(&self, label: Label) -> String {
        match (self.known_outside(label), label) {
            (Some((what, _)), _) => what.name().to_string(),
            (None, Label::Local { function, index }) => {
                let body = self.program.function(function).body.as_ref();
                body.and_then(|b| b.locals.get(index as usize)).map_or_else(String::new, |l| l.name.clone())
            }
            _ => self.vm.describe_object(label),
        }
    }

    /// What reading an object takes for granted that is no input.
    fn as_it_was(&self, label: Label) -> Option<Gap> {
        match label {
            Label::Machine("errno") => None,
            Label::Machine(what) => Some(Gap::LibraryObject(what.to_string())),
            Label::Global(g) if self.driver().facts.is_static_local(g) => {
                let facts = self.driver().facts;
                let own = self.closed && facts.is_changed_only_by(g, self.function);
                let name = || self.program.global(g).name.clone();
                (!own && !facts.is_never_changed(g)).then(|| Gap::StaticState(name()))
            }
            Label::Global(g) => {
                let driver = self.driver();
                let global = self.program.global(g);
                let known = global.constant
                    || driver.driven.initial
                    || driver.driven.has(g) && global.c_type.is_some()
                    || is_library_global(&global.name);
                (!known).then(|| Gap::AsInitialised(global.name.clone()))
            }
            _ => None,
        }
    }

    fn find_rests(&self) -> Vec<(Gap, PosId)> {
        // What the program starts with is apart: its arguments, its variables.
        if self.is_main() {
            return Vec::new();
        }
        let used = self.used_objects();
        let mut all = Vec::new();
        for (i, x) in used.iter().enumerate() {
            let Some(from) = x.written else { continue };
            let others = used.iter().enumerate().filter(|(k, y)| *k != i && self.may_be_one(x, y));
            let others: Vec<&str> = others.map(|(_, y)| y.what.name()).collect();
            match others.len() {
                0 => {}
                1..=NAMED => all.extend(others.into_iter().map(|y| (Gap::apart(x.what.name(), y), from))),
                _ => all.push((Gap::ApartFromOthers(x.what.name().to_string()), from)),
            }
        }
        let compared = &self.vm.sym_ref().compared;
        all.extend(compared.iter().filter_map(|(c, at)| Some((self.compared_apart(c)?, *at))));
        all.sort();
        all.dedup();
        all
    }

    /// Objects that were read or written.
    fn used_objects(&self) -> Vec<Used> {
        let mut all: BTreeMap<u64, Used> = BTreeMap::new();
        for (a, at) in &self.vm.sym_ref().accesses {
            let Some((what, ty)) = self.known_outside(a.label) else { continue };
            let bytes = self.vm.memory.extent_used(a.base);
            let used = all.entry(a.base).or_insert(Used { what, ty, bytes, written: None });
            if a.write {
                used.written.get_or_insert(*at);
            }
        }
        all.into_values().collect()
    }

    /// An object that the outside may know, with its type.
    fn known_outside(&self, label: Label) -> Option<(What, Option<TypeId>)> {
        let driver = self.driver();
        match label {
            Label::Input(n) => {
                let path = self.vm.sym_ref().objects.get(n as usize)?.clone();
                let ty = driver.pointer_types.get(&path).copied();
                Some((What::Input(path), ty))
            }
            Label::Global(g) => {
                let global = self.program.global(g);
                let name = if global.anonymous { "a literal" } else { &global.name };
                Some((What::Global(g, name.to_string()), global.c_type))
            }
            // Nobody outside is handed what the library keeps for itself.
            Label::Machine("the environment") => None,
            Label::Machine(what) => Some((What::Library(what.to_string()), None)),
            // Those that the unit opened itself are new.
            Label::Stream { made: PosId::NONE, .. } => Some((What::Input("a stream".into()), None)),
            _ => None,
        }
    }

    /// Whether two objects may share bytes in truth, which this run and those that decide otherwise do not show.
    fn may_be_one(&self, x: &Used, y: &Used) -> bool {
        let types = &self.program.types;
        let kinds = [&x.what, &y.what].map(|w| matches!(w, What::Input(_)));
        let overlap = match (x.ty, y.ty) {
            // A variable is as large as it is declared: others can only lie in it.
            (Some(a), Some(b)) if matches!(x.what, What::Global(..)) => may_lie_in(types, b, a),
            (Some(a), Some(b)) if matches!(y.what, What::Global(..)) => may_lie_in(types, a, b),
            (Some(a), Some(b)) => may_overlap(types, a, b),
            _ => true,
        };
        // Two variables are two objects.
        (kinds[0] || kinds[1]) && overlap && !self.is_tried(x, y)
    }

    /// Whether the path decides that one object is the other, and there is no other way to share bytes.
    fn is_tried(&self, x: &Used, y: &Used) -> bool {
        let types = &self.program.types;
        let (Some(a), Some(b)) = (x.ty, y.ty) else { return false };
        let one = |u: &Used, ty: TypeId| types.bytes(ty).is_some_and(|n| u.bytes <= n);
        is_same_or_apart(types, a, b)
            && one(x, a)
            && one(y, b)
            && (self.tries(&x.what, &y.what) || self.tries(&y.what, &x.what))
    }

    /// Whether an input pointer is tried with another object.
    fn tries(&self, pointer: &What, object: &What) -> bool {
        let What::Input(path) = pointer else { return false };
        let driver = self.driver();
        let Some(input) = driver.inputs.find(path) else { return false };
        let targets = driver.choices.get(&input.variable).map_or(&[][..], |t| t);
        targets.iter().any(|t| match (t, object) {
            (Target::Same(other), What::Input(path)) => other == path,
            (Target::Global(g, 0), What::Global(object, _)) => g == object,
            _ => false,
        })
    }

    /// What a comparison of two addresses takes for granted.
    fn compared_apart(&self, c: &ComparedObjects) -> Option<Gap> {
        let [x, y] = c.labels.map(|l| self.known_outside(l));
        let ((x, _), (y, _)) = (x?, y?);
        if !matches!(x, What::Input(_)) && !matches!(y, What::Input(_)) {
            return None;
        }
        let same_place = match (&x, &y) {
            (What::Input(_), What::Input(_)) => c.offsets[0] == c.offsets[1],
            (What::Input(_), _) => c.offsets[0] == 0 && c.offsets[1] == 0,
            _ => c.offsets[0] == 0 && c.offsets[1] == 0,
        };
        let tried = same_place && (self.tries(&x, &y) || self.tries(&y, &x));
        (!tried).then(|| Gap::apart(x.name(), y.name()))
    }
}
