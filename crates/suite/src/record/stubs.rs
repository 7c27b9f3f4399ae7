//! Functions that must be made up for a test to link, and the calls of them.

use super::NotATest;
use super::ending::LEAST_ADDRESS;
use super::setup::{Placed, Setup, is_zero, variable_type};
use super::signature;
use crate::model::{Argument, Defined, Kind, Named, Stub, StubResult, StubWrite, Typed, Value};
use crate::text::{hex_float, identifier, is_identifier};
use crate::users;
use crate::value::{kind, signed};
use crate::words::{Texts, words_in};
use crescendo_program::ctype::CType;
use crescendo_program::symbol::Linkage;
use crescendo_program::{FunctionId, Program};
use crescendo_unit::{Image, Origin};
use crescendo_vm::Value as Word;
use crescendo_vm::symbolic::filled_argument;
use std::collections::BTreeMap;

impl<'u> Setup<'u, '_> {
    /// The function that stands for what a function pointer points to.
    pub(super) fn anonymous_stub(&mut self, id: FunctionId) -> Result<String, NotATest> {
        let mut stub = stub(self.program, id).ok_or("the type of a function pointer cannot be written in C")?;
        let number = self.program.stubs.iter().position(|s| s.1 == id).unwrap_or(0) + 1;
        stub.identifier = format!("crescendo_any_{number}");
        stub.declaration = head(self.program, id, &stub.identifier).ok_or("a function type cannot be written in C")?;
        stub.anonymous = true;
        let name = stub.identifier.clone();
        if !self.stubs.iter().any(|s| s.identifier == name) {
            self.stubs.push(stub);
        }
        Ok(name)
    }

    /// Functions that the program defines and that were stubs in this run.
    pub fn replace_functions(&mut self, texts: &Texts) -> Result<Vec<String>, NotATest> {
        let mut names = Vec::new();
        for call in &self.observed.calls {
            let f = self.program.function(call.function);
            if self.unit.driver().is_havoc(call.function) {
                return Err(NotATest::StubWrites(f.name.clone()));
            }
            if f.body.is_none() || names.contains(&f.name) {
                continue;
            }
            let mut stub = stub(self.program, call.function).ok_or("the type of a stub cannot be written in C")?;
            let found = defined(self.program, call.function, texts);
            let found = found.or_else(|why| self.by_symbol(call.function, &mut stub).ok_or(why));
            let found = found.map_err(|why| format!("`{}` cannot be replaced natively: {why}", f.name))?;
            stub.defined = Some(found);
            names.push(f.name.clone());
            if !self.stubs.contains(&stub) {
                self.stubs.push(stub);
            }
        }
        Ok(names)
    }

    /// A function of another file whose name macros cannot change: its symbol gets another name, and the stub its own.
    fn by_symbol(&self, id: FunctionId, stub: &mut Stub) -> Option<Defined> {
        let f = self.program.function(id);
        let is_known = matches!(f.c_type.map(|t| self.types().get(t)), Some(CType::Function { variadic: false, .. }));
        if !is_known || f.linkage != Linkage::External || f.unit as usize == self.source || !is_identifier(&f.name) {
            return None;
        }
        stub.identifier = format!("crescendo_replaced_{}", f.name);
        stub.declaration = head(self.program, id, &stub.identifier)?;
        let file = self.program.units.get(f.unit as usize)?.name.clone();
        let line = self.program.sources.get(f.position).line;
        Some(Defined {
            file,
            line,
            is_static: false,
            original: f.name.clone(),
            by_symbol: true,
            prototype: String::new(),
        })
    }

    /// Functions of the operating system whose results were inputs: their calls are led to stubs.
    pub fn redirect_stubs(&mut self) -> Result<(), NotATest> {
        for call in &self.observed.calls {
            let f = self.program.function(call.function);
            if f.body.is_some() || crescendo_vm::models::find(&f.name).is_none() {
                continue;
            }
            let here = &self.program.units[self.source];
            if !here.declared_functions.contains(&call.function) {
                return Err(format!("it depends on what `{}` says, which tests do not set up yet", f.name).into());
            }
            let stub = redirected(self.program, call.function);
            let stub = stub.ok_or_else(|| format!("`{}` cannot be declared in C", f.name))?;
            if !self.stubs.contains(&stub) {
                self.stubs.push(stub);
            }
        }
        Ok(())
    }

    /// What stubs return, call by call.
    pub fn stub_results(&mut self) -> Result<Vec<StubResult>, NotATest> {
        let mut all = Vec::new();
        for call in &self.observed.calls {
            let function = self.program.function(call.function).name.clone();
            let Some(image) = call.result.map(|i| &self.observed.images[i]) else {
                if let Some(word) = call.word {
                    let result = Typed { name: String::new(), ty: "int".into(), kind: Kind::Signed };
                    let value = Value::Integer { value: (word as u32 as i32).to_string(), bits: 32, signed: true };
                    let held = Argument { name: String::new(), ty: "int".into(), value: Some(value), pointer: false };
                    all.push(StubResult { function, call: call.number, result, held });
                }
                continue;
            };
            let variable = self.variable(&format!("{}_{}", identifier(&function), call.number));
            let held = self.hold(image, &variable)?;
            let result = Typed { name: String::new(), ty: self.show(image.ty), kind: kind(self.types(), image.ty) };
            all.push(StubResult { function, call: call.number, result, held });
        }
        Ok(all)
    }

    /// What stubs write behind their arguments, call by call.
    pub fn stub_writes(&mut self) -> Result<Vec<StubWrite>, NotATest> {
        let mut all = Vec::new();
        for (i, call) in self.observed.calls.iter().enumerate() {
            let name = &self.program.function(call.function).name;
            let Some(argument) = filled_argument(name) else { continue };
            let origin = Origin::Written { call: i, argument };
            let is_given = call.args.get(argument).is_some_and(|a| a.lo != 0);
            if is_given && !self.observed.images.iter().any(|image| image.origin == origin) {
                return Err(format!(
                    "`{name}` cannot write where its argument points, which is a matter of the system's"
                )
                .into());
            }
        }
        for (call, argument, image) in self.writes_in_order() {
            let call = &self.observed.calls[call];
            let function = self.program.function(call.function).name.clone();
            let (_, parameters) = signature(self.program, call.function);
            let parameter = parameters.get(argument).map_or_else(String::new, |p| p.name.clone());
            let plain = parameter.trim_start_matches('_');
            let wanted = format!("{}_{}_{plain}", identifier(&function), call.number);
            let Some(image) = image else {
                let held = Argument { name: String::new(), ty: String::new(), value: None, pointer: false };
                all.push(StubWrite { function, call: call.number, parameter, held });
                continue;
            };
            let variable = self.variable(&wanted);
            let is_record = matches!(self.types().resolved(image.ty), CType::Record(_) | CType::Array { .. });
            let held = match is_record {
                _ if self.types().bytes(image.ty).is_none_or(|b| b == 0) => {
                    let hex = image.before.iter().map(|b| format!("{b:02x}")).collect();
                    self.push(variable.clone(), None, image.ty, Value::Bytes { hex }, false);
                    let ty = format!("unsigned char {variable}[{}]", image.before.len());
                    Argument { name: variable, ty, value: None, pointer: false }
                }
                _ if image.count > 1 => {
                    self.fill_elements(image, &variable)?;
                    let ty = variable_type(self.types(), image.ty).0(&format!("{variable}[{}]", image.count));
                    Argument { name: variable, ty, value: None, pointer: false }
                }
                // It is cleared first, and most of it is of no interest.
                true => {
                    self.fill(image, &variable, image.ty, false, &mut |l, now| is_zero(l, now))?;
                    let ty = variable_type(self.types(), image.ty).0(&variable);
                    Argument { name: variable, ty, value: None, pointer: false }
                }
                false => self.hold(image, &variable)?,
            };
            all.push(StubWrite { function, call: call.number, parameter, held });
        }
        Ok(all)
    }

    /// What stubs write, by call and argument. Stubs write in turn what they are given: so a call that could write and does not,
    /// before one that does, writes nothing.
    fn writes_in_order(&self) -> Vec<(usize, usize, Option<&'u Image>)> {
        let observed = self.observed;
        let mut written: BTreeMap<(usize, usize), &'u Image> = BTreeMap::new();
        // By the names of functions and the numbers of arguments: the last call that writes there.
        let mut last_of: BTreeMap<(&str, usize), usize> = BTreeMap::new();
        let name = |call: usize| self.program.function(observed.calls[call].function).name.as_str();
        for image in &observed.images {
            if let Origin::Written { call, argument } = image.origin {
                written.insert((call, argument), image);
                let last = last_of.entry((name(call), argument)).or_default();
                *last = call.max(*last);
            }
        }
        let mut all = Vec::new();
        for ((function, argument), last) in last_of {
            for call in (0..=last).filter(|c| name(*c) == function) {
                let f = self.program.function(observed.calls[call].function);
                let hidden = f.signature.params.first().is_some_and(|p| p.struct_return) as usize;
                let is_given = observed.calls[call].args.get(argument + hidden).is_some_and(|a| a.lo != 0);
                let image = written.get(&(call, argument)).copied();
                if is_given || image.is_some() {
                    all.push((call, argument, image));
                }
            }
        }
        all.sort_by_key(|w| (w.0, w.1));
        all
    }

    /// The calls of stubs, as the stubs will tell them.
    pub fn calls(&mut self) -> Vec<String> {
        let calls = &self.observed.calls;
        calls.iter().map(|c| self.call(c.function, &c.args)).collect()
    }

    /// Calls that one expression makes, each time the first and how many: the compiler chooses their order.
    pub fn any_order(&self, texts: &Texts) -> Vec<(usize, usize)> {
        let calls = &self.observed.calls;
        let sources = &self.program.sources;
        let together = |i: usize| {
            let (a, b) = (sources.get(calls[i].at), sources.get(calls[i + 1].at));
            calls[i].frame == calls[i + 1].frame
                && a.file == b.file
                && texts.is_one_expression(sources.path(a.file), (a.line, a.column), (b.line, b.column))
        };
        let (mut all, mut first) = (Vec::new(), 0);
        for i in 1..=calls.len() {
            if i == calls.len() || !together(i - 1) {
                if i - first > 1 {
                    all.push((first, i - first));
                }
                first = i;
            }
        }
        all
    }

    fn call(&mut self, id: FunctionId, args: &[Word]) -> String {
        let program = self.program;
        let f = program.function(id);
        let (_, params) = signature(program, id);
        let hidden = f.signature.params.first().is_some_and(|p| p.struct_return) as usize;
        let mut shown = Vec::new();
        let mut at = hidden;
        for (i, p) in params.iter().enumerate() {
            let Some(first) = args.get(at) else { break };
            let ty = match f.c_type.map(|t| program.types.get(t)) {
                Some(CType::Function { params, .. }) => Some(params[i]),
                _ => None,
            };
            // Parts of one struct belong together.
            let machine = f.signature.params.get(at..).unwrap_or_default();
            at += ty.map_or(1, |t| program.parts(machine, t).len());
            let bits = ty.map_or(64, |t| program.types.bytes(t).unwrap_or(8) as u32 * 8);
            shown.push(self.argument_text(p.kind, first, bits));
        }
        format!("{}({})", f.name, shown.join(", "))
    }

    fn argument_text(&mut self, kind: Kind, word: &Word, bits: u32) -> String {
        let low = word.lo as u128 & (u128::MAX >> (128 - bits.clamp(1, 64)));
        match kind {
            // An address as a number is another one natively.
            Kind::Signed | Kind::Unsigned if self.is_address(word.lo, bits) => "...".into(),
            Kind::Signed => signed(low, bits.min(64)).to_string(),
            Kind::Unsigned => low.to_string(),
            Kind::Float if bits == 32 => hex_float(f32::from_bits(word.lo as u32) as f64),
            Kind::Float => hex_float(f64::from_bits(word.lo)),
            Kind::Pointer => self.pointer_text(word.lo),
            Kind::Void | Kind::LongDouble | Kind::Other => "...".into(),
        }
    }

    fn is_address(&self, number: u64, bits: u32) -> bool {
        let memory = &self.unit.vm.memory;
        bits == self.program.target.pointer_bits && number > LEAST_ADDRESS && memory.info(number).is_some()
    }

    fn pointer_text(&mut self, address: u64) -> String {
        if address == 0 {
            return "NULL".into();
        }
        let Some(Placed { expression, size, address: base, .. }) =
            self.placed.iter().find(|p| address.wrapping_sub(p.address) <= p.size).cloned()
        else {
            // What has left its object may natively be in any other.
            let object = self.unit.vm.memory.info(address);
            let is_inside = object.is_some_and(|o| address.wrapping_sub(o.base) <= o.size);
            return if is_inside { "pointer" } else { "..." }.into();
        };
        let named = Named { expression: expression.clone(), size };
        if !self.named.contains(&named) {
            self.named.push(named);
        }
        match address - base {
            0 => expression,
            offset => format!("{expression} + {offset}"),
        }
    }
}

/// A function that nobody defines, as a stub; `None` if C cannot declare it.
pub fn stub(program: &Program, id: FunctionId) -> Option<Stub> {
    let f = program.function(id);
    let (result, parameters) = signature(program, id);
    let identifier = if is_identifier(&f.name) { f.name.clone() } else { identifier(&f.name) };
    let declaration = head(program, id, &identifier)?;
    Some(Stub {
        name: f.name.clone(),
        identifier,
        declaration,
        result,
        parameters,
        anonymous: false,
        redirected: false,
        no_return: f.no_return,
        defined: None,
        written: None,
    })
}

/// A function of the C library, as a stub that calls are led to.
pub fn redirected(program: &Program, id: FunctionId) -> Option<Stub> {
    let identifier = format!("crescendo_outside_{}", program.function(id).name);
    let declaration = head(program, id, &identifier)?;
    Some(Stub { identifier, declaration, redirected: true, ..stub(program, id)? })
}

/// A function for which the user wrote a stub; `None` where C cannot lead its calls there.
pub fn written(program: &Program, id: FunctionId, by: FunctionId, is_library: bool, texts: &Texts) -> Option<Stub> {
    let f = program.function(id);
    let by = head(program, by, &program.function(by).name)?;
    let made = match (f.body.is_some(), is_library) {
        (true, _) => Stub { defined: Some(defined(program, id, texts).ok()?), ..stub(program, id)? },
        (false, true) => redirected(program, id)?,
        (false, false) => stub(program, id)?,
    };
    let variadic = matches!(f.c_type.map(|t| program.types.get(t)), Some(CType::Function { variadic: true, .. }));
    (!variadic).then_some(Stub { written: Some(by), ..made })
}

/// The name under which a function is reached for which the user wrote a stub.
pub fn original(program: &Program, id: FunctionId) -> Option<String> {
    let by = users::stubs(program).into_iter().find(|s| s.0 == id)?.1;
    written(program, id, by, false, &Texts::default())?.defined?;
    Some(format!("crescendo_original_{}", program.function(id).name))
}

/// A definition is found by its line: macros rename it there, and nowhere else.
fn defined(program: &Program, id: FunctionId, texts: &Texts) -> Result<Defined, &'static str> {
    let f = program.function(id);
    let Some(CType::Function { ret, variadic: false, .. }) = f.c_type.map(|t| program.types.get(t)) else {
        return Err("its type is not known, or it takes unnamed arguments");
    };
    let original = program.types.show(*ret, &format!("crescendo_original_{}", f.name));
    if original.contains(['(', '[', '<']) {
        return Err("what it returns cannot be written before its name");
    }
    let at = program.sources.get(f.position);
    let path = program.sources.path(at.file);
    let line = texts.line(path, at.line).unwrap_or_default();
    if texts.asks_for(path, &f.name) {
        return Err("the preprocessor asks for its name");
    }
    let stands = words_in(&line).filter(|w| *w == f.name).count();
    // A macro of that line may bring it: `YY_DECL`.
    let is_brought = || words_in(&line).any(|w| texts.macro_has(path, w, &f.name));
    if stands != 1 && (stands > 1 || !is_brought()) {
        return Err("its name does not stand once in the line of its definition");
    }
    let file = program.units.get(f.unit as usize).map(|u| u.name.clone()).unwrap_or_default();
    let is_static = f.linkage == Linkage::Internal;
    let shown = f.c_type.map_or_else(String::new, |t| program.types.show_function(t, &f.name, &[]));
    let prototype = shown.find(&format!("{}(", f.name)).map_or("", |at| &shown[at..]).to_string();
    Ok(Defined { file, line: at.line, is_static, original, by_symbol: false, prototype })
}

/// The head of a definition: every parameter has a name.
fn head(program: &Program, id: FunctionId, name: &str) -> Option<String> {
    let f = program.function(id);
    let (_, params) = signature(program, id);
    let names: Vec<String> = params.into_iter().map(|p| p.name).collect();
    let text = match f.c_type {
        Some(t) => program.types.show_function(t, name, &names),
        None if f.signature.ret.is_empty() => format!("void {name}()"),
        None => format!("int {name}()"),
    };
    (!text.contains('<')).then_some(text)
}
