//! `--fail-under branch=90`: a limit for CI.

use crescendo_campaign::results::summary::{Tally, Totals};

/// A criterion and the least percentage of its goals that must be covered or proved impossible.
#[derive(Clone, Debug, PartialEq)]
pub struct Least {
    criterion: String,
    percent: f64,
}

pub fn parse(text: &str) -> Result<Least, String> {
    let (criterion, percent) = text.split_once('=').ok_or("CRITERION=PERCENT is wanted, such as branch=90")?;
    if crescendo_explore::criteria::find(criterion).is_none() {
        return Err(format!("there is no criterion {criterion}; there are statement, branch, mcdc, boundary"));
    }
    match percent.trim_end_matches('%').parse() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(Least { criterion: criterion.to_string(), percent }),
        _ => Err(format!("{percent} is no percentage")),
    }
}

/// What is below its limit, in words.
pub fn below(totals: &Totals, least: &[Least]) -> Vec<String> {
    let share = |t: Tally| match t.total {
        0 => 100.0,
        n => 100.0 * (t.covered + t.impossible()) as f64 / n as f64,
    };
    let mut all = Vec::new();
    for l in least {
        let tally = match l.criterion.as_str() {
            "statement" => totals.statement,
            "branch" => totals.branch,
            "mcdc" => totals.mcdc,
            _ => totals.boundary,
        };
        if share(tally) < l.percent {
            all.push(format!("{}: {:.1}% is less than {}%", l.criterion, share(tally), l.percent));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits() {
        let branch = Tally { covered: 7, infeasible: 1, conditional: 0, accepted: 0, seen: 0, total: 10, unknown: 2 };
        let totals = Totals { branch, ..Totals::default() };
        assert!(below(&totals, &[parse("branch=80").unwrap(), parse("mcdc=100%").unwrap()]).is_empty());
        assert_eq!(below(&totals, &[parse("branch=81").unwrap()]), ["branch: 80.0% is less than 81%"]);
        assert!(parse("branch").is_err() && parse("lines=3").is_err() && parse("branch=101").is_err());
    }
}
