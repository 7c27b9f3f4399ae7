// expect low: branch 3/4 unknown 1, boundary full
// expect tag: branch full
// expect mark: branch full
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

/* Marks in the low bits of a pointer, as a garbage collector has them. */
struct pair { union { struct pair *object; char first; } car, cdr; };

int count;

void mark(struct pair *p)
{
    struct pair *car;
    while (!(p->car.first & 2)) {
        car = p->car.object;
        p->car.first |= 2;
        if (p->car.first & 1)
            return;
        if (car)
            count++;
        p = p->cdr.object;
    }
}
