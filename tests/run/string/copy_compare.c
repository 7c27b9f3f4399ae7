// string.h: copying, concatenation, comparison, lengths.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sgn(int v) { return (v > 0) - (v < 0); }
static void dump(const char *s, int n) { for (int i = 0; i < n; i++) putchar(s[i] ? s[i] : '.'); putchar('\n'); }

int main(void) {
    char b[24];
    memset(b, '#', sizeof b);
    printf("%d ", (int)(strcpy(b, "hello") - b)); dump(b, 10);
    printf("%d ", (int)(stpcpy(b, "stp") - b)); dump(b, 10);
    memset(b, '#', sizeof b); strncpy(b, "abc", 6); dump(b, 10);
    memset(b, '#', sizeof b); strncpy(b, "abcdefgh", 4); dump(b, 10);
    strcpy(b, "one"); strcat(b, "+two"); dump(b, 10);
    strncat(b, "threefour", 5); dump(b, 16);
    memset(b, 'x', 5); memcpy(b + 5, "12345", 6); dump(b, 12);
    memmove(b + 2, b, 8); dump(b, 12);
    memmove(b, b + 3, 7); dump(b, 12);
    printf("%d ", (int)((char *)mempcpy(b, "zz", 2) - b)); dump(b, 6);
    printf("%d ", (char *)memccpy(b, "stop here", 'p', 24) - b == 4); dump(b, 6);
    printf("%d %d %d %d %d\n", sgn(strcmp("a", "b")), sgn(strcmp("b", "a")), strcmp("same", "same"), sgn(strcmp("ab", "abc")), sgn(strcmp("\xff", "a")));
    printf("%d %d %d\n", strncmp("abcX", "abcY", 3), sgn(strncmp("abcX", "abcY", 4)), strncmp("x", "y", 0));
    printf("%d %d %d\n", sgn(memcmp("a\0b", "a\0c", 3)), memcmp("abc", "abd", 2), sgn(memcmp("\x80", "\x7f", 1)));
    printf("%d %d %d\n", strcasecmp("HeLLo", "hEllO"), sgn(strcasecmp("a", "B")), strncasecmp("ABCx", "abcy", 3));
    printf("%zu %zu %zu\n", strlen(""), strnlen("abcdef", 3), strnlen("ab", 9));
    printf("%d\n", sgn(strcoll("abc", "abd")));
    char x[16];
    size_t n = strxfrm(x, "xfrm", sizeof x);
    printf("%zu %s\n", n, x);
    char *d = strdup("duplicate"), *e = strndup("duplicate", 3);
    printf("%s %s\n", d, e);
    free(d); free(e);
    bzero(b, 4); dump(b, 6);
    bcopy("bc", b, 2); dump(b, 6);
    printf("%d\n", bcmp("a", "b", 1) != 0);
    explicit_bzero(b, 2); dump(b, 3);
    printf("%d\n", sgn(strverscmp("file10", "file9")));
    return 0;
}
