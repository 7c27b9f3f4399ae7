//! Files that are part of the program: styles, scripts. Their address carries the build, so browsers may keep them.

use crate::fault::Fault;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use std::sync::OnceLock;

const SERVICE_STYLE: &str = include_str!("../../assets/service.css");

/// Of the evidence report, which is printed and taken away.
pub const EVIDENCE_STYLE: &str = include_str!("../../assets/evidence.css");

fn find(name: &str) -> Option<(&'static str, String)> {
    let script = "text/javascript; charset=utf-8";
    Some(match name {
        // The pages look like the report, by its own style.
        "style.css" => {
            ("text/css; charset=utf-8", format!("{}\n{SERVICE_STYLE}", crescendo_report::asset("style.css")?))
        }
        "evidence.css" => ("text/css; charset=utf-8", EVIDENCE_STYLE.into()),
        "page.js" => (script, include_str!("../../assets/page.js").into()),
        "live.js" => (script, include_str!("../../assets/live.js").into()),
        _ => return None,
    })
}

/// With what tells versions of them apart.
pub fn address(name: &str) -> String {
    static VERSION: OnceLock<String> = OnceLock::new();
    let version = VERSION.get_or_init(|| {
        let texts = ["style.css", "evidence.css", "page.js", "live.js"]
            .map(|n| find(n).map_or_else(String::new, |(_, text)| text));
        blake3::hash(texts.concat().as_bytes()).to_hex()[..8].to_string()
    });
    format!("/assets/{name}?{version}")
}

pub async fn asset(Path(name): Path<String>) -> Response {
    match find(&name) {
        Some((kind, text)) => {
            let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=86400")];
            (headers, text).into_response()
        }
        None => Fault::NotFound("file").into_response(),
    }
}
