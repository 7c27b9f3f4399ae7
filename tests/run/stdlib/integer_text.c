// strtoimax, strtoul with signs, atoll, div and its relatives.
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *e;
    errno = 0;
    printf("%jd %d ", strtoimax("-9223372036854775809", &e, 10), errno == ERANGE);
    errno = 0;
    printf("%ju %d ", strtoumax("-1", &e, 0), errno);
    printf("%lu ", strtoul("-0x10zz", &e, 16));
    puts(e);
    printf("%d %ld %lld\n", atoi(" -12abc"), atol("+77"), atoll("123456789012345"));
    errno = 0;
    printf("%ld ", strtol("12", NULL, 1));
    printf("%d\n", errno == EINVAL);
    printf("%ld %ld %ld %ld\n", strtol("0x", NULL, 0), strtol("0779", NULL, 0), strtol("zZ", NULL, 36), strtol("\t\n 08", NULL, 0));
    div_t d = div(-17, 5);
    ldiv_t l = ldiv(LONG_MIN, 10);
    lldiv_t ll = lldiv(-9000000000000000001LL, -7);
    imaxdiv_t m = imaxdiv(INTMAX_MAX, -2);
    printf("%d %d %ld %ld %lld %lld %jd %jd\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem, m.quot, m.rem);
    printf("%d %ld %lld %jd\n", abs(-5), labs(-5L), llabs(-5LL), imaxabs(-5));
    return 0;
}
