// strptime in detail, time zones as fields, clocks, waiting, ranges.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void parse(const char *text, const char *format) {
    struct tm t;
    memset(&t, 0, sizeof t);
    t.tm_mday = 1;
    t.tm_year = 100;
    char *r = strptime(text, format, &t);
    printf("%-24s %-18s ", text, format);
    if (!r) puts("none");
    else printf("%d %d %d %d:%d:%d %d %d %ld [%s]\n", t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec, t.tm_wday, t.tm_yday, t.tm_gmtoff, r);
}

int main(void) {
    setenv("TZ", "UTC", 1);
    tzset();
    parse("2024-03-01", "%F");
    parse("12/25/99 rest", "%D");
    parse("03:04:05 PM", "%r");
    parse("12 am", "%I %p");
    parse("23:59", "%R");
    parse("60", "%M");
    parse("61", "%S");
    parse("monday", "%A");
    parse("Sat, december 7 1996", "%a, %B %d %Y");
    parse("19 70", "%C %y");
    parse("20", "%C");
    parse("68", "%y");
    parse("2023 365", "%Y %j");
    parse("2024 10 3", "%Y %U %w");
    parse("2024 10 3", "%Y %W %u");
    parse("1709251200", "%s");
    parse("Thu Feb 29 12:13:14 2024", "%c");
    parse("2000-01-01 +0530", "%F %z");
    parse("2000-01-01 -08:00", "%F %z");
    parse("2000-01-01 Z", "%F %z");
    parse("2000-01-01 CEST x", "%F %Z");
    parse("x%y", "x%%y");
    parse("  5", "%e");
    parse("2024-13-01", "%F");
    parse("abc", "abd");
    parse("7", "%Q");
    char b[300];
    struct tm t = {.tm_sec = 5, .tm_min = 6, .tm_hour = 14, .tm_mday = 8, .tm_mon = 10, .tm_year = 123, .tm_wday = 3, .tm_yday = 311};
    printf("%zu ", strftime(b, sizeof b, "%c|%x|%X|%r|%k|%l|%P|%s|%n|%t|%h|%g|%E%|%5Y|%_d|%-m|%^a|%#b|%z", &t));
    puts(b);
    time_t big = LONG_MAX;
    errno = 0;
    printf("%d ", gmtime(&big) == NULL);
    printf("%d\n", errno == EOVERFLOW);
    struct tm far = {.tm_year = INT_MAX, .tm_mon = 11, .tm_mday = 40};
    errno = 0;
    printf("%lld ", (long long)mktime(&far));
    printf("%d\n", errno == EOVERFLOW);
    time_t z = 86400;
    struct tm *g = gmtime(&z), *l = localtime(&z);
    printf("%d %s %s\n", g == l, gmtime(&z)->tm_zone, localtime(&z)->tm_zone);
    printf("%s", asctime_r(g, b));
    printf("%s", ctime_r(&z, b));
    struct tm w = {.tm_wday = 9, .tm_mon = 55, .tm_mday = 3, .tm_year = 1};
    printf("%s", asctime(&w));
    printf("%s %s %ld %d\n", tzname[0], tzname[1], timezone, daylight);
    struct timespec a, c, wait = {0, 2000000};
    clock_gettime(CLOCK_MONOTONIC, &a);
    printf("%d %d %u\n", nanosleep(&wait, NULL), usleep(1000), sleep(0));
    clock_gettime(CLOCK_MONOTONIC, &c);
    printf("%d\n", (c.tv_sec - a.tv_sec) * 1000000000L + c.tv_nsec - a.tv_nsec >= 3000000);
    wait.tv_nsec = 2000000000;
    printf("%d ", nanosleep(&wait, NULL));
    printf("%d\n", errno == EINVAL);
    struct timeval v;
    printf("%d %d ", gettimeofday(&v, NULL), v.tv_sec > 1600000000 && v.tv_usec < 1000000);
    printf("%d %d ", clock_getres(CLOCK_REALTIME, &a), timespec_get(&a, TIME_UTC) == TIME_UTC);
    printf("%d\n", clock_gettime(999, &a));
    return 0;
}
