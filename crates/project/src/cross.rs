//! What a cross gcc knows by its name, and clang must be told: the target, the size of enums, where its C library is.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::driver::base_name;

/// How the names of processors begin, in target triples.
#[rustfmt::skip] // a table of words
const ARCHITECTURES: &[&str] = &[
    "aarch64", "amdgcn", "arc", "arm", "avr", "bpf", "csky", "hexagon", "i386", "i486", "i586", "i686", "lanai",
    "loongarch", "m68k", "microblaze", "mips", "msp430", "nios2", "or1k", "powerpc", "ppc", "riscv", "rx", "s390",
    "sh", "sparc", "thumb", "tricore", "v850", "wasm", "x86_64", "xtensa",
];

/// What the names of compilers end with.
#[rustfmt::skip] // a table of words
const COMPILERS: &[&str] = &["gcc", "cc", "clang", "c99", "c89", "c11", "tcc"];

/// What the compiler's name tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cross {
    /// The target triple, as gcc spells it.
    pub target: String,
    /// What clang must be told; before the user's flags, which may say otherwise.
    pub flags: Vec<OsString>,
}

/// Looks at a compiler's name; `None` for a compiler of this machine. A relative path
/// to it starts at `directory`; `host` is clang's own triple.
pub fn of(compiler: &OsStr, directory: &Path, host: &str) -> Option<Cross> {
    let name = base_name(compiler);
    let (target, kind) = name.rsplit_once('-')?;
    let architecture = target.split('-').next().unwrap_or_default();
    let is_known = ARCHITECTURES.iter().any(|known| architecture.starts_with(known));
    if !COMPILERS.contains(&kind) || !is_known || is_same(target, host) {
        return None;
    }
    let mut flags = vec![OsString::from(format!("--target={target}"))];
    let is_bare_metal = !["linux", "mingw", "bsd", "darwin", "cygwin"].iter().any(|os| target.contains(os));
    if is_bare_metal && kind != "clang" {
        if architecture.starts_with("arm") {
            // gcc follows the ABI's "smallest type" rule for enums here; clang does not by itself.
            flags.push("-fshort-enums".into());
        }
        for folder in library_headers(compiler, directory, target) {
            flags.extend(["-isystem".into(), folder.into_os_string()]);
        }
    }
    Some(Cross { target: target.to_owned(), flags })
}

/// Whether two triples say the same but for the vendor: `x86_64-linux-gnu` and `x86_64-pc-linux-gnu`.
fn is_same(target: &str, host: &str) -> bool {
    let without_vendor = |triple: &str| -> Vec<String> {
        let parts: Vec<&str> = triple.split('-').collect();
        let vendor = if parts.len() == 4 { Some(1) } else { None };
        parts.iter().enumerate().filter(|(at, _)| Some(*at) != vendor).map(|(_, part)| (*part).to_owned()).collect()
    };
    without_vendor(target) == without_vendor(host)
}

/// The C library headers that come with a bare-metal gcc, where ARM's and Debian's packages have them.
fn library_headers(compiler: &OsStr, directory: &Path, target: &str) -> Vec<PathBuf> {
    let Some(program) = find_program(compiler, directory) else {
        return Vec::new();
    };
    let program = program.canonicalize().unwrap_or(program);
    let Some(prefix) = program.parent().and_then(Path::parent) else {
        return Vec::new();
    };
    [prefix.join(target).join("include"), prefix.join("lib").join(target).join("include")]
        .into_iter()
        .filter(|folder| folder.is_dir())
        .collect()
}

fn find_program(name: &OsStr, directory: &Path) -> Option<PathBuf> {
    if Path::new(name).components().count() > 1 {
        return Some(directory.join(name)).filter(|path| path.is_file());
    }
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(name)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_targets() {
        for (compiler, target) in [
            ("arm-none-eabi-gcc", Some("arm-none-eabi")),
            ("/opt/x/bin/powerpc-linux-gnu-gcc-12", Some("powerpc-linux-gnu")),
            ("riscv64-unknown-elf-gcc-13.2.0", Some("riscv64-unknown-elf")),
            ("avr-gcc", Some("avr")),
            ("aarch64-linux-gnu-clang", Some("aarch64-linux-gnu")),
            ("mipsel-linux-gnu-cc", Some("mipsel-linux-gnu")),
            ("x86_64-linux-gnu-gcc-12", None),
            ("x86_64-pc-linux-gnu-gcc", None),
            ("i686-linux-gnu-gcc", Some("i686-linux-gnu")),
            ("gcc-12", None),
            ("clang-19", None),
            ("my-gcc", None),
            ("cc", None),
        ] {
            let cross = of(OsStr::new(compiler), Path::new("/"), "x86_64-pc-linux-gnu");
            assert_eq!(cross.as_ref().map(|cross| cross.target.as_str()), target, "{compiler}");
        }
    }

    #[test]
    fn bare_metal_arm_has_short_enums() {
        let flags = |compiler: &str| {
            of(OsStr::new(compiler), Path::new("/"), "x86_64-pc-linux-gnu").expect("a cross compiler").flags
        };
        assert!(flags("arm-none-eabi-gcc").contains(&"-fshort-enums".into()));
        assert!(!flags("arm-linux-gnueabihf-gcc").contains(&"-fshort-enums".into()));
        assert!(!flags("arm-none-eabi-clang").contains(&"-fshort-enums".into()));
    }
}
