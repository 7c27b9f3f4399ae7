//! C types from libclang's tree, shaped as `lower/types.rs` shapes those of debug info: the same declaration gives equal
//! types either way. Where clang has a choice (qualifier order, decayed parameters, unnamed members), debug info leads.
//!
//! Records refer to each other in long chains, so their members wait in a queue; what still nests is one declarator.

use super::ast::{Cursor, Type};
use crate::ctype::*;
use crate::source::{PosId, Position, SourceMap};
use crate::target::Target;
use clang_sys::*;
use std::collections::{HashMap, VecDeque};
use std::path::Path;

/// Declarators that nest deeper come out as `Unknown`: nobody writes them, and the stack has an end.
const MAX_NESTING: u32 = 1000;

pub struct TypeReader<'t> {
    pub types: Types,
    pub sources: SourceMap,
    target: Target,
    directory: String,
    root: Cursor<'t>,
    seen: HashMap<usize, TypeId>,
    records: HashMap<usize, TypeId>,
    waiting: VecDeque<(TypeId, Type<'t>)>,
    /// Typedefs at file scope, once one is looked for by name.
    typedefs: Option<HashMap<String, Cursor<'t>>>,
    nesting: u32,
}

#[derive(Clone, Copy, Default)]
struct Qualifiers {
    is_const: bool,
    is_volatile: bool,
    is_restrict: bool,
}

impl Qualifiers {
    fn of(t: Type) -> Qualifiers {
        Qualifiers { is_const: t.is_const(), is_volatile: t.is_volatile(), is_restrict: t.is_restrict() }
    }

    fn and(self, other: Qualifiers) -> Qualifiers {
        Qualifiers {
            is_const: self.is_const || other.is_const,
            is_volatile: self.is_volatile || other.is_volatile,
            is_restrict: self.is_restrict || other.is_restrict,
        }
    }

    /// Takes a qualifier's C name.
    fn add(&mut self, word: &str) -> bool {
        match word {
            "const" => self.is_const = true,
            "volatile" => self.is_volatile = true,
            "restrict" | "__restrict" => self.is_restrict = true,
            _ => return false,
        }
        true
    }
}

fn is_array(kind: CXTypeKind) -> bool {
    matches!(kind, CXType_ConstantArray | CXType_IncompleteArray | CXType_VariableArray)
}

fn is_function(kind: CXTypeKind) -> bool {
    matches!(kind, CXType_FunctionProto | CXType_FunctionNoProto)
}

fn is_signed(kind: CXTypeKind) -> bool {
    let signed = [CXType_SChar, CXType_Char_S, CXType_Short, CXType_Int, CXType_Long, CXType_LongLong, CXType_Int128];
    signed.contains(&kind)
}

impl<'t> TypeReader<'t> {
    pub fn new(root: Cursor<'t>, target: &Target, directory: &Path) -> TypeReader<'t> {
        TypeReader {
            types: Types::new(target.pointer_bits),
            sources: SourceMap::new(),
            target: target.clone(),
            directory: directory.to_string_lossy().into_owned(),
            root,
            seen: HashMap::new(),
            records: HashMap::new(),
            waiting: VecDeque::new(),
            typedefs: None,
            nesting: 0,
        }
    }

    /// Where debug info would say the declaration is.
    pub fn position(&mut self, c: Cursor) -> PosId {
        let Some(place) = c.place() else { return PosId::NONE };
        let path = if place.file.starts_with('/') { place.file } else { format!("{}/{}", self.directory, place.file) };
        let file = self.sources.file(&path);
        self.sources.position(Position { file, line: place.line, column: 0 })
    }

    /// The type of a variable.
    pub fn variable(&mut self, c: Cursor<'t>) -> TypeId {
        let id = self.declared(c);
        self.finish();
        id
    }

    /// The type of a function, and the names of its parameters.
    pub fn function(&mut self, c: Cursor<'t>) -> (TypeId, Vec<String>) {
        let Some(t) = c.ty() else { return (self.types.add(CType::Unknown), Vec::new()) };
        let ret = self.optional(t.result());
        let parameters = c.parameters();
        let names = parameters.iter().map(|p| p.spelling()).collect();
        // Debug info has an old-style definition's parameters as if it were a prototype.
        let prototyped = t.canonical().kind() == CXType_FunctionProto || c.is_definition();
        let mut params = Vec::new();
        for p in parameters.into_iter().filter(|_| prototyped) {
            params.push(self.declared_parameter(p));
        }
        let variadic = t.canonical().kind() == CXType_FunctionProto && t.is_variadic();
        let id = self.types.add(CType::Function { ret, params, variadic, prototyped });
        self.finish();
        (id, names)
    }

    /// Fills in the records met on the way.
    fn finish(&mut self) {
        while let Some((id, t)) = self.waiting.pop_front() {
            let record = self.record(t);
            self.types.set(id, CType::Record(record));
        }
    }

    fn one(&mut self, t: Type<'t>) -> TypeId {
        if let Some(&id) = self.seen.get(&t.identity()) {
            return id;
        }
        if self.nesting >= MAX_NESTING {
            return self.types.add(CType::Unknown);
        }
        self.nesting += 1;
        let bare = self.bare(t);
        let id = self.qualified(Qualifiers::of(t), bare);
        self.nesting -= 1;
        self.seen.insert(t.identity(), id);
        id
    }

    fn optional(&mut self, t: Option<Type<'t>>) -> TypeId {
        match t {
            Some(t) => self.one(t),
            None => self.types.add(CType::Unknown),
        }
    }

    /// The type with qualifiers, each at most once, `const` outermost.
    fn qualified(&mut self, mut q: Qualifiers, mut id: TypeId) -> TypeId {
        if !(q.is_const || q.is_volatile || q.is_restrict) {
            return id;
        }
        while let CType::Qualified { qualifier, to } = self.types.get(id) {
            match qualifier {
                Qualifier::Const => q.is_const = true,
                Qualifier::Volatile => q.is_volatile = true,
                Qualifier::Restrict => q.is_restrict = true,
                Qualifier::Atomic => break,
            }
            id = *to;
        }
        let inside_out = [
            (q.is_restrict, Qualifier::Restrict),
            (q.is_volatile, Qualifier::Volatile),
            (q.is_const, Qualifier::Const),
        ];
        for (_, qualifier) in inside_out.into_iter().filter(|(present, _)| *present) {
            id = self.types.add(CType::Qualified { qualifier, to: id });
        }
        id
    }

    /// The type without the qualifiers that stand in front of it.
    fn bare(&mut self, t: Type<'t>) -> TypeId {
        let ty = match t.kind() {
            CXType_Record => return self.record_id(t),
            CXType_Typedef => return self.typedef(t.declaration()),
            CXType_Elaborated => return self.optional(t.named()),
            CXType_Attributed => return self.optional(t.without_attribute()),
            CXType_Pointer => CType::Pointer { to: self.pointee(t) },
            CXType_Atomic => CType::Qualified { qualifier: Qualifier::Atomic, to: self.optional(t.atomic_value()) },
            kind if is_array(kind) => CType::Array { of: self.optional(t.array_element()), count: t.array_size() },
            CXType_Vector | CXType_ExtVector => {
                CType::Vector { of: self.optional(t.element()), count: t.element_count() }
            }
            CXType_Enum => self.enumeration(t),
            kind if is_function(kind) => self.function_type(t),
            kind => match self.basic(kind, t) {
                Some(basic) => basic,
                None => return self.unexposed(t),
            },
        };
        self.types.add(ty)
    }

    fn basic(&self, kind: CXTypeKind, t: Type) -> Option<CType> {
        let bits = || t.bytes().map_or(0, |b| b as u32 * 8);
        let name = || t.unqualified().spelling();
        Some(match kind {
            CXType_Void => CType::Void,
            CXType_Bool => CType::Bool { bits: bits() },
            CXType_Char_U | CXType_UChar | CXType_Char_S | CXType_SChar => {
                CType::Char { bits: bits(), signed: is_signed(kind), name: name() }
            }
            CXType_UShort | CXType_UInt | CXType_ULong | CXType_ULongLong | CXType_UInt128 | CXType_Short
            | CXType_Int | CXType_Long | CXType_LongLong | CXType_Int128 => {
                CType::Int { bits: bits(), signed: is_signed(kind), name: name() }
            }
            CXType_Float | CXType_Double | CXType_LongDouble | CXType_Half | CXType_Float16 | CXType_BFloat16
            | CXType_Float128 | CXType_Ibm128 => {
                let name = name();
                let kind = self.target.float_kind(bits(), &name);
                kind.map_or(CType::Unknown, |kind| CType::Float { kind, name })
            }
            CXType_Complex => {
                let element = t.element().map(|e| e.canonical())?;
                let is_float = matches!(self.basic(element.kind(), element), Some(CType::Float { .. }));
                let kind = if is_float { self.target.float_kind(bits() / 2, "") } else { None };
                kind.map_or(CType::Unknown, CType::complex)
            }
            _ => return None,
        })
    }

    /// Kinds that libclang has no name for: attributes from macros, `typeof`, `_BitInt`.
    fn unexposed(&mut self, t: Type<'t>) -> TypeId {
        if let Some(inner) = t.without_attribute() {
            return self.one(inner);
        }
        let canonical = t.canonical();
        if canonical.identity() != t.identity() {
            return self.one(canonical);
        }
        let spelling = t.unqualified().spelling();
        let signed = spelling.starts_with("_BitInt(");
        let ty = match t.bytes() {
            Some(bytes) if signed || spelling.starts_with("unsigned _BitInt(") => {
                let name = if signed { "_BitInt" } else { "unsigned _BitInt" };
                CType::Int { bits: bytes as u32 * 8, signed, name: name.into() }
            }
            _ => CType::Unknown,
        };
        self.types.add(ty)
    }

    fn typedef(&mut self, declaration: Cursor<'t>) -> TypeId {
        let to = self.optional(declaration.underlying());
        self.types.add(CType::Typedef { name: declaration.spelling(), to })
    }

    /// libclang drops parentheses together with a typedef around them: of `typedef int (compare)(int)`, a `compare *` is
    /// a pointer to a nameless function. The pointer's text still has the name.
    fn pointee(&mut self, pointer: Type<'t>) -> TypeId {
        let Some(to) = pointer.pointee() else { return self.types.add(CType::Unknown) };
        if (is_array(to.kind()) || is_function(to.kind()))
            && let Some((q, typedef)) = self.hidden_typedef(&pointer.spelling())
        {
            let id = self.typedef(typedef);
            return self.qualified(q, id);
        }
        self.one(to)
    }

    /// The typedef in `const name *restrict`.
    fn hidden_typedef(&mut self, pointer: &str) -> Option<(Qualifiers, Cursor<'t>)> {
        let (target, _) = pointer.rsplit_once('*')?;
        let mut q = Qualifiers::default();
        let mut name = None;
        for word in target.split_whitespace() {
            if !q.add(word) && name.replace(word).is_some() {
                return None;
            }
        }
        let root = self.root;
        let typedefs = self.typedefs.get_or_insert_with(|| {
            let all = root.children().into_iter().filter(|c| c.kind() == CXCursor_TypedefDecl);
            all.map(|c| (c.spelling(), c)).collect()
        });
        Some((q, *typedefs.get(name?)?))
    }

    /// The type of a variable, member or parameter as written, with the typedef that libclang drops (see `pointee`).
    fn declared(&mut self, c: Cursor<'t>) -> TypeId {
        let Some(t) = c.ty() else { return self.types.add(CType::Unknown) };
        if is_array(t.kind()) || is_function(t.kind()) {
            let canonical = t.canonical().identity();
            let named = c.children().into_iter().filter(|child| child.kind() == CXCursor_TypeRef);
            let mut typedefs = named.filter_map(|child| child.referenced());
            let is_it = |d: &Cursor| d.underlying().is_some_and(|u| u.canonical().identity() == canonical);
            if let Some(typedef) = typedefs.find(is_it) {
                return self.typedef(typedef);
            }
        }
        self.one(t)
    }

    fn declared_parameter(&mut self, c: Cursor<'t>) -> TypeId {
        let Some(t) = c.ty() else { return self.types.add(CType::Unknown) };
        if is_function(t.canonical().kind()) {
            let to = self.declared(c);
            return self.types.add(CType::Pointer { to });
        }
        self.parameter(t)
    }

    /// Functions and arrays are passed as pointers.
    fn parameter(&mut self, t: Type<'t>) -> TypeId {
        let kind = t.canonical().kind();
        if is_function(kind) {
            let to = self.one(t);
            return self.types.add(CType::Pointer { to });
        }
        if is_array(kind) { self.decayed(t) } else { self.one(t) }
    }

    fn decayed(&mut self, array: Type<'t>) -> TypeId {
        let own = if is_array(array.kind()) { index_qualifiers(&array.spelling()) } else { Qualifiers::default() };
        // `const row x` makes the elements constant.
        let (mut t, mut q) = (array, Qualifiers::of(array));
        while !is_array(t.kind()) {
            let inner = match t.kind() {
                CXType_Elaborated => t.named(),
                CXType_Typedef => t.declaration().underlying(),
                _ => t.without_attribute().or(Some(t.canonical())),
            };
            match inner {
                Some(inner) if inner.identity() != t.identity() => t = inner,
                _ => return self.types.add(CType::Unknown),
            }
            q = q.and(Qualifiers::of(t));
        }
        let element = self.optional(t.array_element());
        let to = self.qualified(q, element);
        let pointer = self.types.add(CType::Pointer { to });
        self.qualified(own, pointer)
    }

    fn function_type(&mut self, t: Type<'t>) -> CType {
        let ret = self.optional(t.result());
        if t.kind() == CXType_FunctionNoProto {
            return CType::Function { ret, params: Vec::new(), variadic: false, prototyped: false };
        }
        let params = t.parameters().into_iter().map(|p| self.parameter(p)).collect();
        CType::Function { ret, params, variadic: t.is_variadic(), prototyped: true }
    }

    fn enumeration(&mut self, t: Type<'t>) -> CType {
        let declaration = t.declaration();
        let integer = declaration.integer_type().map(|i| i.canonical());
        let bits = integer.and_then(|i| i.bytes()).map_or(0, |b| b as u32 * 8);
        let signed = integer.is_some_and(|i| is_signed(i.kind()));
        let children = declaration.children().into_iter();
        let constants = children.filter(|c| c.kind() == CXCursor_EnumConstantDecl);
        let values = constants.map(|c| (c.spelling(), c.enum_value(signed))).collect();
        let position = self.position(declaration);
        CType::Enum(Enum { name: tag(declaration), bits, signed, values, position })
    }

    fn record_id(&mut self, t: Type<'t>) -> TypeId {
        let key = t.declaration().identity();
        if let Some(&id) = self.records.get(&key) {
            return id;
        }
        let id = self.types.reserve();
        self.records.insert(key, id);
        self.waiting.push_back((id, t));
        id
    }

    fn record(&mut self, t: Type<'t>) -> Record {
        let declaration = t.declaration();
        let kind = if declaration.kind() == CXCursor_UnionDecl { RecordKind::Union } else { RecordKind::Struct };
        let bytes = t.bytes();
        let mut members = Vec::new();
        for field in t.fields() {
            let is_record = field.ty().is_some_and(|t| t.canonical().kind() == CXType_Record);
            // An unnamed member is spelled like its type, but has no name to be found by.
            let name = if is_record && field.usr().is_empty() { String::new() } else { field.spelling() };
            // Only records may go without a name; bit-fields that do are padding.
            if name.is_empty() && !is_record {
                continue;
            }
            let offset_bits = field.bit_offset().unwrap_or(0);
            members.push(Member { name, ty: self.declared(field), offset_bits, width_bits: field.bit_width() });
        }
        let position = self.position(declaration);
        Record {
            kind,
            name: tag(declaration),
            bytes: bytes.unwrap_or(0),
            members,
            incomplete: bytes.is_none(),
            position,
        }
    }
}

/// The name behind `struct`, `union` or `enum`; empty if there is none. A nameless record with a typedef is spelled
/// like that typedef, any other `struct outer::(unnamed at ..)`.
fn tag(declaration: Cursor) -> String {
    let spelling = declaration.ty().map(|t| t.spelling()).unwrap_or_default();
    match spelling.split_once(' ') {
        Some(("struct" | "union" | "enum", name)) if !name.contains('(') => {
            name.rsplit("::").next().unwrap_or_default().to_string()
        }
        _ => String::new(),
    }
}

/// The qualifiers in `int[restrict 3]`, which are those of the pointer the parameter becomes. Of `int[restrict]` libclang
/// does not show them; they mean nothing to a caller.
fn index_qualifiers(spelling: &str) -> Qualifiers {
    let mut q = Qualifiers::default();
    let inside = spelling.split_once('[').map_or("", |(_, rest)| rest);
    let inside = inside.split_once(']').map_or(inside, |(inside, _)| inside);
    for word in inside.split_whitespace() {
        if !q.add(word) {
            break;
        }
    }
    q
}
