//! Goals that no test covers, with what people say about them. A justification belongs to the project, the goal and what its
//! function says: once the function says something else, it is shown as outdated and no longer counts.

use super::functions::like;
use super::{Db, Page, Result, Slice};
use crate::clock;
use crate::message::GapRow;
use serde::{Deserialize, Serialize};

/// Why a goal may stay uncovered, as somebody has signed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Justification {
    /// Of the function when it was signed.
    pub content: String,
    /// Nothing: what was said before is taken back.
    pub said: String,
    pub user: String,
    pub at: i64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Nobody says anything.
    #[default]
    None,
    Justified,
    /// The function says something else than when it was signed.
    Outdated,
}

/// A gap, and the last word about it.
#[derive(Clone, Debug)]
pub struct Gap {
    pub row: GapRow,
    pub justification: Option<Justification>,
}

impl Gap {
    pub fn standing(&self) -> Standing {
        match &self.justification {
            Some(j) if j.content == self.row.content => Standing::Justified,
            Some(_) => Standing::Outdated,
            None => Standing::None,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Wanted {
    #[default]
    All,
    /// Neither proved to be out of every input's reach nor justified.
    Unsettled,
    Justified,
    Outdated,
}

impl Wanted {
    pub const ALL: [(Wanted, &'static str, &'static str); 4] = [
        (Wanted::All, "all", "All"),
        (Wanted::Unsettled, "unsettled", "Neither proved nor justified"),
        (Wanted::Justified, "justified", "Justified"),
        (Wanted::Outdated, "outdated", "To be justified again"),
    ];

    pub fn name(self) -> &'static str {
        Wanted::ALL.iter().find(|(w, _, _)| *w == self).map_or("all", |(_, name, _)| name)
    }

    fn condition(self) -> &'static str {
        match self {
            Wanted::All => "",
            Wanted::Unsettled => {
                " AND g.verdict <> 'infeasible' AND NOT (COALESCE(j.said, '') <> '' AND COALESCE(j.content, '') = g.content)"
            }
            Wanted::Justified => " AND j.said <> '' AND j.content = g.content",
            Wanted::Outdated => " AND j.said <> '' AND j.content <> g.content",
        }
    }
}

/// Which gaps are wanted.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// A part of the function's name or of the file.
    pub text: String,
    /// By its name; nothing: all.
    pub criterion: String,
    pub wanted: Wanted,
}

/// How many gaps of a criterion there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub infeasible: i64,
    /// Not infeasible, or only if hypotheses hold, but justified.
    pub justified: i64,
    pub conditional: i64,
    pub unknown: i64,
}

type Row = (
    String,
    String,
    String,
    i64,
    i64,
    String,
    String,
    String,
    String,
    String,
    String,
    String,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<i64>,
);

const COLUMNS: &str = "g.mark, g.function, g.file, g.line, g.col, g.criterion, g.goal, g.verdict, g.reason, g.help, g.hypotheses, \
                       g.content, j.content, j.said, j.user_name, j.at";

/// With the last word about each. $1 is the campaign, $2 the project.
const FROM: &str = "FROM gaps g LEFT JOIN justifications j ON j.project_id = $2 AND j.mark = g.mark AND j.id = \
                    (SELECT MAX(id) FROM justifications WHERE project_id = $2 AND mark = g.mark) WHERE g.campaign_id = $1";

fn gap(row: Row) -> Gap {
    let (
        mark,
        function,
        file,
        line,
        column,
        criterion,
        goal,
        verdict,
        reason,
        help,
        hypotheses,
        content,
        of,
        said,
        user,
        at,
    ) = row;
    let hypotheses = serde_json::from_str(&hypotheses).unwrap_or_default();
    let row =
        GapRow { mark, function, file, line, column, criterion, goal, verdict, reason, help, hypotheses, content };
    let last = match (of, said, user, at) {
        (Some(content), Some(said), Some(user), Some(at)) if !said.is_empty() => {
            Some(Justification { content, said, user, at })
        }
        _ => None,
    };
    Gap { row, justification: last }
}

impl Db {
    /// `first`: the number of the first of them.
    pub async fn add_gaps(&self, campaign: i64, first: i64, rows: &[GapRow]) -> Result<()> {
        let mut tx = self.begin().await?;
        for (number, g) in (first..).zip(rows) {
            let sql = "INSERT INTO gaps (campaign_id, number, mark, function, file, line, col, criterion, goal, verdict, reason, help, \
                       hypotheses, content) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) \
                       ON CONFLICT (campaign_id, number) DO NOTHING";
            let query = sqlx::query(sql).bind(campaign).bind(number).bind(&g.mark).bind(&g.function).bind(&g.file);
            let query = query.bind(g.line).bind(g.column).bind(&g.criterion).bind(&g.goal).bind(&g.verdict);
            let query =
                query.bind(&g.reason).bind(&g.help).bind(serde_json::to_string(&g.hypotheses)?).bind(&g.content);
            query.execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// In the order of the functions.
    pub async fn gaps(&self, project: i64, campaign: i64, filter: &Filter, slice: Slice) -> Result<Page<Gap>> {
        let text = "(LOWER(g.function) LIKE $3 ESCAPE '!' OR LOWER(g.file) LIKE $3 ESCAPE '!') AND ($4 = '' OR g.criterion = $4)";
        let from = format!("{FROM} AND {text}{}", filter.wanted.condition());
        let pattern = like(&filter.text);
        let count = format!("SELECT COUNT(*) {from}");
        let query = sqlx::query_as(&count).bind(campaign).bind(project).bind(&pattern).bind(&filter.criterion);
        let (total,): (i64,) = query.fetch_one(self.pool()).await?;
        let sql = format!("SELECT {COLUMNS} {from} ORDER BY g.number LIMIT $5 OFFSET $6");
        let query = sqlx::query_as(&sql).bind(campaign).bind(project).bind(&pattern).bind(&filter.criterion);
        let rows: Vec<Row> = query.bind(slice.limit).bind(slice.offset).fetch_all(self.pool()).await?;
        Ok(Page { items: rows.into_iter().map(gap).collect(), total })
    }

    /// Some of all, from a number on: whoever reads all of them does not count from the start again and again.
    pub async fn gaps_from(&self, project: i64, campaign: i64, first: i64, count: i64) -> Result<Vec<Gap>> {
        let sql = format!("SELECT {COLUMNS} {FROM} AND g.number >= $3 AND g.number < $4 ORDER BY g.number");
        let query = sqlx::query_as(&sql).bind(campaign).bind(project).bind(first).bind(first + count);
        let rows: Vec<Row> = query.fetch_all(self.pool()).await?;
        Ok(rows.into_iter().map(gap).collect())
    }

    /// By the names of the criteria.
    pub async fn gap_counts(&self, project: i64, campaign: i64) -> Result<Vec<(String, Counts)>> {
        let holds = "COALESCE(j.said, '') <> '' AND COALESCE(j.content, '') = g.content";
        let sum = |verdict: &str, also: &str| {
            format!("CAST(SUM(CASE WHEN g.verdict {verdict} AND {also} THEN 1 ELSE 0 END) AS BIGINT)")
        };
        let sql = format!(
            "SELECT g.criterion, {}, {}, {}, {} {FROM} GROUP BY g.criterion",
            sum("= 'infeasible'", "1 = 1"),
            sum("<> 'infeasible'", &format!("({holds})")),
            sum("= 'conditional'", &format!("NOT ({holds})")),
            sum("= 'unknown'", &format!("NOT ({holds})")),
        );
        let rows: Vec<(String, i64, i64, i64, i64)> =
            sqlx::query_as(&sql).bind(campaign).bind(project).fetch_all(self.pool()).await?;
        let counts = |(name, infeasible, justified, conditional, unknown)| {
            (name, Counts { infeasible, justified, conditional, unknown })
        };
        Ok(rows.into_iter().map(counts).collect())
    }

    /// The newest campaign of a project with the goal, by its number, and the goal as it is there.
    pub async fn newest_gap(&self, project: i64, mark: &str) -> Result<Option<(i64, Gap)>> {
        let sql = "SELECT c.number, c.id FROM gaps g JOIN campaigns c ON c.id = g.campaign_id WHERE c.project_id = $1 AND g.mark = $2 \
                   ORDER BY c.number DESC LIMIT 1";
        let newest: Option<(i64, i64)> =
            sqlx::query_as(sql).bind(project).bind(mark).fetch_optional(self.pool()).await?;
        let Some((number, campaign)) = newest else { return Ok(None) };
        let sql = format!("SELECT {COLUMNS} {FROM} AND g.mark = $3");
        let query = sqlx::query_as(&sql).bind(campaign).bind(project).bind(mark);
        let row: Option<Row> = query.fetch_optional(self.pool()).await?;
        Ok(row.map(|row| (number, gap(row))))
    }

    pub async fn add_justification(
        &self,
        project: i64,
        mark: &str,
        content: &str,
        said: &str,
        user: &str,
    ) -> Result<()> {
        let sql = "INSERT INTO justifications (project_id, mark, content, said, user_name, at) VALUES ($1, $2, $3, $4, $5, $6)";
        let query = sqlx::query(sql).bind(project).bind(mark).bind(content).bind(said).bind(user);
        query.bind(clock::now()).execute(self.pool()).await?;
        Ok(())
    }

    /// The id of the last one that was signed in a project; 0: there is none.
    pub async fn last_justification(&self, project: i64) -> Result<i64> {
        let sql = "SELECT COALESCE(MAX(id), 0) FROM justifications WHERE project_id = $1";
        let (id,): (i64,) = sqlx::query_as(sql).bind(project).fetch_one(self.pool()).await?;
        Ok(id)
    }

    /// All that was ever said about a goal, the oldest first.
    pub async fn justification_history(&self, project: i64, mark: &str) -> Result<Vec<Justification>> {
        let sql = "SELECT content, said, user_name, at FROM justifications WHERE project_id = $1 AND mark = $2 ORDER BY id LIMIT 1000";
        let rows: Vec<(String, String, String, i64)> =
            sqlx::query_as(sql).bind(project).bind(mark).fetch_all(self.pool()).await?;
        Ok(rows.into_iter().map(|(content, said, user, at)| Justification { content, said, user, at }).collect())
    }
}
