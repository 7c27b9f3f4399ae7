//! Which clang we run: `CRESCENDO_CLANG`, else `clang-19` on the PATH, else where LLVM's packages put it.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::error::ProjectError;
use crate::process::{self, End, Stream};
use crate::request::Limits;

/// The version the rest of Crescendo reads.
const MAJOR: &str = "19";
const USUAL_PLACE: &str = "/usr/lib/llvm-19/bin/clang";

/// A clang that was asked for its version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clang {
    /// The program, absolute.
    pub path: PathBuf,
    /// Such as `19.1.7`.
    pub version: String,
    /// The target it compiles for unless told otherwise.
    pub target: String,
    /// All it says about itself, for cache keys.
    pub(crate) identity: String,
}

impl Clang {
    /// Finds clang 19 as the environment says.
    pub fn locate() -> Result<Clang, ProjectError> {
        let chosen = env::var_os("CRESCENDO_CLANG").filter(|value| !value.is_empty());
        let path = env::var_os("PATH").unwrap_or_default();
        Clang::at(&find(chosen.as_deref(), &path, Path::new(USUAL_PLACE))?)
    }

    /// Asks this program whether it is clang 19.
    pub fn at(path: &Path) -> Result<Clang, ProjectError> {
        let broken = |reason: String| ProjectError::ClangBroken { path: path.to_owned(), reason };
        let mut command = Command::new(path);
        command.arg("--version");
        quieten(&mut command);
        let limits = Limits { wall: Duration::from_secs(60), ..Limits::default() };
        let run =
            process::run(command, Stream::Out, limits.messages, &limits).map_err(|error| broken(error.to_string()))?;
        let said = String::from_utf8_lossy(&run.said).into_owned();
        match run.end {
            End::Exited(0) => {}
            End::Exited(code) => return Err(broken(format!("`--version` ended with code {code}"))),
            End::Signalled(signal) => {
                return Err(broken(format!("`--version` ended by signal {signal}")));
            }
            End::TimedOut | End::Idle => return Err(broken("`--version` did not end".to_owned())),
        }
        let other = || {
            let found = said.lines().next().unwrap_or_default().chars().take(80).collect();
            ProjectError::ClangVersion { path: path.to_owned(), found }
        };
        let version = version_in(&said).filter(|version| version.split('.').next() == Some(MAJOR)).ok_or_else(other)?;
        let target = said.lines().find_map(|line| line.strip_prefix("Target: ")).unwrap_or_default();
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let configurations = said.lines().filter_map(|line| line.strip_prefix("Configuration file: "));
        let configurations: String =
            configurations.map(|file| std::fs::read_to_string(file).unwrap_or_default()).collect();
        Ok(Clang {
            path,
            version: version.to_owned(),
            target: target.trim().to_owned(),
            identity: format!("{said}\n{configurations}"),
        })
    }
}

/// Variables that make clang write elsewhere or change its flags behind our back.
#[rustfmt::skip] // a table of words
const UNWANTED_VARIABLES: &[&str] = &[
    "CCC_OVERRIDE_OPTIONS", "CC_LOG_DIAGNOSTICS", "CC_LOG_DIAGNOSTICS_FILE", "CC_PRINT_HEADERS",
    "CC_PRINT_HEADERS_FILE", "CC_PRINT_HEADERS_FILTERING", "CC_PRINT_HEADERS_FORMAT", "CC_PRINT_OPTIONS",
    "CC_PRINT_OPTIONS_FILE", "CC_PRINT_PROC_STAT", "CC_PRINT_PROC_STAT_FILE", "CPLUS_INCLUDE_PATH",
    "DEPENDENCIES_OUTPUT", "FORCE_CLANG_DIAGNOSTICS_CRASH", "LLVM_PROFILE_FILE", "OBJC_INCLUDE_PATH",
    "SUNPRO_DEPENDENCIES",
];

/// Variables that change what clang makes of a source; they are the user's, and part of every cache key.
#[rustfmt::skip] // a table of words
pub const WANTED_VARIABLES: &[&str] = &["CPATH", "C_INCLUDE_PATH", "SOURCE_DATE_EPOCH"];

/// Sets up the environment of every clang: English, no side effects, and the same `__DATE__` every day.
pub fn quieten(command: &mut Command) {
    for name in UNWANTED_VARIABLES {
        command.env_remove(name);
    }
    command.env("LC_ALL", "C");
    // A crash report without clang's own function names: we do not show them, and finding them takes a second.
    command.env("LLVM_DISABLE_SYMBOLIZATION", "1");
    if env::var_os("SOURCE_DATE_EPOCH").is_none() {
        command.env("SOURCE_DATE_EPOCH", "0");
    }
}

fn find(chosen: Option<&OsStr>, path: &OsStr, usual: &Path) -> Result<PathBuf, ProjectError> {
    let on_path = |name: &OsStr| env::split_paths(path).map(|folder| folder.join(name)).find(|file| file.is_file());
    let as_path = |name: &OsStr| Some(PathBuf::from(name)).filter(|file| file.is_file());
    let (found, looked_for) = match chosen {
        Some(name) if Path::new(name).components().count() > 1 => {
            (as_path(name), vec![format!("{} (from CRESCENDO_CLANG)", name.to_string_lossy())])
        }
        Some(name) => (on_path(name), vec![format!("{} on the PATH (from CRESCENDO_CLANG)", name.to_string_lossy())]),
        None => {
            let name = OsString::from(format!("clang-{MAJOR}"));
            let found = on_path(&name).or_else(|| as_path(usual.as_os_str()));
            (found, vec![format!("{} on the PATH", name.to_string_lossy()), usual.display().to_string()])
        }
    };
    found.ok_or(ProjectError::ClangMissing { looked_for })
}

/// `19.1.7` of `Debian clang version 19.1.7 (3~deb12u1)`.
fn version_in(said: &str) -> Option<&str> {
    let rest = said.lines().next()?.split_once("clang version ")?.1;
    rest.split(|c: char| !c.is_ascii_digit() && c != '.').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions() {
        for (said, version) in [
            ("Debian clang version 19.1.7 (3~deb12u1)\nTarget: x", Some("19.1.7")),
            ("clang version 19.0.0git (https://x)", Some("19.0.0")),
            ("Ubuntu clang version 18.1.3", Some("18.1.3")),
            ("gcc (Debian 12.2.0) 12.2.0", None),
            ("", None),
        ] {
            assert_eq!(version_in(said), version);
        }
    }

    #[test]
    fn chosen_then_path_then_usual_place() {
        let (sh, nowhere) = (Path::new("/bin/sh"), Path::new("/nowhere/clang"));
        // "/bin" has a clang-19 where /bin is /usr/bin.
        let found = |chosen: Option<&str>, usual: &Path| {
            let path = if chosen.is_some() { "/bin" } else { "/nowhere" };
            find(chosen.map(OsStr::new), OsStr::new(path), usual)
        };
        assert_eq!(found(None, sh).expect("the usual place"), sh);
        assert_eq!(found(Some("/bin/sh"), nowhere).expect("a path"), sh);
        assert_eq!(found(Some("sh"), nowhere).expect("on the PATH"), sh);
        for (chosen, named) in [(Some("/x/clang"), "/x/clang (from CRESCENDO_CLANG)"), (None, "clang-19 on the PATH")] {
            let message = found(chosen, nowhere).expect_err("nothing there").to_string();
            assert!(message.contains(named) && message.contains("./run setup"), "{message}");
        }
    }
}
