/* Stubs that are given a va_list: only the compiler knows the tag of what it points to. */
#include <stdarg.h>
#include <stdio.h>

int show(char *to, unsigned long size, const char *format, va_list rest);

int text(char *to, unsigned long size, const char *format, va_list rest)
{
    return vsnprintf(to, size, format, rest);
}

/* A function of the file, which tests replace. */
int put(char *to, const char *format, ...)
{
    va_list rest;
    int len;
    va_start(rest, format);
    len = text(to, 8, format, rest);
    va_end(rest);
    if (len == -1)
        return -1;
    if (len == -2)
        return -2;
    return len > 100;
}

/* One that nobody defines. */
int put_elsewhere(char *to, const char *format, ...)
{
    va_list rest;
    int len;
    va_start(rest, format);
    len = show(to, 8, format, rest);
    va_end(rest);
    return len < 0 ? -1 : 0;
}

/* A pointer to such a function. */
int put_by(int (*by)(const char *format, va_list rest), const char *format, ...)
{
    va_list rest;
    int len;
    va_start(rest, format);
    len = by(format, rest);
    va_end(rest);
    return len == 3;
}
