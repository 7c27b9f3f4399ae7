//! The service's database: PostgreSQL for real, also when it goes away; backup and restore, from either to the other; a full disk.

mod service;

use serde_json::Value;
use service::postgres::Postgres;
use service::{PASSWORD, Service, old, tgz, until};
use std::path::Path;
use std::process::{Command, Output};

const LOOKUP: &str = "static int t[4];\nint lookup(int i)\n{\n    return i < 9 ? t[i] : 0;\n}\n";
const PARITY: &str = "int parity(int x)\n{\n    if (x % 2 == 3)\n        return 1;\n    return 0;\n}\n";
const QUICK: [(&str, &str); 3] = [("kind", "check"), ("max_runs", "40"), ("budget", "30s")];

/// Numbered from 1 on without gaps, ending with that.
fn whole(all: &[(i64, Value)], end: &str) {
    let numbers: Vec<i64> = all.iter().map(|(n, _)| *n).collect();
    assert_eq!(numbers, (1..=all.len() as i64).collect::<Vec<_>>(), "no event is lost or twice");
    assert_eq!(all.last().unwrap().1["event"], end, "{:?}", all.last());
}

#[test]
fn everything_works_on_postgres_too() {
    let postgres = Postgres::start();
    let service = Service::with(&["--database", &postgres.url()]);
    let mut admin = service.admin();
    let project = admin.project("p", &[("a.c", LOOKUP), ("b.c", PARITY)]);
    let campaign = admin.campaign(project, &QUICK);
    whole(&admin.watched(&campaign), "done");
    let api = format!("/api/v1{campaign}");
    assert_eq!(admin.get(&format!("{api}/functions")).json()["total"], 2);
    let alarms = admin.get(&format!("{api}/alarms")).json();
    let fingerprint = alarms["items"][0]["fingerprint"].as_str().unwrap().to_string();
    let reviewed = admin.form(
        &format!("/projects/{project}/alarms/{fingerprint}"),
        &[("status", "confirmed"), ("assignee", "admin"), ("comment", "it is")],
    );
    assert_eq!(reviewed.status, 303, "{}", reviewed.text);
    admin.upload(project, "v2.tar.gz", &tgz(&[("a.c", &format!("\n\n{LOOKUP}")), ("b.c", PARITY)]));
    let again = admin.form(&format!("{campaign}/again"), &[]).location;
    whole(&admin.watched(&again), "done");
    let alarm = admin.get(&format!("/api/v1/projects/{project}/alarms/{fingerprint}")).json();
    assert_eq!((&alarm["review"]["status"], &alarm["campaign"]), (&"confirmed".into(), &2.into()), "{alarm}");
    let gaps = admin.get(&format!("/api/v1{again}/gaps")).json();
    assert!(gaps["total"].as_i64().unwrap() > 0, "{gaps}");
    for page in ["", "/campaigns/2", "/campaigns/2/gaps", "/campaigns/2/evidence", "/compare?from=1&to=2", "/members"] {
        let answer = admin.get(&format!("/projects/{project}{page}"));
        assert!(answer.status == 200 || answer.status == 404 && page == "/members", "{page}: {}", answer.text);
    }
    assert_eq!(admin.get("/admin").status, 200);
    // What is no text for PostgreSQL is no fault of ours; nor is a page that nobody has.
    for path in ["/gaps/%00", "/campaigns/2?q=%00", "/campaigns/2/gaps?q=a%00", "/campaigns/2?page=9223372036854775807"]
    {
        let answer = admin.get(&format!("/projects/{project}{path}"));
        assert!(answer.status < 500, "{path}: {} {}", answer.status, answer.text);
    }
    let review = [("status", "false"), ("assignee", ""), ("comment", "a\0b")];
    let answer = admin.form(&format!("/projects/{project}/alarms/{fingerprint}"), &review);
    assert!(answer.status == 422 && answer.text.contains("NUL"), "{}: {}", answer.status, answer.text);
    assert_eq!(admin.form("/projects", &[("name", "q"), ("about", "\0")]).status, 422);
}

#[test]
fn postgres_may_be_restarted_at_any_time() {
    let postgres = Postgres::start();
    let service = Service::with(&["--database", &postgres.url()]);
    let mut admin = service.admin();
    let files: Vec<(String, String)> =
        (0..12).map(|i| (format!("f{i}.c"), LOOKUP.replace("lookup", &format!("lookup{i}")))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
    let project = admin.project("p", &files);
    let campaign = admin.campaign(project, &QUICK);
    until("it explores", || admin.get(&format!("{campaign}/live")).json()["finished"].as_i64() > Some(0));
    postgres.kill();
    assert_eq!(admin.get("/healthz").status, 503);
    assert_eq!(admin.get(&campaign).status, 503, "not a fault of ours");
    postgres.begin();
    until("it answers again", || admin.get("/healthz").status == 200);
    let all = admin.watched(&campaign);
    whole(&all, "done");
    assert_eq!(all.iter().filter(|(_, e)| e["event"] == "function-finished").count(), 12);
    assert_eq!(admin.get(&format!("/api/v1{campaign}/functions")).json()["total"], 12);
}

fn crescendo(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crescendo")).args(arguments).output().unwrap()
}

fn said(out: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr))
}

/// What must be the same after a restore.
fn facts(service: &Service, project: i64) -> Vec<String> {
    let mut admin = service.browser();
    admin.post("/login", &[("name", "admin"), ("password", PASSWORD)]);
    let api = format!("/api/v1/projects/{project}");
    let campaign = format!("{api}/campaigns/1");
    let mut all = vec![admin.get(&format!("/projects/{project}/campaigns/1/events?after=0")).text];
    for path in ["/functions", "/alarms", "/gaps", "/files/suite.json", "/files/summary.json"] {
        let answer = admin.get(&format!("{campaign}{path}"));
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        all.push(answer.text);
    }
    all.push(admin.get(&format!("{api}/uploads")).text);
    all.push(admin.get("/projects/1/campaigns/1/report/data/index.js").text);
    all
}

#[test]
fn backups_bring_everything_back_also_into_the_other_database() {
    let postgres = Postgres::start();
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let service = Service::on(Path::new(&place("first")), &[]);
    let mut admin = service.admin();
    let project = admin.project("p", &[("a.c", LOOKUP), ("b.c", PARITY)]);
    let campaign = admin.campaign(project, &QUICK);
    whole(&admin.watched(&campaign), "done");
    let before = facts(&service, project);

    // While it runs.
    let out = crescendo(&["serve", "backup", "--data", &place("first"), "--to", &place("a.tar.gz")]);
    assert!(out.status.success() && said(&out).contains("the database and"), "{}", said(&out));
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(place("a.tar.gz")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "there are hashes of passwords in it");

    let url = postgres.url();
    let into = ["--data", &place("second"), "--database", &url];
    let out = crescendo(&[&["serve", "restore", "--from", &place("a.tar.gz")], &into[..]].concat());
    assert!(out.status.success(), "{}", said(&out));
    std::fs::write(Path::new(&place("second")).join("has-admin"), "").unwrap();
    let second = Service::on(Path::new(&place("second")), &into[2..]);
    assert_eq!(facts(&second, project), before);
    // Numbers go on where they were.
    let mut admin = second.browser();
    admin.post("/login", &[("name", "admin"), ("password", PASSWORD)]);
    let again = admin.form(&format!("{campaign}/again"), &[]).location;
    whole(&admin.watched(&again), "done");
    assert!(again.ends_with("/campaigns/2"), "{again}");
    drop(second);

    let out =
        crescendo(&["serve", "backup", "--data", &place("second"), "--database", &url, "--to", &place("b.tar.gz")]);
    assert!(out.status.success(), "{}", said(&out));
    let out = crescendo(&["serve", "restore", "--from", &place("b.tar.gz"), "--data", &place("third")]);
    assert!(out.status.success(), "{}", said(&out));
    std::fs::write(Path::new(&place("third")).join("has-admin"), "").unwrap();
    assert_eq!(facts(&Service::on(Path::new(&place("third")), &[]), project), before);

    // Nothing is ever overwritten, and what is no backup is said to be none.
    let out = crescendo(&["serve", "restore", "--from", &place("b.tar.gz"), "--data", &place("third")]);
    assert!(!out.status.success() && said(&out).contains("is not empty"), "{}", said(&out));
    let out =
        crescendo(&[&["serve", "restore", "--from", &place("b.tar.gz"), "--data", &place("x")], &into[2..]].concat());
    assert!(!out.status.success() && said(&out).contains("the database is in use"), "{}", said(&out));
    std::fs::write(place("no.tar.gz"), "hello").unwrap();
    let out = crescendo(&["serve", "restore", "--from", &place("no.tar.gz"), "--data", &place("y")]);
    assert!(!out.status.success() && said(&out).contains("is not a backup"), "{}", said(&out));
    let out = crescendo(&["serve", "backup", "--data", &place("nothing"), "--to", &place("c.tar.gz")]);
    assert!(!out.status.success() && said(&out).contains("no service's data"), "{}", said(&out));
}

/// A disk of little room. Only root can make one.
struct Disk(tempfile::TempDir);

impl Disk {
    fn make(megabytes: u32) -> Option<Disk> {
        // SAFETY: asks for a number.
        if unsafe { libc::geteuid() } != 0 {
            eprintln!("only root can make a disk to fill: this is left out");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let size = format!("size={megabytes}m");
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(folder.path()).status();
        assert!(mount.unwrap().success());
        Some(Disk(folder))
    }

    fn fill(&self) {
        use std::io::Write;
        let mut file = std::fs::File::create(self.0.path().join("ballast")).unwrap();
        while file.write_all(&[1; 4096]).is_ok() {}
    }

    fn empty(&self) {
        std::fs::remove_file(self.0.path().join("ballast")).unwrap();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[test]
fn a_full_disk_loses_nothing() {
    let Some(disk) = Disk::make(120) else { return };
    let service = Service::on(&disk.0.path().join("data"), &[]);
    let mut admin = service.admin();
    let files: Vec<(String, String)> =
        (0..12).map(|i| (format!("f{i}.c"), LOOKUP.replace("lookup", &format!("lookup{i}")))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
    let project = admin.project("p", &files);
    let campaign = admin.campaign(project, &QUICK);
    until("it explores", || admin.get(&format!("{campaign}/live")).json()["finished"].as_i64() > Some(0));
    disk.fill();
    let refused = admin.upload(project, "v2.tar.gz", &tgz(&[("a.c", LOOKUP)]));
    assert!([413, 503].contains(&refused.status), "{}: {}", refused.status, refused.text);
    assert_eq!(admin.get(&campaign).status, 200, "who only looks is not concerned");
    disk.empty();
    let all = admin.watched(&campaign);
    let end = all.last().unwrap().1["event"].as_str().unwrap().to_string();
    whole(&all, &end);
    if end != "done" {
        let why = all.last().unwrap().1["why"].as_str().unwrap();
        assert!(why.contains("No space left"), "{why}");
    }
    // What was found before counts; the rest is found now.
    let again = admin.form(&format!("{campaign}/again"), &[]).location;
    let all = admin.watched(&again);
    whole(&all, "done");
    assert_eq!(all.iter().filter(|(_, e)| e["event"] == "function-finished").count(), 12);
    assert_eq!(admin.get(&format!("/api/v1{again}/functions")).json()["total"], 12);
}

/// Who replaces the program finds everything again, whatever version was there before, in either database.
#[test]
fn every_schema_that_was_released_becomes_the_newest_with_all_that_is_in_it() {
    old::check_hashes();
    let postgres = Postgres::start();
    let url = postgres.url();
    for version in old::VERSIONS {
        for kind in [old::Kind::Sqlite, old::Kind::Postgres] {
            let folder = tempfile::tempdir().unwrap();
            let data = folder.path().join("data");
            let sources = data.join("projects/1/uploads/1");
            std::fs::create_dir_all(&sources).unwrap();
            std::fs::write(sources.join("a.c"), LOOKUP).unwrap();
            std::fs::write(data.join("has-admin"), "").unwrap();
            let more = match kind {
                old::Kind::Sqlite => {
                    old::make_sqlite(version, &data.join("crescendo.db"));
                    vec![]
                }
                old::Kind::Postgres => {
                    old::make_postgres(version, &url);
                    vec!["--database", url.as_str()]
                }
            };
            still_there(&Service::on(&data, &more), version, &format!("version {version}, {kind:?}"));
        }
    }
}

fn still_there(service: &Service, version: usize, at: &str) {
    let mut admin = service.browser();
    let entered = admin.post("/login", &[("name", "admin"), ("password", PASSWORD)]);
    assert_eq!(entered.status, 303, "{at}: {}", entered.text);
    let mut program = service.browser();
    program.token = old::TOKEN.into();
    assert_eq!(program.api("GET", "/me", None).json()["name"], "admin", "{at}");
    let numbers = admin.get("/projects/1/campaigns/1/events?after=0").text;
    assert_eq!(service::events(&numbers).len(), 3, "{at}: {numbers}");
    let alarm = "/projects/1/alarms/fedcba9876543210";
    let mut told = vec![
        ("/", "from long ago"),
        ("/projects/1", "first.zip"),
        ("/projects/1/members", "vic"),
        ("/projects/1/campaigns/1", "lookup"),
        ("/projects/1/campaigns/1/evidence", "lookup"),
        ("/projects/1/trend", "#1"),
        (alarm, "index is outside"),
        ("/admin", "make project"),
    ];
    if version >= 2 {
        told.push((alarm, "said long ago"));
    }
    if version >= 3 {
        told.extend([
            ("/projects/1/campaigns/1/gaps", "no time"),
            ("/projects/1/gaps/aabbccddeeff", "signed long ago"),
        ]);
    }
    for (path, part) in told {
        let page = admin.get(path);
        assert!(
            page.status == 200 && page.text.contains(part),
            "{at}: {path} has {part}: {} {}",
            page.status,
            page.text
        );
    }
    // What is new works with what is old.
    let signed = admin.form(alarm, &[("status", "false"), ("assignee", ""), ("comment", "said now")]);
    assert_eq!(signed.status, 303, "{at}: {}", signed.text);
    let again = admin.form("/projects/1/campaigns/1/again", &[]).location;
    assert_eq!(again, "/projects/1/campaigns/2", "{at}");
    whole(&admin.watched(&again), "done");
    let two = admin.get("/api/v1/projects/1/compare?from=1&to=2").json();
    assert_eq!(two["new_functions"]["total"], 0, "{at}: {two}");
    assert_eq!(admin.delete("/projects/1/campaigns/1").status, 204, "{at}");
    assert_eq!(admin.form(&format!("{again}/again"), &[]).location, "/projects/1/campaigns/3", "{at}");
}

/// A second service would take the first one's campaigns for interrupted ones.
#[test]
fn a_database_has_one_service() {
    let postgres = Postgres::start();
    let url = postgres.url();
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let first = Service::on(Path::new(&place("first")), &["--database", &url]);
    let mut admin = first.admin();
    let second = ["serve", "--listen", "127.0.0.1:0", "--database", &url, "--data", &place("second")];
    let out = crescendo(&second);
    assert!(
        !out.status.success() && said(&out).contains("another service is at work with this database"),
        "{}",
        said(&out)
    );
    let same = ["serve", "--listen", "127.0.0.1:0", "--database", &url, "--data", &place("first")];
    let out = crescendo(&same);
    assert!(!out.status.success() && said(&out).contains("another service is at work in"), "{}", said(&out));

    // The lock comes back with the database.
    postgres.kill();
    postgres.begin();
    until("it answers again", || admin.get("/healthz").status == 200);
    std::thread::sleep(std::time::Duration::from_secs(11));
    let out = crescendo(&second);
    assert!(!out.status.success() && said(&out).contains("another service"), "{}", said(&out));

    // Whoever was killed leaves nothing behind.
    let project = admin.project("p", &[("a.c", LOOKUP)]);
    first.kill();
    std::fs::write(Path::new(&place("first")).join("has-admin"), "").unwrap();
    let again = Service::on(Path::new(&place("first")), &["--database", &url]);
    let mut admin = again.browser();
    admin.post("/login", &[("name", "admin"), ("password", PASSWORD)]);
    assert_eq!(admin.get(&format!("/projects/{project}")).status, 200);
}
