//! Names of functions that the C library has (glibc 2.36, with its parts for mathematics and threads).

use std::collections::HashSet;
use std::sync::LazyLock;

const NAMES: &str = include_str!("libc_names.txt");

/// Whether the C library has a function of that name.
pub fn has(name: &str) -> bool {
    static ALL: LazyLock<HashSet<&str>> = LazyLock::new(|| NAMES.lines().collect());
    ALL.contains(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_library() {
        assert!(has("strlen") && has("error") && has("y1") && has("pthread_create"));
        assert!(!has("main") && !has("") && !has("strlen_of_mine"));
    }
}
