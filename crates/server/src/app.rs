//! What every request finds: the database, the folders, the queue, who watches what.

use crate::actions::sources::Uploading;
use crate::auth::{Actor, Role, Throttle};
use crate::db::Db;
use crate::db::projects::Project;
use crate::fault::{Fault, Result};
use crate::folders::Folders;
use crate::hub::Hub;
use crate::kept::Kept;
use crate::offered::Offered;
use crate::snapshot::Snapshots;
use crescendo_cluster::{Broker, Presence};
use crescendo_confined::Sandbox;
use crescendo_intake::Limits;
use std::collections::HashMap;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;

/// What an admin decides.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What begins links, as people reach it: `https://crescendo.example`.
    pub public_url: String,
    pub trusted: Option<Trusted>,
    /// Sources on this machine that projects may take.
    pub offered: Vec<Offered>,
    /// Campaigns at the same time.
    pub slots: usize,
    /// Functions that each of them explores at the same time.
    pub jobs: usize,
    /// Bytes of an upload.
    pub largest_upload: u64,
    /// What may come out of it.
    pub unpacked: Limits,
    /// Bytes of all sources that one user keeps.
    pub sources: u64,
    /// Campaigns of one user that wait or run.
    pub most_waiting: i64,
    /// Projects that one user is admin of.
    pub most_projects: i64,
    /// Uploads of one user at the same time.
    pub most_uploads: usize,
    /// Of a campaign's processes together.
    pub memory: u64,
    /// Of what a campaign writes.
    pub disk: u64,
    /// Of the program that runs campaigns: ours.
    pub program: PathBuf,
}

/// Who says who somebody is, if not we.
#[derive(Clone, Debug)]
pub struct Trusted {
    /// The header's name.
    pub header: String,
    /// Only those who connect from there are believed.
    pub proxies: Vec<IpAddr>,
}

impl Settings {
    /// Cookies are sent over encrypted connections only.
    pub fn is_secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

pub struct App {
    pub db: Db,
    pub folders: Folders,
    pub settings: Settings,
    /// `None`: an admin has said that none is wanted.
    pub sandbox: Option<Sandbox>,
    /// Functions are explored by workers that are reached by it; `None`: here.
    pub cluster: Option<Cluster>,
    pub throttle: Throttle,
    pub hub: Hub,
    pub snapshots: Snapshots,
    pub kept: Kept,
    /// Uploads on their way in, by user.
    pub uploading: Uploading,
    /// There may be something to do.
    pub wake: Notify,
    /// Of campaigns that run here: told when they are to end.
    pub running: Mutex<HashMap<i64, Arc<Notify>>>,
}

/// The way to workers on other machines.
pub struct Cluster {
    pub broker: Broker,
    pub presence: Presence,
    /// What this service is called there.
    pub service: String,
}

pub type Shared = Arc<App>;

impl App {
    /// What somebody may do in a project; `None`: nothing, not even see it.
    pub async fn role(&self, actor: &Actor, project: i64) -> Result<Option<Role>> {
        let Some(ceiling) = actor.ceiling(project) else { return Ok(None) };
        let role = match actor.admin {
            true => Some(Role::Admin),
            false => self.db.role(project, actor.id).await?,
        };
        Ok(role.map(|r| r.min(ceiling)))
    }

    /// The project, for somebody who may do that much there.
    pub async fn in_project(&self, actor: &Actor, project: i64, least: Role) -> Result<Project> {
        let found = self.db.project(project).await?;
        match (found, self.role(actor, project).await?) {
            (Some(found), Some(role)) if role >= least => Ok(found),
            (Some(_), Some(role)) => {
                let (role, least) = (role.name(), least.name());
                Err(Fault::Forbidden(format!("you are here as {role}; only a {least} of the project may do this")))
            }
            _ => Err(Fault::NotFound("project")),
        }
    }
}
