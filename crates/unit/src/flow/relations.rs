//! Relations between inputs, over the whole program: by flow first (`ties`), then by the names of parameters.

use super::place::{View, common_record, flexible, is_number, is_pointer};
use super::roots::{Root, RootId, Roots};
use super::sharing::{Comparisons, comparisons, writes_behind};
use super::ties::{Tie, evidence};
use crescendo_program::ctype::{CType, TypeId, Types};
use crescendo_program::{Function, FunctionId, GlobalId, Program};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Computed once per program.
#[derive(Debug, Default)]
pub(crate) struct Relations {
    /// By function: parameters as C numbers them.
    pub params: HashMap<FunctionId, BTreeSet<Tie<usize>>>,
    /// By function: a pointer that runs to the end of an object, and the pointer to that end.
    pub ends: HashMap<FunctionId, BTreeSet<(usize, usize)>>,
    /// By record: members, by their offsets in bytes.
    pub records: BTreeMap<TypeId, BTreeSet<Tie<u64>>>,
    pub globals: BTreeSet<Tie<GlobalId>>,
    /// By function: how it compares pointers from outside.
    pub compares: Vec<Comparisons>,
    /// By function: it writes behind a pointer from outside.
    pub writes: Vec<bool>,
}

/// Rounds in which ties go from callees to callers.
const ROUNDS: usize = 4;

impl Relations {
    pub fn new(program: &Program, all: &[Option<Roots>]) -> Relations {
        let mut known: HashMap<FunctionId, BTreeSet<Tie<u32>>> = HashMap::new();
        let mut found = Relations {
            compares: vec![Comparisons::default(); all.len()],
            writes: vec![false; all.len()],
            ..Relations::default()
        };
        for round in 0..ROUNDS {
            let mut changed = false;
            for (i, roots) in all.iter().enumerate() {
                let id = FunctionId(i as u32);
                let f = program.function(id);
                let (Some(body), Some(roots)) = (&f.body, roots) else { continue };
                // Only callers have anything new to learn.
                if round > 0 && body.calls.is_empty() {
                    continue;
                }
                let shown = evidence(program, body, roots, &known);
                let view = View { program, f, id, roots };
                for t in &shown.ties {
                    if let (Root::Param(p), Root::Param(n)) = (roots.root(t.pointer), roots.root(t.length)) {
                        let tie = Tie { pointer: p, length: n, unit: t.unit };
                        changed |= known.entry(id).or_default().insert(tie);
                    }
                    view.sort_in(*t, &mut found);
                }
                for &(begin, end) in &shown.ends {
                    view.sort_end(begin, end, &mut found);
                }
                if round == 0 {
                    let tied = |begin: Root, end: Root| match (begin, end) {
                        (Root::Param(b), Root::Param(e)) => shown
                            .ends
                            .iter()
                            .any(|&(x, y)| (roots.root(x), roots.root(y)) == (Root::Param(b), Root::Param(e))),
                        _ => false,
                    };
                    found.compares[i] = comparisons(roots, body, &|r| view.is_pointer(r), &tied);
                    found.writes[i] = writes_behind(program, roots, body, &|r| view.is_pointer(r));
                }
            }
            if !changed {
                break;
            }
        }
        for (i, f) in program.functions.iter().enumerate().filter(|(_, f)| f.body.is_some()) {
            by_name(&program.types, f, found.params.entry(FunctionId(i as u32)).or_default());
        }
        found
    }
}

impl View<'_> {
    fn sort_in(&self, t: Tie<RootId>, found: &mut Relations) {
        let types = &self.program.types;
        let fits = self.value_type(t.pointer).is_some_and(|t| is_pointer(types, t))
            && self.value_type(t.length).is_some_and(|t| is_number(types, t));
        if !fits {
            return;
        }
        match (self.roots.root(t.pointer), self.roots.root(t.length)) {
            (Root::Param(p), Root::Param(n)) => {
                if let (Some(pointer), Some(length)) = (self.c_param(p), self.c_param(n)) {
                    found.params.entry(self.id).or_default().insert(Tie { pointer, length, unit: t.unit });
                }
            }
            (Root::Load(a, p), Root::Load(b, n)) if a == b => {
                let record = self.pointee(a).and_then(|ty| common_record(types, ty, p, n));
                if let Some((record, pointer, length)) = record {
                    found.records.entry(record).or_default().insert(Tie { pointer, length, unit: t.unit });
                }
            }
            (Root::Load(a, 0), Root::Load(b, 0)) => {
                if let (Root::Global(pointer), Root::Global(length)) = (self.roots.root(a), self.roots.root(b)) {
                    found.globals.insert(Tie { pointer, length, unit: t.unit });
                }
            }
            // An array at the end of a struct, and a member that counts its elements.
            (_, Root::Load(a, n)) if a == t.pointer => {
                let Some(record) = self.pointee(a).map(|ty| types.resolve(ty)) else { return };
                let CType::Record(r) = types.get(record) else { return };
                if let Some((pointer, element)) = flexible(types, r)
                    && types.bytes(element) == Some(t.unit)
                    && let Ok(length) = u64::try_from(n)
                {
                    found.records.entry(record).or_default().insert(Tie { pointer, length, unit: t.unit });
                }
            }
            _ => {}
        }
    }

    fn sort_end(&self, begin: RootId, end: RootId, found: &mut Relations) {
        let (Root::Param(b), Root::Param(e)) = (self.roots.root(begin), self.roots.root(end)) else { return };
        let (Some(b), Some(e)) = (self.c_param(b), self.c_param(e)) else { return };
        let types = &self.program.types;
        let element = |i: usize| match types.resolved(self.c_params().get(i).copied()?) {
            CType::Pointer { to } => Some(types.resolve(*to)),
            _ => None,
        };
        // The end comes behind the beginning, and both are of one type.
        if b < e && element(b).is_some() && element(b) == element(e) {
            found.ends.entry(self.id).or_default().insert((b, e));
        }
    }
}

/// A pointer and the number behind it that is called a length, where the code says nothing about either.
fn by_name(types: &Types, f: &Function, ties: &mut BTreeSet<Tie<usize>>) {
    let Some(CType::Function { params, .. }) = f.c_type.map(|t| types.get(t)) else { return };
    for i in 1..params.len() {
        let CType::Pointer { to } = types.resolved(params[i - 1]) else { continue };
        let tied = ties.iter().any(|t| t.pointer == i - 1 || t.length == i);
        let name = f.param_names.get(i).map_or("", |n| n.as_str());
        if tied || !is_pointer(types, params[i - 1]) || !is_number(types, params[i]) || !is_length(name) {
            continue;
        }
        let unit = if name.contains("size") || name.contains("byte") { 1 } else { types.bytes(*to).unwrap_or(1) };
        ties.insert(Tie { pointer: i - 1, length: i, unit });
    }
}

fn is_length(name: &str) -> bool {
    const WHOLE: &[&str] = &["len", "length", "size", "sz", "count", "cnt", "nbytes", "nmemb", "nelem"];
    const ENDS: &[&str] = &["len", "length", "size", "count", "_n", "_num", "_sz"];
    let name = name.to_ascii_lowercase();
    WHOLE.contains(&name.as_str()) || ENDS.iter().any(|e| name.ends_with(e)) || name.starts_with("num_")
}
