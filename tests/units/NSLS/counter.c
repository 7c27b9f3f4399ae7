/* Static variables of functions: reached by calling several times. */
int limiter(void)
{
    static int calls;
    if (calls++ > 0)
        return 1;
    return 0;
}
