//! A machine that is made once per program and thread and serves one unit after the other: putting the globals of a large
//! program in place takes longer than exploring a small function.

use crate::unit::NotDriven;
use crate::volatile::register;
use crescendo_program::{GlobalId, Program};
use crescendo_vm::cover::Recorder;
use crescendo_vm::world::EmptyWorld;
use crescendo_vm::{Checkpoint, Limits, Stop, Vm};

/// Slots set aside for input objects.
const REGION: u64 = 2048;

pub struct Workbench<'p> {
    pub(crate) vm: Vm<'p>,
    pub(crate) start: Checkpoint,
    /// First slot of the input objects, and how many there are.
    pub(crate) region: (u64, u64),
}

impl<'p> Workbench<'p> {
    pub fn new(program: &'p Program, limits: Limits) -> Result<Workbench<'p>, NotDriven> {
        let stopped = |s: Stop| NotDriven::Machine(format!("{s:?}"));
        let mut vm = Vm::new(program, Box::new(EmptyWorld::default()), limits).map_err(stopped)?;
        let slots = REGION.min(program.geometry.slots / 4);
        let first = vm.memory.reserve_region(slots);
        let first = first.ok_or_else(|| NotDriven::Machine("no room for inputs".into()))?;
        vm.free_the_outside();
        vm.recorder = Some(Box::new(Recorder::new(&program.cover)));
        for (i, g) in program.globals.iter().enumerate().filter(|(_, g)| g.address != 0) {
            let volatile = g.c_type.is_some_and(|t| program.types.is_volatile(t));
            if volatile || register(program, GlobalId(i as u32)).is_some() {
                vm.memory.watch(g.address);
            }
        }
        vm.memory.keep_ledger();
        // Until the unit runs, nobody but the driver is at work.
        vm.memory.pause_ledger();
        let start = vm.checkpoint();
        Ok(Workbench { vm, start, region: (first, slots) })
    }

    /// For the runs to come.
    pub fn set_limits(&mut self, limits: Limits) {
        self.vm.limits = limits;
    }

    /// As if it were new.
    pub(crate) fn clear(&mut self) {
        self.vm.rewind(&self.start);
        self.vm.memory.clear_region(self.region.0, self.region.1);
        self.vm.shrink();
        self.vm.materialise = None;
        self.vm.set_stubbed(&[]);
        self.vm.watch_calls(std::iter::empty());
    }
}
