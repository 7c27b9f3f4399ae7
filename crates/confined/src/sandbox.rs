//! Confines what touches uploaded code, by bubblewrap: no network, no other process, and of the file system only the
//! system's programs, the project itself and the folders that the campaign writes to.
//!
//! How much time, memory and disk it takes is watched from outside (`queue/watch`).

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Bytes of `/tmp`, which is memory.
const TEMPORARY: u64 = 1 << 30;

#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    #[error(
        "bubblewrap (`bwrap`) is not installed; uploaded code is only run in a sandbox. Install the package bubblewrap, or, if you trust \
         everybody who can upload, start with --sandbox off"
    )]
    Missing,
    #[error(
        "this machine does not let bubblewrap make a sandbox ({0}); uploaded code is only run in one. Allow unprivileged user namespaces, \
         or, if you trust everybody who can upload, start with --sandbox off"
    )]
    Refused(String),
    #[error("cannot start bubblewrap: {0}")]
    Start(io::Error),
}

#[derive(Clone, Debug)]
pub struct Sandbox {
    bwrap: PathBuf,
}

/// A folder of the outside, and where it is seen inside.
#[derive(Clone, Debug)]
pub struct Mount {
    pub from: PathBuf,
    pub to: PathBuf,
    pub writable: bool,
}

impl Mount {
    pub fn read(from: &Path, to: &str) -> Mount {
        Mount { from: from.to_path_buf(), to: to.into(), writable: false }
    }

    pub fn write(from: &Path, to: &str) -> Mount {
        Mount { from: from.to_path_buf(), to: to.into(), writable: true }
    }
}

impl Sandbox {
    /// Finds out whether this machine can confine a program, by doing it.
    pub fn new(program: &Path) -> Result<Sandbox, SandboxError> {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let mut candidates = std::env::split_paths(&folders).map(|folder| folder.join("bwrap"));
        let bwrap = candidates.find(|file| file.is_file()).ok_or(SandboxError::Missing)?;
        let sandbox = Sandbox { bwrap };
        let (name, args) = sandbox.command(program, &[OsString::from("--version")], &[]);
        let out = Command::new(name).args(args).stdin(Stdio::null()).output().map_err(SandboxError::Start)?;
        match out.status.success() {
            true => Ok(sandbox),
            false => Err(SandboxError::Refused(String::from_utf8_lossy(&out.stderr).trim().to_string())),
        }
    }

    /// The program and arguments that start `program` inside.
    pub fn command(&self, program: &Path, arguments: &[OsString], mounts: &[Mount]) -> (OsString, Vec<OsString>) {
        let mut args: Vec<OsString> = Vec::new();
        let mut add = |words: &[&str]| args.extend(words.iter().map(OsString::from));
        add(&["--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"]);
        add(&["--hostname", "crescendo", "--uid", "1000", "--gid", "1000"]);
        add(&["--setenv", "PATH", "/usr/bin:/bin", "--setenv", "LC_ALL", "C.UTF-8", "--setenv", "HOME", "/tmp"]);
        add(&["--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev"]);
        for name in ["bin", "lib", "lib32", "lib64", "sbin"] {
            let path = Path::new("/").join(name);
            match path.read_link() {
                Ok(target) => args.extend(["--symlink".into(), target.into(), path.into()]),
                Err(_) if path.is_dir() => args.extend(["--ro-bind".into(), path.clone().into(), path.into()]),
                Err(_) => {}
            }
        }
        // Links to compilers, and where libraries are: nothing that tells about users.
        for name in ["/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"] {
            args.extend(["--ro-bind-try".into(), name.into(), name.into()]);
        }
        args.extend(["--size".into(), TEMPORARY.to_string().into(), "--tmpfs".into(), "/tmp".into()]);
        args.extend(["--ro-bind".into(), program.into(), "/crescendo".into()]);
        for mount in mounts {
            let how = if mount.writable { "--bind" } else { "--ro-bind" };
            args.extend([how.into(), mount.from.clone().into(), mount.to.clone().into()]);
        }
        args.extend(["--chdir".into(), "/tmp".into(), "--".into(), "/crescendo".into()]);
        args.extend(arguments.iter().cloned());
        (self.bwrap.clone().into(), args)
    }
}
