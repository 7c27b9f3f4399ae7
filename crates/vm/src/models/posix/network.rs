//! Connections. In a unit a socket is an input like a file: whether it opens, how much comes and which bytes are inputs; what is
//! sent is thrown away. A program that is run as a whole has no network.

use super::FAILED;
use super::descriptors::read_input;
use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crate::world::EACCES;

pub const MODELS: &[Model] = &[
    Model { name: "socket", call: |vm, _| open(vm, "socket") },
    Model { name: "accept", call: |vm, a| accept(vm, a, "accept") },
    Model { name: "accept4", call: |vm, a| accept(vm, a, "accept4") },
    Model { name: "recv", call: |vm, a| receive(vm, a, "recv") },
    Model { name: "recvfrom", call: receive_from },
];

fn refused(name: &str) -> Stop {
    Stop::Unsupported(format!("{name}: the network is not modelled"))
}

fn open(vm: &mut Vm, name: &str) -> Result<Reply, Stop> {
    if !vm.is_driven() {
        return Err(refused(name));
    }
    let path = format!("{name}#{}", vm.count_call(name));
    if vm.outside_fails(&path)? {
        vm.say_cause(&path, EACCES)?;
        return Ok(FAILED.into());
    }
    vm.answers_fixed_number();
    Ok((vm.open_connection(&path) as i64).into())
}

/// Who has connected is not made up: only programs that do not ask go on.
fn accept(vm: &mut Vm, a: Args, name: &str) -> Result<Reply, Stop> {
    if a.word(1) != 0 { Err(refused(name)) } else { open(vm, name) }
}

fn receive(vm: &mut Vm, a: Args, name: &str) -> Result<Reply, Stop> {
    if !vm.is_driven() || !vm.is_symbolic_file(a.int(0)) {
        return Err(refused(name));
    }
    read_input(vm, a.int(0), a.word(1), a.word(2))
}

fn receive_from(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if a.word(4) != 0 { Err(refused("recvfrom")) } else { receive(vm, a, "recvfrom") }
}
