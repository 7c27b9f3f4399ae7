//! What the service remembers about itself.

use super::{Db, Result};

impl Db {
    /// What this service is called among those that share a broker: made once, by chance.
    pub async fn service_name(&self) -> Result<String> {
        let mut random = [0; 6];
        // Without chance it is still a name, if not one that nobody else has.
        let _ = getrandom::fill(&mut random);
        let new: String = random.iter().map(|b| format!("{b:02x}")).collect();
        let sql = "INSERT INTO settings (name, value) VALUES ('service', $1) ON CONFLICT (name) DO NOTHING";
        sqlx::query(sql).bind(new).execute(self.pool()).await?;
        let found = sqlx::query_as("SELECT value FROM settings WHERE name = 'service'").fetch_one(self.pool()).await?;
        let (name,): (String,) = found;
        Ok(name)
    }
}
