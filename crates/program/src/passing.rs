//! How C arguments travel: a struct may take several of the machine's parameters.

use crate::Program;
use crate::ctype::{CType, TypeId, Types};
use crate::symbol::Param;

impl Program {
    /// Of the machine's parameters, those that carry a C parameter, which begins with the first: where in it each one's value lies.
    pub fn parts(&self, params: &[Param], ty: TypeId) -> Vec<u64> {
        let bits = self.target.pointer_bits;
        // Stubs of pointers have C types only.
        let Some(first) = params.first() else { return vec![0] };
        let in_parts = match self.types.resolved(ty) {
            _ if first.by_value.is_some() => false,
            CType::Record(_) | CType::Complex { .. } | CType::Vector { .. } => true,
            // An integer may be wider than a register, too.
            CType::Int { bits: all, .. } => *all > first.scalar.bits(bits),
            _ => false,
        };
        if !in_parts {
            return vec![0];
        }
        let (end, mut covered, mut parts) = (self.types.filled_bytes(ty), 0u64, Vec::new());
        for p in params {
            // What follows the last member is padding: the next one carries something else.
            if covered >= end {
                break;
            }
            let bytes = (p.scalar.bits(bits) as u64).div_ceil(8);
            covered = covered.next_multiple_of(bytes.next_power_of_two().min(8));
            parts.push(covered);
            covered += bytes;
        }
        parts
    }
}

impl Types {
    /// Where the last byte that means something ends: without the padding at the end of a struct.
    fn filled_bytes(&self, ty: TypeId) -> u64 {
        let size = self.bytes(ty).unwrap_or(0);
        match self.resolved(ty) {
            CType::Record(r) => {
                let ends = r.members.iter().map(|m| match m.width_bits {
                    Some(width) => (m.offset_bits + width as u64).div_ceil(8),
                    None => m.offset_bits / 8 + self.filled_bytes(m.ty),
                });
                ends.max().unwrap_or(0).min(size)
            }
            CType::Array { of, .. } => match self.bytes(*of) {
                Some(each) if size >= each => size - each + self.filled_bytes(*of),
                _ => size,
            },
            _ => size,
        }
    }
}
