//! Which earlier pointers an input pointer may be the same as.
//!
//! By path and types alone, so that a path means the same in every run: a pointer that this run does not have counts as null.

use crate::driver::{Driver, member_path};
use crescendo_program::ctype::{CType, TypeId};

/// Aliases a pointer is tried with.
const ALIASES: usize = 2;

impl Driver<'_> {
    /// Earlier pointers to the same type: other parameters, what they point to directly, and those on the way to this one.
    /// Says too whether these are all: others may be the same in truth.
    pub(crate) fn aliases(&self, path: &str, to: TypeId, depth: u32) -> (Vec<String>, bool) {
        let types = &self.program.types;
        let to = types.resolve(to);
        if !self.aliasing || matches!(types.get(to), CType::Void | CType::Char { .. }) {
            return (Vec::new(), false);
        }
        let behind = |ty: TypeId| match types.resolved(ty) {
            CType::Pointer { to } => Some(types.resolve(*to)),
            _ => None,
        };
        let mut all = Vec::new();
        let own = self.parameters.iter().position(|(name, _)| {
            path.strip_prefix(name.as_str()).is_some_and(|rest| rest.is_empty() || !is_name(rest.as_bytes()[0]))
        });
        // The way to this pointer, its nearest part first: cycles.
        let mut end = path.len();
        while let Some(cut) = path[..end].rfind("->") {
            end = cut;
            all.extend(self.pointer_types.get(&path[..end]).filter(|t| **t == to).map(|_| path[..end].to_string()));
        }
        for (i, (name, ty)) in self.parameters.iter().enumerate() {
            // Parameters are driven in order; what lies deeper comes later than all of them.
            let earlier = own.is_some_and(|own| i < own || depth > 1 && i != own);
            let Some(object) = behind(*ty).filter(|_| earlier) else { continue };
            if object == to {
                all.push(name.clone());
            } else if let CType::Record(r) = types.get(object)
                && own.is_some_and(|own| i < own)
            {
                let members = r.members.iter().filter(|m| m.width_bits.is_none() && behind(m.ty) == Some(to));
                all.extend(members.map(|m| member_path(&format!("{name}[0]"), &m.name)));
            }
        }
        all.dedup();
        let complete = all.len() <= ALIASES;
        all.truncate(ALIASES);
        (all, complete)
    }
}

fn is_name(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_'
}
