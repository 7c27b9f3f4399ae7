//! Names this build by what it is made of: results are shared between machines that run the same build, and by no others.
//! The sources of all rooms below and the versions of all dependencies count; where and when they were compiled does not, nor do the
//! rooms that only start campaigns and show them.

use std::path::{Path, PathBuf};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut hash = blake3::Hasher::new();
    for file in sources(&root) {
        let name = file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().into_owned();
        let text = std::fs::read(&file).unwrap_or_default();
        for part in [name.as_bytes(), &text] {
            hash.update(&(part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    println!("cargo:rustc-env=CRESCENDO_BUILD={}", &hash.finalize().to_hex()[..32]);
}

/// They know campaigns, which do not know them.
const ABOVE: [&str; 6] = ["cli", "cluster", "confined", "intake", "remote", "server"];

/// In a fixed order.
fn sources(root: &Path) -> Vec<PathBuf> {
    let mut all = vec![root.join("Cargo.toml"), root.join("Cargo.lock")];
    for room in walkdir::WalkDir::new(root.join("crates")).min_depth(1).max_depth(1).sort_by_file_name() {
        let Ok(room) = room else { continue };
        if ABOVE.iter().any(|above| room.file_name() == *above) {
            continue;
        }
        all.push(room.path().join("Cargo.toml"));
        // What is written in C for tests, and the report's pages, are parts of results too.
        for folder in ["src", "runtime", "assets", "shim", "native"].map(|f| room.path().join(f)) {
            if !folder.is_dir() {
                continue;
            }
            println!("cargo:rerun-if-changed={}", folder.display());
            let files = walkdir::WalkDir::new(&folder).sort_by_file_name().into_iter().filter_map(Result::ok);
            all.extend(files.filter(|f| f.file_type().is_file()).map(|f| f.into_path()));
        }
    }
    for file in &all {
        println!("cargo:rerun-if-changed={}", file.display());
    }
    all
}
