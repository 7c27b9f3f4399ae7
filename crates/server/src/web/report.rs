//! The report of a campaign: the same pages that `crescendo gen` writes.
//!
//! The pages themselves come from the program, never from the campaign's folder, where uploaded code may have written. Data
//! is taken from there, and only if it is JSON through and through: nothing in it is ever run.

use crate::actions::campaigns::find;
use crate::app::Shared;
use crate::fault::{Fault, Result};
use crate::inside;
use crate::web::SignedIn;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::de::IgnoredAny;
use std::io::{Read, Write};

pub fn routes() -> Router<Shared> {
    Router::new()
        .route(
            "/projects/{project}/campaigns/{number}/report",
            get(|uri: axum::http::Uri| async move { Redirect::permanent(&format!("{}/", uri.path())) }),
        )
        .route("/projects/{project}/campaigns/{number}/report/", get(index))
        .route("/projects/{project}/campaigns/{number}/report/{name}", get(page))
        .route("/projects/{project}/campaigns/{number}/report/data/{name}", get(data))
}

async fn index(state: State<Shared>, who: SignedIn, Path((project, number)): Path<(i64, i64)>) -> Result<Response> {
    page(state, who, Path((project, number, "index.html".into()))).await
}

async fn page(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path((project, number, name)): Path<(i64, i64, String)>,
) -> Result<Response> {
    find(&app, &actor, project, number).await?;
    let text = crescendo_report::asset(&name).ok_or(Fault::NotFound("page"))?;
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        _ => "text/javascript; charset=utf-8",
    };
    // A way back to where the campaign is: the report itself knows nothing of a service.
    let text = match name.as_str() {
        "index.html" => {
            let home = format!("<html lang=\"en\" data-home=\"/projects/{project}/campaigns/{number}\">");
            text.replace("<html lang=\"en\">", &home)
        }
        _ => text.to_string(),
    };
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

async fn data(
    State(app): State<Shared>,
    SignedIn(actor): SignedIn,
    Path((project, number, name)): Path<(i64, i64, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    let campaign = find(&app, &actor, project, number).await?;
    let stem = name.strip_suffix(".js").filter(|s| !s.is_empty() && s.bytes().all(|b| b.is_ascii_alphanumeric()));
    let stem = stem.ok_or(Fault::NotFound("page"))?.to_string();
    if !campaign.state.is_over() {
        return Err(Fault::NotFound("report yet"));
    }
    let output = app.folders.output(project, campaign.id);
    // What tells of all functions is long: packed for who can unpack it, which all browsers do.
    let packed = headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).is_some_and(|v| v.contains("gzip"));
    let key = format!("report {} {packed} {stem}", campaign.id);
    let made = async {
        let made = tokio::task::spawn_blocking(move || match (checked(&output, &stem), packed) {
            (Ok(text), true) => Ok(gzip(&text)?.into()),
            (text, _) => text.map(Bytes::from),
        });
        made.await.map_err(|e| Fault::Internal(e.to_string()))?
    };
    let text = app.kept.part(key, made).await?;
    let mut response = ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], text).into_response();
    if packed {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    Ok(response)
}

fn gzip(text: &str) -> std::io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text.as_bytes())?;
    packed.finish()
}

/// `CRESCENDO.put("NAME",JSON);` and nothing else.
fn checked(output: &std::path::Path, stem: &str) -> Result<String> {
    let name = format!("report/data/{stem}.js");
    let mut file = inside::open(output, name.as_ref()).map_err(|_| Fault::NotFound("page"))?;
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(|_| Fault::NotFound("page"))?;
    let json = text.strip_prefix(&format!("CRESCENDO.put(\"{stem}\",")).and_then(|t| t.strip_suffix(");\n"));
    match json {
        Some(json) if serde_json::from_str::<IgnoredAny>(json).is_ok() => Ok(text),
        _ => Err(Fault::Internal(format!("{name} of {} is not data of a report", output.display()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_data_is_served() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("report/data");
        std::fs::create_dir_all(&data).unwrap();
        let try_it = |text: &str| {
            std::fs::write(data.join("index.js"), text).unwrap();
            checked(folder.path(), "index").is_ok()
        };
        assert!(try_it("CRESCENDO.put(\"index\",{\"a\":[1,\"x\"]});\n"));
        assert!(!try_it("CRESCENDO.put(\"index\",{});alert(1);\n"));
        assert!(!try_it("alert(1);CRESCENDO.put(\"index\",{});\n"));
        assert!(!try_it("CRESCENDO.put(\"index\",{}),alert(1);\n"));
        assert!(!try_it("CRESCENDO.put(\"f1\",{});\n"));
        std::os::unix::fs::symlink("index.js", data.join("s1.js")).unwrap();
        assert!(checked(folder.path(), "s1").is_err());
    }
}
