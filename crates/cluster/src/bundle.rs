//! A bundle: all that a worker needs to make the same program as the campaign. The sources, the compile database, the bitcode with the
//! cache's notes on it, and the request. Written inside the campaign's sandbox, opened inside the worker's: in between it is bytes.

use crate::messages::version;
use crescendo_campaign::Request;
use crescendo_campaign::load::Origin;
use crescendo_intake::Limits;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use walkdir::WalkDir;

/// What a worker's process is told first.
#[derive(Clone, Serialize, Deserialize)]
pub struct Order {
    pub version: String,
    /// With the places of the campaign's sandbox, which are those of the worker's.
    pub request: Request,
    /// Of the program that must come out.
    pub fingerprint: String,
}

/// Parts of a bundle, and where they are seen in a sandbox.
pub const ORDER: &str = "order.json";
pub const PROJECT: &str = "project";
pub const GIVEN: &str = "given";
pub const CACHE: &str = "cache";

/// Where things lie that go into a bundle.
pub struct Contents<'a> {
    pub request: &'a Request,
    pub fingerprint: String,
    pub project: &'a Path,
    pub origin: &'a Origin,
}

/// Writes a bundle. The same contents give the same bytes.
pub fn write(contents: &Contents, to: &Path) -> io::Result<()> {
    let packer = GzEncoder::new(io::BufWriter::new(File::create(to)?), Compression::fast());
    let mut archive = tar::Builder::new(packer);
    let order =
        Order { version: version(), request: contents.request.clone(), fingerprint: contents.fingerprint.clone() };
    add(&mut archive, Path::new(ORDER), &serde_json::to_vec(&order)?)?;
    folder(&mut archive, contents.project, PROJECT)?;
    if let Some(database) = &contents.request.sources.database {
        add(&mut archive, &Path::new(GIVEN).join("compile_commands.json"), &fs::read(database)?)?;
    }
    let Origin { cache, bitcode } = contents.origin;
    let mut hashes: HashSet<String> = HashSet::new();
    for object in bitcode {
        let Ok(name) = object.strip_prefix(cache) else { continue };
        // objects/ab/cdef….bc
        let stem = name.with_extension("");
        let parts: Vec<&str> = stem.iter().filter_map(|p| p.to_str()).collect();
        if let [_, start, rest] = parts[..] {
            if hashes.insert(format!("{start}{rest}")) {
                add(&mut archive, &Path::new(CACHE).join(name), &fs::read(object)?)?;
            }
        }
    }
    let manifests = cache.join("manifests");
    for entry in WalkDir::new(&manifests).sort_by_file_name().into_iter().filter_map(Result::ok) {
        if !entry.file_type().is_file() {
            continue;
        }
        let text = fs::read(entry.path())?;
        // A manifest names its results early.
        let known = serde_json::from_slice::<Manifest>(&text)
            .is_ok_and(|m| m.results.iter().any(|r| hashes.contains(&r.object)));
        if let (true, Ok(name)) = (known, entry.path().strip_prefix(cache)) {
            add(&mut archive, &Path::new(CACHE).join(name), &text)?;
        }
    }
    archive.into_inner()?.finish()?.flush()
}

/// What must be known of a manifest of the bitcode cache.
#[derive(Deserialize)]
struct Manifest {
    results: Vec<Recorded>,
}

#[derive(Deserialize)]
struct Recorded {
    object: String,
}

fn folder(archive: &mut tar::Builder<impl Write>, from: &Path, name: &str) -> io::Result<()> {
    for entry in WalkDir::new(from).sort_by_file_name() {
        let entry = entry?;
        if let (true, Ok(below)) = (entry.file_type().is_file(), entry.path().strip_prefix(from)) {
            add(archive, &Path::new(name).join(below), &fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

fn add(archive: &mut tar::Builder<impl Write>, name: &Path, content: &[u8]) -> io::Result<()> {
    let mut header = tar::Header::new_gnu();
    header.set_size(content.len() as u64);
    header.set_mode(0o644);
    archive.append_data(&mut header, name, content)
}

/// A hash of a file, for its name.
pub fn hash(file: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(File::open(file)?)?;
    Ok(hasher.finalize().to_hex().to_string())
}

/// A bundle on a worker's disk.
#[derive(Clone, Debug)]
pub struct Unpacked {
    pub folder: PathBuf,
    /// Where the campaign has seen the project and the bitcode cache: there they are in the worker's sandbox.
    pub project: String,
    pub cache: String,
}

/// How much may come out of one.
fn limits() -> Limits {
    Limits { entries: 200_000, bytes: 16 << 30, ratio: 1000 }
}

/// Opens a bundle: nothing in it is trusted but that it is bounded.
pub fn unpack(file: &Path, into: &Path) -> io::Result<Unpacked> {
    let aside = into.with_extension("new");
    let _ = fs::remove_dir_all(&aside);
    fs::create_dir_all(&aside)?;
    crescendo_intake::unpack(file, &aside, &limits()).map_err(io::Error::other)?;
    for name in [PROJECT, GIVEN, CACHE] {
        fs::create_dir_all(aside.join(name))?;
    }
    let _ = fs::remove_dir_all(into);
    fs::rename(&aside, into)?;
    open(into)
}

/// One that was unpacked before.
pub fn open(folder: &Path) -> io::Result<Unpacked> {
    let order: Order = serde_json::from_slice(&fs::read(folder.join(ORDER))?)?;
    let place = |path: &Path| match is_private(path) {
        true => Ok(path.to_string_lossy().into_owned()),
        false => Err(io::Error::other(format!("a bundle with {} is for no sandbox", path.display()))),
    };
    let Request { directory, cache, .. } = &order.request;
    let cache = cache.as_deref().unwrap_or(Path::new(""));
    Ok(Unpacked { folder: folder.to_path_buf(), project: place(directory)?, cache: place(cache)? })
}

/// What a sandbox has of the system: nothing is put in its place.
const SYSTEM: [&str; 12] =
    ["bin", "crescendo", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "sbin", "sys", "usr"];

/// Whether something of a project may be seen there.
fn is_private(path: &Path) -> bool {
    let mut parts = path.components();
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let good = |part: Component| match part {
        Component::Normal(name) => name.to_str().is_some_and(|n| n.chars().all(plain)),
        _ => false,
    };
    if parts.next() != Some(Component::RootDir) {
        return false;
    }
    let first = parts.clone().next().and_then(|c| c.as_os_str().to_str()).unwrap_or_default();
    !SYSTEM.contains(&first) && parts.clone().count() > 1 && parts.all(good)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        for good in ["/work/station", "/tmp/.tmpab1/p"] {
            assert!(is_private(Path::new(good)), "{good}");
        }
        for bad in ["", "/", "/work", "work/x", "/usr/include", "/work/../etc/x", "/proc/self", "/etc/ssl", "/work/a b"]
        {
            assert!(!is_private(Path::new(bad)), "{bad}");
        }
    }
}
