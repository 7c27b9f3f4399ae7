//! Why a run is no test.

use crate::model::{LeftOut, LeftOutKind};
use crescendo_vm::Limit;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotATest {
    #[error("its inputs break an assumption of the driver")]
    RefusedInputs,
    #[error("the run was cut: {0}")]
    Cut(Limit),
    #[error("not supported: {0}")]
    Unsupported(String),
    #[error("a bug of this tool: {0}")]
    ToolBug(String),
    /// A test of another run shows the fault.
    #[error("it fails ({0})")]
    Fails(&'static str),
    #[error("there was no time to make a test of it")]
    NoTime,
    #[error("it depends on where objects lie in memory, which is left to chance")]
    Places,
    #[error(
        "its access is further away from its object than sanitizers watch: what it hits natively is left to chance"
    )]
    FarAccess,
    /// What stops the machine stops nothing natively, or something else does.
    #[error("{0}")]
    NotSeenNatively(&'static str),
    #[error("its access to {0} is one inside of the C library, which sanitizers do not see")]
    InsideLibrary(String),
    #[error("for memory that is not there the system's `{0}` gives an error, and nothing stops")]
    SystemCall(String),
    #[error("`{0}` is a stub that writes more than single variables, which tests do not do yet")]
    StubWrites(String),
    /// C, or the tests' runtime, cannot say it.
    #[error("{0}")]
    NoNativeForm(String),
}

impl From<String> for NotATest {
    fn from(text: String) -> NotATest {
        NotATest::NoNativeForm(text)
    }
}

impl From<&str> for NotATest {
    fn from(text: &str) -> NotATest {
        NotATest::NoNativeForm(text.to_string())
    }
}

impl NotATest {
    pub fn kind(&self) -> LeftOutKind {
        match self {
            NotATest::RefusedInputs => LeftOutKind::RefusedInputs,
            NotATest::Cut(_) => LeftOutKind::Cut,
            NotATest::Unsupported(_) => LeftOutKind::Unsupported,
            NotATest::ToolBug(_) => LeftOutKind::ToolBug,
            NotATest::Fails(_) => LeftOutKind::Fails,
            NotATest::NoTime => LeftOutKind::NoTime,
            NotATest::Places => LeftOutKind::Places,
            NotATest::FarAccess
            | NotATest::NotSeenNatively(_)
            | NotATest::InsideLibrary(_)
            | NotATest::SystemCall(_) => LeftOutKind::NotSeenNatively,
            NotATest::StubWrites(_) | NotATest::NoNativeForm(_) => LeftOutKind::NoNativeForm,
        }
    }

    /// For the run of that number.
    pub fn of(&self, test: usize) -> LeftOut {
        LeftOut { test, kind: self.kind(), reason: self.to_string(), goals: Vec::new() }
    }
}
