//! unistd.h, sys/stat.h: files by name.

use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crate::world::{EINVAL, ENAMETOOLONG, ENOENT, EPERM, ERANGE, FileStatus, OpenMode, WorldResult};

pub const MODELS: &[Model] = &[
    Model { name: "access", call: |vm, a| access(vm, None, a.word(0), a.word(1)) },
    Model { name: "eaccess", call: |vm, a| access(vm, None, a.word(0), a.word(1)) },
    Model { name: "faccessat", call: |vm, a| access(vm, Some(a.int(0)), a.word(1), a.word(2)) },
    Model { name: "unlink", call: |vm, a| one(vm, None, a.word(0), |vm, p| vm.world.remove(p)) },
    Model { name: "unlinkat", call: unlinkat },
    Model { name: "rmdir", call: |vm, a| one(vm, None, a.word(0), |vm, p| vm.world.remove_directory(p)) },
    Model { name: "mkdir", call: |vm, a| make_directory(vm, None, a.word(0), a.word(1)) },
    Model { name: "mkdirat", call: |vm, a| make_directory(vm, Some(a.int(0)), a.word(1), a.word(2)) },
    Model { name: "chdir", call: |vm, a| one(vm, None, a.word(0), |vm, p| vm.world.change_directory(p)) },
    Model { name: "fchdir", call: fchdir },
    Model { name: "getcwd", call: |vm, a| getcwd(vm, a.word(0), a.word(1)) },
    Model { name: "getwd", call: |vm, a| getcwd(vm, a.word(0), PATH_MAX) },
    Model { name: "get_current_dir_name", call: |vm, _| getcwd(vm, 0, 0) },
    Model { name: "truncate", call: truncate },
    Model { name: "truncate64", call: truncate },
    Model {
        name: "chmod",
        call: |vm, a| one(vm, None, a.word(0), |vm, p| vm.world.change_permissions(p, a.word(1) as u32 & 0o7777)),
    },
    Model {
        name: "fchmodat",
        call: |vm, a| {
            one(vm, Some(a.int(0)), a.word(1), |vm, p| vm.world.change_permissions(p, a.word(2) as u32 & 0o7777))
        },
    },
    Model { name: "fchmod", call: fchmod },
    Model { name: "umask", call: |vm, a| Ok((vm.world.set_umask(a.word(0) as u32 & 0o777) as i32).into()) },
    Model { name: "chown", call: |vm, a| chown(vm, a, true) },
    Model { name: "lchown", call: |vm, a| chown(vm, a, false) },
    Model { name: "fchown", call: fchown },
    Model { name: "link", call: |vm, a| two(vm, (None, a.word(0)), (None, a.word(1)), |vm, x, y| vm.world.link(x, y)) },
    Model {
        name: "linkat",
        call: |vm, a| two(vm, (Some(a.int(0)), a.word(1)), (Some(a.int(2)), a.word(3)), |vm, x, y| vm.world.link(x, y)),
    },
    Model {
        name: "renameat",
        call: |vm, a| {
            two(vm, (Some(a.int(0)), a.word(1)), (Some(a.int(2)), a.word(3)), |vm, x, y| vm.world.rename(x, y))
        },
    },
    Model { name: "symlink", call: |vm, a| symlink(vm, a.word(0), None, a.word(1)) },
    Model { name: "symlinkat", call: |vm, a| symlink(vm, a.word(0), Some(a.int(1)), a.word(2)) },
    Model { name: "readlink", call: |vm, a| readlink(vm, None, a.word(0), a.word(1), a.word(2)) },
    Model { name: "readlinkat", call: |vm, a| readlink(vm, Some(a.int(0)), a.word(1), a.word(2), a.word(3)) },
    Model { name: "realpath", call: realpath },
];

pub(super) const PATH_MAX: u64 = 4096;
/// A directory descriptor that means the working directory.
const HERE: i32 = -100;

impl<'p> Vm<'p> {
    /// A path argument, resolved against a directory's descriptor if there is one.
    pub(super) fn path_argument(&mut self, directory: Option<i32>, path: u64) -> Result<WorldResult<Vec<u8>>, Stop> {
        let path = self.string_at(path)?;
        Ok(match directory {
            Some(h) if h != HERE && !path.starts_with(b"/") => self.world.path_of(h).map(|mut full| {
                full.push(b'/');
                full.extend_from_slice(&path);
                full
            }),
            _ => Ok(path),
        })
    }
}

type Place = (Option<i32>, u64);

/// An operation on one path.
fn one(
    vm: &mut Vm,
    directory: Option<i32>,
    path: u64,
    f: impl FnOnce(&mut Vm, &[u8]) -> WorldResult<()>,
) -> Result<Reply, Stop> {
    let path = vm.path_argument(directory, path)?;
    let result = path.and_then(|path| f(vm, &path));
    vm.errno_reply(result)
}

/// An operation on two paths.
fn two(
    vm: &mut Vm,
    from: Place,
    to: Place,
    f: impl FnOnce(&mut Vm, &[u8], &[u8]) -> WorldResult<()>,
) -> Result<Reply, Stop> {
    let from = vm.path_argument(from.0, from.1)?;
    let to = vm.path_argument(to.0, to.1)?;
    let result = match (from, to) {
        (Ok(from), Ok(to)) => f(vm, &from, &to),
        (Err(e), _) | (_, Err(e)) => Err(e),
    };
    vm.errno_reply(result)
}

fn access(vm: &mut Vm, directory: Option<i32>, name: u64, mode: u64) -> Result<Reply, Stop> {
    vm.choose_name(name)?;
    if vm.is_process()
        && let Ok(path) = vm.path_argument(directory, name)?
        && vm.is_missing(&path)?
    {
        return vm.failed(ENOENT);
    }
    one(vm, directory, name, |vm, p| vm.world.access(p, mode as u32))
}

fn unlinkat(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    const REMOVE_DIRECTORY: u64 = 0x200;
    one(vm, Some(a.int(0)), a.word(1), |vm, p| {
        if a.word(2) & REMOVE_DIRECTORY != 0 { vm.world.remove_directory(p) } else { vm.world.remove(p) }
    })
}

fn make_directory(vm: &mut Vm, directory: Option<i32>, path: u64, permissions: u64) -> Result<Reply, Stop> {
    one(vm, directory, path, |vm, p| vm.world.make_directory(p, permissions as u32 & 0o7777))
}

fn fchdir(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let path = vm.world.path_of(a.int(0));
    let result = path.and_then(|p| vm.world.change_directory(&p));
    vm.errno_reply(result)
}

fn fchmod(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let result = vm.world.change_permissions_of(a.int(0), a.word(1) as u32 & 0o7777);
    vm.errno_reply(result)
}

/// Giving a file to someone else is refused; keeping its owner is not.
fn keeps_owner(status: &FileStatus, user: u64, group: u64) -> WorldResult<()> {
    const SAME: u32 = u32::MAX;
    let keeps = |wanted: u64, is: u32| wanted as u32 == SAME || wanted as u32 == is;
    if keeps(user, status.user) && keeps(group, status.group) { Ok(()) } else { Err(EPERM) }
}

fn chown(vm: &mut Vm, a: Args, follow: bool) -> Result<Reply, Stop> {
    one(vm, None, a.word(0), |vm, p| keeps_owner(&vm.world.status_of(p, follow)?, a.word(1), a.word(2)))
}

fn fchown(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let status = vm.world.status(a.int(0));
    let result = status.and_then(|s| keeps_owner(&s, a.word(1), a.word(2)));
    vm.errno_reply(result)
}

fn getcwd(vm: &mut Vm, to: u64, size: u64) -> Result<Reply, Stop> {
    let path = match vm.world.working_directory() {
        Ok(path) => path,
        Err(e) => {
            vm.set_errno(e)?;
            return Ok(Reply::Word(0));
        }
    };
    let needed = path.len() as u64 + 1;
    let errno = match (to, size) {
        (0, 0) => None,
        (_, 0) => Some(EINVAL),
        _ => (needed > size).then_some(ERANGE),
    };
    if let Some(errno) = errno {
        vm.set_errno(errno)?;
        return Ok(Reply::Word(0));
    }
    let to = if to == 0 { vm.heap_allocate(size.max(needed))? } else { to };
    if to != 0 {
        vm.store_text(to, u64::MAX, &path)?;
    }
    Ok(Reply::Word(to))
}

fn truncate(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    one(vm, None, a.word(0), |vm, p| {
        let len = u64::try_from(a.signed(1)).map_err(|_| EINVAL)?;
        let h = vm.world.open(p, OpenMode { write: true, ..OpenMode::default() })?;
        let result = vm.world.truncate(h, len);
        vm.world.close(h).and(result)
    })
}

fn symlink(vm: &mut Vm, content: u64, directory: Option<i32>, path: u64) -> Result<Reply, Stop> {
    let content = vm.string_at(content)?;
    one(vm, directory, path, |vm, p| vm.world.make_symlink(&content, p))
}

fn readlink(vm: &mut Vm, directory: Option<i32>, path: u64, to: u64, size: u64) -> Result<Reply, Stop> {
    if size == 0 || size > i64::MAX as u64 {
        return vm.failed(EINVAL);
    }
    let path = vm.path_argument(directory, path)?;
    match path.and_then(|path| vm.world.read_link(&path)) {
        Ok(content) => {
            let n = (content.len() as u64).min(size) as usize;
            vm.write_bytes(to, &content[..n])?;
            Ok((n as i64).into())
        }
        Err(e) => vm.failed(e),
    }
}

fn realpath(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let path = match a.word(0) {
        0 => Err(EINVAL),
        path => {
            let path = vm.string_at(path)?;
            resolve(vm, &path)
        }
    };
    let path = match path {
        Ok(path) => path,
        Err(e) => {
            vm.set_errno(e)?;
            return Ok(Reply::Word(0));
        }
    };
    let to = match a.word(1) {
        0 => vm.heap_allocate(path.len() as u64 + 1)?,
        to => to,
    };
    if to != 0 {
        vm.store_text(to, u64::MAX, &path)?;
    }
    Ok(Reply::Word(to))
}

/// The absolute path without links, `.` and `..`.
fn resolve(vm: &mut Vm, path: &[u8]) -> WorldResult<Vec<u8>> {
    const MOST_LINKS: u32 = 40;
    const ELOOP: i32 = 40;
    const LINK: u32 = 0o120000;
    const TYPE: u32 = 0o170000;
    if path.is_empty() {
        return Err(ENOENT);
    }
    let mut done = if path[0] == b'/' { b"/".to_vec() } else { vm.world.working_directory()? };
    // Parts still to walk, the next one last.
    let parts = |p: &[u8]| p.split(|&b| b == b'/').rev().map(<[u8]>::to_vec).collect::<Vec<_>>();
    let mut rest = parts(path);
    let mut links = 0;
    while let Some(part) = rest.pop() {
        match &part[..] {
            b"" | b"." => continue,
            b".." => {
                let end = done.iter().rposition(|&b| b == b'/').unwrap_or(0);
                done.truncate(end.max(1));
                continue;
            }
            _ => {}
        }
        if done.last() != Some(&b'/') {
            done.push(b'/');
        }
        let parent = done.len();
        done.extend_from_slice(&part);
        if done.len() as u64 >= PATH_MAX {
            return Err(ENAMETOOLONG);
        }
        if vm.world.status_of(&done, false)?.mode & TYPE == LINK {
            links += 1;
            if links > MOST_LINKS {
                return Err(ELOOP);
            }
            let content = vm.world.read_link(&done)?;
            done.truncate(if content.starts_with(b"/") { 1 } else { parent.saturating_sub(1).max(1) });
            rest.extend(parts(&content));
        }
    }
    Ok(done)
}
