static int clamp(int v)
{
    return v < 0 ? 0 : v > 9 ? 9 : v;
}

int digit(int v)
{
    int d = clamp(v);
    switch (d) {
    case 0:
        return 1;
    case 9:
        return 2;
    case 10:                /* dead: code */
        return 3;
    default:
        return d > 9;       /* hard: true */
    }
}
