// cflags: -std=gnu89 -Wno-implicit-int
/* Definitions as they were before prototypes, over several lines. */
struct buffer { char *text; int used, size; };

extern char *grow();
extern int report();
static lookup();

int
fill(b, c,
     n)
    struct buffer *b;
    char c;
    register int n;
{
    int i;
    if (b->used + n > b->size)
        return 0;
    for (i = 0; i < n && i < 3; i++)
        b->text[b->used++] = c;
    return i;
}

implicit(a)
{
    if (a > 3)
        return lookup(a, 'x');
    return report("no %d", a);
}

static
lookup(key, kind)
    short key;
    char kind;
{
    return kind == 'x' && key == 12;
}

float halved(f) float f; { return f > 2.0 ? f / 2 : f; }

char *
ensure(text, n)
    char *text;
    unsigned n;
{
    if (n > 16)
        return grow(text, n);
    return text;
}
