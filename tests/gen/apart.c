// expect characters: reason kept apart
// expect sixth: reason kept apart
// expect distance: reason kept apart
// expect overwritten: stop conditional, hypothesis `a` and `b` do not overlap
// expect overwritten: assumption do not overlap
/* Pointers that are not tried as the same may be the same all the same. */

int characters(const char *a, const char *b)
{
    if (a && a == b) /* hard: second true */
        return 1; /* hard: code */
    return 0;
}

/* More pointers than are tried as the same. */
int sixth(int *a, int *b, int *c, int *d, int *e, int *f)
{
    if (f && f == e && f != a && f != b)
        if (f != c && f != d) /* hard: second true */
            return 1; /* hard: code */
    return 0;
}

/* That one of them is null twice has nothing to do with the other. */
int nothing(const char *a, const char *b)
{
    if (!a || !b)
        return -1;
    if (!a) /* dead: false */
        return 1; /* dead: code */
    return *a == *b;
}

/* The same or in different objects is what is tried; further on in one object is not. */
int distance(int *a, int *b)
{
    if (b - a == 3) /* hard: true */
        return 1; /* hard: code */
    if (a == b)
        return 2;
    return 0;
}

/* A number and bytes could lie in the same place: that is not tried, and said where it matters. */
int overwritten(int *a, char *b)
{
    *a = 1;
    *b = 2;
    if (*a == 2) /* dead if objects-apart: true */
        return 1; /* dead if objects-apart: code */
    return 0;
}
