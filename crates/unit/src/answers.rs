//! Answers of the operating system: what a driver gives for its functions is what they can say (`vm/symbolic/possible.rs`).
//!
//! A number that is not possible stands for one that is, so that no input has to be refused.

use crate::driver::Driver;
use crescendo_program::ctype::{CType, TypeId};
use crescendo_solver::expr::ExprId;
use crescendo_vm::symbolic::{Bound, Possible, possible_member};
use crescendo_vm::{Stop, Value, Vm};

/// Clocks that nobody sets, by their numbers in Linux.
const RUNNING: [u64; 6] = [1, 2, 3, 4, 6, 7];

/// The bits of a mode that are not the kind of file, and the kinds: regular files first.
const RIGHTS: u64 = 0o7777;
const KINDS: [u64; 7] = [0o100000, 0o010000, 0o020000, 0o040000, 0o060000, 0o120000, 0o140000];

impl Driver<'_> {
    /// An integer that was filled keeps to what is possible: what is not stands for the least.
    pub(crate) fn keep_possible(
        &mut self,
        vm: &mut Vm,
        (at, ty): (u64, TypeId),
        possible: Possible,
        args: &[Value],
    ) -> Result<(), Stop> {
        let CType::Int { bits, signed, .. } = *self.program.types.resolved(ty) else { return Ok(()) };
        let Some(term) = vm.peek_term(at, bits) else { return Ok(()) };
        let end = |vm: &mut Vm, bound| match bound {
            Bound::Number(n) => Some(vm.sym().pool.constant(n as u64, bits)),
            Bound::Argument(i) => args.get(i).map(|a| vm.value_as_term(a, bits)),
            Bound::None => None,
        };
        let (Some(least), most) = (end(vm, possible.least), end(vm, possible.most)) else { return Ok(()) };
        let pool = &mut vm.sym().pool;
        let mut ordered = |a: ExprId, b: ExprId| if signed { pool.sle(a, b) } else { pool.ule(a, b) };
        let mut holds = ordered(least, term);
        if let Some(most) = most {
            let below = ordered(term, most);
            holds = pool.and(holds, below);
        }
        let kept = pool.ite(holds, term, least);
        vm.put_input(at, kept)
    }

    /// The same for the members of a struct.
    pub(crate) fn keep_members(&mut self, vm: &mut Vm, at: u64, ty: TypeId) -> Result<(), Stop> {
        let CType::Record(r) = self.program.types.resolved(ty) else { return Ok(()) };
        for m in r.members.iter().filter(|m| m.width_bits.is_none()) {
            let place = (at + m.offset_bits / 8, m.ty);
            match possible_member(&m.name) {
                Some(possible) => self.keep_possible(vm, place, possible, &[])?,
                None if m.name == "st_mode" => self.keep_kind(vm, place)?,
                None => {}
            }
            self.keep_members(vm, place.0, place.1)?;
        }
        Ok(())
    }

    /// The two ends of a pipe: numbers of descriptors, not the same one.
    pub(crate) fn keep_ends(&mut self, vm: &mut Vm, at: u64, ty: TypeId) -> Result<(), Stop> {
        let CType::Int { bits, .. } = *self.program.types.resolved(ty) else { return Ok(()) };
        let second = at + bits as u64 / 8;
        for end in [at, second] {
            self.keep_possible(vm, (end, ty), Possible { least: Bound::Number(0), most: Bound::None }, &[])?;
        }
        let (Some(a), Some(b)) = (vm.peek_term(at, bits), vm.peek_term(second, bits)) else { return Ok(()) };
        let pool = &mut vm.sym().pool;
        let (same, one) = (pool.eq(a, b), pool.constant(1, bits));
        let other = pool.xor(a, one);
        let kept = pool.ite(same, other, b);
        vm.put_input(second, kept)
    }

    /// Every file has a kind.
    fn keep_kind(&mut self, vm: &mut Vm, (at, ty): (u64, TypeId)) -> Result<(), Stop> {
        let CType::Int { bits, .. } = *self.program.types.resolved(ty) else { return Ok(()) };
        let Some(mode) = vm.peek_term(at, bits) else { return Ok(()) };
        let pool = &mut vm.sym().pool;
        let (kind, rights) = (pool.constant(!RIGHTS, bits), pool.constant(RIGHTS, bits));
        let (kind, rights) = (pool.and(mode, kind), pool.and(mode, rights));
        let mut known = pool.constant(0, 1);
        for k in KINDS {
            let k = pool.constant(k, bits);
            let is = pool.eq(kind, k);
            known = pool.or(known, is);
        }
        let regular = pool.constant(KINDS[0], bits);
        let regular = pool.or(rights, regular);
        let kept = pool.ite(known, mode, regular);
        vm.put_input(at, kept)
    }

    /// A clock that nobody sets goes on from call to call. `at`: the `struct timespec` that was filled.
    pub(crate) fn keep_running(&mut self, vm: &mut Vm, args: &[Value], at: u64, ty: TypeId) -> Result<(), Stop> {
        let CType::Record(r) = self.program.types.resolved(ty) else { return Ok(()) };
        let member = |name: &str| r.members.iter().find(|m| m.name == name).map(|m| (at + m.offset_bits / 8, m.ty));
        let (Some(seconds), Some(parts)) = (member("tv_sec"), member("tv_nsec")) else { return Ok(()) };
        let Some(clock) = args.first().filter(|a| !a.is_symbolic() && RUNNING.contains(&a.lo)) else { return Ok(()) };
        let bits = |ty: TypeId| match self.program.types.resolved(ty) {
            CType::Int { bits, .. } => Some(*bits),
            _ => None,
        };
        let (Some(wide), Some(narrow)) = (bits(seconds.1), bits(parts.1)) else { return Ok(()) };
        let (Some(now), Some(part)) = (vm.peek_term(seconds.0, wide), vm.peek_term(parts.0, narrow)) else {
            return Ok(());
        };
        let pool = &mut vm.sym().pool;
        let none = || (ExprId::NONE, ExprId::NONE);
        let (mut before, mut part_before) = self.clocks.get(&clock.lo).copied().unwrap_or_else(none);
        if before.is_none() {
            (before, part_before) = (pool.constant(0, wide), pool.constant(0, narrow));
        }
        let on = pool.sle(before, now);
        let now = pool.ite(on, now, before);
        let (same, back) = (pool.eq(now, before), pool.slt(part, part_before));
        let back = pool.and(same, back);
        let part = pool.ite(back, part_before, part);
        self.clocks.insert(clock.lo, (now, part));
        vm.put_input(seconds.0, now)?;
        vm.put_input(parts.0, part)
    }
}
