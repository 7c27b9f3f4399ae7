//! The pages, one file each. They are made by `maud`, which escapes everything that is put into them.

mod account;
mod admin;
mod alarm;
mod campaign;
mod campaign_form;
mod compare;
pub mod evidence;
mod gap;
mod home;
mod layout;
mod login;
mod parts;
mod project;
mod suppressions;
mod trend;

use crate::app::Shared;
use crate::fault::Fault;
use axum::Router;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::html;

pub fn routes() -> Router<Shared> {
    Router::new()
        .merge(login::routes())
        .merge(home::routes())
        .merge(project::routes())
        .merge(campaign::routes())
        .merge(alarm::routes())
        .merge(gap::routes())
        .merge(suppressions::routes())
        .merge(evidence::routes())
        .merge(compare::routes())
        .merge(trend::routes())
        .merge(account::routes())
        .merge(admin::routes())
}

pub async fn nothing_here() -> Response {
    Fault::NotFound("page").into_response()
}

/// A page that says what is wrong.
impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        self.note();
        let title = match self.status() {
            StatusCode::NOT_FOUND => "Not found",
            StatusCode::FORBIDDEN | StatusCode::UNAUTHORIZED => "Not allowed",
            StatusCode::INTERNAL_SERVER_ERROR => "Something went wrong",
            _ => "That did not work",
        };
        let said = self.to_string();
        let mut rest = said.chars();
        let said: String = rest.next().into_iter().flat_map(char::to_uppercase).chain(rest).collect();
        let content = html! {
            h1 { (title) }
            p.reason.confirmed role="alert" { (said) "." }
            p { a href="/" { "To the projects" } }
        };
        (self.status(), layout::bare(title, content)).into_response()
    }
}
