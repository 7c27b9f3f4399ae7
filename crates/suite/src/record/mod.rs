//! From an observed run to a test of the model.
//!
//! The set-up of a test is the memory that the run found (`unit::observe`), told scalar by scalar: `setup` places objects
//! where the first pointer to them is and names everything by C expressions; `ending` tells what was different afterwards;
//! `stubs` says which functions and variables must be made up; `goals` and `path` say what the test is good for.

mod arrays;
mod chance;
mod choice;
mod collect;
mod decisions;
mod ending;
mod far;
mod goals;
mod lvalue;
mod not_a_test;
mod others;
mod outside;
mod path;
mod place;
mod pointers;
mod setup;
mod shrink;
mod simplify;
mod sources;
mod stubs;
mod unrelated;

pub use collect::{Collected, collect};
pub use decisions::Decisions;
pub use goals::{Goals, WHOLE, describe};
pub use not_a_test::NotATest;
pub use path::way;
pub use sources::{Compiled, sources, twice};

use crate::model::{Accessor, Earlier, Kind, Stub, Test, Typed, UnitTests};
use crate::users;
use crate::value::kind;
use crate::words::Texts;
use crescendo_program::ctype::{CType, TypeId};
use crescendo_program::{FunctionId, Program};
use crescendo_solver::expr::Assignment;
use crescendo_unit::{Gap, Observed, Run, Standing, Unit};
use crescendo_vm::memory::Label;
use crescendo_vm::{FaultKind, Limit, Outcome, ProgramFault};
use setup::Setup;

/// A test, and what its file must offer for it.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub test: Test,
    /// By the number of the source they belong to.
    pub accessors: Vec<(usize, Accessor)>,
    /// Functions that stand for what function pointers point to.
    pub stubs: Vec<Stub>,
    /// The test's own objects in the machine, each by the expression that makes it.
    objects: Vec<(String, u64)>,
}

/// A function under test, as yet without tests.
pub fn unit_tests(program: &Program, id: FunctionId) -> UnitTests {
    let f = program.function(id);
    let at = program.sources.get(f.position);
    let types = &program.types;
    let driver = users::driver(program, id);
    let called = driver.unwrap_or(id);
    let (result, parameters) = signature(program, called);
    UnitTests {
        name: f.name.clone(),
        file: program.sources.path(at.file).to_string(),
        line: at.line,
        declaration: f.c_type.map_or_else(String::new, |t| types.show_function(t, &f.name, &f.param_names)),
        driver: driver.map(|d| program.function(d).name.clone()).or_else(|| stubs::original(program, id)),
        source: program.function(called).unit as usize,
        result_is_constant: matches!(result.kind, Kind::Other) && result_is_constant(program, called),
        result_variable: result_variable(program, called),
        result,
        parameters,
        goals: Vec::new(),
        decisions: Vec::new(),
        tests: Vec::new(),
        disagreements: Vec::new(),
        left_out: Vec::new(),
    }
}

/// The result and the parameters of a function, as C has them.
fn signature(program: &Program, id: FunctionId) -> (Typed, Vec<Typed>) {
    let f = program.function(id);
    let types = &program.types;
    let typed = |ty: TypeId, name: String| Typed { name, ty: types.show(ty, ""), kind: kind(types, ty) };
    match f.c_type.map(|t| types.get(t)) {
        Some(CType::Function { ret, params, .. }) => {
            let name = |i: usize| match f.param_names.get(i) {
                Some(n) if !n.is_empty() => n.clone(),
                _ => format!("arg{}", i + 1),
            };
            let params = params.iter().enumerate().map(|(i, p)| typed(*p, name(i))).collect();
            (typed(*ret, String::new()), params)
        }
        _ => {
            let known = !f.signature.ret.is_empty();
            let (ty, kind) = if known { ("int", Kind::Signed) } else { ("void", Kind::Void) };
            (Typed { name: String::new(), ty: ty.into(), kind }, Vec::new())
        }
    }
}

fn result_variable(program: &Program, id: FunctionId) -> String {
    let types = &program.types;
    match program.function(id).c_type.map(|t| types.get(t)) {
        Some(CType::Function { ret, .. }) if !matches!(types.resolved(*ret), CType::Void) => {
            types.show(types.unqualified(*ret), "result")
        }
        Some(_) => String::new(),
        None => "int result".into(),
    }
}

fn result_is_constant(program: &Program, id: FunctionId) -> bool {
    let types = &program.types;
    match program.function(id).c_type.map(|t| types.get(t)) {
        Some(CType::Function { ret, .. }) => crate::walk::has_constant(types, types.unqualified(*ret)),
        _ => false,
    }
}

/// Whether a test can stop where a run was cut: at a decision too many or a step too many, not for want of something.
fn can_stop_there(limit: Limit) -> bool {
    matches!(limit, Limit::Path | Limit::Steps)
}

/// Whether the function that a fault names is defined as C had it before prototypes.
fn is_without_prototype(program: &Program, message: &str) -> bool {
    let name = message.split('`').nth(1);
    program.functions.iter().any(|f| Some(f.name.as_str()) == name && f.signature.unprototyped)
}

/// Functions in which the kernel looks at memory.
const SYSTEM_CALLS: &[&str] =
    &["read", "write", "pread", "pwrite", "pread64", "pwrite64", "readv", "writev", "recv", "recvfrom"];

/// What one run says as a test, or why it is none. The unit's machine must be as the run left it.
pub fn record(
    unit: &Unit,
    run: &Run,
    observed: &Observed,
    inputs: &Assignment,
    texts: &Texts,
) -> Result<Recorded, NotATest> {
    let program = unit.program;
    match &run.outcome {
        _ if run.ended.is_refused() => return Err(NotATest::RefusedInputs),
        Outcome::Limit(l) if !run.seems_endless() && !can_stop_there(*l) => return Err(NotATest::Cut(*l)),
        Outcome::Unsupported(what) => return Err(NotATest::Unsupported(what.clone())),
        Outcome::ToolBug(what) => return Err(NotATest::ToolBug(what.clone())),
        _ => {}
    }
    if run.before_main {
        return Err("what runs before `main` looks at inputs, or ends the run: a test begins after that".into());
    }
    if let Outcome::ProgramFault(ProgramFault { access: Some(e), .. }) = &run.outcome
        && let Some(Label::Machine(what)) = e.object.map(|o| o.label)
    {
        return Err(NotATest::InsideLibrary(what.to_string()));
    }
    if let Outcome::ProgramFault(ProgramFault { access: Some(e), .. }) = &run.outcome
        && e.object.is_some_and(|o| o.heap && o.size == 0)
    {
        return Err(NotATest::NotSeenNatively(
            "sanitizers give a byte to an allocation of none, and miss the access to it",
        ));
    }
    if let Outcome::ProgramFault(ProgramFault { access: Some(_), .. }) = &run.outcome
        && let Some(name) = run.library.filter(|name| SYSTEM_CALLS.contains(name))
    {
        return Err(NotATest::SystemCall(name.to_string()));
    }
    if matches!(&run.outcome, Outcome::ProgramFault(f) if f.is_in_front_of_last()) {
        return Err(NotATest::NotSeenNatively("sanitizers do not look at indices of the last array of a struct"));
    }
    if far::is_over_the_end(program, run) {
        return Err(NotATest::NotSeenNatively(
            "its access reaches the end of the address space, which sanitizers may take for a length below zero",
        ));
    }
    if let Outcome::ProgramFault(ProgramFault { kind: FaultKind::NullDereference, access: Some(e), .. }) = &run.outcome
        && e.both
    {
        return Err(NotATest::NotSeenNatively(
            "it copies from a null pointer to where nothing may be written: which stops it is left to chance",
        ));
    }
    if matches!(&run.outcome, Outcome::ProgramFault(f) if f.kind == FaultKind::InvalidLongjmp) {
        return Err(NotATest::NotSeenNatively("where a jump goes that no setjmp waits for is left to chance"));
    }
    if let Outcome::ProgramFault(f) = &run.outcome
        && f.kind == FaultKind::FunctionTypeMismatch
        && is_without_prototype(program, &f.message)
    {
        return Err(NotATest::NotSeenNatively(
            "it calls a function without prototype, of which sanitizers do not check the types",
        ));
    }
    // Where the use itself is the fault, nothing happens after it.
    let is_use = matches!(&run.outcome, Outcome::ProgramFault(f) if f.kind == FaultKind::UninitialisedUse);
    let unwritten = observed.uninitialised.first().filter(|_| !is_use).map(|at| program.sources.show(at.position));
    let mut setup = Setup::new(unit, run, observed);
    setup.texts = Some(texts);
    let replaced = setup.replace_functions(texts)?;
    setup.redirect_stubs()?;
    let outside = outside::outside(&mut setup, run, inputs)?;
    setup.globals()?;
    let last = setup.last_call(run);
    let mut earlier = Vec::new();
    for call in 1..last {
        let arguments = setup.arguments(call)?;
        earlier.push(Earlier { arguments, value: ending::earlier(&setup, call as usize - 1) });
    }
    let mut arguments = setup.arguments(last)?;
    let errno = others::others(&mut setup, run, inputs, &mut arguments)?;
    let stub_results = setup.stub_results()?;
    let stub_writes = setup.stub_writes()?;
    let calls = setup.calls();
    let any_order = setup.any_order(texts);
    let output = outside::output(program, observed);
    let outcome = ending::outcome(&mut setup, run)?;
    let path = path::in_words(program, run, texts);
    let mut assumptions: Vec<String> = {
        let limits = run.gaps.iter().map(|(gap, _)| gap);
        limits.filter(|g| g.standing() == Standing::Forbids && !matches!(g, Gap::Stub(_))).map(Gap::to_string).collect()
    };
    assumptions.extend(run.ranges.iter().cloned());
    assumptions.sort();
    assumptions.dedup();
    assumptions.truncate(8);
    let exhausted = matches!(&run.outcome, Outcome::ProgramFault(f) if f.kind == FaultKind::StackExhaustion);
    let objects = setup.placed.iter().map(|p| (p.expression.clone(), p.address)).collect();
    let mut test = Test {
        name: String::new(),
        path,
        inputs: setup.inputs,
        earlier,
        errno,
        replaced,
        outside,
        arguments,
        stub_results,
        stub_writes,
        names: setup.named,
        saved: setup.saved,
        calls,
        any_order,
        output,
        outcome,
        leaves: run.left_by_return,
        stack: exhausted.then_some(unit.vm.limits.memory.stack),
        goals: Vec::new(),
        vectors: Vec::new(),
        exact: false,
        guarded: false,
        unwritten,
        assumptions,
    };
    arrays::by_index(&mut test, program, unit.function, texts);
    Ok(Recorded { test, accessors: setup.accessors, stubs: setup.stubs, objects })
}
