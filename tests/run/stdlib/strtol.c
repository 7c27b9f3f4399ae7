// strtol and family: bases, prefixes, signs, overflow with errno, end pointers.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void l(const char *s, int base) {
    char *end;
    errno = 0;
    long v = strtol(s, &end, base);
    printf("strtol(\"%s\",%d)=%ld end=%d errno=%d\n", s, base, v, (int)(end - s), errno == ERANGE ? 1 : errno == EINVAL ? 2 : errno);
}
static void u(const char *s, int base) {
    char *end;
    errno = 0;
    unsigned long v = strtoul(s, &end, base);
    printf("strtoul(\"%s\",%d)=%lu end=%d errno=%d\n", s, base, v, (int)(end - s), errno == ERANGE);
}

int main(void) {
    l("42", 10); l("  -42xyz", 10); l("+7", 10); l("0x1F", 16); l("0x1F", 0); l("077", 0); l("077", 10); l("0", 0); l("zz", 36);
    l("12", 2); l("1011", 2); l("", 10); l("abc", 10); l("- 5", 10); l("0x", 16); l("0xg", 0); l("09", 0); l("-0x10", 0);
    l("9223372036854775807", 10); l("9223372036854775808", 10); l("-9223372036854775808", 10); l("-9223372036854775809", 10);
    l("99999999999999999999999", 10); l("\t\n 5 6", 10); l("--5", 10); l("8", 8);
    u("18446744073709551615", 10); u("18446744073709551616", 10); u("-1", 10); u("-18446744073709551616", 10); u("ffff", 16); u("0b11", 0);
    char *end;
    errno = 0;
    printf("%lld %llu\n", strtoll("-9999999999", NULL, 10), strtoull("9999999999", NULL, 10));
    printf("%" PRIdMAX " %" PRIuMAX "\n", strtoimax("123", &end, 8), strtoumax("0xffffffffffffffff", NULL, 16));
    printf("%d %ld %lld %d\n", atoi("  123abc"), atol("-5000000000"), atoll("77"), atoi("x"));
    return 0;
}
