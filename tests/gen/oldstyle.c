// cflags: -std=gnu89
// expect twice: branch 4/4
/* Definitions in the style of K&R: parameters without prototypes. */

int twice(a, b, c)
    int a;
    char b;
    double c;
{
    if (a == 2 * b && b > 60)
        return c > 0.5;
    return 0;
}

int short_one(s, f)
    short s;
    float f;
{
    if (s == -300)
        return 1;
    if (f > 2.5f)
        return 2;
    return 0;
}
