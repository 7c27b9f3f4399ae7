//! Strategies: which open edge to try next. One file each, one line in `STRATEGIES`.
//!
//! A strategy proposes; it never decides what is true. The loop keeps it honest: an edge that is closed or useless is not
//! taken, and when a strategy has nothing to say while useful edges are open, the nearest of them is tried.

mod adaptive;
mod cfds;
mod cfg;
mod cgs;
mod combined;
mod dfs;
mod flood;
mod generational;
mod random;
mod reverse_dfs;
mod weighted_random;

use crate::guide::Guide;
use crate::rng::Rng;
use crate::tree::{Class, Edge, LogReader, SpotId, Tree};
use crescendo_program::symbol::FunctionId;

pub struct View<'a> {
    pub tree: &'a Tree,
    pub guide: &'a Guide,
    pub rng: &'a mut Rng,
    /// The function under test.
    pub own: FunctionId,
    /// All paths are wanted, not only those that lead to goals.
    pub exhaust: bool,
}

impl View<'_> {
    /// Whether trying an edge of this spot can help.
    pub fn useful(&self, spot: SpotId) -> bool {
        match self.tree.spot(spot).class {
            Class::Alarm => false,
            Class::Value => self.guide.distance(spot).is_some(),
            Class::Path => self.exhaust || self.guide.distance(spot).is_some(),
        }
    }

    /// The spot of an edge that is open and useful.
    pub fn candidate(&self, edge: Edge) -> Option<SpotId> {
        self.tree.spot_of(edge).filter(|&s| self.useful(s))
    }

    pub fn distance(&self, spot: SpotId) -> u32 {
        self.guide.distance(spot).unwrap_or(u32::MAX / 2)
    }

    /// Spots with useful open edges.
    pub fn spots(&self) -> impl Iterator<Item = SpotId> + '_ {
        self.tree.spots().filter(|(id, s)| !s.is_empty() && self.useful(*id)).map(|(id, _)| id)
    }
}

/// What came of a pick.
#[derive(Clone, Debug)]
pub struct Feedback {
    pub edge: Edge,
    pub spot: SpotId,
    pub ran: bool,
    /// Goals covered for the first time.
    pub gained: u32,
    /// Effort in machine-independent units: 1 for a query, 1 for a run and for each 10,000 of its steps.
    pub cost: u64,
}

pub trait Strategy {
    fn name(&self) -> &'static str;

    fn pick(&mut self, view: &mut View) -> Option<Edge>;

    /// Called after every pick, also of others.
    fn learn(&mut self, _view: &View, _feedback: &Feedback) {}
}

pub struct Entry {
    pub name: &'static str,
    pub help: &'static str,
    pub make: fn() -> Box<dyn Strategy>,
}

/// Every strategy; the first is the default.
pub const STRATEGIES: &[Entry] = &[
    Entry {
        name: "adaptive",
        help: "aims at uncovered goals and shares the effort among the others by what they gain",
        make: || Box::new(adaptive::Adaptive::default()),
    },
    Entry {
        name: "dfs",
        help: "flips the last open branch of the newest path",
        make: || Box::new(dfs::Dfs::default()),
    },
    Entry {
        name: "reverse-dfs",
        help: "flips the first open branch of the newest path",
        make: || Box::new(reverse_dfs::ReverseDfs::default()),
    },
    Entry { name: "random", help: "flips any open branch", make: || Box::new(random::Random) },
    Entry {
        name: "cfg",
        help: "flips the open branch nearest to an uncovered goal in the control flow graph",
        make: || Box::new(cfg::Cfg),
    },
    Entry {
        name: "cfds",
        help: "like cfg, but stays near the current path and widens only when it has nothing left",
        make: || Box::new(cfds::Cfds),
    },
    Entry {
        name: "cgs",
        help: "breadth first over the tree, skipping branches in a context seen before",
        make: || Box::new(cgs::Cgs::default()),
    },
    Entry {
        name: "generational",
        help: "flips every branch of a run once; children of runs that gained most come first",
        make: || Box::new(generational::Generational::default()),
    },
    Entry {
        name: "flood",
        help: "first edges never taken, then the rest in rounds, shortest way to the exit first",
        make: || Box::new(flood::Flood::default()),
    },
    Entry {
        name: "weighted-random",
        help: "random, with weight 4 for branches of the function under test",
        make: || Box::new(weighted_random::WeightedRandom),
    },
    Entry {
        name: "combined",
        help: "dfs, reverse-dfs, random and cfg in turn, in slices that grow",
        make: || Box::new(combined::Combined::default()),
    },
];

pub fn by_name(name: &str) -> Option<Box<dyn Strategy>> {
    STRATEGIES.iter().find(|e| e.name == name).map(|e| (e.make)())
}

/// Reads the tree's log of opened edges into a strategy's own store.
#[derive(Default)]
struct Inbox(LogReader);

impl Inbox {
    /// Hands over new edges. `clear` is called first if what was handed over before must be forgotten.
    fn read<T>(&mut self, tree: &Tree, store: &mut T, clear: impl Fn(&mut T), mut put: impl FnMut(&mut T, Edge)) {
        let (swept, edges) = tree.opened(&mut self.0);
        if swept {
            clear(store);
        }
        for &e in edges {
            put(store, e);
        }
    }
}
