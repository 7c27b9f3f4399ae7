// expect boot: reason is weak and not defined
// expect irq: stop exhausted
// expect bounded: reason `most` is weak
/* Weak symbols: other files may define them, or define them otherwise. */
int board_init(void) __attribute__((weak));

int boot(void)
{
    if (board_init && board_init() < 0) /* hard: first, second, second false */
        return -1;                      /* hard: code */
    return 0;
}

__attribute__((weak)) int hook(int n)
{
    return n == 4 ? -1 : 0;
}

int irq(int n)
{
    if (hook(n) > 0) /* hard: true */
        return 1;    /* hard: code */
    return 0;
}

__attribute__((weak)) const int most = 5;

int bounded(int n)
{
    if (most > 5) /* hard: true */
        return 1; /* hard: code */
    return n > most;
}
