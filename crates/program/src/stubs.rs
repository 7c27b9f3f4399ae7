//! Functions that stand for unknown ones: what a function pointer may point to when nothing else is known.

use crate::ctype::{CType, TypeId, Types};
use crate::link::Program;
use crate::source::PosId;
use crate::symbol::{Function, FunctionId, Linkage, Scalar, Signature};

impl Program {
    /// Adds a function without body for every function type that a pointer points to. To be called once, before the
    /// program is run.
    pub(crate) fn add_stubs(&mut self) {
        let mut wanted: Vec<TypeId> = Vec::new();
        for (_, t) in self.types.iter() {
            let CType::Pointer { to } = t else { continue };
            let to = self.types.resolve(*to);
            if matches!(self.types.get(to), CType::Function { .. }) && !wanted.contains(&to) {
                wanted.push(to);
            }
        }
        for ty in wanted {
            let CType::Function { ret, variadic, .. } = self.types.get(ty) else { continue };
            let Some(ret) = result(&self.types, *ret) else { continue };
            let signature = Signature { ret, variadic: *variadic, ..Signature::default() };
            let slot = self.first_free_slot;
            if slot + 1 >= self.geometry.slots {
                return;
            }
            self.first_free_slot += 1;
            let id = FunctionId(self.functions.len() as u32);
            self.functions.push(Function {
                name: format!("any {}", self.types.show(ty, "")),
                unit: 0,
                linkage: Linkage::Internal,
                signature,
                body: None,
                address: self.geometry.place(slot, 16),
                c_type: Some(ty),
                param_names: Vec::new(),
                param_lengths: Vec::new(),
                position: PosId::NONE,
                no_return: false,
                returns_twice: false,
            });
            self.stubs.push((ty, id));
        }
    }
}

impl Program {
    /// The function of these that can be called like that, as a machine sees it.
    pub fn stub_for(&self, args: &[Scalar], ret: &[Scalar]) -> Option<FunctionId> {
        let fits = |ty: TypeId| {
            let CType::Function { ret: own, params, variadic: false, .. } = self.types.get(ty) else { return false };
            let params: Option<Vec<Vec<Scalar>>> = params.iter().map(|p| result(&self.types, *p)).collect();
            result(&self.types, *own).as_deref() == Some(ret) && params.is_some_and(|p| p.concat() == args)
        };
        self.stubs.iter().find(|s| fits(s.0)).map(|s| s.1)
    }
}

/// How a result travels, for types that need no memory.
fn result(types: &Types, ty: TypeId) -> Option<Vec<Scalar>> {
    Some(match types.resolved(ty) {
        CType::Void => Vec::new(),
        CType::Bool { .. } => vec![Scalar::Int(1)],
        CType::Char { bits, .. } | CType::Int { bits, .. } => vec![Scalar::Int(*bits)],
        CType::Enum(e) => vec![Scalar::Int(e.bits)],
        CType::Float { kind, .. } => vec![Scalar::Float(*kind)],
        CType::Pointer { .. } => vec![Scalar::Ptr],
        _ => return None,
    })
}
