//! GoogleTest. The tests stay C, compiled with the unit's own flags; a C++ file declares them, runs each in a child
//! process, and reports what failed there.

use super::c::framework::{Build, Framework, MainFile};

pub struct GoogleTest;

const MAIN: &str = r#"#include <gtest/gtest.h>
#include "crescendo.h"

extern "C" {
@prototypes@
// Called in the child; the parent reports.
void crescendo_failed(const char *, int, const char *, const char *)
{
}
}

// Each test has a process of its own: global variables are as new, and a crash is one failed test.
static void run(const char *name, void (*test)())
{
    const char *why = crescendo_run(name, test);
    if (!why)
        return;
    for (int i = 0; const struct crescendo_failure *f = crescendo_failure(i); i++)
        ADD_FAILURE_AT(f->file, f->line) << f->text;
    if (*why)
        ADD_FAILURE() << why;
}

#define RUN(test)        \
    TEST(@group@, test)  \
    {                    \
        run(#test, ::test); \
    }

@runs@
int main(int argc, char **argv)
{
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
"#;

impl Framework for GoogleTest {
    fn name(&self) -> &'static str {
        "gtest"
    }

    fn about(&self) -> &'static str {
        "GoogleTest: C++ that links the tests in C"
    }

    fn main_file(&self, main: &MainFile) -> String {
        main.from_template(MAIN, |t| format!("RUN({t})"))
    }

    fn build(&self) -> Build {
        Build { cxx: true, package: Some("gtest"), ..Build::default() }
    }
}
