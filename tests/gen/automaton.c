// expect scan: branch full
// expect parse: branch full
/* Tables that lead to tables: a scanner and a parser as generators write them. */
static const unsigned char class_of[256] = {
    ['0'] = 1, ['1'] = 1, ['2'] = 1, ['3'] = 1, ['4'] = 1, ['5'] = 1, ['6'] = 1, ['7'] = 1, ['8'] = 1, ['9'] = 1,
    ['.'] = 2, ['e'] = 3, ['E'] = 3, ['+'] = 4, ['-'] = 4,
};
/* States: 0 begin, 1 sign, 2 digits, 3 fraction, 4 exponent, 5 its sign, 6 its digits, 7 error. */
static const short base[8] = { 0, 5, 10, 15, 20, 25, 30, 35 };
static const short next[40] = {
    7, 2, 7, 7, 1,  7, 2, 7, 7, 7,  7, 2, 3, 4, 7,  7, 3, 7, 4, 7,
    7, 6, 7, 7, 5,  7, 6, 7, 7, 7,  7, 6, 7, 7, 7,  7, 7, 7, 7, 7,
};
static const short accepts[8] = { 0, 0, 1, 2, 0, 0, 3, 0 };

int scan(const char *s)
{
    int state = 0;
    while (*s) {
        state = next[base[state] + class_of[(unsigned char)*s]];
        if (state == 7)
            return -1;
        s++;
    }
    switch (accepts[state]) {
    case 1: return 1;
    case 2: return 2;
    case 3: return 3;
    default: return 0;
    }
}

int token(void);

static const unsigned char translate[8] = { 0, 1, 2, 3, 3, 3, 3, 3 };
static const short action[4][4] = { { 9, 1, 9, 9 }, { 9, 9, 2, 9 }, { 9, 3, 9, 9 }, { 8, 9, 2, 9 } };

int parse(void)
{
    int state = 0;
    for (int n = 0; n < 8; n++) {
        int t = token();
        if (t < 0 || t > 7)
            return -2;
        state = action[state][translate[t]];
        if (state == 9)
            return -1;
        if (state == 8)
            return n;
    }
    return -3;
}
