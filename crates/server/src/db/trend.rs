//! What came of a project's campaigns, one after the other.

use super::{Db, Result};
use crate::campaign_options::CampaignOptions;
use crate::message::Figures;

/// A campaign that has come to an end, in figures.
#[derive(Clone, Debug)]
pub struct Point {
    /// Of the campaign within the project.
    pub number: i64,
    pub created: i64,
    pub options: CampaignOptions,
    pub figures: Figures,
}

impl Point {
    /// Why its figures do not say what the whole project came to.
    pub fn partial(&self) -> Option<&'static str> {
        match (self.figures.cancelled, self.options.functions.is_empty()) {
            (true, _) => Some("cancelled"),
            (_, false) => Some("only some functions"),
            _ => None,
        }
    }
}

impl Db {
    /// The newest ones that have figures, the oldest of them first; and how many there are in all.
    pub async fn trend(&self, project: i64, most: i64) -> Result<(Vec<Point>, i64)> {
        let sql = "SELECT COUNT(*) FROM campaigns WHERE project_id = $1 AND figures IS NOT NULL";
        let (total,): (i64,) = sqlx::query_as(sql).bind(project).fetch_one(self.pool()).await?;
        let sql = "SELECT number, created, options, figures FROM campaigns WHERE project_id = $1 AND figures IS NOT NULL \
                   ORDER BY number DESC LIMIT $2";
        let rows: Vec<(i64, i64, String, String)> =
            sqlx::query_as(sql).bind(project).bind(most).fetch_all(self.pool()).await?;
        let point = |(number, created, options, figures): (i64, i64, String, String)| {
            let (options, figures) = (serde_json::from_str(&options)?, serde_json::from_str(&figures)?);
            Ok(Point { number, created, options, figures })
        };
        Ok((rows.into_iter().rev().map(point).collect::<Result<_>>()?, total))
    }
}
