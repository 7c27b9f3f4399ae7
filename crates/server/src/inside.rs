//! Reads files that a campaign has left. Uploaded code may have written there too: no link is followed.

use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};

/// Opens a file below a folder of ours. The campaign must be over, so that nobody changes what is checked here.
pub fn open(folder: &Path, name: &Path) -> io::Result<File> {
    let path = checked(folder, name)?;
    match fs::symlink_metadata(&path)?.is_file() {
        true => File::open(path),
        false => Err(io::Error::new(io::ErrorKind::NotFound, "this is no file")),
    }
}

fn checked(folder: &Path, name: &Path) -> io::Result<PathBuf> {
    let mut path = folder.to_path_buf();
    for part in name.components() {
        let Component::Normal(part) = part else {
            return Err(io::Error::new(io::ErrorKind::NotFound, "this leads out of the folder"));
        };
        path.push(part);
        if fs::symlink_metadata(&path)?.is_symlink() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "this is a link"));
        }
    }
    Ok(path)
}

/// All files below a part of a folder, by their names in that part, sorted.
pub fn files(folder: &Path, part: &Path) -> io::Result<Vec<PathBuf>> {
    let root = checked(folder, part)?;
    let (mut open, mut found) = (vec![PathBuf::new()], Vec::new());
    while let Some(below) = open.pop() {
        for entry in fs::read_dir(root.join(&below))? {
            let entry = entry?;
            let name = below.join(entry.file_name());
            // Of the entry itself, not of what it may point to.
            let kind = entry.file_type()?;
            match () {
                () if kind.is_dir() => open.push(name),
                () if kind.is_file() => found.push(name),
                () => {}
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("out/a")).unwrap();
        fs::write(root.join("secret"), "s").unwrap();
        fs::write(root.join("out/a/b"), "x").unwrap();
        symlink("../../secret", root.join("out/a/link")).unwrap();
        symlink("..", root.join("out/up")).unwrap();
        let out = root.join("out");
        assert!(open(&out, Path::new("a/b")).is_ok());
        for bad in ["a/link", "up/secret", "../secret", "/etc/passwd", "a", "none"] {
            assert!(open(&out, Path::new(bad)).is_err(), "{bad}");
        }
        assert_eq!(files(&out, Path::new("a")).unwrap(), [PathBuf::from("b")]);
        assert!(files(&out, Path::new("up")).is_err());
    }
}
