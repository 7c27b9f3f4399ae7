//! Joins translation units into one program: names, addresses, initial bytes.
//!
//! Equal names with internal linkage stay apart. Of several external definitions the first strong one wins, then the
//! largest common, then weak ones; a second strong one is noted, not fatal, as projects often hold several programs.

mod cover;
mod types;

use crate::address::{FIRST_SLOT, Geometry};
use crate::body::{Body, CallSite, Callee, ParamSlot};
use crate::compatible::call_mismatch;
use crate::constant::{SymbolRef, Word};
use crate::cover::CoverMap;
use crate::ctype::{TypeId, Types};
use crate::registers::Register;
use crate::source::{PosId, SourceMap};
use crate::symbol::{Function, FunctionId, Global, GlobalId, Linkage, Signature};
use crate::target::Target;
use crate::unit::{FunctionSymbol, GlobalSymbol, Symbol, SymbolKind, Unit};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
pub(crate) use types::TypeImporter;

#[derive(Debug)]
pub struct Program {
    pub target: Target,
    pub geometry: Geometry,
    pub sources: SourceMap,
    pub types: Types,
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    /// In the order they run.
    pub constructors: Vec<FunctionId>,
    pub destructors: Vec<FunctionId>,
    pub units: Vec<UnitInfo>,
    pub notes: Vec<LinkNote>,
    /// What can be covered; empty unless the units were lowered with `LowerOptions::cover`.
    pub cover: Arc<CoverMap>,
    /// Functions without body, one per type of function pointers; see `add_stubs`.
    pub stubs: Vec<(TypeId, FunctionId)>,
    /// Memory at fixed addresses; see `add_registers`.
    pub registers: Vec<Register>,
    /// Slots from here on are free for the machine.
    pub first_free_slot: u64,
    externals: HashMap<String, Entity>,
}

#[derive(Debug, Clone)]
pub struct UnitInfo {
    pub name: String,
    pub functions: Vec<FunctionId>,
    pub globals: Vec<GlobalId>,
    /// What its code refers to and it does not define: the definition is in another unit, or nowhere.
    pub declared_functions: Vec<FunctionId>,
    pub declared_globals: Vec<GlobalId>,
    /// Structs and unions of which its own debug information tells the members: its source has their definitions.
    pub records: HashSet<TypeId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkNote {
    /// Defined in several units; the first is used.
    Duplicate {
        name: String,
        kept: String,
        dropped: String,
    },
    Unit {
        unit: String,
        text: String,
    },
}

impl std::fmt::Display for LinkNote {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            LinkNote::Duplicate { name, kept, dropped } => {
                write!(f, "`{name}` is defined in {kept} and in {dropped}; the first is used")
            }
            LinkNote::Unit { unit, text } => write!(f, "{unit}: {text}"),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    #[error("nothing to link: no translation unit was compiled")]
    Empty,
    #[error("{a} is compiled for {a_triple}, but {b} for {b_triple}: one program has one target")]
    Targets { a: String, a_triple: String, b: String, b_triple: String },
    #[error("the program's globals do not fit the target's address space")]
    AddressSpace,
    #[error("tool bug: function {function} was lowered wrongly: {reason}")]
    Invalid { function: String, reason: String },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entity {
    Function(FunctionId),
    Global(GlobalId),
    /// An alias into the middle of something, or one that leads nowhere.
    Address(u64),
}

/// How much a definition counts when names meet.
fn rank(s: &Symbol) -> u32 {
    match (s.defined, s.linkage) {
        (false, _) => 0,
        (true, Linkage::InlineOnly) => 1,
        (true, Linkage::Weak) => 2,
        (true, Linkage::Common) => 3,
        (true, Linkage::External | Linkage::Internal) => 4,
    }
}

/// What the linker must know of the world around the program.
pub struct LinkOptions<'a> {
    /// Whether a C library function of that name exists: an undefined weak symbol that nobody provides is null.
    pub is_library: &'a dyn Fn(&str) -> bool,
}

pub fn link(units: Vec<Unit>, options: &LinkOptions) -> Result<Program, LinkError> {
    let first = units.first().ok_or(LinkError::Empty)?;
    if let Some(other) = units.iter().find(|u| {
        (u.target.arch, u.target.pointer_bits, u.target.big_endian)
            != (first.target.arch, first.target.pointer_bits, first.target.big_endian)
    }) {
        let (a, b) = (first.name.clone(), other.name.clone());
        let (a_triple, b_triple) = (first.target.triple.clone(), other.target.triple.clone());
        return Err(LinkError::Targets { a, a_triple, b, b_triple });
    }
    let mut linker = Linker::new(first.target.clone());
    let chosen = linker.choose(&units);
    linker.define(units, &chosen);
    linker.place(options)?;
    linker.finish()
}

/// Where each unit's symbols went.
type SymbolMap = Vec<Vec<Option<Entity>>>;

struct Linker {
    program: Program,
    map: SymbolMap,
    /// Words still to resolve, by unit.
    images: Vec<(GlobalId, usize, crate::constant::Image)>,
    aliases: Vec<(usize, usize, String, Linkage, Word)>,
    structors: Vec<(bool, u32, usize, Word)>,
    /// Symbols that refer to a name whose definition is an alias, until that is resolved.
    waiting: HashMap<String, Vec<(usize, usize)>>,
}

/// The unit and symbol that define an external name, and the size of the largest common.
#[derive(Clone, Copy)]
struct Choice {
    unit: usize,
    symbol: usize,
    rank: u32,
    common_size: u64,
}

impl Linker {
    fn new(target: Target) -> Linker {
        let geometry = Geometry::new(target.pointer_bits);
        let program = Program {
            geometry,
            sources: SourceMap::new(),
            types: Types::new(target.pointer_bits),
            target,
            functions: Vec::new(),
            globals: Vec::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            units: Vec::new(),
            notes: Vec::new(),
            stubs: Vec::new(),
            registers: Vec::new(),
            cover: Arc::default(),
            first_free_slot: FIRST_SLOT,
            externals: HashMap::new(),
        };
        Linker {
            program,
            map: Vec::new(),
            images: Vec::new(),
            aliases: Vec::new(),
            structors: Vec::new(),
            waiting: HashMap::new(),
        }
    }

    fn choose(&mut self, units: &[Unit]) -> HashMap<String, Choice> {
        let mut chosen: HashMap<String, Choice> = HashMap::new();
        for (u, unit) in units.iter().enumerate() {
            for (i, s) in unit.symbols.iter().enumerate() {
                if s.linkage == Linkage::Internal {
                    continue;
                }
                let r = rank(s);
                let size = match &s.kind {
                    SymbolKind::Global(g) if s.linkage == Linkage::Common => g.size,
                    _ => 0,
                };
                let new = Choice { unit: u, symbol: i, rank: r, common_size: size };
                match chosen.get_mut(&s.name) {
                    None => {
                        chosen.insert(s.name.clone(), new);
                    }
                    Some(old) => {
                        if old.rank == 4 && r == 4 {
                            let (kept, dropped) = (units[old.unit].name.clone(), unit.name.clone());
                            self.program.notes.push(LinkNote::Duplicate { name: s.name.clone(), kept, dropped });
                        }
                        let common_size = old.common_size.max(size);
                        if r > old.rank || r == 3 && old.rank == 3 && size > old.common_size {
                            *old = new;
                        }
                        old.common_size = common_size;
                    }
                }
            }
        }
        chosen
    }

    fn define(&mut self, units: Vec<Unit>, chosen: &HashMap<String, Choice>) {
        // Entities for all definitions first, so that declarations find them whatever the order.
        let names: Vec<(String, Vec<String>)> =
            units.iter().map(|u| (u.name.clone(), u.symbols.iter().map(|s| s.name.clone()).collect())).collect();
        let mut importers = TypeImporter::new();
        for (u, unit) in units.into_iter().enumerate() {
            let Unit { name, sources, types, inner_types, symbols, constructors, destructors, notes, .. } = unit;
            let (positions, _) = self.program.sources.absorb(&sources);
            let (c_types, records): (Vec<Option<TypeId>>, _) = {
                let mut importer = importers.unit(&types, &positions, &mut self.program.types);
                let of_symbols = symbols.iter().map(|s| s.c_type.map(|t| importer.import(t))).collect();
                for t in inner_types {
                    importer.import(t);
                }
                (of_symbols, importer.defined())
            };
            let mut entities = Vec::with_capacity(symbols.len());
            let mut info = UnitInfo {
                name: name.clone(),
                functions: Vec::new(),
                globals: Vec::new(),
                declared_functions: Vec::new(),
                declared_globals: Vec::new(),
                records,
            };
            for (i, s) in symbols.into_iter().enumerate() {
                let defines =
                    s.linkage == Linkage::Internal || chosen.get(&s.name).is_some_and(|c| (c.unit, c.symbol) == (u, i));
                if !defines {
                    entities.push(None);
                    continue;
                }
                let c_type = c_types[i];
                let common_size = chosen.get(&s.name).map_or(0, |c| c.common_size);
                let entity = self.add(s, u, i, c_type, &positions, common_size);
                match entity {
                    Some(Entity::Function(f)) => info.functions.push(f),
                    Some(Entity::Global(g)) => info.globals.push(g),
                    _ => {}
                }
                entities.push(entity);
            }
            self.map.push(entities);
            self.structors.extend(constructors.into_iter().map(|(p, w)| (true, p, u, w)));
            self.structors.extend(destructors.into_iter().map(|(p, w)| (false, p, u, w)));
            self.program.notes.extend(notes.into_iter().map(|text| LinkNote::Unit { unit: name.clone(), text }));
            self.program.units.push(info);
        }
        // Everything else refers to the chosen definition.
        for (u, (_, symbol_names)) in names.iter().enumerate() {
            for (i, name) in symbol_names.iter().enumerate() {
                if self.map[u][i].is_none()
                    && let Some(c) = chosen.get(name)
                {
                    self.map[u][i] = self.map[c.unit][c.symbol];
                    if self.map[u][i].is_none() && (u, i) != (c.unit, c.symbol) {
                        self.waiting.entry(name.clone()).or_default().push((u, i));
                    }
                }
            }
        }
        for (name, c) in chosen {
            if let Some(e) = self.map[c.unit][c.symbol] {
                self.program.externals.insert(name.clone(), e);
            }
        }
    }

    fn add(
        &mut self,
        s: Symbol,
        unit: usize,
        index: usize,
        c_type: Option<TypeId>,
        positions: &[PosId],
        common_size: u64,
    ) -> Option<Entity> {
        let position = positions[s.position.0 as usize];
        match s.kind {
            SymbolKind::Function(f) => {
                let FunctionSymbol { signature, body, param_names, no_return, returns_twice } = *f;
                let mut body = body;
                if let Some(b) = &mut body {
                    renumber_positions(b, positions);
                }
                let id = FunctionId(self.program.functions.len() as u32);
                self.program.functions.push(Function {
                    name: s.name,
                    unit: unit as u32,
                    linkage: s.linkage,
                    signature,
                    body,
                    address: 0,
                    c_type,
                    param_names,
                    param_lengths: Vec::new(),
                    position,
                    no_return,
                    returns_twice,
                });
                Some(Entity::Function(id))
            }
            SymbolKind::Global(g) => {
                let GlobalSymbol { size, align, constant, thread_local, image, anonymous } = g;
                let id = GlobalId(self.program.globals.len() as u32);
                self.program.globals.push(Global {
                    name: s.name,
                    unit: unit as u32,
                    linkage: s.linkage,
                    size: size.max(common_size),
                    align,
                    constant,
                    thread_local,
                    image: s.defined.then(Vec::new),
                    address: 0,
                    c_type,
                    position,
                    anonymous,
                    open: false,
                });
                if !image.bytes.is_empty() {
                    self.images.push((id, unit, image));
                }
                Some(Entity::Global(id))
            }
            SymbolKind::Alias(word) => {
                self.aliases.push((unit, index, s.name, s.linkage, word));
                None
            }
            SymbolKind::IndirectFunction(_) => {
                // Chosen at start-up by code the machine would have to run first: left to the library models.
                let id = FunctionId(self.program.functions.len() as u32);
                self.program.functions.push(Function {
                    name: s.name,
                    unit: unit as u32,
                    linkage: s.linkage,
                    signature: Default::default(),
                    body: None,
                    address: 0,
                    c_type,
                    param_names: Vec::new(),
                    param_lengths: Vec::new(),
                    position,
                    no_return: false,
                    returns_twice: false,
                });
                Some(Entity::Function(id))
            }
        }
    }

    /// Gives every function and global its slots.
    fn place(&mut self, options: &LinkOptions) -> Result<(), LinkError> {
        let g = self.program.geometry;
        let mut slot = FIRST_SLOT;
        let mut take = |size: u64, align: u64| {
            let at = g.place(slot, align);
            slot = slot.saturating_add(g.span(size, align));
            at
        };
        let absent = |linkage, name: &str| linkage == Linkage::Weak && !(options.is_library)(name);
        for global in &mut self.program.globals {
            if global.image.is_none() && absent(global.linkage, &global.name) {
                continue;
            }
            global.address = take(global.size, global.align as u64);
        }
        for f in &mut self.program.functions {
            if f.body.is_none() && absent(f.linkage, &f.name) {
                continue;
            }
            let blocks = f.body.as_ref().map_or(0, |b| b.block_starts.len() as u64);
            f.address = take(1 + blocks, 16);
        }
        if slot >= g.slots {
            return Err(LinkError::AddressSpace);
        }
        self.program.first_free_slot = slot;
        Ok(())
    }

    fn finish(mut self) -> Result<Program, LinkError> {
        self.resolve_aliases();
        self.list_declared();
        for (id, unit, image) in std::mem::take(&mut self.images) {
            let bytes = self.resolve_image(unit, image);
            self.program.globals[id.0 as usize].image = Some(bytes);
        }
        for i in 0..self.program.functions.len() {
            // Recursive calls must see that the function has a body.
            let Some(mut body) = self.program.functions[i].body.as_mut().map(std::mem::take) else { continue };
            let unit = self.program.functions[i].unit as usize;
            self.resolve_body(unit, &mut body);
            call_shape(&self.program.functions[i].signature, &mut body);
            crate::verify::verify(&mut body)
                .map_err(|reason| LinkError::Invalid { function: self.program.functions[i].name.clone(), reason })?;
            self.program.functions[i].body = Some(body);
        }
        self.program.cover = Arc::new(cover::join(&mut self.program.functions));
        let mut structors = std::mem::take(&mut self.structors);
        structors.sort_by_key(|s| s.1);
        for (construct, _, unit, word) in structors {
            let address = self.resolve(unit, &word);
            let Some(f) = self.program.functions.iter().position(|f| f.address == address) else { continue };
            let list = if construct { &mut self.program.constructors } else { &mut self.program.destructors };
            list.push(FunctionId(f as u32));
        }
        // Destructors run in the reverse order of their priorities.
        self.program.destructors.reverse();
        Ok(self.program)
    }

    fn list_declared(&mut self) {
        let Program { units, functions, globals, .. } = &mut self.program;
        for (u, unit) in units.iter_mut().enumerate() {
            for entity in self.map[u].iter().flatten() {
                match *entity {
                    Entity::Function(id) => {
                        let f = &functions[id.0 as usize];
                        if f.unit as usize != u || f.body.is_none() {
                            unit.declared_functions.push(id);
                        }
                    }
                    Entity::Global(id) => {
                        let g = &globals[id.0 as usize];
                        if g.unit as usize != u || g.image.is_none() {
                            unit.declared_globals.push(id);
                        }
                    }
                    Entity::Address(_) => {}
                }
            }
            unit.declared_functions.sort_unstable();
            unit.declared_functions.dedup();
            unit.declared_globals.sort_unstable();
            unit.declared_globals.dedup();
        }
    }

    fn resolve_aliases(&mut self) {
        let aliases = std::mem::take(&mut self.aliases);
        // An alias of an alias needs the inner one first; each round resolves at least one level.
        for _ in 0..aliases.len().min(64) {
            let mut changed = false;
            for (unit, index, name, linkage, word) in &aliases {
                if self.map[*unit][*index].is_some() {
                    continue;
                }
                let entity = match word {
                    Word::Address { symbol, offset } => match self.map[*unit][symbol.0 as usize] {
                        Some(e) if *offset == 0 => Some(e),
                        Some(_) => Some(Entity::Address(self.resolve(*unit, word))),
                        None => None,
                    },
                    w => Some(Entity::Address(self.resolve(*unit, w))),
                };
                let Some(e) = entity else { continue };
                changed = true;
                self.map[*unit][*index] = Some(e);
                if *linkage != Linkage::Internal {
                    self.program.externals.entry(name.clone()).or_insert(e);
                    for (u, i) in self.waiting.remove(name).unwrap_or_default() {
                        self.map[u][i] = Some(e);
                    }
                }
            }
            if !changed {
                break;
            }
        }
    }

    fn entity_address(&self, e: Entity) -> u64 {
        match e {
            Entity::Function(f) => self.program.functions[f.0 as usize].address,
            Entity::Global(g) => self.program.globals[g.0 as usize].address,
            Entity::Address(a) => a,
        }
    }

    fn resolve(&self, unit: usize, word: &Word) -> u64 {
        let symbol = |s: SymbolRef| self.map[unit][s.0 as usize].map_or(0, |e| self.entity_address(e));
        word.resolve(&symbol, &|f, block| symbol(f) + 1 + block as u64)
    }

    fn resolve_image(&self, unit: usize, image: crate::constant::Image) -> Vec<u8> {
        let mut bytes = image.bytes;
        for (at, size, word) in image.patches {
            let v = self.resolve(unit, &word);
            let (at, size) = (at as usize, size as usize);
            let mut le = [0u8; 16];
            le[..8].copy_from_slice(&v.to_le_bytes());
            let le = &mut le[..size.min(16)];
            if self.program.target.big_endian {
                le.reverse();
            }
            bytes[at..at + le.len()].copy_from_slice(le);
        }
        bytes
    }

    /// Whether a direct call fits its function; undefined ones are library functions with declarations of their own.
    fn fits(&self, f: FunctionId, site: &CallSite) -> bool {
        let f = &self.program.functions[f.0 as usize];
        let ret = site.ret.first().copied().filter(|_| site.used);
        f.body.is_none() && f.address != 0
            || call_mismatch(&f.signature, site.args.iter().map(|a| a.scalar), ret, site.unprototyped).is_none()
    }

    /// What the body's constants depend on and the program does not say.
    fn note_symbols(&self, unit: usize, body: &mut Body) {
        let program = &self.program;
        let mut symbols = Vec::new();
        body.constant_words.iter().for_each(|w| w.symbols(false, &mut symbols));
        let called = body.calls.iter().filter_map(|c| match c.callee {
            Callee::Symbol(s) => Some((SymbolRef(s), false)),
            _ => None,
        });
        symbols.extend(called);
        for (symbol, calculated) in symbols {
            let (name, linkage, absent) = match self.map[unit][symbol.0 as usize] {
                Some(Entity::Function(f)) => {
                    let f = &program.functions[f.0 as usize];
                    (&f.name, f.linkage, f.address == 0)
                }
                Some(Entity::Global(id)) => {
                    if calculated && !body.measured.contains(&id) {
                        body.measured.push(id);
                    }
                    let g = &program.globals[id.0 as usize];
                    (&g.name, g.linkage, g.address == 0)
                }
                _ => continue,
            };
            if absent && linkage == Linkage::Weak && !body.absent.contains(name) {
                body.absent.push(name.clone());
            }
        }
    }

    fn resolve_body(&self, unit: usize, body: &mut Body) {
        body.constants = body.constant_words.iter().map(|w| self.resolve(unit, w)).collect();
        self.note_symbols(unit, body);
        let is_fixed = |(i, word): (usize, &Word)| matches!(word, Word::Pointer(_)).then_some(i as u32);
        body.fixed = body.constant_words.iter().enumerate().filter_map(is_fixed).collect();
        body.constant_words = Vec::new();
        for c in &mut body.calls {
            let Callee::Symbol(s) = c.callee else { continue };
            c.callee = match self.map[unit][s as usize] {
                Some(Entity::Function(f)) if self.fits(f, c) => Callee::Direct(f),
                // The name is data elsewhere, or a function of another type: the machine reports it when reached.
                other => {
                    body.constants.push(other.map_or(0, |e| self.entity_address(e)));
                    body.registers += 1;
                    Callee::Pointer(body.registers - 1)
                }
            };
        }
    }
}

/// How calls pass arguments to a body.
fn call_shape(signature: &Signature, body: &mut Body) {
    let word = |(i, p): (usize, &ParamSlot)| p.at == i as u32 && p.scalar.slots() == 1;
    body.plain_call = !signature.variadic && body.params.iter().enumerate().all(word);
    let pairs = signature.params.iter().zip(&body.params);
    body.copied = pairs.filter_map(|(p, slot)| p.by_value.map(|(size, align)| (slot.at, size, align))).collect();
}

fn renumber_positions(body: &mut Body, positions: &[PosId]) {
    let fix = |p: &mut PosId| *p = positions[p.0 as usize];
    body.positions.iter_mut().for_each(fix);
    body.locals.iter_mut().for_each(|l| fix(&mut l.position));
    if let Some(map) = &mut body.cover {
        cover::renumber_positions(map, fix);
    }
    body.variables.iter_mut().for_each(|v| fix(&mut v.1));
}

impl Program {
    /// What other files can name: also statics that have an exported alias.
    pub fn exported(&self) -> impl Iterator<Item = Entity> {
        self.externals.values().copied()
    }

    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.0 as usize]
    }

    /// The function of that external name.
    pub fn find(&self, name: &str) -> Option<FunctionId> {
        match self.externals.get(name) {
            Some(Entity::Function(f)) => Some(*f),
            _ => None,
        }
    }

    pub fn find_global(&self, name: &str) -> Option<GlobalId> {
        match self.externals.get(name) {
            Some(Entity::Global(g)) => Some(*g),
            _ => None,
        }
    }

    /// Names that stand for a function or global of another name: the alias first, in order.
    pub fn aliases(&self) -> Vec<(&str, &str)> {
        let real = |e: &Entity| match *e {
            Entity::Function(f) => Some(self.function(f).name.as_str()),
            Entity::Global(g) => Some(self.global(g).name.as_str()),
            Entity::Address(_) => None,
        };
        let named = self.externals.iter().filter_map(|(name, e)| Some((name.as_str(), real(e)?)));
        let mut all: Vec<(&str, &str)> = named.filter(|(name, real)| name != real).collect();
        all.sort_unstable();
        all
    }

    /// All functions of that name, static ones too.
    pub fn functions_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = FunctionId> + 'a {
        let all = self.functions.iter().enumerate();
        all.filter(move |(_, f)| f.name == name).map(|(i, _)| FunctionId(i as u32))
    }

    /// Bytecode of a function as text, for people who debug the tool.
    pub fn disassemble(&self, id: FunctionId) -> String {
        crate::print::function(self, id)
    }
}
