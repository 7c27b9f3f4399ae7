//! `suite.json`: tests as data. Described by `docs/schema/suite-1.json`; fields are only ever added: those that are
//! no longer written stay there as deprecated, and files that have them are read.

mod judged;
mod test;

pub use judged::{CoverageCheck, Disagreement, LeftOut, LeftOutKind, Replay, Why};
pub use test::{
    Argument, Change, Earlier, Format, Input, Named, Outcome, Output, Outside, Saved, StreamState, StubResult,
    StubWrite, Test, Value,
};

use serde::{Deserialize, Serialize};

pub const VERSION: u32 = 1;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Suite {
    /// Of this layout.
    pub version: u32,
    /// What made it.
    pub tool: String,
    pub seed: u64,
    pub sources: Vec<Source>,
    /// Functions and variables that several sources define: the first counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub twice: Vec<String>,
    pub units: Vec<UnitTests>,
    /// What came of running the tests natively; absent before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<Replay>,
}

/// A source file of the project, and how it is compiled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// Absolute.
    pub file: String,
    /// Where the compiler runs.
    pub directory: String,
    /// The project's own flags; relative paths made absolute.
    pub arguments: Vec<String>,
    /// The target triple.
    pub target: String,
    /// Sources (by number) that define what it needs, directly or not.
    pub needs: Vec<usize>,
    /// Functions it calls that nobody defines: to be defined with it.
    pub stubs: Vec<Stub>,
    /// Variables that nobody defines: their declarations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<String>,
    /// Variables that nobody defines, and that tests cannot define in C: constants, which they set, and those whose type or length C
    /// cannot say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reserved: Vec<Reserved>,
    /// Functions of the C library that it calls and that tests may answer for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub library: Vec<String>,
    /// Functions that stubs of the user's stand for everywhere else: here they are what they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub originals: Vec<String>,
    /// What tests of other files reach in it, and its own where their variables hide it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accessors: Vec<Accessor>,
    /// Macros whose names mean something else in tests: undone before these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub macros: Vec<String>,
    /// Functions of the program that it has or calls and that the C library has, too: they get symbols of their own, and calls of
    /// them stay calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shadows: Vec<String>,
    /// What nobody defines, and what tests cannot define: a test that calls it fails.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
}

/// Memory for a variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reserved {
    pub name: String,
    pub bytes: u64,
    pub align: u32,
}

/// A function that is called and that nobody defines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stub {
    /// The name that results and calls are known by.
    pub name: String,
    /// The name in C.
    pub identifier: String,
    /// Its head in C, with named parameters.
    pub declaration: String,
    pub result: Typed,
    pub parameters: Vec<Typed>,
    /// It stands for what a function pointer points to, and is no function of the program.
    #[serde(default, skip_serializing_if = "is_false")]
    pub anonymous: bool,
    /// The C library has a function of that name: calls of it are led to `identifier`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub redirected: bool,
    /// It never returns: the test ends there.
    #[serde(default, skip_serializing_if = "is_false")]
    pub no_return: bool,
    /// The program defines it, and tests may replace it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defined: Option<Defined>,
    /// The head of the function that the user wrote in C to do its work, in every test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
}

/// Where and how a function that a stub may replace is defined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Defined {
    /// The source it belongs to.
    pub file: String,
    /// The line with its name.
    pub line: u32,
    /// `static`.
    pub is_static: bool,
    /// Its result and the name under which it can be called beside the stub.
    pub original: String,
    /// No macro can rename it, so only its symbol is another one: its own file calls it, all others the stub.
    #[serde(default, skip_serializing_if = "is_false")]
    pub by_symbol: bool,
    /// Its name and the types of its parameters, without their names, which may be macros; empty in older suites.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub prototype: String,
}

/// Something of a file that others cannot name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, PartialOrd, Ord)]
pub struct Accessor {
    /// The function that gives its address.
    pub function: String,
    /// Its name in its own file.
    pub name: String,
}

/// A parameter or result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typed {
    /// Empty for a result.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// In C.
    #[serde(rename = "type")]
    pub ty: String,
    pub kind: Kind,
}

/// What can be done with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Void,
    Signed,
    Unsigned,
    Float,
    LongDouble,
    Pointer,
    /// Structs, unions and what has no simple C value.
    Other,
}

/// A function under test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitTests {
    pub name: String,
    pub file: String,
    pub line: u32,
    /// In C, with the names of its parameters.
    pub declaration: String,
    /// What tests call instead: the user's driver, whose parameters and result are what follows; or the function itself by another
    /// name, because a stub has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driver: Option<String>,
    /// The source of what tests call, by number.
    pub source: usize,
    pub result: Typed,
    /// The declaration of a variable `result` that holds its result; empty for `void`.
    pub result_variable: String,
    /// Such a variable can be initialised, but not assigned to.
    #[serde(default, skip_serializing_if = "is_false")]
    pub result_is_constant: bool,
    pub parameters: Vec<Typed>,
    /// What its tests cover; tests refer to it by number.
    pub goals: Vec<Goal>,
    /// Its decisions of several conditions; tests refer to them by number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<Decision>,
    pub tests: Vec<Test>,
    /// Tests that are not shipped: natively they end otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disagreements: Vec<Disagreement>,
    /// Runs that became no test, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
}

impl UnitTests {
    /// What tests call.
    pub fn called(&self) -> &str {
        self.driver.as_ref().unwrap_or(&self.name)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Goal {
    pub criterion: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// Such as `len > 0 is true`.
    pub text: String,
}

/// A boolean expression of several conditions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub conditions: Vec<String>,
}

/// One way a test evaluates a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vector {
    pub decision: usize,
    /// A letter per condition: `T`, `F`, or `-` if it is not evaluated.
    pub values: String,
    pub outcome: bool,
}

fn is_false(b: &bool) -> bool {
    !*b
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}
