//! Reads `compile_commands.json`. The JSON itself must parse; an entry that makes no sense becomes a failure and the
//! others go on. Every complaint has file, line, column and the entry's number (from 0).
//!
//! Build tools write paths as they are, so the file may hold bytes that are not UTF-8: they pass through unharmed.

use std::cell::Cell;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::error::ProjectError;
use crate::path::absolute;
use crate::unit::{CompileFailure, FailureKind};

const NAME: &str = "compile_commands.json";

/// Folders below a project that builds put their database in, in this order.
const BUILD_FOLDERS: &[&str] = &["build", "builddir", "_build", "out", "cmake-build-debug", "cmake-build-release"];

/// One command of the build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where it runs, absolute.
    pub directory: PathBuf,
    /// The source, as written.
    pub file: PathBuf,
    /// The whole command line.
    pub command: Vec<OsString>,
    /// What it makes, as written.
    pub output: Option<PathBuf>,
}

/// The database in a folder or its build folder, if there is one.
pub fn look_in(folder: &Path) -> Option<PathBuf> {
    std::iter::once(folder.join(NAME))
        .chain(BUILD_FOLDERS.iter().map(|build| folder.join(build).join(NAME)))
        .find(|path| path.is_file())
}

/// What `-p` names: the file, or the one in the folder.
pub fn find(path: &Path) -> Result<PathBuf, ProjectError> {
    match fs::metadata(path) {
        Err(reason) => Err(ProjectError::DatabaseUnreadable { path: path.to_owned(), reason }),
        Ok(metadata) if metadata.is_dir() => {
            look_in(path).ok_or_else(|| ProjectError::NoDatabase { folder: path.to_owned() })
        }
        Ok(metadata) if metadata.is_file() => Ok(path.to_owned()),
        Ok(_) => Err(ProjectError::DatabaseNotAFile { path: path.to_owned() }),
    }
}

/// All entries, in order.
pub fn read(path: &Path) -> Result<Vec<Result<Entry, CompileFailure>>, ProjectError> {
    let bytes = fs::read(path).map_err(|reason| ProjectError::DatabaseUnreadable { path: path.to_owned(), reason })?;
    let text = Text::of(bytes);
    let elements = elements(text.body()).map_err(|(error, entry)| ProjectError::DatabaseSyntax {
        path: path.to_owned(),
        line: error.line().max(1),
        column: error.column().max(1),
        entry,
        reason: message(&error),
    })?;
    let folder = path.parent().unwrap_or(Path::new("/"));
    let read_one = |(index, raw): (usize, &&RawValue)| {
        entry(raw, &text, folder).map_err(|fault| {
            let (line, column) = text.position(raw, fault.line, fault.column);
            CompileFailure {
                source: fault.file.map_or_else(|| path.to_owned(), |file| absolute(folder, &file)),
                kind: FailureKind::BadEntry,
                diagnostics: format!("{}:{line}:{column}: entry {index}: {}", path.display(), fault.reason),
            }
        })
    };
    Ok(elements.iter().enumerate().map(read_one).collect())
}

/// The array's elements, unparsed; on an error also the number of the element it is in.
fn elements(text: &str) -> Result<Vec<&RawValue>, (serde_json::Error, Option<usize>)> {
    struct Elements<'c>(&'c Cell<Option<usize>>);
    impl<'de> Visitor<'de> for Elements<'_> {
        type Value = Vec<&'de RawValue>;
        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an array of entries `[{\"directory\": .., \"file\": .., \"arguments\": [..]}, ..]`")
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
            let mut out = Vec::new();
            self.0.set(Some(0));
            while let Some(element) = elements.next_element()? {
                out.push(element);
                self.0.set(Some(out.len()));
            }
            Ok(out)
        }
    }
    let at = Cell::new(None);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let out = deserializer.deserialize_seq(Elements(&at)).map_err(|error| (error, at.get()))?;
    deserializer.end().map_err(|error| (error, None))?;
    Ok(out)
}

#[derive(Deserialize)]
#[serde(expecting = "an object `{\"directory\": .., \"file\": .., \"arguments\": [..]}`")]
struct RawEntry {
    directory: Option<String>,
    file: Option<String>,
    arguments: Option<Vec<String>>,
    command: Option<String>,
    output: Option<String>,
}

/// What is wrong with an entry; the position is within the entry, from 1.
struct Fault {
    line: usize,
    column: usize,
    file: Option<PathBuf>,
    reason: String,
}

fn entry(raw: &RawValue, text: &Text, folder: &Path) -> Result<Entry, Fault> {
    let entry: RawEntry = serde_json::from_str(raw.get()).map_err(|error| Fault {
        line: error.line().max(1),
        column: error.column().max(1),
        file: None,
        reason: message(&error),
    })?;
    let fault = |file: Option<&Path>, reason: &str| Fault {
        line: 1,
        column: 1,
        file: file.map(Path::to_owned),
        reason: reason.to_owned(),
    };
    let file = match entry.file {
        Some(file) if !file.is_empty() => PathBuf::from(text.bytes(&file)),
        _ => return Err(fault(None, "`file` is missing or empty")),
    };
    // The format demands `directory`; without one, the database's folder is the only sensible reading.
    let directory = absolute(folder, Path::new(&text.bytes(&entry.directory.unwrap_or_default())));
    let command: Vec<OsString> = match (entry.arguments, entry.command) {
        (Some(arguments), _) if !arguments.is_empty() => arguments.iter().map(|word| text.bytes(word)).collect(),
        (_, Some(command)) => match shlex::split(&command) {
            Some(words) if !words.is_empty() => words.iter().map(|word| text.bytes(word)).collect(),
            Some(_) => return Err(fault(Some(&file), "`command` is empty")),
            None => {
                return Err(fault(Some(&file), "`command` has an open quote or ends in a backslash"));
            }
        },
        _ => {
            return Err(fault(Some(&file), "it has neither `arguments` nor `command`"));
        }
    };
    let output = entry.output.filter(|output| !output.is_empty()).map(|output| PathBuf::from(text.bytes(&output)));
    Ok(Entry { directory, file, command, output })
}

/// serde's message without its own "at line 1 column 2": ours has the position in the file.
fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message).to_owned()
}

/// The database as text. Bytes that are not UTF-8 stand as private-use characters, only if there are any.
struct Text {
    text: String,
    has_stand_ins: bool,
}

/// Where the stand-ins for single bytes begin.
const STAND_INS: u32 = 0xF700;

impl Text {
    fn of(bytes: Vec<u8>) -> Text {
        match String::from_utf8(bytes) {
            Ok(text) => Text { text, has_stand_ins: false },
            Err(error) => {
                let mut text = String::new();
                for chunk in error.as_bytes().utf8_chunks() {
                    text.push_str(chunk.valid());
                    text.extend(chunk.invalid().iter().filter_map(|byte| char::from_u32(STAND_INS + u32::from(*byte))));
                }
                Text { text, has_stand_ins: true }
            }
        }
    }

    /// The text without a byte-order mark.
    fn body(&self) -> &str {
        self.text.strip_prefix('\u{feff}').unwrap_or(&self.text)
    }

    /// A string of the database as the bytes that were in the file.
    fn bytes(&self, text: &str) -> OsString {
        if !self.has_stand_ins {
            return text.into();
        }
        let mut out = Vec::with_capacity(text.len());
        for c in text.chars() {
            match u8::try_from(u32::from(c).wrapping_sub(STAND_INS)) {
                Ok(byte) => out.push(byte),
                Err(_) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        OsString::from_vec(out)
    }

    /// Line and column in the file of a place in an element.
    fn position(&self, raw: &RawValue, line: usize, column: usize) -> (usize, usize) {
        let offset = (raw.get().as_ptr() as usize).saturating_sub(self.body().as_ptr() as usize);
        let before = &self.body()[..offset];
        let first_line = before.matches('\n').count() + 1;
        let first_column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
        (first_line + line - 1, if line == 1 { first_column + column - 1 } else { column })
    }
}
