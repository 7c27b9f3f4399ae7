//! What a program sees of the outside in the machine: one folder of its own, in memory, with the files of the input.
//!
//! What it writes it can read again; nothing stays for the next run. Time stands still but for a second at each look.

use crate::input::Input;
use crate::names;
use crate::shape::Shape;
use crescendo_vm::world::{
    DirectoryEntry, EACCES, EBADF, EEXIST, EINVAL, EISDIR, ENOENT, ENOTDIR, ESPIPE, FileStatus, Handle, OpenMode, Time,
    Whence, World, WorldResult,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The working folder.
const HERE: &[u8] = b"/work";
/// What standard input is called; nobody else can open it by that name.
const STDIN: &[u8] = b"/dev/stdin";
/// Bytes of output that are kept.
const KEPT: usize = 1 << 16;
/// Bytes of one file: positions may be anywhere, memory is not.
const LARGEST: u64 = 256 << 20;

const REGULAR: u32 = 0o100_644;
const FOLDER: u32 = 0o040_755;
const PIPE: u32 = 0o010_600;

type Contents = Rc<RefCell<Vec<u8>>>;

/// The folder of a process. Clones share it: one is the machine's, the other its owner's.
#[derive(Clone, Default)]
pub struct Folder(Rc<RefCell<State>>);

#[derive(Default)]
struct State {
    files: BTreeMap<Vec<u8>, Contents>,
    folders: BTreeSet<Vec<u8>>,
    open: BTreeMap<Handle, Open>,
    here: Vec<u8>,
    output: Vec<u8>,
    /// Files that are inputs: what they are called.
    inputs: BTreeMap<Vec<u8>, String>,
    optional: BTreeMap<Vec<u8>, String>,
    env: Vec<Vec<u8>>,
    /// Names that were to be read and are not there, and variables of the environment that were asked for.
    asked_files: BTreeSet<Vec<u8>>,
    asked_env: BTreeSet<Vec<u8>>,
    seconds: i64,
}

#[derive(Clone)]
struct Open {
    path: Vec<u8>,
    what: What,
    at: Rc<RefCell<u64>>,
    mode: OpenMode,
}

#[derive(Clone)]
enum What {
    Output,
    File(Contents),
    Nothing,
}

impl Folder {
    /// As a run begins on an input. The shape says which files are inputs.
    pub fn reset(&self, input: &Input, shape: &Shape) {
        let mut s = self.0.borrow_mut();
        let asked = (std::mem::take(&mut s.asked_files), std::mem::take(&mut s.asked_env));
        *s = State { here: HERE.to_vec(), ..State::default() };
        (s.asked_files, s.asked_env) = asked;
        s.folders.extend([b"/".to_vec(), HERE.to_vec(), b"/tmp".to_vec(), b"/dev".to_vec()]);
        for name in shape.files.keys() {
            let path = absolute(HERE, name.as_bytes());
            let contents = match input.files.get(name) {
                Some(None) => Vec::new(),
                Some(Some(bytes)) => bytes.clone(),
                None => Vec::new(),
            };
            let mut parent = path.as_slice();
            while let Some(at) = parent.iter().rposition(|b| *b == b'/').filter(|at| *at > 0) {
                parent = &parent[..at];
                s.folders.insert(parent.to_vec());
            }
            s.files.insert(path.clone(), Rc::new(RefCell::new(contents)));
            s.inputs.insert(path.clone(), names::file(name));
            if shape.optional.contains(name) {
                s.optional.insert(path, names::file(name));
            }
        }
        // Any byte of a variable's room may be its end.
        let variable = |(name, most): (&String, &usize)| {
            let mut value = input.env.get(name).cloned().unwrap_or_default();
            value.resize(*most, 0);
            [name.as_bytes(), b"=", &value].concat()
        };
        s.env = shape.env.iter().map(variable).collect();
        let standard = |path: &[u8], what, read| Open {
            path: path.to_vec(),
            what,
            at: Rc::default(),
            mode: OpenMode { read, write: !read, ..OpenMode::default() },
        };
        // Natively it is a file as well: `program < stdin`.
        let stdin = What::File(Rc::new(RefCell::new(input.stdin.clone())));
        s.open.insert(0, standard(STDIN, stdin, true));
        s.open.insert(1, standard(b"", What::Output, false));
        s.open.insert(2, standard(b"", What::Output, false));
    }

    /// What the program has written to its standard streams.
    pub fn output(&self) -> Vec<u8> {
        self.0.borrow().output.clone()
    }

    /// Names of files that were to be read and were never there, over all runs.
    pub fn asked_files(&self) -> Vec<String> {
        let s = self.0.borrow();
        let name = |p: &Vec<u8>| {
            let own = p.strip_prefix(HERE).and_then(|p| p.strip_prefix(b"/"))?;
            String::from_utf8(own.to_vec()).ok().filter(|n| !n.is_empty() && !n.contains('\0'))
        };
        s.asked_files.iter().filter_map(name).collect()
    }

    /// Variables of the environment that were looked for, over all runs.
    pub fn asked_env(&self) -> Vec<String> {
        self.0.borrow().asked_env.iter().filter_map(|n| String::from_utf8(n.clone()).ok()).collect()
    }
}

/// A path without `.`, `..` and doubled slashes.
fn absolute(here: &[u8], path: &[u8]) -> Vec<u8> {
    let mut parts: Vec<&[u8]> = Vec::new();
    let start: &[u8] = if path.first() == Some(&b'/') { b"" } else { here };
    for part in start.split(|b| *b == b'/').chain(path.split(|b| *b == b'/')) {
        match part {
            b"" | b"." => {}
            b".." => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    let mut all = Vec::new();
    for part in parts {
        all.push(b'/');
        all.extend_from_slice(part);
    }
    if all.is_empty() { b"/".to_vec() } else { all }
}

fn parent(path: &[u8]) -> &[u8] {
    match path.iter().rposition(|b| *b == b'/') {
        Some(0) | None => b"/",
        Some(at) => &path[..at],
    }
}

impl State {
    fn path(&self, path: &[u8]) -> WorldResult<Vec<u8>> {
        match path {
            [] => Err(ENOENT),
            path => Ok(absolute(&self.here, path)),
        }
    }

    fn handle(&self, h: Handle) -> WorldResult<&Open> {
        self.open.get(&h).ok_or(EBADF)
    }

    fn free(&self, least: Handle) -> Handle {
        (least..).find(|h| !self.open.contains_key(h)).expect("there are few")
    }

    fn status(&self, path: &[u8]) -> WorldResult<FileStatus> {
        if let Some(contents) = self.files.get(path) {
            return Ok(self.about(path, REGULAR, contents.borrow().len() as u64));
        }
        match self.folders.contains(path) {
            true => Ok(self.about(path, FOLDER, 4096)),
            false => Err(ENOENT),
        }
    }

    fn about(&self, path: &[u8], mode: u32, size: u64) -> FileStatus {
        let number = path.iter().fold(7u64, |n, b| n.wrapping_mul(31).wrapping_add(*b as u64)) >> 8;
        FileStatus {
            mode,
            size,
            device: 1,
            inode: number,
            links: 1,
            user: 1000,
            group: 1000,
            block_size: 4096,
            blocks: size.div_ceil(512),
            ..FileStatus::default()
        }
    }
}

impl Open {
    fn read_at(&self, at: u64, buffer: &mut [u8]) -> WorldResult<usize> {
        let What::File(contents) = &self.what else {
            return if matches!(self.what, What::Nothing) { Ok(0) } else { Err(EBADF) };
        };
        if !self.mode.read {
            return Err(EBADF);
        }
        let contents = contents.borrow();
        let rest = contents.get(at.min(contents.len() as u64) as usize..).unwrap_or_default();
        let n = rest.len().min(buffer.len());
        buffer[..n].copy_from_slice(&rest[..n]);
        Ok(n)
    }

    fn write_at(&self, at: u64, bytes: &[u8]) -> WorldResult<usize> {
        if !self.mode.write {
            return Err(EBADF);
        }
        if let What::File(contents) = &self.what {
            let end = at.saturating_add(bytes.len() as u64);
            if end > LARGEST {
                return Err(crescendo_vm::world::ENOSPC);
            }
            let mut contents = contents.borrow_mut();
            if (contents.len() as u64) < end {
                contents.resize(end as usize, 0);
            }
            contents[at as usize..end as usize].copy_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn length(&self) -> u64 {
        match &self.what {
            What::File(contents) => contents.borrow().len() as u64,
            _ => 0,
        }
    }
}

impl World for Folder {
    fn read(&mut self, h: Handle, buffer: &mut [u8]) -> WorldResult<usize> {
        let s = self.0.borrow();
        let open = s.handle(h)?;
        let n = open.read_at(*open.at.borrow(), buffer)?;
        *open.at.borrow_mut() += n as u64;
        Ok(n)
    }

    fn write(&mut self, h: Handle, bytes: &[u8]) -> WorldResult<usize> {
        let mut s = self.0.borrow_mut();
        let open = s.handle(h)?.clone();
        if matches!(open.what, What::Output) {
            let room = KEPT.saturating_sub(s.output.len()).min(bytes.len());
            s.output.extend_from_slice(&bytes[..room]);
            return Ok(bytes.len());
        }
        let at = if open.mode.append { open.length() } else { *open.at.borrow() };
        let n = open.write_at(at, bytes)?;
        *open.at.borrow_mut() = at + n as u64;
        Ok(n)
    }

    fn read_at(&mut self, h: Handle, buffer: &mut [u8], offset: u64) -> WorldResult<usize> {
        self.0.borrow().handle(h)?.read_at(offset, buffer)
    }

    fn write_at(&mut self, h: Handle, bytes: &[u8], offset: u64) -> WorldResult<usize> {
        let s = self.0.borrow();
        s.handle(h)?.write_at(offset, bytes)
    }

    fn open(&mut self, path: &[u8], mode: OpenMode) -> WorldResult<Handle> {
        let mut s = self.0.borrow_mut();
        let path = s.path(path)?;
        let what = match s.files.get(&path) {
            _ if path == b"/dev/null" => What::Nothing,
            _ if path == STDIN => s.handle(0)?.what.clone(),
            _ if mode.directory => return Err(ENOTDIR),
            Some(_) if mode.create && mode.exclusive => return Err(EEXIST),
            Some(contents) => {
                if mode.truncate && mode.write {
                    contents.borrow_mut().clear();
                }
                What::File(contents.clone())
            }
            None if s.folders.contains(&path) => return Err(EISDIR),
            None if !mode.create => {
                s.asked_files.insert(path);
                return Err(ENOENT);
            }
            None if !s.folders.contains(parent(&path)) => return Err(ENOENT),
            None if parent(&path) == b"/" || parent(&path) == b"/dev" => return Err(EACCES),
            None => {
                let contents = Contents::default();
                s.files.insert(path.clone(), contents.clone());
                What::File(contents)
            }
        };
        let h = s.free(0);
        if h > 1000 {
            return Err(24);
        }
        s.open.insert(h, Open { path, what, at: Rc::default(), mode });
        Ok(h)
    }

    fn close(&mut self, h: Handle) -> WorldResult<()> {
        self.0.borrow_mut().open.remove(&h).map(drop).ok_or(EBADF)
    }

    fn seek(&mut self, h: Handle, offset: i64, whence: Whence) -> WorldResult<u64> {
        let s = self.0.borrow();
        let open = s.handle(h)?;
        if open.path.is_empty() {
            return Err(ESPIPE);
        }
        let base = match whence {
            Whence::Start => 0,
            Whence::Current => *open.at.borrow(),
            Whence::End => open.length(),
        };
        let to = base.checked_add_signed(offset).filter(|&t| t < 1 << 62).ok_or(EINVAL)?;
        *open.at.borrow_mut() = to;
        Ok(to)
    }

    fn truncate(&mut self, h: Handle, len: u64) -> WorldResult<()> {
        let s = self.0.borrow();
        match &s.handle(h)?.what {
            What::File(contents) if len <= LARGEST => contents.borrow_mut().resize(len as usize, 0),
            _ => return Err(EINVAL),
        }
        Ok(())
    }

    fn duplicate(&mut self, h: Handle, least: Handle) -> WorldResult<Handle> {
        let mut s = self.0.borrow_mut();
        let open = s.handle(h)?.clone();
        let to = s.free(least.max(0));
        s.open.insert(to, open);
        Ok(to)
    }

    fn duplicate_to(&mut self, h: Handle, to: Handle) -> WorldResult<()> {
        let mut s = self.0.borrow_mut();
        let open = s.handle(h)?.clone();
        s.open.insert(to, open);
        Ok(())
    }

    fn is_terminal(&mut self, _: Handle) -> bool {
        false
    }

    fn open_mode(&mut self, h: Handle) -> WorldResult<OpenMode> {
        Ok(self.0.borrow().handle(h)?.mode)
    }

    fn set_open_mode(&mut self, h: Handle, mode: OpenMode) -> WorldResult<()> {
        let mut s = self.0.borrow_mut();
        let open = s.open.get_mut(&h).ok_or(EBADF)?;
        (open.mode.append, open.mode.nonblocking) = (mode.append, mode.nonblocking);
        Ok(())
    }

    fn status(&mut self, h: Handle) -> WorldResult<FileStatus> {
        let s = self.0.borrow();
        let open = s.handle(h)?;
        Ok(match open.what {
            What::File(_) if !open.path.is_empty() => s.about(&open.path, REGULAR, open.length()),
            _ => s.about(&open.path, PIPE, 0),
        })
    }

    fn synchronise(&mut self, h: Handle) -> WorldResult<()> {
        self.0.borrow().handle(h).map(drop)
    }

    fn change_permissions_of(&mut self, h: Handle, _: u32) -> WorldResult<()> {
        self.0.borrow().handle(h).map(drop)
    }

    fn path_of(&mut self, h: Handle) -> WorldResult<Vec<u8>> {
        let s = self.0.borrow();
        match s.handle(h)?.path.as_slice() {
            [] => Err(ENOENT),
            path => Ok(path.to_vec()),
        }
    }

    fn status_of(&mut self, path: &[u8], _: bool) -> WorldResult<FileStatus> {
        let mut s = self.0.borrow_mut();
        let path = s.path(path)?;
        let status = s.status(&path);
        if status.is_err() {
            s.asked_files.insert(path);
        }
        status
    }

    fn access(&mut self, path: &[u8], _: u32) -> WorldResult<()> {
        self.status_of(path, true).map(drop)
    }

    fn remove(&mut self, path: &[u8]) -> WorldResult<()> {
        let mut s = self.0.borrow_mut();
        let path = s.path(path)?;
        match s.files.remove(&path) {
            Some(_) => Ok(()),
            None if s.folders.contains(&path) => Err(EISDIR),
            None => Err(ENOENT),
        }
    }

    fn remove_directory(&mut self, path: &[u8]) -> WorldResult<()> {
        let mut s = self.0.borrow_mut();
        let path = s.path(path)?;
        match s.folders.remove(&path) {
            true => Ok(()),
            false => Err(ENOENT),
        }
    }

    fn make_directory(&mut self, path: &[u8], _: u32) -> WorldResult<()> {
        let mut s = self.0.borrow_mut();
        let path = s.path(path)?;
        if s.status(&path).is_ok() {
            return Err(EEXIST);
        }
        if !s.folders.contains(parent(&path)) {
            return Err(ENOENT);
        }
        s.folders.insert(path);
        Ok(())
    }

    fn rename(&mut self, from: &[u8], to: &[u8]) -> WorldResult<()> {
        let mut s = self.0.borrow_mut();
        let (from, to) = (s.path(from)?, s.path(to)?);
        let contents = s.files.remove(&from).ok_or(ENOENT)?;
        s.files.insert(to, contents);
        Ok(())
    }

    fn change_permissions(&mut self, path: &[u8], _: u32) -> WorldResult<()> {
        self.status_of(path, true).map(drop)
    }

    fn set_times(&mut self, path: &[u8], _: Option<Time>, _: Option<Time>) -> WorldResult<()> {
        self.status_of(path, true).map(drop)
    }

    fn list(&mut self, path: &[u8]) -> WorldResult<Vec<DirectoryEntry>> {
        let s = self.0.borrow();
        let folder = s.path(path)?;
        if !s.folders.contains(&folder) {
            return Err(if s.files.contains_key(&folder) { ENOTDIR } else { ENOENT });
        }
        let entry = |name: &[u8], mode| DirectoryEntry { name: name.to_vec(), inode: 2, mode };
        let mut all = vec![entry(b".", FOLDER & 0o170_000), entry(b"..", FOLDER & 0o170_000)];
        let files = s.files.keys().map(|p| (p, REGULAR)).chain(s.folders.iter().map(|p| (p, FOLDER)));
        for (path, mode) in files.filter(|(p, _)| p.as_slice() != b"/" && parent(p) == folder) {
            let name = &path[parent(path).len()..];
            all.push(entry(name.strip_prefix(b"/").unwrap_or(name), mode & 0o170_000));
        }
        Ok(all)
    }

    fn working_directory(&mut self) -> WorldResult<Vec<u8>> {
        Ok(self.0.borrow().here.clone())
    }

    fn change_directory(&mut self, path: &[u8]) -> WorldResult<()> {
        let mut s = self.0.borrow_mut();
        let path = s.path(path)?;
        match s.folders.contains(&path) {
            true => s.here = path,
            false => return Err(ENOENT),
        }
        Ok(())
    }

    fn input_at(&mut self, path: &[u8]) -> Option<String> {
        let s = self.0.borrow();
        s.inputs.get(&s.path(path).ok()?).cloned()
    }

    fn may_be_missing(&mut self, path: &[u8]) -> Option<String> {
        let s = self.0.borrow();
        s.optional.get(&s.path(path).ok()?).cloned()
    }

    fn input_names(&mut self) -> Vec<Vec<u8>> {
        /// Each is a decision wherever a name is looked up.
        const MOST: usize = 4;
        let s = self.0.borrow();
        let own = s.inputs.keys().filter_map(|p| p.strip_prefix(HERE)?.strip_prefix(b"/"));
        own.take(MOST).map(<[u8]>::to_vec).collect()
    }

    fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        let mut s = self.0.borrow_mut();
        let found = s.env.iter().find_map(|v| v.strip_prefix(name)?.strip_prefix(b"=").map(<[u8]>::to_vec));
        if found.is_none() {
            s.asked_env.insert(name.to_vec());
        }
        found
    }

    fn variables(&mut self) -> Vec<Vec<u8>> {
        self.0.borrow().env.clone()
    }

    fn now(&mut self) -> Time {
        let mut s = self.0.borrow_mut();
        s.seconds += 1;
        (1_700_000_000 + s.seconds, 0)
    }

    fn processor_time(&mut self) -> u64 {
        0
    }

    fn process(&mut self) -> i32 {
        4242
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> Folder {
        let mut input = Input { stdin: b"typed".to_vec(), ..Input::default() };
        let mut shape = Shape::default();
        for (name, text) in files {
            input.files.insert(name.to_string(), Some(text.as_bytes().to_vec()));
            shape.files.insert(name.to_string(), 100);
        }
        let f = Folder::default();
        f.reset(&input, &shape);
        f
    }

    const READ: OpenMode = OpenMode {
        read: true,
        write: false,
        append: false,
        create: false,
        truncate: false,
        exclusive: false,
        nonblocking: false,
        no_follow: false,
        directory: false,
        permissions: 0,
    };
    const WRITE: OpenMode = OpenMode { read: false, write: true, create: true, truncate: true, ..READ };

    fn all(w: &mut Folder, h: Handle) -> Vec<u8> {
        let mut buffer = [0; 64];
        let n = w.read(h, &mut buffer).unwrap();
        buffer[..n].to_vec()
    }

    #[test]
    fn what_is_written_can_be_read_again_and_is_gone_in_the_next_run() {
        let mut w = folder(&[("in", "hello")]);
        let h = w.open(b"./in", READ).unwrap();
        assert_eq!((h, all(&mut w, h)), (3, b"hello".to_vec()));
        let o = w.open(b"out", WRITE).unwrap();
        assert_eq!(w.write(o, b"abc"), Ok(3));
        w.close(o).unwrap();
        let again = w.open(b"/work/out", READ).unwrap();
        assert_eq!(all(&mut w, again), b"abc");
        w.reset(&Input::default(), &Shape::default());
        assert_eq!(w.open(b"out", READ), Err(ENOENT));
        assert_eq!(w.asked_files(), ["out"]);
    }

    #[test]
    fn inputs_are_known_by_any_of_their_names() {
        let mut w = folder(&[("a/b.txt", "x")]);
        assert_eq!(w.input_at(b"a/../a//b.txt"), Some("file(\"a/b.txt\")".into()));
        assert_eq!(w.input_at(b"b.txt"), None);
        assert!(w.status_of(b"a", true).is_ok_and(|s| s.mode & 0o170_000 == 0o040_000));
        let names: Vec<_> = w.list(b"a").unwrap().into_iter().map(|e| e.name).collect();
        assert_eq!(names, [b".".to_vec(), b"..".to_vec(), b"b.txt".to_vec()]);
    }

    #[test]
    fn copies_of_a_number_share_its_place() {
        let mut w = folder(&[("in", "hello")]);
        let h = w.open(b"in", READ).unwrap();
        let copy = w.duplicate(h, 0).unwrap();
        let mut two = [0; 2];
        w.read(h, &mut two).unwrap();
        assert_eq!(all(&mut w, copy), b"llo");
        assert_eq!(w.seek(1, 0, Whence::Start), Err(ESPIPE));
        assert_eq!(w.seek(0, 0, Whence::End), Ok(5));
        assert_eq!(w.seek(0, 0, Whence::Start), Ok(0));
        assert_eq!(all(&mut w, 0), b"typed");
    }
}
