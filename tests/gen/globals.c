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

int fixed(void)
{
    if (limit != 4) /* dead: true */
        return 1; /* dead: code */
    if (names[1][0] == 't')  /* dead: false */
        return 2;
    return 3; /* dead: code */
}

int pointed(void)
{
    if (!text)
        return 0;
    if (text[0] == 't')
        return 1;
    return 2;
}
