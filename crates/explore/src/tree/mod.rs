//! The path tree: what was run, what was tried, what is left.
//!
//! A node is an event; the way to it decides it, so runs that agree so far share nodes. Every way on from a node that no run
//! has taken is *open* until it is tried, refuted or given up. Invariants:
//! - a settled subtree (nothing open in it) is forgotten; only a mark stays;
//! - giving up is a *weakness* with its reason and scope. It is never forgotten, because it is what keeps an uncovered goal
//!   from being proved infeasible;
//! - the conditions along the way to a node describe exactly the inputs that come there.

mod checks;
mod condition;
mod count;
mod frames;
mod grow;
mod node;
mod spots;

pub use checks::{Check, CheckId, Checks};
pub use condition::Conditions;
pub use grow::{Grown, Soil};
pub use node::{Edge, Node, What};
pub use spots::{Class, LogReader, Scope, Spot, SpotId};

use crate::result::Reason;
use crescendo_program::source::PosId;
use crescendo_solver::expr::ExprId;
use node::{NONE, State};
use spots::Spots;
use std::collections::HashMap;

/// Why goals in a scope may be missed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weakness {
    pub scope: Scope,
    pub reason: Reason,
    pub position: PosId,
    /// Ways given up for it that no run has taken since.
    pub count: u32,
}

/// A weakness that an edge stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeakId(u32);

#[derive(Clone, Debug)]
pub struct Bounds {
    /// Nodes; past it, open edges are given up, from the fullest spots first.
    pub nodes: usize,
    /// Events of one path that are kept.
    pub depth: usize,
    /// Values tried for one concretised term.
    pub values: usize,
    /// The same for functions, labels and objects a pointer may mean.
    pub targets: usize,
    /// The same for sizes of blocks and lengths of bulk operations.
    pub sizes: usize,
    /// The same for entries of tables that lead to tables.
    pub entries: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { nodes: 500_000, depth: 10_000, values: 4, targets: 64, sizes: 24, entries: 256 }
    }
}

pub struct Tree {
    nodes: Vec<Node>,
    free: Vec<u32>,
    root: State,
    spots: Spots,
    weak: Vec<Weakness>,
    weak_ids: HashMap<(Scope, Reason, PosId), u32>,
    last_path: Vec<Edge>,
    bounds: Bounds,
    pub checks: Checks,
    /// Distinct paths seen to their end, faults and refused assumptions not counted.
    pub paths: u64,
    /// Room for counting sites along a path; all 0 between runs.
    passed: Vec<u32>,
}

impl Tree {
    pub fn new(bounds: Bounds) -> Tree {
        Tree {
            nodes: Vec::new(),
            free: Vec::new(),
            root: State::Closed,
            spots: Spots::default(),
            weak: Vec::new(),
            weak_ids: HashMap::new(),
            last_path: Vec::new(),
            bounds,
            checks: Checks::default(),
            paths: 0,
            passed: Vec::new(),
        }
    }

    // ---- looking

    pub fn nodes(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    pub fn open(&self, class: Class) -> usize {
        self.spots.open[class as usize]
    }

    pub fn spots(&self) -> impl Iterator<Item = (SpotId, &Spot)> {
        self.spots.list.iter().enumerate().map(|(i, s)| (SpotId(i as u32), s))
    }

    pub fn spot(&self, id: SpotId) -> &Spot {
        &self.spots.list[id.0 as usize]
    }

    /// The open edges of a spot, in no particular but a fixed order.
    pub fn edge_at(&self, spot: SpotId, at: usize) -> Edge {
        let (node, slot) = self.spot(spot).edges[at];
        Edge { node, slot, stamp: self.nodes[node as usize].stamp }
    }

    /// The spot of an edge, if it is still open.
    pub fn spot_of(&self, edge: Edge) -> Option<SpotId> {
        let node = self.node(edge)?;
        match node.ways.get(edge.slot as usize) {
            Some(&State::Open { spot, .. }) => Some(spot),
            _ => None,
        }
    }

    /// The node of an edge, if it still is in the tree.
    pub fn node(&self, edge: Edge) -> Option<&Node> {
        self.nodes.get(edge.node as usize).filter(|n| n.stamp == edge.stamp)
    }

    /// The open edges that leave one node, in slot order.
    pub fn open_at(&self, at: Edge) -> impl Iterator<Item = (Edge, SpotId)> + '_ {
        let ways = self.node(at).map_or(&[][..], |n| &n.ways[..]);
        ways.iter().enumerate().filter_map(move |(slot, way)| match way {
            State::Open { spot, .. } => Some((Edge { slot: slot as u32, ..at }, *spot)),
            _ => None,
        })
    }

    /// The way of the last run: at each node the slot it took. Nodes settled since are gone.
    pub fn last_path(&self) -> &[Edge] {
        &self.last_path
    }

    /// The edge that leads to an edge's node.
    pub fn above(&self, edge: Edge) -> Option<Edge> {
        let node = self.node(edge)?;
        let parent = self.nodes.get(node.parent as usize)?;
        Some(Edge { node: node.parent, slot: node.parent_slot, stamp: parent.stamp })
    }

    /// The nodes one step below an edge's node that still have something open, as edges into them (slot 0).
    pub fn below(&self, edge: Edge) -> impl Iterator<Item = Edge> + '_ {
        let ways = self.node(edge).map_or(&[][..], |n| &n.ways[..]);
        ways.iter().filter_map(|way| match way {
            State::Child(c) => Some(Edge { node: *c, slot: 0, stamp: self.nodes[*c as usize].stamp }),
            _ => None,
        })
    }

    pub fn root(&self) -> Option<Edge> {
        match self.root {
            State::Child(c) => Some(Edge { node: c, slot: 0, stamp: self.nodes[c as usize].stamp }),
            _ => None,
        }
    }

    pub fn weaknesses(&self) -> impl Iterator<Item = &Weakness> {
        self.weak.iter().filter(|w| w.count > 0)
    }

    /// Edges opened since the reader last looked; `true`: the log was swept, so forget what was read before.
    pub fn opened<'a>(&'a self, reader: &mut LogReader) -> (bool, &'a [Edge]) {
        let swept = reader.epoch != self.spots.epoch;
        let from = if swept { 0 } else { reader.at };
        *reader = LogReader { epoch: self.spots.epoch, at: self.spots.log.len() };
        (swept, &self.spots.log[from..])
    }

    // ---- changing

    fn way(&self, node: u32, slot: u32) -> State {
        if node == NONE { self.root } else { self.nodes[node as usize].ways[slot as usize] }
    }

    fn set_way(&mut self, node: u32, slot: u32, state: State) {
        if node == NONE {
            self.root = state;
        } else {
            self.nodes[node as usize].ways[slot as usize] = state;
        }
    }

    /// Opens a way. The counts of open ways are the caller's business.
    fn open_way(&mut self, node: u32, slot: u32, spot: Spot) {
        let stamp = self.nodes[node as usize].stamp;
        let spot = self.spots.intern(spot);
        let at = self.spots.insert(spot, Edge { node, slot, stamp });
        self.nodes[node as usize].ways[slot as usize] = State::Open { spot, at };
    }

    /// Takes a way off its spot's list, if it is open. The counts are the caller's business.
    fn unlist(&mut self, node: u32, slot: u32) -> bool {
        let State::Open { spot, at } = self.way(node, slot) else { return false };
        if let Some((n, s)) = self.spots.remove(spot, at) {
            self.set_way(n, s, State::Open { spot, at });
        }
        true
    }

    /// The solver proved that nothing goes this way.
    pub fn refute(&mut self, edge: Edge) {
        self.close(edge, State::Infeasible);
    }

    /// Nothing to gain here.
    pub fn drop_edge(&mut self, edge: Edge) {
        self.close(edge, State::Closed);
    }

    /// Gives an edge up, for a reason.
    pub fn give_up(&mut self, edge: Edge, reason: Reason) -> Option<WeakId> {
        let spot = self.spot_of(edge)?;
        let s = self.spot(spot);
        let (scope, position) = (s.scope, s.position);
        let weak = self.weaken(scope, position, reason);
        self.close(edge, State::Weak(weak));
        Some(WeakId(weak))
    }

    /// An edge that was given up is proved infeasible after all.
    pub fn refute_late(&mut self, edge: Edge, weak: WeakId) {
        // Where its node is gone, nobody else will take the weakness back.
        if self.node(edge).is_some() {
            if self.way(edge.node, edge.slot) != State::Weak(weak.0) {
                return;
            }
            self.set_way(edge.node, edge.slot, State::Infeasible);
        }
        self.weak[weak.0 as usize].count -= 1;
    }

    /// Drops all open edges of a spot: its goal is covered, or its fault known.
    pub fn drop_spot(&mut self, spot: SpotId) {
        while !self.spot(spot).is_empty() {
            let edge = self.edge_at(spot, self.spot(spot).len() - 1);
            self.drop_edge(edge);
        }
    }

    /// Notes that goals in a scope may be missed.
    pub fn weaken(&mut self, scope: Scope, position: PosId, reason: Reason) -> u32 {
        let id = *self.weak_ids.entry((scope, reason.clone(), position)).or_insert_with(|| {
            self.weak.push(Weakness { scope, reason, position, count: 0 });
            self.weak.len() as u32 - 1
        });
        self.weak[id as usize].count += 1;
        id
    }

    fn close(&mut self, edge: Edge, state: State) {
        if self.spot_of(edge).is_none() {
            return;
        }
        self.unlist(edge.node, edge.slot);
        self.set_way(edge.node, edge.slot, state);
        self.count(edge.node, -1);
        self.sweep_log();
    }

    fn sweep_log(&mut self) {
        let open: usize = self.spots.open.iter().sum();
        if self.spots.log.len() > 2 * open + 4096 {
            let mut log = std::mem::take(&mut self.spots.log);
            log.retain(|&e| self.spot_of(e).is_some());
            self.spots.log = log;
            self.spots.epoch += 1;
        }
    }

    /// Gives up open edges until the tree is within its bound: the newest of the fullest spots first, which are
    /// mostly leaves, so that few of them free much.
    pub fn shrink(&mut self) {
        if self.nodes() <= self.bounds.nodes {
            return;
        }
        while self.nodes() > self.bounds.nodes / 10 * 9 {
            let Some((spot, size)) = self.spots().map(|(id, s)| (id, s.len())).max_by_key(|s| s.1) else { return };
            if size == 0 {
                return;
            }
            for _ in 0..size.div_ceil(4) {
                let edge = self.edge_at(spot, self.spot(spot).len() - 1);
                self.give_up(edge, Reason::Memory);
            }
        }
    }

    /// Visits the terms the tree needs.
    pub fn roots(&mut self, visit: &mut dyn FnMut(&mut ExprId)) {
        for node in &mut self.nodes {
            if node.term.is_some() {
                visit(&mut node.term);
            }
            for (_, holds) in &mut node.values {
                visit(holds);
            }
        }
    }
}
