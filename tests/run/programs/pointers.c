// Pointer arithmetic and comparison, pointers to pointers, to arrays, to members; casts; const; differences.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct s { char c; int v[3]; double d; };
static void swap(void *a, void *b, size_t n) { unsigned char *x = a, *y = b; while (n--) { unsigned char t = *x; *x++ = *y; *y++ = t; } }
static size_t len(char *const *list) { char *const *p = list; while (*p) p++; return (size_t)(p - list); }
static void append(char **cursor, const char *s) { while (*s) *(*cursor)++ = *s++; **cursor = 0; }

int main(void) {
    int v[10], *p = v, *end = v + 10;
    while (p != end) { *p = (int)(p - v) * 3; p++; }
    printf("%d %d %d %d\n", end[-1], *(end - 2), 3[v], (int)(end - p));
    printf("%d %d %d %d\n", v < end, &v[5] > &v[4], &v[3] == v + 3, p >= v);
    int m[3][4];
    for (int i = 0; i < 12; i++) (&m[0][0])[i] = i;
    int (*row)[4] = m;
    printf("%d %d %d\n", row[1][2], (*(row + 2))[3], *(*(m + 1) + 1));
    printf("%d %d\n", (int)((char *)(row + 1) - (char *)row), (int)(&m[2][0] - &m[0][0]));
    int (*whole)[3][4] = &m;
    printf("%d %zu %zu\n", (*whole)[2][1], sizeof *whole, sizeof **whole);
    struct s a = {'a', {1, 2, 3}, 4.5}, b = {'b', {5, 6, 7}, 8.5}, *ps[2] = {&a, &b}, **pp = ps;
    printf("%d %g %c\n", (*pp)->v[1], pp[1]->d, (**++pp).c);
    swap(&a, &b, sizeof a);
    printf("%c %d %g\n", a.c, a.v[2], b.d);
    int *inner = &a.v[1];
    inner[-1] = 50; inner[1] = 70;
    printf("%d %d\n", a.v[0], a.v[2]);
    char *list[] = {"one", "two", "three", NULL};
    printf("%zu %c %s\n", len(list), *list[1], list[2] + 2);
    char buf[32], *cur = buf;
    append(&cur, "abc"); append(&cur, "-"); append(&cur, "def");
    printf("%s %d\n", buf, (int)(cur - buf));
    uintptr_t u = (uintptr_t)&v[4];
    printf("%d %d\n", *(int *)u, (int)((u - (uintptr_t)v) / sizeof(int)));
    u &= ~(uintptr_t)3;
    printf("%d\n", *(int *)(u | 0));
    void *vp = v;
    printf("%d %d\n", ((int *)vp)[2], *(int *)((char *)vp + 12));
    const int *cp = v;
    int *const pc = v;
    *pc = 99;
    printf("%d\n", *cp);
    uint32_t word = 0x11223344;
    unsigned char *bytes = (unsigned char *)&word;
    printf("%x %x\n", bytes[0], bytes[3]);
    int *null = NULL;
    printf("%d %d %d\n", null == 0, !null, null != v);
    long diff = &v[2] - &v[7];
    printf("%ld\n", diff);
    char *s = "walk";
    while (*s) putchar(*s++);
    putchar('\n');
    int x = 5, *px = &x;
    (*px)++; ++*px;
    printf("%d %d\n", *px++ + 0, x);
    return 0;
}
