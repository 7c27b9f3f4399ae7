//! libclang's syntax tree, as far as declarations need it: safe, and with `Option` where libclang has a kind "invalid".
//!
//! Cursors and types live no longer than their tree, which the lifetime sees to.

use super::library::{CrashGuard, LibClang, client_data};
use clang_sys::*;
use std::ffi::{CString, c_int};
use std::marker::PhantomData;
use std::ptr::{null, null_mut};

/// A parsed source file.
pub struct Tree {
    library: &'static LibClang,
    unit: CXTranslationUnit,
    index: CXIndex,
    _guard: CrashGuard,
}

/// Why there is no tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoTree {
    Crashed,
    Failed,
}

impl Drop for Tree {
    fn drop(&mut self) {
        unsafe {
            if !self.unit.is_null() {
                (self.library.call.clang_disposeTranslationUnit)(self.unit);
            }
            (self.library.call.clang_disposeIndex)(self.index);
        }
    }
}

impl Tree {
    /// Parses as this command line says, compiler and source included.
    pub fn parse(library: &'static LibClang, args: &[CString], bodies: bool) -> Result<Tree, NoTree> {
        let mut options = CXTranslationUnit_KeepGoing | CXTranslationUnit_IncludeAttributedTypes;
        if !bodies {
            options |= CXTranslationUnit_SkipFunctionBodies;
        }
        let pointers: Vec<_> = args.iter().map(|a| a.as_ptr()).collect();
        let guard = CrashGuard::new(library);
        unsafe {
            let index = (library.call.clang_createIndex)(0, 0);
            let mut tree = Tree { library, unit: null_mut(), index, _guard: guard };
            let (p, n) = (pointers.as_ptr(), pointers.len() as c_int);
            let parse = library.call.clang_parseTranslationUnit2FullArgv;
            let code = parse(index, null(), p, n, null_mut(), 0, options as c_int, &mut tree.unit);
            match code {
                CXError_Success if !tree.unit.is_null() => Ok(tree),
                CXError_Crashed => Err(NoTree::Crashed),
                _ => Err(NoTree::Failed),
            }
        }
    }

    pub fn root(&self) -> Cursor<'_> {
        let raw = unsafe { (self.library.call.clang_getTranslationUnitCursor)(self.unit) };
        Cursor { raw, library: self.library, tree: PhantomData }
    }

    /// Clang's errors, without its warnings; at most `max` of them.
    pub fn errors(&self, max: usize) -> Vec<String> {
        let call = &self.library.call;
        let options = CXDiagnostic_DisplaySourceLocation | CXDiagnostic_DisplayColumn;
        let count = unsafe { (call.clang_getNumDiagnostics)(self.unit) };
        let message = |i| unsafe {
            let d = (call.clang_getDiagnostic)(self.unit, i);
            let is_error = (call.clang_getDiagnosticSeverity)(d) >= CXDiagnostic_Error;
            let text = is_error.then(|| self.library.text((call.clang_formatDiagnostic)(d, options as c_int as _)));
            (call.clang_disposeDiagnostic)(d);
            text
        };
        (0..count).filter_map(message).take(max).collect()
    }
}

/// A node of the tree.
#[derive(Clone, Copy)]
pub struct Cursor<'t> {
    raw: CXCursor,
    library: &'static LibClang,
    tree: PhantomData<&'t Tree>,
}

/// A type, with its typedef names and qualifiers.
#[derive(Clone, Copy)]
pub struct Type<'t> {
    raw: CXType,
    library: &'static LibClang,
    tree: PhantomData<&'t Tree>,
}

/// A place as `#line` has it; the same that debug info names.
pub struct Place {
    pub file: String,
    pub line: u32,
}

/// What a visit collects, and whether it goes below the first level.
struct Collected {
    cursors: Vec<CXCursor>,
    wanted: Option<CXCursorKind>,
}

extern "C" fn collect(cursor: CXCursor, _parent: CXCursor, data: CXClientData) -> CXChildVisitResult {
    // The data is ours: `visit` passes it.
    let collected = unsafe { &mut *data.cast::<Collected>() };
    match collected.wanted {
        None => {
            collected.cursors.push(cursor);
            CXChildVisit_Continue
        }
        Some(kind) => {
            if cursor.kind == kind {
                collected.cursors.push(cursor);
            }
            CXChildVisit_Recurse
        }
    }
}

extern "C" fn collect_field(cursor: CXCursor, data: CXClientData) -> CXVisitorResult {
    // The data is ours: `fields` passes it.
    unsafe { &mut *data.cast::<Vec<CXCursor>>() }.push(cursor);
    CXVisit_Continue
}

impl<'t> Cursor<'t> {
    fn with(&self, raw: CXCursor) -> Cursor<'t> {
        Cursor { raw, ..*self }
    }

    fn of_type(&self, raw: CXType) -> Option<Type<'t>> {
        (raw.kind != CXType_Invalid).then_some(Type { raw, library: self.library, tree: PhantomData })
    }

    fn visit(&self, wanted: Option<CXCursorKind>) -> Vec<Cursor<'t>> {
        let mut found = Collected { cursors: Vec::new(), wanted };
        unsafe { (self.library.call.clang_visitChildren)(self.raw, collect, client_data(&mut found)) };
        found.cursors.into_iter().map(|c| self.with(c)).collect()
    }

    pub fn children(&self) -> Vec<Cursor<'t>> {
        self.visit(None)
    }

    /// All nodes of a kind below this one.
    pub fn descendants(&self, kind: CXCursorKind) -> Vec<Cursor<'t>> {
        self.visit(Some(kind))
    }

    pub fn kind(&self) -> CXCursorKind {
        self.raw.kind
    }

    /// The same for two cursors of one declaration.
    pub fn identity(&self) -> usize {
        self.raw.data[0] as usize
    }

    pub fn ty(&self) -> Option<Type<'t>> {
        self.of_type(unsafe { (self.library.call.clang_getCursorType)(self.raw) })
    }

    pub fn spelling(&self) -> String {
        self.library.text(unsafe { (self.library.call.clang_getCursorSpelling)(self.raw) })
    }

    /// Empty for declarations without a name.
    pub fn usr(&self) -> String {
        self.library.text(unsafe { (self.library.call.clang_getCursorUSR)(self.raw) })
    }

    pub fn place(&self) -> Option<Place> {
        let mut file = CXString::default();
        let (mut line, mut column) = (0, 0);
        unsafe {
            let at = (self.library.call.clang_getCursorLocation)(self.raw);
            (self.library.call.clang_getPresumedLocation)(at, &mut file, &mut line, &mut column);
        }
        let file = self.library.text(file);
        (!file.is_empty() && line > 0).then_some(Place { file, line })
    }

    /// The declaration a name in an expression or a type stands for.
    pub fn referenced(&self) -> Option<Cursor<'t>> {
        let c = unsafe { (self.library.call.clang_getCursorReferenced)(self.raw) };
        let valid = !(CXCursor_InvalidFile..=CXCursor_InvalidCode).contains(&c.kind);
        valid.then(|| self.with(c))
    }

    /// Whether other translation units see it.
    pub fn is_external(&self) -> bool {
        unsafe { (self.library.call.clang_getCursorLinkage)(self.raw) == CXLinkage_External }
    }

    /// Of a function only known if its body was parsed; of a variable if it has a value.
    pub fn is_definition(&self) -> bool {
        unsafe { (self.library.call.clang_isCursorDefinition)(self.raw) != 0 }
    }

    /// Whether it says `extern`.
    pub fn says_extern(&self) -> bool {
        unsafe { (self.library.call.clang_Cursor_getStorageClass)(self.raw) == CX_SC_Extern }
    }

    pub fn has_attributes(&self) -> bool {
        unsafe { (self.library.call.clang_Cursor_hasAttrs)(self.raw) != 0 }
    }

    /// A function's parameters.
    pub fn parameters(&self) -> Vec<Cursor<'t>> {
        let count = unsafe { (self.library.call.clang_Cursor_getNumArguments)(self.raw) }.max(0) as u32;
        let get = self.library.call.clang_Cursor_getArgument;
        (0..count).map(|i| self.with(unsafe { get(self.raw, i) })).collect()
    }

    /// Width of a bit-field.
    pub fn bit_width(&self) -> Option<u32> {
        let call = &self.library.call;
        unsafe {
            let is_bit_field = (call.clang_Cursor_isBitField)(self.raw) != 0;
            is_bit_field.then(|| (call.clang_getFieldDeclBitWidth)(self.raw).max(0) as u32)
        }
    }

    /// Where a member begins, in bits.
    pub fn bit_offset(&self) -> Option<u64> {
        u64::try_from(unsafe { (self.library.call.clang_Cursor_getOffsetOfField)(self.raw) }).ok()
    }

    /// What a typedef stands for.
    pub fn underlying(&self) -> Option<Type<'t>> {
        self.of_type(unsafe { (self.library.call.clang_getTypedefDeclUnderlyingType)(self.raw) })
    }

    /// The type that holds an enum's values; `None` if the enum is not defined.
    pub fn integer_type(&self) -> Option<Type<'t>> {
        self.of_type(unsafe { (self.library.call.clang_getEnumDeclIntegerType)(self.raw) })
    }

    /// The bits of an enumerator.
    pub fn enum_value(&self, signed: bool) -> i64 {
        let call = &self.library.call;
        unsafe {
            match signed {
                true => (call.clang_getEnumConstantDeclValue)(self.raw),
                false => (call.clang_getEnumConstantDeclUnsignedValue)(self.raw) as i64,
            }
        }
    }
}

impl<'t> Type<'t> {
    fn derived(&self, raw: CXType) -> Option<Type<'t>> {
        (raw.kind != CXType_Invalid).then_some(Type { raw, ..*self })
    }

    pub fn kind(&self) -> CXTypeKind {
        self.raw.kind
    }

    /// The same for equal types with equal qualifiers.
    pub fn identity(&self) -> usize {
        self.raw.data[0] as usize
    }

    pub fn spelling(&self) -> String {
        self.library.text(unsafe { (self.library.call.clang_getTypeSpelling)(self.raw) })
    }

    pub fn declaration(&self) -> Cursor<'t> {
        let raw = unsafe { (self.library.call.clang_getTypeDeclaration)(self.raw) };
        Cursor { raw, library: self.library, tree: PhantomData }
    }

    /// Without typedef names and other sugar.
    pub fn canonical(&self) -> Type<'t> {
        Type { raw: unsafe { (self.library.call.clang_getCanonicalType)(self.raw) }, ..*self }
    }

    pub fn unqualified(&self) -> Type<'t> {
        Type { raw: unsafe { (self.library.call.clang_getUnqualifiedType)(self.raw) }, ..*self }
    }

    pub fn is_const(&self) -> bool {
        unsafe { (self.library.call.clang_isConstQualifiedType)(self.raw) != 0 }
    }

    pub fn is_volatile(&self) -> bool {
        unsafe { (self.library.call.clang_isVolatileQualifiedType)(self.raw) != 0 }
    }

    pub fn is_restrict(&self) -> bool {
        unsafe { (self.library.call.clang_isRestrictQualifiedType)(self.raw) != 0 }
    }

    pub fn pointee(&self) -> Option<Type<'t>> {
        self.derived(unsafe { (self.library.call.clang_getPointeeType)(self.raw) })
    }

    pub fn array_element(&self) -> Option<Type<'t>> {
        self.derived(unsafe { (self.library.call.clang_getArrayElementType)(self.raw) })
    }

    /// `None` for flexible and variable-length arrays.
    pub fn array_size(&self) -> Option<u64> {
        u64::try_from(unsafe { (self.library.call.clang_getArraySize)(self.raw) }).ok()
    }

    /// What a vector or complex number is made of.
    pub fn element(&self) -> Option<Type<'t>> {
        self.derived(unsafe { (self.library.call.clang_getElementType)(self.raw) })
    }

    pub fn element_count(&self) -> u64 {
        u64::try_from(unsafe { (self.library.call.clang_getNumElements)(self.raw) }).unwrap_or(0)
    }

    pub fn result(&self) -> Option<Type<'t>> {
        self.derived(unsafe { (self.library.call.clang_getResultType)(self.raw) })
    }

    /// Types of a prototype's parameters.
    pub fn parameters(&self) -> Vec<Type<'t>> {
        let count = unsafe { (self.library.call.clang_getNumArgTypes)(self.raw) }.max(0) as u32;
        let get = self.library.call.clang_getArgType;
        (0..count).filter_map(|i| self.derived(unsafe { get(self.raw, i) })).collect()
    }

    pub fn is_variadic(&self) -> bool {
        unsafe { (self.library.call.clang_isFunctionTypeVariadic)(self.raw) != 0 }
    }

    /// `sizeof`; `None` for incomplete types.
    pub fn bytes(&self) -> Option<u64> {
        u64::try_from(unsafe { (self.library.call.clang_Type_getSizeOf)(self.raw) }).ok()
    }

    /// What `struct s` or a typedef name stands for when it is written out.
    pub fn named(&self) -> Option<Type<'t>> {
        self.derived(unsafe { (self.library.call.clang_Type_getNamedType)(self.raw) })
    }

    /// Without an attribute, also if the attribute comes from a macro.
    pub fn without_attribute(&self) -> Option<Type<'t>> {
        self.derived(unsafe { (self.library.call.clang_Type_getModifiedType)(self.raw) })
    }

    /// What is inside of `_Atomic`.
    pub fn atomic_value(&self) -> Option<Type<'t>> {
        self.derived(unsafe { (self.library.call.clang_Type_getValueType)(self.raw) })
    }

    /// Members of a record, unnamed ones too.
    pub fn fields(&self) -> Vec<Cursor<'t>> {
        let mut found: Vec<CXCursor> = Vec::new();
        unsafe { (self.library.call.clang_Type_visitFields)(self.raw, collect_field, client_data(&mut found)) };
        let cursor = |raw| Cursor { raw, library: self.library, tree: PhantomData };
        found.into_iter().map(cursor).collect()
    }
}
