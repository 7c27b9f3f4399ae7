//! AFL++'s folder of queues: what others find is read, what we find is written as one more fuzzer's queue.
//!
//! There an input is one stream of bytes: what a harness is called with, standard input, or the first file of the shape.

use crescendo_process::{Entry, Input, Shape};
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

/// What our queue is called.
const NAME: &str = "crescendo";
/// Bytes of an input that is taken in.
const LARGEST: u64 = 1 << 20;

pub struct Sync {
    folder: PathBuf,
    read: HashSet<PathBuf>,
    written: usize,
}

impl Sync {
    pub fn new(folder: &Path) -> io::Result<Sync> {
        let own = folder.join(NAME).join("queue");
        std::fs::create_dir_all(&own)?;
        let written = std::fs::read_dir(&own)?.count();
        Ok(Sync { folder: folder.to_path_buf(), read: HashSet::new(), written })
    }

    /// What others have found since the last look.
    pub fn take(&mut self, entry: Entry, shape: &Shape, like: &Input) -> Vec<Input> {
        let fuzzers = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let queues = fuzzers.filter(|f| f.file_name() != NAME).map(|f| f.path().join("queue"));
        let mut files: Vec<PathBuf> =
            queues.flat_map(|q| std::fs::read_dir(q).into_iter().flatten().flatten()).map(|e| e.path()).collect();
        files.sort();
        let mut new = Vec::new();
        for file in files {
            let small = file.metadata().is_ok_and(|m| m.is_file() && m.len() <= LARGEST);
            if small
                && !self.read.contains(&file)
                && let Ok(bytes) = std::fs::read(&file)
            {
                new.push(with_bytes(entry, shape, like, bytes));
                self.read.insert(file);
            }
        }
        new
    }

    pub fn give(&mut self, entry: Entry, shape: &Shape, input: &Input) -> io::Result<()> {
        let name = format!("id:{:06},src:000000,op:crescendo", self.written);
        let (part, whole) = (self.folder.join(NAME).join(".part"), self.folder.join(NAME).join("queue").join(name));
        std::fs::write(&part, bytes(entry, shape, input))?;
        std::fs::rename(part, whole)?;
        self.written += 1;
        Ok(())
    }
}

fn stream(shape: &Shape) -> Option<&String> {
    if shape.stdin.is_some() { None } else { shape.files.keys().next() }
}

fn with_bytes(entry: Entry, shape: &Shape, like: &Input, bytes: Vec<u8>) -> Input {
    let mut input = like.clone();
    match (entry, stream(shape)) {
        (Entry::Harness, _) => input.data = bytes,
        (_, Some(name)) => drop(input.files.insert(name.clone(), Some(bytes))),
        _ => input.stdin = bytes,
    }
    input
}

fn bytes<'a>(entry: Entry, shape: &Shape, input: &'a Input) -> &'a [u8] {
    match (entry, stream(shape)) {
        (Entry::Harness, _) => &input.data,
        (_, Some(name)) => input.files.get(name).and_then(Option::as_ref).map(Vec::as_slice).unwrap_or_default(),
        _ => &input.stdin,
    }
}
