/* What depends on where objects lie is no test: also where distances are cut to a few bits, so that most places give the same.
   Unions of a pointer with smaller numbers: whichever the bytes are is told by its member. */

struct cell {
    unsigned short next;
    unsigned char used;
};

static unsigned char *heap;
static struct cell *first_free;

void set_heap(unsigned char *at)
{
    heap = at;
    first_free = (struct cell *)(void *)at;
}

int is_near_start(int size)
{
    unsigned short at = (unsigned short)((unsigned char *)first_free - heap);
    if (size <= 0)
        return -1;
    return at < 10000 - size;
}

enum kind { AREA, NAME };

struct thing {
    enum kind kind;
    union {
        struct {
            int width, height;
        } area;
        double weight;
        const char *name;
    } is;
};

int describe(const struct thing *t)
{
    if (t->kind == AREA)
        return t->is.area.width > 2 && t->is.area.height > 3 ? 1 : 0;
    return t->is.name && t->is.name[0] == '!' ? 3 : 2;
}

int table[8];

/* Whether an object of its own lies above or below is nobody's business. */
int is_inside(int *p)
{
    return p >= table && p < table + 8 ? 1 : 0;
}
