//! Builds the C++ shim over the LLVM headers of the same installation that `llvm-sys` links.

fn main() {
    println!("cargo:rerun-if-changed=shim/shim.cpp");
    println!("cargo:rerun-if-env-changed=LLVM_SYS_191_PREFIX");
    let prefix = std::env::var("LLVM_SYS_191_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-19".into());
    let include = format!("{prefix}/include");
    if !std::path::Path::new(&include).join("llvm/IR/Module.h").exists() {
        eprintln!("error: no LLVM 19 headers in {include}; run ./run setup (package llvm-19-dev)");
        std::process::exit(1);
    }
    cc::Build::new()
        .cpp(true)
        .file("shim/shim.cpp")
        .include(include)
        .std("c++17")
        .flag("-fno-exceptions")
        .flag("-fno-rtti")
        .flag_if_supported("-Wno-unused-parameter")
        .define("__STDC_CONSTANT_MACROS", None)
        .define("__STDC_FORMAT_MACROS", None)
        .define("__STDC_LIMIT_MACROS", None)
        .compile("crescendo_llvm_shim");
}
