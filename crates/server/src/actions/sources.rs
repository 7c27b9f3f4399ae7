//! Taking in the sources of a project.

use crate::app::App;
use crate::auth::{Actor, Role};
use crate::db::uploads::{NewUpload, Upload};
use crate::fault::{Fault, Result};
use crate::offered::Packed;
use crescendo_intake::{Database, Limits, Unpacked, unpack};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use tokio::io::AsyncWriteExt;

/// An archive on its way in. What was written goes with it if nobody takes it.
pub struct Incoming {
    folder: TempDir,
    file: tokio::fs::File,
    bytes: u64,
    largest: u64,
}

impl Incoming {
    pub async fn add(&mut self, part: &[u8]) -> Result<()> {
        self.bytes += part.len() as u64;
        if self.bytes > self.largest {
            return Err(Fault::TooLarge(format!("an upload has at most {} MB", self.largest >> 20)));
        }
        Ok(self.file.write_all(part).await?)
    }

    fn archive(folder: &Path) -> PathBuf {
        folder.join("archive")
    }
}

/// What was found in an archive.
struct Found {
    unpacked: Unpacked,
    hash: String,
    database: Option<Database>,
}

impl App {
    /// Checks that somebody may upload, before anything is read.
    pub async fn incoming(&self, actor: &Actor, project: i64) -> Result<Incoming> {
        self.in_project(actor, project, Role::Member).await?;
        let folder = tempfile::Builder::new().prefix("upload-").tempdir_in(self.folders.incoming())?;
        let file = tokio::fs::File::create(Incoming::archive(folder.path())).await?;
        Ok(Incoming { folder, file, bytes: 0, largest: self.settings.largest_upload })
    }

    /// Takes what an admin offers on this machine: a folder as it is, or a repository at a revision.
    pub async fn take_offered(
        &self,
        actor: &Actor,
        project: i64,
        name: &str,
        revision: Option<&str>,
    ) -> Result<Upload> {
        let incoming = self.incoming(actor, project).await?;
        let offered = self.settings.offered.iter().find(|o| o.name == name).cloned();
        let offered = offered.ok_or(Fault::NotFound("source on the server"))?;
        let archive = Incoming::archive(incoming.folder.path());
        let (most, revision) = (self.settings.unpacked.bytes, revision.map(String::from));
        let packed = tokio::task::spawn_blocking(move || -> std::io::Result<Packed> {
            let packed = offered.pack(revision.as_deref(), File::create(&archive)?, most)?;
            Ok(packed)
        });
        match packed.await.map_err(|e| Fault::Internal(e.to_string()))?? {
            Packed::Done { called } => self.take_in(actor, project, format!("{name} {called}").trim(), incoming).await,
            Packed::Refused(why) => Err(Fault::Invalid(why)),
        }
    }

    /// `name`: as the sender calls it.
    pub async fn take_in(&self, actor: &Actor, project: i64, name: &str, incoming: Incoming) -> Result<Upload> {
        let Incoming { folder, mut file, .. } = incoming;
        file.flush().await?;
        drop(file);
        let limits = self.settings.unpacked;
        let (folder, found) = tokio::task::spawn_blocking(move || {
            let found = look(folder.path(), &limits);
            (folder, found)
        })
        .await
        .map_err(|e| Fault::Internal(e.to_string()))?;
        let Found { unpacked, hash, database } = found?;
        let name: String = name.chars().filter(|c| !c.is_control()).take(100).collect();
        let notes = database.as_ref().map(|d| d.notes.clone()).unwrap_or_default();
        let new = NewUpload {
            project,
            name: if name.is_empty() { "sources" } else { &name },
            hash: &hash,
            files: unpacked.files as i64,
            bytes: unpacked.bytes as i64,
            has_database: database.is_some(),
            notes: &notes,
            user: actor.id,
        };
        // The number is taken first, so that two at once do not get the same folder. Campaigns ask for the folder.
        let (id, number) = self.db.add_upload(&new).await?;
        let source = self.folders.source(project, id);
        tokio::fs::create_dir_all(source.parent().unwrap_or(&source)).await?;
        tokio::fs::rename(&unpacked.root, &source).await?;
        drop(folder);
        self.db.audit(&actor.name, "upload", Some(project), &format!("#{number} {name}")).await?;
        self.db.upload(id).await?.ok_or(Fault::NotFound("upload"))
    }
}

fn look(folder: &Path, limits: &Limits) -> Result<Found> {
    let archive = Incoming::archive(folder);
    let into = folder.join("unpacked");
    std::fs::create_dir(&into)?;
    let unpacked = unpack(&archive, &into, limits)?;
    let hash = hash(&archive)?;
    let database = Database::read(&unpacked.root)?;
    // Builds run in folders that archives seldom hold.
    for directory in database.iter().flat_map(Database::directories) {
        std::fs::create_dir_all(unpacked.root.join(directory))?;
    }
    if database.is_none() && !has_source(&unpacked.root) {
        return Err(Fault::Invalid("the archive holds no C file (.c)".into()));
    }
    Ok(Found { unpacked, hash, database })
}

fn hash(file: &Path) -> Result<String> {
    let (mut file, mut hasher) = (File::open(file)?, blake3::Hasher::new());
    let mut buffer = vec![0; 64 << 10];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hasher.finalize().to_hex()[..32].to_string()),
            got => hasher.update(&buffer[..got]),
        };
    }
}

fn has_source(root: &Path) -> bool {
    let mut open = vec![root.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().filter_map(std::result::Result::ok) {
            let path = entry.path();
            match path.is_dir() {
                true => open.push(path),
                false if path.extension().is_some_and(|e| e == "c") => return true,
                false => {}
            }
        }
    }
    false
}
