//! Who somebody is and what they may do.

pub mod password;
pub mod secret;
mod throttle;

pub use throttle::Throttle;

use serde::{Deserialize, Serialize};

/// What a member of a project may do; each may do what those before it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Look.
    Viewer,
    /// Upload, start and cancel campaigns, review.
    Member,
    /// Choose members, remove the project.
    Admin,
}

impl Role {
    pub const ALL: [Role; 3] = [Role::Viewer, Role::Member, Role::Admin];

    pub fn name(self) -> &'static str {
        match self {
            Role::Viewer => "viewer",
            Role::Member => "member",
            Role::Admin => "admin",
        }
    }

    pub fn find(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|r| r.name() == name)
    }
}

/// How far a token reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    Read,
    /// Also upload, start and cancel, review: never choose members or make tokens.
    Write,
}

impl Scope {
    pub fn name(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Write => "write",
        }
    }

    pub fn find(name: &str) -> Option<Scope> {
        [Scope::Read, Scope::Write].into_iter().find(|s| s.name() == name)
    }
}

/// Somebody who was let in.
#[derive(Clone, Debug)]
pub struct Actor {
    pub id: i64,
    pub name: String,
    /// Of the whole service.
    pub admin: bool,
    pub through: Through,
}

/// How they came in.
#[derive(Clone, Debug)]
pub enum Through {
    Session {
        csrf: String,
    },
    /// Perhaps for one project only.
    Token {
        scope: Scope,
        project: Option<i64>,
    },
}

impl Actor {
    pub fn csrf(&self) -> &str {
        match &self.through {
            Through::Session { csrf } => csrf,
            Through::Token { .. } => "",
        }
    }

    /// The most that the way in lets anybody do in a project.
    pub fn ceiling(&self, in_project: i64) -> Option<Role> {
        match self.through {
            Through::Session { .. } => Some(Role::Admin),
            Through::Token { project: Some(only), .. } if only != in_project => None,
            Through::Token { scope: Scope::Write, .. } => Some(Role::Member),
            Through::Token { scope: Scope::Read, .. } => Some(Role::Viewer),
        }
    }
}
