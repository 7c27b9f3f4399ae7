//! One test as a C function. Declarations first and no `//`: it must compile as C89.

use super::check::Check;
use super::framework::Framework;
use super::judge::Judge;
use crate::export::spell;
use crate::model::{
    Argument, Input, Kind, Outcome, Outside, Saved, StreamState, StubResult, StubWrite, Test, UnitTests, Value,
};
use std::fmt::Write;

pub fn write(out: &mut String, framework: &(impl Framework + ?Sized), unit: &UnitTests, test: &Test) {
    let path = if test.path.is_empty() { "no decision depends on inputs" } else { &test.path };
    for line in wrapped(&spell::comment(path), 112) {
        let _ = writeln!(out, "{line}");
    }
    // A framework's main file calls it.
    if framework.is_runner() {
        let _ = writeln!(out, "void {0}(void);\nvoid {0}(void)\n{{", test.name);
    } else {
        let _ = writeln!(out, "static void {}(void)\n{{", test.name);
    }
    let result = wants_result(test) || looks_for_leaks(test) && unit.result.kind != Kind::Void && !test.leaves;
    // A struct with constant members can only be initialised: in a block of its own.
    let block = result && unit.result_is_constant;
    let checks = checks(framework, test);
    // A check that came to nothing needs no variable.
    let saved: Vec<&Saved> = test.saved.iter().filter(|s| mentions(&checks, &s.name)).collect();
    let mut declared = declarations(unit, test, result && !block);
    declared.extend(saved.iter().map(|s| format!("__typeof__({}) {}", s.expression, s.name)));
    declared.dedup();
    for d in &declared {
        let _ = writeln!(out, "    {d};");
    }
    if let Some(place) = &test.unwritten {
        let _ =
            writeln!(out, "    /* Reads memory that nobody wrote, at {}: it is zero here. */", spell::comment(place));
    }
    if !declared.is_empty() {
        out.push('\n');
    }
    if test.guarded {
        out.push_str("    crescendo_guard();\n");
    }
    let arguments = test.earlier.iter().flat_map(|e| &e.arguments).chain(&test.arguments);
    let held = test.stub_results.iter().map(|r| &r.held).chain(test.stub_writes.iter().map(|w| &w.held));
    for a in arguments.chain(held).filter(|a| is_aggregate(a) && !a.name.is_empty()) {
        let _ = writeln!(out, "    crescendo_fill(&{0}, sizeof({0}), \"\", 0);", a.name);
    }
    for f in &test.replaced {
        let _ = writeln!(out, "    crescendo_replace({});", spell::string(f.as_bytes()));
    }
    for o in &test.outside {
        let _ = writeln!(out, "    {};", outside(o));
    }
    for i in test.inputs.iter().filter(|i| !i.default) {
        // Where C cannot say what it is, a comment does.
        let unnamed = i.lvalue.as_ref().is_some_and(|l| !l.contains(&i.path));
        if let Some(at) = i.at {
            let _ = writeln!(out, "    crescendo_at({at:#x});");
        }
        let comment = if unnamed { format!(" /* {} */", spell::comment(&i.path)) } else { String::new() };
        let _ = writeln!(out, "    {};{comment}", set(i));
    }
    for n in &test.names {
        let name = spell::string(n.expression.as_bytes());
        let _ = writeln!(out, "    crescendo_name({}, {}, {name});", n.expression, n.size);
    }
    for s in &saved {
        let _ = writeln!(out, "    {} = {};", s.name, s.expression);
    }
    for f in forgotten(test) {
        let _ = writeln!(out, "    crescendo_will_free({f});");
    }
    for r in &test.stub_results {
        // The compiler may make another call of that stub before.
        if let Some(call) = ambiguous(test, r) {
            let _ = writeln!(out, "    crescendo_for_call({});", spell::string(call.as_bytes()));
        }
        stub_result(out, r);
    }
    for w in &test.stub_writes {
        stub_write(out, w);
    }
    expectation(out, &test.outcome);
    if let Some(bytes) = test.stack {
        let _ = writeln!(out, "    crescendo_limit_stack({bytes});");
    }
    if checks.contains("CHECK_OUTPUT(\"stdout\"") {
        out.push_str("    crescendo_capture();\n");
    }
    for e in &test.earlier {
        let call = call(unit, &e.arguments);
        match &e.value {
            Some(v) if result && !block => {
                let _ = writeln!(out, "    result = {call};");
                // Our own spelling: how this test is to end is no matter of the framework's.
                if let Some(check) = Check::new("result", v) {
                    let _ = writeln!(out, "    {};", check.plain());
                }
            }
            _ => {
                let _ = writeln!(out, "    (void){call};");
            }
        }
    }
    if let Some(n) = test.errno {
        let _ = writeln!(out, "    crescendo_set_errno({n});");
    }
    let call = call(unit, &test.arguments);
    match (result, unit.result.kind) {
        (_, Kind::Void) if test.leaves => {
            let _ = writeln!(out, "    {call};\n    crescendo_leave(0);");
        }
        _ if test.leaves => {
            let _ = writeln!(out, "    crescendo_leave({call});");
        }
        (true, _) if block => {
            let _ = writeln!(out, "    {{\n    {} = {call};\n", unit.result_variable);
        }
        (true, _) => {
            let _ = writeln!(out, "    result = {call};");
        }
        (false, Kind::Void) => {
            let _ = writeln!(out, "    {call};");
        }
        (false, _) => {
            let _ = writeln!(out, "    (void){call};");
        }
    }
    out.push_str(&checks);
    if block {
        out.push_str("    }\n");
    }
    out.push_str("}\n\n");
}

/// Objects that it frees, where something new is expected: that may lie where they were.
fn forgotten(test: &Test) -> &[String] {
    match &test.outcome {
        Outcome::Returned { value, changes, freed }
            if *value == Some(Value::New) || changes.iter().any(|c| c.after == Value::New) =>
        {
            freed
        }
        _ => &[],
    }
}

fn call(unit: &UnitTests, arguments: &[Argument]) -> String {
    let args: Vec<String> = arguments.iter().map(argument).collect();
    let (called, args) = (unit.called(), args.join(", "));
    // The runtime has a macro of that name: in brackets it is the function.
    if super::runtime_has_macro(called) { format!("({called})({args})") } else { format!("{called}({args})") }
}

/// Whether a name stands in a text by itself: a member of that name is something else.
fn mentions(text: &str, name: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_inside = |before: &str| before.ends_with(part) || before.ends_with('.') || before.ends_with("->");
    text.match_indices(name).any(|(at, _)| !is_inside(&text[..at]) && !text[at + name.len()..].starts_with(part))
}

/// The assertions after the call.
fn checks(framework: &(impl Framework + ?Sized), test: &Test) -> String {
    if looks_for_leaks(test) {
        return "    crescendo_look_for_leaks();\n".into();
    }
    let Outcome::Returned { value, changes, .. } = &test.outcome else { return String::new() };
    let result = value.as_ref().and_then(|v| Check::new("result", v));
    let changed = changes.iter().filter_map(|c| Check::new(c.target(), &c.after));
    // Output first: what it went to is as it was before the call again then, for messages of other checks.
    let output = test.output.iter().map(Check::output);
    let line = |check: Check| format!("    {};\n", framework.check(&check));
    let mut text: String = output.chain(result).chain(changed).map(line).collect();
    for (i, call) in test.calls.iter().enumerate() {
        if let Some((_, count)) = test.any_order.iter().find(|(first, _)| *first == i) {
            let _ = writeln!(text, "    crescendo_any_order({count});");
        }
        text.push_str(&line(Check::call(call)));
    }
    text
}

/// A comment of several lines, if need be.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::from("/*")];
    for word in text.split(' ').filter(|w| !w.is_empty()) {
        let last = lines.last_mut().expect("not empty");
        if last.len() + word.len() + 4 > width {
            lines.push(format!(" * {word}"));
        } else {
            last.push(' ');
            last.push_str(word);
        }
    }
    lines.last_mut().expect("not empty").push_str(" */");
    lines
}

/// What the unit returns must be kept until then: it may point to what would be lost.
fn looks_for_leaks(test: &Test) -> bool {
    Judge::of(&test.outcome) == Judge::Leak
}

/// Whether anything is said about the result.
fn wants_result(test: &Test) -> bool {
    let Outcome::Returned { value, changes, .. } = &test.outcome else { return false };
    value.as_ref().is_some_and(|v| *v != Value::Any) || changes.iter().any(|c| mentions(c.target(), "result"))
}

fn declarations(unit: &UnitTests, test: &Test, result: bool) -> Vec<String> {
    let held = test.stub_results.iter().filter(|r| in_variable(r)).map(|r| &r.held);
    let arguments = test.earlier.iter().flat_map(|e| &e.arguments).chain(&test.arguments);
    let mut all: Vec<String> = arguments.filter(|a| a.value.is_none()).map(|a| a.ty.clone()).collect();
    let written = test.stub_writes.iter().map(|w| &w.held).filter(|h| !h.name.is_empty());
    all.extend(held.chain(written).map(|a| a.ty.clone()));
    if result {
        all.push(unit.result_variable.clone());
    }
    all
}

/// A variable that is no pointer: what is not set in it shall be zero.
fn is_aggregate(a: &Argument) -> bool {
    a.value.is_none() && !a.pointer
}

fn in_variable(r: &StubResult) -> bool {
    r.held.value.is_none() || matches!(r.result.kind, Kind::Other | Kind::LongDouble)
}

/// Sets up one place.
fn set(i: &Input) -> String {
    let target = i.target();
    match &i.value {
        Value::Object { size, count } => {
            let size = match count {
                Some(1) if i.lvalue.is_none() => format!("sizeof(*{target})"),
                Some(n) if i.lvalue.is_none() => format!("{n} * sizeof(*{target})"),
                _ => size.to_string(),
            };
            format!("{target} = crescendo_new({size})")
        }
        Value::Buffer { text, size } if text.chars().count() as u64 + 1 == *size => {
            format!("{target} = NEW_TEXT({})", spell::text(text))
        }
        Value::Buffer { text, size } => format!("{target} = NEW_BYTES({size}, {})", spell::text(text)),
        Value::Stream { name, text, state } => {
            let name = spell::string(name.as_bytes());
            format!("{target} = NEW_STREAM({name}, {}){}", spell::text(text), trouble(&name, *state))
        }
        Value::Text { text, size } => format!("SET_BYTES({target}, {size}, {})", spell::text(text)),
        Value::Bytes { hex } => {
            let bytes = spell::from_hex(hex);
            format!("SET_BYTES(&{target}, {}, {})", bytes.len(), spell::string(&bytes))
        }
        Value::Function { name, cast: false } if i.lvalue.is_none() => format!("{target} = {name}"),
        Value::Function { name, .. } => format!("{target} = (void *)({name})"),
        Value::Address { .. } => format!("{target} = (void *)({})", spell::expression(&i.value).unwrap_or_default()),
        other => format!("{target} = {}", spell::expression(other).unwrap_or_else(|| "0".into())),
    }
}

/// What is found outside.
fn outside(o: &Outside) -> String {
    let literal = |text: &str| spell::string(text.as_bytes());
    match o {
        Outside::File { name, text, state } => {
            format!("SET_FILE({0}, {1}){2}", literal(name), spell::text(text), trouble(&literal(name), *state))
        }
        Outside::Variable { name, value } => {
            let value = value.as_ref().map_or_else(|| "NULL".into(), |v| spell::text(v));
            format!("crescendo_set_variable({}, {value})", spell::text(name))
        }
        Outside::Number { function, value } => format!("crescendo_will_return_int({}, {value}l)", literal(function)),
        Outside::Failure { function, call, errno: 0 } => format!("crescendo_fails({}, {call})", literal(function)),
        Outside::Failure { function, call, errno } => {
            format!("crescendo_fails_with({}, {call}, {errno})", literal(function))
        }
    }
}

/// What is wrong with a file, as statements behind the one that makes it.
fn trouble(name: &str, state: StreamState) -> String {
    let mut out = String::new();
    for (wrong, function) in [(state.ends_in_error, "ends_in_error"), (state.has_failed, "has_failed")] {
        if wrong {
            let _ = write!(out, ";\n    crescendo_{function}({name})");
        }
    }
    if state.errno != 0 {
        let _ = write!(out, ";\n    crescendo_ends_with({name}, {})", state.errno);
    }
    out
}

fn argument(a: &Argument) -> String {
    match &a.value {
        None => a.name.clone(),
        Some(Value::Address { object, offset, index }) => {
            format!("(void *)({})", spell::address(object, *offset, *index))
        }
        Some(v) => spell::expression(v).unwrap_or_else(|| "0".into()),
    }
}

fn stub_result(out: &mut String, r: &StubResult) {
    let name = spell::string(r.function.as_bytes());
    let value = argument(&r.held);
    let text = match r.result.kind {
        Kind::Void => return,
        Kind::Signed | Kind::Unsigned => format!("crescendo_will_return_int({name}, {value})"),
        Kind::Float => format!("crescendo_will_return_double({name}, {value})"),
        Kind::Pointer => format!("crescendo_will_return_pointer({name}, (const volatile void *){value})"),
        Kind::LongDouble | Kind::Other => {
            let variable = &r.held.name;
            if r.held.value.is_some() {
                let _ = writeln!(out, "    {variable} = {value};");
            }
            format!("crescendo_will_return_bytes({name}, &{variable}, sizeof({variable}))")
        }
    };
    let _ = writeln!(out, "    {text};");
}

/// The call that a result is for, where one expression calls that stub more than once.
fn ambiguous<'t>(test: &'t Test, r: &StubResult) -> Option<&'t str> {
    let of_stub = |call: &str| call.strip_prefix(&r.function).is_some_and(|rest| rest.starts_with('('));
    let (at, _) = test.calls.iter().enumerate().filter(|(_, c)| of_stub(c)).nth(r.call as usize - 1)?;
    let (first, count) = test.any_order.iter().find(|(first, count)| (*first..first + count).contains(&at))?;
    let several = test.calls[*first..first + count].iter().filter(|c| of_stub(c)).count() > 1;
    several.then(|| test.calls[at].as_str())
}

/// The stub of that function takes it from the queue under its name and that of the parameter.
fn stub_write(out: &mut String, w: &StubWrite) {
    let variable = &w.held.name;
    if variable.is_empty() {
        let queue = spell::string(format!("{}.{}", w.function, w.parameter).as_bytes());
        let _ = writeln!(out, "    crescendo_will_return_bytes({queue}, NULL, 0); /* this call writes nothing */");
        return;
    }
    if w.held.value.is_some() {
        let _ = writeln!(out, "    {variable} = {};", argument(&w.held));
    }
    let queue = spell::string(format!("{}.{}", w.function, w.parameter).as_bytes());
    let _ = writeln!(out, "    crescendo_will_return_bytes({queue}, &{variable}, sizeof({variable}));");
}

fn expectation(out: &mut String, outcome: &Outcome) {
    let _ = match outcome {
        Outcome::Returned { .. } => Ok(()),
        Outcome::Exited { status } => writeln!(out, "    crescendo_expect_exit({status});"),
        Outcome::Signalled { signal } => writeln!(out, "    crescendo_expect_signal({signal});"),
        Outcome::Cut { calls } => {
            let _ = writeln!(
                out,
                "    /* It goes on: the test stops after so many calls of stubs, or when it has had its time. */"
            );
            writeln!(out, "    crescendo_stop_after({calls});")
        }
        Outcome::Fault { kind, message, line, .. } => {
            let _ = writeln!(out, "    /* line {line}: {} */", spell::comment(message));
            writeln!(out, "    crescendo_expect_fault({});", spell::string(kind.as_bytes()))
        }
    };
}
