//! Globals as inputs: what the unit reads of the program's state.
//!
//! A global becomes an input when a function is entered whose code refers to it: code gets at it in no other way, except
//! through an initialiser that holds its address, and that is followed. So a run pays for the globals of the functions
//! it executes, not for all that could be reached.

use crate::driver::Driver;
use crate::volatile::register;
use crescendo_program::{FunctionId, GlobalId, Program};
use crescendo_vm::{Stop, Vm};
use std::collections::{BTreeSet, HashSet};

/// Who refers to which globals.
#[derive(Clone, Debug, Default)]
pub struct Globals {
    /// Per function: those that are inputs once it is entered.
    by_function: Vec<Vec<GlobalId>>,
    /// Names that several of them have.
    ambiguous: HashSet<String>,
}

impl Globals {
    /// `referred`: per function, what its code refers to; `address`: the global at an address.
    pub(crate) fn new(
        program: &Program,
        referred: &[Vec<GlobalId>],
        address: &dyn Fn(u64) -> Option<GlobalId>,
        statics: &BTreeSet<GlobalId>,
    ) -> Globals {
        let images: Vec<Vec<GlobalId>> =
            program.globals.iter().map(|g| referred_by_image(program, g.image.as_deref(), address)).collect();
        let input = |g: &GlobalId| register(program, *g).is_some() || !statics.contains(g) && is_input(program, *g);
        let follow = |from: &Vec<GlobalId>| -> Vec<GlobalId> {
            let mut all: BTreeSet<GlobalId> = from.iter().copied().collect();
            let mut queue = from.clone();
            while let Some(g) = queue.pop() {
                queue.extend(images[g.0 as usize].iter().copied().filter(|g| all.insert(*g)));
            }
            all.into_iter().filter(input).collect()
        };
        let by_function = referred.iter().map(follow).collect();
        let mut seen = HashSet::new();
        let all = (0..program.globals.len() as u32).map(GlobalId).filter(input);
        let names = all.map(|g| &program.global(g).name).filter(|n| !seen.insert(*n));
        Globals { by_function, ambiguous: names.cloned().collect() }
    }

    pub fn of(&self, function: FunctionId) -> &[GlobalId] {
        self.by_function.get(function.0 as usize).map_or(&[], |g| g)
    }

    /// Functions whose entry makes inputs.
    pub(crate) fn watched(&self) -> impl Iterator<Item = FunctionId> + '_ {
        (0..).map(FunctionId).zip(&self.by_function).filter(|(_, g)| !g.is_empty()).map(|(f, _)| f)
    }
}

fn referred_by_image(
    program: &Program,
    image: Option<&[u8]>,
    address: &dyn Fn(u64) -> Option<GlobalId>,
) -> Vec<GlobalId> {
    let bytes = program.target.pointer_bytes() as usize;
    let mut all = BTreeSet::new();
    for word in image.unwrap_or(&[]).chunks_exact(bytes).filter(|w| w.iter().any(|b| *b != 0)) {
        let mut value = [0; 8];
        value[..bytes].copy_from_slice(word);
        if program.target.big_endian {
            value[..bytes].reverse();
        }
        all.extend(address(u64::from_le_bytes(value)));
    }
    all.into_iter().collect()
}

/// Globals that are inputs of the present run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Driven {
    globals: HashSet<GlobalId>,
    /// They start from their initialisers instead.
    pub initial: bool,
}

impl Driven {
    pub fn begin(&mut self) {
        self.globals.clear();
    }

    pub fn has(&self, g: GlobalId) -> bool {
        self.globals.contains(&g)
    }
}

impl Driver<'_> {
    /// Whether globals are inputs, in runs so far.
    pub fn uses_globals(&self) -> bool {
        !self.driven.initial && !self.global_paths.is_empty()
    }

    /// A function is entered: the globals its code refers to are inputs from now on.
    pub(crate) fn drive_globals(&mut self, vm: &mut Vm, function: FunctionId) -> Result<(), Stop> {
        let facts = self.facts;
        let mut new = Vec::new();
        for &g in facts.inputs.of(function) {
            let fixed = register(self.program, g).is_some();
            if (fixed || !self.driven.initial) && self.driven.globals.insert(g) {
                new.push((g, self.global_path(g)));
            }
        }
        self.name_globals(&new);
        for (g, path) in new {
            if let Some(r) = register(self.program, g) {
                self.fill_register(vm, r)?;
                continue;
            }
            let global = self.program.global(g);
            if let Some(ty) = global.c_type {
                self.initial = true;
                let filled = self.fill(vm, global.address, ty, &path, 0);
                self.initial = false;
                filled?;
                self.patch_image(vm, global.address, global.address, global.size);
            }
        }
        Ok(())
    }

    /// Static variables of several files may have one name: that of the function's own file goes by it.
    pub(crate) fn global_path(&self, g: GlobalId) -> String {
        if let Some(path) = self.global_paths.get(&g) {
            return path.clone();
        }
        let global = self.program.global(g);
        match self.facts.inputs.ambiguous.contains(&global.name) && global.unit != self.home {
            true => format!("{}@{}", global.name, g.0),
            false => global.name.clone(),
        }
    }
}

/// Whether the C library looks after a variable of that name.
pub fn is_library_global(name: &str) -> bool {
    const LIBRARY: &[&str] = &[
        "stdin",
        "stdout",
        "stderr",
        "environ",
        "__environ",
        "optarg",
        "optind",
        "opterr",
        "optopt",
        "timezone",
        "tzname",
        "daylight",
        "program_invocation_name",
        "program_invocation_short_name",
        "__progname",
        "__progname_full",
        "signgam",
        "sys_errlist",
        "sys_nerr",
    ];
    LIBRARY.contains(&name)
}

/// Whether a global's value at the start is an input: it can change, and the C library does not look after it.
pub(crate) fn is_input(program: &Program, g: GlobalId) -> bool {
    let global = program.global(g);
    !global.constant && !global.anonymous && global.address != 0 && !is_library_global(&global.name)
}
