//! Why a run ended, and whose fault it is.

use crate::memory::MemoryError;
use crescendo_program::source::PosId;
use crescendo_program::symbol::FunctionId;
use std::fmt;

/// What a program did wrong. The names are part of the tool's interface.
/// Said of strings that are too long for an array inside of a larger object, which no hardware notices.
pub const PAST_MEMBER: &str = "inside of a larger object";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultKind {
    NullDereference,
    OutOfBounds,
    UseAfterFree,
    UseAfterReturn,
    DoubleFree,
    InvalidFree,
    WildPointer,
    BadFunctionPointer,
    FunctionTypeMismatch,
    DivisionByZero,
    DivisionOverflow,
    StackExhaustion,
    WriteToConstant,
    Unreachable,
    InvalidLongjmp,
    BadArgument,
    /// By a value that is no smaller than the width of what is shifted.
    InvalidShift,
    /// Of signed integers, which C leaves undefined.
    SignedOverflow,
    /// The value changes.
    LossyConversion,
    /// Of floating-point numbers, which gives an infinity or no number.
    FloatDivisionByZero,
    /// Of memory that was never written.
    UninitialisedUse,
    AssertionFailure,
    /// The last pointer to a heap block is lost.
    Leak,
    /// Suspected: a run does not end.
    EndlessLoop,
}

impl FaultKind {
    pub fn name(self) -> &'static str {
        use FaultKind::*;
        match self {
            NullDereference => "null-dereference",
            OutOfBounds => "out-of-bounds",
            UseAfterFree => "use-after-free",
            UseAfterReturn => "use-after-return",
            DoubleFree => "double-free",
            InvalidFree => "invalid-free",
            WildPointer => "wild-pointer",
            BadFunctionPointer => "bad-function-pointer",
            FunctionTypeMismatch => "function-type-mismatch",
            DivisionByZero => "division-by-zero",
            DivisionOverflow => "division-overflow",
            StackExhaustion => "stack-exhaustion",
            WriteToConstant => "write-to-constant",
            Unreachable => "unreachable",
            InvalidLongjmp => "invalid-longjmp",
            BadArgument => "bad-argument",
            InvalidShift => "invalid-shift",
            SignedOverflow => "signed-overflow",
            LossyConversion => "lossy-conversion",
            FloatDivisionByZero => "float-division-by-zero",
            UninitialisedUse => "uninitialised-use",
            AssertionFailure => "assertion-failure",
            Leak => "leak",
            EndlessLoop => "endless-loop",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramFault {
    pub kind: FaultKind,
    /// One sentence on what happened.
    pub message: String,
    /// The refused access, for memory faults.
    pub access: Option<MemoryError>,
}

/// How the message ends of an index below zero where the array's end is the object's.
pub(crate) const IN_FRONT: &str = "is in front of the last array of a struct";

/// How the message ends of a stack that is exhausted however large it is.
pub(crate) const WITHOUT_END: &str = "is called by itself without end";

impl ProgramFault {
    /// An index below zero of the last array of a struct, which sanitizers take for one without an end.
    pub fn is_in_front_of_last(&self) -> bool {
        self.kind == FaultKind::OutOfBounds && self.message.ends_with(IN_FRONT)
    }

    /// With a larger stack it would go on.
    pub fn ends_with_the_stack(&self) -> bool {
        self.kind == FaultKind::StackExhaustion && !self.message.ends_with(WITHOUT_END)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    Steps,
    Memory,
    CallDepth,
    Output,
    /// Too many decisions that depend on inputs.
    Path,
    /// Behind the end of an input that a bound keeps short.
    Inputs,
    /// Asked to stop from outside: a time limit or a user.
    Interrupted,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Limit::Steps => "step limit reached",
            Limit::Memory => "memory limit reached",
            Limit::CallDepth => "call depth limit reached",
            Limit::Output => "output limit reached",
            Limit::Path => "path length limit reached",
            Limit::Inputs => "inputs are not larger (--bound elements=N, bytes=N)",
            Limit::Interrupted => "interrupted",
        })
    }
}

/// Leaves the machine's loop. Only the outermost loop turns it into an `Outcome`.
#[derive(Clone, Debug)]
pub enum Stop {
    Fault(Box<ProgramFault>),
    Limit(Limit),
    Unsupported(String),
    ToolBug(String),
    Exit(i32),
    /// Death by a signal the program raised (`abort`, `raise`).
    Signal(i32),
    /// Control goes to a `setjmp` further out than the loop that sees it.
    LongJump {
        depth: usize,
        value: u64,
    },
}

impl Stop {
    pub fn fault(kind: FaultKind, message: impl Into<String>) -> Stop {
        Stop::Fault(Box::new(ProgramFault { kind, message: message.into(), access: None }))
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Finished {
        status: i32,
    },
    /// Killed by a signal it raised itself.
    Signalled {
        signal: i32,
    },
    ProgramFault(ProgramFault),
    Limit(Limit),
    Unsupported(String),
    ToolBug(String),
}

/// One function on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceFrame {
    pub function: FunctionId,
    pub position: PosId,
}

/// What a run leaves behind.
#[derive(Clone, Debug)]
pub struct RunReport {
    pub outcome: Outcome,
    /// The stack when the run stopped, innermost first; empty after a normal end.
    pub stack: Vec<TraceFrame>,
    /// The library function that was running, if one was.
    pub library: Option<&'static str>,
    pub instructions: u64,
    pub peak_memory: u64,
    /// Where uninitialised memory was read; each place once, in order.
    pub uninitialised: Vec<TraceFrame>,
}
