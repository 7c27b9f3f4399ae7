//! `gen --list`: the functions, and what would be driven, stubbed and modelled, one line each.

use super::config::{Own, Settings};
use anyhow::Result;
use crescendo_explore::flow::Calls;
use crescendo_program::{FunctionId, Program};
use crescendo_unit::Facts;
use serde::Serialize;
use std::collections::BTreeSet;

#[derive(Serialize)]
struct Line<'a> {
    name: &'a str,
    file: &'a str,
    line: u32,
    /// Parameters and globals that are inputs.
    driven: Vec<&'a str>,
    /// Callees that are executed.
    executed: usize,
    /// Callees that give fresh results.
    stubbed: Vec<&'a str>,
    /// Those of them that also write what they can reach.
    havoc: Vec<&'a str>,
    /// Functions of the C library that are modelled.
    modelled: Vec<&'a str>,
    /// What the code has that cannot be executed.
    unsupported: Vec<&'a str>,
}

pub fn show(program: &Program, settings: &Settings, functions: &[FunctionId], json: bool) -> Result<()> {
    let (facts, calls) = (Facts::new(program), Calls::new(program));
    let lines = functions.iter().map(|&f| line(program, &facts, &settings.of(f, &facts, &calls), f));
    if json {
        println!("{}", serde_json::to_string_pretty(&lines.collect::<Vec<_>>())?);
        return Ok(());
    }
    let mut out = String::new();
    lines.for_each(|l| out.push_str(&l.text()));
    // A reader that stops early, such as head, is no error.
    let _ = std::io::Write::write_all(&mut std::io::stdout(), out.as_bytes());
    Ok(())
}

fn line<'a>(program: &'a Program, facts: &Facts, own: &Own, id: FunctionId) -> Line<'a> {
    let mut seen = BTreeSet::from([id, own.entry]);
    let mut queue: Vec<FunctionId> = seen.iter().copied().collect();
    let (mut stubbed, mut havoc, mut modelled) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut globals, mut unsupported, mut executed) = (BTreeSet::new(), BTreeSet::new(), 0);
    while let Some(f) = queue.pop() {
        let function = program.function(f);
        let name = function.name.as_str();
        if own.plan.havoc.contains(&f) {
            havoc.insert(name);
        }
        match &function.body {
            Some(body) if !own.plan.stubbed.contains(&f) => {
                executed += (f != id && f != own.entry) as usize;
                globals.extend(facts.inputs.of(f).iter().map(|g| program.global(*g).name.as_str()));
                unsupported.extend(body.unsupported.iter().map(String::as_str));
                queue.extend(facts.calls_of(f).iter().copied().filter(|g| seen.insert(*g)));
            }
            None if !own.plan.stubbed.contains(&f) && crescendo_vm::models::find(name).is_some() => {
                modelled.insert(name);
            }
            _ => drop(stubbed.insert(name)),
        }
    }
    let f = program.function(id);
    let at = program.sources.get(f.position);
    let params = program.function(own.entry).param_names.iter().map(String::as_str);
    Line {
        name: &f.name,
        file: program.sources.path(at.file),
        line: at.line,
        driven: params.chain(globals).collect(),
        executed,
        stubbed: stubbed.into_iter().collect(),
        havoc: havoc.into_iter().collect(),
        modelled: modelled.into_iter().collect(),
        unsupported: unsupported.into_iter().collect(),
    }
}

impl Line<'_> {
    fn text(&self) -> String {
        let mut text = format!("{}:{}: {}: ", self.file, self.line, self.name);
        let driven = if self.driven.is_empty() { "no inputs".into() } else { format!("drives {}", some(&self.driven)) };
        text.push_str(&driven);
        if self.executed > 0 {
            text.push_str(&format!("; executes {}", crate::load::count(self.executed, "callee")));
        }
        for (what, names) in [
            ("stubs", &self.stubbed),
            ("havocs", &self.havoc),
            ("models", &self.modelled),
            ("cannot do", &self.unsupported),
        ] {
            if !names.is_empty() {
                text.push_str(&format!("; {what} {}", some(names)));
            }
        }
        text.push('\n');
        text
    }
}

/// The first of the names, and how many more there are.
fn some(names: &[&str]) -> String {
    const SHOWN: usize = 8;
    let more = names.len().saturating_sub(SHOWN);
    let shown = names[..names.len() - more].join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}
