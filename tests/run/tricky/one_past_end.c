// Pointers one past the end are formed, compared, subtracted and passed with length zero, never read.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sum(const int *b, const int *e) { int s = 0; for (; b < e; b++) s += *b; return s; }
static void reverse(char *b, char *e) { while (b < e && b < --e) { char t = *b; *b++ = *e; *e = t; } }

int main(void) {
    int v[4] = {1, 2, 3, 4}, *h = malloc(4 * sizeof *h);
    memcpy(h, v, sizeof v);
    printf("%d %d\n", sum(v, v + 4), sum(h, h + 4));
    printf("%d\n", sum(v + 4, v + 4));
    memcpy(v + 4, h + 4, 0);
    memmove(h + 4, v, 0);
    memset(h + 4, 1, 0);
    printf("%d %d\n", memcmp(v + 4, h, 0), (int)((h + 4) - h));
    char s[] = "reverse";
    reverse(s, s + 7);
    reverse(s + 8, s + 8);
    puts(s);
    fwrite(s + 8, 1, 0, stdout);
    int (*row)[4] = &v, (*end)[4] = &v + 1;
    printf("%d\n", (int)(end - row));
    struct { int a; int b; } x = {1, 2}, *px = &x + 1;
    printf("%d %d\n", px[-1].b, px > &x);
    int one = 9, *p1 = &one + 1;
    printf("%d\n", p1[-1]);
    free(h);
    return 0;
}
