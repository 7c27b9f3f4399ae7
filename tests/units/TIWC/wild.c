// expect poke: fault wild-pointer
/* A number that becomes a pointer. */
int poke(unsigned long where, int v)
{
    if (v == 3)
        *(int *)(where | 0x7000000000) = v;
    return v > 10 ? 1 : 0;
}
