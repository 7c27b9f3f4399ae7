//! What llvm-cov says of a corpus: branches reached, over the time at which inputs were found.

use crate::corpus::Entry;
use crate::crash::{Judge, beside};
use crescendo_project::{End, Limits, Stream, run_process};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Points of the plot.
const POINTS: usize = 24;

#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Point {
    pub seconds: f64,
    pub inputs: usize,
    pub branches: u64,
    pub lines: u64,
}

#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Measured {
    pub branches: u64,
    pub lines: u64,
    pub points: Vec<Point>,
}

/// Runs all inputs in the order in which they were found. `None`: llvm-cov is not there, or says nothing.
pub fn measure(judge: &mut Judge, exe: &Path, clang: &Path, entries: &[Entry], folder: &Path) -> Option<Measured> {
    let (profdata, cov) = (beside(clang, "llvm-profdata")?, beside(clang, "llvm-cov")?);
    let mut order: Vec<&Entry> = entries.iter().collect();
    order.sort_by_key(|e| e.found);
    let every = order.len().div_ceil(POINTS).max(1);
    let mut measured = Measured::default();
    let merged = folder.join("merged.profdata");
    for (k, chunk) in order.chunks(every).enumerate() {
        let mut raws: Vec<PathBuf> = Vec::new();
        for e in chunk {
            let _ = judge.run(&e.input, Stream::Err, &[("LLVM_PROFILE_FILE", OsStr::new("../profile%c.profraw"))]);
            let raw = judge.last_folder().join("profile.profraw");
            if raw.is_file() {
                raws.push(raw);
            }
        }
        let mut merge = Command::new(&profdata);
        merge.args(["merge", "-sparse"]).args(&raws);
        if k > 0 && merged.is_file() {
            merge.arg(&merged);
        }
        let next = folder.join("next.profdata");
        merge.arg("-o").arg(&next);
        let good = run(merge).is_some();
        for raw in &raws {
            let _ = raw.parent().map(std::fs::remove_dir_all);
        }
        if !good || std::fs::rename(&next, &merged).is_err() {
            continue;
        }
        let mut export = Command::new(&cov);
        export.args(["export", "-summary-only"]).arg(exe).arg(format!("-instr-profile={}", merged.display()));
        let json: serde_json::Value = serde_json::from_slice(&run(export)?).ok()?;
        let totals = &json["data"][0]["totals"];
        let count = |what: &str, which: &str| totals[what][which].as_u64().unwrap_or(0);
        (measured.branches, measured.lines) = (count("branches", "count"), count("lines", "count"));
        measured.points.push(Point {
            seconds: chunk.last().map_or(0.0, |e| e.found.as_secs_f64()),
            inputs: (k * every) + chunk.len(),
            branches: count("branches", "covered"),
            lines: count("lines", "covered"),
        });
    }
    (!measured.points.is_empty()).then_some(measured)
}

fn run(command: Command) -> Option<Vec<u8>> {
    let limits = Limits { wall: Duration::from_secs(120), ..Limits::default() };
    let run = run_process(command, Stream::Out, 64 << 20, &limits).ok()?;
    (run.end == End::Exited(0)).then_some(run.said)
}
