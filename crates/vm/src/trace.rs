//! What a run leaves behind for the search: the decisions that depended on inputs, in order.
//!
//! An event's `holds` is a 1-bit term that is true under the run's inputs. The conjunction of the `holds` of all events
//! that `constrain` says describes exactly the inputs that take the same way through the program. Negating one of them, and
//! keeping those before it, describes inputs that leave the way there.

use crate::stop::FaultKind;
use crescendo_program::cover::SiteId;
use crescendo_program::source::PosId;
use crescendo_program::symbol::FunctionId;
use crescendo_solver::expr::ExprId;
use smallvec::SmallVec;

#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub kind: EventKind,
    pub holds: ExprId,
    pub function: FunctionId,
    pub position: PosId,
    /// Active calls when it happened; the unit's own function is at 0.
    pub depth: u32,
    /// Steps of the run so far: events of one path can be compared in time.
    pub step: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A two-way branch of the program. `outcome` is the truth of the condition as the source has it.
    Branch { site: SiteId, outcome: bool, compared: Option<Compared> },
    /// A condition that is computed but not jumped on (`x = a && b`, `c ? 1 : 2` without a jump). It does not constrain
    /// the path, because both outcomes go on alike, but each outcome is a goal.
    Value { site: SiteId, outcome: bool, compared: Option<Compared> },
    /// A switch or computed goto: `outcome` indexes the site's outcomes, `on` is the value it switches on.
    Switch { site: SiteId, outcome: u32, on: ExprId },
    /// A comparison inside a library model or of pointers: a fork that is no goal of its own.
    Fork { outcome: bool },
    /// The operation is a fault for other inputs (`passed`), or is one for these (the run ends here).
    /// `part` tells checks of one kind apart that one operation makes, in their order: `strcpy` reads to the end of its source
    /// and writes as much. `context` stands for the calls that led here (`context`).
    Check { fault: FaultKind, passed: bool, part: u8, context: u32 },
    /// A value was made concrete: `holds` says that `term` has the run's value. Constrains the path, and inputs that this
    /// excludes may be why something stays uncovered.
    Concrete { term: ExprId, reason: Concretised },
    /// An assumption of the driver or of the user.
    Assume,
}

/// The place of an alarm and the calls that led there, innermost first, at most so many: what tells alarms apart. A function
/// that calls itself counts once, or every way through a recursion would be an alarm of its own.
pub fn alarm_frames(
    stack: impl Iterator<Item = (FunctionId, PosId)>,
    most: usize,
) -> SmallVec<[(FunctionId, PosId); 4]> {
    /// Frames to look at: a deep recursion has many.
    const NEAR: usize = 32;
    let mut frames: SmallVec<[(FunctionId, PosId); 4]> = SmallVec::new();
    for (function, position) in stack.take(NEAR) {
        if frames.iter().all(|f| f.0 != function) {
            frames.push((function, position));
        }
        if frames.len() >= most {
            break;
        }
    }
    frames
}

/// A number for the calls that led to a place. None is 0.
pub fn context(frames: &[(FunctionId, PosId)]) -> u32 {
    let calls = frames.iter().skip(1);
    calls.fold(0, |hash: u32, (_, p)| (hash.rotate_left(5) ^ (p.0.wrapping_add(1))).wrapping_mul(0x9e37_79b9))
}

/// The two sides of the comparison a branch is made of, with their width; `signed` is how they are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compared {
    pub left: ExprId,
    pub right: ExprId,
    pub signed: bool,
    pub kind: Comparison,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    Less,
    LessOrEqual,
}

/// A comparison that depends on inputs, but whose outcome the path has decided before, or which comes out the same for all of
/// them: no event. Values that lie at its boundary are still worth a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Events before it.
    pub at: usize,
    pub site: SiteId,
    pub compared: Compared,
}

/// Settled comparisons of one site that a run tells of. Nobody takes more of them.
pub const MOST_SETTLED: usize = 65;

/// Why a value was made concrete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Concretised {
    /// The size of a block (`malloc`, a variable-length array).
    Size,
    /// The length of a bulk operation (`memcpy`, `memset`).
    Length,
    /// An address whose object is too large, or which is no plain place in one object.
    Address,
    /// Which of its possible targets an input pointer has.
    Choice,
    /// The target of a call through a pointer.
    Callee,
    /// What was read from a table that leads to another one.
    Entry,
    /// A library function without a symbolic model looked at it: its name is in the trace's list.
    Library(u32),
    /// An operation without a symbolic form; the number indexes the trace's list of names.
    Operation(u32),
    /// The term grew past its bound.
    TooLarge,
}

impl Event {
    /// Whether `holds` belongs to the condition of the path.
    pub fn constrains(&self) -> bool {
        !matches!(self.kind, EventKind::Value { .. })
    }
}
