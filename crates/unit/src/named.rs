//! Members that the program names at a place of its source: `or` and `xs` where `p->data.or.xs` is read.

use crate::driver::Driver;
use crescendo_program::source::{FileId, PosId};
use std::collections::HashMap;

/// Members before the last that are looked at.
const MOST: usize = 3;

/// Lines of source files, read when they are asked for.
#[derive(Default)]
pub(crate) struct Sources(HashMap<FileId, Vec<String>>);

impl Driver<'_> {
    /// The member that stands at a place, with those it is a member of, the outermost first. Nothing where a macro is.
    pub(crate) fn named_at(&mut self, position: PosId) -> Option<Vec<String>> {
        let at = self.program.sources.get(position);
        let path = self.program.sources.path(at.file);
        let lines = self.sources.0.entry(at.file).or_insert_with(|| {
            let text = std::fs::read(path).unwrap_or_default();
            String::from_utf8_lossy(&text).lines().map(String::from).collect()
        });
        let line = lines.get((at.line as usize).checked_sub(1)?)?;
        members(line, (at.column as usize).checked_sub(1)?)
    }
}

fn members(line: &str, at: usize) -> Option<Vec<String>> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let rest = line.get(at..)?;
    let name = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
    let mut before = line.get(..at)?;
    let mut names = vec![name.to_string()];
    while names.len() <= MOST {
        let Some(owner) = before.strip_suffix("->").or(before.strip_suffix('.')) else { break };
        let start = owner.rfind(|c| !is_part(c)).map_or(0, |i| i + 1);
        before = &owner[..start];
        if start == owner.len() || !before.ends_with("->") && !before.ends_with('.') {
            // The variable itself, or no name.
            break;
        }
        names.insert(0, owner[start..].to_string());
    }
    (!name.is_empty() && line[..at].ends_with(['>', '.'])).then_some(names)
}

#[cfg(test)]
mod tests {
    use super::members;

    #[test]
    fn names_of_members() {
        let line = "  free(p->data.or.xs[i].x);";
        let at = |text: &str| members(line, line.find(text).unwrap() + text.len() - 2);
        assert_eq!(at("or.xs"), Some(vec!["data".to_string(), "or".into(), "xs".into()]));
        assert_eq!(members(line, line.find(".x)").unwrap() + 1), Some(vec!["x".to_string()]));
        assert_eq!(members(line, line.find("p->").unwrap()), None);
        assert_eq!(members(line, 400), None);
    }
}
