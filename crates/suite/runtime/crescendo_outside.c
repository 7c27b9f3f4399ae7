/* The environment, the time, memory and failing calls for tests. Calls of the library are led to the functions here and in the
 * other files of the outside where a test answers for them (CRESCENDO_REDIRECT); they do what the library does unless the test says
 * otherwise.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "crescendo_outside.h"

struct call {
    struct call *next;
    const char *function;
    int number;
    int error;
};

static struct call *failures, *counts;
/* The last failure that was told. */
static const struct call *failing;

void *crescendo_need(void *p)
{
    if (!p) {
        fputs("out of memory\n", stderr);
        _exit(2);
    }
    return p;
}

void crescendo_set_variable(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

void crescendo_fails(const char *function, int call)
{
    crescendo_fails_with(function, call, 0);
}

void crescendo_fails_with(const char *function, int call, int error)
{
    struct call *c = crescendo_need(malloc(sizeof *c));
    c->function = function;
    c->number = call;
    c->error = error;
    c->next = failures;
    failures = c;
}

/* Counts a call; whether it fails. */
int crescendo_is_failing(const char *function)
{
    struct call *c = counts;
    int number;
    while (c && strcmp(c->function, function) != 0)
        c = c->next;
    if (!c) {
        c = crescendo_need(calloc(1, sizeof *c));
        c->function = function;
        c->next = counts;
        counts = c;
    }
    number = ++c->number;
    for (c = failures; c; c = c->next)
        if (c->number == number && strcmp(c->function, function) == 0) {
            failing = c;
            return 1;
        }
    return 0;
}

/* Says why the call fails. */
void crescendo_set_cause(int usual)
{
    errno = failing->error ? failing->error : usual;
}

/* ---- numbers */

time_t crescendo_time(time_t *to);
time_t crescendo_time(time_t *to)
{
    time_t now = crescendo_has_result("time") ? (time_t)crescendo_result_int("time") : time(NULL);
    if (to)
        *to = now;
    return now;
}

clock_t crescendo_clock(void);
clock_t crescendo_clock(void)
{
    return crescendo_has_result("clock") ? (clock_t)crescendo_result_int("clock") : clock();
}

int crescendo_rand(void);
int crescendo_rand(void)
{
    return crescendo_has_result("rand") ? (int)crescendo_result_int("rand") : rand();
}

long crescendo_random(void);
long crescendo_random(void)
{
    return crescendo_has_result("random") ? (long)crescendo_result_int("random") : random();
}

/* ---- memory: zero where nobody wrote, as it was when the tests were found */

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define MEMORY_IS_WATCHED 1
#endif
#endif

extern int __sanitizer_get_ownership(const volatile void *p) __attribute__((weak));

static void *zeroed_malloc(size_t size)
{
#ifdef MEMORY_IS_WATCHED
    return malloc(size);
#else
    void *p = malloc(size);
    /* All there is, so that it is zero when the block grows. */
    if (p)
        memset(p, 0, malloc_usable_size(p));
    return p;
#endif
}

static void *zeroed_realloc(void *old, size_t size)
{
#ifdef MEMORY_IS_WATCHED
    return realloc(old, size);
#else
    size_t had, has;
    char *p;
    /* What is not the allocator's is for the sanitizer to tell. */
    if (old && __sanitizer_get_ownership && !__sanitizer_get_ownership(old))
        return realloc(old, size);
    had = old ? malloc_usable_size(old) : 0;
    if (old && size && size < had)
        memset((char *)old + size, 0, had - size);
    p = realloc(old, size);
    has = p ? malloc_usable_size(p) : 0;
    if (has > had)
        memset(p + had, 0, has - had);
    return p;
#endif
}

/* Objects at certain addresses are freed and grow like others. */
static void *other_realloc(void *old, size_t size)
{
    crescendo_size had = crescendo_release(old);
    char *p;
    if (!had)
        return zeroed_realloc(old, size);
    had--;
    p = zeroed_malloc(size);
    if (p)
        memcpy(p, old, had < size ? had : size);
    crescendo_forget(old, had);
    return p;
}

void crescendo_free(void *old);
void crescendo_free(void *old)
{
    crescendo_size had = crescendo_release(old);
    if (had)
        crescendo_forget(old, had - 1);
    else
        free(old);
}

#define ALLOCATOR(name, parameters, call) \
    void *crescendo_##name parameters; \
    void *crescendo_##name parameters \
    { \
        if (crescendo_is_failing(#name)) { \
            errno = ENOMEM; \
            return NULL; \
        } \
        return call; \
    }

ALLOCATOR(malloc, (size_t size), zeroed_malloc(size))
ALLOCATOR(calloc, (size_t count, size_t size), calloc(count, size))
ALLOCATOR(realloc, (void *old, size_t size), other_realloc(old, size))
ALLOCATOR(strdup, (const char *text), strdup(text))
ALLOCATOR(strndup, (const char *text, size_t most), strndup(text, most))
