//! Errors in the configuration: where, what, and what to do.

use super::Source;
use crate::excerpt;
use std::fmt;
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct Complaint {
    text: String,
}

impl Complaint {
    pub fn new(source: &Source, span: Range<usize>, message: impl Into<String>) -> Complaint {
        let before = source.text.get(..span.start).unwrap_or(&source.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        let file = source.path.display().to_string();
        Complaint { text: excerpt::mistake(&file, &source.text, line as u32, column as u32, &message.into()) }
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Complaint {}
