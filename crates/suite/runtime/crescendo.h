/* What the tests need; crescendo.c has the code. Plain C89, no other headers, so that it goes with any source. */
#ifndef CRESCENDO_H
#define CRESCENDO_H

#if defined(__GNUC__)
/* Tests use long double constants in hexadecimal and the like, which an old standard only lacks the words for. */
#pragma GCC diagnostic ignored "-Wpedantic"
#define CRESCENDO_WEAK __attribute__((weak))
__extension__ typedef long long crescendo_int;
__extension__ typedef unsigned long long crescendo_uint;
typedef __SIZE_TYPE__ crescendo_size;
#else
#define CRESCENDO_WEAK
typedef long long crescendo_int;
typedef unsigned long long crescendo_uint;
typedef unsigned long crescendo_size;
#endif

#ifdef __cplusplus
extern "C" {
#endif

struct crescendo_test {
    const char *name;
    void (*run)(void);
};

/* Every test of a program, ended by one without name: for the main of plain C. */
extern const struct crescendo_test crescendo_tests[] CRESCENDO_WEAK;

/* For the main file of a test framework. Runs a test in a child process: NULL if it passed, or what is wrong, which is
   nothing more ("") where checks failed. */
const char *crescendo_run(const char *name, void (*test)(void));
/* What the framework may define: called in the child for a check that failed, and to call the test. */
void crescendo_failed(const char *file, int line, const char *test, const char *text);
void crescendo_enter(void (*test)(void));
/* For these two: a check of the framework itself failed; the test is over, were there calls that it does not expect? */
void crescendo_count_failure(void);
void crescendo_finish(void);
/* What our checks found wrong in the last test, from number 0; NULL after the last. */
struct crescendo_failure {
    int line;
    char file[300];
    char text[1000];
};
const struct crescendo_failure *crescendo_failure(int number);

/* New objects of exactly that size: zero, or these bytes and then zeros. */
void *crescendo_new(crescendo_size size);
void *crescendo_new_bytes(crescendo_size size, const char *bytes, crescendo_size count);
/* The next new object has that address, if nothing else is there: what happens depends on where it is. If something is, all such
   objects lie as far away from there. */
void crescendo_at(crescendo_size address);
/* From now on bytes are put where memory ends: reading behind them is a fault even in library functions. */
void crescendo_guard(void);
/* Fills memory with these bytes and then zeros. */
void crescendo_fill(void *to, crescendo_size size, const char *bytes, crescendo_size count);
/* An object that calls of stubs name. */
void crescendo_name(const volatile void *object, crescendo_size size, const char *name);
/* An object that the unit frees: what is allocated afterwards may lie there. */
void crescendo_will_free(const volatile void *object);
/* For the runtime itself: the size of an object at a certain address and one more, if it is one; it is none any longer. */
crescendo_size crescendo_release(void *object);
void crescendo_forget(void *object, crescendo_size size);
void crescendo_set_errno(int number);
/* Floating-point numbers that have no other spelling. */
float crescendo_float(unsigned long bits);
double crescendo_double(unsigned long high, unsigned long low);

/* What a stub returns, one call after the other. */
void crescendo_will_return_int(const char *stub, crescendo_int value);
void crescendo_will_return_double(const char *stub, double value);
void crescendo_will_return_pointer(const char *stub, const volatile void *value);
void crescendo_will_return_bytes(const char *stub, const volatile void *value, crescendo_size size);

/* The next result is for that call: the compiler chooses the order in which an expression makes its calls. */
void crescendo_for_call(const char *call);

/* From now on a function of the program is replaced by its stub; whether it is. */
void crescendo_replace(const char *function);
int crescendo_is_replaced(const char *function);

/* What is called where a function has neither a body nor a stub: the test fails. */
void crescendo_no_stub(void);

/* For stubs: a call begins, its arguments follow, then its result is asked for. */
void crescendo_call(const char *stub);
void crescendo_argument_int(crescendo_int value);
void crescendo_argument_uint(crescendo_uint value);
void crescendo_argument_double(double value);
void crescendo_argument_pointer(const volatile void *value);
void crescendo_argument_other(void);
crescendo_int crescendo_result_int(const char *stub);
double crescendo_result_double(const char *stub);
void *crescendo_result_pointer(const char *stub);
void crescendo_result_bytes(const char *stub, void *to, crescendo_size size);
/* As many bytes as the test gives. */
void crescendo_result_whole(const char *stub, void *to);

/* Files, by name: `stdin`, or what a call opens (`fopen#1`, `open#2`); and new streams, which are files too. Reading may end
   in an error instead of the end, and something may have failed on a stream before. */
void crescendo_set_file(const char *name, const char *bytes, crescendo_size count);
void *crescendo_new_stream(const char *name, const char *bytes, crescendo_size count);
void crescendo_ends_in_error(const char *name);
/* What errno says then. */
void crescendo_ends_with(const char *name, int error);
void crescendo_has_failed(const char *name);
/* A variable of the environment; NULL: there is none. */
void crescendo_set_variable(const char *name, const char *value);
/* That call of a library function fails, counted from 1. */
void crescendo_fails(const char *function, int call);
/* The same, and errno says this. */
void crescendo_fails_with(const char *function, int call, int error);
/* From now on what goes to stdout is kept, until it is checked. */
void crescendo_capture(void);

/* The unit will not return. */
void crescendo_expect_exit(int status);
/* Ends the program as a `main` that returns does: with exit handlers and destructors. */
void crescendo_leave(int status);
void crescendo_expect_signal(int number);
void crescendo_expect_fault(const char *kind);
/* The unit goes on without an end: the test is over when a stub is called once more than so often, or after some time. */
void crescendo_stop_after(int calls);
/* From now on the stack has that size. */
void crescendo_limit_stack(crescendo_size bytes);
/* Ends the test as a fault if there is memory that nothing points to. */
void crescendo_look_for_leaks(void);

void crescendo_check_int(const char *file, int line, const char *what, crescendo_int got, crescendo_int expected);
void crescendo_check_uint(const char *file, int line, const char *what, crescendo_uint got, crescendo_uint expected);
void crescendo_check_double(const char *file, int line, const char *what, double got, double expected);
void crescendo_check_long_double(const char *file, int line, const char *what, long double got, long double expected);
void crescendo_check_pointer(const char *file, int line, const char *what, const volatile void *got,
                             const volatile void *expected);
void crescendo_check_new(const char *file, int line, const char *what, const volatile void *got);
void crescendo_check_string(const char *file, int line, const char *what, const volatile void *got,
                            const char *expected);
void crescendo_check_bytes(const char *file, int line, const char *what, const volatile void *got, crescendo_size size,
                           const char *expected, crescendo_size count);
void crescendo_check_true(const char *file, int line, const char *what, int got);
/* The next so many calls to be checked may have been made in any order. */
void crescendo_any_order(int count);
void crescendo_check_call(const char *file, int line, const char *expected);
void crescendo_check_output(const char *file, int line, const char *name, const char *expected, crescendo_size count);
/* For the runtime itself: whether a result waits, and what a check found wrong. */
int crescendo_has_result(const char *stub);
void crescendo_complain_bytes(const char *file, int line, const char *what, const char *got, crescendo_size size,
                              const char *expected, crescendo_size count);

#ifdef __cplusplus
}
#endif

/* The unit's own file comes first and may have macros of these names. */
#undef NEW_TEXT
#undef NEW_BYTES
#undef SET_BYTES
#undef CHECK_INT
#undef CHECK_UINT
#undef CHECK_DOUBLE
#undef CHECK_LONG_DOUBLE
#undef CHECK_POINTER
#undef CHECK_NULL
#undef CHECK_NEW
#undef CHECK_STRING
#undef CHECK_BYTES
#undef CHECK_TRUE
#undef CHECK_CALL
#undef CHECK_OUTPUT
#undef NEW_STREAM
#undef SET_FILE

/* A new string; new bytes of that size; bytes of that size at a place. The rest is zero. */
#define NEW_TEXT(text) crescendo_new_bytes(sizeof(text), text, sizeof(text) - 1)
#define NEW_BYTES(size, text) crescendo_new_bytes(size, text, sizeof(text) - 1)
#define SET_BYTES(to, size, text) crescendo_fill((void *)(to), size, text, sizeof(text) - 1)

#define NEW_STREAM(name, text) crescendo_new_stream(name, text, sizeof(text) - 1)
#define SET_FILE(name, text) crescendo_set_file(name, text, sizeof(text) - 1)

/* Calls of a function that is not defined here go to another one. */
#define CRESCENDO_REDIRECT(name, to) __asm__(".set " #name ", " #to);
/* Memory for a variable that C could not define so that tests can write to it. */
#define CRESCENDO_RESERVE(name, bytes, align) __asm__(".comm " #name ", " #bytes ", " #align);

#define CHECK_INT(got, expected) crescendo_check_int(__FILE__, __LINE__, #got, (crescendo_int)(got), expected)
#define CHECK_UINT(got, expected) crescendo_check_uint(__FILE__, __LINE__, #got, (crescendo_uint)(got), expected)
#define CHECK_DOUBLE(got, expected) crescendo_check_double(__FILE__, __LINE__, #got, got, expected)
#define CHECK_LONG_DOUBLE(got, expected) crescendo_check_long_double(__FILE__, __LINE__, #got, got, expected)
#define CHECK_POINTER(got, expected) \
    crescendo_check_pointer(__FILE__, __LINE__, #got, (const volatile void *)(got), (const volatile void *)(expected))
#define CHECK_NULL(got) \
    crescendo_check_pointer(__FILE__, __LINE__, #got, (const volatile void *)(got), (const volatile void *)0)
#define CHECK_NEW(got) crescendo_check_new(__FILE__, __LINE__, #got, (const volatile void *)(got))
#define CHECK_STRING(got, text) crescendo_check_string(__FILE__, __LINE__, #got, (const volatile void *)(got), text)
#define CHECK_BYTES(at, size, text) \
    crescendo_check_bytes(__FILE__, __LINE__, #at, (const volatile void *)(at), size, text, sizeof(text) - 1)
#define CHECK_TRUE(condition) crescendo_check_true(__FILE__, __LINE__, #condition, !!(condition))
#define CHECK_CALL(expected) crescendo_check_call(__FILE__, __LINE__, expected)
#define CHECK_OUTPUT(name, text) crescendo_check_output(__FILE__, __LINE__, name, text, sizeof(text) - 1)

#ifndef NULL
#define NULL ((void *)0)
#endif

#endif
