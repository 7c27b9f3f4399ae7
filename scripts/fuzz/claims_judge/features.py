"""What a native input has that a plain one has not, and which hypotheses of a claim it then violates.

The tables are all there is to change when Crescendo's words for hypotheses change.
"""
import re

# In the order of the bits in runtime.h: (name, what it means).
FEATURES = [
    ("alias", "two input pointers to one object"),
    ("inside", "a pointer to a member or element of another input object"),
    ("cycle", "an object that leads back to itself"),
    ("into-global", "an input pointer to a global of the unit, or into it"),
    ("bytes", "a character pointer to an object of another type"),
    ("padding", "bytes that no member has are not zero"),
    ("unwritten", "memory of malloc, or the stack, holds what was there before"),
    ("prior-calls", "functions of the unit were called before"),
    ("returned", "a pointer that an earlier call returned is used, or written behind"),
    ("stub-writes", "a stub writes behind its arguments or to globals"),
    ("stub-same", "a stub returns an object that is known already"),
    ("reentry", "a stub or callback calls the unit"),
    ("allocation-fails", "an allocation fails"),
    ("system-fails", "a call of the system fails or gives something odd"),
    ("system-answer", "an answer of the system that works"),
    ("standard-stream", "a stream that is stdin, stdout or stderr"),
    ("stream-error", "a stream that fails"),
    ("errno-before", "errno is not zero at the start"),
    ("library-object", "a pointer to an object of the library: errno, the result of gmtime"),
    ("library-state", "the library was used before: strtok, setlocale, srand"),
    ("number", "a number in a pointer"),
    ("literal", "a pointer to a string literal of the unit"),
    ("views", "a `void *` that the unit uses as more than one type"),
    ("function", "a `void *` that points to a function"),
]
NAMES = [name for name, _ in FEATURES]
BIT = {name: 1 << i for i, name in enumerate(NAMES)}
# Runs that need these show nothing: the rules of effective types are not checked natively.
DOUBTFUL = BIT["views"]
# Callers do not pass such pointers to what writes behind them: they say nothing about checks.
NO_CHECK = DOUBTFUL | BIT["number"] | BIT["literal"] | BIT["function"]

OVERLAP = {"alias", "inside", "cycle", "into-global", "bytes", "returned", "stub-same", "standard-stream", "library-object", "literal",
           "number"}                                     # two pointers that hold the same number are equal, too
# Kind of a typed hypothesis (`Gap::kind` in crates/unit/src/gap.rs) -> the features that violate it.
HYPOTHESES = {
    "objects-apart": OVERLAP,
    "unwritten-memory": {"unwritten"},
    "padding": {"padding", "unwritten"},
    "one-answer": {"system-fails", "system-answer", "stream-error", "library-state"},
    "errno": {"system-fails", "stream-error", "standard-stream", "errno-before", "allocation-fails"},
    "library-object": {"library-state", "library-object"},
    "locale": {"library-state"},
    "rounding": {"library-state"},
    "static-state": {"prior-calls", "returned", "reentry"},
    "as-initialised": {"prior-calls", "returned", "into-global", "literal"},
    "evaluation-order": set(),
    # By prose.
    "apart": OVERLAP,
    "stub-effects": {"stub-writes", "stub-same", "reentry"},
    "allocation-succeeds": {"allocation-fails"},
}
# Prose that stands for a hypothesis in the reason of a goal.
IN_REASONS = [(re.compile("unless input objects overlap"), "apart")]
# Prose in a function's list of assumptions.
IN_ASSUMPTIONS = [
    (re.compile("do not overlap"), "apart"),
    (re.compile("input pointers do not point to globals"), "apart"),
    (re.compile("allocations succeed"), "allocation-succeeds"),
    (re.compile("is a stub"), "stub-effects"),
]


def names(mask):
    return [n for n in NAMES if mask & BIT[n]]


def excused(goal, function, lenient=False):
    """The features that the hypotheses of this claim exclude, as a mask, and the kinds that are listed.

    A function's assumptions count for its checks (`lenient`), and for a goal only if the goal's own words do: what is listed
    somewhere else is not listed with the claim.
    """
    kinds = [h["kind"] if isinstance(h, dict) else h for h in goal.get("hypotheses") or []]
    kinds += [kind for text, kind in IN_REASONS if text.search(goal.get("reason", ""))]
    if lenient:
        kinds += [kind for text, kind in IN_ASSUMPTIONS for a in function["assumptions"] if text.search(a)]
    out = 0
    for kind in kinds:
        for feature in HYPOTHESES.get(kind, NAMES):          # a kind we do not know excuses everything, and is told
            out |= BIT[feature]
    return out, sorted(set(kinds))


def unknown_kinds(kinds):
    return [k for k in kinds if k not in HYPOTHESES]
