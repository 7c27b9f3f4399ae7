// expect longer: stop complete, assumption a has at least 6 elements
// expect padded: stop complete
// expect opaque: stop complete
/* Where an object ends is the driver's choice, not a fact: nothing is dead because of it. */

/* A declared length says how many elements there are at least. */
int longer(const char a[6])
{
    int n = 0;
    while (a[n])
        n++;
    if (n > 5)
        return 1;
    return 0;
}

int behind(const int a[4], unsigned i)
{
    if (a[i] == 7)
        if (i > 4)
            return 1;
    return 0;
}

/* Elements that begin in the padding of the struct. */
struct padded { int n; char c; char data[]; };

int padded(struct padded *p, unsigned i)
{
    if (!p)
        return -1;
    if (p->data[1] == 3)
        return 3;
    if (p->data[i] == 7) {
        if (i > 5)
            return 1;
        return 2;
    }
    return 0;
}

/* A type nobody completes is bytes, of which there may be many. */
struct opaque;

int opaque(struct opaque *p)
{
    if (!p)
        return -1;
    if (((char *)p)[3] == 7)
        return 1;
    return 0;
}

/* Behind the bound nothing is known. */
int far(const int *p)
{
    if (!p)
        return -1;
    if (p[20] == 7) /* hard: both */
        return 1; /* hard: code */
    return 0; /* hard: code */
}
