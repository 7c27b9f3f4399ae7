// expect key: stop complete, assumption key has at least 16 elements
// expect state: stop complete
// expect text: fault out-of-bounds
/* Parameters declared as arrays have at least so many elements. */
#define SIZE 12

int key(const unsigned char key[16], int round)
{
    if (!key)
        return -1;
    if (key[15] == 0x5a && key[0] == round)
        return 1;
    return 0;
}

int state(int s[static SIZE])
{
    int sum = 0;
    if (!s)
        return -1;
    for (int i = 0; i < SIZE; i++)
        sum ^= s[i];
    return sum == 77;
}

int text(const char t[])
{
    if (!t)
        return -1;
    return t[3] == 'x';
}

struct expression { int kind; struct expression *parts[1]; };

int old_style_tail(const struct expression *e)
{
    if (!e || e->kind != 2)
        return 0;
    if (e->parts[2] && e->parts[2]->kind == 9)
        return 1;
    return 2;
}
