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

/* The result is the distance of what a stub gave from the parameter, which looks like an address by chance. */
extern const char *end_of(const char *start);

int length_of(const char *start)
{
    const char *end = end_of(start);
    return end ? (int)(end - start) : -1;
}

/* An address as a number, given to a stub. */
extern int known(long number);

int is_known(int *p)
{
    return known((long)p) ? *p : 0;
}

struct node {
    char *text;
    struct node *children[];
};

/* What `text` leads to are the bytes of an address. */
struct node *new_node(struct node *child)
{
    struct node *n = __builtin_malloc(sizeof *n + sizeof(struct node *));
    if (!n || !child)
        return 0;
    n->text = (char *)n->children;
    n->children[0] = child;
    return n;
}

struct step {
    void *at;
    int index;
};

struct walk {
    void *tree, *item;
    _Bool seeked, at_start;
    int depth;
    struct step stack[];
};

/* Outside of the array, but still in the struct: the truth value becomes 2. */
int forward(struct walk *w)
{
    struct step *s = &w->stack[w->depth - 1];
    if (!w->seeked || w->depth > 1)
        return 0;
    s->index++;
    return 1;
}

/* A string literal has no name that a test could say. */
int is_none(const char *s)
{
    static const char *const none = "none";
    if (s == none)
        return 1;
    return s ? 2 : 0;
}

/* Halves of addresses: objects may lie above and below 4 GB. */
int is_low(void *p)
{
    return p ? (unsigned long)p >> 32 == 0 : -1;
}

/* Also of a block that the function makes itself. */
int bucket(int n)
{
    char *block = __builtin_malloc(16);
    if (!block)
        return -1;
    unsigned long number = (unsigned long)block >> 4;
    __builtin_free(block);
    return number % 7 == (unsigned long)n % 7 ? 1 : 0;
}

int printed(char text[20])
{
    int here = 0;
    return __builtin_snprintf(text, 20, "%p", (void *)&here) > 10;
}
