//! Reviews as suppressions of the command line, and back: what somebody has found to be false or meant so need not be said twice.
//!
//! Out go the alarms that are reviewed as false or intentional, in the form that `crescendo check --suppressions` reads. In come files
//! of that form, and SARIF of any run of ours with suppressions in it.

use crate::app::App;
use crate::auth::{Actor, Role};
use crate::db::reviews::{Review, Status};
use crate::fault::{Fault, Result};
use crescendo_alarms::baseline::FINGERPRINT;
use crescendo_alarms::suppress::{Place, in_file};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// Bytes of a file that is taken in.
pub const LARGEST: usize = 16 << 20;

/// Complaints that are told.
const MOST: usize = 100;

/// What became of a file that was taken in.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
pub struct Taken {
    /// Alarms whose review was set.
    pub reviews: usize,
    /// Alarms that had been reviewed already: people come first.
    pub left_alone: usize,
    /// Lines and results that could not be used.
    pub complaints: Vec<String>,
}

/// What must be known of SARIF.
#[derive(Deserialize)]
struct Log {
    runs: Vec<Run>,
}

#[derive(Deserialize)]
struct Run {
    #[serde(default)]
    results: Vec<Found>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Found {
    #[serde(default)]
    partial_fingerprints: std::collections::BTreeMap<String, String>,
    #[serde(default)]
    suppressions: Vec<Suppression>,
}

#[derive(Deserialize)]
struct Suppression {
    /// Absent: it holds.
    status: Option<String>,
    #[serde(default)]
    justification: String,
}

/// Fingerprints with their reasons.
fn wanted(text: &str, complaints: &mut Vec<String>) -> Result<Vec<(String, String)>> {
    if text.trim_start().starts_with('{') {
        let log: Log = serde_json::from_str(text).map_err(|e| Fault::Invalid(format!("this is not SARIF: {e}")))?;
        let results = log.runs.into_iter().flat_map(|r| r.results);
        let held = results.filter_map(|found| {
            let suppression =
                found.suppressions.into_iter().find(|s| s.status.as_deref().is_none_or(|s| s == "accepted"))?;
            Some((found.partial_fingerprints.get(FINGERPRINT).cloned(), suppression.justification))
        });
        let mut all = Vec::new();
        for (fingerprint, reason) in held {
            match fingerprint {
                Some(fingerprint) => all.push((fingerprint, reason)),
                None => complaints.push("a result has no fingerprint of ours".into()),
            }
        }
        return Ok(all);
    }
    let mut all = Vec::new();
    for rule in in_file("line", text, complaints) {
        match rule.place {
            Place::Fingerprint(fingerprint) => all.push((fingerprint, rule.reason)),
            _ => complaints.push(format!(
                "{}:{}: only alarms by fingerprint are reviews; leave other rules in the project's own file",
                rule.said.0, rule.said.1
            )),
        }
    }
    Ok(all)
}

impl App {
    pub async fn suppressions(&self, actor: &Actor, project: i64) -> Result<String> {
        let found = self.in_project(actor, project, Role::Viewer).await?;
        let mut text = format!(
            "# Alarms of {} that were reviewed as false or intentional: for crescendo check --suppressions.\n",
            found.name
        );
        for settled in self.db.settled(project).await? {
            let said: String = settled.comment.split_whitespace().collect::<Vec<_>>().join(" ");
            let said = if said.is_empty() { String::new() } else { format!(": {said}") };
            let (fingerprint, status, user) = (settled.fingerprint, settled.status.name(), settled.user);
            let _ = writeln!(text, "* {fingerprint} {status}, says {user}{said}");
        }
        Ok(text)
    }

    pub async fn take_suppressions(&self, actor: &Actor, project: i64, text: &str) -> Result<Taken> {
        self.in_project(actor, project, Role::Member).await?;
        let mut taken = Taken::default();
        for (fingerprint, reason) in wanted(text, &mut taken.complaints)? {
            let known = self.db.newest_alarm(project, &fingerprint).await?.is_some();
            match (known, self.db.review(project, &fingerprint).await?.status) {
                (false, _) => {
                    taken.complaints.push(format!("{fingerprint}: no campaign of this project has such an alarm"))
                }
                (true, Status::Unreviewed) => {
                    let status = if reason.starts_with("false") { Status::False } else { Status::Intentional };
                    let review = Review { status, assignee: String::new() };
                    let reason: String = reason.chars().take(2000).collect();
                    let said = format!("taken from a file: {reason}");
                    self.db.set_review(project, &fingerprint, &review, &actor.name, &said).await?;
                    taken.reviews += 1;
                }
                (true, _) => taken.left_alone += 1,
            }
        }
        let more = taken.complaints.len().saturating_sub(MOST);
        if more > 0 {
            taken.complaints.truncate(MOST);
            taken.complaints.push(format!("and {more} more"));
        }
        let about = format!("{} reviews set", taken.reviews);
        self.db.audit(&actor.name, "take in suppressions", Some(project), &about).await?;
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_sarif() {
        let mut complaints = Vec::new();
        let text = "# a comment\n* 6a1f2d3422f90e5d false, says ann\nleak a.c:3 a place is none of our business\n* x\n";
        let all = wanted(text, &mut complaints).unwrap();
        assert_eq!(all, [("6a1f2d3422f90e5d".to_string(), "false, says ann".to_string())]);
        assert_eq!(complaints.len(), 2, "{complaints:?}");
        let sarif = serde_json::json!({"runs": [{"results": [
            {"partialFingerprints": {FINGERPRINT: "6a1f2d3422f90e5d"}, "suppressions": [{"kind": "external", "status": "accepted", "justification": "meant so"}]},
            {"partialFingerprints": {FINGERPRINT: "1"}, "suppressions": [{"kind": "external", "status": "rejected"}]},
            {"partialFingerprints": {FINGERPRINT: "2"}},
        ]}]});
        let all = wanted(&sarif.to_string(), &mut complaints).unwrap();
        assert_eq!(all, [("6a1f2d3422f90e5d".to_string(), "meant so".to_string())]);
        assert!(wanted("{}", &mut complaints).is_err());
    }
}
