//! What a test says about a place after the call. A framework spells it its own way where that means exactly the same.

use crate::export::spell;
use crate::model::{Format, Output, Value};
use crate::text::{bytes_of, trimmed};

/// An assertion; `got` and `expected` are C expressions.
pub enum Check {
    Int {
        got: String,
        expected: String,
        wide: bool,
    },
    Uint {
        got: String,
        expected: String,
        wide: bool,
    },
    /// The same number: zeros have signs, and every NaN is like another.
    Double {
        got: String,
        expected: String,
    },
    LongDouble {
        got: String,
        expected: String,
    },
    Null {
        got: String,
    },
    Pointer {
        got: String,
        expected: String,
    },
    /// A pointer to something that did not exist before.
    New {
        got: String,
    },
    /// A pointer to a string; `text` is a literal.
    String {
        got: String,
        text: String,
    },
    /// `size` bytes at a pointer: these, then zeros.
    Bytes {
        at: String,
        size: u64,
        bytes: Vec<u8>,
    },
    True {
        condition: String,
    },
    /// What was written to a stream; both are literals.
    Output {
        stream: String,
        text: String,
    },
    /// The next call of a stub, as text in a literal.
    Call {
        text: String,
    },
}

impl Check {
    /// That a place has a value; `None` where nothing is said.
    pub fn new(target: &str, value: &Value) -> Option<Check> {
        let got = target.to_string();
        let expected = || spell::expression(value);
        Some(match value {
            Value::Integer { bits: 65.., .. } => Check::True { condition: format!("{target} == {}", expected()?) },
            Value::Integer { signed: true, bits, .. } => Check::Int { got, expected: expected()?, wide: *bits > 32 },
            Value::Char { .. } | Value::Enumerator { .. } => Check::Int { got, expected: expected()?, wide: false },
            Value::Integer { bits, .. } => Check::Uint { got, expected: expected()?, wide: *bits > 32 },
            Value::Float { format: Format::Extended, .. } => Check::LongDouble { got, expected: expected()? },
            Value::Float { .. } => Check::Double { got, expected: expected()? },
            Value::Null => Check::Null { got },
            Value::Address { .. } | Value::Function { .. } | Value::Number { .. } => {
                Check::Pointer { got, expected: expected()? }
            }
            Value::String { text } => Check::String { got, text: spell::text(text) },
            Value::New => Check::New { got },
            Value::Text { text, size } => {
                Check::Bytes { at: got, size: *size, bytes: trimmed(&bytes_of(text)).to_vec() }
            }
            Value::Bytes { hex } => {
                let bytes = spell::from_hex(hex);
                Check::Bytes { at: format!("&{target}"), size: bytes.len() as u64, bytes }
            }
            Value::Object { .. } | Value::Buffer { .. } | Value::Stream { .. } | Value::Any => return None,
        })
    }

    pub fn output(o: &Output) -> Check {
        Check::Output { stream: spell::string(o.stream.as_bytes()), text: spell::text(&o.text) }
    }

    pub fn call(text: &str) -> Check {
        Check::Call { text: spell::string(text.as_bytes()) }
    }

    /// By our own macros.
    pub fn plain(&self) -> String {
        match self {
            Check::Int { got, expected, .. } => format!("CHECK_INT({got}, {expected})"),
            Check::Uint { got, expected, .. } => format!("CHECK_UINT({got}, {expected})"),
            Check::Double { got, expected } => format!("CHECK_DOUBLE({got}, {expected})"),
            Check::LongDouble { got, expected } => format!("CHECK_LONG_DOUBLE({got}, {expected})"),
            Check::Null { got } => format!("CHECK_NULL({got})"),
            Check::Pointer { got, expected } => format!("CHECK_POINTER({got}, {expected})"),
            Check::New { got } => format!("CHECK_NEW({got})"),
            Check::String { got, text } => format!("CHECK_STRING({got}, {text})"),
            Check::Bytes { at, size, bytes } => format!("CHECK_BYTES({at}, {size}, {})", spell::string(bytes)),
            Check::True { condition } => format!("CHECK_TRUE({condition})"),
            Check::Output { stream, text } => format!("CHECK_OUTPUT({stream}, {text})"),
            Check::Call { text } => format!("CHECK_CALL({text})"),
        }
    }

    /// The literal of the bytes, where it has them all: with its end it has one zero more than is written.
    pub fn whole_literal(size: u64, bytes: &[u8]) -> Option<String> {
        (bytes.len() as u64 + 1 >= size).then(|| spell::string(bytes))
    }
}
