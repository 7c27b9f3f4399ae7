/* Variables that nobody defines: tests do, constants and arrays of unknown length too; weak functions stay null. */
extern const int limit;
extern const struct { int a, b; } settings;
extern const char title[];
extern int counts[];
extern const struct point { int x, y; } points[];
int board_init(void) __attribute__((weak));

int constants(int n)
{
    if (n > limit && limit > 100)
        return 1;
    if (settings.b == 7)
        return 2;
    return title[0] == 'x' && title[1] == 'y' ? 3 : 0;
}

int count(unsigned i)
{
    if (i > 3)
        return 0;
    counts[i]++;
    return counts[i] == 4 ? 1 : 2;
}

int find(int x)
{
    for (int i = 0; i < 3 && points[i].x; i++)
        if (points[i].x == x)
            return points[i].y;
    return -1;
}

int boot(void)
{
    if (board_init && board_init() < 0)
        return -1;
    return 0;
}
