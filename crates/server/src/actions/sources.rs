//! Taking in the sources of a project.

use crate::app::App;
use crate::auth::{Actor, Role};
use crate::db::uploads::{NewUpload, Upload};
use crate::fault::{Fault, Result};
use crate::offered::Packed;
use crescendo_intake::{Database, Limits, Unpacked, unpack};
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::TempDir;
use tokio::io::AsyncWriteExt;

/// An archive on its way in. What was written goes with it if nobody takes it.
pub struct Incoming {
    _place: Place,
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

/// How many uploads of each user are on their way in.
#[derive(Clone, Default)]
pub struct Uploading(Arc<Mutex<HashMap<i64, usize>>>);

impl Uploading {
    /// `None`: the user has as many under way as one may have.
    fn begin(&self, user: i64, most: usize) -> Option<Place> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = all.entry(user).or_default();
        if *now >= most {
            return None;
        }
        *now += 1;
        Some(Place { all: self.clone(), user })
    }
}

/// Dropped, another upload may begin.
struct Place {
    all: Uploading,
    user: i64,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut all = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(now) = all.get_mut(&self.user) {
            *now -= 1;
            if *now == 0 {
                all.remove(&self.user);
            }
        }
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
        let most = self.settings.most_uploads;
        let place = self.uploading.begin(actor.id, most);
        let place =
            place.ok_or_else(|| Fault::TooMany(format!("{most} of your uploads are on their way in; wait for one")))?;
        self.room_for(actor, 0).await?;
        let folder = tempfile::Builder::new().prefix("upload-").tempdir_in(self.folders.incoming())?;
        let file = tokio::fs::File::create(Incoming::archive(folder.path())).await?;
        Ok(Incoming { _place: place, folder, file, bytes: 0, largest: self.settings.largest_upload })
    }

    /// Whether a user may keep so many bytes of sources more.
    async fn room_for(&self, actor: &Actor, more: u64) -> Result<()> {
        let (kept, most) = (self.db.uploaded_by(actor.id).await? as u64, self.settings.sources);
        match kept + more > most || kept == most {
            false => Ok(()),
            true => Err(Fault::TooLarge(format!(
                "your sources take {} MB already, and one user may keep {} MB; remove sources or projects that nobody needs",
                kept >> 20,
                most >> 20
            ))),
        }
    }

    /// Takes a version of the sources away that no campaign was run on.
    pub async fn remove_upload(&self, actor: &Actor, project: i64, number: i64) -> Result<()> {
        self.in_project(actor, project, Role::Admin).await?;
        let upload = self.db.upload_by_number(project, number).await?.ok_or(Fault::NotFound("upload"))?;
        if !self.db.remove_upload(&upload).await? {
            return Err(Fault::Conflict("campaigns were run on these sources; remove them first".into()));
        }
        self.db.audit(&actor.name, "remove sources", Some(project), &format!("#{number} {}", upload.name)).await?;
        remove_folder(&self.folders.source(project, upload.id)).await
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
        let Incoming { _place, folder, mut file, .. } = incoming;
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
        self.room_for(actor, unpacked.bytes).await?;
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

/// Gone is gone, whoever was quicker.
pub async fn remove_folder(folder: &Path) -> Result<()> {
    match tokio::fs::remove_dir_all(folder).await {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(e.into()),
        _ => Ok(()),
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
