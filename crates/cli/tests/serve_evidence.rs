//! What the service keeps for a safety case: gaps, signed justifications, the evidence report, and the files that other tools read.

mod service;

use serde_json::{Value, json};
use service::driver::Chrome;
use service::{Browser, PASSWORD, Service, tgz};

/// One outcome no input has, and more of them than few runs reach.
const GUARD: &str = "int guard(int x, int y)\n{\n    if (x % 2 == 3)\n        return 1;\n    switch (y) {\n    case 10: return 2;\n    case 21: return 3;\n    case 32: return 4;\n    case 43: return 5;\n    case 54: return 6;\n    case 65: return 7;\n    case 76: return 8;\n    case 87: return 9;\n    }\n    return 0;\n}\n";
const OTHER: &str = "int other(int x)\n{\n    if (x / 2 > 2000000000)\n        return 1;\n    return 0;\n}\n";

/// The same on every machine.
const BOUNDED: [(&str, &str); 3] = [("kind", "gen"), ("max_runs", "4"), ("budget", "60s")];

fn gaps(browser: &mut Browser, campaign: &str, which: &str) -> Vec<Value> {
    let answer = browser.get(&format!("/api/v1{campaign}/gaps?limit=500{which}"));
    assert_eq!(answer.status, 200, "{}", answer.text);
    let all = answer.json();
    let items = all["items"].as_array().unwrap().clone();
    assert_eq!(items.len() as i64, all["total"].as_i64().unwrap());
    items
}

fn mark_of(gaps: &[Value], function: &str) -> String {
    let found = gaps.iter().find(|g| g["goal"]["function"] == function);
    found.unwrap_or_else(|| panic!("a gap of {function}: {gaps:?}"))["goal"]["mark"].as_str().unwrap().to_string()
}

#[test]
fn justifications_hold_for_as_long_as_the_function_says_the_same() {
    let service = Service::start();
    let mut admin = service.admin();
    let mut ann = service.user(&mut admin, "ann");
    let id = ann.project("brakes", &[("guard.c", GUARD), ("other.c", OTHER)]);
    let first = ann.campaign(id, &BOUNDED);
    ann.watched(&first);

    let all = gaps(&mut ann, &first, "");
    let proved = all.iter().find(|g| g["goal"]["verdict"] == "infeasible" && g["goal"]["function"] == "other");
    assert!(proved.is_some_and(|g| g["standing"] == "none" && g["goal"]["file"] == "other.c"), "{all:?}");
    let unsettled = gaps(&mut ann, &first, "&show=unsettled&criterion=branch");
    assert!(unsettled.iter().all(|g| g["goal"]["verdict"] != "infeasible" && g["goal"]["criterion"] == "branch"));
    let (guard, other) = (mark_of(&unsettled, "guard"), mark_of(&all, "other"));

    // Signed in the page and by a program; nothing said is nothing signed.
    let page = format!("/projects/{id}/gaps/{guard}");
    assert_eq!(ann.form(&page, &[("said", "  ")]).status, 422);
    assert_eq!(ann.form(&page, &[("said", "checked by <b>hand</b>")]).status, 303);
    assert!(ann.get(&page).text.contains("checked by &lt;b&gt;hand"));
    let signed =
        ann.with_token("write").api("PUT", &format!("/projects/{id}/gaps/{other}"), Some(json!({"text": "see R-17"})));
    assert_eq!(signed.json()["gap"]["justification"]["by"], "ann", "{}", signed.text);
    assert_eq!(
        ann.with_token("read").api("PUT", &format!("/projects/{id}/gaps/{other}"), Some(json!({"text": "no"}))).status,
        403
    );
    assert_eq!(
        ann.with_token("write")
            .api("PUT", &format!("/projects/{id}/gaps/0123456789"), Some(json!({"text": "no"})))
            .status,
        404
    );

    let evidence = ann.get(&format!("{first}/evidence"));
    assert_eq!(evidence.status, 200);
    let text = &evidence.text;
    assert!(
        text.contains("checked by &lt;b&gt;hand") && text.contains("Signed by ann") && text.contains("see R-17"),
        "{text}"
    );
    assert!(text.contains("did exactly what the tool predicted") && text.ends_with("</body></html>\n"), "{text}");
    assert!(!text.contains("<style") && text.contains("evidence.css"), "pages carry no style inside");
    let file = ann.get(&format!("/api/v1{first}/files/evidence.html"));
    assert!(file.text.contains("<style>") && file.headers.contains("campaign-1-evidence.html"));

    // `guard` moves down its file and is the same; `other` says something else.
    let moved = format!("/* a remark\n   of two lines */\n\n{GUARD}");
    ann.upload(id, "v2.tar.gz", &tgz(&[("guard.c", &moved), ("other.c", &OTHER.replace("2000000000", "2000000001"))]));
    let second = ann.form(&format!("{first}/again"), &[]).location;
    ann.watched(&second);
    let justified = gaps(&mut ann, &second, "&show=justified");
    assert_eq!(justified.len(), 1, "{justified:?}");
    let line = |gaps: &[Value]| {
        gaps.iter().find(|g| g["goal"]["mark"] == guard.as_str()).unwrap()["goal"]["line"].as_i64().unwrap()
    };
    assert_eq!(line(&justified), line(&all) + 3, "it has moved with its function");
    let outdated = gaps(&mut ann, &second, "&show=outdated");
    assert_eq!((outdated.len(), mark_of(&outdated, "other")), (1, other.clone()), "{outdated:?}");
    let text = ann.get(&format!("{second}/evidence")).text;
    assert!(text.contains("No longer counts") && text.contains("checked by &lt;b&gt;hand"), "{text}");
    // What the first campaign was told with is still so there.
    assert!(!ann.get(&format!("{first}/evidence")).text.contains("No longer counts"));

    // Taken back, with what was said in the history.
    assert_eq!(ann.form(&page, &[("said", "")]).status, 303);
    assert!(gaps(&mut ann, &second, "&show=justified").is_empty());
    let history = ann.get(&format!("/api/v1{page}")).json();
    let said: Vec<&str> = history["history"].as_array().unwrap().iter().map(|j| j["text"].as_str().unwrap()).collect();
    assert_eq!(said, ["checked by <b>hand</b>", ""], "{history}");
    let audit = admin.get("/admin").text;
    assert!(audit.contains("justify gap") && audit.contains("withdraw justification"), "{audit}");
}

/// Every file that a campaign offers can be had, and is what its name says.
#[test]
fn every_file_that_is_offered_comes() {
    let service = Service::start();
    let mut admin = service.admin();
    let id = admin.project("files", &[("other.c", OTHER)]);
    let campaign = admin.campaign(id, &[("kind", "check"), ("max_runs", "20"), ("budget", "60s")]);
    admin.watched(&campaign);
    let files = admin.get(&format!("/api/v1{campaign}/files")).json();
    let names: Vec<String> =
        files.as_array().unwrap().iter().map(|f| f["name"].as_str().unwrap().to_string()).collect();
    for wanted in [
        "suite-c.zip",
        "suite-gtest.zip",
        "suite-vectorcast.zip",
        "report.zip",
        "evidence.html",
        "alarms.sarif",
        "junit.xml",
        "coverage.info",
        "cobertura.xml",
        "summary.json",
    ] {
        assert!(names.contains(&wanted.to_string()), "{wanted} is missing among {names:?}");
    }
    for name in &names {
        let answer = admin.get(&format!("/api/v1{campaign}/files/{name}"));
        assert_eq!(answer.status, 200, "{name}: {}", answer.text);
        let named = format!("attachment; filename=\\\"campaign-1-{name}\\\"");
        assert!(answer.headers.contains(&named), "{}", answer.headers);
        let begins = match name.rsplit('.').next().unwrap() {
            "zip" => "PK",
            "xml" => "<?xml",
            "json" | "sarif" => "{",
            "html" => "<!DOCTYPE html>",
            "info" => "TN:",
            other => panic!("nobody knows what {other} is"),
        };
        assert!(answer.bytes.starts_with(begins.as_bytes()), "{name}: {:?}", &answer.text[..answer.text.len().min(80)]);
    }
}

/// From a gap to the evidence report, as somebody does it in a browser.
#[test]
fn a_gap_is_justified_in_the_browser() {
    let Some(chrome) = Chrome::start(1100, 1000) else { return };
    let service = Service::start();
    let mut admin = service.admin();
    let id = admin.project("brakes", &[("guard.c", GUARD)]);
    let campaign = admin.campaign(id, &BOUNDED);
    admin.watched(&campaign);
    chrome.go(&format!("{}{campaign}", service.url));
    chrome.type_into("input[name=name]", "admin");
    chrome.type_into("input[name=password]", PASSWORD);
    chrome.click("button.primary");
    chrome.click("a[href*='/gaps']");
    chrome.wait_for_text("Gaps of campaign");
    chrome.click("table a[href*='/gaps/']");
    chrome.type_into("textarea", "the caller never passes that");
    chrome.click("main form button.primary");
    chrome.wait_for_text("History");
    chrome.picture("gap");
    chrome.go(&format!("{}{campaign}/evidence", service.url));
    chrome.wait_for_text("the caller never passes that");
    assert!(chrome.text().contains("Signed by admin"), "{}", chrome.text());
    let style = chrome.script("return getComputedStyle(document.querySelector('.gap.justified')).borderLeftColor");
    assert_eq!(style, "rgb(30, 132, 73)", "the style is there");
    chrome.picture("evidence");
    assert_eq!(chrome.complaints(), Vec::<String>::new());
}
