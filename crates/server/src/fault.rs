//! What a request can come to grief on, in words for whoever asked. Pages and the API show the same.

use crate::campaign_options::OptionFault;
use crate::db::DbError;
use axum::http::StatusCode;
use crescendo_intake::{ArchiveError, DatabaseError};
use std::io;

#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// It does not exist, or is none of the asker's business.
    #[error("there is no such {0}, or you may not see it")]
    NotFound(&'static str),
    #[error("you must log in first")]
    NotSignedIn,
    #[error("{0}")]
    Forbidden(String),
    #[error("{0}")]
    Invalid(String),
    #[error("{0}")]
    Conflict(String),
    #[error("{0}")]
    TooLarge(String),
    #[error("{0}")]
    TooMany(String),
    /// Ours; the log has the details.
    #[error("something went wrong on the server; its log says what")]
    Internal(String),
    /// The database is not there, or has no room: later.
    #[error("the server cannot do this now; try again in a minute")]
    NotNow(String),
}

pub type Result<T, E = Fault> = std::result::Result<T, E>;

impl Fault {
    pub fn status(&self) -> StatusCode {
        match self {
            Fault::NotFound(_) => StatusCode::NOT_FOUND,
            Fault::NotSignedIn => StatusCode::UNAUTHORIZED,
            Fault::Forbidden(_) => StatusCode::FORBIDDEN,
            Fault::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Fault::Conflict(_) => StatusCode::CONFLICT,
            Fault::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Fault::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Fault::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Fault::NotNow(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// For the log, once, where the answer is made.
    pub fn note(&self) {
        if let Fault::Internal(why) | Fault::NotNow(why) = self {
            tracing::error!(why, "a request failed");
        }
    }
}

impl From<DbError> for Fault {
    fn from(e: DbError) -> Fault {
        match (e.is_passing(), e.is_about_text()) {
            (true, _) => Fault::NotNow(e.to_string()),
            (_, true) => Fault::Invalid("there is a character in it that cannot be stored (NUL)".into()),
            _ => Fault::Internal(e.to_string()),
        }
    }
}

impl From<io::Error> for Fault {
    fn from(e: io::Error) -> Fault {
        match e.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Fault::TooLarge("the server's disk is full; tell its admin".into())
            }
            _ => Fault::Internal(e.to_string()),
        }
    }
}

impl From<ArchiveError> for Fault {
    fn from(e: ArchiveError) -> Fault {
        match e {
            ArchiveError::Write(e) => e.into(),
            e => Fault::Invalid(e.to_string()),
        }
    }
}

impl From<DatabaseError> for Fault {
    fn from(e: DatabaseError) -> Fault {
        Fault::Invalid(e.to_string())
    }
}

impl From<OptionFault> for Fault {
    fn from(e: OptionFault) -> Fault {
        Fault::Invalid(e.to_string())
    }
}
