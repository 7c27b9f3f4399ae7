// String functions implemented locally, number formatting and parsing, a small tokeniser.
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "check.h"

static size_t len(const char *s) { const char *p = s; while (*p) p++; return (size_t)(p - s); }
static int cmp(const char *a, const char *b) { while (*a && *a == *b) { a++; b++; } return (unsigned char)*a - (unsigned char)*b; }
static char *copy(char *d, const char *s) { char *r = d; while ((*d++ = *s++)) ; return r; }
static const char *find(const char *h, const char *n) { for (; *h; h++) { const char *a = h, *b = n; while (*b && *a == *b) { a++; b++; } if (!*b) return h; } return 0; }
static void rev(char *s) { for (char *e = s + len(s); s < e && s < --e; s++) { char t = *s; *s = *e; *e = t; } }
static char *fmt(char *to, const char *f, ...) {
    va_list ap;
    char *r = to;
    va_start(ap, f);
    for (; *f; f++) {
        if (*f != '%') { *to++ = *f; continue; }
        switch (*++f) {
        case 'd': { int v = va_arg(ap, int); unsigned u = v < 0 ? 0u - (unsigned)v : (unsigned)v; char t[12]; int n = 0; do t[n++] = (char)('0' + u % 10); while (u /= 10); if (v < 0) *to++ = '-'; while (n) *to++ = t[--n]; break; }
        case 'x': { unsigned u = va_arg(ap, unsigned); for (int s = 28; s >= 0; s -= 4) *to++ = "0123456789abcdef"[u >> s & 15]; break; }
        case 'q': { unsigned long long u = va_arg(ap, unsigned long long); char t[24]; int n = 0; do t[n++] = (char)('0' + (int)(u % 10)); while (u /= 10); while (n) *to++ = t[--n]; break; }
        case 's': { const char *s = va_arg(ap, const char *); while (*s) *to++ = *s++; break; }
        case 'c': *to++ = (char)va_arg(ap, int); break;
        }
    }
    va_end(ap);
    *to = 0;
    return r;
}
static long parse(const char *s, const char **end) {
    long v = 0, sign = 1;
    while (*s == ' ') s++;
    if (*s == '-') { sign = -1; s++; }
    while (*s >= '0' && *s <= '9') v = v * 10 + (*s++ - '0');
    *end = s;
    return sign * v;
}
static const char *const names[] = {"zero", "one", "two", "three"};

int main(void) {
    char b[64], c[64];
    CHECK(len("") == 0 && len("twelve bytes") == 12);
    CHECK(cmp("abc", "abc") == 0 && cmp("abc", "abd") < 0 && cmp("b", "abc") > 0 && cmp("\xff", "a") > 0);
    CHECK(copy(b, "hello") == b && len(b) == 5 && cmp(b, "hello") == 0);
    const char *h = "find the needle here";
    CHECK(find(h, "needle") == h + 9 && find(h, "nothing") == 0 && find(h, "") == h);
    rev(b);
    CHECK(cmp(b, "olleh") == 0);
    CHECK(cmp(fmt(b, "%d %s %x %c", -2147483647 - 1, "str", 0xbeefu, '!'), "-2147483648 str 0000beef !") == 0);
    CHECK(cmp(fmt(b, "%q|%d|%q", 18446744073709551615ull, 7, 1ull), "18446744073709551615|7|1") == 0);
    const char *end;
    CHECK(parse("  -123abc", &end) == -123 && *end == 'a');
    long sum = 0;
    for (const char *p = "10 20 30 -5"; *p;) sum += parse(p, &p);
    CHECK(sum == 55);
    unsigned hash = 5381;
    for (int i = 0; i < 4; i++) for (const char *p = names[i]; *p; p++) hash = hash * 33 + (unsigned char)*p;
    CHECK(hash == 3249857497u);
    CHECK(names[2][1] == 'w' && *names[3] == 't' && sizeof names / sizeof *names == 4);
    copy(c, "a,bb,ccc");
    int fields = 0;
    size_t total = 0;
    for (char *p = c, *q = c;; q++) if (*q == ',' || !*q) { int last = !*q; *q = 0; total += len(p); fields++; p = q + 1; if (last) break; }
    CHECK(fields == 3 && total == 6);
    char low[] = "MiXeD";
    for (char *p = low; *p; p++) if (*p >= 'A' && *p <= 'Z') *p = (char)(*p + 32);
    CHECK(cmp(low, "mixed") == 0);
    return 0;
}
