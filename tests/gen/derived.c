// expect skips: branch full
// expect area: branch full
/* Structs that begin with another one, which is what their pointer is declared to point to. */

struct stream { unsigned have; unsigned char *next; long position; };
struct state { struct stream x; int mode; long skip; };

int skips(struct stream *s)
{
    struct state *state = (struct state *)s;
    if (state->mode != 7)
        return -1;
    if (state->skip == 1234567)
        return 2;
    return 1;
}

struct shape { int kind; };
struct box { struct shape shape; int width, height; };

static int box_area(struct box *b)
{
    if (b->width > 10 && b->height == 3)
        return b->width * 3;
    return 0;
}

int area(struct shape *s)
{
    if (s->kind == 1)
        return box_area((struct box *)s);
    return -1;
}
