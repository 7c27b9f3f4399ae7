//! What is known about a fault while its callers are gone through, and the verdict that follows.
//!
//! The rules: a run from the outermost caller that fails beats everything (natively it is confirmed later), then what the whole program says. Else each caller is worth what its own
//! exploration says or what its callers say, which is better: they execute it for real. The worst caller decides. Proved
//! needs that no others can exist. What stopped a search leaves a fault open.

use super::explored::Unseen;
use crate::contexts::Contexts;
use crate::model::{Call, Judgement, Strength, Verdict};
use crescendo_program::{FunctionId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// Callers of callers that are looked at.
const DEEP: usize = 8;

/// What the exploration of one function says, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Says {
    Proved(String),
    /// No way leads there, if what is taken for granted holds.
    Explored(String),
    Open(String),
    /// It makes the fault happen: its callers decide.
    Through(String),
}

#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// What a run from the outermost caller showed.
    shown: Option<Judgement>,
    /// What `main` says, if all that happens begins there.
    whole: Option<Says>,
    /// The context that lets it through furthest.
    through: Vec<Call>,
    says: BTreeMap<FunctionId, Says>,
    /// Callers that were explored for it.
    pub visited: BTreeSet<FunctionId>,
}

/// What callers are worth together.
enum Worth {
    Proved(Vec<String>),
    Explored(Vec<String>),
    Open(String),
}

impl Standing {
    /// Nothing can be added.
    pub fn is_settled(&self) -> bool {
        self.shown.is_some() || self.whole.is_some()
    }

    pub fn say(&mut self, function: FunctionId, says: Says) {
        self.says.insert(function, says);
    }

    pub fn say_whole(&mut self, says: Says) {
        self.whole = Some(says);
    }

    pub fn lets_through(&mut self, function: FunctionId, name: &str, calls: Vec<Call>) {
        self.say(function, Says::Through(format!("`{name}` lets it through")));
        if calls.len() > self.through.len() {
            self.through = calls;
        }
    }

    /// The outermost caller fails in the machine. Only the native run confirms that.
    pub fn show(&mut self, calls: Vec<Call>, main: bool) {
        let outermost = calls.first().map_or_else(String::new, |c| c.function.clone());
        let why = match (main, calls.len()) {
            (true, 0 | 1) => "`main` does it".to_string(),
            (true, 2) => "`main` calls it so".to_string(),
            (true, n) => format!("`main` gets there through {} calls", n - 1),
            (false, _) => format!("`{outermost}`, which nobody in the program calls, lets it through"),
        };
        let (verdict, strength) = (Verdict::Open, Strength::Machine);
        self.shown = Some(Judgement { verdict, strength, why, chain: calls, started: None, reproduce: None });
    }

    /// The verdict for units that nobody of them calls another of.
    pub fn judgement(&self, program: &Program, contexts: &Contexts, units: &[FunctionId]) -> Judgement {
        let make =
            |verdict, strength, why, chain| Judgement { verdict, strength, why, chain, started: None, reproduce: None };
        if let Some(j) = &self.shown {
            return j.clone();
        }
        let tree = Tree { standing: self, program, contexts };
        let worth = match &self.whole {
            Some(says) => Worth::from(says),
            None => units.iter().map(|u| tree.unit(*u)).fold(Worth::Proved(Vec::new()), Worth::worse),
        };
        match worth {
            Worth::Proved(why) => make(Verdict::False, Strength::Proved, why.join("; "), Vec::new()),
            Worth::Explored(why) => make(Verdict::False, Strength::Explored, why.join("; "), Vec::new()),
            Worth::Open(why) => {
                let strength = if self.through.is_empty() { Strength::Unit } else { Strength::Context };
                make(Verdict::Open, strength, why, self.through.clone())
            }
        }
    }
}

/// Callers of callers, as far as they were asked.
struct Tree<'a> {
    standing: &'a Standing,
    program: &'a Program,
    contexts: &'a Contexts<'a>,
}

impl Tree<'_> {
    fn unit(&self, unit: FunctionId) -> Worth {
        let name = &self.program.function(unit).name;
        if Some(unit) == self.contexts.main {
            return self.standing.says.get(&unit).map_or_else(|| not_explored(name), Worth::from);
        }
        let why = "its misuse may be the caller's fault";
        let nobody = || Worth::Open(format!("nobody in the program calls `{name}`: {why}"));
        self.above(unit, &mut vec![unit]).unwrap_or_else(nobody)
    }

    /// What the callers of a function are worth; `None` if there are none that are not on the way.
    fn above(&self, f: FunctionId, way: &mut Vec<FunctionId>) -> Option<Worth> {
        let callers = self.contexts.callers(f);
        let functions: Vec<FunctionId> = callers.functions.into_iter().filter(|c| !way.contains(c)).collect();
        if functions.is_empty() || way.len() > DEEP {
            return None;
        }
        let mut all = Worth::Proved(Vec::new());
        for caller in functions {
            way.push(caller);
            all = all.worse(self.at(caller, way));
            way.pop();
        }
        Some(match (all, callers.others.first()) {
            (Worth::Proved(_) | Worth::Explored(_), _) if self.contexts.any_time().is_some() => {
                Worth::Open(self.contexts.any_time().unwrap_or_default().to_string())
            }
            (Worth::Proved(mut why), Some(other)) => {
                why.push(other.clone());
                Worth::Explored(why)
            }
            (all, _) => all,
        })
    }

    fn at(&self, caller: FunctionId, way: &mut Vec<FunctionId>) -> Worth {
        let own = self.standing.says.get(&caller);
        if let Some(Says::Proved(_)) = own {
            return Worth::from(own.expect("just seen"));
        }
        // Where nobody was asked, nothing is to be had.
        let asked = self.contexts.callers(caller).functions.iter().any(|c| self.standing.says.contains_key(c));
        let above = if asked { self.above(caller, way) } else { None };
        match (own, above) {
            (Some(own), None) => Worth::from(own),
            (None, None) => not_explored(&self.program.function(caller).name),
            (Some(Says::Through(_)) | None, Some(above)) => above,
            (Some(own), Some(above)) => Worth::from(own).better(above),
        }
    }
}

fn not_explored(name: &str) -> Worth {
    Worth::Open(format!("`{name}` was not explored"))
}

impl From<&Says> for Worth {
    fn from(says: &Says) -> Worth {
        match says {
            Says::Proved(why) => Worth::Proved(vec![why.clone()]),
            Says::Explored(why) => Worth::Explored(vec![why.clone()]),
            Says::Open(why) | Says::Through(why) => Worth::Open(why.clone()),
        }
    }
}

impl Worth {
    /// Both are needed.
    fn worse(self, other: Worth) -> Worth {
        match (self, other) {
            (open @ Worth::Open(_), _) | (_, open @ Worth::Open(_)) => open,
            (Worth::Proved(mut a), Worth::Proved(b)) => {
                a.extend(b);
                Worth::Proved(a)
            }
            (Worth::Proved(a) | Worth::Explored(a), Worth::Proved(b) | Worth::Explored(b)) => {
                Worth::Explored(a.into_iter().chain(b).collect())
            }
        }
    }

    /// One is enough.
    fn better(self, other: Worth) -> Worth {
        match (&self, &other) {
            (_, Worth::Proved(_)) | (Worth::Open(_), Worth::Explored(_)) => other,
            _ => self,
        }
    }
}

/// What a search that did not see a fault says; `core`: the contradiction in words.
pub fn unseen(name: &str, core: Option<String>, why: &Unseen) -> Says {
    let told = core.unwrap_or_else(|| "no way that was found leads to it".into());
    match (why.stopped.first(), why.assumed.first()) {
        (Some(stopped), _) => Says::Open(format!("`{name}` was not explored far enough: {stopped}")),
        (None, Some(assumed)) => Says::Explored(format!("in `{name}`: {told} ({assumed})")),
        (None, None) => Says::Explored(format!("in `{name}`: {told}")),
    }
}

pub fn proved(name: &str, core: Option<String>) -> Says {
    Says::Proved(format!("in `{name}`: {}", core.unwrap_or_else(|| "no way leads to it".into())))
}
