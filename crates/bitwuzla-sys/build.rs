//! Links the Bitwuzla that `./run setup` built, and turns its C header into Rust declarations.
//!
//! Where that library lives is decided in one place, `scripts/bitwuzla.sh`; we ask it.

use std::{env, path::PathBuf, process::Command};

fn main() {
    let script = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap()).join("../../scripts/bitwuzla.sh");
    // What the script's answer depends on.
    println!("cargo::rerun-if-changed={}", script.display());
    println!("cargo::rerun-if-changed={}", script.with_extension("").display());
    for variable in ["CRESCENDO_CACHE", "XDG_CACHE_HOME", "HOME"] {
        println!("cargo::rerun-if-env-changed={variable}");
    }

    let dir = bitwuzla_dir(&script);
    let header = dir.join("include/bitwuzla/c/bitwuzla.h");
    // Also watched while it does not exist, so that the next build after `./run setup` looks again.
    println!("cargo::rerun-if-changed={}", header.display());
    if !header.exists() {
        println!("cargo::error=Bitwuzla is not in {}: run ./run setup (once; it takes some minutes)", dir.display());
        std::process::exit(1);
    }

    println!("cargo::rustc-link-search=native={}", dir.join("lib").display());
    // One archive: Bitwuzla's helper libraries and CaDiCaL are inside.
    println!("cargo::rustc-link-lib=static=bitwuzla");
    // Shared, as the LGPL likes it; every Debian and Ubuntu with a C compiler has both.
    println!("cargo::rustc-link-lib=dylib=mpfr");
    println!("cargo::rustc-link-lib=dylib=gmp");
    println!("cargo::rustc-link-lib=dylib=stdc++");

    bindgen::Builder::default()
        .header(header.to_str().expect("a cache path in UTF-8"))
        .clang_arg(format!("-I{}", dir.join("include").display()))
        .allowlist_item("[Bb]itwuzla.*|BITWUZLA_.*")
        .opaque_type("_IO_FILE") // the C library's, for the print functions: only its address matters
        // A newtype holds any value: a Rust enum would be undefined behaviour on one we do not know.
        .newtype_enum("Bitwuzla.*")
        .prepend_enum_name(false)
        .generate()
        .expect("bindgen reads Bitwuzla's C header")
        .write_to_file(PathBuf::from(env::var("OUT_DIR").unwrap()).join("bindings.rs"))
        .expect("OUT_DIR is writable");
}

/// The directory `scripts/bitwuzla.sh` builds into.
fn bitwuzla_dir(script: &PathBuf) -> PathBuf {
    let answer = Command::new("bash").arg(script).arg("path").output();
    let answer = answer.unwrap_or_else(|error| panic!("bash {}: {error}", script.display()));
    assert!(answer.status.success(), "{} path: {}", script.display(), String::from_utf8_lossy(&answer.stderr));
    PathBuf::from(String::from_utf8(answer.stdout).expect("a cache path in UTF-8").trim_end())
}
