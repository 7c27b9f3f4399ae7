// strptime and a date library of its own (day numbers, weekdays, Easter).
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

static long days(int y, int m, int d) {
    y -= m <= 2;
    long era = (y >= 0 ? y : y - 399) / 400;
    unsigned yoe = (unsigned)(y - era * 400), doy = (unsigned)((153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1), doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    return era * 146097 + (long)doe - 719468;
}
static void easter(int y) {
    int a = y % 19, b = y / 100, c = y % 100, d = b / 4, e = b % 4, f = (b + 8) / 25, g = (b - f + 1) / 3, h = (19 * a + b - d - g + 15) % 30,
        i = c / 4, k = c % 4, l = (32 + 2 * e + 2 * i - h - k) % 7, m = (a + 11 * h + 22 * l) / 451, n = h + l - 7 * m + 114;
    printf("%d-%02d-%02d ", y, n / 31, n % 31 + 1);
}

int main(void) {
    struct tm t;
    memset(&t, 0, sizeof t);
    char *r = strptime("2024-02-29 23:59:58", "%Y-%m-%d %H:%M:%S", &t);
    printf("%d %d %d %d %d %d %d\n", r && !*r, t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec);
    r = strptime("Mon, 05 Aug 2019", "%a, %d %b %Y", &t);
    printf("%d %d %d %d\n", r != NULL, t.tm_wday, t.tm_mon, t.tm_mday);
    printf("%d\n", strptime("xx", "%Y", &t) == NULL);
    for (int y = 1600; y <= 2400; y += 100) printf("%ld ", days(y, 3, 1));
    putchar('\n');
    for (int y = 2000; y < 2010; y++) easter(y);
    putchar('\n');
    printf("%ld\n", ((days(2024, 12, 25) % 7) + 11) % 7);
    return 0;
}
