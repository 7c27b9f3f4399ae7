//! What can be covered, per function: statements, sites, decisions, boundaries. With a run's coverage: what was.

use crate::Program;
use crate::cover::{Decision, Next, Site, SiteId, SiteKind};
use crate::op::Pred;
use crate::source::PosId;
use crate::symbol::FunctionId;
use std::fmt::Write;

pub fn render(program: &Program, out: &mut String) {
    for (i, f) in program.functions.iter().enumerate().filter(|(_, f)| f.body.is_some()) {
        let own = program.cover.of_function(FunctionId(i as u32));
        let _ = writeln!(out, "{}", f.name);
        let mut last = None;
        for s in &program.cover.statements[own.statements.start as usize..own.statements.end as usize] {
            // Statements of one piece of straight-line code stand on one line.
            match last == Some(s.goal) {
                true => out.push(' '),
                false if last.is_none() => out.push_str("  statements "),
                false => out.push_str(" | "),
            }
            out.push_str(&at(program, s.position));
            last = Some(s.goal);
        }
        if last.is_some() {
            out.push('\n');
        }
        for d in own.decisions {
            decision(program, &program.cover.decisions[d as usize], out);
        }
        for s in own.sites {
            let site = &program.cover.sites[s as usize];
            let kind = match &site.kind {
                SiteKind::Branch | SiteKind::Value => continue,
                SiteKind::Switch { cases, .. } => {
                    let cases: Vec<String> = cases.iter().map(|c| format!("{}", *c as i64)).collect();
                    format!("switch {} default", cases.join(" "))
                }
                SiteKind::Goto { labels } => format!("goto, {labels} labels"),
            };
            let _ = writeln!(out, "  {} {kind}", at(program, site.position));
        }
    }
}

fn decision(program: &Program, d: &Decision, out: &mut String) {
    let _ = writeln!(out, "  {} decision{}", at(program, d.position), shape(d));
    for &id in &d.conditions {
        condition(program, program.cover.site(id), id, out);
    }
}

fn condition(program: &Program, site: &Site, _id: SiteId, out: &mut String) {
    let kind = if site.kind == SiteKind::Value { "value" } else { "branch" };
    let boundary = site.boundary.as_ref().map_or(String::new(), |b| {
        let all: Vec<String> = b.differences.iter().map(|d| format!("{d:+}").replace("+0", "0")).collect();
        format!(", {} at {}", symbol(b.pred), all.join(" "))
    });
    let _ = writeln!(out, "    {} {kind}{boundary}", at(program, site.position));
}

/// The walk as text: `1F:F 1T:2` says that condition 1 false ends it with false.
fn shape(d: &Decision) -> String {
    if d.conditions.len() == 1 {
        return String::new();
    }
    let truth = |b: bool| if b { "T" } else { "F" };
    let mut text = String::from(":");
    for (i, both) in d.next.iter().enumerate() {
        let to = |n: Next| match n {
            Next::Condition(c) => (c + 1).to_string(),
            Next::Done(b) => truth(b).to_string(),
        };
        let _ = write!(text, " {}({},{})", i + 1, to(both[0]), to(both[1]));
    }
    text
}

pub fn symbol(p: Pred) -> &'static str {
    match p {
        Pred::Eq => "==",
        Pred::Ne => "!=",
        Pred::Ult => "u<",
        Pred::Ule => "u<=",
        Pred::Ugt => "u>",
        Pred::Uge => "u>=",
        Pred::Slt => "<",
        Pred::Sle => "<=",
        Pred::Sgt => ">",
        Pred::Sge => ">=",
    }
}

fn at(program: &Program, p: PosId) -> String {
    let p = program.sources.get(p);
    format!("{}:{}", p.line, p.column)
}
