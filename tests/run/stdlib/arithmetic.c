// abs, div, limits of the library's integer functions.
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    printf("%d %ld %lld\n", abs(-5), labs(-5000000000L), llabs(LLONG_MIN + 1));
    int pairs[][2] = {{7, 2}, {-7, 2}, {7, -2}, {-7, -2}, {0, 5}, {INT_MAX, 10}};
    for (int i = 0; i < 6; i++) {
        div_t d = div(pairs[i][0], pairs[i][1]);
        ldiv_t l = ldiv(pairs[i][0] * 1000000007L, pairs[i][1]);
        lldiv_t q = lldiv(pairs[i][0], pairs[i][1]);
        imaxdiv_t m = imaxdiv(pairs[i][0], pairs[i][1]);
        printf("%d %d %ld %ld %lld %lld %jd %jd\n", d.quot, d.rem, l.quot, l.rem, q.quot, q.rem, m.quot, m.rem);
    }
    printf("%jd\n", imaxabs(-3));
    printf("%d %d\n", EXIT_SUCCESS, EXIT_FAILURE);
    printf("%d\n", (int)MB_CUR_MAX);
    return EXIT_FAILURE;
}
