//! Workers behind a broker are a backend like any other: the contract of backends, through a real NATS and a real worker.

mod service;

use crescendo_campaign::backend::{Job, check_contract};
use crescendo_campaign::{Campaign, CancelToken, Request};
use crescendo_cluster::{Asked, Broker, Dispatch, Heard, Outlet, Presence, Relay, Run};
use service::nats::{Nats, Worker};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::mpsc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Sender, channel};

/// What the service does between a campaign's process and the broker.
struct Between {
    runtime: Handle,
    broker: Broker,
    presence: Presence,
    events: mpsc::Sender<crescendo_cluster::RelayEvent>,
    attempt: AtomicI64,
    ask: Mutex<Option<Sender<Asked>>>,
}

impl Between {
    fn ask(&self, asked: Asked) {
        if let Some(ask) = &*self.ask.lock().unwrap() {
            let _ = ask.blocking_send(asked);
        }
    }
}

impl Outlet for Between {
    fn bundle(&self, file: &Path) {
        // Each queue is a run of its own: jobs are numbered anew.
        let attempt = self.attempt.fetch_add(1, Ordering::SeqCst);
        let run = Run { service: "contract".into(), campaign: 1, attempt };
        let (ask, asked) = channel(64);
        let _inside = self.runtime.enter();
        let mut heard = Dispatch::start(self.broker.clone(), self.presence.clone(), run, asked);
        let events = self.events.clone();
        self.runtime.spawn(async move {
            while let Some(heard) = heard.recv().await {
                if let Heard::Line(line) = heard {
                    let _ = events.send(serde_json::from_slice(&line).unwrap());
                }
            }
        });
        *self.ask.lock().unwrap() = Some(ask);
        self.ask(Asked::Bundle(file.to_path_buf()));
    }

    fn job(&self, job: &Job) {
        let text = serde_json::value::to_raw_value(job).unwrap();
        self.ask(Asked::Job { id: job.id, seconds: job.time.as_secs_f64(), job: text });
    }
}

#[test]
fn keeps_the_contract() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("project");
    std::fs::create_dir(&project).unwrap();
    let source = "int odd(int x) { return x % 2 ? 1 : 0; }\nint far(int a, int b)\n{\n    if (a > 100 && b < -7)\n        return odd(a);\n    return 0;\n}\n\
                  int text(const char *s) { return s[0] == 'a' && s[1] == 'b' ? 1 : 2; }\n";
    std::fs::write(project.join("a.c"), source).unwrap();
    let mut request = Request::new(project.clone(), folder.path().join("out"));
    request.sources.files = vec![project];
    request.cache = Some(folder.path().join("cache"));
    request.search.max_runs = Some(60);
    request.search.max_steps = Some(10_000);
    let nats = Nats::start();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let broker = runtime.block_on(Broker::connect(&nats.url(), "contract", 1)).unwrap();
    let presence = Presence::default();
    runtime.spawn(presence.clone().listen(broker.clone()));
    let _worker = Worker::start(&nats.url(), &["--jobs", "2"]);
    let (send, events) = mpsc::channel();
    let between = Between {
        runtime: runtime.handle().clone(),
        broker,
        presence,
        events: send,
        attempt: AtomicI64::new(1),
        ask: Mutex::new(None),
    };
    let cancel = CancelToken::new();
    std::thread::scope(|scope| {
        // The service tells of a cancelled campaign, not the backend.
        scope.spawn(|| {
            while !cancel.is_cancelled() {
                std::thread::sleep(Duration::from_millis(20));
            }
            between.ask(Asked::Cancel);
        });
        let relay = Relay::new(&request, folder.path().join("bundle.tar.gz"), &between, events);
        let checked = Campaign::open(request.clone())
            .unwrap()
            .with_explorer(&mut |_| {}, &cancel, |explorer| check_contract(&relay, explorer));
        cancel.cancel();
        checked.unwrap();
    });
    runtime.shutdown_timeout(Duration::from_secs(5));
}
