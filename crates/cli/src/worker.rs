//! `crescendo worker`: explores functions for a service on another machine; and the process in which it does so.

use crate::serve::Log;
use anyhow::{Context, Result};
use clap::Args;
use crescendo_cluster::{Options, work};
use std::io::{BufReader, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Explore functions for a service (crescendo serve --nats), on this machine
///
/// Any number of workers may come and go at any time. A worker must be of the same build as the service, with the same clang and headers.
///
/// Example: crescendo worker --nats nats://broker.example:4222
#[derive(Args)]
pub struct WorkerArgs {
    /// Where NATS is, 2.10 or newer with JetStream; several addresses of one cluster are separated by commas
    #[arg(long, value_name = "URL", env = "CRESCENDO_NATS", hide_env_values = true)]
    nats: String,
    /// Nodes of NATS that keep each job and result, as for the service
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=5))]
    nats_replicas: u8,
    /// What people call this worker [default: the machine's name]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Functions that it explores at the same time [default: the cores]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    jobs: usize,
    /// Where programs are kept while they are worked on
    #[arg(long, value_name = "DIR", default_value = "crescendo-worker")]
    data: PathBuf,
    /// Memory of one job; one that takes more is ended
    #[arg(long, value_name = "MB", default_value_t = 4096)]
    max_memory: u64,
    /// How the log on standard error is written
    #[arg(long, value_name = "FORM", default_value = "text")]
    log: Log,
}

pub fn worker_command(args: &WorkerArgs) -> Result<ExitCode> {
    args.log.begin();
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let options = Options {
        nats: args.nats.clone(),
        replicas: args.nats_replicas.into(),
        name: args.name.clone().unwrap_or_else(|| host.trim().to_string()),
        slots: args.jobs,
        data: args.data.clone(),
        memory: args.max_memory << 20,
        program: std::env::current_exe().context("where is this program?")?,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start threads")?;
    runtime.block_on(work(options, |name, slots| {
        println!("The worker {name} takes up to {slots} jobs at a time");
        let _ = std::io::stdout().flush();
    }))?;
    Ok(ExitCode::SUCCESS)
}

/// Explore jobs of a worker (the worker starts this itself)
#[derive(Args)]
pub struct JobsArgs {}

pub fn jobs_command() -> Result<ExitCode> {
    crescendo_cluster::explore_jobs(BufReader::new(std::io::stdin()), &mut std::io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
