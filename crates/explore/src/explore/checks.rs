//! Checks as goals: when they are tried, and what is known of every place where the unit could fail.
//!
//! A place is proved safe when no run failed there, every failure that runs came by was refuted, and nothing open or given up
//! could lead there: the same reasoning as for goals that are infeasible (`verdict.rs`).

use super::Session;
use crate::flow::{Origin, Place};
use crate::result::{Bound, Reason, Safety, Site, Verdict};
use crate::tree::{Class, Edge, Scope, Spot, SpotId};
use crescendo_program::source::PosId;
use crescendo_program::symbol::FunctionId;
use crescendo_unit::Gap;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Every how many picks a check comes first while goals are open, if no wish takes that turn.
const CHECK_EVERY: u64 = 8;
/// A turn that wishes do not have, for when so many runs have brought nothing.
const DRY_TURN: u64 = 6;
const DRY: u32 = 32;
/// Tries at one check by then, one more with so many picks, and in all.
const EARLY_TRIES: u32 = 4;
const MORE_EVERY: u64 = 128;
const TRIES: u32 = 64;
/// Ways taken one after the other for the sake of checks that show nothing new.
const PATIENCE: u32 = 256;
/// Edges of one spot that are looked at for the shallowest.
const EDGES: usize = 32;

/// What was tried for the sake of checks.
#[derive(Default)]
pub(super) struct Pursuit {
    /// By spot.
    tries: Vec<u32>,
    /// Whether something may fail behind an origin.
    leads: BTreeMap<Origin, bool>,
    /// Ways taken since something new was seen, and how much there was then.
    idle: u32,
    seen: usize,
    begun: bool,
}

impl Pursuit {
    fn tries(&self, spot: SpotId) -> u32 {
        self.tries.get(spot.0 as usize).copied().unwrap_or(0)
    }

    fn tried(&mut self, spot: SpotId) {
        let at = spot.0 as usize;
        self.tries.resize(self.tries.len().max(at + 1), 0);
        self.tries[at] += 1;
    }

    /// The goals are settled, as far as they will be.
    pub fn has_begun(&self) -> bool {
        self.begun
    }
}

impl Session<'_, '_> {
    /// Tries a check before any goal, when it is its turn; `false` if it is not or there is none.
    pub(super) fn check_first(&mut self) -> bool {
        let turn = self.picks % CHECK_EVERY;
        if turn != 0 && (turn != DRY_TURN || self.dry < DRY) {
            return false;
        }
        let tries = EARLY_TRIES.saturating_add((self.picks / MORE_EVERY) as u32);
        let Some(edge) = self.pick_check(tries) else { return false };
        self.flip(edge);
        true
    }

    /// Nothing else is left: tries a check, or a way that may lead to one. `false` if there is none, or it is no use.
    pub(super) fn pursue_checks(&mut self) -> bool {
        self.pursuit.begun = true;
        // Of places that somebody asks for, everything is to be known.
        let asked = self.options.checks.is_some();
        if let Some(edge) = self.pick_check(if asked { u32::MAX } else { TRIES }) {
            self.flip(edge);
            return true;
        }
        let seen = self.tree.checks.len() + self.faults.len();
        self.pursuit.idle = if seen > self.pursuit.seen { 0 } else { self.pursuit.idle + 1 };
        self.pursuit.seen = seen;
        if self.pursuit.idle > PATIENCE && !asked {
            return false;
        }
        let Some(edge) = self.pick_way() else { return false };
        self.flip(edge);
        true
    }

    /// The check tried least, at its shallowest edge of a few.
    fn pick_check(&mut self, most: u32) -> Option<Edge> {
        let tries = |s: SpotId| self.pursuit.tries(s);
        let wanted = |s: &Spot| match s.scope {
            Scope::Check(id) => {
                let c = self.tree.checks.get(id);
                self.wants_check(c.function, c.position)
            }
            _ => true,
        };
        let open = self.tree.spots().filter(|(_, s)| s.class == Class::Alarm && !s.is_empty() && wanted(s));
        let open = open.map(|(id, _)| id);
        let spot = open.filter(|&s| tries(s) < most).min_by_key(|&s| tries(s))?;
        Some(self.shallowest(spot))
    }

    /// The way tried least that may lead to a check.
    fn pick_way(&mut self) -> Option<Edge> {
        let mut pursuit = std::mem::take(&mut self.pursuit);
        let mut leads = |s: &Spot| match s.scope {
            Scope::After(origin) => *pursuit.leads.entry(origin).or_insert_with(|| self.leads_to_check(origin)),
            Scope::Goal(_) | Scope::Check(_) => false,
        };
        let ways = self.tree.spots().filter(|(_, s)| s.class == Class::Path && !s.is_empty());
        let ways: Vec<SpotId> = ways.filter(|(_, s)| leads(s)).map(|(id, _)| id).collect();
        let spot = ways.into_iter().min_by_key(|&s| pursuit.tries(s));
        self.pursuit = pursuit;
        Some(self.shallowest(spot?))
    }

    /// Whether faults at a place are looked for.
    fn wants_check(&self, function: FunctionId, position: PosId) -> bool {
        self.options.checks.is_none_or(|wanted| wanted(function, position))
    }

    fn shallowest(&mut self, spot: SpotId) -> Edge {
        self.pursuit.tried(spot);
        let edges = (0..self.tree.spot(spot).len().min(EDGES)).map(|i| self.tree.edge_at(spot, i));
        edges.min_by_key(|&e| self.tree.node(e).map(|n| n.depth)).expect("the spot has open edges")
    }

    fn leads_to_check(&self, origin: Origin) -> bool {
        let flow = &self.guide.flow;
        let Some(places) = flow.places_from(&[origin]) else { return true };
        let places: HashSet<Place> = places.into_iter().collect();
        let mut sites = flow.sites.iter().filter(|s| self.wants_check(s.0, s.1));
        sites.any(|s| flow.positions.get(s).is_none_or(|at| at.iter().any(|p| places.contains(p))))
    }

    /// What is known of every place where the unit's functions could fail.
    pub(super) fn judge_checks(&self) -> Vec<Site> {
        let flow = &self.guide.flow;
        let mut sites: BTreeSet<(FunctionId, PosId)> = flow.sites.clone();
        let own = |f: FunctionId| self.unit.contains(&f);
        sites.extend(self.tree.checks.iter().map(|c| (c.function, c.position)).filter(|s| own(s.0)));
        let failed: BTreeSet<(FunctionId, PosId)> = self.faults.iter().map(|f| (f.function, f.position)).collect();
        let mut reaches: BTreeMap<Origin, Option<HashSet<Place>>> = BTreeMap::new();
        let among = |places: Option<&HashSet<Place>>, site: &(FunctionId, PosId)| {
            let at = flow.positions.get(site);
            places.is_none_or(|places| at.is_none_or(|at| at.iter().any(|p| places.contains(p))))
        };
        let mut may = |scope: Scope, site: &(FunctionId, PosId)| match scope {
            Scope::Goal(_) => false,
            Scope::Check(id) => {
                let c = self.tree.checks.get(id);
                (c.function, c.position) == *site
            }
            Scope::After(origin) => {
                let from = || flow.places_from(&[origin]).map(|all| all.into_iter().collect());
                among(reaches.entry(origin).or_insert_with(from).as_ref(), site)
            }
        };
        let mut said = BTreeMap::new();
        let left: Vec<_> = sites.iter().copied().collect();
        // What stopped the search is told before what was taken for granted.
        let left = match self.runs {
            0 => Vec::new(),
            _ => self.blame_some(&|r| !r.is_assumption(), left, &mut may, &mut said),
        };
        let left = self.blame_open(left, &mut may, &mut said);
        let left = self.blame_some(&Reason::is_assumption, left, &mut may, &mut said);
        let after_null = self.null_places();
        let proved: BTreeSet<_> =
            left.into_iter().filter(|s| !after_null.as_ref().is_some_and(|p| among(p.as_ref(), s))).collect();
        let verdict = |site: &(FunctionId, PosId)| match said.remove(site) {
            _ if proved.contains(site) => match failed.contains(site) {
                true => Safety::Alarm { rest: None },
                false => Safety::Proved,
            },
            said => {
                let sure = Reason::Bound(Bound::SureMemory);
                let (reason, position) = match said {
                    Some(Verdict::Unknown { reason, position }) => (reason, position),
                    _ if self.runs == 0 => (Reason::NotTried, PosId::NONE),
                    _ => (sure, PosId::NONE),
                };
                match failed.contains(site) {
                    true => Safety::Alarm { rest: Some(reason) },
                    false => Safety::Open { reason, position },
                }
            }
        };
        let verdicts: Vec<Safety> = sites.iter().map(verdict).collect();
        let rests_on = |site: &(FunctionId, PosId)| -> Vec<Gap> {
            let mut concerns = |scopes: &BTreeSet<Scope>| scopes.iter().any(|s| may(*s, site));
            let here = self.hypotheses.iter().filter(|(_, scopes)| concerns(scopes));
            here.map(|(gap, _)| gap.clone()).collect()
        };
        let rests: Vec<Vec<Gap>> = sites.iter().map(rests_on).collect();
        let all = sites.iter().zip(verdicts).zip(rests);
        all.map(|((&(function, position), verdict), rests_on)| Site { function, position, verdict, rests_on }).collect()
    }

    /// Where control may come once an allocation failed that never does. Inside, `None`: anywhere.
    fn null_places(&self) -> Option<Option<HashSet<Place>>> {
        self.after_null.as_ref()?;
        Some(self.guide.flow.places_from(&self.null_origins()).map(|all| all.into_iter().collect()))
    }
}
