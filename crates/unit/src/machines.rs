//! How a function is driven, and the machines that serve one function after the other.

use crate::bench::Workbench;
use crate::facts::Facts;
use crate::plan::Plan;
use crate::setup::Setup;
use crate::unit::{NotDriven, Unit};
use crescendo_program::{FunctionId, Program};
use crescendo_vm::memory::MemoryLimits;
use crescendo_vm::{Limits, symbolic};
use std::rc::Rc;

/// Bytes of one run, beside what the program's own globals take: a unit that fills more does so without end.
const MEMORY: u64 = 64 << 20;

/// How one function is driven.
#[derive(Clone, Debug)]
pub struct Driving {
    /// What is called: the function itself, or the user's driver for it.
    pub entry: FunctionId,
    pub setup: Setup,
    pub plan: Rc<Plan>,
    /// Of one run.
    pub steps: u64,
    /// Calls that nest, if not the usual number.
    pub depth: Option<usize>,
    /// Bytes of the stack, if not the usual ones.
    pub stack: Option<u64>,
    /// What runs look out for.
    pub symbolic: symbolic::Options,
}

/// Makes units. A machine that a unit no longer needs serves the next one.
pub struct Machines<'p> {
    program: &'p Program,
    facts: &'p Facts,
    idle: Vec<Workbench<'p>>,
}

impl<'p> Machines<'p> {
    pub fn new(program: &'p Program, facts: &'p Facts) -> Machines<'p> {
        Machines { program, facts, idle: Vec::new() }
    }

    pub fn unit(&mut self, driving: &Driving) -> Result<Unit<'p>, NotDriven> {
        let globals: u64 = self.program.globals.iter().map(|g| g.size).sum();
        let usual = Limits::default();
        let stack = driving.stack.unwrap_or(usual.memory.stack);
        let memory = MemoryLimits { bytes: MEMORY + globals, stack };
        let depth = driving.depth.unwrap_or(usual.depth);
        let limits = Limits { steps: driving.steps, depth, memory, ..usual };
        let machine = self.idle.pop();
        let mut machine = machine.map_or_else(|| Workbench::new(self.program, limits.clone()), Ok)?;
        machine.set_limits(limits);
        let mut unit = Unit::on(machine, self.facts, driving.entry, &driving.setup, driving.symbolic.clone())?;
        unit.set_plan(driving.plan.clone());
        Ok(unit)
    }

    /// The unit is no longer needed.
    pub fn put_back(&mut self, unit: Unit<'p>) {
        self.idle.push(unit.into_bench());
    }
}
