//! `compile_commands.json` of somebody else's machine: paths are moved to where the sources are now, flags are let through by
//! an allow-list (`flags`).

mod flags;
mod moved;

pub use flags::{FlagFault, checked_flags};

use flags::Word;
use moved::Moved;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const NAME: &str = "compile_commands.json";

/// Bytes and entries of a database, at most.
const LARGEST: u64 = 64 << 20;
const MOST: usize = 100_000;

/// Folders below the first in which one is looked for.
const DEEPEST: usize = 3;

#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    #[error("{file} cannot be read: {source}")]
    Read { file: String, source: io::Error },
    #[error("{file} has {} MB, which is more than {}", size >> 20, LARGEST >> 20)]
    TooLarge { file: String, size: u64 },
    #[error("{file} is not a compile database: {source}")]
    Format { file: String, source: serde_json::Error },
    #[error("{file} has more than {MOST} entries")]
    TooMany { file: String },
    #[error("{file} has no entry")]
    Empty { file: String },
    #[error("entry {number} of {file}: {what}")]
    Entry { file: String, number: usize, what: &'static str },
    #[error(
        "none of the {count} files that {file} names is in the archive, such as {example}: pack the folder that holds the sources"
    )]
    NoSources { file: String, count: usize, example: String },
}

/// As people and build tools write it.
#[derive(Deserialize)]
struct Written {
    directory: String,
    file: String,
    #[serde(default)]
    command: Option<String>,
    #[serde(default)]
    arguments: Option<Vec<String>>,
}

/// A compile database that may be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Database {
    entries: Vec<Entry>,
    /// What was left out, and why: for the sender.
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    /// Relative to the project.
    directory: PathBuf,
    file: PathBuf,
    /// The compiler's name, and its flags.
    compiler: String,
    words: Vec<Word>,
}

#[derive(Serialize)]
struct Rewritten {
    directory: PathBuf,
    file: PathBuf,
    arguments: Vec<String>,
}

impl Database {
    /// The database of a project, if it has one: the one nearest to its root.
    pub fn read(root: &Path) -> Result<Option<Database>, DatabaseError> {
        let Some(path) = find(root) else { return Ok(None) };
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        let read = |source| DatabaseError::Read { file: name.clone(), source };
        let size = fs::metadata(&path).map_err(read)?.len();
        if size > LARGEST {
            return Err(DatabaseError::TooLarge { file: name, size });
        }
        let text = fs::read(&path).map_err(read)?;
        let written: Vec<Written> =
            serde_json::from_slice(&text).map_err(|source| DatabaseError::Format { file: name.clone(), source })?;
        match written.len() {
            0 => return Err(DatabaseError::Empty { file: name }),
            n if n > MOST => return Err(DatabaseError::TooMany { file: name }),
            _ => {}
        }
        let folder = path.parent().unwrap_or(root).strip_prefix(root).unwrap_or(Path::new("")).to_path_buf();
        Database::made_of(root, &folder, &written, name).map(Some)
    }

    /// `folder`: where the database is, relative to the project.
    fn made_of(root: &Path, folder: &Path, written: &[Written], name: String) -> Result<Database, DatabaseError> {
        let moved = Moved::new(root, folder, written.iter().map(|w| (w.directory.as_str(), w.file.as_str())));
        let (mut entries, mut absent) = (Vec::new(), Vec::new());
        let mut dropped: BTreeMap<String, usize> = BTreeMap::new();
        for (number, w) in written.iter().enumerate() {
            let wrong = |what| DatabaseError::Entry { file: name.clone(), number, what };
            let words = match (&w.arguments, &w.command) {
                (Some(words), _) => words.clone(),
                (None, Some(line)) => shlex::split(line).ok_or_else(|| wrong("its command has unclosed quotes"))?,
                (None, None) => return Err(wrong("it has neither `arguments` nor `command`")),
            };
            let directory = moved.directory(&w.directory);
            let file = moved.path(&directory, &w.file).filter(|f| root.join(f).is_file());
            let (Some(directory), Some(file)) = (directory, file) else {
                absent.push(w.file.clone());
                continue;
            };
            let (compiler, rest) = split(&words);
            let sorted = flags::sort(rest, &|path| moved.path(&Some(directory.clone()), path));
            sorted.dropped.into_iter().for_each(|flag| *dropped.entry(flag).or_default() += 1);
            entries.push(Entry { directory, file, compiler, words: sorted.words });
        }
        if entries.is_empty() {
            let example = absent[0].clone();
            return Err(DatabaseError::NoSources { file: name, count: absent.len(), example });
        }
        let mut notes: Vec<String> = Vec::new();
        if let Some(example) = absent.first() {
            let (n, of) = (absent.len(), written.len());
            notes.push(format!("{n} of the {of} files that {name} names are not in the archive, such as {example}"));
        }
        for (flag, files) in dropped.into_iter().take(50) {
            let where_ = if files == 1 { "one file".to_string() } else { format!("{files} files") };
            notes.push(format!("the flag {flag} is not allowed here and was left out of {where_}"));
        }
        Ok(Database { entries, notes })
    }

    pub fn files(&self) -> usize {
        self.entries.len()
    }

    /// Folders that compilers are started in: those that the archive does not have must be made.
    pub fn directories(&self) -> impl Iterator<Item = &Path> {
        self.entries.iter().map(|e| e.directory.as_path())
    }

    /// The database for a project that is seen at `root`.
    pub fn to_json(&self, root: &Path) -> Vec<u8> {
        let at = |path: &Path| if path.as_os_str().is_empty() { root.to_path_buf() } else { root.join(path) };
        let entry = |e: &Entry| {
            let file = at(&e.file);
            let mut arguments = vec![e.compiler.clone()];
            arguments.extend(e.words.iter().map(|w| match w {
                Word::Text(text) => text.clone(),
                Word::Path { before, path } => format!("{before}{}", at(path).display()),
            }));
            arguments.extend(["-c".to_string(), file.display().to_string()]);
            Rewritten { directory: at(&e.directory), file, arguments }
        };
        let all: Vec<Rewritten> = self.entries.iter().map(entry).collect();
        serde_json::to_vec(&all).expect("paths of a project are UTF-8")
    }
}

/// Programs that only start the compiler.
const LAUNCHERS: [&str; 4] = ["ccache", "distcc", "icecc", "sccache"];

/// The compiler's name, without its folder, and what it is told. The name says for which machine it compiles; it is never run.
fn split(words: &[String]) -> (String, &[String]) {
    let base = |w: &String| Path::new(w).file_name().unwrap_or(OsStr::new("")).to_string_lossy().into_owned();
    let mut rest = words;
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        let name = base(first);
        if LAUNCHERS.contains(&name.as_str()) {
            continue;
        }
        let plain = |c: char| c.is_ascii_alphanumeric() || "._+-".contains(c);
        let good = !name.is_empty() && name.len() < 80 && !name.starts_with('-') && name.chars().all(plain);
        return (if good { name } else { "cc".into() }, rest);
    }
    ("cc".into(), rest)
}

/// Nearest to the root, and among these the first by name.
fn find(root: &Path) -> Option<PathBuf> {
    let mut level = vec![root.to_path_buf()];
    for _ in 0..=DEEPEST {
        let mut next = Vec::new();
        for folder in &level {
            let candidate = folder.join(NAME);
            if candidate.is_file() {
                return Some(candidate);
            }
            let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
            let folders = entries.filter(|e| e.file_type().is_ok_and(|t| t.is_dir()));
            next.extend(folders.map(|e| e.path()));
        }
        next.sort();
        level = next;
    }
    None
}
