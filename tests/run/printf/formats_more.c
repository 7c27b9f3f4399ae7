// The corners of printf: %n, positions, * with negative values, truncation, NULL strings, wide characters, returns.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static int through(char *to, size_t n, const char *format, ...) {
    va_list ap, again;
    va_start(ap, format);
    va_copy(again, ap);
    int r = vsnprintf(to, n, format, ap), s = vprintf(format, again);
    va_end(again);
    va_end(ap);
    return r == s ? r : -1000;
}

int main(void) {
    char b[200];
    int n1 = -1; short n2 = -1; signed char n3 = -1; long n4 = -1; long long n5 = -1; size_t n6 = 9; intmax_t n7 = -1;
    printf("abc%n d%hne%hhnf%lng%lln%zn%jn\n", &n1, &n2, &n3, &n4, &n5, &n6, &n7);
    printf("%d %d %d %ld %lld %zu %jd\n", n1, n2, n3, n4, n5, n6, n7);
    printf("%2$s %1$d %3$*4$d|%2$.3s\n", 7, "second", 42, 6);
    printf("[%*d] [%-*d] [%.*f] [%*.*s]\n", -6, 5, 6, 5, -1, 2.5, 8, 3, "abcdef");
    printf("[%s] [%.3s] [%.10s] [%8s]\n", (char *)NULL, (char *)NULL, (char *)NULL, (char *)NULL);
    printf("[%.0s] [%5.1s] [%-5s] [%c%c]\n", "zero", "one", "two", 'x', 0);
    printf("%p %p\n", NULL, (void *)0x1234);
    printf("[%%] [%-5d] [%05d] [%+d] [% d] [%#x] [%#o] [%x]\n", 1, 2, 3, 4, 255, 8, -1);
    printf("%hhd %hd %d %ld %lld %jd %zd %td\n", 300, 70000, INT_MIN, LONG_MIN, LLONG_MAX, INTMAX_MIN, (size_t)-1, (ptrdiff_t)-5);
    printf("%Lf %Le %Lg %La\n", 1.5L, 1e100L, 0.1L, 3.0L);
    printf("[%ls] [%.3ls] [%lc] [%8ls]\n", L"wide", L"cut off", L'w', L"pad");
    printf("%d %d %d\n", snprintf(NULL, 0, "%d", 12345), snprintf(b, 3, "%s", "long"), snprintf(b + 50, 1, "x"));
    printf("[%s] [%s]\n", b, b + 50);
    printf("%d [%s]\n", sprintf(b, "%s-%05.1f-%c", "mix", 3.14159, 'z'), b);
    char *p = NULL;
    printf("%d ", asprintf(&p, "%s %d", "allocated", 99));
    printf("%s %zu\n", p, strlen(p));
    free(p);
    printf(" %d\n", through(b, sizeof b, "%d %s %5.2f %lld %c %Lf %d %d %d %d %g %g %g %g %g %g %g %g %s", 1, "two", 3.0, 4LL, '5', 6.0L, 7, 8, 9,
                            10, 1., 2., 3., 4., 5., 6., 7., 8., "last"));
    puts(b);
    errno = ENOENT;
    printf("%m %d\n", errno);
    errno = 0;
    int r = snprintf(b, sizeof b, "%lc", (wint_t)0x20ac);
    printf("%d %d\n", r, errno == EILSEQ);
    errno = 0;
    r = snprintf(b, 10, "%2147483647d%d", 1, 2);
    printf("%d %d\n", r, errno == EOVERFLOW);
    printf("%s|%10.4s|%-10s|\n", "a", "bcdefg", "h");
    fprintf(stderr, "%s %d\n", "to stderr", 3);
    fflush(stdout);
    r = dprintf(1, "direct %s %x\n", "write", 0xbeef);
    printf("%d %d\n", r, printf(""));
    printf("%d %d %d\n", puts("puts"), putchar('c'), fputs("", stdout) >= 0);
    return 0;
}
