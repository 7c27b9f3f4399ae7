//! What every page has: head, header, footer.

use crate::app::Shared;
use crate::auth::Actor;
use crate::web::assets::address;
use axum::response::Html;
use maud::{DOCTYPE, Markup, html};

pub type Page = Html<String>;

/// A way from the first page to this one: names and addresses.
pub type Crumbs<'a> = &'a [(&'a str, String)];

pub struct Layout<'a> {
    pub app: &'a Shared,
    pub actor: &'a Actor,
    pub title: &'a str,
    pub crumbs: Crumbs<'a>,
    /// Further scripts of ours.
    pub scripts: &'a [&'a str],
}

/// The picture in a browser's tab.
pub fn icon() -> Markup {
    let icon = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path d='M1 8 15 2v12z' fill='%232a9d8f'/></svg>";
    html! { link rel="icon" href=(icon); }
}

fn head(title: &str, scripts: &[&str]) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            title { (title) " – Crescendo" }
            (icon())
            link rel="stylesheet" href=(address("style.css"));
            script src=(address("page.js")) {}
            @for script in scripts { script src=(address(script)) defer {} }
        }
    }
}

fn brand() -> Markup {
    html! {
        a.brand href="/" title="All projects" {
            svg viewBox="0 0 24 24" aria-hidden="true" { path d="M2 12 22 4v16z" {} }
            span { "Crescendo" }
        }
    }
}

impl Layout<'_> {
    pub fn page(&self, content: Markup) -> Page {
        let actor = self.actor;
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                (head(self.title, self.scripts))
                body {
                    a.skip href="#page" { "To the content" }
                    header {
                        (brand())
                        nav #crumbs aria-label="Where you are" {
                            @for (i, (name, address)) in self.crumbs.iter().enumerate() {
                                @if i > 0 { " › " }
                                a href=(address) { (name) }
                            }
                        }
                        nav.menu aria-label="You" {
                            @if actor.admin { a href="/admin" { "Admin" } }
                            a href="/account" { (actor.name) }
                            form method="post" action="/logout" {
                                (csrf(actor))
                                button type="submit" { "Log out" }
                            }
                        }
                        button #theme type="button" title="Light or dark" aria-label="Light or dark" { "◐" }
                    }
                    main #page tabindex="-1" {
                        @if self.app.sandbox.is_none() && actor.admin {
                            p.reason.confirmed { "Uploaded code runs without a sandbox: only people whom you trust with this machine should be able to upload." }
                        }
                        (content)
                    }
                }
            }
        };
        Html(page.into_string())
    }
}

/// For those who are not logged in, and for errors.
pub fn bare(title: &str, content: Markup) -> Page {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head(title, &[]))
            body {
                header {
                    (brand())
                    span #crumbs {}
                    button #theme type="button" title="Light or dark" aria-label="Light or dark" { "◐" }
                }
                main #page.narrow tabindex="-1" { (content) }
            }
        }
    };
    Html(page.into_string())
}

/// What shows that a form is ours.
pub fn csrf(actor: &Actor) -> Markup {
    html! { input type="hidden" name="csrf" value=(actor.csrf()); }
}
