//! Which files a translation unit is made of: its source and every header it reads, as clang finds them.

use crate::clang::Clang;
use crate::depfile::prerequisites;
use crate::process::{End, Stream, run};
use crate::request::Limits;
use crate::unit::TranslationUnit;
use std::io;
use std::path::PathBuf;
use std::process::Command;

/// Bytes of the list, at most.
const LONGEST: usize = 16 << 20;

/// Absolute, the source first; headers of the system are among them.
pub fn files_of(clang: &Clang, unit: &TranslationUnit, limits: &Limits) -> io::Result<Vec<PathBuf>> {
    let mut command = Command::new(&clang.path);
    command.current_dir(&unit.directory).args(&unit.args).args(["-w", "-M", "-MT", "x"]).arg(&unit.source);
    let ran = run(command, Stream::Out, LONGEST, limits)?;
    match ran.end {
        End::Exited(0) => {
            let names = prerequisites(&ran.said);
            Ok(names.into_iter().map(|name| unit.directory.join(name)).collect())
        }
        end => Err(io::Error::other(format!("clang could not list what {} includes ({end:?})", unit.source.display()))),
    }
}
