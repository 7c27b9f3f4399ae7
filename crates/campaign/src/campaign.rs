//! A campaign: a request in, events out, an outcome at the end.
//!
//! Several can run at once in one process: nothing here is shared but what the caller passes in, and each has a token of its
//! own to be cancelled by.

use crate::backend::{JobBackend, Threads};
use crate::budgets::Budgets;
use crate::check::{CHECKS, Check};
use crate::config::Config;
use crate::error::{CampaignError, Result};
use crate::event::{Artifact, Event, Planned, Teller, What};
use crate::files::report::About;
use crate::function::key::Keys;
use crate::function::record::Places;
use crate::function::{Explorer, SearchSettings};
use crate::ground::{Ground, Prepared};
use crate::list::{self, Listed};
use crate::outcome::Outcome;
use crate::request::Request;
use crate::results::write::Writing;
use crate::schedule::Schedule;
use crate::store::{FolderStore, Results, Store};
use crescendo_explore::{CancelToken, Watchdog};
use crescendo_program::FunctionId;
use std::collections::HashSet;
use std::time::Instant;

/// A request that was found to make sense.
pub struct Campaign {
    request: Request,
    config: Config,
}

/// Where a campaign's functions are explored and its results kept.
pub struct Parts<'a> {
    pub backend: &'a dyn JobBackend,
    pub store: &'a dyn Store,
}

/// What is at hand when all functions are explored.
pub struct Explored<'a> {
    pub request: &'a Request,
    pub ground: &'a Ground<'a>,
    pub results: Results<'a>,
    pub watchdog: &'a Watchdog,
    pub cancel: &'a CancelToken,
}

impl Explored<'_> {
    /// What anything depends on that looks at the whole program: its code, how each function is driven, the options.
    pub fn whole_key(&self) -> String {
        let Ground { loaded, settings, facts, calls, .. } = self.ground;
        let program = &loaded.program;
        let keys = Keys::new(program, facts, &options(self.request));
        let all = (0..program.functions.len() as u32).map(FunctionId).filter(|f| program.function(*f).body.is_some());
        let each = all.map(|f| {
            let own = settings.whole(f, facts, calls);
            keys.of(f, &format!("{:?}", (own.steps, &own.setup, own.entry, &own.plan)))
        });
        each.collect()
    }
}

/// What a result depends on, beside the function and its budget.
fn options(request: &Request) -> String {
    let search = &request.search;
    let how = (&search.strategy, &search.criterion, search.seed, search.exhaust, &search.without);
    let what = (&search.checks, search.frames, search.stack, search.allocation_fails, search.paranoid);
    format!("{:?}", (how, what, request.keep_all, request.check.is_some()))
}

fn explorer<'a>(
    request: &Request,
    ground: &'a Ground<'a>,
    places: &'a Places<'a>,
    chosen: &'a HashSet<FunctionId>,
    keys: &'a Keys<'a>,
    watchdog: &'a Watchdog,
    cancel: &'a CancelToken,
) -> Result<Explorer<'a>> {
    Ok(Explorer {
        program: &ground.loaded.program,
        facts: &ground.facts,
        calls: &ground.calls,
        places,
        settings: &ground.settings,
        chosen,
        search: SearchSettings::new(request)?,
        keys,
        origin: &ground.loaded.origin,
        watchdog,
        cancel,
    })
}

/// Whether what a request chooses exists, without looking at any file.
pub fn check_request(request: &Request) -> Result<()> {
    SearchSettings::new(request)?;
    request.driver.setup()?;
    Ok(())
}

impl Campaign {
    /// Checks what can be checked before anything is compiled.
    pub fn open(mut request: Request) -> Result<Campaign> {
        if request.check.is_some() {
            let checks = &mut request.search.checks;
            checks.extend(CHECKS.map(String::from));
            checks.sort();
            checks.dedup();
        }
        check_request(&request)?;
        let config = Config::load(&request.directory, request.config.as_deref(), request.sources.database.as_deref())?;
        Ok(Campaign { request, config })
    }

    pub fn request(&self) -> &Request {
        &self.request
    }

    /// The functions, and what would be driven, stubbed and modelled.
    pub fn list(self, events: &mut dyn FnMut(Event)) -> Result<Vec<Listed>> {
        let teller = &mut Teller::new(events);
        let Campaign { request, config } = self;
        let prepared = Prepared::new(&request, config, teller)?;
        let ground = prepared.ground(&request, teller)?;
        Ok(list::list(&ground, &prepared.functions(&request)?))
    }

    /// Lets somebody explore functions of the program one by one: who works for a campaign elsewhere, and tests of backends.
    pub fn with_explorer<R>(
        self,
        events: &mut dyn FnMut(Event),
        cancel: &CancelToken,
        work: impl FnOnce(&Explorer) -> Result<R>,
    ) -> Result<R> {
        let teller = &mut Teller::new(events);
        let Campaign { request, config } = self;
        let prepared = Prepared::new(&request, config, teller)?;
        let ground = prepared.ground(&request, teller)?;
        let chosen: HashSet<FunctionId> = prepared.functions(&request)?.into_iter().collect();
        let places = Places::new(&ground.loaded.program);
        let watchdog = Watchdog::new(cancel).map_err(CampaignError::Thread)?;
        let keys = Keys::new(&ground.loaded.program, &ground.facts, &options(&request));
        work(&explorer(&request, &ground, &places, &chosen, &keys, &watchdog, cancel)?)
    }

    /// On threads of this process, with results in the output folder.
    pub fn run(self, events: &mut dyn FnMut(Event), cancel: &CancelToken) -> Result<Option<Outcome>> {
        let store = FolderStore::open(&self.request.output_folder().join("store"))?;
        let backend = Threads(self.request.workers());
        self.run_on(&Parts { backend: &backend, store: &store }, events, cancel)
    }

    /// `None`: no function has changed, so there was nothing to do.
    pub fn run_on(self, parts: &Parts, events: &mut dyn FnMut(Event), cancel: &CancelToken) -> Result<Option<Outcome>> {
        let teller = &mut Teller::new(events);
        let (start, Campaign { request, config }) = (Instant::now(), self);
        let (request, output) = (&request, request.output_folder());
        std::fs::create_dir_all(&output).map_err(CampaignError::making(&output))?;
        let prepared = Prepared::new(request, config, teller)?;
        let ground = prepared.ground(request, teller)?;
        let functions = prepared.functions(request)?;
        if functions.is_empty() {
            return Ok(None);
        }
        let program = &ground.loaded.program;
        let check = request.check.as_ref().map(|c| Check::new(request, c, program)).transpose()?;
        let places = Places::new(program);
        let chosen: HashSet<FunctionId> = functions.iter().copied().collect();
        let watchdog = Watchdog::new(cancel).map_err(CampaignError::Thread)?;
        let keys = Keys::new(program, &ground.facts, &options(request));
        let explorer = explorer(request, &ground, &places, &chosen, &keys, &watchdog, cancel)?;
        let budgets = Budgets::new(request, &ground.settings, &functions);
        teller.tell(What::Planned(Planned {
            functions: functions.iter().map(|f| places.name(*f)).collect(),
            jobs: request.workers(),
            budget: budgets.usual().as_secs_f64(),
            total: budgets.total().as_secs_f64(),
        }));
        let results = Results(parts.store);
        let schedule = Schedule {
            explorer: &explorer,
            backend: parts.backend,
            results,
            keys: &keys,
            functions: &functions,
            fresh: request.fresh,
            total: request.budget.total,
        };
        let all = schedule.run(budgets, teller)?;
        let (loaded, config) = (ground.loaded, &prepared.config);
        let writing = Writing { request, loaded, config, places: &places, keys: &keys, results, start };
        let mut written = writing.write(all, teller)?;
        let explored = Explored { request, ground: &ground, results, watchdog: &watchdog, cancel };
        let judged = check.map(|c| c.finish(&explored, &mut written, start, teller)).transpose()?;
        let (alarms, alarms_file) = judged.unzip();
        let about = About {
            tool: crate::TOOL,
            command: &request.command,
            seconds: start.elapsed().as_secs_f64(),
            files_failed: ground.loaded.failures,
        };
        let report = written.report.finish(&about, &written.suite, alarms.as_ref())?;
        teller.tell(What::Written { what: Artifact::Report, path: report.clone() });
        written.closing.cancelled = cancel.is_cancelled();
        teller.tell(What::Finished(Box::new(written.closing.clone())));
        let (rows, closing, summary) = (written.rows, written.closing, written.summary);
        Ok(Some(Outcome { rows, closing, alarms, summary, report, alarms_file }))
    }
}
