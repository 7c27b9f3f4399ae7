//! C types as the source declares them: typedef names, qualifiers, enums, bit-fields and all.

use crate::source::PosId;
use crate::target::FloatKind;
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CType {
    Void,
    Bool {
        bits: u32,
    },
    /// Character types print differently in tests, so they are kept apart from other integers.
    Char {
        bits: u32,
        signed: bool,
        name: String,
    },
    Int {
        bits: u32,
        signed: bool,
        name: String,
    },
    Float {
        kind: FloatKind,
        name: String,
    },
    Complex {
        element: FloatKind,
        name: String,
    },
    Pointer {
        to: TypeId,
    },
    /// `count` is `None` for flexible and variable-length arrays. Several dimensions nest.
    Array {
        of: TypeId,
        count: Option<u64>,
    },
    Vector {
        of: TypeId,
        count: u64,
    },
    Record(Record),
    Enum(Enum),
    Typedef {
        name: String,
        to: TypeId,
    },
    Qualified {
        qualifier: Qualifier,
        to: TypeId,
    },
    Function {
        ret: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
        prototyped: bool,
    },
    /// Something debug info does not describe.
    Unknown,
}

impl CType {
    /// `double _Complex` and its kin. Debug info knows the size only, so the name follows from that.
    pub fn complex(element: FloatKind) -> CType {
        let name = match element {
            FloatKind::F16 => "_Float16 _Complex",
            FloatKind::BF16 => "__bf16 _Complex",
            FloatKind::F32 => "float _Complex",
            FloatKind::F64 => "double _Complex",
            FloatKind::X87 | FloatKind::F128 | FloatKind::PpcPair => "long double _Complex",
        };
        CType::Complex { element, name: name.into() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Qualifier {
    Const,
    Volatile,
    Restrict,
    Atomic,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordKind {
    Struct,
    Union,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    pub kind: RecordKind,
    /// Empty when anonymous.
    pub name: String,
    pub bytes: u64,
    pub members: Vec<Member>,
    /// Declared but not defined in any translation unit seen.
    pub incomplete: bool,
    pub position: PosId,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// Empty for an anonymous struct or union member.
    pub name: String,
    pub ty: TypeId,
    pub offset_bits: u64,
    /// Set for bit-fields.
    pub width_bits: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Enum {
    pub name: String,
    pub bits: u32,
    pub signed: bool,
    pub values: Vec<(String, i64)>,
    pub position: PosId,
}

/// All types of a program; equal ones are stored once.
#[derive(Clone, Debug, Default)]
pub struct Types {
    all: Vec<CType>,
    ids: HashMap<CType, TypeId>,
    /// The first typedef of a type: what C calls a struct without a tag.
    typedefs: HashMap<TypeId, TypeId>,
    pointer_bits: u32,
}

impl Types {
    pub fn new(pointer_bits: u32) -> Types {
        Types { pointer_bits, ..Types::default() }
    }

    pub fn get(&self, id: TypeId) -> &CType {
        &self.all[id.0 as usize]
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &CType)> {
        self.all.iter().enumerate().map(|(i, t)| (TypeId(i as u32), t))
    }

    pub fn add(&mut self, t: CType) -> TypeId {
        if let Some(&id) = self.ids.get(&t) {
            return id;
        }
        let id = TypeId(self.all.len() as u32);
        if let CType::Typedef { to, .. } = &t {
            self.typedefs.entry(*to).or_insert(id);
        }
        self.all.push(t.clone());
        self.ids.insert(t, id);
        id
    }

    /// Makes room for a type that refers to itself; `set` fills it in.
    pub fn reserve(&mut self) -> TypeId {
        self.all.push(CType::Unknown);
        TypeId(self.all.len() as u32 - 1)
    }

    pub fn set(&mut self, id: TypeId, t: CType) {
        if let CType::Typedef { to, .. } = &t {
            self.typedefs.entry(*to).or_insert(id);
        }
        self.all[id.0 as usize] = t;
    }

    /// Looks through typedefs and qualifiers.
    pub fn pointer_bytes(&self) -> u64 {
        self.pointer_bits as u64 / 8
    }

    pub fn resolve(&self, mut id: TypeId) -> TypeId {
        while let CType::Typedef { to, .. } | CType::Qualified { to, .. } = self.get(id) {
            id = *to;
        }
        id
    }

    pub fn resolved(&self, id: TypeId) -> &CType {
        self.get(self.resolve(id))
    }

    /// Without the qualifiers that are written at its top level.
    pub fn unqualified(&self, mut id: TypeId) -> TypeId {
        while let CType::Qualified { to, .. } = self.get(id) {
            id = *to;
        }
        id
    }

    /// Whether the qualifier applies at the top level, also through typedefs.
    pub fn has_qualifier(&self, mut id: TypeId, wanted: Qualifier) -> bool {
        loop {
            match self.get(id) {
                CType::Typedef { to, .. } => id = *to,
                CType::Qualified { qualifier, .. } if *qualifier == wanted => return true,
                CType::Qualified { to, .. } => id = *to,
                _ => return false,
            }
        }
    }

    /// Whether a value of the type, or a part of it, is volatile.
    pub fn is_volatile(&self, ty: TypeId) -> bool {
        self.has_qualifier(ty, Qualifier::Volatile)
            || match self.resolved(ty) {
                CType::Array { of, .. } => self.is_volatile(*of),
                CType::Record(r) => r.members.iter().any(|m| self.is_volatile(m.ty)),
                _ => false,
            }
    }

    /// The pointers in an object of a type: the offset of each, and what it points to. Not those of unions.
    pub fn pointers_in(&self, ty: TypeId, offset: u64, found: &mut Vec<(u64, TypeId)>) {
        const MOST: u64 = 1 << 12;
        match self.resolved(ty) {
            CType::Pointer { to } => found.push((offset, *to)),
            CType::Array { of, count } => {
                let size = self.bytes(*of).unwrap_or(0);
                for i in 0..count.unwrap_or(0).min(MOST) {
                    let before = found.len();
                    self.pointers_in(*of, offset + i * size, found);
                    if found.len() == before {
                        return;
                    }
                }
            }
            CType::Record(r) if r.kind == RecordKind::Struct => {
                for m in r.members.iter().filter(|m| m.width_bits.is_none()) {
                    self.pointers_in(m.ty, offset + m.offset_bits / 8, found);
                }
            }
            _ => {}
        }
    }

    /// `sizeof`, when it is known.
    pub fn bytes(&self, id: TypeId) -> Option<u64> {
        Some(match self.resolved(id) {
            CType::Void | CType::Function { .. } | CType::Unknown => return None,
            CType::Bool { bits } | CType::Char { bits, .. } | CType::Int { bits, .. } => (*bits as u64).div_ceil(8),
            CType::Float { kind, .. } => self.float_bytes(*kind),
            CType::Complex { element, .. } => 2 * self.float_bytes(*element),
            CType::Pointer { .. } => self.pointer_bits as u64 / 8,
            CType::Array { of, count } => self.bytes(*of)?.checked_mul((*count)?)?,
            CType::Vector { of, count } => (self.bytes(*of)? * count).next_power_of_two(),
            CType::Record(r) if r.incomplete => return None,
            CType::Record(r) => r.bytes,
            CType::Enum(e) => e.bits as u64 / 8,
            CType::Typedef { .. } | CType::Qualified { .. } => unreachable!("resolved"),
        })
    }

    fn float_bytes(&self, kind: FloatKind) -> u64 {
        match kind {
            // In memory an x87 value is padded: to 12 bytes on i386, to 16 on x86-64.
            FloatKind::X87 if self.pointer_bits == 32 => 12,
            FloatKind::X87 => 16,
            k => k.store_bytes() as u64,
        }
    }

    /// A declaration in C: `show(id, "x")` gives `int (*x)[3]`; with an empty name the type alone. A struct without a tag is called
    /// by its first typedef.
    pub fn show(&self, id: TypeId, name: &str) -> String {
        self.declared(id, name, true)
    }

    /// The same with `<anonymous>` for every tag that is missing.
    pub fn show_tags(&self, id: TypeId, name: &str) -> String {
        self.declared(id, name, false)
    }

    fn declared(&self, id: TypeId, name: &str, by_typedef: bool) -> String {
        let join = |base: &str| if name.is_empty() { base.to_string() } else { format!("{base} {name}") };
        match self.get(id) {
            CType::Void => join("void"),
            CType::Bool { .. } => join("_Bool"),
            CType::Char { name: n, .. }
            | CType::Int { name: n, .. }
            | CType::Float { name: n, .. }
            | CType::Complex { name: n, .. }
            | CType::Typedef { name: n, .. } => join(n),
            CType::Record(Record { name: n, .. }) | CType::Enum(Enum { name: n, .. })
                if by_typedef && n.is_empty() && self.typedefs.contains_key(&id) =>
            {
                self.declared(self.typedefs[&id], name, by_typedef)
            }
            CType::Record(r) => {
                let kind = if r.kind == RecordKind::Struct { "struct" } else { "union" };
                join(&format!("{kind} {}", if r.name.is_empty() { "<anonymous>" } else { &r.name }))
            }
            CType::Enum(e) => join(&format!("enum {}", if e.name.is_empty() { "<anonymous>" } else { &e.name })),
            CType::Qualified { qualifier, to } => {
                let q = match qualifier {
                    Qualifier::Const => "const",
                    Qualifier::Volatile => "volatile",
                    Qualifier::Restrict => "restrict",
                    Qualifier::Atomic => "_Atomic",
                };
                if self.is_qualified_pointer(*to) {
                    self.declared(*to, format!("{q} {name}").trim_end(), by_typedef)
                } else {
                    format!("{q} {}", self.declared(*to, name, by_typedef))
                }
            }
            CType::Pointer { to } => {
                let inner = format!("*{name}");
                if matches!(self.get(*to), CType::Array { .. } | CType::Function { .. }) {
                    self.declared(*to, &format!("({inner})"), by_typedef)
                } else {
                    self.declared(*to, &inner, by_typedef)
                }
            }
            CType::Array { of, count } => {
                let n = count.map_or(String::new(), |c| c.to_string());
                self.declared(*of, &format!("{name}[{n}]"), by_typedef)
            }
            CType::Vector { of, count } => format!("{} /* x{count} */", self.declared(*of, name, by_typedef)),
            CType::Function { .. } => self.show_function(id, name, &[]),
            CType::Unknown => join("<unknown>"),
        }
    }

    /// Whether the qualifiers of a type belong behind a `*`.
    fn is_qualified_pointer(&self, mut id: TypeId) -> bool {
        while let CType::Qualified { to, .. } = self.get(id) {
            id = *to;
        }
        matches!(self.get(id), CType::Pointer { .. })
    }

    /// A parameter of a function. A `va_list` is an array on many targets, so its parameter is a pointer to something whose tag only the
    /// compiler knows: that has to be called by its name.
    fn show_parameter(&self, id: TypeId, name: &str) -> String {
        match self.get(id) {
            CType::Pointer { to } if matches!(self.get(*to), CType::Record(r) if r.name == "__va_list_tag") => {
                format!("__builtin_va_list {name}").trim_end().to_string()
            }
            _ => self.show(id, name),
        }
    }

    /// A function's declaration with the names of its parameters, as far as they are known.
    pub fn show_function(&self, id: TypeId, name: &str, param_names: &[String]) -> String {
        let CType::Function { ret, params, variadic, prototyped } = self.get(id) else { return self.show(id, name) };
        let names = param_names.iter().map(String::as_str).chain(std::iter::repeat(""));
        let mut list: Vec<String> = params.iter().zip(names).map(|(p, n)| self.show_parameter(*p, n)).collect();
        if *variadic {
            list.push("...".into());
        } else if list.is_empty() && *prototyped {
            list.push("void".into());
        }
        self.show(*ret, &format!("{name}({})", list.join(", ")))
    }
}
