//! The API of a service, as commands need it.

use crate::RemoteError;
use crate::bundle::encoded;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::time::Duration;
use ureq::http::Request;
use ureq::{Agent, Body};

type Answer = Result<ureq::http::Response<Body>, RemoteError>;

pub struct Client {
    agent: Agent,
    url: String,
    token: String,
}

impl Client {
    /// `server`: the address of its pages; `token`: as the account's page makes it.
    pub fn new(server: &str, token: &str) -> Client {
        let config = Agent::config_builder().http_status_as_error(false).timeout_connect(Some(Duration::from_secs(30)));
        let url = format!("{}/api/v1", server.trim_end_matches('/'));
        Client { agent: config.build().new_agent(), url, token: token.to_string() }
    }

    fn send(&self, method: &'static str, path: &str, body: Option<&[u8]>, kind: &str) -> Answer {
        let unreachable = |why: ureq::Error| RemoteError::Unreachable { url: self.url.clone(), why };
        let request = Request::builder().method(method).uri(format!("{}{path}", self.url));
        let request = request.header("authorization", format!("Bearer {}", self.token));
        let answer = match body {
            Some(body) => request.header("content-type", kind).body(body).map(|r| self.agent.run(r)),
            None => request.body(()).map(|r| self.agent.run(r)),
        };
        let mut answer = answer.map_err(|e| unreachable(e.into()))?.map_err(unreachable)?;
        if answer.status().is_success() {
            return Ok(answer);
        }
        let text = answer.body_mut().read_to_string().unwrap_or_default();
        let said = serde_json::from_str::<Value>(&text).ok().and_then(|v| Some(v["error"].as_str()?.to_string()));
        match said {
            Some(said) => Err(RemoteError::Refused(said)),
            None => Err(RemoteError::Status { status: answer.status().as_u16(), method, path: path.to_string() }),
        }
    }

    pub fn get(&self, path: &str) -> Result<Value, RemoteError> {
        Ok(serde_json::from_reader(self.send("GET", path, None, "")?.body_mut().as_reader())?)
    }

    pub fn post(&self, path: &str, body: &Value) -> Result<Value, RemoteError> {
        let text = serde_json::to_vec(body)?;
        Ok(serde_json::from_reader(self.send("POST", path, Some(&text), "application/json")?.body_mut().as_reader())?)
    }

    pub fn upload(&self, path: &str, bytes: &[u8]) -> Result<Value, RemoteError> {
        let mut answer = self.send("POST", path, Some(bytes), "application/octet-stream")?;
        Ok(serde_json::from_reader(answer.body_mut().as_reader())?)
    }

    /// A file of any size.
    pub fn file(&self, path: &str) -> Result<impl Read + use<>, RemoteError> {
        Ok(self.send("GET", path, None, "")?.into_body().into_reader())
    }

    /// The number of a project; made if there is none and somebody wants that.
    pub fn project(&self, name: &str, make: bool) -> Result<i64, RemoteError> {
        let found = self.get(&format!("/projects?name={}", encoded(name)))?;
        if let Some(id) = found["items"][0]["id"].as_i64() {
            return Ok(id);
        }
        if !make {
            return Err(RemoteError::NoProject(name.to_string()));
        }
        let made = self.post("/projects", &json!({"name": name}))?;
        made["id"].as_i64().ok_or(RemoteError::NoNumber("project"))
    }

    /// A campaign of a project; `None`: the newest.
    pub fn campaign(&self, project: i64, number: Option<i64>) -> Result<Value, RemoteError> {
        match number {
            Some(number) => self.get(&format!("/projects/{project}/campaigns/{number}")),
            None => {
                let newest = self.get(&format!("/projects/{project}/campaigns?limit=1"))?;
                newest["items"].get(0).cloned().ok_or(RemoteError::NoCampaign)
            }
        }
    }

    /// Hands on what happens in a campaign until it is over; a connection that breaks is made again, behind the last event.
    pub fn follow(&self, project: i64, number: i64, mut take: impl FnMut(&Value)) -> Result<(), RemoteError> {
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
                return Err(RemoteError::BrokenStream);
            }
        }
    }
}
