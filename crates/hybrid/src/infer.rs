//! What inputs a program has, where nobody says: from its entry, and from what it asks for when it runs on nothing.

use crescendo_explore::Subject;
use crescendo_explore::flow::Calls;
use crescendo_process::shape::{ARGUMENT, ARGUMENTS, STREAM};
use crescendo_process::{Entry, Input, Machine, NoMachine, Shape, Slot};
use crescendo_program::Program;
use crescendo_program::symbol::FunctionId;
use crescendo_vm::Limits;
use crescendo_vm::symbolic::Options;
use std::path::Path;

/// What people have said; the rest is found out.
#[derive(Clone, Debug, Default)]
pub struct Said {
    pub args: Option<Vec<Slot>>,
    pub stdin: Option<usize>,
    pub files: Vec<(String, usize)>,
    pub env: Vec<String>,
}

/// Bytes of a harness's data, where nobody says, and of a variable of the environment.
const DATA: usize = 256;
const VARIABLE: usize = 16;
/// The file that arguments can name if no other one is known.
const ANY_FILE: &str = "A";
const STEPS: u64 = 2_000_000;

pub fn infer(program: &Program, entry: Entry, said: &Said, seeds: &[Input]) -> Result<Shape, NoMachine> {
    let function = program.find(entry.name()).filter(|f| program.function(*f).body.is_some());
    let function = function.ok_or(NoMachine::NoEntry(entry.name()))?;
    let mut shape = Shape { program: name_of(program, function), ..Shape::default() };
    if entry == Entry::Harness {
        shape.data = DATA;
        seeds.iter().for_each(|s| shape.include(s));
        return Ok(shape);
    }
    let takes_args = program.function(function).signature.params.len() >= 2;
    shape.stdin = match said.stdin {
        Some(0) => None,
        Some(bytes) => Some(bytes),
        None => Some(STREAM),
    };
    shape.args = match &said.args {
        Some(args) => args.clone(),
        None if takes_args => vec![Slot::Symbols { count: ARGUMENTS, bytes: ARGUMENT }],
        None => Vec::new(),
    };
    shape.files.extend(said.files.iter().cloned());
    shape.env.extend(said.env.iter().map(|n| (n.clone(), VARIABLE)));
    seeds.iter().for_each(|s| shape.include(s));
    let calls = Calls::new(program);
    let limits = Limits { steps: STEPS, ..Limits::default() };
    let mut machine = Machine::new(program, &calls, entry, shape.clone(), limits, Options::default())?;
    let first = seeds.iter().take(8).cloned().chain([Input::default()]);
    for input in first.collect::<Vec<_>>() {
        let values = machine.assignment(&input);
        machine.run(&values);
    }
    let folder = machine.folder();
    let room = |known: usize| known < 8;
    for name in folder.asked_files() {
        if room(shape.files.len()) && !shape.files.contains_key(&name) {
            shape.files.insert(name.clone(), STREAM);
            shape.optional.insert(name);
        }
    }
    for name in folder.asked_env() {
        let ours = ["POSIXLY_CORRECT", "PATH", "LC_ALL", "LANG"].contains(&name.as_str());
        if room(shape.env.len()) && !ours {
            shape.env.entry(name).or_insert(VARIABLE);
        }
    }
    let open = shape.args.iter().any(|s| matches!(s, Slot::Symbols { .. }));
    if open && shape.files.is_empty() {
        shape.files.insert(ANY_FILE.into(), STREAM);
    }
    // A word of the command line that names no file yet may be one.
    for slot in &shape.args {
        if let Slot::Word(word) = slot
            && said.files.is_empty()
            && let Ok(name) = std::str::from_utf8(word)
            && folder.asked_files().iter().any(|f| f == name)
        {
            shape.files.entry(name.to_string()).or_insert(STREAM);
        }
    }
    Ok(shape)
}

/// What the program is called in commands: as the file of its entry.
fn name_of(program: &Program, entry: FunctionId) -> String {
    let at = program.sources.get(program.function(entry).position);
    let stem = Path::new(program.sources.path(at.file)).file_stem().map(|s| s.to_string_lossy().into_owned());
    format!("./{}", stem.unwrap_or_else(|| "program".into()))
}
