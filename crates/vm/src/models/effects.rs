//! Which models do no more than look at memory: an allow-list, as in `answers`. Whatever is not listed may write, and may depend on
//! what was called before.

use super::Model;

const LOOKING: &[&[Model]] = &[
    super::compiler::MODELS,
    super::ctype::MODELS,
    super::errno::MODELS,
    super::math::classes::MODELS,
    super::math::complex::HELPERS,
    super::math::complex::MODELS,
    super::math::real::MODELS,
    super::stdlib::arithmetic::MODELS,
    super::string::bits::MODELS,
    super::string::compare::MODELS,
    super::string::search::MODELS,
    super::wide::classes::MODELS,
];

/// Of these lists; they write to what they are given.
const WRITING: &[&str] = &["basename", "__xpg_basename", "dirname", "strxfrm", "strxfrm_l"];

/// Of other lists. New memory is nobody else's.
const ALSO_LOOKING: &[&str] = &[
    "malloc",
    "calloc",
    "aligned_alloc",
    "memalign",
    "valloc",
    "pvalloc",
    "strdup",
    "__strdup",
    "strndup",
    "__strndup",
    "wcsdup",
    "atoi",
    "atol",
    "atoll",
    "atoq",
    "atof",
    "getenv",
    "secure_getenv",
    "__secure_getenv",
    "difftime",
    "wcslen",
    "wcsnlen",
    "wcscmp",
    "wcsncmp",
    "wcscasecmp",
    "wcsncasecmp",
    "wmemcmp",
    "wcschr",
    "wcsrchr",
    "wmemchr",
    "wcsspn",
    "wcscspn",
    "wcspbrk",
    "wcsstr",
];

/// Whether a modelled function only looks: then it does not matter whether it is called before or after another one that only looks.
pub fn only_looks(name: &str) -> bool {
    let listed = LOOKING.iter().any(|list| list.iter().any(|m| m.name == name));
    listed && !WRITING.contains(&name) || ALSO_LOOKING.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_models() {
        for name in WRITING.iter().chain(ALSO_LOOKING) {
            assert!(super::super::find(name).is_some(), "{name} has no model");
        }
    }

    #[test]
    fn what_nobody_listed_may_write() {
        assert!(only_looks("strlen") && only_looks("malloc") && only_looks("isalpha"));
        assert!(!only_looks("strcpy") && !only_looks("getchar") && !only_looks("basename") && !only_looks("rand"));
    }
}
