//! A service of its own for a test: started from the real binary in a fresh folder, spoken to over HTTP, ended with the test.

#![allow(dead_code, reason = "each test binary uses its part of it")]

pub mod driver;
pub mod nats;
pub mod old;
pub mod postgres;

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub const PASSWORD: &str = "correct horse";

/// Patience with things that take long only if they are broken.
pub const PATIENCE: Duration = Duration::from_secs(120);

pub struct Service {
    child: Child,
    pub url: String,
    pub first_link: Option<String>,
    data: PathBuf,
    _folder: Option<tempfile::TempDir>,
}

impl Service {
    pub fn start() -> Service {
        Service::with(&[])
    }

    pub fn with(more: &[&str]) -> Service {
        let folder = tempfile::tempdir().unwrap();
        let mut service = Service::on(&folder.path().join("data"), more);
        service._folder = Some(folder);
        service
    }

    /// On a data folder that stays.
    pub fn on(data: &Path, more: &[&str]) -> Service {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crescendo"));
        command.args(["serve", "--data"]).arg(data).args(more);
        if !more.contains(&"--listen") {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        command.env("CRESCENDO_LOG", "warn").stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().expect("the service says where it is").unwrap();
        let url = first.split_once('(').unwrap().1.trim_end_matches(')').to_string();
        // The link comes with the first line, or not at all.
        let has_admin = data.join("has-admin").exists();
        let first_link = match has_admin {
            true => None,
            false => {
                let line = lines.next().unwrap().unwrap();
                Some(line.split_once("by this link: ").unwrap().1.to_string())
            }
        };
        Service { child, url, first_link, data: data.to_path_buf(), _folder: None }
    }

    /// Without a chance to tidy up.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn data(&self) -> &Path {
        &self.data
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// A browser of somebody.
    pub fn browser(&self) -> Browser {
        let config = ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0);
        let agent = config.timeout_global(Some(PATIENCE)).build().new_agent();
        Browser { agent, url: self.url.clone(), cookie: String::new(), token: String::new() }
    }

    /// The admin, who has just set the password by the first link.
    pub fn admin(&self) -> Browser {
        let mut browser = self.browser();
        let link = self.first_link.as_ref().expect("a first start").strip_prefix(&self.url).unwrap().to_string();
        let answer = browser.post(&link, &[("password", PASSWORD), ("again", PASSWORD)]);
        assert_eq!(answer.status, 303, "{}", answer.text);
        std::fs::write(self.data.join("has-admin"), "").unwrap();
        browser
    }

    /// A new user, logged in.
    pub fn user(&self, admin: &mut Browser, name: &str) -> Browser {
        let page = admin.form("/admin/users", &[("name", name)]).text;
        let link = page.split("/welcome/").nth(1).unwrap().split('<').next().unwrap();
        let mut browser = self.browser();
        browser.post(&format!("/welcome/{link}"), &[("password", PASSWORD), ("again", PASSWORD)]);
        assert!(!browser.cookie.is_empty());
        browser
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub struct Answer {
    pub status: u16,
    pub text: String,
    pub bytes: Vec<u8>,
    pub location: String,
    pub headers: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|e| panic!("{e}: {} {}", self.status, self.text))
    }
}

#[derive(Clone)]
pub struct Browser {
    agent: ureq::Agent,
    url: String,
    pub cookie: String,
    /// For the API.
    pub token: String,
}

impl Browser {
    pub fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, "", &[], &[])
    }

    /// By session, with the secret that a page of ours would send along.
    pub fn delete(&mut self, path: &str) -> Answer {
        let csrf = self.csrf();
        self.send("DELETE", &format!("/api/v1{path}"), "", &[], &[("x-crescendo-csrf", &csrf)])
    }

    /// Of an address that needs no secret.
    pub fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let body = fields.iter().map(|(k, v)| format!("{k}={}", encoded(v))).collect::<Vec<_>>().join("&");
        self.send("POST", path, "application/x-www-form-urlencoded", body.as_bytes(), &[])
    }

    /// What forms of this session carry.
    pub fn csrf(&mut self) -> String {
        let page = self.get("/account").text;
        page.split("name=\"csrf\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_string()
    }

    pub fn form(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let csrf = self.csrf();
        self.post(path, &[&[("csrf", csrf.as_str())], fields].concat())
    }

    pub fn upload(&mut self, project: i64, name: &str, archive: &[u8]) -> Answer {
        let mut body = Vec::new();
        let csrf = self.csrf();
        let part = |head: &str| format!("--cut\r\nContent-Disposition: form-data; {head}\r\n\r\n");
        write!(body, "{}{csrf}\r\n", part("name=\"csrf\"")).unwrap();
        write!(body, "{}", part(&format!("name=\"archive\"; filename=\"{name}\""))).unwrap();
        body.extend_from_slice(archive);
        body.extend_from_slice(b"\r\n--cut--\r\n");
        self.send("POST", &format!("/projects/{project}/upload"), "multipart/form-data; boundary=cut", &body, &[])
    }

    /// Of the API, with a body of JSON.
    pub fn api(&mut self, method: &str, path: &str, body: Option<Value>) -> Answer {
        let text = body.map(|b| b.to_string()).unwrap_or_default();
        self.send(method, &format!("/api/v1{path}"), "application/json", text.as_bytes(), &[])
    }

    /// A token of this user, with a browser that knows nothing else.
    pub fn with_token(&mut self, scope: &str) -> Browser {
        let page =
            self.form("/account/tokens", &[("name", "test"), ("scope", scope), ("project", ""), ("days", "2")]).text;
        let token = page.split("crescendo_").nth(1).unwrap().split('<').next().unwrap();
        Browser { cookie: String::new(), token: format!("crescendo_{token}"), ..self.clone() }
    }

    pub fn send(&mut self, method: &str, path: &str, kind: &str, body: &[u8], headers: &[(&str, &str)]) -> Answer {
        let mut request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.url));
        if !self.cookie.is_empty() {
            request = request.header("cookie", &self.cookie);
        }
        if !self.token.is_empty() {
            request = request.header("authorization", format!("Bearer {}", self.token));
        }
        if !kind.is_empty() {
            request = request.header("content-type", kind);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = match body.is_empty() {
            true => self.agent.run(request.body(()).unwrap()),
            false => self.agent.run(request.body(body).unwrap()),
        };
        let mut answer = answer.unwrap_or_else(|e| panic!("{method} {path}: {e}"));
        if let Some(cookie) = answer.headers().get("set-cookie").and_then(|v| v.to_str().ok()) {
            self.cookie = cookie.split(';').next().unwrap().to_string();
        }
        let location = answer.headers().get("location").and_then(|v| v.to_str().ok()).unwrap_or("").to_string();
        let headers = format!("{:?}", answer.headers());
        let mut bytes = Vec::new();
        answer.body_mut().as_reader().read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Answer { status: answer.status().as_u16(), text, bytes, location, headers }
    }

    /// Makes a project with sources; gives its number.
    pub fn project(&mut self, name: &str, files: &[(&str, &str)]) -> i64 {
        let answer = self.form("/projects", &[("name", name)]);
        assert_eq!(answer.status, 303, "{}", answer.text);
        let id = answer.location.rsplit('/').next().unwrap().parse().unwrap();
        let answer = self.upload(id, "sources.tar.gz", &tgz(files));
        assert_eq!(answer.status, 303, "{}", answer.text);
        id
    }

    /// Starts a campaign by the form; gives its address.
    pub fn campaign(&mut self, project: i64, fields: &[(&str, &str)]) -> String {
        let answer = self.form(&format!("/projects/{project}/campaigns"), fields);
        assert_eq!(answer.status, 303, "{}", answer.text);
        answer.location
    }

    /// Waits for the end of a campaign by its stream of events; gives them.
    pub fn watched(&mut self, campaign: &str) -> Vec<(i64, Value)> {
        let text = self.get(&format!("{campaign}/events?after=0")).text;
        assert!(text.trim_end().ends_with("event: end\ndata: done") || text.contains("event: end"), "{text}");
        events(&text)
    }
}

/// Numbers and contents of a stream of events.
pub fn events(text: &str) -> Vec<(i64, Value)> {
    let mut all = Vec::new();
    for block in text.split("\n\n").filter(|b| b.contains("id: ")) {
        let line = |name: &str| block.lines().find_map(|l| l.strip_prefix(name)).unwrap().trim().to_string();
        all.push((line("id: ").parse().unwrap(), serde_json::from_str(&line("data: ")).unwrap()));
    }
    all
}

fn encoded(text: &str) -> String {
    text.bytes()
        .map(|b| if b.is_ascii_alphanumeric() { (b as char).to_string() } else { format!("%{b:02X}") })
        .collect()
}

pub fn tgz(files: &[(&str, &str)]) -> Vec<u8> {
    let mut tar = tar::Builder::new(flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast()));
    for (name, text) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, text.as_bytes()).unwrap();
    }
    tar.into_inner().unwrap().finish().unwrap()
}

/// Waits until something holds.
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "waited too long: {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}
