// expect counter: stop complete
// expect bounded: stop complete
// expect through_callee: branch full
// expect not_written: branch 3/4 infeasible 1
/* Static variables start from their initialisers; several calls in one test change them. */

int counter(int step)
{
    static int total;
    total += step;
    if (total == 100)
        return 1;
    if (total > 1000 && step < 10)
        return 2;
    return 0;
}

int bounded(void)
{
    static unsigned calls = 0;
    calls++;
    if (calls > 1)
        return 1;
    return 0;
}

enum state { IDLE, BUSY };

int machine(char c)
{
    static enum state now = IDLE;
    switch (now) { /* hard: default */
    case IDLE:
        if (c == '<')
            now = BUSY;
        return 0;
    case BUSY:
        if (c == '>') {
            now = IDLE;
            return 1;
        }
        return 2;
    default:
        return 3; /* hard: code */
    }
}

static int next(int seed)
{
    static int last = 7;
    int before = last;
    last = seed;
    return before;
}

int through_callee(int a)
{
    int b = next(a);
    if (b == 7)
        return 0;
    if (b == a + 1)
        return 1;
    return 2;
}

int not_written(int a)
{
    static int limit = 12;
    if (limit != 12) /* dead: true */
        return 1; /* dead: code */
    return a > limit ? 2 : 3;
}
