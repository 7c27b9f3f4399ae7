//! What people say about alarms. A review belongs to the project and the alarm's fingerprint, so it survives campaigns.

use super::{Db, Result};
use crate::clock;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    #[default]
    Unreviewed,
    /// A bug.
    Confirmed,
    /// It cannot happen.
    False,
    /// It can, and is meant so.
    Intentional,
    Fixed,
}

impl Status {
    pub const ALL: [Status; 5] =
        [Status::Unreviewed, Status::Confirmed, Status::False, Status::Intentional, Status::Fixed];

    pub fn name(self) -> &'static str {
        match self {
            Status::Unreviewed => "unreviewed",
            Status::Confirmed => "confirmed",
            Status::False => "false",
            Status::Intentional => "intentional",
            Status::Fixed => "fixed",
        }
    }

    pub fn find(name: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|s| s.name() == name)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Review {
    pub status: Status,
    /// A user's name, or nothing.
    pub assignee: String,
}

/// A change or a comment.
#[derive(Clone, Debug)]
pub struct Remark {
    pub at: i64,
    pub user: String,
    pub status: Status,
    pub assignee: String,
    pub comment: String,
}

impl Db {
    pub async fn review(&self, project: i64, fingerprint: &str) -> Result<Review> {
        let sql = "SELECT status, assignee FROM reviews WHERE project_id = $1 AND fingerprint = $2";
        let row: Option<(String, String)> =
            sqlx::query_as(sql).bind(project).bind(fingerprint).fetch_optional(self.pool()).await?;
        Ok(row.map_or_else(Review::default, review))
    }

    /// Those of the alarms of a campaign, by fingerprint.
    pub async fn reviews_of(&self, project: i64, campaign: i64) -> Result<HashMap<String, Review>> {
        let sql = "SELECT DISTINCT r.fingerprint, r.status, r.assignee FROM reviews r JOIN alarms a ON a.fingerprint = r.fingerprint \
                   WHERE r.project_id = $1 AND a.campaign_id = $2";
        let rows: Vec<(String, String, String)> =
            sqlx::query_as(sql).bind(project).bind(campaign).fetch_all(self.pool()).await?;
        Ok(rows.into_iter().map(|(fingerprint, status, who)| (fingerprint, review((status, who)))).collect())
    }

    /// With its line in the history.
    pub async fn set_review(
        &self,
        project: i64,
        fingerprint: &str,
        new: &Review,
        user: &str,
        comment: &str,
    ) -> Result<()> {
        let now = clock::now();
        let mut tx = self.begin().await?;
        let sql = "INSERT INTO reviews (project_id, fingerprint, status, assignee, updated) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT (project_id, fingerprint) DO UPDATE SET status = excluded.status, assignee = excluded.assignee, \
                   updated = excluded.updated";
        let query = sqlx::query(sql).bind(project).bind(fingerprint).bind(new.status.name()).bind(&new.assignee);
        query.bind(now).execute(&mut *tx).await?;
        let sql = "INSERT INTO review_log (project_id, fingerprint, at, user_name, status, assignee, comment) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let query = sqlx::query(sql).bind(project).bind(fingerprint).bind(now).bind(user).bind(new.status.name());
        query.bind(&new.assignee).bind(comment).execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Alarms that are reviewed as false or intentional, with the newest word about each.
    pub async fn settled(&self, project: i64) -> Result<Vec<Settled>> {
        let sql = "SELECT r.fingerprint, r.status, l.user_name, l.comment FROM reviews r JOIN review_log l ON l.id = \
                   (SELECT MAX(id) FROM review_log WHERE project_id = r.project_id AND fingerprint = r.fingerprint AND status = r.status) \
                   WHERE r.project_id = $1 AND r.status IN ('false', 'intentional') ORDER BY r.fingerprint";
        let rows: Vec<(String, String, String, String)> =
            sqlx::query_as(sql).bind(project).fetch_all(self.pool()).await?;
        let settled = |(fingerprint, status, user, comment): (String, String, String, String)| Settled {
            fingerprint,
            status: Status::find(&status).unwrap_or_default(),
            user,
            comment,
        };
        Ok(rows.into_iter().map(settled).collect())
    }

    /// The oldest first.
    pub async fn review_history(&self, project: i64, fingerprint: &str) -> Result<Vec<Remark>> {
        let sql = "SELECT at, user_name, status, assignee, comment FROM review_log WHERE project_id = $1 AND fingerprint = $2 \
                   ORDER BY id LIMIT 1000";
        let rows: Vec<(i64, String, String, String, String)> =
            sqlx::query_as(sql).bind(project).bind(fingerprint).fetch_all(self.pool()).await?;
        let remark = |(at, user, status, assignee, comment): (i64, String, String, String, String)| Remark {
            at,
            user,
            status: Status::find(&status).unwrap_or_default(),
            assignee,
            comment,
        };
        Ok(rows.into_iter().map(remark).collect())
    }
}

/// An alarm that somebody has settled.
pub struct Settled {
    pub fingerprint: String,
    pub status: Status,
    pub user: String,
    /// What was said last.
    pub comment: String,
}

fn review((status, assignee): (String, String)) -> Review {
    Review { status: Status::find(&status).unwrap_or_default(), assignee }
}
