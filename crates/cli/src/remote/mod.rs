//! Commands that speak to a service: `submit`, `status`, `download`. They use its API and nothing else.

mod download;
mod status;
mod submit;

pub use download::{DownloadArgs, download};
pub use status::{StatusArgs, status};
pub use submit::{SubmitArgs, submit};

use clap::Args;
use crescendo_remote::Client;

/// Which service, and as whom.
#[derive(Args)]
pub struct ServerArgs {
    /// The address of the service
    #[arg(long, value_name = "URL", env = "CRESCENDO_SERVER")]
    server: String,
    /// A token, as the account's page makes it; better by the variable, which others on the machine do not see
    #[arg(long, value_name = "TOKEN", env = "CRESCENDO_TOKEN", hide_env_values = true)]
    token: String,
    /// The project's name
    #[arg(long, value_name = "NAME")]
    project: String,
}

impl ServerArgs {
    fn client(&self) -> Client {
        Client::new(&self.server, &self.token)
    }
}
