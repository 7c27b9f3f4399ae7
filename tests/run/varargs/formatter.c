// A small printf of its own on top of va_arg: the way embedded code does it.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

static char out[200];
static unsigned pos;
static void put(char c) { if (pos < sizeof out - 1) out[pos++] = c; }
static void number(uint64_t v, unsigned base, int neg, int width, char pad) {
    char t[24];
    int n = 0;
    do t[n++] = "0123456789abcdef"[v % base]; while (v /= base);
    if (neg) t[n++] = '-';
    while (width-- > n) put(pad);
    while (n) put(t[--n]);
}
static unsigned format(const char *f, ...) {
    va_list ap;
    pos = 0;
    va_start(ap, f);
    for (; *f; f++) {
        if (*f != '%') { put(*f); continue; }
        char pad = ' ';
        int width = 0, longs = 0;
        if (*++f == '0') { pad = '0'; f++; }
        if (*f == '*') { width = va_arg(ap, int); f++; }
        while (*f >= '0' && *f <= '9') width = width * 10 + *f++ - '0';
        while (*f == 'l') { longs++; f++; }
        switch (*f) {
        case 'd': { int64_t v = longs ? va_arg(ap, long) : va_arg(ap, int); number(v < 0 ? -(uint64_t)v : (uint64_t)v, 10, v < 0, width, pad); break; }
        case 'u': number(longs ? va_arg(ap, unsigned long) : va_arg(ap, unsigned), 10, 0, width, pad); break;
        case 'x': number(longs ? va_arg(ap, unsigned long) : va_arg(ap, unsigned), 16, 0, width, pad); break;
        case 'c': put((char)va_arg(ap, int)); break;
        case 's': { const char *s = va_arg(ap, const char *); while (*s) put(*s++); break; }
        case '%': put('%'); break;
        }
    }
    va_end(ap);
    out[pos] = '\0';
    return pos;
}

int main(void) {
    unsigned n = format("%d|%5d|%05d|%x|%08lx|%c|%s|%%|%u|%*d", -42, 17, -17, 0xbeef, 0x123456789L, 'Q', "str", 4000000000u, 7, 99);
    printf("%u %s\n", n, out);
    n = format("%ld %lu %d%d%d%d%d%d", INT64_MIN, UINT64_MAX, 1, 2, 3, 4, 5, 6);
    printf("%u %s\n", n, out);
    return 0;
}
