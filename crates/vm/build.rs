//! Builds the C shim over the host's math library.

fn main() {
    println!("cargo::rerun-if-changed=native/math.c");
    cc::Build::new()
        .file("native/math.c")
        .std("gnu17")
        // The library's own functions, not what the compiler makes of them.
        .flag("-fno-builtin")
        .flag("-ffp-contract=off")
        .flag("-frounding-math")
        .compile("crescendo_math");
    println!("cargo::rustc-link-lib=m");
}
