/* A string that is walked to its end: the end is assumed to be there. */

int length(const char *s)
{
    int n = 0;
    if (!s)
        return 0;
    while (s[n])
        n++;
    return n;
}

int past_the_end(const char *s)
{
    if (!s)
        return 0;
    while (*s)
        s++;
    return s[1]; //~ ALARM out-of-bounds
}
