//! Strings: which pointers to characters are used as strings, that is up to a zero byte and not to a length.
//!
//! Evidence is: it goes to a library function that looks for the end, or to a function that treats its parameter so; or the
//! code steps through it and compares what it finds with zero, and it is made of plain `char`: `unsigned char` is often data.

use super::place::{Place, View};
use super::roots::{RootId, Roots, constant, load};
use super::ties::{Same, compared, indexed};
use crescendo_program::body::{Body, Callee};
use crescendo_program::ctype::CType;
use crescendo_program::op::{Op, Reg};
use crescendo_program::{FunctionId, Program};
use std::collections::{BTreeSet, HashSet};

/// Library functions and the arguments that they take for strings.
const LIBRARY: &[(&str, &[usize])] = &[
    ("strlen", &[0]),
    ("strcpy", &[1]),
    ("stpcpy", &[1]),
    ("strcat", &[0, 1]),
    ("strncat", &[0]),
    ("strcmp", &[0, 1]),
    ("strcoll", &[0, 1]),
    ("strcasecmp", &[0, 1]),
    ("strchr", &[0]),
    ("strrchr", &[0]),
    ("strstr", &[0, 1]),
    ("strspn", &[0, 1]),
    ("strcspn", &[0, 1]),
    ("strpbrk", &[0, 1]),
    ("strtok", &[0, 1]),
    ("strtok_r", &[0, 1]),
    ("strdup", &[0]),
    ("strtol", &[0]),
    ("strtoul", &[0]),
    ("strtoll", &[0]),
    ("strtoull", &[0]),
    ("strtod", &[0]),
    ("strtof", &[0]),
    ("atoi", &[0]),
    ("atol", &[0]),
    ("atoll", &[0]),
    ("atof", &[0]),
    ("fopen", &[0, 1]),
    ("open", &[0]),
    ("remove", &[0]),
    ("unlink", &[0]),
    ("getenv", &[0]),
    ("perror", &[0]),
    ("puts", &[0]),
    ("fputs", &[0]),
    ("sscanf", &[0, 1]),
    ("vsscanf", &[0, 1]),
    ("scanf", &[0]),
    ("fscanf", &[1]),
    ("vprintf", &[0]),
    ("vfprintf", &[1]),
    ("vsprintf", &[1]),
    ("vsnprintf", &[2]),
    ("strcasestr", &[0, 1]),
    ("strtold", &[0]),
    ("freopen", &[0, 1]),
    ("fdopen", &[1]),
    ("access", &[0]),
    ("chdir", &[0]),
    ("mkdir", &[0]),
    ("opendir", &[0]),
    ("rename", &[0, 1]),
    ("rmdir", &[0]),
    ("stat", &[0]),
    ("lstat", &[0]),
    ("setenv", &[0, 1]),
    ("unsetenv", &[0]),
    ("system", &[0]),
];

/// What standards have put in front of the names of functions that read numbers.
const STANDARDS: [&str; 2] = ["__isoc99_", "__isoc23_"];

/// Functions that print: the format, behind which pointers to characters are strings.
const PRINT: &[(&str, usize)] = &[("printf", 0), ("fprintf", 1), ("sprintf", 1), ("snprintf", 2)];

/// Rounds in which strings go from callees to callers.
const ROUNDS: usize = 4;

pub(crate) type Strings = BTreeSet<Place>;

pub(crate) fn find(program: &Program, all: &[Option<Roots>]) -> Strings {
    let mut found = Strings::new();
    // Parameters by their place among the machine's.
    let mut known: HashSet<(FunctionId, usize)> = HashSet::new();
    for round in 0..ROUNDS {
        let before = known.len();
        for (i, roots) in all.iter().enumerate() {
            let id = FunctionId(i as u32);
            let f = program.function(id);
            let (Some(body), Some(roots)) = (&f.body, roots) else { continue };
            let view = View { program, f, id, roots };
            let mut used: Vec<RootId> = Vec::new();
            if round == 0 {
                used.extend(walked(body, roots).into_iter().filter(|&r| is_text(&view, r, true)));
            }
            for r in passed(program, body, &known) {
                used.extend(roots.of(r).iter().map(|o| o.root));
            }
            for root in used.into_iter().filter(|&r| is_text(&view, r, false)) {
                found.extend(view.place(root));
                if let super::roots::Root::Param(p) = roots.root(root) {
                    known.insert((id, p as usize));
                }
            }
        }
        if known.len() == before {
            break;
        }
    }
    found
}

/// Registers that are handed to somebody who takes them for strings.
fn passed(program: &Program, body: &Body, known: &HashSet<(FunctionId, usize)>) -> Vec<Reg> {
    let mut all = Vec::new();
    for call in &body.calls {
        let Callee::Direct(callee) = call.callee else { continue };
        let f = program.function(callee);
        let places: Vec<usize> = match f.body {
            Some(_) => (0..call.args.len()).filter(|&i| known.contains(&(callee, i))).collect(),
            None => {
                let name = STANDARDS.iter().find_map(|s| f.name.strip_prefix(s)).unwrap_or(&f.name);
                let plain = LIBRARY.iter().find(|l| l.0 == name).map_or(&[][..], |l| l.1);
                let shown = PRINT.iter().find(|p| p.0 == name).map_or(0..0, |p| p.1..call.args.len());
                plain.iter().copied().chain(shown).collect()
            }
        };
        all.extend(places.into_iter().filter_map(|i| call.args.get(i)).map(|a| a.at));
    }
    all
}

/// Pointers that the code steps through, byte by byte, and compares the bytes with zero.
fn walked(body: &Body, roots: &Roots) -> Vec<RootId> {
    let same = Same::new(body);
    let mut tested: HashSet<Reg> = HashSet::new();
    for op in &body.code {
        if let Some((a, b)) = compared(op) {
            tested.extend((constant(body, b) == Some(0)).then(|| same.find(a)));
            tested.extend((constant(body, a) == Some(0)).then(|| same.find(b)));
        }
        match *op {
            Op::BrIf { a, .. } | Op::BrNot { a, .. } => drop(tested.insert(same.find(a))),
            Op::Switch { a, table, .. } if body.switches[table as usize].cases.iter().any(|c| c.0 == 0) => {
                tested.insert(same.find(a));
            }
            _ => {}
        }
    }
    let mut all = Vec::new();
    for op in &body.code {
        match *op {
            Op::LoadIdx8 { d, .. } if tested.contains(&same.find(d)) => {
                let Some((p, i, _)) = indexed(op) else { continue };
                if constant(body, i).is_none() {
                    all.extend(roots.of(p).iter().map(|o| o.root));
                }
            }
            Op::Load8 { .. } => {
                let Some((d, p, _)) = load(op) else { continue };
                if tested.contains(&same.find(d)) {
                    all.extend(roots.of(p).iter().filter(|o| o.offset.is_none()).map(|o| o.root));
                }
            }
            _ => {}
        }
    }
    all
}

/// Whether a value is a pointer to characters; `plain`: to `char` itself.
fn is_text(view: &View, root: RootId, plain: bool) -> bool {
    let types = &view.program.types;
    let Some(CType::Pointer { to }) = view.value_type(root).map(|t| types.resolved(t)) else { return false };
    matches!(types.resolved(*to), CType::Char { bits: 8, name, .. } if !plain || &**name == "char")
}
