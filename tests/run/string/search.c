// string.h: searching, spans, tokens.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

static const char *base;
static int at(const void *p) { return p ? (int)((const char *)p - base) : -1; }

int main(void) {
    const char *s = base = "the cat sat on the mat";
    printf("%d %d %d %d\n", at(strchr(s, 't')), at(strrchr(s, 't')), at(strchr(s, 'z')), at(strchr(s, '\0')));
    printf("%d %d %d %d\n", at(strstr(s, "at")), at(strstr(s, "the m")), at(strstr(s, "dog")), at(strstr(s, "")));
    printf("%d %d\n", at(strcasestr(s, "SAT")), at(memmem(s, 22, "on", 2)));
    printf("%d %d %d\n", at(memchr(s, 'c', 10)), at(memchr(s, 'm', 10)), at(memrchr(s, 't', 22)));
    printf("%zu %zu %zu %zu\n", strspn(s, "eht"), strcspn(s, "ac"), strspn(s, "xyz"), strcspn(s, "xyz"));
    printf("%d %d\n", at(strpbrk(s, "nm")), at(strpbrk(s, "xyz")));
    printf("%d %d\n", at(strchrnul(s, 'o')), at(strchrnul(s, 'Q')));
    printf("%d\n", at(rawmemchr(s, 'o')));
    char line[] = "a,b;;c,,d";
    for (char *t = strtok(line, ",;"); t; t = strtok(NULL, ",;")) printf("[%s]", t);
    putchar('\n');
    char one[] = "x y", two[] = "1-2-3", *s1, *s2;
    char *p = strtok_r(one, " ", &s1), *q = strtok_r(two, "-", &s2);
    while (p || q) {
        printf("<%s %s>", p ? p : "", q ? q : "");
        if (p) p = strtok_r(NULL, " ", &s1);
        if (q) q = strtok_r(NULL, "-", &s2);
    }
    putchar('\n');
    char sep[] = "a,,b,", *r = sep;
    for (char *t; (t = strsep(&r, ","));) printf("(%s)", t);
    putchar('\n');
    char only[] = ";;;";
    printf("%d\n", strtok(only, ";") == NULL);
    printf("%s %s\n", basename("/usr/lib/file.c"), basename("plain"));
    return 0;
}
