//! Loads, stores, address calculations, stack objects, atomics.

use super::function::FunctionLowerer;
use super::instruction::int_predicate;
use crate::body::{Intrinsic, IntrinsicSite, Local};
use crate::llvm::{Block, Type, Value};
use crate::op::{Bin, FloatBin, Op, Pred, Reg};
use crate::source::PosId;
use crate::symbol::Scalar;
use crate::target::FloatKind;
use llvm_sys::LLVMAtomicRMWBinOp::*;
use llvm_sys::LLVMOpcode::*;
use llvm_sys::LLVMTypeKind::*;

/// An address calculation reduced to `base + offset (+ index * scale)`.
struct Address {
    base: Value,
    offset: i64,
    /// Variable parts: index and bytes per step.
    terms: Vec<(Value, u64)>,
    /// Indices into arrays that lie inside a larger object, with their lengths.
    checks: Vec<(Value, u64)>,
}

impl FunctionLowerer<'_, '_> {
    pub fn memory(&mut self, v: Value) {
        match v.opcode() {
            LLVMAlloca => self.alloca(v),
            LLVMLoad => {
                let d = self.result(v);
                let before = self.body.code.len();
                self.load_from(v.operand(0), v.ty(), d);
                if passes_struct(v) || keeps_around_field(v) {
                    self.body.code[before..].iter_mut().for_each(make_copy);
                }
                let last = self.body.code.len() as u32 - 1;
                if v.is_volatile() {
                    self.body.volatile.push(last);
                }
                if v.ty().kind() == LLVMPointerTypeKind {
                    self.body.pointers.push(last);
                }
            }
            LLVMStore => self.store_to(v.operand(1), v.operand(0)),
            LLVMGetElementPtr => {
                if self.layouts.scalar(v.ty()).is_none() {
                    return self.unsupported(format!("vector address {}", v.print()));
                }
                let d = self.result(v);
                self.address(v, d, false);
            }
            LLVMAtomicRMW => self.atomic_update(v),
            _ => self.compare_exchange(v),
        }
    }

    // ---- fusing

    /// Finds comparisons and addresses that are computed inside their only user.
    pub fn find_fusible(&mut self, order: &[Block]) {
        for &b in order {
            let instructions: Vec<Value> = b.instructions().collect();
            for (i, &v) in instructions.iter().enumerate() {
                let Some(user) = v.single_user() else { continue };
                let fits = match v.opcode() {
                    LLVMICmp => branch_on(user).is_some() && self.branch_compares(v),
                    LLVMGetElementPtr => self.access_takes(v, user),
                    _ => false,
                };
                if !fits {
                    continue;
                }
                let last = branch_on(user).unwrap_or(user);
                let Some(j) = instructions[i..].iter().position(|&u| u == last).map(|j| i + j) else { continue };
                // The operands are read at the user instead: nothing may change them in between.
                let changed = instructions[i + 1..j]
                    .iter()
                    .any(|w| self.shared.get(w).is_some_and(|phi| v.operands().any(|o| o == *phi)));
                if !changed {
                    self.fused.insert(v);
                    negations(user).for_each(|n| {
                        self.fused.insert(n);
                    });
                }
            }
        }
    }

    fn branch_compares(&self, c: Value) -> bool {
        let Some(scalar) = self.layouts.scalar(c.operand(0).ty()) else { return false };
        let w = self.bits(scalar);
        match int_predicate(c) {
            Pred::Slt | Pred::Sle | Pred::Sgt | Pred::Sge => w == 32 || w == 64,
            _ => w <= 64,
        }
    }

    fn access_takes(&self, gep: Value, user: Value) -> bool {
        let accessed = match user.opcode() {
            LLVMLoad => user.ty(),
            LLVMStore if user.operand(1) == gep && user.operand(0) != gep => user.operand(0).ty(),
            _ => return false,
        };
        let Some(a) = self.parse_address(gep) else { return false };
        if a.terms.is_empty() {
            return a.checks.is_empty() && self.fits_offset(a.offset) && self.layouts.scalar(accessed).is_some();
        }
        let plain = self.plain_access(accessed);
        a.offset == 0 && a.terms.len() == 1 && plain.is_some_and(|bytes| a.terms[0].1 == bytes as u64)
    }

    /// Offsets small enough to stay in an object's guard, whatever they are added to.
    fn fits_offset(&self, o: i64) -> bool {
        o.unsigned_abs() < crate::address::Geometry::new(self.layouts.module.pointer_bits()).guard
    }

    /// Size of an access that has an operation of its own: whole little-endian words of 1, 2, 4 or 8 bytes.
    fn plain_access(&self, t: Type) -> Option<u32> {
        let bits = self.layouts.scalar(t).map(|s| self.bits(s))?;
        (matches!(bits, 8 | 16 | 32 | 64) && (bits == 8 || !self.layouts.module.big_endian())).then_some(bits / 8)
    }

    // ---- addresses

    fn parse_address(&self, gep: Value) -> Option<Address> {
        let module = self.layouts.module;
        let mut t = gep.gep_element_type();
        let base = gep.operand(0);
        let mut a = Address { base, offset: 0, terms: Vec::new(), checks: Vec::new() };
        self.add_term(&mut a, gep.operand(1), module.alloc_size(t))?;
        // An array that is the whole object is checked by the object itself.
        let mut whole = is_object(base) && gep.operand(1).int() == Some(0) && object_type(base) == Some(t);
        for i in 2..gep.operand_count() {
            let index = gep.operand(i);
            match t.kind() {
                LLVMStructTypeKind => {
                    let m = index.int()? as u32;
                    a.offset = a.offset.wrapping_add(module.member_offset(t, m) as i64);
                    t = t.members()[m as usize];
                }
                LLVMArrayTypeKind | LLVMVectorTypeKind => {
                    let n = if t.kind() == LLVMArrayTypeKind { t.array_length() } else { t.vector_length() as u64 };
                    let needless = whole || n <= 1 || index.sint().is_some_and(|k| (0..n as i64).contains(&k));
                    if gep.is_in_bounds() && !needless {
                        a.checks.extend(self.index_limit(gep, i, n).map(|limit| (index, limit)));
                    }
                    t = t.element();
                    self.add_term(&mut a, index, module.alloc_size(t))?;
                }
                _ => return None,
            }
            whole = false;
        }
        Some(a)
    }

    fn add_term(&self, a: &mut Address, index: Value, scale: u64) -> Option<()> {
        if let Some(k) = index.sint() {
            a.offset = a.offset.wrapping_add(k.wrapping_mul(scale as i64));
        } else if index.is_undef() || self.layouts.scalar(index.ty()).is_none() {
            return None;
        } else if scale > 0 {
            a.terms.push((index, scale));
        }
        Some(())
    }

    /// What operand `i`, the index of an array of `n` elements, must stay below.
    fn index_limit(&self, gep: Value, i: u32, n: u64) -> Option<u64> {
        if !self.is_trailing(gep, i) {
            return Some(n);
        }
        // Nothing in front of the last array of a struct belongs to it. A pointer to an array may point into a larger one.
        let is_member = i > 2 || is_address(gep.operand(0));
        let negative = gep.operand(i).sint().is_none_or(|k| k < 0);
        (is_member && negative).then_some(Op::NOT_NEGATIVE)
    }

    /// Whether the array that operand `i` indexes is the last member of its struct: C code uses such arrays with
    /// more elements than declared, so only the object's own end counts.
    fn is_trailing(&self, gep: Value, i: u32) -> bool {
        // The array may be reached by an own gep, as clang writes `p->a[i]`: look through it.
        if i == 2 {
            let base = gep.operand(0);
            let members = is_address(base) && base.operand_count() >= 3;
            return !is_address(base) || members && self.is_trailing_member(base, base.operand_count() - 1);
        }
        self.is_trailing_member(gep, i - 1)
    }

    /// Whether index operand `i` of the gep selects the last member of a struct.
    fn is_trailing_member(&self, gep: Value, i: u32) -> bool {
        let mut t = gep.gep_element_type();
        for k in 2..=i {
            if t.kind() == LLVMStructTypeKind {
                let m = gep.operand(k).int().unwrap_or(0) as usize;
                let members = t.members();
                if k == i {
                    return m + 1 == members.len();
                }
                t = members[m];
            } else {
                if k == i {
                    return false;
                }
                t = t.element();
            }
        }
        false
    }

    /// An index as a signed number of pointer width.
    fn index(&mut self, v: Value) -> Reg {
        let a = self.value(v);
        let (w, pb) = (self.layouts.scalar(v.ty()).map_or(64, |s| self.bits(s)), self.layouts.module.pointer_bits());
        if w == pb && pb == 64 {
            return a;
        }
        // On narrower targets the machine still adds in 64 bits: keep the sign.
        let t = self.temp(1);
        if w > 64 {
            self.resize(true, w, 64, t, a);
        } else if w < 64 {
            let from = w.min(pb);
            let narrowed = if w > pb {
                self.resize(false, w, pb, t, a);
                t
            } else {
                a
            };
            self.emit(Op::SExt { from: from as u8, to: 64, d: t, a: narrowed });
        } else {
            return a;
        }
        t
    }

    /// Emits the calculation of a gep into `d`. `accessed`: every use reads or writes there.
    fn address(&mut self, gep: Value, d: Reg, accessed: bool) {
        let Some(a) = self.parse_address(gep) else { return self.unsupported(format!("address {}", gep.print())) };
        let strict = accessed || dereferenced(gep);
        self.index_checks(&a, strict);
        let mut p = self.value(a.base);
        self.note_view(p, gep);
        if a.terms.is_empty() {
            return self.add_offset(d, p, a.offset);
        }
        for (index, scale) in &a.terms {
            let mut i = self.index(*index);
            let mut scale = *scale;
            if scale > u16::MAX as u64 {
                let (t, k) = (self.temp(1), self.known(scale));
                self.emit(Op::Mul64 { f: 0, d: t, a: i, b: k });
                i = t;
                scale = 1;
            }
            self.emit(Op::Gep { scale: scale as u16, d, p, i });
            p = d;
        }
        if a.offset != 0 {
            self.add_offset(d, p, a.offset);
        }
    }

    /// The address says what its base points to.
    fn note_view(&mut self, p: Reg, gep: Value) {
        let t = gep.gep_element_type();
        if t.kind() != LLVMStructTypeKind {
            return;
        }
        let (name, body) = (t.struct_name(), &mut self.body);
        if name.is_empty() {
            return;
        }
        let known = body.view_types.iter().position(|v| v.0 == name);
        let number = known.unwrap_or(body.view_types.len());
        if known.is_none() {
            body.view_types.push((name, self.layouts.module.alloc_size(t)));
        }
        if body.views.last() != Some(&(p, number as u32)) {
            body.views.push((p, number as u32));
        }
    }

    fn index_checks(&mut self, a: &Address, strict: bool) {
        for (index, limit) in &a.checks {
            let i = self.index(*index);
            self.emit(Op::IndexCheck { strict, i, limit: *limit });
        }
    }

    fn add_offset(&mut self, d: Reg, p: Reg, offset: i64) {
        match i32::try_from(offset) {
            Ok(0) => self.copy(d, p, 1),
            Ok(o) => self.emit(Op::GepImm { d, p, o }),
            Err(_) => {
                let i = self.known(offset as u64);
                self.emit(Op::Gep { scale: 1, d, p, i });
            }
        }
    }

    // ---- accesses

    fn load_from(&mut self, pointer: Value, t: Type, d: Reg) {
        if self.fused.contains(&pointer) {
            let a = self.parse_address(pointer).expect("fused addresses parse");
            self.index_checks(&a, true);
            let p = self.value(a.base);
            self.note_view(p, pointer);
            if let [(index, _)] = a.terms[..] {
                let i = self.index(index);
                return self.emit(match self.plain_access(t) {
                    Some(1) => Op::LoadIdx8 { d, p, i },
                    Some(2) => Op::LoadIdx16 { d, p, i },
                    Some(4) => Op::LoadIdx32 { d, p, i },
                    _ => Op::LoadIdx64 { d, p, i },
                });
            }
            return self.load(t, d, p, a.offset as i32);
        }
        let p = self.value(pointer);
        self.load(t, d, p, 0);
    }

    pub fn load(&mut self, t: Type, d: Reg, p: Reg, o: i32) {
        if self.layouts.is_packed_vector(t) {
            let whole = Scalar::Int(self.layouts.module.bits(t) as u32);
            let x = self.temp(whole.slots());
            self.load_scalar(whole, x, p, o);
            let ret = self.layouts.scalars(t);
            return self.site(IntrinsicSite { what: Intrinsic::Unpack, args: vec![(x, whole)], d, ret });
        }
        let leaves = self.layouts.leaves(t);
        for l in leaves.iter() {
            self.load_scalar(l.scalar, d + l.slot, p, o + l.offset as i32);
        }
    }

    pub fn load_scalar(&mut self, s: Scalar, d: Reg, p: Reg, o: i32) {
        let w = self.bits(s);
        if s == Scalar::Float(FloatKind::PpcPair) {
            self.load_scalar(Scalar::Int(64), d, p, o);
            return self.load_scalar(Scalar::Int(64), d + 1, p, o + 8);
        }
        self.emit(match w {
            8 => Op::Load8 { d, p, o },
            16 if !self.layouts.module.big_endian() => Op::Load16 { d, p, o },
            32 if !self.layouts.module.big_endian() => Op::Load32 { d, p, o },
            64 if !self.layouts.module.big_endian() => Op::Load64 { d, p, o },
            _ => Op::LoadAny { w: w as u16, d, p, o },
        });
    }

    fn store_to(&mut self, pointer: Value, v: Value) {
        let x = self.value(v);
        let t = v.ty();
        if self.fused.contains(&pointer) {
            let a = self.parse_address(pointer).expect("fused addresses parse");
            self.index_checks(&a, true);
            let p = self.value(a.base);
            self.note_view(p, pointer);
            if let [(index, _)] = a.terms[..] {
                let i = self.index(index);
                return self.emit(match self.plain_access(t) {
                    Some(1) => Op::StoreIdx8 { p, i, a: x },
                    Some(2) => Op::StoreIdx16 { p, i, a: x },
                    Some(4) => Op::StoreIdx32 { p, i, a: x },
                    _ => Op::StoreIdx64 { p, i, a: x },
                });
            }
            return self.store(t, p, x, a.offset as i32);
        }
        let p = self.value(pointer);
        self.store(t, p, x, 0);
    }

    pub fn store(&mut self, t: Type, p: Reg, a: Reg, o: i32) {
        if self.layouts.is_packed_vector(t) {
            let whole = Scalar::Int(self.layouts.module.bits(t) as u32);
            let x = self.temp(whole.slots());
            let args = self.layouts.leaves(t).iter().map(|l| (a + l.slot, l.scalar)).collect();
            self.site(IntrinsicSite { what: Intrinsic::Pack, args, d: x, ret: vec![whole] });
            return self.store_scalar(whole, p, x, o);
        }
        let leaves = self.layouts.leaves(t);
        for l in leaves.iter() {
            self.store_scalar(l.scalar, p, a + l.slot, o + l.offset as i32);
        }
    }

    pub fn store_scalar(&mut self, s: Scalar, p: Reg, a: Reg, o: i32) {
        let w = self.bits(s);
        if s == Scalar::Float(FloatKind::PpcPair) {
            self.store_scalar(Scalar::Int(64), p, a, o);
            return self.store_scalar(Scalar::Int(64), p, a + 1, o + 8);
        }
        self.emit(match w {
            8 => Op::Store8 { p, a, o },
            16 if !self.layouts.module.big_endian() => Op::Store16 { p, a, o },
            32 if !self.layouts.module.big_endian() => Op::Store32 { p, a, o },
            64 if !self.layouts.module.big_endian() => Op::Store64 { p, a, o },
            _ => Op::StoreAny { w: w as u16, p, a, o },
        });
    }

    // ---- stack objects

    fn alloca(&mut self, v: Value) {
        let t = v.allocated_type();
        let size = self.layouts.module.alloc_size(t);
        let align = v.alignment().max(1);
        let d = self.result(v);
        let (name, position) = self.variables.get(&v).cloned().unwrap_or((String::new(), PosId::NONE));
        let position = if position == PosId::NONE { self.position } else { position };
        if v.parent() == self.entry
            && let Some(count) = v.operand(0).int()
        {
            let padding = if count == 1 { self.layouts.padding(t) } else { Vec::new() };
            let size = size.saturating_mul(count);
            self.body.locals.push(Local { register: d, size, align, name, position, padding });
            return;
        }
        let count = self.value(v.operand(0));
        let w = v.operand(0).ty().int_width();
        let bytes = self.temp(1);
        self.resize(false, w, 64, bytes, count);
        let (scale, total) = (self.known(size), self.temp(1));
        self.emit(Op::Mul64 { f: 0, d: total, a: bytes, b: scale });
        let variable = self.body.variables.len() as u32;
        self.body.variables.push((name, position));
        self.emit(Op::Alloca { align: align.trailing_zeros() as u8, d, a: total, variable });
    }

    // ---- atomics (one thread: plain sequences)

    fn atomic_update(&mut self, v: Value) {
        let (p, x) = (self.value(v.operand(0)), self.value(v.operand(1)));
        let d = self.result(v);
        let Some(s) = self.layouts.scalar(v.ty()) else {
            return self.unsupported(format!("atomic {}", v.print()));
        };
        let w = self.bits(s);
        self.load_scalar(s, d, p, 0);
        let t = self.temp(s.slots());
        let simple = |op| Some(op);
        let op = match v.rmw_operation() {
            LLVMAtomicRMWBinOpXchg => {
                self.copy(t, x, s.slots());
                None
            }
            LLVMAtomicRMWBinOpAdd => simple(Bin::Add),
            LLVMAtomicRMWBinOpSub => simple(Bin::Sub),
            LLVMAtomicRMWBinOpAnd => simple(Bin::And),
            LLVMAtomicRMWBinOpOr => simple(Bin::Or),
            LLVMAtomicRMWBinOpXor => simple(Bin::Xor),
            LLVMAtomicRMWBinOpNand => {
                self.int_operation(Bin::And, w, 0, t, d, x);
                let ones = self.constant(ones(w));
                self.int_operation(Bin::Xor, w, 0, t, t, ones);
                None
            }
            LLVMAtomicRMWBinOpMax | LLVMAtomicRMWBinOpMin | LLVMAtomicRMWBinOpUMax | LLVMAtomicRMWBinOpUMin => {
                let what = match v.rmw_operation() {
                    LLVMAtomicRMWBinOpMax => Intrinsic::SMax,
                    LLVMAtomicRMWBinOpMin => Intrinsic::SMin,
                    LLVMAtomicRMWBinOpUMax => Intrinsic::UMax,
                    _ => Intrinsic::UMin,
                };
                self.site(IntrinsicSite { what, args: vec![(d, s), (x, s)], d: t, ret: vec![s] });
                None
            }
            LLVMAtomicRMWBinOpFAdd => {
                self.float_operation(FloatBin::Add, s, t, d, x);
                None
            }
            LLVMAtomicRMWBinOpFSub => {
                self.float_operation(FloatBin::Sub, s, t, d, x);
                None
            }
            _ => return self.unsupported(format!("atomic {}", v.print())),
        };
        if let Some(op) = op {
            self.int_operation(op, w, 0, t, d, x);
        }
        self.store_scalar(s, p, t, 0);
    }

    fn compare_exchange(&mut self, v: Value) {
        let (p, expected, new) = (self.value(v.operand(0)), self.value(v.operand(1)), self.value(v.operand(2)));
        let d = self.result(v);
        let Some(s) = self.layouts.scalar(v.operand(1).ty()) else {
            return self.unsupported(format!("atomic {}", v.print()));
        };
        let w = self.bits(s);
        self.load_scalar(s, d, p, 0);
        let equal = d + s.slots();
        self.compare(Pred::Eq, w, equal, d, expected);
        let t = self.temp(s.slots());
        self.copy(t, d, s.slots());
        self.emit(Op::Select { w: w as u16, d: t, c: equal, a: new });
        self.store_scalar(s, p, t, 0);
    }
}

fn ones(w: u32) -> Vec<crate::constant::Word> {
    (0..w.div_ceil(64)).map(|i| crate::constant::Word::Known(crate::constant::mask(u64::MAX, w - 64 * i))).collect()
}

fn is_object(v: Value) -> bool {
    use llvm_sys::LLVMValueKind::*;
    v.kind() == LLVMGlobalVariableValueKind || v.is_instruction() && v.opcode() == LLVMAlloca
}

/// A gep, as an instruction or folded into a constant.
pub(super) fn is_address(v: Value) -> bool {
    use llvm_sys::LLVMValueKind::LLVMConstantExprValueKind;
    v.is_instruction() && v.opcode() == LLVMGetElementPtr
        || v.kind() == LLVMConstantExprValueKind && v.constant_opcode() == LLVMGetElementPtr
}

fn object_type(v: Value) -> Option<Type> {
    if v.is_instruction() { Some(v.allocated_type()) } else { Some(v.value_type()) }
}

/// Whether a load reads a struct in the shape the calling convention wants, only to pass or return it.
fn passes_struct(load: Value) -> bool {
    let mut base = load.operand(0);
    while base.is_instruction() && base.opcode() == LLVMGetElementPtr {
        base = base.operand(0);
    }
    base.is_instruction()
        && base.opcode() == LLVMAlloca
        && base.allocated_type() != load.ty()
        && load.users().iter().all(|u| u.is_instruction() && matches!(u.opcode(), LLVMRet | LLVMCall))
}

/// Whether a load reads only what is around a bit-field, to write it back with the field.
fn keeps_around_field(load: Value) -> bool {
    let writes_back = |v: &Value| v.is_instruction() && v.opcode() == LLVMStore && v.operand(1) == load.operand(0);
    let users = load.users();
    !users.is_empty()
        && users.iter().all(|clear| {
            let Some(next) = clear.single_user().filter(|_| clear.is_instruction() && clear.opcode() == LLVMAnd) else {
                return false;
            };
            // A field that becomes zero needs no `or`.
            writes_back(&next)
                || next.is_instruction()
                    && next.opcode() == LLVMOr
                    && next.users().iter().any(writes_back)
                    && next.users().iter().all(writes_back)
        })
}

fn make_copy(op: &mut Op) {
    *op = match *op {
        Op::Load8 { d, p, o } => Op::LoadCopy { w: 8, d, p, o },
        Op::Load16 { d, p, o } => Op::LoadCopy { w: 16, d, p, o },
        Op::Load32 { d, p, o } => Op::LoadCopy { w: 32, d, p, o },
        Op::Load64 { d, p, o } => Op::LoadCopy { w: 64, d, p, o },
        Op::LoadAny { w, d, p, o } => Op::LoadCopy { w, d, p, o },
        other => other,
    };
}

/// Whether every use of the pointer reads or writes through it.
fn dereferenced(gep: Value) -> bool {
    let users = gep.users();
    !users.is_empty()
        && users.iter().all(|u| {
            u.is_instruction()
                && (u.opcode() == LLVMLoad || u.opcode() == LLVMStore && u.operand(1) == gep && u.operand(0) != gep)
        })
}

/// The negations between a comparison and the branch on it, from the comparison's user on.
fn negations(user: Value) -> impl Iterator<Item = Value> {
    let is_not = |v: &Value| v.opcode() == LLVMXor && v.operand(1).int() == Some(1) && v.ty().int_width_or_zero() == 1;
    std::iter::successors(Some(user), |v| v.single_user().filter(|u| u.is_instruction())).take_while(move |v| is_not(v))
}

/// The branch that a value's only user is, or leads to through negations.
fn branch_on(user: Value) -> Option<Value> {
    let end = match negations(user).last() {
        Some(last) => last.single_user()?,
        None => user,
    };
    (end.is_instruction() && end.opcode() == LLVMBr).then_some(end)
}
