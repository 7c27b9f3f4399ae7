//! A real browser, by chromedriver and the WebDriver protocol, which is HTTP and JSON.

use super::PATIENCE;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

pub struct Chrome {
    driver: Child,
    agent: ureq::Agent,
    url: String,
}

/// The name under which WebDriver hands out elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

impl Chrome {
    /// `None`: there is no chromedriver here, which only a machine without apt may lack.
    pub fn start(width: u32, height: u32) -> Option<Chrome> {
        let started = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let Ok(mut driver) = started else {
            eprintln!("no chromedriver here: the pages are not looked at");
            return None;
        };
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines().map_while(Result::ok);
        let line = lines.find(|l| l.contains("started successfully on port")).expect("chromedriver starts");
        let port: String = line.chars().filter(char::is_ascii_digit).collect();
        // It goes on talking.
        std::thread::spawn(move || lines.for_each(drop));
        let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
        let mut chrome = Chrome { driver, agent, url: format!("http://127.0.0.1:{port}") };
        let size = format!("--window-size={width},{height}");
        let options =
            json!({"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", size]});
        let always = json!({"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}});
        let session = chrome.call("POST", "/session", json!({"capabilities": {"alwaysMatch": always}}));
        chrome.url = format!("{}/session/{}", chrome.url, session["sessionId"].as_str().unwrap());
        Some(chrome)
    }

    fn call(&self, method: &str, path: &str, body: Value) -> Value {
        self.try_call(method, path, body).unwrap_or_else(|e| panic!("{method} {path}: {e}"))
    }

    fn try_call(&self, method: &str, path: &str, body: Value) -> Result<Value, String> {
        let request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.url));
        let answer = match method {
            "GET" | "DELETE" => self.agent.run(request.body(()).unwrap()),
            _ => self.agent.run(request.header("content-type", "application/json").body(body.to_string()).unwrap()),
        };
        let text = answer.map_err(|e| e.to_string())?.body_mut().read_to_string().map_err(|e| e.to_string())?;
        let value = serde_json::from_str::<Value>(&text).map_err(|e| e.to_string())?["value"].clone();
        match value["error"].as_str() {
            Some(error) => Err(format!("{error}: {}", value["message"].as_str().unwrap_or_default())),
            None => Ok(value),
        }
    }

    pub fn go(&self, address: &str) {
        self.call("POST", "/url", json!({"url": address}));
    }

    pub fn address(&self) -> String {
        self.call("GET", "/url", Value::Null).as_str().unwrap().to_string()
    }

    pub fn script(&self, script: &str) -> Value {
        self.call("POST", "/execute/sync", json!({"script": script, "args": []}))
    }

    /// The text of the page, as people see it.
    pub fn text(&self) -> String {
        self.script("return document.body.innerText").as_str().unwrap_or_default().to_string()
    }

    fn element(&self, css: &str) -> Result<String, String> {
        let found = self.try_call("POST", "/element", json!({"using": "css selector", "value": css}))?;
        Ok(found[ELEMENT].as_str().unwrap().to_string())
    }

    /// Waits for an element and types into it; a file's name for one that wants a file.
    pub fn type_into(&self, css: &str, text: &str) {
        self.wait_for(css);
        let element = self.element(css).unwrap();
        self.call("POST", &format!("/element/{element}/value"), json!({"text": text}));
    }

    pub fn click(&self, css: &str) {
        self.wait_for(css);
        // Not below the header that stays on top.
        let script = "document.querySelector(arguments[0])?.scrollIntoView({block: 'center', behavior: 'instant'})";
        self.call("POST", "/execute/sync", json!({"script": script, "args": [css]}));
        let element = self.element(css).unwrap();
        self.call("POST", &format!("/element/{element}/click"), json!({}));
    }

    /// Presses keys, wherever the focus is.
    pub fn keys(&self, keys: &str) {
        let each = keys.chars().flat_map(|k| ["keyDown", "keyUp"].map(|t| json!({"type": t, "value": k.to_string()})));
        let actions = json!({"actions": [{"type": "key", "id": "keyboard", "actions": each.collect::<Vec<_>>()}]});
        self.call("POST", "/actions", actions);
    }

    pub fn wait_for(&self, css: &str) {
        self.wait(css, || self.element(css).is_ok());
    }

    pub fn wait_for_text(&self, text: &str) {
        let holds = || {
            let found =
                self.try_call("POST", "/execute/sync", json!({"script": "return document.body.innerText", "args": []}));
            found.is_ok_and(|t| t.as_str().is_some_and(|t| t.contains(text)))
        };
        self.wait(text, holds);
    }

    fn wait(&self, what: &str, holds: impl Fn() -> bool) {
        let start = Instant::now();
        while !holds() {
            assert!(start.elapsed() < PATIENCE, "waited too long for {what} on {}: {}", self.address(), self.text());
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }

    /// What the console has complained about since it was asked last.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.call("POST", "/se/log", json!({"type": "browser"}));
        let line = |l: &Value| l["message"].as_str().unwrap_or_default().to_string();
        let severe = |l: &&Value| l["level"] == "SEVERE" || l["level"] == "WARNING";
        log.as_array().into_iter().flatten().filter(severe).map(line).collect()
    }

    /// Files that are downloaded from now on are left there.
    pub fn download_to(&self, folder: &std::path::Path) {
        let params = json!({"behavior": "allow", "downloadPath": folder});
        self.call("POST", "/goog/cdp/execute", json!({"cmd": "Page.setDownloadBehavior", "params": params}));
    }

    /// A screen as narrow as a phone's, which windows are not.
    pub fn phone(&self) {
        let params = json!({"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": false});
        self.call("POST", "/goog/cdp/execute", json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": params}));
    }

    /// As on a system of that colour scheme: light or dark.
    pub fn colours(&self, scheme: &str) {
        let params = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.call("POST", "/goog/cdp/execute", json!({"cmd": "Emulation.setEmulatedMedia", "params": params}));
    }

    /// For looking at it oneself: into the folder that CRESCENDO_KEEP_PAGES names.
    pub fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("CRESCENDO_KEEP_PAGES") else { return };
        let picture = self.call("GET", "/screenshot", Value::Null);
        let file = std::path::Path::new(&folder).join(format!("{name}.png.base64"));
        std::fs::write(file, picture.as_str().unwrap()).unwrap();
    }
}

impl Drop for Chrome {
    fn drop(&mut self) {
        let _ = self.try_call("DELETE", "", Value::Null);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
