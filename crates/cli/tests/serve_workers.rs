//! The service with workers on the other side of NATS: the same verdicts as alone, whatever is killed meanwhile.

mod service;

use serde_json::{Value, json};
use service::nats::{Nats, Worker};
use service::{Browser, PASSWORD, Service, until};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The example project, as it would be uploaded.
fn station(browser: &mut Browser) -> i64 {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/station"));
    let mut files: Vec<(String, String)> = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok) {
        let name = entry.path().strip_prefix(folder).unwrap().display().to_string();
        if name.ends_with(".c") || name.ends_with(".h") {
            files.push((name, std::fs::read_to_string(entry.path()).unwrap()));
        }
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
    browser.project("station", &files)
}

/// Something to find for a long time.
const SLOW: &str = "int slow(unsigned *v)\n{\n    unsigned a = v[0], b = v[1], c = v[2];\n    if (a > 3 && b > 3 && c > 3 && a * a * a + b * b * b == c * c * c * 7 + 1 && (a ^ b * c) % 1000003 == 77)\n        return 1;\n    return 0;\n}\n";

/// Bounded by runs: time plays no part.
const BY_RUNS: [(&str, &str); 3] = [("max_runs", "60"), ("budget", "10m"), ("kind", "check")];

/// Without what a clock says.
fn untimed(value: &mut Value) {
    match value {
        Value::Object(parts) => {
            parts.retain(|name, _| !["seconds", "micros", "solver"].iter().any(|timed| name.contains(timed)));
            parts.values_mut().for_each(untimed);
        }
        Value::Array(parts) => parts.iter_mut().for_each(untimed),
        _ => {}
    }
}

/// What a campaign came to, without what depends on the clock.
fn outcome(browser: &mut Browser, campaign: &str) -> BTreeMap<String, Value> {
    let summary = browser.get(&format!("/api/v1{campaign}/files/summary.json")).json();
    let function = |f: &Value| {
        let mut f = f.clone();
        untimed(&mut f);
        (f["name"].as_str().unwrap().to_string(), f)
    };
    summary["functions"].as_array().unwrap().iter().map(function).collect()
}

/// Says what differs, function by function and part by part.
fn same(found: &BTreeMap<String, Value>, expected: &BTreeMap<String, Value>, with: &str) {
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>(), "{with}");
    for (name, function) in expected {
        for (part, value) in function.as_object().unwrap() {
            assert_eq!(&found[name][part], value, "{part} of {name} with {with}");
        }
    }
}

/// Every function once, none twice; gives their names.
fn accounted(all: &[(i64, Value)]) -> Vec<String> {
    let numbers: Vec<i64> = all.iter().map(|(n, _)| *n).collect();
    assert_eq!(numbers, (1..=all.len() as i64).collect::<Vec<_>>(), "no event is lost or twice");
    let last_start = all.iter().rposition(|(_, e)| e["event"] == "started").unwrap();
    let finished = all[last_start..].iter().filter(|(_, e)| e["event"] == "function-finished");
    let mut names: Vec<String> = finished.map(|(_, e)| e["function"].as_str().unwrap().to_string()).collect();
    names.sort();
    let planned = all[last_start..].iter().find(|(_, e)| e["event"] == "planned").unwrap();
    assert_eq!(json!(names.len()), planned.1["functions"], "every function is accounted for, none twice: {names:?}");
    names
}

#[test]
fn the_same_verdicts_on_threads_and_on_one_and_eight_workers() {
    let alone = Service::start();
    let mut admin = alone.admin();
    let project = station(&mut admin);
    let campaign = admin.campaign(project, &BY_RUNS);
    accounted(&admin.watched(&campaign));
    let expected = outcome(&mut admin, &campaign);
    assert!(expected.len() > 10, "{:?}", expected.keys());

    let nats = Nats::start();
    let service = Service::with(&["--nats", &nats.url()]);
    let mut admin = service.admin();
    let project = station(&mut admin);
    let one = Worker::start(&nats.url(), &["--jobs", "1"]);
    let campaign = admin.campaign(project, &BY_RUNS);
    accounted(&admin.watched(&campaign));
    same(&outcome(&mut admin, &campaign), &expected, "one worker");
    let seven: Vec<Worker> = (0..7).map(|_| Worker::start(&nats.url(), &["--jobs", "1"])).collect();
    let campaign = admin.campaign(project, &[&BY_RUNS[..], &[("fresh", "on")]].concat());
    let all = admin.watched(&campaign);
    accounted(&all);
    same(&outcome(&mut admin, &campaign), &expected, "eight workers");
    drop((one, seven));
}

#[test]
fn workers_may_be_killed_at_any_time() {
    let nats = Nats::start();
    let service = Service::with(&["--nats", &nats.url()]);
    let mut admin = service.admin();
    let project = station(&mut admin);
    let campaign = admin.campaign(project, &BY_RUNS);
    let first = Worker::start(&nats.url(), &["--jobs", "2"]);
    until("it explores", || admin.get(&format!("{campaign}/live")).json()["active"] != json!({}));
    first.kill();
    let _second = Worker::start(&nats.url(), &["--jobs", "2"]);
    accounted(&admin.watched(&campaign));
    assert_eq!(admin.get(&format!("/api/v1{campaign}")).json()["state"], "done");
}

#[test]
fn the_service_may_be_killed_while_workers_go_on() {
    let nats = Nats::start();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let service = Service::on(&data, &["--nats", &nats.url()]);
    let mut admin = service.admin();
    let project = station(&mut admin);
    let campaign = admin.campaign(project, &BY_RUNS);
    let _worker = Worker::start(&nats.url(), &["--jobs", "2"]);
    until("it explores", || admin.get(&format!("{campaign}/live")).json()["active"] != json!({}));
    service.kill();
    let service = Service::on(&data, &["--nats", &nats.url()]);
    let mut admin = service.browser();
    admin.post("/login", &[("name", "admin"), ("password", PASSWORD)]);
    let all = admin.watched(&campaign);
    accounted(&all);
    assert_eq!(all.iter().filter(|(_, e)| e["event"] == "interrupted").count(), 1);
    assert_eq!(admin.get(&format!("/api/v1{campaign}")).json()["state"], "done");
}

#[test]
fn nodes_of_the_broker_may_be_killed() {
    let mut nats = Nats::cluster();
    let service = Service::with(&["--nats", &nats.url(), "--nats-replicas", "3"]);
    let mut admin = service.admin();
    let project = station(&mut admin);
    let _workers = [0, 1].map(|_| Worker::start(&nats.url(), &["--jobs", "1", "--nats-replicas", "3"]));
    let campaign = admin.campaign(project, &BY_RUNS);
    until("it explores", || admin.get(&format!("{campaign}/live")).json()["active"] != json!({}));
    nats.nodes[0].kill();
    accounted(&admin.watched(&campaign));
    nats.nodes[0].begin();
    let campaign = admin.campaign(project, &[&BY_RUNS[..], &[("fresh", "on")]].concat());
    until("it explores", || admin.get(&format!("{campaign}/live")).json()["active"] != json!({}));
    nats.nodes.iter_mut().for_each(|n| n.kill());
    nats.nodes.iter_mut().for_each(|n| n.begin());
    accounted(&admin.watched(&campaign));
    assert_eq!(admin.get(&format!("/api/v1{campaign}")).json()["state"], "done");
}

#[test]
fn a_broker_that_has_lost_everything_is_told_again() {
    let mut nats = Nats::start();
    let service = Service::with(&["--nats", &nats.url()]);
    let mut admin = service.admin();
    let project = station(&mut admin);
    let campaign = admin.campaign(project, &BY_RUNS);
    // Nobody works yet: all jobs are with the broker.
    until("jobs wait", || admin.get(&format!("{campaign}/live")).json()["planned"] != json!(0));
    nats.nodes[0].kill();
    nats.lose();
    nats.nodes[0].begin();
    let _worker = Worker::start(&nats.url(), &["--jobs", "2"]);
    accounted(&admin.watched(&campaign));
    assert_eq!(admin.get(&format!("/api/v1{campaign}")).json()["state"], "done");
}

#[test]
fn jobs_that_no_worker_can_do_are_put_aside() {
    let nats = Nats::start();
    let service = Service::with(&["--nats", &nats.url()]);
    let mut admin = service.admin();
    let project = admin.project("p", &[("a.c", SLOW)]);
    // Nothing is explored in so little memory.
    let _worker = Worker::start(&nats.url(), &["--jobs", "1", "--max-memory", "1"]);
    let campaign = admin.campaign(project, &[("budget", "10m")]);
    let all = admin.watched(&campaign);
    accounted(&all);
    let notes: Vec<&str> = all.iter().filter_map(|(_, e)| e["text"].as_str()).collect();
    assert!(notes.iter().any(|n| n.contains("put aside after 3 tries") && n.contains("1 MB of memory")), "{notes:?}");
    let summary = admin.get(&format!("/api/v1{campaign}/files/summary.json")).json();
    assert_eq!(summary["functions"][0]["stop"], "tool bug", "{summary}");
}

#[test]
fn a_campaign_with_workers_can_be_cancelled() {
    let nats = Nats::start();
    let service = Service::with(&["--nats", &nats.url()]);
    let mut admin = service.admin();
    let more: String = (0..6).map(|i| SLOW.replace("slow", &format!("slow{i}"))).collect();
    let project = admin.project("p", &[("a.c", &more)]);
    let _worker = Worker::start(&nats.url(), &["--jobs", "1"]);
    let campaign = admin.campaign(project, &[("budget", "10m")]);
    until("it explores", || admin.get(&format!("{campaign}/live")).json()["active"] != json!({}));
    admin.form(&format!("{campaign}/cancel"), &[]);
    accounted(&admin.watched(&campaign));
    assert_eq!(admin.get(&format!("/api/v1{campaign}")).json()["state"], "cancelled");
}

/// A network of its own, reached by one cable. Only root can make one.
struct Network {
    name: String,
    cable: String,
}

/// The machine's end of the cable.
const HERE: &str = "10.213.77.1";
const THERE: &str = "10.213.77.2";

impl Network {
    fn make() -> Option<Network> {
        // SAFETY: asks for a number.
        if unsafe { libc::geteuid() } != 0 {
            eprintln!("only root can make a network to cut: this is left out");
            return None;
        }
        let number = std::process::id();
        let network = Network { name: format!("crescendo{number}"), cable: format!("cr{number}") };
        let (name, cable, other) = (&network.name, &network.cable, format!("cr{number}o"));
        ip(&["netns", "add", name]);
        ip(&["link", "add", cable, "type", "veth", "peer", "name", &other]);
        ip(&["link", "set", &other, "netns", name]);
        ip(&["addr", "add", &format!("{HERE}/30"), "dev", cable]);
        ip(&["link", "set", cable, "up"]);
        ip(&["-n", name, "addr", "add", &format!("{THERE}/30"), "dev", &other]);
        ip(&["-n", name, "link", "set", &other, "up"]);
        ip(&["-n", name, "link", "set", "lo", "up"]);
        Some(network)
    }

    fn cut(&self) {
        ip(&["link", "set", &self.cable, "down"]);
    }

    fn mend(&self) {
        ip(&["link", "set", &self.cable, "up"]);
    }

    /// A command that starts our program there.
    fn crescendo(&self) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name, env!("CARGO_BIN_EXE_crescendo")]);
        command
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        let _ = Command::new("ip").args(["link", "del", &self.cable]).status();
        let _ = Command::new("ip").args(["netns", "del", &self.name]).status();
    }
}

fn ip(arguments: &[&str]) {
    assert!(Command::new("ip").args(arguments).status().unwrap().success(), "ip {arguments:?}");
}

#[test]
fn the_network_to_a_worker_may_be_cut() {
    let Some(network) = Network::make() else { return };
    let nats = Nats::open();
    let service = Service::with(&["--nats", &nats.url()]);
    let mut admin = service.admin();
    let project = station(&mut admin);
    let address = format!("nats://{HERE}:{}", nats.nodes[0].port);
    let far = Worker::by(network.crescendo(), &address, &["--jobs", "2"]);
    let campaign = admin.campaign(project, &BY_RUNS);
    until("it explores", || admin.get(&format!("{campaign}/live")).json()["active"] != json!({}));
    network.cut();
    // Somebody else does what the one behind the cut cable was at; that one comes back with results that are no longer wanted.
    let _near = Worker::start(&nats.url(), &["--jobs", "1"]);
    until("others go on", || admin.get(&format!("{campaign}/live")).json()["finished"].as_i64() > Some(3));
    network.mend();
    accounted(&admin.watched(&campaign));
    assert_eq!(admin.get(&format!("/api/v1{campaign}")).json()["state"], "done");
    drop(far);
}
