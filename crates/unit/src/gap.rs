//! What a claim may depend on and no run tries: a typed fact, worded last.
//!
//! A gap either forbids a proof (inputs beyond a bound may do anything) or is a hypothesis of it (the claim holds if objects
//! are apart). Which of the two is decided here for every kind, so that a new kind cannot be added without deciding.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Gap {
    // ---- inputs end at a bound
    /// Only the first elements of an array are inputs.
    ArrayTail(String),
    /// A pointer is null because pointers are not followed further.
    Depth(String),
    /// No more elements behind a pointer.
    Elements(String),
    /// The same for objects of bytes.
    Bytes(String),
    /// No more elements in front of where a pointer points.
    InFront(String),
    /// The results of further calls of a stub are not followed.
    FurtherResults(String),
    /// There are no more unnamed arguments.
    UnnamedArguments,
    /// The unit is not called more often.
    FurtherCalls(String),

    // ---- what a pointer or a value may be otherwise
    /// Of the pointers that a union has in the same bytes, one is tried.
    UnionMember(String),
    /// A pointer that is null or an address, never another number.
    NoNumber(String),
    /// A number is taken for the address of an object.
    NumberAsAddress(String),
    /// A function pointer is not tried with all it may point to.
    Functions(String),
    /// A pointer that is called may be a function.
    CalledData(String),
    /// Pointers whose distance is asked for are never in one object, unless they are the same.
    Distance,
    /// Pointers are not tried everywhere in the globals they are compared with.
    Globals,
    /// Two objects that may share bytes do not.
    Apart(String, String),
    /// The same for one object and many others.
    ApartFromOthers(String),
    /// Where objects lie in memory, the number of an address.
    Layout,
    /// Allocations succeed, and whether a pointer is null is a value.
    NullAsValue,

    // ---- what memory holds
    /// Memory that nobody wrote is zero.
    Unwritten,
    /// Bytes and bits of an object that no member has are zero.
    Padding(String),
    /// A static variable holds what calls of the unit alone leave there.
    StaticState(String),
    /// A variable that is no input holds what the program starts with.
    AsInitialised(String),

    // ---- what is outside of the unit
    /// A stub may do more than return.
    Stub(String),
    /// A variable of the library is as the library starts with it.
    LibraryVariable(String),
    /// A function of the system gives one of the answers that it could give.
    OneAnswer(String),
    /// A library function leaves `errno` as it does here.
    Errno(String),
    /// An object of the library holds what it does here.
    LibraryObject(String),
    /// The locale is the one that programs start with.
    Locale,
    /// Floating-point numbers are rounded to nearest.
    Rounding,
    /// Operands that C evaluates in any order are evaluated in the order that clang chose, by this function.
    EvaluationOrder(String),
    /// Where a symbol lies, and what follows it, is for the linker to say.
    Linked(String),
    /// A weak definition may be replaced.
    Replaceable(String),
    /// A weak symbol that nobody defines is null.
    WeakUndefined(String),
    /// A volatile object may change more often.
    Volatile(String),
    /// Memory at a fixed address is not known.
    Registers(String),
    /// A file holds what was written to it.
    FileAsWritten(String),
}

/// The kinds of gaps that are hypotheses, as `kind` names them, and what each of them says of a program as a whole.
pub const HYPOTHESES: &[(&str, &str)] = &[
    ("objects-apart", "objects do not overlap"),
    ("unwritten-memory", "memory that nobody wrote is zero"),
    ("padding", "padding is zero"),
    ("static-state", "only the function itself changes its static variables"),
    ("as-initialised", "variables without a name hold what the program starts with"),
    ("one-answer", "the system answers as it does here"),
    ("errno", "`errno` is as it is here"),
    ("library-object", "the library's objects hold what they do here"),
    ("locale", "the locale is the one that programs start with"),
    ("rounding", "floating-point numbers are rounded to nearest"),
    ("evaluation-order", "operands are evaluated in clang's order"),
];

/// What a gap does to claims behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing is proved.
    Forbids,
    /// What is proved holds if the hypothesis does.
    Hypothesis,
}

impl Gap {
    /// Two objects, whichever is named first.
    pub(crate) fn apart(a: &str, b: &str) -> Gap {
        Gap::Apart(a.min(b).to_string(), a.max(b).to_string())
    }

    /// The bound on how many elements of that size are behind a pointer.
    pub(crate) fn of_length(path: String, size: u64) -> Gap {
        if size == 1 { Gap::Bytes(path) } else { Gap::Elements(path) }
    }

    /// The same without what is particular to one input: which one it is.
    pub fn general(&self) -> Gap {
        let any = || "...".to_string();
        match self {
            Gap::ArrayTail(_) => Gap::ArrayTail(any()),
            Gap::Depth(_) => Gap::Depth(any()),
            Gap::Elements(_) => Gap::Elements(any()),
            Gap::Bytes(_) => Gap::Bytes(any()),
            Gap::InFront(_) => Gap::InFront(any()),
            Gap::FurtherResults(_) => Gap::FurtherResults(any()),
            Gap::UnionMember(_) => Gap::UnionMember(any()),
            Gap::NoNumber(_) => Gap::NoNumber(any()),
            Gap::NumberAsAddress(_) => Gap::NumberAsAddress(any()),
            Gap::CalledData(_) => Gap::CalledData(any()),
            Gap::Volatile(_) => Gap::Volatile(any()),
            Gap::Registers(_) => Gap::Registers(any()),
            Gap::FileAsWritten(_) => Gap::FileAsWritten(any()),
            other => other.clone(),
        }
    }

    /// A word for its kind, as `crescendo.toml` names it.
    pub fn kind(&self) -> &'static str {
        match self {
            Gap::ArrayTail(_) => "array",
            Gap::Depth(_) => "depth",
            Gap::Elements(_) => "elements",
            Gap::Bytes(_) => "bytes",
            Gap::InFront(_) => "in-front",
            Gap::FurtherResults(_) => "further-results",
            Gap::UnnamedArguments => "unnamed-arguments",
            Gap::FurtherCalls(_) => "further-calls",
            Gap::UnionMember(_) => "union-member",
            Gap::NoNumber(_) => "no-number",
            Gap::NumberAsAddress(_) => "number-as-address",
            Gap::Functions(_) => "functions",
            Gap::CalledData(_) => "called-data",
            Gap::Distance => "distance",
            Gap::Globals => "globals",
            Gap::Apart(..) | Gap::ApartFromOthers(_) => "objects-apart",
            Gap::Layout => "layout",
            Gap::NullAsValue => "null-as-value",
            Gap::Stub(_) => "stub",
            Gap::LibraryVariable(_) => "library-variable",
            Gap::OneAnswer(_) => "one-answer",
            Gap::Errno(_) => "errno",
            Gap::LibraryObject(_) => "library-object",
            Gap::Locale => "locale",
            Gap::Rounding => "rounding",
            Gap::EvaluationOrder(_) => "evaluation-order",
            Gap::Unwritten => "unwritten-memory",
            Gap::Padding(_) => "padding",
            Gap::StaticState(_) => "static-state",
            Gap::AsInitialised(_) => "as-initialised",
            Gap::Linked(_) => "linked",
            Gap::Replaceable(_) => "replaceable",
            Gap::WeakUndefined(_) => "weak-undefined",
            Gap::Volatile(_) => "volatile",
            Gap::Registers(_) => "registers",
            Gap::FileAsWritten(_) => "file-as-written",
        }
    }

    pub fn standing(&self) -> Standing {
        match self {
            Gap::ArrayTail(_)
            | Gap::Depth(_)
            | Gap::Elements(_)
            | Gap::Bytes(_)
            | Gap::InFront(_)
            | Gap::FurtherResults(_)
            | Gap::UnnamedArguments
            | Gap::FurtherCalls(_)
            | Gap::UnionMember(_)
            | Gap::NoNumber(_)
            | Gap::NumberAsAddress(_)
            | Gap::Functions(_)
            | Gap::CalledData(_)
            | Gap::Distance
            | Gap::Globals
            | Gap::Layout
            | Gap::NullAsValue
            | Gap::Stub(_)
            | Gap::LibraryVariable(_)
            | Gap::Linked(_)
            | Gap::Replaceable(_)
            | Gap::WeakUndefined(_)
            | Gap::Volatile(_)
            | Gap::Registers(_)
            | Gap::FileAsWritten(_) => Standing::Forbids,
            Gap::Apart(..)
            | Gap::ApartFromOthers(_)
            | Gap::OneAnswer(_)
            | Gap::Errno(_)
            | Gap::LibraryObject(_)
            | Gap::Locale
            | Gap::Rounding
            | Gap::EvaluationOrder(_)
            | Gap::Unwritten
            | Gap::Padding(_)
            | Gap::StaticState(_)
            | Gap::AsInitialised(_) => Standing::Hypothesis,
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Gap::ArrayTail(path) => write!(f, "only the first elements of `{path}` are inputs"),
            Gap::Depth(path) => write!(f, "`{path}` is null: pointers are not followed further"),
            Gap::Elements(path) | Gap::Bytes(path) => write!(f, "`{path}` has no more elements"),
            Gap::InFront(path) => write!(f, "`{path}` has no more elements in front of where it points"),
            Gap::FurtherResults(path) => write!(f, "`{path}` is null: the results of further calls are not followed"),
            Gap::UnnamedArguments => f.write_str("there are no more unnamed arguments"),
            Gap::FurtherCalls(path) => write!(f, "`{path}` is not called more often"),
            Gap::UnionMember(path) => {
                write!(f, "of the pointers that a union has in the bytes of `{path}` only this one is tried")
            }
            Gap::NoNumber(path) => write!(f, "`{path}` is null or an address: it holds no number"),
            Gap::NumberAsAddress(path) => write!(f, "a number is taken for the address of what `{path}` points to"),
            Gap::Functions(_) => {
                f.write_str("function pointers are not tried with every function that they may point to")
            }
            Gap::CalledData(path) => write!(f, "`{path}` is called, and never tried with a function"),
            Gap::Distance => {
                f.write_str("pointers that are compared are never in one object, unless they are the same")
            }
            Gap::Globals => f.write_str("pointers are not tried everywhere in the globals they are compared with"),
            Gap::Apart(one, other) => write!(f, "`{one}` and `{other}` do not overlap"),
            Gap::ApartFromOthers(one) => write!(f, "`{one}` does not overlap other objects"),
            Gap::Layout => f.write_str("it depends on where objects lie in memory"),
            Gap::NullAsValue => f.write_str("allocations succeed, and whether a pointer is null is a value here"),
            Gap::Stub(path) => write!(f, "`{path}` is a stub: it may do more"),
            Gap::LibraryVariable(path) => {
                write!(f, "`{path}` is what the library starts with: callers may have changed it")
            }
            Gap::OneAnswer(path) => write!(f, "`{path}` gives the answer that it gives here"),
            Gap::Errno(name) => write!(f, "`{name}` leaves `errno` as it does here"),
            Gap::LibraryObject(what) => write!(f, "{what} holds what it does here"),
            Gap::Locale => f.write_str("the locale is the one that programs start with"),
            Gap::Rounding => f.write_str("floating-point numbers are rounded to nearest"),
            Gap::EvaluationOrder(name) => write!(f, "`{name}` evaluates operands in the order that clang chose"),
            Gap::Unwritten => f.write_str("memory that nobody wrote is zero"),
            Gap::Padding(path) => write!(f, "bytes and bits of `{path}` that no member has are zero"),
            Gap::StaticState(name) => write!(f, "only calls of this function change the static variable `{name}`"),
            Gap::AsInitialised(name) => write!(f, "`{name}` holds what the program starts with"),
            Gap::Linked(path) => write!(f, "where `{path}` lies, and what follows it, is for the linker to say"),
            Gap::Replaceable(path) => write!(f, "`{path}` is weak: another definition may do more"),
            Gap::WeakUndefined(path) => write!(f, "`{path}` is weak and not defined: it is null"),
            Gap::Volatile(path) => write!(f, "what `{path}` holds may change more often than it does here"),
            Gap::Registers(path) => write!(f, "what is in memory at {path} is not known"),
            Gap::FileAsWritten(path) => write!(f, "`{path}` is taken to hold what was written to it"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hypotheses_are_listed() {
        let name = || "x".to_string();
        let all = [
            Gap::Apart(name(), name()),
            Gap::ApartFromOthers(name()),
            Gap::Unwritten,
            Gap::Padding(name()),
            Gap::StaticState(name()),
            Gap::AsInitialised(name()),
            Gap::OneAnswer(name()),
            Gap::Errno(name()),
            Gap::LibraryObject(name()),
            Gap::Locale,
            Gap::Rounding,
            Gap::EvaluationOrder(name()),
            Gap::Depth(name()),
            Gap::Layout,
            Gap::Stub(name()),
        ];
        for gap in all {
            let listed = HYPOTHESES.iter().any(|h| h.0 == gap.kind());
            assert_eq!(gap.standing() == Standing::Hypothesis, listed, "{gap:?}");
        }
    }
}
