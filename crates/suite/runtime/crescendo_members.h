/* For tests in which a string is too long for an array inside of a larger object: nothing but the compiler knows where such an array
 * ends. String functions are replaced by ones that ask it (clang; other compilers do not tell without optimisation). */
#ifndef CRESCENDO_MEMBERS_H
#define CRESCENDO_MEMBERS_H

/* Sources may ask for this later, which is too late once these headers are read. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define CRESCENDO_UNUSED __attribute__((unused))

struct crescendo_place {
    const char *file;
    int line;
    size_t room;
};

CRESCENDO_UNUSED static void crescendo_fits(struct crescendo_place at, const char *name, size_t written)
{
    if (written <= at.room)
        return;
    fprintf(stderr, "%s:%d: runtime error: %s writes %zu bytes to an array of %zu: out of bounds\n", at.file, at.line, name,
            written, at.room);
    fflush(stderr);
    _exit(99);
}

CRESCENDO_UNUSED static char *crescendo_strcpy(struct crescendo_place at, char *to, const char *from)
{
    crescendo_fits(at, "strcpy", strlen(from) + 1);
    return strcpy(to, from);
}

CRESCENDO_UNUSED static char *crescendo_stpcpy(struct crescendo_place at, char *to, const char *from)
{
    crescendo_fits(at, "stpcpy", strlen(from) + 1);
    return stpcpy(to, from);
}

CRESCENDO_UNUSED static char *crescendo_strncpy(struct crescendo_place at, char *to, const char *from, size_t n)
{
    crescendo_fits(at, "strncpy", n);
    return strncpy(to, from, n);
}

CRESCENDO_UNUSED static char *crescendo_stpncpy(struct crescendo_place at, char *to, const char *from, size_t n)
{
    crescendo_fits(at, "stpncpy", n);
    return stpncpy(to, from, n);
}

CRESCENDO_UNUSED static char *crescendo_strcat(struct crescendo_place at, char *to, const char *from)
{
    crescendo_fits(at, "strcat", strlen(to) + strlen(from) + 1);
    return strcat(to, from);
}

CRESCENDO_UNUSED static char *crescendo_strncat(struct crescendo_place at, char *to, const char *from, size_t n)
{
    crescendo_fits(at, "strncat", strlen(to) + strnlen(from, n) + 1);
    return strncat(to, from, n);
}

CRESCENDO_UNUSED static char *crescendo_fgets(struct crescendo_place at, char *to, int n, FILE *from)
{
    char *read = fgets(to, n, from);
    if (read)
        crescendo_fits(at, "fgets", strlen(read) + 1);
    return read;
}

/* Text is measured first: nothing is written that does not fit. */
CRESCENDO_UNUSED static int crescendo_vsnprintf(struct crescendo_place at, char *to, size_t n, const char *format, va_list rest)
{
    va_list again;
    int length;
    va_copy(again, rest);
    length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length >= 0 && n > 0)
        crescendo_fits(at, "formatted output", (size_t)length < n ? (size_t)length + 1 : n);
    return vsnprintf(to, n, format, rest);
}

CRESCENDO_UNUSED static int crescendo_snprintf(struct crescendo_place at, char *to, size_t n, const char *format, ...)
{
    va_list rest;
    int length;
    va_start(rest, format);
    length = crescendo_vsnprintf(at, to, n, format, rest);
    va_end(rest);
    return length;
}

#undef strcpy
#undef stpcpy
#undef strncpy
#undef stpncpy
#undef strcat
#undef strncat
#undef fgets
#undef sprintf
#undef vsprintf
#undef snprintf
#undef vsnprintf
#define CRESCENDO_AT(to) ((struct crescendo_place){__FILE__, __LINE__, __builtin_object_size(to, 1)})
#define CRESCENDO_MOST ((size_t)1 << 30)
#define strcpy(to, from) crescendo_strcpy(CRESCENDO_AT(to), to, from)
#define stpcpy(to, from) crescendo_stpcpy(CRESCENDO_AT(to), to, from)
#define strncpy(to, from, n) crescendo_strncpy(CRESCENDO_AT(to), to, from, n)
#define stpncpy(to, from, n) crescendo_stpncpy(CRESCENDO_AT(to), to, from, n)
#define strcat(to, from) crescendo_strcat(CRESCENDO_AT(to), to, from)
#define strncat(to, from, n) crescendo_strncat(CRESCENDO_AT(to), to, from, n)
#define fgets(to, n, from) crescendo_fgets(CRESCENDO_AT(to), to, n, from)
#define sprintf(to, ...) crescendo_snprintf(CRESCENDO_AT(to), to, CRESCENDO_MOST, __VA_ARGS__)
#define vsprintf(to, format, rest) crescendo_vsnprintf(CRESCENDO_AT(to), to, CRESCENDO_MOST, format, rest)
#define snprintf(to, n, ...) crescendo_snprintf(CRESCENDO_AT(to), to, n, __VA_ARGS__)
#define vsnprintf(to, n, format, rest) crescendo_vsnprintf(CRESCENDO_AT(to), to, n, format, rest)

#endif
