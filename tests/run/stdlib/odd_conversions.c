// The smaller conversions of stdlib.h and uchar.h: strfromd, gcvt, a64l, getsubopt, rpmatch, hsearch_r.
#define _GNU_SOURCE
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wctype.h>

int main(void) {
    char b[64];
    printf("%d ", strfromd(b, sizeof b, "%.3f", 3.14159));
    printf("%s ", b);
    printf("%d ", strfromd(b, 4, "%g", 1234567.0));
    printf("%s ", b);
    printf("%d ", strfromf(b, sizeof b, "%a", 0.5f));
    printf("%s ", b);
    printf("%d ", strfroml(b, sizeof b, "%.10e", 1.5L));
    puts(b);
    double v[] = {0, 123.456, -0.001234, 1e20, 0.1};
    for (int i = 0; i < 5; i++)
        for (int n = 1; n < 20; n += 6) printf("%s ", gcvt(v[i], n, b));
    putchar('\n');
    printf("%ld %ld %ld %s ", a64l("./09AZaz"), a64l("zz"), a64l(""), l64a(1234567));
    printf("%s [%s]\n", l64a(-1), l64a(0));
    char o[] = "ro,size=10,bogus=3,name", *sub = o, *val;
    char *const names[] = {"ro", "size", "name", NULL};
    while (*sub) {
        val = NULL;
        int k = getsubopt(&sub, names, &val);
        printf("%d:%s ", k, val ? val : "-");
    }
    printf("\n%d %d %d %d\n", rpmatch("yes"), rpmatch("No"), rpmatch("?"), SIGRTMAX - SIGRTMIN);
    struct hsearch_data t, u;
    memset(&t, 0, sizeof t);
    memset(&u, 0, sizeof u);
    ENTRY e = {"key", "one"}, *r;
    printf("%d %d ", hcreate_r(3, &t), hcreate_r(3, &u));
    printf("%d ", hsearch_r(e, ENTER, &r, &t));
    e.data = "two";
    printf("%d ", hsearch_r(e, FIND, &r, &t));
    printf("%s %d\n", (char *)r->data, hsearch_r(e, FIND, &r, &u));
    hdestroy_r(&t);
    hdestroy_r(&u);
    char32_t c32 = 0;
    char16_t c16 = 0;
    mbstate_t st;
    memset(&st, 0, sizeof st);
    printf("%zu %d ", mbrtoc32(&c32, "A", 1, &st), (int)c32);
    printf("%zu %d ", mbrtoc16(&c16, "B", 1, &st), (int)c16);
    printf("%zu %c ", c32rtomb(b, U'C', &st), b[0]);
    printf("%zu %d\n", c16rtomb(b, u'D', &st), iswalpha(L'x') != 0);
    return 0;
}
