//! A profile, for people.

use anyhow::{Result, bail};
use crescendo_profile::{CallGraph, Dependencies, Profile, calling_contexts, extended_unit, relevance};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;

/// Contexts shown.
const CONTEXTS: usize = 20;

fn edges(profile: &Profile) -> BTreeSet<(u32, u32)> {
    profile.runs.iter().flat_map(|r| r.edges.iter().copied()).collect()
}

pub fn overview(profile: &Profile, path: &Path, json: bool) {
    let edges = edges(profile).len();
    let (runs, functions) = (profile.runs.len(), profile.functions.len());
    if json {
        println!("{}", json!({"profile": path, "runs": runs, "functions": functions, "edges": edges}));
        return;
    }
    println!("{runs} runs, {functions} functions, {edges} call edges: {}", path.display());
}

pub fn function(profile: &Profile, name: &str, threshold: f64, json: bool) -> Result<()> {
    let Some(f) = profile.find(name) else { bail!("no run of the profile has called {name}") };
    let graph = CallGraph::new(edges(profile));
    let p = Dependencies::new(profile, f);
    let shown = |g: u32| profile.functions[g as usize].name.as_str();
    let mut others: Vec<u32> = (0..profile.functions.len() as u32).filter(|&g| g != f && p.on(g) > 0.0).collect();
    others.sort_by(|a, b| p.on(*b).total_cmp(&p.on(*a)).then(shown(*a).cmp(shown(*b))));
    let unit: Vec<&str> = extended_unit(&graph, f, &p, threshold).into_iter().map(shown).collect();
    let contexts = calling_contexts(&graph, f, &p, threshold, CONTEXTS);
    let contexts: Vec<Vec<&str>> = contexts.iter().map(|c| c.iter().map(|g| shown(*g)).collect()).collect();
    if json {
        let list: Vec<_> = others
            .iter()
            .map(|&g| json!({"function": shown(g), "dependency": p.on(g), "relevance": relevance(profile, f, g)}))
            .collect();
        let value = json!({"function": name, "runs": p.runs, "on": list, "extended_unit": unit, "contexts": contexts});
        println!("{value}");
        return Ok(());
    }
    println!("{name}: in {} of {} runs\n", p.runs, profile.runs.len());
    println!("{:<40} p({{}}|{name}) relevance", "function");
    for g in others {
        println!("{:<40} {:>6.2} {:>9.2}", shown(g), p.on(g), relevance(profile, f, g));
    }
    println!("\nextended unit at {threshold}: {}", unit.join(", "));
    for c in contexts {
        println!("context: {}", c.join(" -> "));
    }
    Ok(())
}
