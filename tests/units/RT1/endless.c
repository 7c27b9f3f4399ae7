// steps: 20000
// expect spin: branch full
/* A run that does not end is cut; what it covered and its path are kept. */
int spin(int n)
{
    int seen = 0;
    while (n != 7) {
        seen |= n & 1;
        n += 2;
        if (n == 1000001)
            return 1; /* hard: code */
    }
    return seen;
}
