// expect room: branch 5/6 infeasible 1
/* A value that is huge crashes; small ones are tried too. */
int room(unsigned n)
{
    char buf[32];
    if (n < 3)
        return -1;
    for (unsigned i = 0; i < n; i++)
        buf[i] = 'x';
    return buf[2] == 'x' ? 1 : 0; /* dead: false */
}
