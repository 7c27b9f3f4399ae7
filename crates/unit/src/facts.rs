//! Facts about a program that every unit needs: who refers to which global, whose address is taken.

use crate::flow::callbacks::{self, Callbacks};
use crate::flow::effects::{self, Effects};
use crate::flow::relations::Relations;
use crate::flow::roots::Roots;
use crate::flow::strings::{self, Strings};
use crate::flow::views::{self, Views};
use crate::gap::Gap;
use crate::globals::{Globals, is_library_global};
use crate::statics::{Uses, static_locals};
use crescendo_program::body::Callee;
use crescendo_program::ctype::TypeId;
use crescendo_program::op::Op;
use crescendo_program::source::PosId;
use crescendo_program::{Function, FunctionId, GlobalId, Linkage, Program};
use std::collections::{BTreeSet, HashMap};

/// Computed once per program.
pub struct Facts {
    /// Which globals are inputs.
    pub inputs: Globals,
    /// Per function: whom it calls directly.
    calls: Vec<Vec<FunctionId>>,
    /// Static variables of functions, in order.
    statics: BTreeSet<GlobalId>,
    /// Those whose address some variable starts with.
    in_tables: BTreeSet<GlobalId>,
    /// Per function: which of them its code reads and writes.
    uses: Vec<Uses>,
    /// Per function: the globals its code refers to.
    referred: Vec<Vec<GlobalId>>,
    /// Functions whose address is used as a value somewhere.
    pub taken: Vec<FunctionId>,
    by_type: HashMap<TypeId, Vec<FunctionId>>,
    /// Those of them that hand on to others of their type.
    dispatchers: BTreeSet<FunctionId>,
    pub(crate) relations: Relations,
    pub(crate) views: Views,
    pub(crate) callbacks: Callbacks,
    /// Pointers that are used as strings.
    pub(crate) strings: Strings,
    /// Per function: where it makes calls of one expression whose order matters, and is for the compiler to say.
    unsequenced: Vec<Vec<PosId>>,
    /// A function without body for each function type, to be called where nothing else is known.
    pub stubs: HashMap<TypeId, FunctionId>,
}

enum Meant {
    Global(GlobalId),
    Function(FunctionId),
}

impl Facts {
    pub fn new(program: &Program) -> Facts {
        let mut at: HashMap<u64, Meant> = HashMap::new();
        let slot = |address: u64| program.geometry.slot_of(address);
        for (i, g) in program.globals.iter().enumerate().filter(|(_, g)| g.address != 0) {
            let span = program.geometry.span(g.size, 1);
            for k in 0..span.min(64) {
                at.insert(slot(g.address) + k, Meant::Global(GlobalId(i as u32)));
            }
        }
        for (i, f) in program.functions.iter().enumerate().filter(|(_, f)| f.address != 0) {
            at.insert(slot(f.address), Meant::Function(FunctionId(i as u32)));
        }
        let statics = static_locals(program);
        let global = |word: u64| match at.get(&slot(word)) {
            Some(Meant::Global(g)) => Some(*g),
            _ => None,
        };
        let (mut uses, mut all_roots) = (Vec::new(), Vec::new());
        let mut taken = BTreeSet::new();
        let mut globals = Vec::new();
        let mut calls = Vec::new();
        let mut own_effects = Vec::new();
        for f in &program.functions {
            let (mut mine, mut called) = (BTreeSet::new(), BTreeSet::new());
            let mut used = Uses::default();
            if let Some(body) = &f.body {
                own_effects.resize_with(uses.len(), Effects::default);
                own_effects.push(effects::of_body(f, body, &global));
                let roots = Roots::new(program, body, &global);
                used = Uses::new(body, &roots, &|g| statics.contains(&g));
                all_roots.push(Some(roots));
                for &word in &body.constants {
                    match at.get(&slot(word)) {
                        Some(Meant::Global(g)) => drop(mine.insert(*g)),
                        Some(Meant::Function(f)) if program.function(*f).address == word => drop(taken.insert(*f)),
                        _ => {}
                    }
                }
                called.extend(body.calls.iter().filter_map(|c| match c.callee {
                    Callee::Direct(g) => Some(g),
                    _ => None,
                }));
            }
            all_roots.resize_with(uses.len() + 1, || None);
            uses.push(used);
            globals.push(mine.into_iter().collect());
            calls.push(called.into_iter().collect());
        }
        // A program that starts runs its constructors, and its destructors at the end.
        if let Some(main) = program.functions.iter().position(|f| f.name == "main" && f.body.is_some()) {
            let mine: &mut Vec<FunctionId> = &mut calls[main];
            mine.extend(program.constructors.iter().chain(&program.destructors));
            mine.sort_unstable();
            mine.dedup();
        }
        let bytes = program.target.pointer_bytes() as usize;
        let mut in_tables = BTreeSet::new();
        for image in program.globals.iter().filter_map(|g| g.image.as_ref()) {
            for word in image.chunks_exact(bytes) {
                let mut value = [0; 8];
                value[..bytes].copy_from_slice(word);
                if program.target.big_endian {
                    value[..bytes].reverse();
                }
                let word = u64::from_le_bytes(value);
                match at.get(&slot(word)) {
                    Some(Meant::Function(f)) if program.function(*f).address == word => drop(taken.insert(*f)),
                    Some(Meant::Global(g)) if statics.contains(g) => drop(in_tables.insert(*g)),
                    _ => {}
                }
            }
        }
        let dispatchers = callbacks::dispatchers(program, &taken, &calls);
        let taken: Vec<FunctionId> = taken.into_iter().collect();
        let mut by_type: HashMap<TypeId, Vec<FunctionId>> = HashMap::new();
        for &f in &taken {
            if let Some(t) = program.function(f).c_type {
                by_type.entry(t).or_default().push(f);
            }
        }
        let relations = Relations::new(program, &all_roots);
        let strings = strings::find(program, &all_roots);
        let callbacks = callbacks::find(program, &all_roots, &|word| match at.get(&slot(word)) {
            Some(Meant::Function(f)) if program.function(*f).address == word => Some(*f),
            _ => None,
        });
        let views = views::find(program, &all_roots, &callbacks);
        let stubs = program.stubs.iter().copied().collect();
        let inputs = Globals::new(program, &globals, &global, &statics);
        let referred = globals;
        own_effects.resize_with(program.functions.len(), Effects::default);
        let reached = |f: FunctionId| reached_by(&calls, f);
        let through_pointers = effects::through_pointers(program, taken.iter().copied(), &reached, &own_effects);
        let places = |f: &Function| {
            let Some(body) = f.body.as_ref().filter(|b| !b.unsequenced.is_empty()) else { return Vec::new() };
            let sites = effects::disturbing(program, body, &reached, &own_effects, &through_pointers);
            let is_one = |op: &Op| matches!(op, Op::Call { site, .. } if sites.contains(site));
            let places = body.code.iter().zip(&body.positions).filter(|(op, _)| is_one(op));
            places.map(|(_, position)| *position).collect()
        };
        let unsequenced = program.functions.iter().map(places).collect();
        Facts {
            unsequenced,
            referred,
            inputs,
            calls,
            statics,
            in_tables,
            uses,
            taken,
            by_type,
            dispatchers,
            relations,
            views,
            callbacks,
            strings,
            stubs,
        }
    }

    /// Whom a function calls directly.
    pub fn calls_of(&self, function: FunctionId) -> &[FunctionId] {
        &self.calls[function.0 as usize]
    }

    /// The globals that a function's code refers to.
    pub(crate) fn referred(&self, function: FunctionId) -> &[GlobalId] {
        &self.referred[function.0 as usize]
    }

    /// A function and those it calls, directly or not.
    pub fn reached(&self, function: FunctionId) -> BTreeSet<FunctionId> {
        reached_by(&self.calls, function)
    }

    /// Functions that evaluate something in an order that is for the compiler to say, with where the function comes to that: in its
    /// own code, or where it calls them.
    pub(crate) fn unsequenced(&self, program: &Program, function: FunctionId) -> Vec<(Gap, PosId)> {
        let gap = |f: FunctionId| Gap::EvaluationOrder(program.function(f).name.clone());
        let mut all: Vec<(Gap, PosId)> =
            self.unsequenced[function.0 as usize].iter().map(|at| (gap(function), *at)).collect();
        let Some(body) = &program.function(function).body else { return all };
        let mut behind: HashMap<FunctionId, Vec<Gap>> = HashMap::new();
        for (op, position) in body.code.iter().zip(&body.positions) {
            let Op::Call { site, .. } = op else { continue };
            let Callee::Direct(g) = body.calls[*site as usize].callee else { continue };
            let gaps = behind.entry(g).or_insert_with(|| {
                let others = self.reached(g).into_iter().filter(|f| *f != function);
                others.filter(|f| !self.unsequenced[f.0 as usize].is_empty()).map(gap).collect()
            });
            all.extend(gaps.iter().map(|gap| (gap.clone(), *position)));
        }
        all.sort();
        all.dedup();
        all
    }

    pub fn is_static_local(&self, g: GlobalId) -> bool {
        self.statics.contains(&g)
    }

    /// Whether a call of the function may depend on the calls before: it and those it calls read a static variable that
    /// they also write.
    pub fn remembers(&self, function: FunctionId) -> bool {
        !self.remembered(function).is_empty()
    }

    /// Globals that constructors may change before anything else runs.
    pub(crate) fn constructed(&self, program: &Program) -> BTreeSet<GlobalId> {
        let reached = program.constructors.iter().flat_map(|f| self.reached(*f));
        reached.flat_map(|f| self.referred(f).iter().copied()).collect()
    }

    /// Whether nobody ever changes a static variable of a function.
    pub(crate) fn is_never_changed(&self, g: GlobalId) -> bool {
        !self.in_tables.contains(&g) && !self.uses.iter().any(|u| u.writes.contains(&g))
    }

    /// Whether only the code of that function can change a static variable.
    pub(crate) fn is_changed_only_by(&self, g: GlobalId, function: FunctionId) -> bool {
        let others = self.uses.iter().enumerate().filter(|(i, _)| *i != function.0 as usize);
        !self.in_tables.contains(&g)
            && !self.uses.iter().any(|u| u.escapes.contains(&g))
            && !others.into_iter().any(|(_, u)| u.writes.contains(&g))
    }

    /// The static variables by which it does.
    pub(crate) fn remembered(&self, function: FunctionId) -> Vec<GlobalId> {
        if self.statics.is_empty() {
            return Vec::new();
        }
        let (mut reads, mut writes): (BTreeSet<GlobalId>, BTreeSet<GlobalId>) = Default::default();
        for f in self.reached(function) {
            reads.extend(&self.uses[f.0 as usize].reads);
            writes.extend(&self.uses[f.0 as usize].writes);
        }
        reads.intersection(&writes).copied().collect()
    }

    /// What a function and those it calls can see of two pointers from outside being the same.
    pub fn sharing(&self, function: FunctionId) -> Sharing {
        let (r, reached) = (&self.relations, self.reached(function));
        match reached.iter().any(|f| r.compares[f.0 as usize].any) {
            true => Sharing::Compared,
            false if reached.iter().any(|f| r.writes[f.0 as usize]) => Sharing::Written,
            false => Sharing::Unseen,
        }
    }

    /// Places in globals that a function and those it calls compare pointers with.
    pub(crate) fn landmarks(&self, function: FunctionId) -> BTreeSet<(GlobalId, u64)> {
        self.reached(function).iter().flat_map(|f| self.relations.compares[f.0 as usize].landmarks.clone()).collect()
    }

    /// Symbols that are defined elsewhere or may be, by which a function and those it calls do what they do, and how.
    pub(crate) fn foreign(&self, program: &Program, function: FunctionId) -> Vec<Gap> {
        let mut all = BTreeSet::new();
        for f in self.reached(function) {
            let (called, i) = (program.function(f), f.0 as usize);
            if called.linkage == Linkage::Weak && called.body.is_some() && f != function {
                all.insert(Gap::Replaceable(called.name.clone()));
            }
            all.extend(called.body.iter().flat_map(|b| &b.absent).cloned().map(Gap::WeakUndefined));
            let constants = self.referred(f).iter().map(|g| program.global(*g));
            let constants = constants.filter(|g| g.constant && g.is_replaceable() && !g.anonymous);
            all.extend(constants.map(|g| Gap::Replaceable(g.name.clone())));
            let measured = called.body.iter().flat_map(|b| &b.measured);
            let places = self.relations.compares[i].ordered.iter().chain(measured).map(|g| program.global(*g));
            all.extend(places.filter(|g| g.may_be_linkers(program)).map(|g| Gap::Linked(g.name.clone())));
        }
        all.into_iter().collect()
    }

    /// Whether a function or one it calls asks how far two pointers from outside are from one another.
    pub(crate) fn compares_distance(&self, function: FunctionId) -> bool {
        self.reached(function).iter().any(|f| self.relations.compares[f.0 as usize].distance)
    }

    /// Whether a function, or one it calls, looks at `errno`.
    pub fn uses_errno(&self, program: &Program, function: FunctionId) -> bool {
        let mut seen = BTreeSet::from([function]);
        let mut queue = vec![function];
        while let Some(f) = queue.pop() {
            if is_errno(&program.function(f).name) {
                return true;
            }
            queue.extend(self.calls[f.0 as usize].iter().copied().filter(|g| seen.insert(*g)));
        }
        false
    }

    /// What a function's code depends on and no run tries: the library's own variables, as callers may have left them, and numbers
    /// of addresses of globals.
    pub(crate) fn gaps(&self, program: &Program, function: FunctionId) -> Vec<Gap> {
        let is_main = program.function(function).name == "main";
        let left = |g: &GlobalId| {
            let name = &program.global(*g).name;
            let stream = matches!(name.as_str(), "stdin" | "stdout" | "stderr");
            is_library_global(name) && !stream && (!is_main || name.contains("environ"))
        };
        let reached = self.reached(function);
        let variables: BTreeSet<GlobalId> =
            reached.iter().flat_map(|f| self.referred[f.0 as usize].iter().copied().filter(left)).collect();
        let name = |g: GlobalId| program.global(g).name.clone();
        let mut all: Vec<Gap> = variables.into_iter().map(|g| Gap::LibraryVariable(name(g))).collect();
        let measures = |f: &FunctionId| program.function(*f).body.as_ref().is_some_and(|b| b.measures_globals);
        let weighs = |f: &FunctionId| program.function(*f).body.as_ref().is_some_and(|b| b.weighs_null);
        let allocates = |f: &FunctionId| ALLOCATORS.contains(&program.function(*f).name.as_str());
        if reached.iter().any(weighs) && reached.iter().any(|f| self.calls_of(*f).iter().any(allocates)) {
            all.push(Gap::NullAsValue);
        }
        if reached.iter().any(measures) {
            all.push(Gap::Layout);
        }
        all
    }

    /// Whether a function hands on to what a pointer of its own type points to.
    pub(crate) fn is_dispatcher(&self, function: FunctionId) -> bool {
        self.dispatchers.contains(&function)
    }

    /// Functions of a type whose address is taken: what a pointer of that type may point to.
    pub(crate) fn targets(&self, ty: TypeId) -> &[FunctionId] {
        self.by_type.get(&ty).map_or(&[], |v| v)
    }
}

fn reached_by(calls: &[Vec<FunctionId>], function: FunctionId) -> BTreeSet<FunctionId> {
    let mut seen = BTreeSet::from([function]);
    let mut queue = vec![function];
    while let Some(f) = queue.pop() {
        queue.extend(calls[f.0 as usize].iter().copied().filter(|g| seen.insert(*g)));
    }
    seen
}

/// Functions that give null if there is no memory left.
const ALLOCATORS: &[&str] = &["malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "strdup", "strndup"];

/// How two pointers being the same shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    Unseen,
    /// What is written behind one may be read behind the other.
    Written,
    /// The pointers themselves are compared.
    Compared,
}

/// The functions behind the macro `errno`.
fn is_errno(name: &str) -> bool {
    matches!(name, "__errno_location" | "___errno_location" | "__errno" | "_errno" | "__error")
}
