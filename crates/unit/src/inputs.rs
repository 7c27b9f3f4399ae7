//! The inputs of a unit, named by access path. A path keeps its variable from run to run.
//!
//! ```text
//! path    = [ "call" N ":" ] place           an argument of the N-th call of the unit, from 2 on
//! place   = NAME                             a parameter or global; `NAME@K` if several globals have that name
//!         | NAME "#" K                       the result of the K-th call of the stub NAME, from 1 on
//!         | NAME "#" K                       the K-th read of the volatile global NAME (also behind a place in it)
//!         | "*(uintN_t *)" ADDRESS           memory at a fixed address, `#K` behind it for the K-th volatile read
//!         | "va_int#" K | "va_double#" K     the K-th unnamed argument of its class; `va_pointer#K` if read as a pointer
//!         | place "[" I "]"                  an element of an array, or of what a pointer points to
//!         | place "." MEMBER                 a member of a struct or union
//!         | place "->" MEMBER                the same behind a pointer (for `place[0].MEMBER`)
//!         | "creal(" place ")" | "cimag(" place ")"
//! length  = "len(" path ")"                  elements of what the pointer `path` points to
//! ```
//!
//! `len(argv)` of `main` is `argc`; `len(argv[1])` counts the end of the string, too, and is at most 16. A pointer's own path
//! says which of its targets it has; what it points to has the paths behind it.

use crescendo_program::ctype::TypeId;
use crescendo_solver::expr::{Assignment, ExprId, Kind, Pool, VarId};
use crescendo_vm::symbolic::Outside;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// What an input's number means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// A value of that type.
    Value(TypeId),
    /// What a pointer is, by its number in `Driver::choices`.
    Pointer(TypeId),
    /// Plain bits: the type is not known.
    Bits,
    /// One less than the number of elements behind a pointer.
    Length,
    /// From outside the unit: a file, a failure, the time.
    Outside(Outside),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    pub path: String,
    pub kind: InputKind,
    pub variable: VarId,
    pub width: u32,
}

/// Characters of one text: a string, or the contents of a file.
#[derive(Clone, Debug)]
pub struct Text {
    pub bytes: Vec<VarId>,
    pub length: VarId,
    /// The length does not count the last byte, which ends it.
    pub ended: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Inputs {
    all: Vec<Input>,
    by_path: HashMap<String, usize>,
    by_variable: HashMap<VarId, usize>,
    /// Elements behind pointers in the last run, by the variable of the length: a length that is an input too may ask for
    /// more than the variable says.
    pub(crate) lengths: HashMap<VarId, u64>,
    /// Inputs that are below a number in every run.
    below: BTreeMap<VarId, u64>,
    /// What is assumed not to be, each a bit that is zero in every run.
    never: HashMap<String, VarId>,
    /// Bits that are no part of a value, each with whose they are: zero in every run.
    spare: HashMap<(String, u64), VarId>,
    spare_of: BTreeMap<VarId, String>,
    /// Pointers that are kept apart from others they may be the same as.
    pub(crate) apart: BTreeSet<VarId>,
    /// Pointers that in truth may point to globals which they are compared with, and are not tried there.
    pub(crate) away: BTreeSet<VarId>,
    /// Addresses in and near globals that pointers are compared with, each from and to.
    pub(crate) landmarks: Vec<(u64, u64)>,
}

impl Inputs {
    /// The input of that path, made on first sight.
    pub fn get(&mut self, pool: &mut Pool, path: &str, kind: InputKind, width: u32) -> VarId {
        if let Some(&i) = self.by_path.get(path) {
            return self.all[i].variable;
        }
        let variable = pool.new_variable(path, width);
        self.by_path.insert(path.to_string(), self.all.len());
        self.by_variable.insert(variable, self.all.len());
        self.all.push(Input { path: path.to_string(), kind, variable, width });
        variable
    }

    /// No run has the input at `bound` or above; a proof that needs that is none.
    pub(crate) fn assume_below(&mut self, v: VarId, bound: u64) {
        self.below.insert(v, bound);
    }

    /// The bit that stands for what is assumed not to be.
    pub(crate) fn never(&mut self, pool: &mut Pool, what: &str) -> VarId {
        let v = *self.never.entry(what.to_string()).or_insert_with(|| pool.new_variable(what, 1));
        self.below.insert(v, 1);
        v
    }

    /// Bits of an object that are no part of a value, by where they are.
    pub(crate) fn spare(&mut self, pool: &mut Pool, path: &str, number: u64, width: u32) -> VarId {
        if let Some(v) = self.spare.get(&(path.to_string(), number)) {
            return *v;
        }
        let v = pool.new_variable(&format!("spare({path}, {number})"), width);
        self.spare.insert((path.to_string(), number), v);
        self.spare_of.insert(v, path.to_string());
        self.below.insert(v, 1);
        v
    }

    /// Whose bits a variable stands for, if these are no part of a value.
    pub fn spare_of(&self, v: VarId) -> Option<&str> {
        self.spare_of.get(&v).map(String::as_str)
    }

    /// What holds of the inputs in every run, for queries about runs.
    pub fn assumptions(&self, pool: &mut Pool) -> Vec<ExprId> {
        let below = |(&v, &bound): (&VarId, &u64)| {
            let e = pool.var(v);
            let width = pool.width(e);
            let bound = pool.constant(bound, width);
            pool.ult(e, bound)
        };
        self.below.iter().map(below).collect()
    }

    pub fn all(&self) -> &[Input] {
        &self.all
    }

    /// Whether the input is cut off at a bound of the driver.
    pub fn is_bounded(&self, v: VarId) -> bool {
        self.of(v).is_some_and(|i| matches!(i.kind, InputKind::Length | InputKind::Outside(Outside::Length)))
    }

    /// Whether a condition on these inputs compares pointers that are kept apart: that they differ is not proved. Nor is how far
    /// they are from one another, or which comes first: those that are not the same are in objects of their own.
    pub fn are_apart(&self, pool: &Pool, condition: ExprId, inputs: &[VarId]) -> bool {
        let pointer = |v: &VarId| self.of(*v).is_some_and(|i| matches!(i.kind, InputKind::Pointer(_)));
        let kept = || inputs.iter().any(|v| self.apart.contains(v));
        let global = !self.landmarks.is_empty() && inputs.iter().any(pointer) && {
            let unsure = inputs.iter().any(|v| self.away.contains(v)) || !is_sameness(pool, condition);
            unsure && self.mentions_landmark(pool, condition)
        };
        global || inputs.iter().filter(|v| pointer(v)).count() > 1 && (!is_sameness(pool, condition) || kept())
    }

    /// Whether an address in a global that pointers are compared with is part of a condition.
    fn mentions_landmark(&self, pool: &Pool, condition: ExprId) -> bool {
        /// Parts that are looked at; a larger condition may have anything in it.
        const MOST: usize = 256;
        let (mut seen, mut queue) = (BTreeSet::from([condition]), vec![condition]);
        while let Some(e) = queue.pop() {
            let n = pool.node(e);
            if n.kind == Kind::Const {
                let c = pool.as_constant(e).unwrap_or(0);
                if self.landmarks.iter().any(|(from, to)| (*from..*to).contains(&c)) {
                    return true;
                }
            }
            queue.extend(n.operands().filter(|o| seen.insert(*o)));
            if seen.len() > MOST {
                return true;
            }
        }
        false
    }

    /// Objects of bytes and files, with what is known of their bytes.
    pub fn texts(&self) -> Vec<Text> {
        let lengths =
            self.all.iter().filter(|i| matches!(i.kind, InputKind::Length | InputKind::Outside(Outside::Length)));
        let text = |i: &Input| {
            let path = i.path.strip_prefix("len(")?.strip_suffix(')')?;
            let byte = |k: usize| self.find(&format!("{path}[{k}]")).filter(|b| b.width == 8).map(|b| b.variable);
            let bytes: Vec<VarId> = (0..).map_while(byte).collect();
            (bytes.len() > 1).then_some(Text { bytes, length: i.variable, ended: i.kind == InputKind::Length })
        };
        lengths.filter_map(text).collect()
    }

    /// The input of a variable.
    pub fn of(&self, v: VarId) -> Option<&Input> {
        self.by_variable.get(&v).map(|&i| &self.all[i])
    }

    pub fn find(&self, path: &str) -> Option<&Input> {
        self.by_path.get(path).map(|&i| &self.all[i])
    }

    /// Each input with its value, those of the last run only. Lengths of objects are what they were in that run.
    pub fn values<'a>(&'a self, used: &'a [VarId], a: &'a Assignment) -> impl Iterator<Item = (&'a Input, Vec<u64>)> {
        let used: HashSet<VarId> = used.iter().copied().collect();
        let mut mine: Vec<&Input> = self.all.iter().filter(|i| used.contains(&i.variable)).collect();
        mine.sort_by_key(|i| i.variable);
        mine.into_iter().map(|i| match self.lengths.get(&i.variable) {
            Some(count) => (i, vec![count - 1]),
            None => (i, a.get_words(i.variable, i.width).to_vec()),
        })
    }
}

/// Whether a condition asks no more than whether two pointers are the same.
fn is_sameness(pool: &Pool, condition: ExprId) -> bool {
    let mut asked = condition;
    while pool.node(asked).kind == Kind::Not {
        asked = pool.node(asked).a();
    }
    let n = pool.node(asked);
    n.kind == Kind::Eq && is_choice(pool, n.a()) && is_choice(pool, n.b())
}

/// One of some addresses, as the driver makes it.
fn is_choice(pool: &Pool, e: ExprId) -> bool {
    let n = pool.node(e);
    match n.kind {
        Kind::Const => true,
        Kind::Ite => n.operands().skip(1).all(|e| is_choice(pool, e)),
        _ => false,
    }
}
