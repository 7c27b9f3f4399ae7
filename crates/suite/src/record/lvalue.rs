//! How C writes to a scalar, and names what a pointer points to, in the file of the unit under test.

use super::NotATest;
use super::setup::Setup;
use crate::value::plain_type;
use crate::walk::Leaf;
use crate::words::{Included, words_in};
use crescendo_program::ctype::{CType, TypeId};
use crescendo_program::source::PosId;

impl Setup<'_, '_> {
    /// How C writes to a scalar whose path does not do.
    pub(super) fn lvalue(&self, leaf: &Leaf, address: Option<&str>) -> Result<Option<String>, NotATest> {
        if address.is_none() && (!leaf.constant || leaf.characters.is_some()) {
            return Ok(None);
        }
        let Leaf { path, offset, .. } = leaf;
        if leaf.bits.is_some() {
            return Err(format!("the bit-field `{path}` is constant or in another file: C cannot assign to it").into());
        }
        let place = match (address, leaf.characters) {
            (Some(a), Some(_)) => return Ok(Some(format!("((char *){a} + {offset})"))),
            (Some(a), None) => format!("((char *){a} + {offset})"),
            (None, _) => format!("&{path}"),
        };
        let ty = plain_type(self.types(), leaf.ty).ok_or_else(|| format!("the type of `{path}` cannot be written"))?;
        Ok(Some(format!("*({ty} *){place}")))
    }

    /// A pointer as one to a type, or why C cannot say that in the file of the test.
    pub(super) fn cast(&self, pointer: &str, ty: TypeId) -> Result<String, NotATest> {
        let cast = self.shown_cast(pointer, ty);
        match self.types().show(ty, "*") {
            t if t.contains('<') || t.contains("/*") => {
                Err(format!("the type of what `{pointer}` points to cannot be written in C").into())
            }
            _ if self.is_known_here(ty) => Ok(cast),
            _ => Err(format!("the struct that `{pointer}` points to is not known in the file of the test").into()),
        }
    }

    /// The same for people to read.
    pub(super) fn shown_cast(&self, pointer: &str, ty: TypeId) -> String {
        format!("(({}){pointer})", self.types().show(ty, "*"))
    }

    /// Whether the file of the function under test knows what a struct has in it: others may, and flow says what they put there.
    pub(super) fn is_known_here(&self, ty: TypeId) -> bool {
        let CType::Record(r) = self.types().resolved(ty) else { return true };
        let f = self.program.function(self.unit.function);
        let known = &self.program.units[f.unit as usize].records;
        known.contains(&self.types().resolve(ty)) || self.is_defined_here(ty, r.position)
    }

    /// Whether that file knows the names of an enumeration's values.
    pub(super) fn has_enumerators(&self, ty: TypeId) -> bool {
        let CType::Enum(e) = self.types().resolved(ty) else { return true };
        self.is_defined_here(ty, e.position)
    }

    fn is_defined_here(&self, ty: TypeId, position: PosId) -> bool {
        let Some(texts) = self.texts else { return true };
        let f = self.program.function(self.unit.function);
        // What the file never uses is not in its debug information: its text has to say.
        let path = |position| self.program.sources.path(self.program.sources.get(position).file);
        let own = path(f.position);
        let name = self.show(self.types().unqualified(ty));
        let is_mentioned = || words_in(&name).last().is_some_and(|word| texts.mentions(own, word));
        let definition = path(position);
        let line = self.program.sources.get(position).line;
        match texts.included(self.program, own).get(definition) {
            Some(Included::Always) if texts.is_sure(definition, line) => true,
            Some(_) => is_mentioned(),
            None => position == PosId::NONE,
        }
    }
}
