// options: --check invalid-shift
/* Shifts by as much as the width, or by less than nothing. */

unsigned left(unsigned v, unsigned by)
{
    return v << by; //~ ALARM invalid-shift
}

unsigned left_right(unsigned v, unsigned by)
{
    return by < 32 ? v << by : 0;
}

int right(int v, int by)
{
    if (by > 31)
        return 0;
    return v >> by; //~ ALARM invalid-shift
}

int constant(int a)
{
    int by = 32;
    return a << by; //~ ALARM invalid-shift
}

unsigned literal(void)
{
    unsigned one = 1;
    return one >> 40; //~ ALARM invalid-shift
}

unsigned literal_right(void)
{
    unsigned one = 1;
    return one << 31;
}
