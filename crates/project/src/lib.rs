//! Reads C projects and compiles them to LLVM bitcode with the user's own flags. The only room that runs clang.
