//! Errors in the configuration: where, what, and what to do.

use super::Source;
use std::fmt;
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct Complaint {
    place: String,
    message: String,
}

impl Complaint {
    pub fn new(source: &Source, span: Range<usize>, message: impl Into<String>) -> Complaint {
        let before = source.text.get(..span.start).unwrap_or(&source.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Complaint { place: format!("{}:{line}:{column}", source.path.display()), message: message.into() }
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for Complaint {}
