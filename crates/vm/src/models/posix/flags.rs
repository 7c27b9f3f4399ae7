//! Numbers of Linux that depend on the target.

use crate::world::OpenMode;
use crescendo_program::Arch;

/// Flags of `open`.
pub struct OpenFlags {
    directory: u64,
    no_follow: u64,
}

const ACCESS: u64 = 0o3;
const WRITE_ONLY: u64 = 0o1;
const READ_WRITE: u64 = 0o2;
const CREATE: u64 = 0o100;
const EXCLUSIVE: u64 = 0o200;
const TRUNCATE: u64 = 0o1000;
const APPEND: u64 = 0o2000;
const NONBLOCKING: u64 = 0o4000;
pub const CLOSE_ON_EXEC: u64 = 0o2000000;
/// The part of `O_TMPFILE` that is its own.
pub const TEMPORARY: u64 = 0o20000000;

impl OpenFlags {
    pub fn of(arch: Arch) -> OpenFlags {
        match arch {
            Arch::Arm | Arch::AArch64 | Arch::PowerPc32 => OpenFlags { directory: 0o40000, no_follow: 0o100000 },
            _ => OpenFlags { directory: 0o200000, no_follow: 0o400000 },
        }
    }

    pub fn mode(&self, flags: u64, permissions: u32) -> OpenMode {
        let access = flags & ACCESS;
        let has = |bit: u64| flags & bit != 0;
        OpenMode {
            read: access != WRITE_ONLY,
            write: access == WRITE_ONLY || access == READ_WRITE,
            append: has(APPEND),
            create: has(CREATE),
            truncate: has(TRUNCATE),
            exclusive: has(EXCLUSIVE),
            nonblocking: has(NONBLOCKING),
            no_follow: has(self.no_follow),
            directory: has(self.directory),
            permissions,
        }
    }

    /// The flags `fcntl` shows for an open file.
    pub fn shown(&self, mode: OpenMode) -> u64 {
        let access = match (mode.read, mode.write) {
            (true, true) => READ_WRITE,
            (false, true) => WRITE_ONLY,
            _ => 0,
        };
        access | if mode.append { APPEND } else { 0 } | if mode.nonblocking { NONBLOCKING } else { 0 }
    }
}
