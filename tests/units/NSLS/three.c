// options: --calls 3
int third(int go)
{
    static int seen;
    if (go)
        seen++;
    if (seen == 3)
        return 1;
    return 0;
}
