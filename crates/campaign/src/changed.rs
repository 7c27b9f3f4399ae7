//! `--changed-since REV`: only functions with lines that differ from a git revision.

use crate::error::{CampaignError, Result};
use crescendo_program::{FunctionId, Program};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::Command;

/// Of these functions, those that have changed; the working tree counts, committed or not.
pub fn changed(program: &Program, functions: Vec<FunctionId>, revision: &str) -> Result<Vec<FunctionId>> {
    let mut starts: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for f in program.functions.iter().filter(|f| f.body.is_some()) {
        let at = program.sources.get(f.position);
        starts.entry(program.sources.path(at.file)).or_default().push(at.line);
    }
    let mut edits: BTreeMap<&str, Option<Vec<RangeInclusive<u32>>>> = BTreeMap::new();
    for (file, lines) in &mut starts {
        lines.sort_unstable();
        edits.insert(file, edited(Path::new(file), revision)?);
    }
    Ok(functions
        .into_iter()
        .filter(|&f| {
            let at = program.sources.get(program.function(f).position);
            let file = program.sources.path(at.file);
            let Some(edits) = &edits[file] else { return true };
            let next = starts[file].iter().find(|l| **l > at.line);
            let end = next.map_or(u32::MAX, |l| l - 1);
            edits.iter().any(|e| *e.start() <= end && *e.end() >= at.line)
        })
        .collect())
}

/// The lines of a file that are new or stand beside removed ones; `None`: git does not know the file.
fn edited(file: &Path, revision: &str) -> Result<Option<Vec<RangeInclusive<u32>>>> {
    let folder = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = file.file_name().unwrap_or_default();
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        command.arg("-C").arg(folder).args(args).arg("--").arg(name);
        command.output().map_err(CampaignError::NoGit)
    };
    let known = git(&["ls-files", "--error-unmatch"])?;
    let diff = git(&["diff", "--unified=0", "--no-color", "--no-ext-diff", revision])?;
    if !diff.status.success() {
        let said = String::from_utf8_lossy(&diff.stderr);
        let said = said.lines().next().unwrap_or("").to_string();
        return Err(CampaignError::Git { file: file.to_path_buf(), revision: revision.to_string(), said });
    }
    if !known.status.success() {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&diff.stdout).lines().filter_map(hunk).collect()))
}

/// `@@ -10,2 +12,3 @@`: lines 12 to 14. Where nothing is left, the lines around the gap.
fn hunk(line: &str) -> Option<RangeInclusive<u32>> {
    let new = line.strip_prefix("@@ ")?.split(' ').find_map(|p| p.strip_prefix('+'))?;
    let (start, count) = new.split_once(',').unwrap_or((new, "1"));
    let (start, count): (u32, u32) = (start.parse().ok()?, count.parse().ok()?);
    Some(if count == 0 { start..=start + 1 } else { start..=start + count - 1 })
}

#[cfg(test)]
mod tests {
    use super::hunk;

    #[test]
    fn hunks() {
        assert_eq!(hunk("@@ -10,2 +12,3 @@ int f(void)"), Some(12..=14));
        assert_eq!(hunk("@@ -1 +1 @@"), Some(1..=1));
        assert_eq!(hunk("@@ -5,2 +4,0 @@"), Some(4..=5));
        assert_eq!(hunk("+++ b/x.c"), None);
    }
}
