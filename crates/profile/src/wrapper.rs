//! The user's compiler with what profiles need: flags that make a program note its calls, and the object that writes them down.

use crate::record::{RUNTIME, RecordError, compile_flags};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The compiler's command for a program that notes its calls. The runtime is built once into `cache`.
pub fn wrapped(compiler: &OsStr, arguments: &[OsString], cache: &Path) -> Result<Command, RecordError> {
    let mut command = Command::new(compiler);
    command.args(arguments);
    if works(arguments) {
        command.args(compile_flags());
        if links(arguments) {
            command.arg(runtime(compiler, cache)?).arg("-lpthread");
        }
    }
    Ok(command)
}

/// Whether there is anything to compile or link: questions such as `--version` are passed on as they are.
fn works(args: &[OsString]) -> bool {
    args.iter().any(|a| is_input(a))
}

fn is_input(a: &OsStr) -> bool {
    let path = Path::new(a);
    let known = ["c", "i", "s", "S", "o", "a", "so", "cc", "cpp", "cxx", "C"];
    !a.to_string_lossy().starts_with('-') && path.extension().is_some_and(|e| known.iter().any(|k| e == *k))
}

fn links(args: &[OsString]) -> bool {
    let stops = ["-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-r"];
    !args.iter().any(|a| stops.iter().any(|s| a == s))
}

/// The object that notes the calls, built once for this compiler.
fn runtime(compiler: &OsStr, folder: &Path) -> Result<PathBuf, RecordError> {
    let cannot_write = |path: &Path, why| RecordError::Write { path: path.display().to_string(), why };
    std::fs::create_dir_all(folder).map_err(|why| cannot_write(folder, why))?;
    let name = Path::new(compiler).file_name().unwrap_or(compiler).to_string_lossy().into_owned();
    let key = RUNTIME.bytes().fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ b as u64).wrapping_mul(0x100_0000_01b3));
    let object = folder.join(format!("{name}-{key:016x}.o"));
    if object.exists() {
        return Ok(object);
    }
    let own = std::process::id();
    let (source, aside) = (folder.join(format!("{own}.c")), folder.join(format!("{own}.o")));
    std::fs::write(&source, RUNTIME).map_err(|why| cannot_write(&source, why))?;
    let status = Command::new(compiler).args(["-c", "-O2", "-fPIC", "-w"]).arg(&source).arg("-o").arg(&aside).status();
    let _ = std::fs::remove_file(&source);
    let program = compiler.to_string_lossy().into_owned();
    if !status.map_err(|why| RecordError::Run { program: program.clone(), why })?.success() {
        return Err(RecordError::Runtime { compiler: program });
    }
    std::fs::rename(&aside, &object).map_err(|why| cannot_write(&object, why))?;
    Ok(object)
}
