//! Who tells natively that a test ended as it should: its own checks, or a sanitizer that stops at the fault it expects.
//!
//! Each judge has programs of its own, because one sanitizer stops at what is no concern of another's test: a shift that is
//! wrong may follow a sum that overflows.

use crate::model::Outcome;
use crescendo_vm::PAST_MEMBER;

const MEMBERS_H: &str = include_str!("../../../runtime/crescendo_members.h");

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Judge {
    /// The test returns, exits, or raises a signal.
    Checks,
    /// Memory that is not the object's, null pointers, and what the hardware notices.
    Address,
    Shift,
    Overflow,
    FloatDivision,
    Conversion,
    CallType,
    Unwritten,
    /// Strings that are too long for an array inside of a larger object.
    Member,
    /// Memory that nothing points to at the end.
    Leak,
    /// A run that takes its time and more.
    Endless,
    /// A stack of the size that the machine gave it.
    Stack,
}

impl Judge {
    pub const ALL: [Judge; 12] = {
        use Judge::*;
        [Checks, Address, Shift, Overflow, FloatDivision, Conversion, CallType, Unwritten, Member, Leak, Endless, Stack]
    };

    pub fn of(outcome: &Outcome) -> Judge {
        let Outcome::Fault { kind, message, .. } = outcome else { return Judge::Checks };
        match kind.as_str() {
            "invalid-shift" => Judge::Shift,
            "signed-overflow" => Judge::Overflow,
            "float-division-by-zero" => Judge::FloatDivision,
            "lossy-conversion" => Judge::Conversion,
            "function-type-mismatch" => Judge::CallType,
            "uninitialised-use" => Judge::Unwritten,
            "leak" => Judge::Leak,
            "endless-loop" => Judge::Endless,
            "stack-exhaustion" => Judge::Stack,
            "out-of-bounds" if message.contains(PAST_MEMBER) => Judge::Member,
            _ => Judge::Address,
        }
    }

    /// Its tests expect faults.
    pub fn expects_faults(self) -> bool {
        self != Judge::Checks
    }

    /// Part of the names of its files.
    pub fn word(self) -> &'static str {
        match self {
            Judge::Checks => "test",
            Judge::Address => "fault",
            Judge::Shift => "shift_fault",
            Judge::Overflow => "overflow_fault",
            Judge::FloatDivision => "float_fault",
            Judge::Conversion => "conversion_fault",
            Judge::CallType => "call_fault",
            Judge::Unwritten => "unwritten_fault",
            Judge::Member => "member_fault",
            Judge::Leak => "leak_fault",
            Judge::Endless => "endless_fault",
            Judge::Stack => "stack_fault",
        }
    }

    /// For compiling all of a program, and for linking it.
    pub fn sanitize(self) -> &'static [&'static str] {
        match self {
            Judge::Checks => &[],
            Judge::Address => &["-fsanitize=address,bounds,null", "-fno-sanitize-recover=bounds,null"],
            Judge::Shift => &["-fsanitize=address,shift", "-fno-sanitize-recover=shift"],
            Judge::Overflow => {
                &["-fsanitize=address,signed-integer-overflow", "-fno-sanitize-recover=signed-integer-overflow"]
            }
            Judge::FloatDivision => {
                &["-fsanitize=address,float-divide-by-zero", "-fno-sanitize-recover=float-divide-by-zero"]
            }
            Judge::Conversion => {
                &["-fsanitize=address,implicit-integer-truncation", "-fno-sanitize-recover=implicit-integer-truncation"]
            }
            Judge::CallType => &["-fsanitize=address,function", "-fno-sanitize-recover=function"],
            Judge::Unwritten => &["-fsanitize=memory", "-fsanitize-memory-track-origins=2"],
            Judge::Member | Judge::Endless => &["-fsanitize=address"],
            Judge::Leak => &["-fsanitize=address", "-DCRESCENDO_LEAKS"],
            Judge::Stack => &["-fsanitize=address", "-DCRESCENDO_STACK"],
        }
    }

    /// A header to read before a source.
    pub fn header(self) -> Option<(&'static str, &'static str)> {
        (self == Judge::Member).then_some(("crescendo_members.h", MEMBERS_H))
    }

    /// Not every compiler has it.
    pub fn needs_clang(self) -> bool {
        matches!(self, Judge::Conversion | Judge::CallType | Judge::Unwritten | Judge::Member)
    }

    /// The runtime must be compiled for it as well: because all code must be, or because the sanitizer is to look for
    /// something else.
    pub fn has_own_runtime(self) -> bool {
        matches!(self, Judge::Unwritten | Judge::Leak | Judge::Stack)
    }

    /// It cannot be together with the sanitizer that watches memory.
    pub fn is_alone(self) -> bool {
        self == Judge::Unwritten
    }
}
