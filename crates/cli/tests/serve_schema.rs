//! The API by its own description: schemathesis makes requests of all kinds, and none of them is an error of ours.

mod service;

use serde_json::Value;
use service::Service;
use service::nats::tools;
use std::process::Command;

const LOOKUP: &str = "static int t[4];\nint lookup(int i)\n{\n    return i < 9 ? t[i] : 0;\n}\n";

const PARITY: &str = "int parity(int x)\n{\n    if (x % 2 == 3)\n        return 1;\n    return 0;\n}\n";

#[test]
fn no_request_that_the_description_allows_is_a_server_error() {
    let program = tools().join("schemathesis");
    assert!(program.exists(), "there is no {}: ./run setup installs it", program.display());
    let service = Service::start();
    let mut admin = service.admin();
    let project = admin.project("p", &[("a.c", LOOKUP), ("b.c", PARITY)]);
    let campaign = admin.campaign(project, &[("kind", "check"), ("max_runs", "20"), ("budget", "10s")]);
    admin.watched(&campaign);
    let of = |list: Value, part: &str| list["items"][0][part].as_str().unwrap().to_string();
    let fingerprint = of(admin.get(&format!("/api/v1{campaign}/alarms")).json(), "fingerprint");
    let gaps = admin.get(&format!("/api/v1{campaign}/gaps")).json();
    let mark = gaps["items"][0]["goal"]["mark"].as_str().unwrap().to_string();
    let page = admin.form("/account/tokens", &[("name", "schemathesis"), ("scope", "write"), ("days", "1")]).text;
    let token = page.split("id=\"token\">").nth(1).unwrap().split('<').next().unwrap().to_string();
    let folder = tempfile::tempdir().unwrap();
    let run = |config: &str, more: &[&str]| {
        std::fs::write(folder.path().join("schemathesis.toml"), config).unwrap();
        let mut command = Command::new(&program);
        command.arg("run").arg(format!("{}/api/v1/openapi.json", service.url));
        command.args(["--url", &format!("{}/api/v1", service.url), "-H", &format!("Authorization: Bearer {token}")]);
        command.args(["--checks", "not_a_server_error", "--max-examples", "30", "--seed", "1", "--no-color"]);
        command.args(["--generation-database", "none", "--suppress-health-check", "all"]);
        command.args(["--phases", "examples,coverage,fuzzing"]).args(more);
        let out = command.current_dir(folder.path()).output().unwrap();
        let said = format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        assert!(out.status.success(), "{said}");
        assert!(said.contains("generated") && !said.contains("Unresolvable references"), "{said}");
        println!("{}", said.lines().rev().find(|l| l.contains("generated")).unwrap_or_default());
    };
    // Anything at all, then what leads to what there is.
    run("", &[]);
    let named = format!(
        "[parameters]\n\"path.project\" = {project}\n\"path.number\" = 1\n\"path.fingerprint\" = \"{fingerprint}\"\n\"path.mark\" = \"{mark}\"\n"
    );
    run(&named, &["--exclude-method", "DELETE"]);
    assert_eq!(admin.get("/healthz").status, 200);
}
