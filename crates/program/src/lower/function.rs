//! One function: blocks in order, registers, control flow.

use super::constants::{Constants, NotConstant};
use super::layout::Layouts;
use super::phi::{self, Copy};
use super::unsequenced::Pair;
use super::{Positions, coalesce, cover, renewal};
use crate::body::{Body, ParamSlot, SiteRef, SwitchTable};
use crate::constant::Word;
use crate::cover::SiteId;
use crate::llvm::{Block, Metadata, Type, Value};
use crate::op::{Op, Reg};
use crate::source::{PosId, SourceMap};
use llvm_sys::LLVMIntPredicate::{self, *};
use llvm_sys::LLVMOpcode::*;
use llvm_sys::LLVMTypeKind::LLVMPointerTypeKind;
use std::collections::{HashMap, HashSet};

/// Constants are numbered from here until the frame's size is known.
const CONSTANT_BASE: Reg = 1 << 30;
/// Jump targets are block numbers with this bit, or stub numbers with `STUB`, until code positions are known.
const BLOCK: u32 = 1 << 30;
const STUB: u32 = 1 << 31;

/// A jump over an edge that needs copies: placed behind the function's code.
struct Stub {
    copies: Vec<Copy>,
    to: u32,
    position: PosId,
}

pub(super) struct FunctionLowerer<'a, 'm> {
    pub constants: &'a Constants<'a, 'm>,
    pub layouts: &'a Layouts<'m>,
    pub body: Body,
    pub sources: &'a mut SourceMap,
    pub function: Value,
    pub entry: Block,
    positions: Positions,
    pub position: PosId,
    registers: HashMap<Value, Reg>,
    next: Reg,
    words: HashMap<Vec<Word>, Reg>,
    blocks: HashMap<Block, u32>,
    order: Vec<Block>,
    pub predecessors: HashMap<Block, Vec<Block>>,
    pub shared: HashMap<Value, Value>,
    /// Instructions whose work is done inside their single user.
    pub fused: HashSet<Value>,
    stubs: Vec<Stub>,
    pending_steps: u32,
    /// What can be covered, if that is wanted.
    plan: Option<cover::Plan>,
    /// Names and positions of variables that live in stack slots.
    pub variables: HashMap<Value, (String, PosId)>,
    /// The numbers of call sites.
    pub calls: HashMap<Value, u32>,
}

pub(super) fn lower_body(
    f: Value,
    constants: &Constants,
    sources: &mut SourceMap,
    plan: Option<cover::Plan>,
    unsequenced: &[Pair],
) -> Body {
    let order: Vec<Block> = f.blocks().collect();
    let blocks = order.iter().enumerate().map(|(i, &b)| (b, i as u32)).collect();
    let mut predecessors: HashMap<Block, Vec<Block>> = HashMap::new();
    for &b in &order {
        for s in b.terminator().map(Value::successors).unwrap_or_default() {
            predecessors.entry(s).or_default().push(b);
        }
    }
    let shared = coalesce::find(f, &predecessors);
    let mut l = FunctionLowerer {
        constants,
        layouts: constants.layouts,
        body: Body::default(),
        sources,
        function: f,
        entry: order[0],
        positions: Positions::new(),
        position: PosId::NONE,
        registers: HashMap::new(),
        next: 0,
        words: HashMap::new(),
        blocks,
        order,
        predecessors,
        shared,
        fused: HashSet::new(),
        stubs: Vec::new(),
        pending_steps: 0,
        plan,
        variables: HashMap::new(),
        calls: HashMap::new(),
    };
    l.run();
    l.note_unsequenced(unsequenced);
    l.body
}

impl FunctionLowerer<'_, '_> {
    fn run(&mut self) {
        for (number, p) in self.function.params().into_iter().enumerate() {
            let at = self.result(p);
            for leaf in self.layouts.leaves(p.ty()).iter() {
                let slot = ParamSlot { at: at + leaf.slot, scalar: leaf.scalar, number: number as u32 };
                self.body.params.push(slot);
            }
        }
        for v in Metadata::variables(self.function) {
            if let Some(slot) = v.slot {
                let position = v.node.file_path().map_or(PosId::NONE, |path| {
                    let file = self.sources.file(&path);
                    self.sources.position(crate::source::Position { file, line: v.node.line(), column: 0 })
                });
                self.variables.insert(slot, (v.node.name(), position));
            }
        }
        let renewals = renewal::renewals(self.function);
        let order = self.order.clone();
        self.find_fusible(&order);
        for (i, &b) in order.iter().enumerate() {
            // Steps of the block above, when control falls into this one; a join must not count them twice.
            if self.pending_steps > 0 && self.predecessors.get(&b).map_or(0, Vec::len) != 1 {
                self.flush_steps();
            }
            self.body.block_starts.push(self.body.code.len() as u32);
            let next = order.get(i + 1).copied();
            self.mark(b, 0);
            let mut calls = 0;
            for v in b.instructions() {
                self.position = self.positions.of(v, self.sources);
                self.pending_steps += 1;
                for &slot in renewals.get(&v).into_iter().flatten() {
                    let a = self.value(slot);
                    self.emit(Op::Renew { a });
                }
                self.note_outcomes(v, false);
                self.instruction(v, next);
                self.note_outcomes(v, true);
                if self.plan.is_some() && cover::is_call(v) {
                    calls += 1;
                    self.mark(b, calls);
                }
            }
        }
        self.place_stubs();
        self.resolve_jumps();
        self.place_constants();
        self.finish_cover();
    }

    // ---- coverage

    /// Marks the start of a block, or what comes behind its first calls, if statements begin there.
    fn mark(&mut self, b: Block, calls: u32) {
        if let Some(&goal) = self.plan.as_ref().and_then(|p| p.marks.get(&(b, calls))) {
            self.emit(Op::Cover { goal });
        }
    }

    /// Notes conditions whose values nobody jumps on: behind the instruction that makes them, or before their user.
    fn note_outcomes(&mut self, at: Value, made: bool) {
        let Some(outcomes) = self.plan.as_ref().and_then(|p| p.outcomes.get(&at)) else { return };
        for (v, site) in outcomes.clone() {
            if (v == at) == made {
                let a = self.value(v);
                self.emit(Op::Outcome { a, site });
            }
        }
    }

    /// The operation that comes next stands for the site of a terminator; `on_false` if it jumps when that has 0.
    fn note_site(&mut self, terminator: Value, on_false: bool, swapped: bool) {
        let Some(&(site, negated)) = self.plan.as_ref().and_then(|p| p.branches.get(&terminator)) else { return };
        let r = SiteRef { site: SiteId(site), inverted: on_false != negated, swapped };
        self.body.sites.resize(self.body.code.len(), 0);
        self.body.sites.push(r.pack());
    }

    /// A branch that sees only the truth value cannot say which values were compared.
    fn forget_boundary(&mut self, br: Value) {
        let Some(plan) = &mut self.plan else { return };
        if let Some(&(site, _)) = plan.branches.get(&br) {
            plan.map.sites[site as usize].boundary = None;
        }
    }

    fn finish_cover(&mut self) {
        let Some(mut plan) = self.plan.take() else { return };
        self.body.sites.resize(self.body.code.len(), 0);
        plan.map.number(plan.marks.len() as u32);
        self.body.cover = Some(Box::new(plan.map));
    }

    // ---- registers

    /// The register of an instruction's result or a parameter, made on first sight.
    pub fn result(&mut self, v: Value) -> Reg {
        if let Some(&phi) = self.shared.get(&v) {
            return self.result(phi);
        }
        if let Some(&r) = self.registers.get(&v) {
            return r;
        }
        let r = self.temp(self.layouts.slots(v.ty()));
        self.registers.insert(v, r);
        r
    }

    pub fn temp(&mut self, slots: u32) -> Reg {
        self.next += slots.max(1);
        self.next - slots.max(1)
    }

    /// The register that holds an operand.
    pub fn value(&mut self, v: Value) -> Reg {
        if !v.is_constant() {
            return self.result(v);
        }
        let mut words = Vec::new();
        match self.constants.words(v, &mut words) {
            Ok(()) => self.constant(words),
            Err(NotConstant(text)) => {
                self.unsupported(format!("constant {text}"));
                self.constant(vec![Word::ZERO; self.layouts.slots(v.ty()) as usize])
            }
        }
    }

    pub fn constant(&mut self, words: Vec<Word>) -> Reg {
        if let Some(&r) = self.words.get(&words) {
            return r;
        }
        let r = CONSTANT_BASE + self.body.constant_words.len() as u32;
        self.body.constant_words.extend(words.iter().cloned());
        self.words.insert(words, r);
        r
    }

    pub fn known(&mut self, v: u64) -> Reg {
        self.constant(vec![Word::Known(v)])
    }

    pub fn slots(&self, t: Type) -> u32 {
        self.layouts.slots(t)
    }

    // ---- code

    pub fn emit(&mut self, op: Op) {
        self.body.code.push(op);
        self.body.positions.push(self.position);
    }

    pub fn copy(&mut self, d: Reg, a: Reg, n: u32) {
        if n > 0 && d != a {
            self.emit(phi::copy(Copy { d, a, n }));
        }
    }

    pub fn unsupported(&mut self, what: String) {
        let at = self.body.unsupported.len() as u32;
        self.body.unsupported.push(what);
        self.emit(Op::Unsupported { what: at });
    }

    /// The IR instructions since the last operation that counts them.
    pub fn steps(&mut self) -> u16 {
        while self.pending_steps > u16::MAX as u32 {
            self.pending_steps -= u16::MAX as u32;
            self.emit(Op::Count { n: u16::MAX });
        }
        std::mem::take(&mut self.pending_steps) as u16
    }

    fn flush_steps(&mut self) {
        let n = self.steps();
        if n > 0 {
            self.emit(Op::Count { n });
        }
    }

    // ---- control flow

    pub fn terminator(&mut self, v: Value, next: Option<Block>) {
        match v.opcode() {
            LLVMRet => {
                let slots = if v.operand_count() == 0 { 0 } else { self.slots(v.operand(0).ty()) };
                let a = if slots == 0 { 0 } else { self.value(v.operand(0)) };
                let n = self.steps();
                self.emit(Op::Ret { n, a, slots });
            }
            LLVMBr if v.is_conditional() => self.conditional(v, next, false),
            LLVMBr => {
                let to = v.successors()[0];
                self.jump(v.parent(), to, next);
            }
            LLVMSwitch => self.switch(v),
            LLVMIndirectBr => self.indirect(v),
            LLVMUnreachable => {
                self.flush_steps();
                self.emit(Op::Unreachable);
            }
            _ => self.unsupported(format!("terminator {}", v.print())),
        }
    }

    fn copies(&mut self, from: Block, to: Block) -> Vec<Copy> {
        let phis: Vec<Value> = to.instructions().take_while(|i| i.opcode() == LLVMPHI).collect();
        let mut copies = Vec::new();
        for p in phis {
            if let Some((v, _)) = p.incoming().into_iter().find(|(_, b)| *b == from)
                && !v.is_undef()
            {
                let (d, a, n) = (self.result(p), self.value(v), self.slots(p.ty()));
                copies.push(Copy { d, a, n });
            }
        }
        copies
    }

    fn emit_copies(&mut self, copies: &[Copy]) {
        let mut ops = Vec::new();
        let mut next = self.next;
        phi::sequence(
            copies,
            &mut |n| {
                next += n;
                next - n
            },
            &mut ops,
        );
        self.next = next;
        ops.into_iter().for_each(|op| self.emit(op));
    }

    fn jump(&mut self, from: Block, to: Block, next: Option<Block>) {
        let copies = self.copies(from, to);
        self.emit_copies(&copies);
        if Some(to) == next {
            return;
        }
        // A loop's test is repeated at the jump back: one step less per iteration.
        if let Some(test) = self.small_test(to) {
            let (position, phis) = (self.position, test.phis);
            self.pending_steps += phis;
            self.mark(to, 0);
            for v in to.instructions().skip(phis as usize) {
                self.position = self.positions.of(v, self.sources);
                self.pending_steps += 1;
                if v.opcode() == LLVMBr { self.conditional(v, None, true) } else { self.instruction(v, None) }
            }
            self.position = position;
            return;
        }
        let t = BLOCK | self.blocks[&to];
        let n = self.steps();
        self.emit(Op::Jmp { n, t });
    }

    /// A block that only tests: short, without calls or stores, ending in a conditional branch.
    fn small_test(&self, b: Block) -> Option<SmallTest> {
        let mut phis = 0;
        let mut count = 0;
        for v in b.instructions() {
            match v.opcode() {
                LLVMPHI => phis += 1,
                LLVMICmp | LLVMSExt | LLVMZExt | LLVMTrunc | LLVMAnd | LLVMLoad | LLVMGetElementPtr => count += 1,
                LLVMBr if v.is_conditional() => return (count <= 4).then_some(SmallTest { phis }),
                _ => return None,
            }
        }
        None
    }

    fn edge(&mut self, from: Block, to: Block) -> u32 {
        let copies = self.copies(from, to);
        let target = BLOCK | self.blocks[&to];
        if copies.iter().all(|c| c.d == c.a) {
            return target;
        }
        self.stubs.push(Stub { copies, to: target, position: self.position });
        STUB | (self.stubs.len() as u32 - 1)
    }

    fn conditional(&mut self, br: Value, next: Option<Block>, repeated: bool) {
        let from = br.parent();
        let [then, otherwise] = br.successors()[..] else { return };
        // Jump on false when the true side follows, so that the likely way falls through.
        let on_false = next == Some(then) && !repeated;
        let (to, fall) = if on_false { (otherwise, then) } else { (then, otherwise) };
        let (mut condition, mut inverted) = (br.condition(), on_false);
        while self.fused.contains(&condition) && condition.opcode() == LLVMXor {
            condition = condition.operand(0);
            inverted = !inverted;
        }
        // Operands first: they may need constants, and fused comparisons read theirs here.
        let compare = (self.fused.contains(&condition)).then_some(condition);
        let operands = match compare {
            Some(c) => (self.value(c.operand(0)), self.value(c.operand(1))),
            None => (self.value(condition), 0),
        };
        let t = self.edge(from, to);
        let n = self.steps();
        let (op, swapped) = match compare {
            Some(c) => self.compare_branch(c, operands, inverted, n, t),
            None if inverted => (Op::BrNot { n, a: operands.0, t }, false),
            None => (Op::BrIf { n, a: operands.0, t }, false),
        };
        self.note_site(br, on_false, swapped);
        match compare {
            None => self.forget_boundary(br),
            Some(c) if c.operand(0).ty().kind() == LLVMPointerTypeKind => {
                self.body.pointers.push(self.body.code.len() as u32);
            }
            Some(_) => {}
        }
        self.emit(op);
        let copies = self.copies(from, fall);
        self.emit_copies(&copies);
        if next != Some(fall) {
            self.emit(Op::Jmp { n: 0, t: BLOCK | self.blocks[&fall] });
        }
    }

    /// A comparison and the jump on it as one operation.
    fn compare_branch(&mut self, c: Value, (a, b): (Reg, Reg), inverted: bool, n: u16, t: u32) -> (Op, bool) {
        let w = match self.layouts.scalar(c.operand(0).ty()) {
            Some(s) => s.bits(self.layouts.module.pointer_bits()) as u8,
            None => unreachable!("only scalar comparisons are fused"),
        };
        let predicate = if inverted { negate(c.int_predicate()) } else { c.int_predicate() };
        let (lt, le) = match w {
            32 => (Op::BrSlt32 { n, a, b, t }, Op::BrSle32 { n, a, b, t }),
            _ => (Op::BrSlt64 { n, a, b, t }, Op::BrSle64 { n, a, b, t }),
        };
        let (gt, ge) = match w {
            32 => (Op::BrSlt32 { n, a: b, b: a, t }, Op::BrSle32 { n, a: b, b: a, t }),
            _ => (Op::BrSlt64 { n, a: b, b: a, t }, Op::BrSle64 { n, a: b, b: a, t }),
        };
        let op = match predicate {
            LLVMIntEQ => Op::BrEq { w, n, a, b, t },
            LLVMIntNE => Op::BrNe { w, n, a, b, t },
            LLVMIntULT => Op::BrUlt { w, n, a, b, t },
            LLVMIntULE => Op::BrUle { w, n, a, b, t },
            LLVMIntUGT => Op::BrUlt { w, n, a: b, b: a, t },
            LLVMIntUGE => Op::BrUle { w, n, a: b, b: a, t },
            LLVMIntSLT => lt,
            LLVMIntSLE => le,
            LLVMIntSGT => gt,
            LLVMIntSGE => ge,
        };
        (op, matches!(predicate, LLVMIntUGT | LLVMIntUGE | LLVMIntSGT | LLVMIntSGE))
    }

    fn switch(&mut self, v: Value) {
        let from = v.parent();
        let width = v.operand(0).ty().int_width();
        let a = self.value(v.operand(0));
        let mut table = SwitchTable { width, ..SwitchTable::default() };
        if width > 64 {
            return self.unsupported(format!("switch on {width} bits"));
        }
        // Edges to the same block share copies, hence share a stub.
        let mut edges: HashMap<Block, u32> = HashMap::new();
        let successors = v.successors();
        for (i, &to) in successors.iter().enumerate() {
            let t = match edges.get(&to) {
                Some(&t) => t,
                None => {
                    let t = self.edge(from, to);
                    edges.insert(to, t);
                    t
                }
            };
            if i == 0 {
                table.default = t;
            } else {
                table.cases.push((v.operand(2 * i as u32).int().unwrap_or(0), t));
            }
        }
        let n = self.steps();
        let at = self.body.switches.len() as u32;
        self.body.switches.push(table);
        self.note_site(v, false, false);
        self.emit(Op::Switch { n, a, table: at });
    }

    fn indirect(&mut self, v: Value) {
        let from = v.parent();
        let a = self.value(v.operand(0));
        let mut table = SwitchTable { width: self.layouts.module.pointer_bits(), ..SwitchTable::default() };
        for to in v.successors() {
            let number = self.blocks[&to] as u64;
            if !table.cases.iter().any(|c| c.0 == number) {
                let t = self.edge(from, to);
                table.cases.push((number, t));
            }
        }
        table.default = u32::MAX;
        let n = self.steps();
        let at = self.body.switches.len() as u32;
        self.body.switches.push(table);
        self.note_site(v, false, false);
        self.emit(Op::BrIndirect { n, a, table: at });
    }

    // ---- finishing

    fn place_stubs(&mut self) {
        let stubs = std::mem::take(&mut self.stubs);
        let mut starts = Vec::new();
        for s in stubs {
            starts.push(self.body.code.len() as u32);
            self.position = s.position;
            self.emit_copies(&s.copies);
            self.emit(Op::Jmp { n: 0, t: s.to });
        }
        let resolve = |t: &mut u32| {
            if *t != u32::MAX && *t & STUB != 0 {
                *t = starts[(*t & !STUB) as usize];
            }
        };
        self.body.code.iter_mut().filter_map(Op::target).for_each(resolve);
        for s in &mut self.body.switches {
            resolve(&mut s.default);
            s.cases.iter_mut().for_each(|c| resolve(&mut c.1));
        }
    }

    fn resolve_jumps(&mut self) {
        let Body { code, switches, block_starts, .. } = &mut self.body;
        let resolve = |t: &mut u32| {
            if *t != u32::MAX && *t & BLOCK != 0 {
                *t = block_starts[(*t & !BLOCK) as usize];
            }
        };
        code.iter_mut().filter_map(Op::target).for_each(resolve);
        for s in switches.iter_mut() {
            resolve(&mut s.default);
            s.cases.iter_mut().for_each(|c| resolve(&mut c.1));
            s.finish();
        }
    }

    fn note_unsequenced(&mut self, pairs: &[Pair]) {
        let site = |v: &Value| self.calls.get(v).copied();
        let pair = |(call, other): &Pair| match other {
            Some(other) => Some((site(call)?, Some(site(other)?))),
            None => Some((site(call)?, None)),
        };
        let mut found: Vec<(u32, Option<u32>)> = pairs.iter().filter_map(pair).collect();
        found.sort_unstable();
        found.dedup();
        self.body.unsequenced = found;
    }

    fn place_constants(&mut self) {
        let base = self.next;
        let fix = |r: &mut Reg| {
            if *r >= CONSTANT_BASE {
                *r = *r - CONSTANT_BASE + base;
            }
        };
        let body = &mut self.body;
        for op in &mut body.code {
            op.visit(&mut |r, _, _| fix(r));
        }
        for c in &mut body.calls {
            c.args.iter_mut().for_each(|a| fix(&mut a.at));
            if let crate::body::Callee::Pointer(r) = &mut c.callee {
                fix(r);
            }
        }
        for i in &mut body.intrinsics {
            i.args.iter_mut().for_each(|a| fix(&mut a.0));
        }
        body.views.iter_mut().for_each(|v| fix(&mut v.0));
        body.views.sort_unstable();
        body.views.dedup();
        body.constants_at = base;
        body.registers = base + body.constant_words.len() as u32;
    }
}

struct SmallTest {
    phis: u32,
}

pub(super) fn negate(p: LLVMIntPredicate) -> LLVMIntPredicate {
    match p {
        LLVMIntEQ => LLVMIntNE,
        LLVMIntNE => LLVMIntEQ,
        LLVMIntUGT => LLVMIntULE,
        LLVMIntUGE => LLVMIntULT,
        LLVMIntULT => LLVMIntUGE,
        LLVMIntULE => LLVMIntUGT,
        LLVMIntSGT => LLVMIntSLE,
        LLVMIntSGE => LLVMIntSLT,
        LLVMIntSLT => LLVMIntSGE,
        LLVMIntSLE => LLVMIntSGT,
    }
}
