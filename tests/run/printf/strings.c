// %s, %c, %p of NULL, %n, %m-free texts, positional arguments, return values.
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int main(void) {
    printf("[%s][%10s][%-10s][%.2s][%10.2s][%-10.2s][%.0s][%.10s]\n", "abc", "abc", "abc", "abc", "abc", "abc", "abc", "abc");
    printf("[%c][%3c][%-3c]\n", 'x', 'y', 'z');
    printf("[%*s][%-*s][%.*s][%*.*s]\n", 6, "ab", 6, "ab", 1, "ab", 6, 1, "ab");
    char raw[3] = {'r', 'a', 'w'};
    printf("[%.3s]\n", raw);
    int n1, n2;
    long n3;
    signed char n4;
    printf("12345%n678%n90%ln%hhn\n", &n1, &n2, &n3, &n4);
    printf("%d %d %ld %d\n", n1, n2, n3, n4);
    printf("[%2$s][%1$s][%2$s][%3$*4$d]\n", "one", "two", 7, 5);
    printf("[%2$d %1$s]\n", "text", 5);
    printf("[%ls][%lc]\n", L"wide", (wint_t)L'w');
    printf("[%p]\n", (void *)0);
    int r = printf("count\n");
    printf("%d\n", r);
    printf("%d\n", printf("%s", ""));
    char buf[16];
    r = snprintf(buf, sizeof buf, "%s-%d", "a long string that is cut", 5);
    printf("%d [%s]\n", r, buf);
    r = snprintf(buf, 1, "xyz");
    printf("%d [%s]\n", r, buf);
    r = snprintf(NULL, 0, "%d%s", 12345, "abc");
    printf("%d\n", r);
    r = sprintf(buf, "%s%c%d", "q", 0, 7);
    printf("%d %zu %c\n", r, strlen(buf), buf[2]);
    fprintf(stdout, "%s %%d %c\n", "literal", '%');
    fprintf(stderr, "%s %d\n", "err", 3);
    puts("puts");
    fputs("fputs\n", stdout);
    putc('p', stdout); fputc('c', stdout); putchar('\n');
    printf("%s", "no newline at end");
    return 0;
}
