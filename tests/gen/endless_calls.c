// expect give: stop complete, fault stack-exhaustion
// expect down: stop complete, faults 0
// expect behind: fault stack-exhaustion
// expect both: stop complete, fault stack-exhaustion
// expect further: branch full, fault stack-exhaustion
/* Functions that call themselves with nothing changed never end: what comes after that is not reached that way. */

struct methods { void (*release)(void *); int count; };
static struct methods methods;

void give(void *p)
{
    if (!p)
        return;
    if (methods.count > 3)
        methods.count--;
    else
        methods.release(p);
}

/* Deep, but with an end. */
static int left(int n)
{
    return n <= 0 ? 0 : left(n - 1) + 1;
}

int down(int n)
{
    if (n < 0 || n > 2)
        return -1;
    return left(1500 * n) == 3000;
}

static int odd(unsigned n);

static int even(unsigned n)
{
    return n == 7 ? odd(n) : 1;
}

static int odd(unsigned n)
{
    return n == 7 ? even(n) : 2;
}

int both(unsigned n, int m)
{
    if (even(n) == 2) /* dead: true */
        return 3; /* dead: code */
    return m > 4;
}

/* With a larger stack it would go on. */
static int large(int n)
{
    volatile char room[65536];
    room[0] = 1;
    return n <= 0 ? room[0] : large(n - 1) + room[0];
}

int behind(int n)
{
    if (n != 300)
        return 0;
    if (large(n) > 7) /* hard: true, false */
        return 1; /* hard: code */
    return 2; /* hard: code */
}

void set(void)
{
    methods.release = give;
}

/* Many calls, each with another argument. */
int further(int n)
{
    return n == 5 ? left(100000000) : 0;
}
