// Other builtins: expect, constant_p, object_size, types_compatible, choose_expr, offsetof, prefetch, assume, memory, strings.
#include <stdio.h>
#include <string.h>

static int classify(int v) { if (__builtin_expect(v > 100, 0)) return 1; if (__builtin_expect_with_probability(v < 0, 1, 0.9)) return 2; return 3; }
struct s { char a; int b[4]; };

int main(void) {
    printf("%d %d %d\n", classify(200), classify(-1), classify(5));
    printf("%d %d\n", __builtin_constant_p(3 + 4), __builtin_constant_p("lit"));
    char buf[20];
    struct s st;
    printf("%zu %zu %zu\n", __builtin_object_size(buf, 0), __builtin_object_size(buf + 5, 0), __builtin_object_size(&st.b[1], 1));
    printf("%d %d\n", __builtin_types_compatible_p(int, signed), __builtin_types_compatible_p(char *, const char *));
    printf("%d\n", (int)sizeof(__builtin_choose_expr(1, (char)0, 5.0)));
    printf("%zu\n", __builtin_offsetof(struct s, b[2]));
    __builtin_prefetch(buf, 1, 3);
    int x = 8;
    __builtin_assume(x > 0);
    printf("%d\n", x);
    __builtin_memset(buf, 'a', 10);
    __builtin_memcpy(buf + 2, "zz", 2);
    __builtin_memmove(buf + 1, buf, 5);
    buf[10] = 0;
    printf("%s %d %zu\n", buf, __builtin_memcmp(buf, "aaa", 3) != 0, __builtin_strlen(buf));
    printf("%d %d\n", __builtin_strcmp("a", "b") < 0, __builtin_strncmp("abx", "aby", 2) == 0);
    printf("%g %g %g %g\n", __builtin_fabs(-2.5), __builtin_sqrt(16), __builtin_floor(-1.5), __builtin_copysign(3, -1));
    printf("%g %g %d\n", __builtin_inf(), __builtin_huge_val(), __builtin_isnan(__builtin_nan("")) != 0);
    printf("%d\n", __builtin_frame_address(0) != NULL);
    printf("%d\n", __builtin_return_address(0) != NULL);
    printf("%d %s %s\n", __builtin_LINE(), __builtin_FUNCTION(), strrchr(__builtin_FILE(), '/') ? "path" : "plain");
    printf("%d\n", __builtin_clz(1) + (int)__builtin_readcyclecounter() * 0);
    printf("%d\n", __builtin_bcmp("abc", "abc", 3));
    int *al = __builtin_alloca_with_align(16, 256);
    al[3] = 4;
    printf("%d %d\n", (int)((unsigned long)al % 32), al[3]);
    printf("%d\n", __builtin_assume_aligned(al, 32) == al);
    printf("%d\n", __builtin_powi(2.0, 10) == 1024);
    printf("%d %d\n", __builtin_signbit(-0.0) != 0, __builtin_fpclassify(0, 1, 2, 3, 4, 1.0));
    return 0;
}
