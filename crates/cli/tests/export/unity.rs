//! Where Unity's sources are. No distribution packages them; the crate `tinyusb-sys` carries them with its own tests, and
//! cargo fetches it by name.

use crate::support::*;
use libtest_mimic::Failed;
use std::path::{Path, PathBuf};
use std::process::Command;

const CRATE: &str = "tinyusb-sys";
const VERSION: &str = "0.1.0";
const SOURCES: &str = "tinyusb/test/vendor/ceedling/vendor/unity/src";

pub fn folder() -> Result<PathBuf, Failed> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unity");
    if folder.join("unity.c").is_file() {
        return Ok(folder);
    }
    let project = scratch();
    let manifest = format!(
        "[package]\nname = \"fetch-unity\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[lib]\npath = \"lib.rs\"\n\
         [dependencies]\n{CRATE} = \"={VERSION}\"\n[workspace]\n"
    );
    std::fs::write(project.path().join("Cargo.toml"), manifest)?;
    std::fs::write(project.path().join("lib.rs"), "")?;
    let mut cargo = Command::new("cargo");
    cargo.args(["vendor", "--quiet", "vendor"]);
    let ended = execute(&mut cargo, &[], project.path(), LIMIT);
    let sources = project.path().join("vendor").join(CRATE).join(SOURCES);
    if ended.status != 0 || !sources.is_dir() {
        return Err(format!("cannot fetch the crate {CRATE} {VERSION} for Unity: {ended:?}").into());
    }
    // Moved into place at once: several tests may do this together.
    let aside = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    for entry in std::fs::read_dir(&sources)? {
        let entry = entry?;
        std::fs::copy(entry.path(), aside.path().join(entry.file_name()))?;
    }
    if std::fs::rename(aside.path(), &folder).is_err() && !folder.join("unity.c").is_file() {
        return Err(format!("cannot make {}", folder.display()).into());
    }
    Ok(folder)
}
