// gmtime, mktime and localtime in UTC, strftime, asctime, difftime, normalisation, leap years.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void show(time_t t) {
    struct tm *g = gmtime(&t);
    char b[200];
    strftime(b, sizeof b, "%Y-%m-%d %H:%M:%S %a %A %b %B %j %p %y %e %I %u %w %U %W %V %G %C %D %F %T %R %%", g);
    printf("%lld %s\n", (long long)t, b);
}

int main(void) {
    setenv("TZ", "UTC", 1);
    tzset();
    time_t ts[] = {0, -1, 86399, 951782400, 951868800, 1709164800, 1709251199, 2147483647, 2147483648LL, -2208988800LL, 4102444800LL, 253402300799LL};
    for (unsigned i = 0; i < sizeof ts / sizeof *ts; i++) show(ts[i]);
    struct tm tm = {.tm_year = 124, .tm_mon = 13, .tm_mday = 35, .tm_hour = 25, .tm_min = -5, .tm_sec = 70};
    time_t t = mktime(&tm);
    printf("%lld %d-%d-%d %d:%d:%d %d %d\n", (long long)t, tm.tm_year, tm.tm_mon, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec, tm.tm_wday, tm.tm_yday);
    printf("%g\n", difftime(100, 400));
    time_t z = 1e9;
    printf("%s", asctime(gmtime(&z)));
    printf("%s", ctime(&z));
    struct tm l;
    localtime_r(&z, &l);
    printf("%d %d %d\n", l.tm_hour, l.tm_isdst, l.tm_year);
    char b[4];
    printf("%zu\n", strftime(b, sizeof b, "%Y", &l));
    printf("%zu %s\n", strftime(b, sizeof b, "%H", &l), b);
    int leap = 0;
    for (int y = 1900; y < 2101; y++) {
        struct tm x = {.tm_year = y - 1900, .tm_mon = 1, .tm_mday = 29};
        mktime(&x);
        leap += x.tm_mon == 1;
    }
    printf("%d\n", leap);
    printf("%lld\n", (long long)timegm(&(struct tm){.tm_year = 70, .tm_mday = 2}));
    printf("%d %d %d\n", time(NULL) > 1600000000, clock() != (clock_t)-1, CLOCKS_PER_SEC == 1000000);
    struct timespec sp;
    printf("%d %d\n", clock_gettime(CLOCK_MONOTONIC, &sp), sp.tv_nsec >= 0 && sp.tv_nsec < 1000000000);
    return 0;
}
