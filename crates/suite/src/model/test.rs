//! One test: what is set up, what is called, what is expected.

use super::{Typed, Vector, is_false};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// A C identifier, unique in the suite.
    pub name: String,
    /// The way through the code in words.
    pub path: String,
    /// What is set up before the call, in order.
    pub inputs: Vec<Input>,
    /// Calls before the one that counts: the unit remembers something between calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<Earlier>,
    /// The value of `errno` before the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errno: Option<i32>,
    /// Functions of the program that stubs replace in this test.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<String>,
    /// Files, the environment, the time: what the program finds outside of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outside: Vec<Outside>,
    /// What it is called with.
    pub arguments: Vec<Argument>,
    /// What stubs return, in the order of the calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stub_results: Vec<StubResult>,
    /// What stubs write behind their arguments, in the order of the calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stub_writes: Vec<StubWrite>,
    /// Pointers to keep before the call, because it changes what leads there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub saved: Vec<Saved>,
    /// Objects that `calls` name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<Named>,
    /// The calls of stubs that are expected, in order: `name(arguments)`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<String>,
    /// Runs of these that one expression makes, by the first and how many: the compiler chooses their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub any_order: Vec<(usize, usize)>,
    /// What it is expected to write.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub output: Vec<Output>,
    pub outcome: Outcome,
    /// The program ends with what the unit, its `main`, returns: exit handlers and destructors run.
    #[serde(default, skip_serializing_if = "is_false")]
    pub leaves: bool,
    /// The bytes of the stack that it uses up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<u64>,
    /// Numbers into the unit's goals.
    pub goals: Vec<usize>,
    /// How it evaluates the unit's decisions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vectors: Vec<Vector>,
    /// It depends on the very addresses of its objects.
    #[serde(default, skip_serializing_if = "is_false")]
    pub exact: bool,
    /// Its buffers end where memory ends: sanitizers do not see into every library function.
    #[serde(default, skip_serializing_if = "is_false")]
    pub guarded: bool,
    /// Where it reads memory that nobody wrote first. Tests are built so that this is zero, as it was when the test was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unwritten: Option<String>,
    /// What the test takes for granted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
}

/// Something that the program asks the outside for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outside {
    /// What a file holds: `stdin`, or what a call opens (`fopen#1`, `open#2`). Each character is a byte.
    File {
        name: String,
        text: String,
        #[serde(default, skip_serializing_if = "StreamState::is_good")]
        state: StreamState,
    },
    /// Of the environment; without a value it is not there.
    Variable {
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<String>,
    },
    /// What the next call of a function says, such as `time`.
    Number { function: String, value: u64 },
    /// A call that fails, by its number among the calls of that function, from 1.
    Failure {
        function: String,
        call: u32,
        /// What `errno` says then; 0: what it usually does.
        #[serde(default, skip_serializing_if = "super::is_zero")]
        errno: u32,
    },
}

/// What is wrong with a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreamState {
    /// Reading ends with an error instead of the end.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ends_in_error: bool,
    /// What `errno` says then; 0: what it usually does.
    #[serde(default, skip_serializing_if = "super::is_zero")]
    pub errno: u32,
    /// Something failed on it before.
    #[serde(default, skip_serializing_if = "is_false")]
    pub has_failed: bool,
}

impl StreamState {
    fn is_good(&self) -> bool {
        *self == StreamState::default()
    }
}

/// What is written to a stream or file in the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Output {
    /// `stdout`, `fopen#1`, or the name of a stream among the inputs.
    pub stream: String,
    /// Each character is a byte.
    pub text: String,
}

/// A place and its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// An access path in C.
    pub path: String,
    /// What to write in C where the path itself does not do: constants, variables of other files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lvalue: Option<String>,
    #[serde(rename = "type")]
    pub ty: String,
    pub value: Value,
    /// The address of the new object: what happens depends on where it lies, seen from others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
    /// It has that value already: new objects are zero.
    #[serde(default, skip_serializing_if = "is_false")]
    pub default: bool,
}

impl Input {
    pub fn target(&self) -> &str {
        self.lvalue.as_deref().unwrap_or(&self.path)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Earlier {
    pub arguments: Vec<Argument>,
    /// What it returned, where that is a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Argument {
    pub name: String,
    /// The declaration of a variable that holds it.
    #[serde(rename = "declaration")]
    pub ty: String,
    /// `None`: the variable of that name, which `inputs` set up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// It is a pointer.
    #[serde(default, skip_serializing_if = "is_false")]
    pub pointer: bool,
}

/// What a call of a stub writes for its caller.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StubWrite {
    pub function: String,
    /// Among the calls of that function, from 1.
    pub call: u32,
    /// The parameter it writes behind.
    pub parameter: String,
    /// The variable of the test that holds it.
    pub held: Argument,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StubResult {
    /// By `Stub::name`.
    pub function: String,
    /// Which call of that function, from 1.
    pub call: u32,
    pub result: Typed,
    /// The value, or a variable that holds it.
    pub held: Argument,
}

/// A variable with the value that an expression has before the call, of the expression's type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    pub name: String,
    pub expression: String,
}

/// An object by its expression.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    pub expression: String,
    pub size: u64,
}

/// A C value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    Integer {
        /// Decimal.
        value: String,
        bits: u32,
        signed: bool,
    },
    /// Of a character type.
    Char {
        value: i64,
    },
    Enumerator {
        name: String,
        value: i64,
    },
    Float {
        format: Format,
        /// Hexadecimal, highest first.
        bits: String,
    },
    Null,
    /// No address, but a number in a pointer. Decimal.
    Number {
        value: String,
    },
    /// Into an object that another path leads to.
    Address {
        /// An expression whose value is the address of its first byte.
        object: String,
        /// In bytes.
        offset: u64,
        /// The offset in elements, where it is a whole number of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        index: Option<u64>,
    },
    /// By an expression in C.
    Function {
        name: String,
        /// It has another type than the pointer wants.
        #[serde(default, skip_serializing_if = "is_false")]
        cast: bool,
    },
    /// A new object, zeroed; what is in it follows.
    Object {
        size: u64,
        /// `count` elements of what the pointer points to, where C knows their size.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u64>,
    },
    /// A new object of bytes. Each character is a byte (Latin-1); what lies behind them is zero.
    Buffer {
        text: String,
        size: u64,
    },
    /// A new stream (`FILE *`) on a file that holds this text.
    Stream {
        name: String,
        text: String,
        #[serde(default, skip_serializing_if = "StreamState::is_good")]
        state: StreamState,
    },
    /// The first bytes of an array of characters; the rest is zero.
    Text {
        text: String,
        size: u64,
    },
    /// Hexadecimal, as they lie in memory.
    Bytes {
        hex: String,
    },
    /// A pointer to a string: what it says counts, not where it is.
    String {
        text: String,
    },
    /// A pointer to something that did not exist before.
    New,
    /// Nothing is said about it.
    Any,
}

/// Of a floating-point number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    Float,
    Double,
    /// Of x86: 64 bits of mantissa.
    Extended,
    /// Others: by their bytes.
    Other,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    Returned {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<Value>,
        /// What is different afterwards, and what is in a result that is no scalar.
        changes: Vec<Change>,
        /// Objects it freed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        freed: Vec<String>,
    },
    /// It ended the program.
    Exited { status: i32 },
    /// It raised a signal, as `abort` does.
    Signalled { signal: i32 },
    /// It goes on: the test stops after so many calls of stubs, or when it has had its time.
    Cut { calls: usize },
    Fault {
        kind: String,
        message: String,
        file: String,
        line: u32,
        /// 0: not known.
        #[serde(default)]
        column: u32,
        function: String,
    },
}

impl Outcome {
    pub fn is_fault(&self) -> bool {
        matches!(self, Outcome::Fault { .. })
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    pub path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lvalue: Option<String>,
    #[serde(rename = "type")]
    pub ty: String,
    /// Absent in new objects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Value>,
    pub after: Value,
}

impl Change {
    pub fn target(&self) -> &str {
        self.lvalue.as_deref().unwrap_or(&self.path)
    }
}
