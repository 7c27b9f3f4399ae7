//! A throw-away project with its own cache, and what the tests ask of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use crescendo_project::{CacheDir, Clang, Event, Note, Project, ProjectError, Request, load};

/// A temporary folder: `project/` for the sources, `cache/` beside it.
pub struct Sandbox {
    pub root: PathBuf,
    cache: PathBuf,
    _folder: tempfile::TempDir,
}

impl Sandbox {
    pub fn new() -> Sandbox {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let top = folder.path().canonicalize().expect("it exists");
        let root = top.join("project");
        fs::create_dir(&root).expect("an empty folder");
        Sandbox { root, cache: top.join("cache"), _folder: folder }
    }

    /// A project with these files.
    pub fn with(files: &[(&str, &str)]) -> Sandbox {
        let sandbox = Sandbox::new();
        for (path, text) in files {
            sandbox.write(path, text);
        }
        sandbox
    }

    /// Writes a file; `$ROOT` in it becomes the project's folder.
    pub fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text.replace("$ROOT", self.root.to_str().expect("UTF-8"))).expect("a file");
        path
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    pub fn cache(&self) -> CacheDir {
        CacheDir::at(&self.cache)
    }

    /// A request in this project, with two jobs.
    pub fn request(&self) -> Request {
        Request {
            jobs: 2,
            working_directory: Some(self.root.clone()),
            clang: Some(clang()),
            ..Request::new(self.cache())
        }
    }

    /// A request for these inputs with these flags.
    pub fn inputs(&self, inputs: &[&str], cflags: &str) -> Request {
        Request {
            inputs: inputs.iter().map(PathBuf::from).collect(),
            cflags: cflags.split_whitespace().map(Into::into).collect(),
            ..self.request()
        }
    }

    /// A request for the database in this project.
    pub fn database(&self) -> Request {
        Request { database: Some(PathBuf::from("compile_commands.json")), ..self.request() }
    }
}

/// Clang 19, asked once.
pub fn clang() -> Clang {
    static CLANG: OnceLock<Clang> = OnceLock::new();
    CLANG.get_or_init(|| Clang::locate().unwrap_or_else(|error| panic!("{error}"))).clone()
}

/// Puts a shell script in clang's place. Another process writes it: a thread that forks while we have it open for
/// writing would make it "busy".
pub fn script(sandbox: &Sandbox, text: &str) -> PathBuf {
    let path = sandbox.path("clang");
    let write = "printf '#!/bin/sh\n%s\n' \"$1\" > \"$2\" && chmod +x \"$2\"";
    let status = Command::new("/bin/sh").args(["-c", write, "sh", text]).arg(&path).status();
    assert!(status.expect("a shell").success());
    path
}

/// A script that is clang 19 as long as only its version is asked for.
pub fn strange_clang(sandbox: &Sandbox, behaviour: &str) -> Clang {
    let text = format!("[ \"$1\" = --version ] && exec clang-19 --version\n{behaviour}\n");
    Clang::at(&script(sandbox, &text)).unwrap_or_else(|error| panic!("{error}"))
}

/// Loads; the kernel's coarse clock moves on first, so that files written just now may be cached.
pub fn try_load(request: &Request) -> Result<Project, ProjectError> {
    std::thread::sleep(Duration::from_millis(15));
    load(request, &mut |_: Event| ())
}

#[track_caller]
pub fn must_load(request: &Request) -> Project {
    match try_load(request) {
        Ok(project) => project,
        Err(error) => panic!("{error}"),
    }
}

/// Loads and insists that everything compiles.
#[track_caller]
pub fn must_compile(request: &Request) -> Project {
    let project = must_load(request);
    assert!(project.failures.is_empty(), "{:#?}", project.failures);
    project
}

#[track_caller]
pub fn must_fail(request: &Request) -> String {
    match try_load(request) {
        Ok(project) => panic!("it loads: {project:#?}"),
        Err(error) => error.to_string(),
    }
}

/// The units' file names.
pub fn names(project: &Project) -> Vec<String> {
    project.units.iter().map(|unit| name(&unit.source)).collect()
}

pub fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// All notes as sentences.
pub fn notes(project: &Project) -> String {
    project.notes.iter().map(Note::to_string).collect::<Vec<_>>().join("\n")
}

/// The bitcode as text.
pub fn disassemble(bitcode: &Path) -> String {
    let output = Command::new("/usr/lib/llvm-19/bin/llvm-dis")
        .args(["-o", "-"])
        .arg(bitcode)
        .output()
        .expect("llvm-dis runs; it comes with llvm-19-dev");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The value of the global `int` of this name in the only unit.
#[track_caller]
pub fn global(project: &Project, name: &str) -> i64 {
    assert_eq!(project.units.len(), 1, "{:#?}", project.failures);
    global_of(&project.units[0].bitcode, name)
}

#[track_caller]
pub fn global_of(bitcode: &Path, name: &str) -> i64 {
    let text = disassemble(bitcode);
    let start = format!("@{name} = ");
    let line = text.lines().find(|line| line.starts_with(&start)).unwrap_or_else(|| panic!("no {name} in\n{text}"));
    let after = line.split(" i32 ").nth(1).unwrap_or_else(|| panic!("no number in {line}"));
    after.split([',', ' ']).next().and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{line}"))
}
