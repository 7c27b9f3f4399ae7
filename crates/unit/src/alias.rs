//! Which earlier pointers an input pointer may be the same as.
//!
//! By path and types alone, so that a path means the same in every run: a pointer that this run does not have counts as null.

use crate::driver::{Driver, member_path};
use crate::facts::Sharing;
use crate::pointer::Target;
use crescendo_program::GlobalId;
use crescendo_program::ctype::{CType, TypeId};
use std::collections::HashSet;

/// Aliases a pointer is tried with.
const ALIASES: usize = 2;

/// The same in code that compares pointers.
const COMPARED_ALIASES: usize = 4;

impl Driver<'_> {
    /// Earlier pointers to the same type: other parameters, what they point to directly, and those on the way to this one.
    /// Says too whether these are all: others may be the same in truth.
    pub(crate) fn aliases(&self, path: &str, to: TypeId, depth: u32) -> (Vec<String>, bool) {
        let types = &self.program.types;
        let to = types.resolve(to);
        if self.sharing == Sharing::Unseen || matches!(types.get(to), CType::Void | CType::Char { .. }) {
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
        // Results of calls, `f#1`, are what they are for reasons of their own.
        let is_global = !path.contains('#');
        // The way to this pointer, its nearest part first: cycles. Only for code that asks where it is: others do not end.
        let mut end = if self.sharing == Sharing::Compared { path.len() } else { 0 };
        while let Some(cut) = path[..end].rfind("->") {
            end = cut;
            all.extend(self.pointer_types.get(&path[..end]).filter(|t| **t == to).map(|_| path[..end].to_string()));
        }
        // Members before it in the same struct.
        if let Some((object, member)) = path.rsplit_once("->")
            && let Some(CType::Record(r)) = self.pointer_types.get(object).map(|t| types.get(*t))
        {
            let before = r.members.iter().take_while(|m| m.name != member);
            let same = before.filter(|m| m.width_bits.is_none() && behind(m.ty) == Some(to));
            all.extend(same.map(|m| member_path(&format!("{object}[0]"), &m.name)));
        }
        let is_compared = self.sharing == Sharing::Compared;
        if is_compared {
            all.extend(self.first_result(path, to));
        }
        for (i, (name, ty)) in self.parameters.iter().enumerate() {
            // Parameters are driven in order; what lies deeper comes later than all of them.
            let earlier = own.map_or(is_global || is_compared, |own| i < own || depth > 1 && i != own);
            let Some(declared) = behind(*ty).filter(|_| earlier) else { continue };
            // It may be looked at as something else than it is declared.
            let object = self.pointer_types.get(name).copied().unwrap_or(declared);
            if object == to {
                all.push(name.clone());
            }
            if let CType::Record(r) = types.get(object)
                && own.is_some_and(|own| i < own)
            {
                let members = r.members.iter().filter(|m| m.width_bits.is_none() && behind(m.ty) == Some(to));
                all.extend(members.map(|m| member_path(&format!("{name}[0]"), &m.name)));
            }
        }
        if is_compared && !self.driven.initial && (own.is_none() || depth > 1) {
            all.extend(self.variables_before(path, to));
        }
        let mut seen = HashSet::new();
        all.retain(|other| other != path && seen.insert(other.clone()));
        let most = if is_compared { COMPARED_ALIASES } else { ALIASES };
        let complete = all.len() <= most;
        all.truncate(most);
        (all, complete)
    }

    /// What the first call of a stub gave a further one may give, too.
    fn first_result(&self, path: &str, to: TypeId) -> Option<String> {
        let (stub, call) = path.split_once('#').filter(|(_, call)| call.bytes().all(|b| b.is_ascii_digit()))?;
        let first = format!("{stub}#1");
        (call != "1" && self.pointer_types.get(&first) == Some(&to)).then_some(first)
    }

    /// Pointers among the variables that are driven before that path, in every run: those that the unit's function refers to itself,
    /// in their order; members of structs as well.
    fn variables_before(&self, path: &str, to: TypeId) -> Vec<String> {
        let types = &self.program.types;
        let is_there = |rest: &str| rest.is_empty() || !is_name(rest.as_bytes()[0]);
        let leads = |ty: TypeId, path: &str| match (self.pointer_types.get(path), types.resolved(ty)) {
            (Some(viewed), CType::Pointer { .. }) => *viewed == to,
            (None, CType::Pointer { to: declared }) => types.resolve(*declared) == to,
            _ => false,
        };
        let mut all = Vec::new();
        for &g in self.function.map_or(&[][..], |f| self.facts.inputs.of(f)) {
            let name = self.global_path(g);
            let Some(ty) = self.program.global(g).c_type else { continue };
            let own = path.strip_prefix(name.as_str()).filter(|rest| is_there(rest));
            if leads(ty, &name) && own != Some("") {
                all.push(name.clone());
            }
            if let CType::Record(r) = types.resolved(ty) {
                let members = r.members.iter().filter(|m| m.width_bits.is_none() && !m.name.is_empty());
                let members = members.map(|m| (m.ty, member_path(&name, &m.name)));
                let before =
                    members.take_while(|(_, member)| !path.strip_prefix(member.as_str()).is_some_and(is_there));
                all.extend(before.filter(|(ty, member)| leads(*ty, member)).map(|(_, member)| member));
            }
            if own.is_some() {
                break;
            }
        }
        all
    }
}

impl Driver<'_> {
    /// Places in globals of that type that the unit compares pointers with, and whether these are all it compares them with.
    pub(crate) fn globals_to_be(&self, to: TypeId, initial: u64) -> (Vec<Target>, bool) {
        let size = |g: GlobalId| self.program.global(g).size;
        let here = self.landmarks.iter().filter(|(g, offset)| *offset <= size(*g) && self.holds(*g, to));
        let new = here.filter(|(g, offset)| self.program.global(*g).address + offset != initial);
        let all: Vec<Target> = new.map(|&(g, offset)| Target::Global(g, offset)).collect();
        let complete = all.len() <= ALIASES && self.landmarks.iter().all(|(g, _)| self.holds(*g, to));
        (all.into_iter().take(ALIASES).collect(), complete)
    }

    /// Whether a global is of that type, or an array of such.
    fn holds(&self, g: GlobalId, to: TypeId) -> bool {
        let types = &self.program.types;
        let mut ty = self.program.global(g).c_type.map(|t| types.resolve(t));
        while let Some(CType::Array { of, .. }) = ty.map(|t| types.get(t)) {
            ty = Some(types.resolve(*of));
        }
        ty == Some(types.resolve(to))
    }

    /// Objects of bytes could lie in one another, which is not tried.
    pub(crate) fn keep_apart(&mut self, path: &str, to: TypeId) {
        let used = self.reached.iter().flat_map(|f| self.facts.inputs.of(*f));
        if self.sharing != Sharing::Unseen && used.into_iter().any(|g| self.holds(*g, to)) {
            self.ties.assumed.insert("input pointers do not point to globals they are not compared with".into());
        }
        let resolved = self.program.types.resolve(to);
        if self.sharing != Sharing::Unseen {
            let first = self.object_types.entry(resolved).or_insert_with(|| path.to_string());
            if first != path && matches!(self.program.types.get(resolved), CType::Int { .. } | CType::Float { .. }) {
                self.ties.assumed.insert(format!("{first} and {path} are the same or do not overlap"));
            }
            if self.object_types.len() > 1 {
                self.ties.assumed.insert("objects of different types do not overlap".into());
            }
        }
        let bytes = matches!(self.program.types.get(resolved), CType::Void | CType::Char { .. });
        if !bytes || self.sharing == Sharing::Unseen {
            return;
        }
        match &self.first_bytes {
            Some(first) if first != path => {
                self.ties.assumed.insert(format!("{first} and {path} do not overlap"));
            }
            _ => self.first_bytes = Some(path.to_string()),
        }
    }
}

fn is_name(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_'
}
