//! What a function's results depend on, as one hash: its code, that of the functions it can call, the globals and types
//! they use, the options, the tool itself. Where things lie in memory or in the file does not matter.
//!
//! Functions and globals are nodes of a graph; a node's own hash names the nodes it refers to, and the key adds up the
//! hashes of all nodes that can be reached.

use crescendo_program::body::{Body, Callee};
use crescendo_program::ctype::{CType, TypeId, Types};
use crescendo_program::op::Op;
use crescendo_program::source::PosId;
use crescendo_program::{Function, FunctionId, Global, Program, call_mismatch};
use crescendo_unit::Facts;
use std::collections::HashMap;
use std::fmt::Write;

/// A sum of hashes: the order does not matter.
type Sum = [u64; 4];

pub struct Keys<'p> {
    program: &'p Program,
    /// Own hashes: functions, then globals.
    own: Vec<Sum>,
    refers: Vec<Vec<u32>>,
    /// Of what is the same for all functions.
    common: blake3::Hash,
}

struct Text(blake3::Hasher);

impl Write for Text {
    fn write_str(&mut self, s: &str) -> std::fmt::Result {
        self.0.update(s.as_bytes());
        Ok(())
    }
}

impl Text {
    fn new() -> Text {
        Text(blake3::Hasher::new())
    }

    fn add(&mut self, what: impl std::fmt::Debug) {
        let _ = write!(self, "{what:?};");
    }

    fn sum(&self) -> Sum {
        let hash = *self.0.finalize().as_bytes();
        std::array::from_fn(|i| u64::from_le_bytes(std::array::from_fn(|k| hash[i * 8 + k])))
    }
}

fn plus(a: &mut Sum, b: &Sum) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a = a.wrapping_add(*b));
}

impl<'p> Keys<'p> {
    /// `options` tells everything from the command line that results depend on.
    pub fn new(program: &'p Program, facts: &Facts, options: &str) -> Keys<'p> {
        let mut common = blake3::Hasher::new();
        common.update(options.as_bytes());
        // Another build may find other things.
        common.update(crate::BUILD.as_bytes());
        common.update(format!("{:?}", program.target).as_bytes());
        let mut graph = Graph::new(program, facts);
        for f in 0..program.functions.len() as u32 {
            graph.function(FunctionId(f));
        }
        for g in &program.globals {
            graph.global(g);
        }
        Keys { program, own: graph.own, refers: graph.refers, common: common.finalize() }
    }

    /// Of the whole program: of its code, of the files it was written in, of the options.
    pub fn fingerprint(&self) -> String {
        let mut text = Text::new();
        text.0.update(self.common.as_bytes());
        for f in &self.program.functions {
            let file = self.program.units.get(f.unit as usize).map(|u| &u.name);
            text.add((&f.name, file));
        }
        self.own.iter().for_each(|own| text.add(own));
        // Names of members are read from the source where a driver wants to know them.
        for file in self.program.sources.files().map(|(_, f)| f) {
            let content = std::fs::read(file).unwrap_or_default();
            text.add((file, blake3::hash(&content)));
        }
        text.0.finalize().to_hex()[..32].to_string()
    }

    /// What a function says by itself, without those it calls: people's words about it hold for as long as this is the same.
    pub fn content(&self, f: FunctionId) -> String {
        self.own[f.0 as usize][..2].iter().map(|part| format!("{part:016x}")).collect()
    }

    /// The key of a function; `extra` is what options say of it alone.
    pub fn of(&self, f: FunctionId, extra: &str) -> String {
        let mut seen = vec![false; self.own.len()];
        seen[f.0 as usize] = true;
        let mut queue = vec![f.0];
        let mut sum = Sum::default();
        while let Some(node) = queue.pop() {
            plus(&mut sum, &self.own[node as usize]);
            for &n in &self.refers[node as usize] {
                if !std::mem::replace(&mut seen[n as usize], true) {
                    queue.push(n);
                }
            }
        }
        let mut text = Text::new();
        text.0.update(self.common.as_bytes());
        // Tests see the program from the function's file: copies of a header's function have different ones.
        let function = self.program.function(f);
        let file = self.program.units.get(function.unit as usize).map(|u| &u.name);
        text.add((&function.name, file, self.own[f.0 as usize], sum, extra));
        text.0.finalize().to_hex()[..40].to_string()
    }
}

struct Graph<'a> {
    program: &'a Program,
    facts: &'a Facts,
    /// Node and first address of what is in a slot.
    at: HashMap<u64, (u32, u64)>,
    types: HashMap<TypeId, Sum>,
    /// Of a type by itself, with the types it refers to.
    shallow: HashMap<TypeId, (Sum, Vec<TypeId>)>,
    own: Vec<Sum>,
    refers: Vec<Vec<u32>>,
}

impl<'a> Graph<'a> {
    fn new(program: &'a Program, facts: &'a Facts) -> Graph<'a> {
        let mut at = HashMap::new();
        let functions = program.functions.iter().map(|f| (f.address, 1));
        let globals = program.globals.iter().map(|g| (g.address, program.geometry.span(g.size, 1).min(64)));
        for (node, (address, span)) in functions.chain(globals).enumerate().filter(|(_, (a, _))| *a != 0) {
            for k in 0..span {
                at.insert(program.geometry.slot_of(address) + k, (node as u32, address));
            }
        }
        Graph {
            program,
            facts,
            at,
            types: HashMap::new(),
            shallow: HashMap::new(),
            own: Vec::new(),
            refers: Vec::new(),
        }
    }

    fn name(&self, node: u32) -> &'a str {
        match self.program.functions.get(node as usize) {
            Some(f) => &f.name,
            None => &self.program.globals[node as usize - self.program.functions.len()].name,
        }
    }

    /// A word, by name where it is an address.
    fn word(&self, word: u64, text: &mut Text, refers: &mut Vec<u32>) {
        match self.at.get(&self.program.geometry.slot_of(word)) {
            Some(&(node, address)) => {
                refers.push(node);
                let offset = word.wrapping_sub(address);
                match self.anonymous(node) {
                    Some(image) => text.add((image, offset)),
                    None => text.add((self.name(node), offset)),
                }
            }
            None => text.add(word),
        }
    }

    /// The bytes of a string literal or the like: its name is a number that changes with every one that comes before.
    fn anonymous(&self, node: u32) -> Option<&'a [u8]> {
        let g = self.program.globals.get((node as usize).checked_sub(self.program.functions.len())?)?;
        g.anonymous.then(|| g.image.as_deref().unwrap_or(&[]))
    }

    fn close(&mut self, text: &Text, mut refers: Vec<u32>) {
        refers.sort_unstable();
        refers.dedup();
        self.own.push(text.sum());
        self.refers.push(refers);
    }

    fn global(&mut self, g: &Global) {
        let (mut text, mut refers) = (Text::new(), Vec::new());
        let Global { name, linkage, size, align, constant, thread_local, anonymous, .. } = g;
        let name = if *anonymous { "" } else { name };
        text.add((name, linkage, size, align, constant, thread_local, anonymous, g.image.is_some()));
        text.add(g.c_type.map(|t| self.type_sum(t)));
        let bytes = self.program.target.pointer_bytes() as usize;
        for word in g.image.iter().flat_map(|i| i.chunks(bytes)) {
            let mut value = [0; 8];
            value[..word.len()].copy_from_slice(word);
            if self.program.target.big_endian {
                value[..word.len()].reverse();
            }
            self.word(u64::from_le_bytes(value), &mut text, &mut refers);
        }
        self.close(&text, refers);
    }

    fn function(&mut self, id: FunctionId) {
        let (mut text, mut refers) = (Text::new(), Vec::new());
        let f = self.program.function(id);
        let Function { name, linkage, signature, param_names, no_return, returns_twice, .. } = f;
        text.add((name, linkage, signature, param_names, no_return, returns_twice));
        text.add(f.c_type.map(|t| self.type_sum(t)));
        if let Some(body) = &f.body {
            self.body(id, body, &mut text, &mut refers);
        }
        // They run before and after what starts as the program does.
        refers.extend(self.program.constructors.iter().chain(&self.program.destructors).map(|f| f.0));
        self.close(&text, refers);
    }

    fn body(&self, id: FunctionId, body: &Body, text: &mut Text, refers: &mut Vec<u32>) {
        let own = self.program.cover.of_function(id);
        for op in &body.code {
            match *op {
                Op::Cover { goal } => text.add(("cover", goal - own.goals.start)),
                Op::Outcome { a, site } => text.add(("outcome", a, site - own.sites.start)),
                op => text.add(op),
            }
        }
        let home = self.program.sources.get(self.program.function(id).position);
        let place = |p: &PosId| {
            let at = self.program.sources.get(*p);
            let file = (at.file != home.file).then(|| self.program.sources.path(at.file));
            (file, if file.is_none() { at.line as i64 - home.line as i64 } else { at.line as i64 }, at.column)
        };
        let (mut last, mut said) = (PosId::NONE, 0);
        for (i, p) in body.positions.iter().enumerate().filter(|(_, p)| **p != PosId::NONE) {
            if last != *p {
                text.add((i - said, place(p)));
                (last, said) = (*p, i);
            }
        }
        let statements = own.statements.start as usize..own.statements.end as usize;
        self.program.cover.statements.get(statements).into_iter().flatten().for_each(|s| text.add(place(&s.position)));
        for i in 0..body.sites.len() {
            if let Some(s) = body.site_at(i) {
                text.add((i, s.site.0 - own.sites.start, s.inverted, s.swapped));
            }
        }
        text.add((body.registers, &body.params, body.plain_call, &body.copied, body.constants_at));
        text.add((&body.switches, &body.block_starts, &body.intrinsics, &body.unsupported));
        for l in &body.locals {
            text.add((l.register, l.size, l.align, &l.name, &l.padding));
        }
        body.constants.iter().for_each(|w| self.word(*w, text, refers));
        for c in &body.calls {
            text.add((&c.args, c.fixed, c.variadic, c.unprototyped, &c.ret, c.ret_slots, c.used, c.d));
            match c.callee {
                Callee::Direct(g) => {
                    text.add(&self.program.function(g).name);
                    refers.push(g.0);
                }
                Callee::Pointer(r) => {
                    text.add(r);
                    let fits = |g: &&FunctionId| {
                        let signature = &self.program.function(**g).signature;
                        let args = c.args.iter().map(|a| a.scalar);
                        call_mismatch(signature, args, c.ret.first().copied().filter(|_| c.used), c.unprototyped)
                            .is_none()
                    };
                    refers.extend(self.facts.taken.iter().filter(fits).map(|g| g.0));
                }
                Callee::Symbol(_) => {}
            }
        }
    }

    /// Of a type and all it is made of or points to.
    fn type_sum(&mut self, id: TypeId) -> Sum {
        if let Some(sum) = self.types.get(&id) {
            return *sum;
        }
        let types = &self.program.types;
        let mut seen = std::collections::HashSet::from([id]);
        let mut queue = vec![id];
        let mut sum = Sum::default();
        while let Some(t) = queue.pop() {
            let (own, children) = self.shallow.entry(t).or_insert_with(|| {
                let (mut text, mut children) = (Text::new(), Vec::new());
                shallow(types, t, &mut text, &mut |child| children.push(child));
                (text.sum(), children)
            });
            plus(&mut sum, own);
            queue.extend(children.iter().copied().filter(|c| seen.insert(*c)));
        }
        self.types.insert(id, sum);
        sum
    }
}

/// A type with the types it refers to by name.
fn shallow(types: &Types, id: TypeId, text: &mut Text, child: &mut dyn FnMut(TypeId)) {
    let mut refer = |t: TypeId| {
        child(t);
        types.show(t, "")
    };
    match types.get(id) {
        CType::Pointer { to } => text.add(("pointer", refer(*to))),
        CType::Array { of, count } => text.add(("array", refer(*of), count)),
        CType::Vector { of, count } => text.add(("vector", refer(*of), count)),
        CType::Typedef { name, to } => text.add(("typedef", name, refer(*to))),
        CType::Qualified { qualifier, to } => text.add((qualifier, refer(*to))),
        CType::Function { ret, params, variadic, prototyped } => {
            let params: Vec<String> = params.iter().map(|p| refer(*p)).collect();
            text.add(("function", refer(*ret), params, variadic, prototyped));
        }
        CType::Record(r) => {
            text.add((r.kind, &r.name, r.bytes, r.incomplete));
            for m in &r.members {
                text.add((&m.name, refer(m.ty), m.offset_bits, m.width_bits));
            }
        }
        CType::Enum(e) => text.add((&e.name, e.bits, e.signed, &e.values)),
        plain => text.add(plain),
    }
}
