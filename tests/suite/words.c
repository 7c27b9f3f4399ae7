/* Words of memory that hold a pointer by their type, and a number by what is done with them. */
#include <stdint.h>

/* Two pointers of different types. */
struct handler {
    union {
        int (*decode)(void);
        int (*encode)(int);
    } u;
};

int count(struct handler *h)
{
    uint16_t n = *(uint16_t *)h;
    if (n == 0)
        return 10;
    if (n > 300)
        return 11;
    return 12;
}

struct place {
    union {
        char *text;
        int *numbers;
    } u;
};

int count_there(struct place *p)
{
    uint16_t n = *(uint16_t *)p;
    if (n == 0)
        return 10;
    if (n > 300)
        return 11;
    return 12;
}

/* The number has fewer bytes than the pointer, and all of these count. */
struct styled {
    union {
        int style;
        char *text;
    } u;
};

int both_halves(struct styled *x)
{
    if ((uintptr_t)x->u.text >> 32 == 5 && x->u.style == 3)
        return 1;
    return 0;
}

/* Bytes that are looked at as something larger: what points to them still counts bytes. */
struct __attribute__((packed)) two {
    uint16_t v;
};
struct __attribute__((packed)) four {
    uint32_t v;
};

const char *behind(const uint8_t *b)
{
    if ((((const struct two *)b)->v & 128) == 0)
        return 0;
    return (const char *)(b + 8 + (((const struct four *)(b + 4))->v & 3));
}
