//! The service as people and programs meet it: the real binary, over HTTP.

mod service;

use serde_json::{Value, json};
use service::{PASSWORD, Service, events, tgz, until};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

const GRADE: &str =
    "int grade(int points)\n{\n    if (points > 90)\n        return 1;\n    return points < 0 ? -1 : 2;\n}\n";
const LOOKUP: &str = "static int t[4];\nint lookup(int i)\n{\n    return i < 9 ? t[i] : 0;\n}\n";
/// With an outcome that no input has.
const PARITY: &str = "int parity(int x)\n{\n    if (x % 2 == 3)\n        return 1;\n    return 0;\n}\n";

/// Quick, and the same on every machine.
const QUICK: [(&str, &str); 3] = [("kind", "gen"), ("max_runs", "40"), ("budget", "30s")];

#[test]
fn the_first_start_makes_an_admin_and_passwords_let_people_in() {
    let service = Service::start();
    let mut stranger = service.browser();
    assert_eq!(stranger.get("/").location, "/login?next=/");
    assert_eq!(stranger.get("/projects/1").location, "/login?next=/projects/1");
    assert_eq!(stranger.get("/healthz").text, "ok\n");
    let link = service.first_link.clone().unwrap().strip_prefix(&service.url).unwrap().to_string();
    let short = stranger.post(&link, &[("password", "short"), ("again", "short")]);
    assert!(short.status == 422 && short.text.contains("at least 10 characters"), "{}", short.text);
    let mut admin = service.admin();
    assert!(admin.get("/").text.contains("There is none yet"));
    assert_eq!(stranger.get(&link).status, 404, "a link works once");
    let wrong = stranger.post("/login", &[("name", "admin"), ("password", "wrong wrong")]);
    assert!(wrong.status == 422 && wrong.text.contains("name or the password is wrong"), "{}", wrong.text);
    let right = stranger.post("/login", &[("name", "admin"), ("password", PASSWORD), ("next", "/account")]);
    assert_eq!((right.status, right.location.as_str()), (303, "/account"));
    assert!(right.headers.contains("HttpOnly; SameSite=Lax"), "{}", right.headers);
    let mut again = service.browser();
    let outside = again.post("/login", &[("name", "admin"), ("password", PASSWORD), ("next", "//evil.example")]);
    assert_eq!(outside.location, "/", "nobody is led to another site");
    let old = stranger.clone();
    assert_eq!(stranger.form("/logout", &[]).location, "/login");
    assert_eq!(old.clone().get("/account").status, 303, "the session is over on the server, too");
    for _ in 0..10 {
        again.post("/login", &[("name", "ann"), ("password", "a wrong guess")]);
    }
    assert_eq!(again.post("/login", &[("name", "ann"), ("password", PASSWORD)]).status, 429);
    let audit = admin.get("/admin").text;
    assert!(audit.contains("log in refused") && audit.contains("set password"), "{audit}");
}

#[test]
fn forms_must_be_ours() {
    let service = Service::start();
    let mut admin = service.admin();
    assert_eq!(admin.post("/projects", &[("csrf", "guessed"), ("name", "x")]).status, 403);
    let csrf = admin.csrf();
    let body = format!("csrf={csrf}&name=x");
    let kind = "application/x-www-form-urlencoded";
    let other = admin.send("POST", "/projects", kind, body.as_bytes(), &[("sec-fetch-site", "cross-site")]);
    assert_eq!(other.status, 403);
    let by_api = admin.api("POST", "/projects", Some(json!({"name": "x"})));
    assert_eq!(by_api.status, 403, "a session needs the secret in the API, too: {}", by_api.text);
    let page = admin.form("/projects", &[("name", "x"), ("about", "<script>alert(1)</script>")]);
    let text = admin.get(&page.location).text;
    assert!(text.contains("&lt;script&gt;alert(1)") && !text.contains("<script>alert"), "{text}");
    let headers = admin.get("/").headers;
    assert!(headers.contains("default-src 'none'; script-src 'self'") && headers.contains("nosniff"), "{headers}");
}

#[test]
fn a_campaign_from_upload_to_suite() {
    let service = Service::start();
    let mut admin = service.admin();
    let id = admin.project("grades", &[("grades/grade.c", GRADE), ("grades/lookup.c", LOOKUP)]);
    let campaign = admin.campaign(id, &QUICK);
    let all = admin.watched(&campaign);
    let numbers: Vec<i64> = all.iter().map(|(n, _)| *n).collect();
    assert_eq!(numbers, (1..=all.len() as i64).collect::<Vec<_>>(), "numbered without gaps");
    let names: Vec<&str> = all.iter().map(|(_, e)| e["event"].as_str().unwrap()).collect();
    assert_eq!((names[0], names[1], *names.last().unwrap()), ("queued", "started", "done"), "{names:?}");
    let ours = all.iter().find(|(_, e)| e.to_string().contains("/work/"));
    assert!(ours.is_none(), "people do not see our folders: {ours:?}");
    let finished = all.iter().filter(|(_, e)| e["event"] == "function-finished").count();
    assert_eq!(finished, 2);
    // Somebody who was away gets the rest, and nothing twice.
    let rest = events(&admin.send("GET", &format!("{campaign}/events"), "", &[], &[("last-event-id", "3")]).text);
    assert_eq!(rest, all[3..]);
    let page = admin.get(&campaign).text;
    assert!(page.contains("lookup.c:2") && page.contains("natively"), "{page}");
    let only = admin.get(&format!("{campaign}?q=grad&show=")).text;
    assert!(only.contains("grade.c:1") && !only.contains("lookup.c:2"), "{only}");
    let report = admin.get(&format!("{campaign}/report/")).text;
    assert!(report.contains(&format!("data-home=\"{campaign}\"")), "{report}");
    assert!(admin.get(&format!("{campaign}/report/data/index.js")).text.contains("\"grade\""));
    assert_eq!(admin.get(&format!("{campaign}/report/data/..%2f..%2fsuite.js")).status, 404);
    let live = admin.get(&format!("{campaign}/live")).json();
    assert_eq!((live["finished"].as_i64(), live["number"].as_i64()), (Some(2), Some(all.len() as i64)), "{live}");

    // The suite comes with the sources, and passes on its own.
    let files = format!("/api/v1{campaign}/files");
    let zip = admin.get(&format!("{files}/suite-c.zip"));
    assert_eq!(zip.status, 200, "{}", zip.text);
    let folder = tempfile::tempdir().unwrap();
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(zip.bytes)).unwrap();
    archive.extract(folder.path()).unwrap();
    let made = Command::new("make").args(["-s", "test"]).current_dir(folder.path().join("suite")).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    assert!(admin.get(&format!("{files}/summary.json")).json()["functions"].is_array());
    assert_eq!(admin.get(&format!("{files}/report.zip")).bytes[..2], *b"PK");
    assert_eq!(admin.get(&format!("{files}/suite-word.zip")).status, 404);

    // New sources: what has not changed is known.
    admin.upload(id, "v2.tar.gz", &tgz(&[("g/grade.c", &GRADE.replace("90", "80")), ("g/lookup.c", LOOKUP)]));
    let again = admin.form(&format!("{campaign}/again"), &[]).location;
    admin.watched(&again);
    let figures = admin.get(&format!("/api/v1{again}")).json();
    assert_eq!((&figures["upload"], &figures["figures"]["known"]), (&json!(2), &json!(1)), "{figures}");
}

#[test]
fn check_lists_alarms_and_databases_are_used() {
    let service = Service::start();
    let mut admin = service.admin();
    let database = r#"[{"directory": "/home/ann/p", "file": "a.c", "command": "cc -DSIZE=4 -fplugin=evil.so -c a.c"}]"#;
    let source = "static int t[SIZE];\nint get(int i)\n{\n    return t[i];\n}\nint main(int argc, char **argv)\n{\n    (void)argv;\n    return get(argc);\n}\n";
    let id = admin.project(
        "alarms",
        &[("p/a.c", source), ("p/b.c", "#error not part of it\n"), ("p/compile_commands.json", database)],
    );
    let page = admin.get(&format!("/projects/{id}")).text;
    assert!(page.contains("-fplugin=evil.so") && page.contains("left out"), "{page}");
    let campaign = admin.campaign(id, &[("kind", "check"), ("max_runs", "60"), ("budget", "30s")]);
    let all = admin.watched(&campaign);
    assert_eq!(all.last().unwrap().1["event"], "done", "{:?}", all.last());
    let alarms = admin.get(&format!("/api/v1{campaign}/alarms")).json();
    let first = &alarms["items"][0];
    assert_eq!(
        (&first["kind"], &first["file"], &first["line"]),
        (&json!("out-of-bounds"), &json!("a.c"), &json!(4)),
        "{alarms}"
    );
    assert!(admin.get(&format!("/api/v1{campaign}/files/alarms.sarif")).text.contains("2.1.0"));
    assert!(admin.get(&campaign).text.contains("Alarms"));
}

#[test]
fn bad_uploads_and_options_are_refused_in_words() {
    let service = Service::start();
    let mut admin = service.admin();
    let id = admin.project("x", &[("a.c", GRADE)]);
    for (archive, part) in [
        (b"hello".to_vec(), "neither a .zip nor a .tar.gz"),
        (tgz(&[("readme.txt", "no C")]), "no C file"),
        (tgz(&[("a.c", ""), ("compile_commands.json", "{}")]), "not a compile database"),
    ] {
        let answer = admin.upload(id, "x.zip", &archive);
        assert!(answer.status == 422 && answer.text.contains(part), "{} {}", answer.status, answer.text);
    }
    for (field, value, part) in [
        ("budget", "soon", "not a time"),
        ("cflags", "-fplugin=x.so", "not allowed"),
        ("max_runs", "many", "a number"),
        ("checks", "typos", "no kind of fault"),
    ] {
        let answer = admin.form(&format!("/projects/{id}/campaigns"), &[(field, value)]);
        assert!(answer.status == 422 && answer.text.contains(part), "{} {}", answer.status, answer.text);
    }
    assert_eq!(admin.form("/projects", &[("name", "x")]).status, 409);
    assert_eq!(admin.form("/projects", &[("name", "../x")]).status, 422);
    let broken = admin.campaign(admin.clone().project("y", &[("a.c", "int f( {\n")]), &QUICK);
    let all = admin.watched(&broken);
    assert_eq!(all.last().unwrap().1["event"], "failed");
    assert!(admin.get(&broken).text.contains("nothing compiled"));
}

#[test]
fn a_campaign_can_be_cancelled() {
    let service = Service::start();
    let mut admin = service.admin();
    let id = admin.project("slow", &[("a.c", SLOW)]);
    let running = admin.campaign(id, &[("budget", "10m")]);
    let waiting = admin.campaign(id, &[("budget", "10m")]);
    until("the first one explores", || admin.get(&format!("{running}/live")).json()["active"] != json!({}));
    admin.form(&format!("{waiting}/cancel"), &[]);
    assert_eq!(admin.get(&format!("/api/v1{waiting}")).json()["state"], "cancelled");
    admin.form(&format!("{running}/cancel"), &[]);
    let all = admin.watched(&running);
    assert_eq!(all.last().unwrap().1["event"], "cancelled", "{:?}", all.last());
    assert!(admin.get(&format!("{running}/report/")).text.contains("data-home"), "what was found is there");
}

/// Something to find for a long time.
const SLOW: &str = "int slow(unsigned *v)\n{\n    unsigned a = v[0], b = v[1], c = v[2];\n    if (a > 3 && b > 3 && c > 3 && a * a * a + b * b * b == c * c * c * 7 + 1 && (a ^ b * c) % 1000003 == 77)\n        return 1;\n    return 0;\n}\n";

#[test]
fn a_service_that_is_killed_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let service = Service::on(&data, &[]);
    let mut admin = service.admin();
    let id = admin.project("slow", &[("a.c", SLOW), ("b.c", GRADE)]);
    let campaign = admin.campaign(id, &[("budget", "10m")]);
    until("it explores", || admin.get(&format!("{campaign}/live")).json()["active"] != json!({}));
    let pid = service.pid();
    service.kill();
    until("its campaign ends with it", || children(pid).is_empty());
    // What a process that was killed in the middle of native runs, or of making a download, leaves behind.
    let left = ["out/replay-x", "suite-x"].map(|n| data.join("projects/1/campaigns/1").join(n));
    left.iter().for_each(|folder| std::fs::create_dir(folder).unwrap());
    let service = Service::on(&data, &[]);
    assert!(left.iter().all(|folder| !folder.exists()));
    let mut admin = service.browser();
    admin.post("/login", &[("name", "admin"), ("password", PASSWORD)]);
    let path = format!("{campaign}/live");
    until("it explores again", || admin.get(&path).json()["active"] != json!({}));
    admin.form(&format!("{campaign}/cancel"), &[]);
    let all = admin.watched(&campaign);
    let numbers: Vec<i64> = all.iter().map(|(n, _)| *n).collect();
    assert_eq!(numbers, (1..=all.len() as i64).collect::<Vec<_>>(), "no event is lost or twice");
    let started = all.iter().filter(|(_, e)| e["event"] == "started").count();
    let interrupted = all.iter().filter(|(_, e)| e["event"] == "interrupted").count();
    assert_eq!((started, interrupted), (2, 1));
}

/// Processes of campaigns that belonged to a service.
fn children(service: u32) -> Vec<String> {
    let out = Command::new("ps").args(["-o", "pid=", "--ppid", &service.to_string()]).output().unwrap();
    String::from_utf8_lossy(&out.stdout).split_whitespace().map(String::from).collect()
}

/// What each member may do, route by route as the description of the API lists them.
#[test]
fn nobody_reaches_the_project_of_somebody_else() {
    let service = Service::start();
    let mut admin = service.admin();
    let (mut ann, mut eve, mut vic) =
        (service.user(&mut admin, "ann"), service.user(&mut admin, "eve"), service.user(&mut admin, "vic"));
    let id = ann.project("secret plans", &[("a.c", LOOKUP), ("b.c", PARITY)]);
    let campaign = ann.campaign(id, &[("kind", "check"), ("max_runs", "40"), ("budget", "30s")]);
    ann.watched(&campaign);
    let alarms = ann.get(&format!("/api/v1{campaign}/alarms")).json();
    let fingerprint = alarms["items"][0]["fingerprint"].as_str().unwrap().to_string();
    let gaps = ann.get(&format!("/api/v1{campaign}/gaps")).json();
    let mark = gaps["items"][0]["goal"]["mark"].as_str().expect("a goal that nobody reaches").to_string();
    assert_eq!(ann.form(&format!("/projects/{id}/members"), &[("name", "vic"), ("role", "viewer")]).status, 303);
    // Eve has a project of her own, with as many campaigns: numbers alone must not help her.
    let hers = eve.project("hers", &[("a.c", GRADE)]);
    let her_campaign = eve.campaign(hers, &QUICK);
    eve.watched(&her_campaign);
    let (mut eve_api, mut vic_api) = (eve.with_token("write"), vic.with_token("write"));
    let mut ann_reads = ann.with_token("read");
    let description = ann_reads.api("GET", "/openapi.json", None).json();
    let mut routes = 0;
    for (path, methods) in description["paths"].as_object().unwrap() {
        if !path.contains("{project}") {
            continue;
        }
        let path =
            path.replace("{project}", &id.to_string()).replace("{number}", "1").replace("{fingerprint}", &fingerprint);
        let path = path.replace("{mark}", &mark);
        let path = if path.ends_with("/compare") { format!("{path}?from=1&to=1") } else { path };
        let path = if path.contains("/files/") {
            path.replace("{name}", "summary.json")
        } else {
            path.replace("{name}", "eve")
        };
        for method in
            methods.as_object().unwrap().keys().filter(|m| ["get", "post", "put", "delete"].contains(&m.as_str()))
        {
            routes += 1;
            let method = method.to_uppercase();
            let body = match (method.as_str(), path.ends_with("/campaigns"), path.contains("/members/")) {
                ("POST", true, _) => Some(json!({})),
                ("POST", _, _) if path.ends_with("/from-server") => Some(json!({"source": "x"})),
                ("PUT", _, true) => Some(json!({"role": "admin"})),
                ("PUT", _, false) if path.contains("/gaps/") => Some(json!({"text": "mine"})),
                ("PUT", _, false) => Some(json!({"status": "false"})),
                _ => None,
            };
            let answer = eve_api.api(&method, &path, body.clone());
            assert_eq!(answer.status, 404, "eve: {method} {path}: {}", answer.text);
            assert!(!answer.text.contains("secret"), "{}", answer.text);
            let as_viewer = vic_api.api(&method, &path, body.clone()).status;
            let read_only = ann_reads.api(&method, &path, body).status;
            match method.as_str() {
                "GET" => assert_eq!((as_viewer, read_only), (200, 200), "{method} {path}"),
                _ => assert_eq!((as_viewer, read_only), (403, 403), "{method} {path}"),
            }
        }
    }
    assert!(routes >= 15, "the description lists {routes} routes of projects");
    for path in [
        "",
        "/members",
        "/campaigns/1",
        "/campaigns/1/gaps",
        "/campaigns/1/evidence",
        "/campaigns/1/events",
        "/campaigns/1/live",
        "/campaigns/1/report/",
        "/campaigns/1/report/data/index.js",
    ] {
        let path = format!("/projects/{id}{path}");
        assert_eq!(eve.get(&path).status, 404, "{path}");
        assert_eq!(vic.get(&path).status, 200, "{path}");
    }
    assert_eq!(eve.get(&format!("/projects/{id}/gaps/{mark}")).status, 404);
    assert_eq!(eve.form(&format!("/projects/{id}/gaps/{mark}"), &[("said", "x")]).status, 404);
    assert_eq!(vic.form(&format!("/projects/{id}/gaps/{mark}"), &[("said", "x")]).status, 403);
    assert_eq!(eve.get(&format!("/projects/{id}/alarms/{fingerprint}")).status, 404);
    assert_eq!(eve.form(&format!("/projects/{id}/alarms/{fingerprint}"), &[("status", "false")]).status, 404);
    assert_eq!(vic.form(&format!("/projects/{id}/alarms/{fingerprint}"), &[("status", "false")]).status, 403);
    for path in ["/campaigns", "/campaigns/1/cancel", "/campaigns/1/again", "/members", "/remove", "/from-server"] {
        let path = format!("/projects/{id}{path}");
        let fields = [("name", "secret plans"), ("role", "admin"), ("source", "x")];
        assert_eq!(eve.form(&path, &fields).status, 404, "{path}");
        assert_eq!(vic.form(&path, &fields).status, 403, "{path}");
    }
    assert_eq!(vic.upload(id, "x", &tgz(&[("a.c", "")])).status, 403);
    assert_eq!(eve.upload(id, "x", &tgz(&[("a.c", "")])).status, 404);
    assert!(!vic.get(&campaign).text.contains("Run again") && !eve.get("/").text.contains("secret plans"));
    assert_eq!(vic.get("/admin").status, 403);
    let mut nobody = service.browser();
    nobody.token = "crescendo_guessed".into();
    assert_eq!(nobody.api("GET", "/projects", None).status, 401);
    assert_eq!(ann.api("GET", "/projects", None).json()["total"], 1);
}

#[test]
fn reviews_survive_campaigns_which_can_be_compared() {
    let service = Service::start();
    let mut admin = service.admin();
    let more = "static int u[4];\nint second(int i)\n{\n    return u[i];\n}\n";
    let id = admin.project("triage", &[("a.c", LOOKUP), ("b.c", more)]);
    let options = [("kind", "check"), ("max_runs", "40"), ("budget", "30s")];
    let first = admin.campaign(id, &options);
    admin.watched(&first);
    let alarms = admin.get(&format!("/api/v1{first}/alarms")).json();
    let print = |function: &str| {
        let all = alarms["items"].as_array().unwrap();
        let one = all.iter().find(|a| a["function"] == function).unwrap_or_else(|| panic!("{alarms}"));
        one["fingerprint"].as_str().unwrap().to_string()
    };
    let (kept, fixed) = (print("lookup"), print("second"));
    let page = format!("/projects/{id}/alarms/{kept}");
    let said = [("status", "intentional"), ("assignee", "admin"), ("comment", "we <b>know</b>")];
    assert_eq!(admin.form(&page, &said).status, 303);
    assert_eq!(admin.form(&page, &[("status", "intentional"), ("assignee", "nobody else")]).status, 422);
    // The next version: lines have moved, one fault is mended, another is new.
    let moved = format!("/* new */\n\n{LOOKUP}");
    let mended = more.replace("u[i]", "u[i & 3]") + "int third(int *p)\n{\n    return *p;\n}\n";
    admin.upload(id, "v2", &tgz(&[("a.c", &moved), ("b.c", &mended)]));
    let second = admin.form(&format!("{first}/again"), &[]).location;
    admin.watched(&second);
    let text = admin.get(&second).text;
    assert!(text.contains("intentional"), "the review is still there: {text}");
    let alarm = admin.get(&format!("/api/v1/projects/{id}/alarms/{kept}")).json();
    assert_eq!(
        (&alarm["campaign"], &alarm["review"]["status"], &alarm["alarm"]["line"]),
        (&json!(2), &json!("intentional"), &json!(6)),
        "{alarm}"
    );
    assert_eq!(alarm["history"][0]["comment"], "we <b>know</b>");
    assert!(admin.get(&page).text.contains("we &lt;b&gt;know"));
    let two = admin.get(&format!("/api/v1/projects/{id}/compare?from=1&to=2")).json();
    let prints = |list: &Value| {
        list["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|a| a["fingerprint"].as_str().unwrap().to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(prints(&two["gone_alarms"]), [fixed], "{two}");
    assert_eq!(two["new_alarms"]["items"][0]["function"], "third", "{two}");
    assert_eq!(two["new_functions"]["items"][0]["name"], "third");
    assert!(!prints(&two["new_alarms"]).contains(&kept) && two["unchanged_alarms"].as_i64().unwrap() >= 1, "{two}");
    let page = admin.get(&format!("/projects/{id}/compare?from=1&to=2")).text;
    assert!(page.contains("New alarms") && page.contains("Alarms that are gone") && page.contains("third"), "{page}");
    assert!(admin.get(&format!("/projects/{id}")).text.contains("Compare"));
}

/// Everything that the C of an upload tries natively, in its tests, comes to nothing.
#[test]
fn a_hostile_project_gets_nothing() {
    let service = Service::start();
    let mut admin = service.admin();
    let secret = std::env::temp_dir().join(format!("crescendo-secret-{}", std::process::id()));
    std::fs::write(&secret, "int secret_of_the_host;\n").unwrap();
    let include = format!("#include \"{}\"\nint a(void) {{ return secret_of_the_host; }}\n", secret.display());
    let id = admin.project("includes", &[("a.c", &include), ("b.c", "#include \"/etc/passwd\"\n"), ("c.c", GRADE)]);
    let campaign = admin.campaign(id, &QUICK);
    let told: Vec<String> = admin.watched(&campaign).iter().map(|(_, e)| e.to_string()).collect();
    let told = told.join("\n");
    assert!(told.contains("file not found") && !told.contains("root:"), "{told}");
    let figures = admin.get(&format!("/api/v1{campaign}")).json();
    assert_eq!(
        (&figures["figures"]["files_failed"], &figures["figures"]["functions"]),
        (&json!(2), &json!(1)),
        "{figures}"
    );
    std::fs::remove_file(&secret).unwrap();

    // Code that runs in every native test, before anything of ours.
    let port = service.url.rsplit(':').next().unwrap();
    let id = admin.project("constructor", &[("a.c", &HOSTILE.replace("PORT", port))]);
    let campaign = admin.campaign(id, &[&QUICK[..], &[("functions", "grade")]].concat());
    let last = admin.watched(&campaign).pop().unwrap().1;
    assert_eq!(last["event"], "done", "{last}");
    let summary: Value = admin.get(&format!("/api/v1{campaign}/files/summary.json")).json();
    assert!(summary["functions"].is_array());
    let left = std::path::Path::new("/tmp/crescendo-was-here");
    assert!(!left.exists(), "it wrote to the host's /tmp");
    let out = service.data().join(format!("projects/{id}/campaigns/2/out"));
    let names: Vec<String> =
        std::fs::read_dir(&out).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
    assert!(names.contains(&"ran".to_string()), "the attack was run at all: {names:?}");
    assert!(!names.iter().any(|n| n.starts_with("got-")), "{names:?}");
    // It wrote where results are, but no link is followed.
    assert!(out.join("alarms.json").is_symlink());
    assert_eq!(admin.get(&format!("/api/v1{campaign}/files/alarms.json")).status, 404);
}

/// As a constructor, so that it runs natively wherever the tests do. What it gets it notes where results are.
/// Calls of the C library would be led to stubs, so it calls the system itself.
const HOSTILE: &str = r#"
static long call(long number, const void *a, long b, long c)
{
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return result;
}

static void note(const char *what)
{
    call(2 /* open */, what, 0101, 0600);
}

__attribute__((constructor)) static void attack(void)
{
    static const unsigned char to[16] = {2, 0, PORT >> 8, PORT & 255, 127, 0, 0, 1};
    long s;

    note("/work/out/ran");
    note("/tmp/crescendo-was-here");
    call(88 /* symlink */, "/etc/passwd", (long)"/work/out/alarms.json", 0);
    if (call(2 /* open */, "/work/constructor/a.c", 1, 0) >= 0)
        note("/work/out/got-sources");
    if (call(21 /* access */, "/etc/passwd", 4, 0) == 0 || call(21, "/root", 4, 0) == 0 || call(21, "/home", 4, 0) == 0)
        note("/work/out/got-files");
    s = call(41 /* socket */, (void *)2, 1, 0);
    if (call(42 /* connect */, (void *)s, (long)to, 16) == 0)
        note("/work/out/got-network");
}

int grade(int points)
{
    return points > 90 ? 1 : 2;
}
"#;

/// A campaign that takes all processes it can get is ended, and the service goes on.
#[test]
fn a_project_that_forks_without_end_is_ended() {
    let service = Service::start();
    let mut admin = service.admin();
    // Where no stub stands in its way: assembly that runs before the tests do.
    let bomb = "__asm__(\".text\\nbomb: mov $57, %eax\\nsyscall\\njmp bomb\\n.section .init_array,\\\"aw\\\"\\n.quad bomb\\n.text\");\nint f(int x)\n{\n    return x > 3;\n}\n";
    let id = admin.project("forks", &[("a.c", bomb)]);
    let campaign = admin.campaign(id, &QUICK);
    let last = admin.watched(&campaign).pop().unwrap().1;
    assert_eq!(last["event"], "failed", "{last}");
    assert!(last["why"].as_str().unwrap().contains("it had more than 600 processes"), "{last}");
    let pid = service.pid();
    until("nothing of it is left", || children(pid).is_empty());
    assert_eq!(admin.get("/healthz").text, "ok\n");
}

/// The commands for programs, from a build folder to a suite.
#[test]
fn submit_status_and_download() {
    let service = Service::start();
    let mut admin = service.admin();
    let token = admin.with_token("write").token;
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().canonicalize().unwrap();
    let write = |name: &str, text: &str| {
        std::fs::create_dir_all(here.join(name).parent().unwrap()).unwrap();
        std::fs::write(here.join(name), text).unwrap();
    };
    write("app/src/a.c", "#include \"a.h\"\n#include <lib.h>\nint a(int x)\n{\n    return x > LIMIT ? LIB : 0;\n}\n");
    write("app/src/a.h", "#define LIMIT SIZE\n");
    write("app/src/unused.h", "");
    write("sdk/include/lib.h", "#define LIB 3\n");
    let sdk = here.join("sdk/include");
    let build = here.join("app/build");
    let command = format!("cc -DSIZE=7 -I{} -o a.o -c ../src/a.c", sdk.display());
    write(
        "app/build/compile_commands.json",
        &json!([{"directory": build, "file": "../src/a.c", "command": command}]).to_string(),
    );
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crescendo"));
        command.args(args).current_dir(&here).env("CRESCENDO_SERVER", &service.url).env("CRESCENDO_TOKEN", &token);
        let out = command.output().unwrap();
        let said = format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        (out.status.code().unwrap(), said)
    };
    let submit = [
        "submit",
        "-p",
        "app/build",
        "--project",
        "sent",
        "--kind",
        "check",
        "--max-runs",
        "40",
        "--label",
        "v1",
        "--wait",
    ];
    let (code, said) = run(&submit);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("3 files of 1 translation units") && said.contains("branches 2/2"), "{said}");
    let (code, said) = run(&["status", "--project", "sent"]);
    assert!(code == 0 && said.contains("campaign #1: done"), "{said}");
    let (_, list) = run(&["download", "--project", "sent"]);
    assert!(list.contains("suite-gtest.zip") && list.contains("alarms.sarif"), "{list}");
    let (code, said) = run(&["download", "--project", "sent", "suite-c.zip", "-o", "suite.zip"]);
    assert_eq!(code, 0, "{said}");
    zip::ZipArchive::new(std::fs::File::open(here.join("suite.zip")).unwrap())
        .unwrap()
        .extract(here.join("got"))
        .unwrap();
    let made = Command::new("make").args(["-s", "test"]).current_dir(here.join("got/suite")).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let (code, said) = run(&["status", "--project", "other"]);
    assert!(code == 124 && said.contains("there is no project other"), "{code} {said}");
    let (code, said) = run(&["status", "--project", "sent", "--token", "wrong"]);
    assert!(code == 124 && said.contains("log in first"), "{code} {said}");
}

#[test]
fn reviews_become_suppressions_and_back() {
    let service = Service::start();
    let mut admin = service.admin();
    let first = admin.project("p", &[("a.c", LOOKUP)]);
    let check = [&[("kind", "check")], &QUICK[1..]].concat();
    let campaign = admin.campaign(first, &check);
    admin.watched(&campaign);
    let alarms = admin.get(&format!("/api/v1{campaign}/alarms")).json();
    let fingerprint = alarms["items"][0]["fingerprint"].as_str().unwrap().to_string();
    let review = [("status", "false"), ("assignee", ""), ("comment", "callers\ncheck the index")];
    admin.form(&format!("/projects/{first}/alarms/{fingerprint}"), &review);
    let text = admin.get(&format!("/api/v1/projects/{first}/suppressions")).text;
    let line = format!("* {fingerprint} false, says admin: callers check the index\n");
    assert!(text.ends_with(&line), "{text}");
    assert!(admin.get(&format!("/projects/{first}/suppressions")).text.contains(line.trim()));

    // The command line understands it.
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(place("a.c"), LOOKUP).unwrap();
    std::fs::write(place("suppressions.txt"), &text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_crescendo"));
    command.args(["check", "a.c", "--max-runs", "40", "--suppressions", "suppressions.txt", "--fail-on", "open"]);
    let out = command.args(["--sarif", "out.sarif", "-o", "out"]).current_dir(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&out.stderr) + String::from_utf8_lossy(&out.stdout);
    assert!(out.status.success(), "{said}");

    // And the other way: what that says, as SARIF, into a project in which nobody has reviewed anything.
    let second = admin.project("q", &[("a.c", LOOKUP)]);
    let campaign = admin.campaign(second, &check);
    admin.watched(&campaign);
    let sarif = std::fs::read_to_string(place("out.sarif")).unwrap();
    let csrf = admin.csrf();
    let path = format!("/api/v1/projects/{second}/suppressions");
    let headers = [("x-crescendo-csrf", csrf.as_str())];
    let taken = admin.send("POST", &path, "text/plain", sarif.as_bytes(), &headers).json();
    assert_eq!((&taken["reviews"], &taken["left_alone"]), (&json!(1), &json!(0)), "{taken}");
    let alarm = admin.get(&format!("/api/v1/projects/{second}/alarms/{fingerprint}")).json();
    assert_eq!(alarm["review"]["status"], "false", "{alarm}");
    let again = admin.send("POST", &path, "text/plain", text.as_bytes(), &headers).json();
    assert_eq!((&again["reviews"], &again["left_alone"]), (&json!(0), &json!(1)), "what people said stays: {again}");
    let odd = admin.send("POST", &path, "text/plain", b"leak\n* 0000000000000000 why\n", &headers).json();
    assert_eq!(odd["complaints"].as_array().unwrap().len(), 2, "{odd}");
}

#[test]
fn a_proxy_that_is_trusted_says_who_somebody_is() {
    let service = Service::with(&["--trusted-header", "X-Remote-User", "--trusted-proxy", "127.0.0.1"]);
    let mut admin = service.admin();
    admin.form("/admin/users", &[("name", "ann")]);
    let mut ann = service.browser();
    let come = |browser: &mut service::Browser, name: &str| {
        browser.send("GET", "/login?next=/account", "", &[], &[("x-remote-user", name)])
    };
    let answer = come(&mut ann, "ann");
    assert_eq!((answer.status, answer.location.as_str()), (303, "/account"), "{}", answer.text);
    assert!(ann.get("/account").text.contains("ann"));
    assert_eq!(come(&mut service.browser(), "mallory").status, 403, "nobody is made by that");
    // A session does not outlive who it was made for.
    let other = ann.send("GET", "/account", "", &[], &[("x-remote-user", "admin")]);
    assert_eq!(other.status, 303, "{}", other.text);
    let elsewhere = Service::with(&["--trusted-header", "X-Remote-User", "--trusted-proxy", "10.1.2.3"]);
    let _admin = elsewhere.admin();
    let answer = come(&mut elsewhere.browser(), "admin");
    assert!(answer.status == 200 && answer.text.contains("Password"), "who is not the proxy is asked: {}", answer.text);
}

#[test]
fn sources_of_the_server_are_taken_by_name() {
    let place = tempfile::tempdir().unwrap();
    let (folder, repository) = (place.path().join("folder"), place.path().join("repository"));
    std::fs::create_dir_all(folder.join("src")).unwrap();
    std::fs::write(folder.join("src/grade.c"), GRADE).unwrap();
    std::fs::write(folder.join("src/grade.o"), "made").unwrap();
    std::fs::write(place.path().join("secret.c"), "int secret;\n").unwrap();
    std::os::unix::fs::symlink(place.path().join("secret.c"), folder.join("src/link.c")).unwrap();
    std::fs::create_dir(&repository).unwrap();
    let git = |args: &[&str]| {
        let author = ["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"];
        let mut command = Command::new("git");
        command.arg("-C").arg(&repository).args(args).envs(author.map(|a| (a, "ann@example.org")));
        let done = command.output().unwrap();
        assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
    };
    git(&["init", "-q", "-b", "main"]);
    std::fs::write(repository.join("lookup.c"), LOOKUP).unwrap();
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "first"]);
    git(&["tag", "v1"]);
    std::fs::write(repository.join("parity.c"), PARITY).unwrap();
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "second"]);
    let of = |name: &str, path: &std::path::Path| format!("{name}={}", path.display());
    let service = Service::with(&["--sources", &of("grades", &folder), "--sources", &of("tables", &repository)]);
    let mut admin = service.admin();
    let offered = admin.get("/api/v1/sources").json();
    assert_eq!(offered, json!([{"name": "grades", "git": false}, {"name": "tables", "git": true}]));
    let page = admin.form("/projects", &[("name", "mine")]).location;
    let id: i64 = page.rsplit('/').next().unwrap().parse().unwrap();
    assert!(admin.get(&page).text.contains("tables (git)"));

    let taken = admin.form(&format!("{page}/from-server"), &[("source", "grades"), ("revision", "")]);
    assert_eq!(taken.location, format!("{page}#start"), "{}", taken.text);
    let uploads = format!("/api/v1/projects/{id}/uploads");
    let first = &admin.get(&uploads).json()[0];
    assert_eq!((&first["name"], &first["files"]), (&json!("grades"), &json!(1)), "no object, no link: {first}");

    let csrf = admin.csrf();
    let mut ask = |body: Value| {
        let secret = [("x-crescendo-csrf", csrf.as_str())];
        admin.send("POST", &format!("{uploads}/from-server"), "application/json", body.to_string().as_bytes(), &secret)
    };
    let newest = ask(json!({"source": "tables"}));
    assert_eq!((newest.status, &newest.json()["files"]), (201, &json!(2)), "{}", newest.text);
    let tagged = ask(json!({"source": "tables", "revision": "v1"}));
    assert_eq!((tagged.status, &tagged.json()["files"]), (201, &json!(1)), "{}", tagged.text);
    assert!(tagged.json()["name"].as_str().unwrap().starts_with("tables at "), "{}", tagged.text);
    for (source, revision, status, why) in [
        ("tables", "v9", 422, "no revision"),
        ("tables", "--output=/tmp/x", 422, "no revision"),
        ("grades", "v1", 422, "no git repository"),
        ("../secret.c", "v1", 404, "no such"),
    ] {
        let refused = ask(json!({"source": source, "revision": revision}));
        assert!(refused.status == status && refused.text.contains(why), "{source} {revision}: {}", refused.text);
    }
    let campaign = admin.campaign(id, &QUICK);
    assert_eq!(admin.watched(&campaign).last().unwrap().1["event"], "done");
}

#[test]
fn figures_over_time() {
    let service = Service::start();
    let mut admin = service.admin();
    let id = admin.project("years", &[("a.c", LOOKUP), ("b.c", PARITY)]);
    let empty = admin.get(&format!("/projects/{id}/trend")).text;
    assert!(empty.contains("No campaign has come to an end"), "{empty}");
    for more in [&[][..], &[("kind", "check")], &[("functions", "parity")]] {
        let options: Vec<_> =
            QUICK.iter().filter(|(k, _)| !more.iter().any(|(m, _)| m == k)).chain(more).copied().collect();
        let campaign = admin.campaign(id, &options);
        admin.watched(&campaign);
    }
    let trend = admin.get(&format!("/api/v1/projects/{id}/trend")).json();
    let items = trend["items"].as_array().unwrap();
    let numbers: Vec<i64> = items.iter().map(|p| p["number"].as_i64().unwrap()).collect();
    assert_eq!((numbers.as_slice(), &trend["total"]), (&[1, 2, 3][..], &json!(3)), "{trend}");
    assert!(items[0]["figures"]["alarms"].is_null() && items[1]["figures"]["alarms"].is_array(), "{trend}");
    assert_eq!((&items[1]["partial"], &items[2]["partial"]), (&Value::Null, &json!("only some functions")), "{trend}");
    let page = admin.get(&format!("/projects/{id}/trend")).text;
    for part in [
        "Statement",
        "Boundary",
        "<h2>Alarms</h2>",
        "Confirmed",
        "polyline",
        "circle class=\"line0 partial\"",
        "only some functions",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // A single campaign with alarms is a point, not a line.
    let alarms = page.split("<h2>Alarms</h2>").nth(1).unwrap().split("</figure>").next().unwrap();
    assert!(alarms.contains("circle") && !alarms.contains("polyline"), "{alarms}");
    assert!(admin.get(&format!("/projects/{id}")).text.contains("campaign by campaign"));
}

#[test]
fn what_nobody_needs_is_removed_and_its_number_never_comes_back() {
    let service = Service::start();
    let mut admin = service.admin();
    let mut ann = service.user(&mut admin, "ann");
    let id = admin.project("p", &[("a.c", LOOKUP)]);
    admin.form(&format!("/projects/{id}/members"), &[("name", "ann"), ("role", "member")]);
    let check = [&[("kind", "check")], &QUICK[1..]].concat();
    let first = admin.campaign(id, &check);
    admin.watched(&first);
    let print =
        admin.get(&format!("/api/v1{first}/alarms")).json()["items"][0]["fingerprint"].as_str().unwrap().to_string();
    admin.form(
        &format!("/projects/{id}/alarms/{print}"),
        &[("status", "intentional"), ("assignee", ""), ("comment", "so be it")],
    );
    let slow = admin.project("slow", &[("a.c", SLOW)]);
    let running = admin.campaign(slow, &[("budget", "10m")]);
    let second = admin.campaign(id, &QUICK);
    assert_eq!(admin.delete(&second).status, 409, "it waits");
    admin.form(&format!("{second}/cancel"), &[]);
    admin.form(&format!("{running}/cancel"), &[]);
    admin.watched(&running);

    // Members may not; who may finds it gone with its files, and what was said about alarms still there.
    assert_eq!(ann.delete(&first).status, 403);
    assert_eq!(ann.form(&format!("{first}/remove"), &[]).status, 403);
    assert!(!ann.get(&first).text.contains("Remove this campaign"));
    let folder = service.data().join(format!("projects/{id}/campaigns"));
    let kept = || std::fs::read_dir(&folder).unwrap().count();
    let before = kept();
    let with_token = admin.with_token("write").api("DELETE", first.as_str(), None);
    assert_eq!(with_token.status, 403, "not by token: {}", with_token.text);
    assert_eq!(admin.form(&format!("{first}/remove"), &[]).location, format!("/projects/{id}"));
    assert_eq!((admin.get(&first).status, kept()), (404, before - 1));
    assert_eq!(admin.delete(&second).status, 204);
    assert_eq!(admin.delete(&second).status, 404);
    let third = admin.campaign(id, &check);
    assert!(third.ends_with("/campaigns/3"), "numbers are not given twice: {third}");
    admin.watched(&third);
    assert!(admin.get(&third).text.contains("intentional"), "the review is still there");

    // Sources go when no campaign was run on them.
    let uploads = format!("/projects/{id}/uploads");
    let refused = admin.delete(&format!("{uploads}/1"));
    assert!(refused.status == 409 && refused.text.contains("remove them first"), "{}", refused.text);
    admin.upload(id, "v2", &tgz(&[("a.c", GRADE)]));
    assert_eq!(ann.form(&format!("{uploads}/2/remove"), &[]).status, 403);
    assert!(admin.get(&format!("/projects/{id}")).text.contains("/uploads/2/remove"));
    assert_eq!(admin.form(&format!("{uploads}/2/remove"), &[]).status, 303);
    admin.upload(id, "v3", &tgz(&[("a.c", GRADE)]));
    let all = admin.get(&format!("/api/v1{uploads}")).json();
    let numbers: Vec<i64> = all.as_array().unwrap().iter().map(|u| u["number"].as_i64().unwrap()).collect();
    assert_eq!(numbers, [3, 1], "{all}");
    let audit = admin.get("/admin").text;
    assert!(audit.contains("remove campaign") && audit.contains("remove sources"), "{audit}");
}

#[test]
fn nobody_fills_the_servers_disk() {
    let service = Service::with(&["--max-sources", "1", "--max-disk", "30"]);
    let mut admin = service.admin();
    let mut ann = service.user(&mut admin, "ann");
    // Sources, by user.
    let big = "/* noise */\n".repeat(60_000);
    let id = ann.project("p", &[("a.c", GRADE), ("noise.c", &big)]);
    let refused = ann.upload(id, "again", &tgz(&[("noise.c", &big)]));
    assert!(refused.status == 413 && refused.text.contains("one user may keep 1 MB"), "{}", refused.text);
    assert_eq!(ann.delete(&format!("/projects/{id}/uploads/1")).status, 204);
    assert_eq!(ann.upload(id, "again", &tgz(&[("a.c", GRADE)])).status, 303, "there is room again");

    // What campaigns leave, by project.
    let first = ann.campaign(id, &QUICK);
    assert_eq!(ann.watched(&first).pop().unwrap().1["event"], "done");
    let out =
        std::fs::read_dir(service.data().join(format!("projects/{id}/campaigns"))).unwrap().next().unwrap().unwrap();
    std::fs::write(out.path().join("out/ballast"), vec![1; 31 << 20]).unwrap();
    let second = ann.campaign(id, &QUICK);
    let last = ann.watched(&second).pop().unwrap().1;
    assert!(last["event"] == "failed" && last["why"].as_str().unwrap().contains("remove some of them"), "{last}");
    assert_eq!(ann.delete(&first).status, 204);
    let third = ann.campaign(id, &QUICK);
    assert_eq!(ann.watched(&third).pop().unwrap().1["event"], "done");

    // One that writes without end is ended, also if what it writes is empty; a single file does not get long.
    for what in ["f", "e"] {
        let id = admin.project(&format!("fills {what}"), &[("a.c", &FILLS.replace("WHAT", &format!("'{what}'")))]);
        let campaign = admin.campaign(id, &[&QUICK[..], &[("functions", "grade")]].concat());
        let last = admin.watched(&campaign).pop().unwrap().1;
        let ended = last["why"].as_str().is_some_and(|why| why.contains("it wrote more than"));
        let wrote = folder_size(&service.data().join(format!("projects/{id}/campaigns")));
        // A file of a native run gets 64 MB long, and disks are looked at every five seconds.
        assert!(ended || what == "f" && wrote < 100 << 20, "{what}: {wrote} bytes, {last}");
        assert_eq!(admin.delete(&campaign).status, 204);
    }
    let left = walkdir::WalkDir::new(service.data()).into_iter().filter_map(Result::ok).count();
    assert!(left < 5000, "{left} files are left");
    assert_eq!(admin.get("/healthz").text, "ok\n");
}

fn folder_size(folder: &std::path::Path) -> u64 {
    let files = walkdir::WalkDir::new(folder).into_iter().filter_map(Result::ok);
    files.filter_map(|e| e.metadata().ok()).map(|m| m.len()).sum()
}

/// Fills the folder of results with one file (`f`) or with empty ones (`e`), by system calls that no stub stands in the way of.
const FILLS: &str = r#"
static long call(long number, const void *a, long b, long c)
{
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return result;
}

__attribute__((constructor)) static void fill(void)
{
    static const char block[65536] = {1};
    char name[] = "/work/out/aaaaaaaa";
    long i, n, file;

    if (WHAT == 'f') {
        file = call(2, "/work/out/filled", 01101, 0600);
        for (;;)
            call(1, (void *)file, (long)block, sizeof block);
    }
    for (n = 0;; n++) {
        for (i = 0; i < 8; i++)
            name[10 + i] = 'a' + (n >> 4 * i & 15);
        call(3, (void *)call(2, name, 0101, 0600), 0, 0);
    }
}

int grade(int points)
{
    return points > 90 ? 1 : 2;
}
"#;

/// Of many who guess at once no more get through than of those who guess one after the other.
#[test]
fn guesses_at_once_are_counted_too() {
    let service = Service::start();
    let _admin = service.admin();
    let guess = |i: usize| {
        let mut stranger = service.browser();
        stranger.post("/login", &[("name", "admin"), ("password", &format!("a wrong guess {i}"))]).status
    };
    let answers: Vec<u16> = std::thread::scope(|s| {
        let all: Vec<_> = (0..40).map(|i| s.spawn(move || guess(i))).collect();
        all.into_iter().map(|t| t.join().unwrap()).collect()
    });
    let tried = answers.iter().filter(|s| **s == 422).count();
    assert_eq!((tried, answers.iter().filter(|s| **s == 429).count()), (10, 30), "{answers:?}");
}

/// `./run demo --serve`, without building: the example is there, the password lets people in, and nothing stays behind.
#[test]
fn the_demo_starts_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let port = service::nats::free_port();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/demo-serve");
    let mut command = Command::new(script);
    command.arg(format!("127.0.0.1:{port}")).env("CRESCENDO", env!("CARGO_BIN_EXE_crescendo"));
    command.env("TMPDIR", folder.path()).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut demo = command.spawn().unwrap();
    let mut said = BufReader::new(demo.stdout.take().unwrap()).lines().map_while(Result::ok);
    let line = said.find(|l| l.contains("with the password")).expect("it says how to log in");
    let (url, password) = line.split_once(" and log in as admin with the password ").unwrap();
    let url = url.split_once("open ").unwrap().1;
    assert_eq!(url, format!("http://127.0.0.1:{port}/projects/1"));
    let agent = ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).build().new_agent();
    let login = format!("http://127.0.0.1:{port}/login");
    let entered = agent.post(&login).send_form([("name", "admin"), ("password", password)]).unwrap();
    assert_eq!(entered.status(), 303);
    // SAFETY: signals the process that this test has started.
    unsafe { libc::kill(demo.id() as i32, libc::SIGTERM) };
    demo.wait().unwrap();
    until("its folder is gone", || std::fs::read_dir(folder.path()).unwrap().count() == 0);
}
