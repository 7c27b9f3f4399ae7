//! What became of runs and tests: left out, in disagreement, run natively.

use super::Test;
use serde::{Deserialize, Serialize};

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
    #[serde(default)]
    pub kind: LeftOutKind,
    pub reason: String,
    /// Numbers of the unit's goals that the run reached and no test of the unit does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<usize>,
}

/// What the reason is a case of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeftOutKind {
    RefusedInputs,
    Cut,
    Unsupported,
    ToolBug,
    Fails,
    NoTime,
    /// It depends on where objects lie.
    Places,
    NotSeenNatively,
    #[default]
    NoNativeForm,
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
