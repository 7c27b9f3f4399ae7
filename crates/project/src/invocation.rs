//! How clang is called: the user's flags first, then ours, which so win.
//!
//! `-O0` without `optnone` and without passes is the code as written; debug info is always there. What gcc accepts with
//! a warning must not be an error, also where clang made it one by default. A flag that clang does not know is taken
//! out and clang is called again.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

use crate::cache::Temporary;
use crate::cache::files::Moment;
use crate::clang::{Clang, WANTED_VARIABLES, quieten};
use crate::compile::{Compiler, failure};
use crate::messages::{Messages, without};
use crate::process::{self, End, Stream};
use crate::recipe::Recipe;
use crate::request::Flavour;
use crate::unit::{CompileFailure, FailureKind};
use crate::verdict;

/// Code as it is written, with debug info.
pub const AS_WRITTEN: &[&str] = &["-O0", "-g", "-Xclang", "-disable-O0-optnone", "-Xclang", "-disable-llvm-passes"];

/// What else we add to every compilation.
const OUR_FLAGS: &[&str] = &[
    // Leaves the C types of functions, and of pointers that are called.
    "-Xclang",
    "-fsanitize=kcfi",
    "-fdiscard-value-names",
    "-fno-color-diagnostics",
    "-fno-crash-diagnostics",
    "-fintegrated-cc1",
    "-Qunused-arguments",
    "-Wno-unknown-warning-option",
    "-Wno-ignored-optimization-argument",
    // A binary file has thousands of zeros on one line, and clang would show that line for each.
    "-Wno-null-character",
    // What clang 16 and later refuse by default, and gcc accepts.
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=return-mismatch",
    "-Wno-error=return-type",
    "-Wno-error=deprecated-non-prototype",
    "-emit-llvm",
    "-c",
    // The search list, for the cache.
    "-Xclang",
    "-v",
];

/// Flags that bring in files which clang does not list: their results are not remembered.
#[rustfmt::skip] // a table of words
const UNLISTED_FILES: &[&str] = &["--config", "-ivfsoverlay", "-fmodule", "-fprebuilt-module"];

/// What the search list may take up, beside the messages.
const SEARCH_LIST_BYTES: usize = 256 << 10;

/// How bitcode begins, bare or (for Apple's targets) wrapped.
const MAGICS: [[u8; 4]; 2] = [*b"BC\xc0\xde", [0xde, 0xc0, 0x17, 0x0b]];

/// What clang made of a source.
pub struct Product {
    pub bitcode: Temporary,
    pub dependencies: Temporary,
    pub messages: Messages,
    /// The user's flags that had to go.
    pub rejected: Vec<Vec<OsString>>,
    /// When clang began.
    pub started: Moment,
}

/// Compiles, leaving out flags that clang does not know.
pub fn run(compiler: &Compiler<'_>, recipe: &Recipe) -> Result<Product, CompileFailure> {
    let mut rejected: Vec<Vec<OsString>> = Vec::new();
    let max_said = compiler.limits.messages + SEARCH_LIST_BYTES;
    loop {
        let args = without(&recipe.args, &rejected);
        let bitcode = compiler.cache.temporary("bc");
        let dependencies = compiler.cache.temporary("d");
        let command = command(compiler, recipe, &args, &bitcode.0, &dependencies.0);
        let started = Moment::now();
        let run = process::run(command, Stream::Err, max_said, compiler.limits).map_err(|error| {
            let text = format!("{} cannot be run: {error}", compiler.clang.path.display());
            failure(recipe, FailureKind::Machine, text)
        })?;
        let messages = Messages::of(&run.said, run.unsaid, compiler.limits.messages);
        if run.end == End::Exited(0) {
            if !is_bitcode(&bitcode.0) {
                let text = format!("{} ended well but wrote no bitcode", compiler.clang.path.display());
                return Err(failure(recipe, FailureKind::Machine, text));
            }
            return Ok(Product { bitcode, dependencies, messages, rejected, started });
        }
        let named = messages.rejected_flags(&args);
        if run.end != End::Exited(1) || named.is_empty() {
            return Err(verdict::failure(recipe, run.end, &messages, compiler.limits));
        }
        // Unknown flags come in layers: the driver's, the front end's, LLVM's. There are fewer flags every time.
        rejected.extend(named);
    }
}

fn command(
    compiler: &Compiler<'_>,
    recipe: &Recipe,
    args: &[OsString],
    bitcode: &Path,
    dependencies: &Path,
) -> Command {
    let mut command = Command::new(&compiler.clang.path);
    quieten(&mut command);
    // Clang takes the directory's name for debug info from PWD if that is right.
    command.current_dir(&recipe.directory).env("PWD", &recipe.directory);
    command.args(args).args(AS_WRITTEN).args(OUR_FLAGS).args(compiler.flavour.flags_for(recipe.target.as_deref()));
    command.args(["-MD", "-MT", "x", "-MF"]).arg(dependencies);
    command.arg("-o").arg(bitcode);
    // `--` would protect a name like `-x.c` from the driver, but not from the front end.
    match recipe.spelled.as_os_str().as_bytes().starts_with(b"-") {
        true => command.arg(Path::new(".").join(&recipe.spelled)),
        false => command.arg("--").arg(&recipe.spelled),
    };
    command
}

fn is_bitcode(path: &Path) -> bool {
    let mut magic = [0; 4];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut magic));
    read.is_ok() && MAGICS.contains(&magic)
}

/// Everything that is known before compiling and changes the result.
pub fn key(clang: &Clang, flavour: Flavour, recipe: &Recipe) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    let mut add = |bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
    };
    add(clang.identity.as_bytes());
    AS_WRITTEN
        .iter()
        .chain(OUR_FLAGS)
        .chain(flavour.flags_for(recipe.target.as_deref()))
        .for_each(|flag| add(flag.as_bytes()));
    add(b"args");
    recipe.args.iter().for_each(|arg| add(arg.as_bytes()));
    add(b"source");
    add(recipe.directory.as_os_str().as_bytes());
    add(recipe.source.as_os_str().as_bytes());
    add(recipe.spelled.as_os_str().as_bytes());
    for name in WANTED_VARIABLES {
        add(env::var_os(name).unwrap_or_default().as_bytes());
    }
    if recipe.args.iter().any(|arg| arg.as_bytes().ends_with(b"=native")) {
        add(this_processor().as_bytes());
    }
    hasher.finalize()
}

/// What `-march=native` looks at.
fn this_processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let first = text.split("\n\n").next().unwrap_or_default();
    let telling = |line: &&str| {
        ["vendor_id", "cpu family", "model", "flags", "Features", "CPU "].iter().any(|key| line.starts_with(key))
    };
    first.lines().filter(telling).collect::<Vec<_>>().join("\n")
}

/// Whether clang reads files that it does not list among the dependencies.
pub fn reads_unlisted_files(args: &[OsString]) -> bool {
    args.iter().any(|arg| UNLISTED_FILES.iter().any(|flag| arg.as_bytes().starts_with(flag.as_bytes())))
}
