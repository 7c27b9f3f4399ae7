/* What the callee cannot return for inputs within their bounds is covered with a stub in its place. */

static int length(const char *s)
{
    int n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

int is_long(const char *s, int strict)
{
    if (length(s) > 500)
        return strict ? 2 : 1;
    if (strict && s[0] == '!')
        return -1;
    return 0;
}
