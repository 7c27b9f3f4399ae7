/* What a stub may do more than return concerns what follows it, not what lies in front of it. */

extern int ask(int *state);

int in_front(int x, int *state)
{
    if (x > 10) {
        if (x < 5) /* dead: true */
            return 1; /* dead: code */
    }
    if (ask(state) > 0)
        return 2;
    if (x > 20) {
        if (x < 15) /* hard: true */
            return 3; /* hard: code */
    }
    return 0;
}

int around(int n, int *state)
{
    for (int i = 0; i < n; i++) {
        if (n < 0) /* hard: true */
            return -1; /* hard: code */
        if (ask(state) == 5)
            return i;
    }
    return 0;
}

/* A callee that is explored by itself. */
static int asks(int *state)
{
    return ask(state) + 1;
}

int through_a_callee(unsigned char c, int *state)
{
    if (c > 255) /* dead: true */
        return 1; /* dead: code */
    return asks(state) == 3 ? 4 : 5;
}
