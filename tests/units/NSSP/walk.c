/* Pointers compared with symbolic distances. */
int walk(unsigned n)
{
    char buf[16] = {0};
    if (n > 16)
        return -1;
    int steps = 0;
    for (char *p = buf; p != buf + n; p++)
        steps++;
    return steps == 11;
}
