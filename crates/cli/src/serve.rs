//! `crescendo serve`: the service on this machine; and the process in which it runs each campaign.

use crate::style;
use anyhow::{Context, Result};
use clap::{Args, Subcommand, ValueEnum};
use crescendo_server::{Options, SandboxChoice, Trusted, backup, serve};
use std::io::{BufReader, IsTerminal, Write};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokio::runtime::Runtime;
use tracing_subscriber::EnvFilter;

/// Serve projects to a team: upload, test, watch, download in the browser
///
/// The first start prints a link by which the admin sets a password. Everything is kept in the data folder.
///
/// Example: crescendo serve --listen 0.0.0.0:8700 --data /srv/crescendo --public-url https://crescendo.example
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct ServeArgs {
    #[command(subcommand)]
    command: Option<ServeCommand>,
    #[command(flatten)]
    options: Box<ServeOptions>,
}

#[derive(Subcommand)]
enum ServeCommand {
    /// Write everything that a service keeps into one file, also while it runs
    ///
    /// Example: crescendo serve backup --data /srv/crescendo --to crescendo-2026-11-18.tar.gz
    Backup {
        #[command(flatten)]
        place: Place,
        /// The file to write; only you may read it then
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
    },
    /// Make a new data folder (and fill an empty database) of what `backup` has written
    ///
    /// A backup of a service with SQLite can be restored into PostgreSQL, and the other way round.
    /// Example: crescendo serve restore --from crescendo-2026-11-18.tar.gz --data /srv/crescendo
    Restore {
        #[command(flatten)]
        place: Place,
        /// What `backup` has written
        #[arg(long, value_name = "FILE")]
        from: PathBuf,
    },
}

/// Where a service keeps its things.
#[derive(Args)]
struct Place {
    /// The service's data folder
    #[arg(long, value_name = "DIR", default_value = "crescendo-data")]
    data: PathBuf,
    /// Its PostgreSQL database, if it is not the one in the data folder
    #[arg(long, value_name = "URL", env = "CRESCENDO_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

#[derive(Args)]
struct ServeOptions {
    /// Address and port to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8700")]
    listen: String,
    /// Where projects, results and the database are kept
    #[arg(long, value_name = "DIR", default_value = "crescendo-data")]
    data: PathBuf,
    /// A PostgreSQL database instead of the one in the data folder: postgres://user:password@host/name
    #[arg(long, value_name = "URL", env = "CRESCENDO_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// Explore functions on workers (crescendo worker) that are reached by this NATS server: nats://host:4222, or several, separated by commas
    #[arg(long, value_name = "URL", env = "CRESCENDO_NATS", hide_env_values = true)]
    nats: Option<String>,
    /// Nodes of NATS that keep each job and result; 3 for a cluster that outlives one of them
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=5))]
    nats_replicas: u8,
    /// Sources on this machine that members may take into their projects: a folder, or a git repository; may be given several times
    #[arg(long, value_name = "NAME=PATH")]
    sources: Vec<String>,
    /// How people reach the service, if not by the address it listens on; with https, cookies are only sent encrypted
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Whether uploaded code must run in a sandbox (by bubblewrap)
    #[arg(long, value_name = "WHETHER", default_value = "required")]
    sandbox: Sandbox,
    /// Let people in whom a reverse proxy has let in: the header by which it says their names, such as X-Remote-User
    #[arg(long, value_name = "HEADER", requires = "trusted_proxy")]
    trusted_header: Option<String>,
    /// Where that proxy connects from; what anybody else says in that header is ignored
    #[arg(long, value_name = "ADDRESS", requires = "trusted_header")]
    trusted_proxy: Vec<IpAddr>,
    /// Campaigns that run at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    campaigns: u32,
    /// Functions that a campaign explores at the same time [default: the cores, shared out among the campaigns]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    jobs: usize,
    /// The largest upload
    #[arg(long, value_name = "MB", default_value_t = 200)]
    max_upload: u64,
    /// All sources that one user may keep on the server, unpacked
    #[arg(long, value_name = "MB", default_value_t = 20480)]
    max_sources: u64,
    /// Memory of one campaign; one that takes more is ended
    #[arg(long, value_name = "MB", default_value_t = 8192)]
    max_memory: u64,
    /// What the campaigns of a project may keep on disk; one that writes more is ended
    #[arg(long, value_name = "MB", default_value_t = 20480)]
    max_disk: u64,
    /// How the log on standard error is written
    #[arg(long, value_name = "FORM", default_value = "text")]
    log: Log,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Sandbox {
    /// The service does not start without one
    Required,
    /// Whoever may upload can do on this machine what the service can
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Log {
    Text,
    Json,
}

impl Log {
    /// From now on what happens is written to standard error.
    pub fn begin(self) {
        let usual = "info,sqlx=warn,async_nats=warn";
        let filter = EnvFilter::try_from_env("CRESCENDO_LOG").unwrap_or_else(|_| EnvFilter::new(usual));
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_target(false);
        let log = log.with_ansi(std::io::stderr().is_terminal());
        match self {
            Log::Text => log.init(),
            Log::Json => log.json().init(),
        }
    }
}

pub fn serve_command(args: &ServeArgs) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start threads")?;
    let told = |did: &str, file: &Path, done: backup::Done| {
        println!("{did} {}: the database and {} files, {:.1} MB", file.display(), done.files, done.bytes as f64 / 1e6);
    };
    match &args.command {
        None => serve_on(&args.options, &runtime)?,
        Some(ServeCommand::Backup { place, to }) => {
            let done = runtime.block_on(backup::backup(&place.data, place.database.as_deref(), to))?;
            told("wrote", to, done);
        }
        Some(ServeCommand::Restore { place, from }) => {
            let done = runtime.block_on(backup::restore(from, &place.data, place.database.as_deref()))?;
            told("restored", from, done);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn serve_on(args: &ServeOptions, runtime: &Runtime) -> Result<()> {
    args.log.begin();
    let options = Options {
        listen: args.listen.clone(),
        data: args.data.clone(),
        database: args.database.clone(),
        nats: args.nats.clone(),
        nats_replicas: args.nats_replicas.into(),
        sources: args.sources.clone(),
        public_url: args.public_url.clone(),
        sandbox: match args.sandbox {
            Sandbox::Required => SandboxChoice::Required,
            Sandbox::Off => SandboxChoice::Off,
        },
        trusted: args
            .trusted_header
            .clone()
            .map(|header| Trusted { header, proxies: args.trusted_proxy.iter().map(|p| p.to_canonical()).collect() }),
        campaigns: args.campaigns as usize,
        jobs: args.jobs,
        upload_mb: args.max_upload,
        sources_mb: args.max_sources,
        memory_mb: args.max_memory,
        disk_mb: args.max_disk,
        program: std::env::current_exe().context("where is this program?")?,
    };
    runtime.block_on(serve(options, |started| {
        println!("Crescendo listens on {} ({})", started.address, started.url);
        if !started.sandboxed {
            println!("{} uploaded code runs without a sandbox", style::warning("warning:"));
        }
        if let Some(link) = started.first_link {
            println!("Set the password of the user admin, once, by this link: {link}");
        }
        let _ = std::io::stdout().flush();
    }))?;
    Ok(())
}

/// Run a campaign of a service (the service starts this itself)
#[derive(Args)]
pub struct ChildArgs {}

pub fn child_command() -> Result<ExitCode> {
    crescendo_server::child::run(BufReader::new(std::io::stdin()), &mut std::io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
