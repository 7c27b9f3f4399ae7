//! What the API gives and takes.

use crate::app::Shared;
use crate::auth::Role;
use crate::campaign_options::CampaignOptions;
use crate::clock;
use crate::db::campaigns::{Campaign, State};
use crate::db::events::Stored;
use crate::db::projects::Project;
use crate::db::trend::Point;
use crate::db::uploads::Upload;
use crate::db::{Page, Slice, compare};
use crate::message::Figures;
use crate::offered::{Offered, OfferedKind};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// What is wrong.
#[derive(Serialize, ToSchema)]
pub struct Wrong {
    pub error: String,
}

#[derive(Serialize, ToSchema)]
pub struct Me {
    pub name: String,
    /// Of the whole service.
    pub admin: bool,
    /// Of this service: programs that must fit it compare it.
    pub build: String,
}

#[derive(Serialize, ToSchema)]
pub struct ProjectInfo {
    pub id: i64,
    pub name: String,
    pub about: String,
    pub created: String,
}

impl From<Project> for ProjectInfo {
    fn from(p: Project) -> ProjectInfo {
        ProjectInfo { id: p.id, name: p.name, about: p.about, created: clock::iso(p.created) }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewProject {
    pub name: String,
    #[serde(default)]
    pub about: String,
}

#[derive(Serialize, ToSchema)]
pub struct MemberInfo {
    pub name: String,
    pub role: Role,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRole {
    pub role: Role,
}

/// Sources on the server.
#[derive(Serialize, ToSchema)]
pub struct OfferedInfo {
    pub name: String,
    /// A repository has revisions, a folder is taken as it is.
    pub git: bool,
}

impl From<&Offered> for OfferedInfo {
    fn from(o: &Offered) -> OfferedInfo {
        OfferedInfo { name: o.name.clone(), git: o.kind() == OfferedKind::Git }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FromServer {
    /// By its name in `/sources`.
    pub source: String,
    /// Of a repository: a branch, tag or hash; its current one if absent.
    #[serde(default)]
    pub revision: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct UploadInfo {
    /// Counted from 1 within the project.
    pub number: i64,
    pub name: String,
    pub hash: String,
    pub files: i64,
    pub bytes: i64,
    pub has_database: bool,
    /// What was left out, and why.
    pub notes: Vec<String>,
    pub by: String,
    pub created: String,
}

impl From<Upload> for UploadInfo {
    fn from(u: Upload) -> UploadInfo {
        UploadInfo {
            number: u.number,
            name: u.name,
            hash: u.hash,
            files: u.files,
            bytes: u.bytes,
            has_database: u.has_database,
            notes: u.notes,
            by: u.user,
            created: clock::iso(u.created),
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCampaign {
    /// The number of the sources; absent: the newest.
    #[serde(default)]
    pub upload: Option<i64>,
    #[serde(default)]
    pub options: CampaignOptions,
    /// Between -10 and 10; higher comes first among those of the project.
    #[serde(default)]
    pub priority: i64,
}

#[derive(Serialize, ToSchema)]
pub struct CampaignInfo {
    /// Counted from 1 within the project.
    pub number: i64,
    pub project: i64,
    /// The number of the sources.
    pub upload: i64,
    pub options: CampaignOptions,
    pub state: State,
    pub priority: i64,
    pub by: String,
    pub created: String,
    pub started: Option<String>,
    pub ended: Option<String>,
    /// Why it failed.
    pub why: Option<String>,
    pub figures: Option<Figures>,
    /// Its page, for people.
    pub url: String,
}

impl CampaignInfo {
    pub fn new(app: &Shared, c: Campaign) -> CampaignInfo {
        CampaignInfo {
            number: c.number,
            project: c.project,
            upload: c.upload_number,
            options: c.options,
            state: c.state,
            priority: c.priority,
            by: c.user,
            created: clock::iso(c.created),
            started: c.started.map(clock::iso),
            ended: c.ended.map(clock::iso),
            why: c.why,
            figures: c.figures,
            url: format!("{}/projects/{}/campaigns/{}", app.settings.public_url, c.project, c.number),
        }
    }
}

/// A campaign that has come to an end, in figures.
#[derive(Serialize, ToSchema)]
pub struct TrendPoint {
    /// Of the campaign.
    pub number: i64,
    pub created: String,
    /// Its figures do not say what the whole project came to, and why: it was cancelled, or looked at some functions only.
    pub partial: Option<&'static str>,
    pub figures: Figures,
}

impl From<Point> for TrendPoint {
    fn from(p: Point) -> TrendPoint {
        TrendPoint { number: p.number, created: clock::iso(p.created), partial: p.partial(), figures: p.figures }
    }
}

#[derive(Serialize, ToSchema)]
pub struct EventInfo {
    pub number: i64,
    pub at: String,
    /// An object with a field `event`, which says what happened.
    pub what: serde_json::Value,
}

impl From<Stored> for EventInfo {
    fn from(e: Stored) -> EventInfo {
        let what = serde_json::from_str(&e.what).unwrap_or_default();
        EventInfo { number: e.number, at: clock::iso(e.at), what }
    }
}

#[derive(Serialize, ToSchema)]
pub struct FileInfo {
    pub name: String,
    pub about: String,
}

/// A part of a list.
#[derive(Serialize, ToSchema)]
pub struct Listed<T> {
    pub items: Vec<T>,
    /// Of the whole list.
    pub total: i64,
}

impl<T, U: From<T>> From<Page<T>> for Listed<U> {
    fn from(page: Page<T>) -> Listed<U> {
        Listed { items: page.items.into_iter().map(U::from).collect(), total: page.total }
    }
}

impl<T> From<compare::Part<T>> for Listed<T> {
    fn from(part: compare::Part<T>) -> Listed<T> {
        Listed { items: part.items, total: part.total }
    }
}

/// Which part of a list is wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Part {
    /// Entries to skip.
    #[serde(default)]
    offset: i64,
    /// Entries at most; up to 500.
    #[serde(default = "usual")]
    limit: i64,
}

fn usual() -> i64 {
    100
}

impl Part {
    pub fn slice(&self) -> Slice {
        Slice::new(self.offset, self.limit)
    }
}
