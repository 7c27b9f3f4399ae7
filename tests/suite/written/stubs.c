int scale(int value);
int ends_with_mark(const char *text, int length);

int crescendo_stub_sensor(int channel)
{
    return channel % 2 ? 3 : 0;
}

int crescendo_stub_limit(int value)
{
    return value < 0 ? -1 : value;
}

/* With the help of the function itself. */
int crescendo_stub_scale(int value)
{
    return scale(value) + 1;
}

int crescendo_stub_rand(void)
{
    return 7;
}

int crescendo_drive_ends_with_mark(char last)
{
    char text[3] = {'a', 'b', 0};
    text[2] = last;
    return ends_with_mark(text, 3);
}
