//! Tests that depend on where their objects lie pass with every compiler, with sanitizers, wherever the system puts the rest, and also
//! where the addresses that they would like are taken.

use super::support::*;
use super::{generate, tests};
use libtest_mimic::Failed;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

pub fn everywhere() -> Result<(), Failed> {
    let folder = scratch();
    let folder = folder.path();
    let suite = generate(&[root().join("tests/suite/arena.c")], folder, &[])?;
    let placed = |t: &&serde_json::Value| t["inputs"].as_array().is_some_and(|i| i.iter().any(|i| i["at"].is_number()));
    let units = suite["units"].as_array().into_iter().flatten();
    let named = |u: &serde_json::Value| u["name"].as_str().unwrap_or_default().to_string();
    let of: BTreeSet<String> =
        units.filter(|u| u["tests"].as_array().into_iter().flatten().any(|t| placed(&t))).map(named).collect();
    if tests(&suite).filter(placed).count() < 4 || !["bucket", "thinned"].iter().all(|f| of.contains(*f)) {
        return Err(format!("tests of {of:?} only say where their objects lie: {:#}", suite["units"]).into());
    }
    for compiler in ["gcc", "clang-19"] {
        for optimised in ["-O0", "-O2"] {
            for sanitize in ["", "-fsanitize=address -fno-sanitize-recover=all"] {
                run(folder, compiler, &format!("{optimised} {sanitize}"), "")?;
            }
        }
    }
    // Somebody has mapped those pages before `main`.
    let taken = folder.join("taken.c");
    std::fs::write(&taken, occupant(&addresses(folder)?))?;
    for compiler in ["gcc", "clang-19"] {
        run(folder, compiler, "-O1", &taken.display().to_string())?;
    }
    Ok(())
}

/// Builds the tests, and runs them three times with addresses as the system likes to choose them, and three times with the same
/// ones each time.
fn run(folder: &Path, compiler: &str, flags: &str, more: &str) -> Result<(), Failed> {
    let sanitize = flags.split_once(' ').map_or("", |f| f.1);
    let build = format!("build-{compiler}{}{}", flags.replace([' ', '=', '-'], "_"), u8::from(!more.is_empty()));
    let mut make = Command::new("make");
    make.args(["-s", "-C", "out/tests"]).arg(format!("CC={compiler}")).arg(format!("BUILD={build}"));
    make.arg(format!("CFLAGS=-g -w {flags}")).arg(format!("LDFLAGS={sanitize}"));
    make.arg(format!("LDLIBS={more} -lm -lpthread")).arg("all");
    let built = execute(&mut make, &[], folder, LIMIT);
    if built.status != 0 {
        return Err(format!("{compiler} {flags}: {built:?}").into());
    }
    let program = folder.join("out/tests").join(&build).join("test_arena");
    for fixed in [false, true] {
        for turn in 1..=3 {
            let mut command = match fixed {
                true => Command::new("setarch"),
                false => Command::new(&program),
            };
            if fixed {
                command.arg("-R").arg(&program);
            }
            let ended = execute(&mut command, &[], folder, LIMIT);
            // A container may forbid it.
            if fixed && String::from_utf8_lossy(&ended.stderr).contains("setarch: failed") {
                break;
            }
            if ended.status != 0 {
                return Err(format!("{compiler} {flags} {more}, fixed {fixed}, turn {turn}: {ended:?}").into());
            }
        }
    }
    Ok(())
}

/// Where the tests want their objects.
fn addresses(folder: &Path) -> Result<Vec<u64>, Failed> {
    let text = std::fs::read_to_string(folder.join("out/tests/test_arena.c"))?;
    let numbers = text.split("crescendo_at(0x").skip(1).filter_map(|rest| rest.split(')').next());
    Ok(numbers.filter_map(|n| u64::from_str_radix(n, 16).ok()).collect())
}

/// A file of C that takes the pages of these addresses before anything else runs.
fn occupant(addresses: &[u64]) -> String {
    let pages: BTreeSet<u64> = addresses.iter().map(|a| a & !4095).collect();
    let map = |page: &u64| {
        format!(
            "    if (mmap((void *){page:#x}ul, 4096, 0, 0x{:x}, -1, 0) != (void *){page:#x}ul)\n        abort();\n",
            0x100022
        )
    };
    let lines: String = pages.iter().map(map).collect();
    format!(
        "#include <stdlib.h>\n#include <sys/mman.h>\n\
         __attribute__((constructor)) static void take(void)\n{{\n{lines}}}\n"
    )
}
