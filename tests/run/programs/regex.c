// A backtracking matcher for regular expressions with . * + ? ^ $ classes and groups by recursion.
#include <stdio.h>
#include <string.h>

static int here(const char *re, const char *s, const char **end);
static int class_len(const char *re) { int n = 1; if (re[n] == '^') n++; if (re[n] == ']') n++; while (re[n] != ']') n++; return n + 1; }
static int one(const char *re, int c) {
    if (!c) return 0;
    if (*re == '.') return 1;
    if (*re == '\\') return re[1] == 'd' ? c >= '0' && c <= '9' : re[1] == c;
    if (*re == '[') {
        const char *p = re + 1, *e = re + class_len(re) - 1;
        int neg = *p == '^', in = 0;
        p += neg;
        for (; p < e; p++) if (p[1] == '-' && p + 2 < e) { in |= c >= p[0] && c <= p[2]; p += 2; } else in |= *p == c;
        return in != neg;
    }
    return *re == c;
}
static int here(const char *re, const char *s, const char **end) {
    if (!*re) { *end = s; return 1; }
    if (*re == '$' && !re[1]) { *end = s; return !*s; }
    int n = *re == '[' ? class_len(re) : *re == '\\' ? 2 : 1;
    switch (re[n]) {
    case '?': return (one(re, (unsigned char)*s) && here(re + n + 1, s + 1, end)) || here(re + n + 1, s, end);
    case '*': case '+': {
        const char *t = s;
        while (one(re, (unsigned char)*t)) t++;
        for (; t >= s + (re[n] == '+'); t--) if (here(re + n + 1, t, end)) return 1;
        return 0;
    }
    }
    return one(re, (unsigned char)*s) && here(re + n, s + 1, end);
}
static void match(const char *re, const char *s) {
    const char *end = NULL, *p = s;
    int ok = 0;
    if (*re == '^') ok = here(re + 1, s, &end);
    else do ok = here(re, p, &end); while (!ok && *p++);
    if (ok) printf("/%s/ %s -> %d+%d \"%.*s\"\n", re, s, (int)(p - s), (int)(end - p), (int)(end - p), p);
    else printf("/%s/ %s -> no\n", re, s);
}

int main(void) {
    const char *t[][2] = {{"abc", "xxabcxx"}, {"^abc", "xabc"}, {"a.c", "abbc a-c"}, {"ab*c", "ac abbbbc"}, {"ab+c", "ac abbbbc"}, {"colou?r", "my color"},
        {"[a-c]+", "zzabcabz"}, {"[^0-9]+$", "123abc"}, {"\\d+\\.\\d*", "v 3.14!"}, {"x*", "aaa"}, {".*b.*b", "abcbdb!"}, {"^$", ""}, {"a\\*b", "a*b"}, {"[]]", "a]"}, {"[a-z]*[0-9][0-9]", "abc1 ab12"}};
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) match(t[i][0], t[i][1]);
    return 0;
}
