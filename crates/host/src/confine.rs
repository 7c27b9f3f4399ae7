//! A world whose changes stay in one folder: for programs nobody trusts.
//!
//! Reading is free; creating, writing, removing and renaming files outside of the folder is refused with `EACCES`.

use crescendo_vm::world::WorldResult;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The folder that may change.
pub struct Confinement {
    root: PathBuf,
}

impl Confinement {
    pub fn new(root: &Path) -> std::io::Result<Confinement> {
        Ok(Confinement { root: root.canonicalize()? })
    }

    /// Whether the file a path names, seen from `here`, lies in the folder. `follow`: a link at the end counts as what
    /// it points to.
    pub fn check(&self, here: &[u8], path: &[u8], follow: bool) -> WorldResult<()> {
        let whole = Path::new(OsStr::from_bytes(here)).join(OsStr::from_bytes(path));
        let place = match whole.canonicalize() {
            Ok(real) if follow => Some(real),
            // Not there yet, or the link itself is meant: its folder decides. A dangling link could lead anywhere.
            _ if follow && whole.is_symlink() => None,
            _ => whole.parent().and_then(|p| p.canonicalize().ok()),
        };
        match place {
            Some(p) if p.starts_with(&self.root) => Ok(()),
            _ => Err(libc::EACCES),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_folder_may_change() {
        let folder = std::env::temp_dir().join(format!("crescendo-confine-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("inside")).unwrap();
        let _ = std::os::unix::fs::symlink("/etc/passwd", folder.join("link"));
        let _ = std::os::unix::fs::symlink("/etc/nothing-here", folder.join("dangling"));
        let c = Confinement::new(&folder).unwrap();
        let here = folder.as_os_str().as_bytes();
        let check = |p: &str, follow| c.check(here, p.as_bytes(), follow).is_ok();
        assert!(check("new", true) && check("inside/new", true) && check("./inside/../new", true));
        assert!(!check("../outside", true) && !check("/tmp/x", true) && !check("missing/new", true));
        assert!(!check("link", true) && check("link", false), "a link may be removed, not written through");
        assert!(!check("dangling", true));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
