//! What the parts of inputs are called as variables: `stdin[3]`, `len(stdin)`, `argv[1][0]`, `count[0]`, `missing(file("x"))`.

/// Standard input.
pub const STDIN: &str = "stdin";
/// What a fuzz harness is called with.
pub const DATA: &str = "data";

pub fn argument(number: usize) -> String {
    format!("argv[{number}]")
}

/// How many arguments a group of the shape has.
pub fn count(group: usize) -> String {
    format!("count[{group}]")
}

pub fn file(name: &str) -> String {
    format!("file({name:?})")
}

pub fn env(name: &str) -> String {
    format!("env({name:?})")
}

pub fn nondet(number: usize) -> String {
    format!("nondet[{number}]")
}

/// What the machine asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// A byte of something.
    Byte(&'a str, usize),
    Length(&'a str),
    Missing(&'a str),
    Other,
}

pub fn part(path: &str) -> Part<'_> {
    let inside = |head: &str| path.strip_prefix(head)?.strip_suffix(')');
    if let Some(of) = inside("len(") {
        return Part::Length(of);
    }
    if let Some(of) = inside("missing(") {
        return Part::Missing(of);
    }
    let byte = path.strip_suffix(']').and_then(|p| p.rsplit_once('['));
    match byte.and_then(|(of, i)| Some(Part::Byte(of, i.parse().ok()?))) {
        Some(byte) => byte,
        None => Part::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        assert_eq!(part("stdin[12]"), Part::Byte("stdin", 12));
        assert_eq!(part("argv[1][0]"), Part::Byte("argv[1]", 0));
        assert_eq!(part(&format!("{}[7]", file("a[1]"))), Part::Byte("file(\"a[1]\")", 7));
        assert_eq!(part("len(stdin)"), Part::Length("stdin"));
        assert_eq!(part(&format!("len({})", file("x)"))), Part::Length("file(\"x)\")"));
        assert_eq!(part("missing(file(\"x\"))"), Part::Missing("file(\"x\")"));
        assert_eq!(part("else"), Part::Other);
    }
}
