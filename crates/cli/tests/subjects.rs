//! Real programs of several files (bzip2, zlib, Lua, SQLite), from the sources inside registry packages: the machine's
//! output is the native one, with arguments, standard input and files.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;
use support::*;

fn main() {
    let trials = vec![
        Trial::test("bzip2/compress", || bzip2(&["-9", "-v", "input"])),
        Trial::test("bzip2/decompress", || bzip2(&["-d", "-k", "-v", "sample1.bz2"])),
        Trial::test("bzip2/small_decompress", || bzip2(&["-d", "-s", "-c", "sample2.bz2"])),
        Trial::test("bzip2/test_all", || bzip2(&["-t", "-v", "sample1.bz2", "sample2.bz2", "missing.bz2"])),
        Trial::test("bzip2/help", || bzip2(&["--help"])),
        Trial::test("zlib/level1", || zlib("1")),
        Trial::test("zlib/level9", || zlib("9")),
        Trial::test("lua/script", lua),
        Trial::test("sqlite/queries", || sqlite(&[])),
        Trial::test("sqlite/file", || sqlite(&["test.db"])),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Where cargo keeps the sources of a package.
fn package(name: &str) -> Result<PathBuf, Failed> {
    let manifest = root().join("tests/subjects/Cargo.toml");
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let out = cargo.args(["metadata", "--format-version", "1", "--manifest-path"]).arg(&manifest).output()?;
    let json: serde_json::Value =
        serde_json::from_slice(&out.stdout).map_err(|e| format!("{e}: {}", String::from_utf8_lossy(&out.stderr)))?;
    let packages = json["packages"].as_array().ok_or("no packages")?;
    let p = packages.iter().find(|p| p["name"] == name).ok_or_else(|| format!("no package {name}"))?;
    let manifest = Path::new(p["manifest_path"].as_str().ok_or("no path")?);
    Ok(manifest.parent().ok_or("no folder")?.to_path_buf())
}

fn sources(folder: &Path, names: &[&str]) -> Vec<PathBuf> {
    names.iter().map(|n| folder.join(n)).collect()
}

/// Files the program finds in its folder, and what it left there afterwards.
struct Setting<'a> {
    files: Vec<(&'a str, Vec<u8>)>,
    args: Vec<String>,
    stdin: Vec<u8>,
    cflags: Vec<String>,
}

fn compare(sources: &[PathBuf], s: &Setting) -> Result<(), Failed> {
    let build = scratch();
    let exe = build.path().join(sources[0].file_stem().ok_or("a file name")?);
    let built = Command::new("clang-19")
        .args(["-O0", "-w"])
        .args(&s.cflags)
        .args(sources)
        .arg("-o")
        .arg(&exe)
        .arg("-lm")
        .output()?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned().into());
    }
    let run = |command: &mut Command| -> Result<_, Failed> {
        let folder = scratch();
        for (name, bytes) in &s.files {
            std::fs::write(folder.path().join(name), bytes)?;
        }
        let ended = execute(command, &s.stdin, folder.path(), LIMIT);
        let mut left = Vec::new();
        for f in files(folder.path(), |_| true) {
            left.push((name(folder.path(), &f), std::fs::read(&f)?));
        }
        Ok((ended, left))
    };
    let (native, native_files) = run(Command::new(&exe).args(&s.args))?;
    let mut c = Command::new(crescendo());
    c.arg("run").args(sources);
    for a in &s.args {
        c.arg("--arg").arg(a);
    }
    c.arg("--").arg("-w").args(&s.cflags);
    let (ours, our_files) = run(&mut c)?;
    let first = &sources[0];
    let same = native.status == ours.status
        && native.stdout == ours.stdout
        && without_program_name(&native.stderr, &exe) == without_program_name(&ours.stderr, first);
    if !same {
        return Err(format!("native: {native:?}\n\nmachine: {ours:?}").into());
    }
    let names = |f: &[(String, Vec<u8>)]| f.iter().map(|(n, b)| format!("{n} ({})", b.len())).collect::<Vec<_>>();
    if native_files != our_files {
        return Err(format!("files: native {:?}, machine {:?}", names(&native_files), names(&our_files)).into());
    }
    Ok(())
}

fn strings(list: &[&str]) -> Vec<String> {
    list.iter().map(|s| s.to_string()).collect()
}

fn bzip2(args: &[&str]) -> Result<(), Failed> {
    let folder = package("bzip2-sys")?.join("bzip2-1.0.8");
    let list =
        ["bzip2.c", "blocksort.c", "bzlib.c", "compress.c", "crctable.c", "decompress.c", "huffman.c", "randtable.c"];
    let read = |n: &str| std::fs::read(folder.join(n));
    let files =
        vec![("input", read("bzlib.c")?), ("sample1.bz2", read("sample1.bz2")?), ("sample2.bz2", read("sample2.bz2")?)];
    let cflags = strings(&["-D_FILE_OFFSET_BITS=64"]);
    compare(&sources(&folder, &list), &Setting { files, args: strings(args), stdin: Vec::new(), cflags })
}

fn zlib(level: &str) -> Result<(), Failed> {
    let folder = package("libz-sys")?.join("src/zlib");
    let list = ["adler32.c", "compress.c", "crc32.c", "deflate.c", "inffast.c", "inflate.c", "inftrees.c", "trees.c"];
    let mut all = vec![root().join("tests/subjects/zlib_main.c")];
    all.extend(sources(&folder, &list));
    all.push(folder.join("uncompr.c"));
    all.push(folder.join("zutil.c"));
    let stdin = std::fs::read(folder.join("trees.c"))?;
    let cflags = vec![format!("-I{}", folder.display()), "-DHAVE_UNISTD_H".into(), "-DHAVE_STDARG_H".into()];
    compare(&all, &Setting { files: Vec::new(), args: strings(&[level]), stdin, cflags })
}

fn lua() -> Result<(), Failed> {
    let folder = package("lua-src")?.join("lua-5.4.9");
    let mut all = vec![root().join("tests/subjects/lua_main.c")];
    all.extend(files(&folder, is_c));
    let script = std::fs::read(root().join("tests/subjects/script.lua"))?;
    let cflags = vec![format!("-I{}", folder.display())];
    let args = strings(&["script.lua", "first", "second"]);
    compare(&all, &Setting { files: vec![("script.lua", script)], args, stdin: Vec::new(), cflags })
}

fn sqlite(args: &[&str]) -> Result<(), Failed> {
    let folder = package("libsqlite3-sys")?.join("sqlite3");
    let all = vec![root().join("tests/subjects/sqlite_main.c"), folder.join("sqlite3.c")];
    let flags =
        ["-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION", "-DSQLITE_OMIT_WAL", "-DSQLITE_MAX_MMAP_SIZE=0"];
    let mut cflags = strings(&flags);
    cflags.push(format!("-I{}", folder.display()));
    let stdin = std::fs::read(root().join("tests/subjects/queries.sql"))?;
    compare(&all, &Setting { files: Vec::new(), args: strings(args), stdin, cflags })
}
