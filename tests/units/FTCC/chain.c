// expect follow: fault null-dereference, branch full
/* The first run follows a null pointer behind a checked one. */
struct item { int key; struct item *other; };

int follow(struct item *a, int key)
{
    if (!a)
        return -1;
    if (key != 1)
        a->other = 0;
    if (a->other->key == 31)
        return 1;
    return 0;
}
