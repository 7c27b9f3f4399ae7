//! From one LLVM module to a lowered unit.

mod asm;
mod call;
mod coalesce;
mod constants;
mod cover;
mod function;
mod fused;
mod instruction;
mod intrinsic;
mod layout;
mod memory;
mod phi;
mod renewal;
mod room;
mod symbols;
mod types;
mod unsequenced;

use crate::constant::Word;
use crate::llvm::{Metadata, Module, Type, Value};
use crate::source::{PosId, Position, SourceMap};
use crate::symbol::{Linkage, Param, Signature};
use crate::target::Target;
use crate::unit::{FunctionSymbol, GlobalSymbol, Symbol, SymbolKind, Unit};
use constants::Constants;
pub(crate) use cover::{Numbers, Plans, instrument, plan};
use layout::Layouts;
use llvm_sys::LLVMLinkage::*;
use llvm_sys::LLVMValueKind::*;
use symbols::SymbolIndex;
use types::TypeReader;
pub(crate) use unsequenced::{Unsequenced, find as find_unsequenced};

/// Lowers a module whose locals have been promoted. The plans of what can be covered were made before that, and so was the list of
/// operands that are evaluated in no certain order.
pub fn lower(module: &Module, plans: Option<Plans>, mut unsequenced: Unsequenced) -> Unit {
    let target = Target::new(&module.triple(), module.pointer_bits(), module.big_endian());
    let (mut sources, mut plans) = plans.map_or((SourceMap::new(), None), |p| (p.sources, Some(p.functions)));
    let layouts = Layouts::new(module);
    let index = SymbolIndex::new(module);
    let constants = Constants { layouts: &layouts, symbols: &index };
    let mut notes = Vec::new();
    // Ids of types are left there, too, for the linker.
    if module.inline_asm().lines().any(|l| !l.trim().is_empty() && !l.contains("__kcfi_typeid_")) {
        notes.push("file-level assembly is ignored".to_string());
    }
    let mut reader = TypeReader::new(&target, &mut sources);
    let mut symbols = Vec::with_capacity(index.list.len());
    for &v in &index.list {
        symbols.push(lower_symbol(v, &constants, &mut reader, &mut notes));
    }
    // Types of locals and casts: they say what untyped pointers point to. Only tests need to know.
    let mut inner_types = Vec::new();
    if plans.is_some() {
        let functions = index.list.iter().filter(|v| v.kind() == LLVMFunctionValueKind && !v.is_declaration());
        let locals = functions.flat_map(|&f| Metadata::variables(f)).filter_map(|v| v.node.base());
        inner_types.extend(locals.chain(module.cast_types()).map(|t| reader.read(Some(t))));
        inner_types.sort_unstable();
        inner_types.dedup();
    }
    let types = std::mem::take(&mut reader.types);
    drop(reader);
    for (i, &v) in index.list.iter().enumerate() {
        if let SymbolKind::Function(f) = &mut symbols[i].kind
            && !v.is_declaration()
        {
            let plan = plans.as_mut().and_then(|p| p.remove(&v));
            let pairs = unsequenced.remove(&v).unwrap_or_default();
            f.body = Some(function::lower_body(v, &constants, &mut sources, plan, &pairs));
        }
    }
    let list = |name: &str| structors(module, name, &constants);
    let (constructors, destructors) = (list("llvm.global_ctors"), list("llvm.global_dtors"));
    let name = module.source_name();
    Unit { name, target, sources, types, inner_types, symbols, constructors, destructors, notes }
}

fn linkage(v: Value) -> Linkage {
    match v.linkage() {
        // Appending: the compiler's own lists (`llvm.global_ctors`, `llvm.used`). Every file has its own, nobody else names them.
        LLVMInternalLinkage | LLVMPrivateLinkage | LLVMAppendingLinkage => Linkage::Internal,
        LLVMCommonLinkage => Linkage::Common,
        LLVMWeakAnyLinkage
        | LLVMWeakODRLinkage
        | LLVMLinkOnceAnyLinkage
        | LLVMLinkOnceODRLinkage
        | LLVMExternalWeakLinkage => Linkage::Weak,
        LLVMAvailableExternallyLinkage => Linkage::InlineOnly,
        _ => Linkage::External,
    }
}

fn lower_symbol(v: Value, constants: &Constants, reader: &mut TypeReader, notes: &mut Vec<String>) -> Symbol {
    let mut symbol = Symbol {
        // LLVM marks names that must not be mangled with a leading \1 (asm labels).
        name: v.name().trim_start_matches('\u{1}').to_string(),
        linkage: linkage(v),
        defined: !v.is_declaration(),
        position: PosId::NONE,
        c_type: None,
        kind: SymbolKind::Alias(Word::ZERO),
    };
    symbol.kind = match v.kind() {
        LLVMFunctionValueKind => {
            let mut param_names = Vec::new();
            if let Some(node) = Metadata::of_function(v) {
                symbol.position = reader.position(node);
                symbol.c_type = node.base().map(|t| reader.read(Some(t)));
                param_names = parameter_names(v);
            }
            let mut signature = signature(v.value_type(), Some(v), constants.layouts);
            signature.type_id = v.function_type_id();
            signature.unprototyped = Metadata::of_function(v).is_some_and(|node| !node.is_prototyped());
            SymbolKind::Function(Box::new(FunctionSymbol {
                signature,
                body: None,
                param_names,
                no_return: v.function_has("noreturn"),
                returns_twice: v.function_has("returns_twice"),
            }))
        }
        LLVMGlobalVariableValueKind => {
            if let Some(node) = Metadata::of_global(v) {
                symbol.position = reader.position(node);
                symbol.c_type = node.base().map(|t| reader.read(Some(t)));
            }
            SymbolKind::Global(global(v, &symbol.name, constants, notes))
        }
        LLVMGlobalAliasValueKind => SymbolKind::Alias(single_word(v.aliasee(), constants, notes)),
        _ => SymbolKind::IndirectFunction(single_word(v.resolver(), constants, notes)),
    };
    symbol
}

fn single_word(v: Value, constants: &Constants, notes: &mut Vec<String>) -> Word {
    let mut words = Vec::new();
    match constants.words(v, &mut words) {
        Ok(()) if words.len() == 1 => words.remove(0),
        _ => {
            notes.push(format!("unsupported constant: {}", v.print()));
            Word::ZERO
        }
    }
}

fn global(v: Value, name: &str, constants: &Constants, notes: &mut Vec<String>) -> GlobalSymbol {
    let module = constants.layouts.module;
    let t = v.value_type();
    let size = if t.is_sized() { module.alloc_size(t) } else { 0 };
    let image = match v.initializer().map(|i| constants.image(i, size)) {
        None => Default::default(),
        Some(Ok(image)) => image,
        Some(Err(e)) => {
            notes.push(format!("initialiser of {name} is not supported: {}", e.0));
            Default::default()
        }
    };
    let align = if t.is_sized() { v.alignment().max(module.align(t)) } else { 1 };
    GlobalSymbol {
        size,
        align,
        constant: v.is_global_constant(),
        thread_local: v.is_thread_local(),
        image,
        anonymous: v.has_unnamed_address() && v.linkage() == LLVMPrivateLinkage,
    }
}

fn parameter_names(f: Value) -> Vec<String> {
    let mut names = Vec::new();
    for v in Metadata::variables(f) {
        if v.parameter > 0 {
            let i = v.parameter as usize - 1;
            if names.len() <= i {
                names.resize(i + 1, String::new());
            }
            names[i] = v.node.name();
        }
    }
    names
}

/// The machine's view of a function type; `f` carries the attributes, if there is a function.
pub(crate) fn signature(t: Type, f: Option<Value>, layouts: &Layouts) -> Signature {
    let mut params = Vec::new();
    for (number, p) in t.params().into_iter().enumerate() {
        let number = number as u32;
        let by_value = f.and_then(|f| by_value(f, number, false, layouts));
        let struct_return = f.is_some_and(|f| f.param_has(number, "sret", false));
        for scalar in layouts.scalars(p) {
            params.push(Param { scalar, number, by_value, struct_return });
        }
    }
    let ret = t.return_type();
    let ret = if ret.is_void() { Vec::new() } else { layouts.scalars(ret) };
    Signature { params, ret, variadic: t.is_variadic(), unprototyped: false, type_id: None }
}

/// Size and alignment of a struct that is passed by copying what a pointer parameter points to.
pub(crate) fn by_value(v: Value, param: u32, call: bool, layouts: &Layouts) -> Option<(u32, u32)> {
    let t = v.param_type_attribute(param, "byval", call)?;
    let align = v.param_align(param, call).max(layouts.module.align(t));
    Some((layouts.module.alloc_size(t) as u32, align))
}

/// `llvm.global_ctors` and `llvm.global_dtors`: arrays of `{ i32 priority, ptr function, ptr data }`.
fn structors(module: &Module, name: &str, constants: &Constants) -> Vec<(u32, Word)> {
    let Some(list) = module.globals().into_iter().find(|g| g.name() == name).and_then(Value::initializer) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for i in 0..list.ty().array_length() as u32 {
        let Some(entry) = list.element(i) else { continue };
        let (Some(priority), Some(f)) = (entry.element(0).and_then(Value::int), entry.element(1)) else { continue };
        let mut words = Vec::new();
        if constants.words(f, &mut words).is_ok() && words.len() == 1 {
            all.push((priority as u32, words.remove(0)));
        }
    }
    all
}

/// Reads instruction positions; remembers the last file, as neighbours share it.
pub(crate) struct Positions {
    last: Option<(llvm_sys::prelude::LLVMMetadataRef, crate::source::FileId)>,
}

impl Positions {
    pub fn new() -> Positions {
        Positions { last: None }
    }

    pub fn of(&mut self, v: Value, sources: &mut SourceMap) -> PosId {
        let Some((handle, line, column)) = v.location() else { return PosId::NONE };
        let file = match self.last {
            Some((h, f)) if h == handle => f,
            _ => {
                let f = sources.file(&crate::llvm::location_path(handle));
                self.last = Some((handle, f));
                f
            }
        };
        sources.position(Position { file, line, column })
    }
}
