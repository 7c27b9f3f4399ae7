//! What a campaign found in each function, in figures.

use super::{Db, Page, Result, Slice};
use crate::message::{FunctionRow, Tally};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Name,
    /// Those with most goals open first.
    Gaps,
    Faults,
}

/// Which functions are wanted.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// A part of the name or the file.
    pub text: String,
    pub with_gaps: bool,
    pub with_faults: bool,
}

pub type Row = (String, String, i64, String, String, String, String, i64, i64, i64, String, String);

/// As the columns say it.
pub const COLUMNS: &str = "name, file, line, statement, branch, mcdc, boundary, open, tests, faults, seconds, stop";

pub fn function(row: Row) -> FunctionRow {
    let (name, file, line, statement, branch, mcdc, boundary, open, tests, faults, seconds, stop) = row;
    FunctionRow {
        name,
        file,
        line,
        tallies: [&statement, &branch, &mcdc, &boundary].map(|t| Tally::read(t)),
        open,
        tests,
        faults,
        seconds: seconds.parse().unwrap_or(0.0),
        stop,
    }
}

impl Db {
    /// Those of an earlier attempt go.
    pub async fn clear_results(&self, campaign: i64) -> Result<()> {
        for table in ["functions", "alarms", "gaps"] {
            let sql = format!("DELETE FROM {table} WHERE campaign_id = $1");
            sqlx::query(&sql).bind(campaign).execute(self.pool()).await?;
        }
        Ok(())
    }

    /// `first`: the number of the first of them.
    pub async fn add_functions(&self, campaign: i64, first: i64, rows: &[FunctionRow]) -> Result<()> {
        let mut tx = self.begin().await?;
        for (number, f) in (first..).zip(rows) {
            let sql = "INSERT INTO functions (campaign_id, number, name, file, line, statement, branch, mcdc, boundary, open, tests, \
                       faults, seconds, stop) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) \
                       ON CONFLICT (campaign_id, number) DO NOTHING";
            let query = sqlx::query(sql).bind(campaign).bind(number).bind(&f.name).bind(&f.file).bind(f.line);
            let query = f.tallies.iter().fold(query, |query, t| query.bind(t.text()));
            let query = query.bind(f.open).bind(f.tests).bind(f.faults).bind(format!("{:.3}", f.seconds)).bind(&f.stop);
            query.execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    pub async fn functions(
        &self,
        campaign: i64,
        filter: &Filter,
        order: Order,
        slice: Slice,
    ) -> Result<Page<FunctionRow>> {
        let mut wanted =
            String::from("campaign_id = $1 AND (LOWER(name) LIKE $2 ESCAPE '!' OR LOWER(file) LIKE $2 ESCAPE '!')");
        if filter.with_gaps {
            wanted.push_str(" AND open > 0");
        }
        if filter.with_faults {
            wanted.push_str(" AND faults > 0");
        }
        let order = match order {
            Order::Name => "name, number",
            Order::Gaps => "open DESC, number",
            Order::Faults => "faults DESC, number",
        };
        let pattern = like(&filter.text);
        let count = format!("SELECT COUNT(*) FROM functions WHERE {wanted}");
        let (total,): (i64,) = sqlx::query_as(&count).bind(campaign).bind(&pattern).fetch_one(self.pool()).await?;
        let sql = format!("SELECT {COLUMNS} FROM functions WHERE {wanted} ORDER BY {order} LIMIT $3 OFFSET $4");
        let query = sqlx::query_as(&sql).bind(campaign).bind(&pattern).bind(slice.limit).bind(slice.offset);
        Ok(Page { items: query.fetch_all(self.pool()).await?.into_iter().map(function).collect(), total })
    }
}

/// A pattern for names that hold a text as it is.
pub fn like(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in text.to_lowercase().chars() {
        if matches!(c, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(c);
    }
    pattern + "%"
}
