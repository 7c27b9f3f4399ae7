static int clamp(int v)
{
    return v < 0 ? 0 : v > 9 ? 9 : v;
}

int digit(int v)
{
    int d = clamp(v);
    switch (d) {            /* dead: case 10 */
    case 0:
        return 1;
    case 9:
        return 2;
    case 10:
        return 3;           /* dead: code */
    default:
        return 0;
    }
}
