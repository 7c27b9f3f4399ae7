//! The closing table: 80 columns.

use super::summary::{Summary, Tally};

/// `12/14` and how much of it is proved impossible; a full count is the aim.
fn cell(t: Tally) -> String {
    match (t.total, t.infeasible) {
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

pub fn render(s: &Summary) -> String {
    let mut out = String::new();
    let mut row = |cells: [&str; 8]| {
        let [name, statement, branch, mcdc, boundary, tests, faults, stop] = cells;
        let line =
            format!("{name:<20} {statement:>9} {branch:>9} {mcdc:>8} {boundary:>8} {tests:>5} {faults:>5}  {stop:<9}");
        out.push_str(line.trim_end());
        out.push('\n');
    };
    row(["function", "statement", "branch", "MC/DC", "boundary", "tests", "fault", "stop"]);
    for f in &s.functions {
        row([
            &shortened(&f.name, 20),
            &cell(f.statement),
            &cell(f.branch),
            &cell(f.mcdc),
            &cell(f.boundary),
            &f.tests.to_string(),
            &f.faults.len().to_string(),
            &shortened(&f.stop, 9),
        ]);
    }
    if s.functions.len() != 1 {
        let t = &s.totals;
        let name = format!("all {}", t.functions);
        row([
            &name,
            &cell(t.statement),
            &cell(t.branch),
            &cell(t.mcdc),
            &cell(t.boundary),
            &t.tests.to_string(),
            &t.faults.to_string(),
            "",
        ]);
    }
    let any = |f: &dyn Fn(&Tally) -> u32| {
        let t = &s.totals;
        [t.statement, t.branch, t.mcdc, t.boundary].iter().map(f).sum::<u32>()
    };
    if any(&|t| t.infeasible) > 0 {
        out.push_str("12+2/14: 12 of 14 covered, 2 proved impossible\n");
    }
    out
}
