int words(const char *s, int style)
{
    int n = 0;
    if (!s)
        return -1;
    while (*s) {
        while (*s == ' ')
            s++;
        if (*s)
            n++;
        while (*s && *s != ' ')
            s++;
    }
    if (style == 99)
        return n == 3 ? 2 : 1;
    return 0;
}
