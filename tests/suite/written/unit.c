/* What stubs.c replaces: a function that nobody defines, one of this file, one of other.c and one of the C library; and a driver. */
#include <stdlib.h>

int sensor(int channel);
int scale(int value);

static int limit(int value)
{
    return value > 100 ? 100 : value;
}

int all_sensors(int n)
{
    int sum = 0, i;
    for (i = 0; i < n && i < 4; i++)
        sum += sensor(i);
    return sum == 6;
}

int limited(int value)
{
    if (limit(value) == -1)
        return 1;
    return 0;
}

int scaled(int value)
{
    if (scale(value) == 41)
        return 1;
    return 0;
}

int lucky(void)
{
    return rand() == 7 ? 1 : 2;
}

int ends_with_mark(const char *text, int length)
{
    if (text[length - 1] == '!')
        return 1;
    return 0;
}
