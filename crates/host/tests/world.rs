//! The operating system as a program sees it: its own numbers, its own working directory, nothing of the tool's.

use crescendo_host::HostWorld;
use crescendo_vm::world::{EBADF, EINTR, ENOENT, EPIPE, OpenMode, Whence, World};
use std::path::PathBuf;

/// A directory of its own for each test, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("crescendo-host-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a scratch directory");
        Scratch(path)
    }

    fn path(&self, name: &str) -> Vec<u8> {
        self.0.join(name).into_os_string().into_encoded_bytes()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const NEW: OpenMode = OpenMode {
    read: true,
    write: true,
    append: false,
    create: true,
    truncate: true,
    exclusive: false,
    nonblocking: false,
    no_follow: false,
    directory: false,
    permissions: 0o644,
};
const OLD: OpenMode = OpenMode { create: false, truncate: false, ..NEW };

#[test]
fn handles_are_the_lowest_free_numbers() {
    let (scratch, mut w) = (Scratch::new("numbers"), HostWorld::new());
    let open = |w: &mut HostWorld, name: &str| w.open(&scratch.path(name), NEW);
    assert_eq!(open(&mut w, "a"), Ok(3));
    assert_eq!(open(&mut w, "b"), Ok(4));
    assert_eq!(w.close(3), Ok(()));
    assert_eq!(open(&mut w, "c"), Ok(3));
    assert_eq!(w.duplicate(4, 10), Ok(10));
    assert_eq!(w.duplicate_to(4, 6), Ok(()));
    assert_eq!(w.duplicate(4, 0), Ok(5));
    assert_eq!(w.close(99), Err(EBADF));
    assert_eq!(w.duplicate(-1, 0), Err(EBADF));
    assert_eq!(w.duplicate_to(4, -1), Err(EBADF));
    assert_eq!(w.read(50, &mut [0; 4]), Err(EBADF));
    assert_eq!(w.write(i32::MAX, b"x"), Err(EBADF));
}

#[test]
fn files_keep_what_was_written() {
    let (scratch, mut w) = (Scratch::new("files"), HostWorld::new());
    let path = scratch.path("file");
    let h = w.open(&path, NEW).expect("opens");
    assert_eq!(w.write(h, b"hello world"), Ok(11));
    assert_eq!(w.seek(h, -5, Whence::End), Ok(6));
    let mut b = [0; 16];
    assert_eq!(w.read(h, &mut b), Ok(5));
    assert_eq!(&b[..5], b"world");
    assert_eq!(w.read_at(h, &mut b[..4], 1), Ok(4));
    assert_eq!(&b[..4], b"ello");
    assert_eq!(w.write_at(h, b"J", 0), Ok(1));
    assert_eq!(w.truncate(h, 5), Ok(()));
    let status = w.status(h).expect("status");
    assert_eq!((status.size, status.mode & 0o170000), (5, 0o100000));
    assert_eq!(w.status_of(&path, true).map(|s| s.inode), Ok(status.inode));
    let mode = w.open_mode(h).expect("mode");
    assert!(mode.read && mode.write && !mode.append);
    assert_eq!(w.set_open_mode(h, OpenMode { append: true, ..mode }), Ok(()));
    assert!(w.open_mode(h).expect("mode").append);
    assert_eq!(w.path_of(h), Ok(path.clone()));
    assert_eq!(w.remove(&path), Ok(()));
    assert_eq!(w.open(&path, OLD), Err(ENOENT));
    assert_eq!(w.open(b"with\0zero", OLD), Err(22));
}

#[test]
fn the_working_directory_is_the_programs_own() {
    let (scratch, mut w) = (Scratch::new("place"), HostWorld::new());
    let before = std::env::current_dir().expect("a directory");
    let here = scratch.path("sub");
    assert_eq!(w.make_directory(&here, 0o755), Ok(()));
    assert_eq!(w.change_directory(&here), Ok(()));
    assert_eq!(w.working_directory(), Ok(here.clone()));
    let h = w.open(b"inside", NEW).expect("opens here");
    assert_eq!(w.close(h), Ok(()));
    assert!(scratch.0.join("sub/inside").exists());
    let mut names: Vec<Vec<u8>> = w.list(b".").expect("lists").into_iter().map(|e| e.name).collect();
    names.sort();
    assert_eq!(names, [&b"."[..], b"..", b"inside"]);
    assert_eq!(w.change_directory(b".."), Ok(()));
    assert_eq!(w.rename(b"sub/inside", b"moved"), Ok(()));
    assert_eq!(w.make_symlink(b"moved", b"link"), Ok(()));
    assert_eq!(w.read_link(b"link"), Ok(b"moved".to_vec()));
    assert_eq!(w.set_times(b"moved", Some((1, 0)), Some((2, 5))), Ok(()));
    assert_eq!(w.status_of(b"link", true).map(|s| s.modified), Ok((2, 5)));
    assert_eq!(w.remove_directory(b"sub"), Ok(()));
    assert_eq!(w.change_directory(b"sub"), Err(ENOENT));
    assert_eq!(std::env::current_dir().expect("a directory"), before, "the tool stays where it is");
}

#[test]
fn pipes_carry_bytes_and_say_when_nobody_reads() {
    let mut w = HostWorld::new();
    let (reader, writer) = w.pipe().expect("a pipe");
    assert_eq!(w.read(reader, &mut [0; 4]), Err(EINTR), "waits in pieces, so that a run can be interrupted");
    assert_eq!(w.write(writer, b"abc"), Ok(3));
    let mut b = [0; 8];
    assert_eq!(w.read(reader, &mut b), Ok(3));
    assert_eq!(w.close(reader), Ok(()));
    assert_eq!(w.write(writer, b"lost"), Err(EPIPE));
    assert!(!w.is_terminal(writer) && !w.is_terminal(77));
}

#[test]
fn closing_the_standard_streams_leaves_the_tools_alone() {
    let mut w = HostWorld::new();
    for h in 0..3 {
        if w.open_mode(h).is_ok() {
            assert_eq!(w.close(h), Ok(()));
            assert_eq!(w.write(h, b"x"), Err(EBADF));
        }
    }
    // A new world has them all again.
    let mut w = HostWorld::with_environment(vec![b"NAME=value".to_vec()]);
    assert!(w.status(2).is_ok());
    assert_eq!(w.variable(b"NAME"), Some(b"value".to_vec()));
    assert_eq!(w.variable(b"NAM"), None);
}
