//! What can go wrong between here and the service.

use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum RemoteError {
    #[error(transparent)]
    Project(#[from] crescendo_project::ProjectError),
    #[error("this does not compile here, so it is not sent: {0}")]
    DoesNotCompile(String),
    #[error("there is no source file")]
    NoSource,
    #[error("{} is a file of the system", .0.display())]
    SystemFile(PathBuf),
    #[error("cannot pack {}: {why}", path.display())]
    Pack { path: PathBuf, why: std::io::Error },
    #[error("cannot reach {url}: {why}")]
    Unreachable { url: String, why: ureq::Error },
    #[error("the service says: {0}")]
    Refused(String),
    #[error("the service answers {status} to {method} {path}")]
    Status { status: u16, method: &'static str, path: String },
    #[error("the service's answer is not JSON: {0}")]
    NotJson(#[from] serde_json::Error),
    #[error("there is no project {0} on the service, or this token may not see it")]
    NoProject(String),
    #[error("the project has no campaign yet")]
    NoCampaign,
    #[error("the service made a {0} without a number")]
    NoNumber(&'static str),
    #[error("the service ends the stream of events again and again")]
    BrokenStream,
}
