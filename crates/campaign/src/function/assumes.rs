//! What an alarm rests on: what was assumed, made up or cut short on its way.

use crescendo_unit::{Run, Unit};
use std::collections::BTreeSet;

/// Functions whose results in a run are any values.
pub fn made_up(unit: &Unit, run: &Run) -> Vec<String> {
    let (driver, none) = (unit.driver(), Default::default());
    let values = driver.inputs.values(&run.used, &none);
    let calls = values.filter_map(|(i, _)| Some(call_of(&i.path)?.split_once('#')?.0.to_string()));
    calls.collect::<BTreeSet<String>>().into_iter().collect()
}

/// What a run rests on, for somebody who wonders whether it can happen.
pub fn of(unit: &Unit, run: &Run) -> Vec<String> {
    let driver = unit.driver();
    let none = Default::default();
    let paths: BTreeSet<&str> = driver.inputs.values(&run.used, &none).map(|(i, _)| i.path.as_str()).collect();
    let mut all: Vec<String> = Vec::new();
    // Assumptions name the inputs they are about.
    all.extend(driver.assumptions().filter(|a| a.split(' ').any(|word| paths.contains(word))).cloned());
    let made_up: BTreeSet<&str> = paths.iter().filter_map(|p| call_of(p)).collect();
    all.extend(made_up.into_iter().map(|c| format!("{c} is any value")));
    all.extend(run.ranges.iter().cloned());
    let mut gaps: Vec<String> = run.gaps.iter().map(|(g, _)| g.to_string()).collect();
    gaps.sort();
    gaps.dedup();
    all.extend(gaps);
    if run.sure_memory {
        all.push("allocations succeed".into());
    }
    all
}

/// `read#2` of `read#2.ret`, `read#2[3]`, `len(read#2)`: the results of calls that were not executed.
fn call_of(path: &str) -> Option<&str> {
    let path = path.rsplit('(').next().unwrap_or(path);
    let (name, rest) = path.split_once('#')?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    Some(&path[..name.len() + 1 + digits])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls() {
        assert_eq!(call_of("read#2.ret"), Some("read#2"));
        assert_eq!(call_of("len(read#12)"), Some("read#12"));
        assert_eq!(call_of("plain[3]"), None);
    }
}
