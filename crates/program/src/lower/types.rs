//! C types from debug info.

use crate::ctype::*;
use crate::llvm::Metadata;
use crate::source::{PosId, Position, SourceMap};
use crate::target::Target;
use std::collections::{HashMap, VecDeque};

// DWARF tags and encodings we meet in C.
mod dw {
    pub const ARRAY: u32 = 0x01;
    pub const ENUM: u32 = 0x04;
    pub const MEMBER: u32 = 0x0d;
    pub const POINTER: u32 = 0x0f;
    pub const STRUCT: u32 = 0x13;
    pub const SUBROUTINE: u32 = 0x15;
    pub const TYPEDEF: u32 = 0x16;
    pub const UNION: u32 = 0x17;
    pub const BASE: u32 = 0x24;
    pub const CONST: u32 = 0x26;
    pub const VOLATILE: u32 = 0x35;
    pub const RESTRICT: u32 = 0x37;
    pub const UNSPECIFIED_PARAMS: u32 = 0x18;
    pub const ATOMIC: u32 = 0x47;
    pub const ATE_BOOLEAN: u32 = 0x02;
    pub const ATE_COMPLEX: u32 = 0x03;
    pub const ATE_FLOAT: u32 = 0x04;
    pub const ATE_SIGNED: u32 = 0x05;
    pub const ATE_SIGNED_CHAR: u32 = 0x06;
    pub const ATE_UNSIGNED: u32 = 0x07;
    pub const ATE_UNSIGNED_CHAR: u32 = 0x08;
    pub const ATE_UTF: u32 = 0x10;
}

/// Reads debug-info types into a type table, each node once.
pub struct TypeReader<'a> {
    pub types: Types,
    pub sources: &'a mut SourceMap,
    target: &'a Target,
    seen: HashMap<Metadata, TypeId>,
    void: Option<TypeId>,
    /// Records refer to each other in long chains: a queue keeps that off the stack.
    waiting: VecDeque<(TypeId, Metadata)>,
}

impl<'a> TypeReader<'a> {
    pub fn new(target: &'a Target, sources: &'a mut SourceMap) -> TypeReader<'a> {
        let types = Types::new(target.pointer_bits);
        TypeReader { types, sources, target, seen: HashMap::new(), void: None, waiting: VecDeque::new() }
    }

    pub fn position(&mut self, node: Metadata) -> PosId {
        let Some(path) = node.file_path() else { return PosId::NONE };
        let file = self.sources.file(&path);
        self.sources.position(Position { file, line: node.line(), column: 0 })
    }

    pub fn read(&mut self, node: Option<Metadata>) -> TypeId {
        let id = self.one(node);
        while let Some((record, node)) = self.waiting.pop_front() {
            let r = self.record(node);
            self.types.set(record, CType::Record(r));
        }
        id
    }

    fn one(&mut self, node: Option<Metadata>) -> TypeId {
        let Some(node) = node else {
            let types = &mut self.types;
            return *self.void.get_or_insert_with(|| types.add(CType::Void));
        };
        if let Some(&id) = self.seen.get(&node) {
            return id;
        }
        // A record may refer to itself: its place is reserved first, and its members wait for their turn.
        if matches!(node.tag(), dw::STRUCT | dw::UNION) {
            let id = self.types.reserve();
            self.seen.insert(node, id);
            self.waiting.push_back((id, node));
            return id;
        }
        let t = self.simple(node);
        let id = self.types.add(t);
        self.seen.insert(node, id);
        id
    }

    fn simple(&mut self, node: Metadata) -> CType {
        match node.tag() {
            dw::BASE => self.basic(node),
            dw::POINTER => CType::Pointer { to: self.one(node.base()) },
            dw::TYPEDEF => CType::Typedef { name: node.name(), to: self.one(node.base()) },
            dw::CONST => self.qualified(Qualifier::Const, node),
            dw::VOLATILE => self.qualified(Qualifier::Volatile, node),
            dw::RESTRICT => self.qualified(Qualifier::Restrict, node),
            dw::ATOMIC => self.qualified(Qualifier::Atomic, node),
            dw::ARRAY => self.array(node),
            dw::ENUM => self.enumeration(node),
            dw::SUBROUTINE => self.function(node),
            _ => CType::Unknown,
        }
    }

    fn qualified(&mut self, qualifier: Qualifier, node: Metadata) -> CType {
        CType::Qualified { qualifier, to: self.one(node.base()) }
    }

    fn basic(&mut self, node: Metadata) -> CType {
        let bits = node.size_bits() as u32;
        let name = node.name();
        match node.encoding() {
            dw::ATE_BOOLEAN => CType::Bool { bits },
            dw::ATE_SIGNED_CHAR => CType::Char { bits, signed: true, name },
            dw::ATE_UNSIGNED_CHAR => CType::Char { bits, signed: false, name },
            dw::ATE_SIGNED => CType::Int { bits, signed: true, name },
            dw::ATE_UNSIGNED | dw::ATE_UTF => CType::Int { bits, signed: false, name },
            dw::ATE_FLOAT => {
                let kind = self.target.float_kind(bits, &name);
                kind.map_or(CType::Unknown, |kind| CType::Float { kind, name })
            }
            dw::ATE_COMPLEX => self.target.float_kind(bits / 2, "").map_or(CType::Unknown, CType::complex),
            _ => CType::Unknown,
        }
    }

    fn array(&mut self, node: Metadata) -> CType {
        let mut of = self.one(node.base());
        let dimensions: Vec<Option<u64>> =
            node.elements().into_iter().map(|d| d.and_then(Metadata::dimension)).collect();
        if node.is_vector() {
            let count = dimensions.first().copied().flatten().unwrap_or(0);
            return CType::Vector { of, count };
        }
        for &count in dimensions.iter().skip(1).rev() {
            of = self.types.add(CType::Array { of, count });
        }
        CType::Array { of, count: dimensions.first().copied().flatten() }
    }

    fn enumeration(&mut self, node: Metadata) -> CType {
        let values = node.elements().into_iter().flatten().map(|e| (e.name(), e.enum_value())).collect();
        // The underlying type of C23 may be given by a typedef.
        let mut base = node.base();
        while let Some(b) = base.filter(|b| matches!(b.tag(), dw::TYPEDEF | dw::CONST | dw::VOLATILE)) {
            base = b.base();
        }
        let signed = base.is_some_and(|b| matches!(b.encoding(), dw::ATE_SIGNED | dw::ATE_SIGNED_CHAR));
        let position = self.position(node);
        CType::Enum(Enum { name: node.name(), bits: node.size_bits() as u32, signed, values, position })
    }

    fn function(&mut self, node: Metadata) -> CType {
        let mut elements = node.elements().into_iter();
        let ret = self.one(elements.next().flatten());
        let mut params = Vec::new();
        let mut variadic = false;
        for e in elements {
            match e {
                Some(e) if e.tag() != dw::UNSPECIFIED_PARAMS => params.push(self.one(Some(e))),
                _ => variadic = true,
            }
        }
        // A K&R declaration `f()` shows as nothing but "unspecified parameters".
        let prototyped = !(variadic && params.is_empty());
        CType::Function { ret, variadic: variadic && prototyped, params, prototyped }
    }

    fn record(&mut self, node: Metadata) -> Record {
        let kind = if node.tag() == dw::UNION { RecordKind::Union } else { RecordKind::Struct };
        let mut members = Vec::new();
        for m in node.elements().into_iter().flatten() {
            if m.tag() != dw::MEMBER {
                continue;
            }
            let ty = self.one(m.base());
            let width_bits = m.is_bit_field().then(|| m.size_bits() as u32);
            members.push(Member { name: m.name(), ty, offset_bits: m.offset_bits(), width_bits });
        }
        let position = self.position(node);
        Record {
            kind,
            name: node.name(),
            bytes: node.size_bits() / 8,
            members,
            incomplete: node.is_forward(),
            position,
        }
    }
}
