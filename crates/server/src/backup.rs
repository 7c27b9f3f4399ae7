//! Backup and restore: the database as lines and the data folder's files, in one archive that is the same for either database.
//!
//! A backup can be made while the service runs: the database is read as it is at one moment, and files that it speaks of are never
//! changed afterwards. What can be made again (compiled code) is left out, and so are sessions.

use crate::clock;
use crate::db::{Db, DbError, dump};
use crate::folders::Folders;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Component, Path, PathBuf};

/// Of the archive's layout.
const FORMAT: u32 = 1;

const ABOUT: &str = "backup.json";

/// Where files of the data folder are in the archive.
const FILES: &str = "data";

#[derive(Debug, Serialize, Deserialize)]
struct About {
    format: u32,
    /// Of the database's schema.
    schema: i64,
    build: String,
    created: i64,
}

#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("{path}: {source}", path = path.display())]
    File { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Db(#[from] DbError),
    #[error("{path} is not a backup of this service: {why}", path = path.display())]
    Format { path: PathBuf, why: String },
    #[error("the data folder {path} is not empty; restore into one that does not exist yet", path = path.display())]
    NotEmpty { path: PathBuf },
    #[error("there is no service's data in {path}", path = path.display())]
    NoData { path: PathBuf },
}

/// What was put away, or taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    pub files: usize,
    pub bytes: u64,
}

fn at(path: &Path) -> impl Fn(io::Error) -> BackupError + '_ {
    move |source| BackupError::File { path: path.to_path_buf(), source }
}

/// Writes a backup, which only its owner may read: there are hashes of passwords in it.
pub async fn backup(data: &Path, database: Option<&str>, to: &Path) -> Result<Done, BackupError> {
    if !data.join("projects").is_dir() && !data.join("crescendo.db").is_file() {
        return Err(BackupError::NoData { path: data.to_path_buf() });
    }
    let folders = Folders::look(data).map_err(at(data))?;
    let db = match database {
        Some(url) => Db::open(url).await?,
        None => Db::open_file(&folders.database()).await?,
    };
    // The database first: files that come meanwhile are too many, never too few.
    let lines = tempfile::tempdir().map_err(at(Path::new("a temporary folder")))?;
    db.dump(|table| File::create(lines.path().join(table)).map(BufWriter::new)).await?;
    let about = About {
        format: FORMAT,
        schema: db.version().await?,
        build: crescendo_campaign::BUILD.into(),
        created: clock::now(),
    };
    db.close().await;
    let aside = to.with_extension("part");
    let file =
        OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&aside).map_err(at(&aside))?;
    let mut archive = tar::Builder::new(GzEncoder::new(BufWriter::new(file), Compression::fast()));
    archive.follow_symlinks(false);
    let mut done = Done { files: 0, bytes: 0 };
    let packed = pack(&mut archive, &about, lines.path(), data, &mut done);
    let packed =
        packed.and_then(|()| archive.into_inner()?.finish()?.into_inner().map_err(|e| e.into_error())?.sync_all());
    packed.map_err(at(&aside))?;
    fs::rename(&aside, to).map_err(at(to))?;
    Ok(done)
}

fn pack(
    archive: &mut tar::Builder<impl Write>,
    about: &About,
    lines: &Path,
    data: &Path,
    done: &mut Done,
) -> io::Result<()> {
    let text = serde_json::to_vec(about)?;
    let mut header = tar::Header::new_gnu();
    header.set_size(text.len() as u64);
    header.set_mode(0o600);
    archive.append_data(&mut header, ABOUT, &text[..])?;
    for table in dump::TABLES {
        archive.append_path_with_name(lines.join(table), format!("tables/{table}.jsonl"))?;
    }
    let mut open = vec![PathBuf::from("projects")];
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(data.join(&folder)) else { continue };
        for entry in entries {
            let entry = entry?;
            let (name, kind) = (folder.join(entry.file_name()), entry.file_type()?);
            if kind.is_dir() {
                // projects/N/cache: compiled code.
                if name.components().count() != 3 || !name.ends_with("cache") {
                    open.push(name);
                }
            } else if kind.is_file() {
                // A campaign that runs may take it away meanwhile.
                let Ok(mut file) = File::open(entry.path()) else { continue };
                archive.append_file(Path::new(FILES).join(&name), &mut file)?;
                done.files += 1;
                done.bytes += entry.metadata().map_or(0, |m| m.len());
            }
        }
    }
    Ok(())
}

/// Makes a data folder and a database of a backup: neither may be in use yet.
pub async fn restore(from: &Path, data: &Path, database: Option<&str>) -> Result<Done, BackupError> {
    if fs::read_dir(data).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(BackupError::NotEmpty { path: data.to_path_buf() });
    }
    let odd = |why: String| BackupError::Format { path: from.to_path_buf(), why };
    let folders = Folders::open(data).map_err(at(data))?;
    let lines = tempfile::tempdir().map_err(at(Path::new("a temporary folder")))?;
    let file = File::open(from).map_err(at(from))?;
    let mut archive = tar::Archive::new(GzDecoder::new(BufReader::new(file)));
    let mut done = Done { files: 0, bytes: 0 };
    let mut about: Option<About> = None;
    for entry in archive.entries().map_err(|e| odd(e.to_string()))? {
        let mut entry = entry.map_err(|e| odd(e.to_string()))?;
        let name = entry.path().map_err(|e| odd(e.to_string()))?.into_owned();
        if !entry.header().entry_type().is_file() || name.components().any(|c| !matches!(c, Component::Normal(_))) {
            return Err(odd(format!("it holds {}", name.display())));
        }
        if name == Path::new(ABOUT) {
            let mut text = Vec::new();
            entry.read_to_end(&mut text).map_err(|e| odd(e.to_string()))?;
            let found: About = serde_json::from_slice(&text).map_err(|e| odd(e.to_string()))?;
            if found.format != FORMAT {
                return Err(odd(format!("its layout is version {}, this program knows {FORMAT}", found.format)));
            }
            about = Some(found);
            continue;
        }
        let target = match (name.strip_prefix("tables"), name.strip_prefix(FILES)) {
            (Ok(table), _) => lines.path().join(table),
            (_, Ok(file)) if file.starts_with("projects") => {
                done.files += 1;
                done.bytes += entry.size();
                data.join(file)
            }
            _ => return Err(odd(format!("it holds {}", name.display()))),
        };
        let mut write = || {
            fs::create_dir_all(target.parent().unwrap_or(data))?;
            io::copy(&mut entry, &mut BufWriter::new(File::create(&target)?))
        };
        write().map_err(at(&target))?;
    }
    let about = about.ok_or_else(|| odd(format!("it has no {ABOUT}")))?;
    let own = format!("sqlite://{}?mode=rwc", folders.database().display());
    let db = Db::open_for_restore(database.unwrap_or(&own), about.schema).await?;
    db.restore(|table| match File::open(lines.path().join(format!("{table}.jsonl"))) {
        Ok(file) => Ok(Some(BufReader::new(file))),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e),
    })
    .await?;
    db.close().await;
    Ok(done)
}
