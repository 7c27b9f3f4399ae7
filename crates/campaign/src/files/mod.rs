//! What a campaign leaves in its output folder, read and written.

pub mod alarms;
pub mod report;
pub mod summary;

use crate::error::{CampaignError, Result};
use std::path::Path;

/// Written aside and moved into place: a reader never sees half of it.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<()> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(".new");
    std::fs::write(&aside, format!("{text}\n")).map_err(CampaignError::writing(path))?;
    std::fs::rename(&aside, path).map_err(CampaignError::writing(path))
}
