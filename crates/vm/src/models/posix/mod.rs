//! POSIX: descriptors, files, directories and facts on the process, over the machine's world.
//!
//! Flags and structs are the target's ([`flags`], [`layout`]); errors come back as `errno`. What would need another
//! process, the network or new code stops the run as unsupported ([`refused`]).

pub mod descriptors;
pub mod directories;
mod flags;
mod layout;
pub mod limits;
pub mod mapping;
pub mod network;
pub mod paths;
pub mod process;
pub mod refused;
pub mod scandir;
pub mod status;
pub mod times;

use crate::machine::Vm;
use crate::stop::Stop;
use crate::value::Reply;
use crate::world::WorldResult;
use directories::Directory;
use mapping::Mapping;
use std::collections::{BTreeMap, BTreeSet};

/// What these models remember.
#[derive(Clone, Debug, Default)]
pub struct Posix {
    /// Descriptors with the flag `FD_CLOEXEC`; nothing is ever executed, but it can be asked for.
    close_on_exec: BTreeSet<i32>,
    /// Open directories by the address of their `DIR`.
    directories: BTreeMap<u64, Directory>,
    mappings: BTreeMap<u64, Mapping>,
    /// Resource limits the program has set.
    limits: BTreeMap<i32, (u64, u64)>,
}

const FAILED: i64 = -1;

impl<'p> Vm<'p> {
    /// -1 and errno.
    pub(crate) fn failed(&mut self, errno: i32) -> Result<Reply, Stop> {
        self.set_errno(errno)?;
        Ok(FAILED.into())
    }

    /// 0, or -1 and errno.
    pub(crate) fn errno_reply(&mut self, result: WorldResult<()>) -> Result<Reply, Stop> {
        self.number_reply(result.map(|()| 0))
    }

    /// A number, or -1 and errno.
    pub(crate) fn number_reply(&mut self, result: WorldResult<i64>) -> Result<Reply, Stop> {
        match result {
            Ok(n) => Ok(n.into()),
            Err(e) => self.failed(e),
        }
    }
}
