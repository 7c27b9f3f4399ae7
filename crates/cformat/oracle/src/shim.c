/* What Rust cannot call by itself: variadic functions with arguments chosen at run time, and long double.
   x86-64 System V only: a va_list is made by hand, with every argument on the "stack". */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct va_layout {
    unsigned gp_offset, fp_offset;
    const void *overflow_area, *save_area;
};

static void fill(va_list list, const void *slots)
{
    struct va_layout layout = {48, 176, slots, NULL};
    memcpy(list, &layout, sizeof layout);
}

int oracle_snprintf(char *out, size_t size, const char *format, const void *slots, int *error)
{
    va_list list;
    fill(list, slots);
    errno = *error;
    int result = vsnprintf(out, size, format, list);
    *error = errno;
    return result;
}

int oracle_sscanf(const char *input, const char *format, const void *slots, int *error)
{
    va_list list;
    fill(list, slots);
    errno = *error;
    int result = vsscanf(input, format, list);
    *error = errno;
    return result;
}

size_t oracle_strtof(const char *text, float *value, int *error)
{
    char *end;
    errno = 0;
    *value = strtof(text, &end);
    *error = errno;
    return end - text;
}

size_t oracle_strtod(const char *text, double *value, int *error)
{
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    *error = errno;
    return end - text;
}

size_t oracle_strtold(const char *text, long double *value, int *error)
{
    char *end;
    errno = 0;
    long double result = strtold(text, &end);
    memset(value, 0, sizeof *value);
    memcpy(value, &result, 10);
    *error = errno;
    return end - text;
}

size_t oracle_strtof128(const char *text, _Float128 *value, int *error)
{
    char *end;
    errno = 0;
    *value = strtof128(text, &end);
    *error = errno;
    return end - text;
}

int oracle_strfromf128(char *out, size_t size, const char *format, const _Float128 *value)
{
    return strfromf128(out, size, format, *value);
}

void oracle_double_to_long_double(const double *from, long double *to)
{
    long double result = *from;
    memset(to, 0, sizeof *to);
    memcpy(to, &result, 10);
}

double oracle_long_double_to_double(const long double *from)
{
    return *from;
}

int oracle_errno(void)
{
    return errno;
}

void oracle_clear_errno(void)
{
    errno = 0;
}
