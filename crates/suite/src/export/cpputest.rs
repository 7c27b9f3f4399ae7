//! CppUTest. The tests stay C and use its C interface; a C++ file declares them and runs each in a child process.

use super::c::check::Check;
use super::c::framework::{Build, Framework, MainFile};

pub struct CppUTest;

const MAIN: &str = r#"#include "CppUTest/CommandLineTestRunner.h"
#include "CppUTest/PlatformSpecificFunctions_c.h"
#include "CppUTest/TestHarness.h"
#include "CppUTest/TestHarness_c.h"
#include "crescendo.h"

static void call(void *test)
{
    (*static_cast<void (**)()>(test))();
    crescendo_finish();
}

extern "C" {
@prototypes@
void crescendo_failed(const char *file, int line, const char *, const char *text)
{
    FAIL_TEXT_C_LOCATION(text, file, line);
}

// A check that fails ends the test by a jump: not out of the child.
void crescendo_enter(void (*test)(void))
{
    if (!PlatformSpecificSetJmp(call, &test))
        crescendo_count_failure();
}
}

// Each test has a process of its own: global variables are as new, and a crash is one failed test.
static void run_in_child(const char *name, void (*test)())
{
    const char *why = crescendo_run(name, test);
    if (why)
        FAIL(*why ? why : "a check failed, see above");
}

TEST_GROUP(@group@)
{
};

#define RUN(test)        \
    TEST(@group@, test)  \
    {                    \
        run_in_child(#test, ::test); \
    }

@runs@
int main(int argc, char **argv)
{
    return CommandLineTestRunner::RunAllTests(argc, argv);
}
"#;

impl Framework for CppUTest {
    fn name(&self) -> &'static str {
        "cpputest"
    }

    fn about(&self) -> &'static str {
        "CppUTest: C++ that links the tests in C"
    }

    fn includes(&self) -> &'static str {
        "#include <CppUTest/TestHarness_c.h>\n"
    }

    fn check(&self, check: &Check) -> String {
        let of = |wide: &bool| if *wide { "LONG" } else { "INT" };
        match check {
            Check::Int { got, expected, wide } => format!("CHECK_EQUAL_C_{}({expected}, {got})", of(wide)),
            Check::Uint { got, expected, wide } => format!("CHECK_EQUAL_C_U{}({expected}, {got})", of(wide)),
            Check::Null { got } => format!("CHECK_C({got} == NULL)"),
            Check::String { got, text } => format!("CHECK_EQUAL_C_STRING({text}, (const char *)({got}))"),
            Check::True { condition } => format!("CHECK_C({condition})"),
            _ => check.plain(),
        }
    }

    fn main_file(&self, main: &MainFile) -> String {
        main.from_template(MAIN, |t| format!("RUN({t})"))
    }

    fn build(&self) -> Build {
        Build { cxx: true, package: Some("cpputest"), ..Build::default() }
    }
}
