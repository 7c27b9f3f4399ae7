//! Unity of ThrowTheSwitch: `unity.c` is compiled along, `make UNITY=folder test`.
//!
//! Stubs are in the tests' file, in the manner of CMock: what they return is queued before the call, and the calls with
//! their arguments are expected after it, in order.

use super::c::check::Check;
use super::c::framework::{Build, Framework, MainFile};

pub struct Unity;

const MAIN: &str = r#"#include "unity.h"
#include "crescendo.h"

@prototypes@
/* Each test has a process of its own: global variables are as new, and a crash is one failed test. */
static const char *name;
static void (*current)(void);

void setUp(void)
{
}

void tearDown(void)
{
}

void crescendo_failed(const char *file, int line, const char *test, const char *text)
{
    (void)file;
    (void)test;
    UNITY_TEST_FAIL(line, text);
}

void crescendo_enter(void (*test)(void))
{
    Unity.TestFile = "@file@";
    if (TEST_PROTECT()) {
        test();
        crescendo_finish();
    }
    if (Unity.CurrentTestFailed)
        crescendo_count_failure();
}

static void run(void)
{
    const char *why = crescendo_run(name, current);
    if (why && *why)
        UNITY_TEST_FAIL(Unity.CurrentTestLineNumber, why);
    if (why)
        Unity.CurrentTestFailed = 1; /* the child has told what */
}

#define RUN(test) (name = #test, current = test, UnityDefaultTestRun(run, #test, __LINE__))

int main(void)
{
    UNITY_BEGIN();
@runs@    return UNITY_END();
}
"#;

impl Framework for Unity {
    fn name(&self) -> &'static str {
        "unity"
    }

    fn about(&self) -> &'static str {
        "Unity of ThrowTheSwitch; make UNITY=FOLDER says where unity.c is"
    }

    fn includes(&self) -> &'static str {
        "#include \"unity.h\"\n"
    }

    fn check(&self, check: &Check) -> String {
        let of = |wide: &bool| if *wide { "64" } else { "" };
        match check {
            Check::Int { got, expected, wide } => format!("TEST_ASSERT_EQUAL_INT{}({expected}, {got})", of(wide)),
            Check::Uint { got, expected, wide } => format!("TEST_ASSERT_EQUAL_UINT{}({expected}, {got})", of(wide)),
            Check::Null { got } => format!("TEST_ASSERT_NULL({got})"),
            Check::Pointer { got, expected } => format!("TEST_ASSERT_EQUAL_PTR({expected}, {got})"),
            Check::String { got, text } => format!("TEST_ASSERT_EQUAL_STRING({text}, {got})"),
            Check::True { condition } => format!("TEST_ASSERT_TRUE({condition})"),
            Check::Bytes { at, size, bytes } => match Check::whole_literal(*size, bytes) {
                Some(text) => format!("TEST_ASSERT_EQUAL_MEMORY({text}, {at}, {size})"),
                None => check.plain(),
            },
            _ => check.plain(),
        }
    }

    fn main_file(&self, main: &MainFile) -> String {
        main.from_template(MAIN, |t| format!("    RUN({t});"))
    }

    fn build(&self) -> Build {
        Build { along: Some(("UNITY", "unity", "unity.c")), ..Build::default() }
    }
}
