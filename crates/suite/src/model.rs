//! `suite.json`: tests as data. Described by `docs/schema/suite-1.json`; fields are only ever added.

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
    /// Functions of the C library that it calls and that tests may answer for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub library: Vec<String>,
    /// Functions that stubs of the user's stand for everywhere else: here they are what they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub originals: Vec<String>,
    /// What tests of other files reach in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accessors: Vec<Accessor>,
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
    /// The program defines it, and tests may replace it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defined: Option<Defined>,
    /// The head of the function that the user wrote in C to do its work, in every test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// The parameter that it writes to what it points to, where a test says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fills: Option<String>,
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
    /// What it is expected to write.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub output: Vec<Output>,
    pub outcome: Outcome,
    /// The bytes of the stack that it uses up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<u64>,
    /// Numbers into the unit's goals.
    pub goals: Vec<usize>,
    /// How it evaluates the unit's decisions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vectors: Vec<Vector>,
    /// Its buffers end where memory ends: sanitizers do not see into every library function.
    #[serde(default, skip_serializing_if = "is_false")]
    pub guarded: bool,
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
    Failure { function: String, call: u32 },
}

/// What is wrong with a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreamState {
    /// Reading ends with an error instead of the end.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ends_in_error: bool,
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
    Exited {
        status: i32,
    },
    /// It raised a signal, as `abort` does.
    Signalled {
        signal: i32,
    },
    Fault {
        kind: String,
        message: String,
        file: String,
        line: u32,
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

/// A test that natively does something else than the machine said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Disagreement {
    pub test: Test,
    pub why: Why,
    pub difference: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    DoesNotBuild,
    Differs,
    Flaky,
    /// As another compiler builds it, it ends otherwise: on the order in which arguments are evaluated, for example.
    Compiler,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// The number of the run's inputs in `summary.json`.
    pub test: usize,
    pub reason: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Replay {
    pub compiler: String,
    /// Tests that were run.
    pub run: usize,
    /// Of these, those that ended as the machine said.
    pub agreed: usize,
    pub flaky: usize,
    /// Tests whose code the compiler refused.
    pub not_built: usize,
    /// Of those that agree, the ones that end otherwise as gcc builds them: they are not shipped.
    #[serde(default)]
    pub otherwise_by_gcc: usize,
    pub seconds: f64,
    pub coverage: CoverageCheck,
    /// The same of gcov, which is the other judge; nothing where gcc is missing.
    #[serde(default, skip_serializing_if = "CoverageCheck::is_empty")]
    pub gcov: CoverageCheck,
    /// Why nothing, or not all, was run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Replay {
    /// Of all that were run, in percent.
    pub fn agreement(&self) -> f64 {
        if self.run == 0 { 100.0 } else { 100.0 * self.agreed as f64 / self.run as f64 }
    }
}

/// What a tool that measures coverage says to the outcomes of conditions and the statements that the tests claim.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CoverageCheck {
    pub claimed: usize,
    pub confirmed: usize,
    /// Where it counts nothing of its own, such as in macros.
    pub unmeasured: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<String>,
}

impl CoverageCheck {
    pub fn is_empty(&self) -> bool {
        *self == CoverageCheck::default()
    }
}

fn is_false(b: &bool) -> bool {
    !*b
}
