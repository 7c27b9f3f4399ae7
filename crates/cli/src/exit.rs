//! Exit codes; `docs/exit-codes.md` is their manual page. The program's own status passes through `crescendo run`, so
//! ours lie where programs rarely are.

/// The program under test did something wrong.
pub const FAULT: u8 = 120;
/// A limit on steps, memory, call depth or output stopped the run.
pub const LIMIT: u8 = 121;
/// The program needs something the machine cannot do.
pub const UNSUPPORTED: u8 = 122;
/// A bug of Crescendo itself.
pub const TOOL_BUG: u8 = 123;
/// Some files did not compile; the rest was done.
pub const PARTIAL: u8 = 119;
/// Nothing was run: the command line, the project or the compilation is at fault.
pub const CANNOT_START: u8 = 124;
/// Tests were found that do not build; everything else is written.
pub const NOT_BUILT: u8 = 116;
/// There are alarms that `--fail-on` does not want.
pub const ALARMS: u8 = 117;
/// Coverage is below what `--fail-under` asks for.
pub const BELOW: u8 = 118;
