//! What somebody may choose for a campaign: the options of the command line that make sense for a project on a server.
//!
//! Invariant: whatever passes `check` can be made a request of; texts are those of the command line, so that people can
//! compare.

use crescendo_campaign::Request;
use crescendo_campaign::request::{Callees, CheckOptions, DriverOptions, OPTIONAL_KINDS, duration};
use crescendo_intake::database::checked_flags;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Tests and coverage.
    #[default]
    Gen,
    /// The same, and alarms with what callers say about them.
    Check,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Gen => "gen",
            Kind::Check => "check",
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CampaignOptions {
    pub kind: Kind,
    /// Only these functions; empty: all.
    pub functions: Vec<String>,
    /// Time for one function, such as `500ms`, `10s`, `2m`; absent: 10s.
    pub budget: Option<String>,
    /// Time for all functions together.
    pub budget_total: Option<String>,
    /// Runs of one function, at most; the same on every machine, unlike time.
    pub max_runs: Option<u64>,
    /// What to aim at: statement, branch, mcdc, boundary or all; absent: all.
    pub criterion: Option<String>,
    /// How to choose what to try next; absent: adaptive.
    pub strategy: Option<String>,
    pub seed: Option<u64>,
    /// Callees to execute: none, a number, all or auto.
    pub callees: Option<String>,
    /// Further kinds of faults to look for.
    pub checks: Vec<String>,
    /// `NAME=N`: how far inputs reach.
    pub bounds: Vec<String>,
    /// Compiler flags for every file.
    pub cflags: Vec<String>,
    /// Let malloc and its like fail.
    pub allocation_fails: bool,
    /// Globals start from their initialisers instead of being inputs.
    pub initial_globals: bool,
    /// Keep tests that add nothing to the coverage of the others.
    pub keep_all: bool,
    /// Explore everything again, also what has not changed.
    pub fresh: bool,
}

/// Where a campaign finds and leaves things, as it sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The sources.
    pub project: PathBuf,
    /// A compile database, if there is one.
    pub database: Option<PathBuf>,
    pub output: PathBuf,
    pub cache: PathBuf,
}

/// One function may not take more than this, nor a campaign.
const LONGEST_FUNCTION: Duration = Duration::from_secs(3600);
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

/// Names, flags and bounds that may be given.
const MOST: usize = 2000;

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{0}")]
pub struct OptionFault(String);

fn fault(text: impl ToString) -> OptionFault {
    OptionFault(text.to_string())
}

impl CampaignOptions {
    pub fn check(&self) -> Result<(), OptionFault> {
        let places =
            Places { project: "/project".into(), database: None, output: "/out".into(), cache: "/cache".into() };
        let request = self.request(&places, 1)?;
        // Names of strategies and criteria are known there.
        crescendo_campaign::check_request(&request).map_err(fault)
    }

    fn time(text: &Option<String>, longest: Duration, what: &str) -> Result<Option<Duration>, OptionFault> {
        let Some(text) = text.as_deref().map(str::trim).filter(|t| !t.is_empty()) else { return Ok(None) };
        let time = duration(text).map_err(fault)?;
        if time > longest || time.is_zero() {
            return Err(fault(format!("{what} lies between 1ms and {}h", longest.as_secs() / 3600)));
        }
        Ok(Some(time))
    }

    pub fn request(&self, places: &Places, jobs: usize) -> Result<Request, OptionFault> {
        let long = |list: &[String]| list.len() > MOST || list.iter().any(|t| t.len() > 4096);
        if [&self.functions, &self.checks, &self.bounds, &self.cflags].into_iter().any(|list| long(list)) {
            return Err(fault("these are too many or too long names"));
        }
        let mut request = Request::new(places.project.clone(), places.output.clone());
        request.cache = Some(places.cache.clone());
        match &places.database {
            Some(database) => request.sources.database = Some(database.clone()),
            None => request.sources.files = vec![places.project.clone()],
        }
        request.sources.cflags = checked_flags(&self.cflags, &places.project).map_err(fault)?;
        request.functions = self.functions.clone();
        request.budget.function = Self::time(&self.budget, LONGEST_FUNCTION, "the time of a function")?;
        request.budget.total = Self::time(&self.budget_total, LONGEST, "the time of a campaign")?;
        let search = &mut request.search;
        search.max_runs = self.max_runs;
        let given = |text: &Option<String>| text.clone().filter(|t| !t.trim().is_empty());
        if let Some(criterion) = given(&self.criterion) {
            search.criterion = criterion;
        }
        if let Some(strategy) = given(&self.strategy) {
            search.strategy = strategy;
        }
        search.seed = self.seed.unwrap_or(search.seed);
        if let Some(odd) = self.checks.iter().find(|c| !OPTIONAL_KINDS.contains(&c.as_str())) {
            return Err(fault(format!(
                "there is no kind of fault `{odd}` to be asked for: there are {}",
                OPTIONAL_KINDS.join(", ")
            )));
        }
        search.checks = self.checks.clone();
        search.allocation_fails = self.allocation_fails;
        for bound in &self.bounds {
            DriverOptions::check_bound(bound).map_err(fault)?;
        }
        request.driver.bounds = self.bounds.clone();
        request.driver.initial_globals = self.initial_globals;
        request.driver.callees = match given(&self.callees) {
            Some(text) => match text.parse::<Callees>().map_err(fault)? {
                Callees::Profile => return Err(fault("callees by profile are not offered here")),
                callees => Some(callees),
            },
            None => None,
        };
        request.keep_all = self.keep_all;
        request.fresh = self.fresh;
        request.jobs = jobs;
        if self.kind == Kind::Check {
            let sarif = Some(places.output.join("alarms.sarif"));
            request.check = Some(CheckOptions { filter: true, sarif, ..CheckOptions::default() });
        }
        request.command = self.command(places.database.is_some());
        Ok(request)
    }

    /// How a person would ask for the same at home.
    pub fn command(&self, has_database: bool) -> String {
        let mut words = vec!["crescendo".to_string(), self.kind.name().into()];
        match has_database {
            true => words.extend(["-p".into(), "build".into()]),
            false => words.push(".".into()),
        }
        let mut option = |name: &str, value: &Option<String>| {
            words.extend(value.iter().filter(|v| !v.trim().is_empty()).flat_map(|v| [name.to_string(), v.clone()]));
        };
        option("--budget", &self.budget);
        option("--budget-total", &self.budget_total);
        option("--max-runs", &self.max_runs.map(|n| n.to_string()));
        option("--criterion", &self.criterion);
        option("--strategy", &self.strategy);
        option("--seed", &self.seed.map(|n| n.to_string()));
        option("--callees", &self.callees);
        for (name, list) in [("--function", &self.functions), ("--check", &self.checks), ("--bound", &self.bounds)] {
            words.extend(list.iter().flat_map(|v| [name.to_string(), v.clone()]));
        }
        for (name, on) in
            [("--allocation-fails", self.allocation_fails), ("--keep-all", self.keep_all), ("--fresh", self.fresh)]
        {
            words.extend(on.then(|| name.to_string()));
        }
        if self.initial_globals {
            words.extend(["--globals".into(), "initial".into()]);
        }
        if !self.cflags.is_empty() {
            words.push("--".into());
            words.extend(self.cflags.iter().cloned());
        }
        words.join(" ")
    }
}

/// A path of the project, as people know it.
pub fn below<'a>(path: &'a str, project: &Path) -> &'a str {
    let inner = path.strip_prefix(&*project.to_string_lossy());
    inner.and_then(|p| p.strip_prefix('/')).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Places {
        Places { project: "/project".into(), database: None, output: "/out".into(), cache: "/cache".into() }
    }

    #[test]
    fn a_form_becomes_a_request() {
        let options = CampaignOptions {
            kind: Kind::Check,
            budget: Some("2s".into()),
            max_runs: Some(50),
            cflags: vec!["-Iinc".into()],
            ..CampaignOptions::default()
        };
        assert_eq!(options.check(), Ok(()));
        let request = options.request(&places(), 3).unwrap();
        assert_eq!(request.budget.function, Some(Duration::from_secs(2)));
        assert_eq!(request.sources.cflags, ["-I", "/project/inc"]);
        assert!(request.check.is_some());
        assert_eq!(request.command, "crescendo check . --budget 2s --max-runs 50 -- -Iinc");
    }

    #[test]
    fn nonsense_is_said() {
        let with = |change: fn(&mut CampaignOptions)| {
            let mut options = CampaignOptions::default();
            change(&mut options);
            options.check().expect_err("nonsense").to_string()
        };
        for (said, part) in [
            (with(|o| o.budget = Some("soon".into())), "`soon` is not a time"),
            (with(|o| o.budget = Some("2h".into())), "between 1ms and 1h"),
            (with(|o| o.strategy = Some("magic".into())), "no strategy magic"),
            (with(|o| o.criterion = Some("beauty".into())), "beauty"),
            (with(|o| o.checks = vec!["rust".into()]), "no kind of fault `rust`"),
            (with(|o| o.bounds = vec!["x".into()]), "x"),
            (with(|o| o.cflags = vec!["-fplugin=x".into()]), "not allowed"),
            (with(|o| o.callees = Some("profile".into())), "not offered"),
        ] {
            assert!(said.contains(part), "{said}");
        }
    }
}
