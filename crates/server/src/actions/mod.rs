//! What people and programs can do: each action checks who asks, does it, and notes it in the audit log. Pages and the API
//! are two faces of these.

pub mod campaigns;
pub mod downloads;
pub mod justifications;
pub mod projects;
pub mod reviews;
pub mod sources;
pub mod suppressions;
pub mod users;

/// Names of projects and users: letters, digits and a few signs.
pub fn is_name(text: &str, more: &str) -> bool {
    let good = |c: char| c.is_alphanumeric() || "._-".contains(c) || more.contains(c);
    !text.is_empty() && text.len() <= 80 && text.chars().all(good) && text.trim() == text
}
