//! Native programs from the bitcode and the sources of a project.

use crescendo_process::Entry;
use crescendo_program::Program;
use crescendo_program::native::Places;
use crescendo_project::{End, Limits, Stream, run_process};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const TARGET_C: &str = include_str!("../runtime/target.c");
const ENTER_MAIN_C: &str = include_str!("../runtime/enter_main.c");
const ENTER_HARNESS_C: &str = include_str!("../runtime/enter_harness.c");
const HARNESS_MAIN_C: &str = include_str!("../runtime/harness_main.c");
const NONDET_C: &str = include_str!("../runtime/nondet.c");
const NONDET_FILE_C: &str = include_str!("../runtime/nondet_file.c");

/// What `crashes/` is judged by. A call by a pointer of another type is clang's own complaint: gcc has none, and old programs live by it.
pub const SANITIZE: &[&str] = &[
    "-g",
    "-fsanitize=address,undefined",
    "-fno-sanitize=function",
    "-fno-sanitize-recover=all",
    "-fno-omit-frame-pointer",
];
/// Counts go to the file at once: a run that aborts has told what it reached.
const COVERAGE: &[&str] =
    &["-g", "-fprofile-instr-generate", "-fcoverage-mapping", "-mllvm", "-runtime-counter-relocation"];
/// A user's warnings are not ours to stop at; nor is what a sanitizer makes of an old program's style.
const LATER: &[&str] =
    &["-w", "-Wno-error", "-Wno-implicit-function-declaration", "-Wno-implicit-int", "-Wno-int-conversion"];

/// A file of the program, as the project compiles it.
#[derive(Clone, Debug)]
pub struct Source {
    pub bitcode: PathBuf,
    pub file: String,
    pub directory: String,
    pub arguments: Vec<String>,
}

pub struct Build<'a> {
    pub program: &'a Program,
    pub sources: &'a [Source],
    pub clang: &'a Path,
    pub entry: Entry,
    /// Where paths of the program are seen from.
    pub directory: &'a Path,
    /// Libraries and flags for the linker.
    pub link: &'a [String],
    /// Where to build.
    pub folder: &'a Path,
}

#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    #[error("cannot write to {path}: {reason}")]
    Folder { path: PathBuf, reason: std::io::Error },
    #[error("the program cannot be built {what}: {said}")]
    Failed { what: &'static str, said: String },
}

impl Build<'_> {
    /// Counts the machine's goals and the edges of its code, and is run by `target`.
    pub fn fast(&self) -> Result<PathBuf, BuildError> {
        const WHAT: &str = "to count what inputs reach";
        let to = self.sub("fast")?;
        let here = self.directory;
        let resolve = |path: &Path| here.join(path).canonicalize().unwrap_or_else(|_| here.join(path));
        let places = Places::new(self.program, &resolve);
        let mut objects = Vec::new();
        for (i, source) in self.sources.iter().enumerate() {
            let folder = PathBuf::from(&source.directory);
            let from = |path: &Path| folder.join(path).canonicalize().unwrap_or_else(|_| folder.join(path));
            let failed = |said: String| BuildError::Failed { what: WHAT, said };
            let bitcode =
                std::fs::read(&source.bitcode).map_err(|e| failed(format!("{}: {e}", source.bitcode.display())))?;
            let counting = places.count(&bitcode, &source.file, i, &from).map_err(|e| failed(e.to_string()))?;
            let (bc, object) = (to.join(format!("{i}.bc")), to.join(format!("{i}.o")));
            write(&bc, &counting.bitcode)?;
            let mut clang = Command::new(self.clang);
            clang
                .args(["-x", "ir", "-O1", "-c", "-w", "-fsanitize-coverage=trace-pc-guard"])
                .arg(&bc)
                .arg("-o")
                .arg(&object);
            clang.args(target_flags(&source.arguments));
            execute(clang, WHAT)?;
            if self.entry == Entry::Main {
                let mut rename = Command::new("objcopy");
                rename.args(["--redefine-sym", "main=crescendo_main"]).arg(&object);
                execute(rename, WHAT)?;
            }
            objects.push(object);
        }
        let flags: Vec<String> = self.sources.first().map(|s| target_flags(&s.arguments)).unwrap_or_default();
        let enter = if self.entry == Entry::Main { ENTER_MAIN_C } else { ENTER_HARNESS_C };
        for (name, text) in [("target.c", TARGET_C), ("enter.c", enter), ("nondet.c", NONDET_C)] {
            objects.push(self.compile_own(&to, name, text, &flags, WHAT)?);
        }
        self.link(&to, &objects, &[], &flags, WHAT)
    }

    /// The program as its project builds it, with sanitizers.
    pub fn checked(&self) -> Result<PathBuf, BuildError> {
        self.build_sources("checked", SANITIZE, "with sanitizers")
    }

    /// The same for llvm-cov.
    pub fn measured(&self) -> Result<PathBuf, BuildError> {
        self.build_sources("measured", COVERAGE, "for llvm-cov")
    }

    fn build_sources(&self, name: &str, flags: &[&str], what: &'static str) -> Result<PathBuf, BuildError> {
        let to = self.sub(name)?;
        let mut objects = Vec::new();
        for (i, source) in self.sources.iter().enumerate() {
            let object = to.join(format!("{i}.o"));
            let mut clang = Command::new(self.clang);
            clang.current_dir(&source.directory).args(&source.arguments).args(flags).args(LATER);
            clang.arg("-c").arg(&source.file).arg("-o").arg(&object);
            execute(clang, what)?;
            objects.push(object);
        }
        let target: Vec<String> = self.sources.first().map(|s| target_flags(&s.arguments)).unwrap_or_default();
        if self.entry == Entry::Harness {
            objects.push(self.compile_own(&to, "harness_main.c", HARNESS_MAIN_C, &target, what)?);
        }
        objects.push(self.compile_own(&to, "nondet.c", NONDET_C, &target, what)?);
        objects.push(self.compile_own(&to, "nondet_file.c", NONDET_FILE_C, &target, what)?);
        self.link(&to, &objects, flags, &target, what)
    }

    fn sub(&self, name: &str) -> Result<PathBuf, BuildError> {
        let path = self.folder.join(name);
        std::fs::create_dir_all(&path).map_err(|reason| BuildError::Folder { path: path.clone(), reason })?;
        Ok(path)
    }

    fn compile_own(
        &self,
        to: &Path,
        name: &str,
        text: &str,
        flags: &[String],
        what: &'static str,
    ) -> Result<PathBuf, BuildError> {
        let (source, object) = (to.join(name), to.join(name).with_extension("own.o"));
        write(&source, text.as_bytes())?;
        let mut clang = Command::new(self.clang);
        clang.args(["-O2", "-c", "-w"]).args(flags).arg(&source).arg("-o").arg(&object);
        execute(clang, what)?;
        Ok(object)
    }

    fn link(
        &self,
        to: &Path,
        objects: &[PathBuf],
        flags: &[&str],
        target: &[String],
        what: &'static str,
    ) -> Result<PathBuf, BuildError> {
        let exe = to.join("program");
        let mut clang = Command::new(self.clang);
        clang.args(flags).args(target).args(objects).args(self.link);
        // As for the machine, the first of two definitions counts.
        clang.args(["-Wl,-z,muldefs", "-lm", "-lpthread", "-o"]).arg(&exe);
        execute(clang, what)?;
        Ok(exe)
    }
}

/// What of a file's flags says for which machine it is.
fn target_flags(arguments: &[String]) -> Vec<String> {
    let ours = |a: &&String| a.starts_with("-m") && !a.starts_with("-mllvm") || a.starts_with("--target");
    arguments.iter().filter(ours).cloned().collect()
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    std::fs::write(path, bytes).map_err(|reason| BuildError::Folder { path: path.to_path_buf(), reason })
}

fn execute(command: Command, what: &'static str) -> Result<(), BuildError> {
    let limits = Limits { wall: Duration::from_secs(300), ..Limits::default() };
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |said: String| BuildError::Failed { what, said };
    let run = run_process(command, Stream::Err, 1 << 16, &limits).map_err(|e| failed(format!("{name}: {e}")))?;
    if run.end == End::Exited(0) {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&run.said).into_owned();
    let telling = |l: &&str| l.contains("error") || l.contains("undefined reference");
    let lines: Vec<&str> = said.lines().filter(telling).take(5).collect();
    Err(failed(if lines.is_empty() { format!("{name} failed\n{said}") } else { lines.join("\n") }))
}
