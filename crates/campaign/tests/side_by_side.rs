//! Campaigns share nothing but the process: two run at once and one is cancelled; backends keep their contract; what happens
//! is told in events that can be written down.

use crescendo_campaign::backend::{Threads, check_contract};
use crescendo_campaign::event::What;
use crescendo_campaign::results::summary::Stop;
use crescendo_campaign::store::MemoryStore;
use crescendo_campaign::{Campaign, CancelToken, Event, Outcome, Parts, Request};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A program whose functions end at once, and one that could go on for ever.
const QUICK: &str = "int sign(int x) { return x < 0 ? -1 : x > 0; }
int both(int a, int b) { return a && b ? 1 : 2; }
int text(const char *s) { return s[0] == 'a' && s[1] == 'b'; }
";
const ENDLESS: &str = "unsigned mix(const unsigned char *p, unsigned n) {
    unsigned h = 5381;
    for (unsigned i = 0; i < n; i++) h = (h ^ p[i]) * 16777619u + (h >> 7);
    if (h == 0xdeadbeef) return 1;
    if (h == 0x12345678) return 2;
    return 0;
}
unsigned again(const unsigned char *p, unsigned n) { return mix(p, n) + 1 == 0x7777 ? 3 : 4; }
";

struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    fn new(text: &str) -> Project {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("program.c"), text).expect("a source");
        Project { folder }
    }

    /// Paths are relative to the project, wherever the process is.
    fn request(&self, change: impl FnOnce(&mut Request)) -> Request {
        let mut request = Request::new(self.folder.path().to_path_buf(), "out".into());
        request.sources.files = vec!["program.c".into()];
        request.search.max_runs = Some(200);
        request.budget.function = Some(Duration::from_secs(600));
        request.jobs = 1;
        request.replay = false;
        change(&mut request);
        request
    }

    fn output(&self) -> PathBuf {
        self.folder.path().join("out")
    }
}

fn run(request: Request, cancel: &CancelToken, see: &mut dyn FnMut(&Event)) -> Outcome {
    let outcome = Campaign::open(request).expect("a good request").run(&mut |e| see(&e), cancel);
    outcome.expect("it comes to its end").expect("there are functions")
}

#[test]
fn two_at_once_and_one_is_cancelled() {
    let (quick, endless) = (Project::new(QUICK), Project::new(ENDLESS));
    let (go_on, cancel) = (CancelToken::new(), CancelToken::new());
    let (mut seen, mut outcomes) = (Vec::new(), Vec::new());
    std::thread::scope(|scope| {
        let slow = scope.spawn(|| {
            let request = endless.request(|r| {
                r.search.max_runs = None;
                r.search.exhaust = true;
            });
            run(request, &cancel, &mut |e| {
                // Only once it is in the middle of its work.
                if matches!(e.what, What::FunctionProgress { .. }) {
                    cancel.cancel();
                }
            })
        });
        let fast = scope.spawn(|| run(quick.request(|_| {}), &go_on, &mut |e| seen.push(e.number)));
        outcomes.extend([slow.join().unwrap(), fast.join().unwrap()]);
    });
    let (slow, fast) = (&outcomes[0], &outcomes[1]);
    assert!(slow.closing.cancelled && slow.rows.iter().any(|r| r.stop == "interrupted"), "{:?}", slow.rows);
    assert!(!fast.closing.cancelled && fast.rows.iter().all(|r| r.stop == "complete"), "{:?}", fast.rows);
    assert_eq!(seen, (0..seen.len() as u64).collect::<Vec<_>>(), "events are numbered without gaps");
    // What was cancelled poisons nothing that comes later.
    let after = run(quick.request(|r| r.fresh = true), &CancelToken::new(), &mut |_| {});
    assert!(!after.closing.cancelled && after.closing.totals.branch.covered == fast.closing.totals.branch.covered);
    for out in [quick.output(), endless.output()] {
        assert!(out.join("summary.json").is_file() && out.join("report/index.html").is_file());
    }
}

#[test]
fn threads_keep_the_contract_of_backends() {
    let project = Project::new(QUICK);
    let cancel = CancelToken::new();
    let campaign = Campaign::open(project.request(|_| {})).expect("a good request");
    campaign.with_explorer(&mut |_| {}, &cancel, |explorer| check_contract(&Threads(2), explorer)).expect("it holds");
}

#[test]
fn any_store_will_do() {
    let project = Project::new(QUICK);
    let store = MemoryStore::default();
    let run = || {
        let campaign = Campaign::open(project.request(|_| {})).expect("a good request");
        let parts = Parts { backend: &Threads(2), store: &store };
        campaign.run_on(&parts, &mut |_| {}, &CancelToken::new()).expect("it ends").expect("there are functions")
    };
    let (first, second) = (run(), run());
    assert_eq!((first.closing.known, second.closing.known), (0, 3));
    assert!(!project.output().join("store").exists(), "nothing is kept elsewhere");
}

#[test]
fn a_total_is_kept_and_shared() {
    // Three functions that end at once leave their time to one that cannot.
    let project = Project::new(&format!("{QUICK}{ENDLESS}"));
    let request = project.request(|r| {
        r.search.max_runs = None;
        r.budget.function = Some(Duration::from_millis(200));
    });
    let mut finished = 0;
    let outcome = run(request, &CancelToken::new(), &mut |e| {
        finished += matches!(&e.what, What::FunctionFinished { function, .. } if function.name == "mix") as u32;
    });
    let mut summaries = Vec::new();
    crescendo_campaign::files::summary::each(&outcome.summary, &mut |f| {
        summaries.push(f);
        Ok(())
    })
    .expect("a summary");
    let mix = summaries.iter().find(|f| f.name == "mix").expect("it was explored");
    assert_eq!(mix.visits, finished, "each visit is told");
    assert!(mix.visits > 1 && mix.budget_seconds > 0.2, "{} visits, {} s", mix.visits, mix.budget_seconds);
    assert!(summaries.iter().filter(|f| f.stop == Stop::Complete).all(|f| f.visits == 1));
}

#[test]
fn mistakes_are_said_before_anything_is_compiled() {
    let project = Project::new("this is no C");
    let wrong = [
        project.request(|r| r.search.strategy = "luck".into()),
        project.request(|r| r.search.criterion = "lines".into()),
        project.request(|r| r.search.without = vec!["tea".into()]),
        project.request(|r| r.driver.bounds = vec!["width=3".into()]),
        project.request(|r| r.config = Some("nowhere.toml".into())),
    ];
    for request in wrong {
        assert!(Campaign::open(request.clone()).is_err(), "{request:?}");
    }
    assert!(!Path::new(&project.output()).exists());
}
