//! The closing table: 80 columns.

use crescendo_campaign::results::summary::{Cause, Tally, Totals};
use crescendo_campaign::{Closing, Row};
use crescendo_unit::HYPOTHESES;

/// `12/14` and how much of it is proved impossible; a full count is the aim.
fn cell(t: Tally) -> String {
    match (t.total, t.impossible()) {
        (0, _) => "-".into(),
        (_, 0) => format!("{}/{}", t.covered, t.total),
        (_, n) => format!("{}+{n}/{}", t.covered, t.total),
    }
}

fn shortened(name: &str, width: usize) -> String {
    if name.chars().count() <= width {
        return name.to_string();
    }
    let kept: String = name.chars().take(width - 2).collect();
    format!("{kept}..")
}

/// Functions shown one by one; of larger programs only those that need a look.
const ROWS: usize = 100;
/// Causes shown.
const CAUSES: usize = 12;

pub fn render(rows: &[Row], closing: &Closing) -> String {
    let mut out = String::new();
    let head = ["function", "statement", "branch", "MC/DC", "boundary", "seen", "tests", "fault", "stop"];
    let [name, statement, branch, mcdc, boundary, seen, tests, faults, stop] = head;
    out.push_str(&format!(
        "{name:<16} {statement:>9} {branch:>9} {mcdc:>7} {boundary:>8} {seen:>4} {tests:>5} {faults:>5}  {stop}\n"
    ));
    let mut row = |name: &str, counts: [Tally; 4], tests: usize, faults: usize, stop: &str| {
        let seen = match counts.iter().map(|t| t.seen).sum::<u32>() {
            0 => "-".to_string(),
            n => n.to_string(),
        };
        let [statement, branch, mcdc, boundary] = counts.map(cell);
        let (name, stop) = (shortened(name, 16), shortened(stop, 8));
        let line = format!(
            "{name:<16} {statement:>9} {branch:>9} {mcdc:>7} {boundary:>8} {seen:>4} {tests:>5} {faults:>5}  {stop}"
        );
        out.push_str(line.trim_end());
        out.push('\n');
    };
    let few = rows.len() <= ROWS;
    for f in rows.iter().filter(|f| few || f.bugs > 0 || f.why.is_some()).take(ROWS) {
        row(&f.name, f.counts, f.tests, f.faults, &f.stop);
    }
    let t = &closing.totals;
    let all = [t.statement, t.branch, t.mcdc, t.boundary];
    if rows.len() != 1 {
        row(&format!("all {}", t.functions), all, t.shipped, t.faults, "");
    }
    let seen: u32 = all.iter().map(|t| t.seen).sum();
    if seen > 0 {
        out.push_str(&format!(
            "seen: {seen} goals were reached, but by no test that is shipped; `crescendo explain` says why\n"
        ));
    }
    if all.iter().any(|t| t.impossible() > 0) {
        out.push_str("12+2/14: 12 of 14 covered, 2 proved impossible\n");
    }
    out.push_str(&hypotheses(&closing.totals, &all));
    let c = &t.checks;
    if c.total > 0 {
        let plural = if c.alarms == 1 { "" } else { "s" };
        let rest =
            if c.conditional > 0 { format!(", {} safe if hypotheses hold", c.conditional) } else { String::new() };
        let said =
            format!("{} sites, {} alarm{plural}, {} proved safe{rest}, {} open", c.total, c.alarms, c.proved, c.open);
        out.push_str(&format!("checks: {said}\n"));
    }
    if closing.known > 0 {
        let what =
            if closing.known == 1 { "1 function was".to_string() } else { format!("{} functions were", closing.known) };
        out.push_str(&format!("{what} known from an earlier run (--fresh explores them again)\n"));
    }
    for f in rows.iter().filter(|f| f.why.is_some()).take(ROWS) {
        out.push_str(&format!("{} was not explored: {}\n", f.name, f.why.as_deref().unwrap_or("")));
    }
    if !few && !closing.causes.is_empty() {
        out.push_str(&causes(&closing.causes));
    }
    out
}

/// What proofs rest on.
fn hypotheses(totals: &Totals, all: &[Tally]) -> String {
    let count = |what: fn(&Tally) -> u32| all.iter().map(what).sum::<u32>();
    let (conditional, accepted) = (count(|t| t.conditional), count(|t| t.accepted));
    if conditional == 0 {
        return String::new();
    }
    let of_them = match accepted {
        0 => String::new(),
        n if n == conditional => " (accepted in crescendo.toml)".into(),
        n => format!(" ({n} of these accepted in crescendo.toml)"),
    };
    let mut out =
        format!("{} impossible, {conditional} of them under hypotheses{of_them}:\n", count(|t| t.impossible()));
    let mut kinds: Vec<(&String, &u32)> = totals.hypotheses.iter().collect();
    kinds.sort_by_key(|(kind, n)| (std::cmp::Reverse(**n), kind.to_string()));
    for (kind, n) in kinds {
        let words = HYPOTHESES.iter().find(|h| h.0 == kind).map_or(kind.as_str(), |h| h.1);
        out.push_str(&format!("{n:>5} if {words}\n"));
    }
    out
}

/// Why goals are unknown, most frequent first.
fn causes(all: &[Cause]) -> String {
    let mut out = String::from("\nunknown functions  because\n");
    for c in all.iter().take(CAUSES) {
        out.push_str(&format!("{:>7} {:>9}  {}\n", c.goals, c.functions, shortened(&c.cause, 61)));
    }
    if all.len() > CAUSES {
        let rest: u32 = all[CAUSES..].iter().map(|c| c.goals).sum();
        out.push_str(&format!("{rest:>7}            {} more causes, see summary.json\n", all.len() - CAUSES));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crescendo_campaign::event::{Event, What};
    use crescendo_campaign::{Campaign, CancelToken, Request};

    const PROGRAM: &str = "static int half(int x) { return x / 2; }
int dead(unsigned x) { return x < 0 ? 1 : half((int)x) > 5; }
int main(int argc, char **argv) { return argc > 3 ? argv[1][0] : 0; }
";

    /// Whoever has nothing but the events, written down and read again, can show the same.
    #[test]
    fn events_are_enough() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("program.c"), PROGRAM).unwrap();
        let mut request = Request::new(folder.path().to_path_buf(), "out".into());
        request.sources.files = vec!["program.c".into()];
        request.search.max_runs = Some(100);
        let mut lines = Vec::new();
        let campaign = Campaign::open(request).unwrap();
        let outcome = campaign.run(&mut |e| lines.push(serde_json::to_string(&e).unwrap()), &CancelToken::new());
        let outcome = outcome.unwrap().unwrap();
        let (mut rows, mut closing) = (Vec::new(), None);
        for line in &lines {
            match serde_json::from_str::<Event>(line).unwrap().what {
                What::Counted(row) => rows.push(row),
                What::Finished(all) => closing = Some(all),
                _ => {}
            }
        }
        let shown = render(&rows, &closing.expect("the last event"));
        assert_eq!(shown, render(&outcome.rows, &outcome.closing));
        assert!(shown.contains("dead") && shown.contains("all 3"), "{shown}");
    }
}
