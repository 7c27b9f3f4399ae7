//! cmocka.

use super::c::check::Check;
use super::c::framework::{Build, Framework, MainFile};

pub struct Cmocka;

/// The header is not C89; the source may be.
const INCLUDES: &str = "#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#if !defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L
#define inline __inline__
#endif
#include <cmocka.h>
";

const MAIN: &str = r#"#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <cmocka.h>
#include "crescendo.h"

@prototypes@
/* Each test has a process of its own: global variables are as new, and a crash is one failed test. A check that fails
   there must not jump back to the runner, which is the parent's: it aborts. */
void crescendo_enter(void (*test)(void))
{
    static const int caught[] = {SIGFPE, SIGILL, SIGSEGV, SIGBUS, SIGSYS};
    unsigned i;
    for (i = 0; i < sizeof caught / sizeof *caught; i++)
        signal(caught[i], SIG_DFL);
    setenv("CMOCKA_TEST_ABORT", "1", 1);
    test();
    crescendo_finish();
}

void crescendo_failed(const char *file, int line, const char *test, const char *text)
{
    (void)test;
    print_error("%s\n", text);
    _fail(file, line);
}

static void run(const char *name, void (*test)(void))
{
    const char *why = crescendo_run(name, test);
    if (why && *why)
        print_error("%s: %s\n", name, why);
    if (why)
        fail();
}

#define RUN(test)                       \
    static void run_##test(void **none) \
    {                                   \
        (void)none;                     \
        run(#test, test);               \
    }

@runs@
int main(void)
{
    const struct CMUnitTest tests[] = {
@tests@    };
    return cmocka_run_group_tests_name("@group@", tests, NULL, NULL);
}
"#;

impl Framework for Cmocka {
    fn name(&self) -> &'static str {
        "cmocka"
    }

    fn about(&self) -> &'static str {
        "cmocka"
    }

    fn includes(&self) -> &'static str {
        INCLUDES
    }

    fn check(&self, check: &Check) -> String {
        match check {
            Check::Int { got, expected, .. } | Check::Uint { got, expected, .. } => {
                format!("assert_int_equal({got}, {expected})")
            }
            Check::Null { got } => format!("assert_null({got})"),
            Check::Pointer { got, expected } => format!("assert_ptr_equal({got}, {expected})"),
            Check::True { condition } => format!("assert_true({condition})"),
            Check::Bytes { at, size, bytes } => match Check::whole_literal(*size, bytes) {
                Some(text) => format!("assert_memory_equal({at}, {text}, {size})"),
                None => check.plain(),
            },
            _ => check.plain(),
        }
    }

    fn main_file(&self, main: &MainFile) -> String {
        let tests = main.lines(|t| format!("        {{\"{t}\", run_{t}, NULL, NULL, NULL}},"));
        main.from_template(MAIN, |t| format!("RUN({t})")).replace("@tests@", &tests)
    }

    fn build(&self) -> Build {
        Build { package: Some("cmocka"), ..Build::default() }
    }
}
