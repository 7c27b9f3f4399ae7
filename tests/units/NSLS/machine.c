int escaped(char c)
{
    static int escape;
    if (escape) {
        escape = 0;
        return c == 'n' ? 10 : c;
    }
    if (c == '\\') {
        escape = 1;
        return -1;
    }
    return c;
}
