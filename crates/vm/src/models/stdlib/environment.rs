//! The environment: an array of `NAME=value` strings in the program's memory, as `environ` and `main` see it.

use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use std::collections::BTreeSet;

pub const MODELS: &[Model] = &[
    Model { name: "getenv", call: getenv },
    Model { name: "secure_getenv", call: getenv },
    Model { name: "__secure_getenv", call: getenv },
    Model { name: "setenv", call: setenv },
    Model { name: "unsetenv", call: unsetenv },
    Model { name: "putenv", call: putenv },
    Model { name: "clearenv", call: clearenv },
];

/// Names of the variable that points to the array.
const NAMES: [&str; 3] = ["environ", "__environ", "_environ"];
const WHAT: &str = "the environment";
const EINVAL: i32 = 22;

#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// Address of the pointer to the array: the program's `environ` or one of our own; 0: not made yet.
    variable: u64,
    /// Names that the program took away: whatever the outside has, they are not there.
    removed: BTreeSet<Vec<u8>>,
    /// It took all of them away.
    cleared: bool,
}

impl Environment {
    fn is_removed(&self, name: &[u8]) -> bool {
        self.cleared || self.removed.contains(name)
    }
}

impl Vm<'_> {
    /// Makes the environment now if the program looks at it without the library's help.
    /// A whole program looked for a variable that is not there: its world hears of it.
    fn tell_missing(&mut self, name: &[u8]) {
        if self.is_process() {
            let _ = self.world.variable(name);
        }
    }

    pub(crate) fn set_up_environment(&mut self) -> Result<(), Stop> {
        if NAMES.iter().any(|n| self.library_variable(n).is_some()) {
            self.environment()?;
        }
        Ok(())
    }

    /// The address of the pointer to the array.
    fn environment(&mut self) -> Result<u64, Stop> {
        if self.library.environment.variable != 0 {
            return Ok(self.library.environment.variable);
        }
        let pointer_bytes = self.program.target.pointer_bytes() as u64;
        let strings = self.world.variables();
        let array = self.string_array(&strings, pointer_bytes, WHAT)?;
        let declared: Vec<u64> = NAMES.iter().filter_map(|n| self.library_variable(n)).collect();
        let variable = match declared.first() {
            Some(&at) => at,
            None => self.machine_object(pointer_bytes, WHAT)?,
        };
        self.library.environment.variable = variable;
        for at in declared.into_iter().chain([variable]) {
            self.write_int(at, pointer_bytes as u32 * 8, array)?;
        }
        Ok(variable)
    }

    /// Whether a variable that is not in the array may be in the environment of the unit.
    fn asks_outside(&self, name: &[u8]) -> bool {
        self.is_driven() && !self.library.environment.is_removed(name)
    }

    /// Whether the outside has a variable: the path decides.
    fn outside_has(&mut self, name: &[u8]) -> Result<bool, Stop> {
        let address = self.outside_text(&path_of(name))?;
        let term = self.sym().reply.pop();
        if let Some(term) = term {
            self.settle_choice(address, term)?;
        }
        Ok(address != 0)
    }

    /// The array itself, for `main`.
    pub fn environment_array(&mut self) -> Result<u64, Stop> {
        let variable = self.environment()?;
        self.read_int(variable, self.program.target.pointer_bits)
    }
}

/// The addresses of the strings.
fn entries(vm: &mut Vm) -> Result<Vec<u64>, Stop> {
    let array = vm.environment_array()?;
    let mut list = Vec::new();
    if array == 0 {
        return Ok(list);
    }
    let bits = vm.program.target.pointer_bits;
    loop {
        let entry = vm.read_int(array.wrapping_add(list.len() as u64 * bits as u64 / 8), bits)?;
        if entry == 0 {
            return Ok(list);
        }
        list.push(entry);
    }
}

/// Replaces the strings: in place if there are no more than before, else in a new array.
fn replace(vm: &mut Vm, list: &[u64], in_place: bool) -> Result<(), Stop> {
    let bits = vm.program.target.pointer_bits;
    let bytes = bits as u64 / 8;
    let array = if in_place {
        vm.environment_array()?
    } else {
        let new = vm.machine_object((list.len() as u64 + 1) * bytes, WHAT)?;
        let variable = vm.environment()?;
        vm.write_int(variable, bits, new)?;
        new
    };
    for (i, entry) in list.iter().chain(&[0]).enumerate() {
        vm.write_int(array.wrapping_add(i as u64 * bytes), bits, *entry)?;
    }
    Ok(())
}

/// The place of a name and its string.
fn find(vm: &mut Vm, list: &[u64], name: &[u8]) -> Result<Option<usize>, Stop> {
    for (i, &entry) in list.iter().enumerate() {
        let text = vm.c_string(entry)?;
        if text.len() > name.len() && text.starts_with(name) && text[name.len()] == b'=' {
            return Ok(Some(i));
        }
    }
    Ok(None)
}

/// The name of the input.
fn path_of(name: &[u8]) -> String {
    format!("getenv(\"{}\")", name.escape_ascii())
}

fn getenv(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let name = vm.c_string(a.word(0))?;
    let list = entries(vm)?;
    if name.is_empty() {
        return Ok(Reply::Word(0));
    }
    let found = find(vm, &list, &name)?;
    if found.is_none() && vm.asks_outside(&name) {
        return vm.outside_text(&path_of(&name)).map(Reply::Word);
    }
    if found.is_none() {
        vm.tell_missing(&name);
    }
    Ok(found.map_or(0, |i| list[i].wrapping_add(name.len() as u64 + 1)).into())
}

/// A name for `setenv` and `unsetenv`; nothing if it is not one.
fn valid_name(vm: &mut Vm, at: u64) -> Result<Option<Vec<u8>>, Stop> {
    let name = if at == 0 { Vec::new() } else { vm.c_string(at)? };
    if name.is_empty() || name.contains(&b'=') {
        vm.set_errno(EINVAL)?;
        return Ok(None);
    }
    Ok(Some(name))
}

/// Sets the string of a name.
fn insert(vm: &mut Vm, name: &[u8], entry: u64) -> Result<(), Stop> {
    let mut list = entries(vm)?;
    match find(vm, &list, name)? {
        Some(i) => {
            list[i] = entry;
            replace(vm, &list, true)
        }
        None => {
            list.push(entry);
            replace(vm, &list, false)
        }
    }
}

fn setenv(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let Some(name) = valid_name(vm, a.word(0))? else { return Ok((-1).into()) };
    let list = entries(vm)?;
    if a.int(2) == 0 && find(vm, &list, &name)?.is_some() {
        return Ok(0.into());
    }
    if a.int(2) == 0 && find(vm, &list, &name)?.is_none() && vm.asks_outside(&name) && vm.outside_has(&name)? {
        return Ok(0.into());
    }
    let mut text = name.clone();
    text.push(b'=');
    text.extend(vm.c_string(a.word(1))?);
    let entry = vm.machine_string(&text, WHAT)?;
    insert(vm, &name, entry)?;
    Ok(0.into())
}

fn remove(vm: &mut Vm, name: &[u8]) -> Result<(), Stop> {
    vm.library.environment.removed.insert(name.to_vec());
    let mut list = entries(vm)?;
    let before = list.len();
    while let Some(i) = find(vm, &list, name)? {
        list.remove(i);
    }
    if list.len() < before { replace(vm, &list, true) } else { Ok(()) }
}

fn unsetenv(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let Some(name) = valid_name(vm, a.word(0))? else { return Ok((-1).into()) };
    remove(vm, &name)?;
    Ok(0.into())
}

/// The program's own string becomes part of the environment; without a `=` the name is removed.
fn putenv(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let text = vm.c_string(a.word(0))?;
    match text.iter().position(|&c| c == b'=') {
        Some(i) => insert(vm, &text[..i], a.word(0))?,
        None => remove(vm, &text)?,
    }
    Ok(0.into())
}

fn clearenv(vm: &mut Vm, _: Args) -> Result<Reply, Stop> {
    let variable = vm.environment()?;
    vm.write_int(variable, vm.program.target.pointer_bits, 0)?;
    vm.library.environment.cleared = true;
    Ok(0.into())
}
