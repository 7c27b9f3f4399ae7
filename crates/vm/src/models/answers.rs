//! How far the answers of a model are all that the real function could give.
//!
//! An allow-list: what is not listed here gives one of many answers, and what is proved behind its call rests on that. So a new
//! model proves nothing until somebody has decided what it is worth.

use super::Model;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// What it says depends on its arguments and on memory alone, and it leaves `errno` alone or sets it as documented.
    Exact,
    /// The same in the locale that the program has set.
    InLocale,
    /// The same in the rounding mode that the program has set.
    Rounded,
    /// What is not in the program's hands is an input: all answers are tried. Why it failed, and what it leaves in `errno` when it
    /// did not, are tried only in part.
    Tried,
    /// Others are possible and not tried.
    OneOfMany,
}

/// Models that are all of a kind, with exceptions by name.
struct Listed {
    models: &'static [Model],
    answers: Answers,
    but: &'static [(&'static str, Answers)],
}

const fn all(models: &'static [Model], answers: Answers) -> Listed {
    Listed { models, answers, but: &[] }
}

use Answers::{Exact, InLocale, OneOfMany, Rounded, Tried};

const LIST: &[Listed] = &[
    all(super::assert::MODELS, Exact),
    all(super::assume::MODELS, Exact),
    all(super::atomic::MODELS, Exact),
    all(super::atomic::SIZED, Exact),
    all(super::compiler::MODELS, Exact),
    Listed {
        models: super::ctype::MODELS,
        answers: InLocale,
        but: &[
            ("isdigit", Exact),
            ("isxdigit", Exact),
            ("isascii", Exact),
            ("toascii", Exact),
            ("__ctype_get_mb_cur_max", OneOfMany),
        ],
    },
    all(super::errno::MODELS, Exact),
    all(super::getopt::MODELS, Exact),
    all(super::math::classes::MODELS, Exact),
    all(super::math::complex::HELPERS, Exact),
    all(super::math::complex::MODELS, Exact),
    all(super::math::outputs::MODELS, Exact),
    Listed {
        models: super::math::real::MODELS,
        answers: Exact,
        but: &[
            ("rint", Rounded),
            ("rintf", Rounded),
            ("rintl", Rounded),
            ("nearbyint", Rounded),
            ("nearbyintf", Rounded),
            ("nearbyintl", Rounded),
            ("lrint", Rounded),
            ("lrintf", Rounded),
            ("lrintl", Rounded),
            ("llrint", Rounded),
            ("llrintf", Rounded),
            ("llrintl", Rounded),
        ],
    },
    all(super::setjmp::MODELS, Exact),
    Listed {
        models: super::posix::descriptors::MODELS,
        answers: OneOfMany,
        but: &[("open", Tried), ("open64", Tried), ("close", Tried), ("lseek", Tried), ("lseek64", Tried)],
    },
    Listed { models: super::posix::network::MODELS, answers: OneOfMany, but: &[("socket", Tried), ("accept", Tried)] },
    all(super::signal::sets::MODELS, OneOfMany),
    all(super::stdio::complain::MODELS, Tried),
    Listed {
        models: super::stdio::files::MODELS,
        answers: Tried,
        but: &[
            ("clearerr", OneOfMany),
            ("clearerr_unlocked", OneOfMany),
            ("fileno", OneOfMany),
            ("fileno_unlocked", OneOfMany),
            ("setvbuf", OneOfMany),
            ("ftrylockfile", OneOfMany),
            ("__fpending", OneOfMany),
            ("__fbufsize", OneOfMany),
            ("__freading", OneOfMany),
            ("__fwriting", OneOfMany),
            ("__flbf", OneOfMany),
            ("__fsetlocking", OneOfMany),
        ],
    },
    all(super::stdio::get::MODELS, Tried),
    all(super::stdio::lines::MODELS, Tried),
    all(super::stdio::memory::MODELS, Tried),
    Listed {
        models: super::stdio::position::MODELS,
        answers: OneOfMany,
        but: &[("fseek", Tried), ("fseeko", Tried), ("fseeko64", Tried), ("fsetpos", Tried), ("fsetpos64", Tried)],
    },
    Listed {
        models: super::stdio::print::MODELS,
        answers: Tried,
        but: &[
            ("sprintf", Exact),
            ("vsprintf", Exact),
            ("snprintf", Exact),
            ("vsnprintf", Exact),
            ("__sprintf_chk", Exact),
            ("__vsprintf_chk", Exact),
            ("__snprintf_chk", Exact),
            ("__vsnprintf_chk", Exact),
            ("asprintf", OneOfMany),
            ("vasprintf", OneOfMany),
            ("__asprintf_chk", OneOfMany),
            ("__vasprintf_chk", OneOfMany),
        ],
    },
    all(super::stdio::put::MODELS, Tried),
    Listed {
        models: super::stdio::scan::MODELS,
        answers: Tried,
        but: &[
            ("sscanf", Exact),
            ("__isoc99_sscanf", Exact),
            ("__isoc23_sscanf", Exact),
            ("vsscanf", Exact),
            ("__isoc99_vsscanf", Exact),
            ("__isoc23_vsscanf", Exact),
        ],
    },
    Listed {
        models: super::stdio::temporary::MODELS,
        answers: OneOfMany,
        but: &[("remove", Tried), ("rename", Tried)],
    },
    all(super::stdlib::arithmetic::MODELS, Exact),
    Listed {
        models: super::stdlib::environment::MODELS,
        answers: OneOfMany,
        but: &[
            ("getenv", Tried),
            ("secure_getenv", Tried),
            ("__secure_getenv", Tried),
            ("unsetenv", Tried),
            ("clearenv", Exact),
        ],
    },
    all(super::stdlib::exit::MODELS, Exact),
    Listed {
        models: super::stdlib::memory::MODELS,
        answers: Tried,
        but: &[
            ("free", Exact),
            ("cfree", Exact),
            ("posix_memalign", OneOfMany),
            ("malloc_usable_size", OneOfMany),
            ("malloc_trim", OneOfMany),
            ("mallopt", OneOfMany),
        ],
    },
    all(super::stdlib::numbers::MODELS, Exact),
    Listed {
        models: super::stdlib::random::MODELS,
        answers: OneOfMany,
        but: &[
            ("rand", Tried),
            ("random", Tried),
            ("srand", Exact),
            ("srandom", Exact),
            ("srand48", Exact),
            ("rand_r", Exact),
            ("erand48", Exact),
            ("nrand48", Exact),
            ("jrand48", Exact),
        ],
    },
    all(super::stdlib::search::MODELS, Exact),
    all(super::stdlib::sort::MODELS, Exact),
    Listed { models: super::stdlib::text::MODELS, answers: Exact, but: &[("rpmatch", InLocale)] },
    all(super::stdlib::tree::MODELS, Exact),
    all(super::string::bits::MODELS, Exact),
    Listed {
        models: super::string::compare::MODELS,
        answers: Exact,
        but: &[("strcoll", InLocale), ("strcoll_l", InLocale), ("strxfrm", InLocale), ("strxfrm_l", InLocale)],
    },
    Listed {
        models: super::string::copy::MODELS,
        answers: Exact,
        but: &[("strdup", Tried), ("__strdup", Tried), ("strndup", Tried), ("__strndup", Tried)],
    },
    all(super::string::fortified::MODELS, Exact),
    // What they say is an object of the library: who looks at it finds that out.
    all(super::string::messages::MODELS, Exact),
    all(super::string::search::MODELS, Exact),
    all(super::string::tokens::MODELS, Exact),
    Listed {
        models: super::time::calendar::MODELS,
        answers: OneOfMany,
        but: &[
            ("gmtime", Exact),
            ("gmtime_r", Exact),
            ("__gmtime_r", Exact),
            ("timegm", Exact),
            ("asctime", Exact),
            ("asctime_r", Exact),
            ("strftime", InLocale),
            ("strftime_l", InLocale),
            ("dysize", Exact),
        ],
    },
    Listed {
        models: super::time::clock::MODELS,
        answers: OneOfMany,
        but: &[("time", Tried), ("clock", Tried), ("difftime", Exact)],
    },
    all(super::time::parse::MODELS, InLocale),
    all(super::wide::classes::MODELS, InLocale),
    all(super::wide::convert::MODELS, InLocale),
    all(super::wide::search::MODELS, Exact),
    Listed {
        models: super::wide::strings::MODELS,
        answers: Exact,
        but: &[("wcscoll", InLocale), ("wcsxfrm", InLocale), ("wcsdup", Tried)],
    },
];

/// What the model of a function is worth; `None`: it has no model.
pub fn answers(name: &str) -> Option<Answers> {
    super::find(name)?;
    let mut lists = LIST.iter().filter(|l| l.models.iter().any(|m| m.name == name));
    let Some(list) = lists.next() else { return Some(OneOfMany) };
    let own = list.but.iter().find(|(n, _)| *n == name);
    Some(own.map_or(list.answers, |(_, answers)| *answers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceptions_are_models_of_their_list() {
        for list in LIST {
            for (name, answers) in list.but {
                assert!(list.models.iter().any(|m| m.name == *name), "{name} is not in its list");
                assert!(*answers != list.answers, "{name} is no exception");
            }
        }
    }

    #[test]
    fn what_nobody_listed_is_one_of_many() {
        for name in
            ["getrandom", "utimes", "munmap", "tcgetattr", "hsearch", "localeconv", "mmap", "sigaction", "uname"]
        {
            assert_eq!(answers(name), Some(OneOfMany), "{name}");
        }
        assert_eq!(answers("strlen"), Some(Exact));
        assert_eq!(answers("isalpha"), Some(InLocale));
        assert_eq!(answers("no_such_function"), None);
    }
}
