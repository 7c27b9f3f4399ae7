//! Pseudo-random numbers: `rand`, `random`, `drand48` and their families, number for number as glibc gives them.

use crate::machine::Vm;
use crate::memory::AccessKind;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crescendo_cformat::rand::{Rand48, Random, rand_r};

pub const MODELS: &[Model] = &[
    Model { name: "rand", call: |vm, _| Ok(next(vm).into()) },
    Model { name: "random", call: |vm, _| Ok(next(vm).into()) },
    Model { name: "srand", call: srandom },
    Model { name: "srandom", call: srandom },
    Model { name: "initstate", call: initstate },
    Model { name: "setstate", call: setstate },
    Model { name: "rand_r", call: rand_with_seed },
    Model { name: "drand48", call: |vm, _| Ok(rand48(vm).drand48().into()) },
    Model { name: "lrand48", call: |vm, _| Ok((rand48(vm).lrand48() as u64).into()) },
    Model { name: "mrand48", call: |vm, _| Ok((rand48(vm).mrand48() as i64).into()) },
    Model { name: "erand48", call: |vm, a| with_state(vm, a, |r, state| r.erand48(state).into()) },
    Model { name: "nrand48", call: |vm, a| with_state(vm, a, |r, state| (r.nrand48(state) as u64).into()) },
    Model { name: "jrand48", call: |vm, a| with_state(vm, a, |r, state| (r.jrand48(state) as i64).into()) },
    Model { name: "srand48", call: srand48 },
    Model { name: "seed48", call: seed48 },
    Model { name: "lcong48", call: lcong48 },
    Model { name: "arc4random", call: |vm, _| Ok((unpredictable(vm) as u64).into()) },
    Model { name: "arc4random_uniform", call: arc4random_uniform },
    Model { name: "arc4random_buf", call: arc4random_buf },
];

/// The generators. Those a program cannot predict are predictable here: equal runs are worth more.
#[derive(Clone, Debug, Default)]
pub struct Generators {
    /// The states of `random` by the address the program knows them by.
    states: Vec<(u64, Random)>,
    /// Which of them is in use.
    current: usize,
    rand48: Rand48,
    /// What `seed48` gives back points here.
    seed48: u64,
    unpredictable: Rand48,
}

const EINVAL: i32 = 22;

fn current<'a>(vm: &'a mut Vm<'_>) -> &'a mut Random {
    let g = &mut vm.library.generators;
    if g.states.is_empty() {
        g.states.push((0, Random::default()));
    }
    &mut g.states[g.current].1
}

fn next(vm: &mut Vm) -> u64 {
    if vm.is_driven() {
        return vm.outside_number(vm.in_library.unwrap_or("rand"), 31);
    }
    current(vm).next() as u64
}

fn srandom(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    current(vm).seed(a.int(0) as u32);
    Ok(Reply::Void)
}

/// The address of the state in use; the initial one gets an address when it is first asked for.
fn current_address(vm: &mut Vm) -> Result<u64, Stop> {
    current(vm);
    let i = vm.library.generators.current;
    if vm.library.generators.states[i].0 == 0 {
        let at = vm.machine_object(128, "the state of random")?;
        vm.library.generators.states[i].0 = at;
    }
    Ok(vm.library.generators.states[i].0)
}

/// The program's buffer only names the state: its bytes are not the generator's.
fn initstate(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let (seed, at, size) = (a.int(0) as u32, a.word(1), a.word(2));
    let old = current_address(vm)?;
    let Some(random) = Random::with_state_size(seed, size.min(256) as usize) else {
        vm.set_errno(EINVAL)?;
        return Ok(Reply::Word(0));
    };
    vm.memory.check(at, size.min(256), AccessKind::Write).map_err(|e| vm.memory_stop(e))?;
    let g = &mut vm.library.generators;
    g.states.retain(|s| s.0 != at);
    g.states.push((at, random));
    g.current = g.states.len() - 1;
    Ok(old.into())
}

fn setstate(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let old = current_address(vm)?;
    match vm.library.generators.states.iter().position(|s| s.0 == a.word(0)) {
        Some(i) => {
            vm.library.generators.current = i;
            Ok(old.into())
        }
        None => {
            vm.load_byte(a.word(0))?;
            vm.set_errno(EINVAL)?;
            Ok(Reply::Word(0))
        }
    }
}

fn rand_with_seed(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let mut seed = vm.read_int(a.word(0), 32)? as u32;
    let number = rand_r(&mut seed);
    vm.write_int(a.word(0), 32, seed as u64)?;
    Ok((number as u64).into())
}

fn rand48<'a>(vm: &'a mut Vm<'_>) -> &'a mut Rand48 {
    &mut vm.library.generators.rand48
}

fn read_words<const N: usize>(vm: &mut Vm, at: u64) -> Result<[u16; N], Stop> {
    let mut words = [0; N];
    for (i, w) in words.iter_mut().enumerate() {
        *w = vm.read_int(at.wrapping_add(2 * i as u64), 16)? as u16;
    }
    Ok(words)
}

fn write_words(vm: &mut Vm, at: u64, words: &[u16]) -> Result<(), Stop> {
    for (i, w) in words.iter().enumerate() {
        vm.write_int(at.wrapping_add(2 * i as u64), 16, *w as u64)?;
    }
    Ok(())
}

/// The functions whose state is an array of the program's.
fn with_state(vm: &mut Vm, a: Args, f: fn(&Rand48, &mut [u16; 3]) -> Reply) -> Result<Reply, Stop> {
    let mut state = read_words(vm, a.word(0))?;
    let reply = f(rand48(vm), &mut state);
    write_words(vm, a.word(0), &state)?;
    Ok(reply)
}

fn srand48(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    rand48(vm).srand48(a.word(0) as u32);
    Ok(Reply::Void)
}

fn seed48(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let seed = read_words(vm, a.word(0))?;
    let old = rand48(vm).seed48(seed);
    if vm.library.generators.seed48 == 0 {
        vm.library.generators.seed48 = vm.machine_object(6, "the result of seed48")?;
    }
    let at = vm.library.generators.seed48;
    write_words(vm, at, &old)?;
    Ok(at.into())
}

fn lcong48(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let words = read_words(vm, a.word(0))?;
    rand48(vm).lcong48(words);
    Ok(Reply::Void)
}

fn unpredictable(vm: &mut Vm) -> u32 {
    vm.library.generators.unpredictable.mrand48() as u32
}

fn arc4random_uniform(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let bound = a.int(0) as u32;
    Ok(if bound < 2 { Reply::Word(0) } else { ((unpredictable(vm) % bound) as u64).into() })
}

fn arc4random_buf(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    for i in 0..a.word(1) {
        let byte = unpredictable(vm) as u8;
        vm.store_byte(a.word(0).wrapping_add(i), byte)?;
    }
    Ok(Reply::Void)
}
