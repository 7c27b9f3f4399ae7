// The GNU and BSD parts of string.h and strings.h.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
// After string.h, whose basename is the other one.
#include <libgen.h>
#undef basename

static int sign(int x) { return (x > 0) - (x < 0); }

static void versions(void) {
    static const char *v[] = {"000", "00", "01", "010", "09", "0", "1", "9", "10", "abc", "a1", "a01", "a010", "a10",
                              "file-1.2.3", "file-1.2.10", "file-1.10", "", "1.0", "1.00", "1.001", "1a", "1-2"};
    int n = sizeof v / sizeof *v;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) printf("%c", "<=>"[sign(strverscmp(v[i], v[j])) + 1]);
        putchar('\n');
    }
}

static void copies(void) {
    char b[32];
    memset(b, '.', sizeof b);
    char *e = mempcpy(b, "hello", 5);
    printf("%d ", (int)(e - b));
    e = memccpy(b, "stop|here", '|', 9);
    printf("%d %.5s ", (int)(e - b), b);
    printf("%d ", memccpy(b, "nothing", '|', 7) == NULL);
    e = stpcpy(b, "stp");
    printf("%d %s ", (int)(e - b), b);
    memset(b, '.', sizeof b);
    e = stpncpy(b, "ab", 5);
    printf("%d %d%d%d%c ", (int)(e - b), b[2], b[3], b[4], b[5]);
    e = stpncpy(b, "abcdefgh", 4);
    printf("%d %.6s\n", (int)(e - b), b);
    char *d = strndup("duplicate", 3), *f = strdup("");
    printf("%s [%s] %zu %zu\n", d, f, strnlen("abcdef", 3), strnlen("ab", 9));
    free(d);
    free(f);
    char m[] = "overlap";
    bcopy(m, m + 2, 5);
    printf("%s ", m);
    bzero(m + 1, 2);
    printf("%d%d ", m[1], m[2]);
    explicit_bzero(m, sizeof m);
    printf("%d ", m[3]);
    char w[8] = {0};
    swab("badcfe", w, 6);
    printf("%s ", w);
    memfrob(w, 6);
    memfrob(w, 6);
    puts(w);
}

static void searches(void) {
    const char *s = "a/b/c:d";
    printf("%s %s %s ", strchrnul(s, ':'), strchrnul(s, '!'), (char *)rawmemchr(s, 'c'));
    printf("%s %s ", (char *)memrchr(s, '/', 7), index(s, 'b'));
    printf("%s %d\n", rindex(s, '/'), memrchr(s, 'z', 7) == NULL);
    printf("%s %d ", strcasestr("Find The Needle", "NEEDLE"), strcasestr("abc", "abcd") == NULL);
    printf("%s ", (char *)memmem("haystack", 9, "sta", 3));
    printf("%d %d\n", memmem("abc", 3, "abcd", 4) == NULL, memmem("abc", 3, "", 0) != NULL);
    printf("%s %s %s\n", strstr("aaaaab", "aab"), strstr("x", ""), strstr("abababac", "ababac"));
    printf("%d %d %d %d\n", sign(strcasecmp("HeLLo", "hEllO")), sign(strcasecmp("a", "B")), sign(strncasecmp("ABCx", "abcY", 3)),
           sign(strcoll("a", "b")));
    char x[8];
    printf("%zu %s ", strxfrm(x, "trans", sizeof x), x);
    printf("%d %d %d %d ", ffs(0), ffs(8), ffsl(1L << 40), ffsll(1LL << 62));
    printf("%s [%s] %s\n", basename("/usr/lib/x.so"), basename("dir/"), basename("plain"));
    static const char *paths[] = {"/usr/lib", "/usr/", "usr", "/", ".", "..", "//a", "a//b///", "///"};
    for (int i = 0; i < 9; i++) {
        char p[20], q[20];
        strcpy(p, paths[i]);
        strcpy(q, paths[i]);
        printf("%s>%s,%s ", paths[i], dirname(p), __xpg_basename(q));
    }
    putchar('\n');
}

static void tokens(void) {
    char b[] = ",,one,two;;three,", *save, *t;
    for (t = strtok_r(b, ",;", &save); t; t = strtok_r(NULL, ",;", &save)) printf("<%s>", t);
    char c[] = "a::b:", *p = c;
    while ((t = strsep(&p, ":"))) printf("[%s]", t);
    char d[] = "x y", e[] = "";
    printf("(%s)", strtok(d, " "));
    printf("(%s)", strtok(NULL, " "));
    printf("%d%d%d\n", strtok(NULL, " ") == NULL, strtok(NULL, " ") == NULL, strtok(e, " ") == NULL);
}

static void messages(void) {
    char b[64];
    printf("%s|%s|%s\n", strerror(0), strerror(ENOENT), strerror(9999));
    printf("%s|", strerror_r(ERANGE, b, sizeof b));
    printf("%s|", strerror_r(-5, b, sizeof b));
    printf("%d %d|", strerror(EPERM) == strerror(EPERM), strlen(strerror_r(4242, b, 8)) < 8);
    printf("%s|%s|%s|%s\n", strsignal(11), strsignal(99), strerrorname_np(EINVAL), sigabbrev_np(6));
}

int main(void) {
    versions();
    copies();
    searches();
    tokens();
    messages();
    return 0;
}
