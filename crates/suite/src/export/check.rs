//! Check. It forks for every test by itself; tests that are not to return have a child of their own.

use super::c::check::Check as Said;
use super::c::framework::{Build, Framework, MainFile};
use crate::model::Outcome;

pub struct Check;

const MAIN: &str = r#"#include <check.h>
#include <stdlib.h>
#include "crescendo.h"

@prototypes@
void crescendo_failed(const char *file, int line, const char *test, const char *text)
{
    (void)test;
    _ck_assert_failed(file, line, "Check failed", "%s", text);
}

#define TO_RETURN(name, test)  \
    START_TEST(name)           \
    {                          \
        test();                \
        crescendo_finish();    \
    }                          \
    END_TEST

#define TO_END(name, test)                                      \
    START_TEST(name)                                            \
    {                                                           \
        const char *why = crescendo_run(#test, test);           \
        if (why)                                                \
            ck_abort_msg("%s", *why ? why : "a check failed");  \
    }                                                           \
    END_TEST

@runs@
int main(void)
{
    Suite *suite = suite_create("@group@");
    TCase *tests = tcase_create("@file@");
    SRunner *runner;
    int failed;

@adds@    tcase_set_timeout(tests, 20);
    suite_add_tcase(suite, tests);
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
"#;

impl Framework for Check {
    fn name(&self) -> &'static str {
        "check"
    }

    fn about(&self) -> &'static str {
        "Check"
    }

    fn includes(&self) -> &'static str {
        "#include <check.h>\n"
    }

    fn check(&self, check: &Said) -> String {
        match check {
            Said::Int { got, expected, .. } => format!("ck_assert_int_eq({got}, {expected})"),
            Said::Uint { got, expected, .. } => format!("ck_assert_uint_eq({got}, {expected})"),
            Said::Null { got } => format!("ck_assert({got} == NULL)"),
            Said::String { got, text } => format!("ck_assert_pstr_eq((const char *)({got}), {text})"),
            Said::True { condition } => format!("ck_assert({condition})"),
            Said::Bytes { at, size, bytes } => match Said::whole_literal(*size, bytes) {
                Some(text) => format!("ck_assert_mem_eq({at}, {text}, {size})"),
                None => check.plain(),
            },
            _ => check.plain(),
        }
    }

    fn main_file(&self, main: &MainFile) -> String {
        let returns =
            |test: &str| main.tests.iter().any(|t| t.name == test && matches!(t.outcome, Outcome::Returned { .. }));
        let run = |t: &str| format!("{}({}, {t})", if returns(t) { "TO_RETURN" } else { "TO_END" }, short(t));
        let adds = main.lines(|t| format!("    tcase_add_test(tests, {});", short(t)));
        main.from_template(MAIN, run).replace("@adds@", &adds)
    }

    fn build(&self) -> Build {
        Build { package: Some("check"), ..Build::default() }
    }
}

/// The name by which Check knows a test; the function itself has the other.
fn short(name: &str) -> String {
    name.strip_prefix("test_").map_or_else(|| format!("run_{name}"), String::from)
}
