// expect depth: branch full
// expect first: branch full
// expect apply: branch full
// expect append: branch full
/* Members of a union that have pointers of several types, and numbers, in the same bytes: what is read says what is there. */

typedef struct node node;

typedef struct { char *message; } failure;
typedef struct { void *(*make)(void); void *value; } constant;
typedef struct { char low, high; } range;
typedef struct { node *inner; int (*check)(int); void *data; char *error; } checked;
typedef struct { int count; node **parts; } choice;

typedef union {
    failure fail;
    constant constant;
    range range;
    checked checked;
    choice choice;
} shape;

struct node {
    char kind;
    shape shape;
};

int depth(const node *n)
{
    if (!n)
        return 0;
    switch (n->kind) {
    case 1:
        return n->shape.choice.count > 1 && n->shape.choice.parts[1] ? 2 : 1;
    case 2:
        return n->shape.range.low < n->shape.range.high ? 3 : 4;
    case 3:
        return depth(n->shape.checked.inner) + 5;
    default:
        return -1;
    }
}

int first(const node *n)
{
    if (n->kind == 'f')
        return n->shape.fail.message[0] == '!';
    if (n->kind == 'd')
        return *(const int *)n->shape.checked.data == 99;
    return n->shape.checked.error[0] == '?' ? 2 : 3;
}

int apply(const node *n, int x)
{
    if (n->shape.checked.check && n->shape.checked.check(x))
        return 1;
    return 0;
}

#define PARTS(n) ((n)->shape.choice.parts)

/* A macro says nothing of members: one pointer is tried, and nothing is proved by it. */
int hidden(const node *n)
{
    if (!PARTS(n)[0]) /* hard: both */
        return 0; /* hard: code */
    return 1; /* hard: code */
}

/* The new place is computed with numbers, of which twice the distance fits a block and the distance itself does not. */
union list {
    struct { int *start, *end, *top; } numbers;
    struct { char *start, *end, *top; } letters;
};

void *realloc(void *block, unsigned long size);

int append(union list *l, int k, int item)
{
    l += k;
    if (l->numbers.top != l->numbers.end)
        return 3;
    char *start = (char *)l->numbers.start, *end = (char *)l->numbers.end;
    char *n = realloc(start, (end - start) * 2);
    if (!n)
        return 0;
    l->numbers.top = (int *)(n + ((char *)l->numbers.top - start));
    *l->numbers.top = item;
    return 1;
}
