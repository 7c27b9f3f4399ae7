// expect low: branch 3/4 unknown 1
// expect tag: branch full
/* A byte of a union and then its pointer, on one path: the pointer has that byte. */

union cell { int *object; char first; };

int low(union cell *c)
{
    if (c->first != 0)
        return 0;
    if (!c->object) /* hard: true */
        return 1;
    return 2; /* hard: code */
}

int tag(union cell *c)
{
    if (c->first & 1)
        return 1;
    if (!c->object)
        return 2;
    return 3;
}
