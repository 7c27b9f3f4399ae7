//! Packs what a build is made of: every source and header it reads, and how each source is compiled. A machine with the same
//! system headers then builds the same.

use crate::RemoteError;
use crescendo_project::{Limits, Project, Request, files_of};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What every machine has of its own.
const SYSTEM: [&str; 3] = ["/usr/include", "/usr/lib", "/usr/local/include"];

/// Where files go that do not lie beside the sources.
const OUTSIDE: &str = "outside";

const WITH_PATH: [&str; 6] = ["-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I"];

pub struct Bundle {
    /// A `.tar.gz`.
    pub archive: Vec<u8>,
    pub files: usize,
    pub units: usize,
}

/// `request` says which sources; `config` is a `crescendo.toml` to take along.
pub fn bundle(request: &Request, config: Option<&Path>) -> Result<Bundle, RemoteError> {
    let project = crescendo_project::load(request, &mut |_| {})?;
    if let Some(failure) = project.failures.first() {
        return Err(RemoteError::DoesNotCompile(failure.to_string()));
    }
    let layout = Layout { root: root(&project)? };
    let mut files: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    let mut entries = Vec::new();
    for unit in &project.units {
        let source = real(&unit.source)?;
        for file in files_of(&project.clang, unit, &Limits::default())
            .map_err(|e| RemoteError::DoesNotCompile(e.to_string()))?
        {
            let file = real(&file)?;
            if let Some(name) = layout.place(&file) {
                files.insert(name, file);
            }
        }
        let name = layout.place(&source).ok_or_else(|| RemoteError::SystemFile(source.clone()))?;
        files.insert(name.clone(), source);
        entries.push(entry(&name, &unit.anchored_args(), &layout));
    }
    let database = serde_json::to_vec_pretty(&Value::Array(entries))?;
    let mut tar = tar::Builder::new(flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default()));
    for (name, file) in &files {
        tar.append_path_with_name(file, name).map_err(|e| cannot_pack(file, e))?;
    }
    let list = Path::new("compile_commands.json");
    add(&mut tar, list, &database).map_err(|e| cannot_pack(list, e))?;
    if let Some(config) = config {
        let opened = File::open(config).and_then(|mut f| tar.append_file("crescendo.toml", &mut f));
        opened.map_err(|e| cannot_pack(config, e))?;
    }
    let archive = tar.into_inner().and_then(|z| z.finish()).map_err(|e| cannot_pack(&layout.root, e))?;
    Ok(Bundle { archive, files: files.len(), units: project.units.len() })
}

/// A name, as it can stand in an address.
pub fn encoded(name: &str) -> String {
    name.bytes().map(|b| format!("%{b:02X}")).collect()
}

/// A file's own name: the same file is packed once.
fn real(path: &Path) -> Result<PathBuf, RemoteError> {
    path.canonicalize().map_err(|why| cannot_pack(path, why))
}

fn cannot_pack(path: &Path, why: std::io::Error) -> RemoteError {
    RemoteError::Pack { path: path.to_path_buf(), why }
}

fn add(tar: &mut tar::Builder<impl Write>, name: &Path, content: &[u8]) -> std::io::Result<()> {
    let mut header = tar::Header::new_gnu();
    header.set_size(content.len() as u64);
    header.set_mode(0o644);
    tar.append_data(&mut header, name, content)
}

/// The folder that holds all sources.
fn root(project: &Project) -> Result<PathBuf, RemoteError> {
    let mut root: Option<PathBuf> = None;
    for unit in &project.units {
        let source = real(&unit.source)?;
        let folder = source.parent().unwrap_or(Path::new("/"));
        root = Some(match root {
            None => folder.to_path_buf(),
            Some(so_far) => {
                let shared = so_far.components().zip(folder.components()).take_while(|(a, b)| a == b);
                shared.map(|(a, _)| a).collect()
            }
        });
    }
    root.ok_or(RemoteError::NoSource)
}

struct Layout {
    root: PathBuf,
}

impl Layout {
    /// A file's or folder's name in the archive; `None`: it is the system's.
    fn place(&self, path: &Path) -> Option<PathBuf> {
        if let Ok(inside) = path.strip_prefix(&self.root) {
            return Some(if inside.as_os_str().is_empty() { ".".into() } else { inside.to_path_buf() });
        }
        if SYSTEM.iter().any(|s| path.starts_with(s)) {
            return None;
        }
        Some(Path::new(OUTSIDE).join(path.strip_prefix("/").unwrap_or(path)))
    }

    fn moved(&self, path: &str) -> String {
        let Ok(real) = Path::new(path).canonicalize() else { return path.to_string() };
        match Path::new(path).is_absolute() {
            true => self.place(&real).map_or_else(|| path.to_string(), |p| p.display().to_string()),
            false => path.to_string(),
        }
    }
}

fn entry(name: &Path, flags: &[OsString], layout: &Layout) -> Value {
    let mut arguments = vec!["clang".to_string()];
    let mut is_path = false;
    for flag in flags {
        let flag = flag.to_string_lossy();
        if std::mem::take(&mut is_path) {
            arguments.push(layout.moved(&flag));
            continue;
        }
        match WITH_PATH.iter().find_map(|p| Some((p, flag.strip_prefix(p)?))) {
            Some((_, "")) => {
                is_path = true;
                arguments.push(flag.into_owned());
            }
            Some((prefix, path)) => arguments.push(format!("{prefix}{}", layout.moved(path))),
            None => arguments.push(flag.into_owned()),
        }
    }
    arguments.extend(["-c".to_string(), name.display().to_string()]);
    json!({"directory": ".", "file": name, "arguments": arguments})
}
