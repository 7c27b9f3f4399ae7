//! Starting and cancelling campaigns.

use crate::actions::sources::remove_folder;
use crate::app::Shared;
use crate::auth::{Actor, Role};
use crate::campaign_options::CampaignOptions;
use crate::db::campaigns::Campaign;
use crate::fault::{Fault, Result};
use crate::queue;
use serde_json::json;

/// Of priorities: 0 is usual.
pub const PRIORITIES: std::ops::RangeInclusive<i64> = -10..=10;

/// `upload`: the number of the sources; `None`: the newest.
pub async fn start(
    app: &Shared,
    actor: &Actor,
    project: i64,
    upload: Option<i64>,
    options: &CampaignOptions,
    priority: i64,
) -> Result<Campaign> {
    app.in_project(actor, project, Role::Member).await?;
    options.check()?;
    if !PRIORITIES.contains(&priority) {
        return Err(Fault::Invalid("a priority lies between -10 and 10".into()));
    }
    let upload = match upload {
        Some(number) => app.db.upload_by_number(project, number).await?,
        None => app.db.uploads(project, 1).await?.into_iter().next(),
    };
    let upload = upload.ok_or_else(|| Fault::Invalid("there are no such sources; upload them first".into()))?;
    if app.db.unfinished_of(actor.id).await? >= app.settings.most_waiting {
        let most = app.settings.most_waiting;
        return Err(Fault::TooMany(format!(
            "{most} of your campaigns wait or run; that is as many as one user may have"
        )));
    }
    let (id, number) = app.db.add_campaign(project, upload.id, options, priority, actor.id).await?;
    let about = format!("#{number}: {}", options.command(upload.has_database));
    app.db.audit(&actor.name, "start campaign", Some(project), &about).await?;
    queue::tell(app, id, &[json!({"event": "queued"})]).await?;
    app.wake.notify_one();
    find(app, actor, project, number).await
}

pub async fn find(app: &Shared, actor: &Actor, project: i64, number: i64) -> Result<Campaign> {
    app.in_project(actor, project, Role::Viewer).await?;
    app.db.campaign_by_number(project, number).await?.ok_or(Fault::NotFound("campaign"))
}

/// Takes one that is over away, with all that it found. What people said about its alarms and gaps stays with the project.
pub async fn remove(app: &Shared, actor: &Actor, project: i64, number: i64) -> Result<()> {
    app.in_project(actor, project, Role::Admin).await?;
    let campaign = find(app, actor, project, number).await?;
    if !app.db.remove_campaign(&campaign).await? {
        return Err(Fault::Conflict("the campaign waits or runs; cancel it first".into()));
    }
    app.db.audit(&actor.name, "remove campaign", Some(project), &format!("#{number}")).await?;
    remove_folder(&app.folders.campaign(project, campaign.id)).await
}

/// One that runs ends soon; what it has found is kept.
pub async fn cancel(app: &Shared, actor: &Actor, project: i64, number: i64) -> Result<Campaign> {
    app.in_project(actor, project, Role::Member).await?;
    let campaign = find(app, actor, project, number).await?;
    if campaign.state.is_over() {
        return Ok(campaign);
    }
    let ended = app.db.cancel_campaign(campaign.id).await?;
    app.db.audit(&actor.name, "cancel campaign", Some(project), &format!("#{number}")).await?;
    match ended {
        Some(last) => app.hub.tell(campaign.id, last),
        None => {
            let running = app.running.lock().expect("nobody panics with it");
            running.get(&campaign.id).inspect(|ends| ends.notify_one());
        }
    }
    find(app, actor, project, number).await
}
