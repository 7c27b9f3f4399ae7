//! The service in a real browser: what people do from the first start to a reviewed alarm, with the mouse and with the keyboard,
//! on a wide and on a narrow screen; nothing on the console.

mod service;

use service::driver::Chrome;
use service::{PASSWORD, Service, until};
use std::path::Path;
use std::process::Command;

/// The example project, as somebody would pack it.
fn station(folder: &Path) -> String {
    let archive = folder.join("station.tar.gz");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let packed = Command::new("tar").arg("czf").arg(&archive).arg("-C").arg(examples).arg("station").status().unwrap();
    assert!(packed.success());
    archive.display().to_string()
}

fn set_password(chrome: &Chrome, link: &str) {
    chrome.go(link);
    chrome.type_into("input[name=password]", PASSWORD);
    chrome.type_into("input[name=again]", PASSWORD);
    chrome.click("button.primary");
    chrome.wait_for_text("Projects");
}

fn no_complaints(chrome: &Chrome, at: &str) {
    assert_eq!(chrome.complaints(), Vec::<String>::new(), "{at}");
}

/// Nothing sticks out to the right.
fn fits(chrome: &Chrome, at: &str) {
    let wide = chrome.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assert_eq!(wide, 0, "{at} is wider than the screen");
}

#[test]
fn from_the_first_start_to_a_reviewed_alarm() {
    let Some(chrome) = Chrome::start(1200, 1000) else { return };
    let service = Service::start();
    let folder = tempfile::tempdir().unwrap();
    set_password(&chrome, service.first_link.as_ref().unwrap());
    no_complaints(&chrome, "the first page");

    chrome.type_into("input[name=name]", "station");
    chrome.click("main form button.primary");
    chrome.type_into("input[name=archive]", &station(folder.path()));
    chrome.click("form[enctype] button");
    chrome.wait_for_text("Start a campaign");
    no_complaints(&chrome, "the project");
    chrome.click("input[value=check]");
    chrome.click("form details summary");
    chrome.type_into("input[name=max_runs]", "40");
    chrome.type_into("input[name=functions]", "config_set trim number");
    chrome.click("form[action$=campaigns] button.primary");

    // Live: figures come by themselves, and the page becomes that of the results.
    chrome.wait_for_text("Being explored");
    chrome.wait_for_text("of 3");
    chrome.picture("live");
    chrome.wait_for_text("Open the report");
    no_complaints(&chrome, "the campaign");
    let text = chrome.text();
    assert!(text.contains("natively") && text.contains("config_set"), "{text}");
    chrome.picture("campaign");
    let campaign = chrome.address();
    assert!(text.contains("suite-gtest.zip"), "{text}");

    chrome.click("a.button.primary");
    chrome.wait_for_text("trim");
    assert!(chrome.address().contains("/report/"));
    chrome.keys("/");
    chrome.keys("config_set\u{e007}");
    chrome.wait_for_text("index 8 is outside");
    no_complaints(&chrome, "the report");
    chrome.click("header a[href^='/projects']");
    chrome.wait_for_text("Run again");

    // Triage, which the next campaign still knows.
    chrome.click("table a[href*='/alarms/']");
    chrome.wait_for_text("Who looks after it");
    let alarm = chrome.address();
    chrome.type_into("select[name=status]", "intentional");
    chrome.type_into("textarea", "as the standard asks");
    chrome.click("main form button.primary");
    chrome.wait_for_text("History");
    chrome.go(&campaign);
    chrome.click("form[action$=again] button");
    chrome.wait_for_text("Campaign #2");
    chrome.wait_for_text("Open the report");
    assert!(chrome.text().contains("intentional") && chrome.text().contains("known from before"), "{}", chrome.text());
    chrome.go(&alarm);
    chrome.wait_for_text("as the standard asks");
    chrome.go(&format!("{}/projects/1", service.url));
    chrome.wait_for_text("campaign by campaign");
    fits(&chrome, "the project");
    chrome.picture("project");
    chrome.click("a[href$='/trend']");
    chrome.wait_for_text("Goals covered or proved impossible");
    assert!(chrome.text().contains("only some functions"), "{}", chrome.text());
    no_complaints(&chrome, "what happened over time");
    chrome.picture("trend");
    chrome.go(&format!("{}/projects/1", service.url));
    chrome.click("form[action$=compare] button");
    chrome.wait_for_text("From #1 to #2");
    assert!(chrome.text().contains("0 new"), "{}", chrome.text());
    no_complaints(&chrome, "the comparison");
    chrome.picture("compare");

    // The suite, taken home as people do it, builds and passes.
    chrome.download_to(folder.path());
    chrome.go(&campaign);
    chrome.click("a[href$='suite-c.zip']");
    let zip = folder.path().join("campaign-1-suite-c.zip");
    until("the suite is there", || zip.exists());
    let home = folder.path().join("home");
    zip::ZipArchive::new(std::fs::File::open(&zip).unwrap()).unwrap().extract(&home).unwrap();
    let made = Command::new("make").args(["-s", "test"]).current_dir(home.join("suite")).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

/// A path for each number, and nobody knows which one leads there.
const SLOW: &str = "int slow(unsigned *v)\n{\n    unsigned h = 7;\n    for (int i = 0; i < 32; i++)\n        if (v[0] >> i & 1)\n            h = h * 31 + i;\n        else\n            h ^= h >> 3 ^ h << 7;\n    if (h == 0x12345678)\n        return 1;\n    return 0;\n}\n";
const GRADE: &str = "int grade(int points)\n{\n    return points > 90 ? 1 : 2;\n}\n";

/// Functions that take no time at all, then one that never ends.
fn sources(quick: usize, slow: usize) -> Vec<(String, String)> {
    let quick = (0..quick).map(|i| (format!("a{i}.c"), GRADE.replace("grade", &format!("grade{i}"))));
    let slow = (0..slow).map(|i| (format!("z{i}.c"), SLOW.replace("slow", &format!("slow{i}"))));
    quick.chain(slow).collect()
}

fn made(admin: &mut service::Browser, files: &[(String, String)]) -> i64 {
    let files: Vec<(&str, &str)> = files.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
    admin.project("p", &files)
}

/// Logs in on the page where one is led to, and is where one wanted to be.
fn log_in(chrome: &Chrome, address: &str) {
    chrome.go(address);
    chrome.type_into("input[name=name]", "admin");
    chrome.type_into("input[name=password]", PASSWORD);
    chrome.click("button.primary");
    chrome.wait_for_text("Campaign #1");
    // Gone with a page that is loaded anew.
    chrome.script("window.kept = true");
}

/// A page that watches a campaign goes on by itself where it was, when the service was killed.
#[test]
fn a_page_outlives_the_service() {
    let Some(chrome) = Chrome::start(1000, 900) else { return };
    let folder = tempfile::tempdir().unwrap();
    let (data, listen) = (folder.path().join("data"), format!("127.0.0.1:{}", service::nats::free_port()));
    let service = Service::on(&data, &["--listen", &listen]);
    let mut admin = service.admin();
    let project = made(&mut admin, &sources(6, 1));
    let campaign = admin.campaign(project, &[("budget", "10m")]);
    log_in(&chrome, &format!("{}{campaign}", service.url));
    chrome.wait_for_text("6 of 7");
    service.kill();
    chrome.wait_for_text("6 of 7");
    std::thread::sleep(std::time::Duration::from_secs(5));
    let service = Service::on(&data, &["--listen", &listen]);
    chrome.wait_for_text("6 known from before");
    assert_eq!(chrome.script("return window.kept"), true, "it is still the same page");
    let shown = chrome.text();
    assert!(shown.contains("6 of 7") && !shown.contains("connection is lost"), "{shown}");
    let mut admin = service.browser();
    admin.post("/login", &[("name", "admin"), ("password", PASSWORD)]);
    admin.form(&format!("{campaign}/cancel"), &[]);
    chrome.wait_for_text("Open the report");
}

/// The same when the database goes away and comes back.
#[test]
fn a_page_outlives_the_database() {
    let Some(chrome) = Chrome::start(1000, 900) else { return };
    let postgres = service::postgres::Postgres::start();
    let service = Service::with(&["--database", &postgres.url(), "--jobs", "1"]);
    let mut admin = service.admin();
    let project = made(&mut admin, &sources(2, 6));
    let campaign = admin.campaign(project, &[("budget", "4s")]);
    log_in(&chrome, &format!("{}{campaign}", service.url));
    chrome.wait_for_text("of 8");
    until("it explores", || chrome.text().lines().any(|l| l.starts_with("2 of 8") || l.starts_with("3 of 8")));
    postgres.kill();
    chrome.wait_for_text("The connection is lost");
    assert_eq!(chrome.script("return window.kept"), true);
    postgres.begin();
    chrome.wait_for_text("Open the report");
    assert_eq!(admin.get(&format!("/api/v1{campaign}/functions")).json()["total"], 8);
}

#[test]
fn a_narrow_screen_the_keyboard_and_a_viewer() {
    let Some(chrome) = Chrome::start(500, 900) else { return };
    let service = Service::start();
    let mut admin = service.admin();
    let id = admin.project(
        "narrow",
        &[("a.c", "static int t[4];\nint look_up_in_a_table_by_index(int i)\n{\n    return i < 9 ? t[i] : 0;\n}\n")],
    );
    let campaign = admin.campaign(id, &[("kind", "check"), ("max_runs", "30"), ("budget", "30s")]);
    admin.watched(&campaign);
    service.user(&mut admin, "vic");
    admin.form(&format!("/projects/{id}/members"), &[("name", "vic"), ("role", "viewer")]);

    // Logged in by the keyboard alone.
    chrome.go(&format!("{}{campaign}", service.url));
    chrome.wait_for("input[name=name]:focus");
    chrome.keys("vic\u{e004}");
    chrome.keys(PASSWORD);
    chrome.keys("\u{e007}");
    chrome.wait_for_text("Campaign #1");
    for (path, name) in [("", "campaign"), ("/report/", "report")] {
        chrome.go(&format!("{}{campaign}{path}", service.url));
        chrome.wait_for_text("look_up");
        fits(&chrome, name);
    }
    for path in ["", "/members"] {
        chrome.go(&format!("{}/projects/{id}{path}", service.url));
        chrome.wait_for_text("narrow");
        fits(&chrome, path);
        assert_eq!(
            chrome.script("return document.querySelectorAll('main form[method=post]').length"),
            0,
            "a viewer changes nothing"
        );
    }
    // As narrow as a phone.
    chrome.phone();
    let number = campaign.rsplit('/').next().unwrap();
    let compare = format!("/projects/{id}/compare?from={number}&to={number}");
    for path in ["", "/report/", "/gaps", "/evidence"].map(|p| format!("{campaign}{p}")).into_iter().chain([
        compare,
        format!("/projects/{id}"),
        format!("/projects/{id}/trend"),
        "/account".into(),
    ]) {
        chrome.go(&format!("{}{path}", service.url));
        chrome.wait_for("h1, h2");
        if path.ends_with("/report/") {
            chrome.wait_for_text("look_up_in_a_table_by_index");
        }
        fits(&chrome, &format!("{path} on a phone"));
    }
    chrome.go(&format!("{}/projects/{id}", service.url));
    // The first stop of the keyboard leads to the content, the last one of the header turns the light off.
    chrome.keys("\u{e004}");
    assert_eq!(chrome.script("return document.activeElement.className"), "skip");
    let before = chrome.script("return document.documentElement.dataset.theme");
    chrome.click("#theme");
    assert_ne!(chrome.script("return document.documentElement.dataset.theme"), before);
    chrome.picture("narrow");
    no_complaints(&chrome, "the pages of a viewer");
}
