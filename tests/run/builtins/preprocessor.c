// The preprocessor: stringing, pasting, variadic macros, recursion guards, X macros, line control, conditionals.
#include <stdio.h>
#include <string.h>

#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define VALUE 42
#define LOG(fmt, ...) printf("[" fmt "]\n", ##__VA_ARGS__)
#define COUNT(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1)
#define COUNT_(a, b, c, d, e, n, ...) n
#define COLOURS X(RED, 10) X(GREEN, 20) X(BLUE, 30)
enum colour {
#define X(n, v) n = v,
    COLOURS
#undef X
};
static const char *name(enum colour c) {
    switch (c) {
#define X(n, v) case n: return #n;
        COLOURS
#undef X
    }
    return "?";
}
#define f(x) (x + f)
static int f = 5;

int main(void) {
    puts(STR(VALUE + "q\n"));
    puts(XSTR(VALUE));
    int XCAT(var, VALUE) = 7;
    printf("%d\n", var42);
    LOG("plain");
    LOG("%d-%s", 1, "two");
    printf("%d %d\n", COUNT(a), COUNT(a, b, c, d));
    printf("%s %s %d\n", name(GREEN), name(RED), BLUE);
    printf("%d\n", f(2));
#if VALUE > 40 && defined(STR) && !defined(NOPE)
    puts("yes");
#elif 1
    puts("no");
#else
#error never
#endif
#if (-1 > 0u) == 1 && 'A' == 65 && (1 ? 2 : 3) == 2
    puts("arith");
#endif
#line 1000 "renamed.c"
    printf("%d %s\n", __LINE__, __FILE__);
    printf("%d %d\n", __COUNTER__, __COUNTER__);
    printf("%ld %d\n", __STDC_VERSION__ > 201000L ? 1L : 0L, __STDC__);
#if __has_include(<stdio.h>) && !__has_include("no/such.h")
    puts("includes");
#endif
    _Pragma("GCC diagnostic push")
    puts("a" /* comment */ "b" // line
         "c");
    printf("%d\n", \
           3);
    return 0;
}
