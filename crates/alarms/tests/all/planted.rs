//! Small programs with a planted fault that some input reaches, made at random: none of them may be filtered with a claim of
//! proof, and where the filter says `false` at all it must say that not all was explored. Their twins, with a guard that
//! excludes the fault, must not be shown from `main`. Nothing is run natively. `CRESCENDO_PLANTED=N` makes N of
//! them and at most 50 twins, which take much longer, because all ways must be gone (`CRESCENDO_TWINS=N`: so many); the default is
//! few.

use crate::chance::Chance;
use crate::support::{judged, load};
use crescendo_alarms::model::{Strength, Verdict};
use std::fmt::Write;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Some input of `main` leads to the fault.
    Reachable,
    /// None does.
    Excluded,
    /// One does, but only through a pointer to the function, by a way that no search finds.
    Hidden,
}

/// How the address of `f0` goes to a call of it: what stands before `main`, and in it.
const HIDDEN: [(&str, &str); 10] = [
    (
        "static int (*late)(int);\nstatic int later(int x)\n{\n    return late ? late(x) : 0;\n}\n",
        "late = f0;\n        return later(x);",
    ),
    ("static int later(int (*go)(int), int x)\n{\n    return go(x);\n}\n", "return later(f0, x);"),
    (
        "",
        "int (**held)(int) = malloc(sizeof *held);\n        if (!held)\n            return 0;\n        *held = f0;\n        return (*held)(x);",
    ),
    (
        "struct ops {\n    int pad;\n    int (*go)(int);\n};\n",
        "struct ops one = {1, f0}, other = one;\n        return other.go(x);",
    ),
    (
        "static int (*late)(int);\n",
        "int (*here)(int) = f0;\n        memcpy(&late, &here, sizeof late);\n        return late(x);",
    ),
    ("static int (*pick(int n))(int)\n{\n    return n ? f0 : 0;\n}\n", "return pick(argc)(x);"),
    ("", "unsigned long word = (unsigned long)f0 + 1;\n        return ((int (*)(int))(word - 1))(x);"),
    ("static int (*row[2])(int) = {0, f0};\n", "return row[argc > 1](x);"),
    (
        "struct ops {\n    int (*go)(int);\n};\nstatic void set(struct ops *to)\n{\n    to->go = f0;\n}\n",
        "struct ops one;\n        set(&one);\n        return one.go(x);",
    ),
    (
        "static int first(const void *a, const void *b)\n{\n    (void)b;\n    return f0(*(const int *)a);\n}\n",
        "int two[2] = {x, x};\n        qsort(two, 2, sizeof two[0], first);",
    ),
];

/// A program in which the input `secret`, as argument, leads to an index or divisor that is wrong. All guards on the way hold
/// for it; with `guarded` one of them excludes every wrong value.
fn program(seed: u64, form: Form) -> String {
    let guarded = form != Form::Reachable;
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let depth = 1 + chance.below(4) as usize;
    let size = 2 + chance.below(6) as i64;
    let secret = size + chance.below(20) as i64;
    let fault = chance.below(4);
    let mut text =
        String::from("#include <stdlib.h>\n#include <string.h>\n\nstruct box {\n    int pad, value;\n};\n\n");
    let _ = writeln!(text, "static int table[{size}];\nstatic int offset;\nstatic int (*hook)(int);\n");
    text += "static int apply(int (*go)(int), int x)\n{\n    return go(x);\n}\n\n";
    let body = match fault {
        0 => "return table[x]; //~".to_string(),
        1 => format!("return 100 / (x - {secret}); //~"),
        2 => format!("int *p = x == {secret} ? (int *)0 : table;\n    return *p; //~"),
        _ => "int local[4] = {1, 2, 3, 4};\n    return local[x & 3] + table[x + 0 * local[1]]; //~".to_string(),
    };
    let _ = writeln!(text, "static int f0(int x)\n{{\n    {body}\n}}\n");
    let guard_at = chance.below(depth as u64) as usize;
    for level in 1..=depth {
        let below = level - 1;
        let mut guards = Vec::new();
        for _ in 0..chance.below(3) {
            let near = secret + chance.below(7) as i64 - 3;
            guards.push(match chance.below(5) {
                0 if near > secret => format!("x < {near}"),
                1 if near < secret => format!("x > {near}"),
                2 => format!("x % 7 == {}", secret % 7),
                3 if near != secret => format!("x != {near}"),
                _ => format!("(x ^ {near}) == {}", secret ^ near),
            });
        }
        if guarded && below == guard_at {
            guards.push(match fault {
                0 | 3 => format!("x >= 0 && x < {size}"),
                _ => format!("x != {secret}"),
            });
        }
        let guard = if guards.is_empty() { "1".to_string() } else { guards.join(" && ") };
        let way = match chance.below(8) {
            0 => format!("struct box b = {{0, x}}, *p = &b;\n        return f{below}(p->value);"),
            1 => format!("offset = x;\n        return f{below}(offset);"),
            2 => format!("int a[3] = {{0, x, 0}};\n        return f{below}(a[1]);"),
            3 => format!("int n = 0;\n        while (n < x && n < 40)\n            n++;\n        return f{below}(n);"),
            4 => format!("int (*go)(int) = f{below};\n        return go(x);"),
            5 => format!("hook = f{below};\n        return hook(x);"),
            6 => format!("return apply(f{below}, x);"),
            _ => format!("return f{below}(x + 3 - 3);"),
        };
        let linkage = chance.one_of(&["static ", "static ", ""]);
        let _ = writeln!(
            text,
            "{linkage}int f{level}(int x)\n{{\n    if ({guard}) {{\n        {way}\n    }}\n    return 0;\n}}\n"
        );
    }
    let main = "int main(int argc, char **argv)\n{\n    int x = argc > 1 ? atoi(argv[1]) : 0;\n";
    if form == Form::Hidden {
        let (before, way) = HIDDEN[(seed % HIDDEN.len() as u64) as usize];
        let hash = "unsigned hash = 5381;\n    for (char *p = argc > 2 ? argv[2] : \"\"; *p; p++)\n        hash = hash * 33 ^ *p;";
        let _ = writeln!(text, "{before}\n{main}    {hash}\n    if (hash == 0xdeadbeef) {{\n        {way}\n    }}");
        let _ = writeln!(text, "    return f{depth}(x);\n}}");
        return text;
    }
    let _ = writeln!(text, "{main}    return f{depth}(x);\n}}");
    text
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

fn count() -> u64 {
    number("CRESCENDO_PLANTED").unwrap_or(6)
}

fn twins() -> u64 {
    number("CRESCENDO_TWINS").unwrap_or(count().min(50))
}

/// What the filter says of the planted fault: per program the verdicts of all alarms at its place.
fn run(seed: u64, form: Form) -> (String, Vec<(Verdict, Strength, String)>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("planted.c");
    let text = program(seed, form);
    std::fs::write(&file, &text).unwrap();
    let line = text.lines().position(|l| l.ends_with("//~")).unwrap() as u32 + 1;
    let (alarms, report) = judged(&load(&file), None, None);
    assert!(report.notes.is_empty(), "seed {seed}: {:?}\n{text}", report.notes);
    let at = alarms.into_iter().filter(|a| a.line == line && a.function == "f0");
    // Other faults at that place are not the planted one.
    let at = at.filter(|a| a.unit == "f0");
    (text, at.map(|a| (a.judgement.verdict, a.judgement.strength, a.judgement.why)).collect())
}

#[test]
fn planted_faults_are_never_proved_away() {
    let (mut shown, mut open, mut explored) = (0, 0, 0);
    for seed in 1..=count() {
        let (text, verdicts) = run(seed, Form::Reachable);
        let is_false = |v: &&(Verdict, Strength, String)| v.0 == Verdict::False;
        assert!(!verdicts.is_empty(), "seed {seed}: the unit alone shows nothing\n{text}");
        // One place may have several kinds of fault, of which only one is planted.
        if verdicts.iter().all(|v| is_false(&v)) {
            assert!(verdicts.iter().any(|v| v.1 == Strength::Explored), "seed {seed}: {verdicts:?}\n{text}");
            explored += 1;
        } else if verdicts.iter().any(|v| v.1 == Strength::Machine) {
            shown += 1;
        } else {
            open += 1;
        }
    }
    println!("{} planted: {shown} shown from main, {open} open, {explored} false as far as explored", count());
    assert!(shown * 2 > count(), "the filter shows too little");
}

#[test]
fn excluded_faults_are_never_shown() {
    let (mut proved, mut explored, mut open) = (0, 0, 0);
    for seed in 1..=twins() {
        let (text, verdicts) = run(seed, Form::Excluded);
        for v in &verdicts {
            assert_ne!(v.1, Strength::Machine, "seed {seed}: {v:?}\n{text}");
            match v {
                (Verdict::False, Strength::Proved, _) => proved += 1,
                (Verdict::False, ..) => explored += 1,
                _ => open += 1,
            }
        }
    }
    println!("{} twins: {proved} proved, {explored} false as far as explored, {open} open", twins());
}

#[test]
fn calls_through_pointers_are_never_proved_away() {
    let (mut open, mut explored, mut shown) = (0, 0, 0);
    for seed in 1..=count().max(HIDDEN.len() as u64).min(50) {
        let (text, verdicts) = run(seed, Form::Hidden);
        for v in &verdicts {
            assert_ne!(v.1, Strength::Proved, "seed {seed}: {v:?}\n{text}");
            match v.0 {
                _ if v.1 == Strength::Machine => shown += 1,
                Verdict::False => explored += 1,
                _ => open += 1,
            }
        }
    }
    println!("hidden: {shown} shown from main, {open} open, {explored} false as far as explored");
}
