/* A function that every file has for itself, and what its tests may call depends on the file. */
typedef void *grow_function(void *opaque, void *old, unsigned long size);

struct buffer {
    int length, size;
    int *points;
    void *opaque;
    grow_function *grow;
};

static inline int add(struct buffer *b, int v)
{
    if (b->length >= b->size) {
        int *p = b->grow(b->opaque, b->points, 8);
        if (!p)
            return -1;
        b->points = p;
    }
    b->points[b->length++] = v;
    return 0;
}
