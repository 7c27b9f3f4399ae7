//! The term pool: every term once, found by content.

use super::node::{ExprId, Kind, Node, TableId, VarId};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What is known of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// How people call it: its access path.
    pub name: Arc<str>,
    pub width: u32,
}

/// Where a new term goes.
pub(crate) struct Place {
    at: usize,
    hash: u32,
    /// How many terms there were when it was looked for.
    terms: usize,
}

/// Visits every root that a collection must keep (and renumber).
pub type Roots<'a> = dyn FnMut(&mut dyn FnMut(&mut ExprId)) + 'a;

/// All terms of one unit's exploration.
pub struct Pool {
    nodes: Vec<Node>,
    /// Open addressing: a term's hash, then its number; 0 is empty. Its length is a power of two. The hash is there so
    /// that other terms in the way are passed without a look at them. See `home` for where a term is looked for.
    index: Vec<u64>,
    /// Operations that a rule has turned into something else, by their hash: the latest for each place.
    rewritten: Box<[(Node, ExprId)]>,
    /// Terms made too deep inside rules for rules to be tried on them.
    untried: HashSet<u32>,
    variables: Vec<Variable>,
    wide: Vec<Box<[u64]>>,
    tables: Vec<Arc<[u8]>>,
    /// Off: constructors only fold constants. For comparing with and without rules.
    pub rewriting: bool,
    /// How often each rule was used, by its number.
    pub rule_hits: Vec<u64>,
    pub(crate) rules: &'static crate::rewrite::Dispatch,
    /// Nested rule applications, bounded.
    pub(crate) depth: u32,
    era: u64,
}

/// Numbers for eras; each is given once in a process.
static NEXT_ERA: AtomicU64 = AtomicU64::new(1);

impl Default for Pool {
    fn default() -> Self {
        Pool::new()
    }
}

const NONE: Node = Node { kind: Kind::Const, aux: 0, width: 0, a: 0, b: 0, c: 0 };
const REWRITTEN: usize = 1 << 12;

/// All of a term in two words: compared and hashed without looking at its fields one by one.
#[inline]
fn key(n: &Node) -> (u64, u64) {
    let x = (n.kind as u64) | (n.aux as u64) << 8 | (n.width as u64) << 16 | (n.a as u64) << 32;
    (x, n.b as u64 | (n.c as u64) << 32)
}

#[inline]
fn hash((x, y): (u64, u64)) -> u32 {
    let h = (x ^ y.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let h = (h ^ (h >> 32) ^ y).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (h >> 32) as u32
}

/// Slots of one cache line.
const LINE: usize = 8;

/// The line of the index where a term is looked for first: terms on new operands lie close to each other, as they are mostly
/// made and looked for one after the other; those on the same new operand are spread over some lines. When the line is full,
/// the hash says where to go on.
#[inline]
fn home(n: &Node, hash: u32, mask: usize) -> usize {
    let newest = n.a.max(n.b).max(n.c) as usize;
    ((newest / 4 + (hash as usize & 7)) * LINE) & mask
}

impl Pool {
    pub fn new() -> Pool {
        Pool {
            nodes: vec![NONE],
            index: vec![0; 1 << 12],
            rewritten: vec![(NONE, ExprId::NONE); REWRITTEN].into(),
            untried: HashSet::new(),
            variables: Vec::new(),
            wide: Vec::new(),
            tables: Vec::new(),
            rewriting: true,
            rule_hits: vec![0; crate::rewrite::RULES.len()],
            rules: crate::rewrite::dispatch(),
            depth: 0,
            era: NEXT_ERA.fetch_add(1, Relaxed),
        }
    }

    /// Term numbers mean the same as long as this stays the same. No two pools share one, and a collection starts a
    /// new one. What is remembered by term number is void in another era.
    pub fn era(&self) -> u64 {
        self.era
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    #[inline]
    pub fn node(&self, e: ExprId) -> Node {
        self.nodes[e.0 as usize]
    }

    #[inline]
    pub fn width(&self, e: ExprId) -> u32 {
        self.nodes[e.0 as usize].width as u32
    }

    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    pub fn variable(&self, v: VarId) -> &Variable {
        &self.variables[v.0 as usize]
    }

    pub fn wide_words(&self, n: &Node) -> &[u64] {
        &self.wide[n.a as usize]
    }

    pub fn table(&self, t: TableId) -> &Arc<[u8]> {
        &self.tables[t.0 as usize]
    }

    pub fn tables(&self) -> usize {
        self.tables.len()
    }

    /// A new input. Two calls give two inputs, whatever their names.
    pub fn new_variable(&mut self, name: &str, width: u32) -> VarId {
        assert!((1..=u16::MAX as u32).contains(&width), "an input of {width} bits");
        self.variables.push(Variable { name: name.into(), width });
        VarId(self.variables.len() as u32 - 1)
    }

    /// The term that is an input's value.
    pub fn var(&mut self, v: VarId) -> ExprId {
        let width = self.variables[v.0 as usize].width as u16;
        self.intern(Node { kind: Kind::Var, aux: 0, width, a: v.0, b: 0, c: 0 })
    }

    /// The variable a term is, if it is one.
    pub fn as_variable(&self, e: ExprId) -> Option<VarId> {
        let n = self.node(e);
        (n.kind == Kind::Var).then_some(VarId(n.a))
    }

    /// A constant array of bytes; equal ones are one.
    pub fn new_table(&mut self, bytes: &[u8]) -> ExprId {
        let at = match self.tables.iter().position(|t| t[..] == *bytes) {
            Some(i) => i,
            None => {
                self.tables.push(bytes.into());
                self.tables.len() - 1
            }
        };
        self.intern(Node { kind: Kind::Table, aux: 0, width: 0, a: at as u32, b: 0, c: 0 })
    }

    pub(crate) fn intern_wide(&mut self, words: &[u64], width: u32) -> ExprId {
        let at = match self.wide.iter().position(|w| w[..] == *words) {
            Some(i) => i,
            None => {
                self.wide.push(words.into());
                self.wide.len() - 1
            }
        };
        self.intern(Node { kind: Kind::WideConst, aux: 0, width: width as u16, a: at as u32, b: 0, c: 0 })
    }

    /// The number of a term, making it if it is new. No rules are applied.
    #[inline]
    pub(crate) fn intern(&mut self, node: Node) -> ExprId {
        match self.find(&node) {
            Ok(e) => e,
            Err(place) => self.add_term(node, place),
        }
    }

    /// The number of a term, or the place for it until another is made.
    #[inline]
    pub(crate) fn find(&self, node: &Node) -> Result<ExprId, Place> {
        let mask = self.index.len() - 1;
        let key_of_node = key(node);
        let hash = hash(key_of_node);
        let look = |at: usize| {
            let entry = self.index[at];
            if entry == 0 {
                return Some(Err(Place { at, hash, terms: self.nodes.len() }));
            }
            let same = (entry >> 32) as u32 == hash && key(&self.nodes[entry as u32 as usize]) == key_of_node;
            same.then_some(Ok(ExprId(entry as u32)))
        };
        let home = home(node, hash, mask);
        for at in home..home + LINE {
            if let Some(found) = look(at) {
                return found;
            }
        }
        let mut at = hash as usize & mask;
        loop {
            if let Some(found) = look(at) {
                return found;
            }
            at = (at + 1) & mask;
        }
    }

    /// Makes a term that `find` did not find.
    #[inline]
    pub(crate) fn add_term(&mut self, node: Node, place: Place) -> ExprId {
        if place.terms != self.nodes.len() {
            // Others came in between: they may have taken the place, or be the term.
            return self.intern(node);
        }
        let id = self.nodes.len() as u32;
        self.nodes.push(node);
        self.index[place.at] = (place.hash as u64) << 32 | id as u64;
        if self.nodes.len() * 2 > self.index.len() {
            self.grow();
        }
        ExprId(id)
    }

    /// What a rule once made of this operation, if that is remembered.
    #[inline]
    pub(crate) fn known_rewrite(&self, node: &Node) -> Option<ExprId> {
        let (from, to) = &self.rewritten[hash(key(node)) as usize % REWRITTEN];
        (key(from) == key(node)).then_some(*to)
    }

    #[inline]
    pub(crate) fn remember_rewrite(&mut self, node: Node, result: ExprId) {
        self.rewritten[hash(key(&node)) as usize % REWRITTEN] = (node, result);
    }

    /// Whether the term was made where rules are not tried any more.
    #[inline]
    pub(crate) fn is_untried(&self, e: ExprId) -> bool {
        !self.untried.is_empty() && self.untried.contains(&e.0)
    }

    #[cold]
    pub(crate) fn set_untried(&mut self, e: ExprId, untried: bool) {
        if untried {
            self.untried.insert(e.0);
        } else {
            self.untried.remove(&e.0);
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.index = vec![0; self.index.len() * 2];
        for id in 1..self.nodes.len() {
            if let Err(place) = self.find(&self.nodes[id]) {
                self.index[place.at] = (place.hash as u64) << 32 | id as u64;
            }
        }
    }

    /// Forgets every term that none of the roots needs, and renumbers the rest. Variables and tables stay.
    pub fn collect(&mut self, roots: &mut Roots) {
        let mut live = vec![false; self.nodes.len()];
        let mut stack = Vec::new();
        roots(&mut |e| stack.push(*e));
        while let Some(e) = stack.pop() {
            if e.is_none() || std::mem::replace(&mut live[e.0 as usize], true) {
                continue;
            }
            stack.extend(self.node(e).operands());
        }
        let mut new_id = vec![0; self.nodes.len()];
        let mut kept = vec![self.nodes[0]];
        for (id, n) in self.nodes.iter().enumerate().skip(1) {
            if !live[id] {
                continue;
            }
            // Operands have smaller numbers, so they are renumbered already.
            let mut n = *n;
            let arity = n.operands().count();
            for field in [&mut n.a, &mut n.b, &mut n.c].into_iter().take(arity) {
                *field = new_id[*field as usize];
            }
            new_id[id] = kept.len() as u32;
            kept.push(n);
        }
        self.index = vec![0; (kept.len() * 4).next_power_of_two().max(1 << 12)];
        self.nodes = Vec::with_capacity(kept.len());
        self.nodes.push(NONE);
        self.rewritten.fill((NONE, ExprId::NONE));
        self.untried = self.untried.iter().map(|&e| new_id[e as usize]).filter(|&e| e != 0).collect();
        for n in kept.into_iter().skip(1) {
            self.intern(n);
        }
        roots(&mut |e| e.0 = new_id[e.0 as usize]);
        self.era = NEXT_ERA.fetch_add(1, Relaxed);
    }
}
