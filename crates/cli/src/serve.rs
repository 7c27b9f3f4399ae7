//! `crescendo serve`: the service on this machine; and the process in which it runs each campaign.

use crate::style;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use crescendo_server::{Options, SandboxChoice, serve};
use std::io::{BufReader, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

/// Serve projects to a team: upload, test, watch, download in the browser
///
/// The first start prints a link by which the admin sets a password. Everything is kept in the data folder.
///
/// Example: crescendo serve --listen 0.0.0.0:8700 --data /srv/crescendo --public-url https://crescendo.example
#[derive(Args)]
pub struct ServeArgs {
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
    /// How people reach the service, if not by the address it listens on; with https, cookies are only sent encrypted
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Whether uploaded code must run in a sandbox (by bubblewrap)
    #[arg(long, value_name = "WHETHER", default_value = "required")]
    sandbox: Sandbox,
    /// Campaigns that run at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    campaigns: u32,
    /// Functions that a campaign explores at the same time [default: the cores, shared out among the campaigns]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    jobs: usize,
    /// The largest upload
    #[arg(long, value_name = "MB", default_value_t = 200)]
    max_upload: u64,
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
    args.log.begin();
    let options = Options {
        listen: args.listen.clone(),
        data: args.data.clone(),
        database: args.database.clone(),
        nats: args.nats.clone(),
        nats_replicas: args.nats_replicas.into(),
        public_url: args.public_url.clone(),
        sandbox: match args.sandbox {
            Sandbox::Required => SandboxChoice::Required,
            Sandbox::Off => SandboxChoice::Off,
        },
        campaigns: args.campaigns as usize,
        jobs: args.jobs,
        upload_mb: args.max_upload,
        memory_mb: args.max_memory,
        disk_mb: args.max_disk,
        program: std::env::current_exe().context("where is this program?")?,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start threads")?;
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
    Ok(ExitCode::SUCCESS)
}

/// Run a campaign of a service (the service starts this itself)
#[derive(Args)]
pub struct ChildArgs {}

pub fn child_command() -> Result<ExitCode> {
    crescendo_server::child::run(BufReader::new(std::io::stdin()), &mut std::io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
