// `#line` of a generator: places are in a grammar that is not there.
int before(int a)
{
    if (a == 4)
        return 1;
    return 2;
}
#line 12 "grammar.y"
int action(int token)
{
    switch (token) {
    case 1: return 10;
    case 2: return 20;
    default: return -1;
    }
}
#line 3 "lines.c"
int after(int b)
{
    return b > 7 ? b - 7 : 0;
}
#line 1 "/nowhere/deep/lexer.l"
static int scan(const char *s)
{
    return s[0] == 'q' ? 1 : 0;
}
int scan_both(const char *s, const char *t)
{
    return scan(s) + 2 * scan(t);
}
