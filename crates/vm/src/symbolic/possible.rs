//! What functions of the operating system can say: a driver that answers for them (`outside.rs`) keeps to it.

/// One end of what is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Number(i64),
    /// What that argument is.
    Argument(usize),
    /// What the type has.
    None,
}

/// Numbers from the least to the most, both possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Possible {
    pub least: Bound,
    pub most: Bound,
}

const fn from(least: i64) -> Possible {
    Possible { least: Bound::Number(least), most: Bound::None }
}

const fn between(least: i64, most: i64) -> Possible {
    Possible { least: Bound::Number(least), most: Bound::Number(most) }
}

const fn up_to_argument(least: i64, argument: usize) -> Possible {
    Possible { least: Bound::Number(least), most: Bound::Argument(argument) }
}

/// The results of a function, where not all of its type are possible.
pub fn possible_result(name: &str) -> Option<Possible> {
    Some(match name {
        "creat" | "dup" | "fork" | "wait" | "waitpid" => from(-1),
        "dup2" => up_to_argument(-1, 1),
        // They come back only when they failed.
        "execl" | "execlp" | "execv" | "execve" | "execvp" => between(-1, -1),
        "getpid" => from(1),
        // A parent outside of the process's name space is 0.
        "getppid" => from(0),
        // The status of a process has 16 bits.
        "pclose" | "system" => between(-1, 0xffff),
        "readlink" | "send" | "sendto" => up_to_argument(-1, 2),
        "sleep" => up_to_argument(0, 0),
        "umask" => between(0, 0o777),
        _ => return None,
    })
}

/// The same for members of structs that such functions fill.
pub fn possible_member(name: &str) -> Option<Possible> {
    Some(match name {
        "tv_nsec" => between(0, 999_999_999),
        "tv_usec" => between(0, 999_999),
        "st_size" | "st_blocks" => from(0),
        "st_blksize" => from(1),
        _ if name.starts_with("ru_") => from(0),
        _ => return None,
    })
}
