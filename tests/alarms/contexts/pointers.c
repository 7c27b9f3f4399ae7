/* Called through pointers: what runs is seen from `main`, for which all is proved. */

static int row[4];

static int safe(int i)
{
    return row[i]; //~ safe out-of-bounds false proved; apply out-of-bounds false proved
}

static int unsafe(int i)
{
    return row[i]; //~ unsafe out-of-bounds confirmed native; main out-of-bounds confirmed native; apply out-of-bounds confirmed native
}

static int apply(int (*f)(int), int v)
{
    return f(v); //~ apply bad-function-pointer false proved
}

int main(int argc, char **argv)
{
    (void)argv;
    return apply(safe, 2) + apply(unsafe, argc > 1 ? 9 : 1);
}
