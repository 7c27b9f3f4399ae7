//! Small programs with a planted fault that some input reaches, made at random: none of them may be filtered with a claim of
//! proof, and where the filter says `false` at all it must say that not all was explored. Their twins, with a guard that
//! excludes the fault, must not be shown from `main`. Nothing is run natively. `CRESCENDO_PLANTED=N` makes N of
//! them and at most 50 twins, which take much longer, because all ways must be gone (`CRESCENDO_TWINS=N`: so many); the default is
//! few.

use crate::support::{judged, load};
use crescendo_alarms::model::{Strength, Verdict};
use std::fmt::Write;

/// Numbers from a seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

/// A program in which the input `secret`, as argument, leads to an index or divisor that is wrong. All guards on the way hold
/// for it; with `guarded` one of them excludes every wrong value.
fn program(seed: u64, guarded: bool) -> String {
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let depth = 1 + chance.below(4) as usize;
    let size = 2 + chance.below(6) as i64;
    let secret = size + chance.below(20) as i64;
    let fault = chance.below(4);
    let mut text = String::from("#include <stdlib.h>\n\nstruct box {\n    int pad, value;\n};\n\n");
    let _ = writeln!(text, "static int table[{size}];\nstatic int offset;\n");
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
        let way = match chance.below(5) {
            0 => format!("struct box b = {{0, x}}, *p = &b;\n        return f{below}(p->value);"),
            1 => format!("offset = x;\n        return f{below}(offset);"),
            2 => format!("int a[3] = {{0, x, 0}};\n        return f{below}(a[1]);"),
            3 => format!("int n = 0;\n        while (n < x && n < 40)\n            n++;\n        return f{below}(n);"),
            _ => format!("return f{below}(x + 3 - 3);"),
        };
        let linkage = chance.one_of(&["static ", "static ", ""]);
        let _ = writeln!(
            text,
            "{linkage}int f{level}(int x)\n{{\n    if ({guard}) {{\n        {way}\n    }}\n    return 0;\n}}\n"
        );
    }
    let main = "int main(int argc, char **argv)\n{\n    int x = argc > 1 ? atoi(argv[1]) : 0;\n";
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
fn run(seed: u64, guarded: bool) -> (String, Vec<(Verdict, Strength, String)>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("planted.c");
    let text = program(seed, guarded);
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
        let (text, verdicts) = run(seed, false);
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
        let (text, verdicts) = run(seed, true);
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
