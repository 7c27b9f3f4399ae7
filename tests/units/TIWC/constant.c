// expect shout: fault write-to-constant, branch full
/* A write to a string literal. */
int shout(int loud)
{
    char *s = "quiet";
    if (loud == 5)
        s[0] = 'Q';
    return loud > 5 ? 1 : 0;
}
