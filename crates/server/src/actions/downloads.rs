//! What can be taken home from a campaign that is over: data, the report, the suite in every format.
//!
//! Formats are made when somebody asks, by the same kind of confined process that runs campaigns: they are made of what
//! uploaded code may have touched.

use crate::actions::campaigns::find;
use crate::app::Shared;
use crate::auth::Actor;
use crate::db::campaigns::Campaign;
use crate::fault::{Fault, Result};
use crate::folders;
use crate::inside;
use crate::pages::evidence::{self, Style};
use crate::queue::seen_at;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use crescendo_confined::Mount;
use crescendo_suite::export;
use futures_util::stream;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::AsyncReadExt;
use tokio::process::Command;
use tokio::sync::Semaphore;
use zip::write::SimpleFileOptions;

/// Time to make a format.
const PATIENCE: Duration = Duration::from_secs(300);

/// Formats that are made at the same time.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

pub struct Download {
    pub name: String,
    pub about: String,
}

/// Files that campaigns write, with what they are.
const DATA: [(&str, &str, &str); 4] = [
    ("summary.json", "application/json", "every function, fault and goal, as data"),
    ("suite.json", "application/json", "the tests, as data"),
    ("alarms.json", "application/json", "the alarms, as data"),
    ("alarms.sarif", "application/sarif+json", "the alarms, as SARIF 2.1.0"),
];

const REPORT: &str = "report.zip";

const EVIDENCE: &str = "evidence.html";

/// Formats that are one file, which nobody wants in a zip: the format and the file.
const SINGLE: [(&str, &str, &str); 4] = [
    ("junit", "junit.xml", "application/xml"),
    ("lcov", "coverage.info", "text/plain"),
    ("cobertura", "cobertura.xml", "application/xml"),
    ("llvm-cov", "coverage.json", "application/json"),
];

/// What stands around the name of a format.
const SUITE: (&str, &str) = ("suite-", ".zip");

fn zip_name(format: &str) -> String {
    format!("{}{format}{}", SUITE.0, SUITE.1)
}

async fn over(app: &Shared, actor: &Actor, project: i64, number: i64) -> Result<Campaign> {
    let campaign = find(app, actor, project, number).await?;
    match campaign.state.is_over() {
        true => Ok(campaign),
        false => Err(Fault::Conflict("the campaign is not over yet".into())),
    }
}

/// What there is of a campaign; nothing while it runs.
pub async fn list(app: &Shared, actor: &Actor, project: i64, number: i64) -> Result<Vec<Download>> {
    let campaign = find(app, actor, project, number).await?;
    if !campaign.state.is_over() {
        return Ok(Vec::new());
    }
    let out = app.folders.output(project, campaign.id);
    let there = |name: &str| inside::open(&out, Path::new(name)).is_ok();
    let mut all = Vec::new();
    if there("suite.json") {
        for e in export::ALL {
            let single = SINGLE.iter().find(|(format, _, _)| *format == e.format());
            let name = single.map_or_else(|| zip_name(e.format()), |(_, file, _)| file.to_string());
            all.push(Download { name, about: e.help().to_string() });
        }
    }
    if campaign.figures.is_some() {
        let about = "what the tests cover, every gap with its reason or justification; prints well".to_string();
        all.push(Download { name: EVIDENCE.into(), about });
    }
    if there("report/data/index.js") {
        all.push(Download { name: REPORT.into(), about: "the report, to be opened without a server".into() });
    }
    let data = DATA.iter().filter(|(name, _, _)| there(name));
    all.extend(data.map(|(name, _, about)| Download { name: name.to_string(), about: about.to_string() }));
    Ok(all)
}

pub async fn give(app: &Shared, actor: &Actor, project: i64, number: i64, name: &str) -> Result<Response> {
    let campaign = over(app, actor, project, number).await?;
    let out = app.folders.output(project, campaign.id);
    let shown = format!("campaign-{number}-{name}");
    if let Some((name, kind, _)) = DATA.iter().find(|(n, _, _)| *n == name) {
        let file = inside::open(&out, Path::new(name)).map_err(|_| Fault::NotFound("file"))?;
        return Ok(send(file, kind, &shown));
    }
    if name == REPORT {
        let file = aside(move || report(&out)).await?;
        return Ok(send(file, "application/zip", &shown));
    }
    if name == EVIDENCE {
        let mut response = evidence::report(app, actor, project, number, Style::Inside).await?;
        response.headers_mut().insert(header::CONTENT_DISPOSITION, attachment(&shown));
        return Ok(response);
    }
    if let Some((format, file, kind)) = SINGLE.iter().find(|(_, file, _)| *file == name) {
        let made = exported(app, &campaign, format).await?;
        let file = inside::open(made.folder.path(), Path::new(file)).map_err(|_| Fault::NotFound("file"))?;
        return Ok(send(file, kind, &shown));
    }
    let format = name.strip_prefix(SUITE.0).and_then(|n| n.strip_suffix(SUITE.1));
    let format = format.and_then(export::find).ok_or(Fault::NotFound("file"))?.format();
    let file = suite(app, &campaign, format).await?;
    Ok(send(file, "application/zip", &shown))
}

async fn aside(work: impl FnOnce() -> io::Result<File> + Send + 'static) -> Result<File> {
    let done = tokio::task::spawn_blocking(work).await.map_err(|e| Fault::Internal(e.to_string()))?;
    done.map_err(|e| match e.kind() {
        io::ErrorKind::NotFound => Fault::NotFound("file"),
        _ => e.into(),
    })
}

/// The pages are ours; the data is the campaign's.
fn report(out: &Path) -> io::Result<File> {
    let mut zip = Zip::new()?;
    for name in ["index.html", "style.css", "app.js", "alarms.js"] {
        let text = crescendo_report::asset(name).unwrap_or_default();
        zip.add(Path::new("report").join(name), &mut text.as_bytes())?;
    }
    let data = Path::new("report/data");
    for name in inside::files(out, data)? {
        zip.add(data.join(&name), &mut inside::open(out, &data.join(&name))?)?;
    }
    zip.finish()
}

/// A suite in a format, as the exporter has written it.
struct Exported {
    folder: TempDir,
    /// Where the sources are seen in the sandbox.
    seen: String,
}

/// Made in a confined process.
async fn exported(app: &Shared, c: &Campaign, format: &str) -> Result<Exported> {
    let _place = AT_ONCE.acquire().await.map_err(|e| Fault::Internal(e.to_string()))?;
    let out = app.folders.output(c.project, c.id);
    inside::open(&out, Path::new("suite.json")).map_err(|_| Fault::NotFound("file"))?;
    let source = app.folders.source(c.project, c.upload);
    // Without a sandbox the tests must lie where their paths to the sources will hold.
    let beside = app.folders.project(c.project).join("campaigns").join(c.id.to_string());
    let made = tempfile::Builder::new().prefix(folders::SUITE).tempdir_in(&beside)?;
    let name = app.db.project(c.project).await?.ok_or(Fault::NotFound("project"))?.name;
    let seen = seen_at(&name);
    let mut command = match &app.sandbox {
        Some(sandbox) => {
            let mounts =
                [Mount::read(&source, &seen), Mount::read(&out, "/work/out"), Mount::write(made.path(), "/work/suite")];
            let words = ["export", "/work/out", "--format", format, "-o", "/work/suite"].map(OsString::from);
            let (name, args) = sandbox.command(&app.settings.program, &words, &mounts);
            let mut command = Command::new(name);
            command.args(args);
            command
        }
        None => {
            let mut command = Command::new(&app.settings.program);
            command.arg("export").arg(&out).args(["--format", format, "-o"]).arg(made.path());
            command
        }
    };
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
    let ended = tokio::time::timeout(PATIENCE, command.output()).await;
    let ended = ended.map_err(|_| Fault::Internal(format!("the format {format} took too long")))??;
    if !ended.status.success() {
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        return Err(Fault::Internal(format!("the format {format} could not be made: {said}")));
    }
    Ok(Exported { folder: made, seen })
}

/// The tests in a format, with the sources beside them as the tests expect it.
async fn suite(app: &Shared, c: &Campaign, format: &str) -> Result<File> {
    let Exported { folder: made, seen } = exported(app, c, format).await?;
    let source = app.folders.source(c.project, c.upload);
    let root = app.folders.project(c.project);
    let (tests_at, sources_at): (PathBuf, PathBuf) = match &app.sandbox {
        Some(_) => ("suite".into(), seen.trim_start_matches("/work/").into()),
        None => {
            let below = |p: &Path| p.strip_prefix(&root).unwrap_or(p).to_path_buf();
            (below(made.path()), below(&source))
        }
    };
    aside(move || {
        let mut zip = Zip::new()?;
        for (folder, at) in [(made.path(), &tests_at), (source.as_path(), &sources_at)] {
            for name in inside::files(folder, Path::new(""))? {
                zip.add(at.join(&name), &mut inside::open(folder, &name)?)?;
            }
        }
        zip.finish()
    })
    .await
}

/// A zip in a file that nobody else sees.
struct Zip {
    writer: zip::ZipWriter<File>,
}

impl Zip {
    fn new() -> io::Result<Zip> {
        Ok(Zip { writer: zip::ZipWriter::new(tempfile::tempfile()?) })
    }

    fn add(&mut self, name: PathBuf, content: &mut dyn io::Read) -> io::Result<()> {
        let options = SimpleFileOptions::default().large_file(true);
        self.writer.start_file(name.to_string_lossy(), options).map_err(io::Error::other)?;
        io::copy(content, &mut self.writer)?;
        Ok(())
    }

    fn finish(self) -> io::Result<File> {
        let mut file = self.writer.finish().map_err(io::Error::other)?;
        file.flush()?;
        file.rewind()?;
        Ok(file)
    }
}

/// A file as it is read, whatever its size.
fn send(file: File, kind: &str, name: &str) -> Response {
    let length = file.metadata().map_or(0, |m| m.len());
    let parts = stream::unfold(tokio::fs::File::from_std(file), |mut file| async move {
        let mut buffer = vec![0; 64 << 10];
        match file.read(&mut buffer).await {
            Ok(0) => None,
            Ok(got) => {
                buffer.truncate(got);
                Some((Ok(Bytes::from(buffer)), file))
            }
            Err(e) => Some((Err(e), file)),
        }
    });
    let headers = [(header::CONTENT_TYPE, kind.to_string()), (header::CONTENT_LENGTH, length.to_string())];
    let mut response = (headers, Body::from_stream(parts)).into_response();
    response.headers_mut().insert(header::CONTENT_DISPOSITION, attachment(name));
    response
}

/// Browsers save it and never show it.
fn attachment(name: &str) -> HeaderValue {
    let value = format!("attachment; filename=\"{name}\"");
    HeaderValue::from_str(&value).unwrap_or(HeaderValue::from_static("attachment"))
}
