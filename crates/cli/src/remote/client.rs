//! The API of a service, as commands need it.

use super::ServerArgs;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::time::Duration;
use ureq::http::Request;
use ureq::{Agent, Body};

pub struct Client {
    agent: Agent,
    url: String,
    token: String,
}

impl Client {
    pub fn new(args: &ServerArgs) -> Client {
        let config = Agent::config_builder().http_status_as_error(false).timeout_connect(Some(Duration::from_secs(30)));
        let url = format!("{}/api/v1", args.server.trim_end_matches('/'));
        Client { agent: config.build().new_agent(), url, token: args.token.clone() }
    }

    fn send(&self, method: &str, path: &str, body: Option<&[u8]>, kind: &str) -> Result<ureq::http::Response<Body>> {
        let request = Request::builder().method(method).uri(format!("{}{path}", self.url));
        let request = request.header("authorization", format!("Bearer {}", self.token));
        let answer = match body {
            Some(body) => self.agent.run(request.header("content-type", kind).body(body)?),
            None => self.agent.run(request.body(())?),
        };
        let mut answer = answer.with_context(|| format!("cannot reach {}", self.url))?;
        if answer.status().is_success() {
            return Ok(answer);
        }
        let text = answer.body_mut().read_to_string().unwrap_or_default();
        let said = serde_json::from_str::<Value>(&text).ok().and_then(|v| Some(v["error"].as_str()?.to_string()));
        match said {
            Some(said) => bail!("the service says: {said}"),
            None => bail!("the service answers {} to {method} {path}", answer.status()),
        }
    }

    pub fn get(&self, path: &str) -> Result<Value> {
        Ok(serde_json::from_reader(self.send("GET", path, None, "")?.body_mut().as_reader())?)
    }

    pub fn post(&self, path: &str, body: &Value) -> Result<Value> {
        let text = serde_json::to_vec(body)?;
        Ok(serde_json::from_reader(self.send("POST", path, Some(&text), "application/json")?.body_mut().as_reader())?)
    }

    pub fn upload(&self, path: &str, bytes: &[u8]) -> Result<Value> {
        let mut answer = self.send("POST", path, Some(bytes), "application/octet-stream")?;
        Ok(serde_json::from_reader(answer.body_mut().as_reader())?)
    }

    /// A file of any size.
    pub fn file(&self, path: &str) -> Result<impl Read + use<>> {
        Ok(self.send("GET", path, None, "")?.into_body().into_reader())
    }

    /// The number of a project; made if there is none and somebody wants that.
    pub fn project(&self, name: &str, make: bool) -> Result<i64> {
        let encoded: String = name.bytes().map(|b| format!("%{b:02X}")).collect();
        let found = self.get(&format!("/projects?name={encoded}"))?;
        if let Some(id) = found["items"][0]["id"].as_i64() {
            return Ok(id);
        }
        if !make {
            bail!("there is no project {name} on the service, or this token may not see it");
        }
        let made = self.post("/projects", &json!({"name": name}))?;
        made["id"].as_i64().context("the service made a project without a number")
    }

    /// A campaign of a project; `None`: the newest.
    pub fn campaign(&self, project: i64, number: Option<i64>) -> Result<Value> {
        match number {
            Some(number) => self.get(&format!("/projects/{project}/campaigns/{number}")),
            None => {
                let newest = self.get(&format!("/projects/{project}/campaigns?limit=1"))?;
                newest["items"].get(0).cloned().context("the project has no campaign yet")
            }
        }
    }

    /// Hands on what happens in a campaign until it is over; a connection that breaks is made again, behind the last event.
    pub fn follow(&self, project: i64, number: i64, mut take: impl FnMut(&Value)) -> Result<()> {
        let mut last = 0i64;
        let mut tries = 0;
        loop {
            let path = format!("/projects/{project}/campaigns/{number}/events/stream?after={last}");
            let before = last;
            let lines = match self.send("GET", &path, None, "") {
                Ok(answer) => BufReader::new(answer.into_body().into_reader()).lines(),
                Err(e) if tries >= 10 => return Err(e),
                Err(_) => {
                    tries += 1;
                    std::thread::sleep(Duration::from_secs(1));
                    continue;
                }
            };
            for line in lines.map_while(Result::ok) {
                match line.split_once(": ") {
                    Some(("id", number)) => last = number.parse().unwrap_or(last),
                    Some(("event", "end")) => return Ok(()),
                    Some(("data", text)) => take(&serde_json::from_str(text).unwrap_or_default()),
                    _ => {}
                }
            }
            tries = if last > before { 0 } else { tries + 1 };
            if tries >= 10 {
                bail!("the service ends the stream of events again and again");
            }
        }
    }
}
