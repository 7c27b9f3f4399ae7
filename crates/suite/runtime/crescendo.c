/* Runs tests, each in a child process of its own: tests cannot disturb one another, and a crash is one failed test. Its
 * own main is for plain C: `program` runs all, `program NAME...` some, `program --list` shows their names.
 *
 * CRESCENDO_SECONDS   time for one test (10)
 * CRESCENDO_LOGS      a folder: what a test writes goes to NAME.log there instead of being shown or lost
 * CRESCENDO_GUARD     if set, as if every test called crescendo_guard
 * CRESCENDO_RESULTS   a file: `NAME passed|failed` lines for programs that read them
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "crescendo.h"

#define SANITIZER_STATUS 99
#define MOST_LINES 20
/* Of the processor's time, after which a run is taken to have no end. */
#define ENDLESS_SECONDS 2
/* Of the processor's time, after which a test ends that stops in the middle. */
#define CUT_MICROSECONDS 300000
/* How many times that of the processor a test may take on the clock. */
#define CLOCK_FACTOR 4

enum expected { EXPECT_RETURN, EXPECT_EXIT, EXPECT_SIGNAL, EXPECT_FAULT };

/* What a test tells its parent. */
struct state {
    int finished;
    int failures;
    enum expected expected;
    int number;
    struct crescendo_failure told[MOST_LINES];
};

struct object {
    struct object *next;
    const volatile char *at;
    crescendo_size size;
    const char *name;
};

struct result {
    struct result *next;
    const char *stub;
    /* The call it is for; NULL: the next one. */
    const char *call;
    unsigned char *bytes;
    crescendo_size size;
};

struct call {
    struct call *next;
    char *text;
};

static struct state *state;
static const char *test_name = "";
static struct object *objects;
static struct result *results;
static struct call *calls;
static int arguments;
static int guarded;

extern int __llvm_profile_write_file(void) CRESCENDO_WEAK;
extern void __gcov_dump(void) CRESCENDO_WEAK;
extern void __gcov_exit(void) CRESCENDO_WEAK;
extern void __asan_poison_memory_region(const volatile void *, crescendo_size) CRESCENDO_WEAK;
extern void __asan_unpoison_memory_region(const volatile void *, crescendo_size) CRESCENDO_WEAK;
extern int __lsan_do_recoverable_leak_check(void) CRESCENDO_WEAK;
/* There where somebody counts what tests reach that pass. */
extern void crescendo_counted(int passed) CRESCENDO_WEAK;
extern void __sanitizer_print_stack_trace(void) CRESCENDO_WEAK;

const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "exitcode=99:allocator_may_return_null=1:redzone=512:max_redzone=2048:handle_abort=0:hard_rss_limit_mb=2048:"
#ifdef CRESCENDO_LEAKS
           "detect_leaks=1:leak_check_at_exit=0:"
#else
           "detect_leaks=0:"
#endif
#ifdef CRESCENDO_STACK
           /* Variables stay on the stack. */
           "detect_stack_use_after_return=0";
#else
           "detect_stack_use_after_return=1";
#endif
}

const char *__msan_default_options(void);
const char *__msan_default_options(void)
{
    return "exitcode=99:allocator_may_return_null=1:handle_abort=0";
}

const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void)
{
    return "print_stacktrace=1:exitcode=99";
}

/* The weak ones are for plain C; the main file of a framework has its own. */
CRESCENDO_WEAK void crescendo_failed(const char *file, int line, const char *test, const char *text)
{
    fprintf(stderr, "%s:%d: %s: %s\n", file, line, test, text);
}

CRESCENDO_WEAK void crescendo_enter(void (*test)(void))
{
    test();
    crescendo_finish();
}

static void start(void)
{
    if (state)
        return;
    state = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (state == MAP_FAILED) {
        perror("mmap");
        _exit(2);
    }
}

void crescendo_count_failure(void)
{
    start();
    state->failures++;
}

static void complain(const char *file, int line, const char *format, ...)
{
    struct crescendo_failure *f;
    va_list rest;
    crescendo_count_failure();
    if (state->failures > MOST_LINES)
        return;
    f = &state->told[state->failures - 1];
    f->line = line;
    snprintf(f->file, sizeof f->file, "%s", file);
    va_start(rest, format);
    vsnprintf(f->text, sizeof f->text, format, rest);
    va_end(rest);
    crescendo_failed(f->file, line, test_name, f->text);
}

const struct crescendo_failure *crescendo_failure(int number)
{
    return number < state->failures && number < MOST_LINES ? &state->told[number] : NULL;
}

static void *need(void *p)
{
    if (!p) {
        fprintf(stderr, "%s: out of memory\n", test_name);
        _exit(2);
    }
    return p;
}

void crescendo_fill(void *to, crescendo_size size, const char *bytes, crescendo_size count)
{
    memset(to, 0, size);
    memcpy(to, bytes, count < size ? count : size);
}

void crescendo_guard(void)
{
    guarded = 1;
}

/* Memory that ends where an unusable page begins. */
static void *new_guarded(crescendo_size size)
{
    crescendo_size page = (crescendo_size)sysconf(_SC_PAGESIZE), used = (size + page - 1) / page * page;
    char *p = mmap(NULL, used + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED || mprotect(p + used, page, PROT_NONE) != 0)
        need(NULL);
    return p + used - size;
}

/* Objects at certain addresses, each in pages of its own: nothing else is near. Where these are taken, or are not the
 * program's to have, all such objects are moved by the same distance: far above the program's variables and below its stack,
 * as they are where the tests were found. */
#define ARENA_BEGIN ((crescendo_size)0x580000000000)
#define ARENA_UNIT ((crescendo_size)1 << 20)
#define ARENA_UNITS 64

static crescendo_size place, moved;
static int is_placed;

/* Which they are. The allocator knows nothing of them. */
struct placed {
    char *at;
    crescendo_size size;
    struct placed *next;
};
static struct placed *placed;

crescendo_size crescendo_release(void *object)
{
    struct placed **p = &placed;
    crescendo_size size;
    while (*p && (!object || (*p)->at != object))
        p = &(*p)->next;
    if (!*p)
        return 0;
    size = (*p)->size;
    *p = (*p)->next;
    return size + 1;
}

void crescendo_at(crescendo_size address)
{
    place = address;
    is_placed = 1;
}

/* Whether pages are there now at an address. */
static int map_pages(char *first, crescendo_size size)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    char *p;
    /* Only where nobody else is: an address is no more than a wish. */
    p = mmap(first, size, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (p != MAP_FAILED && p != first)
        munmap(p, size);
    return p == first;
}

static void *new_placed(crescendo_size size)
{
    crescendo_size page = (crescendo_size)sysconf(_SC_PAGESIZE), whole;
    char *p, *first;
    int i;
    is_placed = 0;
    if (getenv("CRESCENDO_MOVED") && !moved)
        moved = ARENA_BEGIN;
    for (i = 0; i < ARENA_UNITS; i++) {
        p = (char *)(place + moved);
        first = p - (crescendo_size)p % page;
        whole = ((crescendo_size)(p - first) + (size ? size : 1) + page - 1) / page * page;
        if (map_pages(first, whole))
            break;
        /* Those before it stay where they are: it is the first one, or the test has no chance. */
        moved = ARENA_BEGIN + (crescendo_size)i * 4096 * ARENA_UNIT;
    }
    if (i == ARENA_UNITS)
        need(NULL);
    if (__asan_poison_memory_region) {
        __asan_poison_memory_region(first, whole);
        __asan_unpoison_memory_region(p, size);
    }
    {
        struct placed *new = need(malloc(sizeof *new));
        new->at = p;
        new->size = size;
        new->next = placed;
        placed = new;
    }
    return p;
}

void crescendo_forget(void *object, crescendo_size size)
{
    if (__asan_poison_memory_region)
        __asan_poison_memory_region(object, size);
}

void *crescendo_new(crescendo_size size)
{
    struct object *o = need(malloc(sizeof *o));
    void *p = is_placed ? new_placed(size) : guarded ? new_guarded(size) : need(calloc(1, size));
    o->at = p;
    o->size = size;
    o->name = NULL;
    o->next = objects;
    objects = o;
    return p;
}

void *crescendo_new_bytes(crescendo_size size, const char *bytes, crescendo_size count)
{
    void *p = crescendo_new(size);
    crescendo_fill(p, size, bytes, count);
    return p;
}

void crescendo_name(const volatile void *object, crescendo_size size, const char *name)
{
    struct object *o = need(malloc(sizeof *o));
    o->at = object;
    o->size = size;
    o->name = name;
    o->next = objects;
    objects = o;
}

void crescendo_will_free(const volatile void *object)
{
    struct object **o = &objects;
    while (*o)
        if (!(*o)->name && (*o)->at == object)
            *o = (*o)->next;
        else
            o = &(*o)->next;
}

void crescendo_set_errno(int number)
{
    errno = number;
}

float crescendo_float(unsigned long bits)
{
    unsigned int word = (unsigned int)bits;
    float f;
    memcpy(&f, &word, sizeof f);
    return f;
}

double crescendo_double(unsigned long high, unsigned long low)
{
    unsigned long long word = (unsigned long long)high << 32 | low;
    double d;
    memcpy(&d, &word, sizeof d);
    return d;
}

static const char *for_call;

void crescendo_for_call(const char *call)
{
    for_call = call;
}

static void will_return(const char *stub, const volatile void *value, crescendo_size size)
{
    struct result *r = need(malloc(sizeof *r)), **last = &results;
    r->stub = stub;
    r->call = for_call;
    for_call = NULL;
    r->size = size;
    r->bytes = need(malloc(size ? size : 1));
    memcpy(r->bytes, (const void *)value, size);
    r->next = NULL;
    while (*last)
        last = &(*last)->next;
    *last = r;
}

void crescendo_will_return_int(const char *stub, crescendo_int value)
{
    will_return(stub, &value, sizeof value);
}

void crescendo_will_return_double(const char *stub, double value)
{
    will_return(stub, &value, sizeof value);
}

void crescendo_will_return_pointer(const char *stub, const volatile void *value)
{
    will_return(stub, &value, sizeof value);
}

void crescendo_will_return_bytes(const char *stub, const volatile void *value, crescendo_size size)
{
    will_return(stub, value, size);
}

static int is_call(const char *got, const char *expected);

/* The call under way. */
static const char *present_call(void)
{
    const struct call *c = calls;
    while (c && c->next)
        c = c->next;
    return c ? c->text : "";
}

void crescendo_result_bytes(const char *stub, void *to, crescendo_size size)
{
    struct result **r = &results, **first = NULL;
    memset(to, 0, size);
    for (; *r; r = &(*r)->next) {
        if (strcmp((*r)->stub, stub) != 0)
            continue;
        first = first ? first : r;
        if (!(*r)->call || is_call(present_call(), (*r)->call))
            break;
    }
    r = *r ? r : first;
    if (!r)
        return; /* the call itself is unexpected, and that is told */
    memcpy(to, (*r)->bytes, size < (*r)->size ? size : (*r)->size);
    *r = (*r)->next;
}

void crescendo_result_whole(const char *stub, void *to)
{
    const struct result *r = results;
    while (r && strcmp(r->stub, stub) != 0)
        r = r->next;
    if (r)
        crescendo_result_bytes(stub, to, r->size);
}

int crescendo_has_result(const char *stub)
{
    const struct result *r = results;
    while (r && strcmp(r->stub, stub) != 0)
        r = r->next;
    return r != NULL;
}

crescendo_int crescendo_result_int(const char *stub)
{
    crescendo_int v;
    crescendo_result_bytes(stub, &v, sizeof v);
    return v;
}

double crescendo_result_double(const char *stub)
{
    double v;
    crescendo_result_bytes(stub, &v, sizeof v);
    return v;
}

void *crescendo_result_pointer(const char *stub)
{
    void *v;
    crescendo_result_bytes(stub, &v, sizeof v);
    return v;
}

static struct call *replaced;

void crescendo_replace(const char *function)
{
    struct call *c = need(malloc(sizeof *c));
    c->text = (char *)function;
    c->next = replaced;
    replaced = c;
}

int crescendo_is_replaced(const char *function)
{
    const struct call *c = replaced;
    while (c && strcmp(c->text, function) != 0)
        c = c->next;
    return c != NULL;
}

void crescendo_no_stub(void)
{
    complain(__FILE__, __LINE__, "a function was called that has neither a body nor a stub");
    _exit(2);
}

/* Adds to the text of the call under way, which ends with its bracket. */
static void tell(const char *text)
{
    struct call *c = calls;
    size_t n;
    while (c && c->next)
        c = c->next;
    if (!c)
        return;
    n = strlen(c->text);
    c->text = need(realloc(c->text, n + strlen(text) + 4));
    sprintf(c->text + n - 1, "%s%s)", arguments++ ? ", " : "", text);
}

/* The child has done its work: what was counted is written down. */
static void leave_child(void)
{
    alarm(0);
    state->finished = 1;
    if (__llvm_profile_write_file)
        __llvm_profile_write_file();
    /* gcc links only what is called: its objects call the second one when a program ends. */
    if (__gcov_dump)
        __gcov_dump();
    else if (__gcov_exit)
        __gcov_exit();
    _exit(0);
}

/* Calls of stubs until the test stops, if it does. */
static int stops, calls_left;

static void had_its_time(int number)
{
    (void)number;
    leave_child();
}

void crescendo_stop_after(int number)
{
    struct itimerval time = {{0, 0}, {0, CUT_MICROSECONDS}};
    stops = 1;
    calls_left = number;
    signal(SIGPROF, had_its_time);
    setitimer(ITIMER_PROF, &time, NULL);
}

void crescendo_call(const char *stub)
{
    struct call *c = need(malloc(sizeof *c)), **last = &calls;
    c->text = need(malloc(strlen(stub) + 3));
    if (stops && calls_left-- == 0)
        leave_child();
    sprintf(c->text, "%s()", stub);
    c->next = NULL;
    arguments = 0;
    while (*last)
        last = &(*last)->next;
    *last = c;
}

void crescendo_argument_int(crescendo_int value)
{
    char text[32];
    sprintf(text, "%lld", value);
    tell(text);
}

void crescendo_argument_uint(crescendo_uint value)
{
    char text[32];
    sprintf(text, "%llu", value);
    tell(text);
}

void crescendo_argument_double(double value)
{
    char text[64];
    sprintf(text, "%a", value);
    tell(value != value ? "nan" : text);
}

void crescendo_argument_pointer(const volatile void *value)
{
    const volatile char *p = value;
    const struct object *o;
    char text[400];
    if (!p) {
        tell("NULL");
        return;
    }
    for (o = objects; o; o = o->next)
        if (o->name && p >= o->at && p <= o->at + o->size)
            break;
    if (!o) {
        tell("pointer");
    } else if (p == o->at) {
        tell(o->name);
    } else {
        snprintf(text, sizeof text, "%s + %ld", o->name, (long)(p - o->at));
        tell(text);
    }
}

void crescendo_argument_other(void)
{
    tell("...");
}

/* An argument that is written as ... may be anything. */
static int is_call(const char *got, const char *expected)
{
    const char *end;
    for (;;) {
        if (strncmp(expected, "...", 3) == 0 && (expected[3] == ',' || expected[3] == ')')) {
            end = strstr(got, ", ");
            got = end && expected[3] == ',' ? end : got + strlen(got) - (*got != 0);
            expected += 3;
        }
        if (*got != *expected)
            return 0;
        if (!*got)
            return 1;
        got++;
        expected++;
    }
}

static int unordered;

void crescendo_any_order(int count)
{
    unordered = count;
}

void crescendo_check_call(const char *file, int line, const char *expected)
{
    struct call **at = &calls, *c;
    int i;
    for (i = 1; i < unordered && *at && !is_call((*at)->text, expected); i++)
        at = &(*at)->next;
    at = *at && is_call((*at)->text, expected) ? at : &calls;
    unordered -= unordered > 0;
    c = *at;
    if (c)
        *at = c->next;
    if (c && is_call(c->text, expected))
        return;
    complain(file, line, "expected the call %s, got %s", expected, c ? c->text : "none");
}

void crescendo_expect_exit(int status)
{
    start();
    state->expected = EXPECT_EXIT;
    state->number = status;
}

void crescendo_leave(int status)
{
    exit(status);
}

void crescendo_expect_signal(int number)
{
    start();
    state->expected = EXPECT_SIGNAL;
    state->number = number;
}

void crescendo_look_for_leaks(void)
{
    if (__lsan_do_recoverable_leak_check && __lsan_do_recoverable_leak_check())
        _exit(SANITIZER_STATUS);
}

/* It has taken its time: where is it? */
static void still_running(int number)
{
    static const char text[] = "ERROR: crescendo: it has not come to its end\n";
    (void)number;
    if (write(2, text, sizeof text - 1) < 0 || !__sanitizer_print_stack_trace)
        _exit(SANITIZER_STATUS);
    __sanitizer_print_stack_trace();
    _exit(SANITIZER_STATUS);
}

void crescendo_expect_fault(const char *kind)
{
    start();
    state->expected = EXPECT_FAULT;
    /* Also where the unit ends the program. */
    if (strcmp(kind, "leak") == 0)
        atexit(crescendo_look_for_leaks);
    if (strcmp(kind, "endless-loop") == 0) {
        struct itimerval time = {{0, 0}, {ENDLESS_SECONDS, 0}};
        signal(SIGPROF, still_running);
        setitimer(ITIMER_PROF, &time, NULL);
    }
}

void crescendo_limit_stack(crescendo_size bytes)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && (limit.rlim_max == RLIM_INFINITY || limit.rlim_max >= bytes)) {
        limit.rlim_cur = bytes;
        setrlimit(RLIMIT_STACK, &limit);
    }
}

void crescendo_check_int(const char *file, int line, const char *what, crescendo_int got, crescendo_int expected)
{
    if (got == expected)
        return;
    complain(file, line, "%s: expected %lld, got %lld", what, expected, got);
}

void crescendo_check_uint(const char *file, int line, const char *what, crescendo_uint got, crescendo_uint expected)
{
    if (got == expected)
        return;
    complain(file, line, "%s: expected %llu, got %llu", what, expected, got);
}

void crescendo_check_double(const char *file, int line, const char *what, double got, double expected)
{
    /* Zeros have signs, and every NaN will do. */
    if (got != got ? expected != expected : got == expected && (got != 0 || 1 / got == 1 / expected))
        return;
    complain(file, line, "%s: expected %.17g (%a), got %.17g (%a)", what, expected, expected, got, got);
}

void crescendo_check_long_double(const char *file, int line, const char *what, long double got, long double expected)
{
    if (got != got ? expected != expected : got == expected)
        return;
    complain(file, line, "%s: expected %.21Lg (%La), got %.21Lg (%La)", what, expected, expected, got, got);
}

void crescendo_check_pointer(const char *file, int line, const char *what, const volatile void *got,
                             const volatile void *expected)
{
    if (got == expected)
        return;
    if (!expected || !got)
        complain(file, line, "%s: expected %s, got %s", what, expected ? "a certain object" : "NULL",
                 got ? "a pointer" : "NULL");
    else
        complain(file, line, "%s: points %ld bytes off", what, (long)((const char *)got - (const char *)expected));
}

void crescendo_check_new(const char *file, int line, const char *what, const volatile void *got)
{
    const volatile char *p = got;
    const struct object *o;
    for (o = objects; o && p; o = o->next)
        if (!o->name && p >= o->at && p < o->at + o->size)
            break;
    if (p && !o)
        return;
    complain(file, line, "%s: expected a new object, got %s", what, p ? "one of the inputs" : "NULL");
}

#define SHOWN 80

/* Bytes as C would write them. */
static const char *show(char text[4 * SHOWN + 6], const unsigned char *bytes, crescendo_size size)
{
    crescendo_size i;
    char *to = text;
    *to++ = '"';
    for (i = 0; i < size && i < SHOWN; i++) {
        if (bytes[i] >= 32 && bytes[i] < 127 && bytes[i] != '"' && bytes[i] != '\\')
            *to++ = (char)bytes[i];
        else
            to += sprintf(to, "\\%03o", bytes[i]);
    }
    strcpy(to, size > SHOWN ? "...\"" : "\"");
    return text;
}

void crescendo_check_string(const char *file, int line, const char *what, const volatile void *got,
                            const char *expected)
{
    const char *text = (const char *)got;
    char a[4 * SHOWN + 6], b[4 * SHOWN + 6];
    if (text && strcmp(text, expected) == 0)
        return;
    complain(file, line, "%s: expected %s, got %s", what, show(a, (const unsigned char *)expected, strlen(expected)),
             text ? show(b, (const unsigned char *)text, strlen(text)) : "NULL");
}

void crescendo_check_bytes(const char *file, int line, const char *what, const volatile void *got, crescendo_size size,
                           const char *expected, crescendo_size count)
{
    const unsigned char *bytes = (const unsigned char *)got;
    char a[4 * SHOWN + 6], b[4 * SHOWN + 6];
    crescendo_size i;
    for (i = 0; i < size; i++)
        if (bytes[i] != (i < count ? (unsigned char)expected[i] : 0))
            break;
    if (i == size)
        return;
    complain(file, line, "%s: at byte %lu: expected %s, got %s", what, (unsigned long)i,
             show(a, (const unsigned char *)expected, count), show(b, bytes, size));
}

void crescendo_complain_bytes(const char *file, int line, const char *what, const char *got, crescendo_size size,
                              const char *expected, crescendo_size count)
{
    char a[4 * SHOWN + 6], b[4 * SHOWN + 6];
    complain(file, line, "%s: expected %s, got %s", what, show(a, (const unsigned char *)expected, count),
             show(b, (const unsigned char *)got, size));
}

void crescendo_check_true(const char *file, int line, const char *what, int got)
{
    if (got)
        return;
    complain(file, line, "%s is not true", what);
}

void crescendo_finish(void)
{
    const struct call *c = calls;
    calls = NULL;
    for (; c; c = c->next)
        complain(__FILE__, __LINE__, "unexpected call %s", c->text);
}

static void run_in_child(const char *name, void (*test)(void), unsigned seconds)
{
    struct rlimit none = {0, 0}, time = {seconds, seconds + 1};
    int in = open("/dev/null", O_RDONLY), i;
    setrlimit(RLIMIT_CORE, &none);
    dup2(in, 0);
    /* What the runner has open is not there for the test. */
    for (i = 3; i < 64; i++)
        close(i);
    /* What counts is the test's own work, so that a busy machine fails no test; the clock only ends those that wait. */
    signal(SIGXCPU, SIG_DFL);
    setrlimit(RLIMIT_CPU, &time);
    signal(SIGALRM, SIG_DFL);
    alarm(CLOCK_FACTOR * seconds);
    test_name = name;
    guarded = getenv("CRESCENDO_GUARD") != NULL;
    errno = 0;
    crescendo_enter(test);
    alarm(0);
    fflush(NULL);
    leave_child();
}

static int out_of_time(int number)
{
    return number == SIGALRM || number == SIGXCPU;
}

/* NULL if it ended as it should, or what is wrong; nothing more to say where checks failed. */
static const char *judge(int status)
{
    static char text[100];
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (state->failures)
        return "";
    if (state->finished && state->expected == EXPECT_RETURN)
        return NULL;
    if (!state->finished && state->expected == EXPECT_EXIT && code == state->number)
        return NULL;
    if (!state->finished && state->expected == EXPECT_SIGNAL && number == state->number)
        return NULL;
    if (!state->finished && state->expected == EXPECT_FAULT && !out_of_time(number) &&
        (number || code == SANITIZER_STATUS))
        return NULL;
    if (out_of_time(number))
        return "took too long";
    if (state->finished)
        return "returned, which is not expected";
    sprintf(text, number ? "ended by signal %d" : "ended the program with status %d", number ? number : code);
    return text;
}

const char *crescendo_run(const char *name, void (*test)(void))
{
    const char *limit = getenv("CRESCENDO_SECONDS"), *wrong;
    int seconds = limit ? atoi(limit) : 0, status = 0;
    pid_t child;
    start();
    memset(state, 0, sizeof *state);
    fflush(NULL);
    child = fork();
    if (child == 0)
        run_in_child(name, test, seconds > 0 ? (unsigned)seconds : 10);
    if (child < 0)
        return "cannot fork";
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    wrong = judge(status);
    if (crescendo_counted)
        crescendo_counted(!wrong);
    return wrong;
}

/* A test of plain C is silent but for what it is asked to log. */
static const struct crescendo_test *current;

static void in_silence(void)
{
    const char *logs = getenv("CRESCENDO_LOGS");
    char path[4096];
    int out;
    if (logs) {
        snprintf(path, sizeof path, "%s/%s.log", logs, current->name);
        out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (out >= 0) {
            dup2(out, 2);
            close(out);
        }
    }
    out = open("/dev/null", O_WRONLY);
    dup2(out, 1);
    close(out);
    current->run();
}

static int is_wanted(const char *name, int argc, char **argv)
{
    int i;
    for (i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return 1;
    return argc < 2;
}

CRESCENDO_WEAK int main(int argc, char **argv)
{
    const char *file = getenv("CRESCENDO_RESULTS"), *why;
    FILE *to = file ? fopen(file, "w") : NULL;
    int passed = 0, failed = 0;
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (current = crescendo_tests; current->name; current++)
            puts(current->name);
        return 0;
    }
    for (current = crescendo_tests; current->name; current++) {
        if (!is_wanted(current->name, argc, argv))
            continue;
        why = crescendo_run(current->name, in_silence);
        *(why ? &failed : &passed) += 1;
        if (why && *why)
            fprintf(stderr, "%s: %s\n", current->name, why);
        if (why)
            printf("FAILED %s\n", current->name);
        if (to) {
            fprintf(to, "%s %s\n", current->name, why ? "failed" : "passed");
            fflush(to);
        }
    }
    printf("%d passed, %d failed\n", passed, failed);
    if (argc > 1 && passed + failed == 0) {
        fprintf(stderr, "no test has that name; --list shows them\n");
        return 2;
    }
    return failed ? 1 : 0;
}
