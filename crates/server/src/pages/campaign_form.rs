//! The form that starts a campaign, and what comes back from it.

use super::layout::csrf;
use crate::auth::Actor;
use crate::campaign_options::{CampaignOptions, Kind};
use crate::db::uploads::Upload;
use crate::fault::{Fault, Result};
use crescendo_campaign::request::OPTIONAL_KINDS;
use maud::{Markup, html};
use serde::Deserialize;

/// As a browser sends it: everything is text, and what is not ticked is absent.
#[derive(Deserialize)]
pub struct CampaignForm {
    pub csrf: String,
    pub upload: Option<i64>,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    budget: String,
    #[serde(default)]
    budget_total: String,
    #[serde(default)]
    max_runs: String,
    #[serde(default)]
    criterion: String,
    #[serde(default)]
    functions: String,
    #[serde(default)]
    callees: String,
    #[serde(default)]
    checks: String,
    #[serde(default)]
    bounds: String,
    #[serde(default)]
    cflags: String,
    #[serde(default)]
    seed: String,
    #[serde(default)]
    priority: String,
    allocation_fails: Option<String>,
    initial_globals: Option<String>,
    keep_all: Option<String>,
    fresh: Option<String>,
}

impl CampaignForm {
    /// The options, and the priority.
    pub fn options(&self) -> Result<(CampaignOptions, i64)> {
        let text = |t: &str| Some(t.trim().to_string()).filter(|t| !t.is_empty());
        let words =
            |t: &str| t.split([' ', ',', '\n', '\r', '\t']).filter(|w| !w.is_empty()).map(String::from).collect();
        let number = |t: &str, what: &str| match t.trim() {
            "" => Ok(None),
            t => t.parse::<u64>().map(Some).map_err(|_| Fault::Invalid(format!("{what} is a number, not `{t}`"))),
        };
        let options = CampaignOptions {
            kind: if self.kind == "check" { Kind::Check } else { Kind::Gen },
            functions: words(&self.functions),
            budget: text(&self.budget),
            budget_total: text(&self.budget_total),
            max_runs: number(&self.max_runs, "the number of runs")?,
            criterion: text(&self.criterion),
            strategy: None,
            seed: number(&self.seed, "the seed")?,
            callees: text(&self.callees),
            checks: words(&self.checks),
            bounds: words(&self.bounds),
            // Blanks separate flags here; quotes hold them together.
            cflags: shell_words(&self.cflags)?,
            allocation_fails: self.allocation_fails.is_some(),
            initial_globals: self.initial_globals.is_some(),
            keep_all: self.keep_all.is_some(),
            fresh: self.fresh.is_some(),
        };
        let priority = match self.priority.trim() {
            "" => 0,
            t => t.parse().map_err(|_| Fault::Invalid(format!("the priority is a number, not `{t}`")))?,
        };
        Ok((options, priority))
    }
}

fn shell_words(text: &str) -> Result<Vec<String>> {
    let (mut words, mut word, mut quote, mut inside) = (Vec::new(), String::new(), None, false);
    for c in text.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '"' | '\'') => (quote, inside) = (Some(c), true),
            (None, c) if c.is_whitespace() => {
                if inside {
                    words.push(std::mem::take(&mut word));
                }
                inside = false;
            }
            (_, c) => {
                word.push(c);
                inside = true;
            }
        }
    }
    if quote.is_some() {
        return Err(Fault::Invalid("the compiler flags have an unclosed quote".into()));
    }
    if inside {
        words.push(word);
    }
    Ok(words)
}

pub fn form(actor: &Actor, project: i64, uploads: &[Upload]) -> Markup {
    html! {
        form.stack.card method="post" action=(format!("/projects/{project}/campaigns")) {
            (csrf(actor))
            div.fields {
                label { "Sources"
                    select name="upload" {
                        @for u in uploads { option value=(u.number) { "#" (u.number) " " (u.name) } }
                    }
                }
                fieldset {
                    legend { "What for" }
                    label.choice { input type="radio" name="kind" value="gen" checked; "Tests and coverage" }
                    label.choice { input type="radio" name="kind" value="check"; "Alarms too: callers are asked about every fault" }
                }
                label { "Time for one function" input name="budget" value="10s" pattern="[0-9.]+ *(ms|s|m|h)?" title="such as 500ms, 10s or 2m"; }
            }
            details {
                summary { "More options" }
                div.fields {
                    label { "Only these functions" input name="functions" placeholder="all"; }
                    label { "Aim at" select name="criterion" {
                        @for name in ["all", "statement", "branch", "mcdc", "boundary"] { option value=(if name == "all" { "" } else { name }) { (name) } }
                    } }
                    label { "Time for all functions" input name="budget_total" placeholder="no limit"; }
                    label { "Runs of a function, at most" input name="max_runs" inputmode="numeric" placeholder="no limit"; }
                    label { "Execute callees" select name="callees" {
                        @for (value, name) in [("", "auto"), ("all", "all"), ("none", "none: stubs"), ("1", "one call away"), ("2", "two calls away")] { option value=(value) { (name) } }
                    } }
                    label { "Further faults" input name="checks" list="kinds" placeholder="such as signed-overflow"; datalist #kinds { @for k in OPTIONAL_KINDS { option value=(k) {} } } }
                    label { "How far inputs reach" input name="bounds" placeholder="such as elements=16"; }
                    label { "Compiler flags" input name="cflags" placeholder="such as -Iinclude -DDEBUG=1"; }
                    label { "Seed" input name="seed" inputmode="numeric" placeholder="1"; }
                    label { "Priority" input name="priority" type="number" min="-10" max="10" value="0"; }
                }
                label.choice { input type="checkbox" name="allocation_fails"; "Let malloc and its like fail" }
                label.choice { input type="checkbox" name="initial_globals"; "Globals start from their initialisers" }
                label.choice { input type="checkbox" name="keep_all"; "Keep tests that add no coverage" }
                label.choice { input type="checkbox" name="fresh"; "Explore also what has not changed since the last campaign" }
            }
            button.primary type="submit" { "Start the campaign" }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shell_words;

    #[test]
    fn flags_by_blanks_and_quotes() {
        assert_eq!(shell_words("-DA  -DB='x y' \"\"").unwrap(), ["-DA", "-DB=x y", ""]);
        assert!(shell_words("-DA='").is_err());
    }
}
