//! Where files lie below the data folder. Names are numbers of ours; nothing a user types becomes a path here.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What begins the names of folders that live only for as long as somebody works in them: of native runs, and of suites in a format.
const REPLAY: &str = "replay-";
pub const SUITE: &str = "suite-";

#[derive(Clone, Debug)]
pub struct Folders {
    data: PathBuf,
}

impl Folders {
    /// The data folder, made if need be; others on the machine cannot look into it.
    pub fn open(data: &Path) -> io::Result<Folders> {
        use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
        fs::DirBuilder::new().recursive(true).mode(0o700).create(data)?;
        let data = data.canonicalize()?;
        fs::set_permissions(&data, fs::Permissions::from_mode(0o700))?;
        let folders = Folders { data };
        let incoming = folders.incoming();
        // What was on its way when the service ended is of no use.
        if incoming.exists() {
            fs::remove_dir_all(&incoming)?;
        }
        fs::create_dir_all(incoming)?;
        Ok(folders)
    }

    /// One that is there, as it is: a service may be at work in it.
    pub fn look(data: &Path) -> io::Result<Folders> {
        Ok(Folders { data: data.canonicalize()? })
    }

    pub fn database(&self) -> PathBuf {
        self.data.join("crescendo.db")
    }

    pub fn lock(&self) -> PathBuf {
        self.data.join("lock")
    }

    pub fn incoming(&self) -> PathBuf {
        self.data.join("incoming")
    }

    pub fn project(&self, project: i64) -> PathBuf {
        self.data.join("projects").join(project.to_string())
    }

    /// The sources of an upload, by its id.
    pub fn source(&self, project: i64, upload: i64) -> PathBuf {
        self.project(project).join("uploads").join(upload.to_string())
    }

    /// Results of functions, for all campaigns of a project.
    pub fn store(&self, project: i64) -> PathBuf {
        self.project(project).join("store")
    }

    /// Compiled code.
    pub fn cache(&self, project: i64) -> PathBuf {
        self.project(project).join("cache")
    }

    /// What all campaigns of a project keep for themselves.
    pub fn campaigns(&self, project: i64) -> PathBuf {
        self.project(project).join("campaigns")
    }

    pub fn campaign(&self, project: i64, campaign: i64) -> PathBuf {
        self.campaigns(project).join(campaign.to_string())
    }

    /// What a campaign writes, by its id.
    pub fn output(&self, project: i64, campaign: i64) -> PathBuf {
        self.campaign(project, campaign).join("out")
    }

    /// Takes away what processes that were killed have left of a campaign: folders for native runs, suites that somebody wanted.
    pub fn tidy(&self, project: i64, campaign: i64) {
        for (folder, prefix) in [(self.output(project, campaign), REPLAY), (self.campaign(project, campaign), SUITE)] {
            for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
                let name = entry.file_name();
                if name.to_string_lossy().starts_with(prefix) && entry.file_type().is_ok_and(|t| t.is_dir()) {
                    let _ = fs::remove_dir_all(entry.path());
                }
            }
        }
    }

    /// The same of all campaigns, when nothing runs.
    pub fn tidy_all(&self) {
        let numbers = |folder: PathBuf| {
            let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
            entries.filter_map(|e| e.file_name().to_str()?.parse::<i64>().ok()).collect::<Vec<_>>()
        };
        for project in numbers(self.data.join("projects")) {
            for campaign in numbers(self.campaigns(project)) {
                self.tidy(project, campaign);
            }
        }
    }

    /// What a campaign is given beside the sources.
    pub fn given(&self, project: i64, campaign: i64) -> PathBuf {
        self.campaign(project, campaign).join("given")
    }
}
