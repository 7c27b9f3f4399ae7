/* Two pointers that are the same. */

static int divide(int d)
{
    return 100 / d; //~ divide division-by-zero confirmed native; both division-by-zero confirmed native; main division-by-zero confirmed native
}

static int both(int *p, int *q)
{
    *p = 1; //~ both null-dereference false proved
    *q = 0; //~ both null-dereference false proved
    return divide(*p);
}

int main(int argc, char **argv)
{
    int a, b;
    (void)argv;
    return argc > 2 ? both(&a, &b) : argc > 1 ? both(&a, &a) : 0;
}
