//! All that happened in a campaign so far, in short. `assets/live.js` goes on from it with the same rules, event by event.

use crate::db::{Db, Result};
use axum::body::Bytes;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

/// Points of the plot; when there are more, every second one goes.
const POINTS: usize = 240;

/// Lines of the log, and faults, that are kept.
const LINES: usize = 200;

#[derive(Clone, Debug, Default, Serialize)]
pub struct Snapshot {
    /// Of the last event that is in it.
    pub number: i64,
    pub state: String,
    pub started: i64,
    pub files: i64,
    pub compiled: i64,
    pub planned: i64,
    pub finished: i64,
    pub known: i64,
    pub covered: i64,
    pub infeasible: i64,
    pub goals: i64,
    pub tests: i64,
    pub fault_count: i64,
    /// Workers that take part, jobs they can be at together, workers of other builds; absent: it runs on the service's machine.
    pub workers: Option<[i64; 3]>,
    /// Functions that are explored now: runs, covered, goals.
    pub active: BTreeMap<String, [i64; 3]>,
    /// Milliseconds since the start, goals covered, goals known.
    pub plot: Vec<[i64; 3]>,
    /// Function, kind, message.
    pub faults: VecDeque<[String; 3]>,
    /// Kind of line, text.
    pub log: VecDeque<[String; 2]>,
}

/// Campaigns whose snapshots are kept.
const KEPT: usize = 64;

/// Snapshots of the campaigns that somebody looks at. A long campaign is not added up for each reader: each goes on from where the
/// last one was.
#[derive(Default)]
pub struct Snapshots {
    kept: Mutex<HashMap<i64, Arc<tokio::sync::Mutex<Kept>>>>,
}

#[derive(Default)]
struct Kept {
    snapshot: Snapshot,
    /// As it is sent.
    json: Bytes,
}

impl Snapshots {
    /// All that the database has now, as JSON.
    pub async fn json(&self, db: &Db, campaign: i64) -> Result<Bytes> {
        let kept = self.of(campaign);
        let mut kept = kept.lock().await;
        loop {
            let part = db.events_after(campaign, kept.snapshot.number, 1000).await?;
            if part.is_empty() {
                break;
            }
            kept.json = Bytes::new();
            for event in part {
                let what = serde_json::from_str(&event.what).unwrap_or(Value::Null);
                kept.snapshot.add(event.number, event.at, &what);
            }
        }
        if kept.json.is_empty() {
            kept.json = serde_json::to_vec(&kept.snapshot)?.into();
        }
        Ok(kept.json.clone())
    }

    fn of(&self, campaign: i64) -> Arc<tokio::sync::Mutex<Kept>> {
        let mut all = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= KEPT && !all.contains_key(&campaign) {
            // Any of those that nobody reads just now.
            let unread = all.iter().find(|(_, kept)| Arc::strong_count(kept) == 1).map(|(id, _)| *id);
            unread.map(|id| all.remove(&id));
        }
        all.entry(campaign).or_default().clone()
    }
}

impl Snapshot {
    fn line(&mut self, kind: &str, text: impl Into<String>) {
        self.log.push_back([kind.to_string(), text.into()]);
        if self.log.len() > LINES {
            self.log.pop_front();
        }
    }

    fn point(&mut self, at: i64) {
        self.plot.push([at - self.started, self.covered, self.goals]);
        if self.plot.len() > POINTS {
            let last = self.plot.len() - 1;
            let mut at = 0;
            self.plot.retain(|_| {
                at += 1;
                at % 2 == 1 || at - 1 == last
            });
        }
    }

    fn add(&mut self, number: i64, at: i64, event: &Value) {
        self.number = number;
        let text = |key: &str| event[key].as_str().unwrap_or_default().to_string();
        let int = |key: &str| event[key].as_i64().unwrap_or(0);
        let name = text("event");
        match name.as_str() {
            "started" => *self = Snapshot { number, state: "running".into(), started: at, ..Snapshot::default() },
            "queued" | "interrupted" => self.state = "queued".into(),
            "done" | "failed" | "cancelled" => {
                self.active.clear();
                self.state = name;
                if !text("why").is_empty() {
                    self.line("error", text("why"));
                }
            }
            "reading" => self.files += int("files"),
            "compiled" => {
                self.compiled += 1;
                let how = text("outcome");
                self.line(if how == "failed" { "error" } else { "" }, format!("{} ({how})", text("file")));
            }
            "workers" => self.workers = Some([int("workers"), int("slots"), int("others")]),
            "note" => self.line(&text("level"), text("text")),
            "planned" => self.planned = int("functions"),
            "function-started" => drop(self.active.insert(text("function"), [0; 3])),
            "function-progress" => {
                self.active.insert(text("function"), [int("runs"), int("covered"), int("goals")]);
            }
            "function-finished" => {
                self.active.remove(&text("function"));
                let is = |key: &str| event[key].as_bool().unwrap_or(false) as i64;
                // One that goes on with time that others have left comes again.
                self.finished += 1 - is("again");
                self.known += is("known");
                let more = |key: &str| int(key) - event["was"][key].as_i64().unwrap_or(0);
                self.covered += more("covered");
                self.infeasible += more("infeasible");
                self.goals += more("goals");
                self.tests += more("tests");
                for fault in event["faults"].as_array().into_iter().flatten() {
                    let part = |key: &str| fault[key].as_str().unwrap_or_default().to_string();
                    self.fault_count += 1;
                    self.faults.push_front([text("function"), part("kind"), part("message")]);
                    self.faults.truncate(LINES);
                }
                self.point(at);
            }
            "replayed" => self.line("", format!("{} of {} tests agree natively", int("agreed"), int("run"))),
            "callers-asked" => {
                self.line(
                    "",
                    format!("asked {}: {} of {} alarms settled", text("caller"), int("settled"), int("alarms")),
                );
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn events_add_up() {
        let mut s = Snapshot::default();
        let events = [
            json!({"event": "queued"}),
            json!({"event": "started"}),
            json!({"event": "planned", "functions": 2}),
            json!({"event": "function-started", "function": "f"}),
            json!({"event": "function-progress", "function": "f", "runs": 9, "covered": 3, "goals": 8}),
            json!({"event": "function-finished", "function": "g", "known": true, "covered": 4, "goals": 5, "tests": 2,
                   "faults": [{"kind": "leak", "message": "m"}]}),
            json!({"event": "function-finished", "function": "g", "again": true, "covered": 5, "goals": 5, "tests": 3,
                   "was": {"covered": 4, "goals": 5, "tests": 2}, "faults": []}),
        ];
        for (i, e) in events.iter().enumerate() {
            s.add(i as i64 + 1, 1000 + i as i64, e);
        }
        assert_eq!((s.number, s.planned, s.finished, s.known, s.covered, s.goals, s.tests), (7, 2, 1, 1, 5, 5, 3));
        assert_eq!(s.active["f"], [9, 3, 8]);
        assert_eq!(s.plot, [[4, 4, 5], [5, 5, 5]]);
        assert_eq!(s.faults[0], ["g", "leak", "m"]);
        (0..1000).for_each(|i| s.point(i));
        assert!(s.plot.len() <= POINTS && s.plot.last().unwrap()[0] == 999 - 1001);
    }
}
