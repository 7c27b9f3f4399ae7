//! Builds the C shim.

fn main() {
    println!("cargo::rerun-if-changed=src/shim.c");
    cc::Build::new().file("src/shim.c").flag_if_supported("-w").compile("crescendo_cformat_oracle");
}
