//! A body in the form the analysis walks: blocks, who uses a register where, where it is written, how wide it is.

use crescendo_program::body::{Body, Callee, Intrinsic};
use crescendo_program::op::{Access, Op, Reg};
use crescendo_program::{Program, Scalar};
use std::ops::Range;

pub struct Shape {
    pub blocks: Vec<Range<u32>>,
    /// By code index: the block that starts there.
    pub block_at: Vec<u32>,
    /// By register: blocks that read it.
    pub users: Vec<Vec<u32>>,
    /// By register: how often it is written (parameters once more), up to 255.
    pub writes: Vec<u8>,
    /// By register: where it is written, if only once, or by copies of one operation: blocks are repeated by the compiler.
    pub written_at: Vec<u32>,
    /// By register: its width in bits as far as operations agree on one, else 64.
    pub widths: Vec<u8>,
    /// Control may come to any block with anything in registers: after what the machine cannot do, and by `longjmp`.
    pub chaotic: bool,
}

/// How far back a branch looks for what its operands were made from.
pub const MADE_FROM: u32 = 4;

/// No block, no place.
pub const NOWHERE: u32 = u32::MAX;

impl Shape {
    pub fn new(program: &Program, body: &Body) -> Shape {
        let mut shape = Shape {
            blocks: Vec::new(),
            block_at: Vec::new(),
            users: vec![Vec::new(); body.registers as usize],
            writes: vec![0; body.registers as usize],
            written_at: vec![NOWHERE; body.registers as usize],
            widths: vec![0; body.registers as usize],
            chaotic: is_chaotic(program, body),
        };
        shape.find_blocks(body);
        shape.find_uses(body);
        shape.find_indirect_uses(body);
        shape.find_widths(body);
        shape
    }

    fn find_blocks(&mut self, body: &Body) {
        let mut starts = vec![false; body.code.len() + 1];
        starts[0] = true;
        for (i, op) in body.code.iter().enumerate() {
            let mut op = *op;
            if let Some(t) = op.target() {
                starts[*t as usize] = true;
                starts[i + 1] = true;
            }
            match op {
                Op::Switch { table, .. } => {
                    let table = &body.switches[table as usize];
                    table.cases.iter().for_each(|c| starts[c.1 as usize] = true);
                    starts[table.default as usize] = true;
                    starts[i + 1] = true;
                }
                Op::BrIndirect { .. } => starts[i + 1] = true,
                _ if op.ends_flow() => starts[i + 1] = true,
                _ => {}
            }
        }
        body.block_starts.iter().filter(|s| (**s as usize) < body.code.len()).for_each(|s| starts[*s as usize] = true);
        self.block_at = vec![NOWHERE; body.code.len()];
        let mut at = 0;
        while at < body.code.len() {
            let end = (at + 1..=body.code.len()).find(|e| *e == body.code.len() || starts[*e]).expect("the end");
            self.block_at[at] = self.blocks.len() as u32;
            self.blocks.push(at as u32..end as u32);
            at = end;
        }
    }

    fn find_uses(&mut self, body: &Body) {
        for p in &body.params {
            (0..p.scalar.slots()).for_each(|k| self.written(body, p.at + k, NOWHERE));
        }
        for (r, ..) in &body.copied {
            self.written(body, *r, NOWHERE);
        }
        body.locals.iter().for_each(|l| self.written(body, l.register, NOWHERE));
        for (b, block) in self.blocks.clone().into_iter().enumerate() {
            for at in block {
                registers(body, &body.code[at as usize], &mut |r, slots, access| {
                    for r in r..r + slots {
                        if access != Access::Def && self.users[r as usize].last() != Some(&(b as u32)) {
                            self.users[r as usize].push(b as u32);
                        }
                        if access != Access::Use {
                            self.written(body, r, at);
                        }
                    }
                });
            }
        }
    }

    /// A branch says something of what its operands were made from, too, so its block reads that.
    fn find_indirect_uses(&mut self, body: &Body) {
        for b in 0..self.blocks.len() {
            let at = self.blocks[b].end - 1;
            let mut queue = Vec::new();
            registers(body, &body.code[at as usize], &mut |r, _, access| {
                if access != Access::Def {
                    queue.push((r, 0));
                }
            });
            while let Some((r, depth)) = queue.pop() {
                if !self.users[r as usize].contains(&(b as u32)) {
                    self.users[r as usize].push(b as u32);
                }
                let origin = self.written_at[r as usize];
                if origin == NOWHERE || depth > MADE_FROM {
                    continue;
                }
                match body.code[origin as usize] {
                    Op::Mov { a, .. } | Op::ZExt { a, .. } | Op::SExt { a, .. } => queue.push((a, depth + 1)),
                    Op::Cmp { a, b, .. } => queue.extend([(a, depth + 1), (b, depth + 1)]),
                    _ => {}
                }
            }
        }
    }

    fn written(&mut self, body: &Body, r: Reg, at: u32) {
        let n = &mut self.writes[r as usize];
        *n = n.saturating_add(1);
        let known = &mut self.written_at[r as usize];
        let op = |at: u32| body.code.get(at as usize);
        *known = match *n {
            1 => at,
            _ if *known != NOWHERE && op(*known) == op(at) && !reads(body, r, at) => *known,
            _ => NOWHERE,
        };
    }

    /// Whether it has the same value from where it is written to where it is used: it stands for one value of the source.
    pub fn is_fixed(&self, body: &Body, r: Reg) -> bool {
        r >= body.constants_at || self.writes[r as usize] <= 1 || self.written_at[r as usize] != NOWHERE
    }

    fn find_widths(&mut self, body: &Body) {
        let said = &mut self.widths;
        let mut say = |r: Reg, w: u32| {
            let w = if (1..=64).contains(&w) { w as u8 } else { 64 };
            let known = &mut said[r as usize];
            *known = if *known == 0 || *known == w { w } else { 64 };
        };
        for p in &body.params {
            say(p.at, int_width(p.scalar));
        }
        for op in &body.code {
            width_of(body, op, &mut say);
        }
        // Copies tell both ways; twice is enough for what phis are made of.
        for _ in 0..2 {
            for op in &body.code {
                if let Op::Mov { d, a } = *op {
                    let (x, y) = (self.widths[d as usize], self.widths[a as usize]);
                    let (to, w) = if x == 0 { (d, y) } else { (a, x) };
                    if self.widths[to as usize] == 0 {
                        self.widths[to as usize] = w;
                    }
                }
            }
        }
        self.widths.iter_mut().filter(|w| **w == 0).for_each(|w| *w = 64);
    }
}

/// Whether the operation at a place reads the register.
fn reads(body: &Body, r: Reg, at: u32) -> bool {
    let mut found = false;
    registers(body, &body.code[at as usize], &mut |from, slots, access| {
        found |= access != Access::Def && (from..from + slots).contains(&r);
    });
    found
}

pub fn int_width(s: Scalar) -> u32 {
    if let Scalar::Int(w @ 1..=64) = s { w } else { 64 }
}

fn is_chaotic(program: &Program, body: &Body) -> bool {
    let twice = |c: &crescendo_program::body::CallSite| match c.callee {
        Callee::Direct(g) => program.function(g).returns_twice,
        _ => false,
    };
    !body.unsupported.is_empty()
        || body.calls.iter().any(twice)
        || body.intrinsics.iter().any(|i| i.what == Intrinsic::SetJump)
}

/// Every register of an operation, with those of calls and intrinsics.
pub fn registers(body: &Body, op: &Op, f: &mut dyn FnMut(Reg, u32, Access)) {
    match *op {
        Op::Call { site, .. } => {
            let site = &body.calls[site as usize];
            site.args.iter().for_each(|a| f(a.at, a.scalar.slots(), Access::Use));
            if let Callee::Pointer(r) = site.callee {
                f(r, 1, Access::Use);
            }
            let slots = site.ret.iter().map(|s| s.slots()).sum::<u32>().max(site.ret_slots);
            if slots > 0 {
                f(site.d, slots, Access::Def);
            }
        }
        Op::Intrinsic { site, .. } => {
            let site = &body.intrinsics[site as usize];
            site.args.iter().for_each(|(r, s)| f(*r, s.slots(), Access::Use));
            let slots = site.ret.iter().map(|s| s.slots()).sum::<u32>();
            if slots > 0 {
                f(site.d, slots, Access::Def);
            }
        }
        mut op => op.visit(&mut |r, n, access| f(*r, n, access)),
    }
}

/// How wide an operation takes its registers to be.
fn width_of(body: &Body, op: &Op, say: &mut dyn FnMut(Reg, u32)) {
    match *op {
        Op::Add32 { d, a, b, .. } | Op::Sub32 { d, a, b, .. } | Op::Mul32 { d, a, b, .. } => {
            [d, a, b].into_iter().for_each(|r| say(r, 32))
        }
        Op::Add64 { d, a, b, .. } | Op::Sub64 { d, a, b, .. } | Op::Mul64 { d, a, b, .. } => {
            [d, a, b].into_iter().for_each(|r| say(r, 64))
        }
        Op::And { w, d, a, b }
        | Op::Or { w, d, a, b }
        | Op::Xor { w, d, a, b }
        | Op::Shl { w, d, a, b, .. }
        | Op::LShr { w, d, a, b, .. }
        | Op::AShr { w, d, a, b, .. }
        | Op::Int { w, d, a, b, .. } => [d, a, b].into_iter().for_each(|r| say(r, w as u32)),
        Op::Cmp { w, d, a, b, .. } => {
            say(d, 1);
            say(a, w as u32);
            say(b, w as u32);
        }
        Op::ZExt { from, to, d, a } | Op::SExt { from, to, d, a } | Op::Trunc { from, to, d, a } => {
            say(a, from as u32);
            say(d, to as u32);
        }
        Op::Load8 { d, .. } | Op::LoadIdx8 { d, .. } => say(d, 8),
        Op::Load16 { d, .. } | Op::LoadIdx16 { d, .. } => say(d, 16),
        Op::Load32 { d, .. } | Op::LoadIdx32 { d, .. } => say(d, 32),
        Op::Store8 { a, .. } | Op::StoreIdx8 { a, .. } => say(a, 8),
        Op::Store16 { a, .. } | Op::StoreIdx16 { a, .. } => say(a, 16),
        Op::Store32 { a, .. } | Op::StoreIdx32 { a, .. } => say(a, 32),
        Op::BrEq { w, a, b, .. } | Op::BrNe { w, a, b, .. } | Op::BrUlt { w, a, b, .. } | Op::BrUle { w, a, b, .. } => {
            say(a, w as u32);
            say(b, w as u32);
        }
        Op::BrSlt32 { a, b, .. } | Op::BrSle32 { a, b, .. } => {
            say(a, 32);
            say(b, 32);
        }
        Op::Switch { a, table, .. } => say(a, body.switches[table as usize].width),
        Op::Call { site, .. } => {
            let site = &body.calls[site as usize];
            site.args.iter().for_each(|a| say(a.at, int_width(a.scalar)));
            if let [one] = site.ret[..] {
                say(site.d, int_width(one));
            }
        }
        _ => {}
    }
}
