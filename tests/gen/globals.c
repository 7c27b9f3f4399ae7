// expect named: stop complete
// expect fixed: stop complete
/* What a function reads of globals is an input; constants and literals keep their values. */
const int limit = 4;
static const char *const names[] = {"one", "two", "three"};
int mode;
static short table[4];
char *text = "text";

int named(int i)
{
    if (mode == 3 && table[2] == -9)
        return 1;
    return limit == i;
}

int fixed(unsigned i)
{
    const int *p = &limit;
    if (*p != 4) /* dead: true */
        return 1; /* dead: code */
    if (i < 3 && names[i][0] == 'q')  /* dead: second */
        return 2; /* dead: code */
    return 3;
}

int pointed(void)
{
    if (!text)
        return 0;
    if (text[0] == 't')
        return 1;
    return 2;
}
