//! glibc's `strerror` and `strsignal` texts for Linux.
//!
//! The numbers are the generic ones of the kernel (x86, Arm, RISC-V); MIPS, SPARC, Alpha and PA-RISC number many
//! errors differently and need their own table first.

/// `strerror`, which also `perror` and `%m` print.
pub fn strerror(errno: i32) -> String {
    match entry(&ERRNO, errno) {
        Some((_, message)) => message.to_owned(),
        None => format!("Unknown error {errno}"),
    }
}

/// `strerrorname_np`: the macro's name; `0` has the name "0".
pub fn errno_name(errno: i32) -> Option<&'static str> {
    entry(&ERRNO, errno).map(|(name, _)| name)
}

/// The number of an `errno` macro.
pub fn errno_number(name: &str) -> Option<i32> {
    let position = ERRNO.iter().position(|entry| entry.is_some_and(|(known, _)| known == name));
    position.and_then(|number| i32::try_from(number).ok())
}

/// `strsignal`.
pub fn strsignal(signal: i32) -> String {
    // The C library keeps the first two of the kernel's real-time signals for itself.
    const FIRST_REAL_TIME: i32 = 34;
    const LAST_REAL_TIME: i32 = 64;
    match entry(&SIGNALS, signal) {
        Some((_, message)) => message.to_owned(),
        None if (FIRST_REAL_TIME..=LAST_REAL_TIME).contains(&signal) => {
            format!("Real-time signal {}", signal - FIRST_REAL_TIME)
        }
        None => format!("Unknown signal {signal}"),
    }
}

/// `sigabbrev_np`: the macro's name without `SIG`.
pub fn signal_name(signal: i32) -> Option<&'static str> {
    entry(&SIGNALS, signal).map(|(name, _)| name)
}

type Entry = Option<(&'static str, &'static str)>;

fn entry(table: &[Entry], number: i32) -> Entry {
    usize::try_from(number).ok().and_then(|index| table.get(index).copied().flatten())
}

/// Name and message by number; 41 and 58 are not assigned.
const ERRNO: [Entry; 134] = [
    Some(("0", "Success")),
    Some(("EPERM", "Operation not permitted")),
    Some(("ENOENT", "No such file or directory")),
    Some(("ESRCH", "No such process")),
    Some(("EINTR", "Interrupted system call")),
    Some(("EIO", "Input/output error")),
    Some(("ENXIO", "No such device or address")),
    Some(("E2BIG", "Argument list too long")),
    Some(("ENOEXEC", "Exec format error")),
    Some(("EBADF", "Bad file descriptor")),
    Some(("ECHILD", "No child processes")),
    Some(("EAGAIN", "Resource temporarily unavailable")),
    Some(("ENOMEM", "Cannot allocate memory")),
    Some(("EACCES", "Permission denied")),
    Some(("EFAULT", "Bad address")),
    Some(("ENOTBLK", "Block device required")),
    Some(("EBUSY", "Device or resource busy")),
    Some(("EEXIST", "File exists")),
    Some(("EXDEV", "Invalid cross-device link")),
    Some(("ENODEV", "No such device")),
    Some(("ENOTDIR", "Not a directory")),
    Some(("EISDIR", "Is a directory")),
    Some(("EINVAL", "Invalid argument")),
    Some(("ENFILE", "Too many open files in system")),
    Some(("EMFILE", "Too many open files")),
    Some(("ENOTTY", "Inappropriate ioctl for device")),
    Some(("ETXTBSY", "Text file busy")),
    Some(("EFBIG", "File too large")),
    Some(("ENOSPC", "No space left on device")),
    Some(("ESPIPE", "Illegal seek")),
    Some(("EROFS", "Read-only file system")),
    Some(("EMLINK", "Too many links")),
    Some(("EPIPE", "Broken pipe")),
    Some(("EDOM", "Numerical argument out of domain")),
    Some(("ERANGE", "Numerical result out of range")),
    Some(("EDEADLK", "Resource deadlock avoided")),
    Some(("ENAMETOOLONG", "File name too long")),
    Some(("ENOLCK", "No locks available")),
    Some(("ENOSYS", "Function not implemented")),
    Some(("ENOTEMPTY", "Directory not empty")),
    Some(("ELOOP", "Too many levels of symbolic links")),
    None,
    Some(("ENOMSG", "No message of desired type")),
    Some(("EIDRM", "Identifier removed")),
    Some(("ECHRNG", "Channel number out of range")),
    Some(("EL2NSYNC", "Level 2 not synchronized")),
    Some(("EL3HLT", "Level 3 halted")),
    Some(("EL3RST", "Level 3 reset")),
    Some(("ELNRNG", "Link number out of range")),
    Some(("EUNATCH", "Protocol driver not attached")),
    Some(("ENOCSI", "No CSI structure available")),
    Some(("EL2HLT", "Level 2 halted")),
    Some(("EBADE", "Invalid exchange")),
    Some(("EBADR", "Invalid request descriptor")),
    Some(("EXFULL", "Exchange full")),
    Some(("ENOANO", "No anode")),
    Some(("EBADRQC", "Invalid request code")),
    Some(("EBADSLT", "Invalid slot")),
    None,
    Some(("EBFONT", "Bad font file format")),
    Some(("ENOSTR", "Device not a stream")),
    Some(("ENODATA", "No data available")),
    Some(("ETIME", "Timer expired")),
    Some(("ENOSR", "Out of streams resources")),
    Some(("ENONET", "Machine is not on the network")),
    Some(("ENOPKG", "Package not installed")),
    Some(("EREMOTE", "Object is remote")),
    Some(("ENOLINK", "Link has been severed")),
    Some(("EADV", "Advertise error")),
    Some(("ESRMNT", "Srmount error")),
    Some(("ECOMM", "Communication error on send")),
    Some(("EPROTO", "Protocol error")),
    Some(("EMULTIHOP", "Multihop attempted")),
    Some(("EDOTDOT", "RFS specific error")),
    Some(("EBADMSG", "Bad message")),
    Some(("EOVERFLOW", "Value too large for defined data type")),
    Some(("ENOTUNIQ", "Name not unique on network")),
    Some(("EBADFD", "File descriptor in bad state")),
    Some(("EREMCHG", "Remote address changed")),
    Some(("ELIBACC", "Can not access a needed shared library")),
    Some(("ELIBBAD", "Accessing a corrupted shared library")),
    Some(("ELIBSCN", ".lib section in a.out corrupted")),
    Some(("ELIBMAX", "Attempting to link in too many shared libraries")),
    Some(("ELIBEXEC", "Cannot exec a shared library directly")),
    Some(("EILSEQ", "Invalid or incomplete multibyte or wide character")),
    Some(("ERESTART", "Interrupted system call should be restarted")),
    Some(("ESTRPIPE", "Streams pipe error")),
    Some(("EUSERS", "Too many users")),
    Some(("ENOTSOCK", "Socket operation on non-socket")),
    Some(("EDESTADDRREQ", "Destination address required")),
    Some(("EMSGSIZE", "Message too long")),
    Some(("EPROTOTYPE", "Protocol wrong type for socket")),
    Some(("ENOPROTOOPT", "Protocol not available")),
    Some(("EPROTONOSUPPORT", "Protocol not supported")),
    Some(("ESOCKTNOSUPPORT", "Socket type not supported")),
    Some(("EOPNOTSUPP", "Operation not supported")),
    Some(("EPFNOSUPPORT", "Protocol family not supported")),
    Some(("EAFNOSUPPORT", "Address family not supported by protocol")),
    Some(("EADDRINUSE", "Address already in use")),
    Some(("EADDRNOTAVAIL", "Cannot assign requested address")),
    Some(("ENETDOWN", "Network is down")),
    Some(("ENETUNREACH", "Network is unreachable")),
    Some(("ENETRESET", "Network dropped connection on reset")),
    Some(("ECONNABORTED", "Software caused connection abort")),
    Some(("ECONNRESET", "Connection reset by peer")),
    Some(("ENOBUFS", "No buffer space available")),
    Some(("EISCONN", "Transport endpoint is already connected")),
    Some(("ENOTCONN", "Transport endpoint is not connected")),
    Some(("ESHUTDOWN", "Cannot send after transport endpoint shutdown")),
    Some(("ETOOMANYREFS", "Too many references: cannot splice")),
    Some(("ETIMEDOUT", "Connection timed out")),
    Some(("ECONNREFUSED", "Connection refused")),
    Some(("EHOSTDOWN", "Host is down")),
    Some(("EHOSTUNREACH", "No route to host")),
    Some(("EALREADY", "Operation already in progress")),
    Some(("EINPROGRESS", "Operation now in progress")),
    Some(("ESTALE", "Stale file handle")),
    Some(("EUCLEAN", "Structure needs cleaning")),
    Some(("ENOTNAM", "Not a XENIX named type file")),
    Some(("ENAVAIL", "No XENIX semaphores available")),
    Some(("EISNAM", "Is a named type file")),
    Some(("EREMOTEIO", "Remote I/O error")),
    Some(("EDQUOT", "Disk quota exceeded")),
    Some(("ENOMEDIUM", "No medium found")),
    Some(("EMEDIUMTYPE", "Wrong medium type")),
    Some(("ECANCELED", "Operation canceled")),
    Some(("ENOKEY", "Required key not available")),
    Some(("EKEYEXPIRED", "Key has expired")),
    Some(("EKEYREVOKED", "Key has been revoked")),
    Some(("EKEYREJECTED", "Key was rejected by service")),
    Some(("EOWNERDEAD", "Owner died")),
    Some(("ENOTRECOVERABLE", "State not recoverable")),
    Some(("ERFKILL", "Operation not possible due to RF-kill")),
    Some(("EHWPOISON", "Memory page has hardware error")),
];

/// Abbreviation and message by number.
const SIGNALS: [Entry; 32] = [
    None,
    Some(("HUP", "Hangup")),
    Some(("INT", "Interrupt")),
    Some(("QUIT", "Quit")),
    Some(("ILL", "Illegal instruction")),
    Some(("TRAP", "Trace/breakpoint trap")),
    Some(("ABRT", "Aborted")),
    Some(("BUS", "Bus error")),
    Some(("FPE", "Floating point exception")),
    Some(("KILL", "Killed")),
    Some(("USR1", "User defined signal 1")),
    Some(("SEGV", "Segmentation fault")),
    Some(("USR2", "User defined signal 2")),
    Some(("PIPE", "Broken pipe")),
    Some(("ALRM", "Alarm clock")),
    Some(("TERM", "Terminated")),
    Some(("STKFLT", "Stack fault")),
    Some(("CHLD", "Child exited")),
    Some(("CONT", "Continued")),
    Some(("STOP", "Stopped (signal)")),
    Some(("TSTP", "Stopped")),
    Some(("TTIN", "Stopped (tty input)")),
    Some(("TTOU", "Stopped (tty output)")),
    Some(("URG", "Urgent I/O condition")),
    Some(("XCPU", "CPU time limit exceeded")),
    Some(("XFSZ", "File size limit exceeded")),
    Some(("VTALRM", "Virtual timer expired")),
    Some(("PROF", "Profiling timer expired")),
    Some(("WINCH", "Window changed")),
    Some(("POLL", "I/O possible")),
    Some(("PWR", "Power failure")),
    Some(("SYS", "Bad system call")),
];
