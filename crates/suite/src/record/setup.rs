//! What a test sets up: arguments, variables, objects, results of stubs.

use super::NotATest;
use super::place::TAKEN;
use crate::model::{Accessor, Argument, Input, Named, Saved, StreamState, Stub, Value};
use crate::text::{identifier, is_identifier, latin1, trimmed};
use crate::value::{number, scalar};
use crate::walk::{Leaf, Shared, leaves, object_leaves, raw_lead};
use crate::words::Texts;
use crescendo_program::ctype::{CType, Qualifier, TypeId, Types};
use crescendo_program::{GlobalId, Program};
use crescendo_unit::{Image, Observed, Origin, Run, Unit, is_library_global};
use std::collections::{BTreeMap, HashSet};

/// Zeros in new objects that are told of one test.
const ZEROS: usize = 32;

/// An object and the expression of a pointer to its start.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub address: u64,
    pub size: u64,
    pub expression: String,
    /// Of one element, if that is known.
    pub element: Option<u64>,
    /// What the pointer points to as C has it.
    pub to: TypeId,
    /// The pointer that leads to it: an image and the place in it; `None` if it is a variable of the test.
    pub owner: Option<(usize, u64)>,
}

pub struct Setup<'u, 'p> {
    pub(super) unit: &'u Unit<'p>,
    pub(super) program: &'p Program,
    pub(super) observed: &'u Observed,
    pub(super) texts: Option<&'u Texts>,
    pub(super) source: usize,
    /// Paths of inputs that decide the way of the run.
    deciding: HashSet<String>,
    /// Zeros in new objects that have been told.
    zeros: usize,
    pub(super) placed: Vec<Placed>,
    pub inputs: Vec<Input>,
    pub accessors: Vec<(usize, Accessor)>,
    pub stubs: Vec<Stub>,
    pub named: Vec<Named>,
    /// What streams among the inputs hold, by path.
    pub(super) streams: BTreeMap<String, (String, StreamState)>,
    /// Pointers that the call may change, kept in variables before it.
    pub saved: Vec<Saved>,
    /// The call is over: what was reached by a pointer that changed is no longer where it was.
    pub(super) is_over: bool,
}

impl<'u, 'p> Setup<'u, 'p> {
    pub fn new(unit: &'u Unit<'p>, run: &Run, observed: &'u Observed) -> Self {
        let program = unit.program;
        let deciding = unit.deciding(run);
        let driver = unit.driver();
        let all = driver.inputs.all().iter().filter(|i| deciding.contains(&i.variable));
        Setup {
            unit,
            program,
            observed,
            texts: None,
            source: program.function(unit.function).unit as usize,
            deciding: all.map(|i| i.path.clone()).collect(),
            zeros: 0,
            placed: Vec::new(),
            inputs: Vec::new(),
            accessors: Vec::new(),
            stubs: Vec::new(),
            named: Vec::new(),
            streams: BTreeMap::new(),
            saved: Vec::new(),
            is_over: false,
        }
    }

    pub(super) fn types(&self) -> &'p Types {
        &self.program.types
    }

    pub(super) fn show(&self, ty: TypeId) -> String {
        self.types().show(ty, "")
    }

    /// The arguments of one call. Scalars stand there as they are, the rest is in variables.
    pub fn arguments(&mut self, call: u32) -> Result<Vec<Argument>, NotATest> {
        let types = self.types();
        let f = self.program.function(self.unit.function);
        let mine = |i: &&Image| matches!(i.origin, Origin::Argument { call: c, .. } if c == call);
        let images: Vec<&'u Image> = self.observed.images.iter().filter(mine).collect();
        let wanted = match f.c_type.map(|t| types.get(t)) {
            Some(CType::Function { params, .. }) => params.len(),
            _ => f.signature.params.len(),
        };
        if images.len() < wanted {
            return Err("the C types of its parameters are not known".into());
        }
        let mut all = Vec::new();
        for image in images {
            let name = self.variable(&image.path);
            all.push(self.hold(image, &name)?);
        }
        Ok(all)
    }

    /// How many calls were begun.
    pub fn last_call(&self, run: &Run) -> u32 {
        (run.returned.len() as u32 + 1).min(self.unit.calls)
    }

    /// An argument or result of a stub: a plain value, or a variable of that name that is set up.
    pub(super) fn hold(&mut self, image: &'u Image, name: &str) -> Result<Argument, NotATest> {
        let types = self.types();
        let (ty, inner) = variable_type(types, image.ty);
        if ty(name).contains('<') {
            return Err(format!("the type of `{name}` has no name in C").into());
        }
        let pointer = matches!(types.resolved(image.ty), CType::Pointer { .. });
        let argument = |value| Argument { name: name.to_string(), ty: ty(name), value, pointer };
        match types.resolved(image.ty) {
            CType::Pointer { to } => {
                let address = self.word(&image.before);
                let to = inner.unwrap_or(*to);
                if let Some((object, value)) = self.middle(name, address, to, None) {
                    self.push(name.to_string(), None, image.ty, object, false);
                    self.push(name.to_string(), None, image.ty, value, false);
                } else {
                    let value = self.pointer(name, address, to, None)?;
                    if !is_made(&value) {
                        return Ok(argument(Some(value)));
                    }
                    self.push(name.to_string(), None, image.ty, value, false);
                }
                self.contents(address, name, to, None)?;
                Ok(argument(None))
            }
            CType::Record(_) | CType::Complex { .. } | CType::Vector { .. } | CType::Array { .. } => {
                self.fill(image, name, image.ty, false, &mut |_, _| false)?;
                Ok(argument(None))
            }
            CType::Void | CType::Function { .. } | CType::Unknown => {
                Err(format!("the type of `{name}` is not known").into())
            }
            _ => {
                let leaf = whole(image.ty, name, image.before.len() as u64);
                Ok(argument(Some(self.scalar(&leaf, &image.before))))
            }
        }
    }

    /// A scalar that is no pointer, as the file of the test can say it.
    pub(super) fn plain(&self, leaf: &Leaf, bytes: &[u8]) -> Value {
        match (scalar(self.types(), self.program.target.big_endian, leaf, bytes), self.types().resolved(leaf.ty)) {
            (Value::Enumerator { value, .. }, CType::Enum(e)) if !self.has_enumerators(leaf.ty) => {
                Value::Integer { value: value.to_string(), bits: e.bits, signed: e.signed }
            }
            (value, _) => value,
        }
    }

    /// A scalar that is set up. What is none of an enumeration's values reads best near zero.
    fn scalar(&self, leaf: &Leaf, bytes: &[u8]) -> Value {
        match self.plain(leaf, bytes) {
            Value::Integer { value, bits: 32, signed: false }
                if matches!(self.types().resolved(leaf.ty), CType::Enum(_)) =>
            {
                let near = value.parse::<u32>().map_or(value, |v| (v as i32).to_string());
                Value::Integer { value: near, bits: 32, signed: true }
            }
            value => value,
        }
    }

    /// What differs from the variables' initial values.
    pub fn globals(&mut self) -> Result<(), NotATest> {
        let constructed = self.unit.constructed();
        for image in &self.observed.images {
            let Origin::Global(id) = image.origin else { continue };
            let g = self.program.global(id);
            if is_library_global(&g.name) || self.observed.built.contains(&id) {
                continue;
            }
            // Natively a constructor has been there before the test: nothing is as it would be initially.
            let initial = if constructed.contains(&id) { Vec::new() } else { initial(self.program, id) };
            if initial == image.before {
                continue;
            }
            let (name, apart) = self.global(id)?;
            let same =
                &mut |l: &Leaf, now: &[u8]| initial.get(l.offset as usize..(l.offset + l.size) as usize) == Some(now);
            self.fill(image, &name, image.ty, apart, same)?;
        }
        Ok(())
    }

    /// A name for a variable of the test that hides nothing the test needs.
    pub(super) fn variable(&self, wanted: &str) -> String {
        let wanted = if is_identifier(wanted) { wanted.to_string() } else { identifier(wanted) };
        let is_global = self.program.globals.iter().any(|g| g.name == wanted);
        let is_function = self.program.functions.iter().any(|f| f.name == wanted);
        if is_global || is_function || TAKEN.contains(&wanted.as_str()) { format!("{wanted}_value") } else { wanted }
    }

    pub(super) fn word(&self, bytes: &[u8]) -> u64 {
        number(bytes, self.program.target.big_endian) as u64
    }

    pub(super) fn push(&mut self, path: String, lvalue: Option<String>, ty: TypeId, value: Value, default: bool) {
        let ty = self.show(ty);
        self.inputs.push(Input { path, lvalue, ty, value, at: None, default });
    }

    /// Sets up one variable: all scalars in it but those that are `same` already. `apart`: the expression is an address.
    pub(super) fn fill(
        &mut self,
        image: &'u Image,
        expression: &str,
        ty: TypeId,
        apart: bool,
        same: &mut dyn FnMut(&Leaf, &[u8]) -> bool,
    ) -> Result<(), NotATest> {
        let mut all = Vec::new();
        let shown = if apart { image.path.as_str() } else { expression };
        leaves(self.types(), ty, shown, 0, false, &mut |l| all.push(l));
        let address = apart.then_some(expression);
        let number = self.number_of(image);
        for leaf in all {
            let Some(now) = image.before.get(leaf.offset as usize..(leaf.offset + leaf.size) as usize) else {
                continue;
            };
            if !same(&leaf, now) {
                self.set(&leaf, now, address, false, number)?;
            }
        }
        Ok(())
    }

    /// The same for an array of elements of the image's type.
    pub(super) fn fill_elements(&mut self, image: &'u Image, variable: &str) -> Result<(), NotATest> {
        let size = image.before.len() as u64 / image.count.max(1);
        let mut all = Vec::new();
        for i in 0..image.count {
            leaves(self.types(), image.ty, &format!("{variable}[{i}]"), i * size, false, &mut |l| all.push(l));
        }
        let number = self.number_of(image);
        for leaf in all {
            let Some(now) = image.before.get(leaf.offset as usize..(leaf.offset + leaf.size) as usize) else {
                continue;
            };
            self.set(&leaf, now, None, false, number)?;
        }
        Ok(())
    }

    /// What is in an object that has just been placed.
    /// `pointer`: its address as C has it, where `shown` is none.
    fn contents(&mut self, address: u64, shown: &str, to: TypeId, pointer: Option<&str>) -> Result<(), NotATest> {
        let Some(image) = self.observed.images.iter().find(|i| i.origin == Origin::Object && i.pointer == address)
        else {
            return Ok(());
        };
        let types = self.types();
        // What is made of bytes came with the object; a union or struct may be all that is known of it.
        if is_bytes(types, image.ty) {
            return Ok(());
        }
        let lead = (image.pointer - image.address) as usize;
        let mut pointer = pointer.map(String::from);
        let (ty, shown) = match types.resolve(to) == types.resolve(image.ty) && self.is_known_here(to) {
            true => (to, shown.to_string()),
            // An untyped pointer, of which more is known than C says: or than the file of the test does.
            false => match self.cast(shown, image.ty) {
                Ok(cast) => (image.ty, cast),
                Err(_) => {
                    let start = if lead == 0 { shown.to_string() } else { format!("((char *){shown} - {lead})") };
                    pointer.get_or_insert(start);
                    (image.ty, self.shown_cast(shown, image.ty))
                }
            },
        };
        let pointer = pointer.as_deref();
        let number = self.number_of(image);
        if raw_lead(types, image) && image.before[..lead].iter().any(|b| *b != 0) {
            let start = pointer.map_or_else(|| format!("((char *){shown} - {lead})"), String::from);
            let value = Value::Text { text: latin1(&image.before[..lead]), size: lead as u64 };
            self.push(start, None, to, value, false);
        }
        for leaf in object_leaves(types, image, ty, &shown) {
            let Some(now) = image.before.get(leaf.offset as usize..(leaf.offset + leaf.size) as usize) else {
                continue;
            };
            let zero = is_zero(&leaf, now);
            // New objects are zero: only what the run looks at is told, as far as somebody would read it.
            let telling = zero && self.zeros < ZEROS && self.deciding.contains(&leaf.path);
            self.zeros += telling as usize;
            if !zero || telling {
                self.set(&leaf, now, pointer, zero, number)?;
            }
        }
        Ok(())
    }

    /// The pointer in a union that has an address: the one that the driver made it for; else the scalar itself, if it is a pointer.
    /// It keeps the others if it may be one of them as well.
    pub(super) fn shared_pointer(&self, leaf: &Leaf, address: u64) -> Leaf {
        let driver = self.unit.driver();
        let made = driver.path_at(address).unwrap_or("");
        let ends = |s: &&Shared| made.ends_with(&s.names.join("."));
        let is_pointer = matches!(self.types().resolved(leaf.ty), CType::Pointer { .. });
        let plain = Leaf { instead: Vec::new(), ..leaf.clone() };
        if let Some(s) = leaf.pointers.iter().find(ends) {
            return Leaf { path: s.path.clone(), ty: s.ty, pointers: Vec::new(), ..plain };
        }
        let types = self.types();
        let differ = leaf.pointers.iter().any(|s| types.resolve(s.ty) != types.resolve(leaf.pointers[0].ty));
        let pointers = if differ { leaf.pointers.clone() } else { Vec::new() };
        match leaf.pointers.first().filter(|_| !is_pointer) {
            Some(s) => Leaf { path: s.path.clone(), ty: s.ty, pointers, ..plain },
            None => Leaf { pointers, ..plain },
        }
    }

    /// One scalar. `place`: where its variable is, if C cannot name that.
    fn set(
        &mut self,
        leaf: &Leaf,
        now: &[u8],
        place: Option<&str>,
        default: bool,
        image: usize,
    ) -> Result<(), NotATest> {
        let types = self.types();
        // The bytes of a union may be those of an address, which only the pointer in it can tell.
        if !leaf.pointers.is_empty()
            && number(now, self.program.target.big_endian) != 0
            && (self.is_object(self.word(now)) || self.is_known(self.word(now))?)
        {
            let leaf = Leaf { pointers: Vec::new(), ..self.shared_pointer(leaf, self.word(now)) };
            return self.set(&leaf, now, place, default, image);
        }
        if !leaf.instead.is_empty() && !self.is_pointer(self.word(now))? && leaf.is_told_instead(now) {
            for l in &leaf.instead {
                let from = (l.offset - leaf.offset) as usize;
                let now = &now[from..from + l.size as usize];
                let zero = is_zero(l, now);
                if !zero || self.deciding.contains(&l.path) {
                    self.set(l, now, place, zero, image)?;
                }
            }
            return Ok(());
        }
        let lvalue = self.lvalue(leaf, place)?;
        let (path, ty) = (leaf.path.clone(), leaf.ty);
        if let Some(size) = leaf.characters {
            let text = latin1(trimmed(now));
            self.push(path, lvalue, ty, Value::Text { text, size }, default);
            return Ok(());
        }
        if let CType::Pointer { to } = types.resolved(ty) {
            let (to, address) = (*to, self.word(now));
            // A path reads well even where it cannot be written to; a variable of another file has none.
            let apart = place.and(lvalue.as_ref()).map(|l| format!("({l})"));
            let owner = Some((image, leaf.offset));
            let expression = apart.as_deref().unwrap_or(&path);
            if let Some((object, value)) = self.middle(expression, address, to, owner) {
                self.push(path.clone(), lvalue.clone(), ty, object, false);
                self.push(path.clone(), lvalue, ty, value, false);
                let start = apart.map(|a| format!("((char *){a} - {})", self.lead(address)));
                return self.contents(address, &path, to, start.as_deref());
            }
            let value = self.pointer(expression, address, to, owner)?;
            let made = is_made(&value);
            self.push(path.clone(), lvalue, ty, value, default);
            return if made { self.contents(address, &path, to, apart.as_deref()) } else { Ok(()) };
        }
        let value = self.scalar(leaf, now);
        self.push(path, lvalue, ty, value, default);
        Ok(())
    }

    fn number_of(&self, image: &Image) -> usize {
        self.observed.images.iter().position(|i| std::ptr::eq(i, image)).unwrap_or(usize::MAX)
    }
}

/// Whether the pointer brings its object with it.
fn is_made(value: &Value) -> bool {
    matches!(value, Value::Object { .. } | Value::Buffer { .. } | Value::Stream { .. })
}

pub(super) fn is_zero(leaf: &Leaf, now: &[u8]) -> bool {
    let n = number(now, false);
    match leaf.bits {
        // Its neighbours share the bytes.
        Some((first, width)) => n >> first & (u128::MAX >> (128 - width)) == 0,
        None => now.iter().all(|b| *b == 0),
    }
}

pub(super) fn is_bytes(types: &Types, ty: TypeId) -> bool {
    matches!(types.resolved(ty), CType::Void | CType::Unknown | CType::Char { bits: 8, .. })
        || matches!(types.resolved(ty), CType::Record(r) if r.incomplete)
}

pub(super) fn whole(ty: TypeId, path: &str, size: u64) -> Leaf {
    Leaf {
        path: path.to_string(),
        ty,
        offset: 0,
        size,
        bits: None,
        constant: false,
        characters: None,
        pointers: Vec::new(),
        instead: Vec::new(),
    }
}

/// The bytes a global starts with.
fn initial(program: &Program, id: GlobalId) -> Vec<u8> {
    let g = program.global(id);
    let mut bytes = g.image.clone().unwrap_or_default();
    bytes.resize(g.size as usize, 0);
    bytes
}

/// How a variable is declared that holds a value of a type: without the qualifiers that would keep a test from setting it
/// up. Also what a pointer then points to, where that lost its `const`.
pub(super) fn variable_type(types: &Types, ty: TypeId) -> (impl Fn(&str) -> String + '_, Option<TypeId>) {
    let mut plain = types.unqualified(ty);
    let inner = match types.get(plain) {
        CType::Pointer { to } => match types.get(*to) {
            CType::Qualified { qualifier: Qualifier::Const, to }
                if !matches!(types.get(*to), CType::Qualified { .. }) =>
            {
                Some(*to)
            }
            _ => None,
        },
        CType::Typedef { .. } if types.has_qualifier(plain, Qualifier::Const) => {
            plain = types.resolve(plain);
            None
        }
        _ => None,
    };
    let declare = move |name: &str| match inner {
        Some(to) if matches!(types.get(to), CType::Array { .. } | CType::Function { .. }) => {
            types.show(to, &format!("(*{name})"))
        }
        Some(to) => types.show(to, &format!("*{name}")),
        None => types.show(plain, name),
    };
    (declare, inner)
}
