//! Starting the service, and ending it.

use crate::actions::sources::Uploading;
use crate::app::{App, Cluster, Settings, Shared, Trusted};
use crate::auth::Throttle;
use crate::db::{Db, DbError};
use crate::folders::Folders;
use crate::hub::Hub;
use crate::kept::Kept;
use crate::offered::{Offered, OfferedError};
use crate::snapshot::Snapshots;
use crate::{queue, web};
use crescendo_cluster::{Broker, BrokerError, Presence};
use crescendo_confined::{Sandbox, SandboxError};
use crescendo_intake::Limits;
use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Notify;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SandboxChoice {
    /// Nothing is run without one.
    #[default]
    Required,
    Off,
}

/// What somebody starts the service with.
#[derive(Clone, Debug)]
pub struct Options {
    pub listen: String,
    pub data: PathBuf,
    /// `postgres://…`; `None`: SQLite in the data folder.
    pub database: Option<String>,
    /// `nats://…`: functions are explored by workers; `None`: here.
    pub nats: Option<String>,
    /// Nodes of NATS that keep what is there.
    pub nats_replicas: usize,
    /// Sources on this machine that projects may take: `NAME=PATH`.
    pub sources: Vec<String>,
    /// As people reach it; `None`: where it listens.
    pub public_url: Option<String>,
    pub sandbox: SandboxChoice,
    /// A header by which a reverse proxy says who somebody is, and where that proxy is.
    pub trusted: Option<Trusted>,
    /// Campaigns at the same time.
    pub campaigns: usize,
    /// Functions that each of them explores at the same time; 0: the cores, shared out.
    pub jobs: usize,
    /// Megabytes: of an upload, then those of a campaign's memory, of what it writes.
    pub upload_mb: u64,
    /// Of all sources that one user keeps.
    pub sources_mb: u64,
    pub memory_mb: u64,
    pub disk_mb: u64,
    /// The program that runs campaigns: this one.
    pub program: PathBuf,
}

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("cannot use the folder {path}: {source}", path = path.display())]
    Data { path: PathBuf, source: io::Error },
    #[error("another service is at work in {path}", path = path.display())]
    Locked { path: PathBuf },
    #[error(transparent)]
    Db(#[from] DbError),
    #[error(transparent)]
    Sources(#[from] OfferedError),
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    #[error("cannot listen on {address}: {source}")]
    Listen { address: String, source: io::Error },
    #[error("--public-url {0} does not begin with http:// or https://, or ends with a slash")]
    PublicUrl(String),
    #[error("{0} ({1})")]
    Broker(BrokerError, String),
    #[error("--nats needs the sandbox: workers see a project where the sandbox has it")]
    NatsNeedsSandbox,
    #[error("the service ended: {0}")]
    Ended(io::Error),
    #[error("the first link could not be made: {0}")]
    FirstLink(String),
}

/// What there is to say once it works.
pub struct Started {
    pub address: SocketAddr,
    pub url: String,
    /// By which the first admin sets a password.
    pub first_link: Option<String>,
    pub sandboxed: bool,
}

/// Serves until somebody ends it. `started` is called once it can be reached.
pub async fn serve(options: Options, started: impl FnOnce(Started)) -> Result<(), ServeError> {
    let offered = Offered::read_all(&options.sources)?;
    let data_fault = |source| ServeError::Data { path: options.data.clone(), source };
    let folders = Folders::open(&options.data).map_err(data_fault)?;
    let _lock = lock(&folders.lock())?;
    let sandbox = match options.sandbox {
        SandboxChoice::Required => Some(Sandbox::new(&options.program)?),
        SandboxChoice::Off => None,
    };
    let listener = TcpListener::bind(&options.listen).await;
    let listener = listener.map_err(|source| ServeError::Listen { address: options.listen.clone(), source })?;
    let address = listener.local_addr().map_err(ServeError::Ended)?;
    let public_url = match &options.public_url {
        Some(url) if !url.starts_with("http://") && !url.starts_with("https://") || url.ends_with('/') => {
            return Err(ServeError::PublicUrl(url.clone()));
        }
        Some(url) => url.clone(),
        None => format!("http://{address}"),
    };
    let (db, alone) = match &options.database {
        Some(url) => Db::open_alone(url).await?,
        None => Db::open_alone(&Db::file_url(&folders.database())).await?,
    };
    let cluster = match &options.nats {
        Some(_) if sandbox.is_none() => return Err(ServeError::NatsNeedsSandbox),
        Some(url) => Some(reach_workers(url, options.nats_replicas, &db).await?),
        None => None,
    };
    let app: Shared = Arc::new(App {
        db,
        cluster,
        folders,
        settings: settings(&options, offered, public_url.clone()),
        sandbox,
        throttle: Throttle::default(),
        hub: Hub::default(),
        snapshots: Snapshots::default(),
        kept: Kept::default(),
        uploading: Uploading::default(),
        wake: Notify::new(),
        running: Mutex::default(),
    });
    queue::recover(&app).await?;
    let first_link = app.first_link().await.map_err(|e| ServeError::FirstLink(e.to_string()))?;
    tracing::info!(%address, sandboxed = app.sandbox.is_some(), "the service listens");
    started(Started { address, url: public_url, first_link, sandboxed: app.sandbox.is_some() });
    let queue = tokio::spawn(queue::work(app.clone()));
    let ending = Arc::new(Notify::new());
    let told = ending.clone();
    let router = web::router(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let served = axum::serve(listener, router).with_graceful_shutdown(async move {
        asked_to_end().await;
        told.notify_one();
    });
    // Those who watch a campaign would stay for ever.
    let result = tokio::select! {
        result = served => result,
        () = alone.keep() => Err(io::Error::other(DbError::Taken)),
        _ = async { ending.notified().await; tokio::time::sleep(Duration::from_secs(2)).await } => Ok(()),
    };
    // Campaigns that run go on when the service starts again.
    queue.abort();
    tracing::info!("the service ends");
    app.db.close().await;
    result.map_err(ServeError::Ended)
}

async fn reach_workers(url: &str, replicas: usize, db: &Db) -> Result<Cluster, ServeError> {
    let failed = |e| ServeError::Broker(e, crescendo_cluster::url_of(url));
    let broker = Broker::connect(url, "crescendo serve", replicas).await.map_err(failed)?;
    let presence = Presence::default();
    tokio::spawn(presence.clone().listen(broker.clone()));
    Ok(Cluster { broker, presence, service: db.service_name().await? })
}

fn settings(options: &Options, offered: Vec<Offered>, public_url: String) -> Settings {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let slots = options.campaigns.max(1);
    Settings {
        public_url,
        offered,
        trusted: options.trusted.clone(),
        slots,
        jobs: if options.jobs == 0 { (cores / slots).max(1) } else { options.jobs },
        largest_upload: options.upload_mb << 20,
        unpacked: Limits { bytes: (options.upload_mb << 20).saturating_mul(8), ..Limits::default() },
        sources: options.sources_mb << 20,
        most_waiting: 50,
        most_projects: 200,
        most_uploads: 4,
        memory: options.memory_mb << 20,
        disk: options.disk_mb << 20,
        program: options.program.clone(),
    }
}

/// One service for one data folder.
fn lock(path: &Path) -> Result<File, ServeError> {
    let file = File::create(path).map_err(|source| ServeError::Data { path: path.to_path_buf(), source })?;
    // SAFETY: a lock on a file that is open.
    match unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) } {
        0 => Ok(file),
        _ => Err(ServeError::Locked { path: path.parent().unwrap_or(path).to_path_buf() }),
    }
}

async fn asked_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = match signal(SignalKind::terminate()) {
        Ok(signal) => signal,
        Err(_) => return std::future::pending().await,
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}
