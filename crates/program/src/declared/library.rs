//! libclang, loaded at run time: a machine without it can do everything but read declarations.
//!
//! Looked for in `LIBCLANG_PATH` (a folder or the file), where LLVM's packages put it, then as the system finds it. Only
//! version 19 is taken: the types must be those of the clang that compiled the bitcode.

use clang_sys::*;
use libloading::Library;
use std::ffi::{CStr, c_char, c_int, c_longlong, c_uint, c_ulonglong, c_void};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

const MAJOR: &str = "19";
const USUAL_PLACE: &str = "/usr/lib/llvm-19/lib";
const FILE_NAMES: [&str; 5] =
    ["libclang-19.so.19", "libclang-19.so.1", "libclang.so.19.1", "libclang-19.so", "libclang.so"];

/// Calls back for each child; what it returns says whether to go on and deeper.
pub type Visitor = extern "C" fn(CXCursor, CXCursor, CXClientData) -> CXChildVisitResult;
pub type FieldVisitor = extern "C" fn(CXCursor, CXClientData) -> CXVisitorResult;

/// The functions of libclang in use, found once by their names.
macro_rules! functions {
    ($(fn $name:ident($($param:ty),*) $(-> $ret:ty)?;)+) => {
        /// Everything here is as unsafe as libclang: `ast` makes it safe.
        #[derive(Clone, Copy)]
        #[expect(non_snake_case, reason = "libclang's own names")]
        pub struct Functions {
            $(pub $name: unsafe extern "C" fn($($param),*) $(-> $ret)?,)+
        }

        impl Functions {
            fn find(library: &Library) -> Result<Functions, libloading::Error> {
                // The types below are those of clang-c/Index.h.
                unsafe {
                    Ok(Functions { $($name: *library.get(concat!(stringify!($name), "\0").as_bytes())?,)+ })
                }
            }
        }
    };
}

functions! {
    fn clang_getClangVersion() -> CXString;
    fn clang_getCString(CXString) -> *const c_char;
    fn clang_disposeString(CXString);
    fn clang_toggleCrashRecovery(c_uint);

    fn clang_createIndex(c_int, c_int) -> CXIndex;
    fn clang_disposeIndex(CXIndex);
    fn clang_parseTranslationUnit2FullArgv(CXIndex, *const c_char, *const *const c_char, c_int, *mut CXUnsavedFile, c_uint,
        c_int, *mut CXTranslationUnit) -> CXErrorCode;
    fn clang_disposeTranslationUnit(CXTranslationUnit);
    fn clang_getTranslationUnitCursor(CXTranslationUnit) -> CXCursor;
    fn clang_getNumDiagnostics(CXTranslationUnit) -> c_uint;
    fn clang_getDiagnostic(CXTranslationUnit, c_uint) -> CXDiagnostic;
    fn clang_getDiagnosticSeverity(CXDiagnostic) -> CXDiagnosticSeverity;
    fn clang_formatDiagnostic(CXDiagnostic, c_int) -> CXString;
    fn clang_disposeDiagnostic(CXDiagnostic);

    fn clang_visitChildren(CXCursor, Visitor, CXClientData) -> c_uint;
    fn clang_getCursorType(CXCursor) -> CXType;
    fn clang_getCursorSpelling(CXCursor) -> CXString;
    fn clang_getCursorUSR(CXCursor) -> CXString;
    fn clang_getCursorLocation(CXCursor) -> CXSourceLocation;
    fn clang_getPresumedLocation(CXSourceLocation, *mut CXString, *mut c_uint, *mut c_uint);
    fn clang_getCursorReferenced(CXCursor) -> CXCursor;
    fn clang_getCursorLinkage(CXCursor) -> CXLinkageKind;
    fn clang_isCursorDefinition(CXCursor) -> c_uint;
    fn clang_Cursor_getStorageClass(CXCursor) -> CX_StorageClass;
    fn clang_Cursor_hasAttrs(CXCursor) -> c_uint;
    fn clang_Cursor_getNumArguments(CXCursor) -> c_int;
    fn clang_Cursor_getArgument(CXCursor, c_uint) -> CXCursor;
    fn clang_Cursor_isBitField(CXCursor) -> c_uint;
    fn clang_getFieldDeclBitWidth(CXCursor) -> c_int;
    fn clang_Cursor_getOffsetOfField(CXCursor) -> c_longlong;
    fn clang_getTypedefDeclUnderlyingType(CXCursor) -> CXType;
    fn clang_getEnumDeclIntegerType(CXCursor) -> CXType;
    fn clang_getEnumConstantDeclValue(CXCursor) -> c_longlong;
    fn clang_getEnumConstantDeclUnsignedValue(CXCursor) -> c_ulonglong;

    fn clang_getTypeSpelling(CXType) -> CXString;
    fn clang_getTypeDeclaration(CXType) -> CXCursor;
    fn clang_getCanonicalType(CXType) -> CXType;
    fn clang_getUnqualifiedType(CXType) -> CXType;
    fn clang_isConstQualifiedType(CXType) -> c_uint;
    fn clang_isVolatileQualifiedType(CXType) -> c_uint;
    fn clang_isRestrictQualifiedType(CXType) -> c_uint;
    fn clang_getPointeeType(CXType) -> CXType;
    fn clang_getArrayElementType(CXType) -> CXType;
    fn clang_getArraySize(CXType) -> c_longlong;
    fn clang_getElementType(CXType) -> CXType;
    fn clang_getNumElements(CXType) -> c_longlong;
    fn clang_getResultType(CXType) -> CXType;
    fn clang_getNumArgTypes(CXType) -> c_int;
    fn clang_getArgType(CXType, c_uint) -> CXType;
    fn clang_isFunctionTypeVariadic(CXType) -> c_uint;
    fn clang_Type_getSizeOf(CXType) -> c_longlong;
    fn clang_Type_getNamedType(CXType) -> CXType;
    fn clang_Type_getModifiedType(CXType) -> CXType;
    fn clang_Type_getValueType(CXType) -> CXType;
    fn clang_Type_visitFields(CXType, FieldVisitor, CXClientData) -> c_uint;
}

pub struct LibClang {
    pub call: Functions,
    // Never unloaded: LLVM's globals do not survive that.
    _library: Library,
}

impl LibClang {
    /// The library, loaded on first use; the same answer ever after.
    pub fn get() -> Result<&'static LibClang, String> {
        static LIBRARY: OnceLock<Result<LibClang, String>> = OnceLock::new();
        LIBRARY.get_or_init(load).as_ref().map_err(String::clone)
    }

    /// A string of libclang's, which it then takes back.
    pub fn text(&self, s: CXString) -> String {
        unsafe {
            let p = (self.call.clang_getCString)(s);
            let text = if p.is_null() { String::new() } else { CStr::from_ptr(p).to_string_lossy().into_owned() };
            (self.call.clang_disposeString)(s);
            text
        }
    }
}

fn load() -> Result<LibClang, String> {
    let chosen = std::env::var_os("LIBCLANG_PATH").filter(|v| !v.is_empty()).map(PathBuf::from);
    let mut tried = Vec::new();
    for file in candidates(chosen.as_deref()) {
        match open(&file) {
            Ok(library) => return Ok(library),
            Err(why) => tried.push(format!("{}: {why}", file.display())),
        }
    }
    Err(tried.join("; "))
}

/// Files to try, best first. Bare names are searched by the system.
fn candidates(chosen: Option<&Path>) -> Vec<PathBuf> {
    let in_folder = |folder: &Path| {
        let files = FILE_NAMES.iter().map(|name| folder.join(name));
        files.filter(|f| f.is_file()).collect::<Vec<_>>()
    };
    let mut all = Vec::new();
    match chosen {
        Some(path) if path.is_dir() => all.extend(in_folder(path)),
        Some(path) => all.push(path.to_owned()),
        None => {}
    }
    all.extend(in_folder(Path::new(USUAL_PLACE)));
    all.extend(FILE_NAMES.iter().map(PathBuf::from));
    all
}

fn open(file: &Path) -> Result<LibClang, String> {
    // libclang's initialisers are LLVM's: they register options and do nothing else.
    let library = unsafe { Library::new(file) }.map_err(|e| e.to_string())?;
    let call = Functions::find(&library).map_err(|e| e.to_string())?;
    let library = LibClang { call, _library: library };
    let version = library.text(unsafe { (call.clang_getClangVersion)() });
    let number = version.split_once("clang version ").map_or("", |(_, n)| n);
    match number.split('.').next() {
        Some(MAJOR) => Ok(library),
        _ => Err(format!("is {version:?}, not version {MAJOR}")),
    }
}

/// libclang catches its own crashes by signal handlers for the whole process; they are ours only while it works.
pub struct CrashGuard(&'static LibClang);

static WORKING: Mutex<usize> = Mutex::new(0);

impl CrashGuard {
    pub fn new(library: &'static LibClang) -> CrashGuard {
        let mut working = WORKING.lock().unwrap_or_else(PoisonError::into_inner);
        *working += 1;
        unsafe { (library.call.clang_toggleCrashRecovery)(1) };
        CrashGuard(library)
    }
}

impl Drop for CrashGuard {
    fn drop(&mut self) {
        let mut working = WORKING.lock().unwrap_or_else(PoisonError::into_inner);
        *working = working.saturating_sub(1);
        if *working == 0 {
            unsafe { (self.0.call.clang_toggleCrashRecovery)(0) };
        }
    }
}

/// A place for a visitor's results.
pub fn client_data<T>(data: &mut T) -> CXClientData {
    std::ptr::from_mut(data).cast::<c_void>()
}
