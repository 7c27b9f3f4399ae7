//! What instrumented programs leave behind: one table of edges per process (`runtime/profile.c`), turned into names.

use crate::profile::{FunctionName, Profile, Run};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The C source that is linked into profiled programs.
pub const RUNTIME: &str = include_str!("../runtime/profile.c");

const MAGIC: u64 = 0x3146_4f52_5043_5243;
const HEADER: usize = 24;
const NAME: usize = 1000;
const SYMBOLIZER: &str = "llvm-symbolizer-19";

/// What a compiler needs to note calls, and we to name them.
pub fn compile_flags() -> &'static [&'static str] {
    &["-finstrument-functions", "-g"]
}

#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    #[error("cannot read {path}: {why}")]
    Read { path: String, why: std::io::Error },
    #[error("cannot write {path}: {why}")]
    Write { path: String, why: std::io::Error },
    #[error("cannot run {program}: {why}")]
    Run { program: String, why: std::io::Error },
    #[error("{compiler} cannot compile the profile's runtime")]
    Runtime { compiler: String },
    #[error("there is no seed: no file was named")]
    NoSeeds,
    #[error("there is no command to run")]
    NoCommand,
    #[error("cannot run {SYMBOLIZER}, which names the functions of {0}: {1}")]
    Symbolizer(String, std::io::Error),
    #[error("{SYMBOLIZER} does not know the functions of {0}: {1}")]
    Symbols(String, String),
}

impl RecordError {
    pub(crate) fn read(path: &Path, why: std::io::Error) -> RecordError {
        RecordError::Read { path: path.display().to_string(), why }
    }
}

struct Table {
    program: String,
    /// Caller (0: from outside) and callee, as addresses in the program's file.
    edges: BTreeSet<(u64, u64)>,
}

/// All runs whose tables lie in a folder. `name` is what was run.
pub fn collect(folder: &Path, name: &str) -> Result<Profile, RecordError> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(|e| RecordError::read(folder, e))?
        .filter_map(|e| Some(e.ok()?.path()))
        .collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "edges"));
    files.sort();
    let mut tables = Vec::new();
    for f in &files {
        let bytes = std::fs::read(f).map_err(|e| RecordError::read(f, e))?;
        // A process that was killed before it had begun leaves an empty file.
        tables.extend(table(&bytes));
    }
    let mut addresses: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    for t in &tables {
        let mine = addresses.entry(t.program.clone()).or_default();
        mine.extend(t.edges.iter().flat_map(|e| [e.0, e.1]).filter(|a| *a != 0));
    }
    let mut names: BTreeMap<(String, u64), FunctionName> = BTreeMap::new();
    for (program, all) in addresses {
        let all: Vec<u64> = all.into_iter().collect();
        for (address, f) in all.iter().zip(symbols(&program, &all)?) {
            names.insert((program.clone(), *address), f);
        }
    }
    let mut profile = Profile::new();
    for t in tables {
        let mut run = Run { name: name.to_string(), ..Run::default() };
        for (caller, callee) in t.edges {
            let mut number = |a: u64| names.get(&(t.program.clone(), a)).map(|f| profile.number(f));
            let (from, to) = (number(caller), number(callee));
            run.functions.extend(from.into_iter().chain(to));
            if let (Some(from), Some(to)) = (from, to) {
                run.edges.insert((from, to));
            }
        }
        profile.runs.push(run);
    }
    Ok(profile)
}

fn table(bytes: &[u8]) -> Option<Table> {
    let word = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
    if word(0)? != MAGIC {
        return None;
    }
    let slots = word(8)? as usize;
    let name = bytes.get(HEADER..HEADER + NAME)?;
    let name = &name[..name.iter().position(|b| *b == 0).unwrap_or(NAME)];
    let mut edges = BTreeSet::new();
    for i in 0..slots {
        let at = HEADER + NAME + i * 16;
        match (word(at)?, word(at + 8)?) {
            // The caller was not written yet when the process was killed.
            (0, _) | (_, 0) => {}
            (caller, callee) => drop(edges.insert((caller - 1, callee))),
        }
    }
    Some(Table { program: String::from_utf8_lossy(name).into_owned(), edges })
}

/// The functions at these addresses.
fn symbols(program: &str, addresses: &[u64]) -> Result<Vec<FunctionName>, RecordError> {
    let mut all = Vec::with_capacity(addresses.len());
    for part in addresses.chunks(2000) {
        let out = Command::new(SYMBOLIZER)
            .args(["--output-style=JSON", "--no-inlines", "--functions=linkage", "--obj", program])
            .args(part.iter().map(|a| format!("{a:#x}")))
            .output()
            .map_err(|e| RecordError::Symbolizer(program.into(), e))?;
        let bad = |why: &str| RecordError::Symbols(program.into(), why.to_string());
        let value: Value = serde_json::from_slice(&out.stdout).map_err(|e| bad(&e.to_string()))?;
        let list = value.as_array().ok_or_else(|| bad("its answer is no list"))?;
        if list.len() != part.len() {
            return Err(bad("its answer has another length"));
        }
        for (entry, address) in list.iter().zip(part) {
            let symbol = &entry["Symbol"][0];
            let name = symbol["FunctionName"]
                .as_str()
                .filter(|n| !n.is_empty())
                .map_or_else(|| format!("{address:#x}"), String::from);
            let file = symbol["FileName"].as_str().unwrap_or("").to_string();
            all.push(FunctionName { name, file });
        }
    }
    Ok(all)
}
